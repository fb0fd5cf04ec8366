/*
 * Norms of gradients, clipping them, and parameters as a vector, compared with Python.
 */
#include <math.h>

#include "nn_cases.h"
#include "support.h"

enum { MOST = 4 };

static void begin(void)
{
	begin_topic("nn_gradients");
}

/* The inputs of the case from number `first` on. */
static ct_tensors inputs(int64_t first, int64_t n)
{
	static ct_tensor *list[MOST];

	for (int64_t i = 0; i < n; i++)
		list[i] = X(first + i);
	return CT_TENSORS_OF(list, n);
}

/* Parameters whose gradients are these; NULL: no gradient. */
static ct_tensors parameters_with(ct_tensor *const *grads, int64_t n)
{
	static ct_tensor *list[MOST];

	for (int64_t i = 0; i < n; i++) {
		if (grads[i])
			OK(CT(zeros_like, &list[i], grads[i]));
		else
			OK(CT(zeros, &list[i], CT_L(2)));
		OK(ct_tensor_set_grad(list[i], grads[i]));
	}
	return CT_TENSORS_OF(list, n);
}

static ct_tensors parameters(int64_t first, int64_t n)
{
	return parameters_with(inputs(first, n).at, n);
}

static ct_tensor *on_meta(void)
{
	ct_tensor *x;

	OK(CT(ones, &x, CT_L(2), .device = CT_DEVICE(CT_DEVICE_TYPE_META, -1)));
	return x;
}

#define META parameters_with(CT_TENSORS(on_meta()).at, 1)

#define NORM(...) CT(nn_utils_get_total_norm, OUT, __VA_ARGS__)

START_TEST(norms_are_pythons)
{
	RUN_ONCE("get_total_norm", NORM(inputs(0, 2)));
	RUN_ONCE("get_total_norm of one", NORM(inputs(0, 1)));
	RUN_ONCE("get_total_norm of none", NORM(inputs(0, 0)));
	RUN_ONCE("get_total_norm 1", NORM(inputs(0, 2), 1));
	RUN_ONCE("get_total_norm 3", NORM(inputs(0, 2), 3));
	RUN_ONCE("get_total_norm inf", NORM(inputs(0, 2), INFINITY));
	RUN_ONCE("get_total_norm -inf", NORM(inputs(0, 2), -INFINITY));
	RUN_ONCE("get_total_norm 0", NORM(inputs(0, 2), 0));
	RUN_ONCE("get_total_norm without foreach", NORM(inputs(0, 2), .foreach = false));
	RUN_ONCE("get_total_norm foreach", NORM(inputs(0, 2), .foreach = true));
	RUN_ONCE("get_total_norm of 2 dtypes", NORM(inputs(0, 3)));
	RUN_ONCE("get_total_norm of 3 dtypes", NORM(inputs(0, 3)));
	RUN_ONCE("get_total_norm not finite", NORM(inputs(0, 1)));
	RUN_ONCE("get_total_norm not finite, refused",
		 NORM(inputs(0, 1), .error_if_nonfinite = true));
	RUN_ONCE("get_total_norm 1.5 not finite, refused", NORM(inputs(0, 1), 1.5, true));
	RUN_ONCE("get_total_norm of integers", NORM(inputs(0, 1)));
	RUN_ONCE("get_total_norm meta foreach", NORM(CT_TENSORS(on_meta()), .foreach = true));
}
END_TEST

#define CLIP(...) CT(nn_utils_clip_grad_norm_, OUT, __VA_ARGS__)

START_TEST(gradients_are_scaled_as_by_python)
{
	RUN_ONCE("clip_grad_norm_", CLIP(parameters(0, 2), 1));
	RUN_ONCE("clip_grad_norm_ that is small", CLIP(parameters(0, 2), 100));
	RUN_ONCE("clip_grad_norm_ 1", CLIP(parameters(0, 2), 0.5, 1));
	RUN_ONCE("clip_grad_norm_ inf", CLIP(parameters(0, 2), 0.5, INFINITY));
	RUN_ONCE("clip_grad_norm_ without foreach", CLIP(parameters(0, 2), 0.5, .foreach = false));
	RUN_ONCE("clip_grad_norm_ foreach", CLIP(parameters(0, 2), 0.5, .foreach = true));
	RUN_ONCE("clip_grad_norm_ of 2 dtypes", CLIP(parameters(0, 3), 0.5));
	RUN_ONCE("clip_grad_norm_ of bfloat16", CLIP(parameters(0, 1), 0.5));
	RUN_ONCE("clip_grad_norm_ without gradients",
		 CLIP(parameters_with((ct_tensor *[]){ NULL, NULL }, 2), 1));
	RUN_ONCE("clip_grad_norm_ of a part",
		 CLIP(parameters_with(CT_TENSORS(NULL, X(0)).at, 2), 1));
	RUN_ONCE("clip_grad_norm_ not finite", CLIP(parameters(0, 1), 1));
	RUN_ONCE("clip_grad_norm_ not finite, refused", CLIP(parameters(0, 1), 1, 2, true));
	RUN_ONCE("clip_grad_norm_ meta foreach", CLIP(META, 1, .foreach = true));
	RUN_ONCE("clip_grads_with_norm_",
		 CT(nn_utils_clip_grads_with_norm_, parameters(1, 2), 1, X(0)));
	RUN_ONCE("clip_grads_with_norm_ without foreach",
		 CT(nn_utils_clip_grads_with_norm_, parameters(1, 2), 0.3, X(0), false));
	RUN_ONCE("clip_grads_with_norm_ meta foreach",
		 CT(nn_utils_clip_grads_with_norm_, META, 1, on_meta(), true));
}
END_TEST

START_TEST(gradients_are_limited_as_by_python)
{
	RUN_ONCE("clip_grad_value_", CT(nn_utils_clip_grad_value_, parameters(0, 2), 0.5));
	RUN_ONCE("clip_grad_value_ without foreach",
		 CT(nn_utils_clip_grad_value_, parameters(0, 2), 0.5, .foreach = false));
	RUN_ONCE("clip_grad_value_ of 2 dtypes",
		 CT(nn_utils_clip_grad_value_, parameters(0, 2), 0.5));
	RUN_ONCE("clip_grad_value_ meta foreach",
		 CT(nn_utils_clip_grad_value_, META, 0.5, .foreach = true));
}
END_TEST

START_TEST(parameters_are_a_vector)
{
	RUN_ONCE("parameters_to_vector", CT(nn_utils_parameters_to_vector, OUT, inputs(0, 3)));
	RUN_ONCE("parameters_to_vector of none",
		 CT(nn_utils_parameters_to_vector, OUT, inputs(0, 0)));
	RUN_ONCE("parameters_to_vector of a transposed one",
		 CT(nn_utils_parameters_to_vector, OUT, CT_TENSORS(CT_E(t, X(0)))));
	RUN_ONCE("vector_to_parameters", CT(nn_utils_vector_to_parameters, X(0), inputs(1, 2)));
	RUN_ONCE("vector_to_parameters, a short vector",
		 CT(nn_utils_vector_to_parameters, X(0), inputs(1, 2)));
	assert_all_ran();
}
END_TEST

START_TEST(parameters_share_the_memory_of_their_vector)
{
	ct_scope *scope = open_scope();
	ct_tensor *vector, *x, *wrong;

	OK(CT(zeros, &vector, CT_L(4)));
	OK(CT(ones, &x, CT_L(2, 2)));
	OK(ct_tensor_set_requires_grad(x, true));
	OK(CT(nn_utils_vector_to_parameters, vector, CT_TENSORS(x)));
	ck_assert_ptr_eq(ct_tensor_data(x), ct_tensor_data(vector));
	ck_assert(ct_tensor_is_leaf(x) && ct_tensor_requires_grad(x));

	/* The second cannot move to another device, and the first is as before. */
	wrong = on_meta();
	OK(CT(zeros, &vector, CT_L(6)));
	FAILS_WITH(CT(nn_utils_vector_to_parameters, vector, CT_TENSORS(x, wrong)),
		   CT_ERROR_RUNTIME, "incompatible tensor type");
	ck_assert_ptr_ne(ct_tensor_data(x), ct_tensor_data(vector));
	OK(ct_scope_close(scope));
}
END_TEST

START_TEST(missing_tensors_are_named)
{
	ct_scope *scope = open_scope();
	ct_tensor *y;

	FAILS(CT(nn_utils_get_total_norm, &y, CT_TENSORS(NULL, NULL)),
	      "ArgumentError: ct_nn_utils_get_total_norm: argument 1 (tensors): element 0 must not "
	      "be NULL");
	FAILS(CT(nn_utils_clip_grad_value_, CT_TENSORS(NULL, NULL), 1),
	      "ArgumentError: ct_nn_utils_clip_grad_value_: argument 1 (parameters): element 0 "
	      "must not be NULL");
	OK(ct_scope_close(scope));
}
END_TEST

Suite *gradients_suite(void)
{
	Suite *suite = suite_create("gradients");
	TCase *tests = tests_of("gradients");

	tcase_add_unchecked_fixture(tests, begin, end_topic);
	tcase_add_test(tests, norms_are_pythons);
	tcase_add_test(tests, gradients_are_scaled_as_by_python);
	tcase_add_test(tests, gradients_are_limited_as_by_python);
	tcase_add_test(tests, parameters_are_a_vector);
	tcase_add_test(tests, parameters_share_the_memory_of_their_vector);
	tcase_add_test(tests, missing_tensors_are_named);
	suite_add_tcase(suite, tests);
	return suite;
}
