/*
 * Typed calls: hooks, wrong modules, results that are dropped; modules of the user's in
 * transformers; the fast path's conditions. modules_suite.c compares the numbers with Python's.
 */
#include <ctorch/nn/forward.h>
#include <ctorch/nn/nn.h>

#include "support.h"

static ct_tensor *drawn(ct_ints shape)
{
	ct_tensor *x = NULL;

	OK(CT(randn, &x, shape));
	return x;
}

static bool are_equal(const ct_tensor *a, const ct_tensor *b)
{
	bool equal = false;

	OK(ct_equal(a, b, &equal));
	return equal;
}

static ct_module *made(ct_module *module)
{
	OK(CT_FINISH(module, &module));
	return module;
}

/* --- hooks ------------------------------------------------------------------------------------ */

struct seen {
	int64_t inputs, outputs, calls;
};

static ct_error see(ct_module *module, const ct_tensor *const *inputs, int64_t inputs_len,
		    ct_tensor **outputs, int64_t outputs_len, void *context)
{
	struct seen *seen = context;

	(void)module, (void)inputs, (void)outputs;
	*seen = (struct seen){ inputs_len, outputs_len, seen->calls + 1 };
	return NULL;
}

static void see_with(const ct_module *module, struct seen *seen)
{
	int64_t number;

	*seen = (struct seen){ 0 };
	OK(ct_module_register_forward_hook((ct_module *)module, see, seen, NULL, NULL, &number));
}

START_TEST(typed_calls_run_hooks)
{
	CT_SCOPE;
	ct_module *lstm = made(CT_NN(LSTM, 3, 4)), *attention;
	ct_tensor *x = drawn(CT_L(5, 2, 3)), *h, *c, *y;
	struct seen seen;

	see_with(lstm, &seen);
	OK(ct_nn_LSTM_forward(lstm, x, NULL, NULL, &y, &h, &c));
	ck_assert(seen.calls == 1 && seen.inputs == 3 && seen.outputs == 3);
	attention = made(CT_NN(MultiheadAttention, 4, 2));
	see_with(attention, &seen);
	OK(ct_nn_MultiheadAttention_forward(attention, y, y, y, NULL, &y, NULL));
	ck_assert(seen.calls == 1 && seen.inputs == 5 && seen.outputs == 1);
}
END_TEST

/* Its options are for it alone, even if the same module is called within. */
static ct_error call_again(ct_module *module, const ct_tensor **inputs, int64_t inputs_len,
			   void *context)
{
	ct_tensor **weights = context, *y;
	const ct_tensor *const three[] = { inputs[0], inputs[1], inputs[2] };
	ct_tensor *outputs[2];

	(void)inputs_len;
	if (*weights)
		return NULL;
	*weights = (ct_tensor *)inputs[0];
	CT_TRY(ct_module_forward_all(module, CT_TENSORS_OF(three, 3), outputs, 2));
	y = outputs[0];
	ct_tensor_free(y);
	*weights = outputs[1];
	return NULL;
}

START_TEST(options_are_of_one_call)
{
	CT_SCOPE;
	ct_module *attention = made(CT_NN(MultiheadAttention, 4, 2));
	ct_tensor *x = drawn(CT_L(3, 2, 4)), *y, *weights, *inner = NULL;
	int64_t number;

	OK(ct_module_register_forward_pre_hook(attention, call_again, &inner, NULL, NULL, &number));
	OK(ct_nn_MultiheadAttention_forward(attention, x, x, x,
					    &(ct_nn_attention_options){ .no_need_weights = true },
					    &y, &weights));
	ck_assert_ptr_null(weights);
	ck_assert_ptr_nonnull(inner);
	ck_assert_int_eq(ct_tensor_dim(inner), 3);
}
END_TEST

/* --- arguments -------------------------------------------------------------------------------- */

START_TEST(a_module_of_another_class_is_refused)
{
	CT_SCOPE;
	ct_module *gru = made(CT_NN(GRU, 3, 4));
	ct_tensor *x = drawn(CT_L(5, 2, 3)), *y = UNTOUCHED;

	FAILS_WITH(ct_nn_LSTM_forward(gru, x, NULL, NULL, &y, NULL, NULL), CT_ERROR_TYPE,
		   "expected a module of the class LSTM, but got GRU");
	FAILS_WITH(ct_nn_Transformer_forward(gru, x, x, NULL, &y), CT_ERROR_TYPE,
		   "expected a module of the class Transformer, but got GRU");
	ck_assert_ptr_eq(y, UNTOUCHED);
	FAILS_WITH(ct_nn_LSTM_forward(NULL, x, NULL, NULL, &y, NULL, NULL), CT_ERROR_ARGUMENT,
		   "argument 1 (module)");
	FAILS_WITH(ct_nn_GRU_forward(gru, NULL, NULL, &y, NULL), CT_ERROR_ARGUMENT, "input");
	FAILS_WITH(ct_nn_GRU_forward_packed(gru, NULL, NULL, NULL, NULL), CT_ERROR_ARGUMENT,
		   "input");
}
END_TEST

START_TEST(an_lstm_takes_both_states_or_none)
{
	CT_SCOPE;
	ct_module *lstm = made(CT_NN(LSTM, 3, 4)), *cell = made(CT_NN(LSTMCell, 3, 4));
	ct_tensor *x = drawn(CT_L(2, 3)), *h = drawn(CT_L(1, 4)), *y = UNTOUCHED;

	FAILS_WITH(ct_nn_LSTM_forward(lstm, x, h, NULL, &y, NULL, NULL), CT_ERROR_TYPE,
		   "hx and cx together");
	FAILS_WITH(ct_nn_LSTMCell_forward(cell, x, NULL, h, &y, NULL), CT_ERROR_TYPE,
		   "hx and cx together");
	ck_assert_ptr_eq(y, UNTOUCHED);
}
END_TEST

START_TEST(results_may_be_dropped)
{
	CT_SCOPE;
	ct_module *lstm = made(CT_NN(LSTM, 3, 4)), *cell = made(CT_NN(LSTMCell, 3, 4));
	ct_module *attention = made(CT_NN(MultiheadAttention, 4, 2));
	ct_tensor *x = drawn(CT_L(2, 3)), *c = NULL, *y = drawn(CT_L(2, 4)), *weights = NULL;

	OK(ct_nn_LSTM_forward(lstm, x, NULL, NULL, NULL, NULL, &c));
	ck_assert_int_eq(ct_tensor_size(c, 1), 4);
	OK(ct_nn_LSTMCell_forward(cell, x, NULL, NULL, NULL, NULL));
	OK(ct_nn_MultiheadAttention_forward(attention, y, y, y, NULL, NULL, &weights));
	ck_assert_int_eq(ct_tensor_dim(weights), 2);
	OK(ct_nn_MultiheadAttention_forward(attention, y, y, y, NULL, NULL, NULL));
}
END_TEST

/* --- recurrent layers ------------------------------------------------------------------------- */

START_TEST(weights_are_found_after_they_were_replaced)
{
	CT_SCOPE;
	ct_module *lstm = made(CT_NN(LSTM, 3, 4, .num_layers = 2)), *copy;
	ct_tensor *x = drawn(CT_L(5, 2, 3)), *y, *z;

	OK(ct_module_deepcopy(lstm, &copy));
	OK(CT_FINISH(CT_M(lstm, x), &y));
	OK(CT_FINISH(CT_M(copy, x), &z));
	ck_assert(are_equal(y, z));
	OK(ct_module_to(copy, &(ct_module_to_options){ .dtype = CT_FLOAT64 }));
	OK(CT_FINISH(CT_M(copy, CT_E(to_dtype, x, CT_FLOAT64)), &z));
	ck_assert_int_eq(ct_tensor_dtype(z), CT_FLOAT64);
	OK(ct_module_remove(copy, "weight_hh_l1"));
	FAILS(ct_module_forward(copy, z, &y),
	      "AttributeError: 'LSTM' object has no attribute 'weight_hh_l1'");
	OK(ct_module_reset_parameters(lstm));
	OK(CT_FINISH(CT_M(lstm, x), &z));
	ck_assert(!are_equal(y, z));
}
END_TEST

/* --- transformers ----------------------------------------------------------------------------- */

static ct_module *new_layer(const char *activation)
{
	OK(ct_manual_seed(1));
	return made(CT_NN(TransformerEncoderLayer, 8, 2, 5, .activation = activation,
			  .batch_first = true));
}

START_TEST(a_child_can_be_the_activation)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *gelu = new_layer("gelu"), *other = new_layer("relu");
	ct_tensor *x = drawn(CT_L(2, 3, 8)), *y, *z;

	OK(ct_module_add_module(other, "activation", made(CT_NN(GELU)), NULL));
	for (int eval = 0; eval < 2; eval++) {
		OK(ct_module_train(gelu, !eval));
		OK(ct_module_train(other, !eval));
		OK(ct_manual_seed(2));
		OK(CT_FINISH(CT_M(gelu, x), &y));
		OK(ct_manual_seed(2));
		OK(CT_FINISH(CT_M(other, x), &z));
		ck_assert(are_equal(y, z));
	}
}
END_TEST

START_TEST(hooks_in_a_layer_keep_it_from_the_fast_path)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *layer = new_layer("relu"), *linear;
	ct_tensor *x = drawn(CT_L(4, 7, 8)), *y;
	struct seen seen;

	OK(ct_module_eval(layer));
	OK(ct_module_get_submodule(layer, "linear1", &linear));
	see_with(linear, &seen);
	OK(ct_module_forward(layer, x, &y));
	ck_assert_int_eq(seen.calls, 1);
}
END_TEST

START_TEST(the_fast_path_can_be_switched_off)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *attention = made(CT_NN(MultiheadAttention, 8, 2, .batch_first = true));
	ct_tensor *x = drawn(CT_L(2, 3, 8)), *y;

	OK(ct_module_eval(attention));
	OK(CT(_nested_tensor_from_tensor_list, &x, CT_TENSORS(x, x)));
	ck_assert(ct_nn_is_fastpath_enabled());
	ct_nn_set_fastpath_enabled(false);
	FAILS_WITH(ct_nn_MultiheadAttention_forward(attention, x, x, x, NULL, &y, NULL),
		   CT_ERROR_ASSERTION, "torch.backends.mha.get_fastpath_enabled() was not True");
	ct_nn_set_fastpath_enabled(true);
}
END_TEST

START_TEST(nested_tensors_take_the_fast_path_only)
{
	CT_SCOPE;
	CT_NO_GRAD_SCOPE;
	ct_module *layer = new_layer("relu");
	ct_module *attention = made(CT_NN(MultiheadAttention, 8, 2, .batch_first = true));
	ct_tensor *x = NULL, *y;

	OK(CT(_nested_tensor_from_tensor_list, &x,
	      CT_TENSORS(drawn(CT_L(3, 8)), drawn(CT_L(2, 8)))));
	FAILS(ct_nn_MultiheadAttention_forward(attention, x, x, x, NULL, &y, NULL),
	      "AssertionError: MultiheadAttention does not support NestedTensor outside of its "
	      "fast path. The fast path was not hit because training is enabled");
	OK(ct_module_eval(attention));
	OK(ct_nn_MultiheadAttention_forward(attention, x, x, x,
					    &(ct_nn_attention_options){ .no_need_weights = true },
					    &y, NULL));
	ck_assert(ct_tensor_is_nested(y));
	OK(ct_module_eval(layer));
	OK(ct_module_forward(layer, x, &y));
	ck_assert(ct_tensor_is_nested(y));
}
END_TEST

typedef struct {
	int calls;
} doubling;

static ct_error doubling_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	doubling *m = self;

	m->calls++;
	return CT(mul, result, x, 2);
}

START_TEST(an_encoder_may_have_layers_of_the_users)
{
	CT_SCOPE;
	doubling *layer = CT_MODULE(doubling, "Doubling", doubling_forward);
	ct_module *encoder = made(
		CT_NN(TransformerEncoder, ct_module_of(layer), 3, .enable_nested_tensor = false));
	ct_tensor *x = drawn(CT_L(3, 2, 8)), *y, *mask, *eightfold = CT_E(mul, x, 8);

	OK(ct_module_forward(encoder, x, &y));
	ck_assert(are_equal(y, eightfold));
	OK(ct_nn_Transformer_generate_square_subsequent_mask(3, CT_DTYPE_NONE, CT_DEVICE_NONE,
							     &mask));
	FAILS_WITH(ct_nn_TransformerEncoder_forward(encoder, x,
						    &(ct_nn_encoder_options){ .mask = mask }, &y),
		   CT_ERROR_TYPE, "Doubling.forward() takes 1 input but 2 were given");
	ck_assert_int_eq(layer->calls, 0); /* the encoder has copies */
}
END_TEST

static int released;

static void count_release(void *self)
{
	(void)self;
	released++;
}

START_TEST(an_encoder_does_not_keep_the_layer_that_it_copies)
{
	CT_SCOPE;
	doubling *layer = CT_MODULE(doubling, "Doubling", doubling_forward,
				    .release = count_release);
	ct_module *encoder = made(
		CT_NN(TransformerEncoder, ct_module_of(layer), 2, .enable_nested_tensor = false));

	released = 0;
	ct_module_free(ct_module_of(layer));
	ck_assert_int_eq(released, 1);
	ct_module_free(encoder);
	ck_assert_int_eq(released, 3);
}
END_TEST

START_TEST(the_causal_mask_is_pythons)
{
	CT_SCOPE;
	ct_tensor *mask;
	char *text;

	OK(ct_nn_Transformer_generate_square_subsequent_mask(2, CT_FLOAT64, CT_DEVICE_NONE, &mask));
	OK(ct_tensor_to_string(mask, &text));
	ck_assert_str_eq(text, "tensor([[0., -inf],\n        [0., 0.]], dtype=torch.float64)");
}
END_TEST

/* Everything that copies arguments trusts their lists. */
START_TEST(lists_that_cannot_be_lists_are_refused)
{
	static const int64_t one = 3, lengths[] = { -1, INT64_MIN, INT64_MAX, INT64_C(1) << 61 };
	ct_module *module = (ct_module *)UNTOUCHED;
	const ct_ints no_list = CT_INTS_OF(NULL, 5);

	CT_SCOPE;
	for (int i = 0; i < 4; i++) {
		const ct_ints list = CT_INTS_OF(&one, lengths[i]);

		FAILS_WITH(CT_FINISH(CT_NN(LayerNorm, list), &module), CT_ERROR_ARGUMENT,
			   "LayerNorm: normalized_shape: a list with a length of");
		FAILS_WITH(CT_FINISH(CT_NN(Conv2d, 3, 3, list), &module), CT_ERROR_ARGUMENT,
			   "Conv2d: kernel_size: a list with a length of");
	}
	FAILS(CT_FINISH(CT_NN(Unflatten, 1, no_list), &module),
	      "ArgumentError: Unflatten: unflattened_size: NULL with a length of 5");
	FAILS(CT_FINISH(CT_NN(Conv2d, 3, 3, CT_L(3), .padding = CT_INTS_OF(NULL, -3)), &module),
	      "ArgumentError: Conv2d: padding: NULL with a length of -3");
	OK(CT_FINISH(CT_NN(Conv2d, 3, 3, CT_L(3), .padding = CT_PADDING_SAME), &module));
}
END_TEST

START_TEST(a_total_norm_of_no_list_is_refused)
{
	ct_tensor *norm = UNTOUCHED;

	FAILS_WITH(ct_nn_utils_get_total_norm(NULL, -1, 2, false, NULL, &norm), CT_ERROR_ARGUMENT,
		   "argument 1 (tensors) must not be NULL");
	ck_assert_ptr_eq(norm, UNTOUCHED);
}
END_TEST

/* Four times 2^62 wraps to 0 rows. */
START_TEST(weights_larger_than_memory_are_refused)
{
	const int64_t hidden = INT64_C(1) << 62;
	ct_module *module = NULL;

	CT_SCOPE;
	FAILS_WITH(CT_FINISH(CT_NN(LSTM, 2, hidden), &module), CT_ERROR_RUNTIME,
		   "Storage size calculation overflowed");
	FAILS_WITH(CT_FINISH(CT_NN(LSTMCell, 2, hidden), &module), CT_ERROR_RUNTIME,
		   "Storage size calculation overflowed");
	FAILS_WITH(CT_FINISH(CT_NN(MultiheadAttention, (INT64_C(1) << 62) + (INT64_C(1) << 61), 1),
			     &module),
		   CT_ERROR_RUNTIME, "Storage size calculation overflowed");
	ck_assert_ptr_null(module);
}
END_TEST

/* UndefinedBehaviorSanitizer reports a sum or a product that overflows. */
START_TEST(windows_of_any_size_crash_nothing)
{
	CT_SCOPE;
	ct_module *layers[] = { CT_NN(LocalResponseNorm, INT64_MIN),
				CT_NN(CrossMapLRN2d, INT64_MAX),
				CT_NN(LPPool2d, 2, CT_L(INT64_MAX, INT64_MAX)) };
	ct_tensor *x = drawn(CT_L(2, 3, 4, 4)), *y;

	OK(CT_DONE());
	for (int i = 0; i < 3; i++)
		ct_error_free(ct_module_forward(layers[i], x, &y));
}
END_TEST

Suite *calls_suite(void)
{
	Suite *suite = suite_create("calls");
	TCase *tests = tests_of("typed calls");

	tcase_add_test(tests, typed_calls_run_hooks);
	tcase_add_test(tests, options_are_of_one_call);
	tcase_add_test(tests, a_module_of_another_class_is_refused);
	tcase_add_test(tests, an_lstm_takes_both_states_or_none);
	tcase_add_test(tests, results_may_be_dropped);
	tcase_add_test(tests, weights_are_found_after_they_were_replaced);
	tcase_add_test(tests, a_child_can_be_the_activation);
	tcase_add_test(tests, hooks_in_a_layer_keep_it_from_the_fast_path);
	tcase_add_test(tests, the_fast_path_can_be_switched_off);
	tcase_add_test(tests, nested_tensors_take_the_fast_path_only);
	tcase_add_test(tests, an_encoder_may_have_layers_of_the_users);
	tcase_add_test(tests, an_encoder_does_not_keep_the_layer_that_it_copies);
	tcase_add_test(tests, the_causal_mask_is_pythons);
	tcase_add_test(tests, lists_that_cannot_be_lists_are_refused);
	tcase_add_test(tests, a_total_norm_of_no_list_is_refused);
	tcase_add_test(tests, weights_larger_than_memory_are_refused);
	tcase_add_test(tests, windows_of_any_size_crash_nothing);
	suite_add_tcase(suite, tests);
	return suite;
}
