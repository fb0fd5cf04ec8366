/*
 * Callbacks of every kind that leave scopes and a step open, and give what belongs to the innermost
 * of these: afterwards all are closed, what was given is alive, and what was not is released. Each
 * kind returns an error, too, where it can.
 *
 * The out-of-memory hook needs an allocator that fails:
 * tests/core/memory/failing/hook_scopes_suite.c.
 */
#include "releases.h"
#include "support.h"

static int calls;     /* of careless callbacks */
static bool is_error; /* what they end with */

/* What `of` has, twice. */
static ct_error doubled(const ct_tensor *of, ct_tensor **result)
{
	return ct_mul_Scalar(of, ct_scalar_int(2), result);
}

static void leave_open(void)
{
	ct_tensor *ignored = vector(2, (const float[]){ 1, 2 });

	open_scope();
	OK(doubled(ignored, &ignored));
	OK(ct_gc());
	OK(doubled(ignored, &ignored));
	open_scope();
	calls++;
}

static ct_error end(void)
{
	return is_error ? ct_error_new(CT_ERROR_VALUE, "end", "on purpose") : NULL;
}

static ct_error give_carelessly(const ct_tensor *of, ct_tensor **result)
{
	leave_open();
	CT_TRY(doubled(of, result));
	return end();
}

static void release_carelessly(void *context)
{
	(void)context;
	leave_open();
}

/* --- What the kinds are made of -------------------------------------------------------------- */

static ct_tensor *leaf(void)
{
	ct_tensor *x = vector(2, (const float[]){ 1, 2 });

	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

static ct_error backward(ct_tensor *y)
{
	CT_TRY(ct_sum(y, CT_DTYPE_NONE, &y));
	return ct_tensor_backward(y);
}

static void assert_two(const ct_tensor *tensor, double first, double second)
{
	assert_floats(tensor, (const int64_t[]){ 2, -1 }, (double[]){ first, second });
}

/* Backward of y; then both numbers of the gradient of x are this. */
static ct_error backward_gives(ct_tensor *y, ct_tensor *x, double each)
{
	ct_tensor *grad;

	CT_TRY(backward(y));
	CT_TRY(ct_tensor_grad(x, &grad));
	assert_two(grad, each, each);
	return NULL;
}

/* --- Hooks ----------------------------------------------------------------------------------- */

static ct_error tensor_hook(const ct_tensor *grad, void *context, ct_tensor **replacement)
{
	(void)context;
	return give_carelessly(grad, replacement);
}

static ct_error call_tensor_hook(void)
{
	ct_tensor *x = leaf();

	CT_TRY(ct_tensor_register_hook(x, tensor_hook, NULL, NULL, NULL));
	return backward_gives(x, x, 2);
}

static ct_error call_release_of_a_hook(void)
{
	int64_t hook;

	CT_TRY(ct_tensor_register_hook(leaf(), tensor_hook, NULL, release_carelessly, &hook));
	ck_assert(ct_hook_remove(hook));
	return NULL;
}

#if HAS_POST_ACCUMULATE_HOOKS
static ct_error post_accumulate_hook(ct_tensor *self, void *context)
{
	ct_tensor *grad;

	(void)context;
	CT_TRY(ct_tensor_grad(self, &grad));
	CT_TRY(give_carelessly(grad, &grad));
	return ct_tensor_set_grad(self, grad);
}

static ct_error call_post_accumulate_hook(void)
{
	ct_tensor *x = leaf();

	CT_TRY(ct_tensor_register_post_accumulate_hook(x, post_accumulate_hook, NULL, NULL, NULL));
	return backward_gives(x, x, 2);
}
#endif

static ct_error pre_hook(ct_tensor *const *grads, int64_t grads_len, void *context,
			 ct_tensor **replacements)
{
	(void)grads_len, (void)context;
	return give_carelessly(grads[0], &replacements[0]);
}

static ct_error post_hook(ct_tensor *const *grad_inputs, int64_t grad_inputs_len,
			  ct_tensor *const *grad_outputs, int64_t grad_outputs_len, void *context,
			  ct_tensor **replacements)
{
	(void)grad_outputs, (void)grad_outputs_len;
	return pre_hook(grad_inputs, grad_inputs_len, context, replacements);
}

static ct_error call_pre_hook(void)
{
	ct_tensor *x = leaf(), *y;
	ct_node *node;
	ct_error error;

	CT_TRY(doubled(x, &y));
	CT_TRY(ct_tensor_grad_fn(y, &node));
	error = ct_node_register_pre_hook(node, pre_hook, NULL, NULL, NULL);
	ct_node_free(node);
	return error ? error : backward_gives(y, x, 4);
}

static ct_error call_post_hook(void)
{
	ct_tensor *x = leaf(), *y;
	ct_node *node;
	ct_error error;

	CT_TRY(doubled(x, &y));
	CT_TRY(ct_tensor_grad_fn(y, &node));
	error = ct_node_register_post_hook(node, post_hook, NULL, NULL, NULL);
	ct_node_free(node);
	return error ? error : backward_gives(y, x, 4);
}

/* --- Saved tensors: a product saves what it multiplies ---------------------------------------- */

static ct_error pack(const ct_tensor *tensor, void *context, void **packed)
{
	ct_tensor *copy;

	(void)context;
	CT_TRY(ct_clone(tensor, CT_MEMORY_FORMAT_NONE, &copy));
	ct_scope_disown(copy);
	*packed = copy;
	return NULL;
}

static ct_error pack_carelessly(const ct_tensor *tensor, void *context, void **packed)
{
	leave_open();
	return is_error ? end() : pack(tensor, context, packed);
}

static ct_error unpack(void *packed, void *context, ct_tensor **tensor)
{
	(void)context;
	*tensor = packed;
	return NULL;
}

static ct_error unpack_carelessly(void *packed, void *context, ct_tensor **tensor)
{
	(void)context;
	leave_open();
	CT_TRY(ct_clone(packed, CT_MEMORY_FORMAT_NONE, tensor));
	return end();
}

static void free_packed(void *packed, void *context)
{
	(void)context;
	ct_tensor_free_unscoped(packed);
}

static void free_packed_carelessly(void *packed, void *context)
{
	leave_open();
	free_packed(packed, context);
}

static ct_error call_saved(ct_saved_tensor_pack_hook by, ct_saved_tensor_unpack_hook back,
			   ct_saved_tensor_release_function freeing)
{
	CT_SCOPE;
	CT_SAVED_TENSORS_SCOPE;
	ct_tensor *x = leaf(), *y, *grad;

	CT_TRY(ct_saved_tensors_push(by, back, freeing, NULL, NULL));
	CT_TRY(ct_mul_Tensor(x, x, &y));
	CT_TRY(backward(y));
	CT_TRY(ct_tensor_grad(x, &grad));
	assert_two(grad, 2, 4);
	return NULL;
}

static ct_error call_pack(void)
{
	return call_saved(pack_carelessly, unpack, free_packed);
}

static ct_error call_unpack(void)
{
	return call_saved(pack, unpack_carelessly, free_packed);
}

static ct_error call_free_packed(void)
{
	return call_saved(pack, unpack, free_packed_carelessly);
}

/* --- Functions -------------------------------------------------------------------------------- */

static ct_error function_doubles(ct_function_context *context, ct_tensor *const *from,
				 ct_tensor **to)
{
	(void)context;
	return doubled(from[0], &to[0]);
}

static ct_error function_gives(ct_function_context *context, ct_tensor *const *from, ct_tensor **to)
{
	(void)context;
	return give_carelessly(from[0], &to[0]);
}

static ct_error apply(ct_forward_function forward, ct_backward_function back,
		      ct_release_function release)
{
	const ct_function function = {
		.name = "Careless", .forward = forward, .backward = back, .release = release
	};
	ct_tensor *x = leaf(), *y;

	CT_TRY(ct_function_apply(&function, NULL, CT_TENSORS(x), &y, 1));
	assert_two(y, 2, 4);
	return backward_gives(y, x, 2);
}

static ct_error call_forward(void)
{
	return apply(function_gives, function_doubles, NULL);
}

static ct_error call_backward(void)
{
	return apply(function_doubles, function_gives, NULL);
}

static ct_error call_release_of_data(void)
{
	CT_SCOPE;
	return apply(function_doubles, function_doubles, release_carelessly);
}

/* --- Checks of gradients, and graphs ---------------------------------------------------------- */

static ct_error checked(ct_tensor *const *inputs, int64_t inputs_len, void *context,
			ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	CT_TRY(ct_mul_Tensor(inputs[0], inputs[0], &outputs[1]));
	return give_carelessly(outputs[1], &outputs[0]);
}

static ct_tensor *double_leaf(void)
{
	ct_tensor *x;

	OK(ct_tensor_from_data((const double[]){ 1, 2 }, CT_FLOAT64, CT_L(2), &x));
	OK(ct_tensor_set_requires_grad(x, true));
	return x;
}

static ct_error call_gradcheck(void)
{
	ct_tensor *x = double_leaf();

	return ct_gradcheck(checked, NULL, CT_TENSORS(x), 2, NULL, NULL);
}

static ct_error call_gradgradcheck(void)
{
	ct_tensor *x = double_leaf();

	return ct_gradgradcheck(checked, NULL, CT_TENSORS(x), 2, CT_NO_TENSORS, NULL, NULL);
}

static ct_error visit(const ct_node *node, void *context)
{
	ct_tensor *variable;

	(void)context;
	leave_open();
	CT_TRY(ct_node_variable(node, &variable));
	return end();
}

static ct_error call_visitor(void)
{
	ct_tensor *y;

	CT_TRY(doubled(leaf(), &y));
	return ct_graph_visit(CT_TENSORS(y), visit, NULL);
}

/* --- Operators -------------------------------------------------------------------------------- */

static ct_error give_value(bool carelessly, const ct_value *of, ct_value *result)
{
	ct_tensor *tensor;

	CT_TRY(ct_value_as_tensor(of, &tensor));
	CT_TRY(carelessly ? give_carelessly(tensor, &tensor) : doubled(tensor, &tensor));
	*result = ct_value_tensor(tensor);
	return NULL;
}

/* `careless` is what the callbacks of operators have for a context: the one that is. */
static ct_error kernel(const ct_value *args, int64_t args_len, void *careless, ct_value *results,
		       int64_t results_len)
{
	(void)args_len, (void)results_len;
	return give_value(strcmp(careless, "kernel") == 0, &args[0], &results[0]);
}

static ct_error setup(ct_function_context *noted, const ct_value *args, int64_t args_len,
		      const ct_value *results, int64_t results_len, void *careless)
{
	ct_tensor *saved;

	(void)args_len, (void)results, (void)results_len;
	CT_TRY(ct_value_as_tensor(&args[0], &saved));
	if (strcmp(careless, "setup") == 0)
		CT_TRY(give_carelessly(saved, &saved));
	return ct_function_save_for_backward(noted, CT_TENSORS(saved));
}

static ct_error operator_backward(ct_function_context *noted, const ct_value *args,
				  int64_t args_len, const ct_value *grads, int64_t grads_len,
				  void *careless, ct_value *input_grads, int64_t input_grads_len)
{
	ct_tensor *saved;

	(void)args, (void)args_len, (void)grads_len, (void)input_grads_len;
	CT_TRY(ct_function_saved_tensors(noted, &saved, 1));
	ck_assert_int_eq(ct_tensor_dim(saved), 1);
	return give_value(strcmp(careless, "backward") == 0, &grads[0], &input_grads[0]);
}

static ct_error use_operator(void)
{
	ct_tensor *x = leaf(), *y;
	ct_value result;

	CT_TRY(ct_call("left_open::twice", (ct_value[]){ ct_value_tensor(x) }, 1, &result, 1));
	CT_TRY(ct_value_take_tensor(&result, &y));
	assert_two(y, 2, 4);
	return backward_gives(y, x, 2);
}

static ct_error call_operator(const char *careless, ct_release_function release)
{
	ct_library *library;
	ct_error error;

	CT_TRY(ct_library_new("left_open", &library));
	OK(ct_library_define(library, "twice(Tensor self) -> Tensor"));
	OK(ct_library_implement(library, "twice", "CPU", kernel, (void *)careless, release));
	OK(ct_library_set_backward(library, "twice", setup, operator_backward, (void *)careless,
				   NULL));
	error = use_operator();
	ct_library_free(library);
	return error;
}

static ct_error call_kernel(void)
{
	return call_operator("kernel", NULL);
}

static ct_error call_setup(void)
{
	return call_operator("setup", NULL);
}

static ct_error call_operator_backward(void)
{
	return call_operator("backward", NULL);
}

static ct_error call_release_of_a_kernel(void)
{
	return call_operator("release", release_carelessly);
}

/* --- Memory of others, warnings --------------------------------------------------------------- */

static void delete_carelessly(void *data, void *context)
{
	(void)data, (void)context;
	leave_open();
}

static ct_error call_deleter(void)
{
	static float numbers[2];
	ct_tensor *tensor;

	CT_TRY(ct_tensor_from_blob(numbers, CT_FLOAT32, CT_L(2), CT_NO_INTS, delete_carelessly,
				   NULL, &tensor));
	ct_tensor_free(tensor);
	return NULL;
}

static ct_error call_deleter_of_a_storage(void)
{
	static float numbers[2];
	ct_storage *storage;

	CT_TRY(ct_storage_from_blob(numbers, sizeof numbers, CT_DEVICE_CPU, delete_carelessly, NULL,
				    &storage));
	ct_storage_free(storage);
	return NULL;
}

static void delete_dlpack(ct_dlpack *self)
{
	(void)self;
	leave_open();
}

static void delete_versioned(ct_dlpack_versioned *self)
{
	(void)self;
	leave_open();
}

static float shared_number;

static const ct_dlpack_tensor shared = { .data = &shared_number,
					 .device = { .type = 1 },
					 .dtype = { .code = 2, .bits = 32, .lanes = 1 } };

static ct_error call_deleter_of_dlpack(void)
{
	ct_dlpack_managed managed = { .dl_tensor = shared, .deleter = delete_dlpack };
	ct_tensor *tensor;

	CT_TRY(ct_tensor_from_dlpack((ct_dlpack *)&managed, &tensor));
	ct_tensor_free(tensor);
	ct_dlpack_free((ct_dlpack *)&managed);
	return NULL;
}

static ct_error call_deleter_of_versioned_dlpack(void)
{
	ct_dlpack_managed_versioned managed = { .version = { 1, 0 },
						.dl_tensor = shared,
						.deleter = delete_versioned };
	ct_tensor *tensor;

	CT_TRY(ct_tensor_from_dlpack_versioned((ct_dlpack_versioned *)&managed, &tensor));
	ct_tensor_free(tensor);
	ct_dlpack_versioned_free((ct_dlpack_versioned *)&managed);
	return NULL;
}

static void warn_carelessly(const ct_warning *warning, void *context)
{
	(void)warning, (void)context;
	leave_open();
}

/* libtorch warns each time an operator has to resize what it is to write to. */
static ct_error call_warning_handler(void)
{
	ct_tensor *x = vector(2, (float[]){ 1, 2 }), *out = vector(3, (float[]){ 0, 0, 0 });

	CT_TRY(ct_set_warning_handler(warn_carelessly, NULL, release_carelessly));
	CT_TRY(ct_add_out(x, x, ct_scalar_int(1), out, NULL));
	assert_two(out, 2, 4);
	ck_assert_int_eq(calls, 1);
	return ct_set_warning_handler(NULL, NULL, NULL);
}

static ct_error step(ct_tensor *const *inputs, int64_t inputs_len, void *context,
		     ct_tensor **outputs, int64_t outputs_len)
{
	(void)inputs_len, (void)context, (void)outputs_len;
	return doubled(inputs[0], &outputs[0]);
}

static ct_error call_release_of_a_step(void)
{
	const ct_checkpoint_step steps[] = { { step, NULL, release_carelessly },
					     { step, NULL, release_carelessly } };
	ct_tensor *y;

	CT_TRY(ct_checkpoint_sequential(steps, 2, 2, leaf(), NULL, &y));
	assert_two(y, 4, 8);
	return backward(y);
}

/* --- All of them ------------------------------------------------------------------------------ */

static const struct {
	ct_error (*call)(void);
	bool can_fail;
} kinds[] = {
	{ call_tensor_hook, true },
	{ call_release_of_a_hook, false },
#if HAS_POST_ACCUMULATE_HOOKS
	{ call_post_accumulate_hook, true },
#endif
	{ call_pre_hook, true },
	{ call_post_hook, true },
	{ call_pack, true },
	{ call_unpack, true },
	{ call_free_packed, false },
	{ call_forward, true },
	{ call_backward, true },
	{ call_release_of_data, false },
	{ call_release_of_a_step, false },
	{ call_gradcheck, true },
	{ call_gradgradcheck, true },
	{ call_visitor, true },
	{ call_kernel, true },
	{ call_setup, true },
	{ call_operator_backward, true },
	{ call_release_of_a_kernel, false },
	{ call_deleter, false },
	{ call_deleter_of_a_storage, false },
	{ call_deleter_of_dlpack, false },
	{ call_deleter_of_versioned_dlpack, false },
	{ call_warning_handler, false },
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* Closing the scope around is an error while one inside is open. */
static void call(int kind, bool fails)
{
	const int64_t before = ct_memory_handle_count();
	ct_scope *scope = open_scope();
	ct_error error;

	calls = 0;
	is_error = fails;
	error = kinds[kind].call();
	ck_assert_int_gt(calls, 0);
	if (fails)
		FAILS(error, "ValueError: on purpose");
	else
		OK(error);
	OK(ct_scope_close(scope));
	ck_assert_int_eq(ct_memory_handle_count(), before);
}

START_TEST(what_a_callback_leaves_open_is_closed_when_it_returns)
{
	call(_i, false);
}
END_TEST

START_TEST(so_it_is_when_it_returns_an_error)
{
	if (kinds[_i].can_fail)
		call(_i, true);
}
END_TEST

Suite *left_open_suite(void)
{
	Suite *suite = suite_create("left_open");
	TCase *tests = tcase_create("callbacks");

	tcase_add_loop_test(tests, what_a_callback_leaves_open_is_closed_when_it_returns, 0, KINDS);
	tcase_add_loop_test(tests, so_it_is_when_it_returns_an_error, 0, KINDS);
	suite_add_tcase(suite, tests);
	return suite;
}
