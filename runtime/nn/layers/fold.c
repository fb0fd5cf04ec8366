/*
 * Unfold and Fold.
 */
#include "nn/layers/class.h"

/* The operator does not take one number for both dimensions. */
#define PAIR(list) CT_L(ct_nn_at(list, 0), ct_nn_at(list, 1))

struct unfold {
	CT_NN_HEAD(Unfold);
};

static ct_error unfold_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct ct_args_nn_Unfold_ *a = ((const struct unfold *)self)->args;

	return CT(im2col, result, x, PAIR(a->kernel_size), PAIR(a->dilation), PAIR(a->padding),
		  PAIR(a->stride));
}

CT_NN_CLASS(Unfold, struct unfold, NULL, unfold_forward);

struct fold {
	CT_NN_HEAD(Fold);
};

static ct_error fold_forward(void *self, const ct_tensor *x, ct_tensor **result)
{
	const struct ct_args_nn_Fold_ *a = ((const struct fold *)self)->args;

	return CT(nn_fold, result, x, a->output_size, a->kernel_size, a->dilation, a->padding,
		  a->stride);
}

CT_NN_CLASS(Fold, struct fold, NULL, fold_forward);
