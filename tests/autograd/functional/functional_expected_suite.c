/*
 * Jacobians, Hessians and products compared with PyTorch: values, whether they are recorded, their
 * derivatives, and the error texts.
 */
#include "derivatives_support.h"

enum { MOST_TENSORS = 8 };

static json_t *cases;

static void read_cases(void)
{
	cases = expected_cases("derivatives");
}

static void drop_cases(void)
{
	json_decref(cases);
}

ct_error call_steps(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		    ct_tensor **outputs, int64_t outputs_len)
{
	const json_t *of_case = context, *numbers_of_outputs = expected_list(of_case, "outputs");
	struct steps_values values = { .n = inputs_len };

	memcpy(values.tensors, inputs, (size_t)inputs_len * sizeof *inputs);
	for (size_t i = 0; i < json_array_size(expected_list(of_case, "captured")); i++) {
		ct_tensor *leaf = tensor_at(of_case, "captured", i);

		CT_TRY(ct_tensor_set_requires_grad(leaf, true));
		values.tensors[values.n++] = leaf;
	}
	CT_TRY(run_steps(expected_list(of_case, "steps"), &values));
	for (int64_t i = 0; i < outputs_len; i++)
		outputs[i] = values.tensors[json_integer_value(
			json_array_get(numbers_of_outputs, (size_t)i))];
	return NULL;
}

int64_t inputs_of_case_len(const json_t *of_case)
{
	return (int64_t)json_array_size(expected_list(of_case, "inputs"));
}

void inputs_of_case(const json_t *of_case, ct_tensor **inputs)
{
	const json_t *require = expected_list(of_case, "require_grad");

	for (size_t i = 0; i < (size_t)inputs_of_case_len(of_case); i++) {
		inputs[i] = tensor_at(of_case, "inputs", i);
		if (json_is_true(json_array_get(require, i)))
			OK(ct_tensor_set_requires_grad(inputs[i], true));
	}
}

/* --- The calls -------------------------------------------------------------------------------- */

/* One call, with its arguments and results. */
struct derivative {
	const json_t *of_case;
	ct_functional_options options;
	ct_tensor *inputs[MOST_TENSORS], *v[MOST_TENSORS];
	int64_t inputs_len, outputs_len, v_len;
	ct_tensor *values[MOST_TENSORS], *results[MOST_TENSORS];
	int64_t values_len, results_len; /* how many the call gave */
};

static ct_error compute_jacobian(struct derivative *d)
{
	d->results_len = d->outputs_len * d->inputs_len;
	return ct_functional_jacobian(call_steps, (void *)d->of_case,
				      CT_TENSORS_OF(d->inputs, d->inputs_len), d->outputs_len,
				      &d->options, d->results);
}

static ct_error compute_hessian(struct derivative *d)
{
	d->results_len = d->inputs_len * d->inputs_len;
	return ct_functional_hessian(call_steps, (void *)d->of_case,
				     CT_TENSORS_OF(d->inputs, d->inputs_len), &d->options,
				     d->results);
}

static ct_error compute_vjp(struct derivative *d)
{
	d->values_len = d->outputs_len;
	d->results_len = d->inputs_len;
	return ct_functional_vjp(call_steps, (void *)d->of_case,
				 CT_TENSORS_OF(d->inputs, d->inputs_len), d->outputs_len,
				 CT_TENSORS_OF(d->v_len ? d->v : NULL, d->v_len), &d->options,
				 d->values, d->results);
}

static ct_error compute_jvp(struct derivative *d)
{
	d->values_len = d->results_len = d->outputs_len;
	return ct_functional_jvp(call_steps, (void *)d->of_case,
				 CT_TENSORS_OF(d->inputs, d->inputs_len), d->outputs_len,
				 CT_TENSORS_OF(d->v_len ? d->v : NULL, d->v_len), &d->options,
				 d->values, d->results);
}

static ct_error compute_vhp(struct derivative *d)
{
	d->values_len = 1;
	d->results_len = d->inputs_len;
	return ct_functional_vhp(call_steps, (void *)d->of_case,
				 CT_TENSORS_OF(d->inputs, d->inputs_len),
				 CT_TENSORS_OF(d->v_len ? d->v : NULL, d->v_len), &d->options,
				 d->values, d->results);
}

static ct_error compute_hvp(struct derivative *d)
{
	d->values_len = 1;
	d->results_len = d->inputs_len;
	return ct_functional_hvp(call_steps, (void *)d->of_case,
				 CT_TENSORS_OF(d->inputs, d->inputs_len),
				 CT_TENSORS_OF(d->v_len ? d->v : NULL, d->v_len), &d->options,
				 d->values, d->results);
}

static const struct {
	const char *name;
	ct_error (*compute)(struct derivative *d);
} calls[] = {
	{ "jacobian", compute_jacobian }, { "hessian", compute_hessian }, { "vjp", compute_vjp },
	{ "jvp", compute_jvp },           { "vhp", compute_vhp },         { "hvp", compute_hvp },
};

static struct derivative read_derivative(const json_t *of_case)
{
	struct derivative d = { .of_case = of_case, .options = { 0 } };
	const json_t *v = json_object_get(of_case, "v");

	d.options.create_graph = expected_bool(of_case, "create_graph");
	d.options.strict = expected_bool(of_case, "strict");
	d.options.strategy = expected_bool(of_case, "forward") ? CT_FUNCTIONAL_FORWARD_MODE
							       : CT_FUNCTIONAL_REVERSE_MODE;
	d.inputs_len = inputs_of_case_len(of_case);
	d.outputs_len = (int64_t)json_array_size(expected_list(of_case, "outputs"));
	inputs_of_case(of_case, d.inputs);
	d.v_len = (int64_t)json_array_size(v);
	for (size_t i = 0; i < (size_t)d.v_len; i++)
		d.v[i] = tensor_at(of_case, "v", i);
	return d;
}

static ct_error compute(struct derivative *d)
{
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (strcmp(calls[i].name, expected_text(d->of_case, "call")) == 0)
			return calls[i].compute(d);
	ck_abort_msg("no call %s", expected_text(d->of_case, "call"));
	return NULL;
}

/* --- Results ---------------------------------------------------------------------------------- */

static void compare(const struct derivative *d, const char *what)
{
	const json_t *recorded = json_object_get(d->of_case, "recorded");

	ck_assert_uint_eq(json_array_size(expected_list(d->of_case, "values")),
			  (size_t)d->values_len);
	ck_assert_uint_eq(json_array_size(expected_list(d->of_case, "results")),
			  (size_t)d->results_len);
	for (int64_t i = 0; i < d->values_len; i++)
		assert_tensor_at(d->values[i], d->of_case, "values", (size_t)i, what);
	for (int64_t i = 0; i < d->results_len; i++)
		assert_tensor_at(d->results[i], d->of_case, "results", (size_t)i, what);
	for (size_t i = 0; i < json_array_size(recorded); i++) {
		const ct_tensor *tensor = i < (size_t)d->values_len
						  ? d->values[i]
						  : d->results[i - (size_t)d->values_len];

		ck_assert_msg(ct_tensor_requires_grad(tensor) ==
				      json_is_true(json_array_get(recorded, i)),
			      "%s: requires_grad of tensor %zu differs", what, i);
	}
}

/* The sum of the squares of all results. */
static ct_error sum_of_squares_of(const struct derivative *d, ct_tensor **total)
{
	CT_TRY(ct_zeros(NULL, 0, CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, total));
	for (int64_t i = 0; i < d->results_len; i++) {
		ct_tensor *square;

		CT_TRY(ct_abs(d->results[i], &square));
		CT_TRY(ct_mul_Tensor(square, square, &square));
		CT_TRY(ct_sum(square, CT_DTYPE_NONE, &square));
		CT_TRY(ct_add_Tensor(*total, square, ct_scalar_int(1), total));
	}
	return NULL;
}

/* The results can be differentiated. */
static ct_error compare_second(const struct derivative *d, const char *what)
{
	ct_autograd_grad_options options = { 0 };
	ct_tensor *leaves[MOST_TENSORS], *grads[MOST_TENSORS], *total;
	int64_t n = 0;

	if (json_array_size(json_object_get(d->of_case, "second")) == 0)
		return NULL;
	for (int64_t i = 0; i < d->inputs_len; i++)
		if (ct_tensor_requires_grad(d->inputs[i]))
			leaves[n++] = d->inputs[i];
	options.allow_unused = true;
	CT_TRY(sum_of_squares_of(d, &total));
	CT_TRY(ct_autograd_grad(CT_TENSORS(total), CT_TENSORS_OF(leaves, n), &options, grads));
	for (int64_t i = 0; i < n; i++)
		assert_tensor_at(grads[i], d->of_case, "second", (size_t)i, what);
	return NULL;
}

static void check_derivative(const json_t *of_case)
{
	struct derivative d = read_derivative(of_case);
	const json_t *wanted = json_object_get(of_case, "error");
	char what[120];
	ct_error error;

	snprintf(what, sizeof what, "%s, %s", expected_text(of_case, "call"),
		 expected_text(of_case, "name"));
	error = compute(&d);
	if (json_is_string(wanted)) {
		ck_assert_msg(error != NULL, "%s: no error, expected %s", what,
			      json_string_value(wanted));
		ck_assert_msg(is_expected_error(error, json_string_value(wanted)),
			      "%s:\nexpected: %s\ngot:      %s", what, json_string_value(wanted),
			      error);
		ck_assert_ptr_null(d.results[0]);
		ct_error_free(error);
		return;
	}
	ck_assert_msg(error == NULL, "%s: %s", what, error);
	compare(&d, what);
	OK(compare_second(&d, what));
}

START_TEST(derivatives_and_errors_are_pytorch_s)
{
	for_each_case(cases, "functional", 346, check_derivative);
	ck_assert_int_eq(ct_forward_ad_current_level(), -1);
}
END_TEST

/* --- Forward over reverse --------------------------------------------------------------------- */

/* The gradient of a dual tensor is dual, and its tangent is the Hessian times the direction. */
/* clang-format off */
static ct_error forward_over_reverse(const json_t *of_case, ct_tensor *const *v, int64_t n,
				     ct_tensor **products)
{
	ct_autograd_grad_options options = { 0 };
	ct_tensor *duals[MOST_TENSORS], *grads[MOST_TENSORS], *output;

	options.create_graph = true;
	inputs_of_case(of_case, duals);
	CT_DUAL_LEVEL {
		for (int64_t i = 0; i < n; i++) {
			CT_TRY(ct_tensor_set_requires_grad(duals[i], true));
			CT_TRY(ct_forward_ad_make_dual(duals[i], v[i], &duals[i]));
		}
		CT_TRY(call_steps(duals, n, (void *)of_case, &output, 1));
		CT_TRY(ct_autograd_grad(CT_TENSORS(output), CT_TENSORS_OF(duals, n), &options, grads));
		for (int64_t i = 0; i < n; i++)
			CT_TRY(ct_forward_ad_unpack_dual(grads[i], NULL, &products[i]));
	}
	return NULL;
}
/* clang-format on */

static int compared;

static void check_forward_over_reverse(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");
	ct_tensor *v[MOST_TENSORS], *products[MOST_TENSORS];
	int64_t n = inputs_of_case_len(of_case);

	if (strcmp(expected_text(of_case, "call"), "hvp") != 0 ||
	    (strcmp(name, "cubes") != 0 && strcmp(name, "energy") != 0 &&
	     strcmp(name, "leaves") != 0 && strcmp(name, "in brackets") != 0))
		return;
	for (int64_t i = 0; i < n; i++)
		v[i] = tensor_at(of_case, "v", (size_t)i);
	OK(forward_over_reverse(of_case, v, n, products));
	for (int64_t i = 0; i < n; i++)
		assert_tensor_at(products[i], of_case, "results", (size_t)i, name);
	compared++;
}

START_TEST(forward_mode_over_backward_gives_the_same_products)
{
	compared = 0;
	for_each_case(cases, "functional", 346, check_forward_over_reverse);
	ck_assert_int_eq(compared, 4);
}
END_TEST

Suite *functional_expected_suite(void)
{
	Suite *suite = suite_create("functional_expected");
	TCase *tests = tests_of("functional_expected");

	tcase_add_checked_fixture(tests, read_cases, drop_cases);
	tcase_set_timeout(tests, 240);
	tcase_add_test(tests, derivatives_and_errors_are_pytorch_s);
	tcase_add_test(tests, forward_mode_over_backward_gives_the_same_products);
	suite_add_tcase(suite, tests);
	return suite;
}
