/*
 * nn_lstm_tagger.c: an LSTM that tags each letter of a word: does it begin a syllable? Words are
 * written by rule, so that there is something to learn without a data set.
 *
 * The twin in Python is twins/nn_lstm_tagger.py; both print the same numbers for the same seed.
 */
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { LETTERS = 26, BATCH = 32, LENGTH = 12, STEPS = 150 };

static const int64_t vowels[] = { 0, 4, 8, 14, 20 };

/* --- the network ------------------------------------------------------------------------------ */

typedef struct {
	ct_module *embedding, *lstm, *tag;
} tagger;

static ct_tensor *tagger_forward(void *self, ct_tensor *x)
{
	const tagger *m = self;

	return CT_M(m->tag, CT_M(m->lstm, CT_M(m->embedding, x)));
}

static ct_module *tagger_new(int64_t letters, int64_t dim, int64_t hidden, int64_t tags)
{
	tagger *m = CT_MODULE(tagger, "Tagger", tagger_forward);

	CT_LAYER(m, embedding, Embedding, letters, dim);
	CT_LAYER(m, lstm, LSTM, dim, hidden, .batch_first = true, .bidirectional = true);
	CT_LAYER(m, tag, Linear, 2 * hidden, tags);
	return ct_module_of(m);
}

/* --- training --------------------------------------------------------------------------------- */

/* Random letters, and for each whether it is a consonant before a vowel. */
static ct_tensor *words(ct_tensor **tags)
{
	ct_tensor *letters = CT_E(randint, LETTERS, CT_L(BATCH, LENGTH));
	ct_tensor *all = CT_F(ct_tensor_from_data, vowels, CT_INT64, CT_L(5));
	ct_tensor *is_vowel = CT_E(isin, letters, all);
	ct_tensor *begins = CT_E(bitwise_and,
				 CT_E(logical_not, CT_E(narrow, is_vowel, 1, 0, LENGTH - 1)),
				 CT_E(narrow, is_vowel, 1, 1, LENGTH - 1));

	*tags = CT_E(to_dtype, CT_E(constant_pad_nd, begins, CT_L(0, 1)), CT_INT64);
	return letters;
}

static ct_error run(void)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(1));
	ct_module *net = tagger_new(LETTERS, 8, 16, 2);
	ct_optimizer *optimizer = CT_OPTIMIZER(Adam, CT_PARAMETERS(net), .lr = 0.02);
	ct_tensor *tags, *letters;

	CT_TRY(ct_module_print(net, NULL));
	CT_EACH_STEP (i, 1, STEPS) {
		letters = words(&tags);
		ct_tensor *loss = CT_E(cross_entropy, CT_E(flatten, CT_M(net, letters), 0, 1),
				       CT_E(flatten, tags));

		CT_TRY(ct_optimizer_minimize(optimizer, loss));
		if (i % 50 == 0)
			printf("step %d: loss %.5f\n", i, CT_ITEM(loss));
	}
	letters = words(&tags);
	ct_accuracy accuracy = { 0 };
	CT_DO(ct_accuracy_add(&accuracy, CT_E(flatten, CT_M(net, letters), 0, 1),
			      CT_E(flatten, tags)));
	printf("accuracy %.4f\n", ct_accuracy_value(&accuracy));
	return CT_DONE();
}

int main(void)
{
	CT_CHECK(run());
	return 0;
}
