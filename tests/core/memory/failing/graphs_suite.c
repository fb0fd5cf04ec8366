/*
 * Differentiation.
 */
#include <stdio.h>

#include "suites.h"
#include "trials.h"

static ct_tensor *leaf, *root;

/* 100 operations in a row, so that the lists of nodes grow more than once. */
static void make_graph(struct attempt *attempt)
{
	ct_tensor *next;

	must(ct_clone(attempt->tensor, CT_MEMORY_FORMAT_NONE, &leaf));
	must(ct_tensor_set_requires_grad(leaf, true));
	root = leaf;
	for (int i = 0; i < 100; i++) {
		must(ct_sin(root, &next));
		if (root != leaf)
			ct_tensor_free(root);
		root = next;
	}
}

static void free_graph(struct attempt *attempt, bool failed)
{
	(void)attempt;
	(void)failed;
	ct_tensor_free(leaf);
	ct_tensor_free(root);
}

static ct_error count(const ct_node *node, void *context)
{
	(void)node;
	++*(int *)context;
	return NULL;
}

static ct_error visit(struct attempt *attempt)
{
	int nodes = 0;

	(void)attempt;
	CT_TRY(ct_graph_visit(CT_TENSORS(root), count, &nodes));
	MUST(nodes == 101);
	return NULL;
}

static ct_error write_dot(struct attempt *attempt)
{
	char *text = NULL;

	(void)attempt;
	CT_TRY(ct_graph_to_dot(CT_TENSORS(root), NULL, &text));
	MUST(strstr(text, "SinBackward0") != NULL);
	ct_free(text);
	return NULL;
}

static ct_error write_tree(struct attempt *attempt)
{
	char *text = NULL;

	(void)attempt;
	CT_TRY(ct_graph_to_tree(CT_TENSORS(root), NULL, &text));
	MUST(strstr(text, "SinBackward0") != NULL);
	ct_free(text);
	return NULL;
}

START_TEST(graph_without_memory_is_an_error)
{
	/* What it begins from, the list of nodes and their places twice, their order. */
	try_all(&(struct trial){
		.prepare = make_graph, .call = visit, .check = free_graph, .fewest = 6 });
	try_all(&(struct trial){
		.prepare = make_graph, .call = write_dot, .check = free_graph, .fewest = 6 });
	try_all(&(struct trial){
		.prepare = make_graph, .call = write_tree, .check = free_graph, .fewest = 7 });
}
END_TEST

/* --- Checking gradients ----------------------------------------------------------------------- */

static ct_error cube(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len;
	(void)context;
	(void)outputs_len;
	return ct_pow_Tensor_Scalar(inputs[0], ct_scalar_int(3), &outputs[0]);
}

static void make_leaf(struct attempt *attempt)
{
	const double values[] = { 0.5, 2 };

	(void)attempt;
	must(ct_tensor_from_data(values, CT_FLOAT64, CT_L(2), &leaf));
	must(ct_tensor_set_requires_grad(leaf, true));
}

static void free_leaf(struct attempt *attempt, bool failed)
{
	double values[2];

	(void)attempt;
	(void)failed;
	memcpy(values, ct_tensor_data(leaf), sizeof values);
	MUST(values[0] == 0.5 && values[1] == 2);
	ct_tensor_free(leaf);
}

static ct_error check_gradient(struct attempt *attempt)
{
	bool right = false;

	(void)attempt;
	CT_TRY(ct_gradcheck(cube, NULL, CT_TENSORS(leaf), 1, NULL, &right));
	MUST(right);
	return NULL;
}

static ct_error check_second_gradient(struct attempt *attempt)
{
	bool right = false;

	(void)attempt;
	CT_TRY(ct_gradgradcheck(cube, NULL, CT_TENSORS(leaf), 1, CT_NO_TENSORS, NULL, &right));
	MUST(right);
	return NULL;
}

START_TEST(gradient_check_without_memory_leaves_the_inputs)
{
	try_all(&(struct trial){
		.prepare = make_leaf, .call = check_gradient, .check = free_leaf, .fewest = 10 });
	try_all(&(struct trial){ .prepare = make_leaf,
				 .call = check_second_gradient,
				 .check = free_leaf,
				 .fewest = 10 });
}
END_TEST

/* --- Functions -------------------------------------------------------------------------------- */

static ct_error forward(ct_function_context *context, ct_tensor *const *inputs, ct_tensor **outputs)
{
	(void)context;
	return ct_neg(inputs[0], &outputs[0]);
}

static ct_error apply(struct attempt *attempt)
{
	static const ct_function function = { .name = "Negative",
					      .forward = forward,
					      .inputs_len = 1,
					      .outputs_len = 1,
					      .data_size = 64 };
	char data[64] = "";

	return ct_function_apply(&function, data, CT_TENSORS(attempt->tensor), attempt->results, 1);
}

START_TEST(function_without_memory_has_no_outputs)
{
	/* Its data, and its scope. */
	try_all(&(struct trial){ .call = apply, .fewest = 2 });
}
END_TEST

Suite *graphs_suite(void)
{
	Suite *suite = suite_create("graphs without memory");
	TCase *tests = tcase_create("graphs without memory");

	tcase_set_timeout(tests, 300);
	tcase_add_test(tests, graph_without_memory_is_an_error);
	tcase_add_test(tests, gradient_check_without_memory_leaves_the_inputs);
	tcase_add_test(tests, function_without_memory_has_no_outputs);
	suite_add_tcase(suite, tests);
	return suite;
}
