/*
 * Arguments of each type arrive as in a call of the C function.
 */
#include <math.h>

#include "support.h"

static ct_tensor *result, *other;

/* 2 rows of 3 numbers. */
static ct_tensor *small(void)
{
	return matrix(2, 3, (const float[]){ 1, -2, 3, -4, 5, 6 });
}

START_TEST(tensors_and_None_for_one)
{
	ct_tensor *x = small(), *weight = small(), *bias = vector(2, (const float[]){ 7, 8 });

	OK(DIRECT("aten::linear", TENSOR(x), TENSOR(weight), TENSOR(bias)));
	OK(ct_linear(x, weight, bias, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::linear", TENSOR(x), TENSOR(weight), NONE));
	OK(ct_linear(x, weight, NULL, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(lists_of_tensors_and_None_in_one)
{
	ct_tensor *x = small(), *rows = NULL;
	ct_value column;

	OK(DIRECT("aten::cat", ct_value_tensors(CT_TENSORS(x, x, x)), INT(1)));
	OK(ct_cat((ct_tensor *[]){ x, x, x }, 3, 1, &result));
	assert_tensor(&results[0], result);
	OK(ct_arange(ct_scalar_int(2), CT_INT64, 0, CT_DEVICE_NONE, NULL, &rows));
	column = ct_value_tensors(CT_TENSORS(NULL, rows));
	OK(DIRECT("aten::index.Tensor", TENSOR(x), column));
	OK(ct_index_Tensor(x, (ct_tensor *[]){ NULL, rows }, 2, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(integers_and_None_for_one)
{
	ct_tensor *x = small();

	OK(DIRECT("aten::slice.Tensor", TENSOR(x), INT(1), INT(-2), NONE, INT(1)));
	OK(ct_slice_Tensor(x, 1, (const int64_t[]){ -2 }, NULL, 1, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::slice.Tensor", TENSOR(x), INT(1), NONE, INT(2), INT(1)));
	OK(ct_slice_Tensor(x, 1, NULL, (const int64_t[]){ 2 }, 1, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::argmax", TENSOR(x), INT(1), BOOL(true)));
	OK(ct_argmax(x, (const int64_t[]){ 1 }, true, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::argmax", TENSOR(x), NONE, BOOL(false)));
	OK(ct_argmax(x, NULL, false, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(floats_and_None_for_one)
{
	ct_tensor *x = vector(3, (const float[]){ NAN, INFINITY, -INFINITY });
	ct_tensor *y = small();

	OK(DIRECT("aten::nan_to_num", TENSOR(x), FLOAT(2.5), NONE, FLOAT(-7)));
	OK(ct_nan_to_num(x, (const double[]){ 2.5 }, NULL, (const double[]){ -7 }, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::quantize_per_tensor", TENSOR(y), FLOAT(0.5), INT(3), DTYPE(CT_QINT8)));
	OK(ct_quantize_per_tensor(y, 0.5, 3, CT_QINT8, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(truth_values)
{
	ct_tensor *x = small();

	for (int keep = 0; keep <= 1; keep++) {
		OK(DIRECT("aten::max.dim", TENSOR(x), INT(0), BOOL(keep)));
		OK(ct_max_dim(x, 0, keep, &result, &other));
		assert_tensor(&results[0], result);
		assert_tensor(&results[1], other);
	}
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 1)
START_TEST(a_truth_value_or_None)
{
	static const bool no = false, yes = true;
	static const bool *const wanted[] = { NULL, &no, &yes };
	ct_tensor *values = vector(1, (const float[]){ 5 }), *indices = NULL;

	OK(ct_zeros(LIST(1, 1), CT_INT64, 0, CT_DEVICE_NONE, NULL, &indices));
	for (int i = 0; i < 3; i++) {
		bool is = false, is_expected = false;

		OK(DIRECT("aten::sparse_coo_tensor.indices", TENSOR(indices), TENSOR(values), NONE,
			  NONE, NONE, NONE, wanted[i] ? BOOL(*wanted[i]) : NONE));
		OK(ct_sparse_coo_tensor_indices(indices, values, 0, 0, CT_DEVICE_NONE, NULL,
						wanted[i], &result));
		OK(ct_is_coalesced(results[0].object, &is));
		OK(ct_is_coalesced(result, &is_expected));
		ck_assert_int_eq(is, is_expected);
	}
}
END_TEST
#endif

START_TEST(numbers_of_each_kind)
{
	const ct_scalar numbers[] = {
		ct_scalar_bool(true),
		ct_scalar_bool(false),
		ct_scalar_int(-3),
		ct_scalar_float(2.5),
		ct_scalar_complex(1, -2),
#if HAS_UNSIGNED_NUMBERS
		ct_scalar_uint(UINT64_MAX),
#endif
	};
	ct_tensor *x = NULL;

	OK(ct_zeros(LIST(2), CT_COMPLEX128, 0, CT_DEVICE_NONE, NULL, &x));
	for (int64_t i = 0; i < COUNT_OF(numbers); i++) {
		OK(DIRECT("aten::fill.Scalar", TENSOR(x), ct_value_scalar(numbers[i])));
		OK(ct_fill_Scalar(x, numbers[i], &result));
		assert_tensor(&results[0], result);
	}
}
END_TEST

START_TEST(a_number_or_None)
{
	const ct_scalar least = ct_scalar_float(-1.5), most = ct_scalar_int(4);
	ct_tensor *x = small();

	OK(DIRECT("aten::clamp", TENSOR(x), FLOAT(-1.5), NONE));
	OK(ct_clamp(x, &least, NULL, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::clamp", TENSOR(x), FLOAT(-1.5), INT(4)));
	OK(ct_clamp(x, &least, &most, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(texts_and_None_for_one)
{
	ct_tensor *x = small(), *y = matrix(2, 3, (const float[]){ 2, 3, 2, 3, 2, 4 });

	OK(DIRECT("aten::div.Tensor_mode", TENSOR(x), TENSOR(y), STRING("floor")));
	OK(ct_div_Tensor_mode(x, y, "floor", &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::div.Tensor_mode", TENSOR(x), TENSOR(y), NONE));
	OK(ct_div_Tensor_mode(x, y, NULL, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::einsum", STRING("ij,kj->ik"), ct_value_tensors(CT_TENSORS(x, y)), NONE));
	OK(ct_einsum("ij,kj->ik", (ct_tensor *[]){ x, y }, 2, NULL, 0, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(dtypes_layouts_devices_and_None_for_them)
{
	const ct_device meta = CT_DEVICE_META;

	OK(DIRECT("aten::ones", INTS(2, 3), NONE, NONE, NONE, NONE));
	OK(ct_ones(LIST(2, 3), 0, 0, CT_DEVICE_NONE, NULL, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::zeros", INTS(2, 3), DTYPE(CT_INT16), ct_value_layout(CT_SPARSE_COO),
		  ct_value_device(CT_DEVICE_CPU), BOOL(false)));
	ck_assert_int_eq(ct_tensor_dtype(results[0].object), CT_INT16);
	ck_assert_int_eq(ct_tensor_layout(results[0].object), CT_SPARSE_COO);
	OK(DIRECT("aten::to.device", TENSOR(result), ct_value_device(meta), DTYPE(CT_FLOAT64),
		  BOOL(false), BOOL(false), NONE));
	OK(ct_to_device(result, meta, CT_FLOAT64, false, false, 0, &other));
	assert_tensor(&results[0], other);
}
END_TEST

/* As a caller's own struct of zeros. */
START_TEST(None_is_a_value_of_zeros_too)
{
	const ct_value none = { 0 };

	OK(DIRECT("aten::ones", INTS(2), none, none, none, none));
	OK(ct_ones(LIST(2), 0, 0, CT_DEVICE_NONE, NULL, &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(memory_formats)
{
	ct_tensor *x = NULL;
	int64_t stride = 0;

	OK(ct_ones(LIST(1, 2, 3, 4), 0, 0, CT_DEVICE_NONE, NULL, &x));
	OK(DIRECT("aten::contiguous", TENSOR(x), ct_value_memory_format(CT_CHANNELS_LAST)));
	OK(ct_contiguous(x, CT_CHANNELS_LAST, &result));
	assert_tensor(&results[0], result);
	OK(ct_stride_int(results[0].object, 1, &stride));
	ck_assert_int_eq(stride, 1);
}
END_TEST

START_TEST(a_generator)
{
	ct_tensor *chances = vector(4, (const float[]){ 0.5f, 0.5f, 0.5f, 0.5f });
	ct_generator *generator = NULL;

	OK(ct_generator_new(CT_DEVICE_CPU, &generator));
	OK(ct_generator_manual_seed(generator, 7));
	OK(DIRECT("aten::bernoulli", TENSOR(chances), ct_value_generator(generator)));
	OK(ct_generator_manual_seed(generator, 7));
	OK(ct_bernoulli(chances, generator, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::bernoulli", TENSOR(chances), NONE));
	ck_assert_int_eq(results[0].kind, CT_VALUE_TENSOR);
}
END_TEST

START_TEST(a_storage_and_a_stream)
{
	const ct_stream stream = { 3, CT_DEVICE_TYPE_CPU, 1 };
	ct_tensor *x = small(), *y = small();
	ct_storage *storage = NULL;

	OK(ct_tensor_storage(x, &storage));
	OK(DIRECT("aten::set_.source_Storage", TENSOR(y), ct_value_storage(storage)));
	ck_assert(ct_tensor_shares_storage(x, y));
	assert_same_error(DIRECT("aten::record_stream", TENSOR(x), ct_value_stream(stream)),
			  ct_record_stream(x, stream));
}
END_TEST

START_TEST(a_device_index)
{
	int64_t size = 0;

	assert_same_error(DIRECT("aten::_cufft_get_plan_cache_size", INT(5)),
			  ct__cufft_get_plan_cache_size(5, &size));
}
END_TEST

START_TEST(lists_of_integers)
{
	ct_tensor *x = small();

	OK(DIRECT("aten::permute", TENSOR(x), INTS(1, 0)));
	OK(ct_permute(x, LIST(1, 0), &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::view", TENSOR(x), INTS(3, -1)));
	OK(ct_view(x, LIST(3, -1), &result));
	assert_tensor(&results[0], result);
}
END_TEST

START_TEST(a_list_or_None_or_an_empty_list)
{
	const ct_value empty = ct_value_ints((ct_ints){ NULL, 0 });
	ct_tensor *x = small();

	OK(DIRECT("aten::sum.dim_IntList", TENSOR(x), INTS(1), BOOL(false), NONE));
	OK(ct_sum_dim_IntList(x, LIST(1), false, 0, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::sum.dim_IntList", TENSOR(x), NONE, BOOL(true), DTYPE(CT_FLOAT64)));
	OK(ct_sum_dim_IntList(x, NULL, 0, true, CT_FLOAT64, &result));
	assert_tensor(&results[0], result);
	/* Here None is all dimensions, and no dimension is none. */
	OK(DIRECT("aten::fft_fftn", TENSOR(x), NONE, NONE, NONE));
	OK(ct_fft_fftn(x, NULL, 0, NULL, 0, NULL, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::fft_fftn", TENSOR(x), INTS(4), INTS(0), STRING("ortho")));
	OK(ct_fft_fftn(x, LIST(4), LIST(0), "ortho", &result));
	assert_tensor(&results[0], result);
	/* An empty path is one, and too short. */
	OK(DIRECT("aten::einsum", STRING("ij,ij"), ct_value_tensors(CT_TENSORS(x, x)), NONE));
	assert_same_error(
		DIRECT("aten::einsum", STRING("ij,ij"), ct_value_tensors(CT_TENSORS(x, x)), empty),
		ct_einsum("ij,ij", (ct_tensor *[]){ x, x }, 2, (const int64_t[]){ 0 }, 0, &result));
}
END_TEST

START_TEST(lists_of_floats)
{
	ct_tensor *x = NULL;

	OK(ct_ones(LIST(1, 1, 2, 2), 0, 0, CT_DEVICE_NONE, NULL, &x));
	OK(DIRECT("aten::upsample_bilinear2d.vec", TENSOR(x), NONE, BOOL(false),
		  ct_value_floats(CT_FLOATS(2, 1.5))));
	OK(ct_upsample_bilinear2d_vec(x, NULL, 0, false, (const double[]){ 2, 1.5 }, 2, &result));
	assert_tensor(&results[0], result);
	OK(DIRECT("aten::upsample_bilinear2d.vec", TENSOR(x), INTS(3, 5), BOOL(true), NONE));
	OK(ct_upsample_bilinear2d_vec(x, LIST(3, 5), true, NULL, 0, &result));
	assert_tensor(&results[0], result);
}
END_TEST

Suite *arguments_suite(void)
{
	Suite *suite = suite_create("direct: arguments");
	TCase *tests = scoped_tests("types");

	tcase_add_test(tests, tensors_and_None_for_one);
	tcase_add_test(tests, lists_of_tensors_and_None_in_one);
	tcase_add_test(tests, integers_and_None_for_one);
	tcase_add_test(tests, floats_and_None_for_one);
	tcase_add_test(tests, truth_values);
#if CT_RELEASE_AT_LEAST(2, 1)
	tcase_add_test(tests, a_truth_value_or_None);
#else
	LEFT_OUT("a_truth_value_or_None", "no operator shows it");
#endif
	tcase_add_test(tests, numbers_of_each_kind);
	tcase_add_test(tests, a_number_or_None);
	tcase_add_test(tests, texts_and_None_for_one);
	tcase_add_test(tests, dtypes_layouts_devices_and_None_for_them);
	tcase_add_test(tests, None_is_a_value_of_zeros_too);
	tcase_add_test(tests, memory_formats);
	tcase_add_test(tests, a_generator);
	tcase_add_test(tests, a_storage_and_a_stream);
	tcase_add_test(tests, a_device_index);
	tcase_add_test(tests, lists_of_integers);
	tcase_add_test(tests, a_list_or_None_or_an_empty_list);
	tcase_add_test(tests, lists_of_floats);
	suite_add_tcase(suite, tests);
	return suite;
}
