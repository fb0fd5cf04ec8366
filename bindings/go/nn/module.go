package nn

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	torch "gotorch"
)

// Module is what modules embed. Their fields of type Tensor are parameters, those with the tag
// `gotorch:"buffer"` are buffers, and fields that are modules, or slices or maps of modules, are
// sub-modules:
//
//	type MLP struct {
//		nn.Module
//		FC1, FC2 *nn.LinearModule
//	}
//
//	func NewMLP() *MLP {
//		m := &MLP{FC1: nn.Linear(784, 128), FC2: nn.Linear(128, 10)}
//		m.Init(m)
//		return m
//	}
//
// A forward function is a method Forward with any arguments and results. The name of a field is the
// one in a state dict, in Python's style: RunningMean is running_mean; the tag
// `gotorch:"buffer,mean"` or `gotorch:",fc_1"` gives another one.
type Module struct {
	outer      any
	isTraining bool
}

// IModule is any struct that embeds Module.
type IModule interface{ module() *Module }

func (m *Module) module() *Module { return m }

// Init tells the module which struct it is embedded in.
func (m *Module) Init(outer IModule) {
	m.outer, m.isTraining = outer, true
}

// Core is embedded in modules that the library implements.
type Core struct {
	Module
	C torch.Module
}

func newCore(class string, args *torch.Arguments) Core {
	list, named := args.Values(0)
	return Core{Module{isTraining: true}, torch.NnNew(class, list, named)}
}

func (c *Core) core() *Core { return c }

// Forward calls the module with its inputs and returns its first output.
func (c *Core) Forward(inputs ...torch.Tensor) torch.Tensor { return c.C.Call(inputs...) }

// String is what Python prints.
func (c *Core) String() string { return c.C.ToString() }

// --- parts ------------------------------------------------------------------------------------------

type part struct {
	path     string
	field    reflect.Value // a Tensor; not valid for a part of the library's modules
	tensor   torch.Tensor
	isBuffer bool
}

type walk struct {
	parts   []part
	modules []*Module
	cores   []*Core
	seen    map[*Module]bool
}

// pythonName is "RunningMean" as "running_mean", and "FC1" as "fc1".
func pythonName(name string) string {
	var out strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && unicode.IsLower(runes[i-1]) {
			out.WriteByte('_')
		}
		out.WriteRune(unicode.ToLower(r))
	}
	return out.String()
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

var tensorType = reflect.TypeOf(torch.Tensor{})

// visit goes over what may be a module: a pointer, an interface, a slice or a map of them.
func (w *walk) visit(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if m, ok := v.Interface().(IModule); ok {
			w.module(m, path)
		} else if v.Kind() == reflect.Interface {
			w.visit(v.Elem(), path)
		}
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len(); i++ {
			w.visit(v.Index(i), join(path, fmt.Sprint(i)))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			w.visit(v.MapIndex(key), join(path, fmt.Sprint(key)))
		}
	case reflect.Struct:
		if v.CanAddr() {
			w.visit(v.Addr(), path)
		}
	}
}

func (w *walk) module(m IModule, path string) {
	inner := m.module()
	if w.seen[inner] {
		return
	}
	w.seen[inner] = true
	w.modules = append(w.modules, inner)
	if c, ok := m.(interface{ core() *Core }); ok {
		w.core(c.core(), path)
		return
	}
	fields := reflect.ValueOf(m).Elem()
	for i := 0; i < fields.NumField(); i++ {
		field := fields.Type().Field(i)
		if field.IsExported() && field.Type != reflect.TypeOf(Module{}) {
			w.field(fields.Field(i), field, path)
		}
	}
}

func (w *walk) field(v reflect.Value, field reflect.StructField, path string) {
	kind, name, _ := strings.Cut(field.Tag.Get("gotorch"), ",")
	if name == "" {
		name = pythonName(field.Name)
	}
	if kind == "inline" {
		w.visit(v, path)
	} else if field.Type != tensorType {
		w.visit(v, join(path, name))
	} else if t := v.Interface().(torch.Tensor); t.T != nil {
		w.parts = append(w.parts, part{join(path, name), v, t, kind == "buffer"})
	}
}

func (w *walk) core(c *Core, path string) {
	w.cores = append(w.cores, c)
	for _, isBuffer := range []bool{false, true} {
		for _, n := range c.C.Named(isBuffer) {
			w.parts = append(w.parts, part{path: join(path, n.Name), tensor: n.Tensor, isBuffer: isBuffer})
		}
	}
}

func (m *Module) walk() *walk {
	if m.outer == nil {
		panic(&torch.Error{Class: torch.ErrorRuntime, Text: "RuntimeError: call Init(m) of the module first, in its constructor", Function: "nn.Module"})
	}
	w := &walk{seen: map[*Module]bool{}}
	w.module(m.outer.(IModule), "")
	return w
}

func (m *Module) named(isBuffer bool) (list []torch.Named) {
	for _, p := range m.walk().parts {
		if p.isBuffer == isBuffer {
			list = append(list, torch.Named{Name: p.path, Tensor: p.tensor})
		}
	}
	return list
}

// NamedParameters returns all parameters, those of sub-modules included, in the order of the fields.
func (m *Module) NamedParameters() []torch.Named { return m.named(false) }

// NamedBuffers returns all buffers likewise.
func (m *Module) NamedBuffers() []torch.Named { return m.named(true) }

// Parameters returns all parameters, for an optimizer.
func (m *Module) Parameters() (list []torch.Tensor) {
	for _, n := range m.named(false) {
		list = append(list, n.Tensor)
	}
	return list
}

// --- modes, moves, state ----------------------------------------------------------------------------

// Train sets training mode, or evaluation mode, for the module and all in it.
func (m *Module) Train(on bool) {
	w := m.walk()
	for _, inner := range w.modules {
		inner.isTraining = on
	}
	for _, c := range w.cores {
		c.C.Train(on)
	}
}

// Eval sets evaluation mode.
func (m *Module) Eval() { m.Train(false) }

// IsTraining tells the mode.
func (m *Module) IsTraining() bool { return m.isTraining }

// ZeroGrad removes the gradients of all parameters.
func (m *Module) ZeroGrad() {
	for _, p := range m.Parameters() {
		p.SetGrad(torch.Tensor{})
	}
}

// To moves parameters and buffers to a device. They stay the same tensors, so that an optimizer's
// references remain valid.
func (m *Module) To(device torch.Device) {
	w := m.walk()
	torch.NoGrad(func() {
		for _, p := range w.parts {
			if p.field.IsValid() {
				p.tensor.SetData(p.tensor.ToDevice(device, p.tensor.Dtype(), false, false, torch.MemoryFormatNone))
			}
		}
	})
	for _, c := range w.cores {
		c.C.To(&torch.ModuleToOptions{Device: device})
	}
}

// StateDict returns the parameters and buffers by their names; they share the module's memory.
func (m *Module) StateDict() map[string]torch.Tensor {
	state := map[string]torch.Tensor{}
	for _, p := range m.walk().parts {
		state[p.path] = p.tensor.Detach()
	}
	return state
}

// LoadStateDict copies the numbers of a state dict. An error, which changes nothing, lists all names
// that are missing, unexpected or of another shape.
func (m *Module) LoadStateDict(state map[string]torch.Tensor) error {
	parts, wrong := m.walk().parts, []string{}
	known := map[string]bool{}
	for _, p := range parts {
		known[p.path] = true
		if t, ok := state[p.path]; !ok {
			wrong = append(wrong, "missing: "+p.path)
		} else if fmt.Sprint(t.Shape()) != fmt.Sprint(p.tensor.Shape()) {
			wrong = append(wrong, fmt.Sprintf("%s has the shape %v, not %v", p.path, t.Shape(), p.tensor.Shape()))
		}
	}
	for name := range state {
		if !known[name] {
			wrong = append(wrong, "unexpected: "+name)
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("cannot load the state dict: %s", strings.Join(wrong, "; "))
	}
	return torch.Try(func() {
		torch.NoGrad(func() {
			for _, p := range parts {
				p.tensor.Copy_(state[p.path], false)
			}
		})
	})
}

// --- Sequential -------------------------------------------------------------------------------------

// SequentialModule calls its modules one after the other.
type SequentialModule struct {
	Module
	Modules []any `gotorch:"inline"` // their names are 0, 1, ...
}

// Sequential makes one of modules, whose Forward methods may have any arguments and results, and of
// functions: the results of each are the arguments of the next.
func Sequential(modules ...any) *SequentialModule {
	s := &SequentialModule{Modules: modules}
	s.Init(s)
	return s
}

// Forward calls all modules and returns the result of the last.
func (s *SequentialModule) Forward(inputs ...torch.Tensor) torch.Tensor {
	values := make([]reflect.Value, len(inputs))
	for i, input := range inputs {
		values[i] = reflect.ValueOf(input)
	}
	for i, m := range s.Modules {
		f := reflect.ValueOf(m)
		if f.Kind() != reflect.Func {
			f = f.MethodByName("Forward")
		}
		if !f.IsValid() {
			panic(&torch.Error{Class: torch.ErrorType, Text: fmt.Sprintf("TypeError: module %d, a %T, has no method Forward", i, m), Function: "Sequential"})
		}
		values = f.Call(values)
	}
	return values[0].Interface().(torch.Tensor)
}
