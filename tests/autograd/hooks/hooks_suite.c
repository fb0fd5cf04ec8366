/*
 * Hooks of tensors: order, removal, what happens to contexts and errors. expected_suite.c compares
 * what they do to gradients with PyTorch.
 */
#include <pthread.h>

#include "support.h"

static ct_tensor *x;
static int released;

static void make_leaf(void)
{
	x = leaf(1, 2, 3);
	released = 0;
}

static void free_leaf(void)
{
	ct_tensor_free(x);
}

static ct_error backward_of_squares(void)
{
	ct_tensor *sum = sum_of_squares(x);
	ct_error error = ct_tensor_backward(sum);

	ct_tensor_free(sum);
	return error;
}

/* --- Order and removal ----------------------------------------------------------------------- */

static char calls[64];

static ct_error note(const ct_tensor *grad, void *letter, ct_tensor **replacement)
{
	(void)grad;
	ck_assert_ptr_null(*replacement);
	strncat(calls, letter, sizeof calls - strlen(calls) - 1);
	return NULL;
}

static ct_error note_leaf(ct_tensor *self, void *letter)
{
	ct_tensor *grad, *ignored;

	ck_assert_ptr_eq(self, x);
	CT_TRY(ct_tensor_grad(self, &grad));
	ck_assert_ptr_nonnull(grad);
	return note(grad, letter, (ignored = NULL, &ignored));
}

/* If this release has no such hooks, the error must say so. */
static ct_error add_post_hook(ct_tensor *self, ct_post_accumulate_hook call, void *context,
			      ct_release_function release, int64_t *hook)
{
	ct_error err = ct_tensor_register_post_accumulate_hook(self, call, context, release, hook);

#if !HAS_POST_ACCUMULATE_HOOKS
	ck_assert_ptr_nonnull(err);
	ck_assert_str_eq(err, "ArgumentError: ct_tensor_register_post_accumulate_hook: this "
			      "release of libtorch has no post-accumulate hooks");
	ct_error_free(err);
	err = NULL;
#endif
	return err;
}

START_TEST(hooks_run_in_the_order_of_registering)
{
	calls[0] = 0;
	OK(ct_tensor_register_hook(x, note, (void *)"a", NULL, NULL));
	OK(add_post_hook(x, note_leaf, (void *)"x", NULL, NULL));
	OK(ct_tensor_register_hook(x, note, (void *)"b", NULL, NULL));
	OK(add_post_hook(x, note_leaf, (void *)"y", NULL, NULL));
	OK(ct_tensor_register_hook(x, note, (void *)"c", NULL, NULL));
	OK(backward_of_squares());
	ck_assert_str_eq(calls, HAS_POST_ACCUMULATE_HOOKS ? "abcxy" : "abc");
	assert_gradient(x, (double[]){ 2, 4, 6 });
}
END_TEST

START_TEST(removed_hook_is_released_once_and_runs_no_more)
{
	int64_t hook = CT_HOOK_NONE, other = CT_HOOK_NONE;

	OK(ct_tensor_register_hook(x, multiply, NULL, NULL, &hook));
	OK(ct_tensor_register_hook(x, note, &released, count_release, &other));
	ck_assert_int_ne(hook, CT_HOOK_NONE);
	ck_assert_int_ne(hook, other);
	ck_assert(ct_hook_remove(other));
	ck_assert_int_eq(released, 1);
	ck_assert(!ct_hook_remove(other));
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 4, 8, 12 });
	ck_assert(ct_hook_remove(hook));
	OK(ct_tensor_set_grad(x, NULL));
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 2, 4, 6 });
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(numbers_that_name_no_hook_remove_nothing)
{
	ck_assert(!ct_hook_remove(CT_HOOK_NONE));
	ck_assert(!ct_hook_remove(-1));
	ck_assert(!ct_hook_remove(INT64_MAX));
}
END_TEST

START_TEST(context_goes_with_the_tensor)
{
	ct_tensor *other = leaf(1, 1, 1);
	int64_t hook, post = CT_HOOK_NONE;

	OK(ct_tensor_register_hook(other, multiply, &released, count_release, &hook));
	OK(add_post_hook(other, note_leaf, &released, count_release, &post));
	ck_assert_int_eq(released, 0);
	ct_tensor_free(other);
	ck_assert_int_eq(released, HAS_POST_ACCUMULATE_HOOKS ? 2 : 1);
	ck_assert(!ct_hook_remove(hook));
	ck_assert(!ct_hook_remove(post));
}
END_TEST

/* The graph keeps the hook of an intermediate step that has no handle any more. */
START_TEST(context_of_a_step_between_goes_with_the_graph)
{
	double factor = 10;
	ct_tensor *step = times(x, 1), *sum;

	OK(ct_tensor_register_hook(step, multiply, &factor, NULL, NULL));
	OK(ct_tensor_register_hook(step, note, &released, count_release, NULL));
	sum = sum_of(step);
	ct_tensor_free(step);
	ck_assert_int_eq(released, 0);
	OK(ct_tensor_backward(sum));
	assert_gradient(x, (double[]){ 10, 10, 10 });
	ct_tensor_free(sum);
	ck_assert_int_eq(released, 1);
}
END_TEST

START_TEST(context_stays_the_caller_s_when_registering_fails)
{
	ct_tensor *plain = number(1);
	int64_t hook = 77;

	FAILS(ct_tensor_register_hook(plain, multiply, &released, count_release, &hook),
	      "RuntimeError: cannot register a hook on a tensor that doesn't require gradient");
	FAILS(ct_tensor_register_hook(NULL, multiply, &released, count_release, &hook),
	      "ArgumentError: ct_tensor_register_hook: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_register_hook(x, NULL, &released, count_release, &hook),
	      "ArgumentError: ct_tensor_register_hook: argument 2 (call) must not be NULL");
	FAILS(ct_tensor_register_post_accumulate_hook(plain, note_leaf, &released, count_release,
						      &hook),
	      "RuntimeError: cannot register a hook on a tensor that doesn't require gradient");
	FAILS(ct_tensor_register_post_accumulate_hook(x, NULL, &released, count_release, &hook),
	      "ArgumentError: ct_tensor_register_post_accumulate_hook: argument 2 (call) must not "
	      "be NULL");
	ck_assert_int_eq(hook, 77);
	ck_assert_int_eq(released, 0);
	ct_tensor_free(plain);
}
END_TEST

/* libtorch's own list of hooks only grows, which would make the last of these slow. */
START_TEST(registering_and_removing_leaves_nothing_behind)
{
	int64_t first, hook;

	for (int i = 0; i < 1000; i++) {
		OK(ct_tensor_register_hook(x, multiply, &released, count_release, &first));
		OK(ct_tensor_register_hook(x, multiply, NULL, NULL, &hook));
		ck_assert(ct_hook_remove(first));
		ck_assert(ct_hook_remove(hook));
	}
	ck_assert_int_eq(released, 1000);
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 2, 4, 6 });
}
END_TEST

/* --- In a hook ------------------------------------------------------------------------------- */

struct itself {
	int64_t hook;
	int runs;
};

static ct_error remove_itself(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	struct itself *self = context;

	self->runs++;
	ck_assert(ct_hook_remove(self->hook));
	ck_assert_int_eq(released, 0);
	return multiply(grad, NULL, replacement);
}

static void release_itself(void *context)
{
	(void)context;
	released++;
}

START_TEST(hook_that_removes_itself_runs_once_and_is_released_after_it)
{
	struct itself self = { CT_HOOK_NONE, 0 };

	OK(ct_tensor_register_hook(x, remove_itself, &self, release_itself, &self.hook));
	OK(backward_of_squares());
	ck_assert_int_eq(released, 1);
	OK(backward_of_squares());
	ck_assert_int_eq(self.runs, 1);
	assert_gradient(x, (double[]){ 6, 12, 18 });
}
END_TEST

static ct_error remove_the_next(const ct_tensor *grad, void *hook, ct_tensor **replacement)
{
	(void)grad, (void)replacement;
	ct_hook_remove(*(int64_t *)hook);
	return NULL;
}

START_TEST(hook_that_another_removes_in_the_same_pass_does_not_run)
{
	int64_t second;

	OK(ct_tensor_register_hook(x, remove_the_next, &second, NULL, NULL));
	OK(ct_tensor_register_hook(x, multiply, NULL, NULL, &second));
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 2, 4, 6 });
}
END_TEST

static ct_error register_another(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)replacement, (void)context;
	return ct_tensor_register_hook(x, multiply, NULL, NULL, NULL);
}

START_TEST(hook_that_is_registered_in_a_pass_runs_in_the_next)
{
	int64_t hook;

	OK(ct_tensor_register_hook(x, register_another, NULL, NULL, &hook));
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 2, 4, 6 });
	ct_hook_remove(hook);
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 6, 12, 18 });
}
END_TEST

static ct_error make_and_leave(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	ct_tensor *garbage;

	(void)context;
	for (int i = 0; i < 10; i++)
		CT_TRY(ct_exp(grad, &garbage));
	*replacement = (ct_tensor *)grad; /* a borrowed handle may be returned */
	return NULL;
}

START_TEST(hook_frees_nothing)
{
	const int64_t before = live_handles();

	OK(ct_tensor_register_hook(x, make_and_leave, NULL, NULL, NULL));
	OK(backward_of_squares());
	assert_gradient(x, (double[]){ 2, 4, 6 });
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

static ct_error keep(const ct_tensor *grad, void *kept, ct_tensor **replacement)
{
	(void)replacement;
	ct_scope_disown((ct_tensor *)grad);
	*(const ct_tensor **)kept = grad;
	return NULL;
}

START_TEST(gradient_can_be_kept)
{
	ct_tensor *kept = NULL;

	OK(ct_tensor_register_hook(x, keep, &kept, NULL, NULL));
	OK(backward_of_squares());
	assert_floats(kept, (int64_t[]){ 3, -1 }, (double[]){ 2, 4, 6 });
	ct_tensor_free(kept);
}
END_TEST

/* Only the caller of backward receives the error; gradients computed before it remain. */
START_TEST(error_of_a_hook_is_backward_s)
{
	ct_tensor *sum;
	ct_error error;

	OK(ct_tensor_register_hook(x, say_no, (void *)"no more", NULL, NULL));
	sum = sum_of_squares(x);
	error = ct_tensor_backward(sum);
	ck_assert_str_eq(error, "ValueError: no more");
	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_VALUE);
	ck_assert_str_eq(ct_error_function(error), "my_hook");
	ct_error_free(error);
	ct_tensor_free(sum);
}
END_TEST

#if HAS_POST_ACCUMULATE_HOOKS
static ct_error fail_leaf(ct_tensor *self, void *text)
{
	return say_no(self, text, NULL);
}

START_TEST(error_of_a_post_accumulate_hook_is_backward_s)
{
	OK(ct_tensor_register_post_accumulate_hook(x, fail_leaf, (void *)"stop", NULL, NULL));
	FAILS(backward_of_squares(), "ValueError: stop");
	assert_gradient(x, (double[]){ 2, 4, 6 });
}
END_TEST
#endif

/* --- Backward inside a hook ------------------------------------------------------------------ */

struct nested {
	int depth; /* how many more levels to go */
	int *deepest_in_another_thread;
	pthread_t thread;
};

static ct_error go_deeper(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	struct nested here = *(struct nested *)context;
	ct_tensor *inner, *sum;

	(void)grad, (void)replacement;
	if (!pthread_equal(pthread_self(), here.thread))
		++*here.deepest_in_another_thread;
	if (here.depth-- == 0)
		return ct_error_new(CT_ERROR_INDEX, "go_deeper", "at the bottom");
	CT_ENABLE_GRAD
	{
		inner = leaf(1, 1, 1);
		CT_TRY(ct_tensor_register_hook(inner, go_deeper, &here, NULL, NULL));
		CT_TRY(ct_sum(inner, CT_DTYPE_NONE, &sum));
		CT_TRY(ct_tensor_backward(sum));
	}
	return NULL;
}

/* Beyond a depth of 60, libtorch continues in its own threads. */
START_TEST(error_comes_back_from_libtorch_s_own_threads)
{
	int elsewhere = 0;
	struct nested outermost = { 150, &elsewhere, pthread_self() };

	OK(ct_tensor_register_hook(x, go_deeper, &outermost, NULL, NULL));
	FAILS(backward_of_squares(), "IndexError: at the bottom");
	ck_assert_int_gt(elsewhere, 0);
}
END_TEST

/* --- Growing a graph ------------------------------------------------------------------------- */

START_TEST(hooks_of_a_view_follow_its_base)
{
	ct_tensor *base = times(x, 1), *view, *sum;
	double factor = 5;

	OK(ct_narrow(base, 0, 0, 2, &view));
	OK(ct_mul__Scalar(base, ct_scalar_int(2), NULL));
	OK(ct_tensor_register_hook(view, multiply, &factor, NULL, NULL));
	sum = sum_of(view);
	OK(ct_tensor_backward(sum));
	assert_gradient(x, (double[]){ 10, 10, 0 });
	ct_tensor_free(sum);
	ct_tensor_free(view);
	ct_tensor_free(base);
}
END_TEST

static void add_tests_of_order(TCase *tests)
{
	tcase_add_test(tests, hooks_run_in_the_order_of_registering);
	tcase_add_test(tests, removed_hook_is_released_once_and_runs_no_more);
	tcase_add_test(tests, numbers_that_name_no_hook_remove_nothing);
	tcase_add_test(tests, context_goes_with_the_tensor);
	tcase_add_test(tests, context_of_a_step_between_goes_with_the_graph);
	tcase_add_test(tests, context_stays_the_caller_s_when_registering_fails);
	tcase_add_test(tests, registering_and_removing_leaves_nothing_behind);
}

Suite *hooks_suite(void)
{
	Suite *suite = suite_create("hooks");
	TCase *tests = tests_of("hooks");

	tcase_add_checked_fixture(tests, make_leaf, free_leaf);
	add_tests_of_order(tests);
	tcase_add_test(tests, hook_that_removes_itself_runs_once_and_is_released_after_it);
	tcase_add_test(tests, hook_that_another_removes_in_the_same_pass_does_not_run);
	tcase_add_test(tests, hook_that_is_registered_in_a_pass_runs_in_the_next);
	tcase_add_test(tests, hook_frees_nothing);
	tcase_add_test(tests, gradient_can_be_kept);
	tcase_add_test(tests, error_of_a_hook_is_backward_s);
#if HAS_POST_ACCUMULATE_HOOKS
	tcase_add_test(tests, error_of_a_post_accumulate_hook_is_backward_s);
#else
	LEFT_OUT("error_of_a_post_accumulate_hook_is_backward_s", "there are no such hooks");
#endif
	tcase_add_test(tests, error_comes_back_from_libtorch_s_own_threads);
	tcase_add_test(tests, hooks_of_a_view_follow_its_base);
	suite_add_tcase(suite, tests);
	return suite;
}
