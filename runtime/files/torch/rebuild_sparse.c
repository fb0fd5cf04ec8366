/*
 * Loading: sparse and nested tensors from the tensors that they are made of. What Python trusts is
 * checked here: indices, sizes, positions.
 */
#include <ctorch/calls/call.h>
#include <ctorch/operators/operator.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "files/torch/rebuild.h"

/* --- Sparse tensors --------------------------------------------------------------------------- */

/* Indices of the meta device have no values. */
static bool can_be_checked(const ct_tensor *indices)
{
	return ct_tensor_device(indices).type != CT_DEVICE_TYPE_META;
}

/* Whether each column is greater than the one before it. `*result` is only then true. */
static ct_error are_in_order(const ct_tensor *indices, bool *result)
{
	const int64_t dim = ct_tensor_size(indices, 0), len = ct_tensor_size(indices, 1);
	ct_tensor *rows;
	const int64_t *at;
	int64_t i = 1;

	CT_TRY(ct_to_device(indices, CT_DEVICE_CPU, CT_INT64, false, false, CT_CONTIGUOUS_FORMAT,
			    &rows));
	at = ct_tensor_data(rows);
	for (; i < len; i++) {
		int64_t row = 0;

		while (row < dim && at[row * len + i] == at[row * len + i - 1])
			row++;
		if (row == dim || at[row * len + i] < at[row * len + i - 1])
			break;
	}
	*result = i >= len;
	return NULL;
}

/* The file says that the indices are in order, on which operators rely. */
static ct_error mark_coalesced(struct ct_loader *self, const ct_tensor *indices, ct_tensor **tensor)
{
	bool in_order = true;

	if (can_be_checked(indices))
		CT_TRY(are_in_order(indices, &in_order));
	if (!in_order)
		return ct_loader_wrong(self, "its indices are not in order, but the file says that "
					     "it is coalesced");
	return ct__coalesced_(*tensor, true, tensor);
}

ct_error ct_rebuild_coo(struct ct_loader *self, ct_tensor *const parts[2],
			const struct ct_saved_ints *size, bool is_coalesced, ct_tensor **result)
{
	if (can_be_checked(parts[0]))
		CT_TRY(ct_call("aten::_validate_sparse_coo_tensor_args",
			       (ct_value[]){ ct_value_tensor(parts[0]), ct_value_tensor(parts[1]),
					     ct_value_ints(CT_INTS_OF(size->at, size->len)) },
			       3, NULL, 0));
	CT_TRY(ct_tensor_sparse_coo(parts[0], parts[1], CT_INTS_OF(size->at, size->len), NULL,
				    result));
	return is_coalesced ? mark_coalesced(self, parts[0], result) : NULL;
}

ct_error ct_rebuild_compressed(ct_layout layout, ct_tensor *const parts[3],
			       const struct ct_saved_ints *size, ct_tensor **result)
{
	const ct_tensor_options options = { .layout = layout };

	if (can_be_checked(parts[0]))
		CT_TRY(ct_call("aten::_validate_sparse_compressed_tensor_args",
			       (ct_value[]){ ct_value_tensor(parts[0]), ct_value_tensor(parts[1]),
					     ct_value_tensor(parts[2]),
					     ct_value_ints(CT_INTS_OF(size->at, size->len)),
					     ct_value_layout(layout) },
			       5, NULL, 0));
	return ct_tensor_sparse_compressed(parts[0], parts[1], parts[2],
					   CT_INTS_OF(size->at, size->len), &options, result);
}

/* --- Nested tensors --------------------------------------------------------------------------- */

/* A component's last element, from its row of sizes and strides; `offset - 1` if it has none,
 * INT64_MIN if a size or stride is negative or the position is beyond any memory. */
static int64_t last_element(const int64_t *sizes, const int64_t *strides, int64_t dim,
			    int64_t offset)
{
	int64_t last = offset;

	for (int64_t i = 0; i < dim; i++) {
		int64_t step;

		if (sizes[i] < 0 || strides[i] < 0)
			return INT64_MIN;
		if (sizes[i] == 0)
			return offset - 1;
		if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			return INT64_MIN;
	}
	return last;
}

static bool is_int64_of_cpu(const ct_tensor *tensor, int64_t dim)
{
	return ct_tensor_dtype(tensor) == CT_INT64 && ct_tensor_dim(tensor) == dim &&
	       ct_tensor_device(tensor).type == CT_DEVICE_TYPE_CPU &&
	       ct_tensor_is_contiguous(tensor);
}

/* libtorch reads wherever these numbers say. */
static ct_error check_components(const struct ct_loader *self, ct_tensor *const parts[4])
{
	const int64_t *sizes = ct_tensor_data(parts[1]), *strides = ct_tensor_data(parts[2]),
		      *offsets = ct_tensor_data(parts[3]);
	const int64_t len = ct_tensor_size(parts[1], 0), dim = ct_tensor_size(parts[1], 1),
		      numel = ct_tensor_numel(parts[0]);

	if (ct_tensor_size(parts[2], 0) != len || ct_tensor_size(parts[2], 1) != dim ||
	    ct_tensor_size(parts[3], 0) != len)
		return ct_loader_wrong(self, "its lists of sizes, strides and offsets do not "
					     "match");
	for (int64_t i = 0; i < len; i++) {
		const int64_t offset = offsets[i];

		if (offset < 0 || offset > numel ||
		    last_element(sizes + i * dim, strides + i * dim, dim, offset) < offset - 1 ||
		    last_element(sizes + i * dim, strides + i * dim, dim, offset) >= numel)
			return ct_loader_wrong(self, "its component %lld is not in its buffer",
					       (long long)i);
	}
	return NULL;
}

/* By name: with releases before 2.1, whose operator takes other offsets, it is an error. */
static ct_error make_nested(ct_tensor *const parts[4], ct_tensor **result)
{
	ct_value nested;

	CT_TRY(ct_call("aten::_nested_view_from_buffer",
		       (ct_value[]){ ct_value_tensor(parts[0]), ct_value_tensor(parts[1]),
				     ct_value_tensor(parts[2]), ct_value_tensor(parts[3]) },
		       4, &nested, 1));
	return ct_value_take_tensor(&nested, result);
}

ct_error ct_rebuild_nested(struct ct_loader *self, ct_tensor *const parts[4], ct_tensor **result)
{
	if (ct_tensor_dim(parts[0]) != 1 || !ct_tensor_is_contiguous(parts[0]) ||
	    !is_int64_of_cpu(parts[1], 2) || !is_int64_of_cpu(parts[2], 2) ||
	    !is_int64_of_cpu(parts[3], 1))
		return ct_loader_wrong(self, "the parts of a nested tensor must be a vector and "
					     "three tensors of int64 on the CPU");
	if (ct_tensor_device(parts[0]).type == CT_DEVICE_TYPE_META)
		return ct_loader_wrong(self, "libtorch has no nested tensors on the meta device");
	CT_TRY(check_components(self, parts));
	return make_nested(parts, result);
}
