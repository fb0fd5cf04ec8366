/*
 * The dropouts of torch.nn.functional compared with Python.
 */
#include "nn_cases.h"
#include "support.h"

static void begin(void)
{
	begin_topic("nn_dropout");
}

/* One shape, and in place. */
#define SHAPE(name, shape)                                                             \
	do {                                                                           \
		RUN(#name ": " shape, CT(nn_##name, OUT, X(0), .training = true));     \
		RUN(#name ": " shape " in place",                                      \
		    CT(nn_##name, OUT, X(0), 0.3, .training = true, .inplace = true)); \
	} while (0)

/* What every dropout has. */
#define FORMS(name)                                                                      \
	do {                                                                             \
		RUN(#name ": evaluation", CT(nn_##name, OUT, X(0), .training = false));  \
		RUN(#name ": p is 0", CT(nn_##name, OUT, X(0), 0, true));                \
		RUN(#name ": p is 1", CT(nn_##name, OUT, X(0), 1, true));                \
		RUN(#name ": float64", CT(nn_##name, OUT, X(0), 0.25, true));            \
		RUN(#name ": negative p", CT(nn_##name, OUT, X(0), -0.1, true));         \
		RUN(#name ": p above 1", CT(nn_##name, OUT, X(0), 1e20, true, true));    \
		RUN(#name ": leaf in place", CT(nn_##name, OUT, X(0), 0.5, true, true)); \
	} while (0)

START_TEST(elements_are_dropped)
{
	SHAPE(dropout, "(3, 4)");
	SHAPE(dropout, "(17,)");
	FORMS(dropout);
	SHAPE(alpha_dropout, "(3, 4)");
	FORMS(alpha_dropout);
	RUN("alpha_dropout: defaults", CT(nn_alpha_dropout, OUT, X(0)));
}
END_TEST

START_TEST(channels_are_dropped)
{
	SHAPE(dropout1d, "(2, 3, 4)");
	SHAPE(dropout1d, "(3, 4)");
	FORMS(dropout1d);
	RUN("dropout2d: 2 dimensions", CT(nn_dropout2d, OUT, X(0)));
	RUN("dropout1d: 1 dimensions", CT(nn_dropout1d, OUT, X(0)));
	RUN("dropout1d: 4 dimensions", CT(nn_dropout1d, OUT, X(0)));
	SHAPE(dropout2d, "(2, 3, 2, 2)");
	SHAPE(dropout2d, "(2, 3, 4)");
	SHAPE(dropout2d, "(3, 4)");
	FORMS(dropout2d);
	SHAPE(dropout3d, "(2, 3, 2, 1, 2)");
	SHAPE(dropout3d, "(3, 2, 1, 2)");
	SHAPE(dropout3d, "(2, 3, 2)");
	FORMS(dropout3d);
	SHAPE(feature_alpha_dropout, "(2, 3, 2, 2)");
	SHAPE(feature_alpha_dropout, "(2, 3, 4)");
	FORMS(feature_alpha_dropout);
	RUN("feature_alpha_dropout: defaults", CT(nn_feature_alpha_dropout, OUT, X(0)));
	RUN("feature_alpha_dropout: vector",
	    CT(nn_feature_alpha_dropout, OUT, X(0), .training = true));
}
END_TEST

#define RECORDED(name) \
	RUN(#name ": recorded in place", CT(nn_##name, OUT, CT_E(mul, X(0), 2), .inplace = true))

START_TEST(an_in_place_dropout_is_recorded)
{
	RECORDED(dropout);
	RECORDED(dropout1d);
	RECORDED(dropout3d);
}
END_TEST

START_TEST(an_in_place_dropout_may_have_no_place_for_its_result)
{
	CT_SCOPE;
	ct_tensor *x;

	OK(CT(ones, &x, CT_L(2, 3)));
	OK(ct_nn_dropout(x, 1, true, true, NULL));
	ck_assert_double_eq(((const float *)ct_tensor_data(x))[5], 0);
	OK(CT(ones, &x, CT_L(2, 3)));
	OK(ct_nn_dropout1d(x, 1, true, true, NULL));
	ck_assert_double_eq(((const float *)ct_tensor_data(x))[5], 0);
}
END_TEST

START_TEST(null_is_an_error)
{
	FAILS(ct_nn_dropout1d(NULL, 0.5, true, false, NULL),
	      "ArgumentError: ct_nn_dropout1d: argument 1 (input) must not be NULL");
	FAILS(ct_nn_dropout3d(NULL, 0.5, true, false, NULL),
	      "ArgumentError: ct_nn_dropout3d: argument 1 (input) must not be NULL");
	FAILS(ct_nn_dropout(NULL, 0.5, true, true, NULL),
	      "ArgumentError: ct_dropout_: argument 1 (self) must not be NULL");
}
END_TEST

/* Python gives it a batch dimension in place, even where nothing is dropped. */
START_TEST(an_unbatched_leaf_is_not_written_to)
{
	CT_SCOPE;
	static const char refused[] = "RuntimeError: a leaf Variable that requires grad is being "
				      "used in an in-place operation.";
	ct_tensor *x, *y;

	OK(ct_tensor_ones(CT_L(3, 4), CT_OPTIONS_GRAD, &x));
	FAILS(ct_nn_dropout1d(x, 0.5, false, true, &y), refused);
	FAILS(ct_nn_dropout1d(x, 0.5, true, true, &y), refused);
	OK(ct_nn_dropout1d(x, 0.5, false, false, &y));
	OK(ct_tensor_ones(CT_L(3, 4, 2, 2), CT_OPTIONS_GRAD, &x));
	FAILS(ct_nn_dropout3d(x, 0.5, false, true, &y), refused);
	OK(ct_tensor_set_requires_grad(x, false));
	OK(ct_nn_dropout3d(x, 0.5, false, true, &y));
}
END_TEST

START_TEST(all_cases_ran)
{
	assert_all_ran();
}
END_TEST

Suite *dropout_suite(void)
{
	Suite *suite = suite_create("dropout");
	TCase *tests = tests_of("dropout");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, elements_are_dropped);
	tcase_add_test(tests, channels_are_dropped);
	tcase_add_test(tests, an_in_place_dropout_is_recorded);
	tcase_add_test(tests, an_in_place_dropout_may_have_no_place_for_its_result);
	tcase_add_test(tests, null_is_an_error);
	tcase_add_test(tests, an_unbatched_leaf_is_not_written_to);
	tcase_add_test(tests, all_cases_ran);
	suite_add_tcase(suite, tests);
	return suite;
}
