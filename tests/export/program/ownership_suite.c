/*
 * Who owns what a run makes: nothing is left after it, nor after an error in it.
 */
#include "support.h"

static ct_tensor *indices(int64_t last)
{
	const int64_t at[] = { 0, last };
	ct_tensor *made;

	OK(ct_tensor_from_data(at, CT_INT64, CT_L(2), &made));
	return made;
}

START_TEST(results_belong_to_the_callers_scope)
{
	ct_export *program = load_fixture("small/failing.pt2");
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	ct_tensor **results;
	int64_t n;

	OK(ct_export_run(program, CT_TENSORS(CT_E(ones, CT_L(3, 2)), indices(1)), &results, &n));
	ck_assert_int_eq(n, 2);
	ck_assert_int_eq(live_handles() - before, 4);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
	ct_export_free(program);
}
END_TEST

START_TEST(results_without_a_scope_are_the_callers)
{
	ct_export *program = load_fixture("small/training.pt2");
	const int64_t before = live_handles();
	ct_tensor *x, **results;
	int64_t n;

	OK(CT(ones, &x, CT_L(2, 4)));
	OK(ct_export_run(program, CT_TENSORS(x), &results, &n));
	ck_assert_int_eq(live_handles() - before, 2);
	ct_tensors_free(results, n);
	ct_tensor_free(x);
	ck_assert_int_eq(live_handles(), before);
	ct_export_free(program);
}
END_TEST

START_TEST(values_own_their_tensors)
{
	ct_export *program = load_fixture("small/aliases.pt2");
	const int64_t before = live_handles();
	ct_value result;

	{
		CT_SCOPE;
		ct_tensor *x = CT_E(ones, CT_L(2, 2));
		const ct_value args[] = { ct_value_tensor(x), ct_value_tensor(x) };

		OK(ct_export_call(program, args, 2, NULL, NULL, 0, &result));
	}
	ck_assert_int_eq(live_handles() - before, 4);
	ct_value_free(&result);
	ck_assert_int_eq(live_handles(), before);
	ct_export_free(program);
}
END_TEST

START_TEST(error_in_the_middle_leaves_nothing)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/failing.pt2");
	ct_tensor *x = CT_E(ones, CT_L(3, 2)), *index = indices(9), **results = NULL;
	const int64_t before = live_handles();
	int64_t n = 77;

	for (int i = 0; i < 10; i++)
		FAILS_WITH(ct_export_run(program, CT_TENSORS(x, index), &results, &n),
			   CT_ERROR_INDEX, "index_select");
	ck_assert_int_eq(live_handles(), before);
	ck_assert(results == NULL && n == 77);
	index = indices(1);
	OK(ct_export_run(program, CT_TENSORS(x, index), &results, &n));
	ck_assert(value_of(results[1]) == 11); /* the lock was released, the writes stay */
	ct_tensors_free(results, n);
	ct_export_free(program);
}
END_TEST

START_TEST(inputs_stay_the_same)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_tensor *x = CT_E(ones, CT_L(2, 4)), *y;

	OK(ct_module_forward(ct_export_module(program), x, &y));
	ck_assert(value_of(CT_E(sum, x)) == 8);
	ck_assert(!ct_tensor_requires_grad(x));
	ct_export_free(program);
}
END_TEST

START_TEST(memory_does_not_grow)
{
	ct_export *program = load_fixture("gpt_tiny.training.pt2");
	ct_value inputs, args, first;
	ct_memory_usage before, after;

	OK(ct_export_sample_inputs(program, &inputs));
	OK(ct_value_item(&inputs, 0, &args));
	OK(ct_value_item(&args, 0, &first));
	for (int i = 0; i < 40; i++) {
		ct_value result;

		OK(ct_export_call(program, &first, 1, NULL, NULL, 0, &result));
		ct_value_free(&result);
		if (i == 9)
			ct_memory_stats(NULL, &before);
	}
	ct_memory_stats(NULL, &after);
	if (allocator_tells() && !is_checked()) /* that remembers released handles */
		ck_assert_int_lt(after.allocated_bytes - before.allocated_bytes, 100000);
	ct_value_free(&inputs);
	ct_export_free(program);
}
END_TEST

/* --- Programs and their modules --------------------------------------------------------------- */

START_TEST(module_lives_longer_than_the_program)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_module *module = ct_module_retain(ct_export_module(program));
	ct_tensor *x = CT_E(ones, CT_L(2, 4)), *y;

	ct_export_free(program);
	OK(ct_module_forward(module, x, &y));
	ck_assert_int_eq(ct_tensor_size(y, 0), 2);
	ct_module_free(module);
}
END_TEST

START_TEST(parameter_lives_longer_than_the_program)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_tensor *weight;

	OK(ct_module_get_parameter(ct_export_module(program), "first.weight", &weight));
	weight = ct_tensor_retain(weight);
	ct_export_free(program);
	ck_assert(value_of(CT_E(max, weight)) < 1);
}
END_TEST

START_TEST(program_has_several_handles)
{
	CT_SCOPE;
	ct_export *program = load_fixture("small/training.pt2");
	ct_export *other = ct_export_retain(program);
	ct_tensor *x = CT_E(ones, CT_L(2, 4)), *y;

	ck_assert_ptr_eq(other, program);
	ct_export_free(program);
	OK(ct_module_forward(ct_export_module(other), x, &y));
	ct_export_free(other);
}
END_TEST

/* A program belongs to no scope. */
START_TEST(program_outlives_the_scope_it_was_loaded_in)
{
	ct_export *program, *clone;
	ct_tensor *x, *y;

	{
		CT_SCOPE;
		program = load_fixture("small/counting.pt2");
		OK(ct_export_clone(program, &clone));
	}
	OK(CT(ones, &x, CT_L(2)));
	OK(ct_module_forward(ct_export_module(program), x, &y));
	ct_tensor_free(y);
	OK(ct_module_forward(ct_export_module(clone), x, &y));
	ct_tensor_free(y);
	ct_tensor_free(x);
	ct_export_free(program);
	ct_export_free(clone);
}
END_TEST

Suite *ownership_suite(void)
{
	Suite *suite = suite_create("ownership");
	TCase *tests = tests_of("ownership");

	tcase_add_test(tests, results_belong_to_the_callers_scope);
	tcase_add_test(tests, results_without_a_scope_are_the_callers);
	tcase_add_test(tests, values_own_their_tensors);
	tcase_add_test(tests, error_in_the_middle_leaves_nothing);
	tcase_add_test(tests, inputs_stay_the_same);
	tcase_add_test(tests, memory_does_not_grow);
	tcase_add_test(tests, module_lives_longer_than_the_program);
	tcase_add_test(tests, parameter_lives_longer_than_the_program);
	tcase_add_test(tests, program_has_several_handles);
	tcase_add_test(tests, program_outlives_the_scope_it_was_loaded_in);
	suite_add_tcase(suite, tests);
	return suite;
}
