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

/* --- Numbers in place of tensors --------------------------------------------------------------
 *
 * The dtypes and numbers are those of Python's torch.ops.aten for the same tensors.
 */

static ct_tensor *of_numbers(ct_dtype dtype, double first, double second)
{
	ct_tensor *made;

	CT_CHECK(ct_tensor_from_data_with((double[]){ first, second }, CT_FLOAT64, CT_L(2),
					  CT_OPTIONS(.dtype = dtype), &made));
	return made;
}

static ct_tensor *singles(void)
{
	return of_numbers(CT_FLOAT32, 7.5, -7);
}

static ct_tensor *longs(void)
{
	return of_numbers(CT_INT64, 7, -7);
}

static ct_tensor *doubles(void)
{
	return of_numbers(CT_FLOAT64, 0, 0);
}

#define IS(call, dtype, first, second)                        \
	do {                                                  \
		ct_tensor *y_;                                \
                                                              \
		CT_CHECK(CT_FINISH(call, &y_));               \
		ck_assert_int_eq(ct_tensor_dtype(y_), dtype); \
		SAME(y_, of_numbers(dtype, first, second));   \
		ck_assert_int_eq(ct_tensor_size(y_, 0), 2);   \
	} while (0)

START_TEST(a_number_gives_way_to_the_dtype_of_a_tensor)
{
	CT_SCOPE;
	ct_tensor *y;

	IS(CT_E(add_Tensor, singles(), 1), CT_FLOAT32, 8.5, -6);
	IS(CT_E(add_Tensor, singles(), 1, .alpha = CT_S(2)), CT_FLOAT32, 9.5, -5);
	IS(CT_E(add_Tensor, longs(), 2.5), CT_FLOAT32, 9.5, -4.5);
	IS(CT_E(add_Tensor, longs(), (bool)true), CT_INT64, 8, -6);
	IS(CT_E(mul_Tensor, of_numbers(CT_FLOAT16, 7.5, -7), 2.5), CT_FLOAT16, 18.75, -17.5);
	IS(CT_E(mul, of_numbers(CT_FLOAT16, 7.5, -7), 2.5), CT_FLOAT16, 18.75, -17.5);
	CT_CHECK(CT(mul_Tensor, &y, singles(), ct_scalar_complex(0, 1)));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_COMPLEX64);
	IS(CT_E(imag, y), CT_FLOAT32, 7.5, -7);
	IS(CT_E(subtract_Tensor, singles(), 3), CT_FLOAT32, 4.5, -10);
	IS(CT_E(multiply_Tensor, longs(), 2), CT_INT64, 14, -14);
	IS(CT_E(true_divide_Tensor, longs(), 4), CT_FLOAT32, 1.75, -1.75);
	IS(CT_E(floor_divide, singles(), 2), CT_FLOAT32, 3, -4);
	IS(CT_E(floor_divide, longs(), 2), CT_INT64, 3, -4);
}
END_TEST

START_TEST(a_number_comes_first_or_is_alone)
{
	CT_SCOPE;
	ct_tensor *y;

	IS(CT_E(sub, 1, singles()), CT_FLOAT32, -6.5, 8);
	IS(CT_E(sub_Tensor, 1, singles(), .alpha = CT_S(2)), CT_FLOAT32, -14, 15);
	IS(CT_E(add, 0, singles()), CT_FLOAT32, 7.5, -7); /* no NULL */
	IS(CT_E(multiply, 2, longs()), CT_INT64, 14, -14);
	IS(CT_E(div, 15, singles()), CT_FLOAT32, 2, -15.0f / 7);
	IS(CT_E(true_divide, 1.75, longs()), CT_FLOAT32, 0.25, -0.25);
	IS(CT_E(floor_divide, 100, longs()), CT_INT64, 14, -15);
	IS(CT_E(sub, 1, CT_E(sub, 1, singles())), CT_FLOAT32, 7.5, -7);
	CT_CHECK(CT(sub, &y, 1, 2.5));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_FLOAT32);
	ck_assert_double_eq(value_of(y), -1.5);
	CT_CHECK(CT(add_Tensor, &y, 1, 2));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_INT64);
	ck_assert_double_eq(value_of(y), 3);
}
END_TEST

START_TEST(a_number_is_divided_with_a_rounding_mode)
{
	CT_SCOPE;

	IS(CT_E(div, singles(), 2, .rounding_mode = "floor"), CT_FLOAT32, 3, -4);
	IS(CT_E(div, singles(), 2, .rounding_mode = "trunc"), CT_FLOAT32, 3, -3);
	IS(CT_E(div, singles(), 2, .rounding_mode = NULL), CT_FLOAT32, 3.75, -3.5);
	IS(CT_E(div, 100, longs(), .rounding_mode = "floor"), CT_INT64, 14, -15);
	IS(CT_E(div, longs(), longs(), .rounding_mode = "trunc"), CT_INT64, 1, 1);
	IS(CT_E(div_Tensor_mode, longs(), 2, .rounding_mode = "trunc"), CT_INT64, 3, -3);
	IS(CT_E(divide, longs(), 2, .rounding_mode = "floor"), CT_INT64, 3, -4);
	IS(CT_E(div_, singles(), 2, .rounding_mode = "floor"), CT_FLOAT32, 3, -4);
	IS(CT_E(divide__Tensor_mode, longs(), 2, .rounding_mode = "trunc"), CT_INT64, 3, -3);
	IS(CT_E(div_out_mode, singles(), 2, .rounding_mode = "trunc", .out = doubles()), CT_FLOAT64,
	   3, -3);
	IS(CT_E(div, CT_E(div, singles(), 2, .rounding_mode = "floor"), 2), CT_FLOAT32, 1.5, -2);
}
END_TEST

START_TEST(an_argument_more_chooses_the_overloads_that_have_it)
{
	CT_SCOPE;
	const ct_tensor *index = of_numbers(CT_INT64, 0, 0);

	IS(CT_E(scatter, singles(), 0, CT_E(narrow, index, 0, 0, 1), 2), CT_FLOAT32, 2, -7);
	IS(CT_E(scatter, singles(), 0, index, 2, .reduce = "multiply"), CT_FLOAT32, 30, -7);
	IS(CT_E(scatter_, singles(), 0, index, singles(), .reduce = "add"), CT_FLOAT32, 8, -7);
}
END_TEST

START_TEST(a_number_is_an_argument_of_what_writes)
{
	CT_SCOPE;

	IS(CT_E(add__Tensor, longs(), 3), CT_INT64, 10, -4);
	IS(CT_E(sub__Tensor, singles(), 0.5), CT_FLOAT32, 7, -7.5);
	IS(CT_E(mul__Tensor, singles(), 2), CT_FLOAT32, 15, -14);
	IS(CT_E(floor_divide__Tensor, singles(), 2), CT_FLOAT32, 3, -4);
	IS(CT_E(true_divide__Tensor, singles(), 2), CT_FLOAT32, 3.75, -3.5);
	IS(CT_E(add_out, singles(), 1, .alpha = CT_S(2), .out = doubles()), CT_FLOAT64, 9.5, -5);
	IS(CT_E(sub_out, 1, singles(), .out = doubles()), CT_FLOAT64, -6.5, 8);
	IS(CT_E(mul_out, 2, singles(), .out = doubles()), CT_FLOAT64, 15, -14);
	IS(CT_E(div_out, singles(), 2, .out = doubles()), CT_FLOAT64, 3.75, -3.5);
	IS(CT_E(true_divide_out, 1.75, longs(), .out = doubles()), CT_FLOAT64, 0.25, -0.25);
	IS(CT_E(floor_divide_out, singles(), 2, .out = doubles()), CT_FLOAT64, 3, -4);
	IS(CT_E(copy_, singles(), 3), CT_FLOAT32, 3, 3);
	IS(CT_E(copy_out, singles(), 2.5, .out = of_numbers(CT_FLOAT32, 0, 0)), CT_FLOAT32, 2.5,
	   2.5);
}
END_TEST

START_TEST(a_number_is_copied_and_converted)
{
	CT_SCOPE;
	ct_tensor *y;

	IS(CT_E(copy, longs(), 2.5), CT_INT64, 2, 2);
	IS(CT_E(to_other, singles(), 2), CT_INT64, 7, -7);
	IS(CT_E(to_other, singles(), 2.5), CT_FLOAT64, 7.5, -7);
	CT_CHECK(CT(_to_copy, &y, 2.5));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_FLOAT64);
	CT_CHECK(CT(_to_copy, &y, (bool)true));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_BOOL);
	CT_CHECK(CT(to_dtype, &y, 2, CT_FLOAT16));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_FLOAT16);
	ck_assert_double_eq(value_of(y), 2);
	CT_CHECK(CT(_conj, &y, ct_scalar_complex(1, 2)));
	ck_assert_int_eq(ct_tensor_dtype(y), CT_COMPLEX128);
	CT_CHECK(CT(imag, &y, y));
	ck_assert_double_eq(value_of(y), -2);
}
END_TEST

static int64_t handles(void)
{
	ct_memory_usage usage;

	ct_memory_stats(&usage, NULL);
	return usage.handles;
}

START_TEST(a_number_leaves_no_tensor)
{
	ct_tensor *x = singles(), *y;
	const int64_t before = handles();

	CT_CHECK(CT(add_Tensor, &y, x, 1)); /* without a scope */
	ct_tensor_free(y);
	FAILS(CT(add_out, x, 1, .out = NULL),
	      "ArgumentError: ct_add_out: argument 4 (out) must not be NULL");
	ck_assert_int_eq(handles(), before);
	{
		CT_SCOPE;
		const int64_t within = handles();

		CT_CHECK(CT_FINISH(CT_E(copy_, x, 3), NULL));
		CT_E(relu, CT_FAIL(CT_ERROR_VALUE, "no"));
		CT_E(add_Tensor, x, 1); /* skipped */
		ct_error_free(CT_DONE());
		ck_assert_int_eq(handles(), within);
	}
	ct_tensor_free(x);
}
END_TEST

START_TEST(the_tensor_of_a_number_gives_way_in_plain_calls_too)
{
	CT_SCOPE;
	ct_tensor *number, *y;

	CT_CHECK(ct_tensor_new_wrapped_number(ct_scalar_float(2.5), &number));
	ck_assert_int_eq(ct_tensor_dtype(number), CT_FLOAT64);
	ck_assert_int_eq(ct_tensor_dim(number), 0);
	CT_CHECK(ct_mul_Tensor(longs(), number, &y));
	IS(y, CT_FLOAT32, 17.5, -17.5);
	CT_CHECK(ct_tensor_new_wrapped_number(ct_scalar_bool(true), &number));
	ck_assert_int_eq(ct_tensor_dtype(number), CT_BOOL);
	CT_CHECK(ct_tensor_new_wrapped_number(ct_scalar_int(3), &number));
	ck_assert_int_eq(ct_tensor_dtype(number), CT_INT64);
	CT_CHECK(ct_tensor_new_wrapped_number(ct_scalar_complex(1, 2), &number));
	ck_assert_int_eq(ct_tensor_dtype(number), CT_COMPLEX128);
	FAILS(ct_tensor_new_wrapped_number((ct_scalar){ 77, 0, 0, 0 }, &number),
	      "ArgumentError: ct_tensor_new_wrapped_number: argument 1 (number): unknown kind of scalar "
	      "77");
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
	tcase_add_test(tests, a_number_gives_way_to_the_dtype_of_a_tensor);
	tcase_add_test(tests, a_number_comes_first_or_is_alone);
	tcase_add_test(tests, a_number_is_divided_with_a_rounding_mode);
	tcase_add_test(tests, an_argument_more_chooses_the_overloads_that_have_it);
	tcase_add_test(tests, a_number_is_an_argument_of_what_writes);
	tcase_add_test(tests, a_number_is_copied_and_converted);
	tcase_add_test(tests, a_number_leaves_no_tensor);
	tcase_add_test(tests, the_tensor_of_a_number_gives_way_in_plain_calls_too);
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
