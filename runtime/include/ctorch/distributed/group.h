/**
 * @file
 * Groups of processes that compute together: torch.distributed's process groups.
 *
 * ct_dist_init() makes the **default group** of all processes; each has a **rank**, from 0. All
 * functions that take a group take NULL for the default one. ct_dist_group_new() makes a group of
 * some of the ranks. Ranks of arguments are always those in the default group, as in Python.
 *
 *     CT_TRY(ct_dist_init(NULL));                       // as torchrun or ct_launch says
 *     CT_TRY(ct_dist_all_reduce(tensor, NULL, NULL));   // collective.h
 *     CT_TRY(ct_dist_destroy());
 *
 * Ranks may be programs in C and in Python: both make the same groups in the same store. All ranks
 * call the same functions of groups in the same order; one that does not makes the others wait
 * until the timeout.
 *
 * When a call has failed by a timeout, or since another process has ended, **the group is dead**:
 * every later call in it fails, too. ct_dist_restart() makes the default group again.
 * docs/distributed.md has the rest.
 *
 * One thread at a time calls functions of one group. Objects of this header belong to the caller,
 * not to a scope. Timeouts are in seconds.
 */
#ifndef CTORCH_DISTRIBUTED_GROUP_H
#define CTORCH_DISTRIBUTED_GROUP_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/distributed/store.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DIST_GROUP_LIBRARY "ctorch_distributed"

/** A group of processes: torch.distributed.ProcessGroup. ct_dist_group_free() frees it. As an
 * argument, NULL is the default group. */
typedef struct ct_dist_group ct_dist_group;

/** Options of ct_dist_init(); zeros are PyTorch's defaults. */
typedef struct ct_dist_init_options {
	/** "gloo", "nccl", "fake", or by device: "cpu:gloo,cuda:nccl" */
	const char *backend CT_DEFAULT("gloo");
	/** "env://", "tcp://HOST:PORT" or "file:///PATH" */
	const char *method CT_DEFAULT("env://");
	const ct_dist_store *store; /**< instead of `method`; then `world_size` and `rank` count */
	int64_t world_size;         /**< the number of processes; 0: from the environment */
	int64_t rank;               /**< of this process; counts if `world_size` is set */
	/** seconds, of every call in the group; 0: 1800, or 600 if the backend is "nccl" */
	double timeout CT_DEFAULT(1800);
	/** For nccl: the GPU of this process (Python's device_id), whose communicator is then made
	 * at once. CT_DEVICE_NONE: the one with the number that the process has on its machine, or
	 * before libtorch 2.15, as in Python, that of the first tensor. */
	ct_device device;
	/** For nccl: its kernels run before those of other streams (ProcessGroupNCCL.Options). */
	bool is_high_priority_stream;
} ct_dist_init_options;

/**
 * Joins the default group (torch.distributed.init_process_group()), and returns when all processes
 * have.
 *
 * Without a world size, the number of processes and the rank come from the environment: RANK and
 * WORLD_SIZE, which torchrun and ct_launch set, or else the variables of Open MPI
 * (OMPI_COMM_WORLD_RANK, OMPI_COMM_WORLD_SIZE) or Slurm (SLURM_PROCID, SLURM_NTASKS), the first that
 * are set. "env://" connects to MASTER_ADDR and MASTER_PORT, where rank 0 serves the store, unless torchrun does
 * (TORCHELASTIC_USE_AGENT_STORE).
 *
 * With TORCH_DISTRIBUTED_DEBUG=DETAIL all ranks first compare what they are about to do, so that a
 * wrong shape, dtype or order is an error on each of them, at the cost of more messages. The ranks
 * in Python must have the same setting.
 *
 * "nccl" is for tensors on GPUs: it loads libtorch's CUDA part, and libctorch_nccl, which is
 * installed beside this library if it was built (docs/distributed.md).
 *
 * @return NotImplementedError for "nccl" without libctorch_nccl, RuntimeError without CUDA or a GPU;
 *         ValueError for a missing variable, which it names; DistNetworkError if the store does not
 *         answer, or if the port of rank 0 is in use; DistBackendError if a process does not come
 *         within the timeout; RuntimeError if there is a default group already
 */
CT_API ct_error ct_dist_init(const ct_dist_init_options *options CT_NULLABLE)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Leaves the default group (torch.distributed.destroy_process_group()). Waits for the ends of
 * calls that still run, at most for the group's timeout. Free all other groups first, and the modules
 * of DDP and SyncBatchNorm: while one has the group, it stays. No effect without a default group. */
CT_API ct_error ct_dist_destroy(void) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Makes the default group again, with the same store, ranks and options, after a call in it has
 * failed. All processes of the group call it, and each the same number of times; one that has ended
 * is started again by a launcher, not by this.
 *
 * Free other groups first: their names are given again to the groups that are made afterwards. Modules
 * of DDP and SyncBatchNorm keep the dead group: free them, too, and make them anew. As
 * ct_dist_destroy(), it waits for the ends of calls that still run, at most for the old timeout.
 *
 * @param timeout  seconds, from now on also of every call in the group; 0: as before
 */
CT_API ct_error ct_dist_restart(double timeout) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns whether there is a default group (torch.distributed.is_initialized()). */
CT_API bool ct_dist_is_initialized(void) CT_NOEXCEPT;

/** Returns the rank of this process in a group (torch.distributed.get_rank()); -1 if it is not in
 * it, or if there is no default group. */
CT_API int64_t ct_dist_rank(const ct_dist_group *group CT_NULLABLE) CT_NOEXCEPT;

/** Returns the number of processes of a group (torch.distributed.get_world_size()); -1 if there is
 * no default group. */
CT_API int64_t ct_dist_world_size(const ct_dist_group *group CT_NULLABLE) CT_NOEXCEPT;

/** Returns the number of this process among those of its machine: LOCAL_RANK, SLURM_LOCALID or
 * OMPI_COMM_WORLD_LOCAL_RANK; 0 if none is set. It is the index of the process's GPU. */
CT_API int64_t ct_dist_local_rank(void) CT_NOEXCEPT;

/** Options of ct_dist_group_new(); zeros are PyTorch's defaults. */
typedef struct ct_dist_group_options {
	const char *backend; /**< as in ct_dist_init_options; NULL: that of the default group */
	/** seconds, of every call in the group; 0: 1800, or 600 if the backend is "nccl" */
	double timeout CT_DEFAULT(1800);
	const char *description;      /**< for messages of libtorch; NULL: none */
	bool is_high_priority_stream; /**< as in ct_dist_init_options */
} ct_dist_group_options;

/**
 * Makes a group of some of the ranks (torch.distributed.new_group()). **All** processes of the
 * default group call it in the same order, also those that are not in the new group: these get a
 * handle with which every call fails.
 *
 * @param ranks   ranks in the default group, in any order; in the new group they are sorted. Empty:
 *                all
 * @param result  new: ct_dist_group_free()
 */
CT_API ct_error ct_dist_group_new(ct_ints ranks, const ct_dist_group_options *options CT_NULLABLE,
				  ct_dist_group **result) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Makes groups of the ranks that give the same color, as MPI_Comm_split() does; in each the ranks
 * keep their order. All processes of the default group call it.
 *
 * @param color   of this process; -1: it is in none of the new groups
 * @param result  new: ct_dist_group_free()
 */
CT_API ct_error ct_dist_group_new_split(int64_t color,
					const ct_dist_group_options *options CT_NULLABLE,
					ct_dist_group **result)
	CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/**
 * Ends the calls of a group that still run on this process's GPU, without waiting for the other
 * processes (torch.distributed's `_abort_process_group()`). Threads that wait for them get an error.
 * Then the group is dead: ct_dist_restart() makes the default group again, and others are freed. May
 * be called while another thread is in a call of the group.
 *
 * @return NotImplementedError for a group without nccl: with gloo, calls end at their timeout
 */
CT_API ct_error ct_dist_group_abort(ct_dist_group *self CT_NULLABLE)
	CT_WAITS_FOR(devices) CT_RETURNS_ERROR;

/** Frees a group. Waits for the ends of calls that still run in it. Ignores NULL. */
CT_API void ct_dist_group_free(ct_dist_group *self CT_TAKEN) CT_MAY_BLOCK CT_NOEXCEPT;

/** Returns whether this process is in the group; false if there is no default group. */
CT_API bool ct_dist_group_has_this_process(const ct_dist_group *self CT_NULLABLE) CT_NOEXCEPT;

/** Returns libtorch's name of a group, by which operators of `_c10d_functional` find it: "0" is
 * the default group. Borrowed from the group; NULL if there is none. */
CT_API const char *ct_dist_group_name(const ct_dist_group *self CT_NULLABLE) CT_NOEXCEPT;

/** Returns the backends of a group, such as "gloo" or "cpu:gloo"; borrowed from the group. NULL if
 * there is none. */
CT_API const char *ct_dist_group_backend(const ct_dist_group *self CT_NULLABLE) CT_NOEXCEPT;

/** Returns the ranks of a group in the default group (get_process_group_ranks()), in the order of
 * their ranks in the group: `*result` is new, ct_free(). */
CT_API ct_error ct_dist_group_ranks(const ct_dist_group *self CT_NULLABLE, int64_t **result,
				    int64_t *result_len) CT_RETURNS_ERROR;

/** Returns the seconds after which calls in a group fail; 0 if there is none. */
CT_API double ct_dist_group_timeout(const ct_dist_group *self CT_NULLABLE) CT_NOEXCEPT;

/** Sets the seconds after which later calls in a group fail (torch.distributed.set_timeout()); more
 * than 0. */
CT_API ct_error ct_dist_group_set_timeout(ct_dist_group *self CT_NULLABLE,
					  double timeout) CT_RETURNS_ERROR;

/** Returns the store in which a group meets (with the prefix of the group), for facts of the
 * program: `*result` is new, ct_dist_store_free(). It has a connection of its own, so that waiting in it
 * does not hold up the group. */
CT_API ct_error ct_dist_group_new_store(const ct_dist_group *self CT_NULLABLE,
					ct_dist_store **result) CT_RETURNS_ERROR;

#ifdef __cplusplus
}
#endif

#endif
