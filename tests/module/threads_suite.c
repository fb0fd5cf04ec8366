/*
 * Modules in several threads: each with its own, and one for all of them.
 */
#include <pthread.h>

#include "support.h"

enum { THREADS = 8, ROUNDS = 100 };

static void run_in_threads(void *(*function)(void *), void *context)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, function, context) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}

static ct_error one_round(void)
{
	CT_SCOPE;
	ct_module *tree, *copy;
	ct_value state;
	ct_tensor *y;
	char *text;

	CT_TRY(CT_FINISH(tree_new(), &tree));
	CT_TRY(ct_module_deepcopy(tree, &copy));
	CT_TRY(ct_module_state_dict(copy, NULL, &state));
	CT_TRY(ct_value_move_to_scope(&state));
	CT_TRY(ct_module_load_state_dict(tree, &state, NULL, NULL));
	CT_TRY(ct_module_to_string(tree, &text));
	CT_TRY(CT_FINISH(CT_M(DATA(tree_data, copy)->first, CT_E(ones, CT_L(1, 3))), &y));
	MUST(ct_tensor_size(y, 1) == 2);
	return NULL;
}

static void *many_rounds(void *context)
{
	(void)context;
	for (int i = 0; i < ROUNDS; i++)
		CT_CHECK(one_round());
	return NULL;
}

START_TEST(threads_have_modules_of_their_own)
{
	run_in_threads(many_rounds, NULL);
}
END_TEST

static ct_error count_call(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			   ct_tensor **outputs, int64_t outputs_len, void *calls)
{
	(void)module, (void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;
	__atomic_fetch_add((int *)calls, 1, __ATOMIC_RELAXED);
	return NULL;
}

static ct_error call_shared(const ct_module *shared)
{
	CT_SCOPE;
	ct_tensor *y;

	MUST(ct_module_retain(shared) == shared);
	CT_TRY(CT_FINISH(CT_M(shared, CT_E(ones, CT_L(1, 3))), &y));
	MUST(value_of(CT_E(sum, y)) == 6);
	CT_EACH_PARAMETER(shared, p)
	MUST(ct_tensor_numel(p->tensor) == 6);
	return CT_DONE();
}

static void *many_calls(void *shared)
{
	for (int i = 0; i < ROUNDS; i++)
		CT_CHECK(call_shared(shared));
	return NULL;
}

START_TEST(threads_call_one_module)
{
	CT_SCOPE;
	ct_module *block = made(block_new());
	int calls = 0;

	OK(ct_module_register_forward_hook(block, count_call, &calls, NULL, NULL, NULL));
	run_in_threads(many_calls, block);
	ck_assert_int_eq(calls, THREADS * ROUNDS);
}
END_TEST

/* The last of them releases it. */
static void *call_and_free(void *shared)
{
	CT_CHECK(call_shared(shared));
	ct_module_free_unscoped(shared);
	return NULL;
}

START_TEST(threads_release_one_module)
{
	for (int i = 0; i < ROUNDS; i++) {
		ct_module *block;
		ct_scope *scope = open_scope();

		block = made(block_new());
		ct_scope_disown_object(block);
		OK(ct_scope_close(scope));
		for (int k = 1; k < THREADS; k++)
			ck_assert_ptr_nonnull(ct_module_retain(block));
		run_in_threads(call_and_free, block);
	}
}
END_TEST

Suite *threads_suite(void)
{
	Suite *suite = suite_create("modules in threads");
	TCase *tests = tests_of("modules in threads");

	tcase_add_test(tests, threads_have_modules_of_their_own);
	tcase_add_test(tests, threads_call_one_module);
	tcase_add_test(tests, threads_release_one_module);
	suite_add_tcase(suite, tests);
	return suite;
}
