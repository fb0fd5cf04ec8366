/*
 * Operators on the device, each beside the CPU: kernels, views, in-place forms, several results,
 * lists, random numbers.
 */
#include "support.h"

struct inputs {
	ct_tensor *x, *y, *i, *m;
};

/* Two of floats, one of integers, a matrix. */
static struct inputs inputs_on(ct_device device)
{
	const ct_tensor *numbers = CT_E(reshape, CT_E(arange, 24), CT_L(2, 3, 4));
	const ct_tensor *x = CT_E(sub, CT_E(mul, numbers, 0.17), 2);
	const ct_tensor *m = CT_E(add, CT_E(eye, 4), CT_E(full, CT_L(4, 4), 0.25));

	return (struct inputs){ on_device(x, device), on_device(CT_E(exp, x), device),
				on_device(CT_E(remainder, numbers, 3), device),
				on_device(m, device) };
}

/* The expression of x, y, i and m on the CPU, then on a device. */
#define BESIDE(expression)                                                                \
	do {                                                                              \
		CT_SCOPE;                                                                 \
		const struct inputs here = inputs_on(CT_DEVICE_CPU);                      \
		const struct inputs there = inputs_on(SIM_DEVICE(0));                     \
		ct_tensor *x = here.x, *y = here.y, *i = here.i, *m = here.m;             \
		const ct_tensor *wanted = (expression), *got;                             \
                                                                                          \
		x = there.x, y = there.y, i = there.i, m = there.m;                       \
		got = (expression);                                                       \
		(void)x, (void)y, (void)i, (void)m;                                       \
		OK(CT_DONE());                                                            \
		ck_assert_msg(ct_tensor_device(got).type == SIM_TYPE, "%s is on the CPU", \
			      #expression);                                               \
		assert_same(got, wanted, #expression);                                    \
	} while (0)

START_TEST(elementwise_operators)
{
	BESIDE(CT_E(add, x, y));
	BESIDE(CT_E(sub, 1, x));
	BESIDE(CT_E(mul, x, CT_E(select, m, 0, 1)));
	BESIDE(CT_E(div, x, y, .rounding_mode = "floor"));
	BESIDE(CT_E(pow, y, x));
	BESIDE(CT_E(exp, x));
	BESIDE(CT_E(log, y));
	BESIDE(CT_E(sigmoid, x));
	BESIDE(CT_E(tanh, x));
	BESIDE(CT_E(gelu, x));
	BESIDE(CT_E(relu, x));
	BESIDE(CT_E(clamp, x, .min = CT_S(-1), .max = CT_S(1)));
	BESIDE(CT_E(where_self, CT_E(gt, x, 0), x, y));
	BESIDE(CT_E(eq, i, 1));
	BESIDE(CT_E(bitwise_and, i, 1));
	BESIDE(CT_E(addcmul, x, y, y));
	BESIDE(CT_E(lerp, x, y, CT_S(0.25)));
	BESIDE(CT_E(to_dtype, x, CT_INT32));
}
END_TEST

START_TEST(reductions_and_orders)
{
	BESIDE(CT_E(sum, x));
	BESIDE(CT_E(sum_dim_IntList, x, CT_L(0, 2)));
	BESIDE(CT_E(mean, y));
	BESIDE(CT_E(std_dim, x, CT_L(1)));
	BESIDE(CT_E(amax, x, CT_L(1)));
	BESIDE(CT_E(argmin, x));
	BESIDE(CT_E(prod, y));
	BESIDE(CT_E(cumsum, x, 1));
	BESIDE(CT_E(norm, x));
	BESIDE(CT_E(any, CT_E(gt, x, 1)));
	BESIDE(CT_E(count_nonzero, i));
	BESIDE(CT_E(argsort, x, .descending = true));
	BESIDE(CT_E(logsumexp, x, CT_L(2)));
}
END_TEST

START_TEST(matrices)
{
	BESIDE(CT_E(matmul, x, m));
	BESIDE(CT_E(bmm, x, CT_E(transpose, y, 1, 2)));
	BESIDE(CT_E(addmm, m, m, m));
	BESIDE(CT_E(linalg_inv, m));
	BESIDE(CT_E(linalg_cholesky, m));
	BESIDE(CT_E(trace, m));
	BESIDE(CT_E(tril, m));
	BESIDE(CT_E(diagonal, m));
	BESIDE(CT_E(einsum, "bij,bkj->bik", CT_TENSORS(x, y)));
}
END_TEST

START_TEST(shapes_and_indices)
{
	BESIDE(CT_E(cat, CT_TENSORS(x, y), .dim = 1));
	BESIDE(CT_E(stack, CT_TENSORS(x, y), .dim = 2));
	BESIDE(CT_E(permute, x, CT_L(2, 0, 1)));
	BESIDE(CT_E(flip, x, CT_L(0, 2)));
	BESIDE(CT_E(roll, x, CT_L(5)));
	BESIDE(CT_E(repeat, x, CT_L(2, 1, 1)));
	BESIDE(CT_E(gather, x, 1, i));
	BESIDE(CT_E(scatter, x, 1, i, y));
	BESIDE(CT_E(index_select, x, 2, CT_E(flatten, i)));
	BESIDE(CT_E(masked_select, x, CT_E(gt, x, 0)));
	BESIDE(CT_E(masked_fill, x, CT_E(gt, x, 0), 9));
	BESIDE(CT_E(nonzero, i));
	BESIDE(CT_E(one_hot, i, 3));
	BESIDE(CT_E(unfold, x, 2, 2, 1));
	BESIDE(CT_E(constant_pad_nd, x, CT_L(1, 2)));
	BESIDE(CT_E(view_as_real, CT_E(complex, x, y)));
	BESIDE(CT_E(imag, CT_E(conj, CT_E(complex, x, y))));
}
END_TEST

START_TEST(layers)
{
	BESIDE(CT_E(softmax, x, 1));
	BESIDE(CT_E(log_softmax, x, -1));
	BESIDE(CT_E(layer_norm, x, CT_L(4)));
	BESIDE(CT_E(linear, x, m));
	BESIDE(CT_E(embedding, m, i));
	BESIDE(CT_E(conv1d, x,
		    CT_E(reshape, CT_E(narrow, CT_E(flatten, y), 0, 0, 12), CT_L(2, 3, 2))));
	BESIDE(CT_E(max_pool2d, x, CT_L(2)));
	BESIDE(CT_E(avg_pool1d, x, CT_L(2)));
	BESIDE(CT_E(upsample_nearest1d, x, CT_L(7)));
	BESIDE(CT_E(mse_loss, x, y));
}
END_TEST

/* The CPU has kernels of its own, whose last digits are others. */
START_TEST(attention)
{
	OK(ct_flag_set(CT_FLAG_FLASH_SDP, false));
	OK(ct_flag_set(CT_FLAG_MEM_EFFICIENT_SDP, false));
	BESIDE(CT_E(scaled_dot_product_attention, x, y, x));
}
END_TEST

START_TEST(inplace_and_out_forms)
{
	BESIDE(CT_E(add_, x, y));
	BESIDE(CT_E(zero_, x));
	BESIDE(CT_E(index_fill_, x, 1, CT_E(select, CT_E(select, i, 0, 0), 0, 0), 3));
	BESIDE(CT_E(mul_out, x, 2.5, .out = y));
	BESIDE(CT_E(resize_, x, CT_L(3, 2)));
	BESIDE(CT_E(set__source_Tensor, x, y));
	BESIDE(CT_E(squeeze__dim, CT_E(unsqueeze_, x, 0), 0));
}
END_TEST

START_TEST(an_out_tensor_is_resized)
{
	CT_SCOPE;
	const ct_tensor *x = on_sim(CT_E(ones, CT_L(100, 100)));
	ct_tensor *out = CT_E(empty, CT_L(0), .device = SIM_DEVICE(0));

	CT_E(mul_out, x, 2, .out = out);
	OK(CT_DONE());
	assert_same(out, CT_E(full, CT_L(100, 100), 2.0), "out");
}
END_TEST

START_TEST(several_results)
{
	CT_SCOPE;
	const ct_tensor *x = CT_E(sin, CT_E(arange, 12, .dtype = CT_FLOAT32));
	ct_tensor *values, *indices, *values_there, *indices_there, **parts;
	int64_t parts_len;

	OK(CT(topk, &values, &indices, x, 5));
	OK(CT(topk, &values_there, &indices_there, on_sim(x), 5));
	assert_same(values_there, values, "values");
	assert_same(indices_there, indices, "indices");
	OK(CT(split, &parts, &parts_len, on_sim(x), 5));
	ck_assert_int_eq(parts_len, 3);
	assert_same(parts[2], CT_E(narrow, x, 0, 10, 2), "the last part");
	OK(CT_DONE());
}
END_TEST

/* PyTorch's error on a CUDA device and the CPU, with these devices' names. */
START_TEST(tensors_of_different_devices_are_refused)
{
	NEEDS_TWO_DEVICES;
	CT_SCOPE;
	const ct_tensor *here = CT_E(ones, CT_L(2)), *there = on_sim(here);
	const ct_tensor *elsewhere = on_device(here, SIM_DEVICE(1)), *number = CT_E(sum, here);
	ct_tensor *result = UNTOUCHED;

	OK(CT_DONE());
	FAILS_WITH(
		CT(add, &result, there, here), CT_ERROR_RUNTIME,
		"Expected all tensors to be on the same device, but found at least two devices, " SIM_NAME
		":0 and cpu!");
	FAILS_WITH(CT(add, &result, elsewhere, there), CT_ERROR_RUNTIME,
		   SIM_NAME ":1 and " SIM_NAME ":0!");
	ck_assert_ptr_eq(result, UNTOUCHED);
	assert_same(CT_E(add, there, number), CT_E(add, here, number), "a number of the CPU");
	OK(CT_DONE());
}
END_TEST

#if CT_RELEASE_AT_LEAST(2, 4)

START_TEST(autocast_computes_in_16_bits)
{
	CT_SCOPE;
	const struct inputs here = inputs_on(CT_DEVICE_CPU), there = inputs_on(SIM_DEVICE(0));
	const ct_tensor *product = NULL, *exponential = NULL;
	ct_error err = NULL;

	CT_AUTOCAST(err, SIM_TYPE, CT_BFLOAT16)
	{
		product = CT_E(matmul, there.x, there.m);
		exponential = CT_E(exp, product);
	}
	OK(err);
	OK(CT_DONE());
	ck_assert_int_eq(ct_tensor_dtype(exponential), CT_FLOAT32);
	assert_same(product,
		    CT_E(matmul, CT_E(to_dtype, here.x, CT_BFLOAT16),
			 CT_E(to_dtype, here.m, CT_BFLOAT16)),
		    "a product");
}
END_TEST

#endif

START_TEST(operators_run_by_their_names)
{
	CT_SCOPE;
	const ct_tensor *x = CT_E(ones, CT_L(2));
	ct_value argument = ct_value_tensor(on_sim(x)), result;
	ct_tensor *negated;

	OK(CT_DONE());
	OK(ct_call("aten::neg", &argument, 1, &result, 1));
	OK(ct_value_move_to_scope(&result));
	OK(ct_value_as_tensor(&result, &negated));
	assert_same(negated, CT_E(neg, x), "neg");
}
END_TEST

Suite *operators_suite(void)
{
	Suite *suite = suite_create("operators");
	TCase *tests = tests_on_sim("operators");

	tcase_add_test(tests, elementwise_operators);
	tcase_add_test(tests, reductions_and_orders);
	tcase_add_test(tests, matrices);
	tcase_add_test(tests, shapes_and_indices);
	tcase_add_test(tests, layers);
	tcase_add_test(tests, attention);
	tcase_add_test(tests, inplace_and_out_forms);
	tcase_add_test(tests, an_out_tensor_is_resized);
	tcase_add_test(tests, several_results);
	tcase_add_test(tests, tensors_of_different_devices_are_refused);
#if CT_RELEASE_AT_LEAST(2, 4)
	tcase_add_test(tests, autocast_computes_in_16_bits);
#endif
	tcase_add_test(tests, operators_run_by_their_names);
	suite_add_tcase(suite, tests);
	return suite;
}
