#include "gpt.h"

enum { VOCABULARY = 10, TOKENS = 4, DIM = 16, HEADS = 2, LAYERS = 2 };

typedef struct {
	ct_module *ln1, *qkv, *out, *ln2, *up, *down;
} block;

static ct_tensor *attend(const block *m, ct_tensor *x)
{
	x = CT_E(unflatten, CT_M(m->qkv, x), -1, CT_L(3, HEADS, -1));
	ct_tensors qkv = CT_E(unbind, CT_E(permute, x, CT_L(2, 0, 3, 1, 4)));

	x = CT_E(scaled_dot_product_attention, qkv.at[0], qkv.at[1], qkv.at[2], .is_causal = true);
	return CT_M(m->out, CT_E(flatten, CT_E(transpose, x, 1, 2), 2));
}

static ct_tensor *block_forward(void *self, ct_tensor *x)
{
	const block *m = self;

	x = CT_E(add, x, attend(m, CT_M(m->ln1, x)));
	return CT_E(add, x, CT_M(m->down, CT_E(gelu, CT_M(m->up, CT_M(m->ln2, x)))));
}

static ct_module *block_new(void)
{
	block *m = CT_MODULE(block, "Block", block_forward);

	CT_LAYER(m, ln1, LayerNorm, CT_L(DIM));
	CT_LAYER(m, qkv, Linear, DIM, 3 * DIM);
	CT_LAYER(m, out, Linear, DIM, DIM);
	CT_LAYER(m, ln2, LayerNorm, CT_L(DIM));
	CT_LAYER(m, up, Linear, DIM, 4 * DIM);
	CT_LAYER(m, down, Linear, 4 * DIM, DIM);
	return ct_module_of(m);
}

typedef struct {
	ct_module *tokens, *positions, *blocks, *ln, *head;
} gpt;

static ct_tensor *gpt_forward(void *self, ct_tensor *x)
{
	const gpt *m = self;

	x = CT_E(add, CT_M(m->tokens, x), CT_M(m->positions, CT_E(arange, TOKENS)));
	return CT_E(flatten, CT_M(m->head, CT_M(m->ln, CT_M(m->blocks, x))), 0, 1);
}

ct_module *gpt_new(void)
{
	gpt *m = CT_MODULE(gpt, "GPT", gpt_forward);

	CT_LAYER(m, tokens, Embedding, VOCABULARY, DIM);
	CT_LAYER(m, positions, Embedding, TOKENS, DIM);
	CT_LAYER(m, blocks, Sequential);
	for (int i = 0; i < LAYERS; i++)
		CT_APPEND(m->blocks, block_new());
	CT_LAYER(m, ln, LayerNorm, CT_L(DIM));
	CT_LAYER(m, head, Linear, DIM, VOCABULARY, .bias = false);
	CT_TIE(m, "head.weight", "tokens.weight");
	return ct_module_of(m);
}
