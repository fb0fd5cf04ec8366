/*
 * Gradient scalers beside Python's: training with infinite gradients, calls in a wrong order, state
 * dicts; optim_amp.json.
 */
#include <math.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/nn/nn.h>
#include <ctorch/tensor/autocast.h>
#include <ctorch/tensor/device.h>
#include <ctorch/tensor/generator.h>

#include "support.h"
#include "warned.h"

static json_t *cases;

static void set_up(void)
{
	cases = expected_cases("optim_amp");
	note_warnings();
}

static void tear_down(void)
{
	forget_warnings();
	json_decref(cases);
}

#define EACH_CASE(of_case, of_kind)                                  \
	for (size_t i_ = 0; i_ < json_array_size(cases); i_++)       \
		if ((of_case = json_array_get(cases, i_)) != NULL && \
		    !strcmp(expected_text(of_case, "kind"), of_kind))

static ct_grad_scaler *make_scaler(const json_t *options)
{
	const json_t *interval = json_object_get(options, "growth_interval");
	ct_grad_scaler *scaler;

	OK(ct_grad_scaler_new(
		&(ct_grad_scaler_options){
			.device_type = CT_DEVICE_TYPE_CPU,
			.init_scale = json_number_value(json_object_get(options, "init_scale")),
			.growth_factor = json_number_value(
				json_object_get(options, "growth_factor")),
			.backoff_factor = json_number_value(
				json_object_get(options, "backoff_factor")),
			.growth_interval = json_integer_value(interval),
			.disabled = json_is_false(json_object_get(options, "enabled")),
		},
		&scaler));
	return scaler;
}

static double scale_of(const ct_grad_scaler *scaler)
{
	double scale;

	OK(ct_grad_scaler_scale_factor(scaler, &scale));
	return scale;
}

static void assert_scaler_state(const ct_grad_scaler *scaler, const json_t *wanted,
				const char *what)
{
	ct_value state;

	OK(ct_grad_scaler_state_dict(scaler, &state));
	assert_encoded(&state, wanted, 0, what);
	ct_value_free(&state);
}

/* --- training; tests/fixtures/expected/optim_amp.py does the same ----------------------------- */

enum { MAX_OPTIMIZERS = 2 };

struct training {
	const json_t *of_case;
	ct_tensor *params[2];
	ct_optimizer *optimizers[MAX_OPTIMIZERS];
	size_t n; /* optimizers */
	ct_grad_scaler *scaler;
	double clip; /* 0: not */
};

static void begin_training(const json_t *of_case, struct training *t)
{
	const json_t *classes = expected_list(of_case, "classes");

	*t = (struct training){ .of_case = of_case, .n = json_array_size(classes) };
	t->clip = json_number_value(json_object_get(of_case, "clip"));
	OK(ct_manual_seed(28));
	OK(CT(randn, &t->params[0], CT_L(3, 4)));
	OK(CT(randn, &t->params[1], CT_L(3)));
	for (int i = 0; i < 2; i++)
		OK(ct_tensor_set_requires_grad(t->params[i], true));
	for (size_t i = 0; i < t->n; i++) {
		const int64_t each = t->n == 1 ? 2 : 1;

		t->optimizers[i] = make_from(json_string_value(json_array_get(classes, i)),
					     json_object_get(of_case, "kwargs"),
					     CT_PARAMETERS_OF(&t->params[i], each));
	}
	t->scaler = make_scaler(json_object_get(of_case, "scaler"));
}

static ct_error compute_loss(const struct training *t, ct_tensor **loss)
{
	const ct_tensor *x = CT_E(randn, CT_L(5, 4)), *wanted = CT_E(randn, CT_L(5, 3));

	CT_AUTOCAST_SCOPE(CT_DEVICE_TYPE_CPU);
	return CT_FINISH(CT_E(mse_loss, CT_E(linear, x, t->params[0], t->params[1]), wanted), loss);
}

/* Whether it did. */
static bool inject(const struct training *t, int step)
{
	char number[12];
	const json_t *text;
	ct_tensor *grad, *first;

	snprintf(number, sizeof number, "%d", step);
	text = json_object_get(json_object_get(t->of_case, "infinite"), number);
	if (text == NULL || !ct_grad_scaler_is_enabled(t->scaler))
		return false;
	OK(ct_tensor_grad(t->params[0], &grad));
	OK(CT_FINISH(CT_E(select, CT_E(select, grad, 0, 0), 0, 0), &first));
	OK(CT(fill__Scalar, first, strtod(json_string_value(text), NULL)));
	return true;
}

static void clip(const struct training *t)
{
	ct_tensor *norm;

	for (size_t i = 0; i < t->n; i++)
		OK(ct_grad_scaler_unscale_(t->scaler, t->optimizers[i]));
	OK(ct_nn_utils_clip_grad_norm_(t->params, 2, t->clip, 2, false, NULL, &norm));
}

static void assert_step(const struct training *t, const json_t *wanted, const ct_tensor *loss,
			const char *what)
{
	assert_expected_tensor(loss, wanted, "loss", 0, what);
	ck_assert_msg(scale_of(t->scaler) == expected_double(wanted, "scale"), "%s: scale %g", what,
		      scale_of(t->scaler));
	for (size_t i = 0; i < 2; i++) {
		json_t *one = json_pack("{s:O}", "tensor",
					json_array_get(expected_list(wanted, "params"), i));

		assert_expected_tensor(t->params[i], one, "tensor", 0, what);
		json_decref(one);
	}
	assert_scaler_state(t->scaler, json_object_get(wanted, "state"), what);
}

static void train_step(const struct training *t, int step, const json_t *wanted, const char *what)
{
	ct_tensor *loss, *scaled;
	bool injected, found;

	CT_SCOPE;
	for (size_t i = 0; i < t->n; i++)
		OK(ct_optimizer_zero_grad(t->optimizers[i]));
	OK(compute_loss(t, &loss));
	OK(ct_grad_scaler_scale(t->scaler, loss, &scaled));
	OK(ct_tensor_backward(scaled));
	injected = inject(t, step);
	if (t->clip != 0 && step % 2 == 0)
		clip(t);
	for (size_t i = 0; i < t->n; i++) {
		OK(ct_grad_scaler_step(t->scaler, t->optimizers[i]));
		OK(ct_grad_scaler_found_inf(t->scaler, t->optimizers[i], &found));
		ck_assert_int_eq(found, injected && i == 0);
	}
	OK(ct_grad_scaler_update(t->scaler));
	OK(ct_grad_scaler_found_inf(t->scaler, t->optimizers[0], &found));
	ck_assert(!found);
	assert_step(t, wanted, loss, what);
}

/* In the middle another scaler goes on from the state of this one. */
static void replace_scaler(struct training *t)
{
	ct_grad_scaler *next = make_scaler(json_object_get(t->of_case, "scaler"));
	ct_value state;

	OK(ct_grad_scaler_state_dict(t->scaler, &state));
	OK(ct_grad_scaler_load_state_dict(next, &state));
	ct_value_free(&state);
	ct_grad_scaler_free(t->scaler);
	t->scaler = next;
}

static void assert_training(const json_t *of_case)
{
	const json_t *steps = expected_list(of_case, "steps"), *wanted;
	char what[200], *kwargs = json_dumps(json_object_get(of_case, "kwargs"), JSON_COMPACT);
	struct training t;
	size_t i;

	CT_SCOPE;
	begin_training(of_case, &t);
	json_array_foreach (steps, i, wanted) {
		snprintf(what, sizeof what, "%zu x %s, step %zu", t.n, kwargs, i);
		if (i == 12)
			replace_scaler(&t);
		train_step(&t, (int)i, wanted, what);
	}
	for (i = 0; i < t.n; i++)
		assert_state(t.optimizers[i], json_array_get(expected_list(of_case, "states"), i),
			     0, kwargs);
	free(kwargs);
}

START_TEST(steps_with_infinities_are_pythons)
{
	const json_t *of_case;
	size_t n = 0;

	EACH_CASE(of_case, "training")
	{
		assert_training(of_case);
		n++;
	}
	ck_assert_uint_ge(n, HAS_CPU_SCALER ? 7 : 0);
}
END_TEST

START_TEST(sparse_gradients_are_unscaled)
{
	const json_t *of_case;

	EACH_CASE(of_case, "sparse")
	{
		CT_SCOPE;
		json_t *options = json_pack("{s:f}", "init_scale", 8.0);
		ct_grad_scaler *scaler = make_scaler(options);
		ct_tensor *weight, *index;
		ct_optimizer *optimizer;

		OK(ct_manual_seed(28));
		OK(CT(randn, &weight, CT_L(6, 2)));
		OK(ct_tensor_set_requires_grad(weight, true));
		OK(ct_tensor_from_text("[1, 4, 1, 0]", NULL, &index));
		optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(&weight, 1), .lr = 0.1);
		OK(CT_DONE());
		for (int step = 0; step < 3; step++) {
			const ct_tensor *y = CT_E(embedding, weight, index, .sparse = true);
			ct_tensor *scaled;

			OK(ct_optimizer_zero_grad(optimizer));
			OK(CT_FINISH(CT_E(sum, CT_E(pow, y, 2)), &scaled));
			OK(ct_grad_scaler_scale(scaler, scaled, &scaled));
			OK(ct_tensor_backward(scaled));
			OK(ct_grad_scaler_step(scaler, optimizer));
			OK(ct_grad_scaler_update(scaler));
		}
		assert_expected_tensor(weight, of_case, "weight", 0, "sparse");
		ck_assert_double_eq(scale_of(scaler), expected_double(of_case, "scale"));
		json_decref(options);
	}
}
END_TEST

/* --- calls in a wrong order ------------------------------------------------------------------- */

static ct_error scale_sum(ct_grad_scaler *scaler, const ct_tensor *param)
{
	ct_tensor *sum;

	CT_TRY(ct_sum(param, CT_DTYPE_NONE, &sum));
	CT_TRY(ct_grad_scaler_scale(scaler, sum, &sum));
	return ct_tensor_backward(sum);
}

static ct_error make_half(ct_tensor *param)
{
	ct_tensor *half;

	CT_TRY(ct_tensor_set_grad(param, NULL));
	CT_TRY(CT(detach, &half, param));
	CT_TRY(CT(to_dtype, &half, half, CT_FLOAT16));
	CT_TRY(CT(set_data, param, half));
	CT_TRY(CT(ones_like, &half, half));
	return ct_tensor_set_grad(param, half);
}

static ct_error update_to(ct_grad_scaler *scaler, int64_t n, double value, bool requires_grad)
{
	ct_tensor *scale;

	CT_TRY(CT(full, &scale, CT_L(n), value));
	CT_TRY(ct_tensor_set_requires_grad(scale, requires_grad));
	return ct_grad_scaler_update_to_tensor(scaler, scale);
}

static ct_error load(ct_grad_scaler *scaler, int64_t n)
{
	const ct_value pairs[] = { ct_value_string("scale"), ct_value_float(2) };
	const ct_value state = ct_value_dict(pairs, n);

	return ct_grad_scaler_load_state_dict(scaler, &state);
}

static ct_error call(const char *name, ct_grad_scaler *scaler, ct_optimizer *optimizer,
		     ct_tensor *param)
{
	if (!strcmp(name, "scale"))
		return scale_sum(scaler, param);
	if (!strcmp(name, "no_grad"))
		return ct_optimizer_zero_grad(optimizer);
	if (!strcmp(name, "half"))
		return make_half(param);
	if (!strcmp(name, "unscale"))
		return ct_grad_scaler_unscale_(scaler, optimizer);
	if (!strcmp(name, "step"))
		return ct_grad_scaler_step(scaler, optimizer);
	if (!strcmp(name, "update"))
		return ct_grad_scaler_update(scaler);
	if (!strcmp(name, "update_to"))
		return ct_grad_scaler_update_to(scaler, 32);
	if (!strcmp(name, "update_to_one"))
		return update_to(scaler, 1, 16, false);
	if (!strcmp(name, "update_to_two"))
		return update_to(scaler, 2, 1, false);
	if (!strcmp(name, "update_to_grad"))
		return update_to(scaler, 1, 1, true);
	if (!strcmp(name, "load_empty"))
		return load(scaler, 0);
	ck_assert_str_eq(name, "load_part");
	return load(scaler, 1);
}

static void assert_sequence(const json_t *of_case)
{
	const json_t *calls = expected_list(of_case, "calls"), *name;
	char *what = json_dumps(calls, JSON_COMPACT);
	ct_error error = NULL;
	ct_tensor *param;
	size_t i;

	CT_SCOPE;
	json_t *options = json_pack("{s:b}", "enabled", expected_bool(of_case, "enabled"));
	ct_grad_scaler *scaler = make_scaler(options);
	ct_optimizer *optimizer;

	OK(CT(ones, &param, CT_L(2)));
	OK(ct_tensor_set_requires_grad(param, true));
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(&param, 1), .lr = 0.1);
	OK(CT_DONE());
	json_array_foreach (calls, i, name) {
		ck_assert_msg(error == NULL, "%s: %s", what, error);
		error = call(json_string_value(name), scaler, optimizer, param);
	}
	if (json_object_get(of_case, "error"))
		assert_expected_error(error, of_case, what);
	else
		ck_assert_msg(error == NULL, "%s: %s", what, error);
	/* Python has taken a part of a dict that does not fit. */
	if (error == NULL || strcmp(json_string_value(name), "load_part") != 0) {
		ck_assert_msg(scale_of(scaler) == expected_double(of_case, "scale"), "%s", what);
		assert_scaler_state(scaler, json_object_get(of_case, "state"), what);
	} else {
		ck_assert_double_eq(scale_of(scaler), 65536);
	}
	ct_error_free(error);
	json_decref(options);
	free(what);
}

START_TEST(calls_in_any_order_do_what_pythons_do)
{
	const json_t *of_case;
	size_t n = 0;

	EACH_CASE(of_case, "sequence")
	{
		assert_sequence(of_case);
		n++;
	}
	ck_assert_uint_ge(n, HAS_CPU_SCALER ? 31 : 0);
}
END_TEST

START_TEST(bad_factors_are_pythons_errors)
{
	const json_t *of_case;
	ct_grad_scaler *scaler = NULL;

	EACH_CASE(of_case, "refused")
	{
		const json_t *options = json_object_get(of_case, "options");
		const ct_grad_scaler_options given = {
			.device_type = CT_DEVICE_TYPE_CPU,
			.growth_factor = json_number_value(
				json_object_get(options, "growth_factor")),
			.backoff_factor = json_number_value(
				json_object_get(options, "backoff_factor")),
		};
		ct_error error = ct_grad_scaler_new(&given, &scaler);

		assert_expected_error(error, of_case, "a factor");
		ct_error_free(error);
		ck_assert_ptr_null(scaler);
	}
}
END_TEST

START_TEST(a_scaler_for_cuda_needs_cuda)
{
	const json_t *of_case;

	EACH_CASE(of_case, "cuda")
	{
		CT_SCOPE;
		ct_grad_scaler *scaler;

		if (ct_device_count(CT_DEVICE_TYPE_CUDA) > 0)
			continue;
		begin_warnings();
		OK(ct_grad_scaler_new(NULL, &scaler));
		assert_warnings(of_case, "a scaler");
		ck_assert_int_eq(ct_grad_scaler_is_enabled(scaler),
				 expected_bool(of_case, "enabled"));
	}
}
END_TEST

/* --- handles and settings --------------------------------------------------------------------- */

START_TEST(a_disabled_scaler_gives_the_same_tensor)
{
	CT_SCOPE;
	ct_tensor *x = number(3), *scaled;
	json_t *options = json_pack("{s:b}", "enabled", false);
	ct_grad_scaler *scaler = make_scaler(options);

	OK(ct_grad_scaler_scale(scaler, x, &scaled));
	ck_assert_ptr_eq(ct_tensor_data(x), ct_tensor_data(scaled));
	json_decref(options);
}
END_TEST

START_TEST(factors_can_be_read_and_set)
{
	CT_SCOPE;
	ct_grad_scaler *scaler = make_scaler(NULL);

	ck_assert_double_eq(ct_grad_scaler_growth_factor(scaler), 2);
	ck_assert_double_eq(ct_grad_scaler_backoff_factor(scaler), 0.5);
	ck_assert_int_eq(ct_grad_scaler_growth_interval(scaler), 2000);
	OK(ct_grad_scaler_set_growth_factor(scaler, 4));
	OK(ct_grad_scaler_set_backoff_factor(scaler, 0.25));
	OK(ct_grad_scaler_set_growth_interval(scaler, 7));
	ck_assert_double_eq(ct_grad_scaler_growth_factor(scaler), 4);
	ck_assert_double_eq(ct_grad_scaler_backoff_factor(scaler), 0.25);
	ck_assert_int_eq(ct_grad_scaler_growth_interval(scaler), 7);
	ck_assert(isnan(ct_grad_scaler_growth_factor(NULL)));
	ck_assert(!ct_grad_scaler_is_enabled(NULL));
}
END_TEST

struct ending {
	ct_grad_scaler *scaler;
	bool is_released; /* or only updated */
};

/* Ends what the scaler knows of the step that runs. */
static ct_error end_scaler(ct_optimizer *self, void *context)
{
	const struct ending *own = context;

	ct_optimizer_free(self);
	if (!own->is_released)
		return ct_grad_scaler_update(own->scaler);
	ct_grad_scaler_free(own->scaler);
	return NULL;
}

static void assert_ended(signed char fused, bool after, bool is_released)
{
	struct ending own = { .is_released = is_released };
	ct_tensor *params[PARAMETERS], *loss;
	ct_optimizer *optimizer;

	draw_parameters(CT_FLOAT32, params);
	optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS_OF(params, 1), .lr = 0.1, .fused = fused);
	OK(CT_DONE());
	OK(ct_grad_scaler_new(&(ct_grad_scaler_options){ .device_type = CT_DEVICE_TYPE_CPU },
			      &own.scaler));
	OK(ct_sum(params[0], CT_DTYPE_NONE, &loss));
	OK(ct_grad_scaler_scale(own.scaler, loss, &loss));
	OK(ct_tensor_backward(loss));
	OK(ct_optimizer_register_step_hook(optimizer, after, end_scaler, &own, NULL, NULL));
	OK(ct_grad_scaler_step(own.scaler, optimizer));
}

START_TEST(a_step_hook_may_end_the_scaler_and_the_optimizer)
{
	for (int i = 0; i < 8; i++) {
		{
			CT_SCOPE;

			assert_ended(i & 1, i & 2, i & 4);
		}
	}
}
END_TEST

START_TEST(a_scaler_without_a_scope_is_the_callers)
{
	const ct_grad_scaler_options options = { .device_type = CT_DEVICE_TYPE_CPU };
	ct_grad_scaler *scaler;

	OK(ct_grad_scaler_new(&options, &scaler));
	ck_assert_double_eq(scale_of(scaler), 65536);
	ct_grad_scaler_free(scaler);
	ct_grad_scaler_free(NULL);
	FAILS(ct_grad_scaler_update(NULL),
	      "ArgumentError: ct_grad_scaler_update: argument 1 (self) must not be NULL");
}
END_TEST

Suite *grad_scaler_suite(void)
{
	Suite *suite = suite_create("grad_scaler");
	TCase *tests = tcase_create("grad_scaler");

	tcase_add_unchecked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, steps_with_infinities_are_pythons);
	tcase_add_test(tests, sparse_gradients_are_unscaled);
	tcase_add_test(tests, calls_in_any_order_do_what_pythons_do);
	tcase_add_test(tests, bad_factors_are_pythons_errors);
	tcase_add_test(tests, a_scaler_for_cuda_needs_cuda);
	tcase_add_test(tests, a_disabled_scaler_gives_the_same_tensor);
	tcase_add_test(tests, factors_can_be_read_and_set);
	tcase_add_test(tests, a_step_hook_may_end_the_scaler_and_the_optimizer);
	tcase_add_test(tests, a_scaler_without_a_scope_is_the_callers);
	suite_add_tcase(suite, tests);
	return suite;
}
