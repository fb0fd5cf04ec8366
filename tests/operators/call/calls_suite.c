/*
 * CT(): each kind of argument, and the choice of an overload, compared with the plain call.
 */
#include "releases.h"
#include "support.h"

#include <ctorch/nn/nn.h>

#define SAME(a, b)                                            \
	do {                                                  \
		bool same_ = false;                           \
		CT_CHECK(ct_equal((a), (b), &same_));         \
		ck_assert_msg(same_, "%s is not %s", #a, #b); \
	} while (0)

static ct_tensor *counting(int64_t n)
{
	ct_tensor *values;

	CT_CHECK(CT(arange, &values, n, .dtype = CT_FLOAT32));
	return values;
}

START_TEST(numbers_keep_their_kind)
{
	CT_SCOPE;
	ct_tensor *ints, *sum;

	CT_CHECK(CT(arange, &ints, 3));
	ck_assert_int_eq(ct_tensor_dtype(ints), CT_INT64);
	CT_CHECK(CT(add, &sum, ints, 2));
	ck_assert_int_eq(ct_tensor_dtype(sum), CT_INT64);
	CT_CHECK(CT(add, &sum, ints, 2.0));
	ck_assert_int_eq(ct_tensor_dtype(sum), CT_FLOAT32);
	/* In C11, `true` is an int. */
	CT_CHECK(CT(full, &sum, CT_L(2), (bool)true));
	ck_assert_int_eq(ct_tensor_dtype(sum), CT_BOOL);
	CT_CHECK(CT(add, &sum, ints, ct_scalar_complex(0, 1)));
	ck_assert_int_eq(ct_tensor_dtype(sum), CT_COMPLEX64);
#if HAS_UNSIGNED_NUMBERS
	CT_CHECK(CT(full, &sum, CT_L(1), UINT64_MAX, .dtype = CT_UINT64));
#endif
	CT_CHECK(CT(full, &sum, CT_L(1), (short)7));
	ck_assert_double_eq(value_of(sum), 7);
}
END_TEST

START_TEST(types_choose_the_overload)
{
	CT_SCOPE;
	ct_tensor *x = counting(6), *by_name, *chosen, **parts;
	const ct_tensor *other = x;
	int64_t n;

	CT_CHECK(CT(mul, &chosen, x, other));
	CT_CHECK(ct_mul_Tensor(x, x, &by_name));
	SAME(chosen, by_name);
	CT_CHECK(CT(pow, &chosen, 2, x));
	CT_CHECK(ct_pow_Scalar(ct_scalar_int(2), x, &by_name));
	SAME(chosen, by_name);
	CT_CHECK(CT(pow, &chosen, x, 0.5));
	CT_CHECK(ct_pow_Tensor_Scalar(x, ct_scalar_float(0.5), &by_name));
	SAME(chosen, by_name);
	CT_CHECK(CT(split, &parts, &n, x, 2));
	ck_assert_int_eq(n, 3);
	ct_tensors_free(parts, n);
	CT_CHECK(CT(split, &parts, &n, x, CT_L(1, 5)));
	ck_assert_int_eq(n, 2);
	ct_tensors_free(parts, n);
	CT_CHECK(CT(_foreach_add, &parts, &n, CT_TENSORS(x, other), 1));
	ck_assert_int_eq(n, 2);
	ct_tensors_free(parts, n);
}
END_TEST

START_TEST(arguments_have_names)
{
	CT_SCOPE;
	ct_tensor *x = counting(6), *by_name, *plain;
	const double min = 1;
	const int64_t dim = 0;

	CT_CHECK(CT(view, &x, x, CT_L(1, 1, 6)));
	CT_CHECK(CT(clamp, &by_name, x, .max = CT_S(4), .min = CT_S(min)));
	CT_CHECK(ct_clamp(x, &(ct_scalar){ CT_SCALAR_FLOAT, 0, 1, 0 },
			  &(ct_scalar){ CT_SCALAR_INT, 4, 0, 0 }, &plain));
	SAME(by_name, plain);
#if CT_RELEASE_AT_LEAST(2, 5) /* enable_gqa */
	CT_CHECK(CT(scaled_dot_product_attention, &by_name, x, x, x, .scale = 0.5));
	CT_CHECK(ct_scaled_dot_product_attention(x, x, x, NULL, 0, false, &(double){ 0.5 }, false,
						 &plain));
	SAME(by_name, plain);
#endif
	CT_CHECK(CT(argmax, &by_name, x, .dim = dim, .keepdim = true));
	CT_CHECK(ct_argmax(x, &dim, true, &plain));
	SAME(by_name, plain);
	CT_CHECK(CT(argmax, &by_name, x));
	ck_assert_double_eq(value_of(by_name), 5);
}
END_TEST

START_TEST(a_loss_is_reduced_as_its_name_says)
{
	CT_SCOPE;
	ct_tensor *x = counting(3), *zeros, *loss;

	CT_CHECK(CT(zeros_like, &zeros, x));
	CT_CHECK(CT(mse_loss, &loss, x, zeros, .reduction = CT_REDUCTION_SUM));
	ck_assert_double_eq(value_of(loss), 5);
	CT_CHECK(CT(mse_loss, &loss, x, zeros, .reduction = CT_REDUCTION_NONE));
	ck_assert_int_eq(ct_tensor_dim(loss), 1);
}
END_TEST

START_TEST(what_writes_has_no_place_for_a_result)
{
	CT_SCOPE;
	ct_tensor *x = counting(3), *out = counting(3);

	CT_CHECK(CT(mul_, x, 2));
	CT_CHECK(CT(add_out, x, x, .out = out));
	assert_floats(out, (const int64_t[]){ 3, -1 }, (const double[]){ 0, 4, 8 });
	FAILS(CT(add_out, x, x), "ArgumentError: ct_add_out: argument 4 (out) must not be NULL");
}
END_TEST

/* Python's F.cross_entropy(): the function has its own name, as no operator has it. */
START_TEST(functions_have_their_own_names)
{
	CT_SCOPE;
	ct_tensor *x = counting(3), *labels, *loss, *by_nn;

	CT_CHECK(CT(stack, &x, CT_TENSORS(x, x)));
	CT_CHECK(CT(ones, &labels, CT_L(2), .dtype = CT_INT64));
	CT_CHECK(CT(cross_entropy, &loss, x, labels, .label_smoothing = 0.1));
	CT_CHECK(CT(nn_cross_entropy, &by_nn, x, labels, .label_smoothing = 0.1));
	SAME(loss, by_nn);
	/* log(1 + e + e^2) - 1 */
	assert_floats(CT_E(cross_entropy, x, labels), (const int64_t[]){ -1 },
		      (const double[]){ 1.40760596 });
	SAME(CT_E(interpolate, CT_E(view, x, CT_L(1, 1, 2, 3)), .scale_factor = CT_FLOATS(2)),
	     CT_E(nn_interpolate, CT_E(view, x, CT_L(1, 1, 2, 3)), .scale_factor = CT_FLOATS(2)));
	CT_CHECK(CT_DONE());
}
END_TEST

/* The operator dropout(input, p, train) has its name; the function is nn_dropout(). */
START_TEST(an_operator_has_its_name_before_a_function)
{
	CT_SCOPE;
	ct_tensor *x = counting(3), *all, *none;

	CT_CHECK(CT(dropout, &all, x, 0.5, false));
	SAME(all, x);
	CT_CHECK(CT(nn_dropout, &none, x, .p = 1, .training = true));
	assert_floats(none, (const int64_t[]){ 3, -1 }, (const double[]){ 0, 0, 0 });
}
END_TEST

START_TEST(arguments_are_evaluated_once)
{
	CT_SCOPE;
	ct_tensor *x = counting(3), *sum;
	int64_t n = 0;

	CT_CHECK(CT(add, &sum, x, ++n, .alpha = CT_S(++n)));
	ck_assert_int_eq(n, 2);
}
END_TEST

static ct_tensor *numbered(ct_tensor *x, int *calls, int number)
{
	ck_assert_int_eq((*calls)++, number);
	return x;
}

START_TEST(arguments_are_evaluated_from_left_to_right)
{
	CT_SCOPE;
	ct_tensor *x = counting(3), *result;
	int calls = 0;

	CT_CHECK(CT(add, &result, numbered(x, &calls, 0), numbered(x, &calls, 1)));
	CT_CHECK(CT(where_self, &result, numbered(CT_E(gt, x, 0), &calls, 2),
		    numbered(x, &calls, 3), numbered(x, &calls, 4)));
	CT_CHECK(CT(mm, &result, CT_E(reshape, numbered(x, &calls, 5), CT_L(3, 1)),
		    CT_E(reshape, numbered(x, &calls, 6), CT_L(1, 3))));
	CT_CHECK(CT(clamp_Tensor, &result, numbered(x, &calls, 7), .min = numbered(x, &calls, 8),
		    .max = numbered(x, &calls, 9)));
	ck_assert_int_eq(calls, 10);
}
END_TEST

Suite *calls_suite(void)
{
	Suite *suite = suite_create("calls");
	TCase *tests = tcase_create("calls");

	tcase_add_test(tests, numbers_keep_their_kind);
	tcase_add_test(tests, types_choose_the_overload);
	tcase_add_test(tests, arguments_have_names);
	tcase_add_test(tests, a_loss_is_reduced_as_its_name_says);
	tcase_add_test(tests, what_writes_has_no_place_for_a_result);
	tcase_add_test(tests, functions_have_their_own_names);
	tcase_add_test(tests, an_operator_has_its_name_before_a_function);
	tcase_add_test(tests, arguments_are_evaluated_once);
	tcase_add_test(tests, arguments_are_evaluated_from_left_to_right);
	suite_add_tcase(suite, tests);
	return suite;
}
