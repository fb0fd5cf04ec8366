/*
 * The loader: the loop over an epoch.
 */
#include <ctorch/ctorch.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/memory/expression.h"
#include "data/loader/loader.h"

/* --- epochs ----------------------------------------------------------------------------------- */

static void forget_batch(ct_data_loader *self)
{
	ct_fetched_free(&self->current);
	self->batch = (ct_batch){ 0 };
}

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
