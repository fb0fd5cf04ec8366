/*
 * An epoch: the order of its samples, and where its batches end.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "data/loader.h"

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
	const int64_t size = ct_epoch_batch_size(self), len = ct_tensor_numel(epoch->indices);

	if (epoch->ends) {
		const int64_t *ends = ct_tensor_data(epoch->ends);

		*from = number ? ends[number - 1] : 0;
		*to = ends[number];
		return;
	}
	*from = number * size;
	*to = *from + size < len ? *from + size : len;
}

static ct_error check_indices(const ct_data_loader *self)
{
	const int64_t *at = ct_tensor_data(self->epoch.indices);
	int64_t len = 0;

	CT_TRY(ct_dataset_len(self->dataset, &len));
	for (int64_t i = 0; i < ct_tensor_numel(self->epoch.indices); i++)
		if (at[i] < 0 || at[i] >= len)
			return ct_error_new(
				CT_ERROR_INDEX, "ct_data_loader_begin",
				"index %lld, at place %lld of the sampler's order, is out "
				"of range: %s has %lld samples",
				(long long)at[i], (long long)i, self->dataset->name,
				(long long)len);
	return NULL;
}

/* Python draws the seed first, then the order. */
ct_error ct_epoch_draw(ct_data_loader *self)
{
	struct ct_epoch *epoch = &self->epoch;

	CT_TRY(ct_draw_seed(self->options.generator, &epoch->base_seed));
	if (self->sampler == NULL)
		return NULL;
	CT_TRY(ct_sampler_call(self->sampler, epoch->number, &epoch->indices, &epoch->ends));
	if (!epoch->ends == !self->options.batch_sampler)
		return NULL;
	return ct_error_new(CT_ERROR_VALUE, "ct_data_loader_begin",
			    epoch->ends
				    ? "%s gives batches: it is a batch_sampler, not a sampler"
				    : "%s gives no batches: it is a sampler, not a batch_sampler",
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

/* A batch that was given before the state that the loader goes on with. As when it was made, an error
 * of the stream ends it. */
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
	ct_scope_keep_object(epoch->generator);
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
				     : count_batches(self, ct_tensor_numel(epoch->indices));
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

ct_error ct_data_loader_len(const ct_data_loader *self, int64_t *result)
{
	int64_t len = 0;

	CT_TRY(ct_data_loader_check(self, __func__));
	if (result == NULL)
		return ct_error_new(CT_ERROR_ARGUMENT, __func__, "argument 2 (result) is NULL");
	if (self->sampler == NULL)
		CT_TRY(ct_dataset_len(self->dataset, &len));
	else
		len = ct_sampler_len(self->sampler);
	if (len < 0)
		return ct_error_new(CT_ERROR_TYPE, __func__, "the length of %s is not known",
				    self->sampler->name);
	*result = self->options.batch_sampler ? len : count_batches(self, len);
	return NULL;
}
