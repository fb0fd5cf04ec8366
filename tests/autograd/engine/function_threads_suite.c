/*
 * Custom functions in several threads, and one graph for all of them.
 */
#include <pthread.h>

#include "function_samples.h"

enum { THREADS = 4, ROUNDS = 200 };

static ct_error one_round(double *grad)
{
	CT_SCOPE;
	ct_tensor *x, *y, *z, *g;

	CT_TRY(ct_scalar_tensor(ct_scalar_float(1.5), CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				NULL, &x));
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	CT_TRY(apply_one(&my_square, x, &y));
	CT_TRY(apply_one(&my_identity, y, &z));
	CT_TRY(ct_tensor_backward(z));
	CT_TRY(ct_tensor_grad(x, &g));
	return ct_tensor_item_double(g, grad);
}

static void *many_rounds(void *context)
{
	(void)context;
	for (int i = 0; i < ROUNDS; i++) {
		double grad = 0;

		CT_CHECK(one_round(&grad));
		MUST(grad == 9);
	}
	return NULL;
}

START_TEST(threads_have_applications_of_their_own)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, many_rounds, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}
END_TEST

struct shared {
	ct_tensor *x, *y;
};

static ct_error back_through(const struct shared *shared, double *grad)
{
	CT_SCOPE;
	const bool retain = true;
	ct_autograd_grad_options options = { 0 };
	ct_tensor *g;

	options.retain_graph = &retain;
	CT_TRY(ct_autograd_grad(CT_TENSORS(shared->y), CT_TENSORS(shared->x), &options, &g));
	return ct_tensor_item_double(g, grad);
}

static void *many_backwards(void *context)
{
	for (int i = 0; i < ROUNDS; i++) {
		double grad = 0;

		CT_CHECK(back_through(context, &grad));
		MUST(grad == 6);
	}
	return NULL;
}

START_TEST(threads_go_back_through_one_graph)
{
	pthread_t threads[THREADS];
	struct shared shared = { leaf_number(3), NULL };

	OK(apply_one(&my_square, shared.x, &shared.y));
	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, many_backwards, &shared) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ct_tensor_free(shared.y);
	ct_tensor_free(shared.x);
}
END_TEST

Suite *function_threads_suite(void)
{
	Suite *suite = suite_create("functions in threads");
	TCase *tests = tests_of("functions in threads");

	tcase_add_test(tests, threads_have_applications_of_their_own);
	tcase_add_test(tests, threads_go_back_through_one_graph);
	suite_add_tcase(suite, tests);
	return suite;
}
