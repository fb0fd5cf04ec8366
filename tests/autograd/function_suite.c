/*
 * Custom functions: the outputs, gradients and second gradients that the same functions have in
 * PyTorch, and what callbacks are told.
 */
#include <pthread.h>

#include "function_samples.h"

static json_t *cases;

/* --- What PyTorch computed ------------------------------------------------------------------- */

static const struct {
	const char *name; /* the case's, up to here */
	const ct_function *function;
} samples[] = {
	{ "exp", &my_exp },           { "square", &my_square },
	{ "relu", &my_relu },         { "linear", &my_linear },
	{ "leaky", &my_leaky },       { "pair without zeros", &my_pair_without_zeros },
	{ "pair", &my_pair },         { "sort", &my_sort },
	{ "identity", &my_identity }, { "view", &my_view },
	{ "once", &my_once },         { "in place", &my_add_one },
};

static const ct_function *function_of(const char *name)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		if (strncmp(samples[i].name, name, strlen(samples[i].name)) == 0)
			return samples[i].function;
	ck_abort_msg("no function for the case %s", name);
	return NULL;
}

/* The members KEY0, KEY1, ... ; NULL for null. */
static int64_t tensors_of(const json_t *of_case, const char *key, ct_tensor **tensors)
{
	char name[32];
	int64_t n;

	snprintf(name, sizeof name, "%ss", key);
	n = expected_int(of_case, name);
	for (int64_t i = 0; i < n; i++) {
		snprintf(name, sizeof name, "%s%lld", key, (long long)i);
		tensors[i] = json_is_null(json_object_get(of_case, name))
				     ? NULL
				     : expected_tensor(of_case, name);
	}
	return n;
}

static void assert_tensors(ct_tensor *const *got, int64_t n, const json_t *of_case, const char *key)
{
	char name[32];

	snprintf(name, sizeof name, "%ss", key);
	ck_assert_int_eq(n, expected_int(of_case, name));
	for (int64_t i = 0; i < n; i++) {
		char what[128];

		snprintf(name, sizeof name, "%s%lld", key, (long long)i);
		snprintf(what, sizeof what, "%s, %s", expected_text(of_case, "name"), name);
		if (json_is_null(json_object_get(of_case, name)))
			ck_assert_msg(got[i] == NULL, "%s: expected no tensor", what);
		else
			assert_expected_tensor(got[i], of_case, name, 1e-12, what);
	}
}

static bool bool_at(const json_t *of_case, const char *key, int64_t i)
{
	return json_is_true(json_array_get(expected_list(of_case, key), (size_t)i));
}

/* In place it is applied to twice the input, and on a view to the middle of that; the output is
 * then what that was written to. */
static void apply_in_place(ct_tensor *x, bool on_view, ct_tensor **output)
{
	const int64_t start = 1, end = 3;
	ct_tensor *base, *view;

	OK(ct_mul_Scalar(x, ct_scalar_int(2), &base));
	if (on_view) {
		OK(ct_slice_Tensor(base, 0, &start, &end, 1, &view));
		OK(apply_one(&my_add_one, view, NULL));
		*output = base;
	} else {
		OK(apply_one(&my_add_one, base, output));
		ck_assert_ptr_eq(*output, base);
	}
}

static void apply_case(const json_t *of_case, ct_tensor **inputs, int64_t n, ct_tensor **outputs)
{
	const char *name = expected_text(of_case, "name");
	double slope = .25;

	if (strncmp(name, "in place", 8) == 0)
		apply_in_place(inputs[0], strstr(name, "view") != NULL, &outputs[0]);
	else
		OK(ct_function_apply(function_of(name), &slope, inputs, n, outputs,
				     expected_int(of_case, "outputs")));
}

static int64_t leaves_of(const json_t *of_case, ct_tensor **inputs, int64_t n, ct_tensor **leaves)
{
	int64_t count = 0;

	for (int64_t i = 0; i < n; i++)
		if (bool_at(of_case, "requires_grad", i)) {
			OK(ct_tensor_set_requires_grad(inputs[i], true));
			leaves[count++] = inputs[i];
		}
	return count;
}

/* The sum of the squares of what there is of them. */
static ct_tensor *squares_of(ct_tensor *const *grads, int64_t n)
{
	ct_tensor *total = NULL;

	for (int64_t i = 0; i < n; i++) {
		ct_tensor *conj, *product, *real, *sum;

		if (grads[i] == NULL)
			continue;
		OK(ct_conj(grads[i], &conj));
		OK(ct_mul_Tensor(grads[i], conj, &product));
		OK(ct_real(product, &real));
		OK(ct_sum(real, CT_DTYPE_NONE, &sum));
		if (total)
			OK(ct_add_Tensor(total, sum, ct_scalar_int(1), &total));
		else
			total = sum;
	}
	return total;
}

/* The node's name, and how often the first output was written to. */
static void assert_history(ct_tensor *const *outputs, const json_t *of_case)
{
	int64_t version = -1, i = 0;
	ct_node *node;

	OK(ct_tensor_version(outputs[0], &version));
	ck_assert_int_eq(version, expected_int(of_case, "version"));
	while (!ct_tensor_requires_grad(outputs[i]))
		i++;
	OK(ct_tensor_grad_fn(outputs[i], &node));
	ck_assert_str_eq(ct_node_name(node), expected_text(of_case, "grad_fn"));
	ct_node_free(node);
}

START_TEST(values_are_those_of_pytorch)
{
	CT_SCOPE;
	const json_t *of_case = json_array_get(cases, (size_t)_i);
	ct_tensor *inputs[4], *leaves[4], *outputs[4], *chosen[4], *grad_outputs[4], *grads[4];
	ct_autograd_grad_options options = ct_autograd_grad_defaults();
	const json_t *used = expected_list(of_case, "used");
	int64_t n = tensors_of(of_case, "input", inputs);
	int64_t n_leaves = leaves_of(of_case, inputs, n, leaves);

	apply_case(of_case, inputs, n, outputs);
	assert_tensors(outputs, expected_int(of_case, "outputs"), of_case, "output");
	for (int64_t i = 0; i < expected_int(of_case, "outputs"); i++)
		ck_assert_int_eq(ct_tensor_requires_grad(outputs[i]),
				 bool_at(of_case, "outputs_require_grad", i));

	assert_history(outputs, of_case);
	options.grad_outputs = grad_outputs;
	options.grad_outputs_len = tensors_of(of_case, "grad_output", grad_outputs);
	options.create_graph = true;
	options.allow_unused = true;
	for (size_t i = 0; i < json_array_size(used); i++)
		chosen[i] = outputs[json_integer_value(json_array_get(used, i))];
	OK(ct_autograd_grad(chosen, (int64_t)json_array_size(used), leaves, n_leaves, &options,
			    grads));
	assert_tensors(grads, n_leaves, of_case, "grad");
	if (expected_bool(of_case, "second")) {
		ct_tensor *sum = squares_of(grads, n_leaves), *second[4];

		options = ct_autograd_grad_defaults();
		options.allow_unused = true;
		OK(ct_autograd_grad(&sum, 1, leaves, n_leaves, &options, second));
		assert_tensors(second, n_leaves, of_case, "second");
	}
}
END_TEST

/* --- What callbacks are told ----------------------------------------------------------------- */

/* What a callback saw of its context. */
struct seen {
	int forwards, backwards;
	int64_t inputs_len, outputs_len;
	bool needs[3], needed[3];
	bool recording, out_of_range;
};

static ct_error see_forward(ct_function_context *context, ct_tensor *const *inputs,
			    ct_tensor **outputs)
{
	struct seen *seen = ct_function_data(context);

	seen->forwards++;
	seen->inputs_len = ct_function_inputs_len(context);
	seen->outputs_len = ct_function_outputs_len(context);
	seen->recording = ct_autograd_is_grad_enabled();
	for (int64_t i = 0; i < 3; i++)
		seen->needs[i] = ct_function_needs_input_grad(context, i);
	seen->out_of_range = ct_function_needs_input_grad(context, 3) ||
			     ct_function_needs_input_grad(context, -1);
	return ct_mul_Tensor(inputs[0], inputs[2], &outputs[0]);
}

static ct_error see_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
			     ct_tensor **grad_inputs)
{
	struct seen *seen = ct_function_data(context);

	seen->backwards++;
	for (int64_t i = 0; i < 3; i++) {
		seen->needed[i] = ct_function_needs_input_grad(context, i);
		if (seen->needed[i])
			grad_inputs[i] = grad_outputs[0];
	}
	return NULL;
}

static const ct_function see = { .name = "See", .forward = see_forward, .backward = see_backward };

static ct_tensor *leaf(float value)
{
	ct_tensor *x = number(value);

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

START_TEST(needs_input_grad_tells_what_backward_wants)
{
	CT_SCOPE;
	struct seen seen = { 0 };
	ct_tensor *inputs[] = { leaf(2), NULL, leaf(3) }, *y, *grad;
	const bool retain = true;
	ct_autograd_grad_options options = ct_autograd_grad_defaults();

	OK(ct_function_apply(&see, &seen, inputs, 3, &y, 1));
	ck_assert_int_eq(seen.inputs_len, 3);
	ck_assert_int_eq(seen.outputs_len, 1);
	ck_assert(!seen.recording && !seen.out_of_range);
	ck_assert(seen.needs[0] && !seen.needs[1] && seen.needs[2]);
	options.retain_graph = &retain;
	OK(ct_autograd_grad(&y, 1, &inputs[2], 1, &options, &grad));
	ck_assert(!seen.needed[0] && !seen.needed[1] && seen.needed[2]);
	OK(ct_autograd_backward(y));
	ck_assert(seen.needed[0] && !seen.needed[1] && seen.needed[2]);
	ck_assert_int_eq(seen.backwards, 2);
}
END_TEST

START_TEST(nothing_is_recorded_without_grad)
{
	CT_SCOPE;
	struct seen seen = { 0 };
	ct_tensor *inputs[] = { leaf(2), NULL, leaf(3) }, *y;

	CT_NO_GRAD
	{
		OK(ct_function_apply(&see, &seen, inputs, 3, &y, 1));
	}
	ck_assert(!ct_tensor_requires_grad(y));
	ck_assert(seen.needs[0]); /* as in Python, where it tells of the input alone */
	inputs[0] = inputs[2] = number(2);
	OK(ct_function_apply(&see, &seen, inputs, 3, &y, 1));
	ck_assert(!ct_tensor_requires_grad(y) && !seen.needs[0]);
	ck_assert_double_eq(value_of(y), 4);
}
END_TEST

START_TEST(outputs_may_be_dropped)
{
	CT_SCOPE;
	struct seen seen = { 0 };
	ct_tensor *inputs[] = { leaf(2), NULL, leaf(3) };

	OK(ct_function_apply(&see, &seen, inputs, 3, NULL, 1));
	ck_assert_int_eq(seen.forwards, 1);
}
END_TEST

/* A function of functions: each callback of it applies others. */
static ct_error nested_forward(ct_function_context *context, ct_tensor *const *inputs,
			       ct_tensor **outputs)
{
	CT_TRY(ct_function_save(context, inputs, 1));
	return apply_one(&my_exp, inputs[0], &outputs[0]);
}

static ct_error nested_backward(ct_function_context *context, ct_tensor *const *grad_outputs,
				ct_tensor **grad_inputs)
{
	ct_tensor *x, *y;

	CT_TRY(ct_function_saved(context, &x, 1));
	CT_TRY(apply_one(&my_exp, x, &y));
	return ct_mul_Tensor(grad_outputs[0], y, &grad_inputs[0]);
}

/* The exponential is its own derivative, as often as one likes. */
START_TEST(functions_are_applied_in_callbacks)
{
	CT_SCOPE;
	static const ct_function nested = { .name = "Nested",
					    .forward = nested_forward,
					    .backward = nested_backward };
	ct_autograd_grad_options options = ct_autograd_grad_defaults();
	ct_tensor *x = leaf(1), *y;

	options.create_graph = true;
	OK(apply_one(&nested, x, &y));
	for (int i = 0; i < 4; i++) {
		ck_assert_double_eq_tol(value_of(y), 2.718281828, 1e-6);
		OK(ct_autograd_grad(&y, 1, &x, 1, &options, &y));
	}
}
END_TEST

START_TEST(all_numbers_of_inputs_and_outputs_are_taken)
{
	CT_SCOPE;
	enum { MANY = 40 };
	ct_tensor *inputs[MANY], *outputs[MANY];

	for (int i = 0; i < MANY; i++)
		inputs[i] = leaf((float)i);
	for (int i = 0; i < MANY; i++) {
		OK(ct_function_apply(&my_square, NULL, &inputs[i], MANY - i, &outputs[i], 1));
		ck_assert_double_eq(value_of(outputs[i]), i * i);
	}
}
END_TEST

/* --- Threads --------------------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 200 };

static ct_error one_round(double *grad)
{
	CT_SCOPE;
	ct_tensor *x, *y, *z, *g;

	CT_TRY(ct_scalar_tensor(ct_scalar_float(1.5), CT_FLOAT64, CT_LAYOUT_NONE, CT_DEVICE_NONE,
				NULL, &x));
	CT_TRY(ct_tensor_set_requires_grad(x, true));
	CT_TRY(apply_one(&my_square, x, &y));
	CT_TRY(apply_one(&my_identity, y, &z));
	CT_TRY(ct_autograd_backward(z));
	CT_TRY(ct_tensor_grad(x, &g));
	return ct_tensor_item_double(g, grad);
}

static void *many_rounds(void *context)
{
	(void)context;
	for (int i = 0; i < ROUNDS; i++) {
		double grad = 0;

		CT_CHECK(one_round(&grad));
		MUST(grad == 9);
	}
	return NULL;
}

START_TEST(threads_have_applications_of_their_own)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, many_rounds, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
}
END_TEST

struct shared {
	ct_tensor *x, *y;
};

static ct_error back_through(const struct shared *shared, double *grad)
{
	CT_SCOPE;
	const bool retain = true;
	ct_autograd_grad_options options = ct_autograd_grad_defaults();
	ct_tensor *g;

	options.retain_graph = &retain;
	CT_TRY(ct_autograd_grad((ct_tensor *const[]){ shared->y }, 1,
				(ct_tensor *const[]){ shared->x }, 1, &options, &g));
	return ct_tensor_item_double(g, grad);
}

static void *many_backwards(void *context)
{
	for (int i = 0; i < ROUNDS; i++) {
		double grad = 0;

		CT_CHECK(back_through(context, &grad));
		MUST(grad == 6);
	}
	return NULL;
}

START_TEST(threads_go_back_through_one_graph)
{
	pthread_t threads[THREADS];
	struct shared shared = { leaf(3), NULL };

	OK(apply_one(&my_square, shared.x, &shared.y));
	for (int i = 0; i < THREADS; i++)
		MUST(pthread_create(&threads[i], NULL, many_backwards, &shared) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	ct_tensor_free(shared.y);
	ct_tensor_free(shared.x);
}
END_TEST

static int64_t value_cases(void)
{
	int64_t n = 0;

	while (strcmp(expected_text(json_array_get(cases, (size_t)n), "kind"), "values") == 0)
		n++;
	return n;
}

Suite *function_suite(void)
{
	Suite *suite = suite_create("function");
	TCase *values = tests_of("values");
	TCase *told = tests_of("callbacks");
	TCase *threads = tests_of("threads");

	cases = expected_cases("function");
	tcase_add_loop_test(values, values_are_those_of_pytorch, 0, (int)value_cases());
	tcase_add_test(told, needs_input_grad_tells_what_backward_wants);
	tcase_add_test(told, nothing_is_recorded_without_grad);
	tcase_add_test(told, outputs_may_be_dropped);
	tcase_add_test(told, functions_are_applied_in_callbacks);
	tcase_add_test(told, all_numbers_of_inputs_and_outputs_are_taken);
	tcase_add_test(threads, threads_have_applications_of_their_own);
	tcase_add_test(threads, threads_go_back_through_one_graph);
	suite_add_tcase(suite, values);
	suite_add_tcase(suite, told);
	suite_add_tcase(suite, threads);
	return suite;
}
