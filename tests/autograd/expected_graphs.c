/*
 * The graphs of tests/fixtures/expected/autograd.py, in C.
 */
#include "expected_functions.h"

static ct_error product_and_sum(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	CT_TRY(ct_mm(a, b, y));
	return ct_sum(*y, CT_DTYPE_NONE, y);
}

static ct_error diamond(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	ct_tensor *sine;

	CT_TRY(ct_sin(a, &sine));
	CT_TRY(ct_sin(a, y));
	CT_TRY(ct_exp(*y, y));
	CT_TRY(ct_mul_Tensor(sine, *y, y));
	CT_TRY(ct_add_Tensor(*y, b, ct_scalar_int(1), y));
	return ct_sum(*y, CT_DTYPE_NONE, y);
}

static ct_error shared(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	ct_tensor *x;

	(void)b;
	CT_TRY(ct_mul_Scalar(a, ct_scalar_int(2), &x));
	CT_TRY(ct_mul_Tensor(x, x, y));
	return ct_add_Tensor(*y, x, ct_scalar_int(1), y);
}

static ct_error largest(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	(void)b;
	CT_TRY(ct_max_dim(a, 1, false, y, NULL));
	return ct_mean(*y, CT_DTYPE_NONE, y);
}

static ct_error pieces(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	const int64_t start = 0, end = 2;
	ct_tensor **split;
	int64_t n;
	ct_error error;

	(void)b;
	CT_TRY(ct_split_Tensor(a, 3, 0, &split, &n));
	error = ct_slice_Tensor(split[0], 0, &start, &end, 1, y);
	if (error == NULL)
		error = ct_mul_Tensor(split[1], *y, y);
	ct_free(split);
	return error ? error : ct_sum(*y, CT_DTYPE_NONE, y);
}

static ct_error constant(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	CT_TRY(ct_detach(b, y));
	CT_TRY(ct_mul_Tensor(a, *y, y));
	return ct_relu(*y, y);
}

static ct_error in_place_on_a_view(const ct_tensor *a, const ct_tensor *b, ct_tensor **y)
{
	ct_tensor *row;

	(void)b;
	CT_TRY(ct_clone(a, CT_PRESERVE_FORMAT, y));
	CT_TRY(ct_select_int(*y, 0, 0, &row));
	CT_TRY(ct_mul__Scalar(row, ct_scalar_int(3), NULL));
	return ct_sum(*y, CT_DTYPE_NONE, y);
}

static const struct {
	const char *name;
	ct_error (*build)(const ct_tensor *a, const ct_tensor *b, ct_tensor **y);
} graphs[] = {
	{ "product_and_sum", product_and_sum },
	{ "diamond", diamond },
	{ "shared", shared },
	{ "largest", largest },
	{ "pieces", pieces },
	{ "constant", constant },
	{ "in_place_on_a_view", in_place_on_a_view },
};

/* "MmBackward0 AccumulateGrad:0 AccumulateGrad:0", with - for a missing next node. */
static ct_error add_line(const ct_node *node, void *lines)
{
	char line[256];
	int n = snprintf(line, sizeof line, "%s", ct_node_name(node));

	for (int64_t i = 0; i < ct_node_next_count(node); i++) {
		int64_t input_nr;
		const ct_node *next = ct_node_next(node, i, &input_nr);

		n += next ? snprintf(line + n, sizeof line - (size_t)n, " %s:%d",
				     ct_node_name(next), (int)input_nr)
			  : snprintf(line + n, sizeof line - (size_t)n, " -");
	}
	json_array_append_new(lines, json_string(line));
	return NULL;
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void assert_same_lines(const json_t *got, const json_t *expected, const char *name)
{
	const char *lines[64];
	size_t n = json_array_size(got);

	ck_assert_msg(n == json_array_size(expected), "%s: %zu nodes, expected %zu", name, n,
		      json_array_size(expected));
	for (size_t i = 0; i < n; i++)
		lines[i] = json_string_value(json_array_get(got, i));
	qsort(lines, n, sizeof lines[0], compare_texts);
	for (size_t i = 0; i < n; i++)
		ck_assert_str_eq(lines[i], json_string_value(json_array_get(expected, i)));
}

void check_graph(const json_t *of_case)
{
	const char *name = expected_text(of_case, "name");
	const int64_t shape[] = { 5, 5 };
	ct_tensor *a, *b, *y = NULL;
	json_t *lines = json_array();

	OK(ct_ones(shape, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &a));
	OK(ct_ones(shape, 2, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &b));
	OK(ct_tensor_set_requires_grad(a, true));
	OK(ct_tensor_set_requires_grad(b, true));
	for (size_t i = 0; i < sizeof graphs / sizeof graphs[0]; i++)
		if (strcmp(graphs[i].name, name) == 0)
			OK(graphs[i].build(a, b, &y));
	ck_assert_msg(y != NULL, "there is no graph %s", name);
	OK(ct_graph_visit(CT_TENSORS(y), add_line, lines));
	assert_same_lines(lines, expected_list(of_case, "nodes"), name);
	json_decref(lines);
}
