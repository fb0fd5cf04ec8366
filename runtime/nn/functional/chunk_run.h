/*
 * Inside the library: the arithmetic of the cross entropy of a linear layer in chunks of rows.
 */
#ifndef CT_NN_FUNCTIONAL_CHUNK_RUN_H
#define CT_NN_FUNCTIONAL_CHUNK_RUN_H

#include "nn/functional/chunk_plan.h"

/* What has gradients. */
enum { CT_NN_INPUT, CT_NN_WEIGHT, CT_NN_BIAS, CT_NN_CHUNK_GRADIENTS };

/* One run through all chunks. */
struct ct_nn_chunk_run {
	const struct ct_nn_chunk_plan *plan;
	struct ct_nn_linear_loss loss;
	const ct_tensor *grad; /* of each row's loss, in its backward; NULL: not there */
	bool needs[CT_NN_CHUNK_GRADIENTS];

	bool has_autocast; /* of the input's type of device: it was on */

	/* Of all rows. */
	bool has_probabilities;
	const ct_tensor *target; /* classes, with 0 for what is ignored; or probabilities */
	/* (N): the factor of each row, negative where gradients are computed; NULL with
	 * probabilities. */
	const ct_tensor *scale;
	const ct_tensor *weight, *bias, *class_row; /* of the dtype of logits */

	/* Results. */
	ct_tensor *value, *rows; /* their sum, or of each row */
	ct_tensor *grads[CT_NN_CHUNK_GRADIENTS];
};

/* With the plan, the loss and what is needed, sets the rest; a call within an expression, in whose
 * scope the results are. A loss of each row has no gradients unless `grad` is there. */
ct_error ct_nn_run_chunks(struct ct_nn_chunk_run *run);

#endif
