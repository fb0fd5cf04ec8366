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
// Layout, MemoryFormat or Value, or a slice or map of these, or a pointer to one. The keys of a map
// are sorted, so that equal maps give equal files.
func ValueOf(v any) Value { return newValue(encode(v, 0)) }

// made returns a value, or panics with the error instead.
func made(value, err unsafe.Pointer) unsafe.Pointer {
	check(err)
	return value
}

// The depth that a value may have, also in C: one that contains itself is deeper.
const maxDepth = 1000

func encode(v any, depth int) unsafe.Pointer {
	if depth > maxDepth {
		panic(&Error{ErrorValue, fmt.Sprintf("ValueError: a value that is nested deeper than %d levels, or contains itself", maxDepth), "ValueOf"})
	}
	switch v := v.(type) {
	case nil:
		return made(shim.ValueNone())
	case Tensor:
		defer runtime.KeepAlive(v.T)
		return made(shim.ValueTensor(handleOf(v.T)))
	case Value:
		defer runtime.KeepAlive(v.T)
		return made(shim.ValueCopy(handleOf(v.T)))
	case Scalar:
		return encode(v.Value(), depth)
	case Device:
		return made(shim.ValueDevice(int32(v.Type), v.Index))
	case Dtype:
		return made(shim.ValueDtype(int32(v)))
	case Layout:
		return made(shim.ValueLayout(int32(v)))
	case MemoryFormat:
		return made(shim.ValueMemoryFormat(int32(v)))
	case []byte:
		return made(shim.ValueBytes(v))
	case *big.Int:
		return made(shim.ValueDigits(v.String()))
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Bool:
		return made(shim.ValueBool(r.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return made(shim.ValueInt(r.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return made(shim.ValueDigits(fmt.Sprint(r.Uint())))
	case reflect.Float32, reflect.Float64:
		return made(shim.ValueFloat(r.Float()))
	case reflect.Complex64, reflect.Complex128:
		return made(shim.ValueComplex(r.Complex()))
	case reflect.String:
		return made(shim.ValueText(r.String()))
	case reflect.Pointer:
		if r.IsNil() {
			return made(shim.ValueNone())
		}
		return encode(r.Elem().Interface(), depth+1)
	case reflect.Slice, reflect.Array:
		return encodeItems(r.Len(), false, depth, func(i int) any { return r.Index(i).Interface() })
	case reflect.Map:
		keys := r.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return isLess(keys[i], keys[j]) })
		return encodeItems(2*len(keys), true, depth, func(i int) any {
			if i%2 == 0 {
				return keys[i/2].Interface()
			}
			return r.MapIndex(keys[i/2]).Interface()
		})
	}
	panic(&Error{ErrorType, fmt.Sprintf("TypeError: a %T cannot be a value", v), "ValueOf"})
}

func encodeItems(n int, isDict bool, depth int, item func(i int) any) unsafe.Pointer {
	items := make([]unsafe.Pointer, 0, n)
	defer func() {
		for _, item := range items {
			shim.Free(-1, item)
		}
	}()
	for i := 0; i < n; i++ {
		items = append(items, encode(item(i), depth+1))
	}
	return made(shim.ValueItems(items, isDict))
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
	return decode(*v.T)
}

func decode(value unsafe.Pointer) any {
	kind, plain, handle, n := shim.ValueRead(value)
	switch ValueKind(kind) {
	case ValueTensor:
		return newTensor(handle, 0)
	case ValueDtype:
		return Dtype(plain.(int64))
	case ValueLayout:
		return Layout(plain.(int64))
	case ValueMemoryFormat:
		return MemoryFormat(plain.(int64))
	case ValueQuantScheme:
		return QuantScheme(plain.(int64))
	case ValueBigInt:
		number, _ := new(big.Int).SetString(plain.(string), 10)
		return number
	case ValueDevice:
		d := plain.([2]int32)
		return Device{DeviceType(d[0]), d[1]}
	case ValueList, ValueTuple, ValueSet, ValueInts, ValueFloats, ValueBools, ValueTensors:
		list := make([]any, n)
		for i := range list {
			list[i] = item(shim.ValueItem(value, int64(i)))
		}
		return list
	case ValueDict:
		dict := make(map[any]any, n)
		for i := int64(0); i < n; i++ {
			dict[keyOf(item(shim.ValueKey(value, i)))] = item(shim.ValueItem(value, i))
		}
		return dict
	}
	return plain
}

func item(part, err unsafe.Pointer) any {
	check(err)
	defer shim.Free(-1, part)
	return decode(part)
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

// String is Python's repr().
func (v Value) String() string { return fmt.Sprint(v.Any()) }

// --- arguments of classes -------------------------------------------------------------------------

// Arguments are those of a constructor, by position and by name.
type Arguments struct {
	list  []any
	named map[string]any
}

func NewArguments(list ...any) *Arguments { return &Arguments{list, map[string]any{}} }

// Set gives an argument by name. Nil, or any other zero value, leaves the default.
func (a *Arguments) Set(name string, v any) {
	if r := reflect.ValueOf(v); r.IsValid() && !r.IsZero() {
		a.named[name] = v
	}
}

// Values returns the arguments from a position on, and those by name.
func (a *Arguments) Values(from int) (list, named Value) {
	return ValueOf(a.list[from:]), ValueOf(a.named)
}

// OptimizerOf makes an optimizer by the name of its class; package optim has a function for each.
func OptimizerOf(class string, a *Arguments) Optimizer {
	list, named := a.Values(1)
	return OptimizerNew(class, a.list[0].([]Tensor), list, named)
}

// LrSchedulerOf makes a scheduler by the name of its class.
func LrSchedulerOf(class string, a *Arguments) LrScheduler {
	list, named := a.Values(1)
	return LrSchedulerNew(class, a.list[0].(Optimizer), list, named)
}

// TransformOf makes a transform by the name of its class.
func TransformOf(class string, a *Arguments) Transform {
	list, named := a.Values(0)
	return TransformNew(class, list, named)
}

// StepClosure makes a step that computes the loss several times, as LBFGS does.
func (self Optimizer) StepClosure(closure func() Tensor) Tensor {
	loss, err := shim.StepClosure(handleOf(self.T), hookOf(func(Tensor) Tensor { return closure() }))
	runtime.KeepAlive(self.T)
	check(err)
	return newTensor(loss, 0)
}
