/*
 * The trace of an error names the callback that returned it.
 */
#include <stdio.h>

#include "releases.h"
#include "support.h"

static ct_tensor *x, *square, *sum;

static void record(void)
{
	x = leaf(1, 2, 3);
	square = product(x, x);
	sum = sum_of(square);
}

static void forget(void)
{
	ct_saved_tensors_pop_to(0);
	ct_tensor_free(sum);
	ct_tensor_free(square);
	ct_tensor_free(x);
}

/* "  in tensor hook 7 of MulBackward0\n"; before 2.0 libtorch does not say which node runs. */
static const char *line(const char *kind, int64_t hook, const char *node)
{
	static char text[100];

	if (HAS_CURRENT_NODE)
		snprintf(text, sizeof text, "  in %s %lld of %s\n", kind, (long long)hook, node);
	else
		snprintf(text, sizeof text, "  in %s %lld\n", kind, (long long)hook);
	return text;
}

START_TEST(an_error_of_a_tensor_hook_names_hook_and_node)
{
	int64_t hook;

	OK(ct_tensor_register_hook(square, say_no, (void *)"no", NULL, &hook));
	FAILS_THROUGH(ct_tensor_backward(sum), line("tensor hook", hook, "MulBackward0"));
}
END_TEST

#if HAS_POST_ACCUMULATE_HOOKS
static ct_error refuse_leaf(ct_tensor *of, void *context)
{
	return say_no(of, context, NULL);
}

START_TEST(an_error_of_a_post_accumulate_hook_names_it)
{
	int64_t hook;

	OK(ct_tensor_register_post_accumulate_hook(x, refuse_leaf, (void *)"no", NULL, &hook));
	FAILS_THROUGH(ct_tensor_backward(sum),
		      line("post-accumulate hook", hook, "torch::autograd::AccumulateGrad"));
}
END_TEST
#endif

static ct_error refuse_before(ct_tensor *const *grads, int64_t grads_len, void *context,
			      ct_tensor **replacements)
{
	(void)grads_len;
	return say_no(grads[0], context, replacements);
}

static ct_error refuse_after(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
			     ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
			     void *context, ct_tensor **replacements)
{
	(void)grad_inputs_len, (void)grad_outputs, (void)grad_outputs_len;
	return say_no(grad_inputs[0], context, replacements);
}

START_TEST(errors_of_hooks_of_nodes_name_hook_and_node)
{
	ct_node *node;
	int64_t hook;

	OK(ct_tensor_grad_fn(square, &node));
	OK(ct_node_register_post_hook(node, refuse_after, (void *)"no", NULL, &hook));
	FAILS_THROUGH(ct_tensor_backward_with(sum, NULL, &(bool){ true }, false, CT_NO_TENSORS),
		      line("post-hook", hook, "MulBackward0"));
	OK(ct_node_register_pre_hook(node, refuse_before, (void *)"no", NULL, &hook));
	FAILS_THROUGH(ct_tensor_backward(sum), line("pre-hook", hook, "MulBackward0"));
	ct_node_free(node);
}
END_TEST

static ct_error refuse_to_pack(const ct_tensor *tensor, void *context, void **packed)
{
	(void)packed;
	return say_no(tensor, context, NULL);
}

static ct_error pack_nothing(const ct_tensor *tensor, void *context, void **packed)
{
	(void)tensor, (void)context, (void)packed;
	return NULL;
}

static ct_error refuse_to_unpack(void *packed, void *context, ct_tensor **tensor)
{
	(void)packed, (void)tensor;
	return say_no(NULL, context, NULL);
}

START_TEST(errors_of_hooks_of_saved_tensors_name_them)
{
	ct_tensor *other, *total;

	OK(ct_saved_tensors_push(refuse_to_pack, refuse_to_unpack, NULL, (void *)"no", NULL));
	FAILS_THROUGH(ct_mul_Tensor(x, x, &other), "  in the pack hook of a saved tensor\n");
	OK(ct_saved_tensors_pop());
	OK(ct_saved_tensors_push(pack_nothing, refuse_to_unpack, NULL, (void *)"no", NULL));
	other = product(x, x);
	total = sum_of(other);
	FAILS_THROUGH(ct_tensor_backward(total),
		      HAS_CURRENT_NODE ? "  in the unpack hook of a saved tensor of MulBackward0\n"
				       : "  in the unpack hook of a saved tensor\n");
	ct_tensor_free(total);
	ct_tensor_free(other);
}
END_TEST

/* refuse() fails in its first call, square_once() in its second. */
static ct_error refuse(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		       ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)outputs, (void)outputs_len;
	return say_no(inputs[0], context, NULL);
}

static ct_error square_once(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			    ct_tensor **outputs, int64_t outputs_len)
{
	int *calls = context;

	if ((*calls)++ > 0)
		return refuse(inputs, inputs_len, (void *)"no", outputs, outputs_len);
	return ct_mul_Tensor(inputs[0], inputs[0], outputs);
}

START_TEST(errors_of_a_function_name_what_called_it)
{
	CT_SCOPE;
	ct_tensor *y;
	int calls = 0;

	FAILS_THROUGH(ct_checkpoint(refuse, (void *)"no", NULL, CT_TENSORS(x), NULL, &y, 1),
		      "  in the function of ct_checkpoint\n");
	OK(ct_checkpoint(square_once, &calls, NULL, CT_TENSORS(x), NULL, &y, 1));
	/* The unpack hooks of the tensors that backward needs call it again. */
	FAILS_THROUGH(ct_tensor_backward(sum_of(y)),
		      HAS_CURRENT_NODE ? "  in the function of ct_checkpoint\n"
					 "  in the unpack hook of a saved tensor of MulBackward0\n"
				       : "  in the function of ct_checkpoint\n"
					 "  in the unpack hook of a saved tensor\n");
	FAILS_THROUGH(ct_functional_jacobian(refuse, (void *)"no", CT_TENSORS(x), 1, NULL, &y),
		      "  in the function of ct_functional_jacobian\n");
	FAILS_THROUGH(ct_gradcheck(refuse, (void *)"no", CT_TENSORS(x), 1, NULL, NULL),
		      "  in the function of ct_gradcheck\n");
}
END_TEST

static ct_error refuse_node(const ct_node *node, void *context)
{
	(void)node;
	return say_no(NULL, context, NULL);
}

START_TEST(an_error_of_a_visitor_names_the_walk)
{
	FAILS_THROUGH(ct_graph_visit(CT_TENSORS(sum), refuse_node, (void *)"no"),
		      "  in the visitor of ct_graph_visit\n");
}
END_TEST

Suite *traces_suite(void)
{
	Suite *suite = suite_create("traces");
	TCase *tests = tests_of("traces");

	tcase_add_checked_fixture(tests, record, forget);
	tcase_add_test(tests, an_error_of_a_tensor_hook_names_hook_and_node);
#if HAS_POST_ACCUMULATE_HOOKS
	tcase_add_test(tests, an_error_of_a_post_accumulate_hook_names_it);
#endif
	tcase_add_test(tests, errors_of_hooks_of_nodes_name_hook_and_node);
	tcase_add_test(tests, errors_of_hooks_of_saved_tensors_name_them);
	tcase_add_test(tests, errors_of_a_function_name_what_called_it);
	tcase_add_test(tests, an_error_of_a_visitor_names_the_walk);
	suite_add_tcase(suite, tests);
	return suite;
}
