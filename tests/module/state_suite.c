/*
 * State dicts and loading: what they share, `assign`, the results, hooks.
 */
#include "support.h"

static ct_module *tree;
static ct_scope *scope;

static void make_tree(void)
{
	scope = open_scope();
	tree = made(tree_new());
}

static void close_scope(void)
{
	OK(ct_scope_close(scope));
}

static tree_data *data(void)
{
	return ct_module_data(tree);
}

/* --- State dicts ------------------------------------------------------------------------------ */

START_TEST(state_dict_shares_memory_and_is_detached)
{
	ct_value state = state_of(tree);
	const ct_tensor *scale = state_tensor(&state, "scale");

	ck_assert_ptr_ne(scale, data()->scale);
	ck_assert_ptr_eq(ct_tensor_data(scale), ct_tensor_data(data()->scale));
	ck_assert(!ct_tensor_requires_grad(scale));
	ct_value_free(&state);
}
END_TEST

START_TEST(state_dict_of_variables_has_the_parameters_themselves)
{
	const ct_state_dict_options options = { .keep_vars = true };
	ct_value state;

	OK(ct_module_state_dict(tree, &options, &state));
	ck_assert_ptr_eq(state_tensor(&state, "scale"), data()->scale);
	ck_assert_ptr_eq(state_tensor(&state, "table"), data()->table);
	ct_value_free(&state);
}
END_TEST

START_TEST(state_dict_outlives_the_module)
{
	ct_value state = state_of(tree);

	ct_module_free(tree);
	ck_assert_double_eq(value_of(state_tensor(&state, "scale")), 2);
	ct_value_free(&state);
}
END_TEST

static ct_error fail_hook(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	(void)module, (void)state, (void)prefix, (void)context;
	return ct_error_new(CT_ERROR_VALUE, NULL, "hook failed");
}

START_TEST(error_of_a_hook_ends_the_state_dict)
{
	for (ct_state_hook_time time = CT_STATE_HOOK_BEFORE_STATE_DICT;
	     time <= CT_STATE_HOOK_AFTER_STATE_DICT; time++) {
		ct_value state = ct_value_int(7);
		int64_t hook;

		OK(ct_module_register_state_hook(data()->second, time, fail_hook, NULL, NULL,
						 &hook));
		FAILS(ct_module_state_dict(tree, NULL, &state), "ValueError: hook failed");
		ck_assert_int_eq(state.i, 7);
		ck_assert(ct_module_remove_hook(data()->second, hook));
	}
	FAILS_WITH(ct_module_state_dict(tree, NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 3 (result) must not be NULL");
}
END_TEST

/* Adds a key of its own after the module's. */
static ct_error add_version(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	char key[64];

	(void)module, (void)context;
	snprintf(key, sizeof key, "%sversion", prefix);
	return ct_value_dict_set(state, ct_value_string(key), ct_value_int(3));
}

START_TEST(hook_adds_to_the_state_dict)
{
	ct_value state, found;

	OK(ct_module_register_state_hook(data()->second, CT_STATE_HOOK_AFTER_STATE_DICT,
					 add_version, NULL, NULL, NULL));
	state = state_of(tree);
	OK(ct_value_dict_get(&state, ct_value_string("second.version"), &found));
	ck_assert_int_eq(found.i, 3);
	ct_value_free(&state);
}
END_TEST

/* --- Loading ---------------------------------------------------------------------------------- */

/* With all numbers 7. */
static ct_value sevens(void)
{
	ct_module *other = made(tree_new());
	ct_value state = state_of(other);

	for (int64_t i = 0; i < ct_value_count(&state); i++) {
		ct_value key, value;

		OK(ct_value_dict_item(&state, i, &key, &value));
		OK(CT(fill_, (ct_tensor *)(uintptr_t)value.object, 7));
	}
	return state;
}

START_TEST(loading_copies_into_the_same_tensors)
{
	ct_tensor *scale = data()->scale;
	const void *memory = ct_tensor_data(scale);
	ct_value state = sevens();

	OK(ct_module_load_state_dict(tree, &state, NULL, NULL));
	ct_value_free(&state);
	ck_assert_ptr_eq(data()->scale, scale);
	ck_assert_ptr_eq(ct_tensor_data(scale), memory);
	ck_assert_double_eq(value_of(scale), 7);
	ck_assert(ct_tensor_requires_grad(scale) && ct_tensor_is_leaf(scale));
	ck_assert_double_eq(value_of(DATA(block_data, data()->second)->steps), 7);
	ck_assert(ct_autograd_is_grad_enabled());
}
END_TEST

START_TEST(loading_converts_to_the_module_s_dtype)
{
	ct_value state = sevens();
	ct_tensor *wide;

	OK(CT(full, &wide, CT_L(1), 5.0, .dtype = CT_FLOAT64));
	OK(ct_value_dict_set(&state, ct_value_string("scale"), ct_value_tensor(wide)));
	OK(ct_module_load_state_dict(tree, &state, NULL, NULL));
	ck_assert_int_eq(ct_tensor_dtype(data()->scale), CT_FLOAT32);
	ck_assert_double_eq(value_of(data()->scale), 5);
	ct_value_free(&state);
}
END_TEST

static void assign(const ct_value *state)
{
	const ct_load_state_dict_options options = { .assign = true };

	OK(ct_module_load_state_dict(tree, state, &options, NULL));
}

START_TEST(assigned_tensors_become_the_module_s)
{
	ct_value state = sevens();
	ct_tensor *scale = data()->scale, *wide;

	OK(CT(full, &wide, CT_L(1), 5.0, .dtype = CT_FLOAT64));
	OK(ct_value_dict_set(&state, ct_value_string("scale"), ct_value_tensor(wide)));
	assign(&state);
	ck_assert_ptr_ne(data()->scale, scale);
	ck_assert_ptr_eq(ct_tensor_data(data()->scale), ct_tensor_data(wide));
	ck_assert_int_eq(ct_tensor_dtype(data()->scale), CT_FLOAT64);
	ck_assert(ct_tensor_requires_grad(data()->scale));
	ck_assert_ptr_eq(data()->table, state_tensor(&state, "table"));
	ct_value_free(&state);
	ck_assert_double_eq(value_of(data()->scale), 5);
}
END_TEST

START_TEST(assigned_parameter_has_the_module_s_requires_grad)
{
	ct_value state = sevens();

	OK(ct_module_set_requires_grad(tree, false));
	assign(&state);
	ck_assert(!ct_tensor_requires_grad(data()->scale));
	ct_value_free(&state);
}
END_TEST

START_TEST(module_on_meta_is_loaded_by_assigning)
{
	const ct_module_to_options meta = { .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1) };
	ct_value state = sevens();

	OK(ct_module_to(tree, &meta));
	assign(&state);
	ck_assert_double_eq(value_of(data()->scale), 7);
	ct_value_free(&state);
}
END_TEST

START_TEST(number_of_old_files_is_loaded)
{
	ct_value state = sevens();
	ct_tensor *steps;

	OK(CT(full, &steps, CT_L(1), 3, .dtype = CT_INT64));
	OK(ct_value_dict_set(&state, ct_value_string("second.steps"), ct_value_tensor(steps)));
	OK(ct_module_load_state_dict(tree, &state, NULL, NULL));
	ck_assert_double_eq(value_of(DATA(block_data, data()->second)->steps), 3);
	ck_assert_int_eq(ct_tensor_dim(DATA(block_data, data()->second)->steps), 0);
	ct_value_free(&state);
}
END_TEST

START_TEST(state_may_be_the_module_s_own)
{
	ct_value state = state_of(tree);

	OK(ct_module_load_state_dict(tree, &state, NULL, NULL));
	assign(&state);
	ct_value_free(&state);
	ck_assert_double_eq(value_of(data()->scale), 2);
}
END_TEST

START_TEST(key_that_is_no_text_is_an_error)
{
	ct_value state = state_of(tree);

	OK(ct_value_dict_set(&state, ct_value_int(3), ct_value_int(3)));
	FAILS_WITH(ct_module_load_state_dict(tree, &state, NULL, NULL), CT_ERROR_TYPE,
		   "key 11 is not a string");
	ct_value_free(&state);
	FAILS_WITH(ct_module_load_state_dict(tree, NULL, NULL, NULL), CT_ERROR_TYPE,
		   "Expected state_dict to be dict-like, got <class 'NoneType'>.");
	FAILS_WITH(ct_module_load_state_dict(NULL, NULL, NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 1 (self) must not be NULL");
}
END_TEST

/* --- Hooks of loading ------------------------------------------------------------------------- */

START_TEST(error_of_a_hook_before_loading_changes_nothing)
{
	ct_value state = sevens();

	OK(ct_module_register_state_hook(data()->second, CT_STATE_HOOK_BEFORE_LOADING, fail_hook,
					 NULL, NULL, NULL));
	FAILS(ct_module_load_state_dict(tree, &state, NULL, NULL), "ValueError: hook failed");
	ck_assert_double_eq(value_of(data()->scale), 2);
	ct_value_free(&state);
}
END_TEST

START_TEST(error_of_a_hook_after_loading_is_returned)
{
	ct_value state = sevens(), result = ct_value_int(7);

	OK(ct_module_register_state_hook(tree, CT_STATE_HOOK_AFTER_LOADING, fail_hook, NULL, NULL,
					 NULL));
	FAILS(ct_module_load_state_dict(tree, &state, NULL, &result), "ValueError: hook failed");
	ck_assert_int_eq(result.i, 7);
	ck_assert_double_eq(value_of(data()->scale), 7);
	ct_value_free(&state);
}
END_TEST

static ct_error look_only(ct_module *module, ct_value *keys, const char *prefix, void *calls)
{
	ct_value missing;

	(void)module, (void)prefix;
	++*(int *)calls;
	OK(ct_value_dict_get(keys, ct_value_string("missing_keys"), &missing));
	ck_assert_int_eq(ct_value_count(&missing), 1);
	return NULL;
}

START_TEST(keys_are_an_error_after_hooks_that_leave_them)
{
	ct_value state = sevens();
	int calls = 0;

	OK(ct_module_register_state_hook(data()->second, CT_STATE_HOOK_AFTER_LOADING, look_only,
					 &calls, NULL, NULL));
	OK(ct_value_dict_remove(&state, ct_value_string("table")));
	FAILS(ct_module_load_state_dict(tree, &state, NULL, NULL),
	      "RuntimeError: Error(s) in loading state_dict for Tree:\n\tMissing key(s) in "
	      "state_dict: \"table\". ");
	ck_assert_int_eq(calls, 1);
	ck_assert_double_eq(value_of(data()->scale), 7);
	ct_value_free(&state);
}
END_TEST

Suite *state_suite(void)
{
	Suite *suite = suite_create("state dicts");
	TCase *tests = tests_of("state dicts");

	tcase_add_checked_fixture(tests, make_tree, close_scope);
	tcase_add_test(tests, state_dict_shares_memory_and_is_detached);
	tcase_add_test(tests, state_dict_of_variables_has_the_parameters_themselves);
	tcase_add_test(tests, state_dict_outlives_the_module);
	tcase_add_test(tests, error_of_a_hook_ends_the_state_dict);
	tcase_add_test(tests, hook_adds_to_the_state_dict);
	tcase_add_test(tests, loading_copies_into_the_same_tensors);
	tcase_add_test(tests, loading_converts_to_the_module_s_dtype);
	tcase_add_test(tests, assigned_tensors_become_the_module_s);
	tcase_add_test(tests, assigned_parameter_has_the_module_s_requires_grad);
	tcase_add_test(tests, module_on_meta_is_loaded_by_assigning);
	tcase_add_test(tests, number_of_old_files_is_loaded);
	tcase_add_test(tests, state_may_be_the_module_s_own);
	tcase_add_test(tests, key_that_is_no_text_is_an_error);
	tcase_add_test(tests, error_of_a_hook_before_loading_changes_nothing);
	tcase_add_test(tests, error_of_a_hook_after_loading_is_returned);
	tcase_add_test(tests, keys_are_an_error_after_hooks_that_leave_them);
	suite_add_tcase(suite, tests);
	return suite;
}
