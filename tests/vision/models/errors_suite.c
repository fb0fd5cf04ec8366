/*
 * What models refuse, with Python's texts.
 */
#include <math.h>

#include <ctorch/nn/nn.h>

#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("nn_models");
}

static void tear_down(void)
{
	json_decref(cases);
}

static void assert_refused(const json_t *of_case)
{
	CT_SCOPE;
	ct_module *made = NULL;
	ct_error error = make_case(of_case, &made);

	assert_expected_error(error, of_case, model_of(of_case));
	ct_error_free(error);
	ck_assert_ptr_null(made);
}

static void assert_refused_input(const json_t *of_case)
{
	CT_SCOPE;
	ct_tensor *x, *y = UNTOUCHED;
	int64_t *shape, n;
	ct_device was;
	ct_module *model;
	ct_error error;

	shape = expected_ints(of_case, "refused_input", &n);
	was = ct_default_device();
	OK(ct_set_default_device(CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(make_case(of_case, &model));
	OK(CT_FINISH(CT_E(empty, CT_INTS_OF(shape, n)), &x));
	OK(ct_set_default_device(was));
	error = ct_module_forward(model, x, &y);
	assert_expected_error(error, of_case, model_of(of_case));
	ct_error_free(error);
	ck_assert_ptr_eq(y, UNTOUCHED);
	free(shape);
}

START_TEST(bad_arguments_are_pythons_errors)
{
	json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		if (json_object_get(of_case, "refused_input"))
			assert_refused_input(of_case);
		else if (json_object_get(of_case, "error"))
			assert_refused(of_case);
	}
}
END_TEST

START_TEST(unknown_names_get_similar_ones)
{
	ct_module *made = NULL;

	FAILS(ct_models_new("resnet19", NULL, &made),
	      "ValueError: Unknown model resnet19; similar names are: resnet18, resnet101, "
	      "resnet152");
	ck_assert_ptr_null(made);
}
END_TEST

/* What Python cannot be given, or has other words for. */
START_TEST(bad_options_in_c_are_errors)
{
	CT_SCOPE;
	ct_module *made = NULL;

	FAILS(CT_FINISH(CT_MODEL(mlp, .in_channels = 2), &made),
	      "IndexError: hidden_channels must not be empty");
	FAILS_WITH(CT_FINISH(CT_MODEL(mlp, .in_channels = 2, .hidden_channels = CT_L(3, 4),
				      .activation_layer = "Relu"),
			     &made),
		   CT_ERROR_KEY, "similar names are: ReLU");
	FAILS(CT_FINISH(CT_MODEL(resnet50, .replace_stride_with_dilation = CT_L(true)), &made),
	      "ValueError: replace_stride_with_dilation should be None or a 3-element tuple, got 1 "
	      "elements");
	FAILS(CT_FINISH(CT_MODEL(mobilenet_v2, .inverted_residual_setting = CT_L(1, 8, 1)), &made),
	      "ValueError: inverted_residual_setting should be non-empty, with 4 elements for each "
	      "stage, got 3 elements");
	FAILS(CT_FINISH(CT_MODEL(mobilenet_v2, .round_nearest = 0), &made),
	      "ValueError: round_nearest should be positive, got 0");
	FAILS(CT_FINISH(CT_MODEL(mobilenet_v2, .width_mult = NAN), &made),
	      "ValueError: width_mult should be at most 1048576, got nan");
	FAILS(CT_FINISH(CT_MODEL(resnet50, .groups = INT64_MAX), &made),
	      "ValueError: groups should be at most 1048576, got 9.22337e+18");
	FAILS_WITH(ct_models_lenet_new(NULL, NULL), CT_ERROR_ARGUMENT, "result");
	ck_assert_ptr_null(made);
}
END_TEST

/* The error of a layer in the middle ends the call. */
START_TEST(pictures_of_other_channels_are_errors)
{
	CT_SCOPE;
	const char *const names[] = { "alexnet", "mobilenet_v2", "resnet18", "vgg11", "vit_b_16" };
	ct_device was;
	ct_tensor *x, *y = UNTOUCHED;
	ct_module *model;

	was = ct_default_device();
	OK(ct_set_default_device(CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	OK(CT_FINISH(CT_E(empty, CT_L(1, 1, 224, 224)), &x));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		OK(ct_models_new(names[i], NULL, &model));
		FAILS_WITH(ct_module_forward(model, x, &y), CT_ERROR_RUNTIME,
			   "to have 3 channels, but got 1 channels instead");
		FAILS_WITH(ct_module_forward(model, NULL, &y), CT_ERROR_ARGUMENT, "NULL");
		ck_assert_ptr_eq(y, UNTOUCHED);
	}
	OK(ct_set_default_device(was));
}
END_TEST

Suite *models_errors_suite(void)
{
	Suite *suite = suite_create("models_errors");
	TCase *tests = tests_of("models_errors");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, bad_arguments_are_pythons_errors);
	tcase_add_test(tests, unknown_names_get_similar_ones);
	tcase_add_test(tests, bad_options_in_c_are_errors);
	tcase_add_test(tests, pictures_of_other_channels_are_errors);
	suite_add_tcase(suite, tests);
	return suite;
}
