/*
 * Large tensors of samples are copied into their batch as soon as they are made.
 *
 * Such a tensor is still in the processor's cache, and its memory is free for the next sample's. All
 * samples of a batch kept until the last one is there would be as much memory again, read from afar.
 */
#include <string.h>

#include <ctorch/ctorch.h>

#include "core/memory/scopes.h"
#include "data/dataset/dataset.h"
#include "data/loader/slots.h"

/* In bytes: what is smaller costs more to place than it saves. */
enum { LEAST = 64 * 1024 };

void ct_slots_free(struct ct_slots *self)
{
	for (int i = 0; i < self->len; i++)
		ct_value_free(&self->batches[i]);
	self->len = 0;
}

static size_t nbytes_of(const ct_tensor *tensor)
{
	return (size_t)(ct_tensor_numel(tensor) * ct_tensor_element_size(tensor));
}

/* What ct_stack() would copy byte for byte. */
static bool is_plain(const ct_tensor *tensor)
{
	return ct_tensor_layout(tensor) == CT_STRIDED && !ct_tensor_is_nested(tensor) &&
	       ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU &&
	       !ct_tensor_is_quantized(tensor) && !ct_tensor_requires_grad(tensor) &&
	       ct_tensor_dim(tensor) < CT_SLOTS_DIM && ct_tensor_is_contiguous(tensor) &&
	       !ct_tensor_is_conj(tensor) && !ct_tensor_is_neg(tensor) &&
	       nbytes_of(tensor) >= LEAST;
}

static ct_error add_batch(struct ct_slots *self, const ct_tensor *first)
{
	int64_t shape[CT_SLOTS_DIM] = { self->size };
	ct_tensor *made;
	ct_value value;

	memcpy(shape + 1, ct_tensor_shape(first), (size_t)ct_tensor_dim(first) * sizeof(int64_t));
	CT_TRY(ct_data_empty(shape, ct_tensor_dim(first) + 1, ct_tensor_dtype(first), &made));
	value = ct_value_tensor(made);
	CT_TRY(ct_value_copy(&value, &self->batches[self->len]));
	self->len++;
	return NULL;
}

static bool fits(const ct_tensor *batch, const ct_tensor *tensor)
{
	return ct_tensor_dtype(batch) == ct_tensor_dtype(tensor) &&
	       ct_tensor_dim(batch) == ct_tensor_dim(tensor) + 1 &&
	       memcmp(ct_tensor_shape(batch) + 1, ct_tensor_shape(tensor),
		      (size_t)ct_tensor_dim(tensor) * sizeof(int64_t)) == 0;
}

/* A sample that is being placed. */
struct placing {
	struct ct_slots *slots;
	int64_t row;
	int number; /* of large tensors so far */
};

/* The tensor becomes its slot. One that does not fit stays, for the error of collating. */
static ct_error place_plain(struct placing *self, const ct_tensor *tensor, ct_value *value)
{
	ct_tensor *batch, *slot;

	if (self->row == 0)
		CT_TRY(add_batch(self->slots, tensor));
	if (self->number >= self->slots->len)
		return NULL;
	CT_TRY(ct_value_as_tensor(&self->slots->batches[self->number++], &batch));
	if (!fits(batch, tensor))
		return NULL;
	CT_TRY(ct_select_int(batch, 0, self->row, &slot));
	memcpy(ct_tensor_mutable_data(slot), ct_tensor_data(tensor), nbytes_of(tensor));
	return ct_data_replace_tensor(value, slot);
}

static ct_error slots_place(ct_value *value, void *context)
{
	struct placing *self = context;
	ct_tensor *tensor;
	ct_scope *scope;
	ct_error error;

	CT_TRY(ct_value_as_tensor(value, &tensor));
	if (!is_plain(tensor) || self->number == CT_SLOTS_MOST)
		return NULL;
	scope = ct_scope_open_named("collate");
	error = place_plain(self, tensor, value);
	ct_scope_leave(scope);
	return error;
}

ct_error ct_slots_place(struct ct_slots *self, int64_t row, ct_value *sample)
{
	struct placing placing = { self, row, 0 };

	if (row == 0)
		ct_slots_free(self); /* of a sample that was left out */
	return ct_data_each_tensor(sample, slots_place, &placing);
}

ct_tensor *ct_slots_batch_of(const struct ct_slots *self, ct_tensor *const *tensors, int64_t n)
{
	for (int i = 0; i < self->len; i++) {
		ct_tensor *batch = (ct_tensor *)self->batches[i].object;
		const size_t nbytes = nbytes_of(tensors[0]);
		const char *at = ct_tensor_data(batch);
		int64_t same = 0;

		while (same < n &&
		       (const char *)ct_tensor_data(tensors[same]) == at + (size_t)same * nbytes)
			same++;
		if (same == n)
			return batch;
	}
	return NULL;
}
