/*
 * Parameters, buffers and children: registering, replacing, removing, and the fields of the data.
 */
#include "support.h"

typedef struct pair_data {
	ct_tensor *a, *b;
	ct_module *left, *right;
	char end;
} pair_data;

static const ct_module_class pair_class = { .name = "Pair", .size = sizeof(pair_data) };

static ct_module *pair;
static ct_scope *scope;

static void make_pair(void)
{
	scope = open_scope();
	OK(ct_module_new(&pair_class, &pair));
}

static void close_scope(void)
{
	OK(ct_scope_close(scope));
}

static pair_data *data(void)
{
	return ct_module_data(pair);
}

/* --- Fields and order ------------------------------------------------------------------------- */

START_TEST(new_module_has_zeros_and_is_training)
{
	const pair_data zeros = { 0 };

	ck_assert_mem_eq(data(), &zeros, sizeof zeros);
	ck_assert(ct_module_is_training(pair));
	ck_assert_ptr_eq(ct_module_of(data()), pair);
	ck_assert_ptr_eq(ct_module_class_of(pair), &pair_class);
	ck_assert_int_eq(ct_module_child_count(pair), 0);
}
END_TEST

static void assert_names(const char *wanted)
{
	ct_named_tensor *list;
	char names[100] = "";
	int64_t n;

	OK(ct_module_named_parameters(pair, NULL, &list, &n));
	for (int64_t i = 0; i < n; i++)
		strcat(strcat(names, " "), list[i].name);
	ck_assert_str_eq(names, wanted);
}

START_TEST(replaced_parameter_keeps_its_place_and_its_field)
{
	ct_tensor *first = parameter(), *second = parameter(), *other = parameter();

	OK(ct_module_register_parameter(pair, "a", first, &data()->a));
	OK(ct_module_register_parameter(pair, "b", second, &data()->b));
	ck_assert_ptr_eq(data()->a, first);
	ck_assert_ptr_eq(data()->b, second);
	OK(ct_module_register_parameter(pair, "a", other, NULL));
	ck_assert_ptr_eq(data()->a, other);
	assert_names(" a b");
	OK(ct_module_register_parameter(pair, "a", NULL, NULL));
	ck_assert_ptr_null(data()->a);
	assert_names(" b");
	OK(ct_module_register_parameter(pair, "a", first, NULL));
	assert_names(" a b");
}
END_TEST

START_TEST(part_with_a_new_field_leaves_the_old_one)
{
	ct_tensor *x = parameter(), *y = parameter();

	OK(ct_module_register_parameter(pair, "x", x, &data()->a));
	OK(ct_module_register_parameter(pair, "x", y, &data()->b));
	ck_assert_ptr_null(data()->a);
	ck_assert_ptr_eq(data()->b, y);
}
END_TEST

START_TEST(same_part_may_be_registered_again)
{
	int deleted;
	ct_tensor *x = counted(&deleted);

	OK(ct_module_register_buffer(pair, "a", x, true, &data()->a));
	ct_tensor_free(x);
	OK(ct_module_register_buffer(pair, "a", data()->a, true, NULL));
	OK(ct_module_register_buffer(pair, "b", data()->a, true, NULL));
	ck_assert_int_eq(deleted, 0);
	OK(ct_module_remove(pair, "a"));
	ck_assert_ptr_null(data()->a);
	ck_assert_int_eq(deleted, 0);
	OK(ct_module_remove(pair, "b"));
	ck_assert_int_eq(deleted, 1);
}
END_TEST

START_TEST(removed_parts_of_each_kind_make_their_names_free)
{
	OK(ct_module_register_parameter(pair, "x", parameter(), &data()->a));
	OK(ct_module_remove(pair, "x"));
	ck_assert_ptr_null(data()->a);
	OK(ct_module_register_buffer(pair, "x", ones(1), true, &data()->a));
	OK(ct_module_remove(pair, "x"));
	OK(ct_module_add_module(pair, "x", made(container_new()), &data()->left));
	OK(ct_module_remove(pair, "x"));
	ck_assert_ptr_null(data()->left);
	FAILS(ct_module_remove(pair, "x"), "AttributeError: 'Pair' object has no attribute 'x'");
}
END_TEST

START_TEST(field_has_to_be_in_the_data)
{
	ct_tensor *x = parameter(), *outside = UNTOUCHED;
	char *end = (char *)data() + sizeof(pair_data);

	FAILS(ct_module_register_parameter(pair, "a", x, &outside),
	      "ArgumentError: ct_module_register_parameter: field is not inside the module's "
	      "data (40 bytes, class Pair)");
	FAILS_WITH(ct_module_register_buffer(pair, "a", x, true, (ct_tensor **)(void *)end),
		   CT_ERROR_ARGUMENT, "field is not inside the module's data");
	FAILS_WITH(ct_module_register_buffer(pair, "a", x, true, (ct_tensor **)(void *)(end - 4)),
		   CT_ERROR_ARGUMENT, "field is not inside the module's data");
	FAILS_WITH(ct_module_add_module(pair, "a", NULL, (ct_module **)data() - 1),
		   CT_ERROR_ARGUMENT, "field is not inside the module's data");
	ck_assert_ptr_eq(outside, UNTOUCHED);
	assert_names("");
}
END_TEST

START_TEST(persistence_may_change)
{
	ct_value state;

	OK(ct_module_register_buffer(pair, "x", ones(1), false, NULL));
	state = state_of(pair);
	ck_assert_int_eq(ct_value_count(&state), 0);
	ct_value_free(&state);
	OK(ct_module_register_buffer(pair, "x", ones(1), true, NULL));
	state = state_of(pair);
	ck_assert_int_eq(ct_value_count(&state), 1);
	ct_value_free(&state);
}
END_TEST

/* --- Parameters ------------------------------------------------------------------------------- */

START_TEST(parameter_of_a_computed_tensor_is_a_leaf_on_its_memory)
{
	ct_tensor *x, *p;

	OK(CT(mul, &x, parameter(), 3));
	OK(ct_parameter_new(x, true, &p));
	ck_assert(ct_tensor_is_leaf(p) && ct_tensor_requires_grad(p));
	ck_assert_ptr_eq(ct_tensor_data(p), ct_tensor_data(x));
	OK(ct_parameter_new(x, false, &p));
	ck_assert(!ct_tensor_requires_grad(p));
}
END_TEST

START_TEST(parameter_of_integers_must_not_require_a_gradient)
{
	ct_tensor *x, *p = UNTOUCHED;

	OK(CT(zeros, &x, CT_L(1), .dtype = CT_INT64));
	FAILS_WITH(ct_parameter_new(x, true, &p), CT_ERROR_RUNTIME,
		   "only Tensors of floating point");
	ck_assert_ptr_eq(p, UNTOUCHED);
	OK(ct_parameter_new(x, false, &p));
}
END_TEST

/* --- Children --------------------------------------------------------------------------------- */

START_TEST(children_have_indices)
{
	ct_module *a = made(container_new()), *b = made(container_new());

	OK(ct_module_add_module(pair, "left", a, &data()->left));
	OK(ct_module_add_module(pair, "none", NULL, NULL));
	OK(ct_module_add_module(pair, "right", b, &data()->right));
	ck_assert_int_eq(ct_module_child_count(pair), 3);
	ck_assert_ptr_eq(ct_module_child_at(pair, 0), a);
	ck_assert_ptr_null(ct_module_child_at(pair, 1));
	ck_assert_ptr_eq(ct_module_child_at(pair, -1), b);
	ck_assert_str_eq(ct_module_child_name_at(pair, 1), "none");
	ck_assert_str_eq(ct_module_child_name_at(pair, -3), "left");
	ck_assert_ptr_null(ct_module_child_at(pair, 3));
	ck_assert_ptr_null(ct_module_child_at(pair, -4));
	ck_assert_ptr_null(ct_module_child_name_at(pair, 3));
}
END_TEST

START_TEST(set_submodule_replaces_and_adds)
{
	ct_module *inner = made(container_new()), *found;

	OK(ct_module_add_module(pair, "left", made(bare_new()), &data()->left));
	OK(ct_module_set_submodule(pair, "left.child", inner, true));
	OK(ct_module_get_submodule(pair, "left.child", &found));
	ck_assert_ptr_eq(found, inner);
	OK(ct_module_set_submodule(pair, "left.child.new", made(container_new()), false));
	ck_assert_int_eq(ct_module_child_count(inner), 1);
	OK(ct_module_set_submodule(pair, "left", inner, true));
	ck_assert_ptr_eq(data()->left, inner);
	FAILS(ct_module_set_submodule(pair, "left", NULL, true),
	      "ArgumentError: ct_module_set_submodule: argument 3 (child) must not be NULL");
}
END_TEST

START_TEST(parameter_is_set_by_its_path)
{
	ct_tensor *x = parameter(), *found;

	OK(ct_module_add_module(pair, "left", made(bare_new()), NULL));
	OK(ct_module_set_parameter(pair, "left.no_weight", x));
	OK(ct_module_get_parameter(pair, "left.no_weight", &found));
	ck_assert_ptr_eq(found, x);
	OK(ct_module_set_parameter(pair, "left.weight", x));
	OK(ct_module_set_parameter(pair, "left.no_weight", NULL));
	FAILS(ct_module_set_parameter(pair, "left.other", x),
	      "AttributeError: Bare has no attribute `other`");
	FAILS(ct_module_set_parameter(pair, "left.buffer", x),
	      "AttributeError: `buffer` is not an nn.Parameter");
	FAILS_WITH(ct_module_set_parameter(pair, NULL, x), CT_ERROR_ARGUMENT,
		   "argument 2 (path) must not be NULL");
}
END_TEST

START_TEST(module_that_contains_itself_is_refused)
{
	ct_module *middle = made(container_new()), *inner = made(container_new());

	OK(ct_module_add_module(pair, "left", middle, &data()->left));
	OK(ct_module_add_module(middle, "inner", inner, NULL));
	FAILS(ct_module_add_module(pair, "right", pair, &data()->right),
	      "ValueError: a module cannot contain itself: 'right' contains this Pair");
	FAILS_WITH(ct_module_add_module(inner, "x", pair, NULL), CT_ERROR_VALUE,
		   "'x' contains this Container");
	FAILS_WITH(ct_module_set_submodule(pair, "left.inner", pair, true), CT_ERROR_VALUE,
		   "a module cannot contain itself");
	ck_assert_int_eq(ct_module_child_count(pair), 1);
	ck_assert_int_eq(ct_module_child_count(inner), 0);
	ck_assert_ptr_null(data()->right);
}
END_TEST

START_TEST(empty_path_is_the_module_itself)
{
	ct_module *found;

	OK(ct_module_get_submodule(pair, "", &found));
	ck_assert_ptr_eq(found, pair);
}
END_TEST

START_TEST(unset_buffer_is_found_and_is_null)
{
	ct_tensor *found = UNTOUCHED;

	OK(ct_module_get_buffer(made(bare_new()), "no_buffer", &found));
	ck_assert_ptr_null(found);
}
END_TEST

/* --- Arguments -------------------------------------------------------------------------------- */

START_TEST(missing_arguments_are_errors)
{
	static const ct_module_class nameless = { .size = 8 };
	ct_module *module = (ct_module *)UNTOUCHED;
	ct_tensor *x = UNTOUCHED;

	FAILS(ct_module_new(NULL, &module),
	      "ArgumentError: ct_module_new: argument 1 (module_class): name must not be NULL or "
	      "empty");
	FAILS_WITH(ct_module_new(&nameless, &module), CT_ERROR_ARGUMENT,
		   "name must not be NULL or empty");
	FAILS_WITH(ct_module_new(&pair_class, NULL), CT_ERROR_ARGUMENT, "argument 2 (result)");
	FAILS(ct_module_register_parameter(NULL, "a", ones(1), NULL),
	      "ArgumentError: ct_module_register_parameter: argument 1 (self) must not be NULL");
	FAILS_WITH(ct_module_register_parameter(pair, NULL, ones(1), NULL), CT_ERROR_ARGUMENT,
		   "argument 2 (name) must not be NULL");
	FAILS_WITH(ct_module_remove(pair, NULL), CT_ERROR_ARGUMENT, "argument 2 (name)");
	FAILS_WITH(ct_module_get_parameter(pair, NULL, &x), CT_ERROR_ARGUMENT, "argument 2 (path)");
	FAILS_WITH(ct_module_get_parameter(pair, "a", NULL), CT_ERROR_ARGUMENT,
		   "argument 3 (result)");
	FAILS(ct_parameter_new(NULL, true, &x),
	      "ArgumentError: ct_parameter_new: argument 1 (data) must not be NULL");
	FAILS_WITH(ct_parameter_new(ones(1), true, NULL), CT_ERROR_ARGUMENT, "argument 3 (result)");
	ck_assert_ptr_eq(module, UNTOUCHED);
	ck_assert_ptr_eq(x, UNTOUCHED);
}
END_TEST

START_TEST(getters_of_null_return_nothing)
{
	ck_assert_ptr_null(ct_module_data(NULL));
	ck_assert_ptr_null(ct_module_of(NULL));
	ck_assert_ptr_null(ct_module_class_of(NULL));
	ck_assert_ptr_null(ct_module_retain(NULL));
	ck_assert_ptr_null(ct_module_child_at(NULL, 0));
	ck_assert_ptr_null(ct_module_child_name_at(NULL, 0));
	ck_assert_int_eq(ct_module_child_count(NULL), 0);
	ck_assert(!ct_module_is_training(NULL));
	ck_assert(!ct_module_remove_hook(NULL, 1));
	ct_module_free(NULL);
	ct_module_free_unscoped(NULL);
}
END_TEST

Suite *registering_suite(void)
{
	Suite *suite = suite_create("parts of modules");
	TCase *tests = tests_of("parts of modules");

	tcase_add_checked_fixture(tests, make_pair, close_scope);
	tcase_add_test(tests, new_module_has_zeros_and_is_training);
	tcase_add_test(tests, replaced_parameter_keeps_its_place_and_its_field);
	tcase_add_test(tests, part_with_a_new_field_leaves_the_old_one);
	tcase_add_test(tests, same_part_may_be_registered_again);
	tcase_add_test(tests, removed_parts_of_each_kind_make_their_names_free);
	tcase_add_test(tests, field_has_to_be_in_the_data);
	tcase_add_test(tests, persistence_may_change);
	tcase_add_test(tests, parameter_of_a_computed_tensor_is_a_leaf_on_its_memory);
	tcase_add_test(tests, parameter_of_integers_must_not_require_a_gradient);
	tcase_add_test(tests, children_have_indices);
	tcase_add_test(tests, set_submodule_replaces_and_adds);
	tcase_add_test(tests, parameter_is_set_by_its_path);
	tcase_add_test(tests, module_that_contains_itself_is_refused);
	tcase_add_test(tests, empty_path_is_the_module_itself);
	tcase_add_test(tests, unset_buffer_is_found_and_is_null);
	tcase_add_test(tests, missing_arguments_are_errors);
	tcase_add_test(tests, getters_of_null_return_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}
