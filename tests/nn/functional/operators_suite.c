/*
 * Functions of torch.nn.functional that are operators, called by the operators' names and compared
 * with Python; and those that only have the arguments in another order.
 */
#include "nn_cases.h"
#include "releases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_operators");
}

START_TEST(convolutions_are_operators)
{
	RUN("conv1d", CT(conv1d, OUT, X(0), X(1), X(2), CT_L(2), CT_L(1), CT_L(1), 2));
	RUN("conv1d same", CT(conv1d_padding, OUT, X(0), X(1), .padding = "same"));
	RUN("conv2d valid", CT(conv2d_padding, OUT, X(0), X(1), .padding = "valid"));
	RUN("conv3d", CT(conv3d, OUT, X(0), X(1), X(2), CT_L(1, 2, 1)));
	RUN("conv_transpose1d",
	    CT(conv_transpose1d, OUT, X(0), X(1), NULL, CT_L(2), CT_L(1), CT_L(1)));
	RUN("conv_transpose2d",
	    CT(conv_transpose2d_input, OUT, X(0), X(1), X(2), CT_L(2), .groups = 2));
	RUN("conv_transpose3d", CT(conv_transpose3d_input, OUT, X(0), X(1), .dilation = CT_L(2)));
	RUN("conv_tbc", CT(conv_tbc, OUT, X(0), X(1), X(2), 1));
	RUN("bilinear", CT(bilinear, OUT, X(0), X(1), X(2), X(3)));
}
END_TEST

START_TEST(plain_pooling_is_an_operator)
{
	RUN("avg_pool1d",
	    CT(avg_pool1d, OUT, X(0), CT_L(3), .padding = CT_L(1), .count_include_pad = false));
	RUN("avg_pool2d", CT(avg_pool2d, OUT, X(0), CT_L(2), .divisor_override = 3));
	RUN("avg_pool3d", CT(avg_pool3d, OUT, X(0), CT_L(2), CT_L(1), .ceil_mode = true));
	RUN("max_pool1d", CT(max_pool1d, OUT, X(0), CT_L(3)));
	RUN("max_pool2d", CT(max_pool2d, OUT, X(0), CT_L(2), CT_L(1), CT_L(1), CT_L(2), true));
	RUN("max_pool3d", CT(max_pool3d, OUT, X(0), CT_L(2)));
	RUN("max_pool1d_with_indices", CT(max_pool1d_with_indices, OUT, OUTS(1), X(0), CT_L(3)));
	RUN("max_pool2d return_indices", CT(max_pool2d_with_indices, OUT, OUTS(1), X(0), CT_L(2)));
	RUN("max_pool3d_with_indices",
	    CT(max_pool3d_with_indices, OUT, OUTS(1), X(0), CT_L(2), CT_L(1)));
	RUN("adaptive_avg_pool1d", CT(adaptive_avg_pool1d, OUT, X(0), CT_L(4)));
	RUN("adaptive_max_pool1d_with_indices",
	    CT(adaptive_max_pool1d, OUT, OUTS(1), X(0), CT_L(4)));
}
END_TEST

START_TEST(padding_is_an_operator)
{
	RUN("pad", CT(pad, OUT, X(0), CT_L(1, 2)));
	RUN("pad value", CT(pad, OUT, X(0), CT_L(1, 0, 0, 2), "constant", 1.5));
	RUN("pad negative", CT(pad, OUT, X(0), CT_L(-1, 2, 1, -2)));
	RUN("pad reflect", CT(pad, OUT, X(0), CT_L(2, 1), "reflect"));
	RUN("pad replicate", CT(pad, OUT, X(0), CT_L(1, 2, 0, 1), .mode = "replicate"));
	RUN("pad circular", CT(pad, OUT, X(0), CT_L(1, 1, 1, 0, 0, 2), "circular"));
	RUN("pad negative reflect", CT(pad, OUT, X(0), CT_L(-1, 2), "reflect"));
	RUN("pad odd", CT(pad, OUT, X(0), CT_L(1, 2, 3)));
	RUN("pad many", CT(pad, OUT, X(0), CT_L(1, 2, 3, 4)));
	RUN("pad mode", CT(pad, OUT, X(0), CT_L(1, 1), "mirror"));
	RUN("pad reflect value", CT(pad, OUT, X(0), CT_L(1, 1), "reflect", 1.0));
	RUN("pad reflect dims", CT(pad, OUT, X(0), CT_L(1, 1), "reflect"));
	RUN("pad reflect too far", CT(pad, OUT, X(0), CT_L(3, 0), "reflect"));
	RUN("pad circular too far", CT(pad, OUT, X(0), CT_L(4, 0), "circular"));
	RUN("pad to nothing", CT(pad, OUT, X(0), CT_L(-2, -2)));
}
END_TEST

START_TEST(others_are_operators)
{
	RUN("pixel_shuffle", CT(pixel_shuffle, OUT, X(0), 2));
	RUN("pixel_unshuffle", CT(pixel_unshuffle, OUT, X(0), 2));
	RUN("channel_shuffle", CT(channel_shuffle, OUT, X(0), 2));
	RUN("native_channel_shuffle", CT(native_channel_shuffle, OUT, X(0), 2));
	RUN("pdist", CT(pdist, OUT, X(0), 1.5));
#ifdef CT_OP_scaled_dot_product_attention_
	RUN("scaled_dot_product_attention", CT(scaled_dot_product_attention, OUT, X(0), X(1), X(2),
					       X(3), 0.3, false, .scale = 0.7));
#else
	leave_out_case("scaled_dot_product_attention", "there is no such operator");
#endif
#if CT_RELEASE_AT_LEAST(2, 5)
	RUN("scaled_dot_product_attention gqa", CT(scaled_dot_product_attention, OUT, X(0), X(1),
						   X(2), .is_causal = true, .enable_gqa = true));
#else
	leave_out_case("scaled_dot_product_attention gqa", "there is no enable_gqa");
#endif
#ifdef CT_OP__grouped_mm_
	RUN("grouped_mm", CT(_grouped_mm, OUT, X(0), X(1), .offs = X(2)));
#else
	leave_out_case("grouped_mm", "there is no _grouped_mm");
#endif
}
END_TEST

#ifdef CT_OP_nn_scaled_mm_
/* Both factors with one scale each; the second one transposed. */
#define SCALED X(0), CT_E(t, X(1)), CT_TENSORS(X(2)), CT_L(0), CT_TENSORS(X(3)), CT_L(0)

START_TEST(scaled_products_are_pythons)
{
	RUN("scaled_mm", CT(nn_scaled_mm, OUT, SCALED));
	RUN("scaled_mm float", CT(nn_scaled_mm, OUT, SCALED, .output_dtype = CT_FLOAT32));
	RUN("scaled_mm None", CT(nn_scaled_mm, OUT, SCALED, .output_dtype = CT_DTYPE_NONE));
	RUN("scaled_mm of floats", CT(nn_scaled_mm, OUT, SCALED));
	RUN("scaled_grouped_mm without offs", CT(nn_scaled_grouped_mm, OUT, SCALED));
	assert_all_ran();
}
END_TEST
#endif

#ifdef CT_OP_nn_scaled_addmm_
/* The CPU has no kernel; the operator is called with the arguments that it takes. */
START_TEST(scaled_sums_have_no_kernel)
{
	ct_scope *scope = open_scope();
	ct_tensor *x, *a, *scale, *y;

	OK(CT(zeros, &x, CT_L(16, 16)));
	OK(CT(ones, &scale, CT_L(1)));
	OK(CT(zeros, &a, CT_L(16, 16), .dtype = CT_FLOAT8_E4M3FN));
	FAILS_WITH(CT(nn_scaled_addmm, &y, x, a, a, CT_TENSORS(scale), CT_L(0), CT_TENSORS(scale),
		      CT_L(0)),
		   CT_ERROR_NOT_IMPLEMENTED, "aten::_scaled_addmm");
	FAILS_WITH(CT(nn_scaled_addmm_, x, a, a, CT_TENSORS(scale), CT_L(0), CT_TENSORS(scale),
		      CT_L(0)),
		   CT_ERROR_NOT_IMPLEMENTED, "aten::_scaled_addmm");
	OK(ct_scope_close(scope));
}
END_TEST
#endif

Suite *operators_suite(void)
{
	Suite *suite = suite_create("operators");
	TCase *tests = tests_of("operators");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, convolutions_are_operators);
	tcase_add_test(tests, plain_pooling_is_an_operator);
	tcase_add_test(tests, padding_is_an_operator);
	tcase_add_test(tests, others_are_operators);
#ifdef CT_OP_nn_scaled_mm_
	tcase_add_test(tests, scaled_products_are_pythons);
#else
	LEFT_OUT("scaled products", "there is no _scaled_mm_v2");
#endif
#ifdef CT_OP_nn_scaled_addmm_
	tcase_add_test(tests, scaled_sums_have_no_kernel);
#else
	LEFT_OUT("scaled sums", "there is no _scaled_addmm");
#endif
	suite_add_tcase(suite, tests);
	return suite;
}
