/*
 * Shapes of batches, events and samples.
 */
#include <string.h>

#include "core/base/name_of.h"
#include "distributions/base/class.h"
#include "nn/functional/raise.h"

static ct_error too_long(int64_t dims)
{
	return CT_RAISED(CT_ERROR_RUNTIME, "a sample cannot have %lld dimensions: %d are the most",
			 (long long)dims, CT_DISTR_DIMS);
}

/* What a shape does not use is not set: it is returned for every sample. */
struct ct_distr_shape ct_distr_joined(ct_ints a, ct_ints b)
{
	struct ct_distr_shape result;

	result.len = 0;
	if (a.len < 0 || b.len < 0) /* after an error: of a tensor that is missing */
		return result;
	if (a.len > CT_DISTR_DIMS || b.len > CT_DISTR_DIMS || a.len + b.len > CT_DISTR_DIMS) {
		CT_DO(too_long(a.len + b.len));
		return result;
	}
	for (int64_t i = 0; i < a.len; i++)
		result.at[result.len++] = a.at[i];
	for (int64_t i = 0; i < b.len; i++)
		result.at[result.len++] = b.at[i];
	return result;
}

/* With as many dimensions, of which the first are new. */
static struct ct_distr_shape padded(ct_ints shape, int64_t len)
{
	struct ct_distr_shape result = { .len = len };

	for (int64_t i = 0; i < len; i++)
		result.at[i] = i < len - shape.len ? 1 : shape.at[i - (len - shape.len)];
	return result;
}

ct_error ct_distr_broadcast_shapes(ct_ints a, ct_ints b, struct ct_distr_shape *result)
{
	return ct_distr_broadcast_shape(a, b, 1, result);
}

ct_error ct_distr_broadcast_shape(ct_ints a, ct_ints b, int index, struct ct_distr_shape *result)
{
	const int64_t len = a.len > b.len ? a.len : b.len;
	struct ct_distr_shape first, second;

	if (len > CT_DISTR_DIMS)
		return too_long(len);
	first = padded(a, len);
	second = padded(b, len);
	*result = first;
	for (int64_t i = len - 1; i >= 0; i--) {
		if (first.at[i] != second.at[i] && first.at[i] != 1 && second.at[i] != 1)
			return CT_RAISED(
				CT_ERROR_RUNTIME,
				"Attempting to broadcast a dimension of length %lld at "
				"%lld! Mismatching argument at index %d had torch.Size(%s); but "
				"expected shape should be broadcastable to %s",
				(long long)second.at[i], (long long)(i - len), index,
				ct_nn_list_text(b).at, ct_nn_list_text(ct_distr_ints(&first)).at);
		if (first.at[i] == 1)
			result->at[i] = second.at[i];
	}
	return NULL;
}

void ct_distr_set_shapes(ct_distribution *self, ct_ints shape, int64_t event_len)
{
	const struct ct_distr_shape all = ct_distr_joined(shape, CT_L());

	if (shape.len < event_len) /* after an error */
		return;
	memcpy(self->shape, all.at, (size_t)all.len * sizeof *all.at);
	self->batch_len = all.len - event_len;
	self->event_len = event_len;
}

struct ct_distr_shape ct_distr_extended(const ct_distribution *self, ct_ints sample_shape)
{
	return ct_distr_joined(sample_shape,
			       (ct_ints){ self->shape, self->batch_len + self->event_len });
}

bool ct_distr_has_dims(const ct_tensor *x, int64_t dims)
{
	if (ct_tensor_dim(x) >= dims)
		return true;
	CT_FAIL(CT_ERROR_INDEX, "tuple index out of range");
	return false;
}

ct_tensor *ct_distr_sum_rightmost(ct_tensor *value, int64_t dims)
{
	const ct_ints shape = ct_sizes_of(value);
	struct ct_distr_shape flat;

	if (dims == 0)
		return value;
	flat = ct_distr_joined(CT_INTS_OF(shape.at, shape.len < dims ? 0 : shape.len - dims),
			       CT_L(-1));
	return CT_E(sum_dim_IntList, CT_E(reshape, value, ct_distr_ints(&flat)), CT_L(-1));
}

ct_tensor *ct_distr_full(const ct_distribution *self, double number, const ct_tensor *like)
{
	return CT_E(full, CT_INTS_OF(self->shape, self->batch_len + self->event_len), number,
		    .dtype = ct_tensor_dtype(like), .device = ct_tensor_device(like));
}

ct_tensor *ct_distr_new(const ct_tensor *like, const struct ct_distr_shape *shape)
{
	return CT_E(empty, ct_distr_ints(shape), .dtype = ct_tensor_dtype(like),
		    .device = ct_tensor_device(like));
}

ct_tensor *ct_distr_along_batch(const ct_distribution *self, ct_tensor *values, bool expand)
{
	struct ct_distr_shape shape = ct_distr_joined(CT_L(-1), ct_distr_batch(self));

	for (int64_t i = 1; i < shape.len; i++)
		shape.at[i] = 1;
	values = CT_E(view, values, ct_distr_ints(&shape));
	if (!expand)
		return values;
	shape = ct_distr_joined(CT_L(-1), ct_distr_batch(self));
	return CT_E(expand, values, ct_distr_ints(&shape));
}
