/*
 * Inside the library: what the transformers' layers see of a MultiheadAttention.
 */
#ifndef CT_NN_LAYERS_ATTENTION_H
#define CT_NN_LAYERS_ATTENTION_H

#include "nn/layers/class.h"

struct ct_nn_attention {
	CT_NN_HEAD(MultiheadAttention);
	ct_tensor *in_proj_weight; /* 3 * embed_dim, embed_dim; NULL: there are three */
	ct_tensor *q_proj_weight;  /* embed_dim, embed_dim */
	ct_tensor *k_proj_weight;  /* embed_dim, kdim */
	ct_tensor *v_proj_weight;  /* embed_dim, vdim */
	ct_tensor *in_proj_bias;   /* 3 * embed_dim; NULL: none */
	ct_tensor *bias_k;         /* 1, 1, embed_dim; NULL: none */
	ct_tensor *bias_v;
	ct_module *out_proj;
};

/* A module's own parameter; NULL if it has none of this name. */
ct_tensor *ct_nn_parameter(const ct_module *self, const char *name);

#endif
