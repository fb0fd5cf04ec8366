/*
 * Walking the graph. expected_suite.c compares the nodes of several graphs with PyTorch's.
 */
#include "support.h"

static ct_tensor *x;

static void make_leaf(void)
{
	x = leaf(1, 2, 3);
}

static void free_leaf(void)
{
	ct_tensor_free(x);
}

START_TEST(tensor_knows_the_node_that_made_it)
{
	ct_tensor *sum = sum_of_squares(x);
	ct_node *node, *none = (ct_node *)UNTOUCHED;
	int64_t input_nr = -1;

	OK(ct_tensor_grad_fn(sum, &node));
	ck_assert_str_eq(ct_node_name(node), "SumBackward0");
	ck_assert_int_eq(ct_node_next_count(node), 1);
	ck_assert_str_eq(ct_node_name(ct_node_next(node, 0, &input_nr)), "MulBackward0");
	ck_assert_int_eq(input_nr, 0);
	ck_assert_ptr_null(ct_node_next(node, 1, NULL));
	ck_assert_ptr_null(ct_node_next(node, -1, NULL));
	OK(ct_tensor_grad_fn(x, &none));
	ck_assert_ptr_null(none);
	OK(ct_tensor_grad_fn(sum, NULL));
	ct_node_free(node);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(equal_nodes_are_equal_pointers)
{
	ct_tensor *square = product(x, x), *a = sum_of(square), *b = times(square, 2);
	ct_node *from_a, *from_b, *own, *kept;

	OK(ct_tensor_grad_fn(a, &from_a));
	OK(ct_tensor_grad_fn(b, &from_b));
	OK(ct_tensor_grad_fn(square, &own));
	ck_assert_ptr_ne(from_a, from_b);
	ck_assert_ptr_eq(ct_node_next(from_a, 0, NULL), own);
	ck_assert_ptr_eq(ct_node_next(from_b, 0, NULL), own);
	kept = ct_node_retain(own);
	ck_assert_ptr_eq(kept, own);
	ct_node_free(kept);
	ct_node_free(own);
	ct_node_free(from_b);
	ct_node_free(from_a);
	ct_tensor_free(b);
	ct_tensor_free(a);
	ct_tensor_free(square);
}
END_TEST

/* A sanitizer reports a handle that does not keep its node. */
START_TEST(handle_keeps_the_node_and_what_comes_after_it)
{
	ct_tensor *sum = sum_of_squares(x);
	const ct_node *next;
	ct_node *node;

	OK(ct_tensor_grad_fn(sum, &node));
	ct_tensor_free(sum);
	next = ct_node_next(node, 0, NULL);
	ck_assert_str_eq(ct_node_name(next), "MulBackward0");
	ck_assert_int_eq(ct_node_input_count(next), 1);
	ck_assert_str_eq(ct_node_name(ct_node_next(next, 1, NULL)), "AccumulateGrad");
	ct_node_free(node);
}
END_TEST

START_TEST(accumulate_node_knows_its_leaf)
{
	ct_tensor *sum = sum_of_squares(x), *variable = UNTOUCHED;
	ct_node *of_sum, *of_leaf;
	int64_t input_nr = -1;

	OK(ct_tensor_gradient_edge(sum, &of_sum, &input_nr));
	ck_assert_int_eq(input_nr, 0);
	OK(ct_node_variable(of_sum, &variable));
	ck_assert_ptr_null(variable);
	OK(ct_tensor_gradient_edge(x, &of_leaf, NULL));
	ck_assert_str_eq(ct_node_name(of_leaf), "AccumulateGrad");
	ck_assert(ct_node_sequence_nr(of_leaf) == UINT64_MAX);
	OK(ct_node_variable(of_leaf, &variable));
	ck_assert_ptr_eq(variable, x);
	OK(ct_node_variable(of_leaf, NULL));
	ck_assert_ptr_eq(ct_node_next(ct_node_next(of_sum, 0, NULL), 0, NULL), of_leaf);
	ct_tensor_free(variable);
	ct_node_free(of_leaf);
	ct_node_free(of_sum);
	ct_tensor_free(sum);
}
END_TEST

START_TEST(edge_says_which_of_several_results_it_is)
{
	ct_tensor *step = times(x, 1), **pieces, *last;
	ct_node *node;
	int64_t n, input_nr;

	OK(ct_unbind_int(step, 0, &pieces, &n));
	last = times(pieces[2], 3);
	OK(ct_tensor_gradient_edge(pieces[2], &node, &input_nr));
	ck_assert_int_eq(input_nr, 2);
	ck_assert_int_eq(ct_node_input_count(node), 3);
	ct_node_free(node);
	OK(ct_tensor_grad_fn(last, &node));
	ck_assert_str_eq(ct_node_name(ct_node_next(node, 0, &input_nr)), "UnbindBackward0");
	ck_assert_int_eq(input_nr, 2);
	ct_node_free(node);
	ct_tensor_free(last);
	ct_tensors_free(pieces, n);
	ct_tensor_free(step);
}
END_TEST

START_TEST(node_tells_what_its_inputs_are)
{
	ct_tensor *doubled, *matrix_tensor;
	ct_node *node;

	OK(ct_to_dtype(x, CT_FLOAT64, false, false, CT_PRESERVE_FORMAT, &doubled));
	OK(ct_reshape(doubled, (int64_t[]){ 3, 1 }, 2, &matrix_tensor));
	OK(ct_tensor_grad_fn(matrix_tensor, &node));
	ck_assert_int_eq(ct_node_input_count(node), 1);
#if HAS_NODE_SHAPES
	ck_assert_int_eq(ct_node_input_dim(node, 0), 2);
	ck_assert_int_eq(ct_node_input_shape(node, 0)[0], 3);
	ck_assert_int_eq(ct_node_input_shape(node, 0)[1], 1);
#else
	LEFT_OUT("node_tells_what_its_inputs_are: shapes", "libtorch does not tell them");
	ck_assert_int_eq(ct_node_input_dim(node, 0), -1);
	ck_assert_ptr_null(ct_node_input_shape(node, 0));
#endif
	ck_assert_int_eq(ct_node_input_dtype(node, 0), CT_FLOAT64);
	ck_assert_int_eq(ct_node_input_device(node, 0).type, CT_DEVICE_TYPE_CPU);
	ck_assert_int_eq(ct_node_input_dim(node, 1), -1);
	ck_assert_ptr_null(ct_node_input_shape(node, -1));
	ck_assert_int_eq(ct_node_input_dtype(node, 1), CT_DTYPE_NONE);
	ck_assert_int_eq(ct_node_input_device(node, 7).type, CT_DEVICE_TYPE_NONE);
	ct_node_free(node);
	ct_tensor_free(matrix_tensor);
	ct_tensor_free(doubled);
}
END_TEST

START_TEST(later_operations_have_higher_numbers)
{
	ct_tensor *first = times(x, 1), *second = times(x, 2);
	ct_node *earlier, *later;

	OK(ct_tensor_grad_fn(first, &earlier));
	OK(ct_tensor_grad_fn(second, &later));
	ck_assert(ct_node_sequence_nr(earlier) < ct_node_sequence_nr(later));
	ct_node_free(earlier);
	ct_node_free(later);
	ct_tensor_free(first);
	ct_tensor_free(second);
}
END_TEST

START_TEST(no_node_has_nothing_to_tell)
{
	ct_node_free(NULL);
	ck_assert_ptr_null(ct_node_retain(NULL));
	ck_assert_str_eq(ct_node_name(NULL), "");
	ck_assert_int_eq(ct_node_next_count(NULL), -1);
	ck_assert_ptr_null(ct_node_next(NULL, 0, NULL));
	ck_assert_int_eq(ct_node_input_count(NULL), -1);
	ck_assert_int_eq(ct_node_input_dim(NULL, 0), -1);
	ck_assert_int_eq(ct_node_input_dtype(NULL, 0), CT_DTYPE_NONE);
	ck_assert(ct_node_sequence_nr(NULL) == 0);
	FAILS(ct_node_variable(NULL, NULL),
	      "ArgumentError: ct_node_variable: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_grad_fn(NULL, NULL),
	      "ArgumentError: ct_tensor_grad_fn: argument 1 (self) must not be NULL");
}
END_TEST

/* --- All nodes ------------------------------------------------------------------------------- */

struct visited {
	const ct_node *nodes[64];
	int64_t n;
};

static ct_error note_node(const ct_node *node, void *context)
{
	struct visited *visited = context;

	visited->nodes[visited->n++] = node;
	return NULL;
}

static int64_t place_of(const struct visited *visited, const ct_node *node)
{
	for (int64_t i = 0; i < visited->n; i++)
		if (visited->nodes[i] == node)
			return i;
	ck_abort_msg("a node was not visited");
	return -1;
}

/* 12 times x = x + x: 4096 paths through 12 nodes. */
START_TEST(every_node_is_visited_once_and_behind_all_that_lead_to_it)
{
	struct visited visited = { { NULL }, 0 };
	ct_tensor *sum = times(x, 1), *next;

	for (int i = 0; i < 12; i++) {
		OK(ct_add_Tensor(sum, sum, ct_scalar_int(1), &next));
		ct_tensor_free(sum);
		sum = next;
	}
	OK(ct_graph_visit(CT_TENSORS(sum), note_node, &visited));
	ck_assert_int_eq(visited.n, 14);
	for (int64_t i = 0; i < visited.n; i++)
		for (int64_t j = 0; j < ct_node_next_count(visited.nodes[i]); j++) {
			const ct_node *after = ct_node_next(visited.nodes[i], j, NULL);

			if (after)
				ck_assert_int_lt(i, place_of(&visited, after));
		}
	ct_tensor_free(sum);
}
END_TEST

START_TEST(several_tensors_are_visited_together)
{
	struct visited visited = { { NULL }, 0 };
	ct_tensor *square = product(x, x), *plain = number(1);
	ct_tensor *tensors[] = { sum_of(square), times(square, 2), plain, x, square };

	OK(ct_graph_visit(CT_TENSORS_OF(tensors, 5), note_node, &visited));
	ck_assert_int_eq(visited.n, 4);
	ct_tensor_free(tensors[0]);
	ct_tensor_free(tensors[1]);
	ct_tensor_free(plain);
	ct_tensor_free(square);
}
END_TEST

static ct_error stop(const ct_node *node, void *visits)
{
	(void)node;
	return ++*(int *)visits < 2 ? NULL : ct_error_new(CT_ERROR_INDEX, "stop", "enough");
}

START_TEST(visitor_s_error_ends_the_walk)
{
	ct_tensor *sum = sum_of_squares(x), *none = NULL;
	int visits = 0;

	FAILS(ct_graph_visit(CT_TENSORS(sum), stop, &visits), "IndexError: enough");
	ck_assert_int_eq(visits, 2);
	FAILS(ct_graph_visit(CT_TENSORS(sum), NULL, NULL),
	      "ArgumentError: ct_graph_visit: argument 2 (visit) must not be NULL");
	FAILS(ct_graph_visit(CT_TENSORS_OF(&sum, 0), stop, &visits),
	      "ArgumentError: ct_graph_visit: argument 1 (tensors): length is 0, but must be at "
	      "least 1");
	FAILS(ct_graph_visit(CT_TENSORS_OF(NULL, 1), stop, &visits),
	      "ArgumentError: ct_graph_visit: argument 1 (tensors) must not be NULL");
	FAILS(ct_graph_visit(CT_TENSORS(none), stop, &visits),
	      "ArgumentError: ct_graph_visit: argument 1 (tensors): element 0 must not be NULL");
	ct_tensor_free(sum);
}
END_TEST

static ct_error count(const ct_node *node, void *visits)
{
	(void)node;
	++*(int64_t *)visits;
	return NULL;
}

START_TEST(deep_graph_is_walked_drawn_and_gone)
{
	enum { DEPTH = 200000 };
	ct_tensor *deep = times(x, 1), *next;
	int64_t visits = 0;
	char *text;

	for (int i = 0; i < DEPTH; i++) {
		OK(ct_add_Tensor(deep, x, ct_scalar_int(1), &next));
		ct_tensor_free(deep);
		deep = next;
	}
	OK(ct_graph_visit(CT_TENSORS(deep), count, &visits));
	ck_assert_int_eq(visits, DEPTH + 2);
	OK(ct_graph_to_tree(CT_TENSORS(deep), NULL, &text));
	ck_assert_uint_lt(strlen(text), 100 * DEPTH);
	ct_free(text);
	OK(ct_graph_to_dot(CT_TENSORS(deep), NULL, &text));
	ck_assert_uint_lt(strlen(text), 100 * DEPTH);
	ct_free(text);
	ct_tensor_free(deep);
}
END_TEST

Suite *graphs_suite(void)
{
	Suite *suite = suite_create("graphs");
	TCase *tests = tests_of("graphs");

	tcase_set_timeout(tests, 120);
	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	tcase_add_test(tests, tensor_knows_the_node_that_made_it);
	tcase_add_test(tests, equal_nodes_are_equal_pointers);
	tcase_add_test(tests, handle_keeps_the_node_and_what_comes_after_it);
	tcase_add_test(tests, accumulate_node_knows_its_leaf);
	tcase_add_test(tests, edge_says_which_of_several_results_it_is);
	tcase_add_test(tests, node_tells_what_its_inputs_are);
	tcase_add_test(tests, later_operations_have_higher_numbers);
	tcase_add_test(tests, no_node_has_nothing_to_tell);
	tcase_add_test(tests, every_node_is_visited_once_and_behind_all_that_lead_to_it);
	tcase_add_test(tests, several_tensors_are_visited_together);
	tcase_add_test(tests, visitor_s_error_ends_the_walk);
	tcase_add_test(tests, deep_graph_is_walked_drawn_and_gone);
	suite_add_tcase(suite, tests);
	return suite;
}
