package shim

/*
#include "gt.h"
static ct_error gt_owned(ct_value borrowed, ct_value **value)
{
	ct_error error = ct_value_copy(&borrowed, gt_new_value(value));

	gt_given_value(error, value);
	return error;
}
static ct_error gt_items(const ct_value *items, int64_t n, bool is_dict, ct_value **value)
{
	return gt_owned(is_dict ? ct_value_dict(items, n / 2) : ct_value_list(items, n), value);
}
static ct_error gt_item(const ct_value *self, int64_t i, ct_value **value)
{
	ct_value key, item = ct_value_none();
	ct_error error = self->kind == CT_VALUE_DICT ? ct_value_dict_item(self, i, &key, &item)
						     : ct_value_item(self, i, &item);

	return error ? error : gt_owned(item, value);
}
static ct_error gt_key(const ct_value *self, int64_t i, ct_value **value)
{
	ct_value key = ct_value_none(), item;
	ct_error error = ct_value_dict_item(self, i, &key, &item);

	return error ? error : gt_owned(key, value);
}
*/
import "C"

import "unsafe"

// A value is a ct_value in memory of its own, which Free(-1, value) releases. Those made here are
// copies, which own what they have. Each function returns a value or an error.

func owned(v C.ct_value) (value, err unsafe.Pointer) {
	var made *C.ct_value
	e := C.gt_owned(v, &made)
	return unsafe.Pointer(made), unsafe.Pointer(e)
}

func ValueNone() (value, err unsafe.Pointer)           { return owned(C.ct_value_none()) }
func ValueBool(v bool) (value, err unsafe.Pointer)     { return owned(C.ct_value_bool(C.bool(v))) }
func ValueInt(v int64) (value, err unsafe.Pointer)     { return owned(C.ct_value_int(C.int64_t(v))) }
func ValueFloat(v float64) (value, err unsafe.Pointer) { return owned(C.ct_value_float(C.double(v))) }
func ValueComplex(v complex128) (value, err unsafe.Pointer) {
	return owned(C.ct_value_complex(C.double(real(v)), C.double(imag(v))))
}
func ValueDtype(v int32) (value, err unsafe.Pointer) { return owned(C.ct_value_dtype(C.ct_dtype(v))) }
func ValueLayout(v int32) (value, err unsafe.Pointer) {
	return owned(C.ct_value_layout(C.ct_layout(v)))
}
func ValueMemoryFormat(v int32) (value, err unsafe.Pointer) {
	return owned(C.ct_value_memory_format(C.ct_memory_format(v)))
}
func ValueDevice(kind, index int32) (value, err unsafe.Pointer) {
	return owned(C.ct_value_device(C.ct_device{C.int32_t(kind), C.int32_t(index)}))
}
func ValueText(v string) (value, err unsafe.Pointer) {
	text := C.CString(v)
	defer C.free(unsafe.Pointer(text))
	borrowed := C.ct_value_string(text)
	borrowed.i = C.int64_t(len(v)) // with NULs in it
	return owned(borrowed)
}
func ValueDigits(v string) (value, err unsafe.Pointer) {
	text := C.CString(v)
	defer C.free(unsafe.Pointer(text))
	return owned(C.ct_value_big_int(text))
}
func ValueBytes(v []byte) (value, err unsafe.Pointer) {
	bytes := C.CBytes(v)
	defer C.free(bytes)
	return owned(C.ct_value_bytes(bytes, C.int64_t(len(v))))
}
func ValueTensor(handle unsafe.Pointer) (value, err unsafe.Pointer) {
	return owned(C.ct_value_tensor((*C.ct_tensor)(handle)))
}

// ValueCopy copies a value; NULL is None.
func ValueCopy(from unsafe.Pointer) (value, err unsafe.Pointer) {
	if from == nil {
		return ValueNone()
	}
	return owned(*(*C.ct_value)(from))
}

// ValueItems makes a list, or a dict of keys and values in turn. It copies the items.
func ValueItems(items []unsafe.Pointer, isDict bool) (value, err unsafe.Pointer) {
	size := C.size_t(unsafe.Sizeof(C.ct_value{}))
	array := (*C.ct_value)(C.calloc(C.size_t(len(items)+1), size))
	defer C.free(unsafe.Pointer(array))
	for i, item := range items {
		unsafe.Slice(array, len(items))[i] = *(*C.ct_value)(item)
	}
	var made *C.ct_value
	e := C.gt_items(array, C.int64_t(len(items)), C.bool(isDict), &made)
	return unsafe.Pointer(made), unsafe.Pointer(e)
}

// ValueRead returns what a value of one part is: a bool, an int64, a uint64, a float64, a complex128
// or a string; the number of items of a list, a tuple, a set or a dict; a tensor's new handle; and the
// kind of all.
func ValueRead(value unsafe.Pointer) (kind int32, plain any, handle unsafe.Pointer, items int64) {
	v := (*C.ct_value)(value)
	switch kind = int32(v.kind); v.kind {
	case C.CT_VALUE_BOOL:
		plain = v.i != 0
	case C.CT_VALUE_INT, C.CT_VALUE_DTYPE, C.CT_VALUE_LAYOUT, C.CT_VALUE_MEMORY_FORMAT, C.CT_VALUE_QUANT_SCHEME:
		plain = int64(v.i)
	case C.CT_VALUE_UINT:
		plain = uint64(v.i)
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

// ValueItem returns an item of a list or a set, or the value of a dict's item.
func ValueItem(from unsafe.Pointer, i int64) (value, err unsafe.Pointer) {
	var made *C.ct_value
	e := C.gt_item((*C.ct_value)(from), C.int64_t(i), &made)
	return unsafe.Pointer(made), unsafe.Pointer(e)
}

// ValueKey returns the key of a dict's item.
func ValueKey(from unsafe.Pointer, i int64) (value, err unsafe.Pointer) {
	var made *C.ct_value
	e := C.gt_key((*C.ct_value)(from), C.int64_t(i), &made)
	return unsafe.Pointer(made), unsafe.Pointer(e)
}
