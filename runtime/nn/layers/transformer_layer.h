/*
 * Inside the library: the layers of transformers.
 */
#ifndef CT_NN_LAYERS_TRANSFORMER_LAYER_H
#define CT_NN_LAYERS_TRANSFORMER_LAYER_H

#include "nn/layers/class.h"

/* A layer of an encoder, or of a decoder, which alone has the children marked D. */
struct ct_nn_transformer_layer {
	struct ct_nn_head head;
	ct_module *self_attn;
	ct_module *multihead_attn; /* D */
	ct_module *linear1, *dropout, *linear2;
	ct_module *norm1, *norm2, *norm3;          /* norm3: D */
	ct_module *dropout1, *dropout2, *dropout3; /* dropout3: D */
	bool is_gelu;
	bool norm_first;
};

/* Why an encoder of such layers cannot use nested tensors, in Python's words; NULL: it can. */
const char *ct_nn_reason_against_nesting(const ct_module *layer);

/* What the fast path of a layer reads; false: it has not all of them. */
enum { CT_NN_FAST_WEIGHTS = 12 };
bool ct_nn_fast_weights(const ct_module *layer, const ct_tensor *weights[CT_NN_FAST_WEIGHTS]);

/* Whether autograd records what comes of these. */
bool ct_nn_is_recorded(const ct_tensor *x, const ct_tensor *const *weights, int64_t n);

/* Whether the first dimension is the batch; false for a layer of another class. */
bool ct_nn_is_batch_first(const ct_module *layer);

#endif
