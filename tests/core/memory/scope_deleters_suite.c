/*
 * Deleters that call libctorch while a scope closes, or a thread ends.
 */
#include "support.h"

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
	ct_scope_disown(helper->tensor);
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
	FAILS_WITH(ct_scope_close(inner), CT_ERROR_ARGUMENT, "already closed");
	OK(ct_scope_close(outer));
	ck_assert_int_eq(deleted[3], 1);
}
END_TEST

static void close_the_closing(void *data, void *context)
{
	static const char refusal[] = "not allowed in a hook or a deleter: the call in progress "
				      "may use tensors of the innermost scope";
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
	FAILS_WITH(ct_scope_close(own), CT_ERROR_ARGUMENT, "already closed");
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

Suite *scope_deleters_suite(void)
{
	Suite *suite = suite_create("deleters in closes");
	TCase *deleters = tests_of("deleters");
	TCase *threads = tests_of("threads");

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
	tcase_add_test(threads, deleters_that_run_at_the_end_of_a_thread_call_too);
	suite_add_tcase(suite, threads);
	return suite;
}
