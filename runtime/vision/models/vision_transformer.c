/*
 * Vision transformers: torchvision/models/vision_transformer.py.
 */
#include <math.h>
#include <stdio.h>

#include <ctorch/tensor/tensor.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/text.h"
#include "core/memory/own_scope.h"
#include "nn/functional/give.h"
#include "tensor/tensor/sizes.h"
#include "vision/models/model.h"

struct vit_settings {
	int64_t patch_size, num_layers, num_heads, hidden_dim, mlp_dim;
};

/* --- the perceptron of a block ---------------------------------------------------------------- */

/* Renames a key, which keeps its value. */
static ct_error rename_key(ct_value *state, const char *prefix, const char *old, const char *new)
{
	struct ct_text from = { 0 }, to = { 0 };
	ct_value value;
	ct_error error = NULL;

	ct_text_addf(&from, "%s%s", prefix, old);
	ct_text_addf(&to, "%s%s", prefix, new);
	if (from.failed || to.failed)
		error = ct_no_memory(NULL, "for a key");
	else if (ct_value_dict_has(state, ct_value_string(from.data)) &&
		 !(error = ct_value_dict_get(state, ct_value_string(from.data), &value)) &&
		 !(error = ct_value_dict_set(state, ct_value_string(to.data), value)))
		error = ct_value_dict_remove(state, ct_value_string(from.data));
	ct_text_release(&from);
	ct_text_release(&to);
	return error;
}

/* Before version 2 it was a class of its own, with other names. */
static ct_error mlp_upgrade(const void *self, ct_value *state, const char *prefix, int64_t version)
{
	(void)self;
	if (version >= 2)
		return NULL;
	CT_TRY(rename_key(state, prefix, "linear_1.weight", "0.weight"));
	CT_TRY(rename_key(state, prefix, "linear_1.bias", "0.bias"));
	CT_TRY(rename_key(state, prefix, "linear_2.weight", "3.weight"));
	return rename_key(state, prefix, "linear_2.bias", "3.bias");
}

static ct_module *mlp_block(int64_t in_dim, int64_t mlp_dim, double dropout)
{
	static const ct_module_class klass = { .name = "MLPBlock",
					       .size = 1,
					       .forward = ct_models_sequential_forward,
					       .version = 2,
					       .upgrade = mlp_upgrade };
	const ct_mlp_options options = { .in_channels = in_dim,
					 .hidden_channels = CT_L(mlp_dim, in_dim),
					 .activation_layer = "GELU",
					 .bias = true,
					 .dropout = dropout };
	ct_module *m = ct_models_new_mlp(&klass, &options);

	CT_EACH_PARAMETER(m, p)
	{
		if (ct_tensor_dim(p->tensor) == 2)
			CT_E(nn_init_xavier_uniform_, p->tensor);
		else
			CT_E(nn_init_normal_, p->tensor, .std = 1e-6);
	}
	return m;
}

/* --- the encoder ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *ln_1, *self_attention, *dropout, *ln_2, *mlp;
} block;

static ct_tensor *attend(const ct_module *attention, const ct_tensor *x)
{
	const ct_nn_attention_options options = { .no_need_weights = true };
	ct_tensor *y = NULL;

	CT_DO(ct_nn_MultiheadAttention_forward(attention, x, x, x, &options, &y, NULL));
	ct_models_done(x, y);
	return y;
}

static ct_error vision_transformer_block_forward(void *self, const ct_tensor *input,
						 ct_tensor **result)
{
	const block *m = self;
	ct_tensor *x, *y;

	CT_OWN_SCOPE(NULL);
	x = ct_models_pass(m->dropout, attend(m->self_attention, CT_M(m->ln_1, input)));
	y = CT_E(add, x, input);
	ct_models_done(x, y);
	x = ct_models_pass(m->mlp, CT_M(m->ln_2, y));
	return ct_nn_give(CT_E(add, y, x), result);
}

#define LAYER_NORM(dim) CT_NN(LayerNorm, CT_L(dim), .eps = 1e-6)

static ct_module *encoder_block(const struct vit_settings *s, const ct_vit_options *o)
{
	block *m = CT_MODULE(block, "EncoderBlock", vision_transformer_block_forward);

	CT_CHILD(m, ln_1, LAYER_NORM(s->hidden_dim));
	CT_LAYER(m, self_attention, MultiheadAttention, s->hidden_dim, s->num_heads,
		 o->attention_dropout, .batch_first = true);
	CT_LAYER(m, dropout, Dropout, o->dropout);
	CT_CHILD(m, ln_2, LAYER_NORM(s->hidden_dim));
	CT_CHILD(m, mlp, mlp_block(s->hidden_dim, s->mlp_dim, o->dropout));
	return ct_module_of(m);
}

typedef struct {
	ct_tensor *pos_embedding;
	ct_module *dropout, *layers, *ln;
} encoder;

static ct_error encoder_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const encoder *m = self;

	CT_OWN_SCOPE(NULL);
	x = ct_models_pass(m->dropout, CT_E(add, x, m->pos_embedding));
	return ct_nn_give(CT_M(m->ln, ct_models_pass(m->layers, x)), result);
}

static ct_module *new_encoder(const struct vit_settings *s, const ct_vit_options *o, int64_t length)
{
	encoder *m = CT_MODULE(encoder, "Encoder", encoder_forward);

	CT_PARAMETER(m, pos_embedding,
		     CT_E(normal_, CT_E(empty, CT_L(1, length, s->hidden_dim)), .std = 0.02));
	CT_LAYER(m, dropout, Dropout, o->dropout);
	CT_LAYER(m, layers, Sequential);
	for (int64_t i = 0; i < s->num_layers; i++) {
		char name[40];

		snprintf(name, sizeof name, "encoder_layer_%lld", (long long)i);
		CT_APPEND_AS(m->layers, name, encoder_block(s, o));
	}
	CT_CHILD(m, ln, LAYER_NORM(s->hidden_dim));
	return ct_module_of(m);
}

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_tensor *class_token;
	ct_module *conv_proj, *encoder, *heads;
	int64_t image_size;
} vit;

static void check_size(const vit *m, const ct_tensor *x, int64_t dim, const char *what)
{
	if (ct_expression_failed() || ct_size_of(x, dim) == m->image_size)
		return;
	CT_FAIL(CT_ERROR_ASSERTION, "Wrong image %s! Expected %lld but got %lld!", what,
		(long long)m->image_size, (long long)ct_size_of(x, dim));
}

static ct_error vit_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const vit *m = self;
	const int64_t n = ct_size_of(x, 0);
	ct_tensor *token;

	CT_OWN_SCOPE(NULL);
	if (ct_tensor_dim(x) != 4)
		return CT_RAISED(CT_ERROR_VALUE,
				 "expected an image of 4 dimensions (N, C, H, W), but got %lld",
				 (long long)ct_tensor_dim(x));
	check_size(m, x, 2, "height");
	check_size(m, x, 3, "width");
	x = CT_E(permute, CT_E(flatten, CT_M(m->conv_proj, x), 2), CT_L(0, 2, 1));
	token = CT_E(expand, m->class_token, CT_L(n, -1, -1));
	x = ct_models_pass(m->encoder, CT_E(cat, CT_TENSORS(token, x), 1));
	return ct_nn_give(CT_M(m->heads, CT_E(select_int, x, 1, 0)), result);
}

static void init_linear(const ct_module *layer, double fan_in)
{
	CT_E(nn_init_trunc_normal_, CT_F(ct_module_get_parameter, layer, "weight"),
	     .std = sqrt(1 / fan_in));
	CT_E(nn_init_zeros_, CT_F(ct_module_get_parameter, layer, "bias"));
}

static ct_module *new_heads(const struct vit_settings *s, const ct_vit_options *o)
{
	const int64_t size = o->representation_size;

	if (size == CT_NO_INT)
		return CT_SEQUENTIAL_NAMED(
			{ "head", CT_NN(Linear, s->hidden_dim, o->num_classes) });
	return CT_SEQUENTIAL_NAMED({ "pre_logits", CT_NN(Linear, s->hidden_dim, size) },
				   { "act", CT_NN(Tanh) },
				   { "head", CT_NN(Linear, size, o->num_classes) });
}

static void init_heads(ct_module *heads, double fan_in)
{
	const ct_module *head = ct_module_child_at(heads, -1);

	if (ct_module_child_count(heads) > 1)
		init_linear(ct_module_child_at(heads, 0), fan_in);
	CT_E(nn_init_zeros_, CT_F(ct_module_get_parameter, head, "weight"));
	CT_E(nn_init_zeros_, CT_F(ct_module_get_parameter, head, "bias"));
}

static ct_module *vit_make(const void *settings, const void *options)
{
	const struct vit_settings *s = settings;
	const ct_vit_options *o = options;
	const int64_t patch = s->patch_size, side = o->image_size / patch;
	vit *m = CT_MODULE(vit, "VisionTransformer", vit_forward);

	CT_DO(ct_models_check_size("image_size", (double)o->image_size));
	if (ct_expression_failed())
		return NULL;
	if (o->image_size < patch || o->image_size % patch != 0)
		return CT_FAIL(CT_ERROR_ASSERTION, "Input shape indivisible by patch size!");
	m->image_size = o->image_size;
	CT_LAYER(m, conv_proj, Conv2d, 3, s->hidden_dim, CT_L(patch), CT_L(patch));
	CT_PARAMETER(m, class_token, CT_E(zeros, CT_L(1, 1, s->hidden_dim)));
	CT_CHILD(m, encoder, new_encoder(s, o, side * side + 1));
	CT_CHILD(m, heads, new_heads(s, o));
	init_linear(m->conv_proj, (double)(3 * patch * patch));
	init_heads(m->heads, (double)s->hidden_dim);
	return ct_module_of(m);
}

/* --- the models ------------------------------------------------------------------------------- */

static const struct ct_argument vit_arguments[] = {
	CT_MODEL_ARGUMENT(vit, image_size, "int", "224", INT, false),
	CT_MODEL_ARGUMENT(vit, dropout, "float", "0.0", FLOAT, false),
	CT_MODEL_ARGUMENT(vit, attention_dropout, "float", "0.0", FLOAT, false),
	CT_MODEL_ARGUMENT(vit, num_classes, "int", "1000", INT, false),
	CT_MODEL_ARGUMENT(vit, representation_size, "int?", "None", OPTIONAL_INT, true),
};

#define VIT(name, ...)                                                                             \
	CT_MODEL_DEFINE(name, vit, "VisionTransformer",                                            \
			"(*, int image_size=224, float dropout=0.0, float attention_dropout=0.0, " \
			"int num_classes=1000, int? representation_size=None)",                    \
			(&(const struct vit_settings){ __VA_ARGS__ }))

VIT(vit_b_16, 16, 12, 12, 768, 3072)
VIT(vit_b_32, 32, 12, 12, 768, 3072)
VIT(vit_l_16, 16, 24, 16, 1024, 4096)
VIT(vit_l_32, 32, 24, 16, 1024, 4096)
VIT(vit_h_14, 14, 32, 16, 1280, 5120)
