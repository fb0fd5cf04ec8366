/*
 * Streams of streams: in random order; one of several shares.
 */
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/based.h"

/* --- shuffled --------------------------------------------------------------------------------- */

struct shuffle {
	ct_dataset *base;
	int64_t size;
};

struct shuffled_pass {
	struct ct_pass pass;
	ct_generator *generator; /* borrowed */
	int64_t room, len;
	bool at_end; /* of the stream below */
	ct_value held[];
};

static ct_error shuffle_open(void *data, ct_generator *generator, void **stream)
{
	const struct shuffle *self = data;
	const size_t held = (size_t)self->size * sizeof(ct_value);
	struct shuffled_pass *pass;

	CT_TRY(ct_based_open(data, sizeof *pass + held, generator,
			     CT_NAME_OF(ct_shuffle_dataset_new), stream));
	pass = *stream;
	pass->room = self->size;
	pass->generator = generator;
	return NULL;
}

static ct_error stream_datasets_fill(struct shuffled_pass *self)
{
	while (!self->at_end && self->len < self->room) {
		CT_TRY(ct_pass_next(&self->pass, &self->held[self->len]));
		if (ct_value_is_none(&self->held[self->len]))
			self->at_end = true;
		else
			self->len++;
	}
	return NULL;
}

static ct_error draw(ct_generator *generator, int64_t high, int64_t *result)
{
	ct_tensor *number;

	CT_TRY(CT(randint_generator, &number, high, CT_L(1), generator, .device = CT_DEVICE_CPU));
	*result = *(const int64_t *)ct_tensor_data(number);
	return NULL;
}

static ct_error shuffle_next(void *stream, ct_value *sample)
{
	struct shuffled_pass *self = stream;
	int64_t place = 0;

	CT_TRY(stream_datasets_fill(self));
	if (self->len == 0)
		return NULL;
	CT_TRY(draw(self->generator, self->len, &place));
	*sample = self->held[place];
	self->held[place] = self->held[--self->len];
	self->held[self->len] = ct_value_none();
	return NULL;
}

static void shuffle_close(void *stream)
{
	struct shuffled_pass *self = stream;

	ct_values_free(self->held, self->len);
	ct_based_close(self);
}

static const ct_dataset_functions of_shuffle = {
	.name = "ShuffleDataset",
	.count = ct_based_len,
	.open = shuffle_open,
	.next = shuffle_next,
	.close = shuffle_close,
	.classes = ct_based_classes,
	.free = ct_based_free,
};

enum { MAX_HELD = 1 << 26 };

ct_error ct_shuffle_dataset_new(const ct_dataset *stream, int64_t size, ct_dataset **result)
{
	struct shuffle *self;

	CT_TRY(ct_dataset_check_stream(stream, __func__, 1, "stream"));
	if (size < 1 || size > MAX_HELD)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "size is %lld, but must be from 1 to %d", (long long)size,
				    MAX_HELD);
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	self = malloc(sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	*self = (struct shuffle){ ct_counted_share(stream), size };
	return ct_dataset_make(&of_shuffle, self, __func__, result);
}

/* --- shares ----------------------------------------------------------------------------------- */

struct shard {
	ct_dataset *base;
	int64_t num_shards, index;
};

struct shard_pass {
	struct ct_pass pass;
	const struct shard *shard;
	int64_t place; /* of the sample that follows, in the stream below */
};

static ct_error shard_len(const void *data, int64_t *result)
{
	const struct shard *self = data;
	int64_t len = 0;

	CT_TRY(ct_dataset_count(self->base, &len));
	*result = len / self->num_shards + (len % self->num_shards > self->index);
	return NULL;
}

static ct_error shard_open(void *data, ct_generator *generator, void **stream)
{
	CT_TRY(ct_based_open(data, sizeof(struct shard_pass), generator,
			     CT_NAME_OF(ct_shard_dataset_new), stream));
	((struct shard_pass *)*stream)->shard = data;
	return NULL;
}

/* A sample that fails counts in its place, so that it moves no other to another share. Its error is
 * returned in all shares: this process may be the only one that cannot read the file. */
static ct_error shard_next(void *stream, ct_value *sample)
{
	struct shard_pass *self = stream;
	const struct shard *shard = self->shard;
	ct_error error;

	for (;;) {
		error = ct_pass_next(&self->pass, sample);
		if (error == NULL && ct_value_is_none(sample))
			return NULL;
		if (self->place++ % shard->num_shards == shard->index || error)
			return error;
		ct_value_free(sample);
	}
}

static const ct_dataset_functions of_shard = {
	.name = "ShardDataset",
	.count = shard_len,
	.open = shard_open,
	.next = shard_next,
	.close = ct_based_close,
	.classes = ct_based_classes,
	.free = ct_based_free,
};

ct_error ct_shard_dataset_new(const ct_dataset *stream, int64_t num_shards, int64_t index,
			      ct_dataset **result)
{
	struct shard *self;

	CT_TRY(ct_dataset_check_stream(stream, __func__, 1, "stream"));
	if (num_shards < 1 || index < 0 || index >= num_shards)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "index is %lld of %lld shards, but must be from 0 to "
				    "num_shards - 1",
				    (long long)index, (long long)num_shards);
	if (result == NULL)
		return ct_missing_argument(__func__, 4, "result");
	self = malloc(sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	*self = (struct shard){ ct_counted_share(stream), num_shards, index };
	return ct_dataset_make(&of_shard, self, __func__, result);
}
