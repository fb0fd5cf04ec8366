/*
 * Indexing tensors of every kind, and assigning to them.
 */
#include "index_cases.h"
#include "index_tensors.h"

static ct_tensor *on_meta(const int64_t *shape, int64_t dim, ct_dtype dtype)
{
	ct_tensor *tensor = NULL;

	OK(ct_zeros(shape, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE(CT_DEVICE_TYPE_META, -1), NULL,
		    &tensor));
	return tensor;
}

/* --- Other devices and layouts --------------------------------------------------------------- */

START_TEST(meta_tensor_is_indexed_without_memory)
{
	ct_tensor *x = on_meta((int64_t[]){ 2, 3 }, 2, CT_FLOAT32), *y = NULL;
	ct_tensor *i = places((int64_t[]){ 1, 0, 1 }, 3);

	OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT_TENSOR(i), CT_SLICE_FROM(1)), &y));
	ck_assert_int_eq(ct_tensor_device(y).type, CT_DEVICE_TYPE_META);
	ck_assert_int_eq(ct_tensor_size(y, 0), 3);
	ck_assert_int_eq(ct_tensor_size(y, 1), 2);
	ct_tensor_free(y);
	OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT_LIST(0, 1), CT_INDEX_AT_MASK(true, false, true)),
			   &y));
	ck_assert_int_eq(ct_tensor_dim(y), 1);
	ct_tensor_free(y);
	OK(ct_tensor_index_put_scalar(x, CT_INDEX(CT_INDEX_AT(0)), ct_scalar_int(1)));
	ct_tensor_free(i);
	ct_tensor_free(x);
}
END_TEST

START_TEST(index_on_another_device_is_refused)
{
	ct_tensor *x = of_2_3_4(), *i = on_meta((int64_t[]){ 2 }, 1, CT_INT64), *y = UNTOUCHED;

	FAILS(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT_TENSOR(i)), &y),
	      "RuntimeError: indices should be either on cpu or on the same device as the indexed "
	      "tensor (cpu)");
	FAILS_WITH(ct_tensor_index_put_scalar(x, CT_INDEX(CT_INDEX_AT_TENSOR(i)), ct_scalar_int(1)),
		   CT_ERROR_NOT_IMPLEMENTED, "meta tensor");
	ck_assert_ptr_eq(y, UNTOUCHED);
	ct_tensor_free(i);
	ct_tensor_free(x);
}
END_TEST

START_TEST(value_without_memory_is_refused)
{
	ct_tensor *x = of_2_3_4(), *value = on_meta(NULL, 0, CT_FLOAT32);

	FAILS_WITH(ct_tensor_index_put(x, CT_INDEX(CT_INDEX_AT(0)), value),
		   CT_ERROR_NOT_IMPLEMENTED, "Cannot copy out of meta tensor");
	ct_tensor_free(value);
	ct_tensor_free(x);
}
END_TEST

START_TEST(sparse_tensor_is_read_and_not_assigned)
{
	ct_tensor *dense = matrix(2, 2, (const float[]){ 1, 0, 0, 2 }), *sparse = NULL, *row = NULL;

	OK(ct_to_sparse(dense, CT_LAYOUT_NONE, NULL, 0, NULL, &sparse));
	OK(ct_tensor_index(sparse, CT_INDEX(CT_INDEX_AT(1)), &row));
	ck_assert_int_eq(ct_tensor_layout(row), CT_SPARSE_COO);
	ck_assert_int_eq(ct_tensor_size(row, 0), 2);
	FAILS(ct_tensor_index_put_scalar(sparse, CT_INDEX(CT_INDEX_AT(0)), ct_scalar_int(1)),
	      "TypeError: Cannot assign to a sparse tensor");
	FAILS(ct_tensor_index_accumulate(sparse, CT_INDEX(CT_INDEX_AT(0)), row),
	      "TypeError: Cannot assign to a sparse tensor");
	ct_tensor_free(row);
	ct_tensor_free(sparse);
	ct_tensor_free(dense);
}
END_TEST

/* As in Python: select works, and nothing asks for sizes. */
START_TEST(nested_tensor_gives_its_tensors)
{
	ct_tensor *parts[] = { matrix(1, 2, (const float[]){ 1, 2 }),
			       matrix(2, 2, (const float[]){ 3, 4, 5, 6 }) };
	ct_tensor *nested = NULL, *row = NULL;

	OK(ct__nested_tensor_from_tensor_list(parts, 2, CT_DTYPE_NONE, CT_LAYOUT_NONE,
					      CT_DEVICE_NONE, NULL, &nested));
	OK(ct_tensor_index_text(nested, "-1, 1", &row));
	assert_floats(row, (int64_t[]){ 2, -1 }, (double[]){ 5, 6 });
	FAILS(ct_tensor_index(nested, CT_INDEX(CT_INDEX_AT(2)), NULL),
	      "IndexError: index 2 is out of bounds for dimension 0 with size 2");
	FAILS(ct_tensor_index_text(nested, "0, 0, 0, 0", NULL),
	      "IndexError: too many indices for tensor of dimension 3");
	ct_tensor_free(row);
	ct_tensor_free(nested);
	ct_tensor_free(parts[0]);
	ct_tensor_free(parts[1]);
}
END_TEST

START_TEST(quantized_tensor_takes_numbers)
{
	ct_tensor *ones = matrix(3, 2, (const float[]){ 1, 1, 1, 1, 1, 1 });
	ct_tensor *quantized = NULL, *numbers = NULL;

	OK(ct_quantize_per_tensor(ones, 0.5, 0, CT_QINT8, &quantized));
	OK(ct_tensor_index_put_scalar_text(quantized, "0", ct_scalar_float(1.5)));
	OK(ct_tensor_index_put_scalar_text(quantized, "[1]", ct_scalar_float(2.5)));
	OK(ct_tensor_index_put_scalar_text(quantized, "[False, False, True]",
					   ct_scalar_float(-3.5)));
	OK(ct_dequantize_self(quantized, &numbers));
	assert_floats(numbers, (int64_t[]){ 3, 2, -1 },
		      (double[]){ 1.5, 1.5, 2.5, 2.5, -3.5, -3.5 });
	ct_tensor_free(numbers);
	ct_tensor_free(quantized);
	ct_tensor_free(ones);
}
END_TEST

/* --- Assigning ------------------------------------------------------------------------------- */

START_TEST(value_may_be_of_the_same_memory)
{
	ct_tensor *x = vector(4, (const float[]){ 1, 2, 3, 4 }), *first = NULL;

	OK(ct_tensor_index(x, CT_INDEX(CT_SLICE_TO(2)), &first));
	OK(ct_tensor_index_put(x, CT_INDEX(CT_SLICE_FROM(2)), first));
	assert_floats(x, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 1, 2 });
	OK(ct_tensor_index_put(x, CT_INDEX(CT_ELLIPSIS), x));
	assert_floats(x, (int64_t[]){ 4, -1 }, (double[]){ 1, 2, 1, 2 });
	ct_tensor_free(first);
	ct_tensor_free(x);
}
END_TEST

START_TEST(accumulate_adds_into_views_too)
{
	ct_tensor *x = vector(3, (const float[]){ 1, 2, 3 }), *ten = number(10);

	OK(ct_tensor_index_accumulate(x, CT_INDEX(CT_SLICE_FROM(1)), ten));
	assert_floats(x, (int64_t[]){ 3, -1 }, (double[]){ 1, 12, 13 });
	OK(ct_tensor_index_accumulate(x, CT_INDEX(CT_INDEX_AT_LIST(0, 0, 0)), ten));
	assert_floats(x, (int64_t[]){ 3, -1 }, (double[]){ 31, 12, 13 });
	OK(ct_tensor_index_accumulate(x, CT_INDEX(CT_INDEX_AT_BOOL(false)), ten));
	assert_floats(x, (int64_t[]){ 3, -1 }, (double[]){ 31, 12, 13 });
	/* Python's x[True, 1, ..., ...] takes this second ellipsis, too. */
	OK(ct_tensor_index_accumulate(
		x, CT_INDEX(CT_INDEX_AT_BOOL(true), CT_INDEX_AT(1), CT_ELLIPSIS, CT_ELLIPSIS),
		ten));
	assert_floats(x, (int64_t[]){ 3, -1 }, (double[]){ 31, 22, 13 });
	ct_tensor_free(ten);
	ct_tensor_free(x);
}
END_TEST

/* The graph tracks views: the first tensor sees an assignment through the second view. */
START_TEST(gradient_flows_through_assignment_to_a_view_of_a_view)
{
	ct_tensor *leaf = of_2_3_4(), *value = number(3), *x = NULL, *row = NULL, *sum = NULL;
	ct_tensor *grad = NULL;

	OK(ct_tensor_set_requires_grad(leaf, true));
	OK(ct_tensor_set_requires_grad(value, true));
	OK(ct_mul_Scalar(leaf, ct_scalar_int(2), &x));
	OK(ct_tensor_index(x, CT_INDEX(CT_INDEX_AT(1), CT_SLICE_FROM(1)), &row));
	OK(ct_tensor_index_put(row, CT_INDEX(CT_INDEX_AT(0), CT_SLICE_ALL_STEP(2)), value));
	OK(ct_sum(x, CT_DTYPE_NONE, &sum));
	OK(ct_tensor_backward(sum));
	OK(ct_tensor_grad(value, &grad));
	ck_assert_double_eq(value_of(grad), 2);
	ct_tensor_free(grad);
	OK(ct_tensor_grad(leaf, &grad));
	ct_tensor_free(row);
	OK(ct_tensor_index_text(grad, "1, 1", &row));
	assert_floats(row, (int64_t[]){ 4, -1 }, (double[]){ 0, 2, 0, 2 });
	ct_tensor_free(grad);
	ct_tensor_free(row);
	ct_tensor_free(sum);
	ct_tensor_free(x);
	ct_tensor_free(value);
	ct_tensor_free(leaf);
}
END_TEST

Suite *index_suite(void)
{
	Suite *suite = suite_create("index");
	TCase *tests = tests_of("index");

	tcase_add_test(tests, meta_tensor_is_indexed_without_memory);
	tcase_add_test(tests, index_on_another_device_is_refused);
	tcase_add_test(tests, value_without_memory_is_refused);
	tcase_add_test(tests, sparse_tensor_is_read_and_not_assigned);
	tcase_add_test(tests, nested_tensor_gives_its_tensors);
	tcase_add_test(tests, quantized_tensor_takes_numbers);
	tcase_add_test(tests, value_may_be_of_the_same_memory);
	tcase_add_test(tests, accumulate_adds_into_views_too);
	tcase_add_test(tests, gradient_flows_through_assignment_to_a_view_of_a_view);
	suite_add_tcase(suite, tests);
	return suite;
}
