/*
 * TransformerEncoderLayer and TransformerDecoderLayer.
 */
#include <string.h>

#include <ctorch/autograd/autograd.h>
#include <ctorch/nn/forward.h>

#include "nn/functional/give.h"
#include "nn/functional/masks.h"
#include "nn/functional/raise.h"
#include "nn/layers/attention.h"
#include "nn/layers/transformer_layer.h"
#include "nn/layers/typed.h"

typedef struct ct_nn_transformer_layer layer;

/* --- making ----------------------------------------------------------------------------------- */

/* What the arguments of both classes have in common. */
struct arguments {
	int64_t d_model, nhead, dim_feedforward;
	double dropout;
	const char *activation;
	double layer_norm_eps;
	bool batch_first, norm_first, bias;
	ct_device device;
	ct_dtype dtype;
};

#define ARGUMENTS_OF(a)                                                                    \
	((struct arguments){ (a)->d_model, (a)->nhead, (a)->dim_feedforward, (a)->dropout, \
			     (a)->activation, (a)->layer_norm_eps, (a)->batch_first,       \
			     (a)->norm_first, (a)->bias, (a)->device, (a)->dtype })

#define ADD_ATTENTION(m, field, a)                                                                \
	CT_LAYER(m, field, MultiheadAttention, (a)->d_model, (a)->nhead, .dropout = (a)->dropout, \
		 .bias = (a)->bias, .batch_first = (a)->batch_first, .device = (a)->device,       \
		 .dtype = (a)->dtype)

#define ADD_LINEAR(m, field, inputs, outputs, a)                                              \
	CT_LAYER(m, field, Linear, inputs, outputs, .bias = (a)->bias, .device = (a)->device, \
		 .dtype = (a)->dtype)

#define ADD_NORM(m, field, a)                                                         \
	CT_LAYER(m, field, LayerNorm, CT_L((a)->d_model), .eps = (a)->layer_norm_eps, \
		 .bias = (a)->bias, .device = (a)->device, .dtype = (a)->dtype)

static void add_feedforward(layer *m, const struct arguments *a)
{
	ADD_LINEAR(m, linear1, a->d_model, a->dim_feedforward, a);
	CT_LAYER(m, dropout, Dropout, a->dropout);
	ADD_LINEAR(m, linear2, a->dim_feedforward, a->d_model, a);
}

static ct_error transformer_layer_finish(layer *m, const struct arguments *a)
{
	const char *activation = a->activation ? a->activation : "None";

	m->norm_first = a->norm_first;
	m->is_gelu = strcmp(activation, "gelu") == 0;
	if (!m->is_gelu && strcmp(activation, "relu") != 0)
		CT_FAIL(CT_ERROR_RUNTIME, "activation should be relu/gelu, not %s", activation);
	return CT_DONE();
}

static ct_error transformer_layer_encoder_init(void *self)
{
	layer *m = self;
	const struct ct_args_nn_TransformerEncoderLayer_ *given = m->head.args;
	const struct arguments all = ARGUMENTS_OF(given), *a = &all;

	ADD_ATTENTION(m, self_attn, a);
	add_feedforward(m, a);
	ADD_NORM(m, norm1, a);
	ADD_NORM(m, norm2, a);
	CT_LAYER(m, dropout1, Dropout, a->dropout);
	CT_LAYER(m, dropout2, Dropout, a->dropout);
	return transformer_layer_finish(m, a);
}

static ct_error transformer_layer_decoder_init(void *self)
{
	layer *m = self;
	const struct ct_args_nn_TransformerDecoderLayer_ *given = m->head.args;
	const struct arguments all = ARGUMENTS_OF(given), *a = &all;

	ADD_ATTENTION(m, self_attn, a);
	ADD_ATTENTION(m, multihead_attn, a);
	add_feedforward(m, a);
	ADD_NORM(m, norm1, a);
	ADD_NORM(m, norm2, a);
	ADD_NORM(m, norm3, a);
	CT_LAYER(m, dropout1, Dropout, a->dropout);
	CT_LAYER(m, dropout2, Dropout, a->dropout);
	CT_LAYER(m, dropout3, Dropout, a->dropout);
	return transformer_layer_finish(m, a);
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* A child of that name comes before the argument. */
static const ct_module *activation_of(const layer *m)
{
	struct ct_part *part = ct_part_find(ct_module_of(m), CT_CHILDREN, "activation");

	return part ? part->object : NULL;
}

static const ct_tensor *activate(const layer *m, const ct_tensor *x)
{
	const ct_module *activation = activation_of(m);

	if (activation)
		return CT_M(activation, x);
	return m->is_gelu ? CT_E(gelu, x) : CT_E(relu, x);
}

static const ct_tensor *feed_forward(const layer *m, const ct_tensor *x, const ct_module *dropout)
{
	x = CT_M(m->dropout, activate(m, CT_M(m->linear1, x)));
	return CT_M(dropout, CT_M(m->linear2, x));
}

struct masks {
	const ct_tensor *attention, *padding;
	bool is_causal;
};

/* A module of another class in place of the attention gets what the general call gives. */
static const ct_tensor *transformer_layer_attend(const ct_module *attention, const ct_tensor *x,
						 const ct_tensor *keys, const struct masks *masks,
						 const ct_module *dropout)
{
	const ct_nn_attention_options options = { .key_padding_mask = masks->padding,
						  .attn_mask = masks->attention,
						  .no_need_weights = true,
						  .is_causal = masks->is_causal };
	ct_tensor *y = NULL;

	if (ct_nn_is_a(attention, &ct_nn_MultiheadAttention_code))
		CT_DO(ct_nn_MultiheadAttention_forward(attention, x, keys, keys, &options, &y,
						       NULL));
	else
		y = CT_M(attention, x, keys, keys, masks->padding, masks->attention);
	return CT_M(dropout, y);
}

/* --- the encoder's fast path ------------------------------------------------------------------ */

/* ORDER FAST: as torch._transformer_encoder_layer_fwd() takes them. */
enum fast_weight {
	QKV_WEIGHT,
	QKV_BIAS,
	OUT_WEIGHT,
	OUT_BIAS,
	NORM1_WEIGHT,
	NORM1_BIAS,
	NORM2_WEIGHT,
	NORM2_BIAS,
	LINEAR1_WEIGHT,
	LINEAR1_BIAS,
	LINEAR2_WEIGHT,
	LINEAR2_BIAS
};

static const struct ct_nn_attention *attention_of(const layer *m)
{
	return ct_nn_is_a(m->self_attn, &ct_nn_MultiheadAttention_code)
		       ? ct_module_data(m->self_attn)
		       : NULL;
}

bool ct_nn_fast_weights(const ct_module *self, const ct_tensor *weights[CT_NN_FAST_WEIGHTS])
{
	const layer *m = ct_module_data(self);
	const struct ct_nn_attention *attention = attention_of(m);
	const ct_module *const children[] = { attention ? attention->out_proj : NULL, m->norm1,
					      m->norm2, m->linear1, m->linear2 };

	if (attention == NULL)
		return false;
	weights[QKV_WEIGHT] = attention->in_proj_weight;
	weights[QKV_BIAS] = attention->in_proj_bias;
	for (int i = 0; i < 5; i++) {
		weights[OUT_WEIGHT + 2 * i] = ct_nn_parameter(children[i], "weight");
		weights[OUT_BIAS + 2 * i] = ct_nn_parameter(children[i], "bias");
	}
	for (int i = 0; i < CT_NN_FAST_WEIGHTS; i++)
		if (weights[i] == NULL)
			return false;
	return true;
}

bool ct_nn_is_recorded(const ct_tensor *x, const ct_tensor *const *weights, int64_t n)
{
	bool any = ct_tensor_requires_grad(x);

	for (int64_t i = 0; i < n; i++)
		any = any || ct_tensor_requires_grad(weights[i]);
	return any && ct_autograd_is_grad_enabled();
}

/* -1 for a module of another class. */
static double transformer_layer_eps_of(const ct_module *norm)
{
	const struct ct_nn_head *head;
	const struct ct_args_nn_LayerNorm_ *args;

	if (!ct_nn_is_a(norm, &ct_nn_LayerNorm_code))
		return -1;
	head = ct_module_data(norm);
	args = head->args;
	return args->eps;
}

/* "relu" or "gelu", or a module that is one of these; NULL: another one. */
static const char *known_activation(const layer *m)
{
	const ct_module *activation = activation_of(m);

	if (activation == NULL)
		return m->is_gelu ? "gelu" : "relu";
	return ct_nn_is_a(activation, &ct_nn_ReLU_code)   ? "relu"
	       : ct_nn_is_a(activation, &ct_nn_GELU_code) ? "gelu"
							  : NULL;
}

static bool has_hooks(const ct_module *self)
{
	if (self == NULL)
		return false;
	if (ct_module_has_hooks(self, CT_HOOK_FORWARD_PRE) ||
	    ct_module_has_hooks(self, CT_HOOK_FORWARD))
		return true;
	for (int64_t i = 0; i < ct_module_child_count(self); i++)
		if (has_hooks(ct_module_child_at(self, i)))
			return true;
	return false;
}

static bool is_fast(const layer *m, const ct_tensor *src, const struct masks *masks)
{
	const struct ct_nn_attention *attention = attention_of(m);

	return attention && ct_nn_is_fastpath_enabled() && ct_tensor_dim(src) == 3 &&
	       !ct_module_is_training(ct_module_of(m)) && attention->args->batch_first &&
	       attention->in_proj_bias && attention->in_proj_weight && known_activation(m) &&
	       transformer_layer_eps_of(m->norm1) >= 0 &&
	       transformer_layer_eps_of(m->norm1) == transformer_layer_eps_of(m->norm2) &&
	       !(ct_tensor_is_nested(src) && (masks->padding || masks->attention)) &&
	       attention->args->num_heads % 2 == 0 && !has_hooks(ct_module_of(m));
}

static bool are_fast(const ct_tensor *src, const ct_tensor *const *weights)
{
	if (!ct_nn_is_fast_device(src) || ct_nn_is_recorded(src, weights, CT_NN_FAST_WEIGHTS))
		return false;
	for (int i = 0; i < CT_NN_FAST_WEIGHTS; i++)
		if (!ct_nn_is_fast_device(weights[i]))
			return false;
	return true;
}

static const ct_tensor *run_fast(const layer *m, const ct_tensor *src, const struct masks *masks,
				 const ct_tensor *const *w)
{
	const struct ct_args_nn_MultiheadAttention_ *a = attention_of(m)->args;
	int64_t type;
	const ct_tensor *mask = ct_nn_merge_masks(masks->attention, masks->padding, src,
						  a->num_heads, &type);

	return CT_E(_transformer_encoder_layer_fwd, src, a->embed_dim, a->num_heads, w[QKV_WEIGHT],
		    w[QKV_BIAS], w[OUT_WEIGHT], w[OUT_BIAS],
		    strcmp(known_activation(m), "gelu") == 0, m->norm_first,
		    transformer_layer_eps_of(m->norm1), w[NORM1_WEIGHT], w[NORM1_BIAS],
		    w[NORM2_WEIGHT], w[NORM2_BIAS], w[LINEAR1_WEIGHT], w[LINEAR1_BIAS],
		    w[LINEAR2_WEIGHT], w[LINEAR2_BIAS], mask, type);
}

const char *ct_nn_reason_against_nesting(const ct_module *self)
{
	const layer *m = ct_module_data(self);
	const struct ct_nn_attention *attention;

	if (!ct_nn_is_a(self, &ct_nn_TransformerEncoderLayer_code) || attention_of(m) == NULL)
		return "encoder_layer was not TransformerEncoderLayer";
	attention = attention_of(m);
	if (m->norm_first)
		return "encoder_layer.norm_first was True";
	if (!attention->args->batch_first)
		return "encoder_layer.self_attn.batch_first was not True"
		       "(use batch_first for better inference performance)";
	if (attention->in_proj_weight == NULL)
		return "encoder_layer.self_attn._qkv_same_embed_dim was not True";
	if (attention->in_proj_bias == NULL)
		return "encoder_layer.self_attn was passed bias=False";
	if (known_activation(m) == NULL)
		return "encoder_layer.activation_relu_or_gelu was not True";
	if (transformer_layer_eps_of(m->norm1) < 0 ||
	    transformer_layer_eps_of(m->norm1) != transformer_layer_eps_of(m->norm2))
		return "encoder_layer.norm1.eps was not equal to encoder_layer.norm2.eps";
	if (attention->args->num_heads % 2 == 1)
		return "encoder_layer.self_attn.num_heads is odd";
	return NULL;
}

bool ct_nn_is_batch_first(const ct_module *self)
{
	const struct ct_nn_attention *attention;

	if (!ct_nn_is_a(self, &ct_nn_TransformerEncoderLayer_code) &&
	    !ct_nn_is_a(self, &ct_nn_TransformerDecoderLayer_code))
		return false;
	attention = attention_of(ct_module_data(self));
	return attention && attention->args->batch_first;
}

/* --- calling an encoder's layer --------------------------------------------------------------- */

static const ct_tensor *transformer_layer_encode(const layer *m, const ct_tensor *x,
						 const struct masks *masks)
{
	if (m->norm_first) {
		const ct_tensor *normed = CT_M(m->norm1, x);

		x = CT_E(
			add, x,
			transformer_layer_attend(m->self_attn, normed, normed, masks, m->dropout1));
		return CT_E(add, x, feed_forward(m, CT_M(m->norm2, x), m->dropout2));
	}
	x = CT_M(m->norm1,
		 CT_E(add, x, transformer_layer_attend(m->self_attn, x, x, masks, m->dropout1)));
	return CT_M(m->norm2, CT_E(add, x, feed_forward(m, x, m->dropout2)));
}

/* Inputs: src, src_mask, src_key_padding_mask. */
static ct_error transformer_layer_run_encoder(void *self, const ct_tensor *const *inputs,
					      int64_t inputs_len, ct_tensor **outputs,
					      int64_t outputs_len, const void *options)
{
	const layer *m = self;
	const ct_nn_encoder_layer_options *given = options;
	const ct_tensor *src = inputs[0], *weights[CT_NN_FAST_WEIGHTS], *y;
	struct masks masks = { inputs_len > 1 ? inputs[1] : NULL, inputs_len > 2 ? inputs[2] : NULL,
			       given && given->is_causal };
	ct_dtype dtype = ct_tensor_dtype(src);

	CT_OWN_SCOPE(NULL);
	if (src == NULL)
		return ct_missing_argument(NULL, 1, "src");
	masks.padding = ct_nn_canonical_mask(masks.padding, "src_key_padding_mask", masks.attention,
					     "src_mask", dtype);
	masks.attention = ct_nn_canonical_mask(masks.attention, "src_mask", NULL, "", dtype);
	CT_TRY(CT_DONE());
	if (is_fast(m, src, &masks) && ct_nn_fast_weights(ct_module_of(m), weights) &&
	    are_fast(src, weights))
		y = run_fast(m, src, &masks, weights);
	else
		y = transformer_layer_encode(m, src, &masks);
	return ct_nn_give(y, outputs_len ? &outputs[0] : NULL);
}

static ct_error transformer_layer_encoder_forward(void *self, const ct_tensor *const *inputs,
						  int64_t inputs_len, ct_tensor **outputs,
						  int64_t outputs_len)
{
	return transformer_layer_run_encoder(self, inputs, inputs_len, outputs, outputs_len, NULL);
}

CT_NN_CLASS(TransformerEncoderLayer, layer, transformer_layer_encoder_init, NULL,
	    .module.forward_all = transformer_layer_encoder_forward, .module.inputs_min = 1,
	    .module.inputs_max = 3, .module.outputs_max = 1);

ct_error ct_nn_TransformerEncoderLayer_forward(const ct_module *module, const ct_tensor *src,
					       const ct_nn_encoder_layer_options *options,
					       ct_tensor **result)
{
	const ct_tensor *const inputs[] = { src, options ? options->src_mask : NULL,
					    options ? options->src_key_padding_mask : NULL };

	CT_TRY(ct_nn_check_class(module, &ct_nn_TransformerEncoderLayer_code, __func__));
	return ct_module_call_with(module, transformer_layer_run_encoder, options, inputs, 3,
				   result, result != NULL);
}

/* --- calling a decoder's layer ---------------------------------------------------------------- */

static const ct_tensor *transformer_layer_decode(const layer *m, const ct_tensor *x,
						 const ct_tensor *memory, const struct masks *own,
						 const struct masks *of_memory)
{
	const ct_tensor *y;

	if (m->norm_first) {
		y = CT_M(m->norm1, x);
		x = CT_E(add, x, transformer_layer_attend(m->self_attn, y, y, own, m->dropout1));
		y = transformer_layer_attend(m->multihead_attn, CT_M(m->norm2, x), memory,
					     of_memory, m->dropout2);
		x = CT_E(add, x, y);
		return CT_E(add, x, feed_forward(m, CT_M(m->norm3, x), m->dropout3));
	}
	x = CT_M(m->norm1,
		 CT_E(add, x, transformer_layer_attend(m->self_attn, x, x, own, m->dropout1)));
	y = transformer_layer_attend(m->multihead_attn, x, memory, of_memory, m->dropout2);
	x = CT_M(m->norm2, CT_E(add, x, y));
	return CT_M(m->norm3, CT_E(add, x, feed_forward(m, x, m->dropout3)));
}

/* Inputs: tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask. */
static ct_error transformer_layer_run_decoder(void *self, const ct_tensor *const *inputs,
					      int64_t inputs_len, ct_tensor **outputs,
					      int64_t outputs_len, const void *options)
{
	const ct_nn_decoder_layer_options *given = options;
	const ct_tensor *in[6] = { NULL };

	CT_OWN_SCOPE(NULL);
	if (inputs_len > 0)
		memcpy(in, inputs, (size_t)inputs_len * sizeof *in);
	if (in[0] == NULL || in[1] == NULL)
		return ct_missing_argument(NULL, in[0] ? 2 : 1, in[0] ? "memory" : "tgt");
	return ct_nn_give(
		transformer_layer_decode(
			self, in[0], in[1],
			&(struct masks){ in[2], in[4], given && given->tgt_is_causal },
			&(struct masks){ in[3], in[5], given && given->memory_is_causal }),
		outputs_len ? &outputs[0] : NULL);
}

static ct_error transformer_layer_decoder_forward(void *self, const ct_tensor *const *inputs,
						  int64_t inputs_len, ct_tensor **outputs,
						  int64_t outputs_len)
{
	return transformer_layer_run_decoder(self, inputs, inputs_len, outputs, outputs_len, NULL);
}

CT_NN_CLASS(TransformerDecoderLayer, layer, transformer_layer_decoder_init, NULL,
	    .module.forward_all = transformer_layer_decoder_forward, .module.inputs_min = 2,
	    .module.inputs_max = 6, .module.outputs_max = 1);

ct_error ct_nn_TransformerDecoderLayer_forward(const ct_module *module, const ct_tensor *tgt,
					       const ct_tensor *memory,
					       const ct_nn_decoder_layer_options *options,
					       ct_tensor **result)
{
	const ct_nn_decoder_layer_options none = { 0 }, *o = options ? options : &none;
	const ct_tensor *const inputs[] = { tgt,
					    memory,
					    o->tgt_mask,
					    o->memory_mask,
					    o->tgt_key_padding_mask,
					    o->memory_key_padding_mask };

	CT_TRY(ct_nn_check_class(module, &ct_nn_TransformerDecoderLayer_code, __func__));
	return ct_module_call_with(module, transformer_layer_run_decoder, options, inputs, 6,
				   result, result != NULL);
}
