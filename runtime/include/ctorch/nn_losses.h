/**
 * @file
 * Losses of torch.nn.functional that take a function; ctorch/nn_functions.h has the others.
 */
#ifndef CTORCH_NN_LOSSES_H
#define CTORCH_NN_LOSSES_H

#include <ctorch/expression.h>
#include <ctorch/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Measures the distance of each row of one tensor to that of another, differentiably.
 *
 * Handles that it creates belong to a scope of the callback, so it frees none of them. The result
 * is borrowed: the library takes its own reference.
 *
 * @param result  must be set, unless there is an error
 * @return NULL, or an error, which the loss then returns
 */
typedef ct_error (*ct_nn_distance_function)(const ct_tensor *x1, const ct_tensor *x2, void *context,
					    ct_tensor **result);

/**
 * torch.nn.functional.triplet_margin_with_distance_loss(): how much closer than by a margin the
 * anchor is to the negative example than to the positive one.
 *
 * @param distance_function  NULL: ct_pairwise_distance() with its defaults
 * @param context            passed to it
 * @param margin             greater than 0, or a ValueError; 1 in Python by default
 * @param swap               take the distance of the two examples, if that is smaller, for the one
 *                           of anchor and negative example; false by default
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
