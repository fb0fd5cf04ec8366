/*
 * Saving: tensors, as Tensor.__reduce_ex__() does it in torch/_tensor.py.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctorch/core/dtype.h>
#include <ctorch/macros/try.h>
#include <ctorch/operators/operator.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/impl.h"
#include "core/base/names.h"
#include "core/base/no_memory.h"
#include "core/memory/checked.h"
#include "files/pickle/unpickle.h"
#include "files/torch/saver.h"
#include "tensor/tensor/memory_check.h"

/* --- Storages ----------------------------------------------------------------------------------- */

static ct_error add_tensor_storage(struct ct_saver *self, const ct_storage *storage, ct_dtype dtype,
				   struct ct_written_storage **result)
{
	struct ct_written_storage *added = calloc(1, sizeof *added);

	if (added) {
		added->storage = storage;
		added->dtype = dtype;
		snprintf(added->name, sizeof added->name, "data/%u", HASH_COUNT(self->storages));
		HASH_ADD_PTR(self->storages, storage, added);
	}
	if (added == NULL || added->hh.tbl == NULL) {
		free(added);
		return ct_no_memory(self->function, "for a storage");
	}
	*result = added;
	return NULL;
}

/* A storage that is empty may be on any dtype. */
static ct_error check_dtype(const struct ct_saver *self, const struct ct_written_storage *storage,
			    ct_dtype dtype)
{
	if (storage->dtype == dtype || ct_storage_nbytes(storage->storage) == 0)
		return NULL;
	return ct_error_new(CT_ERROR_RUNTIME, self->function,
			    "Cannot save multiple tensors or storages that view the same data as "
			    "different types");
}

/* Equal texts elsewhere are other objects in Python. */
static void save_key(struct ct_saver *self, const char *key)
{
	const size_t n = strlen(key);

	if (ct_pickle_refer(&self->pickler, 'K', key, n))
		return;
	ct_pickle_put_text(&self->pickler, key, n);
	ct_pickle_remember(&self->pickler, 'K', key, n);
}

/* Its persistent id: ("storage", class, key, location, number of elements). */
ct_error ct_save_storage(struct ct_saver *self, const ct_storage *storage, ct_dtype dtype)
{
	const struct ct_pickle_global *class = ct_pickle_storage_class(dtype);
	const ct_dtype of_class = (ct_dtype) class->value.i;
	struct ct_pickler *pickler = &self->pickler;
	struct ct_written_storage *found;
	const char *key;
	char location[48];

	HASH_FIND_PTR(self->storages, &storage, found);
	if (found == NULL)
		CT_TRY(add_tensor_storage(self, storage, of_class, &found));
	CT_TRY(check_dtype(self, found, of_class));
	if (ct_storage_nbytes(storage) % ct_dtype_size(of_class))
		return ct_saver_wrong(
			self,
			"its storage has %lld bytes, which is not a multiple of its element size; "
			"save a clone of the tensor",
			(long long)ct_storage_nbytes(storage));
	ct_impl_device_text(ct_storage_device(storage), location, sizeof location);
	key = strchr(found->name, '/') + 1;
	ct_pickle_op(pickler, CT_PICKLE_MARK);
	ct_pickle_text(pickler, "storage", strlen("storage"));
	ct_pickle_named(pickler, class->module, class->name);
	save_key(self, key);
	ct_pickle_text(pickler, location, strlen(location));
	ct_pickle_int(pickler, ct_storage_nbytes(storage) / ct_dtype_size(of_class));
	ct_pickle_tuple(pickler, 5);
	ct_pickle_op(pickler, CT_PICKLE_PERSISTENT);
	return NULL;
}

/* --- Parts of the arguments --------------------------------------------------------------------- */

static void call(struct ct_saver *self)
{
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_memoize(&self->pickler);
}

/* Backward hooks are never saved. */
static void save_no_hooks(struct ct_saver *self)
{
	ct_pickle_named(&self->pickler, "collections", "OrderedDict");
	ct_pickle_op(&self->pickler, CT_PICKLE_EMPTY_TUPLE);
	call(self);
}

static void save_shape(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_pickle_ints(&self->pickler, ct_tensor_shape(tensor), ct_tensor_dim(tensor));
}

static void save_strides(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_pickle_ints(&self->pickler, ct_tensor_strides(tensor), ct_tensor_dim(tensor));
}

/* torch.Size((2, 3)). */
static void save_size(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_pickle_named(&self->pickler, "torch", "Size");
	save_shape(self, tensor);
	ct_pickle_tuple(&self->pickler, 1);
	call(self);
}

/* (storage, offset, size, stride, ... */
static ct_error save_place(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_storage *storage;

	CT_TRY(ct_tensor_storage(tensor, &storage));
	CT_TRY(ct_save_storage(self, storage, ct_tensor_dtype(tensor)));
	ct_pickle_int(&self->pickler, ct_tensor_storage_offset(tensor));
	save_shape(self, tensor);
	save_strides(self, tensor);
	return NULL;
}

/* Views that libtorch computes when they are read. */
static bool save_metadata(struct ct_saver *self, const ct_tensor *tensor)
{
	const bool conj = ct_tensor_is_conj(tensor), neg = ct_tensor_is_neg(tensor);

	if (!conj && !neg)
		return false;
	ct_pickle_op(&self->pickler, CT_PICKLE_EMPTY_DICT);
	ct_pickle_memoize(&self->pickler);
	if (conj && neg)
		ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	if (neg) {
		ct_pickle_new_text(&self->pickler, "neg", 3);
		ct_pickle_bool(&self->pickler, true);
	}
	if (conj) {
		ct_pickle_new_text(&self->pickler, "conj", 4);
		ct_pickle_bool(&self->pickler, true);
	}
	ct_pickle_op(&self->pickler, conj && neg ? CT_PICKLE_SETITEMS : CT_PICKLE_SETITEM);
	return true;
}

/* --- Tensors by their layout --------------------------------------------------------------------- */

/* A second time it is a reference. */
static void end_tensor(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_pickle_op(&self->pickler, CT_PICKLE_REDUCE);
	ct_pickle_remember(&self->pickler, 'T', &tensor, sizeof tensor);
}

/* Dtypes that are newer than the classes of storages have none. */
static ct_error save_strided(struct ct_saver *self, const ct_tensor *tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(tensor);
	const bool has_class = ct_pickle_storage_class(dtype)->value.i == dtype;
	size_t n = has_class ? 6 : 7;

	ct_pickle_named(&self->pickler, "torch._utils",
			has_class ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	CT_TRY(save_place(self, tensor));
	ct_pickle_bool(&self->pickler, ct_tensor_requires_grad(tensor));
	save_no_hooks(self);
	if (!has_class)
		ct_save_dtype(self, dtype);
	n += save_metadata(self, tensor);
	ct_pickle_tuple(&self->pickler, n);
	end_tensor(self, tensor);
	return NULL;
}

static ct_error save_meta(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_pickle_named(&self->pickler, "torch._utils", "_rebuild_meta_tensor_no_storage");
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	ct_save_dtype(self, ct_tensor_dtype(tensor));
	save_shape(self, tensor);
	save_strides(self, tensor);
	ct_pickle_bool(&self->pickler, ct_tensor_requires_grad(tensor));
	ct_pickle_tuple(&self->pickler, 4);
	end_tensor(self, tensor);
	return NULL;
}

static ct_error save_per_tensor(struct ct_saver *self, const ct_tensor *tensor)
{
	int64_t zero_point;
	double scale;

	CT_TRY(ct_q_scale(tensor, &scale));
	CT_TRY(ct_q_zero_point(tensor, &zero_point));
	ct_pickle_named(&self->pickler, "torch", "per_tensor_affine");
	ct_pickle_float(&self->pickler, scale);
	ct_pickle_int(&self->pickler, zero_point);
	ct_pickle_tuple(&self->pickler, 3);
	return NULL;
}

static ct_error save_per_channel(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_tensor *scales, *zero_points;
	int64_t axis;

	CT_TRY(ct_q_per_channel_scales(tensor, &scales));
	CT_TRY(ct_q_per_channel_zero_points(tensor, &zero_points));
	CT_TRY(ct_q_per_channel_axis(tensor, &axis));
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	ct_pickle_named(&self->pickler, "torch", "per_channel_affine");
	CT_TRY(ct_save_tensor(self, scales));
	CT_TRY(ct_save_tensor(self, zero_points));
	ct_pickle_int(&self->pickler, axis);
	ct_pickle_tuple(&self->pickler, 4);
	return NULL;
}

static ct_error save_quantized(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_quant_scheme scheme;

	CT_TRY(ct_qscheme(tensor, &scheme));
	ct_pickle_named(&self->pickler, "torch._utils", "_rebuild_qtensor");
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	CT_TRY(save_place(self, tensor));
	if (scheme == CT_PER_TENSOR_AFFINE)
		CT_TRY(save_per_tensor(self, tensor));
	else
		CT_TRY(save_per_channel(self, tensor));
	ct_pickle_bool(&self->pickler, ct_tensor_requires_grad(tensor));
	save_no_hooks(self);
	ct_pickle_tuple(&self->pickler, 7);
	end_tensor(self, tensor);
	return NULL;
}

/* (indices, values, size, is_coalesced). */
static ct_error save_coo(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_tensor *indices, *values;
	bool coalesced;

	CT_TRY(ct__indices(tensor, &indices));
	CT_TRY(ct__values(tensor, &values));
	CT_TRY(ct_is_coalesced(tensor, &coalesced));
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	CT_TRY(ct_save_tensor(self, indices));
	CT_TRY(ct_save_tensor(self, values));
	save_size(self, tensor);
	ct_pickle_bool(&self->pickler, coalesced);
	ct_pickle_tuple(&self->pickler, 4);
	return NULL;
}

/* (compressed indices, plain indices, values, size). */
static ct_error save_compressed(struct ct_saver *self, const ct_tensor *tensor)
{
	const ct_layout layout = ct_tensor_layout(tensor);
	const bool by_row = layout == CT_SPARSE_CSR || layout == CT_SPARSE_BSR;
	ct_tensor *compressed, *plain, *values;

	if (by_row) {
		CT_TRY(ct_crow_indices(tensor, &compressed));
		CT_TRY(ct_col_indices(tensor, &plain));
	} else {
		CT_TRY(ct_ccol_indices(tensor, &compressed));
		CT_TRY(ct_row_indices(tensor, &plain));
	}
	CT_TRY(ct_values(tensor, &values));
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	CT_TRY(ct_save_tensor(self, compressed));
	CT_TRY(ct_save_tensor(self, plain));
	CT_TRY(ct_save_tensor(self, values));
	save_size(self, tensor);
	ct_pickle_tuple(&self->pickler, 4);
	return NULL;
}

static ct_error save_sparse(struct ct_saver *self, const ct_tensor *tensor)
{
	const ct_layout layout = ct_tensor_layout(tensor);

	ct_pickle_named(&self->pickler, "torch._utils", "_rebuild_sparse_tensor");
	ct_save_layout(self, layout);
	CT_TRY(layout == CT_SPARSE_COO ? save_coo(self, tensor) : save_compressed(self, tensor));
	ct_pickle_tuple(&self->pickler, 2);
	end_tensor(self, tensor);
	return NULL;
}

/* By name: releases before 2.1, which cannot save nested tensors, do not have it. */
static ct_error storage_offsets(const ct_tensor *nested, ct_tensor **result)
{
	const ct_value self = ct_value_tensor(nested);
	ct_value offsets;

	CT_TRY(ct_call("aten::_nested_tensor_storage_offsets", &self, 1, &offsets, 1));
	return ct_value_take_tensor(&offsets, result);
}

static ct_error save_nested(struct ct_saver *self, const ct_tensor *tensor)
{
	ct_tensor *parts[4];

	CT_TRY(ct_values(tensor, &parts[0]));
	CT_TRY(ct__nested_tensor_size(tensor, &parts[1]));
	CT_TRY(ct__nested_tensor_strides(tensor, &parts[2]));
	CT_TRY(storage_offsets(tensor, &parts[3]));
	ct_pickle_named(&self->pickler, "torch._utils", "_rebuild_nested_tensor");
	ct_pickle_op(&self->pickler, CT_PICKLE_MARK);
	for (int i = 0; i < 4; i++)
		CT_TRY(ct_save_tensor(self, parts[i]));
	ct_pickle_tuple(&self->pickler, 4);
	end_tensor(self, tensor);
	return NULL;
}

static ct_error refuse_layout(const struct ct_saver *self, ct_layout layout)
{
	return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, self->function,
			    "a tensor of layout %s cannot be saved; call ct_to_dense() first",
			    ct_name_of_layout(layout));
}

ct_error ct_save_tensor(struct ct_saver *self, const ct_tensor *tensor)
{
	if (tensor == NULL) {
		ct_pickle_op(&self->pickler, CT_PICKLE_NONE);
		return NULL;
	}
	CT_TRY(ct_check_given(tensor, self->function));
	if (ct_pickle_refer(&self->pickler, 'T', &tensor, sizeof tensor))
		return NULL;
	if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_META &&
	    (ct_tensor_layout(tensor) != CT_STRIDED || ct_tensor_is_nested(tensor)))
		return ct_error_new(CT_ERROR_NOT_IMPLEMENTED, self->function,
				    "a sparse or nested tensor on the meta device cannot be saved");
	if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_META)
		return save_meta(self, tensor);
	if (ct_tensor_is_quantized(tensor))
		return save_quantized(self, tensor);
	if (ct_tensor_is_nested(tensor))
		return save_nested(self, tensor);
	switch (ct_tensor_layout(tensor)) {
	case CT_STRIDED:
		CT_TRY(ct_check_memory(tensor, self->function));
		return save_strided(self, tensor);
	case CT_SPARSE_COO:
	case CT_SPARSE_CSR:
	case CT_SPARSE_CSC:
	case CT_SPARSE_BSR:
	case CT_SPARSE_BSC:
		return save_sparse(self, tensor);
	default:
		return refuse_layout(self, ct_tensor_layout(tensor));
	}
}
