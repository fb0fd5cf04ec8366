/*
 * Loops of steps: what ct_gc() releases, and what stays.
 */
#include "support.h"

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
	FREES_LAST(parameter, deleted);
}
END_TEST

START_TEST(kept_tensors_survive_their_step)
{
	int deleted[3];
	ct_tensor *kept[3];

	for (int step = 0; step < 3; step++) {
		OK(ct_gc());
		kept[step] = counted(&deleted[step]);
		ct_scope_disown(kept[step]);
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
	FREES_LAST(last, deleted);
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
		OK(ct_tensor_backward(loss));
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
		CT_TRY(ct_tensor_backward(loss));
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

/* The smallest block that malloc() gives, lost in every step, would be 48,000 bytes; a third of
 * that is for what libtorch or the C library may allocate late and once. */
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

static ct_error each_step(int64_t first, int64_t last, int64_t leave_at, int64_t *ran, int *deleted)
{
	CT_EACH_STEP (step, first, last) {
		counted(deleted);
		*ran += step;
		if (step == leave_at)
			break;
	}
	return NULL;
}

START_TEST(each_step_runs_from_the_first_to_the_last)
{
	int deleted;
	int64_t ran = 0;

	OK(each_step(1, 4, 0, &ran, &deleted));
	ck_assert_int_eq(ran, 1 + 2 + 3 + 4);
	OK(each_step(-1, -2, 0, &ran, &deleted));
	OK(each_step(5, 5, 0, &ran, &deleted));
	ck_assert_int_eq(ran, 1 + 2 + 3 + 4 + 5);
}
END_TEST

static ct_error three_steps(int deleted[3])
{
	CT_EACH_STEP (step, 0, 2) {
		if (step > 0)
			ck_assert_int_eq(deleted[step - 1], 1);
		counted(&deleted[step]);
		ck_assert_int_eq(deleted[step], 0);
	}
	return NULL;
}

START_TEST(each_step_releases_what_the_step_before_made)
{
	int deleted[3];
	ct_tensor *before = number(1);

	OK(three_steps(deleted));
	ck_assert_int_eq(deleted[2], 1);
	ck_assert_double_eq(value_of(before), 1);
	ct_tensor_free(before);
}
END_TEST

START_TEST(each_step_left_by_break_releases_its_step)
{
	int deleted = 0;
	int64_t ran = 0;

	OK(each_step(1, 100, 2, &ran, &deleted));
	ck_assert_int_eq(ran, 1 + 2);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static ct_error fail_in_a_step(int *deleted)
{
	CT_EACH_STEP (step, 1, 3) {
		counted(deleted);
		if (step == 2)
			return ct_error_new(CT_ERROR_VALUE, NULL, "in step %d", step);
	}
	return NULL;
}

/* The outer step and what it made stay. */
static ct_error fail_inside_a_step(int *outer, int *inner)
{
	CT_EACH_STEP (step, 1, 2) {
		counted(outer);
		FAILS(fail_in_a_step(inner), "ValueError: in step 2");
		ck_assert_int_eq(*inner, 1);
		ck_assert_int_eq(*outer, 0);
	}
	return NULL;
}

START_TEST(each_step_left_by_an_error_releases_its_step)
{
	int outer, inner;

	OK(fail_inside_a_step(&outer, &inner));
	ck_assert_int_eq(outer, 1);
}
END_TEST

Suite *gc_suite(void)
{
	Suite *suite = suite_create("gc");
	TCase *tests = tests_of("gc");

	tcase_add_test(tests, step_releases_what_the_step_before_left);
	tcase_add_test(tests, what_was_made_before_the_loop_stays);
	tcase_add_test(tests, kept_tensors_survive_their_step);
	tcase_add_test(tests, moved_up_tensors_belong_to_the_scope_around_the_loop);
	tcase_add_test(tests, gradients_survive_and_add_up);
	tcase_add_test(tests, training_needs_no_free);
	tcase_add_test(tests, finish_without_a_step_does_nothing);
	tcase_add_test(tests, what_is_made_after_the_loop_is_the_callers);
	tcase_add_test(tests, loop_that_is_left_early_is_finished_as_any_other);
	tcase_add_test(tests, loop_that_was_not_finished_is_by_the_next_one);
	tcase_add_test(tests, each_step_runs_from_the_first_to_the_last);
	tcase_add_test(tests, each_step_releases_what_the_step_before_made);
	tcase_add_test(tests, each_step_left_by_break_releases_its_step);
	tcase_add_test(tests, each_step_left_by_an_error_releases_its_step);
	if (allocator_tells() && !is_checked())
		tcase_add_test(tests, memory_does_not_grow_from_step_to_step);
	else
		puts("gc: that memory does not grow from step to step is left out: this allocator "
		     "does not tell, or this build remembers what was released");
	suite_add_tcase(suite, tests);
	return suite;
}
