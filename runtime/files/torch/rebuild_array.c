/*
 * Loading: NumPy's arrays, scalars and dtypes.
 */
#include <string.h>

#include <ctorch/calls/call.h>
#include <ctorch/core/dtype.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/swap.h"
#include "files/npy/header.h"
#include "files/torch/loader.h"

/* A dtype of NumPy. */
struct type {
	ct_dtype dtype;
	int64_t number; /* bytes of one number */
	bool swap;
};

static bool is_made_by(const struct ct_node *node, enum ct_rebuild kind)
{
	return node->kind == CT_NODE_ARRAY && node->global->kind == (int)kind;
}

static ct_error rebuild_array_wrong(const struct ct_loader *self)
{
	return ct_loader_wrong(self, "its description differs from the one that NumPy writes");
}

/* The second item of the state: '<', '>', '|' or '='. */
static bool has_other_order(const struct ct_node *state)
{
	const char other = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<';

	return state && state->kind == CT_NODE_TUPLE && state->len > 1 &&
	       (state->items[1]->kind == CT_NODE_STRING ||
		state->items[1]->kind == CT_NODE_BYTES) &&
	       state->items[1]->n == 1 && *state->items[1]->bytes == other;
}

/* numpy.dtype("f4", ...). */
static ct_error read_type(const struct ct_loader *self, const struct ct_node *node,
			  struct type *result)
{
	const struct ct_node *name;
	char descr[8] = "";

	if (!is_made_by(node, CT_REBUILD_DTYPE) || node->arguments->len == 0)
		return rebuild_array_wrong(self);
	name = node->arguments->items[0];
	if ((name->kind != CT_NODE_STRING && name->kind != CT_NODE_BYTES))
		return rebuild_array_wrong(self);
	if (name->n < sizeof descr)
		memcpy(descr, name->bytes, name->n);
	if (!ct_npy_find_type(descr, &result->dtype, &result->number))
		return ct_loader_wrong(self,
				       "it has NumPy's type '%.*s', which PyTorch does not support",
				       (int)(name->n > 20 ? 20 : name->n), name->bytes);
	result->swap = has_other_order(node->state);
	return NULL;
}

/* Copies bytes into a new tensor. */
static ct_error fill(const struct ct_loader *self, const struct type *type,
		     const struct ct_node *bytes, ct_tensor *tensor)
{
	unsigned char *data = ct_tensor_mutable_data(tensor);
	const int64_t n = ct_tensor_numel(tensor) * ct_dtype_size(type->dtype);

	if ((bytes->kind != CT_NODE_BYTES && bytes->kind != CT_NODE_STRING) ||
	    (int64_t)bytes->n != n)
		return ct_loader_wrong(self, "its elements need %lld bytes", (long long)n);
	if (n)
		memcpy(data, bytes->bytes, (size_t)n);
	if (type->swap)
		ct_swap_bytes(data, n, type->number);
	return ct_loader_check_bools(self, type->dtype, data, n);
}

/* The number of elements, and strides in C's or Fortran's order; false if there are too many. */
static bool read_shape(const struct ct_node *shape, bool fortran, int64_t *size, int64_t *stride)
{
	int64_t step = 1;

	for (size_t i = 0; i < shape->len; i++) {
		const size_t dim = fortran ? i : shape->len - 1 - i;
		const struct ct_node *n = shape->items[dim];

		if (n->kind != CT_NODE_INT || n->i < 0)
			return false;
		size[dim] = n->i;
		stride[dim] = step;
		if (__builtin_mul_overflow(step, n->i ? n->i : 1, &step))
			return false;
	}
	return true;
}

/* The array's bytes are in the pickle, so that a larger one cannot be meant. */
static bool is_too_large(const int64_t *size, size_t dim, int64_t element, size_t bytes)
{
	int64_t n = element;

	for (size_t i = 0; i < dim; i++)
		if (size[i] == 0)
			return false;
	for (size_t i = 0; i < dim; i++)
		if (__builtin_mul_overflow(n, size[i], &n))
			return true;
	return (uint64_t)n > bytes;
}

/* What describes an array. */
struct array {
	const struct ct_node *shape, *type, *bytes;
	bool fortran;
};

static ct_error make_array(struct ct_loader *self, const struct array *array, ct_tensor **result)
{
	int64_t size[CT_NPY_MAX_DIM], stride[CT_NPY_MAX_DIM];
	const struct ct_node *shape = array->shape, *bytes = array->bytes;
	struct type type;

	if (shape->kind != CT_NODE_TUPLE || shape->len > CT_NPY_MAX_DIM)
		return rebuild_array_wrong(self);
	CT_TRY(read_type(self, array->type, &type));
	if (!read_shape(shape, array->fortran, size, stride) ||
	    (bytes->kind != CT_NODE_BYTES && bytes->kind != CT_NODE_STRING))
		return rebuild_array_wrong(self);
	if (is_too_large(size, shape->len, ct_dtype_size(type.dtype), bytes->n))
		return ct_loader_wrong(self, "its shape needs more than its %zu bytes", bytes->n);
	CT_TRY(ct_loader_spend(self, bytes->n));
	CT_TRY(ct_tensor_empty_strided(
		CT_INTS_OF(size, (int64_t)shape->len), CT_INTS_OF(stride, (int64_t)shape->len),
		&(ct_tensor_options){ .dtype = type.dtype, .device = CT_DEVICE_CPU }, result));
	return fill(self, &type, bytes, *result);
}

/* The state is (version, shape, dtype, is it in Fortran's order, bytes). */
static ct_error make_from_state(struct ct_loader *self, const struct ct_node *state,
				ct_tensor **result)
{
	struct ct_node *const *item = state ? state->items : NULL;

	if (state == NULL || state->kind != CT_NODE_TUPLE || state->len != 5 ||
	    item[3]->kind != CT_NODE_BOOL)
		return rebuild_array_wrong(self);
	return make_array(self,
			  &(struct array){ .shape = item[1],
					   .type = item[2],
					   .bytes = item[4],
					   .fortran = item[3]->i != 0 },
			  result);
}

/* _frombuffer(bytes, dtype, shape, "C" or "F"). */
static ct_error make_from_buffer(struct ct_loader *self, const struct ct_node *arguments,
				 ct_tensor **result)
{
	struct ct_node *const *item = arguments->items;

	if (arguments->len != 4 ||
	    !(ct_node_is_text(item[3], "C") || ct_node_is_text(item[3], "F")))
		return rebuild_array_wrong(self);
	return make_array(self,
			  &(struct array){ .shape = item[2],
					   .type = item[1],
					   .bytes = item[0],
					   .fortran = ct_node_is_text(item[3], "F") },
			  result);
}

static ct_error convert_array(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	ct_value value;

	if (node->tensor == NULL)
		CT_TRY(node->global->kind == CT_REBUILD_BUFFER
			       ? make_from_buffer(self, node->arguments, &node->tensor)
			       : make_from_state(self, node->state, &node->tensor));
	value = ct_value_tensor(node->tensor);
	return ct_value_copy(&value, result);
}

/* scalar(dtype, bytes). */
static ct_error convert_scalar(struct ct_loader *self, const struct ct_node *arguments,
			       ct_value *result)
{
	ct_tensor *tensor;
	struct type type;
	ct_scalar number;

	if (arguments->len != 2)
		return rebuild_array_wrong(self);
	CT_TRY(read_type(self, arguments->items[0], &type));
	CT_TRY(ct_tensor_empty_strided(
		CT_NO_INTS, CT_NO_INTS,
		&(ct_tensor_options){ .dtype = type.dtype, .device = CT_DEVICE_CPU }, &tensor));
	CT_TRY(fill(self, &type, arguments->items[1], tensor));
	CT_TRY(ct_tensor_item(tensor, &number));
	*result = ct_value_scalar(number);
	return NULL;
}

static ct_error convert(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	struct type type;

	switch (node->global->kind) {
	case CT_REBUILD_ARRAY:
	case CT_REBUILD_BUFFER:
		return convert_array(self, node, result);
	case CT_REBUILD_SCALAR:
		return convert_scalar(self, node->arguments, result);
	default:
		CT_TRY(read_type(self, node, &type));
		*result = ct_value_dtype(type.dtype);
		return NULL;
	}
}

/* The node of the dtype, if the array or scalar has one where NumPy has it. */
static const struct ct_node *type_node(const struct ct_node *node)
{
	const struct ct_node *in = node->arguments;
	size_t at = 0;

	switch (node->global->kind) {
	case CT_REBUILD_DTYPE:
		return node;
	case CT_REBUILD_ARRAY:
		in = node->state;
		at = 2;
		break;
	case CT_REBUILD_BUFFER:
		at = 1;
		break;
	default:
		break;
	}
	return in && in->kind == CT_NODE_TUPLE && in->len > at ? in->items[at] : NULL;
}

/* Whether PyTorch lacks the type, as that of Python's objects; `descr` gets its name. */
static bool has_foreign_type(const struct ct_node *node, char descr[8])
{
	const struct ct_node *type = type_node(node), *name;
	ct_dtype dtype;
	int64_t number;

	if (type == NULL || !is_made_by(type, CT_REBUILD_DTYPE) || type->arguments->len == 0)
		return false;
	name = type->arguments->items[0];
	if (name->kind != CT_NODE_STRING || name->n >= 8)
		return false;
	memcpy(descr, name->bytes, name->n);
	descr[name->n] = '\0';
	return !ct_npy_find_type(descr, &dtype, &number);
}

ct_error ct_loader_array(struct ct_loader *self, struct ct_node *node, ct_value *result)
{
	char descr[8];
	ct_error error;

	if (self->options->skip_unknown && has_foreign_type(node, descr)) {
		*result = ct_value_none();
		return ct_skipped_add(&self->reader, "numpy", strlen("numpy"), descr,
				      strlen(descr));
	}
	error = convert(self, node, result);
	return error ? ct_loader_around(self, error) : NULL;
}
