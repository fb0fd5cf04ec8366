/*
 * The loader: its handles, and making one.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/error_make.h"
#include "core/base/impl.h"
#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/base/warn.h"
#include "core/memory/expression.h"
#include "data/loader/loader.h"
#include "tensor/settings/pinned.h"

/* --- handles ---------------------------------------------------------------------------------- */

static void loader_destroy(void *object)
{
	ct_data_loader *self = object;

	ct_fetched_free(&self->current);
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

/* --- calls ------------------------------------------------------------------------------------ */

ct_error ct_loader_check_call(const ct_data_loader *self, const char *function)
{
	CT_TRY(ct_data_loader_check(self, function));
	if (!ct_loader_is_in_call(self))
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, function,
			    "%s() was called in a callback of this data loader of %s, such as the "
			    "dataset's get; create a second data loader for it",
			    function, self->dataset->name);
}

ct_error ct_loader_enter(const ct_data_loader *self, const char *function,
			 struct ct_loader_call *call)
{
	CT_TRY(ct_loader_check_call(self, function));
	if (ct_workers_are_elsewhere(self->workers))
		return ct_error_new(CT_ERROR_RUNTIME, function,
				    "the workers of this data loader of %s are threads of the "
				    "parent process; create a data loader in the child after "
				    "fork()",
				    self->dataset->name);
	ct_loader_call_begin(call, self);
	return NULL;
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
	o->pin_memory = o->pin_memory && ct_can_pin_memory();
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

/* --- reading ---------------------------------------------------------------------------------- */

ct_error ct_data_loader_count(const ct_data_loader *self, int64_t *result)
{
	int64_t len = 0;

	CT_TRY(ct_data_loader_check(self, __func__));
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "argument 2 (result) is NULL");
	if (self->sampler == NULL)
		CT_TRY(ct_dataset_count(self->dataset, &len));
	else
		len = ct_sampler_count(self->sampler);
	if (len < 0)
		return ct_error_new(CT_ERROR_TYPE, __func__, "the length of %s is unknown",
				    self->sampler->name);
	*result = self->options.batch_sampler ? len
					      : ct_count_batches(len, ct_epoch_batch_size(self),
								 self->options.drop_last);
	return NULL;
}
