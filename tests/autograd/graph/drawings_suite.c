/*
 * Drawings of graphs, as graph.h describes them.
 */
#include "support.h"

static ct_tensor *a, *b;

static void make_leaves(void)
{
	a = leaf(1, 2, 3);
	b = leaf(4, 5, 6);
}

static void free_leaves(void)
{
	ct_tensor_free(a);
	ct_tensor_free(b);
}

static ct_graph_options names(void)
{
	static ct_tensor *named[2];
	static const char *const texts[] = { "a", "b" };
	ct_graph_options options = { 0 };

	named[0] = a;
	named[1] = b;
	options.named = named;
	options.names = texts;
	options.named_len = 2;
	return options;
}

static void assert_tree(ct_tensor *const *tensors, int64_t n, const char *expected)
{
	const ct_graph_options options = names();
	char *text;

	OK(ct_graph_to_tree(CT_TENSORS_OF(tensors, n), &options, &text));
	ck_assert_str_eq(text, expected);
	ct_free(text);
}

START_TEST(tree_has_leaves_with_name_and_shape)
{
	ct_tensor *ab = product(a, b), *sum = sum_of(ab);

	assert_tree(&sum, 1,
		    "()\n"
		    "SumBackward0\n"
		    "MulBackward0\n"
		    "├─ AccumulateGrad a (3)\n"
		    "└─ AccumulateGrad b (3)\n");
	ct_tensor_free(sum);
	ct_tensor_free(ab);
}
END_TEST

/* The shorter path branches off; the longer one continues in the same column. */
START_TEST(longest_way_stays_in_its_column)
{
	ct_tensor *cosine, *exponential, *sine, *sum;

	OK(ct_cos(a, &cosine));
	OK(ct_sin(b, &sine));
	OK(ct_exp(sine, &exponential));
	sum = product(exponential, cosine);
	assert_tree(&sum, 1,
		    "(3)\n"
		    "MulBackward0\n"
		    "├─ CosBackward0\n"
		    "│  └─ AccumulateGrad a (3)\n"
		    "ExpBackward0\n"
		    "SinBackward0\n"
		    "└─ AccumulateGrad b (3)\n");
	ct_tensor_free(sum);
	ct_tensor_free(cosine);
	ct_tensor_free(exponential);
	ct_tensor_free(sine);
}
END_TEST

START_TEST(shared_node_is_drawn_below_the_last_that_leads_to_it)
{
	ct_tensor *sine, *exponential, *result;

	OK(ct_sin(a, &sine));
	OK(ct_exp(sine, &exponential));
	result = product(sine, exponential);
	assert_tree(&result, 1,
		    "(3)\n"
		    "MulBackward0\n"
		    "├─ ↓ SinBackward0 [1]\n"
		    "ExpBackward0\n"
		    "SinBackward0 [1]\n"
		    "└─ AccumulateGrad a (3)\n");
	ct_tensor_free(result);
	ct_tensor_free(exponential);
	ct_tensor_free(sine);
}
END_TEST

START_TEST(twice_the_same_is_named_and_drawn)
{
	ct_tensor *step = times(a, 2), *square = product(step, step);

	assert_tree(&square, 1,
		    "(3)\n"
		    "MulBackward0\n"
		    "├─ ↓ MulBackward1 [1]\n"
		    "MulBackward1 [1]\n"
		    "└─ AccumulateGrad a (3)\n");
	ct_tensor_free(square);
	square = product(a, a);
	assert_tree(&square, 1,
		    "(3)\n"
		    "MulBackward0\n"
		    "├─ ↓ AccumulateGrad a (3) [1]\n"
		    "└─ AccumulateGrad a (3) [1]\n");
	ct_tensor_free(square);
	ct_tensor_free(step);
}
END_TEST

START_TEST(several_tensors_are_drawn_below_each_other)
{
	ct_tensor *step = times(a, 2), *plain = number(1);
	ct_tensor *tensors[] = { step, sum_of(step), plain, b };

	assert_tree(tensors, 4,
		    "(3)\n"
		    "↓ MulBackward1 [1]\n"
		    "\n"
		    "()\n"
		    "SumBackward0\n"
		    "MulBackward1 [1]\n"
		    "└─ AccumulateGrad a (3)\n"
		    "\n"
		    "(), which has no graph\n"
		    "\n"
		    "b (3)\n"
		    "AccumulateGrad b (3)\n");
	ct_tensor_free(tensors[1]);
	ct_tensor_free(plain);
	ct_tensor_free(step);
}
END_TEST

START_TEST(input_is_told_where_there_are_several)
{
	ct_tensor *step = times(a, 1), **pieces, *last;
	int64_t n;

	OK(ct_unbind_int(step, 0, &pieces, &n));
	last = times(pieces[2], 3);
	assert_tree(&last, 1,
		    "()\n"
		    "MulBackward1\n"
		    "UnbindBackward0, input 2\n"
		    "MulBackward1\n"
		    "└─ AccumulateGrad a (3)\n");
	assert_tree(&pieces[1], 1,
		    "()\n"
		    "UnbindBackward0, input 1\n"
		    "MulBackward1\n"
		    "└─ AccumulateGrad a (3)\n");
	ct_tensor_free(last);
	ct_tensors_free(pieces, n);
	ct_tensor_free(step);
}
END_TEST

/* Each sum's first next node is drawn below the preceding sum; here it is only named. */
START_TEST(side_branches_end_somewhere)
{
	ct_tensor *chain = times(a, 1), *sum = times(b, 1), *next;
	char *text;
	int64_t lines = 0, longest = 0, length = 0;

	for (int i = 0; i < 40; i++) {
		OK(ct_sin(chain, &next));
		ct_tensor_free(chain);
		chain = next;
		OK(ct_sin(chain, &next));
		ct_tensor_free(chain);
		chain = next;
		OK(ct_add_Tensor(chain, sum, ct_scalar_int(1), &next));
		ct_tensor_free(sum);
		sum = next;
	}
	OK(ct_graph_to_tree(CT_TENSORS(sum), NULL, &text));
	for (const char *c = text; *c; c++) {
		length = *c == '\n' ? 0 : length + 1;
		longest = length > longest ? length : longest;
		lines += *c == '\n';
	}
	ck_assert_int_lt(longest, 120);
	/* 80 + 40 + 2 nodes, 2 leaves, the tensor; 39 nodes of the chain are named twice. */
	ck_assert_int_ge(lines, 125 + 39);
	ck_assert_int_lt(lines, 125 + 39 + 20);
	ct_free(text);
	ct_tensor_free(sum);
	ct_tensor_free(chain);
}
END_TEST

static ct_error count_node(const ct_node *node, void *count)
{
	(void)node;
	++*(int64_t *)count;
	return NULL;
}

/* sum = sin(sin(... b)) + sum, with more sines each time: the previous sum is always the shorter
 * path, a side branch inside a side branch. */
static ct_tensor *deep_sum(int levels)
{
	ct_tensor *sum = times(a, 1), *chain, *next;

	for (int i = 0; i < levels; i++) {
		chain = times(b, 1);
		for (int j = 0; j < 2 * i + 2; j++) {
			OK(ct_sin(chain, &next));
			ct_tensor_free(chain);
			chain = next;
		}
		OK(ct_add_Tensor(chain, sum, ct_scalar_int(1), &next));
		ct_tensor_free(sum);
		ct_tensor_free(chain);
		sum = next;
	}
	return sum;
}

/* Nodes too far to the right are only named; they are drawn at the margin later. */
START_TEST(deep_side_branches_go_on_at_the_margin)
{
	ct_tensor *sum = deep_sum(40);
	int64_t nodes = 0, drawn = 0, breaks = 0;
	char *text;

	OK(ct_graph_visit(CT_TENSORS(sum), count_node, &nodes));
	OK(ct_graph_to_tree(CT_TENSORS(sum), NULL, &text));
	for (char *line = strtok(strchr(text, '\n'), "\n"); line; line = strtok(NULL, "\n")) {
		/* One level of indentation has at most 5 bytes. */
		ck_assert_uint_lt(strlen(line), 17 * 5 + 60);
		drawn += strstr(line, "↓ ") == NULL;
		breaks += strncmp(line, "AddBackward0 [", 14) == 0;
	}
	ck_assert_int_eq(drawn, nodes);
	ck_assert_int_eq(breaks, 2);
	ct_free(text);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(dot_has_boxes_and_arrows)
{
	const char *const texts[] = { "the \"loss\"", "a\\b\nc" };
	ct_tensor *ab = product(a, b), *sum = sum_of(ab), *named[] = { sum, a };
	const ct_graph_options options = { named, texts, 2 };
	char *text;

	OK(ct_graph_to_dot(CT_TENSORS(sum), &options, &text));
	ck_assert_str_eq(
		text,
		"digraph autograd {\n"
		"\tnode [shape=box, style=filled, fillcolor=\"#e8e8e8\", fontname=monospace];\n"
		"\tedge [fontname=monospace, fontsize=10];\n"
		"\tt0 [label=\"the \\\"loss\\\"\\n()\", fillcolor=\"#c8e6b0\"];\n"
		"\tf0 -> t0;\n"
		"\tf0 [label=\"SumBackward0\"];\n"
		"\tf1 -> f0;\n"
		"\tf1 [label=\"MulBackward0\"];\n"
		"\tf2 -> f1;\n"
		"\tf3 -> f1;\n"
		"\tf2 [label=\"AccumulateGrad\"];\n"
		"\tl2 [label=\"a\\\\b\\nc\\n(3)\", fillcolor=\"#b5d8f0\"];\n"
		"\tl2 -> f2;\n"
		"\tf3 [label=\"AccumulateGrad\"];\n"
		"\tl3 [label=\"(3)\", fillcolor=\"#b5d8f0\"];\n"
		"\tl3 -> f3;\n"
		"}\n");
	ct_free(text);
	ct_tensor_free(sum);
	ct_tensor_free(ab);
}
END_TEST

/* An argument that needs no gradient has no arrow; a tensor without a graph has no node. */
START_TEST(dot_leaves_out_what_needs_no_gradient)
{
	const float values[] = { 1, 2, 3 };
	ct_tensor *plain = vector(3, values), *ab = product(a, plain), *both[] = { plain, ab };
	char *text;

	OK(ct_graph_to_dot(CT_TENSORS_OF(both, 2), NULL, &text));
	ck_assert_str_eq(
		text,
		"digraph autograd {\n"
		"\tnode [shape=box, style=filled, fillcolor=\"#e8e8e8\", fontname=monospace];\n"
		"\tedge [fontname=monospace, fontsize=10];\n"
		"\tt0 [label=\"(3)\", fillcolor=\"#c8e6b0\"];\n"
		"\tt1 [label=\"(3)\", fillcolor=\"#c8e6b0\"];\n"
		"\tf0 -> t1;\n"
		"\tf0 [label=\"MulBackward0\"];\n"
		"\tf1 -> f0;\n"
		"\tf1 [label=\"AccumulateGrad\"];\n"
		"\tl1 [label=\"(3)\", fillcolor=\"#b5d8f0\"];\n"
		"\tl1 -> f1;\n"
		"}\n");
	ct_free(text);
	ct_tensor_free(ab);
	ct_tensor_free(plain);
}
END_TEST

START_TEST(tree_leaves_out_what_needs_no_gradient)
{
	const float values[] = { 1, 2, 3 };
	ct_tensor *plain = vector(3, values), *ab = product(a, plain);

	assert_tree(&ab, 1,
		    "(3)\n"
		    "MulBackward0\n"
		    "└─ AccumulateGrad a (3)\n");
	ct_tensor_free(ab);
	ct_tensor_free(plain);
}
END_TEST

/* Its components' shapes differ. */
START_TEST(nested_tensor_has_no_shape)
{
	ct_tensor *parts[] = { a, b }, *nested;
	char *text;

	OK(ct__nested_tensor_from_tensor_list(parts, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &nested));
	OK(ct_graph_to_tree(CT_TENSORS(nested), NULL, &text));
	ck_assert_msg(strncmp(text, "(nested)", 8) == 0, "%s", text);
	ct_free(text);
	ct_tensor_free(nested);
}
END_TEST

START_TEST(dot_names_inputs_where_there_are_several)
{
	ct_tensor *step = times(a, 1), **pieces, *last;
	char *text;
	int64_t n;

	OK(ct_unbind_int(step, 0, &pieces, &n));
	last = times(pieces[2], 3);
	OK(ct_graph_to_dot(CT_TENSORS(last), NULL, &text));
	ck_assert_ptr_nonnull(strstr(text, "\tf1 -> f0 [label=\"2\"];\n"));
	ck_assert_ptr_nonnull(strstr(text, "\tf2 -> f1;\n"));
	ct_free(text);
	ct_tensor_free(last);
	ct_tensors_free(pieces, n);
	ct_tensor_free(step);
}
END_TEST

START_TEST(stream_gets_what_the_text_is)
{
	ct_tensor *sum = sum_of_squares(a);
	char *text, written[1024];
	FILE *file = tmpfile();
	size_t n;

	ck_assert_ptr_nonnull(file);
	OK(ct_graph_to_tree(CT_TENSORS(sum), NULL, &text));
	OK(ct_graph_print_tree(CT_TENSORS(sum), NULL, file));
	rewind(file);
	n = fread(written, 1, sizeof written - 1, file);
	written[n] = 0;
	ck_assert_str_eq(written, text);
	fclose(file);
	ct_free(text);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(stream_that_cannot_be_written_to_is_an_error)
{
	ct_tensor *sum = sum_of_squares(a);
	FILE *full = fopen("/dev/full", "w");

	if (full) {
		FAILS_WITH(ct_graph_print_dot(CT_TENSORS(sum), NULL, full), CT_ERROR_RUNTIME,
			   "RuntimeError: could not write to the stream: ");
		fclose(full);
	}
	ct_tensor_free(sum);
}
END_TEST

START_TEST(drawing_refuses_what_it_cannot_draw)
{
	ct_tensor *none = NULL;
	ct_graph_options options = { NULL, NULL, 1 };
	char *text = (char *)UNTOUCHED;

	FAILS(ct_graph_to_dot(CT_TENSORS(a), &options, &text),
	      "ArgumentError: ct_graph_to_dot: argument 2 (options): named and names must not be "
	      "NULL, since named_len is 1");
	options.named_len = -1;
	FAILS(ct_graph_to_tree(CT_TENSORS(a), &options, &text),
	      "ArgumentError: ct_graph_to_tree: argument 2 (options): named_len is -1, but must "
	      "not be negative");
	FAILS(ct_graph_to_tree(CT_TENSORS(none), NULL, &text),
	      "ArgumentError: ct_graph_to_tree: argument 1 (tensors): element 0 must not be NULL");
	ck_assert_ptr_eq(text, UNTOUCHED);
	OK(ct_graph_to_tree(CT_TENSORS(a), NULL, NULL));
}
END_TEST

Suite *drawings_suite(void)
{
	Suite *suite = suite_create("drawings");
	TCase *tests = tests_of("drawings");

	tcase_add_checked_fixture(tests, make_leaves, free_leaves);
	tcase_add_test(tests, tree_has_leaves_with_name_and_shape);
	tcase_add_test(tests, longest_way_stays_in_its_column);
	tcase_add_test(tests, shared_node_is_drawn_below_the_last_that_leads_to_it);
	tcase_add_test(tests, twice_the_same_is_named_and_drawn);
	tcase_add_test(tests, several_tensors_are_drawn_below_each_other);
	tcase_add_test(tests, input_is_told_where_there_are_several);
	tcase_add_test(tests, side_branches_end_somewhere);
	tcase_add_test(tests, deep_side_branches_go_on_at_the_margin);
	tcase_add_test(tests, dot_has_boxes_and_arrows);
	tcase_add_test(tests, dot_leaves_out_what_needs_no_gradient);
	tcase_add_test(tests, tree_leaves_out_what_needs_no_gradient);
	tcase_add_test(tests, nested_tensor_has_no_shape);
	tcase_add_test(tests, dot_names_inputs_where_there_are_several);
	tcase_add_test(tests, stream_gets_what_the_text_is);
	tcase_add_test(tests, stream_that_cannot_be_written_to_is_an_error);
	tcase_add_test(tests, drawing_refuses_what_it_cannot_draw);
	suite_add_tcase(suite, tests);
	return suite;
}
