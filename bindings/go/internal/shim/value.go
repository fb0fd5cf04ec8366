package shim

/*
#include "gt.h"
static ct_value *gt_owned(ct_value borrowed)
{
	ct_value *value;
	ct_error error = ct_value_copy(&borrowed, gt_new_value(&value));

	gt_given_value(error, &value);
	ct_error_free(error);
	return value;
}
static ct_value *gt_list_made(const ct_value *items, int64_t n)
{
	return gt_owned(ct_value_list(items, n));
}
static ct_value *gt_dict_made(const ct_value *items, int64_t n)
{
	return gt_owned(ct_value_dict(items, n));
}
static ct_value *gt_item(const ct_value *self, int64_t i, ct_value *key)
{
	ct_value item = ct_value_none();

	if (self->kind == CT_VALUE_DICT)
		ct_error_free(ct_value_dict_item(self, i, key, &item));
	else
		ct_error_free(ct_value_item(self, i, &item));
	return gt_owned(item);
}
static ct_value *gt_key(const ct_value *self, int64_t i)
{
	ct_value key = ct_value_none(), item;

	ct_error_free(ct_value_dict_item(self, i, &key, &item));
	return gt_owned(key);
}
*/
import "C"

import "unsafe"

// A value is a ct_value in memory of its own, which Free(-1, value) releases. Those made here own
// what they have; items are moved into lists and dicts.

func ValueNone() unsafe.Pointer       { return unsafe.Pointer(C.gt_owned(C.ct_value_none())) }
func ValueBool(v bool) unsafe.Pointer { return unsafe.Pointer(C.gt_owned(C.ct_value_bool(C.bool(v)))) }
func ValueInt(v int64) unsafe.Pointer {
	return unsafe.Pointer(C.gt_owned(C.ct_value_int(C.int64_t(v))))
}
func ValueFloat(v float64) unsafe.Pointer {
	return unsafe.Pointer(C.gt_owned(C.ct_value_float(C.double(v))))
}
func ValueDtype(v int32) unsafe.Pointer {
	return unsafe.Pointer(C.gt_owned(C.ct_value_dtype(C.ct_dtype(v))))
}
func ValueDevice(kind, index int32) unsafe.Pointer {
	return unsafe.Pointer(C.gt_owned(C.ct_value_device(C.ct_device{C.int32_t(kind), C.int32_t(index)})))
}
func ValueText(v string) unsafe.Pointer {
	text := C.CString(v)
	defer C.free(unsafe.Pointer(text))
	return unsafe.Pointer(C.gt_owned(C.ct_value_string(text)))
}
func ValueTensor(handle unsafe.Pointer) unsafe.Pointer {
	return unsafe.Pointer(C.gt_owned(C.ct_value_tensor((*C.ct_tensor)(handle))))
}

// ValueItems makes a list, or a dict of keys and values in turn.
func ValueItems(items []unsafe.Pointer, isDict bool) unsafe.Pointer {
	size := C.size_t(unsafe.Sizeof(C.ct_value{}))
	array := (*C.ct_value)(C.calloc(C.size_t(len(items)+1), size))
	defer C.free(unsafe.Pointer(array))
	for i, item := range items {
		unsafe.Slice(array, len(items))[i] = *(*C.ct_value)(item)
	}
	var made *C.ct_value
	if isDict {
		made = C.gt_dict_made(array, C.int64_t(len(items)/2))
	} else {
		made = C.gt_list_made(array, C.int64_t(len(items)))
	}
	for _, item := range items {
		Free(-1, item)
	}
	return unsafe.Pointer(made)
}

// ValueRead returns what a value of one part is: a bool, an int64, a float64, a complex128 or a
// string; the number of items of a list, a tuple, a set or a dict; a tensor's new handle; and the
// kind of all.
func ValueRead(value unsafe.Pointer) (kind int32, plain any, handle unsafe.Pointer, items int64) {
	v := (*C.ct_value)(value)
	switch kind = int32(v.kind); v.kind {
	case C.CT_VALUE_BOOL:
		plain = v.i != 0
	case C.CT_VALUE_INT, C.CT_VALUE_DTYPE, C.CT_VALUE_LAYOUT, C.CT_VALUE_MEMORY_FORMAT:
		plain = int64(v.i)
	case C.CT_VALUE_FLOAT:
		plain = float64(v.re)
	case C.CT_VALUE_COMPLEX:
		plain = complex(float64(v.re), float64(v.im))
	case C.CT_VALUE_STRING, C.CT_VALUE_BIG_INT:
		plain = C.GoStringN((*C.char)(v.object), C.int(v.i))
	case C.CT_VALUE_BYTES:
		plain = C.GoBytes(v.object, C.int(v.i))
	case C.CT_VALUE_DEVICE:
		plain = [2]int32{int32(v.device._type), int32(v.device.index)}
	case C.CT_VALUE_TENSOR:
		handle = Retain(unsafe.Pointer(v.object))
	case C.CT_VALUE_NONE, C.CT_VALUE_GENERATOR, C.CT_VALUE_STORAGE, C.CT_VALUE_STREAM, C.CT_VALUE_OBJECT:
	default:
		items = int64(v.i)
	}
	return
}

// ValueItem returns an item of a list, or the value of a dict's item.
func ValueItem(value unsafe.Pointer, i int64) unsafe.Pointer {
	var key C.ct_value
	return unsafe.Pointer(C.gt_item((*C.ct_value)(value), C.int64_t(i), &key))
}

// ValueKey returns the key of a dict's item.
func ValueKey(value unsafe.Pointer, i int64) unsafe.Pointer {
	return unsafe.Pointer(C.gt_key((*C.ct_value)(value), C.int64_t(i)))
}
