/*
 * Tensors from C data, around C data, their properties, items.
 */
#include <math.h>

#include "support.h"

/* --- From data ------------------------------------------------------------------------------- */

/* 1 and 2 in every dtype that C data can have, as bytes. */
static const struct {
	ct_dtype dtype;
	int64_t size;
	unsigned char bytes[32];
} encodings[] = {
	{ CT_UINT8, 1, { 1, 2 } },
	{ CT_INT8, 1, { 1, 2 } },
	{ CT_UINT16, 2, { 1, 0, 2, 0 } },
	{ CT_INT16, 2, { 1, 0, 2, 0 } },
	{ CT_UINT32, 4, { 1, 0, 0, 0, 2, 0, 0, 0 } },
	{ CT_INT32, 4, { 1, 0, 0, 0, 2, 0, 0, 0 } },
	{ CT_UINT64, 8, { 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0 } },
	{ CT_INT64, 8, { 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0 } },
	{ CT_FLOAT16, 2, { 0x00, 0x3c, 0x00, 0x40 } },
	{ CT_BFLOAT16, 2, { 0x80, 0x3f, 0x00, 0x40 } },
	{ CT_FLOAT32, 4, { 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40 } },
	{ CT_FLOAT64, 8, { 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40 } },
	{ CT_COMPLEX32, 4, { 0x00, 0x3c, 0, 0, 0x00, 0x40, 0, 0 } },
	{ CT_COMPLEX64, 8, { 0, 0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0 } },
	{ CT_COMPLEX128, 16, { 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0,
			       0, 0, 0, 0, 0, 0, 0,    0,    0, 0, 0, 0x40 } },
	{ CT_FLOAT8_E5M2, 1, { 0x3c, 0x40 } },
	{ CT_FLOAT8_E4M3FN, 1, { 0x38, 0x40 } },
	{ CT_FLOAT8_E5M2FNUZ, 1, { 0x40, 0x44 } },
	{ CT_FLOAT8_E4M3FNUZ, 1, { 0x40, 0x48 } },
	{ CT_FLOAT8_E8M0FNU, 1, { 127, 128 } },
};

START_TEST(data_of_every_dtype_is_understood)
{
	ct_tensor *tensor, *second;

	if (is_refused_dtype(encodings[_i].dtype))
		return;
	OK(ct_tensor_from_data(encodings[_i].bytes, encodings[_i].dtype, CT_L(2), &tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), encodings[_i].dtype);
	ck_assert_int_eq(ct_tensor_element_size(tensor), encodings[_i].size);
	ck_assert_mem_eq(ct_tensor_data(tensor), encodings[_i].bytes,
			 (size_t)(2 * encodings[_i].size));
	OK(ct_select_int(tensor, 0, 1, &second));
	ck_assert_double_eq(value_of(second), 2);
	ct_tensor_free(second);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(bools_must_be_0_or_1)
{
	ct_tensor *tensor = UNTOUCHED;
	bool second = false;

	OK(ct_tensor_from_data((const bool[]){ true, false }, CT_BOOL, CT_L(2), &tensor));
	ck_assert_mem_eq(ct_tensor_data(tensor), "\1\0", 2);
	ct_tensor_free(tensor);
	OK(ct_tensor_from_data((const bool[]){ true }, CT_BOOL, CT_NO_INTS, &tensor));
	OK(ct_tensor_item_bool(tensor, &second));
	ck_assert(second);
	ct_tensor_free(tensor);
	tensor = UNTOUCHED;
	FAILS(ct_tensor_from_data("\1\0\7", CT_BOOL, CT_L(3), &tensor),
	      "ArgumentError: ct_tensor_from_data: argument 1 (data): element 2 is 7, a bool must "
	      "be 0 or 1");
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

START_TEST(data_is_copied)
{
	float values[] = { 1, 2 };
	ct_tensor *tensor = vector(2, values);

	values[0] = 100;
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(shape_without_dimensions_is_one_number)
{
	ct_tensor *tensor = number(2.5f);

	ck_assert_int_eq(ct_tensor_dim(tensor), 0);
	ck_assert_int_eq(ct_tensor_numel(tensor), 1);
	ck_assert_double_eq(value_of(tensor), 2.5);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(shape_without_elements_needs_no_data)
{
	ct_tensor *tensor;

	OK(ct_tensor_from_data(NULL, CT_FLOAT32, CT_L(3, 0), &tensor));
	ck_assert_int_eq(ct_tensor_numel(tensor), 0);
	ck_assert_int_eq(ct_tensor_size(tensor, 0), 3);
	ck_assert_ptr_null(ct_tensor_data(tensor));
	ct_tensor_free(tensor);
	OK(ct_tensor_from_blob(NULL, CT_FLOAT32, CT_L(0), CT_NO_INTS, NULL, NULL, &tensor));
	ck_assert_int_eq(ct_tensor_numel(tensor), 0);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(an_array_says_its_dtype_and_size)
{
	const float floats[] = { 1, 2, 3, 4, 5, 6 };
	int64_t rows[2][2] = { { 1, 2 }, { 3, 4 } };
	const double _Complex number[1] = { 1 };
	bool bools[] = { true, false };
	ct_tensor *tensor = UNTOUCHED;

	OK(CT_TENSOR_FROM_MEMORY(floats, CT_L(2, 3), &tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_FLOAT32);
	assert_floats(tensor, (int64_t[]){ 2, 3, -1 }, (double[]){ 1, 2, 3, 4, 5, 6 });
	ct_tensor_free(tensor);
	OK(CT_TENSOR_FROM_MEMORY(rows, CT_L(4), &tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_INT64);
	assert_floats(tensor, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 3, 4 });
	ct_tensor_free(tensor);
	OK(CT_TENSOR_FROM_MEMORY(number, CT_NO_INTS, &tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_COMPLEX128);
	ct_tensor_free(tensor);
	OK(CT_TENSOR_FROM_MEMORY(bools, CT_L(2), &tensor));
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_BOOL);
	ct_tensor_free(tensor);
	tensor = UNTOUCHED;
	FAILS(CT_TENSOR_FROM_MEMORY(floats, CT_L(2, 2), &tensor),
	      "ArgumentError: ct_tensor_from_memory: argument 2 (nbytes) is 24, but the shape "
	      "needs 16 bytes of float32");
	FAILS(ct_tensor_from_memory(floats, 24, CT_FLOAT64, CT_L(6), &tensor),
	      "ArgumentError: ct_tensor_from_memory: argument 2 (nbytes) is 24, but the shape "
	      "needs 48 bytes of float64");
	ck_assert_ptr_eq(tensor, UNTOUCHED);
}
END_TEST

START_TEST(impossible_requests_are_refused)
{
	const float value = 1;
	const int64_t negative[] = { 2, -1 };
	const int64_t huge[] = { INT64_MAX, 2 };
	const int64_t wide[] = { INT64_MAX / 2 };

	FAILS(ct_tensor_from_data(NULL, CT_FLOAT32, CT_NO_INTS, NULL),
	      "ArgumentError: ct_tensor_from_data: argument 1 (data) must not be NULL, since the "
	      "shape has 1 elements");
	FAILS(ct_tensor_from_data(&value, CT_DTYPE_NONE, CT_NO_INTS, NULL),
	      "ArgumentError: ct_tensor_from_data: argument 2 (dtype) must not be CT_DTYPE_NONE");
	FAILS(ct_tensor_from_data(&value, CT_BCOMPLEX32 + 1, CT_NO_INTS, NULL),
	      "ArgumentError: ct_tensor_from_data: argument 2 (dtype): unknown dtype 48");
	FAILS(ct_tensor_from_data(&value, CT_QINT8, CT_NO_INTS, NULL),
	      "ArgumentError: ct_tensor_from_data: argument 2 (dtype): qint8 is a quantized "
	      "dtype; quantize a floating-point tensor instead");
	FAILS(ct_tensor_from_data(&value, CT_FLOAT32, CT_INTS_OF(negative, 2), NULL),
	      "ArgumentError: ct_tensor_from_data: argument 3 (shape): element 1 is -1, but must "
	      "not be negative");
	FAILS(ct_tensor_from_data(&value, CT_FLOAT32, CT_INTS_OF(negative, -2), NULL),
	      "ArgumentError: ct_tensor_from_data: argument 3 (shape): length is -2, but must "
	      "not be negative");
	FAILS(ct_tensor_from_data(&value, CT_FLOAT32, CT_INTS_OF(NULL, 1), NULL),
	      "ArgumentError: ct_tensor_from_data: argument 3 (shape) must not be NULL, since its "
	      "length is 1");
	FAILS(ct_tensor_from_data(&value, CT_FLOAT32, CT_INTS_OF(huge, 2), NULL),
	      "ArgumentError: ct_tensor_from_data: argument 3 (shape): larger than the address "
	      "space");
	FAILS(ct_tensor_from_data(&value, CT_FLOAT32, CT_INTS_OF(wide, 1), NULL),
	      "ArgumentError: ct_tensor_from_data: argument 3 (shape): larger than the address "
	      "space");
}
END_TEST

/* --- Around data ----------------------------------------------------------------------------- */

START_TEST(blob_shares_its_memory)
{
	float values[] = { 1, 2, 3, 4 };
	ct_tensor *tensor;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(2, 2), CT_NO_INTS, NULL, NULL, &tensor));
	ck_assert_ptr_eq(ct_tensor_data(tensor), values);
	values[3] = 40;
	assert_floats(tensor, (int64_t[]){ 2, 2, -1 }, (double[]){ 1, 2, 3, 40 });
	OK(ct_mul__Tensor(tensor, tensor, NULL));
	ck_assert_double_eq(values[1], 4);
	ct_tensor_free(tensor);
}
END_TEST

/* Columns of a row-major matrix, every second element, and one element repeated. */
START_TEST(blob_obeys_its_strides)
{
	float values[] = { 1, 2, 3, 4, 5, 6 };
	ct_tensor *tensor;

	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(3, 2), CT_L(1, 3), NULL, NULL, &tensor));
	assert_floats(tensor, (int64_t[]){ 3, 2, -1 }, (double[]){ 1, 4, 2, 5, 3, 6 });
	ck_assert_int_eq(ct_tensor_strides(tensor)[1], 3);
	ck_assert(!ct_tensor_is_contiguous(tensor));
	ct_tensor_free(tensor);
	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(3), CT_L(2), NULL, NULL, &tensor));
	assert_floats(tensor, (int64_t[]){ 3, -1 }, (double[]){ 1, 3, 5 });
	ct_tensor_free(tensor);
	OK(ct_tensor_from_blob(values, CT_FLOAT32, CT_L(2), CT_L(0), NULL, NULL, &tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 1 });
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(impossible_strides_are_refused)
{
	float values[] = { 1, 2 };
	const int64_t shape[] = { 2 }, negative[] = { -1 }, far[] = { INT64_MAX / 2 };

	FAILS(ct_tensor_from_blob(values, CT_FLOAT32, CT_INTS_OF(shape, 1), CT_INTS_OF(negative, 1),
				  NULL, NULL, NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 4 (strides): element 0 is -1, but "
	      "must not be negative");
	FAILS(ct_tensor_from_blob(values, CT_FLOAT32, CT_INTS_OF(shape, 1), CT_INTS_OF(shape, 0),
				  NULL, NULL, NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 4 (strides): length is 0, but must "
	      "equal the length of shape, 1");
	FAILS(ct_tensor_from_blob(values, CT_FLOAT32, CT_INTS_OF(shape, 1), CT_INTS_OF(far, 1),
				  NULL, NULL, NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 4 (strides): larger than the address "
	      "space");
	FAILS(ct_tensor_from_blob((char *)values + 1, CT_FLOAT32, CT_INTS_OF(shape, 1), CT_NO_INTS,
				  NULL, NULL, NULL),
	      "ArgumentError: ct_tensor_from_blob: argument 1 (data) must be aligned to 4 bytes");
}
END_TEST

/* --- Properties ------------------------------------------------------------------------------ */

START_TEST(getters_tell_what_a_tensor_is)
{
	ct_tensor *tensor = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 });
	ct_tensor *column;

	ck_assert_int_eq(ct_tensor_dim(tensor), 2);
	ck_assert_int_eq(ct_tensor_shape(tensor)[0], 2);
	ck_assert_int_eq(ct_tensor_shape(tensor)[1], 3);
	ck_assert_int_eq(ct_tensor_strides(tensor)[0], 3);
	ck_assert_int_eq(ct_tensor_numel(tensor), 6);
	ck_assert_int_eq(ct_tensor_element_size(tensor), 4);
	ck_assert_int_eq(ct_tensor_dtype(tensor), CT_FLOAT32);
	ck_assert_int_eq(ct_tensor_layout(tensor), CT_STRIDED);
	ck_assert_int_eq(ct_tensor_device(tensor).type, CT_DEVICE_TYPE_CPU);
	ck_assert(ct_tensor_is_contiguous(tensor));
	ck_assert(!ct_tensor_requires_grad(tensor));
	ck_assert(ct_tensor_is_leaf(tensor));

	OK(ct_select_int(tensor, 1, 1, &column));
	ck_assert_int_eq(ct_tensor_storage_offset(column), 1);
	ck_assert(!ct_tensor_is_contiguous(column));
	ck_assert_ptr_eq(ct_tensor_data(column), (const float *)ct_tensor_data(tensor) + 1);
	ct_tensor_free(column);
	ct_tensor_free(tensor);
}
END_TEST

/* Which of is_nested, is_quantized, is_conj and is_neg a tensor is: a letter for each. */
static const char *kinds_of(const ct_tensor *tensor)
{
	static char kinds[5];
	bool is_conj, is_neg;

	OK(ct_is_conj(tensor, &is_conj));
	OK(ct_is_neg(tensor, &is_neg));
	ck_assert(ct_tensor_is_conj(tensor) == is_conj);
	ck_assert(ct_tensor_is_neg(tensor) == is_neg);
	snprintf(kinds, sizeof kinds, "%s%s%s%s", ct_tensor_is_nested(tensor) ? "n" : "",
		 ct_tensor_is_quantized(tensor) ? "q" : "", is_conj ? "c" : "", is_neg ? "-" : "");
	return kinds;
}

START_TEST(conjugated_and_negative_views_are_told_from_others)
{
	ct_tensor *real = vector(2, (const float[]){ 1, 2 }), *complex_, *conj, *imag;

	OK(ct_complex(real, real, &complex_));
	OK(ct_conj(complex_, &conj));
	OK(ct_imag(conj, &imag));
	ck_assert_str_eq(kinds_of(real), "");
	ck_assert_str_eq(kinds_of(complex_), "");
	ck_assert_str_eq(kinds_of(conj), "c");
	ck_assert_str_eq(kinds_of(imag), "-");
	ct_tensor_free(imag);
	ct_tensor_free(conj);
	ct_tensor_free(complex_);
	ct_tensor_free(real);
}
END_TEST

START_TEST(nested_and_quantized_tensors_are_told_from_others)
{
	ct_tensor *parts[] = { vector(2, (const float[]){ 1, 2 }), number(3) };
	ct_tensor *row, *nested, *quantized;

	OK(ct_unsqueeze(parts[1], 0, &row));
	OK(ct__nested_tensor_from_tensor_list((ct_tensor *[]){ parts[0], row }, 2, CT_DTYPE_NONE,
					      CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &nested));
	OK(ct_quantize_per_tensor(parts[0], .5, 0, CT_QINT8, &quantized));
	ck_assert_str_eq(kinds_of(nested), "n");
	ck_assert_str_eq(kinds_of(quantized), "q");
	ct_tensor_free(quantized);
	ct_tensor_free(nested);
	ct_tensor_free(row);
	ct_tensor_free(parts[1]);
	ct_tensor_free(parts[0]);
}
END_TEST

START_TEST(size_counts_from_both_ends)
{
	ct_tensor *tensor = matrix(2, 3, (const float[]){ 1, 2, 3, 4, 5, 6 });

	ck_assert_int_eq(ct_tensor_size(tensor, 0), 2);
	ck_assert_int_eq(ct_tensor_size(tensor, -1), 3);
	ck_assert_int_eq(ct_tensor_size(tensor, -2), 2);
	ck_assert_int_eq(ct_tensor_size(tensor, 2), -1);
	ck_assert_int_eq(ct_tensor_size(tensor, -3), -1);
	ck_assert_int_eq(ct_tensor_size(tensor, INT64_MIN), -1);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(undefined_tensor_has_no_answers)
{
	ck_assert_ptr_null(ct_tensor_data(NULL));
	ck_assert_ptr_null(ct_tensor_mutable_data(NULL));
	ck_assert_ptr_null(ct_tensor_shape(NULL));
	ck_assert_ptr_null(ct_tensor_strides(NULL));
	ck_assert_int_eq(ct_tensor_dim(NULL), -1);
	ck_assert_int_eq(ct_tensor_size(NULL, 0), -1);
	ck_assert_int_eq(ct_tensor_numel(NULL), -1);
	ck_assert_int_eq(ct_tensor_element_size(NULL), 0);
	ck_assert_int_eq(ct_tensor_storage_offset(NULL), 0);
	ck_assert_int_eq(ct_tensor_dtype(NULL), CT_DTYPE_NONE);
	ck_assert_int_eq(ct_tensor_device(NULL).type, CT_DEVICE_TYPE_NONE);
	ck_assert_int_eq(ct_tensor_layout(NULL), CT_LAYOUT_NONE);
	ck_assert(!ct_tensor_is_contiguous(NULL));
	ck_assert(!ct_tensor_is_nested(NULL));
	ck_assert(!ct_tensor_is_quantized(NULL));
	ck_assert(!ct_tensor_is_conj(NULL));
	ck_assert(!ct_tensor_is_neg(NULL));
	ck_assert(!ct_tensor_requires_grad(NULL));
	ck_assert(!ct_tensor_is_leaf(NULL));
}
END_TEST

START_TEST(sparse_tensor_has_neither_strides_nor_memory)
{
	ct_tensor *tensor = matrix(2, 2, (const float[]){ 1, 0, 0, 2 }), *sparse;

	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	ck_assert_int_eq(ct_tensor_layout(sparse), CT_SPARSE_COO);
	ck_assert_int_eq(ct_tensor_dim(sparse), 2);
	ck_assert_int_eq(ct_tensor_size(sparse, 1), 2);
	ck_assert_ptr_null(ct_tensor_strides(sparse));
	ck_assert_ptr_null(ct_tensor_data(sparse));
	ct_tensor_free(sparse);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(meta_tensor_has_a_shape_and_no_memory)
{
	ct_tensor *tensor;

	OK(ct_zeros((int64_t[]){ 2, 5 }, 2, CT_FLOAT64, CT_LAYOUT_NONE,
		    CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, &tensor));
	ck_assert_int_eq(ct_tensor_device(tensor).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_shape(tensor)[1], 5);
	ck_assert_ptr_null(ct_tensor_data(tensor));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(mutable_data_writes_into_the_tensor)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });

	((float *)ct_tensor_mutable_data(tensor))[1] = 20;
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 20 });
	ct_tensor_free(tensor);
}
END_TEST

#if HAS_LAZY_CLONE
/* A lazy clone shares memory until one of them is written to; reading must not separate the two. */
START_TEST(only_mutable_data_separates_a_lazy_clone)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 }), *clone;
	const void *data;

	OK(ct__lazy_clone(tensor, &clone));
	data = ct_tensor_data(tensor);
	ck_assert_ptr_eq(ct_tensor_data(clone), data);
	((float *)ct_tensor_mutable_data(clone))[0] = 9;
	ck_assert_ptr_ne(ct_tensor_data(clone), ct_tensor_data(tensor));
	assert_floats(tensor, (int64_t[]){ 2, -1 }, (double[]){ 1, 2 });
	ct_tensor_free(clone);
	ct_tensor_free(tensor);
}
END_TEST
#endif

/* --- Items ----------------------------------------------------------------------------------- */

START_TEST(item_converts_as_pytorch_does)
{
	ct_tensor *tensor = number(-2.75f);
	ct_scalar scalar;
	double real = 0;
	int64_t whole = 0;
	bool truth = false;

	OK(ct_tensor_item(tensor, &scalar));
	ck_assert_int_eq(scalar.kind, CT_SCALAR_FLOAT);
	OK(ct_tensor_item_double(tensor, &real));
	ck_assert_double_eq(real, -2.75);
	OK(ct_tensor_item_int64(tensor, &whole));
	ck_assert_int_eq(whole, -2);
	OK(ct_tensor_item_bool(tensor, &truth));
	ck_assert(truth);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(item_that_does_not_fit_is_an_error)
{
	ct_tensor *tensor = number(INFINITY);
	int64_t whole = 77;
	double real = 77;

	FAILS(ct_tensor_item_int64(tensor, &whole),
	      "RuntimeError: value cannot be converted to type int64_t without overflow");
	ck_assert_int_eq(whole, 77);
	ct_tensor_free(tensor);
	OK(ct_scalar_tensor(ct_scalar_complex(1, 2), CT_COMPLEX64, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			    NULL, &tensor));
	FAILS(ct_tensor_item_double(tensor, &real),
	      "RuntimeError: value cannot be converted to type double without overflow");
	ck_assert_double_eq(real, 77);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(item_needs_exactly_one_element)
{
	ct_tensor *tensor = vector(2, (const float[]){ 1, 2 });
	ct_error error = ct_tensor_item_double(tensor, NULL);

	ck_assert_str_eq(error,
			 "RuntimeError: a Tensor with 2 elements cannot be converted to Scalar");
	ck_assert_str_eq(ct_error_function(error), "ct_tensor_item_double");
	ct_error_free(error);
	ct_tensor_free(tensor);
	tensor = matrix(1, 1, (const float[]){ 8 });
	ck_assert_double_eq(value_of(tensor), 8);
	ct_tensor_free(tensor);
	FAILS(ct_tensor_item(NULL, NULL),
	      "ArgumentError: ct_tensor_item: argument 1 (self) must not be NULL");
}
END_TEST

Suite *tensors_suite(void)
{
	Suite *suite = suite_create("tensors");
	TCase *tests = tests_of("tensors");

	tcase_add_loop_test(tests, data_of_every_dtype_is_understood, 0,
			    sizeof encodings / sizeof *encodings);
	tcase_add_test(tests, bools_must_be_0_or_1);
	tcase_add_test(tests, data_is_copied);
	tcase_add_test(tests, shape_without_dimensions_is_one_number);
	tcase_add_test(tests, shape_without_elements_needs_no_data);
	tcase_add_test(tests, an_array_says_its_dtype_and_size);
	tcase_add_test(tests, impossible_requests_are_refused);
	tcase_add_test(tests, blob_shares_its_memory);
	tcase_add_test(tests, blob_obeys_its_strides);
	tcase_add_test(tests, impossible_strides_are_refused);
	tcase_add_test(tests, getters_tell_what_a_tensor_is);
	tcase_add_test(tests, conjugated_and_negative_views_are_told_from_others);
	tcase_add_test(tests, nested_and_quantized_tensors_are_told_from_others);
	tcase_add_test(tests, size_counts_from_both_ends);
	tcase_add_test(tests, undefined_tensor_has_no_answers);
	tcase_add_test(tests, sparse_tensor_has_neither_strides_nor_memory);
	tcase_add_test(tests, meta_tensor_has_a_shape_and_no_memory);
	tcase_add_test(tests, mutable_data_writes_into_the_tensor);
#if HAS_LAZY_CLONE
	tcase_add_test(tests, only_mutable_data_separates_a_lazy_clone);
#else
	LEFT_OUT("only_mutable_data_separates_a_lazy_clone", "there is no _lazy_clone");
#endif
	tcase_add_test(tests, item_converts_as_pytorch_does);
	tcase_add_test(tests, item_that_does_not_fit_is_an_error);
	tcase_add_test(tests, item_needs_exactly_one_element);
	suite_add_tcase(suite, tests);
	return suite;
}
