/*
 * Errors, with Python's texts: tests/fixtures/expected/module.json. After each of them the module
 * is as it was.
 */
#include "expected.h"
#include "support.h"

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("module");
}

static void drop_cases(void)
{
	json_decref(cases);
}

/* --- Registering ------------------------------------------------------------------------------ */

static ct_error put_parameter(ct_module *bare, const char *name, const ct_tensor *x)
{
	return ct_module_register_parameter(bare, name, x, NULL);
}

static ct_tensor *computed(void)
{
	ct_tensor *x = NULL;

	CT_CHECK(CT(mul, &x, parameter(), 2));
	return x;
}

static ct_error put_buffer(ct_module *bare, const char *name)
{
	return ct_module_register_buffer(bare, name, ones(1), true, NULL);
}

static ct_error put_child(ct_module *bare, const char *name)
{
	return ct_module_add_module(bare, name, made(container_new()), NULL);
}

#define CALL(name, call)                      \
	static ct_error name(ct_module *bare) \
	{                                     \
		(void)bare;                   \
		return call;                  \
	}

CALL(parameter_named_as_a_buffer, put_parameter(bare, "buffer", parameter()))
CALL(parameter_named_as_a_child, put_parameter(bare, "child", NULL))
CALL(parameter_with_a_dot, put_parameter(bare, "a.b", parameter()))
CALL(parameter_without_a_name, put_parameter(bare, "", parameter()))
CALL(parameter_is_no_leaf, put_parameter(bare, "new", computed()))
CALL(parameter_is_no_leaf_and_has_a_dot, put_parameter(bare, "a.b", computed()))
CALL(buffer_named_as_a_parameter, put_buffer(bare, "weight"))
CALL(buffer_named_as_a_child, put_buffer(bare, "child"))
CALL(buffer_with_a_dot, put_buffer(bare, "a.b"))
CALL(buffer_without_a_name, put_buffer(bare, ""))
CALL(child_named_as_a_parameter, put_child(bare, "weight"))
CALL(child_named_as_a_buffer, put_child(bare, "no_buffer"))
CALL(child_with_a_dot, put_child(bare, "a.b"))
CALL(child_without_a_name, put_child(bare, ""))
CALL(delete_what_is_not_there, ct_module_remove(bare, "other"))

/* --- Paths ------------------------------------------------------------------------------------ */

static ct_error get_parameter(const ct_module *bare, const char *path)
{
	ct_tensor *result = UNTOUCHED;
	ct_error error = ct_module_get_parameter(bare, path, &result);

	ck_assert_ptr_eq(result, UNTOUCHED);
	return error;
}

static ct_error get_buffer(const ct_module *bare, const char *path)
{
	ct_tensor *result = UNTOUCHED;
	ct_error error = ct_module_get_buffer(bare, path, &result);

	ck_assert_ptr_eq(result, UNTOUCHED);
	return error;
}

static ct_error get_child(const ct_module *bare, const char *path)
{
	ct_module *result = (ct_module *)UNTOUCHED;
	ct_error error = ct_module_get_submodule(bare, path, &result);

	ck_assert_ptr_eq(result, UNTOUCHED);
	return error;
}

static ct_error set_child(ct_module *bare, const char *path, bool strict)
{
	return ct_module_set_submodule(bare, path, made(container_new()), strict);
}

CALL(get_unknown_parameter, get_parameter(bare, "other"))
CALL(get_parameter_that_is_a_buffer, get_parameter(bare, "buffer"))
CALL(get_parameter_that_is_none, get_parameter(bare, "no_weight"))
CALL(get_parameter_of_an_unknown_child, get_parameter(bare, "other.weight"))
CALL(get_parameter_of_a_parameter, get_parameter(bare, "weight.weight"))
CALL(get_parameter_without_a_name, get_parameter(bare, ""))
CALL(get_parameter_after_two_dots, get_parameter(bare, "child..weight"))
CALL(get_buffer_that_is_a_parameter, get_buffer(bare, "weight"))
CALL(get_unknown_buffer, get_buffer(bare, "child.other"))
CALL(get_unknown_child, get_child(bare, "other"))
CALL(get_child_of_none, get_child(bare, "no_child.other"))
CALL(get_child_that_is_none, get_child(bare, "no_child"))
CALL(get_child_that_is_a_buffer, get_child(bare, "buffer"))
CALL(get_child_that_is_an_unset_buffer, get_child(bare, "no_buffer"))
CALL(get_child_with_a_dot_at_the_end, get_child(bare, "child."))
CALL(get_child_with_a_dot_at_the_beginning, get_child(bare, ".child"))
CALL(get_child_with_two_dots, get_child(bare, "child..child"))
CALL(set_child_without_a_name, set_child(bare, "", false))
CALL(set_child_that_is_a_parameter, set_child(bare, "weight", false))
CALL(set_child_that_is_none, set_child(bare, "no_child", false))
CALL(set_child_of_an_unknown_child, set_child(bare, "other.child", false))
CALL(set_unknown_child_strictly, set_child(bare, "child.other", true))
CALL(set_child_that_is_a_buffer_strictly, set_child(bare, "buffer", true))

/* --- Loading ---------------------------------------------------------------------------------- */

static void set(ct_value *state, const char *key, ct_value value)
{
	CT_CHECK(ct_value_dict_set(state, ct_value_string(key), value));
}

static void drop(ct_value *state, const char *key)
{
	CT_CHECK(ct_value_dict_remove(state, ct_value_string(key)));
}

/* Loads and frees it; `state` must have been left alone. */
static ct_error load(ct_module *module, ct_value state)
{
	const int64_t n = ct_value_count(&state);
	ct_value result = ct_value_int(77);
	ct_error error = ct_module_load_state_dict(module, &state, NULL, &result);

	ck_assert_int_eq(result.i, 77);
	ck_assert_int_eq(ct_value_count(&state), n);
	ct_value_free(&state);
	return error;
}

/* The state dict of a tree with a change. */
static ct_error load_with(const char *key, ct_value value)
{
	ct_module *tree = made(tree_new());
	ct_value state = state_of(tree);

	set(&state, key, value);
	return load(tree, state);
}

static ct_error load_without_two(ct_module *bare)
{
	ct_module *tree = made(tree_new());
	ct_value state = state_of(tree);

	(void)bare;
	drop(&state, "scale");
	drop(&state, "second.mean");
	return load(tree, state);
}

static ct_error load_with_many_problems(ct_module *bare)
{
	static const char *const unexpected[] = { "first.other", "third.weight", "alone" };
	ct_module *tree = made(tree_new());
	ct_value state = state_of(tree), before = state_of(tree), after;
	ct_value one = ct_value_tensor(ones(1));
	ct_tensor *x;

	(void)bare;
	CT_TRY(CT(ones, &x, CT_L(2, 2)));
	set(&state, "scale", ct_value_tensor(x));
	set(&state, "second.weight", ct_value_string("text"));
	set(&state, "first.other", one);
	for (int i = 1; i < 3; i++)
		set(&state, unexpected[i], one);
	CT_TRY(CT(ones, &x, { NULL, 0 }));
	set(&state, "table", ct_value_tensor(x));
	set(&state, "first.weight.deeper", one);
	set(&state, "first.scratch", one);
	set(&state, "nothing.weight", one);
	CT_TRY(CT(full, &x, CT_L(3), 7.0));
	set(&state, "second.mean", ct_value_tensor(x)); /* this one fits */
	drop(&state, "first.mean");
	drop(&state, "again.steps");

	ct_error error = load(tree, state);
	bool equal = false;

	after = state_of(tree);
	CT_TRY(ct_value_equal(&before, &after, &equal));
	ck_assert(equal);
	ct_value_free(&before);
	ct_value_free(&after);
	return error;
}

static ct_error load_into_an_expanded_parameter(ct_module *bare)
{
	ct_module *module = made(container_new());
	ct_value state = ct_value_dict_new();
	ct_tensor *x;

	(void)bare;
	CT_TRY(CT(expand, &x, ones(1), CT_L(3)));
	CT_TRY(ct_parameter_new(x, true, &x));
	CT_TRY(ct_module_register_parameter(module, "weight", x, NULL));
	CT_TRY(CT(zeros, &x, CT_L(3)));
	set(&state, "weight", ct_value_tensor(x));
	return load(module, state);
}

static ct_error load_two_numbers_for_one(ct_module *bare)
{
	ct_module *block = made(block_new());
	ct_value state = state_of(block);

	(void)bare;
	set(&state, "steps", ct_value_tensor(ones(2)));
	return load(block, state);
}

CALL(load_a_list, load(made(tree_new()), ct_value_list_new()))
CALL(load_nothing, load(made(tree_new()), ct_value_dict_new()))
CALL(load_with_an_unknown_key, load_with("third", ct_value_tensor(ones(1))))
CALL(load_with_another_shape, load_with("scale", ct_value_tensor(ones(3))))
CALL(load_a_number_for_a_tensor, load_with("scale", ct_value_int(1)))

/* --- The rest --------------------------------------------------------------------------------- */

static ct_error convert(ct_module *bare, ct_dtype dtype)
{
	const ct_module_to_options options = { .dtype = dtype };

	return ct_module_to(bare, &options);
}

static ct_error call_without_forward(ct_module *bare)
{
	ct_tensor *result = UNTOUCHED;
	ct_error error = ct_module_forward(made(container_new()), ones(1), &result);

	(void)bare;
	ck_assert_ptr_eq(result, UNTOUCHED);
	return error;
}

/* The parameters before that of integers are left alone, too. */
static ct_error integers_require_a_gradient(ct_module *bare)
{
	ct_module *module = made(bare_new());
	ct_tensor *count, *weight;
	ct_error error;

	(void)bare;
	CT_TRY(CT(zeros, &count, CT_L(1), .dtype = CT_INT64));
	CT_TRY(ct_module_register_parameter(module, "count", count, NULL));
	CT_TRY(ct_module_get_parameter(module, "weight", &weight));
	CT_TRY(ct_tensor_set_requires_grad(weight, false));
	error = ct_module_set_requires_grad(module, true);
	ck_assert(!ct_tensor_requires_grad(weight));
	return error;
}

static ct_error copy_with_a_computed_buffer(ct_module *bare)
{
	ct_module *module = made(bare_new()), *copy = (ct_module *)UNTOUCHED;
	ct_error error;

	(void)bare;
	CT_TRY(ct_module_register_buffer(module, "computed", computed(), true, NULL));
	error = ct_module_deepcopy(module, &copy);
	ck_assert_ptr_eq(copy, UNTOUCHED);
	return error;
}

CALL(convert_to_integers, convert(bare, CT_INT64))
CALL(convert_to_bools, convert(bare, CT_BOOL))

/* --- All of them ------------------------------------------------------------------------------ */

#define NAMED(call)         \
	{                   \
#call, call \
	}

static const struct {
	const char *name;
	ct_error (*call)(ct_module *bare);
} calls[] = {
	NAMED(parameter_named_as_a_buffer),
	NAMED(parameter_named_as_a_child),
	NAMED(parameter_with_a_dot),
	NAMED(parameter_without_a_name),
	NAMED(parameter_is_no_leaf),
	NAMED(parameter_is_no_leaf_and_has_a_dot),
	NAMED(buffer_named_as_a_parameter),
	NAMED(buffer_named_as_a_child),
	NAMED(buffer_with_a_dot),
	NAMED(buffer_without_a_name),
	NAMED(child_named_as_a_parameter),
	NAMED(child_named_as_a_buffer),
	NAMED(child_with_a_dot),
	NAMED(child_without_a_name),
	NAMED(get_unknown_parameter),
	NAMED(get_parameter_that_is_a_buffer),
	NAMED(get_parameter_that_is_none),
	NAMED(get_parameter_of_an_unknown_child),
	NAMED(get_parameter_of_a_parameter),
	NAMED(get_parameter_without_a_name),
	NAMED(get_parameter_after_two_dots),
	NAMED(get_buffer_that_is_a_parameter),
	NAMED(get_unknown_buffer),
	NAMED(get_unknown_child),
	NAMED(get_child_of_none),
	NAMED(get_child_that_is_none),
	NAMED(get_child_that_is_a_buffer),
	NAMED(get_child_that_is_an_unset_buffer),
	NAMED(get_child_with_a_dot_at_the_end),
	NAMED(get_child_with_a_dot_at_the_beginning),
	NAMED(get_child_with_two_dots),
	NAMED(set_child_without_a_name),
	NAMED(set_child_that_is_a_parameter),
	NAMED(set_child_that_is_none),
	NAMED(set_child_of_an_unknown_child),
	NAMED(set_unknown_child_strictly),
	NAMED(set_child_that_is_a_buffer_strictly),
	NAMED(delete_what_is_not_there),
	NAMED(load_a_list),
	NAMED(load_nothing),
	NAMED(load_without_two),
	NAMED(load_with_an_unknown_key),
	NAMED(load_with_another_shape),
	NAMED(load_a_number_for_a_tensor),
	NAMED(load_with_many_problems),
	NAMED(load_into_an_expanded_parameter),
	NAMED(load_two_numbers_for_one),
	NAMED(convert_to_integers),
	NAMED(convert_to_bools),
	NAMED(call_without_forward),
	NAMED(integers_require_a_gradient),
	NAMED(copy_with_a_computed_buffer),
};

/* Everything that can be seen of a module. */
static void assert_unchanged(const ct_module *a, const ct_module *b)
{
	const ct_module_list_options all = { .keep_duplicates = true };
	ct_value state_a = state_of(a), state_b = state_of(b);
	ct_named_tensor *list_a, *list_b;
	char *text_a, *text_b;
	bool equal = false;
	int64_t n_a, n_b;

	OK(ct_value_equal(&state_a, &state_b, &equal));
	ck_assert(equal);
	OK(ct_module_to_string(a, &text_a));
	OK(ct_module_to_string(b, &text_b));
	ck_assert_str_eq(text_a, text_b);
	OK(ct_module_named_buffers(a, &all, &list_a, &n_a));
	OK(ct_module_named_buffers(b, &all, &list_b, &n_b));
	ck_assert_int_eq(n_a, n_b);
	for (int64_t i = 0; i < n_a; i++) {
		ck_assert_str_eq(list_a[i].name, list_b[i].name);
		ck_assert_int_eq(ct_tensor_dtype(list_a[i].tensor),
				 ct_tensor_dtype(list_b[i].tensor));
	}
	ct_value_free(&state_a);
	ct_value_free(&state_b);
}

static bool call_case(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		CT_SCOPE;
		ct_module *bare = made(bare_new());
		ct_error error;

		if (strcmp(calls[i].name, name) != 0)
			continue;
		error = calls[i].call(bare);
		assert_expected_error(error, of_case, name);
		ct_error_free(error);
		assert_unchanged(bare, made(bare_new()));
		return true;
	}
	ck_abort_msg("there is no function %s", name);
	return false;
}

/* Not ct_module_to_string(), which makes the same text. */
START_TEST(a_print_that_fails_names_itself)
{
	ct_error error = ct_module_print(NULL, NULL);

	ck_assert_str_eq(ct_error_function(error), "ct_module_print");
	ck_assert_str_eq(error,
			 "ArgumentError: ct_module_print: argument 1 (self) must not be NULL");
	ct_error_free(error);
	error = ct_module_to_string(NULL, &(char *){ NULL });
	ck_assert_str_eq(ct_error_function(error), "ct_module_to_string");
	ct_error_free(error);
}
END_TEST

START_TEST(errors_are_python_s_and_change_nothing)
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case)
		if (strcmp(expected_text(of_case, "kind"), "error") == 0)
			n += call_case(of_case);
	ck_assert_uint_eq(n, sizeof calls / sizeof *calls);
}
END_TEST

Suite *errors_suite(void)
{
	Suite *suite = suite_create("errors of modules");
	TCase *tests = tests_of("errors of modules");

	tcase_add_unchecked_fixture(tests, read_cases, drop_cases);
	tcase_add_test(tests, errors_are_python_s_and_change_nothing);
	tcase_add_test(tests, a_print_that_fails_names_itself);
	suite_add_tcase(suite, tests);
	return suite;
}
