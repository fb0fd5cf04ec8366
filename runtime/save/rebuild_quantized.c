/*
 * Loading: quantized tensors.
 */
#include <ctorch/ops.h>
#include <ctorch/storage.h>
#include <ctorch/tensor.h>

#include "save/rebuild.h"

bool ct_rebuild_is_quantized(ct_dtype dtype)
{
	return dtype == CT_QINT8 || dtype == CT_QUINT8 || dtype == CT_QINT32 ||
	       dtype == CT_QUINT4X2 || dtype == CT_QUINT2X4;
}

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

ct_error ct_rebuild_quantized(struct ct_loader *self, const struct ct_node *arguments,
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
