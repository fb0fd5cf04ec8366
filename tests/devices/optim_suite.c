/*
 * Steps on the device beside those of Python: optim_devices.json.
 */
#include <ctorch/core/dtype.h>

#include "expected.h"
#include "support.h"
#include "values.h"

enum { OPTIM_STEPS = 8, ELEMENTS = 12 };

/* On the processor of the values they are the same bit for bit; square roots differ on others. */
static const double tolerance = 1e-6;

/* Exact in every dtype, with both signs, as in optim_devices.py. */
static ct_tensor *numbers(int step, ct_dtype dtype)
{
	const ct_tensor *sum = CT_E(add, CT_E(mul, CT_E(arange, ELEMENTS), 7), step * 5);
	const ct_tensor *number = CT_E(sub, CT_E(remainder, sum, 11), 5);

	return on_sim(CT_E(div, CT_E(to_dtype, number, dtype), 8));
}

static ct_optimizer *make_optimizer(const json_t *of_case, ct_tensor *param)
{
	ct_value kwargs = ct_value_dict_new();
	ct_optimizer *optimizer;
	const char *name;
	json_t *encoded;

	OK(ct_value_dict_set(&kwargs, ct_value_string("lr"), ct_value_float(0.1)));
	json_object_foreach (json_object_get(of_case, "kwargs"), name, encoded) {
		ct_value value = decode(encoded);

		OK(ct_value_dict_move(&kwargs, ct_value_string(name), &value));
	}
	OK(ct_optimizer_new(expected_text(of_case, "class"), CT_PARAMETERS_OF(&param, 1), NULL,
			    &kwargs, &optimizer));
	ct_value_free(&kwargs);
	return optimizer;
}

static void assert_state(const ct_optimizer *optimizer, const ct_tensor *param,
			 const json_t *of_case, const char *what)
{
	const json_t *one;
	size_t i;

	json_array_foreach (expected_list(of_case, "state"), i, one) {
		ct_tensor *tensor;
		ct_value value;

		OK(ct_optimizer_state(optimizer, param, expected_text(one, "name"), &value));
		OK(ct_value_as_tensor(&value, &tensor));
		assert_expected_tensor(tensor, one, "tensor", tolerance, what);
	}
}

static void assert_case(const json_t *of_case)
{
	const ct_dtype dtype = expected_dtype(expected_text(of_case, "dtype"));
	ct_optimizer *optimizer;
	ct_tensor *param;
	char what[100];

	CT_SCOPE;
	snprintf(what, sizeof what, "%s of %s, case %d", expected_text(of_case, "class"),
		 expected_text(of_case, "dtype"), (int)expected_int(of_case, "place"));
	param = numbers(0, dtype);
	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(param, true));
	optimizer = make_optimizer(of_case, param);
	if (expected_bool(of_case, "lr_tensor"))
		OK(ct_optimizer_set_lr_tensor(optimizer, on_sim(CT_E(full, CT_L(1), 0.1))));
	for (int step = 1; step <= OPTIM_STEPS; step++) {
		OK(ct_tensor_set_grad(param, numbers(step, dtype)));
		OK(ct_optimizer_step(optimizer));
	}
	assert_expected_tensor(param, of_case, "param", tolerance, what);
	assert_state(optimizer, param, of_case, what);
}

START_TEST(steps_are_pythons)
{
	json_t *cases = expected_cases("optim_devices"), *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case)
		assert_case(of_case);
	ck_assert_uint_gt(i, 0);
	json_decref(cases);
}
END_TEST

Suite *optim_suite(void)
{
	Suite *suite = suite_create("optim");
	TCase *tests = tests_on_sim("optim");

	tcase_add_test(tests, steps_are_pythons);
	suite_add_tcase(suite, tests);
	return suite;
}
