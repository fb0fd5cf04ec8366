/*
 * nn_gpt.c: a small GPT that learns a text by heart and writes on.
 *
 * The twin in Python is twins/nn_gpt.py; both print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

static const char text[] = "the quick brown fox jumps over the lazy dog and the lazy dog sleeps on "
			   "while the quick brown fox jumps back. ";

enum { TOKENS = 32, DIM = 32, HEADS = 4, LAYERS = 2, BATCH = 16, STEPS = 400 };
enum { LENGTH = sizeof text - 1, PROMPT = 16, WRITTEN = 48 };

/* --- a transformer block ---------------------------------------------------------------------- */

typedef struct {
	int64_t heads;
	ct_module *ln1, *qkv, *out, *ln2, *up, *down;
} block;

static ct_tensor *attend(const block *m, ct_tensor *x)
{
	x = CT_E(unflatten, CT_M(m->qkv, x), -1, CT_L(3, m->heads, -1));
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

static ct_module *block_new(int64_t dim, int64_t heads)
{
	block *m = CT_MODULE(block, "Block", block_forward);

	m->heads = heads;
	CT_LAYER(m, ln1, LayerNorm, CT_L(dim));
	CT_LAYER(m, qkv, Linear, dim, 3 * dim);
	CT_LAYER(m, out, Linear, dim, dim);
	CT_LAYER(m, ln2, LayerNorm, CT_L(dim));
	CT_LAYER(m, up, Linear, dim, 4 * dim);
	CT_LAYER(m, down, Linear, 4 * dim, dim);
	return ct_module_of(m);
}

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *tokens, *positions, *blocks, *ln, *head;
} gpt;

static ct_tensor *gpt_forward(void *self, ct_tensor *x)
{
	const gpt *m = self;

	x = CT_E(add, CT_M(m->tokens, x), CT_M(m->positions, CT_E(arange, ct_tensor_size(x, 1))));
	return CT_M(m->head, CT_M(m->ln, CT_M(m->blocks, x)));
}

static ct_module *gpt_new(int64_t vocabulary, int64_t dim, int64_t heads, int layers)
{
	gpt *m = CT_MODULE(gpt, "GPT", gpt_forward);

	CT_LAYER(m, tokens, Embedding, vocabulary, dim);
	CT_LAYER(m, positions, Embedding, TOKENS, dim);
	CT_LAYER(m, blocks, Sequential);
	for (int i = 0; i < layers; i++)
		CT_APPEND(m->blocks, block_new(dim, heads));
	CT_LAYER(m, ln, LayerNorm, CT_L(dim));
	CT_LAYER(m, head, Linear, dim, vocabulary, .bias = false);
	CT_TIE(m, "head.weight", "tokens.weight");
	return ct_module_of(m);
}

/* --- training and writing --------------------------------------------------------------------- */

static ct_error write_on(ct_module *net, const ct_tensor *letters)
{
	CT_NO_GRAD_SCOPE;
	ct_tensor *written = CT_E(unsqueeze, CT_E(narrow, letters, 0, 0, PROMPT), 0);

	CT_TRY(ct_module_eval(net));
	for (int i = 0; i < WRITTEN; i++) {
		ct_tensor *logits = CT_M(net, CT_E(slice, written, 1, -TOKENS));
		ct_tensor *next = CT_E(argmax, CT_E(select, logits, 1, -1), 1, true);

		written = CT_E(cat, CT_TENSORS(written, next), 1);
	}
	CT_TRY(CT_FINISH(CT_E(to_dtype, written, CT_UINT8), &written));
	printf("%.*s\n", PROMPT + WRITTEN, (const char *)ct_tensor_data(written));
	return NULL;
}

static ct_error run(void)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_tensor *bytes = CT_F(ct_tensor_from_data, text, CT_UINT8, CT_L(LENGTH));
	ct_tensor *letters = CT_E(to_dtype, bytes, CT_INT64);
	ct_module *net = gpt_new(128, DIM, HEADS, LAYERS);
	ct_optimizer *optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(net), .lr = 0.003);

	CT_TRY(ct_module_print(net, NULL));
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *starts = CT_E(randint, LENGTH - TOKENS, CT_L(BATCH, 1));
		ct_tensor *places = CT_E(add, starts, CT_E(arange, TOKENS));
		ct_tensor *logits = CT_M(net, CT_E(take, letters, places));
		ct_tensor *next = CT_E(take, letters, CT_E(add, places, 1));
		ct_tensor *loss = CT_E(cross_entropy, CT_E(flatten, logits, 0, 1),
				       CT_E(flatten, next));

		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		if (i % 100 == 0)
			printf("step %d: loss %.5f\n", i, CT_ITEM(loss));
	}
	return write_on(net, letters);
}

int main(void)
{
	CT_CHECK(run());
	return 0;
}
