/*
 * Inside the library: how the cross entropy of a linear layer is divided into chunks of rows, from
 * the options and the sizes of one call.
 */
#ifndef CT_NN_FUNCTIONAL_CHUNK_PLAN_H
#define CT_NN_FUNCTIONAL_CHUNK_PLAN_H

#include "nn/functional/chunked_loss.h"

struct ct_nn_chunk_plan {
	int64_t rows;          /* of a chunk, at least 1 */
	bool is_compact;       /* acc_policy: as few numbers of acc_dtype as possible */
	ct_dtype acc_dtype;    /* of sums */
	ct_dtype logits_dtype; /* of the logits, and of what is multiplied with them */
	bool has_other_dtype;  /* acc_dtype is not the input's */
};

/* For an input (N, features). */
ct_error ct_nn_plan_chunks(const struct ct_nn_linear_loss *loss,
			   const struct ct_nn_chunk_options *options,
			   struct ct_nn_chunk_plan *result);

#endif
