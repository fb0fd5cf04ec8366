/*
 * gpt_zero.c: several processes teach a small GPT a text by heart. Each has the whole network and a
 * part of the optimizer's state (ZeRO-1).
 *
 *     ct_launch -n 2 --max-restarts 3 gpt_zero gpt 6
 *
 * After each epoch each process writes its part of a checkpoint, the folder "gpt". A run that finds one
 * goes on from it, with as many processes as it likes. ../nn_gpt.c is the same network in one process.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <ctorch/ctorch.h>
#include <ctorch/distributed.h>

static const char text[] = "the quick brown fox jumps over the lazy dog and the lazy dog sleeps on "
			   "while the quick brown fox jumps back. ";

enum { VOCABULARY = 128, TOKENS = 32, DIM = 32, HEADS = 4, LAYERS = 2, BATCH = 16, STEPS = 50 };
enum { LENGTH = sizeof text - 1, PROMPT = 16, WRITTEN = 48 };

/* --- the network ------------------------------------------------------------------------------ */

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

	x = CT_E(add, CT_M(m->tokens, x), CT_M(m->positions, CT_E(arange, ct_tensor_size(x, 1))));
	return CT_M(m->head, CT_M(m->ln, CT_M(m->blocks, x)));
}

static ct_module *gpt_new(void)
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

/* --- writing ---------------------------------------------------------------------------------- */

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

/* --- training --------------------------------------------------------------------------------- */

struct training {
	ct_module *ddp;
	ct_zero_optimizer *zero;
	ct_train_state run;
};

/* Of this process's batch. */
static ct_tensor *loss_of(ct_module *ddp, const ct_tensor *letters)
{
	ct_tensor *starts = CT_E(randint, LENGTH - TOKENS, CT_L(BATCH, 1));
	ct_tensor *places = CT_E(add, starts, CT_E(arange, TOKENS));
	ct_tensor *logits = CT_M(ddp, CT_E(take, letters, places));
	ct_tensor *next = CT_E(take, letters, CT_E(add, places, 1));

	return CT_E(cross_entropy, CT_E(flatten, logits, 0, 1), CT_E(flatten, next));
}

/* The mean of what all processes have. */
static ct_error mean_over_ranks(double *number)
{
	CT_SCOPE;
	ct_tensor *mean;

	CT_TRY(ct_tensor_from_data(number, CT_FLOAT64, CT_L(1), &mean));
	CT_TRY(ct_dist_all_reduce(mean, &(ct_dist_options){ .op = CT_DIST_AVG }, NULL));
	return ct_tensor_item_double(mean, number);
}

/* Each process draws other batches, in each epoch from a new seed: so a run that goes on draws the
 * same as one without a break. */
static ct_error train_epoch(const struct training *t, const ct_tensor *letters, double *mean)
{
	const int64_t seed = t->run.epoch * ct_dist_world_size(NULL) + ct_dist_rank(NULL);
	ct_running_mean losses = { 0 };

	CT_TRY(ct_manual_seed((uint64_t)seed));
	CT_EACH_STEP (i, 1, STEPS) {
		ct_tensor *loss = loss_of(t->ddp, letters);

		CT_TRY(ct_optimizer_minimize(t->run.optimizer, loss));
		ct_running_mean_add(&losses, CT_ITEM(loss), 1);
	}
	*mean = ct_running_mean_value(&losses);
	return mean_over_ranks(mean);
}

/* --- the run ---------------------------------------------------------------------------------- */

/* This file is written last. */
static bool is_complete(const char *checkpoint)
{
	char path[512];

	snprintf(path, sizeof path, "%s/.metadata", checkpoint);
	return access(path, R_OK) == 0;
}

static ct_error begin(struct training *t, const char *checkpoint)
{
	CT_TRY(ct_manual_seed(1));
	t->run.model = gpt_new();
	t->run.optimizer = CT_OPTIMIZER(AdamW, CT_PARAMETERS(t->run.model), .lr = 0.003);
	CT_TRY(CT_DONE());
	CT_TRY(ct_zero_optimizer_new(t->run.optimizer, NULL, &t->zero));
	if (is_complete(checkpoint))
		CT_TRY(ct_dist_train_load(&t->run, checkpoint, NULL));
	return ct_ddp_new(t->run.model, NULL, &t->ddp);
}

static ct_error train_epochs(struct training *t, const char *checkpoint, int64_t epochs)
{
	ct_tensor *bytes = CT_F(ct_tensor_from_data, text, CT_UINT8, CT_L(LENGTH));
	ct_tensor *letters = CT_E(to_dtype, bytes, CT_INT64);
	const bool is_first = ct_dist_rank(NULL) == 0;
	double loss;

	if (is_first && t->run.epoch > 0)
		printf("going on after epoch %lld\n", (long long)t->run.epoch);
	while (t->run.epoch < epochs) {
		CT_TRY(train_epoch(t, letters, &loss));
		t->run.epoch++;
		CT_TRY(ct_dist_train_save_sharded(&t->run, checkpoint, NULL));
		if (is_first)
			printf("epoch %lld of %lld: loss %.5f\n", (long long)t->run.epoch,
			       (long long)epochs, loss);
	}
	return is_first ? write_on(t->run.model, letters) : NULL;
}

static ct_error run(const char *checkpoint, int64_t epochs)
{
	CT_SCOPE;
	struct training training = { 0 };
	ct_error error;

	CT_TRY(ct_dist_init(NULL));
	error = begin(&training, checkpoint);
	if (error == NULL)
		error = train_epochs(&training, checkpoint, epochs);
	ct_zero_optimizer_free(training.zero);
	CT_TRY(error);
	return ct_dist_destroy();
}

int main(int argc, char **argv)
{
	ct_error error;

	if (argc != 3) {
		fprintf(stderr, "Usage: %s CHECKPOINT EPOCHS\n", argv[0]);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	error = run(argv[1], atoll(argv[2]));
	if (error == NULL)
		return 0;
	fprintf(stderr, "gpt_zero: %s\n", error);
	ct_error_free(error);
	return 1;
}
