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

#include "save/loader.h"

/* More than libtorch's operators can handle. */
enum { MAX_DIM = 64 };

/* --- Arguments --------------------------------------------------------------------------------- */

static bool is_ints(const struct ct_node *node)
{
	if ((node->kind != CT_NODE_TUPLE && node->kind != CT_NODE_LIST) || node->len > MAX_DIM)
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

/* By a letter of check_arguments(). */
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

/* A letter for each argument: a storage, an int, Ints, a bool, a tensor, a Tuple, a dtype, a layout,
 * anything (*). More may follow. */
static ct_error check_arguments(const struct ct_loader *self, const struct ct_node *arguments,
				const char *forms)
{
	const size_t n = strlen(forms);

	for (size_t i = 0; i < n; i++)
		if (arguments->len < n || !has_form(arguments->items[i], forms[i]))
			return ct_loader_wrong(self,
					       "it is not made by such arguments as Python gives");
	return NULL;
}

struct ints {
	int64_t at[MAX_DIM], len;
};

static struct ints ints_of(const struct ct_node *node)
{
	struct ints ints = { .len = (int64_t)node->len };

	for (size_t i = 0; i < node->len; i++)
		ints.at[i] = node->items[i]->i;
	return ints;
}

/* --- Strided tensors --------------------------------------------------------------------------- */

/* Views that libtorch computes only when they are read. */
static ct_error apply_metadata(const struct ct_node *metadata, ct_tensor **tensor)
{
	for (size_t i = 0; metadata->kind == CT_NODE_DICT && i + 1 < metadata->len; i += 2) {
		const struct ct_node *name = metadata->items[i], *set = metadata->items[i + 1];

		if (set->kind != CT_NODE_BOOL || !set->i)
			continue;
		if (ct_node_is_text(name, "conj"))
			CT_TRY(ct__conj(*tensor, tensor));
		else if (ct_node_is_text(name, "neg"))
			CT_TRY(ct__neg_view(*tensor, tensor));
	}
	return NULL;
}

static ct_error require_grad(const struct ct_node *flag, ct_tensor *tensor)
{
	return flag->kind == CT_NODE_BOOL && flag->i ? ct_tensor_set_requires_grad(tensor, true)
						     : NULL;
}

/* (storage, offset, size, stride), then requires_grad and hooks, then the dtype if the storage has
 * none, then metadata. */
static ct_error rebuild_tensor(struct ct_loader *self, const struct ct_node *arguments,
			       ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;
	struct ct_saved_storage *saved;
	struct ints size, stride;
	ct_storage *storage;
	ct_dtype dtype;
	bool has_dtype;

	CT_TRY(check_arguments(self, arguments, "siII"));
	saved = item[0]->storage;
	size = ints_of(item[2]);
	stride = ints_of(item[3]);
	has_dtype = arguments->len > 6 && has_form(item[6], 'd');
	dtype = has_dtype ? (ct_dtype)item[6]->value.i : saved->dtype;
	CT_TRY(ct_loader_make_storage(self, saved, &storage));
	CT_TRY(ct_tensor_from_storage(storage, dtype, saved->offset + item[1]->i, size.at, size.len,
				      stride.at, stride.len, result));
	if (arguments->len > (has_dtype ? 7u : 6u))
		CT_TRY(apply_metadata(item[has_dtype ? 7 : 6], result));
	return arguments->len > 4 ? require_grad(item[4], *result) : NULL;
}

/* (data, requires_grad, ...). */
static ct_error rebuild_parameter(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	ct_tensor *data;

	CT_TRY(check_arguments(self, arguments, "t"));
	CT_TRY(ct_loader_tensor(self, arguments->items[0], &data));
	CT_TRY(ct_detach(data, result));
	return arguments->len > 1 ? require_grad(arguments->items[1], *result) : NULL;
}

/* (dtype, size, stride, requires_grad). */
static ct_error rebuild_meta(struct ct_loader *self, const struct ct_node *arguments,
			     ct_tensor **result)
{
	struct ints size, stride;

	CT_TRY(check_arguments(self, arguments, "dIIb"));
	size = ints_of(arguments->items[1]);
	stride = ints_of(arguments->items[2]);
	CT_TRY(ct_empty_strided(size.at, size.len, stride.at, stride.len,
				(ct_dtype)arguments->items[0]->value.i, CT_LAYOUT_NONE,
				CT_DEVICE_META, NULL, result));
	return require_grad(arguments->items[3], *result);
}

/* (data, dtype, device, requires_grad): of a device whose tensors are saved through the CPU. */
static ct_error rebuild_converted(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;
	ct_value data, name;
	ct_tensor *tensor;
	ct_device device;

	CT_TRY(check_arguments(self, arguments, "*d*b"));
	CT_TRY(ct_loader_convert(self, item[0], &data));
	CT_TRY(ct_value_move_to_scope(&data));
	CT_TRY(ct_value_as_tensor(&data, &tensor));
	CT_TRY(ct_loader_convert(self, item[2], &name));
	CT_TRY(ct_value_move_to_scope(&name));
	CT_TRY(ct_value_as_device(&name, &device));
	CT_TRY(ct_loader_place(self, device, &device));
	CT_TRY(ct_Tensor_to_device(tensor, device, (ct_dtype)item[1]->value.i, false, false,
				   CT_MEMORY_FORMAT_NONE, result));
	return require_grad(item[3], *result);
}

/* --- Quantized tensors -------------------------------------------------------------------------- */

static ct_error numbers_of(struct ct_loader *self, struct ct_node *node, int64_t len,
			   ct_tensor **result)
{
	if (node->kind != CT_NODE_TENSOR)
		return ct_loader_wrong(self, "its scales or zero points are not tensors");
	CT_TRY(ct_loader_tensor(self, node, result));
	if (ct_tensor_dim(*result) != 1 || ct_tensor_size(*result, 0) != len)
		return ct_loader_wrong(self, "it needs %lld scales and zero points", (long long)len);
	return NULL;
}

/* An empty tensor with this quantizer: (scheme, scale, zero_point) or (scheme, scales, zero_points,
 * axis). */
static ct_error make_quantized(struct ct_loader *self, const struct ct_node *quantizer,
			       ct_dtype dtype, const struct ints *size, ct_device device,
			       ct_tensor **result)
{
	struct ints none = { .len = size->len };
	ct_tensor *scales, *zero_points;

	if (quantizer->len == 3) {
		CT_TRY(check_arguments(self, quantizer, "**i"));
		if (quantizer->items[1]->kind != CT_NODE_FLOAT)
			return ct_loader_wrong(self, "its scale is not a float");
		return ct__empty_affine_quantized(none.at, none.len, dtype, CT_LAYOUT_NONE, device,
						  NULL, quantizer->items[1]->re,
						  quantizer->items[2]->i, CT_MEMORY_FORMAT_NONE,
						  result);
	}
	CT_TRY(check_arguments(self, quantizer, "***i"));
	if (quantizer->items[3]->i < 0 || quantizer->items[3]->i >= size->len)
		return ct_loader_wrong(self, "it has no dimension %lld",
				       (long long)quantizer->items[3]->i);
	none.at[quantizer->items[3]->i] = size->at[quantizer->items[3]->i];
	CT_TRY(numbers_of(self, quantizer->items[1], size->at[quantizer->items[3]->i], &scales));
	CT_TRY(numbers_of(self, quantizer->items[2], size->at[quantizer->items[3]->i],
			  &zero_points));
	return ct__empty_per_channel_affine_quantized(none.at, none.len, scales, zero_points,
						      quantizer->items[3]->i, dtype, CT_LAYOUT_NONE,
						      device, NULL, CT_MEMORY_FORMAT_NONE, result);
}

/* (storage, offset, size, stride, quantizer, ...). */
static ct_error rebuild_quantized(struct ct_loader *self, const struct ct_node *arguments,
				  ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;
	struct ints size, stride;
	ct_storage *storage;

	CT_TRY(check_arguments(self, arguments, "siIIT"));
	size = ints_of(item[2]);
	stride = ints_of(item[3]);
	CT_TRY(ct_loader_make_storage(self, item[0]->storage, &storage));
	CT_TRY(make_quantized(self, item[4], item[0]->storage->dtype, &size,
			      ct_storage_device(storage), result));
	return ct_tensor_set_storage(*result, storage, item[0]->storage->offset + item[1]->i,
				     size.at, size.len, stride.at, stride.len);
}

/* --- Sparse tensors ----------------------------------------------------------------------------- */

/* The first tensors of the data, and the size after them. */
static ct_error sparse_parts(struct ct_loader *self, const struct ct_node *data, size_t n,
			     ct_tensor *parts[3], struct ints *size)
{
	CT_TRY(check_arguments(self, data, n == 3 ? "tttI" : "ttI"));
	for (size_t i = 0; i < n; i++)
		CT_TRY(ct_loader_tensor(self, data->items[i], &parts[i]));
	*size = ints_of(data->items[n]);
	return NULL;
}

/* Indices of the meta device have no values. */
static bool can_be_checked(const ct_tensor *indices)
{
	return ct_tensor_device(indices).type != CT_DEVICE_TYPE_META;
}

static ct_error rebuild_coo(struct ct_loader *self, const struct ct_node *data, ct_tensor **result)
{
	ct_tensor *parts[3];
	struct ints size;

	CT_TRY(sparse_parts(self, data, 2, parts, &size));
	if (can_be_checked(parts[0]))
		CT_TRY(ct_call("aten::_validate_sparse_coo_tensor_args",
			       (ct_value[]){ ct_value_tensor(parts[0]), ct_value_tensor(parts[1]),
					     ct_value_ints(size.at, size.len) },
			       3, NULL, 0));
	CT_TRY(ct_tensor_sparse_coo(parts[0], parts[1], size.at, size.len, NULL, result));
	if (data->len == 4 && data->items[3]->kind == CT_NODE_BOOL && data->items[3]->i)
		CT_TRY(ct__coalesced_(*result, true, result));
	return NULL;
}

static ct_error rebuild_compressed(struct ct_loader *self, ct_layout layout,
				   const struct ct_node *data, ct_tensor **result)
{
	const ct_tensor_options options = { .layout = layout };
	ct_tensor *parts[3];
	struct ints size;

	CT_TRY(sparse_parts(self, data, 3, parts, &size));
	if (can_be_checked(parts[0]))
		CT_TRY(ct_call("aten::_validate_sparse_compressed_tensor_args",
			       (ct_value[]){ ct_value_tensor(parts[0]), ct_value_tensor(parts[1]),
					     ct_value_tensor(parts[2]),
					     ct_value_ints(size.at, size.len),
					     ct_value_layout(layout) },
			       5, NULL, 0));
	return ct_tensor_sparse_compressed(parts[0], parts[1], parts[2], size.at, size.len,
					   &options, result);
}

/* (layout, data). */
static ct_error rebuild_sparse(struct ct_loader *self, const struct ct_node *arguments,
			       ct_tensor **result)
{
	ct_layout layout;

	CT_TRY(check_arguments(self, arguments, "lT"));
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
		return ct_loader_wrong(self, "its layout is not that of a sparse tensor");
	}
}

/* --- Nested tensors ----------------------------------------------------------------------------- */

/* A component's last element, from its row of sizes and strides; -1 if a size is negative or the
 * position is beyond any memory, `offset - 1` if it has none. */
static int64_t last_element(const int64_t *sizes, const int64_t *strides, int64_t dim,
			    int64_t offset)
{
	int64_t last = offset;

	for (int64_t i = 0; i < dim; i++) {
		int64_t step;

		if (sizes[i] < 0 || strides[i] < 0)
			return -1;
		if (sizes[i] == 0)
			return offset - 1;
		if (__builtin_mul_overflow(sizes[i] - 1, strides[i], &step) ||
		    __builtin_add_overflow(last, step, &last))
			return -1;
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
		return ct_loader_wrong(self, "its components have different numbers");
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

/* (buffer, sizes, strides, offsets). */
static ct_error rebuild_nested(struct ct_loader *self, const struct ct_node *arguments,
			       ct_tensor **result)
{
	ct_tensor *parts[4];

	CT_TRY(check_arguments(self, arguments, "tttt"));
	for (size_t i = 0; i < 4; i++)
		CT_TRY(ct_loader_tensor(self, arguments->items[i], &parts[i]));
	if (ct_tensor_dim(parts[0]) != 1 || !ct_tensor_is_contiguous(parts[0]) ||
	    !is_int64_of_cpu(parts[1], 2) || !is_int64_of_cpu(parts[2], 2) ||
	    !is_int64_of_cpu(parts[3], 1))
		return ct_loader_wrong(self, "the parts of a nested tensor must be a vector and "
					     "three tensors of int64 on the CPU");
	CT_TRY(check_components(self, parts));
	return ct__nested_view_from_buffer(parts[0], parts[1], parts[2], parts[3], result);
}

/* --- All of them -------------------------------------------------------------------------------- */

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
		return rebuild_sparse(self, node->arguments, result);
	case CT_REBUILD_NESTED:
		return rebuild_nested(self, node->arguments, result);
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
		if (self->depth == CT_VALUE_MAX_DEPTH)
			return ct_loader_wrong(self, "it is made of too many others");
		self->depth++;
		error = rebuild(self, node, &node->tensor);
		self->depth--;
		if (error) {
			node->tensor = NULL;
			return ct_loader_around(self, error);
		}
	}
	*result = node->tensor;
	return NULL;
}
