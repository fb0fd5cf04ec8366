/*
 * A summary leaves a module as it was: modes, hooks, gradients, handles; also after an error.
 */
#include "summary_models.h"

/* --- A module that watches itself, and may fail ----------------------------------------------- */

typedef struct watcher {
	ct_module *child;
	bool fails, records, trains;
	int calls;
} watcher;

static ct_error watcher_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	watcher *m = self;
	ct_tensor *y;

	m->calls++;
	m->records = ct_autograd_is_grad_enabled();
	m->trains = ct_module_is_training(m->child);
	CT_TRY(ct_module_forward(m->child, x, &y));
	if (m->fails)
		return ct_error_new(CT_ERROR_VALUE, "watcher", "not today");
	return CT(clone, result, y);
}

static watcher *watcher_new(void)
{
	watcher *m = CT_MODULE(watcher, "Watcher", watcher_forward);

	CT_CHILD(m, child, ct_module_of(linear_new(3, 2)));
	OK(CT_DONE());
	return m;
}

static ct_error do_nothing(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			   void *context)
{
	(void)module, (void)inputs, (void)inputs_len, (void)context;
	return NULL;
}

/* Hooks are numbered in the order in which they are registered. */
static int64_t next_hook(ct_module *module)
{
	int64_t hook;

	OK(ct_module_register_forward_pre_hook(module, do_nothing, NULL, NULL, NULL, &hook));
	ck_assert(ct_module_remove_hook(module, hook));
	return hook + 1;
}

/* Some were registered since that number, and none is left. */
static void check_no_hook_since(int64_t first, ct_module *self, ct_module *child)
{
	const int64_t end = next_hook(self);

	ck_assert_int_gt(end, first + 1);
	for (int64_t hook = first; hook < end; hook++)
		ck_assert(!ct_module_remove_hook(self, hook) &&
			  !ct_module_remove_hook(child, hook));
}

static ct_tensor *rows(int64_t n)
{
	ct_tensor *x;

	OK(CT(ones, &x, CT_L(n, 3)));
	return x;
}

static void check_unnoticed(bool fails)
{
	CT_SCOPE;
	watcher *m = watcher_new();
	ct_module *self = ct_module_of(m);
	const ct_tensor *x = rows(2);
	const int64_t before = live_handles();
	ct_error error;

	m->fails = fails;
	OK(ct_module_eval(m->child)); /* another mode than its parent */
	for (int i = 0; i < 2; i++) {
		const int64_t hook = next_hook(self);

		error = ct_module_summary(self, CT_TENSORS(x),
					  &(const ct_module_summary_options){ .train = i == 1 },
					  NULL);
		ck_assert_pstr_eq(error, fails ? "ValueError: not today" : NULL);
		ct_error_free(error);
		ck_assert_int_eq(m->trains, i == 1);
		ck_assert(!m->records && ct_autograd_is_grad_enabled());
		ck_assert(ct_module_is_training(self) && !ct_module_is_training(m->child));
		check_no_hook_since(hook, self, m->child);
		ck_assert_int_eq(live_handles(), before);
	}
	ck_assert_int_eq(m->calls, 2);
}

START_TEST(modes_hooks_and_handles_are_as_before)
{
	check_unnoticed(false);
}
END_TEST

START_TEST(after_an_error_they_are_as_before)
{
	check_unnoticed(true);
}
END_TEST

START_TEST(outside_a_scope_only_the_text_is_left)
{
	ct_scope *scope = open_scope();
	watcher *m = watcher_new();
	ct_module *self = ct_module_retain(ct_module_of(m));
	ct_tensor *x = ct_tensor_retain(rows(2));
	int64_t before;
	char *text;

	ct_scope_disown_object(self);
	ct_scope_disown(x);
	OK(ct_scope_close(scope));
	before = live_handles();
	OK(ct_module_summary(self, CT_TENSORS(x), NULL, &text));
	ct_free(text);
	OK(ct_module_to_dot(self, CT_TENSORS(x), NULL, &text));
	ct_free(text);
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(x);
	ct_module_free(self);
}
END_TEST

START_TEST(too_many_inputs_are_the_modules_error)
{
	CT_SCOPE;
	watcher *m = watcher_new();
	const ct_tensor *x[] = { rows(1), rows(1) };
	const int64_t hook = next_hook(m->child);

	FAILS_WITH(ct_module_summary(ct_module_of(m), CT_TENSORS_OF(x, 2), NULL, NULL),
		   CT_ERROR_TYPE, "Watcher.forward() takes 1 input");
	check_no_hook_since(hook, ct_module_of(m), m->child);
}
END_TEST

/* --- Modules that change during the call ------------------------------------------------------ */

typedef struct changing {
	ct_module *child, *copy;
} changing;

/* Copies its child with its hooks, calls the copy, and replaces the child. */
static ct_error changing_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	changing *m = self;

	CT_TRY(ct_module_forward(m->child, x, result));
	if (m->copy)
		return NULL;
	CT_TRY(ct_module_deepcopy(m->child, &m->copy));
	ct_scope_disown_object(m->copy);
	CT_TRY(ct_module_forward(m->copy, x, result));
	return ct_module_add_module(ct_module_of(m), "child", ct_module_of(linear_new(3, 2)),
				    &m->child);
}

static void changing_release(void *self)
{
	ct_module_free_unscoped(((changing *)self)->copy);
}

START_TEST(a_copy_made_during_the_call_outlives_its_hooks)
{
	CT_SCOPE;
	changing *m = CT_MODULE(changing, "Changing", changing_forward,
				.release = changing_release);
	const ct_tensor *x = rows(2);
	ct_tensor *y;
	char *text;

	CT_CHILD(m, child, ct_module_of(linear_new(3, 2)));
	OK(CT_DONE());
	OK(ct_module_summary(ct_module_of(m), CT_TENSORS(x), NULL, &text));
	ck_assert_ptr_nonnull(strstr(text, "Linear: 1-1"));
	ck_assert_ptr_null(strstr(text, "1-2"));
	OK(ct_module_forward(m->copy, x, &y));
}
END_TEST

static ct_error count_calls(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len, void *context)
{
	(void)module, (void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;
	++*(int *)context;
	return NULL;
}

START_TEST(hooks_of_the_program_are_called_and_kept)
{
	CT_SCOPE;
	watcher *m = watcher_new();
	const ct_tensor *x = rows(2);
	int calls = 0;
	int64_t hook;

	OK(ct_module_register_forward_hook(m->child, count_calls, &calls, NULL, NULL, &hook));
	OK(ct_module_summary(ct_module_of(m), CT_TENSORS(x), NULL, NULL));
	ck_assert_int_eq(calls, 1);
	ck_assert(ct_module_remove_hook(m->child, hook));
}
END_TEST

Suite *summary_unnoticed_suite(void)
{
	Suite *suite = suite_create("what a summary leaves");
	TCase *tests = tests_of("as before");

	tcase_add_test(tests, modes_hooks_and_handles_are_as_before);
	tcase_add_test(tests, after_an_error_they_are_as_before);
	tcase_add_test(tests, outside_a_scope_only_the_text_is_left);
	tcase_add_test(tests, too_many_inputs_are_the_modules_error);
	tcase_add_test(tests, a_copy_made_during_the_call_outlives_its_hooks);
	tcase_add_test(tests, hooks_of_the_program_are_called_and_kept);
	suite_add_tcase(suite, tests);
	return suite;
}
