/*
 * Averages of models and update_bn(), beside Python's: optim_swa.json.
 */
#include <ctorch/nn/nn.h>
#include <ctorch/ops/all.h>
#include <ctorch/optim/swa.h>

#include "support.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_swa");
}

static void tear_down(void)
{
	json_decref(cases);
}

static void for_each(const char *member, void (*check)(const json_t *of_case))
{
	const json_t *of_case;
	size_t i, n = 0;

	json_array_foreach (cases, i, of_case) {
		if (!json_object_get(of_case, member))
			continue;
		{
			CT_SCOPE;

			check(of_case);
		}
		n++;
	}
	ck_assert_uint_gt(n, 0);
}

/* --- the model: ORDER, tests/fixtures/expected/optim_swa.py ----------------------------------- */

static ct_module *model_of(ct_dtype dtype)
{
	const ct_module_to_options to = { .dtype = dtype };
	ct_module *model;

	OK(ct_manual_seed(28));
	model = CT_SEQUENTIAL(CT_NN(Linear, 3, 4), CT_NN(BatchNorm1d, 4, .momentum = 0.3),
			      CT_NN(Linear, 4, 2));
	OK(CT_DONE());
	OK(ct_module_to(model, &to));
	return model;
}

static ct_tensor *drawn_like(const ct_tensor *x, bool is_uniform)
{
	const ct_dtype dtype = ct_tensor_dtype(x);
	const int64_t *shape = ct_tensor_shape(x), dim = ct_tensor_dim(x);
	ct_tensor *drawn;

	OK((is_uniform ? ct_rand : ct_randn)(shape, dim, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE,
					     NULL, &drawn));
	return drawn;
}

static void change_buffer(ct_tensor *buffer)
{
	if (ct_tensor_dtype(buffer) == CT_INT64)
		OK(CT(add__Scalar, buffer, 3));
	else
		OK(CT(add_, buffer, drawn_like(buffer, true)));
}

static void change(ct_module *model)
{
	ct_named_tensor *parts;
	int64_t n;
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;

	OK(ct_module_named_parameters(model, NULL, &parts, &n));
	for (int64_t i = 0; i < n; i++)
		OK(CT(add_, parts[i].tensor, drawn_like(parts[i].tensor, false)));
	OK(ct_module_named_buffers(model, NULL, &parts, &n));
	for (int64_t i = 0; i < n; i++)
		change_buffer(parts[i].tensor);
}

/* --- averages --------------------------------------------------------------------------------- */

static ct_error own(const ct_tensor *averaged, const ct_tensor *current,
		    const ct_tensor *n_averaged, void *context, ct_tensor **result)
{
	++*(int *)context;
	return CT_FINISH(CT_E(mul, CT_E(add, CT_E(mul, averaged, n_averaged), current), 0.25),
			 result);
}

static ct_error own_multi(ct_tensor *const *averaged, ct_tensor *const *current, int64_t n,
			  const ct_tensor *n_averaged, void *context)
{
	++*(int *)context;
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(CT(mul_, averaged[i], n_averaged));
		CT_TRY(CT(add_, averaged[i], current[i]));
		CT_TRY(CT(mul_, averaged[i], 0.25));
	}
	return NULL;
}

static int called;

static ct_averaging averaging_called(const char *name)
{
	static const char *const names[] = { "equal", "swa", "swa_multi", "ema", "ema_multi" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], name))
			return (ct_averaging)i;
	return CT_AVERAGING_EQUAL;
}

static ct_averaged_model_options options_of(const json_t *of_case)
{
	const char *name = expected_text(of_case, "averaging");
	const double decay = expected_double(of_case, "decay");
	ct_averaged_model_options options = {
		.averaging = averaging_called(name),
		.decay = decay == 0       ? CT_ZERO
			 : decay == 0.999 ? 0
					  : decay,
		.use_buffers = expected_bool(of_case, "use_buffers"),
		.context = &called,
	};

	called = 0;
	if (!strcmp(name, "own"))
		options.avg_fn = own;
	if (!strcmp(name, "own_multi"))
		options.multi_avg_fn = own_multi;
	return options;
}

static void assert_state_of(const ct_module *module, const json_t *wanted, const char *what)
{
	ct_value state;

	OK(ct_module_state_dict(module, NULL, &state));
	assert_encoded(&state, wanted, 0, what);
	ct_value_free(&state);
}

static void assert_output(ct_module *average, const json_t *of_case, ct_dtype dtype)
{
	const int64_t shape[] = { 2, 3 };
	ct_tensor *x, *y;
	CT_NO_GRAD_SCOPE;

	OK(ct_module_eval(average));
	OK(ct_ones(shape, 2, dtype, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &x));
	OK(ct_module_forward(average, x, &y));
	assert_expected_tensor(y, of_case, "output", 0, expected_text(of_case, "averaging"));
}

static void assert_repr(const ct_module *average, const json_t *of_case)
{
	char *text;

	OK(ct_module_to_string(average, &text));
	ck_assert_str_eq(text, expected_text(of_case, "repr"));
	ct_free(text);
}

static void assert_averaged(const json_t *of_case)
{
	const ct_dtype dtype = expected_dtype(expected_text(of_case, "dtype"));
	const ct_averaged_model_options options = options_of(of_case);
	ct_module *model = model_of(dtype), *average;
	const json_t *state;
	char what[100];
	size_t i;

	OK(ct_averaged_model_new(model, &options, &average));
	assert_repr(average, of_case);
	json_array_foreach (expected_list(of_case, "states"), i, state) {
		change(model);
		OK(ct_averaged_model_update_parameters(average, model));
		snprintf(what, sizeof what, "%s, decay %g, buffers %d, step %zu",
			 expected_text(of_case, "averaging"), options.decay, options.use_buffers,
			 i);
		assert_state_of(average, state, what);
	}
	assert_output(average, of_case, dtype);
	ck_assert_int_eq(called > 0, options.avg_fn != NULL || options.multi_avg_fn != NULL);
}

START_TEST(averages_are_pythons)
{
	for_each("states", assert_averaged);
}
END_TEST

static ct_error update_twice(ct_module *average, ct_module *model)
{
	CT_TRY(ct_averaged_model_update_parameters(average, model));
	change(model);
	return ct_averaged_model_update_parameters(average, model);
}

static void assert_fails(const json_t *of_case)
{
	const ct_averaged_model_options options = options_of(of_case);
	ct_module *model = model_of(CT_FLOAT32), *average;
	ct_error error = ct_averaged_model_new(model, &options, &average);

	if (error == NULL)
		error = update_twice(average, model);
	assert_expected_error(error, of_case, expected_text(of_case, "averaging"));
	ct_error_free(error);
}

START_TEST(bad_averages_are_pythons_errors)
{
	for_each("error", assert_fails);
}
END_TEST

START_TEST(an_average_has_one_function)
{
	const ct_averaged_model_options options = { .avg_fn = own, .multi_avg_fn = own_multi };
	ct_module *average = NULL;
	CT_SCOPE;
	ct_module *model = model_of(CT_FLOAT32);

	FAILS_AS_EXPECTED(ct_averaged_model_new(model, &options, &average),
			  "AssertionError: Only one of avg_fn and multi_avg_fn should be provided");
	FAILS_WITH(ct_averaged_model_update_parameters(model, model), CT_ERROR_TYPE,
		   "must be an AveragedModel, not Sequential");
	FAILS_WITH(ct_averaged_model_new(NULL, NULL, &average), CT_ERROR_ARGUMENT, "model");
	ck_assert_ptr_null(average);
}
END_TEST

static void count_release(void *context)
{
	++*(int *)context;
}

START_TEST(the_context_is_released_with_the_last_copy)
{
	int released = 0;
	const ct_averaged_model_options options = { .avg_fn = own,
						    .context = &released,
						    .release = count_release };

	{
		CT_SCOPE;
		ct_module *model = model_of(CT_FLOAT32), *average, *copy;

		OK(ct_averaged_model_new(model, &options, &average));
		OK(ct_module_deepcopy(average, &copy));
		ct_module_free(average);
		ck_assert_int_eq(released, 0);
		OK(ct_averaged_model_update_parameters(copy, model));
	}
	ck_assert_int_eq(released, 1);
}
END_TEST

/* --- update_bn() ------------------------------------------------------------------------------ */

enum { BATCHES = 3 };

struct batches {
	ct_tensor *at[BATCHES];
	int given;
};

static ct_error next_batch(void *context, ct_tensor **batch)
{
	struct batches *batches = context;

	*batch = batches->given < BATCHES ? batches->at[batches->given++] : NULL;
	return NULL;
}

static struct batches draw_batches(void)
{
	const int64_t shape[] = { 5, 3 };
	struct batches batches = { .given = 0 };

	OK(ct_manual_seed(28));
	for (int i = 0; i < BATCHES; i++)
		OK(ct_randn(shape, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL,
			    &batches.at[i]));
	return batches;
}

static void assert_updated(const json_t *of_case)
{
	const bool training = expected_bool(of_case, "training");
	ct_module *model = model_of(CT_FLOAT32);
	struct batches batches;
	ct_tensor *y;

	change(model);
	batches = draw_batches();
	OK(ct_module_train(model, training));
	OK(ct_module_update_bn(model, next_batch, &batches, CT_DEVICE_NONE));
	assert_state_of(model, json_object_get(of_case, "updated"), "updated");
	ck_assert_int_eq(ct_module_is_training(model), training);
	OK(ct_module_train(model, true));
	OK(ct_module_forward(model, batches.at[0], &y));
	assert_state_of(model, json_object_get(of_case, "later"), "later");
}

START_TEST(statistics_are_pythons)
{
	for_each("updated", assert_updated);
}
END_TEST

START_TEST(a_model_without_statistics_is_not_called)
{
	CT_SCOPE;
	ct_module *model = CT_NN(Linear, 3, 4);
	struct batches batches = draw_batches();

	OK(CT_DONE());
	OK(ct_module_update_bn(model, next_batch, &batches, CT_DEVICE_NONE));
	ck_assert_int_eq(batches.given, 0);
}
END_TEST

static ct_error no_batch(void *context, ct_tensor **batch)
{
	(void)context, (void)batch;
	return ct_error_new(CT_ERROR_VALUE, NULL, "no data");
}

START_TEST(an_error_of_the_data_leaves_modes_and_momenta)
{
	CT_SCOPE;
	ct_module *model = model_of(CT_FLOAT32);
	char *before, *after;

	OK(ct_module_eval(model));
	OK(ct_module_to_string(model, &before));
	FAILS_WITH(ct_module_update_bn(model, no_batch, NULL, CT_DEVICE_NONE), CT_ERROR_VALUE,
		   "no data");
	OK(ct_module_to_string(model, &after));
	ck_assert_str_eq(after, before);
	ck_assert(!ct_module_is_training(model));
}
END_TEST

Suite *swa_suite(void)
{
	Suite *suite = suite_create("swa");
	TCase *tests = tests_of("swa");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, averages_are_pythons);
	tcase_add_test(tests, bad_averages_are_pythons_errors);
	tcase_add_test(tests, an_average_has_one_function);
	tcase_add_test(tests, the_context_is_released_with_the_last_copy);
	tcase_add_test(tests, statistics_are_pythons);
	tcase_add_test(tests, a_model_without_statistics_is_not_called);
	tcase_add_test(tests, an_error_of_the_data_leaves_modes_and_momenta);
	suite_add_tcase(suite, tests);
	return suite;
}
