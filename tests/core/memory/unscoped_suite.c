/*
 * What calls return between ct_unscoped_enter() and ct_unscoped_leave() belongs to no scope.
 */
#include <string.h>

#include "support.h"

static ct_tensor *one(void)
{
	return vector(1, (const float[]){ 1 });
}

/* As a binding's stub does it. */
static ct_tensor *bound_one(void)
{
	const int64_t was = ct_unscoped_enter();
	ct_tensor *x = one();

	ct_unscoped_leave(was);
	return x;
}

START_TEST(a_result_belongs_to_nobody_where_a_scope_or_a_step_is_open)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();
	ct_tensor *in_scope = bound_one(), *in_step;

	OK(ct_gc());
	in_step = bound_one();
	one();
	OK(ct_gc_finish());
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles() - before, 2);
	ct_tensor_free_later(in_scope);
	ct_tensor_free_unscoped(in_step);
	ck_assert_int_eq(ct_tensor_free_pending(), 1);
}
END_TEST

START_TEST(the_scope_owns_results_again_afterwards)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	ct_tensor_free(bound_one());
	one();
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(lists_texts_and_objects_belong_to_nobody_either)
{
	ct_scope *scope = open_scope();
	const int64_t was = ct_unscoped_enter();
	ct_tensor *x = vector(2, (const float[]){ 1, 2 }), **parts;
	ct_generator *generator;
	int64_t n;
	char *text;

	OK(ct_split_Tensor(x, 1, 0, &parts, &n));
	OK(ct_tensor_to_string(x, &text));
	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	ct_unscoped_leave(was);
	ck_assert(!ct_scope_disown_object(parts));
	ck_assert(!ct_scope_disown_object(text));
	ck_assert(!ct_scope_disown_object(generator));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(n, 2);
	ck_assert_ptr_nonnull(strstr(text, "1., 2."));
	ct_tensors_free(parts, n);
	ct_tensor_free(x);
	ct_free(text);
	ct_generator_free(generator);
}
END_TEST

/* Two handles on one tensor: the scope's, and one of the binding's. */
START_TEST(a_hidden_scope_keeps_its_own_handle_on_the_same_tensor)
{
	ct_scope *scope = open_scope();
	ct_tensor *x = one();
	const int64_t before = live_handles(), was = ct_unscoped_enter();
	ct_tensor *bound = ct_tensor_retain(x);

	ck_assert_ptr_eq(bound, x);
	ct_scope_disown(x);
	ct_scope_move_up(x);
	ct_tensor_free(bound);
	ck_assert_int_eq(live_handles(), before);
	ct_unscoped_leave(was);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before - 1);
}
END_TEST

START_TEST(a_handle_that_moves_up_to_a_hidden_scope_belongs_to_nobody)
{
	ct_scope *outer = open_scope();
	const int64_t before = live_handles(), was = ct_unscoped_enter();
	ct_scope *inner = open_scope();
	ct_tensor *x = one();
	ct_storage *storage;

	OK(ct_tensor_storage(x, &storage));
	ct_scope_move_up(x);
	ck_assert(ct_scope_move_object_up(storage));
	OK(ct_scope_close(inner));
	ct_unscoped_leave(was);
	OK(ct_scope_close(outer));
	ck_assert_int_eq(live_handles(), before + 1);
	ct_storage_free(storage);
	ct_tensor_free(x);
}
END_TEST

START_TEST(scopes_and_steps_that_are_left_open_end_with_it)
{
	const int64_t before = live_handles();
	ct_scope *outer = open_scope();
	const int64_t was = ct_unscoped_enter();

	OK(ct_gc());
	open_scope();
	one();
	ct_unscoped_leave(was);
	ck_assert_int_eq(live_handles(), before);
	OK(ct_gc());
	OK(ct_gc_finish());
	OK(ct_scope_close(outer));
}
END_TEST

START_TEST(it_ends_scopes_that_were_the_first_of_the_thread)
{
	const int64_t before = live_handles(), was = ct_unscoped_enter();

	open_scope();
	one();
	ct_unscoped_leave(was);
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(calls_nest)
{
	ct_scope *scope = open_scope();
	const int64_t outer = ct_unscoped_enter();
	ct_scope *within = open_scope();
	const int64_t inner = ct_unscoped_enter();
	ct_tensor *nobodys = one();

	ct_unscoped_leave(inner);
	one();
	OK(ct_scope_close(within));
	ct_unscoped_leave(outer);
	OK(ct_scope_close(scope));
	ct_tensor_free(nobodys);
}
END_TEST

START_TEST(a_hidden_scope_cannot_be_closed)
{
	ct_scope *scope = ct_scope_open_named("of the program");
	const int64_t before = live_handles(), was = ct_unscoped_enter();
	ct_scope *inner = open_scope();

	one();
	ct_scope_leave(scope);
	ck_assert_int_eq(live_handles(), before + 1);
	FAILS(ct_scope_close(scope),
	      "ArgumentError: ct_scope_close: argument 1 (self): the scope of the program cannot "
	      "be closed between ct_unscoped_enter() and ct_unscoped_leave(): it was opened "
	      "before");
	OK(ct_scope_close(inner));
	ct_unscoped_leave(was);
	OK(ct_scope_close(scope));
}
END_TEST

/* Steps that are hidden are not nested in those of here. */
START_TEST(steps_within_are_counted_apart)
{
	ct_scope *scope = open_scope();
	int64_t was[10];

	for (int i = 0; i < 10; i++) {
		OK(ct_gc());
		was[i] = ct_unscoped_enter();
	}
	for (int i = 9; i >= 0; i--) {
		ct_unscoped_leave(was[i]);
		OK(ct_gc_finish());
	}
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(a_leave_ends_those_that_were_forgotten_within)
{
	const int64_t before = live_handles(), outer = ct_unscoped_enter();

	open_scope();
	one();
	ct_unscoped_enter();
	ct_unscoped_leave(outer);
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(one());
}
END_TEST

/* Scopes that are not open cannot be hidden. */
START_TEST(a_wrong_number_changes_nothing)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	ct_unscoped_leave(-1);
	ct_unscoped_leave(7);
	ct_unscoped_leave(INT64_C(1) << 32);
	ct_unscoped_leave(INT64_MAX);
	one();
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(a_second_leave_hides_and_closes_nothing)
{
	ct_scope *scope = open_scope();
	const int64_t was = ct_unscoped_enter(), before = live_handles();

	ct_unscoped_leave(was);
	one();
	ct_unscoped_leave(was);
	ck_assert_int_eq(live_handles(), before + 1);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

/* --- Callbacks ------------------------------------------------------------------------------- */

static ct_tensor *kept_by_hook;

/* A hook that calls a binding's stubs, and forgets the leave of one. */
static ct_error forget_to_leave(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)context;
	kept_by_hook = bound_one();
	CT_TRY(ct_mul_Scalar(grad, ct_scalar_int(2), replacement));
	ct_unscoped_enter();
	return NULL;
}

START_TEST(a_callback_within_has_a_scope_of_its_own_and_cannot_leave_it_hidden)
{
	ct_scope *scope = open_scope();
	ct_tensor *x = one(), *y, *grad;
	const int64_t was = ct_unscoped_enter();

	OK(ct_tensor_set_requires_grad(x, true));
	OK(ct_tensor_register_hook(x, forget_to_leave, NULL, NULL, NULL));
	OK(ct_mul_Tensor(x, x, &y));
	OK(ct_tensor_backward(y));
	OK(ct_tensor_grad(x, &grad));
	assert_floats(grad, (const int64_t[]){ 1, -1 }, (double[]){ 4 });
	ct_tensor_free(grad);
	ct_tensor_free(y);
	ct_tensor_free(kept_by_hook);
	ct_unscoped_leave(was);
	OK(ct_scope_close(scope));
}
END_TEST

Suite *unscoped_suite(void)
{
	Suite *suite = suite_create("unscoped");
	TCase *tests = tests_of("unscoped");

	tcase_add_test(tests, a_result_belongs_to_nobody_where_a_scope_or_a_step_is_open);
	tcase_add_test(tests, the_scope_owns_results_again_afterwards);
	tcase_add_test(tests, lists_texts_and_objects_belong_to_nobody_either);
	tcase_add_test(tests, a_hidden_scope_keeps_its_own_handle_on_the_same_tensor);
	tcase_add_test(tests, a_handle_that_moves_up_to_a_hidden_scope_belongs_to_nobody);
	tcase_add_test(tests, scopes_and_steps_that_are_left_open_end_with_it);
	tcase_add_test(tests, it_ends_scopes_that_were_the_first_of_the_thread);
	tcase_add_test(tests, calls_nest);
	tcase_add_test(tests, a_hidden_scope_cannot_be_closed);
	tcase_add_test(tests, steps_within_are_counted_apart);
	tcase_add_test(tests, a_leave_ends_those_that_were_forgotten_within);
	tcase_add_test(tests, a_wrong_number_changes_nothing);
	tcase_add_test(tests, a_second_leave_hides_and_closes_nothing);
	tcase_add_test(tests, a_callback_within_has_a_scope_of_its_own_and_cannot_leave_it_hidden);
	suite_add_tcase(suite, tests);
	return suite;
}
