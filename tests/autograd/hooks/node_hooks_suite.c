/*
 * Hooks of nodes.
 */
#include "support.h"

static ct_tensor *x, *square, *sum;
static ct_node *node; /* square's */
static int released;

static void make_graph(void)
{
	x = leaf(1, 2, 3);
	square = product(x, x);
	sum = sum_of(square);
	OK(ct_tensor_grad_fn(square, &node));
	released = 0;
}

static void free_graph(void)
{
	ct_node_free(node);
	ct_tensor_free(sum);
	ct_tensor_free(square);
	ct_tensor_free(x);
}

static ct_error triple(ct_tensor *const *grads, int64_t grads_len, void *calls,
		       ct_tensor **replacements)
{
	++*(int *)calls;
	ck_assert_int_eq(grads_len, 1);
	ck_assert_ptr_null(replacements[0]);
	return ct_mul_Scalar(grads[0], ct_scalar_int(3), &replacements[0]);
}

/* The node of x * x has two next nodes, both those of x. */
static ct_error add_what_came_in(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
				 ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
				 void *calls, ct_tensor **replacements)
{
	++*(int *)calls;
	ck_assert_int_eq(grad_inputs_len, 2);
	ck_assert_int_eq(grad_outputs_len, 1);
	return ct_add_Tensor(grad_inputs[0], grad_outputs[0], ct_scalar_int(100), &replacements[0]);
}

START_TEST(pre_hook_sees_and_replaces_what_comes_in)
{
	int calls = 0;

	OK(ct_node_register_pre_hook(node, triple, &calls, NULL, NULL));
	OK(ct_tensor_backward(sum));
	ck_assert_int_eq(calls, 1);
	assert_gradient(x, (double[]){ 6, 12, 18 });
}
END_TEST

START_TEST(post_hook_sees_both_sides_and_replaces_what_goes_out)
{
	int calls = 0;

	OK(ct_node_register_post_hook(node, add_what_came_in, &calls, NULL, NULL));
	OK(ct_tensor_backward(sum));
	ck_assert_int_eq(calls, 1);
	assert_gradient(x, (double[]){ 102, 104, 106 });
}
END_TEST

START_TEST(removed_node_hooks_run_no_more)
{
	const bool retain = true;
	int64_t pre, post;
	int pre_calls = 0, post_calls = 0;

	OK(ct_node_register_pre_hook(node, triple, &pre_calls, count_release, &pre));
	OK(ct_node_register_post_hook(node, add_what_came_in, &post_calls, count_release, &post));
	OK(ct_tensor_backward_with(sum, NULL, &retain, false, CT_NO_TENSORS));
	ck_assert(ct_hook_remove(pre));
	ck_assert(ct_hook_remove(post));
	ck_assert(!ct_hook_remove(post));
	OK(ct_tensor_backward(sum));
	/* Each was called once and released once. */
	ck_assert_int_eq(pre_calls, 2);
	ck_assert_int_eq(post_calls, 2);
}
END_TEST

START_TEST(contexts_of_node_hooks_go_with_the_node)
{
	ct_tensor *other = times(x, 3);
	ct_node *its;
	int64_t hook;

	OK(ct_tensor_grad_fn(other, &its));
	OK(ct_node_register_pre_hook(its, triple, &released, count_release, &hook));
	OK(ct_node_register_post_hook(its, add_what_came_in, &released, count_release, NULL));
	ct_tensor_free(other);
	ck_assert_int_eq(released, 0);
	ct_node_free(its);
	ck_assert_int_eq(released, 2);
	ck_assert(!ct_hook_remove(hook));
}
END_TEST

static ct_error fail_before(ct_tensor *const *grads, int64_t grads_len, void *text,
			    ct_tensor **replacements)
{
	(void)grads_len;
	return say_no(grads[0], text, replacements);
}

static ct_error fail_after(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
			   ct_tensor *const *grad_outputs, int64_t grad_outputs_len, void *text,
			   ct_tensor **replacements)
{
	(void)grad_inputs_len, (void)grad_outputs_len, (void)grad_outputs;
	return say_no(grad_inputs[0], text, replacements);
}

START_TEST(errors_of_node_hooks_are_backward_s)
{
	const bool retain = true;
	int64_t hook;

	OK(ct_node_register_pre_hook(node, fail_before, (void *)"before", NULL, &hook));
	FAILS(ct_tensor_backward_with(sum, NULL, &retain, false, CT_NO_TENSORS),
	      "ValueError: before");
	ct_hook_remove(hook);
	OK(ct_node_register_post_hook(node, fail_after, (void *)"after", NULL, &hook));
	FAILS(ct_tensor_backward(sum), "ValueError: after");
}
END_TEST

/* grad() stops there, so the node is not executed. */
START_TEST(node_that_grad_stops_at_is_not_executed)
{
	int calls = 0;
	ct_tensor *by_square;

	OK(ct_node_register_pre_hook(node, triple, &calls, NULL, NULL));
	OK(ct_autograd_grad(CT_TENSORS(sum), CT_TENSORS(square), NULL, &by_square));
	ck_assert_int_eq(calls, 0);
	ct_tensor_free(by_square);
}
END_TEST

#if HAS_CURRENT_NODE
static ct_error compare_with_current(ct_tensor *const *grads, int64_t grads_len, void *expected,
				     ct_tensor **replacements)
{
	(void)grads, (void)grads_len, (void)replacements;
	MUST(ct_node_current() == expected); /* an assertion of Check would jump out of libtorch */
	return NULL;
}

START_TEST(executing_node_is_the_current_one)
{
	ck_assert_ptr_null(ct_node_current());
	OK(ct_node_register_pre_hook(node, compare_with_current, node, NULL, NULL));
	OK(ct_tensor_backward(sum));
	ck_assert_ptr_null(ct_node_current());
}
END_TEST
#endif

START_TEST(node_hooks_need_a_node_and_a_function)
{
	FAILS(ct_node_register_pre_hook(NULL, triple, &released, count_release, NULL),
	      "ArgumentError: ct_node_register_pre_hook: argument 1 (self) must not be NULL");
	FAILS(ct_node_register_pre_hook(node, NULL, &released, count_release, NULL),
	      "ArgumentError: ct_node_register_pre_hook: argument 2 (call) must not be NULL");
	FAILS(ct_node_register_post_hook(NULL, add_what_came_in, &released, count_release, NULL),
	      "ArgumentError: ct_node_register_post_hook: argument 1 (self) must not be NULL");
	FAILS(ct_node_register_post_hook(node, NULL, &released, count_release, NULL),
	      "ArgumentError: ct_node_register_post_hook: argument 2 (call) must not be NULL");
	ck_assert_int_eq(released, 0);
}
END_TEST

Suite *node_hooks_suite(void)
{
	Suite *suite = suite_create("node_hooks");
	TCase *tests = tests_of("node_hooks");

	tcase_add_checked_fixture(tests, make_graph, free_graph);
	tcase_add_test(tests, pre_hook_sees_and_replaces_what_comes_in);
	tcase_add_test(tests, post_hook_sees_both_sides_and_replaces_what_goes_out);
	tcase_add_test(tests, removed_node_hooks_run_no_more);
	tcase_add_test(tests, contexts_of_node_hooks_go_with_the_node);
	tcase_add_test(tests, errors_of_node_hooks_are_backward_s);
	tcase_add_test(tests, node_that_grad_stops_at_is_not_executed);
#if HAS_CURRENT_NODE
	tcase_add_test(tests, executing_node_is_the_current_one);
#else
	LEFT_OUT("executing_node_is_the_current_one", "libtorch does not tell which it is");
#endif
	tcase_add_test(tests, node_hooks_need_a_node_and_a_function);
	suite_add_tcase(suite, tests);
	return suite;
}
