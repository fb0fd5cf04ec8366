/*
 * Containers: the steps of tests/fixtures/expected/nn_containers.py, what is in them afterwards,
 * and the macros that make them.
 */
#include <string.h>

#include <ctorch/nn/forward.h>
#include <ctorch/nn/nn.h>

#include "expected.h"
#include "support.h"

/* What a failure names. */
static char about[200];

/* --- values ----------------------------------------------------------------------------------- */

/* A module of ["Linear", 1, 2]. */
static ct_module *made(const json_t *spec)
{
	ct_value args = ct_value_list_new();
	ct_module *module;

	for (size_t i = 1; i < json_array_size(spec); i++) {
		const json_t *item = json_array_get(spec, i);

		OK(ct_value_list_append(&args, json_is_integer(item)
						       ? ct_value_int(json_integer_value(item))
						       : ct_value_float(json_real_value(item))));
	}
	OK(ct_value_move_to_scope(&args));
	OK(ct_nn_new(json_string_value(json_array_get(spec, 0)), &args, NULL, &module));
	return module;
}

/* A tensor of this shape. */
static ct_tensor *values(const json_t *shape)
{
	int64_t sizes[8];
	ct_tensor *x = NULL;

	for (size_t i = 0; i < json_array_size(shape); i++)
		sizes[i] = json_integer_value(json_array_get(shape, i));
	x = CT_E(zeros, CT_INTS_OF(sizes, (int64_t)json_array_size(shape)));
	OK(CT_FINISH(x, &x));
	return x;
}

static bool is_class(const ct_module *self, const char *name)
{
	return strcmp(ct_module_class_of(self)->name, name) == 0;
}

static bool has_parameters(const ct_module *self)
{
	return is_class(self, "ParameterList") || is_class(self, "ParameterDict");
}

/* --- results ---------------------------------------------------------------------------------- */

static void assert_prints(const ct_module *module, const char *wanted)
{
	char *text;

	OK(ct_module_to_string(module, &text));
	ck_assert_msg(!strcmp(text, wanted), "%s\nexpected: %s\ngot:      %s", about, wanted, text);
}

static void assert_keys(const ct_module *module, const json_t *wanted)
{
	ct_value state, key, value;
	const char *got;

	OK(ct_module_state_dict(module, NULL, &state));
	OK(ct_value_move_to_scope(&state));
	ck_assert_msg((size_t)ct_value_count(&state) == json_array_size(wanted), "%s: %d keys",
		      about, (int)ct_value_count(&state));
	for (size_t i = 0; i < json_array_size(wanted); i++) {
		OK(ct_value_dict_item(&state, (int64_t)i, &key, &value));
		OK(ct_value_as_string(&key, &got, NULL));
		ck_assert_msg(!strcmp(got, json_string_value(json_array_get(wanted, i))),
			      "%s: key %d is %s", about, (int)i, got);
	}
}

static void assert_shape(const ct_tensor *x, const json_t *wanted)
{
	ck_assert_msg((size_t)ct_tensor_dim(x) == json_array_size(wanted), "%s: shape", about);
	for (int64_t i = 0; i < ct_tensor_dim(x); i++)
		ck_assert_int_eq(ct_tensor_size(x, i),
				 json_integer_value(json_array_get(wanted, (size_t)i)));
}

/* What a step returned: a module, a tensor, or a number. */
struct outcome {
	ct_module *module;
	ct_tensor *tensor;
	int64_t number;
};

static void assert_result(const struct outcome *got, const json_t *wanted)
{
	if (json_is_string(wanted))
		assert_prints(got->module, json_string_value(wanted));
	else if (json_is_array(wanted))
		assert_shape(got->tensor, wanted);
	else if (json_is_boolean(wanted))
		ck_assert_msg(got->number == json_is_true(wanted), "%s", about);
	else if (json_is_integer(wanted))
		ck_assert_msg(got->number == json_integer_value(wanted), "%s", about);
}

/* --- steps ------------------------------------------------------------------------------------ */

static ct_index slice_of(const json_t *step)
{
	ct_index slice = CT_SLICE_ALL_STEP(1);

	for (size_t i = 1; i < json_array_size(step); i++) {
		const json_t *bound = json_array_get(step, i);
		const int64_t at = json_integer_value(bound);

		if (json_is_null(bound))
			continue;
		slice.given |= i == 1 ? CT_INDEX_START : i == 2 ? CT_INDEX_STOP : CT_INDEX_STEP;
		*(i == 1 ? &slice.start : i == 2 ? &slice.stop : &slice.step) = at;
	}
	return slice;
}

static ct_error do_list(ct_module *self, const json_t *step, struct outcome *got)
{
	const char *name = json_string_value(json_array_get(step, 0));
	const json_t *first = json_array_get(step, 1), *second = json_array_get(step, 2);
	const int64_t index = json_integer_value(first);

	if (!strcmp(name, "append"))
		return ct_module_list_append(self, made(first));
	if (!strcmp(name, "add"))
		return ct_module_add_module(self, json_string_value(first), made(second), NULL);
	if (!strcmp(name, "insert"))
		return ct_module_list_insert(self, index, made(second));
	if (!strcmp(name, "set"))
		return ct_module_list_set(self, index, made(second));
	if (!strcmp(name, "get"))
		return ct_module_list_get(self, index, &got->module);
	if (!strcmp(name, "remove"))
		return ct_module_list_remove(self, index);
	if (!strcmp(name, "pop"))
		return ct_module_list_pop(self, index, &got->module);
	if (!strcmp(name, "slice"))
		return ct_module_list_slice(self, slice_of(step), &got->module);
	if (!strcmp(name, "remove_slice"))
		return ct_module_list_remove_slice(self, slice_of(step));
	ck_assert_str_eq(name, "len");
	got->number = ct_module_child_count(self);
	return NULL;
}

static ct_error extend(ct_module *self, const json_t *specs)
{
	ct_module *other = CT_NN(Sequential);

	for (size_t i = 0; i < json_array_size(specs); i++)
		CT_APPEND(other, made(json_array_get(specs, i)));
	OK(CT_FINISH(other, &other));
	return ct_module_list_extend(self, other);
}

static ct_error update_modules(ct_module *self, const json_t *items)
{
	ct_module *other = CT_NN(ModuleDict);

	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		CT_APPEND_AS(other, json_string_value(json_array_get(item, 0)),
			     made(json_array_get(item, 1)));
	}
	OK(CT_FINISH(other, &other));
	return ct_module_dict_update(self, other);
}

static ct_error do_dict(ct_module *self, const json_t *step, struct outcome *got)
{
	const char *name = json_string_value(json_array_get(step, 0));
	const char *key = json_string_value(json_array_get(step, 1));

	if (!strcmp(name, "set"))
		return ct_module_dict_set(self, key, made(json_array_get(step, 2)));
	if (!strcmp(name, "get"))
		return ct_module_dict_get(self, key, &got->module);
	if (!strcmp(name, "remove"))
		return ct_module_dict_remove(self, key);
	if (!strcmp(name, "pop"))
		return ct_module_dict_pop(self, key, &got->module);
	if (!strcmp(name, "update"))
		return update_modules(self, json_array_get(step, 1));
	if (!strcmp(name, "clear"))
		return ct_module_dict_clear(self);
	got->number = !strcmp(name, "has") ? ct_module_dict_has(self, key)
					   : ct_module_child_count(self);
	return NULL;
}

static ct_error extend_parameters(ct_module *self, const json_t *shapes)
{
	ct_module *other = CT_NN(ParameterList);

	OK(CT_FINISH(other, &other));
	for (size_t i = 0; i < json_array_size(shapes); i++)
		OK(ct_parameter_list_append(other, values(json_array_get(shapes, i))));
	return ct_parameter_list_extend(self, other);
}

static ct_error do_parameter_list(ct_module *self, const json_t *step, struct outcome *got)
{
	const char *name = json_string_value(json_array_get(step, 0));
	const json_t *first = json_array_get(step, 1);

	if (!strcmp(name, "append"))
		return ct_parameter_list_append(self, values(first));
	if (!strcmp(name, "set"))
		return ct_parameter_list_set(self, json_integer_value(first),
					     values(json_array_get(step, 2)));
	if (!strcmp(name, "get"))
		return ct_parameter_list_get(self, json_integer_value(first), &got->tensor);
	if (!strcmp(name, "extend"))
		return extend_parameters(self, first);
	if (!strcmp(name, "slice"))
		return ct_parameter_list_slice(self, slice_of(step), &got->module);
	got->number = ct_parameter_list_count(self);
	return NULL;
}

static ct_error update_parameters(ct_module *self, const json_t *items)
{
	ct_module *other = CT_NN(ParameterDict);

	OK(CT_FINISH(other, &other));
	for (size_t i = 0; i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);

		OK(ct_parameter_dict_set(other, json_string_value(json_array_get(item, 0)),
					 values(json_array_get(item, 1))));
	}
	return ct_parameter_dict_update(self, other);
}

static ct_error do_parameter_dict(ct_module *self, const json_t *step, struct outcome *got)
{
	const char *name = json_string_value(json_array_get(step, 0));
	const char *key = json_string_value(json_array_get(step, 1));

	if (!strcmp(name, "set"))
		return ct_parameter_dict_set(self, key, values(json_array_get(step, 2)));
	if (!strcmp(name, "get"))
		return ct_parameter_dict_get(self, key, &got->tensor);
	if (!strcmp(name, "remove"))
		return ct_parameter_dict_remove(self, key);
	if (!strcmp(name, "pop"))
		return ct_parameter_dict_pop(self, key, &got->tensor);
	if (!strcmp(name, "update"))
		return update_parameters(self, json_array_get(step, 1));
	if (!strcmp(name, "clear"))
		return ct_parameter_dict_clear(self);
	got->number = !strcmp(name, "has") ? ct_parameter_dict_has(self, key)
					   : ct_parameter_dict_count(self);
	return NULL;
}

static ct_error do_step(ct_module *self, const json_t *step, struct outcome *got)
{
	if (is_class(self, "ModuleDict"))
		return do_dict(self, step, got);
	if (is_class(self, "ParameterList"))
		return do_parameter_list(self, step, got);
	if (is_class(self, "ParameterDict"))
		return do_parameter_dict(self, step, got);
	if (!strcmp(json_string_value(json_array_get(step, 0)), "extend"))
		return extend(self, json_array_get(step, 1));
	return do_list(self, step, got);
}

static void check_step(ct_module *self, const json_t *of_step, size_t number)
{
	const json_t *step = expected_list(of_step, "step");
	struct outcome got = { 0 };
	ct_error error;

	snprintf(about, sizeof about, "%s, step %d: %s", ct_module_class_of(self)->name,
		 (int)number, json_string_value(json_array_get(step, 0)));
	error = do_step(self, step, &got);
	if (json_object_get(of_step, "error")) {
		assert_expected_error(error, of_step, about);
		ct_error_free(error);
	} else {
		OK(error);
		assert_result(&got, json_object_get(of_step, "result"));
	}
	assert_prints(self, expected_text(of_step, "repr"));
	assert_keys(self, expected_list(of_step, "keys"));
	if (has_parameters(self))
		ck_assert_int_eq(ct_module_child_count(self), 0);
}

static void check_steps(const json_t *of_case)
{
	const json_t *of_step;
	ct_module *self;
	size_t i;

	CT_SCOPE;
	OK(ct_nn_new(expected_text(of_case, "class"), NULL, NULL, &self));
	json_array_foreach (expected_list(of_case, "steps"), i, of_step)
		check_step(self, of_step, i);
}

/* --- calls ------------------------------------------------------------------------------------ */

static void check_run(const json_t *of_case)
{
	const json_t *spec, *wanted = json_object_get(of_case, "output");
	ct_module *net;
	ct_tensor *x = NULL, *y = NULL;
	size_t i;

	CT_SCOPE;
	snprintf(about, sizeof about, "a call of %d modules",
		 (int)json_array_size(expected_list(of_case, "modules")));
	OK(ct_manual_seed(1));
	net = CT_NN(Sequential);
	json_array_foreach (expected_list(of_case, "modules"), i, spec)
		CT_APPEND(net, made(spec));
	OK(CT_DONE());
	assert_prints(net, expected_text(of_case, "repr"));
	OK(ct_manual_seed(2));
	x = CT_E(randn, CT_L(2, 3));
	OK(CT_FINISH(CT_M(net, x), &y));
	assert_shape(y, expected_list(wanted, "shape"));
	ck_assert(y == x || json_array_size(expected_list(of_case, "modules")) > 2);
}

START_TEST(steps_have_pythons_results)
{
	json_t *cases = expected_cases("nn_containers");
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;

		if (!strcmp(expected_text(of_case, "class"), "run"))
			check_run(of_case);
		else
			check_steps(of_case);
	}
	json_decref(cases);
}
END_TEST

/* --- macros ----------------------------------------------------------------------------------- */

static int64_t made_so_far;

/* A module that prints when it was made. */
static ct_module *numbered(void)
{
	return CT_NN(Linear, ++made_so_far, 1);
}

START_TEST(items_are_made_in_order)
{
	ct_module *net;

	CT_SCOPE;
	made_so_far = 0;
	net = CT_SEQUENTIAL(numbered(), CT_SEQUENTIAL(numbered(), numbered()), numbered());
	OK(CT_FINISH(net, &net));
	snprintf(about, sizeof about, "nested");
	assert_prints(net, "Sequential(\n"
			   "  (0): Linear(in_features=1, out_features=1, bias=True)\n"
			   "  (1): Sequential(\n"
			   "    (0): Linear(in_features=2, out_features=1, bias=True)\n"
			   "    (1): Linear(in_features=3, out_features=1, bias=True)\n"
			   "  )\n"
			   "  (2): Linear(in_features=4, out_features=1, bias=True)\n"
			   ")");
}
END_TEST

START_TEST(items_have_names)
{
	ct_module *net, *dict;

	CT_SCOPE;
	net = CT_SEQUENTIAL_NAMED({ "first", CT_NN(Linear, 1, 2) }, { "second", CT_NN(Identity) });
	dict = CT_MODULE_DICT({ "left", CT_NN(Identity) }, { "right", net });
	CT_APPEND_AS(net, "third", CT_NN(Identity));
	OK(CT_FINISH(dict, &dict));
	snprintf(about, sizeof about, "named");
	assert_prints(dict, "ModuleDict(\n"
			    "  (left): Identity()\n"
			    "  (right): Sequential(\n"
			    "    (first): Linear(in_features=1, out_features=2, bias=True)\n"
			    "    (second): Identity()\n"
			    "    (third): Identity()\n"
			    "  )\n"
			    ")");
}
END_TEST

START_TEST(parameters_are_in_containers)
{
	ct_module *list, *dict;
	ct_tensor *shared, *found;

	CT_SCOPE;
	shared = CT_E(requires_grad_, CT_E(ones, CT_L(3)));
	list = CT_PARAMETER_LIST(CT_E(zeros, CT_L(2, 3)), shared);
	dict = CT_PARAMETER_DICT({ "scale", shared }, { "shift", NULL });
	OK(CT_FINISH(dict, &dict));
	snprintf(about, sizeof about, "parameters");
	assert_prints(list, "ParameterList(\n"
			    "    (0): Parameter containing: [torch.float32 of size 2x3]\n"
			    "    (1): Parameter containing: [torch.float32 of size 3]\n"
			    ")");
	assert_prints(dict, "ParameterDict(\n"
			    "    (scale): Parameter containing: [torch.FloatTensor of size 3]\n"
			    "    (shift): Object of type: NoneType\n"
			    ")");
	OK(ct_parameter_list_get(list, 1, &found));
	ck_assert_ptr_eq(found, shared);
	FAILS_WITH(ct_module_forward(list, shared, &found), CT_ERROR_RUNTIME,
		   "ParameterList should not be called.");
}
END_TEST

START_TEST(loops_go_over_children)
{
	ct_module *list, *seen[4] = { NULL };
	int n = 0;

	CT_SCOPE;
	list = CT_MODULE_LIST(CT_NN(Identity), CT_NN(Identity), CT_NN(Identity));
	OK(CT_FINISH(list, &list));
	OK(ct_module_list_set(list, 1, NULL));
	CT_EACH_CHILD(list, child)
	seen[n++] = child;
	ck_assert_int_eq(n, 2);
	ck_assert_ptr_eq(seen[0], ct_module_child_at(list, 0));
	ck_assert_ptr_eq(seen[1], ct_module_child_at(list, 2));
	CT_EACH_CHILD(list, child)
	{
		n += child != NULL;
		break;
	}
	ck_assert_int_eq(n, 3);
}
END_TEST

START_TEST(popped_module_is_the_caller_s)
{
	CT_SCOPE;
	ct_module *list, *popped;

	{
		CT_SCOPE; /* that the items are also of */

		OK(CT_FINISH(CT_MODULE_LIST(CT_NN(Identity), CT_NN(ReLU)), &list));
		ct_scope_move_object_up(list);
	}
	OK(ct_module_list_pop(list, -1, &popped));
	ck_assert(ct_scope_disown_object(popped));
	ct_module_free(popped);
	ck_assert_int_eq(ct_module_child_count(list), 1);
}
END_TEST

START_TEST(errors_wait_in_an_expression)
{
	ct_module *net, *list;

	CT_SCOPE;
	net = CT_SEQUENTIAL(CT_NN(Conv2d, 1, 2, CT_L(3), .groups = 0), CT_NN(Identity));
	ck_assert_ptr_null(net);
	FAILS_WITH(CT_FINISH(net, &net), CT_ERROR_VALUE, "groups must be a positive integer");
	list = CT_NN(ModuleList);
	CT_APPEND(list, list);
	FAILS_WITH(CT_FINISH(list, &list), CT_ERROR_VALUE, "a module cannot contain itself");
	FAILS_WITH(ct_module_list_append(CT_NN(Identity), list), CT_ERROR_TYPE,
		   "must be a Sequential or a ModuleList, not Identity");
}
END_TEST

Suite *containers_suite(void)
{
	Suite *suite = suite_create("containers");
	TCase *tests = tests_of("containers");

	tcase_add_test(tests, steps_have_pythons_results);
	tcase_add_test(tests, items_are_made_in_order);
	tcase_add_test(tests, items_have_names);
	tcase_add_test(tests, parameters_are_in_containers);
	tcase_add_test(tests, loops_go_over_children);
	tcase_add_test(tests, popped_module_is_the_caller_s);
	tcase_add_test(tests, errors_wait_in_an_expression);
	suite_add_tcase(suite, tests);
	return suite;
}
