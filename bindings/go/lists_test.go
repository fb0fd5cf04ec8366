package gotorch

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"
)

func bytesOf(numbers []float32) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&numbers[0])), 4*len(numbers))
}

func mustFail(t *testing.T, text string, f func()) {
	t.Helper()
	if err := Try(f); err == nil || !strings.Contains(err.Error(), text) {
		t.Errorf("%v, not: %s", err, text)
	}
}

// C reads as many bytes as the slice has, also where it counts elements.
func TestShortMemoryIsRefused(t *testing.T) {
	x, bytes := Ones([]int64{4}), bytesOf([]float32{1, 2, 3, 4})
	x.CopyFrom(Float32, bytes)
	if got := ToSlice[float32](x); !reflect.DeepEqual(got, []float32{1, 2, 3, 4}) {
		t.Error(got)
	}
	for n := 0; n < len(bytes); n++ {
		mustFail(t, "data_len", func() { x.CopyFrom(Float32, bytes[:n]) })
		mustFail(t, "nbytes", func() { TensorFromMemory(bytes[:n], Float32, []int64{4}) })
	}
	mustFail(t, "dtype", func() { x.CopyFrom(DtypeNone, bytes[:4]) })
}

// So it does where the schema or the header says how many elements a list has.
func TestListsOfAnotherLengthAreRefused(t *testing.T) {
	x := Ones([]int64{1, 4, 4})
	affine := func(translate, shear []float64) {
		TransformAffine(x, 0, translate, 1, shear, "nearest", nil, nil)
	}
	two := []float64{0, 0}
	affine(two, two)
	mustFail(t, "translate must have 2 elements, not 1", func() { affine([]float64{0}, two) })
	mustFail(t, "shear must have 2 elements, not 3", func() { affine(two, []float64{0, 0, 0}) })
	mustFail(t, "shear must have 2 elements, not 0", func() { affine(two, nil) })
	mustFail(t, "coefficients must have 8 elements, not 2", func() { TransformPerspective(x, two, "nearest", nil) })
	mustFail(t, "outputMask must have 3 elements, not 1", func() { LinearBackward(x, x, x, []bool{true}) })
	program := ExportRecord(func(in []Tensor) []Tensor { return []Tensor{in[0].Relu()} }, []Tensor{x}, 1, nil)
	call := func(names []string, named ...Value) { program.Call([]Value{ValueOf(x)}, names, named) }
	call(nil)
	mustFail(t, "names and named must have the same length, not 2 and 1", func() { call([]string{"a", "b"}, ValueOf(1)) })
	mustFail(t, "names and named must have the same length, not 0 and 1", func() { call(nil, ValueOf(1)) })
}

// Fields of structs are lists, texts, structs, and numbers whose default is not 0.
func TestFieldsOfStructs(t *testing.T) {
	net := ModelsMlpNew(&MlpOptions{InChannels: 3, HiddenChannels: []int64{4, 2}, Bias: Ptr(false)}).ToString()
	if strings.Count(net, "bias=False") != 2 || strings.Count(net, "ReLU()") != 1 || strings.Count(net, "p=0.0") != 2 {
		t.Error(net)
	}
	net = ModelsMlpNew(&MlpOptions{InChannels: 3, HiddenChannels: []int64{4, 2}, ActivationLayer: Ptr("Tanh")}).ToString()
	if strings.Count(net, "bias=True") != 2 || strings.Count(net, "Tanh()") != 1 {
		t.Error(net)
	}
	program := ExportRecord(func(in []Tensor) []Tensor { return []Tensor{in[0].Relu()} }, []Tensor{Ones([]int64{4, 2})}, 1, &ExportRecordOptions{
		Names:      []string{"points"},
		Dynamic:    []ExportDynamic{{Dim: 0, Name: Ptr("n"), Max: 100}},
		ExtraFiles: ValueOf(map[string]any{"a": "text"}),
	})
	if text := program.ToString(); !strings.Contains(text, "points: f32[s0, 2]") || !strings.Contains(text, "1 <= s0 <= 100") {
		t.Error(text)
	}
	mustFail(t, "embedded null character", func() {
		ExportRecord(nil, nil, 1, &ExportRecordOptions{Dynamic: []ExportDynamic{{Name: Ptr("\x00")}}})
	})
	path := t.TempDir() + "/x.pt"
	layer := NnOf("Linear", NewArguments(2, 3))
	Save(ValueOf(map[string]any{"m": layer.StateDict(nil)}), path)
	other := NnOf("Linear", NewArguments(3, 3))
	mustFail(t, "size mismatch", func() { other.Load(path, &ModuleLoadOptions{At: Ptr("/m")}) })
	missing := NnOf("PReLU", NewArguments())
	mustFail(t, "Unexpected key", func() { missing.Load(path, &ModuleLoadOptions{At: Ptr("/m"), Prefix: Ptr("x.")}) })
	withBias := NnOf("Linear", NewArguments(2, 3))
	Save(ValueOf(map[string]any{"weight": Ones([]int64{3, 2})}), path)
	mustFail(t, "Missing key", func() { withBias.Load(path, nil) })
	withBias.Load(path, &ModuleLoadOptions{State: LoadStateDictOptions{NoStrict: true}})
}
