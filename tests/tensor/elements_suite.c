/*
 * Elements: the only one, one by its indices, all of them where they are, all of them copied.
 */
#include <math.h>

#include "create.h"

/* --- One number ------------------------------------------------------------------------------ */

static ct_tensor *from_text(const char *text, ct_dtype dtype)
{
	ct_tensor *tensor = NULL;

	OK(ct_tensor_from_text(text, CT_OPTIONS_DTYPE(dtype), &tensor));
	return tensor;
}

START_TEST(item_has_a_function_for_each_type)
{
	ct_tensor *tensor = from_text("[[42]]", CT_INT16);
	int64_t i64 = 0;
	int32_t i32 = 0;
	int16_t i16 = 0;
	int8_t i8 = 0;
	uint64_t u64 = 0;
	uint32_t u32 = 0;
	uint16_t u16 = 0;
	uint8_t u8 = 0;
	float f = 0;
	double d = 0, re = 0, im = 1;
	bool b = false;

	OK(ct_tensor_item_int64(tensor, &i64));
	OK(ct_tensor_item_int32(tensor, &i32));
	OK(ct_tensor_item_int16(tensor, &i16));
	OK(ct_tensor_item_int8(tensor, &i8));
	OK(ct_tensor_item_uint64(tensor, &u64));
	OK(ct_tensor_item_uint32(tensor, &u32));
	OK(ct_tensor_item_uint16(tensor, &u16));
	OK(ct_tensor_item_uint8(tensor, &u8));
	OK(ct_tensor_item_float(tensor, &f));
	OK(ct_tensor_item_double(tensor, &d));
	OK(ct_tensor_item_bool(tensor, &b));
	OK(ct_tensor_item_complex(tensor, &re, &im));
	ck_assert(i64 == 42 && i32 == 42 && i16 == 42 && i8 == 42);
	ck_assert(u64 == 42 && u32 == 42 && u16 == 42 && u8 == 42);
	ck_assert(f == 42 && d == 42 && b && re == 42 && im == 0);
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(item_that_does_not_fit_names_the_type)
{
	ct_tensor *large = from_text("300", CT_INT64), *negative = from_text("-1", CT_INT64);
	ct_tensor *fraction = from_text("-128.5", CT_FLOAT64),
		  *huge = from_text("1e39", CT_FLOAT64);
	ct_tensor *complex_ = from_text("1j", CT_COMPLEX64),
		  *infinite = from_text("inf", CT_FLOAT64);
	int8_t i8 = 7;
	uint8_t u8 = 7;
	float f = 7;

#define OVERFLOWS(call, type) \
	FAILS(call, "RuntimeError: value cannot be converted to type " type " without overflow")
	OVERFLOWS(ct_tensor_item_int8(large, &i8), "int8_t");
	OVERFLOWS(ct_tensor_item_uint8(large, &u8), "uint8_t");
	OVERFLOWS(ct_tensor_item_uint8(negative, &u8), "uint8_t");
	OVERFLOWS(ct_tensor_item_uint16(negative, NULL), "uint16_t");
	OVERFLOWS(ct_tensor_item_uint32(negative, NULL), "uint32_t");
	OVERFLOWS(ct_tensor_item_uint64(negative, NULL), "uint64_t");
	OVERFLOWS(ct_tensor_item_int8(fraction, &i8), "int8_t");
	OVERFLOWS(ct_tensor_item_float(huge, &f), "float");
	OVERFLOWS(ct_tensor_item_int16(huge, NULL), "int16_t");
	OVERFLOWS(ct_tensor_item_int32(huge, NULL), "int");
	OVERFLOWS(ct_tensor_item_int64(infinite, NULL), "int64_t");
	OVERFLOWS(ct_tensor_item_float(complex_, &f), "float");
	OVERFLOWS(ct_tensor_item_int8(complex_, &i8), "int8_t");
	ck_assert(i8 == 7 && u8 == 7 && f == 7);
	OK(ct_tensor_item_float(infinite, &f));
	ck_assert(isinf(f));
	FAILS(ct_tensor_item_int8(NULL, &i8),
	      "ArgumentError: ct_tensor_item_int8: argument 1 (self) must not be NULL");
	ct_tensor_free(large);
	ct_tensor_free(negative);
	ct_tensor_free(fraction);
	ct_tensor_free(huge);
	ct_tensor_free(complex_);
	ct_tensor_free(infinite);
}
END_TEST

/* --- By index -------------------------------------------------------------------------------- */

/* The tensors of create.py. */
static ct_tensor *tensor_called(const char *name)
{
	ct_tensor *flat = NULL, *plain = NULL, *tensor = NULL, *part = NULL;

	OK(ct_tensor_arange(ct_scalar_int(0), ct_scalar_int(24), ct_scalar_int(1),
			    CT_OPTIONS_DTYPE(CT_FLOAT64), &flat));
	OK(ct_view(flat, CT_SHAPE(2, 3, 4), &plain));
	if (strcmp(name, "flat") == 0) {
		tensor = ct_tensor_keep(flat);
	} else if (strcmp(name, "plain") == 0) {
		tensor = ct_tensor_keep(plain);
	} else if (strcmp(name, "transposed") == 0) {
		OK(ct_transpose_int(plain, 0, 2, &tensor));
	} else if (strcmp(name, "number") == 0) {
		OK(ct_tensor_from_scalar(ct_scalar_float(5), NULL, &tensor));
	} else if (strcmp(name, "empty") == 0) {
		OK(ct_narrow(plain, 1, 0, 0, &tensor));
	} else if (strcmp(name, "row") == 0) {
		OK(ct_select_int(plain, 0, 0, &part));
		OK(ct_narrow(part, 0, 0, 1, &tensor));
		ct_tensor_free(part);
		part = tensor;
		OK(ct_narrow(part, 1, 0, 1, &tensor));
		ct_tensor_free(part);
	} else {
		ck_abort_msg("tensor_called() does not know %s", name);
	}
	ct_tensor_free(flat);
	ct_tensor_free(plain);
	return tensor;
}

static void read_element(const json_t *of_case)
{
	const char *name = expected_text(of_case, "tensor");
	ct_tensor *tensor = tensor_called(name);
	int64_t n, *index = expected_ints(of_case, "index", &n), whole = -1;
	double value = -1;
	ct_error error = ct_tensor_element_double(tensor, index, n, &value);

	if (json_object_get(of_case, "error")) {
		ck_assert_msg(error != NULL, "%s, %d indices: no error", name, (int)n);
		ck_assert_str_eq(error, expected_text(of_case, "error"));
		ct_error_free(error);
	} else {
		ck_assert_msg(error == NULL, "%s, %d indices: %s", name, (int)n, error);
		ck_assert_double_eq(value, expected_double(of_case, "value"));
		OK(ct_tensor_element_int64(tensor, index, n, &whole));
		ck_assert_int_eq(whole, (int64_t)value);
	}
	free(index);
	ct_tensor_free(tensor);
}

START_TEST(element_is_found_as_python_finds_it)
{
	for_each_case("element", 130, read_element);
}
END_TEST

static void assign(const json_t *of_case)
{
	const char *dtype = expected_text(of_case, "dtype");
	const double number = expected_double(of_case, "number");
	ct_tensor *tensor = from_text("[1, 1]", dtype_named(dtype));
	ct_error error;
	char what[64];

	snprintf(what, sizeof what, "%s: %g", dtype, number);
	if (json_is_integer(json_object_get(of_case, "number")))
		error = ct_tensor_set_element_int64(tensor, CT_SHAPE(0),
						    expected_int(of_case, "number"));
	else
		error = ct_tensor_set_element_double(tensor, CT_SHAPE(0), number);
	assert_case(of_case, what, error, tensor);
	if (json_object_get(of_case, "error"))
		ct_tensor_free(tensor);
}

START_TEST(element_is_assigned_as_python_assigns_it)
{
	for_each_case("assigned", 300, assign);
}
END_TEST

START_TEST(element_of_every_kind_keeps_its_kind)
{
	static const struct {
		const char *text;
		ct_dtype dtype;
		int32_t kind;
	} elements[] = {
		{ "[7]", CT_INT64, CT_SCALAR_INT },
		{ "[7]", CT_UINT8, CT_SCALAR_INT },
		{ "[7]", CT_FLOAT32, CT_SCALAR_FLOAT },
		{ "[7]", CT_FLOAT16, CT_SCALAR_FLOAT },
		{ "[7]", CT_BFLOAT16, CT_SCALAR_FLOAT },
		{ "[True]", CT_BOOL, CT_SCALAR_BOOL },
		{ "[7j]", CT_COMPLEX64, CT_SCALAR_COMPLEX },
		{ "[7]", CT_UINT16, CT_SCALAR_INT },
		{ "[7]", CT_FLOAT8_E5M2, CT_SCALAR_FLOAT },
		{ "[7j]", CT_COMPLEX32, CT_SCALAR_COMPLEX },
		{ "[18446744073709551615]", CT_UINT64, CT_SCALAR_UINT },
	};

	for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
		ct_tensor *tensor = from_text(elements[i].text, elements[i].dtype);
		ct_scalar element = { .kind = -1 }, item;

		OK(ct_tensor_element(tensor, CT_SHAPE(0), &element));
		OK(ct_tensor_item(tensor, &item));
		ck_assert_int_eq(element.kind, elements[i].kind);
		ck_assert(element.i == item.i && element.re == item.re && element.im == item.im);
		ct_tensor_free(tensor);
	}
}
END_TEST

START_TEST(fewer_indices_fill_what_they_select)
{
	ct_tensor *tensor = tensor_called("transposed"), *row = NULL, *sum = NULL;

	OK(ct_tensor_set_element_double(tensor, CT_SHAPE(-1), 1));
	OK(ct_select_int(tensor, 0, 3, &row));
	OK(ct_sum(row, CT_DTYPE_NONE, &sum));
	ck_assert_double_eq(value_of(sum), 6);
	FAILS(ct_tensor_set_element_double(tensor, CT_SHAPE(4), 1),
	      "IndexError: index 4 is out of bounds for dimension 0 with size 4");
	FAILS(ct_tensor_set_element(tensor, CT_SHAPE(0, 0, 0), (ct_scalar){ .kind = 7 }),
	      "ArgumentError: ct_tensor_set_element: argument 4 (value): unknown kind of scalar 7");
	ct_tensor_free(tensor);
	ct_tensor_free(row);
	ct_tensor_free(sum);
}
END_TEST

/* The numbers of a conjugate view are not what lies in memory. */
START_TEST(views_that_compute_are_read_and_written_as_numbers)
{
	ct_tensor *tensor = from_text("[1+2j, 3+4j]", CT_COMPLEX64), *view = NULL;
	const void *data = NULL;
	ct_scalar element;

	OK(ct_conj(tensor, &view));
	OK(ct_tensor_element(view, CT_SHAPE(1), &element));
	ck_assert_double_eq(element.im, -4);
	OK(ct_tensor_set_element(view, CT_SHAPE(0), ct_scalar_complex(0, 9)));
	OK(ct_tensor_element(tensor, CT_SHAPE(0), &element));
	ck_assert_double_eq(element.im, -9);
	FAILS(ct_tensor_data_as(view, CT_COMPLEX64, &data),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) is a conjugate or negative "
	      "view, "
	      "whose memory does not hold its numbers; ct_resolve_conj() and ct_resolve_neg() copy "
	      "it");
	ct_tensor_free(view);
	ct_tensor_free(tensor);
}
END_TEST

/* --- Autograd -------------------------------------------------------------------------------- */

static void compare_leaf_error(const json_t *of_case)
{
	ct_tensor *leaf = NULL;

	if (strcmp(expected_text(of_case, "call"), "assign to a leaf") != 0)
		return;
	OK(ct_tensor_zeros(CT_SHAPE(2, 3), CT_OPTIONS_GRAD, &leaf));
	FAILS(ct_tensor_set_element_double(leaf, CT_SHAPE(0, 1), 5),
	      expected_text(of_case, "error"));
	CT_NO_GRAD
	{
		OK(ct_tensor_set_element_double(leaf, CT_SHAPE(0, 1), 5));
	}
	ct_tensor_free(leaf);
}

START_TEST(element_of_a_leaf_is_not_assigned)
{
	for_each_case("error", 7, compare_leaf_error);
}
END_TEST

START_TEST(assigning_is_recorded)
{
	ct_tensor *leaf = NULL, *twice = NULL, *sum = NULL, *grad = NULL;

	OK(ct_tensor_ones(CT_SHAPE(3), CT_OPTIONS_GRAD, &leaf));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &twice));
	OK(ct_tensor_set_element_double(twice, CT_SHAPE(1), 100));
	OK(ct_sum(twice, CT_DTYPE_NONE, &sum));
	ck_assert_double_eq(value_of(sum), 104);
	OK(ct_autograd_backward(sum));
	OK(ct_tensor_grad(leaf, &grad));
	assert_floats(grad, (int64_t[]){ 3, -1 }, (double[]){ 2, 0, 2 });
	ct_tensor_free(leaf);
	ct_tensor_free(twice);
	ct_tensor_free(sum);
	ct_tensor_free(grad);
}
END_TEST

/* What backward has kept is known to have changed. */
START_TEST(assigning_is_noticed_by_backward)
{
	ct_tensor *leaf = NULL, *factor = from_text("[2., 3.]", CT_DTYPE_NONE), *product = NULL,
		  *sum = NULL;

	OK(ct_tensor_ones(CT_SHAPE(2), CT_OPTIONS_GRAD, &leaf));
	OK(ct_mul_Tensor(leaf, factor, &product));
	OK(ct_sum(product, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_set_element_double(factor, CT_SHAPE(0), 7));
	FAILS_WITH(ct_autograd_backward(sum), CT_ERROR_RUNTIME, "modified by an inplace operation");
	ct_tensor_free(leaf);
	ct_tensor_free(factor);
	ct_tensor_free(product);
	ct_tensor_free(sum);
}
END_TEST

/* --- Where they are -------------------------------------------------------------------------- */

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
	      "ArgumentError: ct_tensor_data_as: argument 2 (dtype): there is no dtype 99");
	OK(ct_to_sparse(tensor, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	FAILS(ct_tensor_data_as(sparse, CT_FLOAT32, &x),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) has no strided elements; "
	      "ct_to_dense() makes some");
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

	OK(ct_tensor_zeros(CT_SHAPE(2), CT_OPTIONS_DEVICE(CT_DEVICE(CT_DEVICE_TYPE_META, -1)),
			   &meta));
	FAILS(ct_tensor_data_as(meta, CT_FLOAT32, &x),
	      "ArgumentError: ct_tensor_data_as: argument 1 (self) is on meta; ct_to_device() "
	      "copies it to the CPU");
	FAILS_WITH(ct_tensor_copy_to(meta, CT_FLOAT32, out, 2), CT_ERROR_NOT_IMPLEMENTED, "meta");
	FAILS_WITH(ct_tensor_element_double(meta, CT_SHAPE(0), NULL), CT_ERROR_NOT_IMPLEMENTED,
		   "Meta");
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
				sum += (double)position++ * CT_AT3(const double, *x, i, j, k);
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

	OK(ct_tensor_zeros(CT_SHAPE(2, 2, 2, 2, 2, 2), CT_OPTIONS_DTYPE(CT_INT64), &tensor));
	OK(ct_tensor_access_mutable(tensor, CT_INT64, 6, &x));
	CT_AT6(int64_t, x, 1, 1, 0, 1, 0, 1) = 7;
	CT_AT5(int64_t, x, 0, 0, 0, 0, 1) = 8;
	CT_AT4(int64_t, x, 0, 0, 0, 1) = 9;
	CT_AT2(int64_t, x, 1, 0) = 10;
	CT_AT1(int64_t, x, 0) = 11;
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
	      "ArgumentError: ct_tensor_access: argument 3 (dim) is 7, it must be 0 to 6");
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

START_TEST(copy_knows_sparse_quantised_and_recorded_tensors)
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
	      "ArgumentError: ct_tensor_copy_to: argument 4 (out_len) is 3, but the tensor has 2 "
	      "elements");
	FAILS(ct_tensor_copy_to(tensor, CT_INT64, NULL, 2),
	      "ArgumentError: ct_tensor_copy_to: argument 3 (out) must not be NULL, since the "
	      "tensor has 2 elements");
	FAILS(ct_tensor_copy_to(tensor, CT_INT64, (char *)out + 1, 2),
	      "ArgumentError: ct_tensor_copy_to: argument 3 (out) must be aligned to 8 bytes");
	FAILS(ct_tensor_copy_from(tensor, CT_INT64, out, -1),
	      "ArgumentError: ct_tensor_copy_from: argument 4 (data_len) is -1, but the tensor "
	      "has 2 elements");
	FAILS(ct_tensor_copy_from(tensor, CT_BOOL, bytes, 2),
	      "ArgumentError: ct_tensor_copy_from: argument 3 (data): element 1 is 2, a bool "
	      "must be 0 or 1");
	FAILS(ct_tensor_copy_to(tensor, CT_QINT8, out, 2),
	      "ArgumentError: ct_tensor_copy_to: argument 2 (dtype): qint8 is a quantised type; "
	      "quantise a tensor of numbers instead");
	ck_assert_int_eq(out[0], 5);
	ct_tensor_free(tensor);
	OK(ct_tensor_empty(CT_SHAPE(0), NULL, &none));
	OK(ct_tensor_copy_to(none, CT_FLOAT32, NULL, 0));
	OK(ct_tensor_copy_from(none, CT_FLOAT32, NULL, 0));
	ct_tensor_free(none);
}
END_TEST

/* --- Nested ---------------------------------------------------------------------------------- */

#define IS_NESTED                                                                    \
	"argument 1 (self) is nested, and its components have shapes of their own; " \
	"ct_unbind_int() gives them one by one"

START_TEST(nested_tensor_is_read_by_its_components)
{
	ct_tensor *parts[] = { from_text("[1, 2]", CT_FLOAT32), from_text("[3]", CT_FLOAT32) };
	ct_tensor *nested = NULL, **again = NULL;
	const int64_t index[] = { 0, 1 };
	double number = 0;
	float out[3] = { 0, 0, 0 };
	ct_scalar scalar;
	ct_accessor access;
	int64_t n = 0;

	OK(ct__nested_tensor_from_tensor_list(parts, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &nested));
	FAILS(ct_tensor_element(nested, index, 2, &scalar),
	      "ArgumentError: ct_tensor_element: " IS_NESTED);
	FAILS(ct_tensor_element_double(nested, index, 2, &number),
	      "ArgumentError: ct_tensor_element_double: " IS_NESTED);
	FAILS(ct_tensor_element_int64(nested, index, 1, &n),
	      "ArgumentError: ct_tensor_element_int64: " IS_NESTED);
	FAILS(ct_tensor_set_element(nested, index, 2, ct_scalar_int(1)),
	      "ArgumentError: ct_tensor_set_element: " IS_NESTED);
	FAILS(ct_tensor_set_element_double(nested, index, 2, 1),
	      "ArgumentError: ct_tensor_set_element_double: " IS_NESTED);
	FAILS(ct_tensor_set_element_int64(nested, index, 0, 1),
	      "ArgumentError: ct_tensor_set_element_int64: " IS_NESTED);
	FAILS(ct_tensor_copy_to(nested, CT_FLOAT32, out, 3),
	      "ArgumentError: ct_tensor_copy_to: " IS_NESTED);
	FAILS(ct_tensor_copy_from(nested, CT_FLOAT32, out, 3),
	      "ArgumentError: ct_tensor_copy_from: " IS_NESTED);
	FAILS(ct_tensor_access(nested, CT_FLOAT32, 2, &access),
	      "ArgumentError: ct_tensor_access: " IS_NESTED);
	FAILS(ct_tensor_access_mutable(nested, CT_FLOAT32, 2, &access),
	      "ArgumentError: ct_tensor_access_mutable: " IS_NESTED);

	/* What the message says to do. */
	OK(ct_unbind_int(nested, 0, &again, &n));
	OK(ct_tensor_element_double(again[0], (const int64_t[]){ 1 }, 1, &number));
	ck_assert(n == 2 && number == 2);
	ct_tensors_free(again, n);
	ct_tensor_free(nested);
	ct_tensor_free(parts[0]);
	ct_tensor_free(parts[1]);
}
END_TEST

Suite *elements_suite(void)
{
	Suite *suite = suite_create("elements");
	TCase *tests = tests_of("elements");

	tcase_add_test(tests, item_has_a_function_for_each_type);
	tcase_add_test(tests, item_that_does_not_fit_names_the_type);
	tcase_add_test(tests, element_is_found_as_python_finds_it);
	tcase_add_test(tests, element_is_assigned_as_python_assigns_it);
	tcase_add_test(tests, element_of_every_kind_keeps_its_kind);
	tcase_add_test(tests, fewer_indices_fill_what_they_select);
	tcase_add_test(tests, views_that_compute_are_read_and_written_as_numbers);
	tcase_add_test(tests, element_of_a_leaf_is_not_assigned);
	tcase_add_test(tests, assigning_is_recorded);
	tcase_add_test(tests, assigning_is_noticed_by_backward);
	tcase_add_test(tests, data_has_the_dtype_that_was_asked_for);
	tcase_add_test(tests, data_is_read_on_the_cpu_alone);
	tcase_add_test(tests, accessor_reads_any_strides);
	tcase_add_test(tests, accessor_has_up_to_six_dimensions);
	tcase_add_test(tests, copy_takes_the_elements_in_the_order_of_their_indices);
	tcase_add_test(tests, copy_knows_sparse_quantised_and_recorded_tensors);
	tcase_add_test(tests, copy_wants_the_exact_length);
	tcase_add_test(tests, nested_tensor_is_read_by_its_components);
	suite_add_tcase(suite, tests);
	return suite;
}
