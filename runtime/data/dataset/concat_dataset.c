/*
 * Datasets one after the other.
 */
#include <stdlib.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/dataset.h"

struct concat {
	int64_t count;
	int64_t *ends; /* how many samples the sets up to this one have */
	ct_dataset **at;
};

/* A pass over streams, one after the other. */
struct chain {
	const struct concat *concat;
	ct_generator *generator; /* borrowed */
	struct ct_pass pass;     /* over the stream in progress */
	int64_t place;           /* of the stream that follows */
};

/* --- sets ------------------------------------------------------------------------------------- */

static ct_error concat_len(const void *data, int64_t *result)
{
	const struct concat *self = data;
	int64_t len = 0, part = 0;

	for (int64_t i = 0; i < self->count; i++) {
		CT_TRY(ct_dataset_count(self->at[i], &part));
		len += part;
	}
	*result = len;
	return NULL;
}

static ct_error concat_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	const struct concat *self = data;
	int64_t low = 0, high = self->count - 1;

	while (low < high) { /* the first set that ends after the index */
		const int64_t middle = low + (high - low) / 2;

		if (self->ends[middle] > index)
			high = middle;
		else
			low = middle + 1;
	}
	return ct_dataset_call_get(self->at[low], low ? index - self->ends[low - 1] : index,
				   generator, sample);
}

/* --- streams ---------------------------------------------------------------------------------- */

static ct_error chain_open(void *data, ct_generator *generator, void **stream)
{
	struct chain *self = calloc(1, sizeof *self);

	if (self == NULL)
		return ct_no_memory(CT_NAME_OF(ct_concat_dataset_new), NULL);
	self->concat = data;
	self->generator = generator;
	*stream = self;
	return NULL;
}

static ct_error chain_next(void *stream, ct_value *sample)
{
	struct chain *self = stream;

	for (;;) {
		if (self->pass.dataset) {
			CT_TRY(ct_pass_next(&self->pass, sample));
			if (!ct_value_is_none(sample))
				return NULL;
			ct_pass_close(&self->pass);
		}
		if (self->place == self->concat->count)
			return NULL;
		CT_TRY(ct_pass_open(&self->pass, self->concat->at[self->place], self->generator));
		self->place++;
	}
}

static void chain_close(void *stream)
{
	struct chain *self = stream;

	ct_pass_close(&self->pass);
	free(self);
}

/* --- making one ------------------------------------------------------------------------------- */

static void concat_free(void *data)
{
	struct concat *self = data;

	for (int64_t i = 0; i < self->count; i++)
		ct_counted_drop(self->at[i]);
	free(self->at);
	free(self->ends);
	free(self);
}

static const ct_dataset_functions of_sets = {
	.name = "ConcatDataset",
	.count = concat_len,
	.get = concat_get,
	.free = concat_free,
};

static const ct_dataset_functions of_streams = {
	.name = "ChainDataset",
	.count = concat_len,
	.open = chain_open,
	.next = chain_next,
	.close = chain_close,
	.free = concat_free,
};

static ct_error concat_dataset_check(ct_dataset *const *datasets, int64_t n)
{
	if (!ct_is_list(datasets, n) || n == 0)
		return ct_missing_argument(CT_NAME_OF(ct_concat_dataset_new), 1, "datasets");
	for (int64_t i = 0; i < n; i++) {
		CT_TRY(ct_dataset_check(datasets[i], CT_NAME_OF(ct_concat_dataset_new), 1,
					"datasets"));
		if (ct_dataset_is_stream(datasets[i]) != ct_dataset_is_stream(datasets[0]))
			return ct_error_new(CT_ERROR_TYPE, CT_NAME_OF(ct_concat_dataset_new),
					    "%s and %s: map-style datasets and streams cannot be "
					    "mixed",
					    datasets[0]->name, datasets[i]->name);
	}
	return NULL;
}

static struct concat *share_all(ct_dataset *const *datasets, int64_t n)
{
	struct concat *self = calloc(1, sizeof *self);

	if (self == NULL)
		return NULL;
	self->at = ct_array_new(n, sizeof *self->at);
	self->ends = ct_array_new(n, sizeof *self->ends);
	if (self->at == NULL || self->ends == NULL) {
		concat_free(self);
		return NULL;
	}
	for (; self->count < n; self->count++)
		self->at[self->count] = ct_counted_share(datasets[self->count]);
	return self;
}

static ct_error find_ends(struct concat *self)
{
	int64_t end = 0, len = 0;

	for (int64_t i = 0; i < self->count; i++) {
		CT_TRY(ct_dataset_count(self->at[i], &len));
		self->ends[i] = end += len;
	}
	return NULL;
}

ct_error ct_concat_dataset_new(ct_dataset *const *datasets, int64_t datasets_len,
			       ct_dataset **result)
{
	struct concat *self;
	ct_error error;

	CT_TRY(concat_dataset_check(datasets, datasets_len));
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	self = share_all(datasets, datasets_len);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	if (ct_dataset_is_stream(datasets[0]))
		return ct_dataset_make(&of_streams, self, __func__, result);
	error = find_ends(self);
	if (error) {
		concat_free(self);
		return error;
	}
	return ct_dataset_make(&of_sets, self, __func__, result);
}
