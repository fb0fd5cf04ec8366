/*
 * Results, for each type of the schema language.
 */
#include "support.h"

static ct_tensor *tensor;

static void make_tensor(void)
{
	tensor = matrix(2, 3, (const float[]){ 1, 5, 3, 6, 2, 4 });
}

static void free_tensor(void)
{
	ct_tensor_free(tensor);
}

START_TEST(several_tensors_arrive_in_schema_order)
{
	ct_tensor *values, *indices;

	OK(ct_max_dim(tensor, 1, false, &values, &indices));
	assert_floats(values, (int64_t[]){ 2, -1 }, (double[]){ 5, 6 });
	assert_floats(indices, (int64_t[]){ 2, -1 }, (double[]){ 1, 0 });
	ck_assert_int_eq(ct_tensor_dtype(indices), CT_INT64);
	ct_tensor_free(values);
	ct_tensor_free(indices);
}
END_TEST

START_TEST(null_drops_one_of_several_results)
{
	ct_tensor *indices = NULL;

	OK(ct_max_dim(tensor, 1, false, NULL, &indices));
	assert_floats(indices, (int64_t[]){ 2, -1 }, (double[]){ 1, 0 });
	ct_tensor_free(indices);
}
END_TEST

/* Otherwise ct_relu(x, NULL), written for ct_relu_(x, NULL), would succeed and do nothing. */
START_TEST(a_call_without_any_result_is_refused)
{
	static const char *const rest = "every result pointer is NULL, so the call would have no "
					"effect; the name of an in-place operator ends in an "
					"underscore";

	FAILS_WITH(ct_relu(tensor, NULL), CT_ERROR_ARGUMENT, rest);
	FAILS_WITH(ct_Tensor_relu(tensor, NULL), CT_ERROR_ARGUMENT, rest);
	FAILS_WITH(ct_max_dim(tensor, 1, false, NULL, NULL), CT_ERROR_ARGUMENT, rest);
	FAILS_WITH(ct_unbind_int(tensor, 0, NULL, NULL), CT_ERROR_ARGUMENT, rest);
	FAILS_WITH(ct_is_nonzero(tensor, NULL), CT_ERROR_RUNTIME, "is ambiguous");
	FAILS_WITH(ct_is_floating_point(tensor, NULL), CT_ERROR_ARGUMENT, rest);
}
END_TEST

START_TEST(an_operator_that_writes_needs_no_result)
{
	ct_tensor *out = matrix(2, 3, (const float[]){ 0, 0, 0, 0, 0, 0 });

	OK(ct_neg_(tensor, NULL));
	OK(ct_neg_out(tensor, out, NULL));
	assert_floats(out, (int64_t[]){ 2, 3, -1 }, (double[]){ 1, 5, 3, 6, 2, 4 });
	ct_tensor_free(out);
}
END_TEST

START_TEST(list_of_tensors_arrives_with_its_length)
{
	ct_tensor **rows = NULL;
	int64_t n = -1;

	OK(ct_unbind_int(tensor, 0, &rows, &n));
	ck_assert_int_eq(n, 2);
	assert_floats(rows[0], (int64_t[]){ 3, -1 }, (double[]){ 1, 5, 3 });
	assert_floats(rows[1], (int64_t[]){ 3, -1 }, (double[]){ 6, 2, 4 });
	ct_tensors_free(rows, n);
}
END_TEST

START_TEST(empty_list_is_not_null)
{
	ct_tensor *empty, **list = NULL;
	int64_t n = -1;

	OK(ct_tensor_from_data(NULL, CT_FLOAT32, CT_L(0, 3), &empty));
	OK(ct_unbind_int(empty, 0, &list, &n));
	ck_assert_int_eq(n, 0);
	ck_assert_ptr_nonnull(list);
	ct_tensors_free(list, n);
	ct_tensor_free(empty);
}
END_TEST

START_TEST(tensor_of_a_list_can_be_taken_out)
{
	ct_tensor **rows, *second;
	int64_t n;

	OK(ct_unbind_int(tensor, 0, &rows, &n));
	second = rows[1];
	rows[1] = NULL;
	ct_tensors_free(rows, n);
	assert_floats(second, (int64_t[]){ 3, -1 }, (double[]){ 6, 2, 4 });
	ct_tensor_free(second);
}
END_TEST

/* A backward operator computes only what its mask requests. */
START_TEST(undefined_tensor_arrives_as_null)
{
	ct_tensor *input = UNTOUCHED, *offset = UNTOUCHED, *scale = UNTOUCHED;
	ct_tensor *weight = vector(3, (const float[]){ 1, 1, 1 });
	ct_tensor *mean, *rstd, *output;
	const int64_t shape[] = { 3 };
	const bool mask[3] = { true, false, false };

	OK(ct_native_layer_norm(tensor, shape, 1, weight, NULL, 1e-5, &output, &mean, &rstd));
	OK(ct_native_layer_norm_backward(output, tensor, shape, 1, mean, rstd, weight, NULL, mask,
					 &input, &scale, &offset));
	ck_assert_ptr_nonnull(input);
	ck_assert_ptr_null(scale);
	ck_assert_ptr_null(offset);
	ct_tensor_free(input);
	ct_tensor_free(output);
	ct_tensor_free(mean);
	ct_tensor_free(rstd);
	ct_tensor_free(weight);
}
END_TEST

START_TEST(truth_values_and_integers_arrive)
{
	bool same = false, contiguous = false;
	int64_t numel = 0, size = 0;

	(void)contiguous;
	(void)numel;

	OK(ct_equal(tensor, tensor, &same));
	ck_assert(same);
#if HAS_SYM_IS_CONTIGUOUS
	OK(ct_sym_is_contiguous(tensor, CT_CONTIGUOUS_FORMAT, &contiguous));
	ck_assert(contiguous);
#endif
#if HAS_SYM_NUMEL
	OK(ct_sym_numel(tensor, &numel));
	ck_assert_int_eq(numel, 6);
#endif
	OK(ct_size_int(tensor, -1, &size));
	ck_assert_int_eq(size, 3);
}
END_TEST

START_TEST(quantized_tensors_tell_scale_zero_point_and_scheme)
{
	ct_tensor *quantized;
	double scale = 0;
	int64_t zero_point = 0;
	ct_quant_scheme scheme = -1;

	OK(ct_quantize_per_tensor(tensor, .25, 3, CT_QUINT8, &quantized));
	OK(ct_q_scale(quantized, &scale));
	OK(ct_q_zero_point(quantized, &zero_point));
	OK(ct_qscheme(quantized, &scheme));
	ck_assert_double_eq(scale, .25);
	ck_assert_int_eq(zero_point, 3);
	ck_assert_int_eq(scheme, CT_PER_TENSOR_AFFINE);
	ck_assert_int_eq(ct_tensor_dtype(quantized), CT_QUINT8);
	ct_tensor_free(quantized);
}
END_TEST

START_TEST(dtype_arrives)
{
	ct_tensor *doubles;
	ct_dtype dtype = CT_DTYPE_NONE;

	OK(ct_to_dtype(tensor, CT_FLOAT64, false, false, CT_MEMORY_FORMAT_NONE, &doubles));
	OK(ct_result_type_Tensor(tensor, doubles, &dtype));
	ck_assert_int_eq(dtype, CT_FLOAT64);
	ct_tensor_free(doubles);
}
END_TEST

/* x is in [1, 6]. The range of affine quantization always includes 0, so with eight bits the scale
 * is 6 / 255 and the zero point is 0. */
START_TEST(floats_and_integers_arrive_together)
{
	double scale = 0;
	int64_t zero_point = -1;

	OK(ct__choose_qparams_per_tensor(tensor, false, &scale, &zero_point));
	ck_assert_double_eq_tol(scale, 6. / 255, 1e-6);
	ck_assert_int_eq(zero_point, 0);
	OK(ct__choose_qparams_per_tensor(tensor, false, NULL, &zero_point));
}
END_TEST

START_TEST(tensors_and_lists_arrive_together)
{
	ct_tensor *points = matrix(4, 1, (const float[]){ 0, 1, 3, 4 });
	ct_tensor *histogram, **edges;
	int64_t n = 0;

	OK(ct_histogramdd_int_bins(points, 2, NULL, 0, NULL, false, &histogram, &edges, &n));
	assert_floats(histogram, (int64_t[]){ 2, -1 }, (double[]){ 2, 2 });
	ck_assert_int_eq(n, 1);
	assert_floats(edges[0], (int64_t[]){ 3, -1 }, (double[]){ 0, 2, 4 });
	ct_tensor_free(histogram);
	ct_tensors_free(edges, n);
	ct_tensor_free(points);
}
END_TEST

#if HAS_FUSED_SGD
START_TEST(several_lists_arrive_together)
{
	ct_tensor *params[] = { vector(1, (const float[]){ 1 }), vector(1, (const float[]){ 2 }) };
	ct_tensor *grads[] = { vector(1, (const float[]){ 3 }), vector(1, (const float[]){ 4 }) };
	ct_tensor **self_out, **grads_out;
	int64_t self_n = 0, grads_n = 0;

	OK(ct__fused_sgd(params, 2, grads, 2, NULL, 0, 0, 0, .5, 0, false, false, true, NULL, NULL,
			 &self_out, &self_n, &grads_out, &grads_n, NULL, NULL));
	ck_assert_int_eq(self_n, 2);
	ck_assert_int_eq(grads_n, 2);
	assert_floats(self_out[0], (int64_t[]){ 1, -1 }, (double[]){ -.5 });
	assert_floats(self_out[1], (int64_t[]){ 1, -1 }, (double[]){ 0 });
	assert_floats(grads_out[1], (int64_t[]){ 1, -1 }, (double[]){ 4 });
	ct_tensors_free(self_out, self_n);
	ct_tensors_free(grads_out, grads_n);
	for (int i = 0; i < 2; i++) {
		ct_tensor_free(params[i]);
		ct_tensor_free(grads[i]);
	}
}
END_TEST
#endif

/* In C++, resize.out returns self; the schema promises out. */
START_TEST(written_argument_is_the_result)
{
	ct_tensor *out = vector(1, (const float[]){ 0 }), *result = NULL;

	OK(ct_add_out(tensor, tensor, ct_scalar_int(1), out, &result));
	ck_assert_ptr_eq(result, out);
	ck_assert_int_eq(ct_tensor_dim(out), 2);
	ct_tensor_free(result);
	OK(ct_resize_out(tensor, (int64_t[]){ 1, 2 }, 2, CT_MEMORY_FORMAT_NONE, out, &result));
	ck_assert_ptr_eq(result, out);
	ct_tensor_free(result);
	OK(ct_mul__Tensor(tensor, tensor, &result));
	ck_assert_ptr_eq(result, tensor);
	assert_floats(tensor, (int64_t[]){ 2, 3, -1 }, (double[]){ 1, 25, 9, 36, 4, 16 });
	ct_tensor_free(result);
	ct_tensor_free(out);
}
END_TEST

START_TEST(operators_without_results_write_their_lists)
{
	ct_tensor *list[] = { tensor };

	OK(ct__foreach_mul__Scalar(list, 1, ct_scalar_int(10)));
	assert_floats(tensor, (int64_t[]){ 2, 3, -1 }, (double[]){ 10, 50, 30, 60, 20, 40 });
}
END_TEST

START_TEST(integers_above_2_to_53_stay_whole)
{
	const int64_t large = (INT64_C(1) << 53) + 1;
	ct_tensor *filled;
	int64_t value = 0;

	OK(ct_full((int64_t[]){ 1 }, 1, ct_scalar_int(large), CT_INT64, CT_LAYOUT_NONE,
		   CT_DEVICE_NONE, NULL, &filled));
	OK(ct_tensor_item_int64(filled, &value));
	ck_assert_int_eq(value, large);
	ct_tensor_free(filled);
}
END_TEST

Suite *results_suite(void)
{
	Suite *suite = suite_create("results");
	TCase *tests = tests_of("results");

	tcase_add_checked_fixture(tests, make_tensor, free_tensor);
	tcase_add_test(tests, several_tensors_arrive_in_schema_order);
	tcase_add_test(tests, null_drops_one_of_several_results);
	tcase_add_test(tests, a_call_without_any_result_is_refused);
	tcase_add_test(tests, an_operator_that_writes_needs_no_result);
	tcase_add_test(tests, list_of_tensors_arrives_with_its_length);
	tcase_add_test(tests, empty_list_is_not_null);
	tcase_add_test(tests, tensor_of_a_list_can_be_taken_out);
	tcase_add_test(tests, undefined_tensor_arrives_as_null);
	tcase_add_test(tests, truth_values_and_integers_arrive);
	tcase_add_test(tests, quantized_tensors_tell_scale_zero_point_and_scheme);
	tcase_add_test(tests, dtype_arrives);
	tcase_add_test(tests, floats_and_integers_arrive_together);
	tcase_add_test(tests, tensors_and_lists_arrive_together);
#if HAS_FUSED_SGD
	tcase_add_test(tests, several_lists_arrive_together);
#else
	LEFT_OUT("several_lists_arrive_together", "there is no _fused_sgd");
#endif
	tcase_add_test(tests, written_argument_is_the_result);
	tcase_add_test(tests, operators_without_results_write_their_lists);
	tcase_add_test(tests, integers_above_2_to_53_stay_whole);
	suite_add_tcase(suite, tests);
	return suite;
}
