/*
 * What Python lists, prints and loads: tests/fixtures/expected/module.json.
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

/* For each case of a kind. */
static void each(const char *kind, void (*test)(const json_t *of_case))
{
	const json_t *of_case;
	size_t i;
	int n = 0;

	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;

		if (strcmp(expected_text(of_case, "kind"), kind) != 0)
			continue;
		test(of_case);
		n++;
	}
	ck_assert_int_gt(n, 0);
}

static void assert_name(const char *got, const json_t *names, int64_t i)
{
	ck_assert_str_eq(got, json_string_value(json_array_get(names, (size_t)i)));
}

/* --- Names ------------------------------------------------------------------------------------ */

static void compare_tensors(const ct_module *module, const json_t *of_case, bool buffers,
			    const ct_module_list_options *options)
{
	const json_t *names = expected_list(of_case, "names");
	ct_named_tensor *list;
	int64_t n;

	OK((buffers ? ct_module_named_buffers : ct_module_named_parameters)(module, options, &list,
									    &n));
	ck_assert_int_eq(n, (int64_t)json_array_size(names));
	for (int64_t i = 0; i < n; i++) {
		ct_tensor *found;

		assert_name(list[i].name, names, i);
		if (options->prefix)
			continue;
		OK((buffers ? ct_module_get_buffer : ct_module_get_parameter)(module, list[i].name,
									      &found));
		ck_assert_ptr_eq(found, list[i].tensor);
	}
}

static void compare_modules(const ct_module *module, const json_t *of_case,
			    const ct_module_list_options *options)
{
	const json_t *names = expected_list(of_case, "names");
	ct_named_module *list;
	int64_t n;

	OK(ct_module_named_modules(module, options, &list, &n));
	ck_assert_int_eq(n, (int64_t)json_array_size(names));
	for (int64_t i = 0; i < n; i++) {
		ct_module *found;

		assert_name(list[i].name, names, i);
		if (options->prefix)
			continue;
		OK(ct_module_get_submodule(module, list[i].name, &found));
		ck_assert_ptr_eq(found, list[i].module);
	}
}

static void compare_names(const ct_module *module, const json_t *of_case)
{
	const char *what = expected_text(of_case, "what"),
		   *prefix = expected_text(of_case, "prefix");
	const ct_module_list_options options = {
		.prefix = *prefix ? prefix : NULL,
		.no_recurse = expected_bool(of_case, "no_recurse") ||
			      strcmp(what, "named_children") == 0,
		.keep_duplicates = expected_bool(of_case, "keep_duplicates"),
	};

	if (strcmp(what, "named_parameters") == 0)
		compare_tensors(module, of_case, false, &options);
	else if (strcmp(what, "named_buffers") == 0)
		compare_tensors(module, of_case, true, &options);
	else
		compare_modules(module, of_case, &options);
}

static void names_of_both(const json_t *of_case)
{
	compare_names(made(tree_new()), of_case);
	compare_names(tree_by_functions(), of_case);
}

START_TEST(names_are_python_s)
{
	each("names", names_of_both);
}
END_TEST

/* --- State dicts ------------------------------------------------------------------------------ */

static void compare_keys(const ct_module *module, const json_t *of_case)
{
	const ct_state_dict_options options = { .prefix = expected_text(of_case, "prefix") };
	const json_t *keys = expected_list(of_case, "keys");
	ct_value state, key, value;

	OK(ct_module_state_dict(module, &options, &state));
	ck_assert_int_eq(ct_value_count(&state), (int64_t)json_array_size(keys));
	for (int64_t i = 0; i < ct_value_count(&state); i++) {
		const char *text;

		OK(ct_value_dict_item(&state, i, &key, &value));
		OK(ct_value_as_string(&key, &text, NULL));
		assert_name(text, keys, i);
		ck_assert_int_eq(value.kind, CT_VALUE_TENSOR);
	}
	ct_value_free(&state);
}

static void keys_of_both(const json_t *of_case)
{
	compare_keys(made(tree_new()), of_case);
	compare_keys(tree_by_functions(), of_case);
}

START_TEST(keys_of_state_dicts_are_python_s)
{
	each("keys", keys_of_both);
}
END_TEST

/* --- apply ------------------------------------------------------------------------------------ */

static char applied[256];

static ct_error note_class(ct_module *module, void *context)
{
	(void)context;
	strcat(strcat(applied, " "), ct_module_class_of(module)->name);
	return NULL;
}

static void compare_applied(const json_t *of_case)
{
	const json_t *classes = expected_list(of_case, "classes"), *name;
	char wanted[256] = "";
	size_t i;

	json_array_foreach (classes, i, name)
		strcat(strcat(wanted, " "), json_string_value(name));
	applied[0] = '\0';
	OK(ct_module_apply(made(tree_new()), note_class, NULL));
	ck_assert_str_eq(applied, wanted);
}

START_TEST(apply_visits_modules_in_python_s_order)
{
	each("applied", compare_applied);
}
END_TEST

/* --- Texts ------------------------------------------------------------------------------------ */

static ct_module *with_child(ct_module *parent, const char *name, ct_module *child)
{
	CT_DO(ct_module_add_module(parent, name, child, NULL));
	return parent;
}

static ct_module *printed_module(const char *name)
{
	if (strcmp(name, "tree") == 0)
		return tree_new();
	if (strcmp(name, "container") == 0)
		return container_new();
	if (strcmp(name, "one_line") == 0)
		return note_new("size=1");
	if (strcmp(name, "two_lines") == 0)
		return note_new("one\ntwo");
	if (strcmp(name, "empty_line") == 0)
		return note_new("\n");
	if (strcmp(name, "line_and_child") == 0)
		return with_child(note_new("size=1"), "child", container_new());
	if (strcmp(name, "no_line_and_child") == 0)
		return with_child(note_new(""), "child", note_new("size=2"));
	ck_assert_str_eq(name, "two_lines_in_a_child");
	return with_child(with_child(note_new("one\ntwo"), "child",
				     with_child(note_new("three\nfour"), "inner", container_new())),
			  "none", NULL);
}

static void compare_text(const json_t *of_case)
{
	char *text;

	OK(ct_module_to_string(made(printed_module(expected_text(of_case, "name"))), &text));
	ck_assert_str_eq(text, expected_text(of_case, "text"));
}

START_TEST(modules_print_as_in_python)
{
	each("text", compare_text);
}
END_TEST

/* --- Loading ---------------------------------------------------------------------------------- */

static void set(ct_value *state, const char *key, const ct_tensor *tensor)
{
	OK(ct_value_dict_set(state, ct_value_string(key), ct_value_tensor(tensor)));
}

static void drop(ct_value *state, const char *key)
{
	OK(ct_value_dict_remove(state, ct_value_string(key)));
}

static ct_tensor *numbers(int64_t n)
{
	return vector(n, (float[]){ 0, 1, 2, 3 });
}

static void set_numbers(ct_value *state, const char *key, int64_t n)
{
	ct_tensor *tensor = numbers(n);

	set(state, key, tensor);
	ct_tensor_free(tensor);
}

static ct_error load_loosely(ct_module *module, ct_value *state, ct_value *result)
{
	const ct_load_state_dict_options options = { .no_strict = true };

	set(state, "third", ones(1));
	set_numbers(state, "table", 4);
	drop(state, "scale");
	drop(state, "again.mean");
	return ct_module_load_state_dict(module, state, &options, result);
}

static ct_error drop_missing(ct_module *module, ct_value *keys, const char *prefix, void *context)
{
	ct_value empty = ct_value_list_new();

	(void)module, (void)prefix, (void)context;
	return ct_value_dict_move(keys, ct_value_string("missing_keys"), &empty);
}

static ct_error load_after_missing_are_dropped(ct_module *module, ct_value *state, ct_value *result)
{
	CT_TRY(ct_module_register_state_hook(module, CT_STATE_HOOK_AFTER_LOADING, drop_missing,
					     NULL, NULL, NULL));
	set_numbers(state, "table", 4);
	drop(state, "scale");
	return ct_module_load_state_dict(module, state, NULL, result);
}

static ct_error rename_old(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	char old[64], new[64];
	ct_value value;

	(void)module, (void)context;
	snprintf(old, sizeof old, "%sold", prefix);
	snprintf(new, sizeof new, "%smean", prefix);
	CT_TRY(ct_value_dict_get(state, ct_value_string(old), &value));
	CT_TRY(ct_value_dict_set(state, ct_value_string(new), value));
	return ct_value_dict_remove(state, ct_value_string(old));
}

static ct_error load_renamed(ct_module *module, ct_value *state, ct_value *result)
{
	CT_TRY(ct_module_register_state_hook(DATA(tree_data, module)->second,
					     CT_STATE_HOOK_BEFORE_LOADING, rename_old, NULL, NULL,
					     NULL));
	set_numbers(state, "second.old", 3);
	drop(state, "second.mean");
	return ct_module_load_state_dict(module, state, NULL, result);
}

static void compare_list(const ct_value *result, const char *key, const json_t *names)
{
	ct_value list, item;

	OK(ct_value_dict_get(result, ct_value_string(key), &list));
	ck_assert_int_eq(ct_value_count(&list), (int64_t)json_array_size(names));
	for (int64_t i = 0; i < ct_value_count(&list); i++) {
		const char *text;

		OK(ct_value_item(&list, i, &item));
		OK(ct_value_as_string(&item, &text, NULL));
		assert_name(text, names, i);
	}
}

static void compare_loaded(const json_t *of_case)
{
	static const struct {
		const char *name;
		ct_error (*load)(ct_module *module, ct_value *state, ct_value *result);
	} ways[] = { { "load_loosely", load_loosely },
		     { "load_after_missing_are_dropped", load_after_missing_are_dropped },
		     { "load_renamed", load_renamed } };
	const char *name = expected_text(of_case, "name");
	ct_module *module = made(tree_new());
	ct_value state = state_of(made(tree_new())), result;
	size_t i = 0;

	while (strcmp(ways[i].name, name) != 0)
		ck_assert_uint_lt(++i, sizeof ways / sizeof *ways);
	OK(ways[i].load(module, &state, &result));
	compare_list(&result, "missing_keys", expected_list(of_case, "missing"));
	compare_list(&result, "unexpected_keys", expected_list(of_case, "unexpected"));
	assert_expected_tensor(DATA(tree_data, module)->table, of_case, "table", 0, name);
	assert_expected_tensor(DATA(block_data, DATA(tree_data, module)->second)->mean, of_case,
			       "mean", 0, name);
	ct_value_free(&result);
	ct_value_free(&state);
}

START_TEST(loading_does_what_python_s_does)
{
	each("loaded", compare_loaded);
}
END_TEST

/* --- The order of hooks of state dicts -------------------------------------------------------- */

static char noted[2048];

struct noted_hook {
	const char *when, *name;
};

static ct_error note_hook(ct_module *module, ct_value *state, const char *prefix, void *context)
{
	const struct noted_hook *hook = context;
	const bool is_last = strcmp(hook->when, "after loading") ==
			     0; /* Python has no prefix there */
	char line[128];

	(void)module;
	ck_assert_int_eq(state->kind, CT_VALUE_DICT);
	snprintf(line, sizeof line, "%s %s%s%s\n", hook->when, is_last ? "" : prefix,
		 is_last || !*hook->name ? "" : " ", hook->name);
	while (strchr(line, ' ') && strstr(line, " \n")) /* as strip() */
		strcpy(strstr(line, " \n"), "\n");
	strcat(noted, line);
	return NULL;
}

/* Those of the calls that begin with `when`: libctorch calls all hooks before loading first. */
static void add_calls(char *text, const json_t *calls, const char *when)
{
	const json_t *call;
	size_t i;

	json_array_foreach (calls, i, call)
		if (strstr(json_string_value(call), when))
			strcat(strcat(text, json_string_value(call)), "\n");
}

static void compare_state_hooks(const json_t *of_case)
{
	static const char *const times[] = { "before state_dict", "after state_dict",
					     "before loading", "after loading" };
	static struct noted_hook hooks[3][4];
	const json_t *calls = expected_list(of_case, "calls");
	ct_module *module = made(tree_new());
	ct_named_module *list;
	ct_value state;
	char wanted[2048] = "";
	int64_t n;

	OK(ct_module_named_modules(module, NULL, &list, &n));
	ck_assert_int_eq(n, 3);
	for (int64_t i = 0; i < n; i++)
		for (int time = 0; time < 4; time++) {
			hooks[i][time] = (struct noted_hook){ times[time], list[i].name };
			OK(ct_module_register_state_hook(list[i].module, time, note_hook,
							 &hooks[i][time], NULL, NULL));
		}
	noted[0] = '\0';
	state = state_of(module);
	OK(ct_module_load_state_dict(module, &state, NULL, NULL));
	add_calls(wanted, calls, "state_dict");
	add_calls(wanted, calls, "before loading");
	add_calls(wanted, calls, "after loading");
	ck_assert_str_eq(noted, wanted);
	ct_value_free(&state);
}

START_TEST(hooks_of_state_dicts_have_python_s_order)
{
	each("state_hooks", compare_state_hooks);
}
END_TEST

Suite *expected_suite(void)
{
	Suite *suite = suite_create("modules as in Python");
	TCase *tests = tests_of("modules as in Python");

	tcase_add_unchecked_fixture(tests, read_cases, drop_cases);
	tcase_add_test(tests, names_are_python_s);
	tcase_add_test(tests, keys_of_state_dicts_are_python_s);
	tcase_add_test(tests, apply_visits_modules_in_python_s_order);
	tcase_add_test(tests, modules_print_as_in_python);
	tcase_add_test(tests, loading_does_what_python_s_does);
	tcase_add_test(tests, hooks_of_state_dicts_have_python_s_order);
	suite_add_tcase(suite, tests);
	return suite;
}
