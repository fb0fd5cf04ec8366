/**
 * @file
 * Calls of the modules of torch.nn whose forward function has several results, or arguments that
 * are not tensors. They run the module's hooks, as ct_module_forward_all() does, which hooks see
 * the tensors among the arguments. `self` must be a module of the class in the function's name, or
 * it is a TypeError.
 *
 *     ct_tensor *y, *h, *c;
 *
 *     CT_TRY(ct_nn_LSTM_forward(lstm, x, NULL, NULL, &y, &h, &c));
 *
 * A result that is NULL is dropped.
 */
#ifndef CTORCH_NN_CALLS_H
#define CTORCH_NN_CALLS_H

#include <ctorch/error.h>
#include <ctorch/list.h>
#include <ctorch/module.h>
#include <ctorch/nn_losses.h>
#include <ctorch/rnn.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Convolutions ---------------------------------------------------------------------------- */

/**
 * Python's `conv(input, output_size)` for ConvTranspose1d, 2d and 3d: the shape of the output, of
 * which a stride above 1 allows several. A ValueError says which.
 *
 * @param output_size  the sizes of the output's spatial dimensions, or all sizes; NULL: the
 *                 smallest
 */
CT_API ct_error ct_nn_ConvTranspose_forward(const ct_module *module, const ct_tensor *input,
					    ct_ints output_size,
					    ct_tensor **result) CT_RETURNS_ERROR;

/* --- Pooling --------------------------------------------------------------------------------- */

/**
 * Python's `unpool(input, indices, output_size)` for MaxUnpool1d, 2d and 3d: the shape of the
 * output, of which windows that do not fill the input allow several. A ValueError says which.
 *
 * @param output_size  the sizes of the output's spatial dimensions, or all sizes; NULL: the
 *                 smallest
 */
CT_API ct_error ct_nn_MaxUnpool_forward(const ct_module *module, const ct_tensor *input,
					const ct_tensor *indices, ct_ints output_size,
					ct_tensor **result) CT_RETURNS_ERROR;

/* --- Losses ---------------------------------------------------------------------------------- */

/**
 * Python's TripletMarginWithDistanceLoss(distance_function=...), with a C function. For a module as
 * distance, or for Python's default, use `CT_NN(TripletMarginWithDistanceLoss, ...)`.
 *
 * On success the module takes `context` over: `release` is called with it once, when neither the
 * module nor a copy of it needs it any more. Several threads that call the module call the function
 * at once. ctorch/nn_losses.h describes the other arguments.
 *
 * @param context  passed to `distance_function`; may be NULL
 * @param release  may be NULL
 */
CT_API ct_error ct_nn_TripletMarginWithDistanceLoss_new(
	ct_nn_distance_function distance_function, void *context CT_KEPT CT_NULLABLE,
	ct_release_function release CT_NULLABLE, double margin, bool swap, ct_reduction reduction,
	ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Fusing, skipping ------------------------------------------------------------------------ */

/** torch.nn.utils.fuse_conv_bn_eval(): a new module, a copy of the convolution that does what it
 * and the batch normalisation do together. Both must be in evaluation mode.
 *
 * @param transpose  of a transposed convolution */
CT_API ct_error ct_nn_utils_fuse_conv_bn_eval(const ct_module *conv, const ct_module *bn,
					      bool transpose, ct_module **result) CT_RETURNS_ERROR;
/** torch.nn.utils.fuse_linear_bn_eval(), likewise for a linear layer. */
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
 * Those that take a packed sequence return one with the same order of sequences; hx, cx, hidden and
 * cell are in the order that the sequences had before packing. The general call, for bindings, has
 * the inputs data, hx, (cx,) batch_sizes, sorted_indices, unsorted_indices.
 */

/** Python's RNN.forward(). */
CT_API ct_error ct_nn_RNN_forward(const ct_module *module, const ct_tensor *input,
				  const ct_tensor *hx CT_NULLABLE, ct_tensor **output CT_NULLABLE,
				  ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;
CT_API ct_error ct_nn_RNN_forward_packed(const ct_module *module, const ct_packed_sequence *input,
					 const ct_tensor *hx CT_NULLABLE,
					 ct_packed_sequence *output CT_NULLABLE,
					 ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;

/** Python's GRU.forward(). */
CT_API ct_error ct_nn_GRU_forward(const ct_module *module, const ct_tensor *input,
				  const ct_tensor *hx CT_NULLABLE, ct_tensor **output CT_NULLABLE,
				  ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;
CT_API ct_error ct_nn_GRU_forward_packed(const ct_module *module, const ct_packed_sequence *input,
					 const ct_tensor *hx CT_NULLABLE,
					 ct_packed_sequence *output CT_NULLABLE,
					 ct_tensor **hidden CT_NULLABLE) CT_RETURNS_ERROR;

/** Python's LSTM.forward(). */
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

/** Python's LSTMCell.forward(): one step for (batch, input_size) or (input_size); hx, cx, hidden
 * and cell have hidden_size instead. */
CT_API ct_error ct_nn_LSTMCell_forward(const ct_module *module, const ct_tensor *input,
				       const ct_tensor *hx CT_NULLABLE,
				       const ct_tensor *cx CT_NULLABLE,
				       ct_tensor **hidden CT_NULLABLE,
				       ct_tensor **cell CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Embeddings ------------------------------------------------------------------------------ */

/** Options of Python's from_pretrained(); zeros are Python's defaults. */
typedef struct ct_nn_pretrained_options {
	bool no_freeze;             /**< the table learns */
	const int64_t *padding_idx; /**< NULL: none */
	const double *max_norm;     /**< NULL: none */
	double norm_type;           /**< 0: 2 */
	bool scale_grad_by_freq;
	bool sparse;
	const char *mode;         /**< of an EmbeddingBag; NULL: "mean" */
	bool include_last_offset; /**< of an EmbeddingBag */
} ct_nn_pretrained_options;

/** Python's Embedding.from_pretrained(): a new module whose table shares the memory of
 * `embeddings`, of 2 dimensions. */
CT_API ct_error ct_nn_Embedding_from_pretrained(const ct_tensor *embeddings,
						const ct_nn_pretrained_options *options CT_NULLABLE,
						ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;
/** Python's EmbeddingBag.from_pretrained(), likewise. */
CT_API ct_error ct_nn_EmbeddingBag_from_pretrained(
	const ct_tensor *embeddings, const ct_nn_pretrained_options *options CT_NULLABLE,
	ct_module **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Attention ------------------------------------------------------------------------------- */

/**
 * Python's keyword arguments of MultiheadAttention.forward(); zeros are the defaults. A bool mask
 * is true where a key is ignored, one of floating point is added to the weights before the softmax.
 */
typedef struct ct_nn_attention_options {
	const ct_tensor *key_padding_mask; /**< (batch, keys) */
	const ct_tensor *attn_mask;   /**< (queries, keys) or (batch * num_heads, queries, keys) */
	bool no_need_weights;         /**< the weights are NULL, and it may be faster */
	bool no_average_attn_weights; /**< the weights of each head, not their mean */
	bool is_causal;               /**< a hint: `attn_mask`, which is required, is causal */
} ct_nn_attention_options;

/**
 * Python's MultiheadAttention.forward(). The general call has the inputs query, key, value,
 * key_padding_mask, attn_mask, and the outputs output, weights.
 *
 * As in Python, handles that are equal are projected together, and self-attention without gradients
 * in evaluation mode may take another way, the fast path, whose last digits may differ.
 *
 * @param query    (queries, batch, embed_dim), with `batch_first` (batch, queries, embed_dim), or
 *                 (queries, embed_dim)
 * @param key      likewise, with kdim
 * @param value    likewise, with vdim
 * @param output   as `query`
 * @param weights  (batch, queries, keys); without `average_attn_weights`, (batch, num_heads,
 *                 queries, keys). NULL drops them, which does not change how `output` is computed
 */
CT_API ct_error ct_nn_MultiheadAttention_forward(
	const ct_module *module, const ct_tensor *query, const ct_tensor *key,
	const ct_tensor *value, const ct_nn_attention_options *options CT_NULLABLE,
	ct_tensor **output CT_NULLABLE,
	ct_tensor **weights CT_NULLABLE CT_LENGTH(1)) CT_RETURNS_ERROR;

/** torch.backends.mha.set_fastpath_enabled(): whether attention and TransformerEncoder's layers may
 * take the fast path, for the process; they may at first. */
CT_API void ct_nn_set_fastpath_enabled(bool enabled) CT_NOEXCEPT;
/** torch.backends.mha.get_fastpath_enabled() */
CT_API bool ct_nn_is_fastpath_enabled(void) CT_NOEXCEPT;

/* --- Transformers ----------------------------------------------------------------------------
 *
 * Shapes are those of MultiheadAttention: source and target are (length, batch, d_model), with
 * `batch_first` (batch, length, d_model), or (length, d_model). A mask of attention is (queries,
 * keys) or (batch * nhead, queries, keys), one of padding (batch, keys); bool masks are true for
 * what is ignored, others are added. The general calls have the tensors in the order of Python's
 * arguments.
 *
 * `activation` of a layer is "relu" or "gelu". For another one, register a module of that name:
 * `ct_module_add_module(layer, "activation", module, NULL)`.
 *
 * A layer of an encoder or decoder may be a module of your own. It gets the tensors that Python
 * gives it by the general call, without masks that are NULL at the end, and no hints.
 */

/** Python's `is_causal` where None is the default: whether a mask is the causal one. */
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

/** Python's TransformerEncoderLayer.forward(). */
CT_API ct_error ct_nn_TransformerEncoderLayer_forward(const ct_module *module, const ct_tensor *src,
						      const ct_nn_encoder_layer_options *options,
						      ct_tensor **result) CT_RETURNS_ERROR;
/** Python's TransformerDecoderLayer.forward(). */
CT_API ct_error ct_nn_TransformerDecoderLayer_forward(const ct_module *module, const ct_tensor *tgt,
						      const ct_tensor *memory,
						      const ct_nn_decoder_layer_options *options,
						      ct_tensor **result) CT_RETURNS_ERROR;
/** Python's TransformerEncoder.forward(). */
CT_API ct_error ct_nn_TransformerEncoder_forward(const ct_module *module, const ct_tensor *src,
						 const ct_nn_encoder_options *options,
						 ct_tensor **result) CT_RETURNS_ERROR;
/** Python's TransformerDecoder.forward(). */
CT_API ct_error ct_nn_TransformerDecoder_forward(const ct_module *module, const ct_tensor *tgt,
						 const ct_tensor *memory,
						 const ct_nn_decoder_options *options,
						 ct_tensor **result) CT_RETURNS_ERROR;
/** Python's Transformer.forward(). */
CT_API ct_error ct_nn_Transformer_forward(const ct_module *module, const ct_tensor *src,
					  const ct_tensor *tgt,
					  const ct_nn_transformer_options *options,
					  ct_tensor **result) CT_RETURNS_ERROR;

/**
 * Python's Transformer.generate_square_subsequent_mask(): (sz, sz), -inf above the diagonal, where
 * a query must not see a later key, and 0 elsewhere.
 *
 * @param dtype   CT_DTYPE_NONE: the default dtype
 * @param device  CT_DEVICE_NONE: the default device
 */
CT_API ct_error ct_nn_Transformer_generate_square_subsequent_mask(
	int64_t size, ct_dtype dtype, ct_device device, ct_tensor **result) CT_RETURNS_ERROR;

/* --- AdaptiveLogSoftmaxWithLoss -------------------------------------------------------------- */

/** Python's AdaptiveLogSoftmaxWithLoss.forward().
 *
 * @param input   (batch, in_features) or (in_features)
 * @param target  (batch) or no dimension, int64 from 0 to n_classes - 1
 * @param output  as `target`: the logarithm of the target's probability
 * @param loss    its negative mean
 */
CT_API ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_forward(
	const ct_module *module, const ct_tensor *input, const ct_tensor *target,
	ct_tensor **output CT_NULLABLE, ct_tensor **loss CT_NULLABLE) CT_RETURNS_ERROR;
/** Python's AdaptiveLogSoftmaxWithLoss.log_prob(): (batch, n_classes), of each class. */
CT_API ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_log_prob(const ct_module *module,
							  const ct_tensor *input,
							  ct_tensor **result) CT_RETURNS_ERROR;
/** Python's AdaptiveLogSoftmaxWithLoss.predict(): (batch), int64, the most probable class. */
CT_API ct_error ct_nn_AdaptiveLogSoftmaxWithLoss_predict(const ct_module *module,
							 const ct_tensor *input,
							 ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
