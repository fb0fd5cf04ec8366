/*
 * Typed calls by the module's class.
 */
#include <string.h>

#include <ctorch/nn/forward.h>

#include "support.h"
#include "typed_calls.h"

enum { MOST_INPUTS = 8 };

static bool is_true(const json_t *options, const char *name)
{
	return json_is_true(json_object_get(options, name));
}

static bool is_false(const json_t *options, const char *name)
{
	return json_is_false(json_object_get(options, name));
}

static ct_nn_causal causal(const json_t *options, const char *name)
{
	return is_true(options, name)    ? CT_NN_CAUSAL_ON
	       : is_false(options, name) ? CT_NN_CAUSAL_OFF
					 : CT_NN_CAUSAL_DETECT;
}

static ct_error call_attention(const ct_module *module, const ct_tensor *const *in,
			       const json_t *json, ct_tensor **outputs, int64_t m)
{
	const ct_nn_attention_options options = {
		.key_padding_mask = in[3],
		.attn_mask = in[4],
		.no_need_weights = is_false(json, "need_weights"),
		.no_average_attn_weights = is_false(json, "average_attn_weights"),
		.is_causal = is_true(json, "is_causal"),
	};

	return ct_nn_MultiheadAttention_forward(module, in[0], in[1], in[2], &options, &outputs[0],
						m > 1 ? &outputs[1] : NULL);
}

static ct_error call_encoder_layer(const ct_module *module, const ct_tensor *const *in,
				   const json_t *json, ct_tensor **outputs)
{
	const ct_nn_encoder_layer_options options = {
		.src_mask = in[1],
		.src_key_padding_mask = in[2],
		.is_causal = is_true(json, "is_causal"),
	};

	return ct_nn_TransformerEncoderLayer_forward(module, in[0], &options, outputs);
}

static ct_error call_decoder_layer(const ct_module *module, const ct_tensor *const *in,
				   const json_t *json, ct_tensor **outputs)
{
	const ct_nn_decoder_layer_options options = {
		.tgt_mask = in[2],
		.memory_mask = in[3],
		.tgt_key_padding_mask = in[4],
		.memory_key_padding_mask = in[5],
		.tgt_is_causal = is_true(json, "tgt_is_causal"),
		.memory_is_causal = is_true(json, "memory_is_causal"),
	};

	return ct_nn_TransformerDecoderLayer_forward(module, in[0], in[1], &options, outputs);
}

static ct_error call_encoder(const ct_module *module, const ct_tensor *const *in,
			     const json_t *json, ct_tensor **outputs)
{
	const ct_nn_encoder_options options = {
		.mask = in[1],
		.src_key_padding_mask = in[2],
		.is_causal = causal(json, "is_causal"),
	};

	return ct_nn_TransformerEncoder_forward(module, in[0], &options, outputs);
}

static ct_error call_decoder(const ct_module *module, const ct_tensor *const *in,
			     const json_t *json, ct_tensor **outputs)
{
	const ct_nn_decoder_options options = {
		.tgt_mask = in[2],
		.memory_mask = in[3],
		.tgt_key_padding_mask = in[4],
		.memory_key_padding_mask = in[5],
		.tgt_is_causal = causal(json, "tgt_is_causal"),
		.memory_is_causal = is_true(json, "memory_is_causal"),
	};

	return ct_nn_TransformerDecoder_forward(module, in[0], in[1], &options, outputs);
}

static ct_error call_transformer(const ct_module *module, const ct_tensor *const *in,
				 const json_t *json, ct_tensor **outputs)
{
	const ct_nn_transformer_options options = {
		.src_mask = in[2],
		.tgt_mask = in[3],
		.memory_mask = in[4],
		.src_key_padding_mask = in[5],
		.tgt_key_padding_mask = in[6],
		.memory_key_padding_mask = in[7],
		.src_is_causal = causal(json, "src_is_causal"),
		.tgt_is_causal = causal(json, "tgt_is_causal"),
		.memory_is_causal = is_true(json, "memory_is_causal"),
	};

	return ct_nn_Transformer_forward(module, in[0], in[1], &options, outputs);
}

/* Options that say which function is meant. */
static ct_error call_adaptive(const ct_module *module, const ct_tensor *const *in,
			      const json_t *json, ct_tensor **outputs, int64_t m)
{
	if (is_true(json, "log_prob"))
		return ct_nn_AdaptiveLogSoftmaxWithLoss_log_prob(module, in[0], outputs);
	if (is_true(json, "predict"))
		return ct_nn_AdaptiveLogSoftmaxWithLoss_predict(module, in[0], outputs);
	return ct_nn_AdaptiveLogSoftmaxWithLoss_forward(module, in[0], in[1], &outputs[0],
							m > 1 ? &outputs[1] : NULL);
}

static ct_packed_sequence packed(const ct_tensor *data, const ct_tensor *const *rest)
{
	return (ct_packed_sequence){ (ct_tensor *)data, (ct_tensor *)rest[0], (ct_tensor *)rest[1],
				     (ct_tensor *)rest[2] };
}

/* With the inputs of the general call; of the packed sequence, the data are an output. */
static ct_error call_packed(const ct_module *module, const char *name, const ct_tensor *const *in,
			    ct_tensor **outputs)
{
	const bool is_lstm = strcmp(name, "LSTM") == 0;
	const ct_packed_sequence x = packed(in[0], in + (is_lstm ? 3 : 2));
	ct_packed_sequence y = { 0 };
	ct_tensor *h = NULL, *c = NULL;

	if (is_lstm)
		CT_TRY(ct_nn_LSTM_forward_packed(module, &x, in[1], in[2], &y, &h, &c));
	else if (strcmp(name, "GRU") == 0)
		CT_TRY(ct_nn_GRU_forward_packed(module, &x, in[1], &y, &h));
	else
		CT_TRY(ct_nn_RNN_forward_packed(module, &x, in[1], &y, &h));
	ck_assert((y.sorted_indices == NULL) == (x.sorted_indices == NULL));
	outputs[0] = y.data;
	outputs[1] = h;
	if (is_lstm)
		outputs[2] = c;
	return NULL;
}

static ct_error call_recurrent(const ct_module *module, const char *name,
			       const ct_tensor *const *in, const json_t *json, ct_tensor **outputs)
{
	if (is_true(json, "packed"))
		return call_packed(module, name, in, outputs);
	if (strcmp(name, "LSTM") == 0)
		return ct_nn_LSTM_forward(module, in[0], in[1], in[2], &outputs[0], &outputs[1],
					  &outputs[2]);
	if (strcmp(name, "GRU") == 0)
		return ct_nn_GRU_forward(module, in[0], in[1], &outputs[0], &outputs[1]);
	if (strcmp(name, "RNN") == 0)
		return ct_nn_RNN_forward(module, in[0], in[1], &outputs[0], &outputs[1]);
	return ct_nn_LSTMCell_forward(module, in[0], in[1], in[2], &outputs[0], &outputs[1]);
}

ct_error typed_call(const ct_module *module, ct_tensor *const *inputs, int64_t n,
		    ct_tensor **outputs, int64_t m, const json_t *options)
{
	const char *name = ct_module_class_of(module)->name;
	const ct_tensor *in[MOST_INPUTS] = { NULL };

	ck_assert(n <= MOST_INPUTS);
	memcpy(in, inputs, (size_t)n * sizeof *in);
	if (strcmp(name, "MultiheadAttention") == 0)
		return call_attention(module, in, options, outputs, m);
	if (strcmp(name, "TransformerEncoderLayer") == 0)
		return call_encoder_layer(module, in, options, outputs);
	if (strcmp(name, "TransformerDecoderLayer") == 0)
		return call_decoder_layer(module, in, options, outputs);
	if (strcmp(name, "TransformerEncoder") == 0)
		return call_encoder(module, in, options, outputs);
	if (strcmp(name, "TransformerDecoder") == 0)
		return call_decoder(module, in, options, outputs);
	if (strcmp(name, "Transformer") == 0)
		return call_transformer(module, in, options, outputs);
	if (strcmp(name, "AdaptiveLogSoftmaxWithLoss") == 0)
		return call_adaptive(module, in, options, outputs, m);
	return call_recurrent(module, name, in, options, outputs);
}
