/**
 * @file
 * Data: datasets, samplers and a loader that makes batches in worker threads: Python's
 * torch.utils.data.
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
 * the values of several samples, stacked. Orders of samples are Python's for the same seed.
 *
 * Datasets, samplers and loaders are reference counted and belong to scopes as optimizers do: a new
 * one belongs to the innermost scope, or to the caller if no scope is open, and what is made of it
 * keeps it. docs/data.md shows complete programs.
 */
#ifndef CTORCH_DATA_H
#define CTORCH_DATA_H

#include <ctorch/call.h>
#include <ctorch/error.h>
#include <ctorch/gc.h>
#include <ctorch/list.h>
#include <ctorch/scope.h>
#include <ctorch/train.h>
#include <ctorch/transform.h>
#include <ctorch/types.h>
#include <ctorch/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Datasets --------------------------------------------------------------------------------
 *
 * Any number of threads may use a dataset at once.
 */

/** How many samples a dataset has. */
typedef ct_error (*ct_dataset_count_function)(const void *data CT_LENGTH(1), int64_t *result);

/**
 * The sample of an index, from 0 to the length - 1. Worker threads call it at the same time.
 *
 * @param generator  for what is random in the sample, so that it does not depend on the number of
 *                   workers
 * @param sample     a new value, which the caller releases
 */
typedef ct_error (*ct_dataset_get_function)(void *data CT_INOUT, int64_t index,
					    ct_generator *generator, ct_value *sample);

/**
 * The stacked samples of several indices, for datasets that can do it faster than one by one. It is
 * called if the loader does not have a function of its own for that.
 *
 * @param indices  int64, of one dimension, on the CPU
 */
typedef ct_error (*ct_dataset_get_batch_function)(void *data CT_INOUT, const ct_tensor *indices,
						  ct_value *batch);

/** Begins a pass over a stream. `generator` is for the order, and lives as long as the pass. */
typedef ct_error (*ct_dataset_open_function)(void *data CT_INOUT, ct_generator *generator,
					     void **stream CT_NOT_NULL);

/** The next sample of a pass, a new value; None at the end. One thread at a time calls it. After an
 * error, the next call goes on with the sample that follows, or gives None. */
typedef ct_error (*ct_dataset_next_function)(void *stream CT_INOUT, ct_value *sample);

/** The names of the classes, as Python's `dataset.classes`: a new list. */
typedef ct_error (*ct_dataset_classes_function)(const void *data CT_LENGTH(1), ct_value *result);

/**
 * A dataset of your own: functions that are called with its `data`. A set has `count` and `get`, a
 * stream has `open`, `next` and `close`; the others are NULL.
 *
 * Tensors and objects that belong to a scope when a function returns are released; values own what
 * they have.
 */
typedef struct ct_dataset_functions {
	const char *name;            /**< for messages: "MyDataset"; copied */
	ct_dataset_count_function count; /**< NULL: not known, which only a stream may be */
	ct_dataset_get_function get;
	ct_dataset_get_batch_function get_batch; /**< or NULL */
	ct_dataset_open_function open;
	ct_dataset_next_function next;
	ct_release_function close;           /**< ends a pass, at any time; gets the stream */
	ct_dataset_classes_function classes; /**< or NULL */
	ct_release_function free; /**< releases `data`, when the last reference is gone; or NULL */
} ct_dataset_functions;

/** A dataset of your own. On an error `data` has been released. */
CT_API ct_error ct_dataset_new(const ct_dataset_functions *functions CT_LENGTH(1),
			       void *data CT_NULLABLE CT_TAKEN,
			       ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Another handle on the same dataset, new; NULL for NULL, and if there is no memory. */
CT_API ct_dataset *ct_dataset_retain(const ct_dataset *self) CT_NOEXCEPT CT_NEW(ct_dataset_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_dataset_free(ct_dataset *self) CT_NOEXCEPT;

/** Its name, borrowed: "TensorDataset"; NULL for NULL. */
CT_API const char *ct_dataset_name(const ct_dataset *self) CT_NOEXCEPT CT_BORROWED;
/** Whether it is a stream; false for NULL. */
CT_API bool ct_dataset_is_stream(const ct_dataset *self) CT_NOEXCEPT;
/** How many samples it has; a TypeError for a stream that does not know. */
CT_API ct_error ct_dataset_count(const ct_dataset *self, int64_t *result) CT_RETURNS_ERROR;
/** The names of its classes, whose numbers are the labels: a new list. A subset and what maps,
 * caches or shuffles a dataset has those of the dataset. A TypeError if it has none. */
CT_API ct_error ct_dataset_classes(const ct_dataset *self, ct_value *result) CT_RETURNS_ERROR;
/** A sample; a negative index counts from the end. `*sample` is new: ct_value_free(). An IndexError
 * if there is none, a TypeError for a stream.
 *
 * @param generator  for what is random in it; NULL: the CPU's default generator */
CT_API ct_error ct_dataset_get(const ct_dataset *self, int64_t index,
			       ct_generator *generator CT_NULLABLE,
			       ct_value *sample) CT_RETURNS_ERROR;

/** A sample of two: the tuple (data, target), which is copied and owned by `*sample`. For functions
 * of datasets. */
CT_API ct_error ct_sample_pair(const ct_tensor *data, ct_value target,
			       ct_value *sample CT_NOT_NULL) CT_RETURNS_ERROR;
/** A sample of any number of items: a tuple, copied likewise. If an item is None because an
 * expression failed, the expression's error. */
CT_API ct_error ct_sample_tuple(const ct_value *items, int64_t items_len,
				ct_value *sample CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Tensors in memory ----------------------------------------------------------------------- */

/** The rows of tensors, which have the same first size: sample i is the tuple of their rows i
 * (Python's TensorDataset). The tensors are kept, not copied. A batch is made by one operator for
 * each tensor; rows that follow each other are not even copied. */
CT_API ct_error ct_tensor_dataset_new(ct_tensors tensors,
				      ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Datasets made of others ----------------------------------------------------------------- */

/** The samples of several sets, or several streams, one after the other (Python's ConcatDataset,
 * ChainDataset). */
CT_API ct_error ct_concat_dataset_new(ct_dataset *const *datasets, int64_t datasets_len,
				      ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** The samples of some indices (Python's Subset); the indices are copied and checked. */
CT_API ct_error ct_subset_new(const ct_dataset *dataset, ct_ints indices,
			      ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/**
 * Divides a set at random into subsets of these lengths, as Python's random_split() with the same
 * generator: `lengths` are whole numbers with the length as their sum, or fractions with the sum 1.
 *
 * @param generator  NULL: the CPU's default generator
 * @param results    room for a dataset for each length
 */
CT_API ct_error ct_dataset_random_split(
	const ct_dataset *self, ct_floats lengths, ct_generator *generator CT_NULLABLE,
	ct_dataset **results CT_LENGTH(lengths.len)) CT_RETURNS_ERROR;

/** Changes a sample in place. It is a new value of its own, whose tensors may be shared; draw what
 * is random from `generator`. Worker threads call it at the same time. */
typedef ct_error (*ct_sample_function)(ct_value *sample CT_INOUT, ct_generator *generator,
				       void *context);

/** The samples of another dataset, changed by a function. For a stream, worker threads call the
 * function while others read on.
 *
 * @param release  called with the context when the last reference is gone, and on an error; or
 *                 NULL */
CT_API ct_error ct_map_dataset_new(const ct_dataset *dataset, ct_sample_function function,
				   void *context CT_NULLABLE CT_TAKEN,
				   ct_release_function release CT_NULLABLE,
				   ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** The samples of another dataset with their images transformed (ctorch/transform.h), by the
 * workers if there are any. The image is the sample itself, the first item of a tuple or list, or
 * the value of a dict's key "image", "jpg", "jpeg" or "png"; if that is no tensor, it is a
 * TypeError. */
CT_API ct_error ct_transform_dataset_new(const ct_dataset *dataset, const ct_transform *transform,
					 ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Keeps the samples of a set in memory once they were got, for sets that are slow to read; up to
 * `max_nbytes` of tensors and texts, 0: without a limit. Change samples at random after it. */
CT_API ct_error ct_cache_dataset_new(const ct_dataset *dataset, int64_t max_nbytes,
				     ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** A stream in random order: it holds `size` samples, and gives one of these at random for each
 * that it reads. Shuffle before you map, so that it holds what is small. */
CT_API ct_error ct_shuffle_dataset_new(const ct_dataset *stream, int64_t size,
				       ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Every `num_shards`-th sample of a stream, from `index`: for processes that read the same files.
 * A sample that cannot be read counts in its place, so that each other sample stays in one share;
 * its error is returned in every share. */
CT_API ct_error ct_shard_dataset_new(const ct_dataset *stream, int64_t num_shards, int64_t index,
				     ct_dataset **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Samplers -------------------------------------------------------------------------------- */

/**
 * The order of an epoch: called at its beginning.
 *
 * @param indices  a new int64 tensor of one dimension on the CPU
 * @param ends     set by a sampler of batches: a new tensor of the same kind with the end of each
 *                 batch: 3, 5 for one of three indices and one of two
 */
typedef ct_error (*ct_sampler_order_function)(void *data CT_INOUT, int64_t epoch,
					      ct_tensor **indices CT_LENGTH(1),
					      ct_tensor **ends CT_LENGTH(1));

/** How many indices an epoch has, or batches. */
typedef int64_t (*ct_sampler_count_function)(const void *data CT_LENGTH(1));

/** A sampler of your own: functions that are called with its `data`. */
typedef struct ct_sampler_functions {
	const char *name;                /**< for messages; copied */
	ct_sampler_order_function order; /**< see there */
	ct_sampler_count_function count; /**< NULL: not known */
	ct_release_function free; /**< releases `data`, when the last reference is gone; or NULL */
} ct_sampler_functions;

/** A sampler of your own. On an error `data` has been released. */
CT_API ct_error ct_sampler_new(const ct_sampler_functions *functions CT_LENGTH(1),
			       void *data CT_NULLABLE CT_TAKEN,
			       ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Another handle on the same sampler, new; NULL for NULL, and if there is no memory. */
CT_API ct_sampler *ct_sampler_retain(const ct_sampler *self) CT_NOEXCEPT CT_NEW(ct_sampler_free);
/** Releases a handle. One that a scope of this thread owns is taken out of the scope first. */
CT_API void ct_sampler_free(ct_sampler *self) CT_NOEXCEPT;

/** How many samples an epoch has, or batches; -1 if that is not known, and for NULL. */
CT_API int64_t ct_sampler_count(const ct_sampler *self) CT_NOEXCEPT;
/** The indices of an epoch, a new int64 tensor: what Python's list(sampler) has. */
CT_API ct_error ct_sampler_order(const ct_sampler *self, int64_t epoch,
				 ct_tensor **result) CT_RETURNS_ERROR;

/** 0, 1, 2, ... (Python's SequentialSampler). */
CT_API ct_error ct_sequential_sampler_new(int64_t sample_count,
					  ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_random_sampler_new(); zeros are the defaults. */
typedef struct ct_random_sampler_options {
	bool replacement;        /**< an index may come again: a bootstrap sample */
	int64_t num_samples;     /**< default: the length */
	ct_generator *generator; /**< NULL: a new one, seeded from the CPU's default generator */
} ct_random_sampler_options;

/** A new random order for each epoch (Python's RandomSampler). */
CT_API ct_error ct_random_sampler_new(int64_t sample_count,
				      const ct_random_sampler_options *options,
				      ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Some indices in a new random order for each epoch (Python's SubsetRandomSampler). */
CT_API ct_error ct_subset_random_sampler_new(ct_ints indices, ct_generator *generator CT_NULLABLE,
					     ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_weighted_random_sampler_new(); zeros are the defaults. */
typedef struct ct_weighted_random_sampler_options {
	bool no_replacement; /**< no index twice (Python's replacement=False) */
	ct_generator *generator;
} ct_weighted_random_sampler_options;

/** Indices with a probability in proportion to their weight (Python's WeightedRandomSampler).
 *
 * @param weights  one dimension, at least 0; kept as float64 */
CT_API ct_error ct_weighted_random_sampler_new(const ct_tensor *weights, int64_t num_samples,
					       const ct_weighted_random_sampler_options *options,
					       ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Options of ct_distributed_sampler_new(); zeros are the defaults. */
typedef struct ct_distributed_sampler_options {
	bool no_shuffle; /**< Python's shuffle=False */
	uint64_t seed;   /**< the same in all processes */
	bool drop_last;  /**< rather than repeat samples, so that all processes have as many */
} ct_distributed_sampler_options;

/** The samples of one of `num_replicas` processes (Python's DistributedSampler). The loader sets
 * the epoch, which Python's programs must do with set_epoch(). */
CT_API ct_error ct_distributed_sampler_new(int64_t sample_count, int64_t num_replicas, int64_t rank,
					   const ct_distributed_sampler_options *options,
					   ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Batches of another sampler's indices (Python's BatchSampler). The loader makes one itself from
 * `batch_size`. */
CT_API ct_error ct_batch_sampler_new(const ct_sampler *sampler, int64_t batch_size, bool drop_last,
				     ct_sampler **result CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Collating ------------------------------------------------------------------------------- */

/**
 * Makes a batch of samples, a new value, which owns what it has: Python's collate_fn. Worker
 * threads call it at the same time. A batch that borrows, or that is None, is a ValueError.
 *
 * @param samples  a list of at least one sample, which the function may change and take from
 */
typedef ct_error (*ct_collate_function)(ct_value *samples CT_INOUT, void *context, ct_value *batch);

/** Python's default_collate(): tensors are stacked, ints become a tensor of int64, floats one of
 * float64, bools one of bool; texts and bytes become a list; dicts, lists and tuples are collated
 * item by item. A RuntimeError or TypeError names the place, such as `[1]["image"]`, if samples
 * differ. */
CT_API ct_error ct_default_collate(ct_value *samples CT_INOUT, void *context,
				   ct_value *batch CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- The loader ------------------------------------------------------------------------------ */

/** A batch: borrowed from the loader, until the next one. To keep a tensor longer,
 * ct_tensor_retain() it. */
typedef struct ct_batch {
	/** The first item of a tuple or list if it is a tensor, or the batch itself if that is one;
	 * otherwise NULL. */
	ct_tensor *data;
	/** The second item of a tuple or list if it is a tensor; otherwise NULL. */
	ct_tensor *target;
	ct_value value; /**< all of it */
	int64_t size;   /**< how many samples it has */
	int64_t number; /**< of the batch in the epoch, from 0 */
	int64_t epoch;  /**< from 0 */
} ct_batch;

/** The tensor that is an item of a batch of tuples or lists, borrowed as the batch is: 0 is `data`,
 * 1 `target`, and -1 the last one. An IndexError if there is no such item; a TypeError if it is not
 * a tensor: ct_value_item() reads items of other types from `value`. */
CT_API ct_error ct_batch_item(const ct_batch *self CT_LENGTH(1), int64_t index,
			      ct_tensor **result CT_NOT_NULL CT_BORROWED) CT_RETURNS_ERROR;

/** Python's arguments of a DataLoader and a few more; zeros are the defaults. */
typedef struct ct_data_loader_options {
	int64_t batch_size;        /**< default 1; CT_ZERO: samples as they are, not collated */
	bool shuffle;              /**< a set in random order; not with a sampler */
	bool drop_last;            /**< leaves out a last batch that is smaller than the others */
	const ct_sampler *sampler; /**< NULL: in order, or in random order */
	/** A sampler of batches, instead of batch_size, shuffle, sampler and drop_last. */
	const ct_sampler *batch_sampler;
	/** Threads that get samples; 0: the thread that calls ct_data_loader_next(). The batches
	 * are the same and in the same order, however many there are. */
	int32_t num_workers;
	int32_t prefetch_factor;     /**< batches that each worker makes ahead; default 2 */
	ct_collate_function collate; /**< NULL: ct_default_collate() */
	void *collate_context;       /**< borrowed */
	/** Copies tensors to memory that a GPU reads faster. Without a GPU it has no effect. */
	bool pin_memory;
	/** Where the tensors of a batch go, copied by the workers ahead of the loop; with
	 * pin_memory, as Python's `to(device, non_blocking=True)`: the copy is queued in the
	 * device's default stream, so use the batch there. CT_DEVICE_NONE: they stay. -1 as the
	 * index is the device that is current when the loader is made. */
	ct_device device;
	double timeout; /**< seconds that ct_data_loader_next() waits for a worker; 0: for ever */
	/** For the order and for what is random in samples. NULL: the CPU's default generator. */
	ct_generator *generator;
	/** Samples of an epoch that may fail and are then left out; ct_data_loader_skipped_count()
	 * counts them. Default: the first error is returned. -1: any number. */
	int64_t max_skipped;
	/** Counts the samples, so that it shows how far the epoch is; borrowed. */
	ct_progress *progress;
} ct_data_loader_options;

/** A new loader. A ValueError for options that exclude each other. */
CT_API ct_error ct_data_loader_new(const ct_dataset *dataset, const ct_data_loader_options *options,
				   ct_data_loader **result CT_NOT_NULL) CT_RETURNS_ERROR;

/** Another handle on the same loader, new; NULL for NULL, and if there is no memory. */
CT_API ct_data_loader *ct_data_loader_retain(const ct_data_loader *self) CT_NOEXCEPT
	CT_NEW(ct_data_loader_free);
/** Releases a handle. With the last one its threads end, after the sample that they are at. One
 * that a scope of this thread owns is taken out of the scope first. In a child process, what the
 * parent's workers used stays until the process ends; a function that the loader itself is calling
 * cannot release the last handle, which is a warning. */
CT_API void ct_data_loader_free(ct_data_loader *self) CT_NOEXCEPT;

/** How many batches an epoch has (Python's len(loader)); a TypeError if that is not known. */
CT_API ct_error ct_data_loader_count(const ct_data_loader *self, int64_t *result) CT_RETURNS_ERROR;

/** Begins an epoch: what CT_EACH_BATCH does first. An epoch that was not finished is left. After
 * ct_data_loader_load_state_dict(), the epoch of the state goes on.
 *
 * A RuntimeError, here and in the functions below, if a function that this loader is calling calls
 * it, such as the dataset's `get`; and in a child of the process that started the loader's
 * workers. */
CT_API ct_error ct_data_loader_begin(ct_data_loader *self) CT_RETURNS_ERROR;

/**
 * The next batch of the epoch, or NULL at its end. The first call, and the next one after an end,
 * begins an epoch.
 *
 * An error in a worker is returned here, in its place in the order, and names the sample; the next
 * call goes on with the batch after it. If a worker takes longer than `timeout`, it is a
 * RuntimeError, and the next call waits again.
 */
CT_API ct_error ct_data_loader_next(ct_data_loader *self, const ct_batch **result) CT_RETURNS_ERROR;

/** How many samples of this epoch were left out because of errors; 0 for NULL. */
CT_API int64_t ct_data_loader_skipped_count(const ct_data_loader *self) CT_NOEXCEPT;
/** The message of the last error whose sample was left out, borrowed until the next batch; NULL if
 * there was none. */
CT_API const char *ct_data_loader_skipped_error(const ct_data_loader *self) CT_NOEXCEPT CT_BORROWED;

/** Where the loader is: the epoch, how many batches of it were given, and the state of random
 * numbers that it began with. A new dict, which can be saved in a checkpoint. */
CT_API ct_error ct_data_loader_state_dict(const ct_data_loader *self,
					  ct_value *result) CT_RETURNS_ERROR;
/** Goes on where a state dict was taken: the next batch is the one that followed. Samples before it
 * are not got, those of a stream are read over. A ValueError, after which nothing has changed, for
 * what is not a state of such a loader; within an epoch, batch_size must be the same. */
CT_API ct_error ct_data_loader_load_state_dict(ct_data_loader *self,
					       const ct_value *state CT_NOT_NULL) CT_RETURNS_ERROR;

/* --- Loops ----------------------------------------------------------------------------------- */

#if defined(__GNUC__) || defined(__clang__)
/**
 * `CT_EACH_BATCH (batch, loader) { ... }`: an epoch. The block runs for each batch, a
 * `const ct_batch *` with the name that you give.
 *
 * It collects garbage: each batch begins with ct_gc(), so that tensors that the block makes live
 * until the next batch; those that were made before the loop stay. break and continue work as in
 * any loop. An error of the loader is returned from the function around, as by CT_TRY().
 *
 * A loader is in one epoch at a time. If a loop over it begins within another one over the same
 * loader, the outer loop's next batch is a RuntimeError.
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
	int64_t number; /* of the loop */
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

/** `CT_TENSOR_DATASET(images, labels)`: ct_tensor_dataset_new() as part of an expression (call.h):
 * NULL after an error, which waits for CT_FINISH(). */
#define CT_TENSOR_DATASET(...) ct_tensor_dataset_expression_(CT_TENSORS(__VA_ARGS__), CT_PLACE_)
CT_API ct_dataset *ct_tensor_dataset_expression_(ct_tensors tensors, const char *file, int line,
						 const char *function) CT_NOEXCEPT CT_BORROWED;

/** `CT_DATA_LOADER(dataset, .batch_size = 64, .shuffle = true)`: ct_data_loader_new() as part of a
 * expression. */
#define CT_DATA_LOADER(...) CT_DATA_LOADER_(__VA_ARGS__, )
#define CT_DATA_LOADER_(dataset, ...)                                                        \
	__extension__({                                                                      \
		CT_QUIET_                                                                    \
		const ct_data_loader_options ct_options_ = { .batch_size = 0, __VA_ARGS__ }; \
		ct_data_loader *ct_made_ = ct_data_loader_expression_(dataset, &ct_options_, \
								      CT_PLACE_);            \
		CT_AS_BEFORE_                                                                \
		ct_made_;                                                                    \
	})
CT_API ct_data_loader *ct_data_loader_expression_(const ct_dataset *dataset,
						  const ct_data_loader_options *options,
						  const char *file, int line,
						  const char *function) CT_NOEXCEPT CT_BORROWED;

/** `CT_BATCH_ITEM(batch, 2)`: ct_batch_item() as part of an expression. */
#define CT_BATCH_ITEM(batch, index) ct_batch_item_expression_(batch, index, CT_PLACE_)
CT_API ct_tensor *ct_batch_item_expression_(const ct_batch *batch CT_LENGTH(1), int64_t index,
					    const char *file, int line,
					    const char *function) CT_NOEXCEPT CT_BORROWED;

#ifdef __cplusplus
}
#endif

#endif
