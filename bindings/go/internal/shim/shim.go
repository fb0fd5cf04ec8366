// Package shim has the C functions behind gotorch. A call is a frame, a struct that Go and C declare
// alike, and the number of a C function that reads its arguments and writes its results there.
package shim

/*
#cgo pkg-config: ctorch
#cgo CFLAGS: -Wno-discarded-qualifiers
#include <ctorch/core/memory.h>
#include <ctorch/core/version.h>
#include "callbacks.h"
#include "gt.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"sync"
	"unsafe"
)

// Version is that of the headers that this file is compiled with.
const Version = C.CT_VERSION

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

// FreeMemory frees what malloc returned.
func FreeMemory(memory unsafe.Pointer) { C.free(memory) }

// Free releases another handle; kind is its number in handles.go, or -1 for a value.
func Free(kind int32, handle unsafe.Pointer) { C.gt_free(C.int32_t(kind), handle) }

// Retain returns another handle on a tensor, which belongs to no scope.
func Retain(handle unsafe.Pointer) unsafe.Pointer { return C.gt_retain(handle) }

// Limit sets the number of handles and bytes above which a call asks for the collector.
func Limit(handles, bytes int64) { C.gt_limit(C.int64_t(handles), C.int64_t(bytes)) }

// SetScope notes the Scope of this thread, and returns the one before.
func SetScope(scope uintptr) uintptr { return uintptr(C.gt_set_scope(C.uintptr_t(scope))) }

// Text copies a text of C.
func Text(text unsafe.Pointer) string { return C.GoString((*C.char)(text)) }

// TakeError returns what a ct_error says, and frees it. A hint with names of C is left out; cause is
// the error that a function of Go has panicked with.
func TakeError(err unsafe.Pointer) (class int32, text, function string, cause error) {
	e := C.ct_error((*C.char)(err))
	text = C.GoString(e)
	if hint := C.ct_error_hint(e); hint != nil {
		text = text[:len(text)-len(C.GoString(hint))-1]
	}
	class, function = int32(C.ct_error_class_of(e)), C.GoString(C.ct_error_function(e))
	C.ct_error_free(e)
	text, cause = takeCause(text)
	return
}

// The errors that functions of Go have panicked with, by the number in the text of the error of C.
// What never returns to Go gives way to newer ones.
var causes struct {
	sync.Mutex
	errors map[int]error
	last   int
}

const (
	causesMax  = 16
	causesMark = " (panic %d of the program)"
)

var marked = regexp.MustCompile(` \(panic (\d+) of the program\)`)

// keepCause returns the mark for the text.
func keepCause(err error) string {
	causes.Lock()
	defer causes.Unlock()
	if causes.errors == nil {
		causes.errors = map[int]error{}
	}
	causes.last++
	causes.errors[causes.last] = err
	delete(causes.errors, causes.last-causesMax)
	return fmt.Sprintf(causesMark, causes.last)
}

// takeCause returns the text without the mark.
func takeCause(text string) (string, error) {
	found := marked.FindStringSubmatchIndex(text)
	if found == nil {
		return text, nil
	}
	number, _ := strconv.Atoi(text[found[2]:found[3]])
	causes.Lock()
	defer causes.Unlock()
	cause := causes.errors[number]
	delete(causes.errors, number)
	return text[:found[0]] + text[found[1]:], cause
}

// --- what C calls -----------------------------------------------------------------------------------

// Start lets C call Go: collect runs the collector when memory runs out, answer calls a function that
// Hold has numbered with n values of C, and returns a value. It panics with an Error.
func Start(c func(), a func(function any, args unsafe.Pointer, n int64) unsafe.Pointer) {
	collect, answer = c, a
	C.gt_start()
}

var (
	collect func()
	answer  func(function any, args unsafe.Pointer, n int64) unsafe.Pointer
)

// An Error is a panic that becomes the same error in C.
type Error interface {
	error
	ErrorParts() (class int32, function string)
}

// The functions that C has numbers of. No number is used twice, so that to release one again does
// nothing.
var held struct {
	sync.RWMutex
	functions map[uintptr]any
	last      uintptr
}

// Hold returns a number that C passes to Go for a function, until C releases it.
func Hold(function any) uintptr {
	held.Lock()
	defer held.Unlock()
	if held.functions == nil {
		held.functions = map[uintptr]any{}
	}
	held.last++
	held.functions[held.last] = function
	return held.last
}

// HeldCount returns the number of functions that C may still call.
func HeldCount() int {
	held.RLock()
	defer held.RUnlock()
	return len(held.functions)
}

//export gtRelease
func gtRelease(function C.uintptr_t) {
	held.Lock()
	defer held.Unlock()
	delete(held.functions, uintptr(function))
}

func heldFunction(number uintptr) any {
	held.RLock()
	defer held.RUnlock()
	function, ok := held.functions[number]
	if !ok {
		panic("C calls a function of Go that it has released")
	}
	return function
}

//export gtCollect
func gtCollect() { collect() }

//export gtCall
func gtCall(function C.uintptr_t, args *C.ct_value, n C.int64_t, result *C.ct_value) (err C.ct_error) {
	hasReturned := false
	defer func() {
		if p := recover(); p != nil {
			err = raise(p)
		} else if !hasReturned {
			// The goroutine would leave without the functions of C that are below it.
			fmt.Fprintln(os.Stderr, "gotorch: a function that C calls ended its goroutine (t.FailNow, runtime.Goexit); use t.Error and return")
			os.Exit(2)
		}
	}()
	value := (*C.ct_value)(answer(heldFunction(uintptr(function)), unsafe.Pointer(args), int64(n)))
	*result = *value
	C.free(unsafe.Pointer(value))
	hasReturned = true
	return nil
}

// causeOf returns the program's own error; nil if it is none.
func causeOf(p any) error {
	err, _ := p.(error)
	if _, ours := p.(Error); ours {
		return errors.Unwrap(err)
	}
	return err
}

// raise makes an error of C of what a function of Go panics with.
func raise(p any) C.ct_error {
	class, mark, function := int32(C.CT_ERROR_RUNTIME), "", (*C.char)(nil)
	if cause := causeOf(p); cause != nil {
		mark = keepCause(cause)
	}
	text := C.CString(fmt.Sprint(p) + mark)
	defer C.free(unsafe.Pointer(text))
	if e, ok := p.(Error); ok {
		var name string
		if class, name = e.ErrorParts(); name != "" {
			function = C.CString(name)
			defer C.free(unsafe.Pointer(function))
		}
	}
	return C.gt_raise(C.int32_t(class), function, text)
}
