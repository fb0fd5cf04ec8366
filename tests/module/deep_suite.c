/*
 * Modules that are nested deeply, on a small stack: up to 250 they are walked, more is refused, and
 * any number is released.
 */
#include "support.h"

enum { MOST = 250, VERY_DEEP = 100000 };

static const ct_module_class link_class = { .name = "Link" };

/* A chain of modules, made from the outside, with a buffer in the last; no scope's. */
static ct_module *chain(int n)
{
	ct_module *first, *last;
	ct_tensor *x;

	CT_CHECK(ct_module_new(&link_class, &first));
	last = first;
	for (int i = 1; i < n; i++) {
		ct_module *next;

		CT_CHECK(ct_module_new(&link_class, &next));
		CT_CHECK(ct_module_add_module(last, "x", next, NULL));
		ct_module_free(next);
		last = next;
	}
	CT_CHECK(ct_tensor_ones(CT_L(2), NULL, &x));
	CT_CHECK(ct_module_register_buffer(last, "buffer", x, true, NULL));
	ct_tensor_free(x);
	return first;
}

static void *release_chain(void *module)
{
	ct_module_free(module);
	return NULL;
}

START_TEST(very_deep_module_is_released)
{
	run_on_small_stack(release_chain, chain(VERY_DEEP));
}
END_TEST

static ct_error count_one(ct_module *module, void *n)
{
	(void)module;
	++*(int *)n;
	return NULL;
}

static ct_error walk(ct_module *module, ct_value *state, ct_module **copy, char **text)
{
	ct_named_module *list;
	int64_t len;
	int n = 0;

	CT_TRY(ct_module_named_modules(module, NULL, &list, &len));
	MUST(len == MOST);
	ct_free(list);
	CT_TRY(ct_module_to_string(module, text));
	CT_TRY(ct_module_state_dict(module, NULL, state));
	CT_TRY(ct_module_load_state_dict(module, state, NULL, NULL));
	CT_TRY(ct_module_deepcopy(module, copy));
	CT_TRY(ct_module_apply(module, count_one, &n));
	MUST(n == MOST);
	CT_TRY(ct_module_reset_parameters(module));
	return ct_module_eval(module);
}

static void *walk_chain(void *module)
{
	ct_module *copy;
	ct_value state;
	char *text;

	CT_CHECK(walk(module, &state, &copy, &text));
	ct_free(text);
	ct_value_free(&state);
	ct_module_free(copy);
	return NULL;
}

START_TEST(deep_module_is_walked)
{
	ct_module *module = chain(MOST);

	run_on_small_stack(walk_chain, module);
	ct_module_free(module);
}
END_TEST

static void must_refuse(ct_error error)
{
	MUST(error != NULL);
	MUST(strstr(error, "modules are nested more than 250 levels deep") != NULL);
	ct_error_free(error);
}

static void *refuse_chain(void *module)
{
	ct_value state = ct_value_dict_new();
	ct_module *parent, *copy;
	char *text;
	int n = 0;

	CT_CHECK(ct_module_new(&link_class, &parent));
	must_refuse(ct_module_to_string(module, &text));
	must_refuse(ct_module_state_dict(module, NULL, &state));
	must_refuse(ct_module_load_state_dict(module, &state, NULL, NULL));
	must_refuse(ct_module_deepcopy(module, &copy));
	must_refuse(ct_module_apply(module, count_one, &n));
	must_refuse(ct_module_reset_parameters(module));
	must_refuse(ct_module_eval(module));
	must_refuse(ct_module_add_module(parent, "x", module, NULL));
	MUST(n == 0);
	MUST(ct_module_child_count(parent) == 0 && ct_module_is_training(module));
	ct_module_free(parent);
	ct_value_free(&state);
	return NULL;
}

START_TEST(deeper_module_is_refused)
{
	ct_module *module = chain(MOST + 1);

	run_on_small_stack(refuse_chain, module);
	ct_module_free(module);
	module = chain(VERY_DEEP);
	run_on_small_stack(refuse_chain, module);
	ct_module_free(module);
}
END_TEST

/* Each module of a chain is also a child of the first one, under which it is seen first. */
START_TEST(depth_is_that_of_the_longest_path)
{
	ct_module *module = chain(MOST), *inner, *flat;
	ct_value state;
	char name[16], *text;
	int n = 0;

	OK(ct_module_new(&link_class, &flat));
	for (int i = 1; i <= MOST; i++) {
		inner = module;
		for (int k = i; k < MOST; k++)
			inner = ct_module_child_at(inner, 0);
		snprintf(name, sizeof name, "%d", i);
		OK(ct_module_add_module(flat, name, inner, NULL));
	}
	ct_module_free(module);
	must_refuse(ct_module_to_string(flat, &text));
	must_refuse(ct_module_state_dict(flat, NULL, &state));
	must_refuse(ct_module_apply(flat, count_one, &n));
	state = ct_value_dict_new();
	must_refuse(ct_module_load_state_dict(flat, &state, NULL, NULL));
	ct_value_free(&state);
	ct_module_free(flat);
}
END_TEST

START_TEST(own_parts_of_a_very_deep_module_are_listed)
{
	const ct_module_list_options own = { .no_recurse = true };
	ct_module *module = chain(VERY_DEEP);
	ct_named_tensor *parameters;
	ct_named_module *children;
	int64_t n;

	OK(ct_module_named_parameters(module, &own, &parameters, &n));
	ck_assert_int_eq(n, 0);
	OK(ct_module_named_modules(module, &own, &children, &n));
	ck_assert_int_eq(n, 1);
	ct_free(parameters);
	ct_free(children);
	ct_module_free(module);
}
END_TEST

Suite *deep_suite(void)
{
	Suite *suite = suite_create("deep modules");
	TCase *tests = tests_of("deep modules");

	tcase_add_test(tests, very_deep_module_is_released);
	tcase_add_test(tests, deep_module_is_walked);
	tcase_add_test(tests, deeper_module_is_refused);
	tcase_add_test(tests, depth_is_that_of_the_longest_path);
	tcase_add_test(tests, own_parts_of_a_very_deep_module_are_listed);
	suite_add_tcase(suite, tests);
	return suite;
}
