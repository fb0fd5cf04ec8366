/*
 * Operations with a backward of the program's own on the device: functions, and operators in C.
 */
#include <pthread.h>

#include "support.h"

/* --- Functions -------------------------------------------------------------------------------- */

/* What a function saw in its backward. */
struct seen {
	ct_device grad, saved, current;
	pthread_t thread;
	int backwards, releases;
};

static ct_error exp_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	CT_TRY(CT(exp, &outputs[0], inputs[0]));
	return ct_function_save_for_backward(context, CT_TENSORS_OF(outputs, 1));
}

static ct_error exp_backward(ct_function_context *context, ct_tensor *const *grads,
			     ct_tensor **results)
{
	struct seen *seen = *(struct seen **)ct_function_data(context);
	ct_tensor *saved;

	CT_TRY(ct_function_saved_tensors(context, &saved, 1));
	seen->grad = ct_tensor_device(grads[0]);
	seen->saved = ct_tensor_device(saved);
	seen->thread = pthread_self();
	seen->backwards++;
	if (seen->grad.type != CT_DEVICE_TYPE_CPU)
		CT_TRY(ct_device_current(seen->grad.type, &seen->current));
	return CT(mul, &results[0], grads[0], saved);
}

static ct_error exp_jvp(ct_function_context *context, ct_tensor *const *tangents,
			ct_tensor **results)
{
	(void)context;
	return CT(mul, &results[0], tangents[0], 3);
}

static void count_release(void *data)
{
	(*(struct seen **)data)->releases++;
}

static const ct_function my_exp = { .name = "MyExp",
				    .forward = exp_forward,
				    .backward = exp_backward,
				    .jvp = exp_jvp,
				    .inputs_len = 1,
				    .outputs_len = 1,
				    .data_size = sizeof(struct seen *),
				    .release = count_release };

static ct_tensor *leaf_on(ct_device device)
{
	ct_tensor *x = on_device(CT_E(linspace, -1, 1, 7), device);

	OK(CT_DONE());
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

static ct_tensor *apply(const ct_function *function, struct seen *seen, const ct_tensor *x)
{
	ct_tensor *y;

	OK(ct_function_apply(function, &seen, CT_TENSORS(x), &y, 1));
	return y;
}

/* The gradient of a function that is used twice, and the gradient of that. */
static void differentiate(ct_device device, struct seen *seen, ct_tensor *results[3])
{
	ct_tensor *x = leaf_on(device);
	const ct_tensor *y = apply(&my_exp, seen, CT_E(sin, apply(&my_exp, seen, x)));

	OK(CT_DONE());
	OK(CT(detach, &results[0], y));
	OK(ct_autograd_grad(CT_TENSORS(CT_E(sum, y)), CT_TENSORS(x),
			    &(ct_autograd_grad_options){ .create_graph = true }, &results[1]));
	OK(ct_autograd_grad(CT_TENSORS(CT_E(sum, CT_E(square, results[1]))), CT_TENSORS(x), NULL,
			    &results[2]));
	OK(CT(detach, &results[1], results[1]));
}

START_TEST(values_and_two_derivatives_are_those_of_the_cpu)
{
	struct seen there = { .releases = 0 }, here = { .releases = 0 };

	{
		CT_SCOPE;
		ct_tensor *got[3], *wanted[3];

		differentiate(SIM_DEVICE(1), &there, got);
		differentiate(CT_DEVICE_CPU, &here, wanted);
		assert_same(got[0], wanted[0], "values");
		assert_same(got[1], wanted[1], "gradients");
		assert_same(got[2], wanted[2], "gradients of gradients");
	}
	ck_assert_int_eq(there.backwards, here.backwards);
	ck_assert_int_eq(there.releases, 2);
}
END_TEST

/* Each device has a thread of the engine, in which it is the current one. */
START_TEST(backward_runs_in_the_thread_of_the_device)
{
	CT_SCOPE;
	struct seen seen = { .releases = 0 };

	OK(ct_tensor_backward(CT_E(sum, apply(&my_exp, &seen, leaf_on(SIM_DEVICE(1))))));
	ck_assert_int_eq(seen.grad.index, SIM_DEVICE(1).index);
	ck_assert_int_eq(seen.saved.index, SIM_DEVICE(1).index);
	ck_assert_int_eq(seen.current.index, SIM_DEVICE(1).index);
	ck_assert(!pthread_equal(seen.thread, pthread_self()));
	OK(ct_device_current(SIM_TYPE, &seen.current));
	ck_assert_int_eq(seen.current.index, 0);
}
END_TEST

static ct_error tangent_of(const ct_tensor *x, ct_tensor **tangent)
{
	struct seen seen = { .releases = 0 };
	ct_tensor *dual;

	CT_DUAL_LEVEL
	{
		CT_TRY(ct_forward_ad_make_dual(x, CT_E(full_like, x, 2), &dual));
		CT_TRY(ct_forward_ad_unpack_dual(apply(&my_exp, &seen, dual), NULL, tangent));
	}
	return NULL;
}

START_TEST(forward_mode_is_the_functions)
{
	CT_SCOPE;
	ct_tensor *tangent;

	OK(tangent_of(on_sim(CT_E(linspace, -1, 1, 7)), &tangent));
	assert_same(tangent, CT_E(full, CT_L(7), 6.0), "a tangent");
	OK(CT_DONE());
}
END_TEST

static ct_error failing_backward(ct_function_context *context, ct_tensor *const *grads,
				 ct_tensor **results)
{
	(void)context, (void)grads, (void)results;
	return ct_error_new(CT_ERROR_VALUE, NULL, "no gradient today");
}

/* From the device's thread to the caller, unchanged; the next backward works. */
START_TEST(an_error_in_backward_comes_back)
{
	CT_SCOPE;
	struct seen seen = { .releases = 0 };
	ct_function failing = my_exp;
	ct_tensor *x = leaf_on(SIM_DEVICE(0));

	failing.backward = failing_backward;
	FAILS(ct_tensor_backward(CT_E(sum, apply(&failing, &seen, x))),
	      "ValueError: no gradient today");
	OK(ct_tensor_backward(CT_E(sum, apply(&my_exp, &seen, x))));
	ck_assert_int_eq(seen.backwards, 1);
}
END_TEST

/* --- Operators -------------------------------------------------------------------------------- */

static ct_error twice(const ct_value *args, int64_t args_len, void *calls, ct_value *results,
		      int64_t results_len)
{
	ct_tensor *x, *doubled;

	(void)args_len, (void)results_len;
	++*(int *)calls;
	CT_TRY(ct_value_as_tensor(&args[0], &x));
	CT_TRY(CT(mul, &doubled, x, 2));
	results[0] = ct_value_tensor(doubled);
	return NULL;
}

static ct_error twice_backward(ct_function_context *noted, const ct_value *args, int64_t args_len,
			       const ct_value *grads, int64_t grads_len, void *context,
			       ct_value *input_grads, int64_t input_grads_len)
{
	ct_tensor *grad, *doubled;

	(void)noted, (void)args, (void)args_len, (void)grads_len, (void)context;
	(void)input_grads_len;
	CT_TRY(ct_value_as_tensor(&grads[0], &grad));
	CT_TRY(CT(mul, &doubled, grad, 2));
	input_grads[0] = ct_value_tensor(doubled);
	return NULL;
}

static ct_library *library_of_twice(void)
{
	ct_library *library;

	OK(ct_library_new("my", &library));
	OK(ct_library_define(library, "twice(Tensor self) -> Tensor"));
	OK(ct_library_set_backward(library, "twice", NULL, twice_backward, NULL, NULL));
	return library;
}

static ct_tensor *call_twice(const ct_tensor *x)
{
	const ct_value argument = ct_value_tensor(x);
	ct_value result;
	ct_tensor *tensor;

	OK(ct_call("my::twice", &argument, 1, &result, 1));
	OK(ct_value_move_to_scope(&result));
	OK(ct_value_as_tensor(&result, &tensor));
	return tensor;
}

static void check_twice(void)
{
	CT_SCOPE;
	ct_tensor *x = leaf_on(SIM_DEVICE(0)), *grad;
	const ct_tensor *y = call_twice(x);

	assert_same(CT_E(detach, y), CT_E(mul, CT_E(linspace, -1, 1, 7), 2), "twice");
	OK(ct_tensor_backward(CT_E(sum, y)));
	OK(ct_tensor_grad(x, &grad));
	assert_same(grad, CT_E(full, CT_L(7), 2.0), "a gradient");
	OK(CT_DONE());
}

START_TEST(an_operator_has_a_kernel_for_the_device)
{
	ct_library *library = library_of_twice();
	int of_cpu = 0, of_device = 0;

	OK(ct_library_implement(library, "twice", "CPU", twice, &of_cpu, NULL));
	OK(ct_library_implement(library, "twice", SIM_KEY, twice, &of_device, NULL));
	check_twice();
	ck_assert_int_eq(of_cpu, 0);
	ck_assert_int_eq(of_device, 1);
	ct_library_free(library);
}
END_TEST

/* By sim's fallback, as for libtorch's operators. */
START_TEST(an_operator_with_a_kernel_for_the_cpu_runs)
{
	NEEDS_SIM;
	ct_library *library = library_of_twice();
	int of_cpu = 0;

	OK(ct_library_implement(library, "twice", "CPU", twice, &of_cpu, NULL));
	check_twice();
	ck_assert_int_eq(of_cpu, 1);
	ct_library_free(library);
}
END_TEST

Suite *functions_suite(void)
{
	Suite *suite = suite_create("functions");
	TCase *tests = tests_on_sim("functions");

	tcase_add_test(tests, values_and_two_derivatives_are_those_of_the_cpu);
	tcase_add_test(tests, backward_runs_in_the_thread_of_the_device);
	tcase_add_test(tests, forward_mode_is_the_functions);
	tcase_add_test(tests, an_error_in_backward_comes_back);
	tcase_add_test(tests, an_operator_has_a_kernel_for_the_device);
	tcase_add_test(tests, an_operator_with_a_kernel_for_the_cpu_runs);
	suite_add_tcase(suite, tests);
	return suite;
}
