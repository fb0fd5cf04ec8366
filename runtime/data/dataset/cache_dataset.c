/*
 * Samples that stay in memory. There is no lock, which a process could inherit when it is forked.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include <ctorch/ctorch.h>

#include "core/base/lengths.h"
#include "core/base/name_of.h"
#include "core/base/no_memory.h"
#include "core/memory/expression.h"
#include "data/dataset/based.h"

struct cache {
	ct_dataset *base;
	int64_t len;
	int64_t max_bytes; /* 0: no limit */
	_Atomic int64_t nbytes;
	ct_value *_Atomic *samples; /* NULL: not here; what is here stays */
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
	const ct_value *kept = atomic_load_explicit(&self->samples[index], memory_order_acquire);

	return kept ? ct_value_copy(kept, sample) : NULL;
}

static void drop(ct_value *sample)
{
	if (sample)
		ct_value_free(sample);
	free(sample);
}

/* Reserves room for this many bytes; false if there is none. */
static bool take_room(struct cache *self, int64_t nbytes)
{
	if (self->max_bytes == 0 ||
	    atomic_fetch_add(&self->nbytes, nbytes) + nbytes <= self->max_bytes)
		return true;
	atomic_fetch_sub(&self->nbytes, nbytes);
	return false;
}

static void give_room(struct cache *self, int64_t nbytes)
{
	if (self->max_bytes)
		atomic_fetch_sub(&self->nbytes, nbytes);
}

/* Keeps a copy, whose tensors are the same ones; if there is no room, or another thread was faster,
 * it does not. */
static ct_error store(struct cache *self, int64_t index, const ct_value *sample)
{
	const int64_t nbytes = self->max_bytes ? count_bytes(sample) : 0;
	ct_value *copy, *none = NULL;
	ct_error error;

	if (!take_room(self, nbytes))
		return NULL;
	copy = calloc(1, sizeof *copy);
	error = copy ? ct_value_copy(sample, copy) : ct_no_memory(CT_NAME_OF(ct_dataset_get), NULL);
	if (error == NULL &&
	    atomic_compare_exchange_strong_explicit(&self->samples[index], &none, copy,
						    memory_order_acq_rel, memory_order_relaxed))
		return NULL;
	drop(copy);
	give_room(self, nbytes);
	return error;
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

	for (int64_t i = 0; self->samples && i < self->len; i++)
		drop(self->samples[i]);
	free(self->samples);
	ct_based_free(self);
}

static const ct_dataset_functions functions = {
	.name = "CacheDataset",
	.count = cache_len,
	.get = cache_get,
	.classes = ct_based_classes,
	.free = cache_free,
};

ct_error ct_cache_dataset_new(const ct_dataset *dataset, int64_t max_nbytes, ct_dataset **result)
{
	struct cache *self;
	int64_t len = 0;

	CT_TRY(ct_dataset_check_set(dataset, __func__, 1, "dataset"));
	if (max_nbytes < 0)
		return ct_error_new(CT_ERROR_VALUE, __func__,
				    "max_nbytes is %lld, but must not be negative",
				    (long long)max_nbytes);
	if (result == NULL)
		return ct_missing_argument(__func__, 3, "result");
	CT_TRY(ct_dataset_count(dataset, &len));
	self = calloc(1, sizeof *self);
	if (self == NULL)
		return ct_no_memory(__func__, NULL);
	self->base = ct_counted_share(dataset);
	self->len = len;
	self->max_bytes = max_nbytes;
	self->samples = ct_array_new(len, sizeof *self->samples);
	if (self->samples == NULL) {
		cache_free(self);
		return ct_no_memory(__func__, NULL);
	}
	return ct_dataset_make(&functions, self, __func__, result);
}
