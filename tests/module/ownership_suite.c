/*
 * Who owns a module: scopes, callers, parents; and what becomes of its parts.
 */
#include "support.h"

typedef struct counted_data {
	int *released;
	ct_tensor *x;
} counted_data;

static void count_release(void *self)
{
	++*((counted_data *)self)->released;
}

static const ct_module_class counted_class = { .name = "Counted",
					       .size = sizeof(counted_data),
					       .release = count_release };

/* A module that counts its release in `*released`; its buffer, in `*deleted`. */
static ct_module *counted_module(int *number_released, int *deleted)
{
	ct_tensor *x = counted(deleted);
	ct_module *module = NULL;
	counted_data *m;

	*number_released = 0;
	OK(ct_module_new(&counted_class, &module));
	m = ct_module_data(module);
	m->released = number_released;
	OK(ct_module_register_buffer(module, "x", x, true, &m->x));
	ct_tensor_free(x);
	return module;
}

#define LIVES(released, deleted)                 \
	do {                                     \
		ck_assert_int_eq((released), 0); \
		ck_assert_int_eq((deleted), 0);  \
	} while (0)
#define ENDED(released, deleted)                 \
	do {                                     \
		ck_assert_int_eq((released), 1); \
		ck_assert_int_eq((deleted), 1);  \
	} while (0)

START_TEST(scope_owns_a_new_module)
{
	ct_scope *scope = open_scope();
	int released, deleted;

	counted_module(&released, &deleted);
	LIVES(released, deleted);
	OK(ct_scope_close(scope));
	ENDED(released, deleted);
}
END_TEST

START_TEST(caller_owns_a_new_module_without_a_scope)
{
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted);

	LIVES(released, deleted);
	ct_module_free(module);
	ENDED(released, deleted);
}
END_TEST

START_TEST(module_is_freed_before_its_scope_closes)
{
	ct_scope *scope = open_scope();
	int released, deleted;

	ct_module_free(counted_module(&released, &deleted));
	ENDED(released, deleted);
	OK(ct_scope_close(scope));
	ENDED(released, deleted);
}
END_TEST

START_TEST(module_is_kept_out_of_its_scope)
{
	ct_scope *scope = open_scope();
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted);

	ck_assert(ct_scope_disown_object(module));
	OK(ct_scope_close(scope));
	LIVES(released, deleted);
	ct_module_free_unscoped(module);
	ENDED(released, deleted);
}
END_TEST

START_TEST(module_is_moved_to_the_enclosing_scope)
{
	ct_scope *outer = open_scope(), *inner = open_scope();
	int released, deleted;

	ck_assert(ct_scope_move_object_up(counted_module(&released, &deleted)));
	OK(ct_scope_close(inner));
	LIVES(released, deleted);
	OK(ct_scope_close(outer));
	ENDED(released, deleted);
}
END_TEST

START_TEST(parent_keeps_a_child_after_the_scope)
{
	ct_scope *scope;
	int released, deleted;
	ct_module *parent = NULL;

	OK(ct_module_new(&tree_class, &parent));
	scope = open_scope();
	OK(ct_module_add_module(parent, "child", counted_module(&released, &deleted),
				&DATA(tree_data, parent)->first));
	OK(ct_scope_close(scope));
	LIVES(released, deleted);
	ck_assert_ptr_nonnull(DATA(tree_data, parent)->first);
	ct_module_free(parent);
	ENDED(released, deleted);
}
END_TEST

START_TEST(child_outlives_its_parent_while_it_is_kept)
{
	int released, deleted;
	ct_module *parent = NULL, *child = counted_module(&released, &deleted);

	OK(ct_module_new(&tree_class, &parent));
	OK(ct_module_add_module(parent, "child", child, NULL));
	ct_module_free(parent);
	LIVES(released, deleted);
	ct_module_free(child);
	ENDED(released, deleted);
}
END_TEST

START_TEST(each_handle_is_released)
{
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted), *again = ct_module_retain(module);

	ck_assert_ptr_eq(again, module);
	ct_module_free(module);
	LIVES(released, deleted);
	ct_module_free(again);
	ENDED(released, deleted);
}
END_TEST

START_TEST(scopes_have_handles_of_their_own)
{
	ct_scope *outer = open_scope(), *inner;
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted);

	inner = open_scope();
	ct_module_retain(module);
	OK(ct_scope_close(inner));
	LIVES(released, deleted);
	OK(ct_scope_close(outer));
	ENDED(released, deleted);
}
END_TEST

/* A handle that belongs to a long-lived object, beside one of the scope. */
START_TEST(unscoped_handle_is_freed_by_itself)
{
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted);
	ct_scope *scope = open_scope();

	ct_module_retain(module);
	ct_module_free_unscoped(module);
	LIVES(released, deleted);
	OK(ct_scope_close(scope));
	ENDED(released, deleted);
}
END_TEST

START_TEST(parts_outlive_the_module_while_they_are_kept)
{
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted);
	ct_tensor *x = ct_tensor_retain(DATA(counted_data, module)->x);

	ct_module_free(module);
	ck_assert_int_eq(released, 1);
	ck_assert_int_eq(deleted, 0);
	ct_tensor_free(x);
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(child_that_occurs_twice_is_released_once)
{
	int released, deleted;
	ct_module *parent = NULL, *child = counted_module(&released, &deleted);

	OK(ct_module_new(&tree_class, &parent));
	OK(ct_module_add_module(parent, "a", child, NULL));
	OK(ct_module_add_module(parent, "b", child, NULL));
	ct_module_free(child);
	OK(ct_module_remove(parent, "a"));
	LIVES(released, deleted);
	ct_module_free(parent);
	ENDED(released, deleted);
}
END_TEST

START_TEST(module_made_by_a_step_is_released_by_the_next)
{
	int released, deleted;

	OK(ct_gc());
	counted_module(&released, &deleted);
	LIVES(released, deleted);
	OK(ct_gc());
	ENDED(released, deleted);
	OK(ct_gc_finish());
}
END_TEST

/* What an error left half made. */
static ct_error fail_after_half(int *released, int *deleted)
{
	CT_SCOPE;
	ct_module *module = counted_module(released, deleted);

	CT_TRY(ct_module_add_module(module, "y", made(tree_new()), NULL));
	return ct_module_add_module(module, "x", NULL, NULL);
}

START_TEST(half_made_module_goes_with_its_scope)
{
	int released, deleted;

	FAILS(fail_after_half(&released, &deleted), "KeyError: attribute 'x' already exists");
	ENDED(released, deleted);
}
END_TEST

static void *free_in_thread(void *module)
{
	ct_module_free(module);
	return NULL;
}

START_TEST(another_thread_may_release_it)
{
	ct_scope *scope = open_scope();
	int released, deleted;
	ct_module *module = counted_module(&released, &deleted);

	ct_scope_disown_object(module);
	run_in_thread(free_in_thread, module);
	ENDED(released, deleted);
	OK(ct_scope_close(scope));
}
END_TEST

Suite *ownership_suite(void)
{
	Suite *suite = suite_create("owners of modules");
	TCase *tests = tests_of("owners of modules");

	tcase_add_test(tests, scope_owns_a_new_module);
	tcase_add_test(tests, caller_owns_a_new_module_without_a_scope);
	tcase_add_test(tests, module_is_freed_before_its_scope_closes);
	tcase_add_test(tests, module_is_kept_out_of_its_scope);
	tcase_add_test(tests, module_is_moved_to_the_enclosing_scope);
	tcase_add_test(tests, parent_keeps_a_child_after_the_scope);
	tcase_add_test(tests, child_outlives_its_parent_while_it_is_kept);
	tcase_add_test(tests, each_handle_is_released);
	tcase_add_test(tests, scopes_have_handles_of_their_own);
	tcase_add_test(tests, unscoped_handle_is_freed_by_itself);
	tcase_add_test(tests, parts_outlive_the_module_while_they_are_kept);
	tcase_add_test(tests, child_that_occurs_twice_is_released_once);
	tcase_add_test(tests, module_made_by_a_step_is_released_by_the_next);
	tcase_add_test(tests, half_made_module_goes_with_its_scope);
	tcase_add_test(tests, another_thread_may_release_it);
	suite_add_tcase(suite, tests);
	return suite;
}
