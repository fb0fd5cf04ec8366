/*
 * Complex parameters with weight decay. The kernels that the other suites use, since all processors
 * have them, round after each operation: only those of newer processors tell a sum of complex
 * numbers from one of pairs. So this program runs with the processor's own, and compares with
 * operators.
 */
#include <ctorch/calls/all.h>
#include <ctorch/tensor/generator.h>

#include "support.h"

enum { ELEMENTS = 100, COMPLEX_STEPS = 3 };

static const double decay = 0.1;

static ct_tensor *drawn(void)
{
	ct_tensor *result;

	OK(CT(randn, &result, CT_L(ELEMENTS), .dtype = CT_COMPLEX64));
	return result;
}

static ct_tensor *parameter(const ct_tensor *value)
{
	ct_tensor *result;

	OK(CT(clone, &result, value));
	OK(ct_tensor_set_requires_grad(result, true));
	return result;
}

static ct_optimizer *make(const char *class_name, ct_tensor *param, double weight_decay,
			  bool foreach)
{
	ct_value kwargs = ct_value_dict_new();
	ct_optimizer *optimizer;

	OK(ct_value_dict_set(&kwargs, ct_value_string("lr"), ct_value_float(0.3)));
	OK(ct_value_dict_set(&kwargs, ct_value_string("weight_decay"),
			     ct_value_float(weight_decay)));
	if (foreach)
		OK(ct_value_dict_set(&kwargs, ct_value_string("foreach"), ct_value_bool(true)));
	OK(ct_optimizer_new(class_name, CT_PARAMETERS_OF(&param, 1), NULL, &kwargs, &optimizer));
	ct_value_free(&kwargs);
	return optimizer;
}

/* The gradient with the decay of the parameter: in complex numbers, or in pairs. */
static ct_tensor *decayed(const ct_tensor *grad, const ct_tensor *param, bool in_pairs)
{
	ct_tensor *value, *result;

	OK(ct_detach(param, &value));
	result = in_pairs ? CT_E(view_as_complex,
				 CT_E(add, CT_E(view_as_real, grad), CT_E(view_as_real, value),
				      .alpha = CT_S(decay)))
			  : CT_E(add, grad, value, .alpha = CT_S(decay));
	OK(CT_FINISH(result, &result));
	return result;
}

static void assert_decay(const char *class_name, bool foreach)
{
	const ct_tensor *begin = drawn();
	ct_tensor *param = parameter(begin), *other = parameter(begin), *grad;
	ct_optimizer *optimizer = make(class_name, param, decay, foreach);
	ct_optimizer *without = make(class_name, other, 0, foreach);
	bool same;

	for (int step = 0; step < COMPLEX_STEPS; step++) {
		grad = drawn();
		OK(ct_tensor_set_grad(param, grad));
		OK(ct_tensor_set_grad(other, decayed(grad, other, foreach)));
		OK(ct_optimizer_step(optimizer));
		OK(ct_optimizer_step(without));
		OK(ct_equal(param, other, &same));
		ck_assert_msg(same, "%s, foreach %d, step %d", class_name, foreach, step);
	}
}

START_TEST(weight_decay_is_added_in_complex_numbers_and_with_foreach_in_pairs)
{
	static const char *const names[] = { "Adadelta", "Adagrad", "Adam", "Adamax", "RMSprop" };

	OK(ct_manual_seed(28));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		{
			CT_SCOPE;

			assert_decay(names[i], false);
			assert_decay(names[i], true);
		}
	}
}
END_TEST

/* Adadelta's first step, as Python's loop computes it. */
static ct_tensor *after_first_step(const ct_tensor *param, const ct_tensor *grad)
{
	const double lr = 0.3, rho = 0.9, eps = 1e-6;
	ct_tensor *pairs = CT_E(view_as_real, grad);
	ct_tensor *zeros = CT_E(zeros_like, pairs);
	ct_tensor *squares = CT_E(addcmul, zeros, pairs, pairs, .value = CT_S(1 - rho));
	ct_tensor *root = CT_E(sqrt, CT_E(add, squares, eps));
	ct_tensor *change = CT_E(div, CT_E(sqrt, CT_E(add, zeros, eps)), root), *result;

	change = CT_E(view_as_complex, CT_E(mul, change, pairs));
	OK(CT_FINISH(CT_E(add, param, change, .alpha = CT_S(-lr)), &result));
	return result;
}

START_TEST(adadelta_moves_complex_numbers)
{
	bool same;

	OK(ct_manual_seed(28));
	{
		CT_SCOPE;
		/* As small as the change. */
		const ct_tensor *begin = CT_E(mul, drawn(), 1e-3);
		ct_tensor *param = parameter(begin), *grad = drawn();

		OK(ct_tensor_set_grad(param, grad));
		OK(ct_optimizer_step(make("Adadelta", param, 0, false)));
		OK(ct_equal(param, after_first_step(begin, grad), &same));
		ck_assert(same);
	}
}
END_TEST

static Suite *kernels_suite(void)
{
	Suite *suite = suite_create("complex kernels");
	TCase *tests = tcase_create("complex kernels");

	tcase_add_test(tests, weight_decay_is_added_in_complex_numbers_and_with_foreach_in_pairs);
	tcase_add_test(tests, adadelta_moves_complex_numbers);
	suite_add_tcase(suite, tests);
	return suite;
}

int main(void)
{
	return run_suites((Suite *(*const[])(void)){ kernels_suite, NULL });
}
