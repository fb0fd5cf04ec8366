/*
 * Values for arguments of type Any: libtorch gets them with their own type, and they come back
 * unchanged.
 */
#include "support.h"

static ct_library *library;

static void begin(void)
{
	OK(ct_load_library(CTORCH_TEST_FOLDER "/libmy_operators.so"));
	OK(ct_library_new("test_any", &library));
	OK(ct_library_define(library, "echo(Any x) -> Any"));
	OK(ct_library_implement(library, "echo", "CompositeExplicitAutograd", give_back, NULL,
				NULL));
}

static void end(void)
{
	ct_library_free(library);
}

static void assert_type(ct_value value, const char *type)
{
	ct_value got;

	OK(CALL(&got, "test_cpp::type_of", value));
	ck_assert_msg(strcmp(got.object, type) == 0, "a value of kind %d is '%s' in C++, not '%s'",
		      (int)value.kind, (const char *)got.object, type);
	ct_value_free(&got);
}

/* To C++, from there to the kernel in C, and back the same way. */
static void assert_comes_back(ct_value value)
{
	ct_value got;

	OK(CALL(&got, "test_any::echo", value));
	ck_assert_int_eq(got.kind, value.kind);
	assert_equal_values(&got, &value, true);
	ct_value_free(&got);
}

static void assert_passes(ct_value value, const char *type)
{
	assert_type(value, type);
	assert_comes_back(value);
}

START_TEST(single_things_have_their_type)
{
	ct_tensor *tensor = number(1);
	ct_generator *generator;
	ct_storage *storage;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_tensor_storage(tensor, &storage));
	assert_passes(ct_value_none(), "NoneType");
	assert_passes(ct_value_bool(true), "bool");
	assert_passes(ct_value_int(-3), "int");
	assert_passes(ct_value_float(0.5), "float");
	assert_passes(ct_value_complex(1, -2), "complex");
	assert_passes(ct_value_string("text"), "str");
	assert_passes(ct_value_tensor(tensor), "Tensor");
	assert_passes(ct_value_device(CT_DEVICE_CUDA(1)), "Device");
	assert_passes(ct_value_generator(generator), "Generator");
	assert_passes(ct_value_storage(storage), "Storage");
	assert_passes(ct_value_stream((ct_stream){ 3, CT_DEVICE_TYPE_CPU, 0 }), "Stream");
	/* An enumeration is a number in libtorch, and without a schema it stays one. */
	assert_type(ct_value_dtype(CT_FLOAT16), "int");
	ct_generator_free(generator);
	ct_storage_free(storage);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(lists_have_the_type_of_their_items)
{
	ct_tensor *tensor = number(1), *const tensors[] = { tensor, tensor, NULL };
	const ct_value texts[] = { ct_value_string("a"), ct_value_string("b") };
	const ct_value mixed[] = { ct_value_string("a"), ct_value_int(1), ct_value_none() };
	const ct_value nested[] = { ct_value_list(texts, 2), ct_value_list(texts, 1) };

	assert_passes(ct_value_ints(CT_L(1, 2)), "int[]");
	assert_passes(ct_value_floats(CT_FLOATS(0.5, 2)), "float[]");
	assert_passes(ct_value_bools(CT_BOOLS(true, false)), "bool[]");
	assert_passes(ct_value_tensors(CT_TENSORS_OF(tensors, 2)), "Tensor[]");
	assert_type(ct_value_tensors(CT_TENSORS_OF(tensors, 3)), "Tensor?[]");
	assert_passes(ct_value_list(texts, 2), "str[]");
	assert_passes(ct_value_list(mixed, 3), "Any[]");
	assert_passes(ct_value_list(nested, 2), "str[][]");
	assert_passes(ct_value_tuple(mixed, 2), "(str, int)");
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(dicts_have_the_types_of_keys_and_values)
{
	ct_tensor *tensor = number(1);
	const ct_value texts[] = { ct_value_string("a"), ct_value_int(1), ct_value_string("b"),
				   ct_value_int(2) };
	const ct_value numbers[] = { ct_value_int(1), ct_value_string("a"), ct_value_int(2),
				     ct_value_float(0.5) };
	const ct_value of_tensors[] = { ct_value_tensor(tensor), ct_value_bool(true) };

	assert_passes(ct_value_dict(texts, 2), "Dict(str, int)");
	assert_passes(ct_value_dict(numbers, 2), "Dict(int, Any)");
	assert_passes(ct_value_dict(of_tensors, 1), "Dict(Tensor, bool)");
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(objects_stay_what_they_are)
{
	ct_tensor *x = matrix(2, 2, (const float[]){ 1, 2, 3, 4 }), *weight;
	ct_value packed;

	OK(ct_quantize_per_tensor(x, 0.1, 0, CT_QINT8, &weight));
	OK(CALL(&packed, "quantized::linear_prepack", ct_value_tensor(weight), ct_value_none()));
	assert_passes(packed, "__torch__.torch.classes.quantized.LinearPackedParamsBase");
	ct_value_free(&packed);
	ct_tensor_free(weight);
	ct_tensor_free(x);
}
END_TEST

START_TEST(what_libtorch_has_no_type_for_is_refused)
{
	const ct_value bytes = ct_value_bytes("x", 1), pair[] = { ct_value_int(1), bytes };
	const ct_value of_tuple[] = { ct_value_tuple(pair, 1), ct_value_int(1) };
	ct_value set = ct_value_set_new(), got = ct_value_int(7);

	FAILS(CALL(&got, "test_any::echo", bytes), "TypeError: libtorch has no type for 'bytes'");
	FAILS(CALL(&got, "test_any::echo", ct_value_big_int("18446744073709551616")),
	      "TypeError: libtorch has no integers of more than 64 bits");
	FAILS(CALL(&got, "test_any::echo", set), "TypeError: libtorch has no type for 'set'");
	FAILS(CALL(&got, "test_any::echo", ct_value_list(pair, 2)),
	      "TypeError: libtorch has no type for 'bytes'");
	FAILS(CALL(&got, "test_any::echo", ct_value_dict(pair, 1)),
	      "TypeError: libtorch has no type for 'bytes'");
	FAILS_WITH(CALL(&got, "test_any::echo", ct_value_dict(of_tuple, 1)), CT_ERROR_RUNTIME,
		   "Can't hash IValues with tag 'Tuple'");
	ck_assert_int_eq(got.i, 7);
	ct_value_free(&set);
}
END_TEST

START_TEST(ordered_dicts_are_dicts_for_libtorch)
{
	ct_value dict = ct_value_ordered_dict_new();

	OK(ct_value_dict_set(&dict, ct_value_string("a"), ct_value_int(1)));
	assert_passes(dict, "Dict(str, int)");
	ct_value_free(&dict);
}
END_TEST

/* `levels` lists around an int. */
static ct_value nest(int levels, ct_value *items)
{
	ct_value nested = ct_value_int(1);

	for (int i = 0; i < levels; i++) {
		items[i] = nested;
		nested = ct_value_list(&items[i], 1);
	}
	return nested;
}

static void *echo_all_levels(void *context)
{
	static ct_value items[CT_CALL_MAX_DEPTH];
	ct_value nested = nest(CT_CALL_MAX_DEPTH, items), got;
	bool equal = false;

	(void)context;
	CT_CHECK(CALL(&got, "test_any::echo", nested));
	CT_CHECK(ct_value_equal(&got, &nested, &equal));
	MUST(equal);
	ct_value_free(&got);
	return NULL;
}

START_TEST(all_levels_that_a_call_takes_have_room_on_a_small_stack)
{
	run_on_small_stack(echo_all_levels, NULL);
}
END_TEST

START_TEST(more_levels_than_a_call_takes_are_refused)
{
	ct_value items[CT_CALL_MAX_DEPTH + 1], got;

	FAILS(CALL(&got, "test_any::echo", nest(CT_CALL_MAX_DEPTH + 1, items)),
	      "ArgumentError: ct_call: lists, tuples and dicts nest deeper than 100 levels, or one "
	      "contains itself");
	FAILS_WITH(CALL(&got, "test_cpp::nest", ct_value_int(CT_CALL_MAX_DEPTH + 1)),
		   CT_ERROR_ARGUMENT, "nest deeper than 100 levels");
	OK(CALL(&got, "test_cpp::nest", ct_value_int(CT_CALL_MAX_DEPTH)));
	ct_value_free(&got);
}
END_TEST

Suite *any_suite(void)
{
	Suite *suite = suite_create("operators: of Any");
	TCase *tests = tests_of("of Any");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, single_things_have_their_type);
	tcase_add_test(tests, lists_have_the_type_of_their_items);
	tcase_add_test(tests, dicts_have_the_types_of_keys_and_values);
	tcase_add_test(tests, objects_stay_what_they_are);
	tcase_add_test(tests, what_libtorch_has_no_type_for_is_refused);
	tcase_add_test(tests, ordered_dicts_are_dicts_for_libtorch);
	tcase_add_test(tests, all_levels_that_a_call_takes_have_room_on_a_small_stack);
	tcase_add_test(tests, more_levels_than_a_call_takes_are_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
