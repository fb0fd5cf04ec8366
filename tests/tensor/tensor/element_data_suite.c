/*
 * All elements: in place, and copied.
 */
#include "support.h"

/* --- In place -------------------------------------------------------------------------------- */

START_TEST(data_has_the_dtype_that_was_asked_for)
{
	ct_tensor *tensor = from_text("[[1, 2], [3, 4]]", CT_FLOAT32), *columns = NULL,
		  *sparse = NULL;
	const float *x = NULL;
	const double *d = NULL;
	float *y = NULL;

	OK(ct_tensor_data_as(tensor, CT_FLOAT32, &x));
	ck_assert(x[0] == 1 && x[3] == 4);
	OK(ct_tensor_mutable_data_as(tensor, CT_FLOAT32, &y));
	y[3] = 40;
	ck_assert(x[3] == 40);
	FAILS(ct_tensor_data_as(tensor, CT_FLOAT64, &d),
	      "ArgumentError: ct_tensor_data_as: argument 2 (dtype) is float64, but the tensor's "
	      "dtype is float32; ct_to_dtype() converts it");
	OK(ct_t(tensor, &columns));
	FAILS(ct_tensor_data_as(columns, CT_FLOAT32, &x),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) is not contiguous; "
	      "ct_contiguous() copies it, and ct_tensor_access() reads it as it is");
	FAILS(ct_tensor_mutable_data_as(NULL, CT_FLOAT32, &y),
	      "ArgumentError: ct_tensor_mutable_data_as: argument 1 (self) must not be NULL");
	FAILS(ct_tensor_data_as(tensor, 99, &x),
	      "ArgumentError: ct_tensor_data_as: argument 2 (dtype): unknown dtype 99");
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	FAILS(ct_tensor_data_as(sparse, CT_FLOAT32, &x),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) has no strided elements; call "
	      "ct_to_dense() first");
	ck_assert_ptr_null(d);
	ct_tensor_free(sparse);
	ct_tensor_free(columns);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(data_is_read_on_the_cpu_alone)
{
	ct_tensor *meta = NULL;
	const float *x = NULL;
	float out[2];

	OK(ct_tensor_zeros(CT_L(2), CT_OPTIONS_DEVICE(CT_DEVICE(CT_DEVICE_TYPE_META, -1)), &meta));
	FAILS(ct_tensor_data_as(meta, CT_FLOAT32, &x),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) is on meta; ct_to_device() "
	      "copies it to the CPU");
	FAILS_WITH(ct_tensor_copy_to(meta, CT_FLOAT32, out, 2), CT_ERROR_NOT_IMPLEMENTED, "meta");
	FAILS_WITH(ct_tensor_element_double(meta, CT_L(0), NULL), CT_ERROR_NOT_IMPLEMENTED, "Meta");
	ct_tensor_free(meta);
}
END_TEST

/* Sum of the elements, each times its position. */
static double weighted_sum(const ct_accessor *x)
{
	double sum = 0;
	int64_t position = 0;

	for (int64_t i = 0; i < x->size0; i++)
		for (int64_t j = 0; j < x->size1; j++)
			for (int64_t k = 0; k < x->size2; k++)
				sum += (double)position++ * CT_ELEMENT3(const double, *x, i, j, k);
	return sum;
}

START_TEST(accessor_reads_any_strides)
{
	ct_tensor *tensor = tensor_called("transposed"), *copy = NULL;
	ct_accessor strided, contiguous;
	const double *elements;
	double expected = 0;

	OK(ct_tensor_access(tensor, CT_FLOAT64, 3, &strided));
	ck_assert(strided.dim == 3 && strided.size0 == 4 && strided.size1 == 3 &&
		  strided.size2 == 2);
	ck_assert(strided.stride0 == 1 && strided.stride1 == 4 && strided.stride2 == 12);
	ck_assert(strided.size3 == 1 && strided.stride3 == 0 && strided.dtype == CT_FLOAT64);
	OK(ct_contiguous(tensor, CT_CONTIGUOUS_FORMAT, &copy));
	OK(ct_tensor_data_as(copy, CT_FLOAT64, &elements));
	for (int i = 0; i < 24; i++)
		expected += i * elements[i];
	ck_assert_double_eq(weighted_sum(&strided), expected);
	OK(ct_tensor_access(copy, CT_FLOAT64, 3, &contiguous));
	ck_assert_double_eq(weighted_sum(&contiguous), expected);
	ct_tensor_free(copy);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(accessor_has_up_to_six_dimensions)
{
	ct_tensor *tensor = NULL, *seven = NULL, *number = NULL;
	ct_accessor x;

	OK(ct_tensor_zeros(CT_L(2, 2, 2, 2, 2, 2), CT_OPTIONS_DTYPE(CT_INT64), &tensor));
	OK(ct_tensor_access_mutable(tensor, CT_INT64, 6, &x));
	CT_ELEMENT6(int64_t, x, 1, 1, 0, 1, 0, 1) = 7;
	CT_ELEMENT5(int64_t, x, 0, 0, 0, 0, 1) = 8;
	CT_ELEMENT4(int64_t, x, 0, 0, 0, 1) = 9;
	CT_ELEMENT2(int64_t, x, 1, 0) = 10;
	CT_ELEMENT1(int64_t, x, 0) = 11;
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(tensor))[53], 7);
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(tensor))[2], 8);
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(tensor))[4], 9);
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(tensor))[32], 10);
	ck_assert_int_eq(((const int64_t *)ct_tensor_data(tensor))[0], 11);
	OK(ct_tensor_from_scalar(ct_scalar_int(3), NULL, &number));
	OK(ct_tensor_access(number, CT_INT64, 0, &x));
	ck_assert_int_eq(*(const int64_t *)x.data, 3);
	FAILS(ct_tensor_access(tensor, CT_INT64, 5, &x),
	      "ArgumentError: ct_tensor_access: argument 3 (dim) is 5, but the tensor has 6 "
	      "dimensions");
	FAILS(ct_tensor_access_mutable(tensor, CT_INT32, 6, &x),
	      "ArgumentError: ct_tensor_access_mutable: argument 2 (dtype) is int32, but the "
	      "tensor's dtype is int64; ct_to_dtype() converts it");
	OK(ct_unsqueeze(tensor, 0, &seven));
	FAILS(ct_tensor_access(seven, CT_INT64, 7, &x),
	      "ArgumentError: ct_tensor_access: argument 3 (dim) is 7, but must be from 0 to 6");
	ct_tensor_free(tensor);
	ct_tensor_free(seven);
	ct_tensor_free(number);
}
END_TEST

/* --- Copied ---------------------------------------------------------------------------------- */

START_TEST(copy_takes_the_elements_in_the_order_of_their_indices)
{
	ct_tensor *tensor = tensor_called("transposed");
	int32_t out[24];

	OK(ct_tensor_copy_to(tensor, CT_INT32, out, 24));
	ck_assert(out[0] == 0 && out[1] == 12 && out[2] == 4 && out[23] == 23);
	for (int i = 0; i < 24; i++)
		out[i] = i;
	OK(ct_tensor_copy_from(tensor, CT_INT32, out, 24));
	ck_assert_double_eq(((const double *)ct_tensor_data(tensor))[12], 1);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(copy_knows_sparse_quantized_and_recorded_tensors)
{
	ct_tensor *tensor = from_text("[[0, 2], [0, 0]]", CT_FLOAT32), *other = NULL;
	float out[4] = { 9, 9, 9, 9 };

	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &other));
	OK(ct_tensor_copy_to(other, CT_FLOAT32, out, 4));
	ck_assert_mem_eq(out, ((const float[]){ 0, 2, 0, 0 }), sizeof out);
	ct_tensor_free(other);
	OK(ct_quantize_per_tensor(tensor, .5, 1, CT_QUINT8, &other));
	OK(ct_tensor_copy_to(other, CT_FLOAT32, out, 4));
	ck_assert_mem_eq(out, ((const float[]){ 0, 2, 0, 0 }), sizeof out);
	ct_tensor_free(other);
	OK(ct_tensor_set_requires_grad(tensor, true));
	OK(ct_mul_Scalar(tensor, ct_scalar_int(3), &other));
	OK(ct_tensor_copy_to(other, CT_FLOAT32, out, 4));
	ck_assert_float_eq(out[1], 6);
	FAILS_WITH(ct_tensor_copy_from(tensor, CT_FLOAT32, out, 4), CT_ERROR_RUNTIME,
		   "a leaf Variable that requires grad");
	ct_tensor_free(other);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(copy_wants_the_exact_length)
{
	ct_tensor *tensor = from_text("[1, 2]", CT_INT64), *none = NULL;
	int64_t out[4] = { 5, 5, 5, 5 };
	unsigned char bytes[2] = { 1, 2 };

	FAILS(ct_tensor_copy_to(tensor, CT_INT64, out, 3),
	      "ArgumentError: ct_tensor_copy_to: argument 4 (data_len) is 3, but the tensor has 2 "
	      "elements");
	FAILS(ct_tensor_copy_to(tensor, CT_INT64, NULL, 2),
	      "ArgumentError: ct_tensor_copy_to: argument 3 (data) must not be NULL, since the "
	      "tensor has 2 elements");
	FAILS(ct_tensor_copy_to(tensor, CT_INT64, (char *)out + 1, 2),
	      "ArgumentError: ct_tensor_copy_to: argument 3 (data) must be aligned to 8 bytes");
	FAILS(ct_tensor_copy_from(tensor, CT_INT64, out, -1),
	      "ArgumentError: ct_tensor_copy_from: argument 4 (data_len) is -1, but the tensor "
	      "has 2 elements");
	FAILS(ct_tensor_copy_from(tensor, CT_BOOL, bytes, 2),
	      "ArgumentError: ct_tensor_copy_from: argument 3 (data): element 1 is 2, a bool "
	      "must be 0 or 1");
	FAILS(ct_tensor_copy_to(tensor, CT_QINT8, out, 2),
	      "ArgumentError: ct_tensor_copy_to: argument 2 (dtype): qint8 is a quantized dtype; "
	      "quantize a floating-point tensor instead");
	ck_assert_int_eq(out[0], 5);
	ct_tensor_free(tensor);
	OK(ct_tensor_empty(CT_L(0), NULL, &none));
	OK(ct_tensor_copy_to(none, CT_FLOAT32, NULL, 0));
	OK(ct_tensor_copy_from(none, CT_FLOAT32, NULL, 0));
	ct_tensor_free(none);
}
END_TEST

Suite *element_data_suite(void)
{
	Suite *suite = suite_create("data of elements");
	TCase *tests = tests_of("data of elements");

	tcase_add_test(tests, data_has_the_dtype_that_was_asked_for);
	tcase_add_test(tests, data_is_read_on_the_cpu_alone);
	tcase_add_test(tests, accessor_reads_any_strides);
	tcase_add_test(tests, accessor_has_up_to_six_dimensions);
	tcase_add_test(tests, copy_takes_the_elements_in_the_order_of_their_indices);
	tcase_add_test(tests, copy_knows_sparse_quantized_and_recorded_tensors);
	tcase_add_test(tests, copy_wants_the_exact_length);
	suite_add_tcase(suite, tests);
	return suite;
}
