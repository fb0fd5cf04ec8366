/**
 * @file
 * Datasets, samplers and a loader that makes batches in worker threads: Python's torch.utils.data.
 *
 *     ct_dataset *dataset = CT_TENSOR_DATASET(images, labels);
 *     ct_data_loader *loader = CT_DATA_LOADER(dataset, .batch_size = 64, .shuffle = true);
 *
 *     CT_TRY(CT_DONE());
 *     for (int64_t epoch = 0; epoch < epochs; epoch++)
 *             CT_EACH_BATCH (batch, loader) {
 *                     ct_tensor *scores = CT_M(net, batch->data);
 *                     ct_tensor *loss = CT_E(cross_entropy, scores, batch->target);
 *
 *                     CT_TRY(ct_optimizer_minimize(optimizer, loss));
 *             }
 *
 * A **sample** is a value (value.h), most often a tuple of a tensor and a label. A **batch** has
 * the values of several samples, stacked. For the same seed, samples come in the same order as in
 * Python.
 *
 * Datasets, samplers and loaders are reference counted and belong to scopes as optimizers do: a new
 * object belongs to the innermost scope, or to the caller if no scope is open, and objects that are
 * built on it hold a reference to it. docs/data.md shows complete programs.
 */
#ifndef CTORCH_DATA_DATA_H
#define CTORCH_DATA_DATA_H

#include <ctorch/calls/call.h>
#include <ctorch/core/error.h>
#include <ctorch/core/gc.h>
#include <ctorch/core/scope.h>
#include <ctorch/core/types.h>
#include <ctorch/macros/list.h>
#include <ctorch/operators/value.h>
#include <ctorch/train/train.h>
#include <ctorch/vision/transform.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Datasets --------------------------------------------------------------------------------
 *
 * Any number of threads may use a dataset at once.
 */

/** Returns the number of samples of a dataset. */
typedef ct_error (*ct_dataset_count_function)(const void *data CT_LENGTH(1), int64_t *result);

/**
 * Returns the sample at an index, from 0 to the length - 1. Worker threads call it concurrently.
 *
 * @param generator  for randomness in the sample, so that it does not depend on the number of
 *                   workers
 * @param sample     a new value, which the caller releases
 */
typedef ct_error (*ct_dataset_get_function)(void *data CT_INOUT, int64_t index,
					    ct_generator *generator, ct_value *sample);

/**
 * Returns the samples at several indices, stacked, for datasets that can do this faster than one by
 * one. It is called if the loader has no collate function.
 *
 * @param indices  int64, of one dimension, on the CPU
 */
typedef ct_error (*ct_dataset_get_batch_function)(void *data CT_INOUT, const ct_tensor *indices,
						  ct_value *batch);

/** Begins a pass over a stream. `generator` determines the order and lives as long as the pass. */
typedef ct_error (*ct_dataset_open_function)(void *data CT_INOUT, ct_generator *generator,
					     void **stream CT_NOT_NULL);

/** Returns the next sample of a pass, a new value; None at the end. One thread at a time calls it.
 * After an error, the next call continues with the following sample, or returns None. */
typedef ct_error (*ct_dataset_next_function)(void *stream CT_INOUT, ct_value *sample);

/** Returns the names of the classes as a new list: Python's `dataset.classes`. */
typedef ct_error (*ct_dataset_classes_function)(const void *data CT_LENGTH(1), ct_value *result);

/**
 * The functions of your own dataset, which are called with its `data`. A set has `count` and `get`,
 * a stream has `open`, `next` and `close`; the others are NULL.
 *
 * When a function returns, tensors and objects that belong to its scope are released; values own
 * their contents.
 */
typedef struct ct_dataset_functions {
	const char *name;                /**< for messages: "MyDataset"; copied */
	ct_dataset_count_function count; /**< NULL: unknown, for streams only */
	ct_dataset_get_function get CT_NULLABLE;
	ct_dataset_get_batch_function get_batch; /**< or NULL */
	ct_dataset_open_function open CT_NULLABLE;
	ct_dataset_next_function next CT_NULLABLE CT_CONTEXT(stream);
	ct_release_function close CT_NULLABLE
		CT_RELEASES(stream);         /**< ends a pass, at any time; receives the stream */
	ct_dataset_classes_function classes; /**< or NULL */
	ct_release_function free
		CT_RELEASES(data); /**< releases `data` with the last reference; or NULL */
} ct_dataset_functions;

/** Creates a dataset from your own functions. On an error `data` has been released. */
CT_API ct_error ct_dataset_new(const ct_dataset_functions *functions CT_LENGTH(1),
			       void *data CT_NULLABLE CT_TAKEN,
			       ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns a new handle on the same dataset; NULL for NULL, or if there is no memory. */
CT_API ct_dataset *ct_dataset_retain(const ct_dataset *self) CT_NOEXCEPT CT_NEW(ct_dataset_free);
/** Releases a handle. If a scope of this thread owns it, the handle is removed from the scope
 * first. */
CT_API void ct_dataset_free(ct_dataset *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/** Returns the dataset's name, borrowed: "TensorDataset"; NULL for NULL. */
CT_API const char *ct_dataset_name(const ct_dataset *self) CT_NOEXCEPT CT_BORROWED;
/** Returns whether the dataset is a stream; false for NULL. */
CT_API bool ct_dataset_is_stream(const ct_dataset *self) CT_NOEXCEPT;
/** Returns the number of samples; a TypeError for a stream of unknown length. */
CT_API ct_error ct_dataset_count(const ct_dataset *self, int64_t *result) CT_RETURNS_ERROR;
/** Returns the names of the classes as a new list; a class's label is its index. A subset, and a
 * dataset that maps, caches or shuffles another one, has the classes of the original. A TypeError
 * if there are none. */
CT_API ct_error ct_dataset_classes(const ct_dataset *self, ct_value *result) CT_RETURNS_ERROR;
/** Returns a sample; a negative index counts from the end. `*sample` is new: ct_value_free(). An
 * IndexError if there is no such sample, a TypeError for a stream.
 *
 * @param generator  for randomness in the sample; NULL: the CPU's default generator */
CT_API ct_error ct_dataset_get(const ct_dataset *self, int64_t index,
			       ct_generator *generator CT_NULLABLE, ct_value *sample)
	CT_WAITS_FOR(files) CT_RETURNS_ERROR;

/** Creates a sample of two items: the tuple (data, target), which is copied and owned by `*sample`.
 * For functions of datasets. */
CT_API ct_error ct_sample_pair(const ct_tensor *data, ct_value target,
			       ct_value *sample CT_NOT_NULL) CT_BRIEF CT_RETURNS_ERROR;
/** Creates a sample of any number of items: a tuple, copied likewise. If an item is None because an
 * expression failed, returns the expression's error. */
CT_API ct_error ct_sample_tuple(const ct_value *items, int64_t items_len,
				ct_value *sample CT_NOT_NULL) CT_BRIEF CT_RETURNS_ERROR;

/* --- Tensors in memory ----------------------------------------------------------------------- */

/** Creates a dataset of the rows of tensors, which have the same first size: sample i is the tuple
 * of their rows i (Python's TensorDataset). The tensors are kept, not copied. One operator per
 * tensor makes a batch; consecutive rows are not even copied. */
CT_API ct_error ct_tensor_dataset_new(ct_tensors tensors,
				      ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Datasets made of others ----------------------------------------------------------------- */

/** Chains the samples of several sets or several streams (Python's ConcatDataset, ChainDataset). */
CT_API ct_error ct_concat_dataset_new(ct_dataset *const *datasets, int64_t datasets_len,
				      ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Selects the samples at some indices (Python's Subset); the indices are copied and checked. */
CT_API ct_error ct_subset_new(const ct_dataset *dataset, ct_ints indices,
			      ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Divides a set at random into subsets of these lengths, as Python's random_split() with the same
 * generator: `lengths` are whole numbers that add up to the length, or fractions that add up to 1.
 *
 * @param generator  NULL: the CPU's default generator
 * @param results    room for one dataset per length
 */
CT_API ct_error ct_dataset_random_split(
	const ct_dataset *self, ct_floats lengths, ct_generator *generator CT_NULLABLE,
	ct_dataset **results CT_LENGTH(lengths.len)) CT_RETURNS_ERROR;

/** Changes a sample in place. The sample is a new value, whose tensors may be shared; draw random
 * numbers from `generator`. Worker threads call it concurrently. */
typedef ct_error (*ct_sample_function)(ct_value *sample CT_INOUT, ct_generator *generator,
				       void *context);

/** Maps a function over the samples of another dataset. For a stream, worker threads call the
 * function while others keep reading.
 *
 * @param release  called with the context when the last reference is released, and on an error; or
 *                 NULL */
CT_API ct_error ct_map_dataset_new(const ct_dataset *dataset, ct_sample_function function,
				   void *context CT_NULLABLE CT_TAKEN,
				   ct_release_function release CT_NULLABLE,
				   ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Transforms the images of another dataset (ctorch/vision/transform.h), in the workers if there
 * are any. The image is the sample itself, the first item of a tuple or list, or the value of a
 * dict's key "image", "jpg", "jpeg" or "png"; a TypeError if it is not a tensor. */
CT_API ct_error ct_transform_dataset_new(const ct_dataset *dataset, const ct_transform *transform,
					 ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Caches each sample of a set after its first read, for sets that are slow to read; up to
 * `max_nbytes` of tensors and texts, 0: no limit. Apply random changes after the cache. */
CT_API ct_error ct_cache_dataset_new(const ct_dataset *dataset, int64_t max_nbytes,
				     ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Shuffles a stream: holds `size` samples, and returns a random one for each that it reads.
 * Shuffle before you map, so that the buffer holds small samples. */
CT_API ct_error ct_shuffle_dataset_new(const ct_dataset *stream, int64_t size,
				       ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Selects every `num_shards`-th sample of a stream, from `index`, for processes that read the same
 * files. A sample that cannot be read still counts, so that every other sample is in exactly one
 * shard; its error is returned in every shard. */
CT_API ct_error ct_shard_dataset_new(const ct_dataset *stream, int64_t num_shards, int64_t index,
				     ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Samplers -------------------------------------------------------------------------------- */

/**
 * Returns the order of an epoch; called at its beginning.
 *
 * @param indices  a new int64 tensor of one dimension on the CPU
 * @param ends     set by a batch sampler: a new tensor of the same kind with the end of each batch:
 *                 3, 5 for a batch of three indices and one of two
 */
typedef ct_error (*ct_sampler_order_function)(void *data CT_INOUT, int64_t epoch,
					      ct_tensor **indices CT_LENGTH(1),
					      ct_tensor **ends CT_LENGTH(1));

/** Returns the number of indices, or batches, of an epoch. */
typedef int64_t (*ct_sampler_count_function)(const void *data CT_LENGTH(1));

/** The functions of your own sampler, which are called with its `data`. */
typedef struct ct_sampler_functions {
	const char *name;                /**< for messages; copied */
	ct_sampler_order_function order; /**< see there */
	ct_sampler_count_function count; /**< NULL: unknown */
	ct_release_function free
		CT_RELEASES(data); /**< releases `data` with the last reference; or NULL */
} ct_sampler_functions;

/** Creates a sampler from your own functions. On an error `data` has been released. */
CT_API ct_error ct_sampler_new(const ct_sampler_functions *functions CT_LENGTH(1),
			       void *data CT_NULLABLE CT_TAKEN,
			       ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns a new handle on the same sampler; NULL for NULL, or if there is no memory. */
CT_API ct_sampler *ct_sampler_retain(const ct_sampler *self) CT_NOEXCEPT CT_NEW(ct_sampler_free);
/** Releases a handle. If a scope of this thread owns it, the handle is removed from the scope
 * first. */
CT_API void ct_sampler_free(ct_sampler *self) CT_LOOKS_IN_SCOPES CT_NOEXCEPT;

/** Returns the number of samples, or batches, of an epoch; -1 if it is unknown, and for NULL. */
CT_API int64_t ct_sampler_count(const ct_sampler *self) CT_NOEXCEPT;
/** Returns the indices of an epoch, a new int64 tensor: Python's list(sampler). */
CT_API ct_error ct_sampler_order(const ct_sampler *self, int64_t epoch,
				 ct_tensor **result) CT_RETURNS_ERROR;

/** Creates a sampler of 0, 1, 2, ... (Python's SequentialSampler). */
CT_API ct_error ct_sequential_sampler_new(int64_t sample_count,
					  ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_random_sampler_new(); zeros are the defaults. */
typedef struct ct_random_sampler_options {
	bool replacement;        /**< an index may occur repeatedly: a bootstrap sample */
	int64_t num_samples;     /**< default: the length */
	ct_generator *generator; /**< NULL: a new one, seeded from the CPU's default generator */
} ct_random_sampler_options;

/** Creates a sampler with a new random order for each epoch (Python's RandomSampler). */
CT_API ct_error ct_random_sampler_new(int64_t sample_count,
				      const ct_random_sampler_options *options,
				      ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a sampler of some indices, in a new random order for each epoch (Python's
 * SubsetRandomSampler). */
CT_API ct_error ct_subset_random_sampler_new(ct_ints indices, ct_generator *generator CT_NULLABLE,
					     ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_weighted_random_sampler_new(); zeros are the defaults. */
typedef struct ct_weighted_random_sampler_options {
	bool no_replacement; /**< no index twice (Python's replacement=False) */
	ct_generator *generator;
} ct_weighted_random_sampler_options;

/** Creates a sampler that draws each index with a probability in proportion to its weight (Python's
 * WeightedRandomSampler).
 *
 * @param weights  one dimension, not negative; kept as float64 */
CT_API ct_error ct_weighted_random_sampler_new(const ct_tensor *weights, int64_t num_samples,
					       const ct_weighted_random_sampler_options *options,
					       ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_distributed_sampler_new(); zeros are the defaults. */
typedef struct ct_distributed_sampler_options {
	bool no_shuffle; /**< Python's shuffle=False */
	uint64_t seed;   /**< the same in all processes */
	bool drop_last;  /**< drop samples to balance the processes, not repeat some */
} ct_distributed_sampler_options;

/** Creates a sampler of one process's share among `num_replicas` (Python's DistributedSampler). The
 * loader sets the epoch, for which Python's programs call set_epoch(). */
CT_API ct_error ct_distributed_sampler_new(int64_t sample_count, int64_t num_replicas, int64_t rank,
					   const ct_distributed_sampler_options *options,
					   ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Creates a sampler of batches of another sampler's indices (Python's BatchSampler). The loader
 * makes one itself from `batch_size`. */
CT_API ct_error ct_batch_sampler_new(const ct_sampler *sampler, int64_t batch_size, bool drop_last,
				     ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Collating ------------------------------------------------------------------------------- */

/**
 * Makes a batch of samples, a new value that owns its contents: Python's collate_fn. Worker threads
 * call it concurrently. A batch that borrows, or that is None, is a ValueError.
 *
 * @param samples  a list of at least one sample; the function may change it and take items out
 */
typedef ct_error (*ct_collate_function)(ct_value *samples CT_INOUT, void *context, ct_value *batch);

/** Collates samples as Python's default_collate(): stacks tensors; turns ints into a tensor of
 * int64, floats into float64, bools into bool; texts and bytes become a list; dicts, lists and
 * tuples are collated item by item. If samples differ, a RuntimeError or TypeError names the
 * location, such as `[1]["image"]`. */
CT_API ct_error ct_default_collate(ct_value *samples CT_INOUT, void *context,
				   ct_value *batch CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- The loader ------------------------------------------------------------------------------ */

/** A batch, borrowed from the loader until the next one. To keep a tensor longer, call
 * ct_tensor_retain(). */
typedef struct ct_batch {
	/** The first item of a tuple or list if it is a tensor, or the batch itself if it is a
	 * tensor; otherwise NULL. */
	ct_tensor *data;
	/** The second item of a tuple or list if it is a tensor; otherwise NULL. */
	ct_tensor *target;
	ct_value value; /**< the whole batch */
	int64_t size;   /**< number of samples */
	int64_t number; /**< index of the batch in the epoch, from 0 */
	int64_t epoch;  /**< from 0 */
} ct_batch;

/** Returns the tensor that is an item of a batch of tuples or lists, borrowed like the batch: 0 is
 * `data`, 1 `target`, and -1 the last one. An IndexError if there is no such item; a TypeError if
 * it is not a tensor: ct_value_item() reads items of other types from `value`. */
CT_API ct_error ct_batch_item(const ct_batch *self CT_LENGTH(1), int64_t index,
			      ct_tensor **result CT_NOT_NULL CT_BORROWED) CT_BRIEF CT_RETURNS_ERROR;

/** Arguments of Python's DataLoader and a few more; zeros are the defaults. */
typedef struct ct_data_loader_options {
	int64_t batch_size CT_DEFAULT(1); /**< CT_ZERO: single samples, not collated */
	bool shuffle;              /**< a set in random order; not with a sampler */
	bool drop_last;            /**< drop a last batch that is smaller than the others */
	const ct_sampler *sampler; /**< NULL: in order, or in random order */
	/** A batch sampler, instead of batch_size, shuffle, sampler and drop_last. */
	const ct_sampler *batch_sampler;
	/** Threads that load samples; 0: the thread that calls ct_data_loader_next(). The number
	 * does not change the batches or their order. */
	int32_t num_workers;
	int32_t prefetch_factor CT_DEFAULT(2); /**< batches that each worker prepares ahead */
	ct_collate_function collate CT_KEPT
		CT_CONTEXT(collate_context); /**< NULL: ct_default_collate() */
	void *collate_context CT_KEPT;       /**< borrowed */
	/** Copy tensors to memory that a GPU reads faster. Without a GPU it has no effect. */
	bool pin_memory;
	/** Where the workers copy the tensors of a batch, ahead of the loop; with pin_memory, as
	 * Python's `to(device, non_blocking=True)`: the copy is queued in the device's default
	 * stream, so use the batch there. CT_DEVICE_NONE: no copy. Index -1 is the device that is
	 * current when the loader is created. */
	ct_device device;
	double timeout; /**< seconds that ct_data_loader_next() waits for a worker; 0: forever */
	/** For the order and for randomness in samples. NULL: the CPU's default generator. */
	ct_generator *generator;
	/** Samples of an epoch that may fail and are then skipped; ct_data_loader_skipped_count()
	 * counts them. Default: the first error is returned. -1: any number. */
	int64_t max_skipped;
	/** Shows the progress of the epoch, in samples; borrowed. */
	ct_progress *progress CT_KEPT;
} ct_data_loader_options;

/** Creates a loader. A ValueError for options that exclude each other. */
CT_API ct_error ct_data_loader_new(const ct_dataset *dataset, const ct_data_loader_options *options,
				   ct_data_loader **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Returns a new handle on the same loader; NULL for NULL, or if there is no memory. */
CT_API ct_data_loader *ct_data_loader_retain(const ct_data_loader *self) CT_NOEXCEPT
	CT_NEW(ct_data_loader_free);
/** Releases a handle. The last one also ends the loader's threads, after their current sample. If a
 * scope of this thread owns it, the handle is removed from the scope first. In a child process,
 * resources of the parent's workers stay until the process ends. A function that the loader itself
 * is calling cannot release the last handle: this is a warning. */
CT_API void ct_data_loader_free(ct_data_loader *self) CT_LOOKS_IN_SCOPES
	CT_WAITS_FOR(threads) CT_NOEXCEPT;

/** Returns the number of batches of an epoch (Python's len(loader)); a TypeError if it is
 * unknown. */
CT_API ct_error ct_data_loader_count(const ct_data_loader *self, int64_t *result) CT_RETURNS_ERROR;

/** Begins an epoch, as CT_EACH_BATCH does first, and abandons an unfinished one. After
 * ct_data_loader_load_state_dict(), continues the epoch of the state.
 *
 * It is a RuntimeError, here and in the functions below, if the caller is a function that this
 * loader is calling, such as the dataset's `get`, or a child of the process that started the
 * loader's workers. */
CT_API ct_error ct_data_loader_begin(ct_data_loader *self) CT_WAITS_FOR(threads) CT_RETURNS_ERROR;

/**
 * Returns the next batch of the epoch, or NULL at its end. The first call, and the next one after
 * an end, begins an epoch.
 *
 * An error in a worker is returned here, in the order of the batches, and names the sample; the
 * next call continues with the following batch. If a worker takes longer than `timeout`, it is a
 * RuntimeError, and the next call waits again.
 */
CT_API ct_error ct_data_loader_next(ct_data_loader *self, const ct_batch **result)
	CT_WAITS_FOR(files, threads) CT_RETURNS_ERROR;

/** Returns how many samples of this epoch were skipped because of errors; 0 for NULL. */
CT_API int64_t ct_data_loader_skipped_count(const ct_data_loader *self) CT_NOEXCEPT;
/** Returns the message of the last error for which a sample was skipped, borrowed until the next
 * batch; NULL if there was none. */
CT_API const char *ct_data_loader_skipped_error(const ct_data_loader *self) CT_NOEXCEPT CT_BORROWED;

/** Returns the loader's position: the epoch, the number of batches returned, and the state of the
 * random numbers at the start of the epoch. A new dict, which can be saved in a checkpoint. */
CT_API ct_error ct_data_loader_state_dict(const ct_data_loader *self, ct_value *result)
	CT_WAITS_FOR(threads) CT_RETURNS_ERROR;
/** Resumes from a state dict: the next batch is the one after the saved position. Skips earlier
 * samples; a stream reads and discards them. A ValueError, which changes nothing, if it is not a
 * loader's state; within an epoch, batch_size must be the same. */
CT_API ct_error ct_data_loader_load_state_dict(ct_data_loader *self,
					       const ct_value *state CT_NOT_NULL)
	CT_WAITS_FOR(threads) CT_RETURNS_ERROR;

/* --- Loops ----------------------------------------------------------------------------------- */

#if defined(__GNUC__) || defined(__clang__)
/**
 * Runs a block for each batch of an epoch: `CT_EACH_BATCH (batch, loader) { ... }`. You choose the
 * name of the batch, a `const ct_batch *`.
 *
 * The loop collects garbage: each batch begins with ct_gc(), so tensors that the block creates live
 * until the next batch; tensors created before the loop stay. break and continue work as in any
 * loop. An error of the loader is returned from the enclosing function, as by CT_TRY().
 *
 * A loader is in one epoch at a time. If you nest two loops over the same loader, the outer loop's
 * next batch is a RuntimeError.
 *
 * It needs GNU C (gcc, clang) and does not exist elsewhere; there, use ct_data_loader_begin() and
 * ct_data_loader_next().
 */
#define CT_EACH_BATCH(batch, loader)                                                      \
	for (struct ct_batches_ batch##_in_                                               \
	     __attribute__((cleanup(ct_batches_leave_))) = ct_batches_enter_(loader);     \
	     !batch##_in_.left; batch##_in_.left = true)                                  \
		for (const ct_batch *batch;;)                                             \
			if ((batch##_in_.error = ct_batches_next_(&batch##_in_, &batch))) \
				return CT_HERE_(batch##_in_.error);                       \
			else if (batch == NULL)                                           \
				break;                                                    \
			else

/* A loop in progress. */
struct ct_batches_ {
	ct_data_loader *loader;
	ct_scope *scope; /* around the steps of ct_gc() */
	ct_error error;
	bool left;
	int64_t number; /* number of the loop */
};

CT_API ct_error ct_data_loader_begin_loop_(ct_data_loader *self,
					   int64_t *loop CT_NOT_NULL) CT_RETURNS_ERROR;
CT_API ct_error ct_data_loader_next_in_loop_(ct_data_loader *self, int64_t loop,
					     const ct_batch **result CT_NOT_NULL) CT_RETURNS_ERROR;

static inline struct ct_batches_ ct_batches_enter_(ct_data_loader *loader)
{
	struct ct_batches_ self = { loader, ct_scope_open_named("CT_EACH_BATCH"), NULL, false, 0 };

	self.error = ct_data_loader_begin_loop_(loader, &self.number);
	return self;
}

static inline ct_error ct_batches_next_(struct ct_batches_ *self, const ct_batch **batch)
{
	ct_error error = self->error;

	if (error == NULL)
		error = ct_gc();
	return error ? error : ct_data_loader_next_in_loop_(self->loader, self->number, batch);
}

static inline void ct_batches_leave_(struct ct_batches_ *self)
{
	ct_scope_leave(self->scope);
}
#endif

/* --- Expressions ----------------------------------------------------------------------------- */

/** Calls ct_tensor_dataset_new() within an expression (call.h): `CT_TENSOR_DATASET(images,
 * labels)`. NULL after an error, which is pending until CT_FINISH(). */
#define CT_TENSOR_DATASET(...) ct_tensor_dataset_expression_(CT_TENSORS(__VA_ARGS__), CT_PLACE_)
CT_API ct_dataset *ct_tensor_dataset_expression_(ct_tensors tensors, const char *file, int line,
						 const char *function) CT_NOEXCEPT CT_BORROWED;

static inline const ct_dataset *ct_write_a_dataset_first_(const ct_dataset *dataset)
{
	return dataset;
}

/** Calls ct_data_loader_new() within an expression: `CT_DATA_LOADER(dataset, .batch_size = 64,
 * .shuffle = true)`. As in Python, the first two options may be given by position: `CT_DATA_LOADER(
 * dataset, 64, true)`. */
#define CT_DATA_LOADER(...) CT_DATA_LOADER_(__VA_ARGS__, )
#define CT_DATA_LOADER_(dataset, ...)                                                       \
	__extension__({                                                                     \
		CT_QUIET_                                                                   \
		_Pragma("GCC diagnostic ignored \"-Wmissing-field-initializers\"")          \
			const ct_dataset *ct_of_ = ct_write_a_dataset_first_(dataset);      \
		const ct_data_loader_options ct_options_ = { __VA_ARGS__ };                 \
		ct_data_loader *ct_made_ = ct_data_loader_expression_(ct_of_, &ct_options_, \
								      CT_PLACE_);           \
		CT_AS_BEFORE_                                                               \
		ct_made_;                                                                   \
	})
CT_API ct_data_loader *ct_data_loader_expression_(const ct_dataset *dataset,
						  const ct_data_loader_options *options,
						  const char *file, int line,
						  const char *function) CT_NOEXCEPT CT_BORROWED;

/** Calls ct_batch_item() within an expression: `CT_BATCH_ITEM(batch, 2)`. */
#define CT_BATCH_ITEM(batch, index) ct_batch_item_expression_(batch, index, CT_PLACE_)
CT_API ct_tensor *ct_batch_item_expression_(const ct_batch *batch CT_LENGTH(1), int64_t index,
					    const char *file, int line,
					    const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#endif
