/*
 * Loading: tensors, from the arguments of the functions in torch/_utils.py that make them. What
 * Python trusts is checked here: positions, sizes, indices.
 */
#include <ctorch/autograd.h>
#include <ctorch/call.h>
#include <ctorch/create.h>
#include <ctorch/dtype.h>
#include <ctorch/operator.h>
#include <ctorch/ops.h>
#include <ctorch/storage.h>
#include <ctorch/tensor.h>

#include "save/rebuild.h"

/* Levels of tensors that are made of others: Python has a parameter of a view of a sparse tensor of
 * tensors, and little more. */
enum { MAX_NESTING = 16 };

/* --- Tensors that are parts of others --------------------------------------------------------- */

ct_error ct_rebuild_dense(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	if (node->kind != CT_NODE_TENSOR)
		return ct_loader_wrong(self, "one of its parts is not a tensor");
	CT_TRY(ct_loader_tensor(self, node, result));
	if (ct_tensor_layout(*result) != CT_STRIDED)
		return ct_loader_wrong(self, "one of its parts is not a dense tensor");
	return NULL;
}

/* A tensor that repeats its elements by strides of 0 can be larger than all memory, once libtorch
 * copies it. */
ct_error ct_rebuild_part(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	ct_storage *storage;
	int64_t nbytes;

	CT_TRY(ct_rebuild_dense(self, node, result));
	CT_TRY(ct_tensor_storage(*result, &storage));
	nbytes = ct_storage_nbytes(storage);
	ct_storage_free(storage);
	if (ct_tensor_numel(*result) > nbytes / ct_tensor_element_size(*result))
		return ct_loader_wrong(self, "one of its parts is larger than its storage");
	return NULL;
}

/* --- Strided tensors -------------------------------------------------------------------------- */

/* A view that libtorch computes only when it is read. It does not check the dtype. */
static ct_error apply_view(const struct ct_loader *self, const struct ct_node *name,
			   ct_tensor **tensor)
{
	const ct_dtype dtype = ct_tensor_dtype(*tensor);

	if (ct_node_is_text(name, "conj"))
		return ct_dtype_is_complex(dtype)
			       ? ct__conj(*tensor, tensor)
			       : ct_loader_wrong(self, "it is conjugated, but not complex");
	if (ct_node_is_text(name, "neg"))
		return dtype != CT_BOOL ? ct__neg_view(*tensor, tensor)
					: ct_loader_wrong(self, "it is a bool tensor with the "
								"negative bit");
	return NULL;
}

static ct_error apply_metadata(const struct ct_loader *self, const struct ct_node *metadata,
			       ct_tensor **tensor)
{
	for (size_t i = 0; metadata->kind == CT_NODE_DICT && i + 1 < metadata->len; i += 2)
		if (metadata->items[i + 1]->kind == CT_NODE_BOOL && metadata->items[i + 1]->i)
			CT_TRY(apply_view(self, metadata->items[i], tensor));
	return NULL;
}

static ct_error require_grad(const struct ct_node *flag, ct_tensor *tensor)
{
	return flag->kind == CT_NODE_BOOL && flag->i ? ct_tensor_set_requires_grad(tensor, true)
						     : NULL;
}

static ct_error check_not_quantized(const struct ct_loader *self, ct_dtype dtype)
{
	return ct_rebuild_is_quantized(dtype)
		       ? ct_loader_wrong(self, "it is quantized, but without a scale")
		       : NULL;
}

/* (storage, offset, size, stride), then requires_grad and hooks, then the dtype if the storage has
 * none, then metadata. */
static ct_error rebuild_tensor(struct ct_loader *self, const struct ct_node *arguments,
			       ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;
	struct ct_place place;
	ct_storage *storage;
	ct_dtype dtype;
	bool has_dtype;

	CT_TRY(ct_rebuild_check(self, arguments, "siII"));
	has_dtype = arguments->len > 6 && ct_rebuild_has_form(item[6], 'd');
	dtype = has_dtype ? (ct_dtype)item[6]->value.i : item[0]->storage->dtype;
	CT_TRY(check_not_quantized(self, dtype));
	/* Every byte of a storage of bools was checked. */
	if (dtype == CT_BOOL && item[0]->storage->dtype != CT_BOOL)
		return ct_loader_wrong(self, "it is a bool tensor, but its storage has another "
					     "dtype");
	CT_TRY(ct_rebuild_place(self, item, dtype, &place));
	CT_TRY(ct_loader_make_storage(self, item[0]->storage, &storage));
	CT_TRY(ct_tensor_from_storage(storage, dtype, place.offset,
				      CT_INTS_OF(place.size.at, place.size.len),
				      CT_INTS_OF(place.stride.at, place.stride.len), result));
	if (arguments->len > (has_dtype ? 7u : 6u))
		CT_TRY(apply_metadata(self, item[has_dtype ? 7 : 6], result));
	return arguments->len > 4 ? require_grad(item[4], *result) : NULL;
}

/* (data, requires_grad, ...). */
static ct_error rebuild_parameter(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	ct_tensor *data;

	CT_TRY(ct_rebuild_check(self, arguments, "t"));
	CT_TRY(ct_loader_tensor(self, arguments->items[0], &data));
	CT_TRY(ct_detach(data, result));
	return arguments->len > 1 ? require_grad(arguments->items[1], *result) : NULL;
}

/* (dtype, size, stride, requires_grad). */
static ct_error rebuild_meta(struct ct_loader *self, const struct ct_node *arguments,
			     ct_tensor **result)
{
	const int64_t unlimited = INT64_MAX;
	struct ct_place place = { 0 };
	ct_dtype dtype;

	CT_TRY(ct_rebuild_check(self, arguments, "dIIb"));
	dtype = (ct_dtype)arguments->items[0]->value.i;
	place.size = ct_rebuild_ints(arguments->items[1]);
	place.stride = ct_rebuild_ints(arguments->items[2]);
	CT_TRY(check_not_quantized(self, dtype));
	CT_TRY(ct_rebuild_check_place(self, &place, dtype, unlimited));
	CT_TRY(ct_empty_strided(place.size.at, place.size.len, place.stride.at, place.stride.len,
				dtype, CT_LAYOUT_NONE, CT_DEVICE_META, NULL, result));
	return require_grad(arguments->items[3], *result);
}

/* The data of rebuild_converted(): a tensor or an array of NumPy. */
static ct_error converted_data(struct ct_loader *self, struct ct_node *node, ct_tensor **result)
{
	ct_value data;

	if (node->kind != CT_NODE_ARRAY)
		return ct_rebuild_part(self, node, result);
	CT_TRY(ct_loader_array(self, node, &data));
	CT_TRY(ct_value_move_to_scope(&data));
	return ct_value_as_tensor(&data, result);
}

static ct_error read_device(struct ct_loader *self, struct ct_node *node, ct_device *result)
{
	ct_error error;
	ct_value name;

	CT_TRY(ct_loader_convert(self, node, &name));
	CT_TRY(ct_value_move_to_scope(&name));
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
	return require_grad(item[3], *result);
}

/* --- All of them ------------------------------------------------------------------------------ */

static ct_error rebuild(struct ct_loader *self, const struct ct_node *node, ct_tensor **result)
{
	switch (node->global->kind) {
	case CT_REBUILD_TENSOR:
		return rebuild_tensor(self, node->arguments, result);
	case CT_REBUILD_PARAMETER:
		return rebuild_parameter(self, node->arguments, result);
	case CT_REBUILD_QUANTIZED:
		return ct_rebuild_quantized(self, node->arguments, result);
	case CT_REBUILD_SPARSE:
		return ct_rebuild_sparse(self, node->arguments, result);
	case CT_REBUILD_NESTED:
		return ct_rebuild_nested(self, node->arguments, result);
	case CT_REBUILD_META:
		return rebuild_meta(self, node->arguments, result);
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
