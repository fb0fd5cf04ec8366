/*
 * Running programs: arguments, results, and what is refused.
 */
#include <string.h>

#include "support.h"

static ct_tensor *filled(int64_t n, double value)
{
	ct_tensor *x;

	OK(CT(full, &x, CT_L(n), value));
	return x;
}

/* --- Nested arguments ------------------------------------------------------------------------- */

/* The arguments of small/nested.pt2: ([x, (y, z)], {"a": a, "b": b}, scale=2.0). */
struct nested {
	ct_value inner[2], pair[2], table[4], args[2], scale;
};

static void fill_nested(struct nested *self)
{
	self->inner[0] = ct_value_tensor(filled(3, 2));
	self->inner[1] = ct_value_tensor(filled(3, 3));
	self->pair[0] = ct_value_tensor(filled(3, 1));
	self->pair[1] = ct_value_tuple(self->inner, 2);
	self->table[0] = ct_value_string("b");
	self->table[1] = ct_value_tensor(filled(3, 5));
	self->table[2] = ct_value_string("a");
	self->table[3] = ct_value_tensor(filled(3, 4));
	self->args[0] = ct_value_list(self->pair, 2);
	self->args[1] = ct_value_dict(self->table, 2);
	self->scale = ct_value_float(2);
}

static const char *const scale_name[] = { "scale", "table" };

static ct_error call_nested(ct_export *program, const struct nested *self, ct_value *result)
{
	return ct_export_call(program, self->args, 2, scale_name, &self->scale, 1, result);
}

START_TEST(nested_arguments_and_results)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	struct nested given;
	ct_value result;
	ct_tensor *x;

	fill_nested(&given);
	OK(call_nested(program, &given, &result));
	ck_assert_int_eq(ct_value_count(&result), 3);
	OK(ct_value_at_tensor(&result, "/sum/0", &x));
	ck_assert(value_of(CT_E(max, x)) == 3);
	OK(ct_value_at_tensor(&result, "/sum/1", &x));
	ck_assert(value_of(CT_E(max, x)) == 6);
	OK(ct_value_at_tensor(&result, "/b/0", &x));
	ck_assert(value_of(CT_E(max, x)) == 1);
	OK(ct_value_move_to_scope(&result));
	ct_export_free(program);
}
END_TEST

START_TEST(positional_arguments_may_have_names)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	struct nested given;
	ct_value named[2], result;

	fill_nested(&given);
	named[0] = given.scale;
	named[1] = given.args[1];
	OK(ct_export_call(program, given.args, 1, scale_name, named, 2, &result));
	OK(ct_value_move_to_scope(&result));
	FAILS_WITH(ct_export_call(program, given.args, 2, scale_name, named, 2, &result),
		   CT_ERROR_VALUE, "of the arguments by name, 1 of 2 exist");
	FAILS_WITH(ct_export_call(program, given.args, 1, scale_name, named, 1, &result),
		   CT_ERROR_VALUE, "the argument table is missing");
	FAILS_WITH(ct_export_call(program, given.args, 2, NULL, NULL, 0, &result), CT_ERROR_VALUE,
		   "the argument scale is missing");
	FAILS_WITH(ct_export_call(program, given.args, 2, (const char *const[]){ NULL }, named, 1,
				  &result),
		   CT_ERROR_ARGUMENT, "argument 4 (names)");
	ct_export_free(program);
}
END_TEST

START_TEST(list_may_stand_for_a_tuple)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	struct nested given;
	ct_value result;

	fill_nested(&given);
	given.pair[1] = ct_value_list(given.inner, 2);
	OK(call_nested(program, &given, &result));
	OK(ct_value_move_to_scope(&result));
	ct_export_free(program);
}
END_TEST

START_TEST(other_structures_are_refused)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	struct nested given;
	ct_value result = ct_value_int(5);

	fill_nested(&given);
	given.args[0] = ct_value_list(given.pair, 1);
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_VALUE, "list of 2 items has 1");
	fill_nested(&given);
	given.args[0] = given.pair[0];
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_VALUE,
		   "a tuple or a list is expected");
	fill_nested(&given);
	given.args[1] = given.pair[0];
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_VALUE, "a dict is expected");
	fill_nested(&given);
	given.table[0] = ct_value_string("c");
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_KEY, "'b'");
	fill_nested(&given);
	given.inner[0] = ct_value_list(given.pair, 1);
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_TYPE, "pair[1][0]");
	fill_nested(&given);
	given.inner[0] = ct_value_none();
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_TYPE,
		   "the input pair[1][0] must be a Tensor, but is None");
	ck_assert(result.kind == CT_VALUE_INT && result.i == 5);
	ct_export_free(program);
}
END_TEST

START_TEST(constant_inputs_must_be_the_same)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	struct nested given;
	ct_value result;

	fill_nested(&given);
	given.scale = ct_value_float(3);
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_ASSERTION,
		   "Guard failed: scale == 2.0");
	given.scale = ct_value_int(3);
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_ASSERTION,
		   "Guard failed: scale == 2.0");
	given.scale = ct_value_int(2); /* 2 == 2.0, as in Python */
	OK(call_nested(program, &given, &result));
	ct_value_free(&result);
	given.scale = ct_value_bool(true);
	FAILS_WITH(call_nested(program, &given, &result), CT_ERROR_TYPE,
		   "the input scale must be a float, but is bool");
	ct_export_free(program);
}
END_TEST

START_TEST(leaves_are_given_in_order)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	ct_value leaves[6], result, last;

	for (int i = 0; i < 5; i++)
		leaves[i] = ct_value_tensor(filled(3, i));
	leaves[5] = ct_value_float(2);
	OK(ct_export_run_leaves(program, leaves, 6, &result));
	ck_assert_int_eq(ct_value_count(&result), 4);
	OK(ct_value_item(&result, 3, &last));
	ck_assert(ct_value_is_none(&last));
	OK(ct_value_move_to_scope(&result));
	FAILS_WITH(ct_export_run_leaves(program, leaves, 5, &result), CT_ERROR_TYPE,
		   "the program has 6 inputs, but gets 5");
	FAILS_WITH(ct_export_run_leaves(program, NULL, 6, &result), CT_ERROR_TYPE, "");
	ct_export_free(program);
}
END_TEST

START_TEST(tensors_alone_leave_constants_out)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/nested.pt2");
	ct_tensor *inputs[5], **results;
	int64_t n;

	for (int i = 0; i < 5; i++)
		inputs[i] = filled(3, i);
	OK(ct_export_run(program, CT_TENSORS_OF(inputs, 5), &results, &n));
	ck_assert_int_eq(n, 3);
	ct_tensors_free(results, n);
	FAILS_WITH(ct_export_run(program, CT_TENSORS_OF(inputs, 4), &results, &n), CT_ERROR_TYPE,
		   "5");
	inputs[2] = NULL;
	FAILS_WITH(ct_export_run(program, CT_TENSORS_OF(inputs, 5), &results, &n), CT_ERROR_TYPE,
		   "the input pair[1][1] must be a Tensor, but is None");
	ct_export_free(program);
}
END_TEST

/* --- Tensors of other kinds ------------------------------------------------------------------- */

static void refuses(ct_tensor *x, int32_t kind, const char *message)
{
	ct_export *program = load_fixture("small/training.pt2");
	ct_tensor *y = UNTOUCHED;

	FAILS_WITH(ct_module_forward(ct_export_module(program), x, &y), kind, message);
	ck_assert_ptr_eq(y, UNTOUCHED);
	ct_export_free(program);
}

START_TEST(other_tensors_are_refused)
{
	CT_SCOPE;

	refuses(CT_E(ones, CT_L(2, 4), .dtype = CT_FLOAT64), CT_ERROR_TYPE,
		"the input x must be of the dtype float32, but is float64");
	refuses(CT_E(ones, CT_L(4)), CT_ERROR_TYPE,
		"the input x must be of 2 dimensions, but is of 1");
	refuses(CT_E(ones, CT_L(2, 4), .device = { CT_DEVICE_TYPE_META, -1 }), CT_ERROR_TYPE,
		"the input x must be on the device cpu, but is meta");
	refuses(CT_E(ones, CT_L(65, 4)), CT_ERROR_ASSERTION, "Guard failed: x.size()[0] <= 64");
	refuses(CT_E(ones, CT_L(2, 5)), CT_ERROR_ASSERTION, "Guard failed: x.size()[1] == 4");
}
END_TEST

/* --- Results ---------------------------------------------------------------------------------- */

START_TEST(results_of_all_kinds)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/aliases.pt2");
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), *y = CT_E(ones, CT_L(2, 2)), *given, *one, *other;
	const ct_value args[] = { ct_value_tensor(x), ct_value_tensor(y) };
	ct_value result, item;
	char *text;

	OK(ct_export_call(program, args, 2, NULL, NULL, 0, &result));
	OK(ct_value_at_tensor(&result, "/0", &given));
	OK(ct_value_at_tensor(&result, "/1", &one));
	OK(ct_value_at_tensor(&result, "/2", &other));
	ck_assert_ptr_eq(ct_tensor_data(given), ct_tensor_data(x));
	ck_assert_ptr_eq(ct_tensor_data(one), ct_tensor_data(other));
	OK(ct_value_at_tensor(&result, "/5", &one));
	ck_assert_ptr_eq(ct_tensor_data(one), ct_tensor_data(y));
	OK(ct_value_item(&result, 8, &item));
	OK(ct_value_to_string(&item, &text));
	ck_assert_str_eq(text, "'text'");
	ct_free(text);
	OK(ct_value_item(&result, 6, &item));
	ck_assert(item.kind == CT_VALUE_FLOAT && item.re == 1.5);
	OK(ct_value_move_to_scope(&result));
	ct_export_free(program);
	ck_assert(value_of(CT_E(sum, x)) == 4);
}
END_TEST

/* Each result is a handle of its own. */
START_TEST(results_are_released_one_by_one)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/aliases.pt2");
	ct_tensor *x = CT_E(ones, CT_L(2, 2)), *inputs[] = { x, x }, **results;
	int64_t n;

	OK(ct_export_run(program, CT_TENSORS_OF(inputs, 2), &results, &n));
	ck_assert_int_eq(n, 4);
	ct_tensor_free(results[0]);
	ct_tensor_free(results[1]);
	ck_assert(value_of(CT_E(sum, results[2])) == 8);
	ct_tensor_free(results[2]);
	ct_tensor_free(results[3]);
	ct_free(results);
	ck_assert(value_of(CT_E(sum, x)) == 4);
	ct_export_free(program);
}
END_TEST

/* --- Errors of operators ---------------------------------------------------------------------- */

START_TEST(error_names_the_node_and_the_line_in_python)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/failing.pt2");
	const int64_t wrong[] = { 0, 9 };
	int64_t n;
	ct_tensor *x = CT_E(ones, CT_L(3, 2)), *index, **results;

	OK(ct_tensor_from_data(wrong, CT_INT64, CT_L(2), &index));
	FAILS_WITH(ct_export_run(program, CT_TENSORS(x, index), &results, &n), CT_ERROR_INDEX,
		   "index_select");
	FAILS_WITH(ct_export_run(program, CT_TENSORS(x, index), &results, &n), CT_ERROR_INDEX,
		   "small.py:");
	ct_export_free(program);
}
END_TEST

Suite *calls_suite(void)
{
	Suite *suite = suite_create("calls");
	TCase *tests = tests_of("calls");

	tcase_add_test(tests, nested_arguments_and_results);
	tcase_add_test(tests, positional_arguments_may_have_names);
	tcase_add_test(tests, list_may_stand_for_a_tuple);
	tcase_add_test(tests, other_structures_are_refused);
	tcase_add_test(tests, constant_inputs_must_be_the_same);
	tcase_add_test(tests, leaves_are_given_in_order);
	tcase_add_test(tests, tensors_alone_leave_constants_out);
	tcase_add_test(tests, other_tensors_are_refused);
	tcase_add_test(tests, results_of_all_kinds);
	tcase_add_test(tests, results_are_released_one_by_one);
	tcase_add_test(tests, error_names_the_node_and_the_line_in_python);
	suite_add_tcase(suite, tests);
	return suite;
}
