/*
 * What a hook does with scopes.
 */
#include "full_memory.h"

static bool close_scopes(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;
	const ct_error errors[] = { ct_scope_close(host->scope), ct_gc(), ct_gc_finish() };

	for (int i = 0; i < 3; i++) {
		if (ct_error_class_of(errors[i]) != CT_ERROR_ARGUMENT)
			host->answer = false;
		ct_error_free(errors[i]);
	}
	ct_scope_leave(host->scope);
	return do_nothing(device, nbytes, context);
}

START_TEST(hook_cannot_close_scopes_that_were_open)
{
	int deleted, cached;
	struct host host = { .answer = true };
	ct_tensor *argument, *sum = NULL;
	ct_error error;

	must_make_large();
	ct_memory_set_out_of_memory_hook(close_scopes, &host);
	host.scope = ct_scope_open();
	room(&deleted);
	ck_assert_ptr_null(make_large(&argument));
	ck_assert_ptr_null(ct_zero_(argument, NULL));
	full = true;
	room(&cached);
	/* What it adds must be there still. */
	assert_no_memory(ct_add_Tensor(argument, argument, ct_scalar_int(1), &sum));
	ck_assert_int_eq(host.calls, 1);
	ck_assert(host.answer);
	ck_assert_int_eq(deleted, 0);
	ck_assert_int_eq(ct_tensor_numel(argument), LARGE / 4);
	error = ct_scope_close(host.scope);
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

static bool use_scopes(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;
	ct_scope *scope = ct_scope_open();
	int deleted;
	ct_error error;

	room(&deleted);
	full = true;
	error = ct_gc();
	if (error == NULL)
		error = ct_gc_finish();
	if (error == NULL)
		error = ct_scope_close(scope);
	if (error || deleted != 1)
		host->answer = false;
	ct_error_free(error);
	return do_nothing(device, nbytes, context);
}

START_TEST(hook_has_scopes_of_its_own)
{
	int before;
	struct host host = { .answer = true };
	ct_scope *scope = ct_scope_open();

	ct_memory_set_out_of_memory_hook(use_scopes, &host);
	room(&before);
	full = true;
	must_make_large();
	ck_assert_int_eq(host.calls, 1);
	ck_assert(host.answer);
	ck_assert_int_eq(before, 0);
	ck_assert_ptr_null(ct_scope_close(scope));
	ck_assert_int_eq(before, 1);
}
END_TEST

static bool forget_scopes(ct_device device, int64_t nbytes, void *context)
{
	struct host *host = context;

	ct_error error;

	ct_scope_open();
	room(host->freed);
	error = ct_gc();
	if (error)
		host->answer = false;
	ct_error_free(error);
	ct_scope_open();
	return do_nothing(device, nbytes, context);
}

/* The result would else be of a scope that the caller knows nothing of. */
START_TEST(scopes_and_steps_that_a_hook_forgets_are_closed_behind_it)
{
	int deleted, inside;
	struct host host = { .answer = true, .freed = &deleted };
	ct_tensor *tensor = NULL;
	ct_scope *scope = ct_scope_open();
	ct_error error;

	room(&inside);
	ct_memory_set_out_of_memory_hook(forget_scopes, &host);
	full = true;
	error = make_large(&tensor);
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(host.calls, 1);
	ck_assert(host.answer);
	ck_assert_int_eq(deleted, 1);
	ck_assert_int_eq(inside, 0);
	error = ct_scope_close(scope);
	ck_assert_msg(error == NULL, "%s", error);
	ck_assert_int_eq(inside, 1);
}
END_TEST

Suite *hook_scopes_suite(void)
{
	Suite *suite = suite_create("hook and scopes");
	TCase *tests = tests_with_memory("hook and scopes");

	tcase_add_test(tests, hook_cannot_close_scopes_that_were_open);
	tcase_add_test(tests, hook_has_scopes_of_its_own);
	tcase_add_test(tests, scopes_and_steps_that_a_hook_forgets_are_closed_behind_it);
	suite_add_tcase(suite, tests);
	return suite;
}
