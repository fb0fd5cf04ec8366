/*
 * Running packages of AOTInductor: outputs, checks of inputs, threads.
 */
#define _GNU_SOURCE

#include <pthread.h>
#include <stdlib.h>

#include "package.h"
#include "releases.h"

static ct_tensor *three(void)
{
	ct_tensor *n;

	OK(ct_tensor_from_text("[1, 2, 3]", NULL, &n));
	return n;
}

START_TEST(outputs_are_those_of_the_model)
{
	CT_SCOPE;
	ct_tensor *x, **outputs;
	int64_t n;
	ct_aoti *package;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	OK(ct_tensor_from_text("[[1., 2., 3., 4.], [0., 0., 0., 1.]]", NULL, &x));
	OK(ct_aoti_run(package, CT_TENSORS(x, three()), &outputs, &n));
	ck_assert_int_eq(n, 2);
	assert_floats(outputs[0], (const int64_t[]){ 2, 3, -1 },
		      (const double[]){ 5.5, 5.5, 9, 1.5, 0.5, 3 });
	assert_floats(outputs[1], (const int64_t[]){ 3, -1 }, (const double[]){ 2, 4, 6 });
	ct_aoti_free(package);
}
END_TEST

/* The code reads memory, which has the numbers without their sign here. */
START_TEST(views_with_a_pending_negation_are_resolved)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(full, CT_L(1, 4), CT_S(-1.0)), *view, **outputs;
	int64_t n;
	ct_aoti *package;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	OK(CT(_neg_view, &view, x));
	ck_assert(ct_tensor_is_neg(view));
	OK(ct_aoti_run(package, CT_TENSORS(view, three()), &outputs, &n));
	assert_floats(outputs[0], (const int64_t[]){ 1, 3, -1 }, (const double[]){ 2.5, 1.5, 4 });
	ct_aoti_free(package);
}
END_TEST

START_TEST(gradients_are_not_recorded)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(1, 4)), **outputs;
	int64_t n;
	ct_aoti *package;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_aoti_run(package, CT_TENSORS(x, three()), &outputs, &n));
	ck_assert(!ct_tensor_requires_grad(outputs[0]));
	ct_aoti_free(package);
}
END_TEST

/* --- Checks ----------------------------------------------------------------------------------- */

/* Earlier releases do not pass on what the code says. */
#if CT_RELEASE_AT_LEAST(2, 13)
#define UNMATCHED_DTYPE "input_handles[1]: unmatched dtype"
#else
#define UNMATCHED_DTYPE "the compiled code failed, and printed the reason on stderr"
#endif

START_TEST(wrong_inputs_are_errors)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(1, 4)), *meta, *sparse, **outputs = NULL;
	ct_error error;
	int64_t n;
	ct_aoti *package;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	meta = CT_E(ones, CT_L(1, 4), .device = CT_DEVICE_META);
	OK(CT(to_sparse, &sparse, x));
	FAILS(ct_aoti_run(package, CT_TENSORS(x), &outputs, &n),
	      "TypeError: the package takes 2 tensors (x, n), but 1 was given");
	FAILS(ct_aoti_run(package, CT_TENSORS(meta, three()), &outputs, &n),
	      "TypeError: input 0 (x) is on meta, but the code runs on cpu");
	FAILS(ct_aoti_run(package, CT_TENSORS(sparse, three()), &outputs, &n),
	      "TypeError: input 0 (x) has the layout Sparse, but the code needs a dense one");
	FAILS_WITH(ct_aoti_run(package, CT_TENSORS(x, NULL), &outputs, &n), CT_ERROR_ARGUMENT,
		   "argument 2 (inputs)");
	FAILS_WITH(ct_aoti_run(package, CT_TENSORS(x, x), &outputs, &n), CT_ERROR_RUNTIME,
		   UNMATCHED_DTYPE);
	ck_assert_ptr_null(outputs);
	error = ct_aoti_run(package, CT_TENSORS(x, x), &outputs, &n);
	ck_assert_ptr_nonnull(error);
	ck_assert_int_ne(error[strlen(error) - 1], '\n');
	ct_error_free(error);
	ck_assert_double_eq(run_sum(package), 8);
	ct_aoti_free(package);
}
END_TEST

/* Numbers of 8 bytes, so that the code reads nothing beyond them. */
START_TEST(unchecked_code_trusts_its_inputs)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(1, 4)), *wide = CT_E(ones, CT_L(3), .dtype = CT_FLOAT64),
		  **outputs;
	int64_t n;
	ct_aoti *package;

	write_usual_package();
	unsetenv("AOTI_RUNTIME_CHECK_INPUTS");
	package = load_package((ct_aoti_options){ .unchecked = true });
	ck_assert_ptr_null(getenv("AOTI_RUNTIME_CHECK_INPUTS"));
	OK(ct_aoti_run(package, CT_TENSORS(x, wide), &outputs, &n));
	ck_assert_int_eq(ct_tensor_dtype(outputs[1]), CT_INT64);
	ct_aoti_free(package);
	package = load_package((ct_aoti_options){ 0 });
	FAILS_WITH(ct_aoti_run(package, CT_TENSORS(x, wide), &outputs, &n), CT_ERROR_RUNTIME,
		   UNMATCHED_DTYPE);
	ct_aoti_free(package);
}
END_TEST

/* --- Threads ---------------------------------------------------------------------------------- */

enum { THREADS = 4, RUNS = 50 };

static void *run_often(void *context)
{
	for (int i = 0; i < RUNS; i++)
		MUST(run_sum(context) == 8);
	return NULL;
}

static void *load_and_run(void *context)
{
	ct_aoti *package;

	(void)context;
	CT_CHECK(ct_aoti_load("net.pt2", &(ct_aoti_options){ .allow_code = true }, &package));
	MUST(run_sum(package) == 8);
	ct_aoti_free(package);
	return NULL;
}

static void run_threads(void *(*function)(void *), void *context)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, function, context) == 0);
	for (int i = 0; i < THREADS; i++)
		MUST(pthread_join(threads[i], NULL) == 0);
}

START_TEST(threads_share_a_pool)
{
	ct_aoti *package;

	write_usual_package();
	for (int64_t runners = 1; runners <= 2; runners++) {
		package = load_package((ct_aoti_options){ .runners = runners });
		run_threads(run_often, package);
		ct_aoti_free(package);
	}
}
END_TEST

START_TEST(threads_load_packages)
{
	write_usual_package();
	run_threads(load_and_run, NULL);
	assert_nothing_left();
}
END_TEST

static ct_error run_recorded(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	ct_tensor **made;
	int64_t n;

	(void)outputs_len;
	CT_TRY(ct_aoti_run(context, CT_TENSORS_OF(inputs, inputs_len), &made, &n));
	outputs[0] = made[0];
	ct_free(made);
	return NULL;
}

START_TEST(a_run_cannot_be_recorded)
{
	CT_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(1, 4));
	ct_aoti *package;
	ct_export *never;

	write_usual_package();
	package = load_package((ct_aoti_options){ 0 });
	FAILS_WITH(ct_export_record(run_recorded, package, CT_TENSORS(x, three()), 1, NULL, &never),
		   CT_ERROR_RUNTIME, "ct_aoti_run() runs compiled code, which cannot be recorded");
	ct_aoti_free(package);
}
END_TEST

Suite *running_suite(void)
{
	Suite *suite = suite_create("running");
	TCase *tests = tests_of("running");

	tcase_add_test(tests, outputs_are_those_of_the_model);
	tcase_add_test(tests, views_with_a_pending_negation_are_resolved);
	tcase_add_test(tests, gradients_are_not_recorded);
	tcase_add_test(tests, wrong_inputs_are_errors);
	tcase_add_test(tests, unchecked_code_trusts_its_inputs);
	tcase_add_test(tests, a_run_cannot_be_recorded);
	tcase_add_test(tests, threads_share_a_pool);
	tcase_add_test(tests, threads_load_packages);
	suite_add_tcase(suite, tests);
	return suite;
}
