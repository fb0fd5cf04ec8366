/*
 * Drawings of modules in Graphviz's language.
 */
#define _POSIX_C_SOURCE 200809L /* open_memstream() */
#include "summary_models.h"

#define HEAD                                                                             \
	"digraph modules {\n"                                                            \
	"\tnode [shape=box, style=filled, fillcolor=\"#e8e8e8\", fontname=monospace];\n" \
	"\tedge [fontname=monospace, fontsize=10];\n"                                    \
	"\trankdir=LR;\n"
#define BLUE ", fillcolor=\"#b5d8f0\""

static void check(const char *model, bool has_inputs, int64_t depth, const char *expected)
{
	CT_SCOPE;
	struct sample sample = sample_of(model);
	const ct_module_dot_options options = { .depth = depth };
	char *text;

	OK(ct_module_to_dot(sample.module,
			    CT_TENSORS_OF(sample.inputs, has_inputs ? sample.inputs_len : 0),
			    &options, &text));
	ck_assert_str_eq(text, expected);
}

START_TEST(every_module_has_a_box)
{
	check("mlp", false, 0,
	      HEAD "\tm0 [label=\"MLP\\n101,770 parameters\"];\n"
		   "\tm1 [label=\"fc1: Linear\\n100,480 parameters\"" BLUE "];\n"
		   "\tm0 -> m1;\n"
		   "\tm2 [label=\"fc2: Linear\\n1,290 parameters\"" BLUE "];\n"
		   "\tm0 -> m2;\n"
		   "}\n");
}
END_TEST

START_TEST(inputs_give_shapes_and_calls)
{
	check("loop", true, 0,
	      HEAD "\tm0 [label=\"Loop\\n20 parameters\\n(2, 4) -> (1, 2, 4)\\n2 calls\"];\n"
		   "\tm1 [label=\"step: Linear\\n20 parameters\\n(1, 2, 4) -> (1, 2, 4)\\n"
		   "3 calls\"" BLUE "];\n"
		   "\tm0 -> m1;\n"
		   "}\n");
}
END_TEST

START_TEST(a_shared_module_has_one_box_and_several_edges)
{
	check("shared", false, 2,
	      HEAD "\tm0 [label=\"Shared\\n97 parameters\"];\n"
		   "\tm1 [label=\"layers: ModuleList\\n40 parameters\"];\n"
		   "\tm0 -> m1;\n"
		   "\tm2 [label=\"0: Linear\\n20 parameters\"" BLUE "];\n"
		   "\tm1 -> m2;\n"
		   "\tm3 [label=\"1: Linear\\n20 parameters\"" BLUE "];\n"
		   "\tm1 -> m3;\n"
		   "\tm0 -> m2 [label=\"again\", style=dashed];\n"
		   "\tm4 [label=\"tail: Sequential\\n27 parameters\"];\n"
		   "\tm0 -> m4;\n"
		   "\tm5 [label=\"0: Linear\\n15 parameters\"" BLUE "];\n"
		   "\tm4 -> m5;\n"
		   "\tm6 [label=\"1: ReLU\"];\n"
		   "\tm4 -> m6;\n"
		   "\tm7 [label=\"2: Sequential\\n12 parameters\", peripheries=2];\n"
		   "\tm4 -> m7;\n"
		   "\tm9 [label=\"unused: Linear\\n30 parameters\"" BLUE "];\n"
		   "\tm0 -> m9;\n"
		   "}\n");
}
END_TEST

START_TEST(a_shared_module_is_drawn_where_the_depth_allows_it)
{
	check("shared", false, 1,
	      HEAD "\tm0 [label=\"Shared\\n97 parameters\"];\n"
		   "\tm1 [label=\"layers: ModuleList\\n40 parameters\", peripheries=2];\n"
		   "\tm0 -> m1;\n"
		   "\tm2 [label=\"again: Linear\\n20 parameters\"" BLUE "];\n"
		   "\tm0 -> m2;\n"
		   "\tm4 [label=\"tail: Sequential\\n27 parameters\", peripheries=2];\n"
		   "\tm0 -> m4;\n"
		   "\tm9 [label=\"unused: Linear\\n30 parameters\"" BLUE "];\n"
		   "\tm0 -> m9;\n"
		   "}\n");
}
END_TEST

START_TEST(frozen_parameters_are_marked)
{
	check("frozen", false, 1,
	      HEAD "\tm0 [label=\"CNN\\n64,436 parameters, 2,026 frozen\"" BLUE "];\n"
		   "\tm1 [label=\"features: Sequential\\n2,016 parameters, frozen\", "
		   "peripheries=2];\n"
		   "\tm0 -> m1;\n"
		   "\tm9 [label=\"head: Linear\\n62,410 parameters, 10 frozen\"" BLUE "];\n"
		   "\tm0 -> m9;\n"
		   "}\n");
	check("frozen", false, CT_ZERO,
	      HEAD "\tm0 [label=\"CNN\\n64,436 parameters, 2,026 frozen\"" BLUE
		   ", peripheries=2];\n"
		   "}\n");
}
END_TEST

START_TEST(names_are_quoted)
{
	CT_SCOPE;
	layer *m = CT_MODULE(layer, "A \"B\" \\", NULL);
	char *text;

	OK(CT_DONE());
	OK(ct_module_to_dot(ct_module_of(m), CT_NO_TENSORS, NULL, &text));
	ck_assert_str_eq(text, HEAD "\tm0 [label=\"A \\\"B\\\" \\\\\"];\n"
				    "}\n");
}
END_TEST

START_TEST(it_is_printed_as_it_is)
{
	CT_SCOPE;
	struct sample sample = sample_of("cnn");
	char *text, *printed = NULL;
	size_t length;
	FILE *file = open_memstream(&printed, &length);

	OK(ct_module_to_dot(sample.module, CT_TENSORS_OF(sample.inputs, 1), NULL, &text));
	OK(ct_module_print_dot(sample.module, CT_TENSORS_OF(sample.inputs, 1), NULL, file));
	fclose(file);
	ck_assert_str_eq(printed, text);
	free(printed);
	OK(ct_module_to_dot(sample.module, CT_TENSORS_OF(sample.inputs, 1), NULL, NULL));
}
END_TEST

START_TEST(errors_name_the_argument)
{
	CT_SCOPE;
	struct sample sample = sample_of("mlp");
	const ct_module_dot_options options = { .depth = -2 };

	FAILS(ct_module_to_dot(sample.module, CT_NO_TENSORS, &options, NULL),
	      "ArgumentError: ct_module_to_dot: argument 3 (options): depth is -2, but must be "
	      "at least 0");
	FAILS(ct_module_print_dot(sample.module, CT_TENSORS_OF(NULL, 2), NULL, NULL),
	      "ArgumentError: ct_module_print_dot: argument 2 (inputs) must not be NULL, since "
	      "its length is 2");
}
END_TEST

Suite *dot_suite(void)
{
	Suite *suite = suite_create("drawings of modules");
	TCase *tests = tests_of("DOT");

	tcase_add_test(tests, every_module_has_a_box);
	tcase_add_test(tests, inputs_give_shapes_and_calls);
	tcase_add_test(tests, a_shared_module_has_one_box_and_several_edges);
	tcase_add_test(tests, a_shared_module_is_drawn_where_the_depth_allows_it);
	tcase_add_test(tests, frozen_parameters_are_marked);
	tcase_add_test(tests, names_are_quoted);
	tcase_add_test(tests, it_is_printed_as_it_is);
	tcase_add_test(tests, errors_name_the_argument);
	suite_add_tcase(suite, tests);
	return suite;
}
