/*
 * How scopes are closed: wrongly, while deleters call libctorch, with very many handles, and by
 * threads that end.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

/* --- Wrong closes ---------------------------------------------------------------------------- */

START_TEST(closing_out_of_order_names_both_and_closes_nothing)
{
	int in_outer, in_inner;
	ct_scope *outer = ct_scope_open_named("forward in train.c:7"), *inner;

	counted(&in_outer);
	inner = ct_scope_open_named("loss in train.c:120");
	counted(&in_inner);
	FAILS(ct_scope_close(outer),
	      "ArgumentError: ct_scope_close: argument 1 (scope): the scope forward in train.c:7 "
	      "cannot be closed, because the scope loss in train.c:120 inside it is open");
	ck_assert_int_eq(in_outer + in_inner, 0);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(in_outer, 0);
	ck_assert_int_eq(in_inner, 1);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(in_outer, 1);
}
END_TEST

/* The program's functions are not exported, so that a place is the file's name and an offset. */
START_TEST(scope_without_a_name_is_called_after_the_place_that_opened_it)
{
	ct_scope *outer = ct_scope_open(), *inner = ct_scope_open_named("inner");

	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT, "the scope opened at test_runtime+0x");
	OK(ct_scope_close(inner));
	inner = ct_scope_open_named(NULL);
	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT,
		   "because the scope opened at test_runtime+0x");
	OK(ct_scope_close(inner));
	OK(ct_gc());
	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT,
		   "because the step begun by ct_gc, called from test_runtime+0x");
	OK(ct_gc_finish());
	OK(ct_scope_close(outer));
}
END_TEST

/* Mostly it is a path, of which the end tells more. */
START_TEST(long_name_is_cut_at_its_beginning)
{
	char name[2000];
	ct_scope *outer, *inner;

	memset(name, 'x', sizeof name);
	strcpy(name + sizeof name - 8, "y.c:120");
	outer = ct_scope_open_named(name);
	inner = ct_scope_open_named("inner");
	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT, "xxxxy.c:120 cannot be closed");
	OK(ct_scope_close(inner));
	inner = ct_scope_open_named(name);
	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT, "xxxxy.c:120 inside it is open");
	OK(ct_scope_close(inner));
	OK(ct_scope_close(outer));
}
END_TEST

START_TEST(closing_twice_is_an_error)
{
	ct_scope *outer = open_scope(), *inner = open_scope();

	OK(ct_scope_close(inner));
	FAILS(ct_scope_close(inner),
	      "ArgumentError: ct_scope_close: argument 1 (scope): it is closed already");
	OK(ct_scope_close(outer));
	FAILS(ct_scope_close(outer),
	      "ArgumentError: ct_scope_close: argument 1 (scope): it is closed already");
}
END_TEST

static int compare_pointers(const void *left, const void *right)
{
	const ct_scope *const *a = left, *const *b = right;

	return ((uintptr_t)*a > (uintptr_t)*b) - ((uintptr_t)*a < (uintptr_t)*b);
}

START_TEST(pointer_of_a_closed_scope_is_never_used_again)
{
	enum { N = 10000 };
	static ct_scope *scopes[N];

	for (int i = 0; i < N; i++) {
		scopes[i] = open_scope();
		OK(ct_scope_close(scopes[i]));
	}
	qsort(scopes, N, sizeof *scopes, compare_pointers);
	for (int i = 1; i < N; i++)
		if (scopes[i] == scopes[i - 1])
			ck_abort_msg("%p is two scopes", (void *)scopes[i]);
}
END_TEST

static void *close_in_thread(void *scope)
{
	return (void *)ct_scope_close(scope);
}

START_TEST(scope_of_another_thread_is_refused)
{
	int deleted, end = 0;
	unsigned owner = 0, other = 0;
	ct_scope *scope = open_scope();
	pthread_t thread;
	void *error;

	counted(&deleted);
	ck_assert_int_eq(pthread_create(&thread, NULL, close_in_thread, scope), 0);
	pthread_join(thread, &error);
	ck_assert_ptr_nonnull(error);
	ck_assert_int_eq(ct_error_kind(error), CT_ERROR_ARGUMENT);
	sscanf(error,
	       "ArgumentError: ct_scope_close: argument 1 (scope): thread %u opened it, if it is a "
	       "scope, and this is thread %u: close a scope in the thread that opened it%n",
	       &owner, &other, &end);
	ck_assert_msg(end > 0 && ((const char *)error)[end] == 0, "%s", (const char *)error);
	ck_assert_uint_eq(owner, 1);
	ck_assert_uint_gt(other, owner);
	ct_error_free(error);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void *leave_in_thread(void *scope)
{
	ct_scope_leave(scope);
	return NULL;
}

START_TEST(leaving_a_scope_of_another_thread_leaves_it_alone)
{
	int deleted;
	ct_scope *scope = open_scope();
	pthread_t thread;

	counted(&deleted);
	ck_assert_int_eq(pthread_create(&thread, NULL, leave_in_thread, scope), 0);
	pthread_join(thread, NULL);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(pointer_that_is_no_scope_is_refused)
{
	ct_scope *scope = open_scope();

	FAILS_WITH(ct_scope_close((ct_scope *)&scope), CT_ERROR_ARGUMENT, "argument 1 (scope)");
	FAILS_WITH(ct_scope_close((ct_scope *)(uintptr_t)1), CT_ERROR_ARGUMENT,
		   "argument 1 (scope)");
	FAILS_WITH(ct_scope_close((ct_scope *)((uintptr_t)scope + 1)), CT_ERROR_ARGUMENT,
		   "argument 1 (scope)");
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(closing_and_leaving_null_does_nothing)
{
	int deleted;
	ct_scope *scope = open_scope();

	counted(&deleted);
	OK(ct_scope_close(NULL));
	ct_scope_leave(NULL);
	ck_assert_int_eq(deleted, 0);
	OK(ct_scope_close(scope));
	OK(ct_scope_close(NULL));
	ct_scope_leave(NULL);
}
END_TEST

START_TEST(leave_closes_the_scopes_inside_too)
{
	int deleted[4];
	ct_scope *outermost = open_scope(), *outer, *inner;

	counted(&deleted[0]);
	outer = open_scope();
	counted(&deleted[1]);
	inner = open_scope();
	counted(&deleted[2]);
	OK(ct_gc());
	counted(&deleted[3]);
	ct_scope_leave(outer);
	ck_assert_int_eq(deleted[0], 0);
	for (int i = 1; i < 4; i++)
		ck_assert_int_eq(deleted[i], 1);
	FAILS_WITH(ct_scope_close(inner), CT_ERROR_ARGUMENT, "closed already");
	ct_scope_leave(inner);
	ct_scope_leave(outer);
	ck_assert_int_eq(deleted[0], 0);
	OK(ct_scope_close(outermost));
	ck_assert_int_eq(deleted[0], 1);
}
END_TEST

struct numbered {
	char *text; /* to which `number` is appended */
	char number;
};

static void append_number(void *data, void *context)
{
	const struct numbered *numbered = context;

	(void)data;
	strncat(numbered->text, &numbered->number, 1);
}

START_TEST(leave_closes_the_innermost_first)
{
	char text[4] = "";
	struct numbered numbered[] = { { text, '1' }, { text, '2' }, { text, '3' } };
	ct_scope *outer = open_scope();

	blob(append_number, &numbered[0]);
	open_scope();
	blob(append_number, &numbered[1]);
	open_scope();
	blob(append_number, &numbered[2]);
	ct_scope_leave(outer);
	ck_assert_str_eq(text, "321");
}
END_TEST

/* --- Deleters that call libctorch while a scope closes ---------------------------------------- */

struct helper {
	ct_scope *scope; /* the one that closes */
	ct_tensor *tensor;
	int *deleted;
	int calls;
};

static void give_more(void *data, void *context)
{
	struct helper *helper = context;

	(void)data;
	for (int i = 0; i < 3; i++)
		counted(&helper->deleted[i]);
	ct_tensor_free(counted(&helper->deleted[3]));
	helper->calls++;
}

START_TEST(what_a_deleter_is_given_is_released_by_the_same_close)
{
	int deleted[4] = { 0 }, before;
	struct helper helper = { .deleted = deleted };
	ct_scope *scope = open_scope();

	counted(&before);
	blob(give_more, &helper);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(before, 1);
	ck_assert_int_eq(helper.calls, 1);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(deleted[i], 1);
}
END_TEST

static void give_the_next(void *data, void *context)
{
	struct helper *helper = context;

	(void)data;
	if (++helper->calls < 1000)
		blob(give_the_next, helper);
}

START_TEST(deleters_of_what_deleters_are_given_run_too)
{
	struct helper helper = { 0 };
	ct_scope *scope = open_scope();

	blob(give_the_next, &helper);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(helper.calls, 1000);
}
END_TEST

static void free_another(void *data, void *context)
{
	struct helper *helper = context;

	(void)data;
	ct_tensor_free(helper->tensor);
	helper->calls++;
}

/* What was given last is released first, so this one is still there, with others on both sides. */
START_TEST(deleter_frees_another_handle_of_the_scope)
{
	enum { N = 100 };
	int deleted[N];
	struct helper helper = { 0 };
	ct_tensor *tensors[N];
	ct_scope *scope = open_scope();

	for (int i = 0; i < N; i++) {
		tensors[i] = counted(&deleted[i]);
		if (i == N / 2)
			blob(free_another, &helper);
	}
	helper.tensor = tensors[N / 4];
	OK(ct_scope_close(scope));
	ck_assert_int_eq(helper.calls, 1);
	for (int i = 0; i < N; i++)
		ck_assert_int_eq(deleted[i], 1);
}
END_TEST

static void keep_another(void *data, void *context)
{
	struct helper *helper = context;

	(void)data;
	ct_scope_keep(helper->tensor);
	helper->calls++;
}

START_TEST(deleter_keeps_another_handle_of_the_scope)
{
	int deleted;
	struct helper helper = { 0 };
	ct_scope *scope = open_scope();

	helper.tensor = counted(&deleted);
	blob(keep_another, &helper);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(helper.calls, 1);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(helper.tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void move_another_up(void *data, void *context)
{
	struct helper *helper = context;

	(void)data;
	ct_scope_move_up(helper->tensor);
	helper->calls++;
}

START_TEST(deleter_moves_another_handle_of_the_scope_up)
{
	int deleted, others[3];
	struct helper helper = { 0 };
	ct_scope *outer = open_scope(), *inner = open_scope();

	counted(&others[0]);
	helper.tensor = counted(&deleted);
	counted(&others[1]);
	blob(move_another_up, &helper);
	counted(&others[2]);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(helper.calls, 1);
	ck_assert_int_eq(deleted, 0);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(others[i], 1);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void use_scopes(void *data, void *context)
{
	struct helper *helper = context;
	ct_scope *outer = open_scope(), *inner;

	(void)data;
	counted(&helper->deleted[0]);
	inner = open_scope();
	counted(&helper->deleted[1]);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(helper->deleted[0], 0);
	ck_assert_int_eq(helper->deleted[1], 1);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(helper->deleted[0], 1);
	ck_assert_int_eq(helper->deleted[2], 0);
	helper->calls++;
}

START_TEST(deleter_has_scopes_of_its_own)
{
	int deleted[3];
	struct helper helper = { .deleted = deleted };
	ct_scope *scope = open_scope();

	counted(&deleted[2]);
	blob(use_scopes, &helper);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(helper.calls, 1);
	ck_assert_int_eq(deleted[2], 1);
}
END_TEST

static void forget_scopes(void *data, void *context)
{
	struct helper *helper = context;

	(void)data;
	open_scope();
	counted(&helper->deleted[0]);
	open_scope();
	counted(&helper->deleted[1]);
	CT_CHECK(ct_gc());
	counted(&helper->deleted[2]);
	helper->calls++;
}

START_TEST(scopes_that_a_deleter_forgets_are_closed_with_its_scope)
{
	int deleted[5];
	struct helper helper = { .deleted = deleted };
	ct_scope *outer = open_scope(), *inner;

	counted(&deleted[3]);
	inner = open_scope();
	counted(&deleted[4]);
	blob(forget_scopes, &helper);
	blob(forget_scopes, &helper);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(helper.calls, 2);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(deleted[i], i != 3);
	FAILS_WITH(ct_scope_close(inner), CT_ERROR_ARGUMENT, "closed already");
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted[3], 1);
}
END_TEST

static void close_the_closing(void *data, void *context)
{
	static const char refusal[] = "not from a hook or a deleter: the call in progress may use "
				      "what the innermost scope owns";
	struct helper *helper = context;

	(void)data;
	FAILS_WITH(ct_scope_close(helper->scope), CT_ERROR_ARGUMENT, refusal);
	FAILS_WITH(ct_gc(), CT_ERROR_ARGUMENT, refusal);
	FAILS_WITH(ct_gc_finish(), CT_ERROR_ARGUMENT, refusal);
	ct_scope_leave(helper->scope);
	helper->calls++;
}

START_TEST(deleter_cannot_close_the_scope_that_closes)
{
	int before, after;
	struct helper helper = { 0 };
	ct_scope *outer = open_scope();

	helper.scope = open_scope();
	counted(&before);
	blob(close_the_closing, &helper);
	counted(&after);
	OK(ct_scope_close(helper.scope));
	ck_assert_int_eq(helper.calls, 1);
	ck_assert_int_eq(before, 1);
	ck_assert_int_eq(after, 1);
	OK(ct_scope_close(outer));
}
END_TEST

/* Whoever frees it may be in the middle of an operator, whose arguments the scope owns. */
START_TEST(deleter_of_a_freed_tensor_cannot_close_the_scope_around)
{
	int inside;
	struct helper helper = { 0 };
	ct_tensor *tensor = blob(close_the_closing, &helper);

	helper.scope = open_scope();
	counted(&inside);
	ct_tensor_free(tensor);
	ck_assert_int_eq(helper.calls, 1);
	ck_assert_int_eq(inside, 0);
	OK(ct_scope_close(helper.scope));
	ck_assert_int_eq(inside, 1);
}
END_TEST

/* With one of its own inside, the closing one is out of order as well. */
static void close_around_its_own(void *data, void *context)
{
	struct helper *helper = context;
	ct_scope *own = ct_scope_open_named("its own");

	(void)data;
	FAILS_WITH(ct_scope_close(helper->scope), CT_ERROR_ARGUMENT, "its own inside it is open");
	OK(ct_gc());
	counted(helper->deleted);
	OK(ct_gc());
	ck_assert_int_eq(*helper->deleted, 1);
	OK(ct_gc_finish());
	/* Of what this means, the deleter's own scope can go. */
	ct_scope_leave(helper->scope);
	FAILS_WITH(ct_scope_close(own), CT_ERROR_ARGUMENT, "closed already");
	helper->calls++;
}

START_TEST(deleter_has_steps_in_a_scope_of_its_own)
{
	int deleted, before;
	struct helper helper = { .deleted = &deleted };

	helper.scope = open_scope();
	counted(&before);
	blob(close_around_its_own, &helper);
	OK(ct_scope_close(helper.scope));
	ck_assert_int_eq(helper.calls, 1);
	ck_assert_int_eq(before, 1);
}
END_TEST

/* --- Many ------------------------------------------------------------------------------------ */

/* Handles on so many tensors, of which each has four. */
static ct_tensor **make_many(int64_t n)
{
	ct_tensor **tensors = malloc((size_t)n * sizeof *tensors);
	const int64_t empty[] = { 0 };

	ck_assert_ptr_nonnull(tensors);
	for (int64_t i = 0; i < n; i++) {
		ct_error error = NULL;

		if (i % 4)
			tensors[i] = ct_tensor_keep(tensors[i - 1]);
		else
			error = ct_empty_memory_format(empty, 1, CT_FLOAT32, CT_LAYOUT_NONE,
						       CT_DEVICE_NONE, NULL, CT_MEMORY_FORMAT_NONE,
						       &tensors[i]);
		if (error)
			ck_abort_msg("%s", error);
	}
	return tensors;
}

static void shuffle(ct_tensor **tensors, int64_t n)
{
	uint64_t random = 1;

	for (int64_t i = n - 1; i > 0; i--) {
		int64_t j;
		ct_tensor *tensor = tensors[i];

		random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
		j = (int64_t)((random >> 33) % (uint64_t)(i + 1));
		tensors[i] = tensors[j];
		tensors[j] = tensor;
	}
}

enum { MILLION = 1000000 };

START_TEST(a_million_handles_are_released_by_one_close)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	free(make_many(MILLION));
	ck_assert_int_eq(live_handles(), before + MILLION);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(half_of_a_million_handles_is_freed_in_random_order)
{
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner;
	ct_tensor **tensors = make_many(MILLION);

	inner = open_scope();
	shuffle(tensors, MILLION);
	for (int64_t i = 0; i < MILLION; i += 2)
		ct_tensor_free(tensors[i]);
	ck_assert_int_eq(live_handles(), before + MILLION / 2);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + MILLION / 2);
	free(tensors);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(a_million_handles_are_moved_up_and_kept_in_random_order)
{
	const int64_t before = live_handles();
	ct_scope *outer = open_scope(), *inner = open_scope();
	ct_tensor **tensors = make_many(MILLION);

	shuffle(tensors, MILLION);
	for (int64_t i = 0; i < MILLION / 2; i++)
		ct_scope_move_up(tensors[i]);
	OK(ct_scope_close(inner));
	ck_assert_int_eq(live_handles(), before + MILLION / 2);
	for (int64_t i = 0; i < MILLION / 4; i++)
		ct_scope_keep(tensors[i]);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + MILLION / 4);
	for (int64_t i = 0; i < MILLION / 4; i++)
		ct_tensor_free(tensors[i]);
	ck_assert_int_eq(live_handles(), before);
	free(tensors);
}
END_TEST

START_TEST(ten_thousand_scopes_are_nested)
{
	enum { N = 10000 };
	static ct_scope *scopes[N];
	static int deleted[N];

	for (int i = 0; i < N; i++) {
		scopes[i] = open_scope();
		counted(&deleted[i]);
	}
	for (int i = N - 1; i >= N / 2; i--) {
		ct_error error = ct_scope_close(scopes[i]);

		if (error || deleted[i] != 1 || deleted[i - 1] != 0)
			ck_abort_msg("closing scope %d: %s", i, error ? error : "wrong releases");
	}
	ct_scope_leave(scopes[0]);
	for (int i = 0; i < N; i++)
		if (deleted[i] != 1)
			ck_abort_msg("handle of scope %d is deleted %d times", i, deleted[i]);
}
END_TEST

/* --- Threads --------------------------------------------------------------------------------- */

static void *end_with_open_scopes(void *context)
{
	struct helper *helper = context;

	helper->tensor = counted(&helper->deleted[0]);
	open_scope();
	counted(&helper->deleted[1]);
	open_scope();
	counted(&helper->deleted[2]);
	CT_CHECK(ct_gc());
	counted(&helper->deleted[3]);
	return NULL;
}

/* What it had before its first scope is no scope's. */
START_TEST(thread_that_ends_closes_its_scopes)
{
	int deleted[4];
	struct helper helper = { .deleted = deleted };
	const int64_t before = live_handles();

	run_in_thread(end_with_open_scopes, &helper);
	ck_assert_int_eq(deleted[0], 0);
	for (int i = 1; i < 4; i++)
		ck_assert_int_eq(deleted[i], 1);
	ck_assert_int_eq(live_handles(), before + 1);
	ct_tensor_free(helper.tensor);
	ck_assert_int_eq(deleted[0], 1);
}
END_TEST

static void *end_with_a_deleter(void *context)
{
	struct helper *helper = context;

	open_scope();
	blob(forget_scopes, helper);
	blob(give_more, helper);
	return NULL;
}

START_TEST(deleters_that_run_at_the_end_of_a_thread_call_too)
{
	int deleted[4] = { 0 };
	struct helper helper = { .deleted = deleted };
	const int64_t before = live_handles();

	run_in_thread(end_with_a_deleter, &helper);
	ck_assert_int_eq(helper.calls, 2);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(deleted[i], 1);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

static void *make_and_pass_on(void *context)
{
	struct helper *helper = context;
	ct_scope *scope = open_scope();

	helper->tensor = counted(helper->deleted);
	ct_scope_keep(helper->tensor);
	CT_CHECK(ct_scope_close(scope));
	return NULL;
}

START_TEST(kept_handle_goes_to_another_thread)
{
	int deleted;
	struct helper helper = { .deleted = &deleted };
	ct_scope *scope = open_scope();

	run_in_thread(make_and_pass_on, &helper);
	assert_floats(helper.tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(helper.tensor);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static void *make_and_return(void *context)
{
	struct helper *helper = context;

	helper->tensor = counted(helper->deleted);
	return NULL;
}

START_TEST(scope_of_one_thread_owns_nothing_of_another)
{
	int deleted;
	struct helper helper = { .deleted = &deleted };
	ct_scope *scope = open_scope();

	run_in_thread(make_and_return, &helper);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(helper.tensor);
}
END_TEST

Suite *scope_closes_suite(void)
{
	Suite *suite = suite_create("scope closes");
	TCase *closing = tests_of("closing");
	TCase *deleters = tests_of("deleters");
	TCase *many = tests_of("many");
	TCase *threads = tests_of("threads");

	tcase_add_test(closing, closing_out_of_order_names_both_and_closes_nothing);
	tcase_add_test(closing, scope_without_a_name_is_called_after_the_place_that_opened_it);
	tcase_add_test(closing, long_name_is_cut_at_its_beginning);
	tcase_add_test(closing, closing_twice_is_an_error);
	tcase_add_test(closing, pointer_of_a_closed_scope_is_never_used_again);
	tcase_add_test(closing, scope_of_another_thread_is_refused);
	tcase_add_test(closing, leaving_a_scope_of_another_thread_leaves_it_alone);
	tcase_add_test(closing, pointer_that_is_no_scope_is_refused);
	tcase_add_test(closing, closing_and_leaving_null_does_nothing);
	tcase_add_test(closing, leave_closes_the_scopes_inside_too);
	tcase_add_test(closing, leave_closes_the_innermost_first);
	suite_add_tcase(suite, closing);

	tcase_add_test(deleters, what_a_deleter_is_given_is_released_by_the_same_close);
	tcase_add_test(deleters, deleters_of_what_deleters_are_given_run_too);
	tcase_add_test(deleters, deleter_frees_another_handle_of_the_scope);
	tcase_add_test(deleters, deleter_keeps_another_handle_of_the_scope);
	tcase_add_test(deleters, deleter_moves_another_handle_of_the_scope_up);
	tcase_add_test(deleters, deleter_has_scopes_of_its_own);
	tcase_add_test(deleters, scopes_that_a_deleter_forgets_are_closed_with_its_scope);
	tcase_add_test(deleters, deleter_cannot_close_the_scope_that_closes);
	tcase_add_test(deleters, deleter_of_a_freed_tensor_cannot_close_the_scope_around);
	tcase_add_test(deleters, deleter_has_steps_in_a_scope_of_its_own);
	suite_add_tcase(suite, deleters);

	tcase_add_test(many, a_million_handles_are_released_by_one_close);
	tcase_add_test(many, half_of_a_million_handles_is_freed_in_random_order);
	tcase_add_test(many, a_million_handles_are_moved_up_and_kept_in_random_order);
	tcase_add_test(many, ten_thousand_scopes_are_nested);
	tcase_set_timeout(many, 120);
	suite_add_tcase(suite, many);

	tcase_add_test(threads, thread_that_ends_closes_its_scopes);
	tcase_add_test(threads, deleters_that_run_at_the_end_of_a_thread_call_too);
	tcase_add_test(threads, kept_handle_goes_to_another_thread);
	tcase_add_test(threads, scope_of_one_thread_owns_nothing_of_another);
	suite_add_tcase(suite, threads);
	return suite;
}
