/*
 * An epoch: the order of its samples, and where its batches end.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "data/loader/loader.h"

int64_t ct_epoch_batch_size(const ct_data_loader *self)
{
	return self->options.batch_size == CT_ZERO ? 1 : self->options.batch_size;
}

static int64_t count_batches(const ct_data_loader *self, int64_t samples)
{
	return ct_count_batches(samples, ct_epoch_batch_size(self), self->options.drop_last);
}

void ct_epoch_bounds(const ct_data_loader *self, int64_t number, int64_t *from, int64_t *to)
{
	const struct ct_epoch *epoch = &self->epoch;
	const int64_t size = ct_epoch_batch_size(self);

	if (epoch->ends) {
		const int64_t *ends = ct_tensor_data(epoch->ends);

		*from = number ? ends[number - 1] : 0;
		*to = ends[number];
		return;
	}
	*from = number * size;
	*to = epoch->len - *from > size ? *from + size : epoch->len;
}

int64_t ct_epoch_index(const struct ct_epoch *self, int64_t place)
{
	return self->indices ? ((const int64_t *)ct_tensor_data(self->indices))[place] : place;
}

ct_error ct_epoch_indices(const struct ct_epoch *self, int64_t from, int64_t to, ct_tensor **result)
{
	int64_t n = to - from, *at;

	if (self->indices)
		return ct_narrow(self->indices, 0, from, n, result);
	CT_TRY(ct_data_empty(&n, 1, CT_INT64, result));
	at = ct_tensor_mutable_data(*result);
	for (int64_t i = 0; i < n; i++)
		at[i] = from + i;
	return NULL;
}

/* The first place whose index is out of range; the length of the order if there is none. */
static int64_t find_wrong_index(const struct ct_epoch *epoch, int64_t len)
{
	const int64_t *at = epoch->indices ? ct_tensor_data(epoch->indices) : NULL;
	int64_t place = 0;

	if (at == NULL)
		return len < epoch->len ? len : epoch->len;
	while (place < epoch->len && at[place] >= 0 && at[place] < len)
		place++;
	return place;
}

static ct_error check_indices(const ct_data_loader *self)
{
	const struct ct_epoch *epoch = &self->epoch;
	int64_t len = 0, wrong;

	CT_TRY(ct_dataset_count(self->dataset, &len));
	wrong = find_wrong_index(epoch, len);
	if (wrong == epoch->len)
		return NULL;
	return ct_error_new(CT_ERROR_INDEX, CT_NAME_OF(ct_data_loader_begin),
			    "index %lld (at position %lld of the sampler's order) is out of "
			    "range: %s has %lld samples",
			    (long long)ct_epoch_index(epoch, wrong), (long long)wrong,
			    self->dataset->name, (long long)len);
}

/* An order that is not random needs no list. */
static ct_error draw_order(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;

	if (!self->options.batch_sampler && ct_sampler_is_sequential(self->sampler)) {
		epoch->len = ct_sampler_count(self->sampler);
		return NULL;
	}
	CT_TRY(ct_sampler_call(self->sampler, epoch->number, &epoch->indices, &epoch->ends));
	epoch->len = ct_tensor_numel(epoch->indices);
	return NULL;
}

/* Python draws the seed first, then the order. */
ct_error ct_epoch_draw(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;

	CT_TRY(ct_draw_seed(self->options.generator, &epoch->base_seed));
	if (self->sampler == NULL)
		return NULL;
	CT_TRY(draw_order(self));
	if (!epoch->ends == !self->options.batch_sampler)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, CT_NAME_OF(ct_data_loader_begin),
			    epoch->ends
				    ? "%s yields batches: pass it as batch_sampler, not as sampler"
				    : "%s does not yield batches: pass it as sampler, not as "
				      "batch_sampler",
			    self->sampler->name);
}

ct_error ct_epoch_read(struct ct_epoch *epoch, ct_value *sample)
{
	ct_error error = ct_pass_next(&epoch->pass, sample);

	if (error == NULL && ct_value_is_none(sample))
		epoch->at_end = true;
	else
		epoch->position++;
	return error;
}

/* A batch that was given before the state that the loader goes on with. As when it was made, an
 * error of the stream ends it. */
static ct_error read_over_batch(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;
	ct_value sample = ct_value_none();
	ct_error error = NULL;

	for (int64_t n = 0; n < ct_epoch_batch_size(self) && !epoch->at_end && error == NULL; n++) {
		error = ct_epoch_read(epoch, &sample);
		ct_value_free(&sample);
	}
	if (self->options.max_skipped == 0)
		return error;
	ct_error_free(error);
	return NULL;
}

static ct_error open_stream(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;

	CT_TRY(ct_generator_new(CT_DEVICE_CPU, &epoch->generator));
	ct_scope_disown_object(epoch->generator);
	CT_TRY(ct_generator_manual_seed(epoch->generator, (uint64_t)epoch->base_seed));
	CT_TRY(ct_pass_open(&epoch->pass, self->source, epoch->generator));
	epoch->batches = -1;
	for (int64_t i = 0; i < epoch->given; i++)
		CT_TRY(read_over_batch(self));
	return NULL;
}

ct_error ct_epoch_open(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;

	epoch->is_open = true;
	if (ct_dataset_is_stream(self->dataset))
		return open_stream(self);
	CT_TRY(check_indices(self));
	epoch->batches = epoch->ends ? ct_tensor_numel(epoch->ends)
				     : count_batches(self, epoch->len);
	return NULL;
}

void ct_epoch_close(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;

	ct_pass_close(&epoch->pass);
	ct_generator_free_unscoped(epoch->generator);
	ct_tensor_free_unscoped(epoch->indices);
	ct_tensor_free_unscoped(epoch->ends);
	*epoch = (struct ct_epoch){ .number = epoch->number };
}
