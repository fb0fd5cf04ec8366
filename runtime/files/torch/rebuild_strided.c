/*
 * Loading: tensors on a storage, or on the meta device, from the arguments of the functions in
 * torch/_utils.py that make them.
 */
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/dtype.h>
#include <ctorch/macros/list.h>
#include <ctorch/macros/literals.h>
#include <ctorch/macros/try.h>
#include <ctorch/ops/all.h>
#include <ctorch/tensor/create.h>
#include <ctorch/tensor/storage.h>
#include <ctorch/tensor/tensor.h>

#include "files/torch/rebuild.h"

bool ct_rebuild_is_quantized(ct_dtype dtype)
{
	return dtype == CT_QINT8 || dtype == CT_QUINT8 || dtype == CT_QINT32 ||
	       dtype == CT_QUINT4X2 || dtype == CT_QUINT2X4;
}

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

ct_error ct_rebuild_require_grad(const struct ct_node *flag, ct_tensor *tensor)
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
ct_error ct_rebuild_strided(struct ct_loader *self, const struct ct_node *arguments,
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
	return arguments->len > 4 ? ct_rebuild_require_grad(item[4], *result) : NULL;
}

/* (dtype, size, stride, requires_grad). */
ct_error ct_rebuild_meta(struct ct_loader *self, const struct ct_node *arguments,
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
	return ct_rebuild_require_grad(arguments->items[3], *result);
}
