/*
 * Compiling and running in several threads.
 */
#include <pthread.h>

#include "support.h"

enum { THREADS = 2, RUNNERS = 4, ROUNDS = 200 };

static void in_threads(int count, void *(*function)(void *), void *context)
{
	pthread_t threads[RUNNERS];

	for (int i = 0; i < count; i++)
		MUST(pthread_create(&threads[i], NULL, function, context) == 0);
	for (int i = 0; i < count; i++)
		pthread_join(threads[i], NULL);
}

static ct_error compile_once(void)
{
	CT_SCOPE;
	ct_export *program;
	ct_tensor *x = CT_E(randn, CT_L(4, 8)), *y, *z;
	ct_module *mlp = CT_SEQUENTIAL(CT_NN(Linear, 8, 16), CT_NN(GELU), CT_NN(Linear, 16, 4));

	CT_TRY(ct_compile(mlp, CT_TENSORS(x), &(ct_compile_options){ .no_fallback = true },
			  &program));
	CT_TRY(ct_module_forward(ct_export_module(program), x, &y));
	CT_TRY(ct_module_forward(mlp, x, &z));
	MUST(value_of(CT_E(max, CT_E(abs, CT_E(sub, y, z)))) <= 1e-6);
	ct_export_free(program);
	return NULL;
}

static void *compile(void *context)
{
	(void)context;
	CT_CHECK(compile_once());
	return NULL;
}

START_TEST(threads_compile_the_same)
{
	empty_folder(cache);
	in_threads(THREADS, compile, NULL);
}
END_TEST

struct running {
	ct_export *program;
	const ct_tensor *x, *wanted;
};

static void *run_often(void *context)
{
	const struct running *running = context;

	for (int i = 0; i < ROUNDS; i++) {
		CT_SCOPE;
		ct_tensor *y;
		bool same;

		CT_CHECK(ct_module_forward(ct_export_module(running->program), running->x, &y));
		CT_CHECK(ct_equal(y, running->wanted, &same));
		MUST(same);
	}
	return NULL;
}

START_TEST(threads_run_one_program)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *mlp = new_mlp();
	struct running running = { .program = compile_mlp(mlp, (ct_compile_options){ 0 }),
				   .x = CT_E(randn, CT_L(1, 8)) };
	ct_tensor *weight;

	/* All of them find that a weight has changed, and one takes it anew. */
	OK(ct_module_get_parameter(mlp, "0.weight", &weight));
	running.wanted = run(running.program, running.x);
	OK(ct_mul__Scalar(weight, ct_scalar_float(1), NULL));
	in_threads(RUNNERS, run_often, &running);
	ct_export_free(running.program);
}
END_TEST

START_TEST(threads_run_a_program_that_writes)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *norm = CT_SEQUENTIAL(CT_NN(BatchNorm1d, 4));
	struct running running = { .x = CT_E(randn, CT_L(6, 4)) };
	ct_tensor *batches;

	OK(CT_DONE());
	OK(ct_compile(norm, CT_TENSORS(running.x), &(ct_compile_options){ .no_fallback = true },
		      &running.program));
	running.wanted = run(running.program, running.x);
	in_threads(RUNNERS, run_often, &running);
	OK(ct_module_get_buffer(norm, "0.num_batches_tracked", &batches));
	ck_assert(value_of(batches) == RUNNERS * ROUNDS + 1);
	ct_export_free(running.program);
}
END_TEST

Suite *threads_suite(void)
{
	Suite *suite = suite_create("threads");
	TCase *tests = tests_of("threads");

	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, threads_compile_the_same);
	tcase_add_test(tests, threads_run_one_program);
	tcase_add_test(tests, threads_run_a_program_that_writes);
	suite_add_tcase(suite, tests);
	return suite;
}
