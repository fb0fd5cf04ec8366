/*
 * The LSTM of examples/nn_lstm_tagger.c.
 */
int tagger_main(void);
#define main tagger_main
#include "../../../examples/nn_lstm_tagger.c"
#undef main

#include "networks.h"

static ct_module *make(void)
{
	return tagger_new(LETTERS, 8, 16, 2);
}

static ct_error loss(const ct_module *network, ct_tensor **result)
{
	ct_tensor *tags, *letters = words(&tags);

	return CT_FINISH(CT_E(nn_cross_entropy, CT_E(flatten, CT_M(network, letters), 0, 1),
			      CT_E(flatten, tags)),
			 result);
}

const struct network tagger_network = { "nn_lstm_tagger", make, loss, 1.0 };
