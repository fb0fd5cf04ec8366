/*
 * Several threads: each has its own graph, and all differentiate by the same leaf.
 */
#include <pthread.h>

#include "support.h"

enum { THREADS = 4, ROUNDS = 200 };

static ct_tensor *shared; /* a leaf that all threads differentiate by */
static int64_t seen;      /* how many gradients its hook saw, in all threads */

static ct_error see(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context, (void)replacement;
	__atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void make_leaf(void)
{
	shared = leaf(1, 2, 3);
	seen = 0;
	OK(ct_tensor_register_hook(shared, see, NULL, NULL, NULL));
}

static void free_leaf(void)
{
	ct_tensor_free(shared);
}

/* What one thread does in a round: backward by its own leaf and grad by the shared one; it
 * registers and removes its own hook. */
static void do_round(const double *factor)
{
	CT_SCOPE;
	ct_tensor *own, *mixed, *sum, *grad, *grads[2];
	int64_t hook;
	double numbers[3];

	CT_CHECK(ct_tensor_from_data((const float[]){ 1, 1, 1 }, CT_FLOAT32, CT_L(3), &own));
	CT_CHECK(ct_tensor_set_requires_grad(own, true));
	CT_CHECK(ct_tensor_register_hook(own, multiply, (void *)factor, NULL, &hook));
	CT_CHECK(ct_mul_Tensor(own, shared, &mixed));
	CT_CHECK(ct_sum(mixed, CT_DTYPE_NONE, &sum));
	CT_CHECK(ct_tensor_backward_with(sum, NULL, &(const bool){ true }, false, CT_TENSORS(own)));
	CT_CHECK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(own, shared), NULL, grads));
	MUST(ct_hook_remove(hook));
	CT_CHECK(ct_tensor_grad(own, &grad));
	for (int64_t i = 0; i < 3; i++) {
		ct_tensor *element;

		CT_CHECK(ct_select_int(grad, 0, i, &element));
		CT_CHECK(ct_tensor_item_double(element, &numbers[i]));
		MUST(numbers[i] == *factor * (double)(i + 1));
	}
}

static void *do_rounds(void *context)
{
	for (int i = 0; i < ROUNDS; i++)
		do_round(context);
	return NULL;
}

static void run_threads(void *(*function)(void *), void *contexts, size_t size)
{
	pthread_t threads[THREADS];

	for (size_t i = 0; i < THREADS; i++)
		ck_assert_int_eq(
			pthread_create(&threads[i], NULL, function, (char *)contexts + i * size),
			0);
	for (size_t i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

START_TEST(four_threads_differentiate_with_hooks_at_once)
{
	double factors[THREADS] = { 2, 3, 5, 7 };

	run_threads(do_rounds, factors, sizeof factors[0]);
	ck_assert_int_eq(seen, HAS_HOOKS_IN_GRAD ? THREADS * ROUNDS : 0);
}
END_TEST

/* Each thread's hook fails, and each thread gets its own hook's error. */
static void *get_own_error(void *context)
{
	char expected[32];

	snprintf(expected, sizeof expected, "ValueError: %s", (char *)context);
	for (int i = 0; i < ROUNDS; i++) {
		CT_SCOPE;
		ct_tensor *own, *sum;
		ct_error error;

		CT_CHECK(ct_mul_Scalar(shared, ct_scalar_int(2), &own));
		CT_CHECK(ct_tensor_register_hook(own, say_no, context, NULL, NULL));
		CT_CHECK(ct_sum(own, CT_DTYPE_NONE, &sum));
		error = ct_tensor_backward(sum);
		MUST(error != NULL && strcmp(error, expected) == 0);
		ct_error_free(error);
	}
	return NULL;
}

START_TEST(each_thread_gets_the_error_of_its_own_hook)
{
	char names[THREADS][8] = { "one", "two", "three", "four" };

	run_threads(get_own_error, names, sizeof names[0]);
}
END_TEST

/* All threads register and remove hooks of the same tensor while all run them. */
static void *register_and_remove(void *released)
{
	for (int i = 0; i < ROUNDS; i++) {
		CT_SCOPE;
		ct_tensor *own, *sum, *grad;
		int64_t hook;

		CT_CHECK(ct_tensor_register_hook(shared, see, released, count_release, &hook));
		CT_CHECK(ct_mul_Scalar(shared, ct_scalar_int(2), &own));
		CT_CHECK(ct_sum(own, CT_DTYPE_NONE, &sum));
		CT_CHECK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(shared), NULL, &grad));
		MUST(ct_hook_remove(hook));
		MUST(!ct_hook_remove(hook));
	}
	return NULL;
}

/* If another thread is running a removed hook, that thread releases it after the run. All hooks
 * are released before the threads end. */
START_TEST(hooks_come_and_go_while_they_run)
{
	int released[THREADS] = { 0 };
	int all = 0;

	run_threads(register_and_remove, released, sizeof released[0]);
	for (int i = 0; i < THREADS; i++)
		all += released[i];
	ck_assert_int_eq(all, THREADS * ROUNDS);
	ck_assert_int_ge(seen, HAS_HOOKS_IN_GRAD ? 2 * THREADS * ROUNDS : 0);
}
END_TEST

static void *remove_there(void *hook)
{
	MUST(ct_hook_remove(*(int64_t *)hook));
	return NULL;
}

START_TEST(hook_is_removed_by_another_thread)
{
	int64_t hook;
	int released = 0;

	OK(ct_tensor_register_hook(shared, see, &released, count_release, &hook));
	run_in_thread(remove_there, &hook);
	ck_assert_int_eq(released, 1);
}
END_TEST

Suite *threads_suite(void)
{
	Suite *suite = suite_create("threads");
	TCase *tests = tests_of("threads");

	tcase_set_timeout(tests, 300);
	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	tcase_add_test(tests, four_threads_differentiate_with_hooks_at_once);
	tcase_add_test(tests, each_thread_gets_the_error_of_its_own_hook);
	tcase_add_test(tests, hooks_come_and_go_while_they_run);
	tcase_add_test(tests, hook_is_removed_by_another_thread);
	suite_add_tcase(suite, tests);
	return suite;
}
