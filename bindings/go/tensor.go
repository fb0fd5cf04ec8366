// Package gotorch is PyTorch for Go: all operators of libtorch, torch.nn, optimizers, data loaders,
// files. Go's collector releases tensors. A call that fails panics with an *Error; Try returns it
// instead.
package gotorch

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"unsafe"

	"gotorch/internal/shim"
)

// A Tensor is a tensor, or none: the zero Tensor is Python's None. Copies are the same tensor.
type Tensor struct {
	T *unsafe.Pointer // the handle of C; Go's collector frees it with this box
}

// Scalar is a number of any kind: Int(1), Float(0.5), Boolean(true), ComplexNumber(1, 2).
type Scalar struct {
	kind   int32
	i      int64
	re, im float64
}

// Device is where a tensor's memory is; the zero Device is the default.
type Device struct {
	Type  DeviceType
	Index int32
}

// Stream is a queue of work of a device.
type Stream struct {
	ID          int64
	DeviceType  DeviceType
	DeviceIndex int32
}

func Int(v int64) Scalar                  { return Scalar{kind: int32(ScalarInt), i: v} }
func Float(v float64) Scalar              { return Scalar{kind: int32(ScalarFloat), re: v} }
func ComplexNumber(re, im float64) Scalar { return Scalar{kind: int32(ScalarComplex), re: re, im: im} }
func Boolean(v bool) Scalar {
	if v {
		return Scalar{kind: int32(ScalarBool), i: 1}
	}
	return Scalar{kind: int32(ScalarBool)}
}

// Value returns the number as an int64, a float64, a bool or a complex128.
func (s Scalar) Value() any {
	switch ScalarKind(s.kind) {
	case ScalarFloat:
		return s.re
	case ScalarBool:
		return s.i != 0
	case ScalarComplex:
		return complex(s.re, s.im)
	}
	return s.i
}

// Ptr returns a pointer to a copy, for optional arguments: torch.Ptr(0.1).
func Ptr[T any](v T) *T { return &v }

// String of these is what Python prints: 2.5, torch.float32.
func (s Scalar) String() string       { return ValueOf(s).String() }
func (d Dtype) String() string        { return ValueOf(d).String() }
func (l Layout) String() string       { return ValueOf(l).String() }
func (m MemoryFormat) String() string { return ValueOf(m).String() }
func (q QuantScheme) String() string  { return ValueOf(q).String() }

// String is what Python prints: "cuda:0".
func (d Device) String() string {
	if d.Type == DeviceTypeNone {
		return "None"
	}
	return DeviceToString(d)
}

// CPU is the device of tensors in ordinary memory; CUDA is a GPU.
var CPU = Device{DeviceTypeCpu, -1}

func CUDA(index int32) Device { return Device{DeviceTypeCuda, index} }

// --- calls ----------------------------------------------------------------------------------------

// head is the beginning of every frame; gt.h has the same.
type head struct {
	err   unsafe.Pointer
	scope uintptr
	full  uint64
}

// Never true. The compiler does not know it, so that frames, and what they point to, are in the
// heap: a stack may move when C calls Go.
var (
	escapes bool
	escaped *head
)

func call(number int, h *head) {
	if escapes {
		escaped = h
	}
	shim.Call(number, unsafe.Pointer(h))
	if h.err != nil {
		panic(takeError(h.err))
	}
	if h.full != 0 {
		relieve()
	}
}

// paddedBox is a box of 64 bytes. The finalizers of a page of Go's heap are a sorted list, and with
// 8 bytes a page would have a thousand of them: SetFinalizer would take twice as long as an add.
type paddedBox struct {
	handle unsafe.Pointer
	_      [56]byte
}

func finalizeTensor(box *unsafe.Pointer) { shim.FreeLater(*box) }

// newTensor makes the object that owns a handle. Within a Scope the scope does.
func newTensor(handle unsafe.Pointer, scope uintptr) Tensor {
	if handle == nil {
		return Tensor{}
	}
	box := &new(paddedBox).handle
	*box = handle
	if scope != 0 {
		noteInScope(scope, box)
	} else {
		runtime.SetFinalizer(box, finalizeTensor)
	}
	return Tensor{box}
}

// newBox makes the object that owns another handle.
func newBox(handle unsafe.Pointer, kind int32) *unsafe.Pointer {
	if handle == nil {
		return nil
	}
	box := new(unsafe.Pointer)
	*box = handle
	runtime.SetFinalizer(box, func(box *unsafe.Pointer) { free(kind, *box) })
	return box
}

// free does not wait for the workers of a loader: a function of Go that they call may wait for
// finalizers, all of which run in the goroutine that calls this.
func free(kind int32, handle unsafe.Pointer) {
	if kind == (DataLoader{}).kind() {
		go shim.Free(kind, handle)
		return
	}
	shim.Free(kind, handle)
}

func tensorsOf(list unsafe.Pointer, n int64, scope uintptr) []Tensor {
	return handlesOf(list, n, func(handle unsafe.Pointer) Tensor { return newTensor(handle, scope) })
}

func handlesOf[T any](list unsafe.Pointer, n int64, own func(unsafe.Pointer) T) (objects []T) {
	for _, handle := range listOf[unsafe.Pointer](list, n) {
		objects = append(objects, own(handle))
	}
	return objects
}

// listOf copies a list of C, and frees it.
func listOf[T any](list unsafe.Pointer, n int64) []T {
	result := make([]T, n)
	copy(result, unsafe.Slice((*T)(list), n))
	shim.FreeMemory(list)
	return result
}

// noNul refuses a text, or a struct with one, that C would take for a shorter one. The name is that
// of the argument.
func noNul[T any](v T, name string) T {
	if place, has := findNul(reflect.ValueOf(v), name); has {
		panic(&Error{Class: ErrorValue, Text: "ValueError: embedded null character in " + place, Function: ""})
	}
	return v
}

// findNul returns the name of the argument or field whose text has a null character.
func findNul(v reflect.Value, name string) (place string, has bool) {
	switch v.Kind() {
	case reflect.String:
		return name, strings.IndexByte(v.String(), 0) >= 0
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			return findNul(v.Elem(), name)
		}
	case reflect.Struct:
		for i := 0; i < v.NumField() && !has; i++ {
			place, has = findNul(v.Field(i), v.Type().Field(i).Name)
		}
	case reflect.Slice:
		if kind := v.Type().Elem().Kind(); kind == reflect.String || kind == reflect.Struct {
			for i := 0; i < v.Len() && !has; i++ {
				place, has = findNul(v.Index(i), name)
			}
		}
	}
	return place, has
}

// sized refuses a list of another length than C reads, n; nil may stand for none.
func sized[T any](list []T, n int, mayBeNone bool, name string) []T {
	if len(list) != n && (list != nil || !mayBeNone) {
		panic(&Error{Class: ErrorValue, Text: fmt.Sprintf("ValueError: %s must have %d elements, not %d", name, n, len(list)), Function: ""})
	}
	return list
}

// paired refuses a list that has not one element for each of another one.
func paired[T any](list []T, n int, name, other string) []T {
	if len(list) != n {
		panic(&Error{Class: ErrorValue, Text: fmt.Sprintf("ValueError: %s and %s must have the same length, not %d and %d", other, name, n, len(list)), Function: ""})
	}
	return list
}

func textOf(text unsafe.Pointer) string {
	defer shim.FreeMemory(text)
	return shim.Text(text)
}

// textsOf copies a list of texts, which is one block with them, and frees it.
func textsOf(list unsafe.Pointer, n int64) (texts []string) {
	defer shim.FreeMemory(list)
	for _, text := range unsafe.Slice((*unsafe.Pointer)(list), n) {
		texts = append(texts, shim.Text(text))
	}
	return texts
}

// --- what programs use most ------------------------------------------------------------------------

// MM multiplies two matrices.
func MM(a, b Tensor) Tensor { return Mm(a, b) }

// RandN returns normally distributed numbers.
func RandN(shape []int64, requiresGrad bool) Tensor {
	return withGrad(Randn(shape), requiresGrad)
}

// Empty returns a tensor without initial values.
func Empty(shape []int64, requiresGrad bool) Tensor {
	return withGrad(EmptyMemoryFormat(shape), requiresGrad)
}

func withGrad(t Tensor, requiresGrad bool) Tensor {
	if requiresGrad {
		t.SetRequiresGrad(true)
	}
	return t
}

// An Element is a number that a tensor may be made of.
type Element interface {
	uint8 | int8 | int16 | int32 | int64 | float32 | float64 | bool
}

var dtypes = map[reflect.Kind]Dtype{
	reflect.Uint8: Uint8, reflect.Int8: Int8, reflect.Int16: Int16, reflect.Int32: Int32, reflect.Int64: Int64,
	reflect.Float32: Float32, reflect.Float64: Float64, reflect.Bool: Bool,
}

func dtypeOf[T Element]() Dtype {
	var v T
	return dtypes[reflect.TypeOf(v).Kind()]
}

// NewTensor copies numbers into a tensor; without a shape it has one dimension.
func NewTensor[T Element](data []T, shape ...int64) Tensor {
	if len(shape) == 0 {
		shape = []int64{int64(len(data))}
	}
	n := int64(1)
	for _, size := range shape {
		n *= size
	}
	if n != int64(len(data)) {
		panic(&Error{Class: ErrorValue, Text: "ValueError: the shape does not have as many elements as the data", Function: "NewTensor"})
	}
	t := EmptyMemoryFormat(shape, EmptyMemoryFormatOptions{Dtype: dtypeOf[T](), Device: CPU})
	copy(elements[T](t), data)
	return t
}

// elements is the memory of a contiguous tensor on the CPU.
func elements[T any](t Tensor) []T { return unsafe.Slice((*T)(t.mutableData()), t.numel()) }

// ToSlice copies a tensor's numbers, converted to T.
func ToSlice[T Element](t Tensor) []T {
	t = t.Detach()
	if t.Layout() != Strided {
		t = t.ToDense()
	}
	t = t.ResolveConj().ResolveNeg()
	here := t.ToDevice(CPU, dtypeOf[T]()).Contiguous()
	result := append([]T(nil), elements[T](here)...)
	runtime.KeepAlive(here)
	return result
}

// some is the tensor, which must not be None.
func (t Tensor) some(function string) Tensor {
	if handleOf(t.T) == nil {
		panic(&Error{Class: ErrorArgument, Text: "ArgumentError: " + function + ": the tensor is None", Function: function})
	}
	return t
}

// Dim returns the number of dimensions.
func (t Tensor) Dim() int64 { return t.some("Dim").dim() }

// Numel returns the number of elements.
func (t Tensor) Numel() int64 { return t.some("Numel").numel() }

// Size returns the size of one dimension; negative ones count from the last.
func (t Tensor) Size(dim int64) int64 {
	size := t.some("Size").size(dim)
	if size < 0 {
		panic(&Error{Class: ErrorIndex, Text: fmt.Sprintf("IndexError: there is no size of dimension %d; the tensor has %d", dim, t.dim()), Function: "Size"})
	}
	return size
}

// Shape returns the sizes of all dimensions.
func (t Tensor) Shape() []int64 {
	shape := make([]int64, t.Dim())
	for i := range shape {
		shape[i] = t.size(int64(i))
	}
	return shape
}

// Strides returns, for each dimension, how many elements the next one is away.
func (t Tensor) Strides() []int64 {
	strides := make([]int64, t.Dim())
	for i := range strides {
		strides[i] = StrideInt(t, int64(i))
	}
	return strides
}

// String is what Python prints.
func (t Tensor) String() string { return printed(t.T, t.ToString) }

func printed(box *unsafe.Pointer, toString func() string) string {
	if box == nil {
		return "None"
	}
	return toString()
}

func handleOf(box *unsafe.Pointer) unsafe.Pointer {
	if box == nil {
		return nil
	}
	return *box
}

// --- modules of C -----------------------------------------------------------------------------------

func (self Module) String() string                { return printed(self.T, self.ToString) }
func (self Optimizer) String() string             { return printed(self.T, self.ToString) }
func (self Transform) String() string             { return printed(self.T, self.ToString) }
func (self Export) String() string                { return printed(self.T, self.ToString) }
func (self Distribution) String() string          { return printed(self.T, self.ToString) }
func (self DistributionTransform) String() string { return printed(self.T, self.ToString) }
func (self Constraint) String() string            { return printed(self.T, self.ToString) }

// Call calls a module of C with any number of tensors, and returns its first output.
func (self Module) Call(inputs ...Tensor) Tensor { return self.ForwardAll(inputs, 1)[0] }

// Named is a tensor with its name.
type Named struct {
	Name   string
	Tensor Tensor
}

// StateDict has the parameters and buffers of a module in the order of its fields. ValueOf makes a
// dict of it, and Value.StateDict reads one.
type StateDict []Named

// Get returns the tensor with a name; None if there is none.
func (s StateDict) Get(name string) Tensor {
	for _, n := range s {
		if n.Name == name {
			return n.Tensor
		}
	}
	return Tensor{}
}

func namedOf(list unsafe.Pointer, n int64) []Named {
	named := make([]Named, n)
	for i, item := range unsafe.Slice((*[2]unsafe.Pointer)(list), n) {
		named[i] = Named{shim.Text(item[0]), newTensor(item[1], 0)}
	}
	shim.FreeMemory(list)
	return named
}

func packedOf(handles [4]unsafe.Pointer, scope uintptr) PackedSequence {
	return PackedSequence{newTensor(handles[0], scope), newTensor(handles[1], scope), newTensor(handles[2], scope), newTensor(handles[3], scope)}
}
