/*
 * Loading: tensors, from the arguments of the functions in torch/_utils.py that make them. What
 * Python trusts is checked here: positions, sizes, indices.
 */
#include <string.h>

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

/* --- Arguments -------------------------------------------------------------------------------- */

static bool is_ints(const struct ct_node *node)
{
	if ((node->kind != CT_NODE_TUPLE && node->kind != CT_NODE_LIST) || node->len > CT_MAX_DIM)
		return false;
	for (size_t i = 0; i < node->len; i++)
		if (node->items[i]->kind != CT_NODE_INT)
			return false;
	return true;
}

static bool is_constant(const struct ct_node *node, ct_value_kind kind)
{
	return node->kind == CT_NODE_CONSTANT && node->value.kind == kind;
}

/* By a letter of ct_rebuild_check(). */
static bool has_form(const struct ct_node *node, char form)
{
	switch (form) {
	case 's':
		return node->kind == CT_NODE_STORAGE;
	case 'i':
		return node->kind == CT_NODE_INT;
	case 'I':
		return is_ints(node);
	case 'b':
		return node->kind == CT_NODE_BOOL;
	case 't':
		return node->kind == CT_NODE_TENSOR;
	case 'T':
		return node->kind == CT_NODE_TUPLE;
	case 'd':
		return is_constant(node, CT_VALUE_DTYPE);
	case 'l':
		return is_constant(node, CT_VALUE_LAYOUT);
	default:
		return true;
	}
}

ct_error ct_rebuild_check(const struct ct_loader *self, const struct ct_node *arguments,
			  const char *forms)
{
	const size_t n = strlen(forms);

	for (size_t i = 0; i < n; i++)
		if (arguments->len < n || !has_form(arguments->items[i], forms[i]))
			return ct_loader_wrong(self, "it is described in another way than "
						     "Python describes such tensors");
	return NULL;
}

struct ct_saved_ints ct_rebuild_ints(const struct ct_node *node)
{
	struct ct_saved_ints ints = { .len = (int64_t)node->len };

	for (size_t i = 0; i < node->len; i++)
		ints.at[i] = node->items[i]->i;
	return ints;
}

/* --- Where elements are ----------------------------------------------------------------------- */

/* Elements in a byte: the smallest quantized ones share it. */
static int64_t per_byte(ct_dtype dtype)
{
	return dtype == CT_QUINT4X2 ? 2 : dtype == CT_QUINT2X4 ? 4 : 1;
}

/* The bytes up to the last element, from the beginning of the storage; 0 without elements, -1 if
 * there are more than can be addressed. */
static int64_t end_of(const struct ct_place *place, ct_dtype dtype)
{
	const int64_t element_size = ct_dtype_size(dtype), shared = per_byte(dtype);
	int64_t last = place->offset, numel = 1, bytes;

	for (int64_t i = 0; i < place->size.len; i++) {
		const int64_t n = place->size.at[i];
		int64_t step;

		/* libtorch counts elements this way, also if there are none. */
		if (__builtin_mul_overflow(numel, n, &numel) ||
		    __builtin_mul_overflow(n ? n - 1 : 0, place->stride.at[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			return -1;
	}
	if (__builtin_add_overflow(last, 1, &last) ||
	    __builtin_mul_overflow(last, element_size, &bytes) ||
	    __builtin_mul_overflow(numel, element_size, &numel))
		return -1;
	return numel ? bytes / shared + (bytes % shared != 0) : 0;
}

static bool has_negative(const struct ct_saved_ints *ints)
{
	for (int64_t i = 0; i < ints->len; i++)
		if (ints->at[i] < 0)
			return true;
	return false;
}

static ct_error check_place(const struct ct_loader *self, const struct ct_place *place,
			    ct_dtype dtype, int64_t nbytes)
{
	int64_t end;

	if (place->size.len != place->stride.len)
		return ct_loader_wrong(self, "it has %lld sizes, but %lld strides",
				       (long long)place->size.len, (long long)place->stride.len);
	if (place->offset < 0 || has_negative(&place->size) || has_negative(&place->stride))
		return ct_loader_wrong(self,
				       "its offset, or one of its sizes or strides, is negative");
	end = end_of(place, dtype);
	if (end < 0)
		return ct_loader_wrong(self, "its last element is beyond the address space");
	if (end > nbytes)
		return ct_loader_wrong(
			self,
			"its last element ends at byte %lld of its storage, which has "
			"%lld bytes",
			(long long)end, (long long)nbytes);
	return NULL;
}

/* From four arguments: storage, offset, size, stride. */
static ct_error read_place(struct ct_loader *self, struct ct_node *const *item, ct_dtype dtype,
			   struct ct_place *result)
{
	const struct ct_saved_storage *saved = item[0]->storage,
				      *whole = saved->base ? saved->base : saved;

	result->size = ct_rebuild_ints(item[2]);
	result->stride = ct_rebuild_ints(item[3]);
	if (__builtin_add_overflow(saved->offset, item[1]->i, &result->offset) || item[1]->i < 0)
		result->offset = item[1]->i < 0 ? -1 : INT64_MAX;
	return check_place(self, result, dtype, whole->nbytes);
}

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
					: ct_loader_wrong(self, "it is a bool with a minus");
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

static bool is_quantized(ct_dtype dtype)
{
	return dtype == CT_QINT8 || dtype == CT_QUINT8 || dtype == CT_QINT32 ||
	       dtype == CT_QUINT4X2 || dtype == CT_QUINT2X4;
}

static ct_error check_not_quantized(const struct ct_loader *self, ct_dtype dtype)
{
	return is_quantized(dtype) ? ct_loader_wrong(self, "it is quantized, but without a scale")
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
	has_dtype = arguments->len > 6 && has_form(item[6], 'd');
	dtype = has_dtype ? (ct_dtype)item[6]->value.i : item[0]->storage->dtype;
	CT_TRY(check_not_quantized(self, dtype));
	/* Every byte of a storage of bools was checked. */
	if (dtype == CT_BOOL && item[0]->storage->dtype != CT_BOOL)
		return ct_loader_wrong(self, "it has bools on a storage of other numbers");
	CT_TRY(read_place(self, item, dtype, &place));
	CT_TRY(ct_loader_make_storage(self, item[0]->storage, &storage));
	CT_TRY(ct_tensor_from_storage(storage, dtype, place.offset, place.size.at, place.size.len,
				      place.stride.at, place.stride.len, result));
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
	CT_TRY(check_place(self, &place, dtype, unlimited));
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
	if (error && ct_error_kind(error) == CT_ERROR_OUT_OF_MEMORY)
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
		return ct_loader_wrong(self, "its data are on the meta device, which has none");
	CT_TRY(ct_Tensor_to_device(data, device, (ct_dtype)item[1]->value.i, false, false,
				   CT_MEMORY_FORMAT_NONE, result));
	return require_grad(item[3], *result);
}

/* --- Quantized tensors ------------------------------------------------------------------------ */

/* Scales or zero points, one for each of `len` channels. */
static ct_error numbers_of(struct ct_loader *self, struct ct_node *node, int64_t len,
			   ct_device device, ct_tensor **result)
{
	CT_TRY(ct_rebuild_part(self, node, result));
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
	if (!is_quantized(dtype))
		return ct_loader_wrong(self, "it is quantized, but on a storage of numbers");
	CT_TRY(read_place(self, item, dtype, &place));
	CT_TRY(ct_loader_make_storage(self, item[0]->storage, &storage));
	if (ct_storage_device(storage).type == CT_DEVICE_TYPE_META)
		return ct_loader_wrong(self, "it is quantized, and libtorch has no such tensors on "
					     "the meta device");
	CT_TRY((item[4]->len == 3 ? make_per_tensor : make_per_channel)(
		self, item[4], dtype, &place.size, ct_storage_device(storage), result));
	return ct_tensor_set_storage(*result, storage, place.offset, place.size.at, place.size.len,
				     place.stride.at, place.stride.len);
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
		return rebuild_quantized(self, node->arguments, result);
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
					       "it is made of tensors that are made of "
					       "others more than %d levels deep",
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
