/*
 * Programs that write to their weights are recognized: small/counting.pt2 with other nodes in front.
 */
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define MODEL "models/model.json"

/* In the texts here a backtick is a quote. */
static void set_quotes(char *text)
{
	while ((text = strchr(text, '`')))
		*text = '"';
}

#define INPUT(name, argument) "{`name`: `" name "`, `arg`: " argument ", `kind`: 1}"
#define TENSOR(name) "{`as_tensor`: {`name`: `" name "`}}"
#define NODE(target, inputs, output)                                                             \
	"{`target`: `" target "`, `inputs`: [" inputs "], `outputs`: [" output "], `metadata`: " \
	"{}, `name`: `n`}"
#define ATEN(name, inputs, output) NODE("torch.ops.aten." name, inputs, output)

/* The first node of the program: it adds x to the count. */
#define FIRST \
	"{`target`: `torch.ops.aten.add_.Tensor`, `inputs`: [" INPUT("self", TENSOR("b_count"))
#define ADDS_TO(name) \
	"{`target`: `torch.ops.aten.add_.Tensor`, `inputs`: [" INPUT("self", TENSOR(name))

/* The program with the beginning of its first node replaced. */
static ct_export *load_beginning(const char *beginning)
{
	char from[] = FIRST, *to = malloc(strlen(beginning) + 1);
	ct_export *program = NULL;

	strcpy(to, beginning);
	set_quotes(from);
	set_quotes(to);
	OK(load_with("small/counting.pt2", MODEL, from, to, &program));
	free(to);
	return program;
}

/* What the buffer is after a run with ones. */
static double run_once(const ct_export *program, const char *name)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *module = ct_export_module(program);
	ct_tensor *y, *weight;

	OK(ct_module_forward(module, CT_E(ones, CT_L(2)), &y));
	OK(ct_module_get_buffer(module, name, &weight));
	return value_of(CT_E(min, weight));
}

/* --- Operators that may return their argument ------------------------------------------------- */

#define COUNT TENSOR("b_count")
#define SEEN TENSOR("seen")
#define NONE INPUT("", "{`as_none`: true}")

START_TEST(operator_may_return_its_argument)
{
	static const char *const nodes[] = {
		ATEN("dropout.default",
		     INPUT("input", COUNT) ", " INPUT("p", "{`as_float`: 0.5}") ", " INPUT(
			     "train", "{`as_bool`: false}"),
		     SEEN),
		ATEN("atleast_1d.default", INPUT("self", COUNT), SEEN),
		ATEN("broadcast_tensors.default",
		     INPUT("tensors", "{`as_tensors`: [{`name`: `b_count`}]}"),
		     "{`as_tensors`: [{`name`: `seen`}]}"),
		ATEN("einsum.default",
		     INPUT("equation", "{`as_string`: `i->i`}") ", " INPUT(
			     "tensors", "{`as_tensors`: [{`name`: `b_count`}]}"),
		     SEEN),
		ATEN("_unsafe_view.default",
		     INPUT("self", COUNT) ", " INPUT("size", "{`as_ints`: [2]}"), SEEN),
		ATEN("lift.default", INPUT("self", COUNT), SEEN),
		ATEN("view_as.default", INPUT("self", COUNT) ", " INPUT("other", TENSOR("x")),
		     SEEN),
	};

	for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
		char beginning[1024];
		ct_export *program;

		snprintf(beginning, sizeof beginning, "%s, %s", nodes[i], ADDS_TO("seen"));
		program = load_beginning(beginning);
		ck_assert(ct_export_is_mutating(program));
		ck_assert(run_once(program, "count") == 1);
		ct_export_free(program);
	}
}
END_TEST

START_TEST(result_with_memory_of_its_own_is_not_the_weight)
{
	static const char *const nodes[] = {
		ATEN("mul.Tensor", INPUT("self", COUNT) ", " INPUT("other", TENSOR("x")), SEEN),
		ATEN("multiply.Tensor", INPUT("self", COUNT) ", " INPUT("other", TENSOR("x")),
		     SEEN),
		ATEN("expand_as.default", INPUT("self", TENSOR("x")) ", " INPUT("other", COUNT),
		     SEEN),
	};

	for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
		char beginning[1024];
		ct_export *program;

		snprintf(beginning, sizeof beginning, "%s, %s", nodes[i], ADDS_TO("seen"));
		program = load_beginning(beginning);
		ck_assert(!ct_export_is_mutating(program));
		ck_assert(run_once(program, "count") == 0);
		ct_export_free(program);
	}
}
END_TEST

/* --- Other forms of nodes --------------------------------------------------------------------- */

START_TEST(inputs_without_names_are_in_order)
{
	ct_export *program = load_beginning(
		"{`target`: `torch.ops.aten.add_.Tensor`, `inputs`: [" INPUT("", COUNT));

	ck_assert(ct_export_is_mutating(program));
	ct_export_free(program);
}
END_TEST

START_TEST(operator_with_effects_writes)
{
	ct_export *program = load_beginning(NODE(
		"torch.ops.higher_order.with_effects",
		INPUT("", "{`as_none`: true}") ", " INPUT("", "{`as_operator`: `torch.ops.aten.mul_.Tensor`}") ", " INPUT(
			"", COUNT) ", " INPUT("", TENSOR("x")),
		"{`as_none`: true}, " SEEN) ", " ADDS_TO("seen"));

	ck_assert(ct_export_is_mutating(program));
	ck_assert(run_once(program, "count") == 1);
	ct_export_free(program);
}
END_TEST

/* Its schema does not say so. */
START_TEST(operator_of_another_dtype_may_update_statistics)
{
	ct_export *program = load_beginning(NODE(
		"torch.ops.higher_order.out_dtype",
		INPUT("", "{`as_operator`: `torch.ops.aten.batch_norm.default`}") ", " INPUT("", "{`as_scalar_type`: 7}") ", " INPUT(
			"",
			TENSOR("x")) ", " NONE ", " NONE
				     ", " INPUT("", COUNT) ", " INPUT("", TENSOR("b_view")) ", " INPUT("", "{`as_bool`: true}") ", " INPUT(
					     "",
					     "{`as_float`: 0.1}") ", " INPUT("",
									     "{`as_float`: 0.1}") ", " INPUT("",
													     "{`as_bool`: false}"),
		SEEN) ", " ATEN("add.Tensor", INPUT("self", SEEN) ", " INPUT("other", TENSOR("x")),
				TENSOR("more")) ", " ADDS_TO("more"));

	ck_assert(ct_export_is_mutating(program));
	ct_export_free(program);
}
END_TEST

/* A body with the input `a`. */
#define BODY(nodes, output)                                                            \
	NODE("torch.ops.higher_order.wrap",                                            \
	     INPUT("", "{`as_graph`: {`name`: `body`, `graph`: {`inputs`: [" TENSOR(   \
			       "a") "], `outputs`: [" output "], `nodes`: [" nodes     \
				    "], `tensor_values`: {}, `sym_int_values`: {}, "   \
				    "`sym_bool_values`: {}}}}") ", " INPUT("", COUNT), \
	     SEEN)                                                                     \
	", " ATEN("add.Tensor", INPUT("self", SEEN) ", " INPUT("other", TENSOR("x")),  \
		  TENSOR("more")) ", " ADDS_TO("more")
#define RELU(name) ATEN("relu_.default", INPUT("self", TENSOR(name)), TENSOR("c"))

START_TEST(inner_graph_may_write_to_its_own_values)
{
	ct_export *program = load_beginning(
		BODY(ATEN("neg.default", INPUT("self", TENSOR("a")), TENSOR("b")) ", " RELU("b"),
		     TENSOR("c")));

	ck_assert(!ct_export_is_mutating(program));
	ct_export_free(program);
	program = load_beginning(BODY(RELU("a"), TENSOR("c")));
	ck_assert(ct_export_is_mutating(program));
	ct_export_free(program);
}
END_TEST

/* --- Clones ----------------------------------------------------------------------------------- */

static ct_tensor *scale_of(const ct_export *program)
{
	ct_tensor *scale;

	OK(ct_module_get_parameter(ct_export_module(program), "scale", &scale));
	return scale;
}

START_TEST(clone_has_its_own_copy_of_a_written_parameter)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_export *program = load_beginning(ADDS_TO("p_scale")), *clone;
	ct_tensor *y;

	ck_assert(ct_export_is_mutating(program));
	OK(ct_export_clone(program, &clone));
	OK(ct_module_forward(ct_export_module(clone), CT_E(ones, CT_L(2)), &y));
	ck_assert(value_of(CT_E(min, scale_of(program))) == 2);
	ck_assert(value_of(CT_E(min, scale_of(clone))) == 3);
	ck_assert(ct_tensor_requires_grad(scale_of(clone)));
	ct_export_free(clone);
	ct_export_free(program);
}
END_TEST

/* --- The lock --------------------------------------------------------------------------------- */

struct inside {
	ct_export *program;
	int64_t runs;
};

/* Called while the program runs. */
static void use_again(const char *node, const char *target, int64_t nanoseconds, void *context)
{
	struct inside *inside = context;
	ct_module *module = ct_export_module(inside->program);
	ct_export *clone;
	ct_tensor *x, *y;

	(void)node;
	(void)target;
	(void)nanoseconds;
	inside->runs++;
	OK(CT(ones, &x, CT_L(2)));
	FAILS_WITH(ct_module_forward(module, x, &y), CT_ERROR_RUNTIME,
		   "the program runs already in this thread");
	FAILS_WITH(ct_export_clone(inside->program, &clone), CT_ERROR_RUNTIME,
		   "the program runs already in this thread");
	FAILS_WITH(ct_export_save(inside->program, "never.pt2"), CT_ERROR_RUNTIME,
		   "the program runs already in this thread");
	ct_tensor_free(x);
}

START_TEST(program_that_writes_is_not_used_within_its_own_run)
{
	ct_export *program = load_fixture("small/counting.pt2");
	struct inside inside = { .program = program };

	ct_export_set_profile(program, use_again, &inside, NULL);
	ck_assert(run_once(program, "count") == 1);
	ck_assert_int_eq(inside.runs, 3);
	ct_export_set_profile(program, NULL, NULL, NULL);
	ck_assert(run_once(program, "count") == 2);
	ct_export_free(program);
}
END_TEST

Suite *mutation_suite(void)
{
	Suite *suite = suite_create("mutation");
	TCase *tests = tests_of("mutation");

	tcase_add_test(tests, operator_may_return_its_argument);
	tcase_add_test(tests, result_with_memory_of_its_own_is_not_the_weight);
	tcase_add_test(tests, inputs_without_names_are_in_order);
	tcase_add_test(tests, operator_with_effects_writes);
	tcase_add_test(tests, operator_of_another_dtype_may_update_statistics);
	tcase_add_test(tests, inner_graph_may_write_to_its_own_values);
	tcase_add_test(tests, clone_has_its_own_copy_of_a_written_parameter);
	tcase_add_test(tests, program_that_writes_is_not_used_within_its_own_run);
	suite_add_tcase(suite, tests);
	return suite;
}
