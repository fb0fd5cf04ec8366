/*
 * Groups with options and names of their own, and with a tensor that is there twice:
 * optim_groups.json.
 */
#include <ctorch/core/dtype.h>
#include <ctorch/nn/nn.h>

#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_groups");
}

static void tear_down(void)
{
	json_decref(cases);
}

static const json_t *case_of(const char *kind, size_t *from)
{
	for (; *from < json_array_size(cases); ++*from) {
		const json_t *one = json_array_get(cases, *from);

		if (!strcmp(expected_text(one, "kind"), kind))
			return json_array_get(cases, (*from)++);
	}
	return NULL;
}

/* Steps with gradients as run() of optim_common.py draws them, then Python's parameters and
 * state. */
static void assert_steps(const json_t *of_case, ct_optimizer *optimizer,
			 ct_tensor *const params[PARAMETERS])
{
	const json_t *wanted = expected_list(of_case, "params");

	run_all(optimizer, params, PARAMETERS, 0, (int)expected_int(of_case, "steps"));
	for (int i = 0; i < PARAMETERS; i++) {
		json_t *one = json_pack("{s:O}", "tensor", json_array_get(wanted, (size_t)i));

		assert_expected_tensor(params[i], one, "tensor", 0, name_of(of_case));
		json_decref(one);
	}
	assert_state(optimizer, json_object_get(of_case, "state"), 0, name_of(of_case));
}

START_TEST(a_group_steps_with_options_of_its_own)
{
	const json_t *of_case;
	size_t from = 0;
	int tested = 0;

	for (; (of_case = case_of("own", &from)) != NULL; tested++) {
		ct_value options = decode(json_object_get(of_case, "options"));
		ct_tensor *params[PARAMETERS];

		{
			CT_SCOPE;
			ct_optimizer *optimizer;

			draw_parameters(CT_FLOAT32, params);
			optimizer = make_from(expected_text(of_case, "class"),
					      json_object_get(of_case, "kwargs"),
					      CT_PARAMETERS_OF(params, 1));
			OK(ct_optimizer_add_param_group(optimizer, CT_PARAMETERS_OF(&params[1], 1),
							&options));
			assert_steps(of_case, optimizer, params);
		}
		ct_value_free(&options);
	}
	ck_assert_int_gt(tested, 0);
}
END_TEST

START_TEST(a_tensor_that_is_twice_in_a_group_has_one_state)
{
	const json_t *of_case;
	size_t from = 0;
	int tested = 0;

	for (; (of_case = case_of("twice", &from)) != NULL; tested++) {
		ct_tensor *params[PARAMETERS];

		{
			CT_SCOPE;
			ct_tensor *listed[PARAMETERS + 1];
			ct_optimizer *optimizer, *other;
			ct_value state;

			draw_parameters(CT_FLOAT32, params);
			memcpy(listed, params, sizeof params);
			listed[PARAMETERS] = params[0];
			optimizer = make_from(expected_text(of_case, "class"),
					      json_object_get(of_case, "kwargs"),
					      CT_PARAMETERS_OF(listed, PARAMETERS + 1));
			assert_steps(of_case, optimizer, params);
			other = make_from(expected_text(of_case, "class"),
					  json_object_get(of_case, "kwargs"),
					  CT_PARAMETERS_OF(listed, PARAMETERS + 1));
			OK(ct_optimizer_state_dict(optimizer, &state));
			OK(ct_optimizer_load_state_dict(other, &state));
			ct_value_free(&state);
			assert_state(other, json_object_get(of_case, "state"), 0, "loaded again");
		}
	}
	ck_assert_int_gt(tested, 0);
}
END_TEST

static void load_from(ct_optimizer *optimizer, const ct_optimizer *other)
{
	ct_value state;

	OK(ct_optimizer_state_dict(other, &state));
	OK(ct_optimizer_load_state_dict(optimizer, &state));
	ct_value_free(&state);
}

/* A step with one more gradient. */
static void step_with(ct_optimizer *optimizer, ct_tensor *parameter)
{
	OK(ct_tensor_set_grad(parameter, CT_E(ones_like, parameter)));
	OK(ct_optimizer_step(optimizer));
}

START_TEST(states_are_in_the_order_in_which_they_began)
{
	const json_t *of_case;
	size_t from = 0;
	int tested = 0;

	for (; (of_case = case_of("order", &from)) != NULL; tested++) {
		ct_tensor *params[PARAMETERS];

		{
			CT_SCOPE;
			ct_optimizer *optimizer, *other;

			draw_parameters(CT_FLOAT32, params);
			OK(make_case(of_case, params, &optimizer));
			OK(make_case(of_case, params, &other));
			step_with(optimizer, params[1]);
			load_from(other, optimizer);
			step_with(other, params[0]);
			assert_state(other, json_object_get(of_case, "state"), 0, name_of(of_case));
			load_from(optimizer, other);
			assert_state(optimizer, json_object_get(of_case, "state"), 0, "loaded");
		}
	}
	ck_assert_int_gt(tested, 0);
}
END_TEST

START_TEST(names_are_loaded_and_stay_if_there_are_none)
{
	static const char *const names[] = { "a", "b" };
	const json_t *of_case;
	size_t from = 0;

	of_case = case_of("names", &from);
	{
		CT_SCOPE;
		ct_module *model = CT_NN(Linear, 3, 2);
		ct_optimizer *named = CT_OPTIMIZER(SGD, CT_NAMED_PARAMETERS(model), .lr = 0.1);
		ct_optimizer *plain = CT_OPTIMIZER(SGD, CT_PARAMETERS(model), .lr = 0.5), *others;
		ct_tensor *weight, *bias;

		OK(ct_module_get_parameter(model, "weight", &weight));
		OK(ct_module_get_parameter(model, "bias", &bias));
		others = CT_OPTIMIZER(
			SGD, ((ct_parameters){ .tensors = (const ct_tensor *[]){ weight, bias },
					       .names = names,
					       .len = 2 }));
		OK(CT_DONE());
		assert_state(named, json_object_get(of_case, "named"), 0, "named");
		load_from(named, plain);
		assert_state(named, json_object_get(of_case, "unnamed"), 0, "unnamed");
		load_from(plain, others);
		assert_state(plain, json_object_get(of_case, "others"), 0, "others");
	}
}
END_TEST

START_TEST(a_state_of_other_groups_is_refused)
{
	ct_tensor *params[PARAMETERS];
	const json_t *of_case;
	size_t from = 0;
	ct_value state;

	of_case = case_of("others", &from);
	{
		CT_SCOPE;
		ct_optimizer *both, *one;

		draw_parameters(CT_FLOAT32, params);
		both = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(params, PARAMETERS), .lr = 0.5);
		one = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(params, 1), .lr = 0.1);
		OK(CT_DONE());
		OK(ct_optimizer_state_dict(one, &state));
		FAILS_AS_EXPECTED(ct_optimizer_load_state_dict(both, &state),
				  expected_text(of_case, "size"));
		ct_value_free(&state);
		OK(ct_optimizer_add_param_group(one, CT_PARAMETERS_OF(&params[1], 1), NULL));
		OK(ct_optimizer_state_dict(one, &state));
		FAILS_AS_EXPECTED(ct_optimizer_load_state_dict(both, &state),
				  expected_text(of_case, "number"));
		ct_value_free(&state);
		ck_assert_double_eq(ct_optimizer_lr(both, 0), 0.5);
	}
}
END_TEST

Suite *groups_suite(void)
{
	Suite *suite = suite_create("groups");
	TCase *tests = tcase_create("groups");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, a_group_steps_with_options_of_its_own);
	tcase_add_test(tests, a_tensor_that_is_twice_in_a_group_has_one_state);
	tcase_add_test(tests, states_are_in_the_order_in_which_they_began);
	tcase_add_test(tests, names_are_loaded_and_stay_if_there_are_none);
	tcase_add_test(tests, a_state_of_other_groups_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
