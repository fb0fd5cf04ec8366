package nn

import (
	"fmt"
	"reflect"
	"runtime"
	"sort"
	"strings"
)

// An ExtraRepr is a module with a text of its own between the parentheses, Python's extra_repr().
type ExtraRepr interface{ ExtraRepr() string }

// String is what Python prints: the name of the struct, ExtraRepr(), and the modules in its fields.
func (m *Module) String() string {
	if m.outer == nil {
		return "Module()"
	}
	return printer{}.module(reflect.ValueOf(m.outer).Elem())
}

// String is what Python prints.
func (c *Core) String() string {
	if c.outer == nil {
		return c.C.ToString()
	}
	return c.Module.String()
}

// printer has the structs that lead to the one that is printed.
type printer map[place]bool

// contents is what a module prints, besides its name.
type contents struct {
	core  *Core
	lines []string
}

func (p printer) module(v reflect.Value) string {
	at, name := place{v.Addr().UnsafePointer(), v.Type()}, moduleName(v.Type())
	if p[at] {
		return name + "(...)"
	}
	p[at] = true
	defer delete(p, at)
	var found contents
	p.fields(v, &found)
	own := extraLines(v)
	if found.core != nil && len(own) == 0 {
		text := found.core.C.ToString()
		if v.Type().PkgPath() == moduleType.PkgPath() {
			return text
		}
		if len(found.lines) == 0 {
			return name + text[strings.IndexByte(text, '('):]
		}
		own = inside(text)
	}
	return block(name, own, found.lines)
}

// block is "ReLU()", "Linear(in_features=2)", or a line for each part.
func block(name string, own, children []string) string {
	if len(own) <= 1 && len(children) == 0 {
		return name + "(" + strings.Join(own, "") + ")"
	}
	return name + "(\n  " + strings.Join(append(own, children...), "\n  ") + "\n)"
}

// moduleName is the name of a struct; those of this package end with Module.
func moduleName(t reflect.Type) string {
	if t.PkgPath() == moduleType.PkgPath() {
		return strings.TrimSuffix(t.Name(), "Module")
	}
	return t.Name()
}

func extraLines(v reflect.Value) []string {
	if m, ok := v.Addr().Interface().(ExtraRepr); ok && m.ExtraRepr() != "" {
		return strings.Split(m.ExtraRepr(), "\n")
	}
	return nil
}

// inside is what is between the parentheses of a text in C.
func inside(text string) []string {
	text = text[strings.IndexByte(text, '(')+1 : len(text)-1]
	if text == "" {
		return nil
	}
	return strings.Split(strings.ReplaceAll(strings.Trim(text, "\n "), "\n  ", "\n"), "\n")
}

func line(name any, text string) string {
	return fmt.Sprintf("(%v): %s", name, strings.ReplaceAll(text, "\n", "\n  "))
}

func (p printer) fields(v reflect.Value, found *contents) {
	for i := 0; i < v.NumField(); i++ {
		p.field(v.Field(i), v.Type().Field(i), found)
	}
}

func (p printer) field(v reflect.Value, field reflect.StructField, found *contents) {
	kind, name := readTag(field)
	switch {
	case kind == "-" || field.Type == moduleType:
	case field.Type == coreType:
		found.core = v.Addr().Interface().(*Core)
	case field.Anonymous && field.Type != tensorType:
		if inner := structOf(v); inner.IsValid() {
			p.fields(inner, found)
		}
	case !field.IsExported():
	case kind == "inline":
		for i := 0; i < v.Len(); i++ {
			if text, ok := p.part(v.Index(i)); ok {
				found.lines = append(found.lines, line(i, text))
			}
		}
	default:
		if text, ok := p.part(v); ok {
			found.lines = append(found.lines, line(name, text))
		}
	}
}

// structOf is the struct that an embedded field is or leads to.
func structOf(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return reflect.Value{}
	}
	return v
}

// part is the text of a module, or of a list or map of them, or of a function in one; false: it is
// something else.
func (p printer) part(v reflect.Value) (string, bool) {
	switch v.Kind() {
	case reflect.Interface:
		return p.part(v.Elem())
	case reflect.Func:
		if v.IsNil() {
			return "", false
		}
		name := runtime.FuncForPC(v.Pointer()).Name()
		return name[strings.LastIndex(name, "/")+1:], true
	case reflect.Pointer, reflect.Struct:
		inner := structOf(v)
		if !inner.IsValid() || !reflect.PointerTo(inner.Type()).Implements(anyModule) {
			return "", false
		}
		return p.module(inner), true
	case reflect.Slice, reflect.Array:
		return p.list(v)
	case reflect.Map:
		return p.dict(v)
	}
	return "", false
}

// list has one line for each run of modules that print the same, as a ModuleList of Python.
func (p printer) list(v reflect.Value) (string, bool) {
	var lines, texts []string
	for i := 0; holds(v.Type()) && i < v.Len(); i++ {
		if text, ok := p.part(v.Index(i)); ok {
			texts = append(texts, text)
		}
	}
	for first, end := 0, 0; first < len(texts); first = end {
		for end = first; end < len(texts) && texts[end] == texts[first]; end++ {
		}
		if end-first == 1 {
			lines = append(lines, line(first, texts[first]))
			continue
		}
		lines = append(lines, line(fmt.Sprintf("%d-%d", first, end-1), fmt.Sprintf("%d x %s", end-first, texts[first])))
	}
	return block("ModuleList", nil, lines), len(lines) > 0
}

func (p printer) dict(v reflect.Value) (string, bool) {
	var lines []string
	keys := v.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return fmt.Sprint(keys[i]) < fmt.Sprint(keys[j]) })
	for _, key := range keys {
		if text, ok := p.part(v.MapIndex(key)); ok {
			lines = append(lines, line(key, text))
		}
	}
	return block("ModuleDict", nil, lines), len(lines) > 0
}
