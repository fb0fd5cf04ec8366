/*
 * Scopes that are closed out of order or twice, and scopes that are left.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

START_TEST(closing_out_of_order_names_both_and_closes_nothing)
{
	int in_outer, in_inner;
	ct_scope *outer = ct_scope_open_named("forward in train.c:7"), *inner;

	counted(&in_outer);
	inner = ct_scope_open_named("loss in train.c:120");
	counted(&in_inner);
	FAILS(ct_scope_close(outer),
	      "ArgumentError: ct_scope_close: argument 1 (self): the scope forward in train.c:7 "
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

	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT, "the scope opened at test_memory+0x");
	OK(ct_scope_close(inner));
	inner = ct_scope_open_named(NULL);
	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT,
		   "because the scope opened at test_memory+0x");
	OK(ct_scope_close(inner));
	OK(ct_gc());
	FAILS_WITH(ct_scope_close(outer), CT_ERROR_ARGUMENT,
		   "because the step begun by ct_gc, called from test_memory+0x");
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
	      "ArgumentError: ct_scope_close: argument 1 (self): it is already closed");
	OK(ct_scope_close(outer));
	FAILS(ct_scope_close(outer),
	      "ArgumentError: ct_scope_close: argument 1 (self): it is already closed");
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

START_TEST(pointer_that_is_no_scope_is_refused)
{
	ct_scope *scope = open_scope();

	FAILS_WITH(ct_scope_close((ct_scope *)&scope), CT_ERROR_ARGUMENT, "argument 1 (self)");
	FAILS_WITH(ct_scope_close((ct_scope *)(uintptr_t)1), CT_ERROR_ARGUMENT,
		   "argument 1 (self)");
	FAILS_WITH(ct_scope_close((ct_scope *)((uintptr_t)scope + 1)), CT_ERROR_ARGUMENT,
		   "argument 1 (self)");
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
	FAILS_WITH(ct_scope_close(inner), CT_ERROR_ARGUMENT, "already closed");
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

Suite *scope_closes_suite(void)
{
	Suite *suite = suite_create("scope closes");
	TCase *tests = tests_of("scope closes");

	tcase_add_test(tests, closing_out_of_order_names_both_and_closes_nothing);
	tcase_add_test(tests, scope_without_a_name_is_called_after_the_place_that_opened_it);
	tcase_add_test(tests, long_name_is_cut_at_its_beginning);
	tcase_add_test(tests, closing_twice_is_an_error);
	tcase_add_test(tests, pointer_of_a_closed_scope_is_never_used_again);
	tcase_add_test(tests, pointer_that_is_no_scope_is_refused);
	tcase_add_test(tests, closing_and_leaving_null_does_nothing);
	tcase_add_test(tests, leave_closes_the_scopes_inside_too);
	tcase_add_test(tests, leave_closes_the_innermost_first);
	suite_add_tcase(suite, tests);
	return suite;
}
