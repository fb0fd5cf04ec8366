/*
 * The GPT of examples/nn_gpt.c.
 */
#include <ctorch/calls/call.h>

#ifdef CT_OP_scaled_dot_product_attention_

int gpt_main(void);
#define main gpt_main
#include "../../../examples/nn_gpt.c"
#undef main

#include "networks.h"

static ct_module *make(void)
{
	return gpt_new(128, DIM, HEADS, LAYERS);
}

static ct_error loss(const ct_module *network, ct_tensor **result)
{
	ct_tensor *letters, *places;

	CT_TRY(ct_tensor_from_data(text, CT_UINT8, CT_L(LENGTH), &letters));
	letters = CT_E(to_device, letters, ct_default_device(), CT_INT64);
	places = CT_E(add, CT_E(randint, LENGTH - TOKENS, CT_L(BATCH, 1)), CT_E(arange, TOKENS));
	return CT_FINISH(CT_E(nn_cross_entropy,
			      CT_E(flatten, CT_M(network, CT_E(take, letters, places)), 0, 1),
			      CT_E(flatten, CT_E(take, letters, CT_E(add, places, 1)))),
			 result);
}

const struct network gpt_network = { "nn_gpt", make, loss, 0.5 };

#endif
