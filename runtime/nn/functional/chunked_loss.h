/*
 * Inside the library: the cross entropy of a linear layer in chunks of rows, so that the logits of
 * all rows are never in memory at once. Python's torch.nn.LinearCrossEntropyOptions.
 */
#ifndef CT_NN_FUNCTIONAL_CHUNKED_LOSS_H
#define CT_NN_FUNCTIONAL_CHUNKED_LOSS_H

#include <ctorch/ctorch.h>

/* The members of Python's options, which are arguments in C. */
struct ct_nn_chunk_options {
	bool chunked; /* whether Python would have options at all */
	bool allow_retain_graph;
	int64_t batch_chunk_size;    /* CT_NO_INT: as the method says */
	const char *chunking_method; /* "auto", "aspect_ratio", "aspect_ratio:N", "none" */
	const char *acc_policy;      /* "auto", "accurate", "compact" */
	ct_dtype acc_dtype;          /* CT_DTYPE_NONE: as the policy and the input say */
};

struct ct_nn_linear_loss {
	const ct_tensor *input;        /* (N, features), or (features) */
	const ct_tensor *weight;       /* (classes, features) */
	const ct_tensor *target;       /* int64 (N), or probabilities (N, classes); or without N */
	const ct_tensor *bias;         /* (classes); NULL: none */
	const ct_tensor *class_weight; /* (classes); NULL: none */
	int64_t reduction, ignore_index;
};

/* A ValueError with Python's text. */
ct_error ct_nn_check_chunk_options(const struct ct_nn_chunk_options *options);

/* A call within an expression; its gradients are those of input, weight and bias. */
ct_tensor *ct_nn_chunked_loss(const struct ct_nn_linear_loss *loss,
			      const struct ct_nn_chunk_options *options);

#endif
