/*
 * Pooling and unpooling compared with Python.
 */
#include <math.h>

#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_pooling");
}

#define BOTH OUT, OUTS(1)

START_TEST(adaptive_sizes_may_be_the_inputs)
{
	RUN("adaptive_avg_pool2d", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(2, 3)));
	RUN("adaptive_avg_pool2d number", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(2)));
	RUN("adaptive_avg_pool2d None", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(CT_NO_INT, 3)));
	RUN("adaptive_avg_pool2d all None",
	    CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(CT_NO_INT, CT_NO_INT)));
	RUN("adaptive_avg_pool2d few dims", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(2, 3)));
	RUN("adaptive_avg_pool2d number, few dims", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(2)));
	RUN("adaptive_avg_pool2d many dims", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(2, 3)));
	RUN("adaptive_avg_pool2d negative", CT(nn_adaptive_avg_pool2d, OUT, X(0), CT_L(2, -3)));
	RUN("adaptive_avg_pool3d", CT(nn_adaptive_avg_pool3d, OUT, X(0), CT_L(2, CT_NO_INT, 3)));
	RUN("adaptive_avg_pool3d number", CT(nn_adaptive_avg_pool3d, OUT, X(0), CT_L(2)));
	RUN("adaptive_avg_pool3d few dims",
	    CT(nn_adaptive_avg_pool3d, OUT, X(0), CT_L(2, CT_NO_INT, 3)));
	RUN("adaptive_max_pool1d", CT(nn_adaptive_max_pool1d, OUT, X(0), CT_L(3)));
	RUN("adaptive_max_pool1d few dims", CT(nn_adaptive_max_pool1d, OUT, X(0), CT_L(3)));
	RUN("adaptive_max_pool2d", CT(nn_adaptive_max_pool2d, OUT, X(0), CT_L(2, 3)));
	RUN("adaptive_max_pool2d None", CT(nn_adaptive_max_pool2d, OUT, X(0), CT_L(CT_NO_INT, 3)));
	RUN("adaptive_max_pool2d number", CT(nn_adaptive_max_pool2d, OUT, X(0), CT_L(2)));
	RUN("adaptive_max_pool2d few dims", CT(nn_adaptive_max_pool2d, OUT, X(0), CT_L(2, 3)));
	RUN("adaptive_max_pool3d", CT(nn_adaptive_max_pool3d, OUT, X(0), CT_L(2, CT_NO_INT, 3)));
	RUN("adaptive_max_pool2d_with_indices",
	    CT(nn_adaptive_max_pool2d_with_indices, BOTH, X(0), CT_L(CT_NO_INT, 3)));
	RUN("adaptive_max_pool2d return_indices",
	    CT(nn_adaptive_max_pool2d_with_indices, BOTH, X(0), CT_L(2)));
	RUN("adaptive_max_pool3d_with_indices",
	    CT(nn_adaptive_max_pool3d_with_indices, BOTH, X(0), CT_L(2, CT_NO_INT, 3)));
	RUN("adaptive_max_pool3d_with_indices few dims",
	    CT(nn_adaptive_max_pool3d_with_indices, BOTH, X(0), CT_L(2, 2, 3)));
}
END_TEST

START_TEST(fractional_regions_are_pythons)
{
	RUN("fractional_max_pool2d size",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), CT_L(3, 4)));
	RUN("fractional_max_pool2d number",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2, 3), CT_L(3)));
	RUN("fractional_max_pool2d ratio",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), .output_ratio = CT_FLOATS(0.5, 0.7)));
	RUN("fractional_max_pool2d samples",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), CT_L(3), ._random_samples = X(1)));
	RUN("fractional_max_pool2d double",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), CT_L(3)));
	RUN("fractional_max_pool2d neither", CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2)));
	RUN("fractional_max_pool2d three ratios", CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2),
						     .output_ratio = CT_FLOATS(0.5, 0.5, 0.5)));
	RUN("fractional_max_pool2d few dims",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), CT_L(3)));
	RUN("fractional_max_pool2d big ratio",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), .output_ratio = CT_FLOATS(1.5)));
	RUN("fractional_max_pool2d wrong samples",
	    CT(nn_fractional_max_pool2d, OUT, X(0), CT_L(2), CT_L(3), ._random_samples = X(1)));
	RUN("fractional_max_pool2d_with_indices",
	    CT(nn_fractional_max_pool2d_with_indices, BOTH, X(0), CT_L(2), CT_L(3, 4)));
	RUN("fractional_max_pool3d size",
	    CT(nn_fractional_max_pool3d, OUT, X(0), CT_L(2), CT_L(2, 3, 4)));
	RUN("fractional_max_pool3d ratio", CT(nn_fractional_max_pool3d, OUT, X(0), CT_L(2),
					      .output_ratio = CT_FLOATS(0.5, 0.6, 0.7)));
	RUN("fractional_max_pool3d one ratio",
	    CT(nn_fractional_max_pool3d, OUT, X(0), CT_L(2), .output_ratio = CT_FLOATS(0.5)));
	RUN("fractional_max_pool3d neither", CT(nn_fractional_max_pool3d, OUT, X(0), CT_L(2)));
	RUN("fractional_max_pool3d_with_indices",
	    CT(nn_fractional_max_pool3d_with_indices, BOTH, X(0), CT_L(2, 1, 2), CT_L(2)));
}
END_TEST

START_TEST(unpooling_checks_the_size)
{
	RUN("max_unpool1d", CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2)));
	RUN("max_unpool1d size",
	    CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2), .output_size = CT_L(7)));
	RUN("max_unpool1d whole size",
	    CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2), .output_size = CT_L(1, 2, 7)));
	RUN("max_unpool1d big size",
	    CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2), .output_size = CT_L(8)));
	RUN("max_unpool1d size's length",
	    CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2), .output_size = CT_L(7, 7)));
	RUN("max_unpool1d small stride", CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2), CT_L(1)));
	RUN("max_unpool1d unbatched", CT(nn_max_unpool1d, OUT, X(0), X(1), CT_L(2)));
	RUN("max_unpool2d", CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2, 3), CT_L(2), CT_L(1),
			       .output_size = CT_L(5, 6)));
	RUN("max_unpool2d default size",
	    CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2, 3), CT_L(2), CT_L(1)));
	RUN("max_unpool2d whole size", CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2, 3), CT_L(2),
					  CT_L(1, 1), .output_size = CT_L(1, 2, 5, 6)));
	RUN("max_unpool2d small size", CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2, 3), CT_L(2),
					  CT_L(1), .output_size = CT_L(5, 2)));
	RUN("max_unpool2d size's length", CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2, 3), CT_L(2),
					     CT_L(1), .output_size = CT_L(5)));
	RUN("max_unpool2d negative",
	    CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2), CT_L(1), CT_L(4)));
	RUN("max_unpool2d float indices",
	    CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2, 3), CT_L(2), CT_L(1)));
	RUN("max_unpool2d few dims", CT(nn_max_unpool2d, OUT, X(0), X(1), CT_L(2)));
	RUN("max_unpool3d", CT(nn_max_unpool3d, OUT, X(0), X(1), CT_L(2)));
	RUN("max_unpool3d size", CT(nn_max_unpool3d, OUT, X(0), X(1), CT_L(2, 2, 2), CT_L(2),
				    CT_L(0), .output_size = CT_L(5, 5, 5)));
	RUN("max_unpool3d big size",
	    CT(nn_max_unpool3d, OUT, X(0), X(1), CT_L(2), .output_size = CT_L(4, 6, 4)));
}
END_TEST

START_TEST(norms_of_windows_are_pythons)
{
	RUN("lp_pool1d", CT(nn_lp_pool1d, OUT, X(0), 2, 3));
	RUN("lp_pool1d stride", CT(nn_lp_pool1d, OUT, X(0), 3.0, 2, CT_L(1)));
	RUN("lp_pool1d ceil", CT(nn_lp_pool1d, OUT, X(0), 1.5, 3, CT_L(2), true));
	RUN("lp_pool1d inf", CT(nn_lp_pool1d, OUT, X(0), INFINITY, 3));
	RUN("lp_pool1d -inf", CT(nn_lp_pool1d, OUT, X(0), -INFINITY, 3, CT_L(2), true));
	RUN("lp_pool1d 0", CT(nn_lp_pool1d, OUT, X(0), 0, 3));
	RUN("lp_pool1d 0.0", CT(nn_lp_pool1d, OUT, X(0), 0.0, 3));
	RUN("lp_pool1d -2", CT(nn_lp_pool1d, OUT, X(0), -2, 3));
	RUN("lp_pool1d few dims", CT(nn_lp_pool1d, OUT, X(0), 2, 3));
	RUN("lp_pool2d", CT(nn_lp_pool2d, OUT, X(0), 2, CT_L(2, 3)));
	RUN("lp_pool2d number", CT(nn_lp_pool2d, OUT, X(0), 2.0, CT_L(2), CT_L(1)));
	RUN("lp_pool2d ceil", CT(nn_lp_pool2d, OUT, X(0), 2, CT_L(3), CT_L(2, 2), true));
	RUN("lp_pool2d inf", CT(nn_lp_pool2d, OUT, X(0), INFINITY, CT_L(2, 3)));
	RUN("lp_pool2d -inf", CT(nn_lp_pool2d, OUT, X(0), -INFINITY, CT_L(2), CT_L(1)));
	RUN("lp_pool2d 0", CT(nn_lp_pool2d, OUT, X(0), 0, CT_L(2)));
	RUN("lp_pool2d zeros", CT(nn_lp_pool2d, OUT, X(0), 2, CT_L(2)));
	RUN("lp_pool3d", CT(nn_lp_pool3d, OUT, X(0), 2, CT_L(1, 2, 3)));
	RUN("lp_pool3d stride", CT(nn_lp_pool3d, OUT, X(0), 4, CT_L(2), CT_L(1, 2, 1), true));
	RUN("lp_pool3d inf", CT(nn_lp_pool3d, OUT, X(0), INFINITY, CT_L(2)));
	RUN("lp_pool3d -inf", CT(nn_lp_pool3d, OUT, X(0), -INFINITY, CT_L(2), CT_L(1)));
	RUN("lp_pool3d 0", CT(nn_lp_pool3d, OUT, X(0), 0.0, CT_L(2)));
	assert_all_ran();
}
END_TEST

START_TEST(missing_arguments_and_wrong_lengths_are_named)
{
	ct_scope *scope = open_scope();
	ct_tensor *x, *y;

	OK(CT(ones, &x, CT_L(1, 1, 4, 4)));
	FAILS(CT(nn_lp_pool2d, &y, NULL, 2, CT_L(2)),
	      "ArgumentError: ct_nn_lp_pool2d: argument 1 (input) must not be NULL");
	FAILS(CT(nn_adaptive_avg_pool2d, &y, NULL, CT_L(2)),
	      "ArgumentError: ct_nn_adaptive_avg_pool2d: argument 1 (input) must not be NULL");
	FAILS(CT(nn_lp_pool2d, &y, x, 2, CT_L(2, 2, 2)),
	      "ArgumentError: kernel_size: expected 1 or 2 numbers, but got 3");
	FAILS(CT(nn_max_unpool3d, &y, x, x, CT_L(2, 2)),
	      "ArgumentError: ct_nn_max_unpool3d: kernel_size: expected 1 or 3 numbers, but got 2");
	OK(ct_scope_close(scope));
}
END_TEST

Suite *pooling_suite(void)
{
	Suite *suite = suite_create("pooling");
	TCase *tests = tests_of("pooling");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, adaptive_sizes_may_be_the_inputs);
	tcase_add_test(tests, fractional_regions_are_pythons);
	tcase_add_test(tests, unpooling_checks_the_size);
	tcase_add_test(tests, norms_of_windows_are_pythons);
	tcase_add_test(tests, missing_arguments_and_wrong_lengths_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}
