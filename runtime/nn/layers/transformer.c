/*
 * TransformerEncoder, TransformerDecoder and Transformer.
 */
#include <stdio.h>
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/nn/forward.h>
#include <ctorch/tensor/element.h>

#include "core/base/name_of.h"
#include "core/base/warn.h"
#include "nn/functional/give.h"
#include "nn/functional/masks.h"
#include "nn/functional/raise.h"
#include "nn/layers/transformer_layer.h"
#include "nn/layers/typed.h"
#include "tensor/tensor/sizes.h"

/* --- a stack of layers ------------------------------------------------------------------------ */

struct stack {
	struct ct_nn_head head;
	ct_module *layers; /* a ModuleList */
	ct_module *norm;   /* NULL: none */
	bool uses_nested;  /* of an encoder: `enable_nested_tensor`, and the layers can */
};

/* Deep copies. */
static ct_error clone(const ct_module *layer, int64_t n, ct_module *list)
{
	for (int64_t i = 0; i < n; i++) {
		ct_module *copy;

		CT_TRY(ct_module_deepcopy(layer, &copy));
		CT_TRY(ct_nn_add_child(list, i, copy));
	}
	return NULL;
}

/* Python keeps copies of the layer only, so its weights need not stay for the arguments' sake. */
static void forget(const ct_module **argument)
{
	ct_module_free_unscoped((ct_module *)*argument);
	*argument = NULL;
}

static ct_error stack_init(struct stack *m, const ct_module *layer, int64_t n,
			   const ct_module *norm)
{
	CT_LAYER(m, layers, ModuleList);
	CT_DO(clone(layer, n, m->layers));
	if (norm)
		CT_CHILD(m, norm, (ct_module *)norm);
	return CT_DONE();
}

static void warn_of_nesting(const char *why)
{
	char text[256];

	snprintf(text, sizeof text,
		 "enable_nested_tensor is True, but self.use_nested_tensor is False because %s",
		 why);
	ct_warn(text);
}

static ct_error transformer_encoder_init(void *self)
{
	struct stack *m = self;
	struct ct_args_nn_TransformerEncoder_ *a = (void *)m->head.args;
	const char *why = ct_nn_reason_against_nesting(a->encoder_layer);

	CT_TRY(stack_init(m, a->encoder_layer, a->num_layers, a->norm));
	m->uses_nested = a->enable_nested_tensor && why == NULL;
	if (a->enable_nested_tensor && why)
		warn_of_nesting(why);
	forget(&a->encoder_layer);
	return NULL;
}

static ct_error transformer_decoder_init(void *self)
{
	struct stack *m = self;
	struct ct_args_nn_TransformerDecoder_ *a = (void *)m->head.args;

	CT_TRY(stack_init(m, a->decoder_layer, a->num_layers, a->norm));
	forget(&a->decoder_layer);
	return NULL;
}

/* As Python's self.layers[0]. */
static ct_error first_of(const struct stack *m, ct_module **first)
{
	*first = ct_module_child_at(m->layers, 0);
	return *first ? NULL : CT_RAISED(CT_ERROR_INDEX, "index 0 is out of range");
}

/* Calls the user's own layer or stack with the arguments that Python passes, without None at the
 * end. */
static const ct_tensor *call_other(const ct_module *module, const ct_tensor *const *inputs,
				   int64_t n)
{
	ct_tensor *y = NULL;

	while (n > 0 && inputs[n - 1] == NULL)
		n--;
	CT_DO(ct_module_forward_all(module, CT_TENSORS_OF(inputs, n), &y, 1));
	return y;
}

/* The last step. `y` may be the input, which is the caller's. */
static ct_error transformer_finish(const struct stack *m, const ct_tensor *x, const ct_tensor *y,
				   ct_tensor **outputs, int64_t outputs_len)
{
	if (m->norm)
		y = CT_M(m->norm, y);
	else if (y == x)
		y = CT_F(ct_nn_again, y);
	return ct_nn_give(y, outputs_len ? &outputs[0] : NULL);
}

/* --- causal masks ----------------------------------------------------------------------------- */

/* CT_NO_INT: not known, since the tensor is nested. */
static int64_t length_of(const ct_tensor *x, bool batch_first)
{
	if (ct_tensor_is_nested(x))
		return CT_NO_INT;
	return ct_size_of(x, ct_tensor_dim(x) != 2 && batch_first ? 1 : 0);
}

/* Whether the mask is the causal one for this length. */
static bool is_causal_mask(const ct_tensor *mask, ct_nn_causal hint, int64_t length)
{
	const int64_t n = length == CT_NO_INT ? ct_size_of(mask, -2) : length;
	const ct_tensor *causal;

	if (hint != CT_NN_CAUSAL_DETECT || mask == NULL)
		return hint == CT_NN_CAUSAL_ON;
	causal = ct_nn_causal_mask(n, ct_tensor_dtype(mask), ct_tensor_device(mask));
	if (causal == NULL || !ct_same_sizes(mask, causal))
		return false;
	return CT_ITEM(CT_E(all, CT_E(eq_Tensor, mask, causal))) != 0;
}

/* --- the encoder ------------------------------------------------------------------------------ */

static bool is_left_aligned(const ct_tensor *src, const ct_tensor *keep)
{
	bool is = false;

	CT_DO(ct__nested_tensor_from_mask_left_aligned(src, keep, &is));
	return is;
}

/* Whether padding is cut off, so that the layers get a nested tensor; all layers but the first are
 * expected to be as the first one. */
static bool nests(const struct stack *m, const ct_module *first, const ct_tensor *src,
		  const ct_tensor *mask, const ct_tensor *padding)
{
	const struct ct_args_nn_TransformerEncoder_ *a = m->head.args;
	const ct_tensor *weights[CT_NN_FAST_WEIGHTS];

	if (!ct_nn_is_fastpath_enabled() || !m->uses_nested ||
	    !ct_nn_is_a(first, &ct_nn_TransformerEncoderLayer_code) ||
	    ct_module_is_training(first) || ct_tensor_dim(src) != 3 || padding == NULL)
		return false;
	if (a->mask_check && !is_left_aligned(src, CT_E(logical_not, padding)))
		return false;
	if (ct_expression_failed() || ct_tensor_is_nested(src) || mask)
		return false;
	return ct_nn_fast_weights(first, weights) && ct_nn_is_fast_device(src) &&
	       !ct_nn_is_recorded(src, weights, CT_NN_FAST_WEIGHTS);
}

static const ct_tensor *transformer_encode(const ct_module *module, const ct_tensor *x,
					   const ct_nn_encoder_layer_options *options)
{
	const ct_tensor *const inputs[] = { x, options->src_mask, options->src_key_padding_mask };
	ct_tensor *y = NULL;

	if (!ct_nn_is_a(module, &ct_nn_TransformerEncoderLayer_code))
		return call_other(module, inputs, 3);
	CT_DO(ct_nn_TransformerEncoderLayer_forward(module, x, options, &y));
	return y;
}

static ct_error run_layers(const struct stack *m, const ct_tensor *src, const ct_tensor *mask,
			   const ct_tensor *padding, ct_nn_causal hint, const ct_tensor **result)
{
	ct_nn_encoder_layer_options options = { .src_mask = mask, .src_key_padding_mask = padding };
	const ct_tensor *x = src;
	ct_module *first;
	bool is_nested;

	CT_TRY(first_of(m, &first));
	is_nested = nests(m, first, src, mask, padding);
	if (is_nested) {
		x = CT_E(_nested_tensor_from_mask, x, CT_E(logical_not, padding), false);
		options.src_key_padding_mask = NULL;
	}
	options.is_causal = is_causal_mask(mask, hint, length_of(src, ct_nn_is_batch_first(first)));
	for (int64_t i = 0; i < ct_module_child_count(m->layers); i++)
		x = transformer_encode(ct_module_child_at(m->layers, i), x, &options);
	if (is_nested)
		x = CT_E(to_padded_tensor, x, 0, ct_sizes_of(src));
	*result = x;
	return CT_DONE();
}

/* Inputs: src, mask, src_key_padding_mask. */
static ct_error transformer_run_encoder(void *self, const ct_tensor *const *inputs,
					int64_t inputs_len, ct_tensor **outputs,
					int64_t outputs_len, const void *options)
{
	const struct stack *m = self;
	const ct_nn_encoder_options *given = options;
	const ct_tensor *src = inputs[0], *y;
	const ct_tensor *mask = inputs_len > 1 ? inputs[1] : NULL;
	const ct_tensor *padding = inputs_len > 2 ? inputs[2] : NULL;
	const ct_dtype dtype = ct_tensor_dtype(src);

	CT_OWN_SCOPE(NULL);
	if (src == NULL)
		return ct_missing_argument(NULL, 1, "src");
	padding = ct_nn_canonical_mask(padding, "src_key_padding_mask", mask, "mask", dtype);
	mask = ct_nn_canonical_mask(mask, "mask", NULL, "", dtype);
	CT_TRY(CT_DONE());
	CT_TRY(run_layers(m, src, mask, padding, given ? given->is_causal : CT_NN_CAUSAL_DETECT,
			  &y));
	return transformer_finish(m, src, y, outputs, outputs_len);
}

static ct_error transformer_encoder_forward(void *self, const ct_tensor *const *inputs,
					    int64_t inputs_len, ct_tensor **outputs,
					    int64_t outputs_len)
{
	return transformer_run_encoder(self, inputs, inputs_len, outputs, outputs_len, NULL);
}

CT_NN_CLASS(TransformerEncoder, struct stack, transformer_encoder_init, NULL,
	    .module.forward_all = transformer_encoder_forward, .module.inputs_min = 1,
	    .module.inputs_max = 3, .module.outputs_max = 1);

ct_error ct_nn_TransformerEncoder_forward(const ct_module *module, const ct_tensor *src,
					  const ct_nn_encoder_options *options, ct_tensor **result)
{
	const ct_tensor *const inputs[] = { src, options ? options->mask : NULL,
					    options ? options->src_key_padding_mask : NULL };

	CT_TRY(ct_nn_check_class(module, &ct_nn_TransformerEncoder_code, __func__));
	return ct_module_call_with(module, transformer_run_encoder, options, inputs, 3, result,
				   result != NULL);
}

/* --- the decoder ------------------------------------------------------------------------------ */

/* ORDER DECODER: the inputs of the decoder and of its layers. */
enum { TGT, MEMORY, TGT_MASK, MEMORY_MASK, TGT_PADDING, MEMORY_PADDING, DECODER_INPUTS };

static const ct_tensor *transformer_decode(const ct_module *module, const ct_tensor *const *in,
					   bool tgt_is_causal, bool memory_is_causal)
{
	const ct_nn_decoder_layer_options options = { in[TGT_MASK],    in[MEMORY_MASK],
						      in[TGT_PADDING], in[MEMORY_PADDING],
						      tgt_is_causal,   memory_is_causal };
	ct_tensor *y = NULL;

	if (!ct_nn_is_a(module, &ct_nn_TransformerDecoderLayer_code))
		return call_other(module, in, DECODER_INPUTS);
	CT_DO(ct_nn_TransformerDecoderLayer_forward(module, in[TGT], in[MEMORY], &options, &y));
	return y;
}

static ct_error transformer_run_decoder(void *self, const ct_tensor *const *inputs,
					int64_t inputs_len, ct_tensor **outputs,
					int64_t outputs_len, const void *options)
{
	const struct stack *m = self;
	const ct_nn_decoder_options none = { 0 }, *o = options ? options : &none;
	const ct_tensor *in[DECODER_INPUTS] = { NULL };
	ct_module *first;
	bool is_causal;

	CT_OWN_SCOPE(NULL);
	if (inputs_len > 0)
		memcpy(in, inputs, (size_t)inputs_len * sizeof *in);
	if (in[TGT] == NULL || in[MEMORY] == NULL)
		return ct_missing_argument(NULL, in[TGT] ? 2 : 1, in[TGT] ? "memory" : "tgt");
	CT_TRY(first_of(m, &first));
	is_causal = is_causal_mask(in[TGT_MASK], o->tgt_is_causal,
				   length_of(in[TGT], ct_nn_is_batch_first(first)));
	for (int64_t i = 0; i < ct_module_child_count(m->layers); i++)
		in[TGT] = transformer_decode(ct_module_child_at(m->layers, i), in, is_causal,
					     o->memory_is_causal);
	return transformer_finish(m, inputs[TGT], in[TGT], outputs, outputs_len);
}

static ct_error transformer_decoder_forward(void *self, const ct_tensor *const *inputs,
					    int64_t inputs_len, ct_tensor **outputs,
					    int64_t outputs_len)
{
	return transformer_run_decoder(self, inputs, inputs_len, outputs, outputs_len, NULL);
}

CT_NN_CLASS(TransformerDecoder, struct stack, transformer_decoder_init, NULL,
	    .module.forward_all = transformer_decoder_forward, .module.inputs_min = 2,
	    .module.inputs_max = DECODER_INPUTS, .module.outputs_max = 1);

ct_error ct_nn_TransformerDecoder_forward(const ct_module *module, const ct_tensor *tgt,
					  const ct_tensor *memory,
					  const ct_nn_decoder_options *options, ct_tensor **result)
{
	const ct_nn_decoder_options none = { 0 }, *o = options ? options : &none;
	const ct_tensor *const inputs[DECODER_INPUTS] = { tgt,
							  memory,
							  o->tgt_mask,
							  o->memory_mask,
							  o->tgt_key_padding_mask,
							  o->memory_key_padding_mask };

	CT_TRY(ct_nn_check_class(module, &ct_nn_TransformerDecoder_code, __func__));
	return ct_module_call_with(module, transformer_run_decoder, options, inputs, DECODER_INPUTS,
				   result, result != NULL);
}

/* --- Transformer ------------------------------------------------------------------------------ */

struct transformer {
	CT_NN_HEAD(Transformer);
	ct_module *encoder, *decoder;
};

#define NEW_LAYER(class_name, a)                                                                  \
	CT_NN(class_name, (a)->d_model, (a)->nhead, (a)->dim_feedforward, (a)->dropout,           \
	      (a)->activation, (a)->layer_norm_eps, (a)->batch_first, (a)->norm_first, (a)->bias, \
	      (a)->device, (a)->dtype)

static ct_module *new_norm(const struct ct_args_nn_Transformer_ *a)
{
	return CT_NN(LayerNorm, CT_L(a->d_model), .eps = a->layer_norm_eps, .bias = a->bias,
		     .device = a->device, .dtype = a->dtype);
}

static ct_module *new_encoder(const struct ct_args_nn_Transformer_ *a)
{
	const ct_module *layer, *norm;

	if (a->custom_encoder)
		return (ct_module *)a->custom_encoder;
	layer = NEW_LAYER(TransformerEncoderLayer, a);
	norm = new_norm(a);
	return CT_NN(TransformerEncoder, layer, a->num_encoder_layers, norm);
}

static ct_module *new_decoder(const struct ct_args_nn_Transformer_ *a)
{
	const ct_module *layer, *norm;

	if (a->custom_decoder)
		return (ct_module *)a->custom_decoder;
	layer = NEW_LAYER(TransformerDecoderLayer, a);
	norm = new_norm(a);
	return CT_NN(TransformerDecoder, layer, a->num_decoder_layers, norm);
}

static ct_error transformer_init(void *self)
{
	struct transformer *m = self;

	CT_CHILD(m, encoder, new_encoder(m->args));
	CT_CHILD(m, decoder, new_decoder(m->args));
	CT_EACH_PARAMETER(ct_module_of(m), p)
	if (ct_tensor_dim(p->tensor) > 1)
		CT_E(nn_init_xavier_uniform_, p->tensor);
	return CT_DONE();
}

/* ORDER TRANSFORMER: the inputs. */
enum {
	SRC,
	TARGET,
	SRC_MASK,
	TARGET_MASK,
	MEM_MASK,
	SRC_PADDING,
	TARGET_PADDING,
	MEM_PADDING,
	TRANSFORMER_INPUTS
};

static ct_error transformer_check_sizes(const struct transformer *m, const ct_tensor *src,
					const ct_tensor *tgt)
{
	const int64_t batch = m->args->batch_first ? 0 : 1;

	if (ct_tensor_dim(src) == 3 && ct_size_of(src, batch) != ct_size_of(tgt, batch))
		CT_NN_RAISE(CT_ERROR_RUNTIME, "the batch number of src and tgt must be equal");
	if (ct_size_of(src, -1) != m->args->d_model || ct_size_of(tgt, -1) != m->args->d_model)
		CT_NN_RAISE(CT_ERROR_RUNTIME,
			    "the feature number of src and tgt must be equal to d_model");
	return NULL;
}

static const ct_tensor *call_encoder(const ct_module *encoder, const ct_tensor *const *in,
				     ct_nn_causal is_causal)
{
	const ct_nn_encoder_options options = { in[SRC_MASK], in[SRC_PADDING], is_causal };
	const ct_tensor *const inputs[] = { in[SRC], in[SRC_MASK], in[SRC_PADDING] };
	ct_tensor *y = NULL;

	if (!ct_nn_is_a(encoder, &ct_nn_TransformerEncoder_code))
		return call_other(encoder, inputs, 3);
	CT_DO(ct_nn_TransformerEncoder_forward(encoder, in[SRC], &options, &y));
	return y;
}

static const ct_tensor *call_decoder(const ct_module *decoder, const ct_tensor *const *in,
				     const ct_tensor *memory, const ct_nn_transformer_options *o)
{
	const ct_nn_decoder_options options = { in[TARGET_MASK],    in[MEM_MASK],
						in[TARGET_PADDING], in[MEM_PADDING],
						o->tgt_is_causal,   o->memory_is_causal };
	const ct_tensor *const inputs[] = { in[TARGET],         memory,
					    in[TARGET_MASK],    in[MEM_MASK],
					    in[TARGET_PADDING], in[MEM_PADDING] };
	ct_tensor *y = NULL;

	if (!ct_nn_is_a(decoder, &ct_nn_TransformerDecoder_code))
		return call_other(decoder, inputs, DECODER_INPUTS);
	CT_DO(ct_nn_TransformerDecoder_forward(decoder, in[TARGET], memory, &options, &y));
	return y;
}

static ct_error run_transformer(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				ct_tensor **outputs, int64_t outputs_len, const void *options)
{
	const struct transformer *m = self;
	const ct_nn_transformer_options none = { 0 }, *o = options ? options : &none;
	const ct_tensor *in[TRANSFORMER_INPUTS] = { NULL }, *memory;

	CT_OWN_SCOPE(NULL);
	if (inputs_len > 0)
		memcpy(in, inputs, (size_t)inputs_len * sizeof *in);
	if (in[SRC] == NULL || in[TARGET] == NULL)
		return ct_missing_argument(NULL, in[SRC] ? 2 : 1, in[SRC] ? "tgt" : "src");
	CT_TRY(transformer_check_sizes(m, in[SRC], in[TARGET]));
	memory = call_encoder(m->encoder, in, o->src_is_causal);
	return ct_nn_give(call_decoder(m->decoder, in, memory, o),
			  outputs_len ? &outputs[0] : NULL);
}

static ct_error transformer_forward(void *self, const ct_tensor *const *inputs, int64_t inputs_len,
				    ct_tensor **outputs, int64_t outputs_len)
{
	return run_transformer(self, inputs, inputs_len, outputs, outputs_len, NULL);
}

CT_NN_CLASS(Transformer, struct transformer, transformer_init, NULL,
	    .module.forward_all = transformer_forward, .module.inputs_min = 2,
	    .module.inputs_max = TRANSFORMER_INPUTS, .module.outputs_max = 1);

ct_error ct_nn_Transformer_forward(const ct_module *module, const ct_tensor *src,
				   const ct_tensor *tgt, const ct_nn_transformer_options *options,
				   ct_tensor **result)
{
	const ct_nn_transformer_options none = { 0 }, *o = options ? options : &none;
	const ct_tensor *const inputs[TRANSFORMER_INPUTS] = {
		src,
		tgt,
		o->src_mask,
		o->tgt_mask,
		o->memory_mask,
		o->src_key_padding_mask,
		o->tgt_key_padding_mask,
		o->memory_key_padding_mask,
	};

	CT_TRY(ct_nn_check_class(module, &ct_nn_Transformer_code, __func__));
	return ct_module_call_with(module, run_transformer, options, inputs, TRANSFORMER_INPUTS,
				   result, result != NULL);
}
