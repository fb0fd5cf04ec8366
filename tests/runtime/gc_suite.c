/*
 * Steps of loops, and handles that are freed later: what is released when, told by deleters that
 * count and by the number of live handles.
 */
#include <pthread.h>
#include <stdlib.h>

#include "support.h"

/* --- Loops ----------------------------------------------------------------------------------- */

START_TEST(step_releases_what_the_step_before_left)
{
	int deleted[5];
	const int64_t before = live_handles();

	for (int step = 0; step < 5; step++) {
		OK(ct_gc());
		ck_assert_int_eq(live_handles(), before);
		for (int i = 0; i < step; i++)
			ck_assert_int_eq(deleted[i], 1);
		counted(&deleted[step]);
		ck_assert_int_eq(deleted[step], 0);
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted[4], 1);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(what_was_made_before_the_loop_stays)
{
	int deleted;
	ct_tensor *parameter = counted(&deleted);

	for (int step = 0; step < 3; step++) {
		OK(ct_gc());
		OK(ct_relu(parameter, &(ct_tensor *){ NULL }));
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(parameter);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(kept_tensors_survive_their_step)
{
	int deleted[3];
	ct_tensor *kept[3];

	for (int step = 0; step < 3; step++) {
		OK(ct_gc());
		kept[step] = counted(&deleted[step]);
		ct_scope_keep(kept[step]);
	}
	OK(ct_gc_finish());
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(deleted[i], 0);
		ct_tensor_free(kept[i]);
		ck_assert_int_eq(deleted[i], 1);
	}
}
END_TEST

/* Around the steps there is a scope, which gets it; without one it is the caller's. */
START_TEST(moved_up_tensors_belong_to_the_scope_around_the_loop)
{
	int deleted;
	ct_scope *scope = ct_scope_open();
	ct_tensor *last;

	OK(ct_gc());
	ct_scope_move_up(counted(&deleted));
	OK(ct_gc());
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
	OK(ct_gc());
	last = counted(&deleted);
	ct_scope_move_up(last);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(last);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* What a step does not hold is its gradient: that is the parameter's. */
START_TEST(gradients_survive_and_add_up)
{
	ct_tensor *weight = vector(2, (const float[]){ 1, 2 }), *grad;
	const int64_t before = live_handles();

	OK(ct_tensor_set_requires_grad(weight, true));
	for (int step = 0; step < 3; step++) {
		ct_tensor *squares, *loss;

		OK(ct_gc());
		ck_assert_int_eq(live_handles(), before);
		OK(ct_mul_Tensor(weight, weight, &squares));
		OK(ct_sum(squares, CT_DTYPE_NONE, &loss));
		OK(ct_autograd_backward(loss));
		OK(ct_tensor_grad(weight, &grad));
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(live_handles(), before);
	OK(ct_tensor_grad(weight, &grad));
	assert_floats(grad, (int64_t[]){ 2, -1 }, (double[]){ 3 * 2, 3 * 4 });
	ct_tensor_free(grad);
	ct_tensor_free(weight);
}
END_TEST

enum { TRAINING_STEPS = 2000, STEADY = 500 };

/* The process's figures are slow where many tensors came and went before. */
static int64_t own_handles(void)
{
	ct_memory_usage thread;

	ct_memory_stats(&thread, NULL);
	return thread.handles;
}

static int64_t allocated_bytes(void)
{
	ct_memory_usage process;

	ct_memory_stats(NULL, &process);
	return process.allocated_bytes;
}

/* y = 2 x - 1, learnt by gradient descent: a whole training, in which nothing is freed by hand.
 * `growth`: of the allocated bytes, from the head of the step STEADY to that of the last one. */
static ct_error train(const ct_tensor *x, const ct_tensor *y, ct_tensor *weight, ct_tensor *bias,
		      int64_t live, int64_t *growth)
{
	for (int step = 0; step < TRAINING_STEPS; step++) {
		ct_tensor *scaled, *prediction, *loss, *of_weight, *of_bias;

		CT_TRY(ct_gc());
		ck_assert_int_eq(own_handles(), live);
		if (step == STEADY)
			*growth = -allocated_bytes();
		if (step == TRAINING_STEPS - 1)
			*growth += allocated_bytes();
		CT_TRY(ct_mul_Tensor(x, weight, &scaled));
		CT_TRY(ct_add_Tensor(scaled, bias, ct_scalar_int(1), &prediction));
		CT_TRY(ct_mse_loss(prediction, y, 1, &loss));
		CT_TRY(ct_autograd_backward(loss));
		CT_NO_GRAD
		{
			CT_TRY(ct_tensor_grad(weight, &of_weight));
			CT_TRY(ct_tensor_grad(bias, &of_bias));
			CT_TRY(ct_sub__Tensor(weight, of_weight, ct_scalar_float(0.1), &weight));
			CT_TRY(ct_sub__Tensor(bias, of_bias, ct_scalar_float(0.1), NULL));
		}
		CT_TRY(ct_tensor_set_grad(weight, NULL));
		CT_TRY(ct_tensor_set_grad(bias, NULL));
	}
	return ct_gc_finish();
}

static int64_t train_and_compare(void)
{
	int64_t growth = 0;
	ct_tensor *x = vector(3, (const float[]){ 0, 1, 2 });
	ct_tensor *y = vector(3, (const float[]){ -1, 1, 3 });
	ct_tensor *weight = number(0), *bias = number(0);
	const int64_t live = own_handles();

	OK(ct_tensor_set_requires_grad(weight, true));
	OK(ct_tensor_set_requires_grad(bias, true));
	OK(train(x, y, weight, bias, live, &growth));
	ck_assert_int_eq(own_handles(), live);
	ck_assert_double_eq_tol(value_of(weight), 2, 1e-3);
	ck_assert_double_eq_tol(value_of(bias), -1, 1e-3);
	ct_tensor_free(x);
	ct_tensor_free(y);
	ct_tensor_free(weight);
	ct_tensor_free(bias);
	return growth;
}

START_TEST(training_needs_no_free)
{
	train_and_compare();
}
END_TEST

/* The smallest block that malloc() gives, lost in every step, would be 48,000 bytes; a third of that
 * is for what libtorch or the C library may allocate late and once. */
START_TEST(memory_does_not_grow_from_step_to_step)
{
	ck_assert_int_le(train_and_compare(), 16 << 10);
}
END_TEST

START_TEST(finish_without_a_step_does_nothing)
{
	int deleted;
	ct_scope *scope;

	OK(ct_gc_finish());
	scope = ct_scope_open();
	counted(&deleted);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	OK(ct_gc());
	OK(ct_gc_finish());
	OK(ct_gc_finish());
}
END_TEST

START_TEST(what_is_made_after_the_loop_is_the_callers)
{
	int deleted;
	ct_tensor *tensor;

	OK(ct_gc());
	OK(ct_gc_finish());
	tensor = counted(&deleted);
	OK(ct_gc());
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(loop_that_is_left_early_is_finished_as_any_other)
{
	int deleted = 0;

	for (int step = 0; step < 5; step++) {
		OK(ct_gc());
		counted(&deleted);
		if (step == 2)
			break;
	}
	ck_assert_int_eq(deleted, 0);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static ct_error loop_that_fails(int *deleted)
{
	CT_TRY(ct_gc());
	counted(deleted);
	return ct_error_new(CT_ERROR_VALUE, NULL, "in the loop");
}

/* Left by an error and never finished: the next loop begins where this one stopped. */
START_TEST(loop_that_was_not_finished_is_by_the_next_one)
{
	int first, second;

	FAILS(loop_that_fails(&first), "ValueError: in the loop");
	ck_assert_int_eq(first, 0);
	OK(ct_gc());
	ck_assert_int_eq(first, 1);
	counted(&second);
	OK(ct_gc_finish());
	ck_assert_int_eq(second, 1);
	OK(ct_gc_finish());
}
END_TEST

/* --- Loops, scopes, and loops in loops -------------------------------------------------------- */

START_TEST(scope_in_a_step_closes_within_it)
{
	int in_step, in_scope;
	ct_scope *scope;

	OK(ct_gc());
	counted(&in_step);
	scope = ct_scope_open();
	counted(&in_scope);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(in_scope, 1);
	ck_assert_int_eq(in_step, 0);
	OK(ct_gc());
	ck_assert_int_eq(in_step, 1);
	OK(ct_gc_finish());
}
END_TEST

START_TEST(steps_leave_the_scope_around_them_alone)
{
	int in_scope, in_step;
	ct_scope *scope = ct_scope_open();

	counted(&in_scope);
	for (int step = 0; step < 3; step++) {
		OK(ct_gc());
		counted(&in_step);
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(in_step, 1);
	ck_assert_int_eq(in_scope, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(in_scope, 1);
}
END_TEST

START_TEST(loop_in_a_loop_is_one_of_its_own_with_a_scope_around_it)
{
	int outer_step, inner_step;

	for (int i = 0; i < 3; i++) {
		ct_scope *scope;

		OK(ct_gc());
		counted(&outer_step);
		scope = ct_scope_open();
		for (int j = 0; j < 3; j++) {
			OK(ct_gc());
			if (j)
				ck_assert_int_eq(inner_step, 1);
			counted(&inner_step);
		}
		OK(ct_gc_finish());
		ck_assert_int_eq(inner_step, 1);
		ck_assert_int_eq(outer_step, 0);
		OK(ct_scope_close(scope));
		ck_assert_int_eq(outer_step, 0);
	}
	OK(ct_gc_finish());
	ck_assert_int_eq(outer_step, 1);
}
END_TEST

/* The inner loop's first step is then the next one of the outer loop. */
START_TEST(loop_in_a_loop_without_a_scope_ends_the_outer_step)
{
	int outer_step, inner_step;

	OK(ct_gc());
	counted(&outer_step);
	OK(ct_gc());
	ck_assert_int_eq(outer_step, 1);
	counted(&inner_step);
	OK(ct_gc_finish());
	ck_assert_int_eq(inner_step, 1);
	OK(ct_gc());
	OK(ct_gc_finish());
}
END_TEST

START_TEST(eight_loops_are_nested)
{
	int deleted[8];
	ct_scope *scopes[8];

	for (int i = 0; i < 8; i++) {
		scopes[i] = ct_scope_open();
		OK(ct_gc());
		counted(&deleted[i]);
	}
	for (int i = 7; i >= 0; i--) {
		OK(ct_gc());
		ck_assert_int_eq(deleted[i], 1);
		OK(ct_gc_finish());
		OK(ct_scope_close(scopes[i]));
		if (i)
			ck_assert_int_eq(deleted[i - 1], 0);
	}
}
END_TEST

START_TEST(scope_that_each_step_forgets_is_named)
{
	int deleted[8];
	ct_scope *outer = ct_scope_open_named("outer"), *forgotten = NULL;

	for (int step = 0; step < 8; step++) {
		OK(ct_gc());
		counted(&deleted[step]);
		forgotten = ct_scope_open_named("batch in train.c:33");
	}
	FAILS(ct_gc(), "ArgumentError: ct_gc: 8 steps are open inside one another, and no more can "
		       "be: is the scope batch in train.c:33 closed in the step that it is opened "
		       "in?");
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(deleted[i], 0);
	/* Nothing has changed: whoever closes it goes on. */
	OK(ct_scope_close(forgotten));
	OK(ct_gc());
	ck_assert_int_eq(deleted[7], 1);
	ck_assert_int_eq(deleted[6], 0);
	ct_scope_leave(outer);
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(deleted[i], 1);
}
END_TEST

/* The scope is the caller's, in whose step this loop is, and its own never ran. */
START_TEST(finish_in_a_scope_inside_a_step_does_nothing)
{
	int in_step, in_scope;
	ct_scope *scope;

	OK(ct_gc());
	counted(&in_step);
	scope = ct_scope_open_named("batch in train.c:33");
	counted(&in_scope);
	OK(ct_gc_finish());
	ck_assert_int_eq(in_step + in_scope, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(in_scope, 1);
	OK(ct_gc_finish());
	ck_assert_int_eq(in_step, 1);
}
END_TEST

/* --- Freeing later --------------------------------------------------------------------------- */

START_TEST(freed_later_is_freed_by_the_next_step)
{
	int deleted;

	ct_tensor_free_later(counted(&deleted));
	ck_assert_int_eq(deleted, 0);
	OK(ct_gc());
	ck_assert_int_eq(deleted, 1);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(freed_later_is_freed_by_finish)
{
	int deleted, last;
	ct_tensor *tensor = counted(&deleted);

	OK(ct_gc());
	ct_tensor_free_later(tensor);
	OK(ct_gc_finish());
	ck_assert_int_eq(deleted, 1);
	ct_tensor_free_later(counted(&last));
	OK(ct_gc_finish());
	ck_assert_int_eq(last, 1);
}
END_TEST

START_TEST(pending_frees_are_counted)
{
	enum { N = 1000 };
	static int deleted[N];

	ck_assert_int_eq(ct_tensor_free_pending(), 0);
	for (int i = 0; i < N; i++)
		ct_tensor_free_later(counted(&deleted[i]));
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 0);
	ck_assert_int_eq(ct_tensor_free_pending(), N);
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 1);
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
}
END_TEST

START_TEST(freeing_null_later_notes_nothing)
{
	ct_tensor_free_later(NULL);
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
}
END_TEST

START_TEST(two_handles_of_a_tensor_are_freed_later)
{
	int deleted;
	ct_tensor *tensor = counted(&deleted);

	ct_tensor_free_later(ct_tensor_keep(tensor));
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free_later(ct_tensor_keep(tensor));
	ct_tensor_free_later(tensor);
	ck_assert_int_eq(ct_tensor_free_pending(), 2);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* The one is pending, which no scope owned; the equal one is the step's, and goes with it. */
START_TEST(pending_frees_leave_equal_handles_of_scopes_alone)
{
	int deleted;
	const int64_t before = live_handles();
	ct_tensor *tensor = counted(&deleted);
	ct_scope *scope = ct_scope_open();

	OK(ct_gc());
	ck_assert_ptr_eq(ct_tensor_keep(tensor), tensor);
	ct_tensor_free_later(tensor);
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(live_handles(), before + 1);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	OK(ct_gc());
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_gc_finish());
	OK(ct_scope_close(scope));
}
END_TEST

struct chain {
	int deleted;
	int left;
};

static void free_another_later(void *data, void *context)
{
	struct chain *chain = context;

	(void)data;
	chain->deleted++;
	if (chain->left-- > 0)
		ct_tensor_free_later(blob(free_another_later, chain));
}

/* A finaliser that runs another one: that is for the next time. */
START_TEST(what_is_added_while_pending_ones_are_freed_is_for_the_next_time)
{
	struct chain chain = { 0, 2 };

	ct_tensor_free_later(blob(free_another_later, &chain));
	for (int i = 1; i <= 3; i++) {
		ck_assert_int_eq(ct_tensor_free_pending(), 1);
		ck_assert_int_eq(chain.deleted, i);
	}
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
}
END_TEST

static void free_pending_inside(void *data, void *context)
{
	(void)data;
	*(int64_t *)context += ct_tensor_free_pending();
}

START_TEST(deleter_of_a_pending_one_may_free_pending_ones)
{
	int64_t inside = 0;
	int deleted;

	ct_tensor_free_later(blob(free_pending_inside, &inside));
	ct_tensor_free_later(counted(&deleted));
	ck_assert_int_eq(ct_tensor_free_pending(), 2);
	ck_assert_int_eq(inside, 0);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

/* --- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 4, STEPS = 200, EACH = 500 };

static void *run_loop(void *context)
{
	int *wrong = context;
	int deleted[3];
	ct_memory_usage usage;

	for (int step = 0; step < STEPS; step++) {
		if (step)
			*wrong += deleted[0] + deleted[1] + deleted[2];
		ct_error_free(ct_gc());
		if (step)
			*wrong += deleted[0] != 1 || deleted[1] != 1 || deleted[2] != 1;
		for (int i = 0; i < 3; i++)
			counted(&deleted[i]);
		ct_memory_stats(&usage, NULL);
		*wrong += usage.handles != 3;
	}
	ct_error_free(ct_gc_finish());
	*wrong += deleted[0] != 1 || deleted[1] != 1 || deleted[2] != 1;
	return NULL;
}

static void start(pthread_t *thread, void *(*function)(void *), void *context)
{
	ck_assert_int_eq(pthread_create(thread, NULL, function, context), 0);
}

START_TEST(each_thread_has_a_loop_of_its_own)
{
	pthread_t threads[THREADS];
	int wrong[THREADS] = { 0 }, mine;

	OK(ct_gc());
	counted(&mine);
	for (int i = 0; i < THREADS; i++)
		start(&threads[i], run_loop, &wrong[i]);
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		ck_assert_int_eq(wrong[i], 0);
	}
	ck_assert_int_eq(mine, 0);
	OK(ct_gc_finish());
	ck_assert_int_eq(mine, 1);
}
END_TEST

static void *step_once(void *context)
{
	ct_error error = ct_gc();

	(void)context;
	return (void *)(error ? error : ct_gc_finish());
}

START_TEST(step_of_any_thread_frees_what_was_put_off)
{
	int deleted;
	pthread_t thread;
	void *error;

	ct_tensor_free_later(counted(&deleted));
	start(&thread, step_once, NULL);
	pthread_join(thread, &error);
	ck_assert_ptr_null(error);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void count_atomically(void *data, void *context)
{
	(void)data;
	__atomic_add_fetch((int *)context, 1, __ATOMIC_RELAXED);
}

struct finalizer {
	ct_tensor **handles; /* EACH of them */
	pthread_t thread;
};

static void *finalize(void *context)
{
	struct finalizer *finalizer = context;

	for (int i = 0; i < EACH; i++)
		ct_tensor_free_later(finalizer->handles[i]);
	return NULL;
}

START_TEST(finalizer_threads_free_while_a_loop_runs)
{
	static ct_tensor *handles[THREADS][EACH];
	struct finalizer finalizers[THREADS];
	int deleted = 0, in_step = 0, steps = 0;

	for (int i = 0; i < THREADS; i++)
		for (int j = 0; j < EACH; j++)
			handles[i][j] = blob(count_atomically, &deleted);
	for (int i = 0; i < THREADS; i++) {
		finalizers[i].handles = handles[i];
		start(&finalizers[i].thread, finalize, &finalizers[i]);
	}
	while (__atomic_load_n(&deleted, __ATOMIC_RELAXED) < THREADS * EACH) {
		OK(ct_gc());
		blob(count_atomically, &in_step);
		steps++;
	}
	OK(ct_gc_finish());
	for (int i = 0; i < THREADS; i++)
		pthread_join(finalizers[i].thread, NULL);
	ck_assert_int_eq(ct_tensor_free_pending(), 0);
	ck_assert_int_eq(deleted, THREADS * EACH);
	ck_assert_int_eq(in_step, steps);
}
END_TEST

static void *free_pending_until_done(void *context)
{
	int64_t *freed = context;

	while (__atomic_load_n(&freed[1], __ATOMIC_RELAXED) == 0)
		freed[0] += ct_tensor_free_pending();
	freed[0] += ct_tensor_free_pending();
	return NULL;
}

/* Two threads compete for what four add: each is freed once and counted once. */
START_TEST(each_pending_free_is_counted_by_one_thread)
{
	static ct_tensor *handles[THREADS][EACH];
	struct finalizer finalizers[THREADS];
	pthread_t other;
	int64_t freed[2] = { 0 }, mine = 0;
	int deleted = 0;

	for (int i = 0; i < THREADS; i++)
		for (int j = 0; j < EACH; j++)
			handles[i][j] = blob(count_atomically, &deleted);
	start(&other, free_pending_until_done, freed);
	for (int i = 0; i < THREADS; i++) {
		finalizers[i].handles = handles[i];
		start(&finalizers[i].thread, finalize, &finalizers[i]);
	}
	for (int i = 0; i < 100; i++)
		mine += ct_tensor_free_pending();
	for (int i = 0; i < THREADS; i++)
		pthread_join(finalizers[i].thread, NULL);
	__atomic_store_n(&freed[1], 1, __ATOMIC_RELAXED);
	pthread_join(other, NULL);
	ck_assert_int_eq(mine + freed[0], THREADS * EACH);
	ck_assert_int_eq(deleted, THREADS * EACH);
}
END_TEST

Suite *gc_suite(void)
{
	Suite *suite = suite_create("gc");
	TCase *loops = tests_of("loops");
	TCase *nested_loops = tests_of("nested loops");
	TCase *freeing_later = tests_of("freeing later");
	TCase *threads = tests_of("threads");

	tcase_add_test(loops, step_releases_what_the_step_before_left);
	tcase_add_test(loops, what_was_made_before_the_loop_stays);
	tcase_add_test(loops, kept_tensors_survive_their_step);
	tcase_add_test(loops, moved_up_tensors_belong_to_the_scope_around_the_loop);
	tcase_add_test(loops, gradients_survive_and_add_up);
	tcase_add_test(loops, training_needs_no_free);
	if (allocator_tells() && !is_checked())
		tcase_add_test(loops, memory_does_not_grow_from_step_to_step);
	else
		puts("gc: that memory does not grow from step to step is left out: this allocator "
		     "does not tell, or this build remembers what was released");
	tcase_add_test(loops, finish_without_a_step_does_nothing);
	tcase_add_test(loops, what_is_made_after_the_loop_is_the_callers);
	tcase_add_test(loops, loop_that_is_left_early_is_finished_as_any_other);
	tcase_add_test(loops, loop_that_was_not_finished_is_by_the_next_one);
	suite_add_tcase(suite, loops);

	tcase_add_test(nested_loops, scope_in_a_step_closes_within_it);
	tcase_add_test(nested_loops, steps_leave_the_scope_around_them_alone);
	tcase_add_test(nested_loops, loop_in_a_loop_is_one_of_its_own_with_a_scope_around_it);
	tcase_add_test(nested_loops, loop_in_a_loop_without_a_scope_ends_the_outer_step);
	tcase_add_test(nested_loops, eight_loops_are_nested);
	tcase_add_test(nested_loops, scope_that_each_step_forgets_is_named);
	tcase_add_test(nested_loops, finish_in_a_scope_inside_a_step_does_nothing);
	suite_add_tcase(suite, nested_loops);

	tcase_add_test(freeing_later, freed_later_is_freed_by_the_next_step);
	tcase_add_test(freeing_later, freed_later_is_freed_by_finish);
	tcase_add_test(freeing_later, pending_frees_are_counted);
	tcase_add_test(freeing_later, freeing_null_later_notes_nothing);
	tcase_add_test(freeing_later, two_handles_of_a_tensor_are_freed_later);
	tcase_add_test(freeing_later, pending_frees_leave_equal_handles_of_scopes_alone);
	tcase_add_test(freeing_later,
		       what_is_added_while_pending_ones_are_freed_is_for_the_next_time);
	tcase_add_test(freeing_later, deleter_of_a_pending_one_may_free_pending_ones);
	suite_add_tcase(suite, freeing_later);

	tcase_add_test(threads, each_thread_has_a_loop_of_its_own);
	tcase_add_test(threads, step_of_any_thread_frees_what_was_put_off);
	tcase_add_test(threads, finalizer_threads_free_while_a_loop_runs);
	tcase_add_test(threads, each_pending_free_is_counted_by_one_thread);
	suite_add_tcase(suite, threads);
	return suite;
}
