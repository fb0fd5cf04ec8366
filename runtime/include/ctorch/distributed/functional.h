/**
 * @file
 * Functional collectives: their results are new tensors, and they have gradients. They are
 * torch.distributed._functional_collectives, on libtorch's operators `_c10d_functional::`.
 *
 *     ct_tensor *sum, *loss;
 *
 *     CT_TRY(ct_dist_functional_all_reduce(partial, NULL, &sum));  // computed on all ranks
 *     CT_TRY(ct_dist_functional_all_gather_into_tensor(rows, NULL, &all));
 *     ...
 *     CT_TRY(ct_tensor_backward(loss));                            // collectives, too
 *
 * The gradients are those that Python registers (in Python: called by name from C, the operators
 * have none), in every release of libtorch those of 2.15. A gradient is a collective, so all ranks
 * run the backward of the same graph. It is itself differentiable. A function without a gradient, or
 * with an operation without one, is an error in the backward, and computes its result nevertheless.
 *
 * Inputs are not changed; they need not be contiguous. All ranks call the same function in the same
 * order, with tensors of the same dtype and of shapes that fit. A failed call is a DistBackendError,
 * as in collective.h; in a backward it is a RuntimeError. The timeout is the group's.
 */
#ifndef CTORCH_DISTRIBUTED_FUNCTIONAL_H
#define CTORCH_DISTRIBUTED_FUNCTIONAL_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/collective.h>
#include <ctorch/distributed/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_FUNCTIONAL_LIBRARY "ctorch_distributed"

/** Options of functional collectives; zeros are PyTorch's defaults. */
typedef struct ct_dist_functional_options {
	const ct_dist_group *group; /**< NULL: the default group */
	ct_dist_op op;              /**< for functions that reduce */
	/** Return at once, as PyTorch's operators do: the result has no values before
	 * ct_dist_functional_wait_tensor(), and nothing else may use it until then. Minima and maxima
	 * wait nevertheless. */
	bool no_wait;
} ct_dist_functional_options;

/** Waits until a tensor that was made with `no_wait` has its values (wait_tensor()); each rank waits
 * for as many as it has made. Returns at once for any other tensor. */
CT_API ct_error ct_dist_functional_wait_tensor(const ct_tensor *tensor)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Reduces the tensors of all ranks, element by element, for all of them (all_reduce()). Sums,
 * averages, minima and maxima have gradients: that of a minimum is divided among all elements of all
 * ranks that are the minimum. */
CT_API ct_error ct_dist_functional_all_reduce(const ct_tensor *input,
					      const ct_dist_functional_options *options CT_NULLABLE,
					      ct_tensor **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does the same for several tensors of one dtype in one call (all_reduce_coalesced()): `*result` is
 * new (ct_tensors_free()). */
CT_API ct_error ct_dist_functional_all_reduce_coalesced(
	ct_tensors inputs, const ct_dist_functional_options *options CT_NULLABLE,
	ct_tensor ***result, int64_t *result_len) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Concatenates the tensors of all ranks, which have one shape, along dimension 0
 * (all_gather_into_tensor()). The gradient is reduced by sum and scattered. */
CT_API ct_error ct_dist_functional_all_gather_into_tensor(
	const ct_tensor *input, const ct_dist_functional_options *options CT_NULLABLE,
	ct_tensor **result) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does the same for several tensors of one dtype in one call (all_gather_into_tensor_coalesced()):
 * `*result` is new (ct_tensors_free()). */
CT_API ct_error ct_dist_functional_all_gather_into_tensor_coalesced(
	ct_tensors inputs, const ct_dist_functional_options *options CT_NULLABLE,
	ct_tensor ***result, int64_t *result_len) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Reduces the tensors of all ranks, whose rows can be divided by the number of ranks, and gives each
 * rank its part of the rows (reduce_scatter_tensor()). Sums alone have a gradient, which is
 * gathered. */
CT_API ct_error ct_dist_functional_reduce_scatter_tensor(
	const ct_tensor *input, const ct_dist_functional_options *options CT_NULLABLE,
	ct_tensor **result) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does the same for several tensors of one dtype in one call (reduce_scatter_tensor_coalesced()):
 * `*result` is new (ct_tensors_free()). */
CT_API ct_error ct_dist_functional_reduce_scatter_tensor_coalesced(
	ct_tensors inputs, const ct_dist_functional_options *options CT_NULLABLE,
	ct_tensor ***result, int64_t *result_len) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Sends rows of a tensor to each rank, and concatenates the rows that come from each
 * (all_to_all_single()). The gradients of rows go back to where the rows came from.
 *
 * @param output_splits  how many rows come from each rank; empty: equally many
 * @param input_splits   how many rows go to each rank; empty: equally many. Both are empty, or
 *                       neither
 */
CT_API ct_error ct_dist_functional_all_to_all_single(
	const ct_tensor *input, ct_ints output_splits, ct_ints input_splits,
	const ct_dist_functional_options *options CT_NULLABLE, ct_tensor **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Copies the tensor of the rank `source`, a rank of the default group, to all ranks (broadcast()).
 * It has no gradient: Python's is that of a copy on each rank, and warns that it is wrong. */
CT_API ct_error ct_dist_functional_broadcast(const ct_tensor *input, int64_t source,
					     const ct_dist_functional_options *options CT_NULLABLE,
					     ct_tensor **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
