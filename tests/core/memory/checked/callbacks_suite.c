/*
 * A tensor that a callback gives is looked up, too: what a scope in the callback has released
 * cannot be taken.
 */
#include "support.h"

/* The mistake: CT_SCOPE around what is returned. */
static ct_tensor *left_in_scope(void)
{
	ct_scope *scope = open_named("inner");
	ct_tensor *tensor = make_tensor();

	close_scope(scope);
	return tensor;
}

#define LEFT DEAD CLOSED("the scope inner", CLOSE_SCOPE)

static ct_tensor *x, *y, *sum;

/* sum(x * x) of a leaf of 4 numbers. */
static void compute(void)
{
	OK(ct_mul_Tensor(x, x, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
}

static void begin(void)
{
	x = make_tensor();
	y = sum = NULL;
	OK(ct_tensor_set_requires_grad(x, true));
}

static void end(void)
{
	ct_tensor_free(sum);
	ct_tensor_free(y);
	ct_tensor_free(x);
}

/* --- Hooks ----------------------------------------------------------------------------------- */

static ct_error replace_by_freed(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)grad, (void)context;
	*replacement = left_in_scope();
	return NULL;
}

START_TEST(a_tensors_hook_gives_a_freed_replacement)
{
	compute();
	OK(ct_tensor_register_hook(y, replace_by_freed, NULL, NULL, NULL));
	REFUSED(ct_tensor_backward(sum),
		"ArgumentError: ct_tensor_hook: argument 3 (replacement): " LEFT);
}
END_TEST

static ct_error replace_grads(ct_tensor *const *grads, int64_t grads_len, void *context,
			      ct_tensor **replacements)
{
	(void)grads, (void)context;
	replacements[grads_len - 1] = left_in_scope();
	return NULL;
}

START_TEST(a_nodes_pre_hook_gives_a_freed_replacement)
{
	ct_node *node;

	compute();
	OK(ct_tensor_grad_fn(y, &node));
	OK(ct_node_register_pre_hook(node, replace_grads, NULL, NULL, NULL));
	REFUSED(ct_tensor_backward(sum),
		"ArgumentError: ct_node_pre_hook: argument 3 (replacements): element 0: " LEFT);
	ct_node_free(node);
}
END_TEST

static ct_error replace_computed(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
				 ct_tensor *const *grad_outputs, int64_t grad_outputs_len,
				 void *context, ct_tensor **replacements)
{
	(void)grad_outputs, (void)grad_outputs_len;
	return replace_grads(grad_inputs, grad_inputs_len, context, replacements);
}

START_TEST(a_nodes_post_hook_gives_a_freed_replacement)
{
	ct_node *node;

	compute();
	OK(ct_tensor_grad_fn(y, &node));
	OK(ct_node_register_post_hook(node, replace_computed, NULL, NULL, NULL));
	REFUSED(ct_tensor_backward(sum),
		"ArgumentError: ct_node_post_hook: argument 4 (replacements): element 1: " LEFT);
	ct_node_free(node);
}
END_TEST

static ct_error pack_nothing(const ct_tensor *tensor, void *context, void **packed)
{
	(void)tensor, (void)context, (void)packed;
	return NULL;
}

static ct_error unpack_freed(void *packed, void *context, ct_tensor **tensor)
{
	(void)packed;
	return replace_by_freed(NULL, context, tensor);
}

START_TEST(an_unpack_hook_gives_a_freed_tensor)
{
	OK(ct_saved_tensors_push(pack_nothing, unpack_freed, NULL, NULL, NULL));
	compute();
	OK(ct_saved_tensors_pop());
	REFUSED(ct_tensor_backward(sum),
		"ArgumentError: ct_saved_tensor_unpack_hook: argument 3 (tensor): " LEFT);
}
END_TEST

/* --- Functions ------------------------------------------------------------------------------- */

static ct_error give_freed(ct_function_context *context, ct_tensor *const *from, ct_tensor **to)
{
	(void)context, (void)from;
	to[0] = left_in_scope();
	return NULL;
}

static ct_error give_twice(ct_function_context *context, ct_tensor *const *from, ct_tensor **to)
{
	(void)context;
	return ct_mul_Scalar(from[0], ct_scalar_int(2), &to[0]);
}

START_TEST(a_forward_gives_a_freed_output)
{
	static const ct_function function = { .name = "Wrong",
					      .forward = give_freed,
					      .backward = give_twice };

	REFUSED(ct_function_apply(&function, NULL, CT_TENSORS(x), &y, 1),
		"ArgumentError: forward of Wrong: argument 3 (outputs): element 0: " LEFT);
}
END_TEST

START_TEST(a_backward_gives_a_freed_gradient)
{
	static const ct_function function = { .name = "Wrong",
					      .forward = give_twice,
					      .backward = give_freed };

	OK(ct_function_apply(&function, NULL, CT_TENSORS(x), &y, 1));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	REFUSED(ct_tensor_backward(sum),
		"ArgumentError: backward of Wrong: argument 3 (grad_inputs): element 0: " LEFT);
}
END_TEST

START_TEST(a_jvp_gives_a_freed_tangent)
{
	static const ct_function function = { .name = "Wrong",
					      .forward = give_twice,
					      .jvp = give_freed };
	ct_tensor *dual;

	OK(ct_forward_ad_enter_dual_level(NULL));
	OK(ct_forward_ad_make_dual(x, x, &dual));
	REFUSED(ct_function_apply(&function, NULL, CT_TENSORS(dual), &y, 1),
		"ArgumentError: jvp of Wrong: argument 3 (grad_outputs): element 0: " LEFT);
	OK(ct_forward_ad_leave_dual_level(NULL));
	ct_tensor_free(dual);
}
END_TEST

static ct_error map_to_freed(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs, (void)inputs_len, (void)context;
	outputs[outputs_len - 1] = left_in_scope();
	return NULL;
}

START_TEST(a_checked_function_gives_a_freed_output)
{
	REFUSED(ct_gradcheck(map_to_freed, NULL, CT_TENSORS(x), 1, NULL, NULL),
		"ArgumentError: ct_gradcheck: output 0 of the function: " LEFT);
}
END_TEST

START_TEST(a_differentiated_function_gives_a_freed_output)
{
	REFUSED(ct_functional_jacobian(map_to_freed, NULL, CT_TENSORS(x), 1, NULL, &y),
		"ArgumentError: ct_functional_jacobian: output 0 of the function: " LEFT);
}
END_TEST

/* --- Operators ------------------------------------------------------------------------------- */

static ct_error compute_freed(const ct_value *args, int64_t args_len, void *context,
			      ct_value *results, int64_t results_len)
{
	(void)args, (void)args_len, (void)results_len, (void)context;
	results[0] = ct_value_tensor(left_in_scope());
	return NULL;
}

static ct_error compute_twice(const ct_value *args, int64_t args_len, void *context,
			      ct_value *results, int64_t results_len)
{
	ct_tensor *self, *twice;

	(void)args_len, (void)results_len, (void)context;
	CT_TRY(ct_value_as_tensor(&args[0], &self));
	CT_TRY(give_twice(NULL, &self, &twice));
	results[0] = ct_value_tensor(twice);
	return NULL;
}

static ct_error freed_gradient(ct_function_context *noted, const ct_value *args, int64_t args_len,
			       const ct_value *grads, int64_t grads_len, void *context,
			       ct_value *input_grads, int64_t input_grads_len)
{
	(void)noted, (void)grads, (void)grads_len;
	return compute_freed(args, args_len, context, input_grads, input_grads_len);
}

static ct_library *library;

static void define(void)
{
	begin();
	OK(ct_library_new("test_checked", &library));
	OK(ct_library_define(library, "twice(Tensor self) -> Tensor"));
}

static void undefine(void)
{
	ct_library_free(library);
	end();
}

START_TEST(a_kernel_gives_a_freed_result)
{
	ct_value self = ct_value_tensor(x);
	ct_error error;

	OK(ct_library_implement(library, "twice", "CompositeExplicitAutograd", compute_freed, NULL,
				NULL));
	error = ct_call("test_checked::twice", &self, 1, NULL, 0);
	ck_assert_ptr_nonnull(error);
	ck_assert_str_eq(plain(error),
			 "RuntimeError: test_checked::twice(): result 0 of its function in C: "
			 "a tensor argument: " LEFT);
	ct_error_free(error);
}
END_TEST

START_TEST(a_derivative_gives_a_freed_gradient)
{
	ct_value self = ct_value_tensor(x), result;

	OK(ct_library_implement(library, "twice", "CPU", compute_twice, NULL, NULL));
	OK(ct_library_set_backward(library, "twice", NULL, freed_gradient, NULL, NULL));
	OK(ct_call("test_checked::twice", &self, 1, &result, 1));
	OK(ct_value_take_tensor(&result, &y));
	OK(ct_sum(y, CT_DTYPE_NONE, &sum));
	REFUSED(ct_tensor_backward(sum),
		"ArgumentError: test_checked::twice: the gradient of argument 'self': " LEFT);
}
END_TEST

Suite *callbacks_suite(void)
{
	Suite *suite = suite_create("callbacks");
	TCase *tests = tests_of("callbacks");
	TCase *operators = tests_of("operators");

	tcase_add_checked_fixture(tests, begin, end);
	tcase_add_test(tests, a_tensors_hook_gives_a_freed_replacement);
	tcase_add_test(tests, a_nodes_pre_hook_gives_a_freed_replacement);
	tcase_add_test(tests, a_nodes_post_hook_gives_a_freed_replacement);
	tcase_add_test(tests, an_unpack_hook_gives_a_freed_tensor);
	tcase_add_test(tests, a_forward_gives_a_freed_output);
	tcase_add_test(tests, a_backward_gives_a_freed_gradient);
	tcase_add_test(tests, a_jvp_gives_a_freed_tangent);
	tcase_add_test(tests, a_checked_function_gives_a_freed_output);
	tcase_add_test(tests, a_differentiated_function_gives_a_freed_output);
	tcase_add_checked_fixture(operators, define, undefine);
	tcase_add_test(operators, a_kernel_gives_a_freed_result);
	tcase_add_test(operators, a_derivative_gives_a_freed_gradient);
	suite_add_tcase(suite, tests);
	suite_add_tcase(suite, operators);
	return suite;
}
