/*
 * Modules by the names of their classes: what they print, and Python's errors for wrong arguments
 * (tests/fixtures/expected/nn_by_name.py).
 */
#include <ctorch/nn/nn.h>

#include "support.h"

static void check(const json_t *of_case, ct_error error, const ct_module *module, const char *what)
{
	const json_t *wanted = json_object_get(of_case, "error");
	char *text = NULL;

	if (wanted) {
		ck_assert_msg(begins_as_expected(error, json_string_value(wanted)),
			      "%s\nexpected: %s\ngot:      %s", what, json_string_value(wanted),
			      error);
		ct_error_free(error);
		return;
	}
	OK(error);
	OK(ct_module_to_string(module, &text));
	ck_assert_str_eq(text, expected_text(of_case, "text"));
}

START_TEST(modules_are_those_of_python)
{
	json_t *cases = expected_cases("nn_by_name"), *of_case;
	size_t i;

	ck_assert_uint_gt(json_array_size(cases), 0);
	json_array_foreach (cases, i, of_case) {
		CT_SCOPE;
		ct_value args = value_of_json(json_object_get(of_case, "args"));
		ct_value kwargs = value_of_json(json_object_get(of_case, "kwargs"));
		char *what = json_dumps(of_case, 0);
		ct_module *module = NULL;
		ct_error error = ct_nn_new(expected_text(of_case, "class"), &args, &kwargs,
					   &module);

		check(of_case, error, module, what);
		ct_value_free(&args);
		ct_value_free(&kwargs);
		free(what);
	}
	json_decref(cases);
}
END_TEST

/* Python's DataParallel has the module itself, a TransformerEncoder copies of the layer. */
START_TEST(modules_that_exist_are_given_by_index)
{
	CT_SCOPE;
	ct_module *layer = CT_NN(TransformerEncoderLayer, 4, 2, .dim_feedforward = 3), *made;
	const ct_value two[] = { ct_value_int(0), ct_value_int(2) },
		       wrong[] = { ct_value_int(1), ct_value_int(2) };
	ct_value args = ct_value_list(two, 1);
	ct_tensor *weight, *same, *copy;
	bool is_equal;

	OK(CT_FINISH(layer, &layer));
	OK(ct_module_get_parameter(layer, "linear1.weight", &weight));
	OK(ct_nn_new_from("DataParallel", &layer, 1, &args, NULL, &made));
	OK(ct_module_get_parameter(made, "module.linear1.weight", &same));
	ck_assert(ct_tensor_data(weight) == ct_tensor_data(same));
	OK(ct_nn_new_from("Sequential", &layer, 1, &args, NULL, &made));
	OK(ct_module_get_parameter(made, "0.linear1.weight", &same));
	ck_assert(ct_tensor_data(weight) == ct_tensor_data(same));
	args = ct_value_list(two, 2);
	OK(ct_nn_new_from("TransformerEncoder", &layer, 1, &args, NULL, &made));
	OK(ct_module_get_parameter(made, "layers.1.linear1.weight", &copy));
	ck_assert(ct_tensor_data(weight) != ct_tensor_data(copy));
	OK(ct_equal(weight, copy, &is_equal));
	ck_assert(is_equal);
	args = ct_value_list(wrong, 2);
	FAILS(ct_nn_new_from("TransformerEncoder", &layer, 1, &args, NULL, &made),
	      "IndexError: there is no object 1: the call gives 1");
	FAILS(ct_nn_new_from("Sequential", &layer, 1, NULL, NULL, &made),
	      "ValueError: modules[0] is not used: where Sequential takes a module, the argument is "
	      "its index, 0");
	OK(ct_nn_new_from("Identity", &layer, 1, &args, NULL, &made));
	FAILS_WITH(ct_nn_new("TransformerEncoder", &args, NULL, &made), CT_ERROR_TYPE,
		   "argument 'encoder_layer' must describe a module");
	FAILS_WITH(ct_nn_new_from("TransformerEncoder", NULL, 1, &args, NULL, &made),
		   CT_ERROR_ARGUMENT, "2 (modules)");
}
END_TEST

/* torch.nn.Module.to() adds a sentence to libtorch's error. */
START_TEST(a_meta_module_has_no_data_to_move)
{
	CT_SCOPE;
	ct_module *module = CT_NN(Linear, 3, 4, .device = CT_DEVICE_META);
	const ct_module_to_options to_cpu = { .device = CT_DEVICE_CPU };

	OK(CT_FINISH(module, &module));
	FAILS(ct_module_to(module, &to_cpu),
	      "NotImplementedError: Cannot copy out of meta tensor; no data! Please use "
	      "torch.nn.Module.to_empty() instead of torch.nn.Module.to() when moving module from "
	      "meta to a different device.\nIn C: torch.nn.Module.to_empty() is "
	      "ct_module_to_empty()");
	OK(ct_module_to_empty(module, CT_DEVICE_CPU));
}
END_TEST

static ct_error make_with(const char *name, ct_value positional, const char *key, ct_value value)
{
	ct_value args = ct_value_list_new(), kwargs = ct_value_dict_new();
	ct_module *module;
	ct_error error;

	if (!ct_value_is_none(&positional))
		OK(ct_value_list_append(&args, positional));
	if (key)
		OK(ct_value_dict_set(&kwargs, ct_value_string(key), value));
	error = ct_nn_new(name, &args, &kwargs, &module);
	ct_value_free(&args);
	ct_value_free(&kwargs);
	return error;
}

START_TEST(a_bool_is_no_int)
{
	CT_SCOPE;
	const ct_value none = ct_value_none(), yes = ct_value_bool(true);
	const ct_value sizes[] = { ct_value_int(2), yes };

	FAILS(make_with("Softmax", none, "dim", yes),
	      "TypeError: Softmax.__init__(): argument 'dim' must be int or None, not bool");
	FAILS(make_with("LogSoftmax", yes, NULL, none),
	      "TypeError: LogSoftmax.__init__(): argument 'dim' must be int or None, not bool");
	FAILS(make_with("MaxPool2d", ct_value_list(sizes, 2), NULL, none),
	      "TypeError: MaxPool2d.__init__(): argument 'kernel_size' must be int or a tuple of 2 "
	      "ints, not list with bool");
	OK(make_with("Dropout", yes, NULL, none)); /* a float, as in Python */
	OK(make_with("Softmax", none, "dim", ct_value_int(1)));
}
END_TEST

Suite *by_name_suite(void)
{
	Suite *suite = suite_create("by name");
	TCase *tests = tests_of("by name");

	tcase_add_test(tests, modules_are_those_of_python);
	tcase_add_test(tests, a_meta_module_has_no_data_to_move);
	tcase_add_test(tests, a_bool_is_no_int);
	tcase_add_test(tests, modules_that_exist_are_given_by_index);
	suite_add_tcase(suite, tests);
	return suite;
}
