/**
 * @file
 * Data parallel training: Python's torch.nn.parallel.DistributedDataParallel. Each process has the
 * same module and computes with its own part of the data; while the backward runs, the gradients of
 * all processes become their mean. So all make the same steps.
 *
 *     ct_module *ddp;
 *
 *     CT_TRY(ct_dist_init(NULL));
 *     CT_TRY(ct_ddp_new(net, NULL, &ddp));          // copies rank 0's parameters to all
 *     optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(ddp), .lr = 0.1);
 *     ...
 *     loss = CT_E(cross_entropy, CT_M(ddp, images), labels);
 *     CT_TRY(ct_optimizer_minimize(optimizer, loss));
 *
 * CT_DDP_SAMPLER() gives each process its part of a dataset:
 *
 *     loader = CT_DATA_LOADER(data, .batch_size = 32, .sampler = CT_DDP_SAMPLER(data));
 *
 * Ranks may be programs in C and in Python: the engine is libtorch's in both. All call the module
 * and its backward equally often; ct_ddp_enter_join() is for those whose inputs end earlier. A
 * failed call makes the group dead (group.h); the gradients of the step are then undefined.
 *
 * A DDP module is used by one thread at a time. docs/distributed.md has examples.
 */
#ifndef CTORCH_DISTRIBUTED_DDP_H
#define CTORCH_DISTRIBUTED_DDP_H

#include <ctorch/core/error.h>
#include <ctorch/core/types.h>
#include <ctorch/data/data.h>
#include <ctorch/distributed/collective.h>
#include <ctorch/distributed/group.h>
#include <ctorch/nn/module.h>
#include <ctorch/optim/optimizer.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The library of these functions. */
#define CT_DDP_LIBRARY "ctorch_distributed"

/** Options of ct_ddp_new(); zeros are PyTorch's defaults. Python's names. */
typedef struct ct_ddp_options {
	const ct_dist_group *group; /**< NULL: the default group */
	/** the size of a bucket of gradients that are reduced together, in MiB; 0: 25, and 1 for the
	 * first bucket */
	double bucket_cap_mb CT_DEFAULT(25);
	bool find_unused_parameters;  /**< some parameters get no gradient in a step */
	bool gradient_as_bucket_view; /**< gradients share the memory of the buckets */
	bool static_graph;            /**< every step uses the same parameters in the same way */
	bool no_broadcast_buffers; /**< buffers are not copied from rank 0, neither now nor before
				      each forward */
	bool no_init_sync;         /**< parameters and buffers are the same already */
} ct_ddp_options;

/**
 * Creates a module that calls another one and reduces its gradients (Python's
 * DistributedDataParallel(module)). All processes of the group call it, with modules of the same
 * parameters; rank 0's values are copied to the others. Inputs and outputs are those of the module.
 *
 * The new module has `module` as a child of this name, but its state dict is that of `module`,
 * without "module." in its keys, so that programs with and without DDP load each other's files. For
 * a file of Python's DDP use `.prefix = "module."` in ct_module_load_options.
 *
 * Register hooks of the wrapped module's parameters, and change `requires_grad`, before. The new
 * module cannot be copied.
 *
 * @param module  the module takes its own reference
 * @return RuntimeError if no parameter requires a gradient, if one is lazy, or if the ranks have
 *         different parameters, which is found on the ranks that differ from rank 0;
 *         DistBackendError if a process has ended or does not come within the timeout
 */
CT_API ct_error ct_ddp_new(const ct_module *module, const ct_ddp_options *options CT_NULLABLE,
			   ct_module **result CT_NOT_NULL) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/** Returns the module that a DDP module wraps (Python's `ddp.module`), borrowed; NULL for another
 * module. */
CT_API ct_module *ct_ddp_module(const ct_module *ddp) CT_NOEXCEPT CT_BORROWED;

/* --- Accumulating gradients ------------------------------------------------------------------- */

/**
 * Between these calls, which nest, a backward only adds to the gradients of this process (Python's
 * `with ddp.no_sync():`). The first backward afterwards reduces all of them. The forward must be
 * inside, too.
 *
 *     CT_DDP_NO_SYNC(ddp)
 *             CT_TRY(ct_tensor_backward(loss_of(ddp, first)));
 *     CT_TRY(ct_tensor_backward(loss_of(ddp, second)));     // the gradients of both
 *
 * They have no effect on other modules, so a program may do without DDP in one process.
 */
CT_API void ct_ddp_enter_no_sync(ct_module *ddp) CT_NOEXCEPT;
CT_API void ct_ddp_leave_no_sync(ct_module *ddp) CT_NOEXCEPT;

/* --- Uneven inputs ---------------------------------------------------------------------------- */

/** Options of ct_ddp_enter_join(); zeros are PyTorch's defaults. */
typedef struct ct_ddp_join_options {
	/** gradients are divided by the number of ranks that still have inputs, instead of the
	 * number of all (Python's `divide_by_initial_world_size=False`) */
	bool divide_by_remaining;
	/** all ranks get an error as soon as one has no more inputs */
	bool throw_on_early_termination;
	/** an optimizer that is divided among the ranks (zero.h) and steps once after each backward
	 * that reduces gradients: a rank without inputs updates its part with the others' gradients,
	 * and its last learning rate; NULL: none. It must live until ct_ddp_leave_join() */
	ct_optimizer *optimizer CT_NULLABLE;
} ct_ddp_join_options;

/**
 * Begins a loop in which some ranks may have fewer inputs than others (Python's `with
 * ddp.join():`). ct_ddp_leave_join() ends it: there a rank without inputs takes part in the steps
 * of the others, with gradients of zero, until all have called it; then all get the parameters and
 * buffers of the last rank that had inputs.
 *
 *     CT_TRY(ct_ddp_enter_join(ddp, NULL));
 *     CT_EACH_BATCH (batch, loader) { ... }
 *     CT_TRY(ct_ddp_leave_join(ddp));
 *
 * In the loop the ranks make no other collective calls, except in the steps of `optimizer`, which is
 * Python's Join([ddp, optimizer]). There the program sets the gradients of a rank without inputs;
 * here the library does. All ranks call both functions. After an
 * error in the loop do not leave it, but end the process.
 *
 * @return of ct_ddp_leave_join(): with `throw_on_early_termination` RuntimeError "Rank 1 exhausted
 *         all inputs."; of a forward then: RuntimeError "Detected at least one rank that exhausted
 *         inputs. Throwing across all ranks." These two errors end the loop on all ranks, which may
 *         begin another one
 */
CT_API ct_error ct_ddp_enter_join(ct_module *ddp,
				  const ct_ddp_join_options *options CT_NULLABLE) CT_RETURNS_ERROR;
CT_API ct_error ct_ddp_leave_join(ct_module *ddp) CT_WAITS_FOR(processes) CT_RETURNS_ERROR;

/* --- Data ------------------------------------------------------------------------------------- */

/**
 * Creates the sampler of this rank's share of a dataset (Python's DistributedSampler): all ranks have
 * equally many samples, in an order that changes with the epoch and that they agree on.
 *
 * @param dataset  one that can be counted; only its count is read
 * @param group    NULL: the default group
 * @return ValueError if this process is not in the group; otherwise as ct_dataset_count() and
 *         ct_distributed_sampler_new() (data.h), whose options these are
 */
CT_API ct_error ct_ddp_sampler_new(const ct_dataset *dataset,
				   const ct_dist_group *group CT_NULLABLE,
				   const ct_distributed_sampler_options *options CT_NULLABLE,
				   ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Communication hooks ---------------------------------------------------------------------- */

/** How gradients are made smaller for the network. */
typedef int32_t ct_ddp_compression;

/** Python's hooks of torch.distributed.algorithms.ddp_comm_hooks.default_hooks. */
enum ct_ddp_compression_value {
	CT_DDP_FP16 = 1, /**< fp16_compress_hook(): sent as float16 */
	CT_DDP_BF16 = 2  /**< bf16_compress_hook(): sent as bfloat16 */
};

/** Makes gradients smaller while they are reduced (Python's register_comm_hook() with a hook of
 * PyTorch's). A module has one hook, registered before the first backward; RuntimeError
 * otherwise. */
CT_API ct_error ct_ddp_register_compression(ct_module *ddp,
					    ct_ddp_compression compression) CT_RETURNS_ERROR;

/** Gradients that are reduced together (torch.distributed.GradBucket); everything is borrowed, and
 * valid during the call. */
typedef struct ct_ddp_bucket {
	int64_t index;     /**< the buckets are reduced in this order, from 0 */
	bool is_last;      /**< of this backward */
	ct_tensor *buffer; /**< the gradients of all parameters, one after the other: 1-D */
	ct_tensor *const *gradients CT_LENGTH(len);  /**< views of `buffer` */
	ct_tensor *const *parameters CT_LENGTH(len); /**< theirs */
	int64_t len;
} ct_ddp_bucket;

/**
 * Reduces a bucket of gradients, which the library has not divided by the number of ranks. Called
 * during the backward, in the thread that computes it, as soon as the gradients are there. It may
 * begin a collective and return at once, so that the backward goes on meanwhile.
 *
 * @param work    NULL before the call; set it to the collective that gives the result. The library
 *                waits for it, and frees it. NULL: the result is complete
 * @param result  `bucket->buffer` before the call; set it to a tensor of the same shape that holds
 *                the result, of any dtype. It belongs to the scope of the call
 * @return an error ends the backward with a RuntimeError that contains it
 */
typedef ct_error (*ct_ddp_comm_hook)(const ct_ddp_bucket *bucket, void *context,
				     ct_dist_work **work, ct_tensor **result);

/** Registers a function that reduces the gradients (Python's register_comm_hook()). A module has one
 * hook, registered before the first backward; RuntimeError otherwise. The library releases `context`
 * with `release` when the module ends; after an error it stays the caller's. */
CT_API ct_error ct_ddp_register_comm_hook(ct_module *ddp, ct_ddp_comm_hook call, void *context,
					  ct_release_function release CT_NULLABLE) CT_RETURNS_ERROR;

/* --- Expressions ------------------------------------------------------------------------------ */

/** Calls ct_ddp_sampler_new() for the default group within an expression, among the options of a
 * loader: `CT_DATA_LOADER(data, .batch_size = 32, .sampler = CT_DDP_SAMPLER(data, .seed = 1))`. NULL
 * after an error, which is pending until CT_FINISH(). */
#define CT_DDP_SAMPLER(...) CT_DDP_SAMPLER_(__VA_ARGS__, )
#define CT_DDP_SAMPLER_(dataset, ...)                                                      \
	__extension__({                                                                    \
		CT_QUIET_                                                                  \
		_Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")         \
			const ct_dataset *ct_shared_ = ct_write_a_dataset_first_(dataset); \
		const ct_distributed_sampler_options ct_share_ = { __VA_ARGS__ };          \
		ct_sampler *ct_sampler_ = NULL;                                            \
		CT_AS_BEFORE_                                                              \
		CT_DO(ct_ddp_sampler_new(ct_shared_, NULL, &ct_share_, &ct_sampler_));     \
		ct_sampler_;                                                               \
	})

/* --- Blocks ----------------------------------------------------------------------------------- */

#if defined(__GNUC__) || defined(__clang__)
/** Accumulates gradients for the rest of the enclosing C block: `with ddp.no_sync():`. A declaration,
 * as CT_NO_GRAD_SCOPE (blocks.h). It needs GNU C (gcc, clang) and does not exist elsewhere; there,
 * use ct_ddp_enter_no_sync() and ct_ddp_leave_no_sync(). */
#define CT_DDP_NO_SYNC_SCOPE(ddp) CT_DDP_NO_SYNC_SCOPE_AT_(ddp, __LINE__)

#define CT_DDP_NO_SYNC_SCOPE_AT_(ddp, line) CT_DDP_NO_SYNC_SCOPE_NAMED_(ddp, line)
#define CT_DDP_NO_SYNC_SCOPE_NAMED_(ddp, line)  \
	struct ct_ddp_no_sync_ ct_ddp_##line##_ \
		__attribute__((cleanup(ct_ddp_no_sync_end_), unused)) = ct_ddp_no_sync_begin_(ddp)

/** Accumulates gradients in the following block or statement, as CT_NO_GRAD { ... } does without
 * recording. Inside, break and continue refer to this block. */
#define CT_DDP_NO_SYNC(ddp) CT_DDP_NO_SYNC_AT_(ddp, __LINE__)

#define CT_DDP_NO_SYNC_AT_(ddp, line) CT_DDP_NO_SYNC_NAMED_(ddp, line)
#define CT_DDP_NO_SYNC_NAMED_(ddp, line)                                                 \
	for (struct ct_ddp_no_sync_ ct_ddp_##line##_                                     \
	     __attribute__((cleanup(ct_ddp_no_sync_end_))) = ct_ddp_no_sync_begin_(ddp); \
	     !ct_ddp_##line##_.left; ct_ddp_##line##_.left = true)

/* A block in progress. */
struct ct_ddp_no_sync_ {
	ct_module *ddp;
	bool left;
};

static inline struct ct_ddp_no_sync_ ct_ddp_no_sync_begin_(ct_module *ddp)
{
	struct ct_ddp_no_sync_ self = { ddp, false };

	ct_ddp_enter_no_sync(ddp);
	return self;
}

static inline void ct_ddp_no_sync_end_(struct ct_ddp_no_sync_ *self)
{
	ct_ddp_leave_no_sync(self->ddp);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
