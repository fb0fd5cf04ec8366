package gotorch

import (
	"fmt"
	"reflect"
	"runtime"
	"unsafe"

	"gotorch/internal/shim"
)

// Value is what state dicts, checkpoints and samples are made of. ValueOf makes one of Go's own
// values, Any turns it into them.
type Value struct{ T *unsafe.Pointer }

func newValue(value unsafe.Pointer) Value { return Value{newBox(value, -1)} }

// ValueOf makes a value of nil, a bool, number or string, a Tensor, Device or Dtype, a slice or a
// map[string] of these.
func ValueOf(v any) Value { return newValue(encode(v)) }

func encode(v any) unsafe.Pointer {
	switch v := v.(type) {
	case nil:
		return shim.ValueNone()
	case Tensor:
		defer runtime.KeepAlive(v.T)
		return shim.ValueTensor(handleOf(v.T))
	case Device:
		return shim.ValueDevice(int32(v.Type), v.Index)
	case Dtype:
		return shim.ValueDtype(int32(v))
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Bool:
		return shim.ValueBool(r.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return shim.ValueInt(r.Int())
	case reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return shim.ValueInt(int64(r.Uint()))
	case reflect.Float32, reflect.Float64:
		return shim.ValueFloat(r.Float())
	case reflect.String:
		return shim.ValueText(r.String())
	case reflect.Pointer:
		if r.IsNil() {
			return shim.ValueNone()
		}
		return encode(r.Elem().Interface())
	case reflect.Slice, reflect.Array:
		var items []unsafe.Pointer
		for i := 0; i < r.Len(); i++ {
			items = append(items, encode(r.Index(i).Interface()))
		}
		return shim.ValueItems(items, false)
	case reflect.Map:
		var items []unsafe.Pointer
		for _, key := range r.MapKeys() {
			items = append(items, encode(key.Interface()), encode(r.MapIndex(key).Interface()))
		}
		return shim.ValueItems(items, true)
	}
	panic(&Error{ErrorType, fmt.Sprintf("TypeError: a %T cannot be a value", v), "ValueOf"})
}

// Any returns nil, a bool, an int64, a float64, a complex128, a string, []byte, a Device, Dtype or
// Tensor, an []any, or a map[any]any.
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
	case ValueDevice:
		d := plain.([2]int32)
		return Device{DeviceType(d[0]), d[1]}
	case ValueList, ValueTuple, ValueInts, ValueFloats, ValueBools, ValueTensors:
		list := make([]any, n)
		for i := range list {
			list[i] = item(value, int64(i), shim.ValueItem)
		}
		return list
	case ValueDict:
		dict := make(map[any]any, n)
		for i := int64(0); i < n; i++ {
			dict[item(value, i, shim.ValueKey)] = item(value, i, shim.ValueItem)
		}
		return dict
	}
	return plain
}

func item(value unsafe.Pointer, i int64, get func(unsafe.Pointer, int64) unsafe.Pointer) any {
	part := get(value, i)
	defer shim.Free(-1, part)
	return decode(part)
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

// Set gives an argument by name. Nil, and what else is zero by its type, leaves the default.
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

// SchedulerOf makes a scheduler by the name of its class.
func SchedulerOf(class string, a *Arguments) LrScheduler {
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
