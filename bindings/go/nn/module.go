package nn

import (
	"fmt"
	"reflect"
	"runtime"
	"sort"
	"strings"
	"unicode"
	"unsafe"

	torch "gotorch"
)

// Module is what modules embed. Their fields of type Tensor are parameters, those with the tag
// `gotorch:"buffer"` are buffers, and fields that are modules are sub-modules. Fields may also be
// pointers, slices or maps of these. The fields of an embedded struct are those of the module itself:
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
// `gotorch:"buffer,mean"` or `gotorch:",fc_1"` gives another one. A field with a module or tensor
// must be exported, unless its tag is `gotorch:"-"`, which makes it no part of the module.
type Module struct {
	outer      any
	isTraining bool
}

// IModule is any struct that embeds Module.
type IModule interface{ module() *Module }

func (m *Module) module() *Module { return m }

// Init records the struct that the module is embedded in.
func (m *Module) Init(outer IModule) {
	m.outer, m.isTraining = outer, true
}

// Core is embedded in modules that the library implements.
type Core struct {
	Module
	C torch.Module
}

func newCore(class string, args *torch.Arguments) Core {
	return Core{Module{isTraining: true}, torch.NnOf(class, args)}
}

// Forward calls the module with its inputs and returns its first output.
func (c *Core) Forward(inputs ...torch.Tensor) torch.Tensor { return c.C.Call(inputs...) }

// --- parts ------------------------------------------------------------------------------------------

type part struct {
	path     string
	tensor   torch.Tensor
	isBuffer bool
	field    string // as Go names it: "Encoder.FC1"
	core     *Core  // the module of the library that has it
	inCore   string
}

// same is equal for two parts that are the same tensor.
func (p part) same() any {
	if p.core != nil {
		return [2]any{p.core.C.T, p.inCore}
	}
	return p.tensor.T
}

// walk collects the parts of a module. A module that is in two fields has two paths.
type walk struct {
	parts   []part
	fieldOf map[string]string // by the paths of the parts
	trail   []string          // the fields that lead here
	modules []*Module
	cores   []*Core
	inside  map[place]bool // the structs that lead here: one may refer to one around it
}

// place identifies a struct; its first field has the same address.
type place struct {
	at  unsafe.Pointer
	its reflect.Type
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

var (
	tensorType = reflect.TypeOf(torch.Tensor{})
	moduleType = reflect.TypeOf(Module{})
	coreType   = reflect.TypeOf(Core{})
	anyModule  = reflect.TypeOf((*IModule)(nil)).Elem()
)

const leaveOut = "the tag `gotorch:\"-\"` leaves it out"

func refuse(format string, args ...any) {
	panic(&torch.Error{Class: torch.ErrorType, Text: "TypeError: " + fmt.Sprintf(format, args...), Function: "nn.Module"})
}

// add notes a part. Another one of the same name would take its place in a state dict.
func (w *walk) add(p part) {
	p.field = strings.Join(w.trail, ".")
	if other, isTaken := w.fieldOf[p.path]; isTaken {
		refuse("the fields %s and %s both have %s in a state dict; a tag such as `gotorch:\",other_name\"` gives one of them another name", other, p.field, p.path)
	}
	w.fieldOf[p.path] = p.field
	w.parts = append(w.parts, p)
}

// visit goes over what may be a module or a tensor, or a pointer, slice or map of them.
func (w *walk) visit(v reflect.Value, path string, isBuffer bool) {
	switch {
	case v.Type() == tensorType:
		if t := v.Interface().(torch.Tensor); t.T != nil {
			w.add(part{path: path, tensor: t, isBuffer: isBuffer})
		}
		return
	case v.Kind() == reflect.Struct && reflect.PointerTo(v.Type()).Implements(anyModule):
		if !v.CanAddr() {
			refuse("%s is a copy of a module: use pointers, *%s; %s", path, v.Type(), leaveOut)
		}
		w.fields(v, path)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && (v.Type().Implements(anyModule) || v.Type().Elem() == tensorType) {
			w.visit(v.Elem(), path, isBuffer)
		}
	case reflect.Interface:
		if !v.IsNil() {
			w.visit(v.Elem(), path, isBuffer)
		}
	case reflect.Slice, reflect.Array:
		for i := 0; holds(v.Type()) && i < v.Len(); i++ {
			w.visit(v.Index(i), join(path, fmt.Sprint(i)), isBuffer)
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return fmt.Sprint(keys[i]) < fmt.Sprint(keys[j]) })
		for _, key := range keys {
			w.visit(v.MapIndex(key), join(path, fmt.Sprint(key)), isBuffer)
		}
	}
}

// holds reports whether values of a type may be, or refer to, modules or tensors.
func holds(t reflect.Type) bool {
	if t == tensorType || t.Implements(anyModule) || reflect.PointerTo(t).Implements(anyModule) {
		return true
	}
	switch t.Kind() {
	case reflect.Pointer:
		return t.Elem() == tensorType
	case reflect.Slice, reflect.Array, reflect.Map:
		return holds(t.Elem())
	}
	return t.Kind() == reflect.Interface
}

// fields goes over the fields of a module, or of a struct embedded in one.
func (w *walk) fields(v reflect.Value, path string) {
	at := place{v.Addr().UnsafePointer(), v.Type()}
	if w.inside[at] {
		return
	}
	w.inside[at] = true
	defer delete(w.inside, at)
	for i := 0; i < v.NumField(); i++ {
		w.field(v.Field(i), v.Type().Field(i), path)
	}
}

// readTag returns the two parts of a field's tag: what the field is, and its name.
func readTag(field reflect.StructField) (kind, name string) {
	kind, name, _ = strings.Cut(field.Tag.Get("gotorch"), ",")
	switch kind {
	case "", "-", "buffer", "inline":
	default:
		refuse("%s has the tag `gotorch:%q`: what is before a comma must be buffer, inline or -, or nothing", field.Name, field.Tag.Get("gotorch"))
	}
	if name == "" {
		name = pythonName(field.Name)
	}
	return kind, name
}

func (w *walk) field(v reflect.Value, field reflect.StructField, path string) {
	kind, name := readTag(field)
	if field.Type != coreType {
		w.trail = append(w.trail, field.Name)
		defer func() { w.trail = w.trail[:len(w.trail)-1] }()
	}
	switch {
	case kind == "-":
	case field.Type == moduleType:
		w.modules = append(w.modules, v.Addr().Interface().(*Module))
	case field.Type == coreType:
		w.core(v.Addr().Interface().(*Core), path)
	case field.Anonymous && field.Type != tensorType:
		w.embedded(v, path)
	case !field.IsExported():
		if field.Type.Kind() == reflect.Interface && v.IsNil() {
			return
		} else if field.Type.Kind() == reflect.Interface && holds(v.Elem().Type()) || field.Type.Kind() != reflect.Interface && holds(field.Type) {
			refuse("%s holds a module or tensor but is not exported; %s", join(path, field.Name), leaveOut)
		}
	case kind == "inline":
		w.visit(v, path, false)
	default:
		w.visit(v, join(path, name), kind == "buffer")
	}
}

// embedded goes over an embedded struct, whose fields are those of the struct around it.
func (w *walk) embedded(v reflect.Value, path string) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct && v.CanAddr() {
		w.fields(v, path)
	}
}

func (w *walk) core(c *Core, path string) {
	w.modules, w.cores = append(w.modules, &c.Module), append(w.cores, c)
	for _, n := range c.C.NamedParameters(nil) {
		w.add(part{path: join(path, n.Name), tensor: n.Tensor, core: c, inCore: n.Name})
	}
	for _, n := range c.C.NamedBuffers(nil) {
		w.add(part{path: join(path, n.Name), tensor: n.Tensor, isBuffer: true, core: c, inCore: n.Name})
	}
}

// checkNoCopy panics for a copy of the struct that Init was called of: what it did would be done to
// the other one.
func (m *Module) checkNoCopy() {
	if outer, ok := m.outer.(IModule); ok && outer.module() != m {
		panic(&torch.Error{Class: torch.ErrorRuntime, Text: fmt.Sprintf("RuntimeError: this is a copy of the %T that Init was called of: use that by a pointer, or call Init of the copy", m.outer), Function: "nn.Module"})
	}
}

func (m *Module) walk() *walk {
	if m.outer == nil {
		panic(&torch.Error{Class: torch.ErrorRuntime, Text: "RuntimeError: call Init(m) of the module first, in its constructor", Function: "nn.Module"})
	}
	m.checkNoCopy()
	w := &walk{inside: map[place]bool{}, fieldOf: map[string]string{}}
	w.visit(reflect.ValueOf(m.outer), "", false)
	return w
}

// named lists each tensor once, by its first path.
func (m *Module) named(isBuffer bool) (list []torch.Named) {
	seen := map[any]bool{}
	for _, p := range m.walk().parts {
		if p.isBuffer == isBuffer && !seen[p.same()] {
			seen[p.same()] = true
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

// IsTraining reports whether the module is in training mode.
func (m *Module) IsTraining() bool {
	m.checkNoCopy()
	return m.isTraining
}

// ZeroGrad removes the gradients of all parameters.
func (m *Module) ZeroGrad() {
	for _, p := range m.Parameters() {
		p.SetGrad(torch.Tensor{})
	}
}

// To moves parameters and buffers to a device, and converts those of floating-point numbers to a
// dtype, if one is given. They stay the same tensors, so that an optimizer's references remain valid.
func (m *Module) To(device torch.Device, dtype ...torch.Dtype) {
	w := m.walk()
	options := torch.ModuleToOptions{Device: device}
	if len(dtype) > 0 {
		options.Dtype = dtype[0]
	}
	torch.NoGrad(func() {
		for _, p := range w.parts {
			if p.core == nil {
				p.tensor.SetData(p.tensor.ToDevice(device, converted(p.tensor, options.Dtype)))
			}
		}
	})
	for _, c := range w.cores {
		c.C.To(&options)
	}
}

// converted returns the dtype that To gives a tensor.
func converted(t torch.Tensor, dtype torch.Dtype) torch.Dtype {
	if dtype != torch.DtypeNone && (t.IsFloatingPoint() || t.IsComplex()) {
		return dtype
	}
	return t.Dtype()
}

// StateDict returns the parameters and buffers by their names; they share the module's memory. A
// tensor that is in two modules has two names, as in Python.
func (m *Module) StateDict() (state torch.StateDict) {
	for _, p := range m.walk().parts {
		state = append(state, torch.Named{Name: p.path, Tensor: p.tensor.Detach()})
	}
	return state
}

// LoadStateDict copies the numbers of a state dict. An error, which changes nothing, lists all names
// that are missing, unexpected or of another shape.
func (m *Module) LoadStateDict(state torch.StateDict) error {
	given, parts, wrong := map[string]torch.Tensor{}, m.walk().parts, []string{}
	for _, n := range state {
		given[n.Name] = n.Tensor
	}
	known := map[string]bool{}
	for _, p := range parts {
		known[p.path] = true
		if t, ok := given[p.path]; !ok {
			wrong = append(wrong, "missing: "+p.path)
		} else if t.T == nil {
			wrong = append(wrong, p.path+" is None")
		} else if fmt.Sprint(t.Shape()) != fmt.Sprint(p.tensor.Shape()) {
			wrong = append(wrong, fmt.Sprintf("%s has the shape %v, not %v", p.path, t.Shape(), p.tensor.Shape()))
		}
	}
	for _, n := range state {
		if !known[n.Name] {
			wrong = append(wrong, "unexpected: "+n.Name)
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("cannot load the state dict: %s", strings.Join(wrong, "; "))
	}
	return torch.Try(func() {
		torch.NoGrad(func() {
			for _, p := range parts {
				p.tensor.Copy_(given[p.path])
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
	for i, m := range modules {
		partOf(i, m)
	}
	s := &SequentialModule{Modules: modules}
	s.Init(s)
	return s
}

// Forward calls all modules and returns the result of the last. If the last result of one is an
// error, the next one does not receive it: an error that is not nil panics.
func (s *SequentialModule) Forward(inputs ...torch.Tensor) torch.Tensor {
	values := make([]reflect.Value, len(inputs))
	for i, input := range inputs {
		values[i] = reflect.ValueOf(input)
	}
	for i, m := range s.Modules {
		values = callPart(i, m, values)
	}
	if len(values) != 1 || values[0].Type() != tensorType {
		mismatch("Sequential returns one Tensor, but its last module returned %s", typesOf(values))
	}
	return values[0].Interface().(torch.Tensor)
}

func mismatch(format string, args ...any) {
	panic(&torch.Error{Class: torch.ErrorType, Text: "TypeError: " + fmt.Sprintf(format, args...), Function: "Sequential"})
}

func typesOf(values []reflect.Value) string {
	var names []string
	for _, v := range values {
		names = append(names, v.Type().String())
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// partOf returns the function that a part of a Sequential is, and its name for errors.
func partOf(i int, m any) (reflect.Value, string) {
	f := reflect.ValueOf(m)
	name := fmt.Sprintf("module %d (%T)", i, m)
	if kind := f.Kind(); !f.IsValid() || (kind == reflect.Func || kind == reflect.Pointer) && f.IsNil() {
		mismatch("%s is nil", name)
	} else if kind != reflect.Func {
		f = f.MethodByName("Forward")
	} else if known := runtime.FuncForPC(f.Pointer()); known != nil {
		name = fmt.Sprintf("module %d (%s)", i, known.Name()[strings.LastIndex(known.Name(), "/")+1:])
	}
	if !f.IsValid() {
		mismatch("%s has no method Forward", name)
	}
	return f, name
}

func callPart(i int, m any, values []reflect.Value) []reflect.Value {
	f, name := partOf(i, m)
	checkArguments(name, f.Type(), values)
	return withoutError(f.Call(values))
}

func checkArguments(name string, f reflect.Type, values []reflect.Value) {
	wanted, more := f.NumIn(), ""
	if f.IsVariadic() {
		wanted, more = wanted-1, " or more"
	}
	if len(values) < wanted || len(values) > wanted && more == "" {
		mismatch("%s takes %d%s arguments but got %d", name, wanted, more, len(values))
	}
	for i, v := range values {
		in := f.In(f.NumIn() - 1)
		if i < wanted {
			in = f.In(i)
		} else {
			in = in.Elem()
		}
		if !v.Type().AssignableTo(in) {
			mismatch("%s: argument %d is a %s, not a %s", name, i, in, v.Type())
		}
	}
}

var errorType = reflect.TypeOf((*error)(nil)).Elem()

// withoutError panics with the error that a call returned last, as an *Error.
func withoutError(results []reflect.Value) []reflect.Value {
	last := len(results) - 1
	if last < 0 || results[last].Type() != errorType {
		return results
	}
	switch err := results[last].Interface().(type) {
	case nil:
	case *torch.Error:
		panic(err)
	case error:
		panic(torch.WrapError(torch.ErrorRuntime, "Sequential", err))
	}
	return results[:last]
}
