/*
 * However a handle was released, its use is refused with the place of the release; and a handle
 * that a scope lost in time is not.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

START_TEST(freed_with_its_list)
{
	ct_tensor *tensor = make_tensor(), **parts = NULL, *part;
	int64_t n = 0;

	OK(ct_split_Tensor(tensor, 2, 0, &parts, &n));
	part = parts[1];
	ct_tensors_free(parts, n);
	REFUSED(ct_relu(part, NULL),
		RELU "it was already released: made by ct_split_Tensor, called from "
		     "test_checked+0x, in thread 1, and released by ct_tensors_free, called from "
		     "test_checked+0x, in thread 1");
	free_tensor(tensor);
}
END_TEST

START_TEST(scope_closed)
{
	ct_scope *scope = open_scope();
	ct_tensor *tensor = make_tensor();

	OK(use(tensor));
	close_scope(scope);
	REFUSED(ct_relu(tensor, NULL),
		RELU DEAD CLOSED("the scope opened at open_scope (test_checked+0x)", CLOSE_SCOPE));
}
END_TEST

START_TEST(named_scope_closed)
{
	char name[] = "evaluation";
	ct_scope *scope = open_named(name);
	ct_tensor *tensor = make_tensor();

	close_scope(scope);
	memset(name, '?', strlen(name)); /* it was borrowed until then only */
	REFUSED(ct_relu(tensor, NULL), RELU DEAD CLOSED("the scope evaluation", CLOSE_SCOPE));
}
END_TEST

START_TEST(outer_scope_left)
{
	ct_scope *outer = open_named("outer"), *inner = open_named("inner");
	ct_tensor *tensor = make_tensor();

	ck_assert_ptr_nonnull(inner);
	ct_scope_leave(outer);
	REFUSED(ct_relu(tensor, NULL), RELU DEAD CLOSED("the scope inner", "ct_scope_leave"));
}
END_TEST

static ct_tensor *made_in_block(int *line)
{
	*line = __LINE__ + 1;
	CT_SCOPE;

	return make_tensor();
}

/* The line that the block is on is what one wants to know, however long its file's path is. */
START_TEST(block_with_a_scope_left)
{
	char line_text[64];
	int line = 0;
	ct_tensor *tensor = made_in_block(&line);
	ct_error error = ct_relu(tensor, NULL);

	snprintf(line_text, sizeof line_text, "releases_suite.c:%d was closed by ", line);
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, line_text) != NULL, "%s: %s", line_text, error);
	ct_error_free(error);
}
END_TEST

START_TEST(scope_with_a_long_name_closed)
{
	char name[1000], end[] = "src/train.c:42", expected[64];
	ct_scope *scope;
	ct_tensor *tensor;
	ct_error error;

	memset(name, 'x', sizeof name);
	memcpy(name + sizeof name - sizeof end, end, sizeof end);
	scope = open_named(name);
	tensor = make_tensor();
	close_scope(scope);
	error = ct_relu(tensor, NULL);
	snprintf(expected, sizeof expected, "x%s was closed by ct_scope_close, ", end);
	ck_assert_ptr_nonnull(error);
	ck_assert_msg(strstr(error, expected) != NULL, "%s: %s", expected, error);
	ct_error_free(error);
}
END_TEST

#define STEP "the step begun by ct_gc, called from next_step (test_checked+0x)"

START_TEST(next_step_begun)
{
	ct_tensor *tensor;

	next_step();
	tensor = make_tensor();
	OK(use(tensor));
	next_step();
	REFUSED(ct_relu(tensor, NULL),
		RELU DEAD CLOSED(STEP, "ct_gc, called from next_step (test_checked+0x)"));
	finish_steps();
}
END_TEST

START_TEST(steps_finished)
{
	ct_tensor *tensor;

	next_step();
	tensor = make_tensor();
	finish_steps();
	REFUSED(ct_relu(tensor, NULL),
		RELU DEAD CLOSED(STEP, "ct_gc_finish, called from finish_steps (test_checked+0x)"));
}
END_TEST

/* --- Later ----------------------------------------------------------------------------------- */

#define LATER "ct_tensor_free_later, called from free_later (test_checked+0x)"

/* It is not released yet, but that it may be at any time. */
START_TEST(to_be_freed_later)
{
	ct_tensor *tensor = free_later(make_tensor());

	REFUSED(ct_relu(tensor, NULL),
		RELU "it must not be used anymore: " MADE ", and passed to " LATER);
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
}
END_TEST

START_TEST(freed_later_and_done)
{
	ct_tensor *tensor = free_later(make_tensor());

	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	REFUSED(ct_relu(tensor, NULL), RELU DEAD_BY(LATER));
}
END_TEST

START_TEST(freed_later_by_the_next_step)
{
	ct_tensor *tensor = free_later(make_tensor());

	next_step();
	REFUSED(ct_relu(tensor, NULL), RELU DEAD_BY(LATER));
	finish_steps();
}
END_TEST

START_TEST(one_of_two_handles_to_be_freed_later_leaves_the_other)
{
	ct_tensor *tensor = make_tensor();

	free_later(ct_tensor_retain(tensor));
	OK(use(tensor));
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	OK(use(tensor));
	free_tensor(tensor);
	REFUSED(ct_relu(tensor, NULL), RELU FREED);
}
END_TEST

/* A host's finalizer gives its handle up while a step has another on the same tensor. */
START_TEST(handle_of_a_scope_is_not_the_one_to_be_freed_later)
{
	ct_scope *scope;
	ct_tensor *tensor = make_tensor();

	scope = open_named("inner");
	ck_assert_ptr_eq(ct_tensor_retain(tensor), tensor);
	free_later(tensor);
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
	OK(use(tensor));
	close_scope(scope);
	REFUSED(ct_relu(tensor, NULL), RELU DEAD CLOSED("the scope inner", CLOSE_SCOPE));
}
END_TEST

/* --- Threads --------------------------------------------------------------------------------- */

/* What a thread did with a tensor. */
struct work {
	ct_tensor *tensor;
	ct_error error;
};

static void run(void *(*body)(void *), struct work *work)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, body, work), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
}

static void *make_in_scope(void *argument)
{
	const float value = 1;
	struct work *work = argument;

	ct_scope_open_named("of a thread");
	work->error = ct_tensor_from_data(&value, CT_FLOAT32, CT_NO_INTS, &work->tensor);
	return NULL;
}

START_TEST(its_thread_ended)
{
	struct work work = { NULL, NULL };

	run(make_in_scope, &work);
	OK(work.error);
	REFUSED(ct_relu(work.tensor, NULL),
		RELU "it was already released: made by ct_tensor_from_data, called from "
		     "test_checked+0x, in thread N, and released when the scope of a thread was "
		     "closed by the end of its thread, in thread N; ct_scope_disown() or "
		     "ct_scope_move_up() extends a tensor's lifetime");
}
END_TEST

static void *free_first(void *argument)
{
	struct work *work = argument;

	free_tensor(work->tensor);
	return NULL;
}

/* To free it is the first that this thread does with libctorch. */
START_TEST(freed_by_another_thread)
{
	struct work work = { make_tensor(), NULL };

	run(free_first, &work);
	REFUSED(ct_relu(work.tensor, NULL), RELU DEAD "by " FREE_TENSOR ", in thread N");
}
END_TEST

static void *use_first(void *argument)
{
	struct work *work = argument;

	work->error = ct_relu(work->tensor, NULL);
	return NULL;
}

START_TEST(used_by_another_thread)
{
	struct work work = { free_tensor(make_tensor()), NULL };

	run(use_first, &work);
	REFUSED(work.error, RELU FREED);
}
END_TEST

static void *make_and_hand_over(void *argument)
{
	const float value = 1;
	struct work *work = argument;

	ct_scope_open_named("of a thread");
	work->error = ct_tensor_from_data(&value, CT_FLOAT32, CT_NO_INTS, &work->tensor);
	ct_scope_disown(work->tensor);
	return NULL;
}

START_TEST(handed_over_it_lives_on)
{
	struct work work = { NULL, NULL };

	run(make_and_hand_over, &work);
	OK(work.error);
	OK(use(work.tensor));
	free_tensor(work.tensor);
}
END_TEST

/* --- What outlives a scope ------------------------------------------------------------------- */

START_TEST(kept_it_lives_on)
{
	ct_scope *scope = open_scope();
	ct_tensor *tensor = make_tensor();

	ct_scope_disown(tensor);
	close_scope(scope);
	OK(use(tensor));
	free_tensor(tensor);
	REFUSED(ct_relu(tensor, NULL), RELU FREED);
}
END_TEST

START_TEST(moved_up_it_lives_until_the_outer_scope_closes)
{
	ct_scope *outer = open_named("outer"), *inner = open_named("inner");
	ct_tensor *tensor = make_tensor();

	ct_scope_move_up(tensor);
	close_scope(inner);
	OK(use(tensor));
	close_scope(outer);
	REFUSED(ct_relu(tensor, NULL), RELU DEAD CLOSED("the scope outer", CLOSE_SCOPE));
}
END_TEST

START_TEST(moved_up_from_the_outermost_it_is_the_callers)
{
	ct_scope *scope = open_scope();
	ct_tensor *tensor = make_tensor();

	ct_scope_move_up(tensor);
	close_scope(scope);
	OK(use(tensor));
	free_tensor(tensor);
}
END_TEST

START_TEST(freed_early_it_is_told_so)
{
	ct_scope *scope = open_scope();
	ct_tensor *tensor = free_tensor(make_tensor());

	REFUSED(ct_relu(tensor, NULL), RELU FREED);
	close_scope(scope);
	REFUSED(ct_relu(tensor, NULL), RELU FREED);
}
END_TEST

START_TEST(owned_by_two_scopes_it_lives_until_the_outer_closes)
{
	ct_scope *outer = open_named("outer"), *inner;
	ct_tensor *tensor = make_tensor();

	inner = open_named("inner");
	ck_assert_ptr_eq(ct_tensor_retain(tensor), tensor);
	close_scope(inner);
	OK(use(tensor));
	close_scope(outer);
	REFUSED(ct_relu(tensor, NULL), RELU DEAD CLOSED("the scope outer", CLOSE_SCOPE));
}
END_TEST

START_TEST(made_before_the_loop_it_survives_the_steps)
{
	ct_tensor *weight = make_tensor();

	for (int step = 0; step < 3; step++) {
		next_step();
		OK(ct_relu(weight, &(ct_tensor *){ NULL }));
	}
	finish_steps();
	OK(use(weight));
	free_tensor(weight);
}
END_TEST

Suite *releases_suite(void)
{
	Suite *suite = suite_create("releases");
	TCase *tests = tests_of("releases");

	tcase_add_test(tests, freed_with_its_list);
	tcase_add_test(tests, scope_closed);
	tcase_add_test(tests, named_scope_closed);
	tcase_add_test(tests, outer_scope_left);
	tcase_add_test(tests, block_with_a_scope_left);
	tcase_add_test(tests, scope_with_a_long_name_closed);
	tcase_add_test(tests, next_step_begun);
	tcase_add_test(tests, steps_finished);
	tcase_add_test(tests, to_be_freed_later);
	tcase_add_test(tests, freed_later_and_done);
	tcase_add_test(tests, freed_later_by_the_next_step);
	tcase_add_test(tests, one_of_two_handles_to_be_freed_later_leaves_the_other);
	tcase_add_test(tests, handle_of_a_scope_is_not_the_one_to_be_freed_later);
	tcase_add_test(tests, its_thread_ended);
	tcase_add_test(tests, freed_by_another_thread);
	tcase_add_test(tests, used_by_another_thread);
	tcase_add_test(tests, handed_over_it_lives_on);
	tcase_add_test(tests, kept_it_lives_on);
	tcase_add_test(tests, moved_up_it_lives_until_the_outer_scope_closes);
	tcase_add_test(tests, moved_up_from_the_outermost_it_is_the_callers);
	tcase_add_test(tests, freed_early_it_is_told_so);
	tcase_add_test(tests, owned_by_two_scopes_it_lives_until_the_outer_closes);
	tcase_add_test(tests, made_before_the_loop_it_survives_the_steps);
	suite_add_tcase(suite, tests);
	return suite;
}
