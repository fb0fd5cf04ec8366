/*
 * A line of a report: tensors that are alike, their bytes, shape, dtype, device and maker.
 */
#include <inttypes.h>
#include <stdio.h>

#include "memory_support.h"

START_TEST(like_tensors_of_one_place_are_one_line)
{
	ct_tensor *tensors[3], *again;

	for (int i = 0; i < 3; i++)
		OK(ct_zeros((int64_t[]){ 2, 3, 5 }, 3, CT_INT64, CT_LAYOUT_NONE, CT_DEVICE_NONE,
			    NULL, &tensors[i]));
	again = ct_tensor_retain(tensors[1]);
	assert_begins(line_with("[2, 3, 5]", 1),
		      "        4      720 B  [2, 3, 5]            "
		      "int64      cpu     ct_zeros, called from test_memory+0x");
	for (int i = 0; i < 3; i++)
		ct_tensor_free(tensors[i]);
	line_with("[2, 3, 5]", 1);
	ct_tensor_free(again);
	line_with("[2, 3, 5]", 0);
}
END_TEST

START_TEST(other_functions_places_and_dtypes_are_other_lines)
{
	const int64_t shape[] = { 2, 3, 7 };
	ct_tensor *tensors[4];

	tensors[0] = zeros(shape, 3, CT_FLOAT32);
	tensors[1] = zeros(shape, 3, CT_FLOAT64);
	OK(ct_ones(shape, 3, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensors[2]));
	OK(ct_ones(shape, 3, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &tensors[3]));
	line_with("[2, 3, 7]", 4);
	line_with("ct_ones, called from ", 2);
	for (int i = 0; i < 4; i++)
		ct_tensor_free(tensors[i]);
}
END_TEST

START_TEST(shared_storage_is_counted_once_in_a_line)
{
	ct_tensor *tensor = many_zeros(33), *views[3];

	for (int i = 0; i < 3; i++)
		OK(ct_view(tensor, (int64_t[]){ 3, 11 }, 2, &views[i]));
	assert_begins(line_with("[3, 11]", 1), "        3      132 B  [3, 11] ");
	assert_begins(line_with("[33]", 1), "        1      132 B  [33] ");
	ct_tensor_free(tensor);
	for (int i = 0; i < 3; i++)
		ct_tensor_free(views[i]);
}
END_TEST

/* Later handles on it were given by others. */
START_TEST(maker_is_the_function_that_gave_the_first_handle)
{
	ct_tensor *tensor = zeros((int64_t[]){ 13, 17 }, 2, CT_FLOAT32), *again;

	OK(ct_relu_(tensor, &again));
	ck_assert_ptr_nonnull(strstr(line_with("[13, 17]", 1), " ct_zeros, called from "));
	ct_tensor_free(tensor);
	ck_assert_ptr_nonnull(strstr(line_with("[13, 17]", 1), " ct_zeros, called from "));
	ct_tensor_free(again);
	OK(ct_rand((int64_t[]){ 13, 17 }, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
		   &again));
	ck_assert_ptr_nonnull(strstr(line_with("[13, 17]", 1), " ct_rand, called from "));
	ct_tensor_free(again);
}
END_TEST

START_TEST(shapes_of_none_to_ten_dimensions)
{
	const int64_t ten[] = { 1, 2, 1, 3, 1, 1, 1, 1, 5, 1 };
	ct_tensor *none = zeros(NULL, 0, CT_INT16), *eight = zeros(ten, 8, CT_INT16);
	ct_tensor *many = zeros(ten, 10, CT_INT16),
		  *empty = zeros((int64_t[]){ 0, 19 }, 2, CT_INT16);

	assert_begins(line_with(" [] ", 1), "        1        2 B  []                   int16 ");
	assert_begins(line_with("[0, 19]", 1), "        1        0 B  [0, 19]              int16 ");
	assert_begins(line_with("[1, 2, 1, 3, 1, 1, 1, 1] ", 1), "        1       12 B  ");
	assert_begins(line_with("[1, 2, 1, 3, 1, 1, 1, 1, ...] ", 1), "        1       60 B  ");
	ct_tensor_free(none);
	ct_tensor_free(eight);
	ct_tensor_free(many);
	ct_tensor_free(empty);
}
END_TEST

START_TEST(large_figures_have_units)
{
	const struct {
		int64_t n;
		const char *text;
	} cases[] = { { 1023, "    1023 B" },
		      { 1024, "   1.0 KiB" },
		      { 1536, "   1.5 KiB" },
		      { INT64_C(5) << 20, "   5.0 MiB" } };

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ct_tensor *tensor = zeros((int64_t[]){ 1, cases[i].n, 1 }, 3, CT_UINT8);
		char shape[64], expected[128];

		snprintf(shape, sizeof shape, "[1, %" PRId64 ", 1]", cases[i].n);
		snprintf(expected, sizeof expected, "        1 %s  %s", cases[i].text, shape);
		assert_begins(line_with(shape, 1), expected);
		ct_tensor_free(tensor);
	}
}
END_TEST

/* As `torch.` in Python: PyTorch's documentation of torch.dtype, and torch/_C/__init__.pyi. */
static const char *const dtype_names[] = {
	[CT_UINT8] = "uint8",
	[CT_INT8] = "int8",
	[CT_INT16] = "int16",
	[CT_INT32] = "int32",
	[CT_INT64] = "int64",
	[CT_FLOAT16] = "float16",
	[CT_FLOAT32] = "float32",
	[CT_FLOAT64] = "float64",
	[CT_COMPLEX32] = "complex32",
	[CT_COMPLEX64] = "complex64",
	[CT_COMPLEX128] = "complex128",
	[CT_BOOL] = "bool",
	[CT_QINT8] = "qint8",
	[CT_QUINT8] = "quint8",
	[CT_QINT32] = "qint32",
	[CT_BFLOAT16] = "bfloat16",
	[CT_QUINT4X2] = "quint4x2",
	[CT_QUINT2X4] = "quint2x4",
	[CT_BITS1X8] = "bits1x8",
	[CT_BITS2X4] = "bits2x4",
	[CT_BITS4X2] = "bits4x2",
	[CT_BITS8] = "bits8",
	[CT_BITS16] = "bits16",
	[CT_FLOAT8_E5M2] = "float8_e5m2",
	[CT_FLOAT8_E4M3FN] = "float8_e4m3fn",
	[CT_FLOAT8_E5M2FNUZ] = "float8_e5m2fnuz",
	[CT_FLOAT8_E4M3FNUZ] = "float8_e4m3fnuz",
	[CT_UINT16] = "uint16",
	[CT_UINT32] = "uint32",
	[CT_UINT64] = "uint64",
	[CT_UINT1] = "uint1",
	[CT_UINT2] = "uint2",
	[CT_UINT3] = "uint3",
	[CT_UINT4] = "uint4",
	[CT_UINT5] = "uint5",
	[CT_UINT6] = "uint6",
	[CT_UINT7] = "uint7",
	[CT_INT1] = "int1",
	[CT_INT2] = "int2",
	[CT_INT3] = "int3",
	[CT_INT4] = "int4",
	[CT_INT5] = "int5",
	[CT_INT6] = "int6",
	[CT_INT7] = "int7",
	[CT_FLOAT8_E8M0FNU] = "float8_e8m0fnu",
	[CT_FLOAT4_E2M1FN_X2] = "float4_e2m1fn_x2",
	[CT_BCOMPLEX32] = "bcomplex32",
};

START_TEST(dtypes_are_called_as_in_python)
{
	const int64_t shape[] = { 3, 23 };
	ct_tensor *tensor;
	char expected[64];

	if (is_refused_dtype(_i))
		return;
	if (_i >= CT_QINT8 && _i <= CT_QINT32)
		OK(ct__empty_affine_quantized(shape, 2, _i, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, 1,
					      0, CT_MEMORY_FORMAT_NONE, &tensor));
	else
		OK(ct_empty_memory_format(shape, 2, _i, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
					  CT_MEMORY_FORMAT_NONE, &tensor));
	snprintf(expected, sizeof expected, "[3, 23]              %-10s cpu     ct_",
		 dtype_names[_i]);
	ck_assert_msg(strstr(line_with("[3, 23]", 1), expected) != NULL, "'%s' is not in '%s'",
		      expected, line_with("[3, 23]", 1));
	ct_tensor_free(tensor);
}
END_TEST

START_TEST(device_is_told)
{
	ct_tensor *tensor;

	OK(ct_zeros((int64_t[]){ 3, 29 }, 2, CT_FLOAT32, CT_LAYOUT_NONE,
		    CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL, &tensor));
	assert_begins(line_with("[3, 29]", 1),
		      "        1        0 B  [3, 29]              float32    meta    ct_zeros, ");
	ct_tensor_free(tensor);
}
END_TEST

/* A nested tensor's rows differ, so that it has no shape. */
START_TEST(nested_tensor_is_reported_without_a_shape)
{
	ct_tensor *rows[] = { many_zeros(2), many_zeros(3) }, *nested;

	OK(ct__nested_tensor_from_tensor_list(rows, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &nested));
	ck_assert_ptr_nonnull(strstr(line_with("ct__nested_tensor_from_tensor_list", 1), "  ? "));
	ct_tensor_free(nested);
	ct_tensor_free(rows[0]);
	ct_tensor_free(rows[1]);
}
END_TEST

Suite *memory_lines_suite(void)
{
	Suite *suite = suite_create("lines of memory reports");
	TCase *tests = tests_of("lines of memory reports");

	tcase_add_checked_fixture(tests, track, stop_tracking);
	tcase_add_test(tests, like_tensors_of_one_place_are_one_line);
	tcase_add_test(tests, other_functions_places_and_dtypes_are_other_lines);
	tcase_add_test(tests, shared_storage_is_counted_once_in_a_line);
	tcase_add_test(tests, maker_is_the_function_that_gave_the_first_handle);
	tcase_add_test(tests, shapes_of_none_to_ten_dimensions);
	tcase_add_test(tests, large_figures_have_units);
	tcase_add_loop_test(tests, dtypes_are_called_as_in_python, CT_UINT8, CT_BCOMPLEX32 + 1);
	tcase_add_test(tests, device_is_told);
	tcase_add_test(tests, nested_tensor_is_reported_without_a_shape);
	suite_add_tcase(suite, tests);
	return suite;
}
