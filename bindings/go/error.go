package gotorch

import (
	"unsafe"

	"gotorch/internal/shim"
)

// Error is what a call that fails panics with. Tensor expressions are chains of calls, so a panic
// keeps them short, as in GoTorch; Try and TryValue make it an error again.
type Error struct {
	Class    ErrorClass
	Text     string // with the name of Python's class: "ValueError: ..."
	Function string // the C function that failed: "ct_mm"

	cause error // what a function of the program returned or panicked with; nil: none
}

func (e *Error) Error() string { return e.Text }

// Unwrap returns the error of a function of the program that C or a module has called, if this is
// one: errors.Is and errors.As find it.
func (e *Error) Unwrap() error { return e.cause }

// WrapError makes an Error of one of the program.
func WrapError(class ErrorClass, function string, cause error) *Error {
	return &Error{Class: class, Text: cause.Error(), Function: function, cause: cause}
}

// ErrorParts is for functions that C calls: their errors are passed through C.
func (e *Error) ErrorParts() (class int32, function string) { return int32(e.Class), e.Function }

func takeError(err unsafe.Pointer) *Error {
	class, text, function, cause := shim.TakeError(err)
	return &Error{Class: ErrorClass(class), Text: text, Function: function, cause: cause}
}

// Try calls f and returns the *Error that it panics with, if any. Other panics go on.
func Try(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Error:
			err = p
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// TryValue is Try for a function with a result:
//
//	c, err := torch.TryValue(func() torch.Tensor { return torch.MM(a, b) })
func TryValue[T any](f func() T) (result T, err error) {
	err = Try(func() { result = f() })
	return
}

// Must returns v, or panics with err.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
