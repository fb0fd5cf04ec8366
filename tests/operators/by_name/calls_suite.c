/*
 * Calls by name: arguments that torch.ops does not accept, results, and errors.
 */
#include "support.h"

static ct_tensor *x;

static void make_tensor(void)
{
	x = matrix(2, 2, (const float[]){ 1, 2, 3, 4 });
}

static void free_tensor(void)
{
	ct_tensor_free(x);
}

START_TEST(keyword_only_arguments_may_be_given_in_order)
{
	ct_value sum;

	OK(CALL(&sum, "aten::add.Tensor", ct_value_tensor(x), ct_value_tensor(x),
		ct_value_int(10)));
	assert_floats(tensor_in(&sum), (int64_t[]){ 2, 2, -1 }, (double[]){ 11, 22, 33, 44 });
	ct_value_free(&sum);
	FAILS_WITH(CALL(&sum, "aten::sum", ct_value_tensor(x), ct_value_dtype(CT_FLOAT64)),
		   CT_ERROR_RUNTIME, "takes 1 positional argument(s) but 2 was/were given");
}
END_TEST

START_TEST(one_number_stands_for_a_list_of_known_length)
{
	ct_tensor *image, *kernel;
	ct_value result;

	OK(ct_ones((int64_t[]){ 1, 1, 4, 4 }, 4, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &image));
	OK(ct_ones((int64_t[]){ 1, 1, 2, 2 }, 4, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &kernel));
	OK(CALL(&result, "aten::conv2d", ct_value_tensor(image), ct_value_tensor(kernel),
		ct_value_none(), ct_value_int(2)));
	assert_floats(tensor_in(&result), (int64_t[]){ 1, 1, 2, 2, -1 }, (double[]){ 4, 4, 4, 4 });
	ct_value_free(&result);
	ct_tensor_free(image);
	ct_tensor_free(kernel);
}
END_TEST

/* Which numbers of which operators: expected_suite.c. */
START_TEST(a_number_stands_for_a_tensor_in_every_kind_of_call)
{
	const char *const names[] = { "other" };
	const ct_value args[] = { ct_value_int(1), ct_value_tensor(x) };
	const ct_value number = ct_value_float(0.5);
	const ct_operator *sub;
	ct_value result;

	OK(ct_operator_find("aten::sub", &sub));
	OK(ct_operator_call(sub, args, 2, &result, 1));
	assert_floats(tensor_in(&result), (int64_t[]){ 2, 2, -1 }, (double[]){ 0, -1, -2, -3 });
	ct_value_free(&result);
	OK(ct_operator_call_with(sub, &args[1], 1, names, &number, 1, &result, 1));
	assert_floats(tensor_in(&result), (int64_t[]){ 2, 2, -1 },
		      (double[]){ 0.5, 1.5, 2.5, 3.5 });
	ct_value_free(&result);
	OK(ct_call_with("aten::sub.Tensor", &args[1], 1, names, &number, 1, &result, 1));
	assert_floats(tensor_in(&result), (int64_t[]){ 2, 2, -1 },
		      (double[]){ 0.5, 1.5, 2.5, 3.5 });
	ct_value_free(&result);
	OK(CALL(&result, "aten::add_", ct_value_int(1), ct_value_int(2)));
	assert_prints(&result, "3");
	OK(ct_call("aten::copy_", (ct_value[]){ ct_value_int(1), ct_value_int(2) }, 2, NULL, 0));
}
END_TEST

static ct_error give_dtype(const ct_value *args, int64_t args_len, void *context, ct_value *results,
			   int64_t results_len)
{
	ct_tensor *number;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_as_tensor(&args[0], &number));
	results[0] = ct_value_dtype(ct_tensor_dtype(number));
	return NULL;
}

static ct_library *with_operator_named(const char *name_space)
{
	ct_library *library;

	OK(ct_library_new(name_space, &library));
	OK(ct_library_define(library, "add(Tensor x) -> ScalarType"));
	OK(ct_library_implement(library, "add", "CompositeExplicitAutograd", give_dtype, NULL,
				NULL));
	return library;
}

/* As torch.ops.prims does; in Python its operators are written in Python. */
START_TEST(only_operators_of_pytorch_take_a_number_for_a_tensor)
{
	ct_library *prims = with_operator_named("prims"), *mine = with_operator_named("mine");
	ct_value result;

	OK(CALL(&result, "prims::add", ct_value_float(2.5)));
	assert_prints(&result, "torch.float64");
	FAILS_WITH(CALL(&result, "mine::add", ct_value_float(2.5)), CT_ERROR_RUNTIME,
		   "mine::add() Expected a value of type 'Tensor' for argument 'x' but instead "
		   "found type 'float'");
	ct_library_free(prims);
	ct_library_free(mine);
}
END_TEST

START_TEST(a_tensor_with_one_number_is_that_number)
{
	ct_tensor *two = number(0.5F), *dim;
	ct_value result;

	OK(CALL(&result, "aten::dropout", ct_value_tensor(x), ct_value_tensor(two),
		ct_value_bool(false)));
	ct_value_free(&result);
	OK(ct_to_dtype(two, CT_INT64, false, true, CT_PRESERVE_FORMAT, &dim));
	OK(CALL(&result, "aten::softmax.int", ct_value_tensor(x), ct_value_tensor(dim)));
	ct_value_free(&result);
	/* Truncated, as by int(). */
	OK(CALL(&result, "aten::softmax.int", ct_value_tensor(x), ct_value_tensor(two)));
	ct_value_free(&result);
	FAILS_WITH(CALL(&result, "aten::softmax.int", ct_value_tensor(x), ct_value_tensor(x)),
		   CT_ERROR_RUNTIME, "found type 'Tensor'");
	ct_tensor_free(two);
	ct_tensor_free(dim);
}
END_TEST

START_TEST(none_in_a_list_of_optional_tensors_is_a_slice)
{
	ct_tensor *row, *indices[2] = { NULL };
	ct_value result;

	OK(ct_tensor_from_data((int64_t[]){ 1 }, CT_INT64, CT_L(1), &row));
	indices[1] = row;
	OK(CALL(&result, "aten::index.Tensor", ct_value_tensor(x),
		ct_value_tensors(CT_TENSORS_OF(indices, 2))));
	assert_floats(tensor_in(&result), (int64_t[]){ 2, 1, -1 }, (double[]){ 2, 4 });
	ct_value_free(&result);
	ct_tensor_free(row);
}
END_TEST

START_TEST(a_generator_is_passed_on)
{
	ct_generator *generator;
	ct_value first, second, size = ct_value_ints(CT_L(3));

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_generator_manual_seed(generator, 7));
	OK(CALL(&first, "aten::randn.generator", size, ct_value_generator(generator)));
	OK(ct_generator_manual_seed(generator, 7));
	OK(CALL(&second, "aten::randn.generator", size, ct_value_generator(generator)));
	assert_equal_values(&first, &second, true);
	ct_value_free(&first);
	ct_value_free(&second);
	ct_generator_free(generator);
}
END_TEST

START_TEST(a_storage_is_passed_on)
{
	ct_tensor *empty;
	ct_storage *storage;
	ct_value result;

	OK(ct_tensor_storage(x, &storage));
	OK(ct_empty_memory_format((int64_t[]){ 0 }, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				  NULL, CT_MEMORY_FORMAT_NONE, &empty));
	OK(CALL(&result, "aten::set_.source_Storage", ct_value_tensor(empty),
		ct_value_storage(storage)));
	assert_floats(tensor_in(&result), (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	ck_assert_ptr_eq(tensor_in(&result), empty);
	ct_value_free(&result);
	ct_tensor_free(empty);
	ct_storage_free(storage);
}
END_TEST

START_TEST(results_have_the_types_of_the_schema)
{
	ct_value result;

	OK(CALL(&result, "aten::result_type.Scalar", ct_value_tensor(x), ct_value_complex(0, 1)));
	assert_prints(&result, "torch.complex64");
	OK(CALL(&result, "aten::equal", ct_value_tensor(x), ct_value_tensor(x)));
	assert_prints(&result, "True");
	OK(CALL(&result, "aten::size.int", ct_value_tensor(x), ct_value_int(0)));
	assert_prints(&result, "2");
	OK(CALL(&result, "aten::_local_scalar_dense", ct_value_tensor(x)));
	ct_value_free(&result);
}
END_TEST

START_TEST(what_is_written_to_is_the_result)
{
	ct_value result;
	ct_tensor *out;

	OK(CALL(&result, "aten::add_.Tensor", ct_value_tensor(x), ct_value_tensor(x)));
	ck_assert_ptr_eq(tensor_in(&result), x);
	ct_value_free(&result);
	OK(ct_empty_memory_format((int64_t[]){ 0 }, 1, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				  NULL, CT_MEMORY_FORMAT_NONE, &out));
	OK(CALL(&result, "aten::resize.out", ct_value_tensor(x), ct_value_ints(CT_L(2)),
		ct_value_none(), ct_value_tensor(out)));
	ck_assert_ptr_eq(tensor_in(&result), out);
	ct_value_free(&result);
	ct_tensor_free(out);
}
END_TEST

START_TEST(results_can_be_dropped_and_must_be_counted)
{
	ct_value results[3] = { 0 };
	const ct_value args[] = { ct_value_tensor(x), ct_value_int(0) };

	OK(ct_call("aten::max.dim", args, 2, NULL, 0));
	FAILS(ct_call("aten::max.dim", args, 2, results, 1),
	      "ArgumentError: ct_call: results: aten::max.dim returns 2, but there is room for 1");
	FAILS_WITH(ct_call("aten::max.dim", args, 2, results, 3), CT_ERROR_ARGUMENT, "room for 3");
	ck_assert_int_eq(results[0].kind, CT_VALUE_NONE);
}
END_TEST

START_TEST(a_call_is_recorded_for_backward)
{
	ct_tensor *leaf = number(3), *grad;
	ct_value square;

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(CALL(&square, "aten::square", ct_value_tensor(leaf)));
	OK(ct_tensor_backward(tensor_in(&square)));
	OK(ct_tensor_grad(leaf, &grad));
	ck_assert(value_of(grad) == 6);
	ct_tensor_free(grad);
	ct_value_free(&square);
	ct_tensor_free(leaf);
}
END_TEST

START_TEST(objects_of_libtorch_are_passed_on)
{
	ct_tensor *weight;
	ct_value packed, again;

	OK(ct_quantize_per_tensor(x, 0.1, 0, CT_QINT8, &weight));
	OK(CALL(&packed, "quantized::linear_prepack", ct_value_tensor(weight), ct_value_none()));
	ck_assert_int_eq(packed.kind, CT_VALUE_OBJECT);
	ck_assert_ptr_nonnull(strstr(ct_value_type_name(&packed), "LinearPackedParamsBase"));
	OK(ct_value_copy(&packed, &again));
	assert_equal_values(&packed, &again, true);
	ct_value_free(&packed);
	ck_assert_int_eq(again.kind, CT_VALUE_OBJECT);
	ct_value_free(&again);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(packed_weights_unpack_to_what_was_packed)
{
	ct_tensor *weight;
	ct_value packed, both[2];

	OK(ct_quantize_per_tensor(x, 0.1, 0, CT_QINT8, &weight));
	OK(CALL(&packed, "quantized::linear_prepack", ct_value_tensor(weight), ct_value_none()));
	OK(ct_call("quantized::linear_unpack", &packed, 1, both, 2));
	ck_assert_int_eq(both[0].kind, CT_VALUE_TENSOR);
	ck_assert(ct_value_is_none(&both[1]));
	FAILS_WITH(CALL(NULL, "aten::relu.default", packed), CT_ERROR_RUNTIME,
		   "Expected a value of type 'Tensor' for argument 'self'");
	ct_values_free(both, 2);
	ct_value_free(&packed);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(an_unknown_enumerator_is_named)
{
	ct_value size = ct_value_ints(CT_NO_INTS), wide;

	FAILS(CALL(NULL, "aten::zeros.default", size, ct_value_dtype(256)),
	      "ArgumentError: ct_call: argument 2 (dtype): unknown dtype 256");
	FAILS_WITH(CALL(NULL, "aten::zeros.default", size, ct_value_int(INT64_C(1) << 40)),
		   CT_ERROR_ARGUMENT, "argument 2 (dtype)");
	FAILS(CALL(NULL, "aten::zeros.default", size, ct_value_int(200)),
	      "ArgumentError: ct_call: argument 2 (dtype): unknown dtype, layout or memory "
	      "format 200");
	wide = ct_value_dtype(CT_INT32);
	wide.i += INT64_C(1) << 32;
	FAILS(CALL(NULL, "aten::zeros.default", size, wide),
	      "ArgumentError: ct_call: argument 2 (dtype): unknown dtype, layout or memory "
	      "format 4294967300");
	wide = ct_value_layout(CT_STRIDED);
	wide.i -= INT64_C(1) << 32;
	FAILS_WITH(CALL(NULL, "aten::zeros.default", size, ct_value_none(), wide),
		   CT_ERROR_ARGUMENT, "argument 3 (layout): unknown dtype, layout or memory");
	FAILS(CALL(NULL, "aten::zeros.default", size, ct_value_none(), ct_value_layout(9)),
	      "ArgumentError: ct_call: argument 3 (layout): unknown layout 9");
	FAILS_WITH(CALL(NULL, "aten::zeros.default", size, ct_value_none(), ct_value_none(),
			ct_value_device(CT_DEVICE(99, 0))),
		   CT_ERROR_ARGUMENT, "argument 4 (device)");
}
END_TEST

START_TEST(arguments_that_cannot_be_read_are_refused)
{
	ct_value value = ct_value_tensor(x);
	const char *name = NULL;

	FAILS_WITH(ct_call("aten::relu", NULL, 1, NULL, 0), CT_ERROR_ARGUMENT, "(args)");
	FAILS_WITH(ct_call("aten::relu", &value, -1, NULL, 0), CT_ERROR_ARGUMENT, "length is -1");
	FAILS_WITH(ct_call_with("aten::relu", NULL, 0, &name, &value, 1, NULL, 0),
		   CT_ERROR_ARGUMENT, "argument 4 (names): element 0");
	FAILS_WITH(ct_call(NULL, &value, 1, NULL, 0), CT_ERROR_ARGUMENT, "(name)");
	FAILS_WITH(ct_operator_call(NULL, &value, 1, NULL, 0), CT_ERROR_ARGUMENT, "(self)");
	value.kind = 55;
	FAILS_WITH(ct_call("aten::relu.default", &value, 1, NULL, 0), CT_ERROR_ARGUMENT,
		   "of an unknown kind");
}
END_TEST

/* Also if the argument has a default, where torch.ops fails an assertion. */
START_TEST(an_argument_that_is_given_twice_is_named)
{
	const ct_value args[] = { ct_value_tensor(x), ct_value_int(0), ct_value_bool(true) };
	const ct_value named[] = { ct_value_bool(false), ct_value_bool(false) };
	const char *const names[] = { "keepdim", "keepdim" }, *const self = "self";
	static const char twice[] = "Argument 'keepdim' specified both as positional and keyword "
				    "argument. Schema: aten::sum.dim_IntList(";

	FAILS_WITH(ct_call_with("aten::sum.dim_IntList", args, 3, names, named, 1, NULL, 0),
		   CT_ERROR_RUNTIME, twice);
	FAILS_WITH(ct_call_with("aten::sum", args, 3, names, named, 1, NULL, 0), CT_ERROR_RUNTIME,
		   twice);
	FAILS_WITH(ct_call_with("aten::sum.dim_IntList", args, 2, names, named, 2, NULL, 0),
		   CT_ERROR_RUNTIME, "got an argument by its name twice");
	FAILS_WITH(ct_call_with("aten::relu", args, 1, &self, args, 1, NULL, 0), CT_ERROR_RUNTIME,
		   "expected at most 1 argument(s) but received 2");
}
END_TEST

START_TEST(an_operator_found_once_is_called_often)
{
	const ct_value args[] = { ct_value_tensor(x) };
	const char *const names[] = { "alpha", "other" };
	const ct_value named[] = { ct_value_int(2), ct_value_tensor(x) };
	const ct_operator *op;
	ct_value result;

	OK(ct_operator_find("aten::add.Tensor", &op));
	for (int i = 0; i < 3; i++) {
		OK(ct_operator_call_with(op, args, 1, names, named, 2, &result, 1));
		assert_floats(tensor_in(&result), (int64_t[]){ 2, 2, -1 },
			      (double[]){ 3, 6, 9, 12 });
		ct_value_free(&result);
	}
	FAILS_WITH(ct_operator_call(op, args, 1, &result, 1), CT_ERROR_RUNTIME,
		   "missing value for argument 'other'");
}
END_TEST

static void *call_often(void *unused)
{
	ct_tensor *mine = number(2);
	ct_value result;

	(void)unused;
	for (int i = 0; i < 500; i++) {
		CT_CHECK(CALL(&result, i % 2 ? "aten::square" : "aten::square.default",
			      ct_value_tensor(mine)));
		ct_value_free(&result);
	}
	ct_tensor_free(mine);
	return NULL;
}

START_TEST(several_threads_call_by_name)
{
	run_in_thread(call_often, NULL);
	call_often(NULL);
}
END_TEST

Suite *calls_suite(void)
{
	Suite *suite = suite_create("operators: calls");
	TCase *tests = tests_of("calls");

	tcase_add_checked_fixture(tests, make_tensor, free_tensor);
	tcase_add_test(tests, keyword_only_arguments_may_be_given_in_order);
	tcase_add_test(tests, one_number_stands_for_a_list_of_known_length);
	tcase_add_test(tests, a_number_stands_for_a_tensor_in_every_kind_of_call);
	tcase_add_test(tests, only_operators_of_pytorch_take_a_number_for_a_tensor);
	tcase_add_test(tests, a_tensor_with_one_number_is_that_number);
	tcase_add_test(tests, none_in_a_list_of_optional_tensors_is_a_slice);
	tcase_add_test(tests, a_generator_is_passed_on);
	tcase_add_test(tests, a_storage_is_passed_on);
	tcase_add_test(tests, results_have_the_types_of_the_schema);
	tcase_add_test(tests, what_is_written_to_is_the_result);
	tcase_add_test(tests, results_can_be_dropped_and_must_be_counted);
	tcase_add_test(tests, a_call_is_recorded_for_backward);
	tcase_add_test(tests, objects_of_libtorch_are_passed_on);
	tcase_add_test(tests, packed_weights_unpack_to_what_was_packed);
	tcase_add_test(tests, an_unknown_enumerator_is_named);
	tcase_add_test(tests, arguments_that_cannot_be_read_are_refused);
	tcase_add_test(tests, an_argument_that_is_given_twice_is_named);
	tcase_add_test(tests, an_operator_found_once_is_called_often);
	tcase_add_test(tests, several_threads_call_by_name);
	suite_add_tcase(suite, tests);
	return suite;
}
