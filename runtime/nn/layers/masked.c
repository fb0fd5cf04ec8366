/*
 * Calls of modules with masks by the names of Python's arguments.
 */
#include <stddef.h>
#include <string.h>

#include <ctorch/nn/forward.h>

#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "module/module.h"
#include "nn/layers/typed.h"

typedef ct_module_forward_masked_options given_masks;

/* --- the classes ------------------------------------------------------------------------------ */

static ct_error forward_attention(const ct_module *self, ct_tensor *const *in, const given_masks *o,
				  ct_tensor **result)
{
	const ct_nn_attention_options options = {
		.key_padding_mask = o->key_padding_mask,
		.attn_mask = o->attn_mask,
		.is_causal = o->is_causal,
		.no_need_weights = o->no_need_weights,
	};

	return ct_nn_MultiheadAttention_forward(self, in[0], in[1], in[2], &options, result, NULL);
}

static ct_error forward_encoder_layer(const ct_module *self, ct_tensor *const *in,
				      const given_masks *o, ct_tensor **result)
{
	const ct_nn_encoder_layer_options options = { o->src_mask, o->src_key_padding_mask,
						      o->is_causal };

	return ct_nn_TransformerEncoderLayer_forward(self, in[0], &options, result);
}

static ct_error forward_decoder_layer(const ct_module *self, ct_tensor *const *in,
				      const given_masks *o, ct_tensor **result)
{
	const ct_nn_decoder_layer_options options = {
		.tgt_mask = o->tgt_mask,
		.memory_mask = o->memory_mask,
		.tgt_key_padding_mask = o->tgt_key_padding_mask,
		.memory_key_padding_mask = o->memory_key_padding_mask,
		.tgt_is_causal = o->tgt_is_causal,
		.memory_is_causal = o->memory_is_causal,
	};

	return ct_nn_TransformerDecoderLayer_forward(self, in[0], in[1], &options, result);
}

static ct_nn_causal causal(bool is_causal)
{
	return is_causal ? CT_NN_CAUSAL_ON : CT_NN_CAUSAL_DETECT;
}

static ct_error forward_encoder(const ct_module *self, ct_tensor *const *in, const given_masks *o,
				ct_tensor **result)
{
	const ct_nn_encoder_options options = { o->mask, o->src_key_padding_mask,
						causal(o->is_causal) };

	return ct_nn_TransformerEncoder_forward(self, in[0], &options, result);
}

static ct_error forward_decoder(const ct_module *self, ct_tensor *const *in, const given_masks *o,
				ct_tensor **result)
{
	const ct_nn_decoder_options options = {
		.tgt_mask = o->tgt_mask,
		.memory_mask = o->memory_mask,
		.tgt_key_padding_mask = o->tgt_key_padding_mask,
		.memory_key_padding_mask = o->memory_key_padding_mask,
		.tgt_is_causal = causal(o->tgt_is_causal),
		.memory_is_causal = o->memory_is_causal,
	};

	return ct_nn_TransformerDecoder_forward(self, in[0], in[1], &options, result);
}

static ct_error forward_transformer(const ct_module *self, ct_tensor *const *in,
				    const given_masks *o, ct_tensor **result)
{
	const ct_nn_transformer_options options = {
		.src_mask = o->src_mask,
		.tgt_mask = o->tgt_mask,
		.memory_mask = o->memory_mask,
		.src_key_padding_mask = o->src_key_padding_mask,
		.tgt_key_padding_mask = o->tgt_key_padding_mask,
		.memory_key_padding_mask = o->memory_key_padding_mask,
		.src_is_causal = causal(o->src_is_causal),
		.tgt_is_causal = causal(o->tgt_is_causal),
		.memory_is_causal = o->memory_is_causal,
	};

	return ct_nn_Transformer_forward(self, in[0], in[1], &options, result);
}

/* Which classes know a name, in `keywords`. */
enum class_bit { ATTENTION = 1, ENCODER_LAYER = 2, ENCODER = 4, DECODERS = 8, TRANSFORMER = 16 };

static const struct masked_class {
	const struct ct_nn_code *code;
	enum class_bit bit;
	int inputs;
	ct_error (*call)(const ct_module *self, ct_tensor *const *in, const given_masks *o,
			 ct_tensor **result);
} classes[] = {
	{ &ct_nn_MultiheadAttention_code, ATTENTION, 3, forward_attention },
	{ &ct_nn_TransformerEncoderLayer_code, ENCODER_LAYER, 1, forward_encoder_layer },
	{ &ct_nn_TransformerEncoder_code, ENCODER, 1, forward_encoder },
	{ &ct_nn_TransformerDecoderLayer_code, DECODERS, 2, forward_decoder_layer },
	{ &ct_nn_TransformerDecoder_code, DECODERS, 2, forward_decoder },
	{ &ct_nn_Transformer_code, TRANSFORMER, 2, forward_transformer },
};

/* --- the names -------------------------------------------------------------------------------- */

#define MASK(name) #name, offsetof(given_masks, name), sizeof(const ct_tensor *)
#define HINT(name) #name, offsetof(given_masks, name), sizeof(bool)
#define WITH_TARGET (DECODERS | TRANSFORMER)

/* ORDER MASKS: the fields of the options, each once. */
static const struct keyword {
	const char *name;
	size_t at, size;
	int classes;
} keywords[] = {
	{ MASK(attn_mask), ATTENTION },
	{ MASK(key_padding_mask), ATTENTION },
	{ MASK(mask), ENCODER },
	{ MASK(src_mask), ENCODER_LAYER | TRANSFORMER },
	{ MASK(tgt_mask), WITH_TARGET },
	{ MASK(memory_mask), WITH_TARGET },
	{ MASK(src_key_padding_mask), ENCODER_LAYER | ENCODER | TRANSFORMER },
	{ MASK(tgt_key_padding_mask), WITH_TARGET },
	{ MASK(memory_key_padding_mask), WITH_TARGET },
	{ HINT(is_causal), ATTENTION | ENCODER_LAYER | ENCODER },
	{ HINT(src_is_causal), TRANSFORMER },
	{ HINT(tgt_is_causal), WITH_TARGET },
	{ HINT(memory_is_causal), WITH_TARGET },
	{ "need_weights", offsetof(given_masks, no_need_weights), sizeof(bool), ATTENTION },
};

static bool is_given(const given_masks *options, const struct keyword *keyword)
{
	static const char zeros[sizeof(const ct_tensor *)];

	return memcmp((const char *)options + keyword->at, zeros, keyword->size) != 0;
}

/* In Python's words. */
static ct_error check_names(const struct masked_class *of, const given_masks *options)
{
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (!(keywords[i].classes & (int)of->bit) && is_given(options, &keywords[i]))
			return ct_error_new(CT_ERROR_TYPE, NULL,
					    "%s.forward() got an unexpected keyword argument '%s'",
					    of->code->module.name, keywords[i].name);
	return NULL;
}

/* --- the call --------------------------------------------------------------------------------- */

static ct_error find_class(const ct_module *self, const struct masked_class **result)
{
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		if (!ct_nn_is_a(self, classes[i].code))
			continue;
		*result = &classes[i];
		return NULL;
	}
	return ct_error_new(
		CT_ERROR_TYPE, CT_NAME_OF(ct_module_forward_masked),
		"%s takes no masks by name (MultiheadAttention, Transformer, and encoders, "
		"decoders and layers of it do); pass them as inputs: CT_M(module, x, mask)",
		self->klass->name);
}

ct_error ct_module_forward_masked(const ct_module *self, ct_tensors inputs,
				  const ct_module_forward_masked_options *options,
				  ct_tensor **result)
{
	const given_masks none = { 0 };
	const struct masked_class *of = NULL;

	CT_TRY(ct_module_check(self, __func__, 1, "self"));
	CT_TRY(find_class(self, &of));
	if (inputs.len != of->inputs)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "%s takes %d tensor%s before its masks, but got %lld",
				    of->code->module.name, of->inputs, of->inputs == 1 ? "" : "s",
				    (long long)inputs.len);
	if (inputs.at == NULL)
		return ct_missing_argument(__func__, 2, "inputs");
	CT_TRY(check_names(of, options ? options : &none));
	return of->call(self, inputs.at, options ? options : &none, result);
}
