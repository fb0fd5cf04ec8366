package gotorch

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// left waits for the finalizers and returns the number of handles.
func left() int64 {
	GC()
	return MemoryHandleCount()
}

func TestMain(m *testing.M) {
	SetNumThreads(1)
	m.Run()
}

func TestMatrixProductAndGradients(t *testing.T) {
	a := NewTensor([]float32{1, 2, 3, 4}, 2, 2)
	if got := ToSlice[float32](MM(a, a)); !reflect.DeepEqual(got, []float32{7, 10, 15, 22}) {
		t.Error(got)
	}
	a.SetRequiresGrad(true)
	Sum(MulTensor(a, a)).Backward()
	if got := ToSlice[float32](a.Grad()); !reflect.DeepEqual(got, []float32{2, 4, 6, 8}) {
		t.Error(got)
	}
	if got := a.Detach().String(); got != "tensor([[1., 2.],\n        [3., 4.]])" {
		t.Error(got)
	}
}

func TestErrorsArePanicsAndTryReturnsThem(t *testing.T) {
	a := NewTensor([]float32{1, 2, 3, 4}, 2, 2)
	b := NewTensor([]float32{1, 2, 3}, 3, 1)
	_, err := TryValue(func() Tensor { return MM(a, b) })
	var e *Error
	if !errors.As(err, &e) || e.Class != ErrorRuntime || e.Function != "ct_mm" ||
		!strings.HasSuffix(e.Text, "mat1 and mat2 shapes cannot be multiplied (2x2 and 3x1)") {
		t.Errorf("%#v", err)
	}
	err = Try(func() { MM(a, Tensor{}) })
	if !errors.As(err, &e) || e.Class != ErrorArgument {
		t.Errorf("%#v", err)
	}
	defer func() {
		if p := recover(); p != "mine" {
			t.Error(p)
		}
	}()
	_ = Try(func() { panic("mine") })
}

func TestOptionalArgumentsAndLists(t *testing.T) {
	x := Arange(Int(6), ArangeOptions{Dtype: Float32})
	x = x.View([]int64{2, 3})
	if got := x.SumDimIntList([]int64{1}); !reflect.DeepEqual(ToSlice[float64](got), []float64{3, 12}) {
		t.Error(got)
	}
	if got := x.SumDimIntList(nil, SumDimIntListOptions{Keepdim: true, Dtype: Float64}); got.Dtype() != Float64 || !reflect.DeepEqual(got.Shape(), []int64{1, 1}) {
		t.Error(got)
	}
	if got := x.Clamp(ClampOptions{Max: Ptr(Int(2))}); !reflect.DeepEqual(ToSlice[float32](got), []float32{0, 1, 2, 2, 2, 2}) {
		t.Error(got)
	}
	parts := Cat([]Tensor{x, x})
	if got := parts.SplitTensor(3); len(got) != 2 || !reflect.DeepEqual(got[1].Shape(), []int64{1, 3}) {
		t.Error(got)
	}
	values, indices := x.MaxDim(1)
	if !reflect.DeepEqual(ToSlice[float32](values), []float32{2, 5}) || !reflect.DeepEqual(ToSlice[int64](indices), []int64{2, 2}) {
		t.Error(values, indices)
	}
	if got := EinsumText(t, x); !reflect.DeepEqual(got, []int64{3, 2}) {
		t.Error(got)
	}
}

func EinsumText(t *testing.T, x Tensor) []int64 { return Einsum("ij->ji", []Tensor{x}).Shape() }

func TestCollectorFreesWhatNothingRefersTo(t *testing.T) {
	before := left()
	x := NewTensor(make([]float32, 1000))
	for step := 0; step < 30; step++ {
		GC()
		if n := MemoryHandleCount() - before; n > 3 {
			t.Fatalf("step %d began with %d handles", step, n)
		}
		for i := 0; i < 50; i++ {
			_ = AddTensor(x, x)
		}
	}
	runtime.KeepAlive(x)
	x = Tensor{}
	FinishGC()
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestWithoutGCHandlesDoNotPileUp(t *testing.T) {
	x := NewTensor([]float32{1})
	var peak int64
	for i := 0; i < 100000; i++ {
		_ = AddTensor(x, x)
		if n := MemoryHandleCount(); n > peak {
			peak = n
		}
	}
	if peak > 30000 {
		t.Errorf("%d handles at once", peak)
	}
}

func TestWithoutGCMemoryDoesNotPileUp(t *testing.T) {
	x := NewTensor(make([]float32, 4<<20))
	var peak int64
	for i := 0; i < 60; i++ {
		_ = AddTensor(x, x)
		if _, process := MemoryStats(); process.Bytes > peak {
			peak = process.Bytes
		}
	}
	if peak > 700<<20 {
		t.Errorf("%d MB at once", peak>>20)
	}
}

func TestGoroutines(t *testing.T) {
	before := left()
	var wg sync.WaitGroup
	for g := 0; g < 16; g++ {
		wg.Add(1)
		go func(g int) {
			defer wg.Done()
			x := NewTensor([]float32{float32(g), 1})
			for i := 0; i < 300; i++ {
				x = AddTensor(x, x, AddTensorOptions{Alpha: Ptr(Int(0))})
				if i%50 == 0 {
					runtime.Gosched()
				}
			}
			if got := ToSlice[float32](x)[0]; got != float32(g) {
				t.Error(got)
			}
		}(g)
	}
	wg.Wait()
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestHooksAreFunctionsOfGo(t *testing.T) {
	before := left()
	func() {
		x := NewTensor([]float32{3})
		x.SetRequiresGrad(true)
		hook := x.RegisterHook(func(grad Tensor) Tensor { return MulTensor(grad, grad) })
		y := MulTensor(x, x)
		y.Backward()
		if got := x.Grad().ItemDouble(); got != 36 {
			t.Error(got)
		}
		if !HookRemove(hook) || HookRemove(hook) {
			t.Error("the hook was not removed once")
		}
		x.RegisterHook(func(grad Tensor) Tensor { panic("refused") })
		err := Try(func() { MulTensor(x, x).Backward() })
		if err == nil || !strings.Contains(err.Error(), "refused") {
			t.Error(err)
		}
		x.RegisterHook(func(grad Tensor) Tensor { return MM(grad, grad) })
	}()
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestValuesAreThoseOfGo(t *testing.T) {
	in := map[string]any{"lr": 0.5, "steps": 3, "name": "x", "on": true, "none": nil, "sizes": []int64{2, 3}, "dtype": Float32, "device": CPU}
	out := ValueOf(in).Any().(map[any]any)
	want := map[any]any{"lr": 0.5, "steps": int64(3), "name": "x", "on": true, "none": nil, "sizes": []any{int64(2), int64(3)}, "dtype": Float32, "device": CPU}
	if !reflect.DeepEqual(out, want) {
		t.Error(out)
	}
	x := NewTensor([]float32{1, 2})
	if got := ValueOf([]any{x}).Any().([]any)[0].(Tensor); ToSlice[float32](got)[1] != 2 {
		t.Error(got)
	}
}

func TestAnyAndValueOfAreInverses(t *testing.T) {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	for _, v := range []any{
		nil, true, int64(-3), uint64(1<<64 - 1), huge, 0.5, complex(1, -2), "a\x00b", []byte{1, 0, 2},
		CUDA(1), Float64, Strided, ChannelsLast, PerTensorAffine, []any{int64(1), []any{}},
		map[any]any{"a\x00b": int64(1), "a\x00c": int64(2), int64(3): nil},
	} {
		got := ValueOf(v).Any()
		if !reflect.DeepEqual(got, v) || !reflect.DeepEqual(ValueOf(ValueOf(v)).Any(), v) {
			t.Errorf("%#v became %#v", v, got)
		}
	}
	if got := ValueOf([]any{Int(3), ComplexNumber(0, 1), uint8(4), complex64(1)}).Any(); !reflect.DeepEqual(got, []any{int64(3), complex(0, 1), int64(4), complex(1, 0)}) {
		t.Error(got)
	}
	if got := (Value{}).Any(); got != nil {
		t.Error(got)
	}
}

func TestValuesThatCannotBeAreErrors(t *testing.T) {
	before := left()
	x := NewTensor([]float32{1})
	itself := []any{x}
	itself[0] = itself
	for _, c := range []struct {
		v     any
		class ErrorClass
	}{
		{map[[2]int]int{{1, 2}: 3}, ErrorType},
		{[]any{1, map[[2]int]int{{1, 2}: 3}}, ErrorType},
		{itself, ErrorValue},
		{[]any{x, make(chan int)}, ErrorType},
	} {
		var e *Error
		if err := Try(func() { ValueOf(c.v) }); !errors.As(err, &e) || e.Class != c.class {
			t.Errorf("%T: %v", c.v, err)
		}
	}
	runtime.KeepAlive(x)
	x, itself = Tensor{}, nil
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestEqualMapsGiveEqualFiles(t *testing.T) {
	state := map[string]any{}
	for i := 0; i < 20; i++ {
		state[fmt.Sprint(i)] = i
	}
	first, path := "", t.TempDir()+"/x.pt"
	for i := 0; i < 5; i++ {
		Save(ValueOf(state), path)
		if bytes := string(Must(os.ReadFile(path))); first == "" {
			first = bytes
		} else if bytes != first {
			t.Fatal("another file")
		}
	}
}

func TestTextsWithNULAreRefused(t *testing.T) {
	folder := t.TempDir()
	for name, f := range map[string]func(){
		"path":        func() { Save(ValueOf(1), folder+"/f\x00.pt") },
		"equation":    func() { Einsum("i\x00", nil) },
		"Approximate": func() { Gelu(Ones([]int64{1}), GeluOptions{Approximate: Ptr("tanh\x00")}) },
		"mode":        func() { NewArguments().Set("mode", Ptr("zeros\x00")) },
		"padding":     func() { NewArguments().SetAny("padding", "same\x00") },
		"argument 2":  func() { NewArguments(1, "a\x00") },
	} {
		var e *Error
		if err := Try(f); !errors.As(err, &e) || e.Class != ErrorValue || e.Text != "ValueError: embedded null character in "+name {
			t.Error(name, err)
		}
	}
	if files, _ := os.ReadDir(folder); len(files) != 0 {
		t.Error(files)
	}
	type options struct {
		n     int
		Text  *string
		Texts []string
	}
	if noNul(options{Text: Ptr("a")}, "options").n != 0 {
		t.Error("another struct")
	}
	mustFail(t, "in Text", func() { noNul(&options{Text: Ptr("\x00")}, "options") })
	mustFail(t, "in Texts", func() { noNul(options{Texts: []string{"", "\x00"}}, "options") })
}

func TestObjectsPrintAsInPython(t *testing.T) {
	layer := NnOf("Linear", NewArguments(2, 3))
	for _, c := range []struct {
		object fmt.Stringer
		begins string
	}{
		{layer, "Linear(in_features=2, out_features=3, bias=True)"},
		{OptimizerOf("SGD", NewArguments([]Tensor{Ones([]int64{1})})), "SGD (\nParameter Group 0\n    dampening: 0\n"},
		{Module{}, "None"}, {Optimizer{}, "None"}, {Tensor{}, "None"},
		{DistributionOf("Normal", NewArguments(0.0, 1.0)), "Normal(loc: 0.0, scale: 1.0)"},
		{Distribution{}, "None"},
		{Float32, "torch.float32"}, {Int64, "torch.int64"}, {DtypeNone, "None"},
		{Strided, "torch.strided"}, {ChannelsLast, "torch.channels_last"}, {PerTensorAffine, "torch.per_tensor_affine"},
		{CPU, "cpu"}, {CUDA(1), "cuda:1"}, {Device{}, "None"},
		{Int(7), "7"}, {Float(2.5), "2.5"}, {Float(1), "1.0"}, {Boolean(true), "True"}, {ComplexNumber(1, -2), "(1-2j)"},
	} {
		if got := fmt.Sprint(c.object); !strings.HasPrefix(got, c.begins) {
			t.Errorf("%s\nnot\n%s", got, c.begins)
		}
	}
}

// As in Python, relu_() and out= return the tensor that they were called with.
func TestWhatIsWrittenInPlaceIsTheSameObject(t *testing.T) {
	before := left()
	x, out, indices := NewTensor([]float32{-1, 2}), Empty([]int64{0}, false), EmptyMemoryFormat([]int64{0}, EmptyMemoryFormatOptions{Dtype: Int64})
	Scope(func() []Tensor {
		x = x.Add_Scalar(Int(1)).Relu_()
		return nil
	})
	if got := ToSlice[float32](x); !reflect.DeepEqual(got, []float32{0, 3}) {
		t.Error(got)
	}
	if y := x.Mul_Scalar(Int(2)); y != x {
		t.Error("another object")
	}
	if y := AddOut(x, x, out); y != out || ToSlice[float32](out)[1] != 12 {
		t.Error(y)
	}
	if values, places := MaxDimMax(x, 0, out, indices); values != out || places != indices || indices.ItemInt64() != 1 {
		t.Error(values, places)
	}
	x, out, indices = Tensor{}, Tensor{}, Tensor{}
	if n := left(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestStridesOfAView(t *testing.T) {
	if got := Ones([]int64{2, 3}).T_().Strides(); !reflect.DeepEqual(got, []int64{1, 3}) {
		t.Error(got)
	}
	if err := Try(func() { Tensor{}.Strides() }); err == nil {
		t.Error("no tensor was accepted")
	}
}

func TestToSliceOfViewsAndSparseTensors(t *testing.T) {
	x := NewTensor([]float32{1, 0, 2})
	if got := ToSlice[float32](X_NegView(x)); !reflect.DeepEqual(got, []float32{-1, 0, -2}) {
		t.Error(got)
	}
	if got := ToSlice[float32](Imag(Conj(Complex(x, x)))); !reflect.DeepEqual(got, []float32{-1, 0, -2}) {
		t.Error(got)
	}
	if got := ToSlice[int32](X_ToSparseSparseDim(x, 1)); !reflect.DeepEqual(got, []int32{1, 0, 2}) {
		t.Error(got)
	}
}

func TestSizesThatDoNotExistAreErrors(t *testing.T) {
	x := NewTensor([]float32{1, 2}, 2, 1)
	if x.Dim() != 2 || x.Numel() != 2 || x.Size(-2) != 2 {
		t.Error(x.Shape())
	}
	for _, c := range []struct {
		f     func()
		class ErrorClass
	}{
		{func() { x.Size(7) }, ErrorIndex},
		{func() { Tensor{}.Size(0) }, ErrorArgument},
		{func() { Tensor{}.Dim() }, ErrorArgument},
		{func() { Tensor{}.Numel() }, ErrorArgument},
		{func() { Tensor{}.Shape() }, ErrorArgument},
	} {
		var e *Error
		if err := Try(c.f); !errors.As(err, &e) || e.Class != c.class {
			t.Error(err)
		}
	}
}

func TestFiles(t *testing.T) {
	path := t.TempDir() + "/x.pt"
	Save(ValueOf(map[string]any{"x": NewTensor([]float32{1, 2}), "epoch": 3}), path)
	got := Load(path, nil).Any().(map[any]any)
	if got["epoch"] != int64(3) || ToSlice[float32](got["x"].(Tensor))[1] != 2 {
		t.Error(got)
	}
	err := Try(func() { Load(path+"x", nil) })
	if err == nil || !strings.Contains(err.Error(), "No such file") {
		t.Error(err)
	}
}

func TestLoaderOfAGoDataset(t *testing.T) {
	set := NewDataset(5, func(i int64) (Tensor, any) { return NewTensor([]float32{float32(i)}), i })
	for _, workers := range []int32{0, 2} {
		loader := NewLoader(set, &DataLoaderOptions{BatchSize: 2, NumWorkers: workers})
		var sizes []int64
		var sum float64
		for loader.Scan() {
			data, target := loader.Minibatch()
			sizes = append(sizes, target.Numel())
			sum += Sum(data).ItemDouble()
		}
		if !reflect.DeepEqual(sizes, []int64{2, 2, 1}) || sum != 10 {
			t.Error(workers, sizes, sum)
		}
	}
	bad := NewDataset(1, func(i int64) (Tensor, any) { panic(&Error{Class: ErrorValue, Text: "no sample"}) })
	err := Try(func() { NewLoader(bad, nil).Scan() })
	if err == nil || !strings.Contains(err.Error(), "no sample") {
		t.Error(err)
	}
}

func TestDatasetsThatCannotBeAreErrors(t *testing.T) {
	get := func(i int64) (Tensor, any) { return NewTensor([]float32{1}), i }
	mustFail(t, "ValueError: a dataset cannot have -3 samples", func() { NewDataset(-3, get) })
	mustFail(t, "is nil", func() { NewDataset(3, nil) })
	if NewLoader(NewDataset(0, get), nil).Scan() {
		t.Error("a batch of no samples")
	}
}

func TestZerosOfOptionsAreDefaults(t *testing.T) {
	set := NewDataset(2, func(i int64) (Tensor, any) { return NewTensor([]float32{float32(i)}), i })
	for batchSize, want := range map[int64][]int64{0: {1, 1}, 2: {2, 1}, -1: {1}} {
		loader := NewLoader(set, &DataLoaderOptions{BatchSize: batchSize})
		if !loader.Scan() {
			t.Fatal("no batch")
		}
		if data, _ := loader.Minibatch(); !reflect.DeepEqual(data.Shape(), want) {
			t.Errorf("%d: %v", batchSize, data.Shape())
		}
	}
}

func TestBatchesOfMaps(t *testing.T) {
	set := NewDataset(2, func(i int64) (Tensor, any) { return NewTensor([]float32{1}), map[string]any{"a": i} })
	loader := NewLoader(set, &DataLoaderOptions{BatchSize: 2})
	for loader.Scan() {
		_, target := loader.Minibatch()
		batch := loader.Batch().Any().([]any)
		if got := batch[1].(map[any]any)["a"].(Tensor); target.T != nil || !reflect.DeepEqual(ToSlice[int64](got), []int64{0, 1}) {
			t.Error(batch)
		}
	}
	if loader.Batch().Any() != nil {
		t.Error("a batch after the last")
	}
}

func TestAnOlderLibraryIsRefused(t *testing.T) {
	err := Try(func() { VersionRequire("0.1.0", "2.1.0") })
	if err == nil || !strings.Contains(err.Error(), "2.1.0") {
		t.Error(err)
	}
}

func TestErrorsOfTheProgramAreFound(t *testing.T) {
	mine := errors.New("mine")
	x := Ones([]int64{1})
	x.SetRequiresGrad(true)
	y := MulScalar(x, Float(2))
	y.RegisterHook(func(grad Tensor) Tensor { panic(fmt.Errorf("in a hook: %w", mine)) })
	err := Try(func() { Sum(y).Backward() })
	var ours *Error
	if !errors.Is(err, mine) || !errors.As(err, &ours) || strings.Contains(err.Error(), "panic") {
		t.Errorf("%v (%T)", err, err)
	}
	bad := NewDataset(1, func(i int64) (Tensor, any) { panic(mine) })
	err = Try(func() { NewLoader(bad, &DataLoaderOptions{NumWorkers: 1}).Scan() })
	if !errors.Is(err, mine) || !strings.HasPrefix(err.Error(), "RuntimeError: sample 0: mine") {
		t.Error(err)
	}
}

// A worker that waits for finalizers, or for something else, may not keep others waiting.
func TestALoaderThatIsDroppedKeepsNobodyWaiting(t *testing.T) {
	blocked, entered := make(chan struct{}), make(chan struct{}, 100)
	func() {
		loader := NewLoader(NewDataset(100, func(i int64) (Tensor, any) {
			if i > 3 {
				entered <- struct{}{}
				<-blocked
			}
			return Ones([]int64{1}), i
		}), &DataLoaderOptions{NumWorkers: 2})
		loader.Scan()
	}()
	<-entered
	begun := time.Now()
	GC()
	if waited := time.Since(begun); waited > 5*time.Second {
		t.Errorf("GC() took %v", waited)
	}
	close(blocked)
}

func TestALoaderIsClosed(t *testing.T) {
	loader := NewLoader(TensorDatasetNew([]Tensor{Arange(Int(10))}), &DataLoaderOptions{NumWorkers: 2})
	loader.Scan()
	loader.Close()
	loader.Close()
	if err := Try(func() { loader.Scan() }); err == nil {
		t.Error("a closed loader was read")
	}
}
