/*
 * Results of each type become values, and belong to nobody else.
 */
#include "support.h"

static ct_tensor *result;

static ct_tensor *small(void)
{
	return matrix(2, 3, (const float[]){ 1, -2, 3, -4, 5, 6 });
}

static void assert_number(const ct_value *value, ct_value_kind kind, int64_t i)
{
	ck_assert_int_eq(value->kind, kind);
	ck_assert_int_eq(value->flags, 0);
	ck_assert_int_eq(value->i, i);
}

START_TEST(a_tensor_is_the_callers)
{
	ct_tensor *x = small();
	const int64_t before = live_handles();

	OK(DIRECT("aten::neg", TENSOR(x)));
	ck_assert_int_eq(live_handles(), before + 1);
	ct_tensor_free((ct_tensor *)results[0].object);
	ck_assert_int_eq(live_handles(), before);
	ct_tensor_free(x);
}
END_TEST

START_TEST(in_a_scope_a_tensor_is_the_scopes)
{
	const int64_t before = live_handles();
	ct_scope *scope = open_scope();

	OK(DIRECT("aten::neg", TENSOR(small())));
	ck_assert(!ct_value_is_owned(&results[0]));
	OK(ct_scope_close(scope));
	ck_assert_int_eq(live_handles(), before);
}
END_TEST

START_TEST(a_written_tensor_is_the_argument)
{
	ct_tensor *x = small(), *out = small();

	OK(DIRECT("aten::add_.Tensor", TENSOR(x), TENSOR(x), INT(1)));
	assert_tensor(&results[0], x);
	ck_assert_ptr_eq(ct_tensor_data(results[0].object), ct_tensor_data(x));
	OK(DIRECT("aten::add.out", TENSOR(x), TENSOR(x), INT(2), TENSOR(out)));
	OK(ct_add_Tensor(x, x, ct_scalar_int(2), &result));
	assert_tensor(&results[0], result);
	ck_assert_ptr_eq(ct_tensor_data(results[0].object), ct_tensor_data(out));
}
END_TEST

START_TEST(an_undefined_tensor_is_None)
{
	static const bool mask[] = { true, false, true };
	ct_tensor *x = small(), *weight = vector(3, (const float[]){ 1, 2, 3 });
	ct_tensor *y = NULL, *mean = NULL, *rstd = NULL, *grad = NULL;
	ct_tensor *unused = NULL, *other = NULL;

	OK(DIRECT("aten::native_layer_norm", TENSOR(x), INTS(3), NONE, NONE, FLOAT(1e-5)));
	OK(ct_native_layer_norm(x, LIST(3), NULL, NULL, 1e-5, &y, &mean, &rstd));
	assert_tensor(&results[0], y);
	assert_tensor(&results[1], mean);
	assert_tensor(&results[2], rstd);
	OK(DIRECT("aten::native_layer_norm_backward", TENSOR(y), TENSOR(x), INTS(3), TENSOR(mean),
		  TENSOR(rstd), TENSOR(weight), TENSOR(weight),
		  ct_value_bools((ct_bools){ mask, 3 })));
	OK(ct_native_layer_norm_backward(y, x, LIST(3), mean, rstd, weight, weight, mask, &grad,
					 &unused, &other));
	assert_tensor(&results[0], grad);
	assert_tensor(&results[2], other);
	assert_number(&results[1], CT_VALUE_NONE, 0);
	ck_assert_ptr_null(results[1].object);
	/* As any other None. */
	OK(DIRECT("aten::ones", INTS(2), results[1], results[1], results[1], results[1]));
}
END_TEST

START_TEST(lists_of_tensors)
{
	ct_tensor *x = small(), **parts = NULL, *const * given;
	int64_t parts_len = 0;

	OK(DIRECT("aten::split.Tensor", TENSOR(x), INT(2), INT(1)));
	OK(ct_split_Tensor(x, 2, 1, &parts, &parts_len));
	assert_number(&results[0], CT_VALUE_TENSORS, parts_len);
	given = results[0].object;
	for (int64_t i = 0; i < parts_len; i++)
		assert_tensor(&(ct_value){ CT_VALUE_TENSOR, .object = given[i] }, parts[i]);
	ct_tensors_free(parts, parts_len);
	ct_tensors_free((ct_tensor **)results[0].object, results[0].i);
}
END_TEST

START_TEST(nothing)
{
	ct_tensor *x = small(), *y = small();

	OK(DIRECT("aten::_foreach_neg_", ct_value_tensors(CT_TENSORS(x))));
	OK(ct_neg(y, &y));
	assert_tensor(&(ct_value){ CT_VALUE_TENSOR, .object = x }, y);
}
END_TEST

START_TEST(numbers)
{
	ct_tensor *x = small(), *q = NULL, *one = NULL;
	ct_scalar item = { 0 };

	OK(DIRECT("aten::size.int", TENSOR(x), INT(1)));
	assert_number(&results[0], CT_VALUE_INT, 3);
	OK(DIRECT("aten::equal", TENSOR(x), TENSOR(x)));
	assert_number(&results[0], CT_VALUE_BOOL, 1);
	OK(ct_quantize_per_tensor(x, 0.25, 3, CT_QINT8, &q));
	OK(DIRECT("aten::q_scale", TENSOR(q)));
	ck_assert_int_eq(results[0].kind, CT_VALUE_FLOAT);
	ck_assert_int_eq(results[0].flags, 0);
	ck_assert_double_eq(results[0].re, 0.25);
	OK(DIRECT("aten::qscheme", TENSOR(q)));
	assert_number(&results[0], CT_VALUE_QUANT_SCHEME, CT_PER_TENSOR_AFFINE);
	OK(DIRECT("aten::result_type.Tensor", TENSOR(x), TENSOR(x)));
	assert_number(&results[0], CT_VALUE_DTYPE, CT_FLOAT32);
	OK(ct_full(NULL, 0, ct_scalar_complex(1, -2), CT_COMPLEX128, 0, CT_DEVICE_NONE, NULL,
		   &one));
	OK(DIRECT("aten::item", TENSOR(one)));
	OK(ct_item(one, &item));
	ck_assert_int_eq(results[0].kind, CT_VALUE_COMPLEX);
	ck_assert_double_eq(results[0].re, item.re);
	ck_assert_double_eq(results[0].im, item.im);
}
END_TEST

START_TEST(results_of_different_types)
{
	ct_tensor *x = small();
	double scale = 0;
	int64_t zero_point = 0;

	OK(DIRECT("aten::_choose_qparams_per_tensor", TENSOR(x), BOOL(true)));
	OK(ct__choose_qparams_per_tensor(x, true, &scale, &zero_point));
	ck_assert_int_eq(results[0].kind, CT_VALUE_FLOAT);
	ck_assert_double_eq(results[0].re, scale);
	assert_number(&results[1], CT_VALUE_INT, zero_point);
}
END_TEST

START_TEST(an_error_leaves_the_results_as_they_were)
{
	ct_tensor *x = small(), *y = vector(4, (const float[]){ 1, 2, 3, 4 });
	ct_value before;

	memset(&before, 0x5a, sizeof before);
	assert_same_error(DIRECT("aten::add.Tensor", TENSOR(x), TENSOR(y), INT(1)),
			  ct_add_Tensor(x, y, ct_scalar_int(1), &result));
	ck_assert_mem_eq(&results[0], &before, sizeof before);
	assert_same_error(DIRECT("aten::neg", NONE), ct_neg(NULL, &result));
}
END_TEST

Suite *results_suite(void)
{
	Suite *suite = suite_create("direct: results");
	TCase *unscoped = tests_of("owners"), *tests = scoped_tests("types");

	tcase_add_test(unscoped, a_tensor_is_the_callers);
	tcase_add_test(unscoped, in_a_scope_a_tensor_is_the_scopes);
	suite_add_tcase(suite, unscoped);
	tcase_add_test(tests, a_written_tensor_is_the_argument);
	tcase_add_test(tests, an_undefined_tensor_is_None);
	tcase_add_test(tests, lists_of_tensors);
	tcase_add_test(tests, nothing);
	tcase_add_test(tests, numbers);
	tcase_add_test(tests, results_of_different_types);
	tcase_add_test(tests, an_error_leaves_the_results_as_they_were);
	suite_add_tcase(suite, tests);
	return suite;
}
