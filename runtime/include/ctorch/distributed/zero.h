/**
 * @file
 * An optimizer whose state is divided among the ranks: ZeRO-1, Python's
 * torch.distributed.optim.ZeroRedundancyOptimizer.
 *
 * Each rank updates its part of the parameters, and sends them to the others. So a rank has only the
 * state of its part: for Adam and four ranks half of the memory of the parameters instead of twice
 * as much. The numbers are those of the optimizer alone.
 *
 *     ct_optimizer *adam = CT_OPTIMIZER(Adam, CT_PARAMETERS(ddp), .lr = 1e-3);
 *     ct_zero_optimizer *zero;
 *
 *     CT_TRY(CT_DONE());
 *     CT_TRY(ct_zero_optimizer_new(adam, NULL, &zero));
 *     ...
 *     CT_TRY(ct_optimizer_minimize(adam, loss));      // as without it
 */
#ifndef CTORCH_DISTRIBUTED_ZERO_H
#define CTORCH_DISTRIBUTED_ZERO_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/group.h>
#include <ctorch/operators/value.h>
#include <ctorch/optim/optimizer.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_ZERO_OPTIMIZER_LIBRARY "ctorch_distributed"

/** The division of an optimizer among ranks. ct_zero_optimizer_free() frees it; it belongs to no scope. */
typedef struct ct_zero_optimizer ct_zero_optimizer;

/** Options of ct_zero_optimizer_new(); zeros are PyTorch's defaults. */
typedef struct ct_zero_optimizer_options {
	const ct_dist_group *group; /**< NULL: the default group; it must outlive the result */
	/** The parameters of each rank become views of one tensor, which is sent in one call: fewer
	 * messages, and the same numbers. It needs parameters of one dtype and device. They stay
	 * such views. */
	bool parameters_as_bucket_view;
} ct_zero_optimizer_options;

/**
 * Divides an optimizer among the ranks of a group. From then on ct_optimizer_step() updates the
 * parameters of this rank and receives the others, so all ranks call it equally often; learning
 * rates, schedulers and groups work as before, and must be the same on all ranks. Parameters are
 * given to ranks as in Python: group by group, the largest first, each to the rank that has the
 * fewest elements.
 *
 * Call it before the first step. It suits optimizers that begin a parameter's state in its first
 * step, which all but Adagrad do; they update each parameter by itself, which all but LBFGS do.
 * ct_optimizer_step_closure() is a RuntimeError if its closure computes gradients. After a step that
 * failed, this rank has the gradients of the others' parameters again from the next step on. With
 * inputs of different numbers, `optimizer` is the one of ct_ddp_join_options.
 *
 * @param optimizer  the new object takes a reference
 * @param result     new: ct_zero_optimizer_free(), after which the optimizer is an ordinary one again
 * @return ValueError for Adagrad and LBFGS, and for `parameters_as_bucket_view` with parameters of
 *         several dtypes or devices
 */
CT_API ct_error ct_zero_optimizer_new(ct_optimizer *optimizer,
				      const ct_zero_optimizer_options *options CT_NULLABLE,
				      ct_zero_optimizer **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Ends the division. Ignores NULL. */
CT_API void ct_zero_optimizer_free(ct_zero_optimizer *self CT_TAKEN) CT_NOEXCEPT;

/** Returns the rank in the default group that updates a parameter; -1 if the optimizer does not have
 * it. */
CT_API int64_t ct_zero_optimizer_rank_of(const ct_zero_optimizer *self,
					 const ct_tensor *parameter) CT_NOEXCEPT;

/**
 * Collects the state of all ranks on one (Python's consolidate_state_dict() and state_dict()). All
 * ranks call it. The dict is that of the optimizer alone: ct_optimizer_load_state_dict() of any
 * rank loads it, and drops what is not this rank's.
 *
 * @param to      a rank in the default group
 * @param result  a new dict (ct_value_free()) on that rank, None on the others
 */
CT_API ct_error ct_zero_optimizer_consolidate(const ct_zero_optimizer *self, int64_t to,
					      ct_value *result CT_NOT_NULL)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
