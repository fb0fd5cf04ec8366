/**
 * @file
 * Calls of modules of torch.nn whose forward function has several results, or arguments that are
 * not tensors. They run the module's hooks, as ct_module_forward_all() does; hooks see only the
 * tensors among the arguments. `module` must be of the class in the function's name; otherwise it
 * is a TypeError.
 *
 *     ct_tensor *y, *h, *c;
 *
 *     CT_TRY(ct_nn_LSTM_forward(lstm, x, NULL, NULL, &y, &h, &c));
 *
 * A result that is NULL is dropped.
 */
#ifndef CTORCH_NN_FORWARD_H
#define CTORCH_NN_FORWARD_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/nn/losses.h>
#include <ctorch/nn/module.h>
#include <ctorch/nn/rnn.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Convolutions ---------------------------------------------------------------------------- */

/**
 * Calls ConvTranspose1d, 2d or 3d with the output's shape (Python's `conv(input, output_size)`). A
 * stride above 1 allows several shapes; a ValueError for any other shape says which.
 *
 * @param output_size  the sizes of the output's spatial dimensions, or all sizes; NULL: the
 *                 smallest
 */
CT_API ct_error ct_nn_ConvTranspose_forward(const ct_module *module, const ct_tensor *input,
					    ct_ints output_size,
					    ct_tensor **result) CT_RETURNS_ERROR;

/* --- Pooling --------------------------------------------------------------------------------- */

/**
 * Calls MaxUnpool1d, 2d or 3d with the output's shape (Python's `unpool(input, indices,
 * output_size)`). Windows that do not fill the input allow several shapes; a ValueError for any
 * other shape says which.
 *
 * @param output_size  the sizes of the output's spatial dimensions, or all sizes; NULL: the
 *                 smallest
 */
CT_API ct_error ct_nn_MaxUnpool_forward(const ct_module *module, const ct_tensor *input,
					const ct_tensor *indices, ct_ints output_size,
					ct_tensor **result) CT_RETURNS_ERROR;

/* --- Losses ---------------------------------------------------------------------------------- */

/**
 * Creates Python's TripletMarginWithDistanceLoss(distance_function=...) with a C function. For a
 * module as distance, or for Python's default, use `CT_NN(TripletMarginWithDistanceLoss, ...)`.
 *
 * On success the module takes over `context`, and calls `release` with it once, when neither the
 * module nor a copy needs it. If several threads call the module, they call the function at the
 * same time. ctorch/nn/losses.h describes the other arguments.
 *
 * @param context  passed to `distance_function`; may be NULL
 * @param release  may be NULL
 */
CT_API ct_error ct_nn_TripletMarginWithDistanceLoss_new(
	ct_nn_distance_function distance_function, void *context CT_KEPT CT_NULLABLE,
	ct_release_function release CT_NULLABLE, double margin, bool swap, ct_reduction reduction,
	ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Fusing, skipping ------------------------------------------------------------------------ */

/** Creates a copy of a convolution that includes a batch normalization after it
 * (torch.nn.utils.fuse_conv_bn_eval()). Both must be in evaluation mode.
 *
 * @param transpose  true for a transposed convolution */
CT_API ct_error ct_nn_utils_fuse_conv_bn_eval(const ct_module *conv, const ct_module *bn,
					      bool transpose, ct_module **result) CT_RETURNS_ERROR;
/** Creates a copy of a linear layer in the same way (torch.nn.utils.fuse_linear_bn_eval()). */
CT_API ct_error ct_nn_utils_fuse_linear_bn_eval(const ct_module *linear, const ct_module *bn,
						ct_module **result) CT_RETURNS_ERROR;

/* --- Recurrent layers ------------------------------------------------------------------------
 *
 * Shapes, where D is 2 with `bidirectional` and 1 otherwise, and H is `hidden_size`, or the
 * `proj_size` of an LSTM that has one:
 *
 *     input    (steps, batch, input_size), with `batch_first` (batch, steps, input_size), or for
 *              one sequence (steps, input_size)
 *     output   the same with D * H in place of input_size
 *     hx       (D * num_layers, batch, H); for one sequence without the batch. NULL: zeros
 *     cx       (D * num_layers, batch, hidden_size) likewise. NULL if hx is
 *     hidden, cell   as hx and cx
 *
 * The `_packed` functions return a packed sequence with the same order of sequences; hx, cx, hidden
 * and cell are in the order of the sequences before packing. The inputs of the general call, for
 * bindings, are data, hx, (cx,) batch_sizes, sorted_indices, unsorted_indices.
 */

/** Calls an RNN (Python's RNN.forward()). */
CT_API ct_error ct_nn_RNN_forward(const ct_module *module, const ct_tensor *input,
				  const ct_tensor *hx CT_NULLABLE, ct_tensor **output CT_NULLABLE,
				  ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;
CT_API ct_error ct_nn_RNN_forward_packed(const ct_module *module, const ct_packed_sequence *input,
					 const ct_tensor *hx CT_NULLABLE,
					 ct_packed_sequence *output CT_NULLABLE,
					 ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;

/** Calls a GRU (Python's GRU.forward()). */
CT_API ct_error ct_nn_GRU_forward(const ct_module *module, const ct_tensor *input,
				  const ct_tensor *hx CT_NULLABLE, ct_tensor **output CT_NULLABLE,
				  ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;
CT_API ct_error ct_nn_GRU_forward_packed(const ct_module *module, const ct_packed_sequence *input,
					 const ct_tensor *hx CT_NULLABLE,
					 ct_packed_sequence *output CT_NULLABLE,
					 ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;

/** Calls an LSTM (Python's LSTM.forward()). */
CT_API ct_error ct_nn_LSTM_forward(const ct_module *module, const ct_tensor *input,
				   const ct_tensor *hx CT_NULLABLE, const ct_tensor *cx CT_NULLABLE,
				   ct_tensor **output CT_NULLABLE, ct_tensor **hidden CT_NULLABLE,
				   ct_tensor **cell CT_NULLABLE) CT_RETURNS_ERROR;
CT_API ct_error ct_nn_LSTM_forward_packed(const ct_module *module, const ct_packed_sequence *input,
					  const ct_tensor *hx CT_NULLABLE,
					  const ct_tensor *cx CT_NULLABLE,
					  ct_packed_sequence *output CT_NULLABLE,
					  ct_tensor **hidden CT_NULLABLE,
					  ct_tensor **cell CT_NULLABLE) CT_RETURNS_ERROR;

/** Calls an RNN, GRU or LSTM with a packed sequence, and states of zeros; returns the output alone. */
CT_API ct_error ct_nn_RNNBase_forward_packed(const ct_module *module,
					     const ct_packed_sequence *input,
					     ct_packed_sequence *output) CT_RETURNS_ERROR;

/** Calls an LSTMCell for one step (Python's LSTMCell.forward()). The input is (batch, input_size)
 * or (input_size); hx, cx, hidden and cell have hidden_size instead. */
CT_API ct_error ct_nn_LSTMCell_forward(const ct_module *module, const ct_tensor *input,
				       const ct_tensor *hx CT_NULLABLE,
				       const ct_tensor *cx CT_NULLABLE,
				       ct_tensor **hidden CT_NULLABLE,
				       ct_tensor **cell CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Embeddings ------------------------------------------------------------------------------ */

/** Options of Python's from_pretrained(); zeros are Python's defaults. */
typedef struct ct_nn_pretrained_options {
	bool no_freeze;             /**< the table is trained */
	const int64_t *padding_idx CT_LENGTH(1); /**< NULL: none */
	const double *max_norm CT_LENGTH(1);     /**< NULL: none */
	double norm_type CT_DEFAULT(2); /**< 0: 2 */
	bool scale_grad_by_freq;
	bool sparse;
	const char *mode CT_DEFAULT("mean"); /**< for an EmbeddingBag; NULL: "mean" */
	bool include_last_offset; /**< for an EmbeddingBag */
} ct_nn_pretrained_options;

/** Creates an Embedding whose table shares the memory of `embeddings`, which has 2 dimensions
 * (Python's Embedding.from_pretrained()). */
CT_API ct_error ct_nn_Embedding_from_pretrained(const ct_tensor *embeddings,
						const ct_nn_pretrained_options *options CT_NULLABLE,
						ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Creates an EmbeddingBag in the same way (Python's EmbeddingBag.from_pretrained()). */
CT_API ct_error ct_nn_EmbeddingBag_from_pretrained(
	const ct_tensor *embeddings, const ct_nn_pretrained_options *options CT_NULLABLE,
	ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Attention ------------------------------------------------------------------------------- */

/**
 * Python's keyword arguments of MultiheadAttention.forward(); zeros are the defaults. A bool mask
 * is true where a key is ignored; a floating-point mask is added to the weights before the softmax.
 */
typedef struct ct_nn_attention_options {
	const ct_tensor *key_padding_mask; /**< (batch, keys) */
	const ct_tensor *attn_mask;   /**< (queries, keys) or (batch * num_heads, queries, keys) */
	bool no_need_weights;         /**< the weights are NULL, and it may be faster */
	bool no_average_attn_weights; /**< return the weights of each head, not their mean */
	bool is_causal;               /**< a hint: `attn_mask`, which is required, is causal */
} ct_nn_attention_options;

/**
 * Calls a MultiheadAttention (Python's MultiheadAttention.forward()). The general call has the
 * inputs query, key, value, key_padding_mask, attn_mask, and the outputs output, weights.
 *
 * As in Python, equal handles are projected together, and self-attention without gradients in
 * evaluation mode may take the fast path, whose last digits may differ.
 *
 * @param query    (queries, batch, embed_dim), with `batch_first` (batch, queries, embed_dim), or
 *                 (queries, embed_dim)
 * @param key      likewise, with kdim
 * @param value    likewise, with vdim
 * @param output   as `query`
 * @param weights  (batch, queries, keys); without `average_attn_weights`, (batch, num_heads,
 *                 queries, keys). NULL drops them, but does not change how `output` is computed
 */
CT_API ct_error ct_nn_MultiheadAttention_forward(
	const ct_module *module, const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_nn_attention_options *options CT_NULLABLE,
	ct_tensor **output CT_NULLABLE,
	ct_tensor **weights CT_NULLABLE CT_LENGTH(1)) CT_RETURNS_ERROR;

/** Sets whether attention and TransformerEncoder's layers may take the fast path, for the process;
 * true by default (torch.backends.mha.set_fastpath_enabled()). */
CT_API void ct_nn_set_fastpath_enabled(bool enabled) CT_NOEXCEPT;
/** Returns whether the fast path may be taken (torch.backends.mha.get_fastpath_enabled()). */
CT_API bool ct_nn_is_fastpath_enabled(void) CT_NOEXCEPT;

/* --- Transformers ----------------------------------------------------------------------------
 *
 * Shapes are as in MultiheadAttention: source and target are (length, batch, d_model), with
 * `batch_first` (batch, length, d_model), or (length, d_model). An attention mask is (queries,
 * keys) or (batch * nhead, queries, keys), a padding mask (batch, keys). Bool masks are true for
 * ignored keys; others are added. The general calls take the tensors in the order of Python's
 * arguments.
 *
 * `activation` of a layer is "relu" or "gelu". For another activation, register a module of this
 * name: `ct_module_add_module(layer, "activation", module, NULL)`.
 *
 * A layer of an encoder or decoder may be a module of your own. The general call passes it the
 * tensors that Python passes, without trailing NULL masks, and without hints.
 */

/** Whether a mask is the causal one: Python's `is_causal` where None is the default. */
typedef int32_t ct_nn_causal;
enum ct_nn_causal_value {
	CT_NN_CAUSAL_DETECT = 0, /**< None: the mask is compared with the causal one */
	CT_NN_CAUSAL_ON = 1,     /**< True */
	CT_NN_CAUSAL_OFF = 2     /**< False */
};

/** Python's keyword arguments of TransformerEncoderLayer.forward(). */
typedef struct ct_nn_encoder_layer_options {
	const ct_tensor *src_mask;
	const ct_tensor *src_key_padding_mask;
	bool is_causal;
} ct_nn_encoder_layer_options;

/** Python's keyword arguments of TransformerDecoderLayer.forward(). */
typedef struct ct_nn_decoder_layer_options {
	const ct_tensor *tgt_mask;
	const ct_tensor *memory_mask;
	const ct_tensor *tgt_key_padding_mask;
	const ct_tensor *memory_key_padding_mask;
	bool tgt_is_causal;
	bool memory_is_causal;
} ct_nn_decoder_layer_options;

/** Python's keyword arguments of TransformerEncoder.forward(). */
typedef struct ct_nn_encoder_options {
	const ct_tensor *mask;
	const ct_tensor *src_key_padding_mask;
	ct_nn_causal is_causal;
} ct_nn_encoder_options;

/** Python's keyword arguments of TransformerDecoder.forward(). */
typedef struct ct_nn_decoder_options {
	const ct_tensor *tgt_mask;
	const ct_tensor *memory_mask;
	const ct_tensor *tgt_key_padding_mask;
	const ct_tensor *memory_key_padding_mask;
	ct_nn_causal tgt_is_causal;
	bool memory_is_causal;
} ct_nn_decoder_options;

/** Python's keyword arguments of Transformer.forward(). */
typedef struct ct_nn_transformer_options {
	const ct_tensor *src_mask;
	const ct_tensor *tgt_mask;
	const ct_tensor *memory_mask;
	const ct_tensor *src_key_padding_mask;
	const ct_tensor *tgt_key_padding_mask;
	const ct_tensor *memory_key_padding_mask;
	ct_nn_causal src_is_causal;
	ct_nn_causal tgt_is_causal;
	bool memory_is_causal;
} ct_nn_transformer_options;

/** Calls a TransformerEncoderLayer (Python's TransformerEncoderLayer.forward()). */
CT_API ct_error ct_nn_TransformerEncoderLayer_forward(const ct_module *module, const ct_tensor *src,
						      const ct_nn_encoder_layer_options *options,
						      ct_tensor **result) CT_RETURNS_ERROR;
/** Calls a TransformerDecoderLayer (Python's TransformerDecoderLayer.forward()). */
CT_API ct_error ct_nn_TransformerDecoderLayer_forward(const ct_module *module, const ct_tensor *tgt,
						      const ct_tensor *memory,
						      const ct_nn_decoder_layer_options *options,
						      ct_tensor **result) CT_RETURNS_ERROR;
/** Calls a TransformerEncoder (Python's TransformerEncoder.forward()). */
CT_API ct_error ct_nn_TransformerEncoder_forward(const ct_module *module, const ct_tensor *src,
						 const ct_nn_encoder_options *options,
						 ct_tensor **result) CT_RETURNS_ERROR;
/** Calls a TransformerDecoder (Python's TransformerDecoder.forward()). */
CT_API ct_error ct_nn_TransformerDecoder_forward(const ct_module *module, const ct_tensor *tgt,
						 const ct_tensor *memory,
						 const ct_nn_decoder_options *options,
						 ct_tensor **result) CT_RETURNS_ERROR;
/** Calls a Transformer (Python's Transformer.forward()). */
CT_API ct_error ct_nn_Transformer_forward(const ct_module *module, const ct_tensor *src,
					  const ct_tensor *tgt,
					  const ct_nn_transformer_options *options,
					  ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Creates a causal mask (size, size): -inf above the diagonal, where a query must not see a later
 * key, and 0 elsewhere (Python's Transformer.generate_square_subsequent_mask()).
 *
 * @param dtype   CT_DTYPE_NONE: the default dtype
 * @param device  CT_DEVICE_NONE: the default device
 */
CT_API ct_error ct_nn_Transformer_generate_square_subsequent_mask(
	int64_t size, ct_dtype dtype, ct_device device, ct_tensor **result) CT_RETURNS_ERROR;

/** Python's keyword arguments of modules that take masks, by Python's names; zeros are the defaults.
 * Which of them a module takes depends on its class; another one is Python's TypeError. */
typedef struct ct_module_forward_masked_options {
	const ct_tensor *attn_mask;               /**< of MultiheadAttention */
	const ct_tensor *key_padding_mask;        /**< of MultiheadAttention */
	const ct_tensor *mask;                    /**< of TransformerEncoder */
	const ct_tensor *src_mask;                /**< of TransformerEncoderLayer and Transformer */
	const ct_tensor *tgt_mask;                /**< of all with a target */
	const ct_tensor *memory_mask;             /**< of all with a target */
	const ct_tensor *src_key_padding_mask;    /**< of encoders, their layers and Transformer */
	const ct_tensor *tgt_key_padding_mask;    /**< of all with a target */
	const ct_tensor *memory_key_padding_mask; /**< of all with a target */
	bool is_causal;        /**< of MultiheadAttention, encoders and their layers */
	bool src_is_causal;    /**< of Transformer */
	bool tgt_is_causal;    /**< of all with a target */
	bool memory_is_causal; /**< of all with a target */
	bool no_need_weights;  /**< of MultiheadAttention: `need_weights=False`; may be faster */
} ct_module_forward_masked_options;

/**
 * Calls a MultiheadAttention, a Transformer, or an encoder, decoder or layer of one, with masks by
 * name. `CT_M_MASKED()` is the same within an expression. If False must differ from None, as for
 * TransformerEncoder's `is_causal`, use the class's own function above.
 *
 * @param inputs  the tensors before the masks: query, key, value; src; tgt, memory; src, tgt
 * @param result  the output; the weights of MultiheadAttention are dropped
 */
CT_API ct_error
ct_module_forward_masked(const ct_module *self, ct_tensors inputs,
			 const ct_module_forward_masked_options *options CT_NULLABLE,
			 ct_tensor **result) CT_RETURNS_ERROR;

/* --- AdaptiveLogSoftmaxWithLoss -------------------------------------------------------------- */

/** Calls an AdaptiveLogSoftmaxWithLoss (Python's AdaptiveLogSoftmaxWithLoss.forward()).
 *
 * @param input   (batch, in_features) or (in_features)
 * @param target  (batch) or no dimension, int64 from 0 to n_classes - 1
 * @param output  the logarithm of the target's probability; shape as `target`
 * @param loss    its negative mean
 */
CT_API ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_forward(
	const ct_module *module, const ct_tensor *input, const ct_tensor *target,
	ct_tensor **output CT_NULLABLE, ct_tensor **loss CT_NULLABLE) CT_RETURNS_ERROR;
/** Returns the log-probability of each class, (batch, n_classes) (Python's
 * AdaptiveLogSoftmaxWithLoss.log_prob()). */
CT_API ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_log_prob(const ct_module *module,
							  const ct_tensor *input,
							  ct_tensor **result) CT_RETURNS_ERROR;
/** Returns the most probable class, (batch), int64 (Python's
 * AdaptiveLogSoftmaxWithLoss.predict()). */
CT_API ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_predict(const ct_module *module,
							 const ct_tensor *input,
							 ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
