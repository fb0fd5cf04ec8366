/*
 * The loader: making one, and the loop over an epoch.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "base/error_make.h"
#include "base/impl.h"
#include "base/lengths.h"
#include "base/name_of.h"
#include "base/no_memory.h"
#include "base/warn.h"
#include "data/loader.h"
#include "memory/expression.h"

/* --- handles ---------------------------------------------------------------------------------- */

static void forget_batch(ct_data_loader *self)
{
	ct_fetched_free(&self->current);
	self->batch = (ct_batch){ 0 };
}

static void loader_destroy(void *object)
{
	ct_data_loader *self = object;

	forget_batch(self);
	ct_error_free(self->skipped_error);
	/* When the process forked, its workers may have been in the middle of a change to anything
	 * else, with a lock. */
	if (ct_workers_are_elsewhere(self->workers))
		return;
	ct_workers_cancel(self);
	ct_workers_free(self->workers);
	ct_epoch_close(self);
	ct_fetcher_close(&self->fetcher);
	ct_generator_free_unscoped(self->options.generator);
	ct_counted_drop(self->sampler);
	ct_counted_drop(self->dataset);
	free(self->maps);
	free(self);
}

static const struct ct_counted_class loader_class = { "a data loader", loader_destroy };

ct_data_loader *ct_data_loader_retain(const ct_data_loader *self)
{
	return ct_counted_keep(self);
}

/* With the last handle, a function that the loader calls would release what it runs in, and a
 * worker would wait for its own end. */
void ct_data_loader_free(ct_data_loader *self)
{
	if (self && ct_loader_is_in_call(self) && atomic_load(&self->counted.references) == 1)
		ct_warn_of("ct_data_loader_free() was called in a callback of this data loader of "
			   "%s, so the loader was not freed",
			   self->dataset->name);
	else
		ct_counted_free(self);
}

ct_error ct_data_loader_check(const ct_data_loader *self, const char *function)
{
	return ct_counted_check(self, &loader_class, function, 1, "self");
}

/* --- options ---------------------------------------------------------------------------------- */

enum { DEFAULT_PREFETCH = 2, MAX_WORKERS = 1024, MAX_PREFETCH = 1024 };

static ct_error wrong(const char *what)
{
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_new), "%s", what);
}

static ct_error check_numbers(const ct_data_loader_options *o)
{
	if (o->batch_size < CT_ZERO)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_new),
				    "batch_size should be a positive integer value, but got "
				    "batch_size=%lld",
				    (long long)o->batch_size);
	if (o->num_workers < 0 || o->num_workers > MAX_WORKERS)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_new),
				    "num_workers is %d, but must be from 0 to %d; use "
				    "num_workers=0 to disable multithreading",
				    o->num_workers, MAX_WORKERS);
	if (o->prefetch_factor < 0 || o->prefetch_factor > MAX_PREFETCH)
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_new),
				    "prefetch_factor is %d, but must be from 1 to %d",
				    o->prefetch_factor, MAX_PREFETCH);
	if (o->prefetch_factor && o->num_workers == 0)
		return wrong("prefetch_factor option could only be specified in multithreading; "
			     "let num_workers > 0 to enable it");
	if (o->max_skipped < -1)
		return wrong("max_skipped must be at least -1 (no limit)");
	return o->timeout >= 0 ? NULL : wrong("timeout option should be non-negative");
}

static ct_error check_combination(const ct_dataset *dataset, const ct_data_loader_options *o)
{
	if (ct_dataset_is_stream(dataset) && (o->shuffle || o->sampler || o->batch_sampler))
		return ct_error_new(
			CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_new),
			"%s is a stream, which has its own order: shuffle, sampler and "
			"batch_sampler are not supported; ct_shuffle_dataset_new() shuffles a "
			"stream",
			dataset->name);
	if (o->sampler && o->shuffle)
		return wrong("sampler option is mutually exclusive with shuffle");
	if (o->batch_sampler && (o->batch_size || o->shuffle || o->sampler || o->drop_last))
		return wrong("batch_sampler option is mutually exclusive with batch_size, shuffle, "
			     "sampler, and drop_last");
	if (o->batch_size == CT_ZERO && o->drop_last)
		return wrong("batch_size=None option disables auto-batching and is mutually "
			     "exclusive with drop_last");
	return NULL;
}

static ct_error check_device(ct_device device)
{
	char text[40];

	if (device.type == CT_DEVICE_TYPE_NONE || ct_device_is_available(device))
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_new),
			    "device is %s, which is not available; ct_device_accelerator() "
			    "returns one that is",
			    ct_impl_device_text(device, text, sizeof text));
}

static ct_error check_options(const ct_dataset *dataset, const ct_data_loader_options *options)
{
	CT_TRY(ct_dataset_check(dataset, CT_NAME_OF(ct_data_loader_new), 1, "dataset"));
	CT_TRY(check_numbers(options));
	CT_TRY(check_device(options->device));
	if (options->sampler)
		CT_TRY(ct_sampler_check(options->sampler, CT_NAME_OF(ct_data_loader_new), 2,
					"sampler"));
	if (options->batch_sampler)
		CT_TRY(ct_sampler_check(options->batch_sampler, CT_NAME_OF(ct_data_loader_new), 2,
					"batch_sampler"));
	return check_combination(dataset, options);
}

/* --- making one ------------------------------------------------------------------------------- */

/* The sampler, with a reference; NULL for a stream. */
static ct_error choose_sampler(const ct_data_loader *self, ct_sampler **result)
{
	const ct_data_loader_options *o = &self->options;
	const ct_sampler *given = o->batch_sampler ? o->batch_sampler : o->sampler;
	const ct_random_sampler_options random = { .generator = o->generator };
	int64_t len = 0;

	if (ct_dataset_is_stream(self->dataset))
		return NULL;
	if (given) {
		*result = ct_counted_share(given);
		return NULL;
	}
	CT_TRY(ct_dataset_count(self->dataset, &len));
	if (o->shuffle && len)
		CT_TRY(ct_random_sampler_new(len, &random, result));
	else
		CT_TRY(ct_sequential_sampler_new(len, result));
	ct_scope_disown_object(*result);
	return NULL;
}

/* Below the maps of a stream is its source; the innermost map is called first. */
static ct_error find_source(ct_data_loader *self)
{
	struct ct_sample_map map;

	self->source = self->dataset;
	if (!ct_dataset_is_stream(self->dataset))
		return NULL;
	while (ct_dataset_is_map(self->source, &map)) {
		self->maps_len++;
		self->source = map.base;
	}
	if (self->maps_len == 0)
		return NULL;
	self->maps = ct_array_new(self->maps_len, sizeof *self->maps);
	if (self->maps == NULL)
		return ct_no_memory(CT_NAME_OF(ct_data_loader_new), NULL);
	self->source = self->dataset;
	for (int64_t i = self->maps_len; i > 0; self->source = self->maps[i].base)
		ct_dataset_is_map(self->source, &self->maps[--i]);
	return NULL;
}

static ct_error resolve_device(ct_device *device)
{
	if (device->index >= 0 || device->type == CT_DEVICE_TYPE_CPU ||
	    device->type == CT_DEVICE_TYPE_META)
		return NULL;
	return ct_device_current(device->type, device);
}

static ct_error loader_fill(ct_data_loader *self, const ct_dataset *dataset,
			    const ct_data_loader_options *options)
{
	ct_data_loader_options *o = &self->options;

	*o = *options;
	o->generator = ct_generator_retain(options->generator);
	ct_scope_disown_object(o->generator);
	if (options->generator && o->generator == NULL)
		return ct_no_memory(CT_NAME_OF(ct_data_loader_new), NULL);
	if (o->batch_size == 0)
		o->batch_size = 1;
	if (o->prefetch_factor == 0)
		o->prefetch_factor = DEFAULT_PREFETCH;
	if (o->collate == NULL)
		o->collate = ct_default_collate;
	o->pin_memory = o->pin_memory && ct_device_is_available(CT_DEVICE_CUDA(-1));
	if (o->device.type) /* the current device is this thread's; a worker has another */
		CT_TRY(resolve_device(&o->device));
	self->dataset = ct_counted_share(dataset);
	CT_TRY(find_source(self));
	CT_TRY(choose_sampler(self, &self->sampler));
	return ct_fetcher_open(&self->fetcher, self);
}

ct_error ct_data_loader_new(const ct_dataset *dataset, const ct_data_loader_options *options,
			    ct_data_loader **result)
{
	const ct_data_loader_options none = { 0 };
	ct_data_loader *self;
	ct_error error;

	CT_TRY(check_options(dataset, options ? options : &none));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	self = ct_counted_alloc(&loader_class, sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	error = loader_fill(self, dataset, options ? options : &none);
	if (error) {
		ct_counted_drop(self);
		return error;
	}
	CT_TRY(ct_counted_give(self, &loader_class, __func__));
	*result = self;
	return NULL;
}

/* --- epochs ----------------------------------------------------------------------------------- */

static ct_error start(ct_data_loader *self)
{
	if (!self->was_loaded)
		CT_TRY(ct_epoch_draw(self));
	self->was_loaded = false;
	CT_TRY(ct_epoch_open(self));
	return self->options.num_workers ? ct_workers_begin(self) : NULL;
}

static ct_error begin(ct_data_loader *self)
{
	ct_error error;

	forget_batch(self);
	if (self->epoch.is_open) { /* it is left unfinished */
		ct_workers_cancel(self);
		ct_epoch_close(self);
		self->epoch.number++;
	}
	ct_error_free(self->skipped_error);
	self->skipped_error = NULL;
	self->epoch.skipped = 0;
	error = start(self);
	if (error) {
		ct_workers_cancel(self);
		ct_epoch_close(self);
	}
	return error;
}

ct_error ct_data_loader_begin(ct_data_loader *self)
{
	int64_t loop;

	return ct_data_loader_begin_loop_(self, &loop);
}

ct_error ct_data_loader_begin_loop_(ct_data_loader *self, int64_t *loop)
{
	struct ct_loader_call call;
	ct_error error;

	CT_TRY(ct_loader_enter(self, CT_NAME_OF(ct_data_loader_begin), &call));
	*loop = ++self->loops;
	error = begin(self);
	ct_loader_call_end(&call);
	return error;
}

static void end(ct_data_loader *self)
{
	const int64_t skipped = self->epoch.skipped;

	ct_workers_cancel(self);
	ct_epoch_close(self);
	self->epoch.number++;
	self->epoch.skipped = skipped; /* until the next one begins */
}

/* --- batches ---------------------------------------------------------------------------------- */

/* The next batch, which the calling thread makes; the end, if the epoch's number of batches is
 * reached or found out. */
static void make_batch(ct_data_loader *self, struct ct_fetched *result)
{
	struct ct_raw_batch raw;

	if (!ct_dataset_is_stream(self->dataset)) {
		ct_fetch_batch(&self->fetcher, self->epoch.given, result);
		return;
	}
	ct_fetch_raw(self, self->epoch.given, &raw);
	if (raw.error == NULL && raw.samples.i == 0)
		self->epoch.batches = self->epoch.given;
	ct_fetch_from_raw(&self->fetcher, &raw, result);
}

/* A worker may find the end of a stream meanwhile. */
static bool is_at_end(const ct_data_loader *self)
{
	const int64_t batches = __atomic_load_n(&self->epoch.batches, __ATOMIC_RELAXED);

	return batches >= 0 && self->epoch.given >= batches;
}

static ct_error count_skipped(ct_data_loader *self, struct ct_fetched *fetched)
{
	const int64_t max = self->options.max_skipped;

	if (fetched->skipped == 0)
		return NULL;
	self->epoch.skipped += fetched->skipped;
	ct_error_free(self->skipped_error);
	self->skipped_error = fetched->skipped_error;
	fetched->skipped_error = NULL;
	if (max < 0 || self->epoch.skipped <= max)
		return NULL;
	return ct_data_error_in(ct_error_copy(self->skipped_error),
				"%lld samples failed, more than max_skipped=%lld; the last error",
				(long long)self->epoch.skipped, (long long)max);
}

/* The batch as programs see it; its parts are borrowed from `current`. */
static void show(ct_data_loader *self)
{
	const ct_value *value = &self->current.value;
	ct_batch *batch = &self->batch;
	ct_value item;

	*batch = (ct_batch){
		.value = ct_value_borrow(value),
		.size = self->current.size,
		.number = self->epoch.given - 1,
		.epoch = self->epoch.number,
	};
	if (value->kind == CT_VALUE_TENSOR)
		batch->data = (ct_tensor *)value->object;
	if (value->kind != CT_VALUE_TUPLE && value->kind != CT_VALUE_LIST)
		return;
	for (int64_t i = 0; i < value->i && i < 2; i++) {
		item = ((const ct_value *)value->object)[i];
		if (item.kind == CT_VALUE_TENSOR)
			*(i ? &batch->target : &batch->data) = (ct_tensor *)item.object;
	}
}

static ct_error fetch(ct_data_loader *self, struct ct_fetched *fetched)
{
	if (self->workers)
		CT_TRY(ct_workers_next(self, fetched));
	else
		make_batch(self, fetched);
	if (is_at_end(self) && fetched->size == 0 && fetched->error == NULL)
		return NULL; /* of a stream */
	self->epoch.given++;
	CT_TRY(count_skipped(self, fetched));
	return NULL;
}

static ct_error next(ct_data_loader *self, const ct_batch **result)
{
	ct_error error;

	if (!self->epoch.is_open)
		CT_TRY(begin(self));
	do {
		forget_batch(self);
		if (is_at_end(self)) {
			end(self);
			*result = NULL;
			return NULL;
		}
		CT_TRY(fetch(self, &self->current));
		if (self->current.error) {
			error = self->current.error;
			self->current.error = NULL;
			return error;
		}
	} while (self->current.size ==
		 0); /* all samples were left out, or the stream is at its end */
	show(self);
	if (self->options.progress)
		ct_progress_add(self->options.progress, self->current.size);
	*result = &self->batch;
	return NULL;
}

ct_error ct_data_loader_next(ct_data_loader *self, const ct_batch **result)
{
	struct ct_loader_call call;
	ct_error error;

	CT_TRY(ct_data_loader_check(self, __func__));
	if (result == NULL)
		return ct_missing_argument(__func__, 2, "result");
	CT_TRY(ct_loader_enter(self, __func__, &call));
	error = next(self, result);
	ct_loader_call_end(&call);
	return error;
}

/* Where a batch follows only in the loop's own epoch, or in one whose state was loaded. */
ct_error ct_data_loader_next_in_loop_(ct_data_loader *self, int64_t loop, const ct_batch **result)
{
	CT_TRY(ct_data_loader_check(self, CT_NAME_OF(ct_data_loader_next)));
	if (loop != self->loops)
		return ct_error_new(CT_ERROR_RUNTIME, CT_NAME_OF(ct_data_loader_next),
				    "another loop over this data loader began inside this one, "
				    "which cannot continue: create a second loader for one of "
				    "them");
	if (!self->epoch.is_open && !self->was_loaded) {
		*result = NULL;
		return NULL;
	}
	return ct_data_loader_next(self, result);
}

int64_t ct_data_loader_skipped_count(const ct_data_loader *self)
{
	return self ? self->epoch.skipped : 0;
}

const char *ct_data_loader_skipped_error(const ct_data_loader *self)
{
	return self ? self->skipped_error : NULL;
}

/* --- items of a batch ------------------------------------------------------------------------- */

ct_error ct_batch_item(const ct_batch *self, int64_t index, ct_tensor **result)
{
	ct_value item;

	if (self == NULL)
		return ct_missing_argument(__func__, 1, "self");
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(ct_data_error_in(ct_value_item(&self->value, index, &item), "item %lld of the batch",
				(long long)index));
	if (item.kind != CT_VALUE_TENSOR)
		return ct_error_new(CT_ERROR_TYPE, __func__,
				    "item %lld of the batch must be a tensor, not %s",
				    (long long)index, ct_value_type_name(&item));
	return ct_value_as_tensor(&item, result);
}

/* --- expressions ------------------------------------------------------------------------------ */

ct_dataset *ct_tensor_dataset_expression_(ct_tensors tensors, const char *file, int line,
					  const char *function)
{
	ct_dataset *made = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_tensor_dataset_new(tensors, &made);
	if (error)
		ct_expression_note(error, file, line, function);
	return made;
}

ct_data_loader *ct_data_loader_expression_(const ct_dataset *dataset,
					   const ct_data_loader_options *options, const char *file,
					   int line, const char *function)
{
	ct_data_loader *made = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_data_loader_new(dataset, options, &made);
	if (error)
		ct_expression_note(error, file, line, function);
	return made;
}

ct_tensor *ct_batch_item_expression_(const ct_batch *batch, int64_t index, const char *file,
				     int line, const char *function)
{
	ct_tensor *item = NULL;
	ct_error error;

	if (ct_expression_failed())
		return NULL;
	error = ct_batch_item(batch, index, &item);
	if (error)
		ct_expression_note(error, file, line, function);
	return item;
}
