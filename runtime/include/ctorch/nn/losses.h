/**
 * @file
 * Losses of torch.nn.functional that take a function; ctorch/nn/functions.h has the others.
 */
#ifndef CTORCH_NN_LOSSES_H
#define CTORCH_NN_LOSSES_H

#include <ctorch/calls/expression.h>
#include <ctorch/core/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Computes the distances between the rows of two tensors, differentiably.
 *
 * Handles that it creates belong to a scope around the callback, so it must not free them. The
 * result is borrowed: the library takes its own reference.
 *
 * @param result  must be set, unless there is an error
 * @return NULL, or an error that the loss then returns
 */
typedef ct_error (*ct_nn_distance_function)(const ct_tensor *x1, const ct_tensor *x2, void *context,
					    ct_tensor **result);

/**
 * Computes torch.nn.functional.triplet_margin_with_distance_loss(): the distance from anchor to
 * positive example, minus the distance from anchor to negative example, plus `margin`, but at least
 * 0.
 *
 * @param distance_function  NULL: ct_pairwise_distance() with its defaults
 * @param context            passed to it
 * @param margin             greater than 0, or a ValueError; 1 in Python by default
 * @param swap               use the distance of the two examples if it is smaller than that of
 *                           anchor and negative example; false by default
 * @param reduction          CT_REDUCTION_MEAN by default
 */
CT_API ct_error ct_nn_triplet_margin_with_distance_loss(
	const ct_tensor *anchor, const ct_tensor *positive, const ct_tensor *negative,
	ct_nn_distance_function distance_function CT_NULLABLE, void *context CT_NULLABLE,
	double margin, bool swap, ct_reduction reduction, ct_tensor **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
