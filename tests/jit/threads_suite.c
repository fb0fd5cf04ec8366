/*
 * Calls from several threads at once.
 */
#include <pthread.h>

#include "support.h"

enum { THREADS = 4, CALLS = 50 };

struct work {
	const ct_jit *script;
	const ct_tensor *x, *expected;
};

static void *run(void *context)
{
	const struct work *work = context;

	for (int i = 0; i < CALLS; i++) {
		CT_SCOPE;
		CT_NO_GRAD_SCOPE;
		ct_tensor *y;
		bool is_close;

		CT_CHECK(ct_jit_forward(work->script, work->x, &y));
		CT_CHECK(ct_allclose(y, work->expected, 1e-5, 1e-6, false, &is_close));
		MUST(is_close);
	}
	return NULL;
}

START_TEST(threads_call_one_module)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_jit *plain = load_script("plain.pt"), *first = load_script("plain.pt");
	ct_tensor *x = CT_E(ones, CT_L(3, 4)), *expected;
	pthread_t threads[THREADS];
	struct work work = { plain, x, NULL };

	OK(ct_jit_forward(first, x, &expected));
	work.expected = expected;
	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, run, &work) == 0);
	for (int i = 0; i < THREADS; i++)
		MUST(pthread_join(threads[i], NULL) == 0);
	ct_jit_free(first);
	ct_jit_free(plain);
}
END_TEST

Suite *threads_suite(void)
{
	Suite *suite = suite_create("threads");
	TCase *tests = tests_of("threads");

	tcase_add_test(tests, threads_call_one_module);
	suite_add_tcase(suite, tests);
	return suite;
}
