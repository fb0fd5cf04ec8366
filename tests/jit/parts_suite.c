/*
 * The parts of a module of TorchScript.
 */
#include "support.h"

/* The texts of a list, or the keys of a dict, are these, in order. */
static void assert_names(ct_value list, const char *const *names)
{
	int64_t n = 0;

	for (; names[n]; n++) {
		ct_value item, value;
		const char *text;

		if (list.kind == CT_VALUE_DICT)
			OK(ct_value_dict_item(&list, n, &item, &value));
		else
			OK(ct_value_item(&list, n, &item));
		OK(ct_value_as_string(&item, &text, NULL));
		ck_assert_str_eq(text, names[n]);
	}
	ck_assert_int_eq(ct_value_count(&list), n);
	ct_value_free(&list);
}

#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

START_TEST(parts_are_those_of_python)
{
	ct_jit *net = load_script("net.pt");
	ct_value list;

	OK(ct_jit_methods(net, &list));
	assert_names(list, NAMES("forward", "describe", "refuse", "remember", "twice"));
	OK(ct_jit_parameters(net, &list));
	assert_names(list, NAMES("fc.weight", "fc.bias", "inner.weight"));
	OK(ct_jit_buffers(net, &list));
	assert_names(list, NAMES("scale"));
	OK(ct_jit_children(net, &list));
	assert_names(list, NAMES("fc", "inner"));
	OK(ct_jit_attributes(net, &list));
	ck_assert(ct_value_dict_has(&list, ct_value_string("names")));
	ck_assert(ct_value_dict_has(&list, ct_value_string("total")));
	ck_assert(ct_value_dict_has(&list, ct_value_string("steps")));
	ck_assert(!ct_value_dict_has(&list, ct_value_string("scale")));
	ct_value_free(&list);
	ct_jit_free(net);
}
END_TEST

START_TEST(children_share_their_parent)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_jit *net = load_script("net.pt"), *inner, *none = NULL, *second;
	ct_tensor *y;

	OK(ct_jit_get_child(net, "inner", &inner));
	second = ct_jit_retain(inner);
	OK(ct_jit_set_attribute(net, "inner.weight",
				ct_value_tensor(CT_E(full, CT_L(3), CT_S(4)))));
	FAILS(ct_jit_get_child(net, "outer", &none),
	      "AttributeError: 'Net' object has no attribute 'outer'");
	FAILS(ct_jit_get_child(net, "outer.inner", &none),
	      "AttributeError: 'Net' object has no module 'outer' (of the path outer.inner)");
	FAILS(ct_jit_get_child(net, "steps", &none), "TypeError: steps is a int, not a module");
	ct_jit_free(net);
	ct_jit_free(inner);
	OK(ct_jit_forward(second, CT_E(ones, CT_L(3)), &y));
	assert_floats(y, (const int64_t[]){ 3, -1 }, (const double[]){ 16, 16, 16 });
	ct_jit_free(second);
}
END_TEST

START_TEST(attributes_are_read_and_set)
{
	ct_jit *net = load_script("net.pt");
	ct_value value, pair[2] = { ct_value_string("blue"), ct_value_int(2) };
	int64_t number;
	double limit;

	OK(ct_jit_get_attribute(net, "names", &value));
	OK(ct_value_at_int(&value, "/green", &number));
	ck_assert_int_eq(number, 1);
	ct_value_free(&value);
	OK(ct_jit_set_attribute(net, "names", ct_value_dict(pair, 1)));
	OK(ct_jit_get_attribute(net, "names", &value));
	OK(ct_value_at_int(&value, "/blue", &number));
	ck_assert_int_eq(number, 2);
	ct_value_free(&value);
	OK(ct_jit_set_attribute(net, "steps", ct_value_int(9)));
	OK(ct_jit_get_attribute(net, "steps", &value));
	OK(ct_value_as_int(&value, &number));
	ck_assert_int_eq(number, 9);
	OK(ct_jit_get_attribute(net, "limit", &value));
	OK(ct_value_as_float(&value, &limit));
	ck_assert_double_eq(limit, 0.5);
	FAILS_WITH(ct_jit_set_attribute(net, "limit", ct_value_float(1)), CT_ERROR_RUNTIME,
		   "Can't set constant 'limit'");
	FAILS_WITH(ct_jit_set_attribute(net, "steps", ct_value_string("many")), CT_ERROR_RUNTIME,
		   "Expected a value of type 'int' for field 'steps', but found 'str'");
	FAILS(ct_jit_set_attribute(net, "stops", ct_value_int(1)),
	      "AttributeError: 'Net' object has no attribute 'stops'");
	ct_jit_free(net);
}
END_TEST

START_TEST(mode_is_of_all_modules)
{
	ct_jit *plain = load_script("plain.pt"), *norm;

	OK(ct_jit_get_child(plain, "1", &norm));
	ck_assert(!ct_jit_is_training(plain) && !ct_jit_is_training(norm));
	OK(ct_jit_train(plain, true));
	ck_assert(ct_jit_is_training(plain) && ct_jit_is_training(norm));
	OK(ct_jit_eval(plain));
	ck_assert(!ct_jit_is_training(plain) && !ct_jit_is_training(norm));
	ck_assert(!ct_jit_is_training(NULL));
	ct_jit_free(norm);
	ct_jit_free(plain);
}
END_TEST

START_TEST(module_moves)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_jit *plain = load_script("plain.pt");
	ct_tensor *y;
	ct_value buffers;

	OK(ct_jit_to(plain, &(ct_module_to_options){ 0 }));
	OK(ct_jit_to(plain,
		     &(ct_module_to_options){ .device = CT_DEVICE_CPU, .dtype = CT_FLOAT64 }));
	OK(ct_jit_forward(plain, CT_E(ones, CT_L(1, 4), .dtype = CT_FLOAT64), &y));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_FLOAT64);
	OK(ct_jit_buffers(plain, &buffers));
	OK(ct_value_at_tensor(&buffers, "/1.running_mean", &y));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_FLOAT64);
	ct_value_free(&buffers);
	FAILS(ct_jit_to(plain, &(ct_module_to_options){ .memory_format = CT_CHANNELS_LAST }),
	      "ArgumentError: ct_jit_to: argument 2 (options): TorchScript has no .memory_format");
	FAILS(ct_jit_to(plain, NULL),
	      "ArgumentError: ct_jit_to: argument 2 (options) must not be NULL");
	ct_jit_free(plain);
}
END_TEST

static void assert_similar(const ct_jit *a, const ct_jit *b)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_tensor *x = CT_E(ones, CT_L(3, 4)), *expected, *y;
	bool is_close;

	OK(ct_jit_forward(a, x, &expected));
	for (int i = 0; i < 3; i++) {
		OK(ct_jit_forward(b, x, &y));
		OK(ct_allclose(y, expected, 1e-5, 1e-6, false, &is_close));
		ck_assert(is_close);
	}
}

START_TEST(frozen_modules_have_no_parameters)
{
	ct_jit *plain = load_script("plain.pt"), *net = load_script("net.pt"), *frozen, *fast;
	ct_value list;

	OK(ct_jit_freeze(plain, NULL, 0, &frozen));
	OK(ct_jit_parameters(frozen, &list));
	ck_assert_int_eq(ct_value_count(&list), 0);
	ct_value_free(&list);
	assert_similar(plain, frozen);
	ct_jit_free(frozen);
	OK(ct_jit_optimize_for_inference(plain, &fast));
	assert_similar(plain, fast);
	ct_jit_free(fast);
	OK(ct_jit_freeze(net, (const char *[]){ "twice", "scale" }, 2, &frozen));
	OK(ct_jit_methods(frozen, &list));
	assert_names(list, NAMES("forward", "twice"));
	ct_jit_free(frozen);
	OK(ct_jit_train(plain, true));
	FAILS_WITH(ct_jit_freeze(plain, NULL, 0, &frozen), CT_ERROR_RUNTIME, "eval");
	FAILS_WITH(ct_jit_freeze(plain, NULL, 1, &frozen), CT_ERROR_ARGUMENT, "argument 2");
	ct_jit_free(net);
	ct_jit_free(plain);
}
END_TEST

/* What Python prints as module.twice.code. */
START_TEST(code_and_graph_are_pythons_texts)
{
	ct_jit *net = load_script("net.pt");
	char *text;

	OK(ct_jit_code(net, "twice", &text));
	ck_assert_str_eq(text, "def twice(self,\n"
			       "    x: Tensor,\n"
			       "    n: int) -> List[Tensor]:\n"
			       "  result = annotate(List[Tensor], [])\n"
			       "  for i in range(n):\n"
			       "    _0 = torch.append(result, torch.mul(x, torch.pow(2, i)))\n"
			       "  return result\n");
	ct_free(text);
	OK(ct_jit_graph(net, "remember", &text));
	ck_assert_ptr_nonnull(strstr(text, "graph(%self"));
	ck_assert_ptr_nonnull(strstr(text, "prim::SetAttr[name=\"total\"]"));
	ct_free(text);
	FAILS(ct_jit_code(net, "none", &text), "AttributeError: 'Net' object has no method 'none'");
	ct_jit_free(net);
}
END_TEST

Suite *parts_suite(void)
{
	Suite *suite = suite_create("parts");
	TCase *tests = tests_of("parts");

	tcase_add_test(tests, parts_are_those_of_python);
	tcase_add_test(tests, children_share_their_parent);
	tcase_add_test(tests, attributes_are_read_and_set);
	tcase_add_test(tests, mode_is_of_all_modules);
	tcase_add_test(tests, module_moves);
	tcase_add_test(tests, frozen_modules_have_no_parameters);
	tcase_add_test(tests, code_and_graph_are_pythons_texts);
	suite_add_tcase(suite, tests);
	return suite;
}
