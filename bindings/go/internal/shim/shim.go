// Package shim has the C functions behind gotorch. A call is a frame, a struct that Go and C declare
// alike, and the number of a C function that reads its arguments and writes its results there.
package shim

/*
#cgo pkg-config: ctorch
#cgo CFLAGS: -Wno-discarded-qualifiers
#include <ctorch/autograd/autograd.h>
#include <ctorch/core/memory.h>
#include <ctorch/nn/module.h>
#include <ctorch/nn/utils.h>
#include <ctorch/tensor/autocast.h>
#include "gt.h"
*/
import "C"

import (
	"fmt"
	"runtime/cgo"
	"unsafe"
)

// Start checks that the library is the one that the binding was made for.
func Start(release string) unsafe.Pointer {
	text := C.CString(release)
	defer C.free(unsafe.Pointer(text))
	return unsafe.Pointer(C.gt_start(text))
}

// Call makes a call. The frame is in Go's heap and alive until the caller has read its results.
// It is passed as a number because it points to slices and texts of Go, which cgo would refuse:
// C keeps none of them, and writes no pointer of Go.
func Call(number int, frame unsafe.Pointer) {
	C.gt_call(C.int32_t(number), C.uintptr_t(uintptr(frame)))
}

// FreeLater queues a tensor's handle; the next call frees it.
func FreeLater(handle unsafe.Pointer) { C.ct_tensor_free_later((*C.ct_tensor)(handle)) }

// FreeUnscoped frees a tensor's handle now.
func FreeUnscoped(handle unsafe.Pointer) { C.ct_tensor_free_unscoped((*C.ct_tensor)(handle)) }

// FreePending frees what FreeLater has queued.
func FreePending() int64 { return int64(C.ct_tensor_free_pending()) }

// FreeMemory frees what malloc returned.
func FreeMemory(memory unsafe.Pointer) { C.free(memory) }

// Free releases another handle; kind is its number in handles.go, or -1 for a value.
func Free(kind int32, handle unsafe.Pointer) { C.gt_free(C.int32_t(kind), handle) }

// Limit sets the number of handles and bytes above which a call asks for the collector.
func Limit(handles, bytes int64) { C.gt_limit(C.int64_t(handles), C.int64_t(bytes)) }

// SetScope notes the Scope of this thread, and returns the one before.
func SetScope(scope uintptr) uintptr { return uintptr(C.gt_set_scope(C.uintptr_t(scope))) }

// Text copies a text of C.
func Text(text unsafe.Pointer) string { return C.GoString((*C.char)(text)) }

// TakeError returns what a ct_error says, and frees it. A hint with names of C is left out.
func TakeError(err unsafe.Pointer) (class int32, text, function string) {
	e := C.ct_error((*C.char)(err))
	text = C.GoString(e)
	if hint := C.ct_error_hint(e); hint != nil {
		text = text[:len(text)-len(C.GoString(hint))-1]
	}
	class, function = int32(C.ct_error_class_of(e)), C.GoString(C.ct_error_function(e))
	C.ct_error_free(e)
	return
}

// RegisterHook registers a function of Go for the gradient of a tensor.
func RegisterHook(self unsafe.Pointer, function func(unsafe.Pointer) unsafe.Pointer) (hook int64, err unsafe.Pointer) {
	handle := cgo.NewHandle(function)
	e := C.gt_register_hook((*C.ct_tensor)(self), C.uintptr_t(handle), (*C.int64_t)(&hook))
	if e != nil {
		handle.Delete()
	}
	return hook, unsafe.Pointer(e)
}

// StepClosure makes a step of an optimizer that computes the loss several times.
func StepClosure(self unsafe.Pointer, function func(unsafe.Pointer) unsafe.Pointer) (loss, err unsafe.Pointer) {
	handle := cgo.NewHandle(function)
	defer handle.Delete()
	var result *C.ct_tensor
	e := C.gt_step_closure((*C.ct_optimizer)(self), C.uintptr_t(handle), &result)
	return unsafe.Pointer(result), unsafe.Pointer(e)
}

// Samples are the functions of a dataset in Go.
type Samples struct {
	Count func() int64
	Get   func(index int64) unsafe.Pointer // a ct_value, which is moved
}

// NewDataset returns a ct_dataset of functions of Go, which worker threads may call at once.
func NewDataset(samples *Samples) (dataset, err unsafe.Pointer) {
	var result *C.ct_dataset
	e := C.gt_dataset(C.uintptr_t(cgo.NewHandle(samples)), &result)
	return unsafe.Pointer(result), unsafe.Pointer(e)
}

// A ClassedError is a panic that becomes an error of its class in C.
type ClassedError interface {
	error
	ErrorClass() int32
}

// guard turns a panic into an error of C.
func guard(f func()) (err C.ct_error) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		class, text := int32(C.CT_ERROR_RUNTIME), fmt.Sprint(p)
		if e, ok := p.(ClassedError); ok {
			class = e.ErrorClass()
		}
		c := C.CString(text)
		defer C.free(unsafe.Pointer(c))
		err = C.ct_error_new_text(C.ct_error_class(class), nil, c)
	}()
	f()
	return nil
}

//export gtHook
func gtHook(function C.uintptr_t, given *C.ct_tensor, made **C.ct_tensor) C.ct_error {
	return guard(func() {
		f := cgo.Handle(function).Value().(func(unsafe.Pointer) unsafe.Pointer)
		*made = (*C.ct_tensor)(f(unsafe.Pointer(given)))
	})
}

//export gtCount
func gtCount(functions C.uintptr_t, result *C.int64_t) C.ct_error {
	return guard(func() { *result = C.int64_t(cgo.Handle(functions).Value().(*Samples).Count()) })
}

//export gtGet
func gtGet(functions C.uintptr_t, index C.int64_t, sample *C.ct_value) C.ct_error {
	return guard(func() {
		value := (*C.ct_value)(cgo.Handle(functions).Value().(*Samples).Get(int64(index)))
		*sample = *value
		C.free(unsafe.Pointer(value))
	})
}

//export gtRelease
func gtRelease(handle C.uintptr_t) { cgo.Handle(handle).Delete() }

// Collect runs Go's collector when memory runs out; gc.go sets it.
var Collect func()

//export gtCollect
func gtCollect() { Collect() }

// Retain returns another handle on a tensor, which belongs to no scope.
func Retain(handle unsafe.Pointer) unsafe.Pointer { return C.gt_retain(handle) }

// Data returns where the elements of a tensor on the CPU are.
func Data(handle unsafe.Pointer) unsafe.Pointer {
	return C.ct_tensor_mutable_data((*C.ct_tensor)(handle))
}

// Dim returns the number of dimensions.
func Dim(handle unsafe.Pointer) int64 { return int64(C.ct_tensor_dim((*C.ct_tensor)(handle))) }

// Size returns the size of a dimension; -1 if there is none.
func Size(handle unsafe.Pointer, dim int64) int64 {
	return int64(C.ct_tensor_size((*C.ct_tensor)(handle), C.int64_t(dim)))
}

// Numel returns the number of elements.
func Numel(handle unsafe.Pointer) int64 { return int64(C.ct_tensor_numel((*C.ct_tensor)(handle))) }

// Handles returns the number of handles in the process.
func Handles() int64 { return int64(C.ct_memory_handle_count()) }

// EmptyCache gives the memory that the library keeps back to the system.
func EmptyCache() { C.ct_memory_empty_cache() }

// Enter and Leave change a mode of autograd for this thread.
func Enter(mode int32, enabled bool) any {
	var was C.ct_autograd_was
	C.ct_autograd_enter(C.ct_autograd_mode(mode), C.bool(enabled), &was)
	return was
}

func Leave(was any) {
	w := was.(C.ct_autograd_was)
	C.ct_autograd_leave(&w)
}

// EnterCached and LeaveCached are the beginning and the end of a block of this thread.
func EnterCached() { C.ct_nn_utils_enter_cached() }
func LeaveCached() { C.ct_nn_utils_leave_cached() }

// Batch is a loader's batch: its first two tensors, and the whole of it, a value.
type Batch struct{ Data, Target, Value unsafe.Pointer }

// NextBatch returns a loader's next batch; false after the last one.
func NextBatch(loader unsafe.Pointer) (batch Batch, more bool, err unsafe.Pointer) {
	var tensors [2]*C.ct_tensor
	var value *C.ct_value
	e := C.gt_next_batch((*C.ct_data_loader)(loader), &tensors[0], &value, (*C.bool)(&more))
	batch = Batch{unsafe.Pointer(tensors[0]), unsafe.Pointer(tensors[1]), unsafe.Pointer(value)}
	return batch, more, unsafe.Pointer(e)
}

// Forward calls a module of C with any number of tensors.
func Forward(module unsafe.Pointer, inputs []unsafe.Pointer) (output, err unsafe.Pointer) {
	var result *C.ct_tensor
	var first **C.ct_tensor
	if len(inputs) > 0 {
		first = (**C.ct_tensor)(unsafe.Pointer(&inputs[0]))
	}
	e := C.gt_forward((*C.ct_module)(module), first, C.int64_t(len(inputs)), &result)
	return unsafe.Pointer(result), unsafe.Pointer(e)
}

// Named returns the parameters or the buffers of a module of C, with their names.
func Named(module unsafe.Pointer, buffers bool) (names []string, handles []unsafe.Pointer, err unsafe.Pointer) {
	var list *C.ct_named_tensor
	var n C.int64_t
	e := C.gt_named((*C.ct_module)(module), C.bool(buffers), unsafe.Pointer(&list), &n)
	for _, named := range unsafe.Slice(list, int64(n)) {
		names = append(names, C.GoString(named.name))
		handles = append(handles, Retain(unsafe.Pointer(named.tensor)))
	}
	C.free(unsafe.Pointer(list))
	return names, handles, unsafe.Pointer(e)
}

// Autocast enters autocast in this thread; leave undoes it.
func Autocast(device, dtype int32) (leave func(), err unsafe.Pointer) {
	var was C.ct_autocast_was
	options := C.ct_autocast_options{device_type: C.ct_device_type(device), dtype: C.ct_dtype(dtype)}
	e := C.ct_autocast_enter(&options, &was)
	return func() { C.ct_autocast_leave(&was) }, unsafe.Pointer(e)
}
