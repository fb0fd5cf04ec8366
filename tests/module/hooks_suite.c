/*
 * Forward pre-hooks and forward hooks: order, what they replace, errors, when they are released.
 */
#include "support.h"

/* Two outputs: the sum of both inputs, and their difference. Fails for a NULL first input. */
static ct_error both(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
		     ct_tensor **outputs, int64_t outputs_len)
{
	(void)self;
	if (inputs[0] == NULL)
		return ct_error_new(CT_ERROR_VALUE, NULL, "forward failed");
	ck_assert_int_eq(inputs_len, 2);
	ck_assert_int_eq(outputs_len, 2);
	CT_TRY(CT(add, &outputs[0], inputs[0], inputs[1]));
	return CT(sub, &outputs[1], inputs[0], inputs[1]);
}

static const ct_module_class both_class = {
	.name = "Both", .forward_all = both, .inputs_min = 2, .inputs_max = 2, .outputs_max = 2
};

static ct_module *module;
static ct_scope *scope;
static char calls[100];
static int released;

static void make_module(void)
{
	scope = open_scope();
	OK(ct_module_new(&both_class, &module));
	calls[0] = '\0';
	released = 0;
}

static void close_scope(void)
{
	OK(ct_scope_close(scope));
}

static void count_release(void *context)
{
	(void)context;
	released++;
}

/* Of 5 and 3. */
static ct_error call(ct_tensor *outputs[2])
{
	const ct_tensor *inputs[] = { number(5), number(3) };

	return ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), outputs, 2);
}

static void assert_call(double sum, double difference)
{
	ct_tensor *outputs[2];

	OK(call(outputs));
	ck_assert_double_eq(value_of(outputs[0]), sum);
	ck_assert_double_eq(value_of(outputs[1]), difference);
}

static ct_error note_pre(ct_module *self, const ct_tensor **inputs, int64_t inputs_len,
			 void *letter)
{
	ck_assert_ptr_eq(self, module);
	ck_assert_int_eq(inputs_len, 2);
	ck_assert_ptr_nonnull(inputs[1]);
	strcat(calls, letter);
	return NULL;
}

static ct_error note_hook(ct_module *self, const ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs, int64_t outputs_len, void *letter)
{
	ck_assert_ptr_eq(self, module);
	ck_assert_int_eq(inputs_len, 2);
	ck_assert_ptr_nonnull(inputs);
	ck_assert(outputs_len == 2 || outputs_len == 0);
	if (outputs_len == 2)
		ck_assert_ptr_nonnull(outputs[1]);
	strcat(calls, letter);
	if (outputs_len == 0)
		strcat(calls, "!");
	return NULL;
}

static int64_t add_pre(ct_module_forward_pre_hook hook, const char *context, bool prepend)
{
	const ct_module_hook_options options = { .prepend = prepend };
	int64_t number_of = 0;

	OK(ct_module_register_forward_pre_hook(module, hook, (void *)(uintptr_t)context,
					       count_release, &options, &number_of));
	return number_of;
}

static int64_t add_hook(ct_module_forward_hook hook, const char *context,
			ct_module_hook_options options)
{
	int64_t number_of = 0;

	OK(ct_module_register_forward_hook(module, hook, (void *)(uintptr_t)context, count_release,
					   &options, &number_of));
	return number_of;
}

#define PLAIN ((ct_module_hook_options){ 0 })
#define ALWAYS ((ct_module_hook_options){ .always_call = true })

/* --- Order ------------------------------------------------------------------------------------ */

START_TEST(hooks_are_called_in_order_and_prepended_ones_first)
{
	add_hook(note_hook, "x", PLAIN);
	add_pre(note_pre, "a", false);
	add_hook(note_hook, "y", PLAIN);
	add_pre(note_pre, "b", false);
	add_pre(note_pre, "c", true);
	add_hook(note_hook, "z", (ct_module_hook_options){ .prepend = true });
	assert_call(8, 2);
	ck_assert_str_eq(calls, "cabzxy");
}
END_TEST

START_TEST(removed_hook_is_released_and_not_called)
{
	const int64_t a = add_pre(note_pre, "a", false), x = add_hook(note_hook, "x", PLAIN);

	ck_assert_int_ne(a, x);
	add_hook(note_hook, "y", PLAIN);
	ck_assert(ct_module_remove_hook(module, a));
	ck_assert(ct_module_remove_hook(module, x));
	ck_assert_int_eq(released, 2);
	ck_assert(!ct_module_remove_hook(module, a));
	ck_assert(!ct_module_remove_hook(module, 0));
	ck_assert(!ct_module_remove_hook(made(container_new()), x));
	assert_call(8, 2);
	ck_assert_str_eq(calls, "y");
}
END_TEST

static ct_error count_one(ct_module *self, const ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs, int64_t outputs_len, void *context)
{
	(void)self, (void)inputs, (void)outputs, (void)context;
	ck_assert_int_eq(inputs_len, 1);
	ck_assert_int_eq(outputs_len, 1);
	strcat(calls, "1");
	return NULL;
}

START_TEST(hooks_are_called_for_one_tensor_too)
{
	ct_tensor *x, *y;

	module = made(block_new());
	OK(CT(ones, &x, CT_L(1, 3)));
	add_hook(count_one, NULL, PLAIN);
	OK(ct_module_forward(module, x, &y));
	OK(CT_FINISH(CT_M(module, x), &y));
	ck_assert_str_eq(calls, "11");
	assert_floats(y, (int64_t[]){ 1, 2, -1 }, (double[]){ 3, 3 });
}
END_TEST

/* --- Replacing -------------------------------------------------------------------------------- */

static ct_error double_first(ct_module *self, const ct_tensor **inputs, int64_t inputs_len,
			     void *context)
{
	ct_tensor *x;

	(void)self, (void)inputs_len, (void)context;
	CT_TRY(CT(mul, &x, inputs[0], 2));
	inputs[0] = x;
	return NULL;
}

static ct_error double_last(ct_module *self, const ct_tensor *const *inputs, int64_t inputs_len,
			    ct_tensor **outputs, int64_t outputs_len, void *context)
{
	ct_tensor *before = outputs[1];

	(void)self, (void)inputs, (void)inputs_len, (void)outputs_len, (void)context;
	CT_TRY(CT(mul, &outputs[1], before, 2));
	ct_tensor_free(before);
	return NULL;
}

START_TEST(hooks_replace_inputs_and_outputs)
{
	add_pre(double_first, NULL, false);
	add_hook(double_last, NULL, PLAIN);
	assert_call(13, 14);
	add_hook(double_last, NULL, PLAIN);
	assert_call(13, 28);
}
END_TEST

START_TEST(inputs_of_the_caller_are_left_alone)
{
	ct_tensor *a = number(5), *b = number(3), *outputs[2];
	const ct_tensor *inputs[] = { a, b };

	add_pre(double_first, NULL, false);
	OK(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), outputs, 2));
	ck_assert_ptr_eq(inputs[0], a);
}
END_TEST

static ct_error own_outputs(ct_tensor *outputs[2])
{
	ct_tensor *a = number(5), *b = number(3);
	const ct_tensor *inputs[] = { a, b };
	ct_error error = ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), outputs, 2);

	ct_tensor_free(a);
	ct_tensor_free(b);
	return error;
}

START_TEST(replaced_outputs_are_the_caller_s_without_a_scope)
{
	ct_tensor *outputs[2];
	ct_module *kept = module;

	add_hook(double_last, NULL, PLAIN);
	ct_scope_disown_object(kept);
	close_scope();
	OK(own_outputs(outputs));
	ct_tensor_free(outputs[0]);
	ct_tensor_free(outputs[1]);
	ct_module_free(kept);
	ck_assert_int_eq(released, 1);
	scope = open_scope();
}
END_TEST

/* --- Errors ----------------------------------------------------------------------------------- */

static ct_error fail_pre(ct_module *self, const ct_tensor **inputs, int64_t inputs_len,
			 void *context)
{
	(void)self, (void)inputs, (void)inputs_len, (void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "pre-hook failed");
}

static ct_error fail_hook(ct_module *self, const ct_tensor *const *inputs, int64_t inputs_len,
			  ct_tensor **outputs, int64_t outputs_len, void *context)
{
	(void)self, (void)inputs, (void)inputs_len, (void)outputs, (void)outputs_len;
	strcat(calls, context ? context : "");
	return ct_error_new(CT_ERROR_VALUE, NULL, "hook failed");
}

static void assert_call_fails(const char *text)
{
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED };

	FAILS(call(outputs), text);
	ck_assert_ptr_eq(outputs[0], UNTOUCHED);
	ck_assert_ptr_eq(outputs[1], UNTOUCHED);
}

START_TEST(error_of_a_pre_hook_ends_the_call)
{
	add_pre(note_pre, "a", false);
	add_pre(fail_pre, NULL, false);
	add_pre(note_pre, "b", false);
	add_hook(note_hook, "x", PLAIN);
	add_hook(note_hook, "y", ALWAYS);
	assert_call_fails("ValueError: pre-hook failed");
	ck_assert_str_eq(calls, "ay!");
}
END_TEST

START_TEST(error_of_forward_calls_those_that_are_always_called)
{
	const ct_tensor *inputs[] = { NULL, number(1) };
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED };

	add_hook(note_hook, "x", PLAIN);
	add_hook(note_hook, "y", ALWAYS);
	add_hook(fail_hook, "f", ALWAYS);
	add_hook(note_hook, "z", ALWAYS);
	FAILS(ct_module_forward_all(module, CT_TENSORS_OF(inputs, 2), outputs, 2),
	      "ValueError: forward failed");
	ck_assert_str_eq(calls, "y!fz!");
	ck_assert_ptr_eq(outputs[0], UNTOUCHED);
}
END_TEST

START_TEST(error_of_a_hook_ends_the_call_but_for_those_that_are_always_called)
{
	add_hook(note_hook, "w", ALWAYS);
	add_hook(note_hook, "x", PLAIN);
	add_hook(fail_hook, "f", ALWAYS);
	add_hook(note_hook, "y", PLAIN);
	add_hook(note_hook, "z", ALWAYS);
	assert_call_fails("ValueError: hook failed");
	ck_assert_str_eq(calls, "wxfz!");
}
END_TEST

START_TEST(outputs_of_a_failed_call_are_released)
{
	ct_tensor *outputs[] = { UNTOUCHED, UNTOUCHED };
	ct_module *kept = module;
	int64_t live;

	add_hook(fail_hook, NULL, PLAIN);
	ct_scope_disown_object(kept);
	close_scope();
	live = live_handles();
	FAILS(own_outputs(outputs), "ValueError: hook failed");
	ck_assert_int_eq(live_handles(), live);
	ct_module_free(kept);
	scope = open_scope();
}
END_TEST

START_TEST(registering_that_fails_leaves_the_context_to_the_caller)
{
	int64_t hook = 77;

	FAILS(ct_module_register_forward_hook(NULL, note_hook, NULL, count_release, NULL, &hook),
	      "ArgumentError: ct_module_register_forward_hook: argument 1 (self) must not be NULL");
	FAILS(ct_module_register_forward_hook(module, NULL, NULL, count_release, NULL, &hook),
	      "ArgumentError: ct_module_register_forward_hook: argument 2 (call) must not be NULL");
	FAILS(ct_module_register_forward_pre_hook(module, NULL, NULL, count_release, NULL, &hook),
	      "ArgumentError: ct_module_register_forward_pre_hook: argument 2 (call) must not be "
	      "NULL");
	FAILS(ct_module_register_state_hook(module, CT_STATE_HOOK_BEFORE_LOADING, NULL, NULL,
					    count_release, &hook),
	      "ArgumentError: ct_module_register_state_hook: argument 3 (call) must not be NULL");
	FAILS_WITH(ct_module_register_state_hook(module, 4, NULL, NULL, count_release, &hook),
		   CT_ERROR_ARGUMENT, "argument 2 (time) is 4");
	ck_assert_int_eq(hook, 77);
	ck_assert_int_eq(released, 0);
}
END_TEST

/* --- While they run --------------------------------------------------------------------------- */

static int64_t own_number;

static ct_error remove_itself(ct_module *self, const ct_tensor *const *inputs, int64_t inputs_len,
			      ct_tensor **outputs, int64_t outputs_len, void *letter)
{
	ck_assert(ct_module_remove_hook(self, own_number));
	ck_assert_int_eq(released, 0); /* it is still running */
	return note_hook(self, inputs, inputs_len, outputs, outputs_len, letter);
}

START_TEST(hook_may_remove_itself)
{
	add_hook(note_hook, "x", PLAIN);
	own_number = add_hook(remove_itself, "r", PLAIN);
	add_hook(note_hook, "y", PLAIN);
	assert_call(8, 2);
	ck_assert_int_eq(released, 1);
	assert_call(8, 2);
	ck_assert_str_eq(calls, "xryxy");
}
END_TEST

static ct_error add_another(ct_module *self, const ct_tensor **inputs, int64_t inputs_len,
			    void *letter)
{
	add_pre(note_pre, "n", false);
	add_hook(note_hook, "N", PLAIN);
	return note_pre(self, inputs, inputs_len, letter);
}

START_TEST(hook_may_register_others)
{
	add_pre(add_another, "a", false);
	assert_call(8, 2);
	ck_assert_str_eq(calls, "aN");
	calls[0] = '\0';
	assert_call(8, 2);
	ck_assert_str_eq(calls, "anNN");
}
END_TEST

static ct_module *parent;

static ct_error leave_parent(ct_module *self, const ct_tensor **inputs, int64_t inputs_len,
			     void *letter)
{
	OK(ct_module_remove(parent, "child"));
	return note_pre(self, inputs, inputs_len, letter);
}

/* The call keeps it alive, although nobody else has it. */
START_TEST(hook_may_take_its_module_out_of_the_parent)
{
	parent = made(container_new());
	add_pre(leave_parent, "a", false);
	OK(ct_module_add_module(parent, "child", module, NULL));
	ct_module_free(module);
	assert_call(8, 2);
	ck_assert_str_eq(calls, "a");
	ck_assert_int_eq(released, 1);
}
END_TEST

/* --- Their end -------------------------------------------------------------------------------- */

START_TEST(hooks_are_released_with_the_last_module_that_has_them)
{
	ct_module *copy;

	add_hook(double_last, NULL, PLAIN);
	add_pre(double_first, NULL, false);
	OK(ct_module_deepcopy(module, &copy));
	ct_module_free(module);
	ck_assert_int_eq(released, 0);
	module = copy;
	assert_call(13, 14);
	ct_module_free(module);
	ck_assert_int_eq(released, 2);
}
END_TEST

START_TEST(hook_of_a_copy_is_removed_by_itself)
{
	const int64_t hook = add_hook(double_last, NULL, PLAIN);
	ct_module *copy, *original = module;

	OK(ct_module_deepcopy(module, &copy));
	ck_assert(ct_module_remove_hook(copy, hook));
	ck_assert_int_eq(released, 0);
	assert_call(8, 4);
	module = copy;
	assert_call(8, 2);
	ck_assert(ct_module_remove_hook(original, hook));
	ck_assert_int_eq(released, 1);
}
END_TEST

Suite *hooks_suite(void)
{
	Suite *suite = suite_create("hooks of modules");
	TCase *tests = tests_of("hooks of modules");

	tcase_add_checked_fixture(tests, make_module, close_scope);
	tcase_add_test(tests, hooks_are_called_in_order_and_prepended_ones_first);
	tcase_add_test(tests, removed_hook_is_released_and_not_called);
	tcase_add_test(tests, hooks_are_called_for_one_tensor_too);
	tcase_add_test(tests, hooks_replace_inputs_and_outputs);
	tcase_add_test(tests, inputs_of_the_caller_are_left_alone);
	tcase_add_test(tests, replaced_outputs_are_the_caller_s_without_a_scope);
	tcase_add_test(tests, error_of_a_pre_hook_ends_the_call);
	tcase_add_test(tests, error_of_forward_calls_those_that_are_always_called);
	tcase_add_test(tests, error_of_a_hook_ends_the_call_but_for_those_that_are_always_called);
	tcase_add_test(tests, outputs_of_a_failed_call_are_released);
	tcase_add_test(tests, registering_that_fails_leaves_the_context_to_the_caller);
	tcase_add_test(tests, hook_may_remove_itself);
	tcase_add_test(tests, hook_may_register_others);
	tcase_add_test(tests, hook_may_take_its_module_out_of_the_parent);
	tcase_add_test(tests, hooks_are_released_with_the_last_module_that_has_them);
	tcase_add_test(tests, hook_of_a_copy_is_removed_by_itself);
	suite_add_tcase(suite, tests);
	return suite;
}
