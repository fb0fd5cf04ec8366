/*
 * For each type of the schema language: arguments that the library rejects before it calls
 * libtorch, and borderline ones that it must accept.
 */
#include "support.h"

static ct_tensor *tensor, *result;

static void make_tensor(void)
{
	tensor = matrix(2, 2, (const float[]){ 1, 2, 3, 4 });
	result = UNTOUCHED;
}

static void free_tensor(void)
{
	ct_tensor_free(tensor);
}

START_TEST(null_tensor_is_named)
{
	FAILS(ct_mm(tensor, NULL, &result),
	      "ArgumentError: ct_mm: argument 2 (mat2) must not be NULL");
	FAILS(ct_mm(NULL, tensor, &result),
	      "ArgumentError: ct_mm: argument 1 (self) must not be NULL");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(null_tensor_of_a_method_form_is_named)
{
	FAILS(ct_Tensor_mm(tensor, NULL, &result),
	      "ArgumentError: ct_mm: argument 2 (mat2) must not be NULL");
}
END_TEST

START_TEST(null_tensor_to_write_to_is_named)
{
	FAILS(ct_add_out(tensor, tensor, ct_scalar_int(1), NULL, NULL),
	      "ArgumentError: ct_add_out: argument 4 (out) must not be NULL");
}
END_TEST

START_TEST(argument_errors_have_their_kind)
{
	ct_error error = ct_mm(tensor, NULL, NULL);

	ck_assert_int_eq(ct_error_class_of(error), CT_ERROR_ARGUMENT);
	ck_assert_str_eq(ct_error_function(error), "ct_mm");
	ct_error_free(error);
}
END_TEST

START_TEST(scalars_of_a_list_are_each_of_their_kind)
{
	ct_tensor *const list[] = { tensor, tensor }, **sums = NULL;
	ct_scalar scalars[] = { ct_scalar_int(1), ct_scalar_float(2.5) };
	int64_t n = 0;

	OK(ct__foreach_add_ScalarList(list, 2, scalars, 2, &sums, &n));
	ck_assert_int_eq(n, 2);
	assert_floats(sums[0], (int64_t[]){ 2, 2, -1 }, (double[]){ 2, 3, 4, 5 });
	assert_floats(sums[1], (int64_t[]){ 2, 2, -1 }, (double[]){ 3.5, 4.5, 5.5, 6.5 });
	ct_tensors_free(sums, n);
	scalars[1].kind = 17;
	FAILS_WITH(ct__foreach_add_ScalarList(list, 2, scalars, 2, &sums, &n), CT_ERROR_ARGUMENT,
		   "argument 2 (scalars)");
	FAILS_WITH(ct__foreach_add_ScalarList(list, 2, NULL, 2, &sums, &n), CT_ERROR_ARGUMENT,
		   "argument 2 (scalars)");
}
END_TEST

START_TEST(null_in_a_list_of_tensors_is_named)
{
	ct_tensor *list[] = { tensor, tensor, tensor, NULL };

	FAILS(ct_cat(list, 4, 0, &result),
	      "ArgumentError: ct_cat: argument 1 (tensors): element 3 must not be NULL");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(list_without_memory_is_named)
{
	FAILS(ct_cat(NULL, 2, 0, &result), "ArgumentError: ct_cat: argument 1 (tensors) must not "
					   "be NULL, since its length is 2");
}
END_TEST

START_TEST(negative_length_is_named)
{
	const int64_t dim[] = { 0 };
	ct_tensor *list[] = { tensor };

	FAILS(ct_sum_dim_IntList(tensor, dim, -1, false, CT_DTYPE_NONE, &result),
	      "ArgumentError: ct_sum_dim_IntList: argument 2 (dim): length is -1, but must not "
	      "be negative");
	FAILS(ct_sum_dim_IntList(tensor, NULL, -1, false, CT_DTYPE_NONE, &result),
	      "ArgumentError: ct_sum_dim_IntList: argument 2 (dim): length is -1, but must not "
	      "be negative");
	FAILS(ct_reshape(tensor, dim, -3, &result),
	      "ArgumentError: ct_reshape: argument 2 (shape): length is -3, but must not be "
	      "negative");
	FAILS(ct_cat(list, INT64_MIN, 0, &result), "ArgumentError: ct_cat: argument 1 (tensors): "
						   "length is -9223372036854775808, but must not "
						   "be negative");
	FAILS(ct_index_Tensor(tensor, list, -1, &result),
	      "ArgumentError: ct_index_Tensor: argument 2 (indices): length is -1, but must not "
	      "be negative");
	FAILS(ct__foreach_add_ScalarList(list, 1, NULL, -1, NULL, NULL),
	      "ArgumentError: ct__foreach_add_ScalarList: argument 2 (scalars): length is -1, "
	      "but must not be negative");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

/* A length in bytes of 2^62 elements is 0, and of 2^61 - 1 negative. */
START_TEST(length_beyond_memory_is_named)
{
	static const int64_t lengths[] = { INT64_MAX, INT64_C(1) << 62, (INT64_C(1) << 61) - 1 };
	const int64_t shape[] = { 2, 2 };
	ct_tensor *list[] = { tensor };
	const ct_index part = { .kind = CT_INDEX_LIST, .list = shape, .length = INT64_MAX };

	for (int i = 0; i < 3; i++) {
		FAILS_WITH(ct_tensor_zeros(CT_INTS_OF(shape, lengths[i]), NULL, &result),
			   CT_ERROR_ARGUMENT, "larger than the address space");
		FAILS_WITH(ct_reshape(tensor, shape, lengths[i], &result), CT_ERROR_ARGUMENT,
			   "larger than the address space");
		FAILS_WITH(ct_cat(list, lengths[i], 0, &result), CT_ERROR_ARGUMENT,
			   "larger than the address space");
	}
	FAILS_WITH(ct_tensor_index(tensor, &part, 1, &result), CT_ERROR_ARGUMENT,
		   "larger than the address space");
	ck_assert_ptr_eq(result, UNTOUCHED);
}
END_TEST

START_TEST(empty_list_may_have_any_pointer)
{
	const int64_t some[] = { 5 };

	OK(ct_zeros(NULL, 0, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &result));
	ck_assert_int_eq(ct_tensor_dim(result), 0);
	ct_tensor_free(result);
	OK(ct_zeros(some, 0, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &result));
	ck_assert_int_eq(ct_tensor_dim(result), 0);
	ct_tensor_free(result);
}
END_TEST

/* An absent and an empty list of dimensions both mean the sum over all of them. */
START_TEST(optional_list_of_ints_may_be_absent_or_empty)
{
	const int64_t dim[] = { 0 };

	OK(ct_sum_dim_IntList(tensor, NULL, 0, false, CT_DTYPE_NONE, &result));
	assert_floats(result, (int64_t[]){ -1 }, (double[]){ 10 });
	ct_tensor_free(result);
	OK(ct_sum_dim_IntList(tensor, dim, 0, false, CT_DTYPE_NONE, &result));
	assert_floats(result, (int64_t[]){ -1 }, (double[]){ 10 });
	ct_tensor_free(result);
	OK(ct_sum_dim_IntList(tensor, dim, 1, false, CT_DTYPE_NONE, &result));
	assert_floats(result, (int64_t[]){ 2, -1 }, (double[]){ 4, 6 });
	ct_tensor_free(result);
}
END_TEST

/* The output size is given by exactly one of size and scale. */
START_TEST(optional_lists_tell_absent_from_given)
{
	ct_tensor *image = floats((const float[]){ 1, 2, 3, 4 }, (int64_t[]){ 1, 1, 2, 2, -1 });
	const int64_t size[] = { 4, 4 };
	const double scale[] = { 2, 2 };

	OK(ct_upsample_nearest2d_vec(image, size, 2, NULL, 0, &result));
	ck_assert_int_eq(ct_tensor_size(result, 2), 4);
	ct_tensor_free(result);
	OK(ct_upsample_nearest2d_vec(image, NULL, 0, scale, 2, &result));
	ck_assert_int_eq(ct_tensor_size(result, 3), 4);
	ct_tensor_free(result);
	FAILS_WITH(ct_upsample_nearest2d_vec(image, NULL, 0, NULL, 0, NULL), CT_ERROR_RUNTIME,
		   "Must specify exactly one of output_size and scale_factors");
	FAILS_WITH(ct_upsample_nearest2d_vec(image, size, 2, scale, 2, NULL), CT_ERROR_RUNTIME,
		   "Must specify exactly one of output_size and scale_factors");
	/* An empty list counts as given. */
	FAILS_WITH(ct_upsample_nearest2d_vec(image, size, 0, scale, 2, NULL), CT_ERROR_RUNTIME,
		   "Must specify exactly one of output_size and scale_factors");
	FAILS_WITH(ct_upsample_nearest2d_vec(image, size, 2, scale, 0, NULL), CT_ERROR_RUNTIME,
		   "Must specify exactly one of output_size and scale_factors");
	ct_tensor_free(image);
}
END_TEST

START_TEST(list_of_optional_tensors_may_have_holes)
{
	const int64_t index[] = { 1 };
	ct_tensor *column, *indices[2] = { NULL, NULL };

	OK(ct_tensor_from_data(index, CT_INT64, CT_L(1), &column));
	indices[1] = column;
	OK(ct_index_Tensor(tensor, indices, 2, &result));
	assert_floats(result, (int64_t[]){ 2, 1, -1 }, (double[]){ 2, 4 });
	ct_tensor_free(result);
	ct_tensor_free(column);
}
END_TEST

START_TEST(optional_tensor_may_be_null)
{
	ct_tensor *weight = matrix(1, 2, (const float[]){ 10, 1 });
	ct_tensor *bias = vector(1, (const float[]){ 100 });

	OK(ct_linear(tensor, weight, NULL, &result));
	assert_floats(result, (int64_t[]){ 2, 1, -1 }, (double[]){ 12, 34 });
	ct_tensor_free(result);
	OK(ct_linear(tensor, weight, bias, &result));
	assert_floats(result, (int64_t[]){ 2, 1, -1 }, (double[]){ 112, 134 });
	ct_tensor_free(result);
	ct_tensor_free(weight);
	ct_tensor_free(bias);
}
END_TEST

START_TEST(optional_numbers_may_be_null)
{
	const int64_t end = 1;
	const ct_scalar low = ct_scalar_float(2.5);

	OK(ct_slice_Tensor(tensor, 0, NULL, &end, 1, &result));
	assert_floats(result, (int64_t[]){ 1, 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(result);
	OK(ct_clamp(tensor, &low, NULL, &result));
	assert_floats(result, (int64_t[]){ 2, 2, -1 }, (double[]){ 2.5, 2.5, 3, 4 });
	ct_tensor_free(result);
}
END_TEST

/* For each enumeration, the first value after its last and the first before its NONE. */

START_TEST(unknown_dtype_is_refused)
{
	FAILS(ct_to_dtype(tensor, CT_BCOMPLEX32 + 1, false, false, CT_MEMORY_FORMAT_NONE, &result),
	      "ArgumentError: ct_to_dtype: argument 2 (dtype): unknown dtype 48");
	FAILS(ct_to_dtype(tensor, 257, false, false, CT_MEMORY_FORMAT_NONE, &result),
	      "ArgumentError: ct_to_dtype: argument 2 (dtype): unknown dtype 257");
	FAILS(ct_to_dtype(tensor, -1, false, false, CT_MEMORY_FORMAT_NONE, &result),
	      "ArgumentError: ct_to_dtype: argument 2 (dtype): unknown dtype -1");
	FAILS(ct_to_dtype(tensor, CT_DTYPE_NONE, false, false, CT_MEMORY_FORMAT_NONE, &result),
	      "ArgumentError: ct_to_dtype: argument 2 (dtype) must not be CT_DTYPE_NONE");
}
END_TEST

START_TEST(unknown_memory_format_is_refused)
{
	FAILS(ct_clone(tensor, CT_CHANNELS_LAST_3D + 1, &result),
	      "ArgumentError: ct_clone: argument 2 (memory_format): unknown memory format 5");
	FAILS(ct_clone(tensor, -1, &result),
	      "ArgumentError: ct_clone: argument 2 (memory_format): unknown memory format -1");
	FAILS(ct_contiguous(tensor, CT_MEMORY_FORMAT_NONE, &result),
	      "ArgumentError: ct_contiguous: argument 2 (memory_format) must not be "
	      "CT_MEMORY_FORMAT_NONE");
}
END_TEST

static ct_error zeros_in(ct_layout layout, ct_device device)
{
	CT_SCOPE;
	ct_tensor *zeros;

	return ct_zeros(NULL, 0, CT_DTYPE_NONE, layout, device, NULL, &zeros);
}

START_TEST(unknown_layout_is_refused)
{
	FAILS(zeros_in(CT_JAGGED + 1, CT_DEVICE_NONE),
	      "ArgumentError: ct_zeros: argument 3 (layout): unknown layout 9");
	FAILS(zeros_in(-1, CT_DEVICE_NONE),
	      "ArgumentError: ct_zeros: argument 3 (layout): unknown layout -1");
}
END_TEST

START_TEST(unknown_device_is_refused)
{
	FAILS(zeros_in(CT_LAYOUT_NONE, CT_DEVICE(CT_DEVICE_TYPE_PRIVATEUSE1 + 1, 0)),
	      "ArgumentError: ct_zeros: argument 4 (device): unknown device type 22");
	FAILS(zeros_in(CT_LAYOUT_NONE, CT_DEVICE(-1, 0)),
	      "ArgumentError: ct_zeros: argument 4 (device): unknown device type -1");
	FAILS(zeros_in(CT_LAYOUT_NONE, CT_DEVICE_CUDA(128)),
	      "ArgumentError: ct_zeros: argument 4 (device): device index is 128, but must be "
	      "from -1 to 127");
	FAILS(zeros_in(CT_LAYOUT_NONE, CT_DEVICE_CUDA(-2)),
	      "ArgumentError: ct_zeros: argument 4 (device): device index is -2, but must be "
	      "from -1 to 127");
	OK(zeros_in(CT_LAYOUT_NONE, CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(zeros_in(CT_LAYOUT_NONE, CT_DEVICE(CT_DEVICE_TYPE_META, 127)));
}
END_TEST

#if HAS_DEVICE_INDEX
START_TEST(unknown_device_index_is_refused)
{
	FAILS(ct__cufft_get_plan_cache_size(128, NULL),
	      "ArgumentError: ct__cufft_get_plan_cache_size: argument 1 (device_index): device "
	      "index is 128, but must be from -1 to 127");
	FAILS(ct__cufft_get_plan_cache_size(-2, NULL),
	      "ArgumentError: ct__cufft_get_plan_cache_size: argument 1 (device_index): device "
	      "index is -2, but must be from -1 to 127");
}
END_TEST
#endif

START_TEST(unknown_device_of_a_stream_is_refused)
{
	const ct_stream no_type = { 0, CT_DEVICE_TYPE_NONE, 0 };
	const ct_stream wrong_type = { 0, CT_DEVICE_TYPE_PRIVATEUSE1 + 1, 0 };
	const ct_stream wrong_index = { 0, CT_DEVICE_TYPE_CUDA, 128 };

	FAILS(ct_record_stream(tensor, no_type),
	      "ArgumentError: ct_record_stream: argument 2 (s) must not be CT_DEVICE_NONE");
	FAILS(ct_record_stream(tensor, wrong_type),
	      "ArgumentError: ct_record_stream: argument 2 (s): unknown device type 22");
	FAILS(ct_record_stream(tensor, wrong_index),
	      "ArgumentError: ct_record_stream: argument 2 (s): device index is 128, but must be "
	      "from -1 to 127");
}
END_TEST

START_TEST(scalar_of_unknown_kind_is_refused)
{
	ct_scalar scalar = ct_scalar_int(1);

	scalar.kind = 5;
	FAILS(ct_add_Tensor(tensor, tensor, scalar, &result),
	      "ArgumentError: ct_add_Tensor: argument 3 (alpha): unknown kind of scalar 5");
	scalar.kind = -1;
	FAILS(ct_clamp(tensor, NULL, &scalar, &result),
	      "ArgumentError: ct_clamp: argument 3 (max): unknown kind of scalar -1");
	scalar = ct_scalar_bool(true);
	scalar.i = 7;
	FAILS(ct_add_Tensor(tensor, tensor, scalar, &result),
	      "ArgumentError: ct_add_Tensor: argument 3 (alpha): a bool must be 0 or 1, but is 7");
}
END_TEST

START_TEST(text_reaches_libtorch)
{
	FAILS(ct_div_Tensor_mode(tensor, tensor, "sideways", NULL),
	      "RuntimeError: div expected rounding_mode to be one of None, 'trunc', or 'floor' but "
	      "found 'sideways'");
	OK(ct_div_Tensor_mode(tensor, tensor, NULL, &result));
	assert_floats(result, (int64_t[]){ 2, 2, -1 }, (double[]){ 1, 1, 1, 1 });
	ct_tensor_free(result);
	FAILS(ct_index_reduce(tensor, 0, tensor, tensor, NULL, true, NULL),
	      "ArgumentError: ct_index_reduce: argument 5 (reduce) must not be NULL");
}
END_TEST

/* The mask says which of grad_input, grad_weight, grad_bias to compute. */
START_TEST(mask_of_bools_is_read_and_checked)
{
	ct_tensor *image = floats((const float[]){ 1, 2, 3 }, (int64_t[]){ 1, 1, 3, -1 });
	ct_tensor *weight = floats((const float[]){ 2 }, (int64_t[]){ 1, 1, 1, -1 });
	const int64_t one[] = { 1 }, none[] = { 0 };
	const bool mask[3] = { true, false, true };
	ct_tensor *input, *kernel, *bias;
	unsigned char wrong[3] = { 1, 0, 2 };

	OK(ct_convolution_backward(image, image, weight, one, 1, one, 1, none, 1, one, 1, false,
				   none, 1, 1, mask, &input, &kernel, &bias));
	assert_floats(input, (int64_t[]){ 1, 1, 3, -1 }, (double[]){ 2, 4, 6 });
	ck_assert_ptr_null(kernel);
	assert_floats(bias, (int64_t[]){ 1, -1 }, (double[]){ 6 });
	ct_tensor_free(input);
	ct_tensor_free(bias);
	FAILS(ct_convolution_backward(image, image, weight, one, 1, one, 1, none, 1, one, 1, false,
				      none, 1, 1, NULL, NULL, NULL, NULL),
	      "ArgumentError: ct_convolution_backward: argument 11 (output_mask) must not be NULL");
	FAILS(ct_convolution_backward(image, image, weight, one, 1, one, 1, none, 1, one, 1, false,
				      none, 1, 1, (const bool *)wrong, NULL, NULL, NULL),
	      "ArgumentError: ct_convolution_backward: argument 11 (output_mask): a bool must be 0 "
	      "or 1, but is 2");
	ct_tensor_free(image);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(optional_bool_is_checked)
{
	const unsigned char wrong = 3;

	FAILS(ct_zeros(NULL, 0, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, (const bool *)&wrong,
		       NULL),
	      "ArgumentError: ct_zeros: argument 5 (pin_memory): a bool must be 0 or 1, but is 3");
}
END_TEST

START_TEST(size_that_no_symint_holds_is_an_error)
{
	const int64_t size[] = { INT64_MIN };

	FAILS_WITH(ct_zeros(size, 1, CT_DTYPE_NONE, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, NULL),
		   CT_ERROR_RUNTIME, "cannot be represented as a SymInt");
#if HAS_LEAST_SYMINT
	FAILS_WITH(ct_select_int(tensor, 0, INT64_MIN, NULL), CT_ERROR_INDEX, "IndexError: ");
#endif
}
END_TEST

START_TEST(list_result_without_length_is_refused)
{
	ct_tensor **list = &tensor;

	FAILS(ct_unbind_int(tensor, 0, &list, NULL),
	      "ArgumentError: ct_unbind_int: result_len must not be NULL when result is given");
	ck_assert_ptr_eq(list, &tensor);
}
END_TEST

Suite *arguments_suite(void)
{
	Suite *suite = suite_create("arguments");
	TCase *tests = tests_of("arguments");

	tcase_add_checked_fixture(tests, make_tensor, free_tensor);
	tcase_add_test(tests, null_tensor_is_named);
	tcase_add_test(tests, null_tensor_of_a_method_form_is_named);
	tcase_add_test(tests, null_tensor_to_write_to_is_named);
	tcase_add_test(tests, argument_errors_have_their_kind);
	tcase_add_test(tests, scalars_of_a_list_are_each_of_their_kind);
	tcase_add_test(tests, null_in_a_list_of_tensors_is_named);
	tcase_add_test(tests, list_without_memory_is_named);
	tcase_add_test(tests, negative_length_is_named);
	tcase_add_test(tests, length_beyond_memory_is_named);
	tcase_add_test(tests, empty_list_may_have_any_pointer);
	tcase_add_test(tests, optional_list_of_ints_may_be_absent_or_empty);
	tcase_add_test(tests, optional_lists_tell_absent_from_given);
	tcase_add_test(tests, list_of_optional_tensors_may_have_holes);
	tcase_add_test(tests, optional_tensor_may_be_null);
	tcase_add_test(tests, optional_numbers_may_be_null);
	tcase_add_test(tests, unknown_dtype_is_refused);
	tcase_add_test(tests, unknown_memory_format_is_refused);
	tcase_add_test(tests, unknown_layout_is_refused);
	tcase_add_test(tests, unknown_device_is_refused);
#if HAS_DEVICE_INDEX
	tcase_add_test(tests, unknown_device_index_is_refused);
#else
	LEFT_OUT("unknown_device_index_is_refused", "no operator has an index of a device");
#endif
	tcase_add_test(tests, unknown_device_of_a_stream_is_refused);
	tcase_add_test(tests, scalar_of_unknown_kind_is_refused);
	tcase_add_test(tests, text_reaches_libtorch);
	tcase_add_test(tests, mask_of_bools_is_read_and_checked);
	tcase_add_test(tests, optional_bool_is_checked);
	tcase_add_test(tests, size_that_no_symint_holds_is_an_error);
	tcase_add_test(tests, list_result_without_length_is_refused);
	suite_add_tcase(suite, tests);
	return suite;
}
