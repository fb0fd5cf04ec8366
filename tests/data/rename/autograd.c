/*
 * A walk through autograd: from a forward computation to the gradients.
 *
 * It follows "From Python to C/C++: a PyTorch walk-through", whose example is torch.mm(a, b).sum()
 * and its backward. Each part below is one of its questions.
 */
#include <ctorch/ctorch.h>

/* Backward calls it with the gradient with respect to a tensor, which it does not change. */
static ct_error show_gradient(const ct_tensor *grad, void *name, ct_tensor **replacement)
{
	(void)replacement;
	printf("hook of %s: a gradient of %lld by %lld\n", (const char *)name,
	       (long long)ct_tensor_size(grad, 0), (long long)ct_tensor_size(grad, 1));
	return NULL;
}

/* Called after backward has added to a leaf's gradient. */
static ct_error show_arrival(ct_tensor *leaf, void *name)
{
	(void)leaf;
	printf("%s has its gradient\n", (const char *)name);
	return NULL;
}

/* Called with each node of the graph. */
static ct_error show_node(const ct_node *node, void *context)
{
	(void)context;
	printf("%-16s", ct_node_name(node));
	for (int64_t i = 0; i < ct_node_num_next(node); i++)
		printf("  -> %s", ct_node_name(ct_node_next(node, i, NULL)));
	printf("\n");
	return NULL;
}

int main(void)
{
	CT_SCOPE; /* frees every tensor at the end */
	const int64_t shape[] = { 5, 5 };
	float numbers[25];
	ct_tensor *a, *b, *product, *loss, *grad;

	/* Two leaves: tensors that we create, and with respect to which we differentiate. */
	for (int i = 0; i < 25; i++)
		numbers[i] = (float)(i % 5);
	CT_CHECK(ct_tensor_from_data(numbers, CT_FLOAT32, shape, 2, &a));
	CT_CHECK(ct_eye(5, CT_FLOAT32, CT_LAYOUT_NONE, CT_DEVICE_NONE, NULL, &b));
	CT_CHECK(ct_tensor_set_requires_grad(a, true));
	CT_CHECK(ct_tensor_set_requires_grad(b, true));

	/* Forward. Each result knows the function that will compute its gradient. */
	CT_CHECK(ct_mm(a, b, &product));
	CT_CHECK(ct_sum(product, CT_DTYPE_NONE, &loss));

	/* A drawing of that graph, from the loss down to the leaves. */
	ct_tensor *const named[] = { loss, a, b };
	const char *const names[] = { "loss", "a", "b" };
	const ct_graph_options options = { named, names, 3 };

	CT_CHECK(ct_graph_print_tree(&loss, 1, &options, stdout));
	printf("\n");
	CT_CHECK(ct_graph_visit(&loss, 1, show_node, NULL));
	printf("\n");
	CT_CHECK(ct_graph_print_dot(&loss, 1, &options, stdout));
	printf("\n");

	/* Backward, which our hooks observe. */
	CT_CHECK(ct_tensor_register_hook(product, show_gradient, (void *)"product", NULL, NULL));
	CT_CHECK(ct_tensor_register_hook(a, show_gradient, (void *)"a", NULL, NULL));
	CT_CHECK(ct_tensor_register_post_accumulate_hook(a, show_arrival, (void *)"a", NULL, NULL));
	CT_CHECK(ct_tensor_register_post_accumulate_hook(b, show_arrival, (void *)"b", NULL, NULL));
	CT_CHECK(ct_autograd_backward(loss));

	/* The gradient of the sum with respect to the product is 1 everywhere, so with respect to a
	 * it is ones x b^T, and with respect to b it is a^T x ones. */
	CT_CHECK(ct_tensor_grad(a, &grad));
	printf("\na.grad\n");
	CT_CHECK(ct_tensor_print(grad, stdout));
	CT_CHECK(ct_tensor_grad(b, &grad));
	printf("\nb.grad\n");
	CT_CHECK(ct_tensor_print(grad, stdout));
	return 0;
}
