/*
 * Masks by name: each class gives what its typed call gives, which modules_suite.c compares with
 * Python, and an expression what the function gives. docs/from-python.md has lines beside Python.
 */
#include <ctorch/nn/forward.h>
#include <ctorch/nn/nn.h>

#include "support.h"

enum { STEPS = 3, BATCH = 2, WIDTH = 8 };

/* What the tests share: a causal mask, one of bools, and one of the steps of each sequence. */
static struct {
	ct_tensor *x, *memory, *causal, *mask, *padding;
} with;

static void draw(void)
{
	with.x = CT_E(randn, CT_L(STEPS, BATCH, WIDTH));
	with.memory = CT_E(randn, CT_L(STEPS, BATCH, WIDTH));
	with.causal = CT_F(ct_nn_Transformer_generate_square_subsequent_mask, STEPS, CT_DTYPE_NONE,
			   CT_DEVICE_NONE);
	with.mask = CT_E(triu, CT_E(ones, CT_L(STEPS, STEPS), .dtype = CT_BOOL), 2);
	with.padding = CT_E(zeros, CT_L(BATCH, STEPS), .dtype = CT_BOOL);
	CT_E(fill_, CT_E(select, CT_E(select, with.padding, 0, 1), 0, STEPS - 1), true);
	OK(CT_DONE());
}

static ct_module *made(ct_module *module)
{
	OK(CT_FINISH(module, &module));
	OK(ct_module_eval(module));
	return module;
}

static void assert_equal(const ct_tensor *masked, const ct_tensor *typed, const ct_tensor *plain)
{
	bool equal = false;

	OK(CT_DONE());
	OK(ct_equal(masked, typed, &equal));
	ck_assert(equal);
	OK(ct_equal(masked, plain, &equal));
	ck_assert_msg(!equal, "the masks change nothing");
}

START_TEST(attention_takes_masks_by_name)
{
	CT_SCOPE;
	ct_module *attention = made(CT_NN(MultiheadAttention, WIDTH, 2));
	ct_tensor *y = NULL, *z = NULL;

	draw();
	OK(ct_nn_MultiheadAttention_forward(
		attention, with.x, with.memory, with.memory,
		&(ct_nn_attention_options){ .attn_mask = with.mask,
					    .key_padding_mask = with.padding },
		&y, NULL));
	assert_equal(CT_M_MASKED(attention, CT_TENSORS(with.x, with.memory, with.memory),
				 .attn_mask = with.mask, .key_padding_mask = with.padding),
		     y, CT_M(attention, with.x, with.memory, with.memory));
	OK(ct_nn_MultiheadAttention_forward(attention, with.x, with.x, with.x,
					    &(ct_nn_attention_options){ .attn_mask = with.causal,
									.is_causal = true,
									.no_need_weights = true },
					    &z, NULL));
	assert_equal(CT_M_MASKED(attention, CT_TENSORS(with.x, with.x, with.x),
				 .attn_mask = with.causal, .is_causal = true,
				 .no_need_weights = true),
		     z, CT_M(attention, with.x, with.x, with.x));
}
END_TEST

START_TEST(encoders_take_masks_by_name)
{
	CT_SCOPE;
	ct_module *layer = made(CT_NN(TransformerEncoderLayer, WIDTH, 2, 16));
	ct_module *encoder = made(
		CT_NN(TransformerEncoder, layer, 2, .enable_nested_tensor = false));
	ct_tensor *y = NULL, *z = NULL;

	draw();
	OK(ct_nn_TransformerEncoderLayer_forward(
		layer, with.x, &(ct_nn_encoder_layer_options){ with.causal, with.padding, true },
		&y));
	assert_equal(CT_M_MASKED(layer, CT_TENSORS(with.x), .src_mask = with.causal,
				 .src_key_padding_mask = with.padding, .is_causal = true),
		     y, CT_M(layer, with.x));
	OK(ct_nn_TransformerEncoder_forward(
		encoder, with.x, &(ct_nn_encoder_options){ with.mask, with.padding, 0 }, &z));
	assert_equal(CT_M_MASKED(encoder, CT_TENSORS(with.x), .mask = with.mask,
				 .src_key_padding_mask = with.padding),
		     z, CT_M(encoder, with.x));
}
END_TEST

START_TEST(decoders_take_masks_by_name)
{
	CT_SCOPE;
	ct_module *layer = made(CT_NN(TransformerDecoderLayer, WIDTH, 2, 16));
	ct_module *decoder = made(CT_NN(TransformerDecoder, layer, 2));
	ct_tensor *y = NULL, *z = NULL;

	draw();
	OK(ct_nn_TransformerDecoderLayer_forward(
		layer, with.x, with.memory,
		&(ct_nn_decoder_layer_options){
			.tgt_mask = with.causal, .memory_mask = with.mask, .tgt_is_causal = true },
		&y));
	assert_equal(CT_M_MASKED(layer, CT_TENSORS(with.x, with.memory), .tgt_mask = with.causal,
				 .memory_mask = with.mask, .tgt_is_causal = true),
		     y, CT_M(layer, with.x, with.memory));
	OK(ct_nn_TransformerDecoder_forward(
		decoder, with.x, with.memory,
		&(ct_nn_decoder_options){ .tgt_key_padding_mask = with.padding,
					  .memory_key_padding_mask = with.padding,
					  .memory_mask = with.causal,
					  .memory_is_causal = true },
		&z));
	assert_equal(CT_M_MASKED(decoder, CT_TENSORS(with.x, with.memory),
				 .tgt_key_padding_mask = with.padding,
				 .memory_key_padding_mask = with.padding,
				 .memory_mask = with.causal, .memory_is_causal = true),
		     z, CT_M(decoder, with.x, with.memory));
}
END_TEST

START_TEST(a_transformer_takes_masks_by_name)
{
	CT_SCOPE;
	ct_module *whole = made(CT_NN(Transformer, WIDTH, 2, 1, 1, 16));
	ct_tensor *y = NULL;

	draw();
	OK(ct_nn_Transformer_forward(
		whole, with.x, with.memory,
		&(ct_nn_transformer_options){ .src_mask = with.mask,
					      .tgt_mask = with.causal,
					      .memory_key_padding_mask = with.padding,
					      .tgt_is_causal = CT_NN_CAUSAL_ON },
		&y));
	assert_equal(CT_M_MASKED(whole, CT_TENSORS(with.x, with.memory), .src_mask = with.mask,
				 .tgt_mask = with.causal, .memory_key_padding_mask = with.padding,
				 .tgt_is_causal = true),
		     y, CT_M(whole, with.x, with.memory));
}
END_TEST

static void refuse(const ct_module *module, ct_tensors inputs,
		   const ct_module_forward_masked_options *options, const char *text)
{
	ct_tensor *y = (ct_tensor *)UNTOUCHED;

	FAILS_WITH(ct_module_forward_masked(module, inputs, options, &y), CT_ERROR_TYPE, text);
	ck_assert_ptr_eq(y, (ct_tensor *)UNTOUCHED);
}

/* The texts about names are Python's. */
START_TEST(a_name_that_the_class_lacks_is_refused)
{
	CT_SCOPE;
	ct_module *attention = made(CT_NN(MultiheadAttention, WIDTH, 2));
	ct_module *encoder = made(CT_NN(TransformerEncoder,
					CT_NN(TransformerEncoderLayer, WIDTH, 2, 16), 1,
					.enable_nested_tensor = false));
	ct_module *whole = made(CT_NN(Transformer, WIDTH, 2, 1, 1, 16));

	draw();
	refuse(encoder, CT_TENSORS(with.x),
	       &(ct_module_forward_masked_options){ .attn_mask = with.mask },
	       "TransformerEncoder.forward() got an unexpected keyword argument 'attn_mask'");
	refuse(encoder, CT_TENSORS(with.x),
	       &(ct_module_forward_masked_options){ .no_need_weights = true },
	       "TransformerEncoder.forward() got an unexpected keyword argument 'need_weights'");
	refuse(attention, CT_TENSORS(with.x, with.x, with.x),
	       &(ct_module_forward_masked_options){ .mask = with.mask },
	       "MultiheadAttention.forward() got an unexpected keyword argument 'mask'");
	refuse(whole, CT_TENSORS(with.x, with.x),
	       &(ct_module_forward_masked_options){ .is_causal = true },
	       "Transformer.forward() got an unexpected keyword argument 'is_causal'");
}
END_TEST

START_TEST(masks_by_name_are_for_their_classes_and_numbers_of_inputs)
{
	CT_SCOPE;
	ct_module *attention = made(CT_NN(MultiheadAttention, WIDTH, 2)), *relu = made(CT_NN(ReLU));
	ct_tensor *y = (ct_tensor *)UNTOUCHED;

	draw();
	refuse(relu, CT_TENSORS(with.x), NULL, "ReLU takes no masks by name");
	refuse(attention, CT_TENSORS(with.x), NULL,
	       "MultiheadAttention takes 3 tensors before its masks, but got 1");
	FAILS_WITH(ct_module_forward_masked(attention, CT_TENSORS_OF(NULL, 3), NULL, &y),
		   CT_ERROR_ARGUMENT, "argument 2 (inputs) must not be NULL");
	FAILS_WITH(ct_module_forward_masked(attention, CT_TENSORS(with.x, NULL, with.x), NULL, &y),
		   CT_ERROR_ARGUMENT, "(key) must not be NULL");
	FAILS_WITH(ct_module_forward_masked(NULL, CT_TENSORS(with.x), NULL, &y), CT_ERROR_ARGUMENT,
		   "argument 1 (self) must not be NULL");
	ck_assert_ptr_eq(y, (ct_tensor *)UNTOUCHED);
}
END_TEST

Suite *masked_suite(void)
{
	Suite *suite = suite_create("masks by name");
	TCase *tests = tests_of("masks by name");

	tcase_add_test(tests, attention_takes_masks_by_name);
	tcase_add_test(tests, encoders_take_masks_by_name);
	tcase_add_test(tests, decoders_take_masks_by_name);
	tcase_add_test(tests, a_transformer_takes_masks_by_name);
	tcase_add_test(tests, a_name_that_the_class_lacks_is_refused);
	tcase_add_test(tests, masks_by_name_are_for_their_classes_and_numbers_of_inputs);
	suite_add_tcase(suite, tests);
	return suite;
}
