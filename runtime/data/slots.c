/*
 * Large tensors of samples are copied into their batch as soon as they are made.
 *
 * Such a tensor is still in the processor's cache, and its memory is free for the next sample's. All
 * samples of a batch kept until the last one is there would be as much memory again, read from afar.
 */
#include <string.h>

#include <ctorch/ctorch.h>

#include "data/loader.h"
#include "memory/scopes.h"

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
	CT_TRY(ct_tensor_empty(shape, ct_tensor_dim(first) + 1,
			       &(ct_tensor_options){ .dtype = ct_tensor_dtype(first),
						     .device = ct_tensor_device(first) },
			       &made));
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

/* The sample's tensor becomes its slot. One that does not fit stays, for the error of collating. */
static ct_error place_tensor(struct ct_slots *self, int64_t row, int *number, ct_value *value)
{
	ct_tensor *tensor, *batch, *slot;
	ct_value view;

	CT_TRY(ct_value_as_tensor(value, &tensor));
	if (!is_plain(tensor) || *number == CT_SLOTS_MOST)
		return NULL;
	if (row == 0)
		CT_TRY(add_batch(self, tensor));
	if (*number >= self->len)
		return NULL;
	CT_TRY(ct_value_as_tensor(&self->batches[(*number)++], &batch));
	if (!fits(batch, tensor))
		return NULL;
	CT_TRY(ct_select_int(batch, 0, row, &slot));
	memcpy(ct_tensor_mutable_data(slot), ct_tensor_data(tensor), nbytes_of(tensor));
	ct_value_free(value);
	view = ct_value_tensor(slot);
	return ct_value_copy(&view, value);
}

static ct_error place(struct ct_slots *self, int64_t row, int *number, ct_value *value)
{
	const int64_t step = value->kind == CT_VALUE_DICT ? 2 : 1;

	if (value->kind == CT_VALUE_TENSOR)
		return place_tensor(self, row, number, value);
	if (value->kind != CT_VALUE_LIST && value->kind != CT_VALUE_TUPLE &&
	    value->kind != CT_VALUE_DICT)
		return NULL;
	for (int64_t i = 0; i < value->i; i++)
		CT_TRY(place(self, row, number, (ct_value *)value->object + step * i + step - 1));
	return NULL;
}

ct_error ct_slots_place(struct ct_slots *self, int64_t row, ct_value *sample)
{
	ct_scope *scope = ct_scope_open_named("collate");
	int number = 0;
	ct_error error;

	if (row == 0)
		ct_slots_free(self); /* of a sample that was left out */
	error = place(self, row, &number, sample);

	ct_scope_leave(scope);
	return error;
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
