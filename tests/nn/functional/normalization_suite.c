/*
 * The normalizations of torch.nn.functional compared with Python.
 */
#include <math.h>

#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_normalization");
}

/* The statistics are X(1) and X(2), weight and bias X(3) and X(4). */
#define BATCH(name, ...) RUN("batch_norm: " name, CT(nn_batch_norm, OUT, X(0), X(1), __VA_ARGS__))

START_TEST(batches_are_normalized)
{
	BATCH("evaluation", X(2));
	BATCH("training", X(2), .training = true);
	BATCH("affine", X(2), X(3), X(4), true);
	BATCH("affine evaluation", X(2), X(3), X(4));
	BATCH("momentum, eps", X(2), .training = true, .momentum = 0.5, .eps = 0.25);
	BATCH("images", X(2), .training = true);
	BATCH("one of each channel", X(2), .training = true);
	BATCH("one pixel", X(2), .training = true);
	BATCH("one pixel, evaluation", X(2));
	BATCH("eps 0", X(2), .eps = 0);
	BATCH("negative eps", X(2), .eps = -1e-5);
	BATCH("channels differ", X(2), .training = true);
	RUN("batch_norm: no statistics",
	    CT(nn_batch_norm, OUT, X(0), NULL, NULL, .training = true));
	RUN("batch_norm: number", CT(nn_batch_norm, OUT, X(0), NULL, NULL, .training = true));
	RUN("batch_norm: eps 0 in training",
	    CT(nn_batch_norm, OUT, X(0), NULL, NULL, .training = true, .eps = 0));
}
END_TEST

#define INSTANCE(name, ...) \
	RUN("instance_norm: " name, CT(nn_instance_norm, OUT, X(0), __VA_ARGS__))

START_TEST(instances_are_normalized)
{
	RUN("instance_norm", CT(nn_instance_norm, OUT, X(0)));
	INSTANCE("affine", .weight = X(1), .bias = X(2));
	INSTANCE("statistics", X(1), X(2), .momentum = 0.5);
	INSTANCE("evaluation", X(1), X(2), .use_input_stats = false, .eps = 0.25);
	INSTANCE("one element", NULL);
	INSTANCE("no spatial dimension", NULL);
	INSTANCE("one element, evaluation", X(1), X(2), .use_input_stats = false);
}
END_TEST

#define GROUP(name, ...) RUN("group_norm" name, CT(nn_group_norm, OUT, X(0), __VA_ARGS__))

START_TEST(groups_are_normalized)
{
	GROUP("", 2);
	GROUP(": affine", 2, X(1), X(2));
	GROUP(": eps", 1, .eps = 0.25);
	GROUP(": vector", 2);
	GROUP(": one value", 2);
	GROUP(": one value without spatial dimensions", 3);
	GROUP(": groups that do not divide", 3);
	GROUP(": weight of another size", 2, X(1));
}
END_TEST

START_TEST(no_groups_are_the_operators_error)
{
	CT_SCOPE;
	ct_tensor *x, *y = UNTOUCHED;

	OK(CT(ones, &x, CT_L(2, 4)));
	FAILS(CT(nn_group_norm, &y, x, 0),
	      "RuntimeError: Expected num groups to be greater than 0, got 0");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

#define RESPONSE(name, ...) \
	RUN("local_response_norm: " name, CT(nn_local_response_norm, OUT, X(0), __VA_ARGS__))

START_TEST(responses_are_normalized)
{
	RESPONSE("(2, 5, 3)", 3);
	RESPONSE("(1, 4, 2, 3)", 3);
	RESPONSE("(1, 3, 2, 1, 2)", 3);
	RESPONSE("even", 2, 0.5, 0.5, 2);
	RESPONSE("even, images", 4, 0.1);
	RESPONSE("one channel", 1);
	RESPONSE("matrix", 2);
	RESPONSE("nothing", 2);
	RESPONSE("size 0", 0);
}
END_TEST

START_TEST(vectors_get_norm_1)
{
	RUN("normalize", CT(nn_normalize, OUT, X(0)));
	RUN("normalize: p 1, dim 0", CT(nn_normalize, OUT, X(0), 1, CT_L(0)));
	RUN("normalize: eps", CT(nn_normalize, OUT, X(0), .eps = 10));
	RUN("normalize: dims", CT(nn_normalize, OUT, X(0), .dim = CT_L(1, 2)));
	RUN("normalize: infinity", CT(nn_normalize, OUT, X(0), INFINITY));
	RUN("normalize: no such dim", CT(nn_normalize, OUT, X(0)));
	RUN("normalize: int64", CT(nn_normalize, OUT, X(0)));
	RUN("normalize: out", CT(nn_normalize, OUT, X(0), .out = X(1)));
}
END_TEST

START_TEST(the_others_are_operators)
{
	RUN("layer_norm", CT(layer_norm, OUT, X(0), CT_L(4)));
	RUN("layer_norm: affine", CT(layer_norm, OUT, X(0), CT_L(3, 4), X(1), X(2), 0.1));
	RUN("layer_norm: wrong shape", CT(layer_norm, OUT, X(0), CT_L(2)));
#ifdef CT_OP_rms_norm_
	RUN("rms_norm", CT(rms_norm, OUT, X(0), CT_L(4)));
	RUN("rms_norm: weight, eps", CT(rms_norm, OUT, X(0), CT_L(3, 4), X(1), 0.1));
#else
	leave_out_case("rms_norm", "there is no such operator");
	leave_out_case("rms_norm: weight, eps", "there is no such operator");
#endif
}
END_TEST

START_TEST(all_cases_ran)
{
	assert_all_ran();
}
END_TEST

Suite *normalization_suite(void)
{
	Suite *suite = suite_create("normalization");
	TCase *tests = tests_of("normalization");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, batches_are_normalized);
	tcase_add_test(tests, instances_are_normalized);
	tcase_add_test(tests, groups_are_normalized);
	tcase_add_test(tests, no_groups_are_the_operators_error);
	tcase_add_test(tests, responses_are_normalized);
	tcase_add_test(tests, vectors_get_norm_1);
	tcase_add_test(tests, the_others_are_operators);
	tcase_add_test(tests, all_cases_ran);
	suite_add_tcase(suite, tests);
	return suite;
}
