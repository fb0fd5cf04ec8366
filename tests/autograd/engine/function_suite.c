/*
 * Custom functions: the same outputs, gradients and second gradients as in PyTorch.
 */
#include "function_samples.h"

static json_t *cases;

static const struct {
	const char *name; /* how the case's name begins */
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

/* Applies the in-place function to twice the input, or to a view of the middle of that. The output
 * is the tensor that was written to. */
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
		OK(ct_function_apply(function_of(name), &slope, CT_TENSORS_OF(inputs, n), outputs,
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

/* The sum of the squares of those that are not NULL. */
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

/* Compares the node's name, and how often the first output was written to. */
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
	ct_autograd_grad_options options = { 0 };
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
	OK(ct_autograd_grad(CT_TENSORS_OF(chosen, (int64_t)json_array_size(used)),
			    CT_TENSORS_OF(leaves, n_leaves), &options, grads));
	assert_tensors(grads, n_leaves, of_case, "grad");
	if (expected_bool(of_case, "second")) {
		ct_tensor *sum = squares_of(grads, n_leaves), *second[4];

		options = (ct_autograd_grad_options){ 0 };
		options.allow_unused = true;
		OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS_OF(leaves, n_leaves), &options,
				    second));
		assert_tensors(second, n_leaves, of_case, "second");
	}
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
	TCase *tests = tests_of("function");

	cases = expected_cases("function");
	tcase_add_loop_test(tests, values_are_those_of_pytorch, 0, (int)value_cases());
	suite_add_tcase(suite, tests);
	return suite;
}
