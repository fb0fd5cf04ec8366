/*
 * State dicts of older releases, and those that are refused: optim_loading.json.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>

#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_loading");
}

static void tear_down(void)
{
	json_decref(cases);
}

/* Calls the test, in a scope of its own, for each case with this member, of which there must be
 * some. */
static void test_cases_with(const char *member, void (*test)(const json_t *of_case))
{
	const json_t *of_case;
	int tested = 0;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		if (!json_object_get(of_case, member))
			continue;
		{
			CT_SCOPE;

			test(of_case);
		}
		tested++;
	}
	ck_assert_int_gt(tested, 0);
}

/* Goes on where Python wrote the state, with its parameters. */
static void assert_older(const json_t *of_case)
{
	const json_t *middle = expected_list(of_case, "middle");
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer;
	ct_value state;

	draw_parameters(CT_FLOAT32, params);
	OK(make_case(of_case, params, &optimizer));
	run_steps(optimizer, params, 0, STEPS / 2); /* for the generator */
	for (int i = 0; i < PARAMETERS; i++) {
		json_t *one = json_pack("{s:O}", "tensor", json_array_get(middle, (size_t)i));

		assert_expected_tensor(params[i], one, "tensor", 0, name_of(of_case));
		json_decref(one);
	}
	state = decode(json_object_get(of_case, "old"));
	OK(ct_optimizer_load_state_dict(optimizer, &state));
	ct_value_free(&state);
	assert_state(optimizer, json_object_get(of_case, "loaded"), 0, name_of(of_case));
	run_steps(optimizer, params, STEPS / 2, STEPS);
	assert_state(optimizer, json_object_get(of_case, "state"), 0, name_of(of_case));
}

START_TEST(what_an_older_release_lacks_is_added_as_in_python)
{
	test_cases_with("old", assert_older);
}
END_TEST

/* Fails with this text, and changes nothing. */
static void assert_refused(ct_optimizer *optimizer, const ct_value *state, const char *text)
{
	ct_value before, after;

	OK(ct_optimizer_state_dict(optimizer, &before));
	FAILS_AS_EXPECTED(ct_optimizer_load_state_dict(optimizer, state), text);
	OK(ct_optimizer_state_dict(optimizer, &after));
	assert_equal_values(&before, &after, true);
	ct_value_free(&before);
	ct_value_free(&after);
}

static void assert_bad(const json_t *of_case)
{
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer;
	ct_value state;

	draw_parameters(CT_FLOAT32, params);
	OK(make_case(of_case, params, &optimizer));
	run_steps(optimizer, params, 0, 2);
	state = decode(json_object_get(of_case, "bad"));
	assert_refused(optimizer, &state, expected_text(of_case, "error"));
	ct_value_free(&state);
}

START_TEST(a_state_dict_that_a_step_could_not_use_is_refused)
{
	test_cases_with("bad", assert_bad);
}
END_TEST

/* A state dict with the optimizer's groups and this state of the first parameter, which is
 * refused. */
static void assert_first_refused(ct_optimizer *optimizer, ct_value first, const char *text)
{
	const ct_value pair[] = { ct_value_int(0), first };
	ct_value state;

	OK(ct_optimizer_state_dict(optimizer, &state));
	OK(ct_value_dict_set(&state, ct_value_string("state"), ct_value_dict(pair, 1)));
	assert_refused(optimizer, &state, text);
	ct_value_free(&state);
}

START_TEST(the_state_of_a_parameter_is_complete_and_a_dict)
{
	ct_tensor *params[PARAMETERS];

	{
		CT_SCOPE;
		ct_value pair[] = { ct_value_string("step"), ct_value_float(1) };
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		optimizer = CT_OPTIMIZER(Adafactor, CT_PARAMETERS_OF(params, PARAMETERS));
		OK(CT_DONE());
		run_steps(optimizer, params, 0, 2);
		assert_first_refused(optimizer, ct_value_none(),
				     "TypeError: the state of a parameter must be a dict, not "
				     "NoneType");
		assert_first_refused(optimizer, ct_value_dict(pair, 1), "KeyError: 'row_var'");
		pair[1] = ct_value_none();
		assert_first_refused(
			optimizer, ct_value_dict(pair, 1),
			"TypeError: float() argument must be a string or a real number, "
			"not 'NoneType'");
	}
}
END_TEST

START_TEST(a_loaded_tensor_as_lr_is_a_copy)
{
	ct_tensor *params[PARAMETERS], *lr;
	ct_value state;

	{
		CT_SCOPE;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		lr = CT_E(scalar_tensor, 0.5);
		optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(params, PARAMETERS));
		OK(CT_DONE());
		OK(ct_optimizer_set(optimizer, 0, "lr", ct_value_tensor(lr)));
		OK(ct_optimizer_state_dict(optimizer, &state));
		OK(ct_optimizer_load_state_dict(optimizer, &state));
		OK(CT(fill__Scalar, lr, 0.25));
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 0), 0.5);
		ct_value_free(&state);
	}
}
END_TEST

START_TEST(a_loaded_tensor_that_two_groups_have_stays_one)
{
	ct_tensor *params[PARAMETERS], *lr;
	ct_value state, loaded;

	{
		CT_SCOPE;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		lr = CT_E(scalar_tensor, 0.5);
		optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(params, 1));
		OK(CT_DONE());
		OK(ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(params + 1, 1), NULL));
		OK(ct_optimizer_set(optimizer, 0, "lr", ct_value_tensor(lr)));
		OK(ct_optimizer_set(optimizer, 1, "lr", ct_value_tensor(lr)));
		OK(ct_optimizer_state_dict(optimizer, &state));
		OK(ct_optimizer_load_state_dict(optimizer, &state));
		OK(ct_optimizer_get(optimizer, 0, "lr", &loaded));
		OK(ct_value_as_tensor(&loaded, &lr));
		OK(CT(fill__Scalar, lr, 0.25));
		ck_assert_double_eq(ct_optimizer_lr(optimizer, 1), 0.25);
		ct_value_free(&state);
	}
}
END_TEST

/* --- options that are set later --------------------------------------------------------------- */

static ct_tensor *copy_of(const ct_tensor *tensor)
{
	ct_tensor *copy;

	OK(CT(clone, &copy, tensor));
	return copy;
}

/* A step fails and leaves parameters and state as they are. */
static void assert_step_fails(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS],
			      const char *text)
{
	ct_tensor *const copies[PARAMETERS] = { copy_of(params[0]), copy_of(params[1]) };
	ct_value before, after;
	bool equal;

	OK(ct_optimizer_state_dict(optimizer, &after));
	OK(ct_value_deepcopy(&after, &before));
	ct_value_free(&after);
	FAILS_AS_EXPECTED(ct_optimizer_step(optimizer), text);
	OK(ct_optimizer_state_dict(optimizer, &after));
	assert_equal_values(&before, &after, true);
	for (int i = 0; i < PARAMETERS; i++) {
		OK(ct_equal(copies[i], params[i], &equal));
		ck_assert(equal);
	}
	ct_value_free(&before);
	ct_value_free(&after);
}

static void assert_needs_state(const json_t *of_case)
{
	ct_value state, value = decode(json_object_get(of_case, "value"));
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer;

	draw_parameters(CT_FLOAT32, params);
	OK(make_case(of_case, params, &optimizer));
	run_steps(optimizer, params, 0, 2);
	OK(ct_optimizer_state_dict(optimizer, &state));
	OK(ct_optimizer_load_state_dict(optimizer, &state));
	OK(ct_optimizer_set(optimizer, 0, expected_text(of_case, "option"), value));
	assert_step_fails(optimizer, params, expected_text(of_case, "step_error"));
	ct_value_free(&state);
	ct_value_free(&value);
}

START_TEST(a_step_without_the_state_that_an_option_needs_changes_nothing)
{
	test_cases_with("option", assert_needs_state);
}
END_TEST

START_TEST(such_a_step_begins_no_other_parameter)
{
	ct_tensor *params[PARAMETERS];

	{
		CT_SCOPE;
		ct_optimizer *optimizer;

		draw_parameters(CT_FLOAT32, params);
		optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS_OF(params, PARAMETERS));
		OK(CT_DONE());
		run_steps(optimizer, params, 0, 1); /* without a gradient of the second one */
		OK(ct_tensor_set_grad(params[1], CT_E(ones_like, params[1])));
		OK(ct_optimizer_set(optimizer, 0, "amsgrad", ct_value_bool(true)));
		assert_step_fails(optimizer, params, "KeyError: 'max_exp_avg_sq'");
	}
}
END_TEST

Suite *loading_suite(void)
{
	Suite *suite = suite_create("loading");
	TCase *tests = tcase_create("loading");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, what_an_older_release_lacks_is_added_as_in_python);
	tcase_add_test(tests, a_state_dict_that_a_step_could_not_use_is_refused);
	tcase_add_test(tests, the_state_of_a_parameter_is_complete_and_a_dict);
	tcase_add_test(tests, a_loaded_tensor_as_lr_is_a_copy);
	tcase_add_test(tests, a_loaded_tensor_that_two_groups_have_stays_one);
	tcase_add_test(tests, a_step_without_the_state_that_an_option_needs_changes_nothing);
	tcase_add_test(tests, such_a_step_begins_no_other_parameter);
	suite_add_tcase(suite, tests);
	return suite;
}
