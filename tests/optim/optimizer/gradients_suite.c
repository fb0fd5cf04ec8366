/*
 * Gradients of other kinds, beside Python's: sparse ones, ones that steps are recorded for, and
 * ones that a class refuses: optim_gradients.json.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/calls/all.h>
#include <ctorch/core/dtype.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/generator.h>
#include <ctorch/tensor/settings.h>

#include "support.h"

/* ORDER, tests/fixtures/expected/optim_gradients.py */
enum { SPARSE_STEPS = 10, RECORDED_STEPS = 3 };

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_gradients");
}

static void tear_down(void)
{
	json_decref(cases);
}

static bool is_of_kind(const json_t *of_case, const char *kind)
{
	return !strcmp(expected_text(of_case, "kind"), kind);
}

static void assert_tensors(ct_tensor *const *got, int n, const json_t *of_case, const char *key,
			   double tolerance)
{
	const json_t *wanted = expected_list(of_case, key);

	for (int i = 0; i < n; i++) {
		json_t *one = json_pack("{s:O}", "tensor", json_array_get(wanted, (size_t)i));

		assert_expected_tensor(got[i], one, "tensor", tolerance, name_of(of_case));
		json_decref(one);
	}
}

/* --- drawing: ORDER, tests/fixtures/expected/optim_gradients.py ------------------------------- */

static ct_tensor *dense_gradient(const ct_tensor *param)
{
	return CT_E(randn_like, param);
}

/* One row twice, as the gradient of an embedding may have it. */
static ct_tensor *sparse_gradient(const ct_tensor *param, int step)
{
	const int64_t n = ct_tensor_size(param, 0), dim = ct_tensor_dim(param);
	const int64_t rows[] = { step % n, 0, (step + 1) % n };
	const int64_t shape[] = { 3, dim > 1 ? ct_tensor_size(param, 1) : 0 };
	ct_tensor *indices, *values;

	values = CT_E(randn, CT_INTS_OF(shape, dim), .dtype = ct_tensor_dtype(param));
	OK(CT_TENSOR_FROM_MEMORY(rows, CT_L(1, 3), &indices));
	return CT_E(sparse_coo_tensor_indices_size, indices, values,
		    CT_INTS_OF(ct_tensor_shape(param), dim));
}

static void set_grad(ct_tensor *param, ct_tensor *grad)
{
	OK(CT_FINISH(grad, &grad));
	OK(ct_tensor_set_grad(param, grad));
}

/* --- sparse gradients ------------------------------------------------------------------------- */

static void run_sparse_steps(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS],
			     bool is_mixed, int first, int last)
{
	for (int step = first; step < last; step++) {
		{
			CT_SCOPE;

			for (int i = 0; i < PARAMETERS; i++)
				set_grad(params[i], is_mixed && i == 1
							    ? dense_gradient(params[i])
							    : sparse_gradient(params[i], step));
			OK(ct_optimizer_step(optimizer));
		}
	}
}

/* Another optimizer goes on in the middle. */
static void assert_sparse(const json_t *of_case)
{
	const bool is_mixed = expected_bool(of_case, "mixed");
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer, *other;
	ct_value state;

	draw_parameters(expected_dtype(expected_text(of_case, "dtype")), params);
	OK(make_case(of_case, params, &optimizer));
	run_sparse_steps(optimizer, params, is_mixed, 0, SPARSE_STEPS / 2);
	OK(make_case(of_case, params, &other));
	OK(ct_optimizer_state_dict(optimizer, &state));
	OK(ct_optimizer_load_state_dict(other, &state));
	ct_value_free(&state);
	run_sparse_steps(other, params, is_mixed, SPARSE_STEPS / 2, SPARSE_STEPS);
	assert_tensors(params, PARAMETERS, of_case, "params", 0);
	if (json_object_get(of_case, "state"))
		assert_state(other, json_object_get(of_case, "state"), 0, name_of(of_case));
}

START_TEST(steps_with_sparse_gradients_are_pythons)
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (!is_of_kind(of_case, "sparse"))
			continue;
		{
			CT_SCOPE;

			assert_sparse(of_case);
			n++;
		}
	}
	ck_assert_uint_ge(n, 12);
}
END_TEST

/* --- parameters of many kinds in a group ------------------------------------------------------ */

enum { MOST_VARIED = 8, VARIED_STEPS = 6 }; /* ORDER, tests/fixtures/expected/optim_gradients.py */

static ct_tensor *draw_varied(const json_t *kind)
{
	const json_t *sizes = json_array_get(kind, 0);
	const ct_dtype dtype = expected_dtype(json_string_value(json_array_get(kind, 1)));
	const bool is_complex = ct_dtype_is_complex(dtype), is_image = json_array_size(sizes) == 4;
	int64_t shape[4];
	ct_tensor *drawn;

	for (size_t i = 0; i < json_array_size(sizes); i++)
		shape[i] = json_integer_value(json_array_get(sizes, i));
	drawn = CT_E(randn, CT_INTS_OF(shape, (int64_t)json_array_size(sizes)),
		     .dtype = is_complex ? CT_COMPLEX64 : CT_FLOAT32);
	drawn = CT_E(to_dtype, drawn, dtype,
		     .memory_format = is_image ? CT_CHANNELS_LAST : CT_PRESERVE_FORMAT);
	OK(CT_FINISH(drawn, &drawn));
	return drawn;
}

static void run_varied_steps(ct_optimizer *optimizer, ct_tensor *const *params,
			     const json_t *of_case)
{
	const json_t *kinds = expected_list(of_case, "kinds");
	const double scale = expected_double(of_case, "scale");

	for (int step = 0; step < VARIED_STEPS; step++) {
		{
			CT_SCOPE;

			for (size_t i = 0; i < json_array_size(kinds); i++)
				set_grad(params[i],
					 CT_E(mul, draw_varied(json_array_get(kinds, i)), scale));
			OK(ct_optimizer_step(optimizer));
		}
	}
}

static void assert_varied(const json_t *of_case)
{
	const json_t *kinds = expected_list(of_case, "kinds");
	const int n = (int)json_array_size(kinds);
	ct_tensor *params[MOST_VARIED];
	ct_optimizer *optimizer;

	OK(ct_manual_seed(28));
	for (int i = 0; i < n; i++) {
		params[i] = draw_varied(json_array_get(kinds, (size_t)i));
		OK(ct_tensor_set_requires_grad(params[i], true));
	}
	optimizer = make_from(expected_text(of_case, "class"), json_object_get(of_case, "kwargs"),
			      CT_PARAMETERS_OF(params, n));
	run_varied_steps(optimizer, params, of_case);
	assert_tensors(params, n, of_case, "params", 0);
	assert_state(optimizer, json_object_get(of_case, "state"), 0, name_of(of_case));
}

START_TEST(parameters_of_all_kinds_are_a_group)
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (!is_of_kind(of_case, "varied"))
			continue;
		{
			CT_SCOPE;

			assert_varied(of_case);
			n++;
		}
	}
	ck_assert_uint_eq(n, CT_RELEASE_AT_LEAST(2, 4) ? 27 : 0);
}
END_TEST

/* --- recorded steps --------------------------------------------------------------------------- */

static void run_recorded_steps(ct_optimizer *optimizer, ct_tensor *const params[PARAMETERS])
{
	for (int step = 0; step < RECORDED_STEPS; step++) {
		for (int i = 0; i < PARAMETERS; i++)
			set_grad(params[i],
				 CT_E(add, CT_E(sin, CT_E(mul, params[i], step + 1)), 0.5));
		OK(ct_optimizer_step(optimizer));
	}
}

static void assert_recorded(const json_t *of_case)
{
	const ct_dtype dtype = expected_dtype(expected_text(of_case, "dtype"));
	const bool has_float_step = json_object_get(of_case, "has_float_step") != NULL;
	ct_tensor *leaves[PARAMETERS], *params[PARAMETERS], *grads[PARAMETERS], *loss;
	ct_optimizer *optimizer;
	ct_error error;

	OK(ct_set_default_dtype(has_float_step ? CT_FLOAT32 : CT_FLOAT64));
	draw_parameters(dtype, leaves);
	for (int i = 0; i < PARAMETERS; i++)
		OK(ct_clone(leaves[i], CT_MEMORY_FORMAT_NONE, &params[i]));
	OK(make_case(of_case, params, &optimizer));
	run_recorded_steps(optimizer, params);
	loss = CT_E(add, CT_E(sum, CT_E(mul, params[0], params[0])),
		    CT_E(sum, CT_E(mul, params[1], params[1])));
	OK(CT_FINISH(CT_E(abs, loss), &loss));
	error = ct_tensor_backward(loss);
	ck_assert_msg(error == NULL, "%s: %s", name_of(of_case), error);
	for (int i = 0; i < PARAMETERS; i++)
		OK(ct_tensor_grad(leaves[i], &grads[i]));
	assert_tensors(params, PARAMETERS, of_case, "params", has_float_step ? 1e-12 : 1e-6);
	assert_tensors(grads, PARAMETERS, of_case, "grads", 1e-6);
	OK(ct_set_default_dtype(CT_FLOAT32));
}

START_TEST(gradients_go_through_recorded_steps)
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (!is_of_kind(of_case, "recorded"))
			continue;
		{
			CT_SCOPE;

			assert_recorded(of_case);
			n++;
		}
	}
	ck_assert_uint_ge(n, 50);
}
END_TEST

/* --- refused gradients ------------------------------------------------------------------------ */

static ct_error try_step(const json_t *of_case, ct_tensor *const params[PARAMETERS])
{
	const bool is_sparse = !strcmp(expected_text(of_case, "gradients"), "sparse");
	ct_optimizer *optimizer;

	CT_TRY(make_case(of_case, params, &optimizer));
	for (int i = 0; i < number_of(of_case); i++)
		set_grad(params[i],
			 is_sparse ? sparse_gradient(params[i], 0) : dense_gradient(params[i]));
	return ct_optimizer_step(optimizer);
}

START_TEST(adafactor_refuses_a_parameter_without_elements)
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		int64_t shape[2];
		int64_t dim;
		ct_error error;

		if (!is_of_kind(of_case, "empty"))
			continue;
		{
			CT_SCOPE;
			ct_tensor *param;
			ct_optimizer *optimizer;

			dim = (int64_t)json_array_size(expected_list(of_case, "shape"));
			for (int64_t k = 0; k < dim; k++)
				shape[k] = json_integer_value(
					json_array_get(expected_list(of_case, "shape"), (size_t)k));
			param = CT_E(ones, CT_INTS_OF(shape, dim));
			OK(CT_DONE());
			OK(ct_tensor_set_requires_grad(param, true));
			set_grad(param, CT_E(ones, CT_INTS_OF(shape, dim)));
			optimizer = CT_OPTIMIZER(Adafactor, CT_PARAMETERS_OF(&param, 1));
			OK(CT_DONE());
			error = ct_optimizer_step(optimizer);
			assert_expected_error(error, of_case, "empty");
			ct_error_free(error);
			n++;
		}
	}
	ck_assert_uint_eq(n, 3);
}
END_TEST

START_TEST(refused_gradients_are_pythons_errors_and_change_nothing)
{
	const json_t *of_case;
	size_t i;

	json_array_foreach (cases, i, of_case) {
		ct_tensor *params[PARAMETERS], *before[PARAMETERS];
		ct_error error;
		bool same;

		if (!is_of_kind(of_case, "refused"))
			continue;
		{
			CT_SCOPE;

			draw_parameters(expected_dtype(expected_text(of_case, "dtype")), params);
			draw_parameters(expected_dtype(expected_text(of_case, "dtype")), before);
			error = try_step(of_case, params);
			assert_expected_error(error, of_case, name_of(of_case));
			ct_error_free(error);
			for (int k = 0; k < PARAMETERS; k++) {
				OK(ct_equal(params[k], before[k], &same));
				ck_assert_msg(same, "%s: changed", name_of(of_case));
			}
		}
	}
}
END_TEST

/* SparseAdam counts with an int. */
START_TEST(a_counter_is_what_it_is_in_python)
{
	ct_tensor *params[PARAMETERS];
	ct_optimizer *optimizer;
	ct_value value;
	int64_t n;

	{
		CT_SCOPE;

		draw_parameters(CT_FLOAT32, params);
		optimizer = CT_OPTIMIZER(SparseAdam, CT_PARAMETERS_OF(params, PARAMETERS));
		OK(CT_DONE());
		run_sparse_steps(optimizer, params, false, 0, SPARSE_STEPS);
		OK(ct_optimizer_state(optimizer, params[0], "step", &value));
		ck_assert_str_eq(ct_value_type_name(&value), "int");
		OK(ct_value_as_int(&value, &n));
		ck_assert_int_eq(n, SPARSE_STEPS);
	}
}
END_TEST

START_TEST(sparse_parameters_are_refused_with_their_places)
{
	ct_tensor *params[PARAMETERS], *sparse[PARAMETERS];
	ct_optimizer *made = NULL;

	{
		CT_SCOPE;

		draw_parameters(CT_FLOAT32, params);
		for (int i = 0; i < PARAMETERS; i++)
			OK(CT_FINISH(CT_E(to_sparse, CT_E(detach, params[i])), &sparse[i]));
		FAILS_AS_EXPECTED(
			ct_optimizer_new("SparseAdam", CT_PARAMETERS_OF(sparse, PARAMETERS), NULL,
					 NULL, &made),
			"ValueError: Sparse params at indices [[0, 0], [0, 1]]: SparseAdam "
			"requires dense parameter tensors");
		ck_assert_ptr_null(made);
	}
}
END_TEST

Suite *gradients_suite(void)
{
	Suite *suite = suite_create("gradients");
	TCase *tests = tcase_create("gradients");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, steps_with_sparse_gradients_are_pythons);
	tcase_add_test(tests, parameters_of_all_kinds_are_a_group);
	tcase_add_test(tests, gradients_go_through_recorded_steps);
	tcase_add_test(tests, adafactor_refuses_a_parameter_without_elements);
	tcase_add_test(tests, refused_gradients_are_pythons_errors_and_change_nothing);
	tcase_add_test(tests, a_counter_is_what_it_is_in_python);
	tcase_add_test(tests, sparse_parameters_are_refused_with_their_places);
	suite_add_tcase(suite, tests);
	return suite;
}
