/*
 * Samples that stay in memory.
 */
#include <pthread.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "base/sizes.h"
#include "data/based.h"
#include "memory/expression.h"

struct cache {
	ct_dataset *base;
	int64_t len;
	int64_t max_bytes; /* 0: no limit */
	pthread_mutex_t mutex;
	int64_t nbytes;    /* under the mutex, as the rest */
	ct_value *samples; /* None: not here */
};

static int64_t count_bytes(const ct_value *value)
{
	int64_t sum = (int64_t)sizeof *value;
	ct_tensor *tensor;
	ct_value key, item;

	switch (value->kind) {
	case CT_VALUE_TENSOR:
		if (ct_value_as_tensor(value, &tensor) == NULL && tensor)
			sum += ct_tensor_numel(tensor) * ct_tensor_element_size(tensor);
		break;
	case CT_VALUE_STRING:
	case CT_VALUE_BYTES:
	case CT_VALUE_BIG_INT:
		sum += value->i;
		break;
	case CT_VALUE_LIST:
	case CT_VALUE_TUPLE:
		for (int64_t i = 0; i < value->i; i++)
			sum += count_bytes((const ct_value *)value->object + i);
		break;
	case CT_VALUE_DICT:
		for (int64_t i = 0; ct_value_dict_item(value, i, &key, &item) == NULL; i++)
			sum += count_bytes(&key) + count_bytes(&item);
		break;
	default:
		break;
	}
	return sum;
}

static ct_error cache_len(const void *data, int64_t *result)
{
	*result = ((const struct cache *)data)->len;
	return NULL;
}

/* None: it is not here. */
static ct_error find(struct cache *self, int64_t index, ct_value *sample)
{
	ct_error error = NULL;

	pthread_mutex_lock(&self->mutex);
	if (!ct_value_is_none(&self->samples[index]))
		error = ct_value_copy(&self->samples[index], sample);
	pthread_mutex_unlock(&self->mutex);
	return error;
}

/* Keeps a copy, whose tensors are the same ones; if there is no room, it does not. */
static ct_error store(struct cache *self, int64_t index, const ct_value *sample)
{
	const int64_t nbytes = count_bytes(sample);
	ct_value copy = ct_value_none();

	CT_TRY(ct_value_copy(sample, &copy));
	pthread_mutex_lock(&self->mutex);
	if (ct_value_is_none(&self->samples[index]) &&
	    (self->max_bytes == 0 || self->nbytes + nbytes <= self->max_bytes)) {
		self->nbytes += nbytes;
		self->samples[index] = copy;
		copy = ct_value_none();
	}
	pthread_mutex_unlock(&self->mutex);
	ct_value_free(&copy);
	return NULL;
}

static ct_error cache_get(void *data, int64_t index, ct_generator *generator, ct_value *sample)
{
	struct cache *self = data;
	ct_value made = ct_value_none();
	ct_error error;

	CT_TRY(find(self, index, sample));
	if (!ct_value_is_none(sample))
		return NULL;
	CT_TRY(ct_dataset_call_get(self->base, index, generator, &made));
	error = store(self, index, &made);
	if (error)
		ct_value_free(&made);
	else
		*sample = made;
	return error;
}

static void cache_free(void *data)
{
	struct cache *self = data;

	if (self->samples)
		ct_values_free(self->samples, self->len);
	free(self->samples);
	pthread_mutex_destroy(&self->mutex);
	ct_based_free(self);
}

static const ct_dataset_functions functions = {
	.name = "CacheDataset",
	.len = cache_len,
	.get = cache_get,
	.classes = ct_based_classes,
	.free = cache_free,
};

ct_error ct_cache_dataset(const ct_dataset *dataset, int64_t max_bytes, ct_dataset **result)
{
	struct cache *self;
	int64_t len = 0;

	CT_TRY(ct_dataset_check_set(dataset, __func__, 1, "dataset"));
	if (max_bytes < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__, "max_bytes is %lld, less than 0",
				    (long long)max_bytes);
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(ct_dataset_len(dataset, &len));
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_data_no_memory(__func__);
	pthread_mutex_init(&self->mutex, NULL);
	self->base = ct_counted_share(dataset);
	self->len = len;
	self->max_bytes = max_bytes;
	self->samples = ct_array_new(len, sizeof *self->samples);
	if (self->samples == NULL) {
		cache_free(self);
		return ct_data_no_memory(__func__);
	}
	return ct_dataset_make(&functions, self, __func__, result);
}
