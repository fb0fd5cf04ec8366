package gotorch

import (
	"fmt"
	"math/big"
	"reflect"
	"runtime"
	"sort"
	"unsafe"

	"gotorch/internal/shim"
)

// Value is what state dicts, checkpoints and samples are made of. ValueOf makes one of Go's own
// values, Any turns it into them.
type Value struct{ T *unsafe.Pointer }

func newValue(value unsafe.Pointer) Value { return Value{newBox(value, -1)} }

// ValueOf makes a value of nil, a bool, number, string or []byte, a Scalar, Tensor, Device, Dtype,
// Layout, MemoryFormat, StateDict or Value, or a slice or map of these, or a pointer to one. The keys
// of a map are sorted, so that equal maps give equal files.
func ValueOf(v any) Value {
	defer runtime.KeepAlive(v)
	borrowed := encode(v, 0)
	at := unsafe.Pointer(&borrowed)
	return Value{&at}.copy_()
}

// cValue is a ct_value; value.h says which fields each kind has.
type cValue struct {
	kind, flags int32
	i           int64
	re, im      float64
	device      Device
	object      unsafe.Pointer
}

// The enumerations that are values; their NONE is None.
var enumKinds = map[reflect.Type]ValueKind{
	reflect.TypeOf(Float32): ValueDtype, reflect.TypeOf(Strided): ValueLayout,
	reflect.TypeOf(ChannelsLast): ValueMemoryFormat, reflect.TypeOf(QuantScheme(0)): ValueQuantScheme,
}

// The depth that a value may have, also in C: one that contains itself is deeper.
const maxDepth = 1000

// encode makes a value of C that borrows from v.
func encode(v any, depth int) cValue {
	if depth > maxDepth {
		panic(&Error{Class: ErrorValue, Text: fmt.Sprintf("ValueError: a value that is nested deeper than %d levels, or contains itself", maxDepth), Function: "ValueOf"})
	}
	switch v := v.(type) {
	case nil:
		return cValue{}
	case Tensor:
		if handle := handleOf(v.T); handle != nil {
			return cValue{kind: int32(ValueTensor), object: handle}
		}
		return cValue{}
	case Value:
		if value := handleOf(v.T); value != nil {
			return *(*cValue)(value)
		}
		return cValue{}
	case Scalar:
		return encode(v.Value(), depth)
	case Device:
		if v.Type == DeviceTypeNone {
			return cValue{}
		}
		return cValue{kind: int32(ValueDevice), device: v}
	case StateDict:
		pairs := []cValue{}
		for _, n := range v {
			pairs = append(pairs, encode(n.Name, depth+1), encode(n.Tensor, depth+1))
		}
		return listValue(ValueDict, pairs, len(v))
	case []byte:
		return listValue(ValueBytes, v, len(v))
	case *big.Int:
		digits := v.String()
		return listValue(ValueBigInt, []byte(digits+"\x00"), len(digits))
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Bool:
		return cValue{kind: int32(ValueBool), i: Boolean(r.Bool()).i}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		kind := enumKinds[r.Type()]
		if kind == 0 {
			kind = ValueInt
		} else if r.Int() == 0 && kind != ValueQuantScheme {
			kind = ValueNone
		}
		return cValue{kind: int32(kind), i: r.Int()}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		kind := ValueInt
		if r.Uint() > 1<<63-1 {
			kind = ValueUint
		}
		return cValue{kind: int32(kind), i: int64(r.Uint())}
	case reflect.Float32, reflect.Float64:
		return cValue{kind: int32(ValueFloat), re: r.Float()}
	case reflect.Complex64, reflect.Complex128:
		return cValue{kind: int32(ValueComplex), re: real(r.Complex()), im: imag(r.Complex())}
	case reflect.String:
		return listValue(ValueString, []byte(r.String()+"\x00"), r.Len())
	case reflect.Pointer:
		if r.IsNil() {
			return cValue{}
		}
		return encode(r.Elem().Interface(), depth+1)
	case reflect.Slice, reflect.Array:
		items := make([]cValue, r.Len())
		for i := range items {
			items[i] = encode(r.Index(i).Interface(), depth+1)
		}
		return listValue(ValueList, items, len(items))
	case reflect.Map:
		keys := r.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return isLess(keys[i], keys[j]) })
		pairs := make([]cValue, 0, 2*len(keys))
		for _, key := range keys {
			pairs = append(pairs, encode(key.Interface(), depth+1), encode(r.MapIndex(key).Interface(), depth+1))
		}
		return listValue(ValueDict, pairs, len(keys))
	}
	panic(&Error{Class: ErrorType, Text: fmt.Sprintf("TypeError: a %T cannot be a value", v), Function: "ValueOf"})
}

func listValue[T any](kind ValueKind, list []T, n int) cValue {
	v := cValue{kind: int32(kind), i: int64(n)}
	if len(list) > 0 {
		v.object = unsafe.Pointer(&list[0])
	}
	return v
}

// isLess orders keys: integers by value, all others by their text.
func isLess(a, b reflect.Value) bool {
	if a.CanInt() && b.CanInt() {
		return a.Int() < b.Int()
	}
	return fmt.Sprint(a) < fmt.Sprint(b)
}

// Any returns nil, a bool, an int64, a uint64 or *big.Int that is larger, a float64, a complex128, a
// string, []byte, a Device, Dtype, Layout, MemoryFormat, QuantScheme or Tensor, an []any for a list,
// tuple or set, or a map[any]any. A tuple that is a key is an array, [2]any, and bytes are a string.
func (v Value) Any() any {
	defer runtime.KeepAlive(v.T)
	if handleOf(v.T) == nil {
		return nil
	}
	return (*cValue)(*v.T).decode()
}

func (v *cValue) decode() any {
	switch ValueKind(v.kind) {
	case ValueBool:
		return v.i != 0
	case ValueInt:
		return v.i
	case ValueUint:
		return uint64(v.i)
	case ValueFloat:
		return v.re
	case ValueComplex:
		return complex(v.re, v.im)
	case ValueString:
		return string(items[byte](v, 1))
	case ValueBytes:
		return append([]byte{}, items[byte](v, 1)...)
	case ValueBigInt:
		number, _ := new(big.Int).SetString(string(items[byte](v, 1)), 10)
		return number
	case ValueTensor:
		return newTensor(shim.Retain(v.object), 0)
	case ValueDevice:
		return v.device
	case ValueInts:
		return anyList(items[int64](v, 1), 1, func(n *int64) any { return *n })
	case ValueFloats:
		return anyList(items[float64](v, 1), 1, func(x *float64) any { return *x })
	case ValueBools:
		return anyList(items[bool](v, 1), 1, func(b *bool) any { return *b })
	case ValueTensors:
		return anyList(items[unsafe.Pointer](v, 1), 1, func(t *unsafe.Pointer) any { return newTensor(shim.Retain(*t), 0) })
	case ValueList, ValueTuple:
		return anyList(items[cValue](v, 1), 1, (*cValue).decode)
	case ValueSet:
		return anyList(items[cValue](v, 2), 2, (*cValue).decode)
	case ValueDict:
		dict, pairs := make(map[any]any, v.i), items[cValue](v, 2)
		for i := 0; i < len(pairs); i += 2 {
			dict[keyOf(pairs[i].decode())] = pairs[i+1].decode()
		}
		return dict
	}
	for t, kind := range enumKinds {
		if kind == ValueKind(v.kind) {
			return reflect.ValueOf(v.i).Convert(t).Interface()
		}
	}
	return nil
}

// items is what a value of n parts for each item points to.
func items[T any](v *cValue, n int64) []T { return unsafe.Slice((*T)(v.object), n*v.i) }

func anyList[T any](list []T, step int, f func(*T) any) []any {
	result := make([]any, len(list)/step)
	for i := range result {
		result[i] = f(&list[i*step])
	}
	return result
}

// keyOf makes a key of Go, which a slice cannot be.
func keyOf(v any) any {
	switch v := v.(type) {
	case []byte:
		return string(v)
	case []any:
		array := reflect.New(reflect.ArrayOf(len(v), reflect.TypeOf(&v).Elem().Elem())).Elem()
		for i := range v {
			if key := keyOf(v[i]); key != nil {
				array.Index(i).Set(reflect.ValueOf(key))
			}
		}
		return array.Interface()
	}
	return v
}

// StateDict returns the tensors of a dict with texts as keys, in their order, and leaves out all
// other items.
func (v Value) StateDict() (state StateDict) {
	defer runtime.KeepAlive(v.T)
	if handleOf(v.T) == nil || ValueKind((*cValue)(*v.T).kind) != ValueDict {
		panic(&Error{Class: ErrorType, Text: "TypeError: expected a state dict, got " + v.TypeName(), Function: "StateDict"})
	}
	pairs := items[cValue]((*cValue)(*v.T), 2)
	for i := 0; i < len(pairs); i += 2 {
		name, isText := pairs[i].decode().(string)
		if tensor, ok := pairs[i+1].decode().(Tensor); ok && isText {
			state = append(state, Named{name, tensor})
		}
	}
	return state
}

// String is Python's repr().
func (v Value) String() string {
	if v.T == nil {
		return "None"
	}
	return v.ToString()
}

// --- functions that C calls -------------------------------------------------------------------------

// hold returns the number of a function of Go. It is the last thing before a call: a panic between
// the two would keep the function forever.
func hold(function any) uintptr {
	mustNotBeNil(function)
	return shim.Hold(function)
}

// holdAll does so for all, or for none.
func holdAll[F any](functions []F) (held []uintptr) {
	for _, f := range functions {
		mustNotBeNil(f)
	}
	for _, f := range functions {
		held = append(held, shim.Hold(f))
	}
	return held
}

func mustNotBeNil(function any) {
	if reflect.ValueOf(function).IsNil() {
		panic(&Error{Class: ErrorArgument, Text: fmt.Sprintf("ArgumentError: the %T is nil", function), Function: ""})
	}
}

// answer calls a function with values of C, and returns what it returns as a value of C's own.
func answer(function any, args unsafe.Pointer, n int64) unsafe.Pointer {
	f := reflect.ValueOf(function)
	in := make([]reflect.Value, n)
	for i := range in {
		in[i] = asType(unsafe.Slice((*cValue)(args), n)[i].decode(), f.Type().In(i))
	}
	var result any
	if out := f.Call(in); len(out) > 0 && !(out[0].Kind() == reflect.Slice && out[0].IsNil()) {
		result = out[0].Interface()
	}
	box := ValueOf(result).T
	runtime.SetFinalizer(box, nil)
	return *box
}

func asType(v any, t reflect.Type) reflect.Value {
	if list, ok := v.([]any); ok && t == reflect.TypeOf([]Tensor{}) {
		tensors := make([]Tensor, len(list))
		for i := range list {
			tensors[i] = list[i].(Tensor)
		}
		return reflect.ValueOf(tensors)
	} else if v == nil {
		return reflect.Zero(t)
	}
	return reflect.ValueOf(v)
}

// --- arguments of classes -------------------------------------------------------------------------

// Arguments are those of a constructor, by position and by name.
type Arguments struct {
	list  []any
	named map[string]any
}

func NewArguments(list ...any) *Arguments {
	for i, v := range list {
		noNul(v, fmt.Sprintf("argument %d", i+1))
	}
	return &Arguments{list, map[string]any{}}
}

// Set gives an argument by name. Nil, or any other zero value, leaves the default.
func (a *Arguments) Set(name string, v any) {
	if r := reflect.ValueOf(v); r.IsValid() && !r.IsZero() {
		a.named[name] = noNul(v, name)
	}
}

// SetAny gives an argument of any type by name. Nil leaves the default; zero is a value.
func (a *Arguments) SetAny(name string, v any) {
	if v != nil {
		a.named[name] = noNul(v, name)
	}
}

// take removes the argument of a type that is no value of C.
func take[T any](a *Arguments) (v T) {
	for i, arg := range a.list {
		if v, ok := arg.(T); ok {
			a.list = append(a.list[:i:i], a.list[i+1:]...)
			return v
		}
	}
	for name, arg := range a.named {
		if v, ok := arg.(T); ok {
			delete(a.named, name)
			return v
		}
	}
	return
}

// number returns the arguments of a type that is no value of C, and leaves their indices.
func number[T any](a *Arguments) (objects []T) {
	var replace func(arg any) any
	replace = func(arg any) any {
		switch arg := arg.(type) {
		case T:
			objects = append(objects, arg)
			return len(objects) - 1
		case []T:
			indices := []any{}
			for _, object := range arg {
				indices = append(indices, replace(object))
			}
			return indices
		}
		return arg
	}
	for i, arg := range a.list {
		a.list[i] = replace(arg)
	}
	for name, arg := range a.named {
		a.named[name] = replace(arg)
	}
	return
}

// NnOf makes a module by the name of its class; package nn has a function for each.
func NnOf(class string, a *Arguments) Module {
	modules := number[Module](a)
	return NnNewFrom(class, modules, ValueOf(a.list), ValueOf(a.named))
}

// OptimizerOf makes an optimizer; package optim has a function for each class.
func OptimizerOf(class string, a *Arguments) Optimizer {
	parameters := take[[]Tensor](a)
	return OptimizerNew(class, parameters, ValueOf(a.list), ValueOf(a.named))
}

// LrSchedulerOf makes a scheduler. C holds the functions of Go in it until the program ends.
func LrSchedulerOf(class string, a *Arguments) LrScheduler {
	optimizer, lambdas, schedulers := take[Optimizer](a), take[[]func(float64) float64](a), take[[]LrScheduler](a)
	return LrSchedulerNewFrom(class, optimizer, lambdas, schedulers, ValueOf(a.list), ValueOf(a.named))
}

// TransformOf makes a transform; package transforms has a function for each class.
func TransformOf(class string, a *Arguments) Transform {
	transforms := number[Transform](a)
	return TransformNewFrom(class, transforms, ValueOf(a.list), ValueOf(a.named))
}

// DistributionOf makes a distribution; package distributions has a function for each class.
func DistributionOf(class string, a *Arguments) Distribution {
	distributions := number[Distribution](a)
	return DistributionNewFrom(class, distributions, ValueOf(a.list), ValueOf(a.named))
}
