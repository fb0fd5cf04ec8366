/*
 * Loading: tensors, from the arguments of the functions in torch/_utils.py that make them. Those here
 * are made of other tensors. What Python trusts is checked: positions, sizes, indices.
 */
#include <string.h>

#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "files/torch/rebuild.h"

/* Levels of tensors that are made of others: Python has a parameter of a view of a sparse tensor of
 * tensors, and little more. */
enum { MAX_NESTING = 16 };

/* --- Tensors that are parts of others --------------------------------------------------------- */

/* The tensor of a node that another tensor is made of, which libtorch does not copy: dense. Borrowed
 * from the node. */
static ct_error dense_part(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	if (node->kind != CT_NODE_TENSOR)
		return ct_loader_wrong(self, "one of its parts is not a tensor");
	CT_TRY(ct_loader_tensor(self, node, result));
	if (ct_tensor_layout(*result) != CT_STRIDED)
		return ct_loader_wrong(self, "one of its parts is not a dense tensor");
	return NULL;
}

/* The same for one that may be copied: not larger than its storage. A tensor that repeats its
 * elements by strides of 0 can be larger than all memory, once libtorch copies it. */
static ct_error part_of(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	ct_storage *storage;
	int64_t nbytes;

	CT_TRY(dense_part(self, node, result));
	CT_TRY(ct_tensor_storage(*result, &storage));
	nbytes = ct_storage_nbytes(storage);
	ct_storage_free(storage);
	if (ct_tensor_numel(*result) > nbytes / ct_tensor_element_size(*result))
		return ct_loader_wrong(self, "one of its parts is larger than its storage");
	return NULL;
}

/* --- Parameters; tensors of other devices ----------------------------------------------------- */

/* (data, requires_grad, ...). */
static ct_error rebuild_parameter(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	ct_tensor *data;

	CT_TRY(ct_rebuild_check(self, arguments, "t"));
	CT_TRY(ct_loader_tensor(self, arguments->items[0], &data));
	CT_TRY(ct_detach(data, result));
	return arguments->len > 1 ? ct_rebuild_require_grad(arguments->items[1], *result) : NULL;
}

/* The data of rebuild_converted(): a tensor or an array of NumPy. */
static ct_error converted_data(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	ct_value data;

	if (node->kind != CT_NODE_ARRAY)
		return part_of(self, node, result);
	CT_TRY(ct_loader_array(self, node, &data));
	CT_TRY(ct_value_move_to_scope(&data));
	return ct_value_as_tensor(&data, result);
}

/* Python writes str(device). */
static ct_error read_device(struct ct_loader *self, const struct ct_node *node, ct_device *result)
{
	char text[64] = "";
	ct_value name = ct_value_none();
	ct_error error;

	if (node->kind == CT_NODE_CONSTANT) {
		name = node->value;
	} else if (node->kind == CT_NODE_STRING && node->n < sizeof text) {
		memcpy(text, node->bytes, node->n);
		name = ct_value_bytes(text, (int64_t)node->n);
		name.kind = CT_VALUE_STRING;
	}
	*result = CT_DEVICE_NONE;
	error = ct_value_as_device(&name, result);
	if (error && ct_error_class_of(error) == CT_ERROR_OUT_OF_MEMORY)
		return error;
	/* One that libtorch does not know may have another place. */
	ct_error_free(error);
	return ct_loader_place(self, *result, result);
}

/* (data, dtype, device, requires_grad): of a device whose tensors are saved through the CPU. */
static ct_error rebuild_converted(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;
	ct_tensor *data;
	ct_device device;

	CT_TRY(ct_rebuild_check(self, arguments, "*d*b"));
	CT_TRY(converted_data(self, item[0], &data));
	CT_TRY(read_device(self, item[2], &device));
	if (ct_tensor_device(data).type == CT_DEVICE_TYPE_META &&
	    device.type != CT_DEVICE_TYPE_META)
		return ct_loader_wrong(self, "its storage is on the meta device, which holds no "
					     "data");
	CT_TRY(ct_Tensor_to_device(data, device, (ct_dtype)item[1]->value.i, false, false,
				   CT_MEMORY_FORMAT_NONE, result));
	return ct_rebuild_require_grad(item[3], *result);
}

/* --- Quantized tensors ------------------------------------------------------------------------ */

/* Scales or zero points, one for each of `len` channels. */
static ct_error numbers_of(struct ct_loader *self, struct ct_node *node, int64_t len,
			   ct_device device, ct_tensor **result)
{
	CT_TRY(part_of(self, node, result));
	if (ct_tensor_dim(*result) != 1 || ct_tensor_size(*result, 0) != len)
		return ct_loader_wrong(self, "it needs %lld scales and zero points",
				       (long long)len);
	if (ct_tensor_device(*result).type != device.type)
		return ct_loader_wrong(self, "its scales or zero points are on another device");
	return NULL;
}

/* An empty tensor with the quantizer (scheme, scale, zero_point). */
static ct_error make_per_tensor(struct ct_loader *self, const struct ct_node *quantizer,
				ct_dtype dtype, const struct ct_saved_ints *size, ct_device device,
				ct_tensor **result)
{
	const struct ct_saved_ints none = { .len = size->len };
	int64_t zero_point;

	CT_TRY(ct_rebuild_check(self, quantizer, "**i"));
	zero_point = quantizer->items[2]->i;
	if (quantizer->items[1]->kind != CT_NODE_FLOAT)
		return ct_loader_wrong(self, "its scale is not a float");
	if (zero_point < INT32_MIN || zero_point > INT32_MAX)
		return ct_loader_wrong(self, "its zero point %lld is out of range",
				       (long long)zero_point);
	return ct__empty_affine_quantized(none.at, none.len, dtype, CT_LAYOUT_NONE, device, NULL,
					  quantizer->items[1]->re, zero_point,
					  CT_MEMORY_FORMAT_NONE, result);
}

/* The same with (scheme, scales, zero_points, axis). */
static ct_error make_per_channel(struct ct_loader *self, const struct ct_node *quantizer,
				 ct_dtype dtype, const struct ct_saved_ints *size, ct_device device,
				 ct_tensor **result)
{
	struct ct_saved_ints none = { .len = size->len };
	ct_tensor *scales, *zero_points;
	int64_t axis;

	CT_TRY(ct_rebuild_check(self, quantizer, "***i"));
	axis = quantizer->items[3]->i;
	if (axis < 0 || axis >= size->len)
		return ct_loader_wrong(self, "it has no dimension %lld", (long long)axis);
	none.at[axis] = size->at[axis];
	CT_TRY(numbers_of(self, quantizer->items[1], none.at[axis], device, &scales));
	CT_TRY(numbers_of(self, quantizer->items[2], none.at[axis], device, &zero_points));
	return ct__empty_per_channel_affine_quantized(none.at, none.len, scales, zero_points, axis,
						      dtype, CT_LAYOUT_NONE, device, NULL,
						      CT_MEMORY_FORMAT_NONE, result);
}

/* (storage, offset, size, stride, quantizer, ...). */
static ct_error rebuild_quantized(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;
	struct ct_place place;
	ct_storage *storage;
	ct_dtype dtype;

	CT_TRY(ct_rebuild_check(self, arguments, "siIIT"));
	dtype = item[0]->storage->dtype;
	if (!ct_rebuild_is_quantized(dtype))
		return ct_loader_wrong(self, "it is quantized, but its storage is not");
	CT_TRY(ct_rebuild_place(self, item, dtype, &place));
	CT_TRY(ct_loader_make_storage(self, item[0]->storage, &storage));
	if (ct_storage_device(storage).type == CT_DEVICE_TYPE_META)
		return ct_loader_wrong(self, "libtorch has no quantized tensors on the meta "
					     "device");
	CT_TRY((item[4]->len == 3 ? make_per_tensor : make_per_channel)(
		self, item[4], dtype, &place.size, ct_storage_device(storage), result));
	return ct_tensor_set_storage(*result, storage, place.offset,
				     CT_INTS_OF(place.size.at, place.size.len),
				     CT_INTS_OF(place.stride.at, place.stride.len));
}

/* --- Sparse and nested tensors ---------------------------------------------------------------- */

/* The first tensors of the data, and the size after them. The last tensor has the values, which a
 * sparse tensor refers to as they are: they may be expanded. */
static ct_error sparse_parts(struct ct_loader *self, const struct ct_node *data, size_t n,
			     ct_tensor *parts[3], struct ct_saved_ints *size)
{
	CT_TRY(ct_rebuild_check(self, data, n == 3 ? "tttI" : "ttI"));
	for (size_t i = 0; i < n; i++)
		CT_TRY((i + 1 < n ? part_of : dense_part)(self, data->items[i], &parts[i]));
	*size = ct_rebuild_ints(data->items[n]);
	return NULL;
}

static ct_error rebuild_coo(struct ct_loader *self, const struct ct_node *data, ct_tensor **result)
{
	ct_tensor *parts[3];
	struct ct_saved_ints size;

	CT_TRY(sparse_parts(self, data, 2, parts, &size));
	return ct_rebuild_coo(self, parts, &size,
			      data->len == 4 && data->items[3]->kind == CT_NODE_BOOL &&
				      data->items[3]->i,
			      result);
}

static ct_error rebuild_compressed(struct ct_loader *self, ct_layout layout,
				   const struct ct_node *data, ct_tensor **result)
{
	ct_tensor *parts[3];
	struct ct_saved_ints size;

	CT_TRY(sparse_parts(self, data, 3, parts, &size));
	return ct_rebuild_compressed(layout, parts, &size, result);
}

/* (layout, data). */
static ct_error rebuild_sparse(struct ct_loader *self, const struct ct_node *arguments,
			       ct_tensor **result)
{
	ct_layout layout;

	CT_TRY(ct_rebuild_check(self, arguments, "lT"));
	layout = (ct_layout)arguments->items[0]->value.i;
	switch (layout) {
	case CT_SPARSE_COO:
		return rebuild_coo(self, arguments->items[1], result);
	case CT_SPARSE_CSR:
	case CT_SPARSE_CSC:
	case CT_SPARSE_BSR:
	case CT_SPARSE_BSC:
		return rebuild_compressed(self, layout, arguments->items[1], result);
	default:
		return ct_loader_wrong(self, "its layout is not sparse");
	}
}

/* (buffer, sizes, strides, offsets). */
static ct_error rebuild_nested(struct ct_loader *self, const struct ct_node *arguments,
			       ct_tensor **result)
{
	ct_tensor *parts[4];

	CT_TRY(ct_rebuild_check(self, arguments, "tttt"));
	for (size_t i = 0; i < 4; i++)
		CT_TRY(part_of(self, arguments->items[i], &parts[i]));
	return ct_rebuild_nested(self, parts, result);
}

/* --- All of them ------------------------------------------------------------------------------ */

static ct_error rebuild(struct ct_loader *self, const struct ct_node *node, ct_tensor **result)
{
	switch (node->global->kind) {
	case CT_REBUILD_TENSOR:
		return ct_rebuild_strided(self, node->arguments, result);
	case CT_REBUILD_PARAMETER:
		return rebuild_parameter(self, node->arguments, result);
	case CT_REBUILD_QUANTIZED:
		return rebuild_quantized(self, node->arguments, result);
	case CT_REBUILD_SPARSE:
		return rebuild_sparse(self, node->arguments, result);
	case CT_REBUILD_NESTED:
		return rebuild_nested(self, node->arguments, result);
	case CT_REBUILD_META:
		return ct_rebuild_meta(self, node->arguments, result);
	default:
		return rebuild_converted(self, node->arguments, result);
	}
}

/* A tensor can be made of others, which a damaged file may nest. */
ct_error ct_loader_tensor(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	ct_error error;

	if (node->tensor == NULL) {
		if (self->tensors_depth == MAX_NESTING)
			return ct_loader_wrong(self,
					       "its component tensors are nested more than %d "
					       "levels deep",
					       MAX_NESTING);
		self->tensors_depth++;
		error = rebuild(self, node, &node->tensor);
		self->tensors_depth--;
		if (error) {
			node->tensor = NULL;
			return ct_loader_around(self, error);
		}
	}
	*result = node->tensor;
	return NULL;
}
