/*
 * Loading: the arguments of the functions that make tensors, and where elements are.
 */
#include <string.h>

#include <ctorch/core/dtype.h>

#include "files/torch/rebuild.h"

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

bool ct_rebuild_has_form(const struct ct_node *node, char form)
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
		if (arguments->len < n || !ct_rebuild_has_form(arguments->items[i], forms[i]))
			return ct_loader_wrong(self, "its description differs from the one that "
						     "Python writes");
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

ct_error ct_rebuild_check_place(const struct ct_loader *self, const struct ct_place *place,
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

ct_error ct_rebuild_place(struct ct_loader *self, struct ct_node *const *item, ct_dtype dtype,
			  struct ct_place *result)
{
	const struct ct_saved_storage *saved = item[0]->storage,
				      *whole = saved->base ? saved->base : saved;

	result->size = ct_rebuild_ints(item[2]);
	result->stride = ct_rebuild_ints(item[3]);
	if (__builtin_add_overflow(saved->offset, item[1]->i, &result->offset) || item[1]->i < 0)
		result->offset = item[1]->i < 0 ? -1 : INT64_MAX;
	return ct_rebuild_check_place(self, result, dtype, whole->nbytes);
}
