/*
 * Making a batch, in the thread that calls.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/error_make.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/scopes.h"
#include "data/loader/loader.h"
#include "data/loader/slots.h"

void ct_fetched_free(struct ct_fetched *self)
{
	ct_value_free(&self->value);
	ct_error_free(self->error);
	ct_error_free(self->skipped_error);
	*self = (struct ct_fetched){ 0 };
}

ct_error ct_fetcher_open(struct ct_fetcher *self, struct ct_data_loader *loader)
{
	CT_TRY(ct_generator_new(CT_DEVICE_CPU, &self->generator));
	ct_scope_disown_object(self->generator);
	self->loader = loader;
	return NULL;
}

void ct_fetcher_close(struct ct_fetcher *self)
{
	ct_generator_free_unscoped(self->generator);
	self->generator = NULL;
}

/* --- random numbers --------------------------------------------------------------------------- */

/* What is random in a sample depends on the epoch's seed and the sample's place alone. libtorch's
 * generator takes 32 bits of a seed, so both are mixed well (the finalizer of splitmix64). */
static ct_error seed_for(struct ct_fetcher *self, int64_t position)
{
	uint64_t x = (uint64_t)self->loader->epoch.base_seed +
		     (uint64_t)position * UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return ct_generator_manual_seed(self->generator, x ^ x >> 31);
}

/* --- samples that fail ------------------------------------------------------------------------ */

static bool is_cancelled(const struct ct_fetcher *self)
{
	return __atomic_load_n(&self->loader->may_cancel, __ATOMIC_RELAXED);
}

/* Counts the error if samples may be left out; otherwise it is the batch's. */
static bool leave_out(struct ct_fetcher *self, ct_error error, struct ct_fetched *result)
{
	if (self->loader->options.max_skipped == 0 ||
	    ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY) {
		result->error = error;
		return false;
	}
	ct_error_free(result->skipped_error);
	result->skipped_error = error;
	result->skipped++;
	return true;
}

/* --- collating -------------------------------------------------------------------------------- */

static bool collates_by_default(const ct_data_loader *self)
{
	return self->options.collate == ct_default_collate && self->options.batch_size != CT_ZERO;
}

/* Calls the program's function. */
static ct_error collate_by_function(const ct_data_loader_options *options, ct_value *samples,
				    ct_value *batch)
{
	static const char name[] = "the collate function of the data loader";

	CT_TRY(ct_error_note_callback(options->collate(samples, options->collate_context, batch),
				      name));
	if (ct_value_is_none(batch))
		return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_next),
				    "%s did not set `*batch`", name);
	return ct_data_check_owned(batch, name, CT_NAME_OF(ct_data_loader_next));
}

static ct_error fetch_collate(const struct ct_fetcher *self, ct_value *samples,
			      const struct ct_slots *slots, ct_value *batch)
{
	const ct_data_loader_options *options = &self->loader->options;
	struct ct_callback callback;
	ct_error error;

	if (options->batch_size == CT_ZERO) { /* the only sample */
		*batch = *(const ct_value *)samples->object;
		*(ct_value *)samples->object = ct_value_none();
		return NULL;
	}
	if (!ct_callback_enter_scope(&callback))
		return ct_no_memory(CT_NAME_OF(ct_data_loader_next), NULL);
	if (collates_by_default(self->loader))
		error = ct_collate_placed(samples, slots, batch);
	else
		error = collate_by_function(options, samples, batch);
	ct_callback_leave(callback);
	return error;
}

/* Another function to collate gets samples as they are. */
static ct_error fetch_place(const struct ct_fetcher *self, struct ct_slots *slots, int64_t row,
			    ct_value *sample)
{
	return collates_by_default(self->loader) ? ct_slots_place(slots, row, sample) : NULL;
}

/* --- where a batch goes ----------------------------------------------------------------------- */

static ct_error move_tensor(ct_value *value, void *context)
{
	const ct_data_loader_options *options = context;
	ct_tensor *tensor;

	CT_TRY(ct_value_as_tensor(value, &tensor));
	if (options->pin_memory)
		CT_TRY(ct_pin_memory(tensor, CT_DEVICE_NONE, &tensor));
	if (options->device.type) /* pinned memory is not reused before it was copied */
		CT_TRY(CT(to_device, &tensor, tensor, options->device, ct_tensor_dtype(tensor),
			  .non_blocking = options->pin_memory));
	return ct_data_replace_tensor(value, tensor);
}

static ct_error move_batch(ct_data_loader_options *options, ct_value *batch)
{
	ct_scope *scope;
	ct_error error;

	if (!options->pin_memory && options->device.type == CT_DEVICE_TYPE_NONE)
		return NULL;
	scope = ct_scope_open_named("device");
	error = ct_data_each_tensor(batch, move_tensor, options);
	ct_scope_leave(scope);
	return error;
}

/* `samples` and `slots`: NULL if the batch is there already. */
static void finish(struct ct_fetcher *self, int64_t number, ct_value *samples,
		   const struct ct_slots *slots, struct ct_fetched *result)
{
	result->size = samples ? samples->i : result->size;
	if (samples && samples->i && result->error == NULL)
		result->error = ct_data_error_in(
			fetch_collate(self, samples, slots, &result->value), "collating batch %lld",
			(long long)number);
	if (result->error == NULL && result->size)
		result->error = move_batch(&self->loader->options, &result->value);
	if (result->error)
		ct_value_free(&result->value);
}

/* --- sets ------------------------------------------------------------------------------------- */

static bool is_fetched_at_once(const ct_data_loader *self)
{
	return self->dataset->functions.get_batch && collates_by_default(self) &&
	       self->options.max_skipped == 0;
}

static ct_error get_at_once(struct ct_fetcher *self, int64_t from, int64_t to, ct_value *batch)
{
	const struct ct_data_loader *loader = self->loader;
	ct_scope *scope = ct_scope_open_named("batch");
	ct_tensor *indices;
	ct_error error = ct_epoch_indices(&loader->epoch, from, to, &indices);

	if (error == NULL)
		error = ct_dataset_call_get_batch(loader->dataset, indices, batch);
	ct_scope_leave(scope);
	return error;
}

static ct_error get_one(struct ct_fetcher *self, int64_t position, ct_value *samples,
			struct ct_slots *slots)
{
	const struct ct_data_loader *loader = self->loader;
	const int64_t index = ct_epoch_index(&loader->epoch, position);
	ct_value sample = ct_value_none();
	ct_error error;

	CT_TRY(seed_for(self, position));
	error = ct_dataset_call_get(loader->dataset, index, self->generator, &sample);
	if (error)
		return ct_data_error_in(error, "sample %lld", (long long)index);
	error = fetch_place(self, slots, samples->i, &sample);
	if (error == NULL)
		error = ct_value_list_move(samples, &sample);
	ct_value_free(&sample);
	return error;
}

void ct_fetch_batch(struct ct_fetcher *self, int64_t number, struct ct_fetched *result)
{
	ct_value samples = ct_value_list_new();
	struct ct_slots slots = { 0 };
	int64_t from, to;
	ct_error error;

	ct_epoch_bounds(self->loader, number, &from, &to);
	slots.size = to - from;
	if (is_fetched_at_once(self->loader)) {
		result->size = to - from;
		result->error = get_at_once(self, from, to, &result->value);
		finish(self, number, NULL, NULL, result);
		return;
	}
	for (int64_t i = from; i < to && !is_cancelled(self); i++) {
		error = get_one(self, i, &samples, &slots);
		if (error && !leave_out(self, error, result))
			break;
	}
	finish(self, number, &samples, &slots, result);
	ct_value_free(&samples);
	ct_slots_free(&slots);
}

/* --- streams ---------------------------------------------------------------------------------- */

static ct_error read_one(struct ct_epoch *epoch, ct_value *samples)
{
	const int64_t position = epoch->position;
	ct_value sample = ct_value_none();
	ct_error error = ct_epoch_read(epoch, &sample);

	if (error)
		return ct_data_error_in(error, "sample %lld", (long long)position);
	if (epoch->at_end)
		return NULL;
	error = ct_value_list_move(samples, &sample);
	ct_value_free(&sample);
	return error;
}

void ct_fetch_raw(struct ct_data_loader *self, int64_t number, struct ct_raw_batch *result)
{
	const int64_t size = ct_epoch_batch_size(self);
	struct ct_epoch *epoch = &self->epoch;

	*result = (struct ct_raw_batch){ ct_value_list_new(), number, epoch->position, NULL };
	while (result->samples.i < size && !epoch->at_end && result->error == NULL &&
	       !__atomic_load_n(&self->may_cancel, __ATOMIC_RELAXED))
		result->error = read_one(epoch, &result->samples);
	if (self->options.drop_last && result->samples.i < size && result->error == NULL)
		ct_value_free(&result->samples);
}

static ct_error change(struct ct_fetcher *self, int64_t position, ct_value *sample)
{
	const struct ct_data_loader *loader = self->loader;

	CT_TRY(seed_for(self, position));
	for (int64_t i = 0; i < loader->maps_len; i++)
		CT_TRY(ct_data_error_in(
			ct_sample_map_call(&loader->maps[i], sample, self->generator),
			"sample %lld", (long long)position));
	return NULL;
}

/* An error of the stream itself: what was read before it is a batch if samples may be left out. */
static void note_reading(struct ct_fetcher *self, struct ct_raw_batch *raw,
			 struct ct_fetched *result)
{
	if (raw->error)
		leave_out(self, raw->error, result);
	raw->error = NULL;
}

void ct_fetch_from_raw(struct ct_fetcher *self, struct ct_raw_batch *raw, struct ct_fetched *result)
{
	ct_value samples = ct_value_list_new();
	const int64_t n = raw->samples.kind == CT_VALUE_LIST ? raw->samples.i : 0;
	struct ct_slots slots = { .size = n };
	ct_error error;

	note_reading(self, raw, result);
	for (int64_t i = 0; i < n && result->error == NULL && !is_cancelled(self); i++) {
		ct_value *sample = (ct_value *)raw->samples.object + i;

		error = change(self, raw->position + i, sample);
		if (error == NULL)
			error = fetch_place(self, &slots, samples.i, sample);
		if (error == NULL)
			error = ct_value_list_move(&samples, sample);
		if (error)
			leave_out(self, error, result);
	}
	finish(self, raw->number, &samples, &slots, result);
	ct_value_free(&samples);
	ct_value_free(&raw->samples);
	ct_slots_free(&slots);
}
