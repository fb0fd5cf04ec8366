/*
 * What can be saved as safetensors.
 */
#include <stdlib.h>
#include <string.h>

#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/tensor.h>

#include "core/base/no_memory.h"
#include "core/base/shown.h"
#include "core/base/lengths.h"
#include "files/safetensors/header.h"
#include "files/safetensors/write.h"
#include "tensor/tensor/memory_check.h"
#include "tensor/tensor/nbytes.h"
#include "operators/value/copy.h"

static ct_error refuse(const char *function, const char *name, const char *why)
{
	char shown[CT_SHOWN];

	return ct_error_new(CT_ERROR_TYPE, function, "tensor '%s': %s", ct_shown(name, shown), why);
}

static ct_error check_type(const char *function, const char *name, ct_dtype dtype)
{
	char shown[CT_SHOWN];

	if (ct_st_type_of(dtype))
		return NULL;
	return ct_error_new(CT_ERROR_TYPE, function,
			    "tensor '%s': safetensors files have no type for %s; convert it, or "
			    "save its parts (ct_view_as_real(), ct_int_repr(), ct_view_dtype())",
			    ct_shown(name, shown), ct_libtorch_dtype_name(dtype));
}

static ct_error check_tensor(const char *function, const char *name, const ct_tensor *tensor)
{
	if (ct_tensor_is_nested(tensor))
		return refuse(function, name,
			      "safetensors files cannot hold nested tensors; save the components "
			      "of ct_unbind_int()");
	if (ct_tensor_layout(tensor) != CT_STRIDED)
		return refuse(function, name,
			      "safetensors files cannot hold sparse tensors; call ct_to_dense() "
			      "first");
	if (ct_tensor_device(tensor).type == CT_DEVICE_TYPE_META)
		return refuse(function, name,
			      "a tensor on the meta device has no elements to save");
	CT_TRY(check_type(function, name, ct_tensor_dtype(tensor)));
	if (ct_tensor_dim(tensor) > CT_ST_MAX_DIM)
		return refuse(function, name, "it has more than 64 dimensions");
	if (ct_st_type_of(ct_tensor_dtype(tensor))->packed > 1 && ct_tensor_dim(tensor) == 0)
		return refuse(function, name,
			      "a dtype of packed pairs needs at least one dimension; reshape it");
	return ct_check_memory(tensor, function);
}

static ct_error check_name(const char *function, const ct_value *name)
{
	char shown[CT_SHOWN];

	if (name->kind != CT_VALUE_STRING)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 1 (tensors): keys must be strings, not %s",
				    ct_value_type_name(name));
	if (strcmp(name->object, CT_ST_METADATA) == 0)
		return ct_error_new(CT_ERROR_VALUE, function,
				    "a tensor cannot be named '" CT_ST_METADATA "'; rename it");
	if (memchr(name->object, '\0', (size_t)name->i))
		return ct_error_new(CT_ERROR_VALUE, function,
				    "the name '%s' contains a NUL; rename the tensor",
				    ct_shown(name->object, shown));
	return NULL;
}

static ct_error read_item(const char *function, const ct_value *name, const ct_value *value,
			  struct ct_st_item *item)
{
	char shown[CT_SHOWN];
	ct_tensor *tensor = NULL;

	CT_TRY(check_name(function, name));
	if (value->kind == CT_VALUE_TENSOR)
		CT_TRY(ct_value_as_tensor(value, &tensor));
	if (tensor == NULL)
		return ct_error_new(CT_ERROR_TYPE, function, "'%s' must be a tensor, not %s",
				    ct_shown(name->object, shown), ct_value_type_name(value));
	CT_TRY(check_tensor(function, name->object, tensor));
	*item = (struct ct_st_item){ name->object, tensor, ct_st_type_of(ct_tensor_dtype(tensor)),
				     ct_tensor_numel(tensor) * ct_tensor_element_size(tensor) };
	return NULL;
}

ct_error ct_st_items_read(const char *function, const ct_value *tensors, struct ct_st_items *items)
{
	ct_value name, value;
	int64_t n;

	*items = (struct ct_st_items){ 0 };
	if (tensors == NULL || tensors->kind != CT_VALUE_DICT)
		return ct_error_new(CT_ERROR_TYPE, function,
				    "argument 1 (tensors) must be a dict of tensors, not %s",
				    ct_value_type_name(tensors));
	CT_TRY(ct_value_copy_for(tensors, function, &items->dict));
	n = ct_value_count(&items->dict);
	items->items = ct_array_new(n, sizeof *items->items);
	if (items->items == NULL)
		return ct_no_memory(function, "for %lld tensors", (long long)n);
	for (; items->len < n; items->len++) {
		CT_TRY(ct_value_dict_item(&items->dict, items->len, &name, &value));
		CT_TRY(read_item(function, &name, &value, &items->items[items->len]));
	}
	return ct_st_check_shared(function, items);
}

void ct_st_items_release(struct ct_st_items *items)
{
	free(items->items);
	ct_value_free(&items->dict);
}
