/*
 * Libraries of operators in C that are freed while one of them runs.
 */
#define _XOPEN_SOURCE 700

#include <pthread.h>

#include "support.h"

static ct_library *library;
static ct_tensor *x;
static int released;
static pthread_barrier_t entered, may_leave;

static void begin(void)
{
	x = vector(2, (const float[]){ 1, 2 });
	released = 0;
	library = scale_library();
}

static void end(void)
{
	ct_library_free(library);
	ct_tensor_free(x);
}

static void free_library(void)
{
	ct_library_free(library);
	library = NULL;
}

static ct_error doubled(const ct_value *args, ct_value *results)
{
	ct_tensor *self, *scaled;

	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(ct_mul_Scalar(self, ct_scalar_int(2), &scaled));
	results[0] = ct_value_tensor(scaled);
	return NULL;
}

static void assert_doubled_and_gone(ct_value *result)
{
	assert_floats(tensor_in(result), (int64_t[]){ 2, -1 }, (double[]){ 2, 4 });
	ct_value_free(result);
	ck_assert_int_eq(released, 1);
	ck_assert(!ct_operator_exists("test_c::scale"));
}

/* --- By its own kernel ----------------------------------------------------------------------- */

static ct_error free_and_double(const ct_value *args, int64_t args_len, void *context,
				ct_value *results, int64_t results_len)
{
	const int before = released;

	(void)args_len, (void)results_len, (void)context;
	free_library();
	MUST(released == before && ct_operator_exists("test_c::scale"));
	return doubled(args, results);
}

static void implement(ct_kernel kernel)
{
	OK(ct_library_implement(library, "scale", "CPU", kernel, &released, count_release));
}

START_TEST(a_kernel_frees_its_own_library)
{
	ct_value result;

	implement(free_and_double);
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x)));
	assert_doubled_and_gone(&result);
}
END_TEST

START_TEST(a_kernel_that_cpp_calls_frees_its_own_library)
{
	ct_value result;

	OK(ct_load_library(CTORCH_TEST_FOLDER "/libmy_operators.so"));
	implement(free_and_double);
	OK(CALL(&result, "test_cpp::call_scale", ct_value_tensor(x)));
	assert_doubled_and_gone(&result);
}
END_TEST

static ct_error free_and_fail(const ct_value *args, int64_t args_len, void *context,
			      ct_value *results, int64_t results_len)
{
	(void)args, (void)args_len, (void)results, (void)results_len, (void)context;
	free_library();
	return ct_error_new(CT_ERROR_VALUE, __func__, "that was all");
}

START_TEST(a_kernel_frees_its_own_library_and_fails)
{
	implement(free_and_fail);
	FAILS(CALL(NULL, "test_c::scale", ct_value_tensor(x)), "ValueError: that was all");
	ck_assert_int_eq(released, 1);
	ck_assert(!ct_operator_exists("test_c::scale"));
}
END_TEST

/* One library has the schema, and another one the kernel. */
START_TEST(a_kernel_frees_the_library_that_defines_it)
{
	ct_library *kernels;
	ct_value result;

	OK(ct_library_new("test_c", &kernels));
	OK(ct_library_implement(kernels, "scale", "CPU", free_and_double, &released,
				count_release));
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x)));
	ck_assert(!ct_operator_exists("test_c::scale"));
	ct_library_free(kernels);
	assert_doubled_and_gone(&result);
}
END_TEST

START_TEST(the_name_is_free_for_another_library)
{
	ct_value result;

	implement(free_and_double);
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x)));
	ct_value_free(&result);
	library = scale_library();
	implement(free_and_double);
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x)));
	ct_value_free(&result);
	ck_assert_int_eq(released, 2);
}
END_TEST

/* --- With a derivative ------------------------------------------------------------------------ */

static ct_error twice_the_gradient(ct_function_context *noted, const ct_value *args,
				   int64_t args_len, const ct_value *grads, int64_t grads_len,
				   void *context, ct_value *input_grads, int64_t input_grads_len)
{
	(void)noted, (void)args, (void)args_len, (void)grads_len;
	(void)input_grads_len, (void)context;
	return doubled(grads, input_grads);
}

START_TEST(a_kernel_with_a_derivative_frees_its_own_library)
{
	ct_tensor *sum, *grad;
	ct_value result;

	OK(ct_tensor_set_requires_grad(x, true));
	implement(free_and_double);
	OK(ct_library_set_backward(library, "scale", NULL, twice_the_gradient, NULL, NULL));
	OK(CALL(&result, "test_c::scale", ct_value_tensor(x)));
	ck_assert_int_eq(released, 1);
	ck_assert(!ct_operator_exists("test_c::scale"));
	OK(ct_sum(tensor_in(&result), CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(x, &grad));
	assert_floats(grad, (int64_t[]){ 2, -1 }, (double[]){ 2, 2 });
	ct_tensor_free(grad);
	ct_tensor_free(sum);
	ct_value_free(&result);
}
END_TEST

/* --- In another thread ----------------------------------------------------------------------- */

static ct_error wait_and_double(const ct_value *args, int64_t args_len, void *context,
				ct_value *results, int64_t results_len)
{
	(void)args_len, (void)results_len, (void)context;
	pthread_barrier_wait(&entered);
	pthread_barrier_wait(&may_leave);
	return doubled(args, results);
}

static void *call_scale(void *result)
{
	CT_CHECK(CALL(result, "test_c::scale", ct_value_tensor(x)));
	return NULL;
}

START_TEST(a_library_is_freed_while_another_thread_runs_its_kernel)
{
	pthread_t thread;
	ct_value result;

	MUST(pthread_barrier_init(&entered, NULL, 2) == 0);
	MUST(pthread_barrier_init(&may_leave, NULL, 2) == 0);
	implement(wait_and_double);
	MUST(pthread_create(&thread, NULL, call_scale, &result) == 0);
	pthread_barrier_wait(&entered);
	free_library();
	ck_assert_int_eq(released, 0);
	pthread_barrier_wait(&may_leave);
	MUST(pthread_join(thread, NULL) == 0);
	assert_doubled_and_gone(&result);
	pthread_barrier_destroy(&entered);
	pthread_barrier_destroy(&may_leave);
}
END_TEST

Suite *freeing_suite(void)
{
	Suite *suite = suite_create("operators: freed while they run");
	TCase *tests = tests_of("freed");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, a_kernel_frees_its_own_library);
	tcase_add_test(tests, a_kernel_that_cpp_calls_frees_its_own_library);
	tcase_add_test(tests, a_kernel_frees_its_own_library_and_fails);
	tcase_add_test(tests, a_kernel_frees_the_library_that_defines_it);
	tcase_add_test(tests, the_name_is_free_for_another_library);
	tcase_add_test(tests, a_kernel_with_a_derivative_frees_its_own_library);
	tcase_add_test(tests, a_library_is_freed_while_another_thread_runs_its_kernel);
	suite_add_tcase(suite, tests);
	return suite;
}
