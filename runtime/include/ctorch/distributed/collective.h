/**
 * @file
 * Collectives: calls in which all processes of a group exchange tensors.
 *
 * All ranks call the same function in the same order, with tensors of the same dtype and of shapes
 * that fit. Tensors are contiguous and on a device that the group has a backend for. They are
 * changed in place, and their gradients are not computed.
 *
 * The last parameter of each function decides whether it waits. With NULL the call returns when
 * this process has its result. Otherwise it returns at once, and `*work` is new: use the tensors
 * again only after ct_dist_work_wait().
 *
 *     ct_dist_work *work;
 *
 *     CT_TRY(ct_dist_all_reduce(gradient, &(ct_dist_options){ .op = CT_DIST_AVG }, &work));
 *     ...                                                // compute something else
 *     CT_TRY(ct_dist_work_wait(work, 0));
 *     ct_dist_work_free(work);
 *
 * For tensors on a GPU, waiting means what it means in Python: the current stream waits and the host
 * does not, unless a timeout is given in the options or to ct_dist_work_wait(). ct_dist_barrier()
 * always waits on the host.
 *
 * A failed call is a DistBackendError of one line: `all_reduce on rank 1 of 4 (group 0): ...`, and
 * the group is dead (group.h). A ValueError or ArgumentError is found before anything is sent: also that
 * a tensor is on another device, or not contiguous where that would give wrong numbers.
 */
#ifndef CTORCH_DISTRIBUTED_COLLECTIVE_H
#define CTORCH_DISTRIBUTED_COLLECTIVE_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/group.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_COLLECTIVE_LIBRARY "ctorch_distributed"

/** How tensors of several ranks become one: torch.distributed.ReduceOp. */
typedef int32_t ct_dist_op;

/** The values are libtorch's own. The bitwise ones are for integers; a complex tensor has only SUM
 * and AVG. */
enum ct_dist_op_value {
	CT_DIST_SUM = 0,
	CT_DIST_AVG = 1, /**< the sum, divided by the number of ranks; for floating-point numbers */
	CT_DIST_PRODUCT = 2,
	CT_DIST_MIN = 3,
	CT_DIST_MAX = 4,
	CT_DIST_BAND = 5, /**< bitwise and */
	CT_DIST_BOR = 6,  /**< bitwise or */
	CT_DIST_BXOR = 7  /**< bitwise exclusive or */
};

/** Options of collectives; zeros are PyTorch's defaults. */
typedef struct ct_dist_options {
	const ct_dist_group *group; /**< NULL: the default group */
	ct_dist_op op;              /**< for functions that reduce */
	double timeout;             /**< seconds; 0: the group's */
	int64_t tag;                /**< for ct_dist_send() and ct_dist_recv() */
	bool weights_only;          /**< for values: object.h */
} ct_dist_options;

/** A call that runs: torch.distributed.Work. ct_dist_work_free() frees it. */
typedef struct ct_dist_work ct_dist_work;

/* --- Waiting ---------------------------------------------------------------------------------- */

/**
 * Waits for the end of a call (Work.wait()).
 *
 * @param timeout  seconds; 0: the call's own timeout, and for tensors on a GPU no waiting on the
 *                 host
 * @return DistBackendError if the call has failed, or not ended within `timeout`. A collective goes
 *         on after that and can be waited for again; ct_dist_send() and ct_dist_recv() end
 */
CT_API ct_error ct_dist_work_wait(ct_dist_work *self, double timeout)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns whether a call has ended, with or without an error (Work.is_completed()); true for
 * NULL. For ct_dist_send() and ct_dist_recv() with gloo, libtorch knows only after a wait. */
CT_API bool ct_dist_work_is_done(const ct_dist_work *self) CT_NOEXCEPT;

/** Returns the rank that a ct_dist_recv() from any rank has received from, after the wait; a rank of
 * the default group. */
CT_API ct_error ct_dist_work_source(const ct_dist_work *self, int64_t *result) CT_RETURNS_ERROR;

/** Returns the tensors that a call has changed (Work.result()), after the wait: `*result` is new
 * (ct_tensors_free()). */
CT_API ct_error ct_dist_work_results(const ct_dist_work *self, ct_tensor ***result,
				     int64_t *result_len) CT_RETURNS_ERROR;

/** Frees a work; a collective goes on if it still runs. Wait for ct_dist_send() and ct_dist_recv()
 * first: gloo drops one that has not begun, and the other rank waits until its timeout. Ignores
 * NULL. */
CT_API void ct_dist_work_free(ct_dist_work *self CT_TAKEN) CT_NOEXCEPT;

/* --- One tensor ------------------------------------------------------------------------------- */

/** Copies the tensor of the rank `source` to all ranks (torch.distributed.broadcast()). */
CT_API ct_error ct_dist_broadcast(ct_tensor *tensor, int64_t source,
				  const ct_dist_options *options CT_NULLABLE,
				  ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Reduces the tensors of all ranks, element by element; all ranks get the result
 * (torch.distributed.all_reduce()). */
CT_API ct_error ct_dist_all_reduce(ct_tensor *tensor, const ct_dist_options *options CT_NULLABLE,
				   ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Reduces the tensors of all ranks; only the rank `destination` gets the result
 * (torch.distributed.reduce()). The tensors of the others may change, too. */
CT_API ct_error ct_dist_reduce(ct_tensor *tensor, int64_t destination,
			       const ct_dist_options *options CT_NULLABLE,
			       ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/* --- One tensor to or from each rank ---------------------------------------------------------- */

/** Copies the tensors of all ranks to all ranks (torch.distributed.all_gather()). `outputs` has one
 * tensor for each rank of the group, of the shape of that rank's input. */
CT_API ct_error ct_dist_all_gather(ct_tensors outputs, const ct_tensor *input,
				   const ct_dist_options *options CT_NULLABLE,
				   ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does the same into one tensor (torch.distributed.all_gather_into_tensor()): the inputs, which
 * have one shape, are concatenated along dimension 0, or stacked if `output` has one more. */
CT_API ct_error ct_dist_all_gather_into_tensor(ct_tensor *output, const ct_tensor *input,
					       const ct_dist_options *options CT_NULLABLE,
					       ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Copies the tensors of all ranks to one of them (torch.distributed.gather()).
 *
 * @param outputs  on the rank `destination` one tensor for each rank of the group; empty on the
 *                 others */
CT_API ct_error ct_dist_gather(const ct_tensor *input, int64_t destination, ct_tensors outputs,
			       const ct_dist_options *options CT_NULLABLE,
			       ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Copies one tensor of the rank `source` to each rank (torch.distributed.scatter()).
 *
 * @param inputs  on the rank `source` one tensor for each rank of the group; empty on the others */
CT_API ct_error ct_dist_scatter(ct_tensor *output, int64_t source, ct_tensors inputs,
				const ct_dist_options *options CT_NULLABLE,
				ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Reduces the first inputs of all ranks for the first rank, the second ones for the second, and so
 * on (torch.distributed.reduce_scatter()). `inputs` has one tensor for each rank of the group. */
CT_API ct_error ct_dist_reduce_scatter(ct_tensor *output, ct_tensors inputs,
				       const ct_dist_options *options CT_NULLABLE,
				       ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does the same from one tensor (torch.distributed.reduce_scatter_tensor()): `input` is as many
 * times as large as `output` as the group has ranks. */
CT_API ct_error ct_dist_reduce_scatter_tensor(ct_tensor *output, const ct_tensor *input,
					      const ct_dist_options *options CT_NULLABLE,
					      ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Sends one tensor to each rank and receives one from each (torch.distributed.all_to_all()). Both
 * lists have one tensor for each rank of the group; with gloo all have one shape, and it needs libtorch
 * 2.12. */
CT_API ct_error ct_dist_all_to_all(ct_tensors outputs, ct_tensors inputs,
				   const ct_dist_options *options CT_NULLABLE,
				   ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Does the same with parts of one tensor (torch.distributed.all_to_all_single()), which is split
 * along dimension 0.
 *
 * @param output_splits  how many rows come from each rank; empty: equally many
 * @param input_splits   how many rows go to each rank; empty: equally many
 */
CT_API ct_error ct_dist_all_to_all_single(ct_tensor *output, const ct_tensor *input,
					  ct_ints output_splits, ct_ints input_splits,
					  const ct_dist_options *options CT_NULLABLE,
					  ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/* --- Several at once -------------------------------------------------------------------------- */

/** Reduces several tensors of one dtype in one call (all_reduce_coalesced()). */
CT_API ct_error ct_dist_all_reduce_coalesced(ct_tensors tensors,
					     const ct_dist_options *options CT_NULLABLE,
					     ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does ct_dist_all_gather() for each of several inputs in one call (all_gather_coalesced()). With gloo
 * alone.
 *
 * @param outputs  a tensor for each rank and input: first those from rank 0 in the order of the
 *                 inputs, then those from rank 1, and so on
 * @param inputs   of one dtype; all ranks give the same shapes */
CT_API ct_error ct_dist_all_gather_coalesced(ct_tensors outputs, ct_tensors inputs,
					     const ct_dist_options *options CT_NULLABLE,
					     ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does ct_dist_all_gather_into_tensor() for each pair of the two lists in one call. */
CT_API ct_error ct_dist_all_gather_into_tensor_coalesced(ct_tensors outputs, ct_tensors inputs,
							 const ct_dist_options *options CT_NULLABLE,
							 ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Does ct_dist_reduce_scatter_tensor() for each pair of the two lists in one call. */
CT_API ct_error ct_dist_reduce_scatter_tensor_coalesced(ct_tensors outputs, ct_tensors inputs,
							const ct_dist_options *options CT_NULLABLE,
							ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/* --- Between two ranks ------------------------------------------------------------------------ */

/** Sends a tensor to the rank `destination`, which calls ct_dist_recv() with the same tag
 * (torch.distributed.send() and isend()). A timeout of the options counts only if the call
 * waits. */
CT_API ct_error ct_dist_send(const ct_tensor *tensor, int64_t destination,
			     const ct_dist_options *options CT_NULLABLE,
			     ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Receives a tensor from the rank `source`, or from any rank for -1 (torch.distributed.recv() and
 * irecv()); then ct_dist_work_source() returns which. */
CT_API ct_error ct_dist_recv(ct_tensor *tensor, int64_t source,
			     const ct_dist_options *options CT_NULLABLE,
			     ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** What a ct_dist_p2p_op does. */
typedef int32_t ct_dist_p2p_kind;

enum ct_dist_p2p_kind_value {
	CT_DIST_P2P_ISEND = 0, /**< as ct_dist_send() */
	CT_DIST_P2P_IRECV = 1  /**< as ct_dist_recv(), from one rank */
};

/** One of several calls of ct_dist_batch_isend_irecv(): torch.distributed.P2POp. */
typedef struct ct_dist_p2p_op {
	ct_dist_p2p_kind kind; /**< sends or receives */
	ct_tensor *tensor;     /**< what is sent, or where it is received; borrowed */
	int64_t peer;          /**< the other rank, as in ct_dist_send() */
	int64_t tag;           /**< the same on both sides; PyTorch's default is 0 */
} ct_dist_p2p_op;

/**
 * Sends and receives several tensors at once (torch.distributed.batch_isend_irecv()), in any order:
 * ranks that first send to each other do not wait forever. Two tensors that go from one rank to
 * another with one tag are received in the order in which they are sent.
 *
 *     const ct_dist_p2p_op ops[] = {
 *             { CT_DIST_P2P_ISEND, mine, .peer = (rank + 1) % size },
 *             { CT_DIST_P2P_IRECV, theirs, .peer = (rank + size - 1) % size },
 *     };
 *
 *     CT_TRY(ct_dist_batch_isend_irecv(ops, 2, NULL, NULL));
 *
 * All of them are checked before the first begins; an error names the one that has failed. Ranks
 * without a part in it need not call it. The tags are those of `ops`, not of the options.
 *
 * @param ops   at least one
 * @param work  new, one for all of them; Python's function returns a list of works
 */
CT_API ct_error ct_dist_batch_isend_irecv(const ct_dist_p2p_op *ops, int64_t ops_len,
					  const ct_dist_options *options CT_NULLABLE,
					  ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/* --- Without tensors -------------------------------------------------------------------------- */

/** Waits until all ranks of the group have called it (torch.distributed.barrier()). */
CT_API ct_error ct_dist_barrier(const ct_dist_options *options CT_NULLABLE,
				ct_dist_work **work CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Waits until all ranks of the group have called it; after the timeout the error on rank 0 names a
 * rank that has not, or all of them if `wait_all_ranks` (torch.distributed.monitored_barrier()).
 * Only gloo has it. */
CT_API ct_error ct_dist_monitored_barrier(bool wait_all_ranks,
					  const ct_dist_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
