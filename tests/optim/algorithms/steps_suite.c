/*
 * Steps of every optimizer with every option, beside Python's: optim_steps.json.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/ops/all.h>

#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_steps");
}

static void tear_down(void)
{
	json_decref(cases);
}

static double tolerance_of(const json_t *of_case)
{
	return json_object_get(of_case, "tolerance") ? expected_double(of_case, "tolerance") : 0;
}

/* Loads the optimizer's own state: tensors get the dtype of the parameters. */
static void resume(ct_optimizer *optimizer)
{
	ct_value state;

	OK(ct_optimizer_state_dict(optimizer, &state));
	OK(ct_optimizer_load_state_dict(optimizer, &state));
	ct_value_free(&state);
}

/* Parameters, printed form and state dict after all steps. */
static void assert_case(const json_t *of_case)
{
	const json_t *wanted = expected_list(of_case, "params");
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer;
	char *text;

	draw_parameters(expected_dtype(expected_text(of_case, "dtype")), params);
	OK(make_case(of_case, params, &optimizer));
	OK(ct_optimizer_to_string(optimizer, &text));
	ck_assert_str_eq(text, expected_text(of_case, "repr"));
	run_steps(optimizer, params, 0, STEPS / 2);
	if (json_object_get(of_case, "resumed"))
		resume(optimizer);
	run_steps(optimizer, params, STEPS / 2, STEPS);
	for (int i = 0; i < number_of(of_case); i++) {
		json_t *one = json_pack("{s:O}", "tensor", json_array_get(wanted, (size_t)i));

		assert_expected_tensor(params[i], one, "tensor", tolerance_of(of_case),
				       name_of(of_case));
		json_decref(one);
	}
	assert_state(optimizer, json_object_get(of_case, "state"), tolerance_of(of_case),
		     name_of(of_case));
}

START_TEST(steps_are_pythons)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		if (!json_object_get(of_case, "params"))
			continue;
		{
			CT_SCOPE;

			assert_case(of_case);
		}
	}
}
END_TEST

/* Python's state in the middle goes on here, and ours there. */
static void assert_resumed(const json_t *of_case)
{
	const json_t *middle = json_object_get(of_case, "middle");
	ct_tensor *params[PARAMETERS], *others[PARAMETERS];
	ct_optimizer *optimizer, *other;
	ct_value state;

	draw_parameters(CT_FLOAT32, params);
	OK(make_case(of_case, params, &optimizer));
	run_steps(optimizer, params, 0, STEPS / 2);
	assert_state(optimizer, json_object_get(middle, "state"), tolerance_of(of_case), "middle");
	for (int i = 0; i < PARAMETERS; i++) {
		OK(ct_detach(params[i], &others[i]));
		OK(ct_clone(others[i], CT_MEMORY_FORMAT_NONE, &others[i]));
		OK(ct_tensor_set_requires_grad(others[i], true));
	}
	OK(make_case(of_case, others, &other));
	state = decode(json_object_get(middle, "state"));
	OK(ct_optimizer_load_state_dict(other, &state));
	ct_value_free(&state);
	run_steps(other, others, STEPS / 2, STEPS);
	assert_state(other, json_object_get(of_case, "state"), tolerance_of(of_case),
		     name_of(of_case));
}

START_TEST(runs_go_on_from_pythons_state)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		if (!json_object_get(of_case, "middle"))
			continue;
		{
			CT_SCOPE;

			assert_resumed(of_case);
		}
	}
}
END_TEST

START_TEST(bad_arguments_are_pythons_errors)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		ct_tensor *params[PARAMETERS];
		ct_optimizer *made = NULL;

		if (!json_object_get(of_case, "error"))
			continue;
		{
			CT_SCOPE;
			ct_error error;

			draw_parameters(CT_FLOAT32, params);
			error = make_case(of_case, params, &made);
			assert_expected_error(error, of_case, name_of(of_case));
			ct_error_free(error);
			ck_assert_ptr_null(made);
		}
	}
}
END_TEST

START_TEST(capturable_is_refused_on_a_cpu)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		ct_tensor *params[PARAMETERS], *grad;
		ct_optimizer *optimizer;

		if (!json_object_get(of_case, "step_error"))
			continue;
		{
			CT_SCOPE;

			draw_parameters(CT_FLOAT32, params);
			OK(make_case(of_case, params, &optimizer));
			OK(ct_ones_like(params[0], CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE,
					NULL, CT_MEMORY_FORMAT_NONE, &grad));
			OK(ct_tensor_set_grad(params[0], grad));
			FAILS_AS_EXPECTED(ct_optimizer_step(optimizer),
					  expected_text(of_case, "step_error"));
		}
	}
}
END_TEST

Suite *steps_suite(void)
{
	Suite *suite = suite_create("steps");
	TCase *tests = tcase_create("steps");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, steps_are_pythons);
	tcase_add_test(tests, runs_go_on_from_pythons_state);
	tcase_add_test(tests, bad_arguments_are_pythons_errors);
	tcase_add_test(tests, capturable_is_refused_on_a_cpu);
	suite_add_tcase(suite, tests);
	return suite;
}
