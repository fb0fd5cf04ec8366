package nn_test

import (
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	torch "gotorch"
	"gotorch/internal/shim"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/optim"
	"gotorch/transforms"
)

func equal(t *testing.T, got torch.Tensor, want ...float64) {
	t.Helper()
	if numbers := torch.ToSlice[float64](got); !reflect.DeepEqual(numbers, want) {
		t.Errorf("got %v, not %v", numbers, want)
	}
}

func leaf(numbers ...float64) torch.Tensor {
	x := torch.NewTensor(numbers)
	x.SetRequiresGrad(true)
	return x
}

func square(x torch.Tensor) torch.Tensor { return torch.MulTensor(x, x) }

func refusal(f func()) (class torch.ErrorClass, text string) {
	var e *torch.Error
	if errors.As(torch.Try(f), &e) {
		return e.Class, e.Text
	}
	return 0, "no error"
}

// The error of a function of Go is the one that it panics with, with its class, text and function.
func TestErrorsOfFunctionsOfGoStayAsTheyAre(t *testing.T) {
	mine := &torch.Error{Class: torch.ErrorValue, Text: "ValueError: mine", Function: "mine"}
	for _, c := range []struct {
		fails func(grad torch.Tensor)
		want  any // nil: what it panics with
	}{
		{func(grad torch.Tensor) { torch.MM(grad, grad) }, nil},
		{func(grad torch.Tensor) { torch.MM(grad, torch.Tensor{}) }, nil},
		{func(grad torch.Tensor) { torch.Tensor{}.Dim() }, nil},
		{func(grad torch.Tensor) { torch.NewDataset(-1, nil) }, nil},
		{func(grad torch.Tensor) { panic(mine) }, nil},
		{func(grad torch.Tensor) { panic(&torch.Error{Class: torch.ErrorValue, Text: "my: own"}) }, torch.Error{Class: torch.ErrorValue, Text: "ValueError: my: own"}},
		{func(grad torch.Tensor) { panic("mine") }, torch.Error{Class: torch.ErrorRuntime, Text: "RuntimeError: mine"}},
	} {
		if c.want == nil {
			c.want = *torch.Try(func() { c.fails(leaf(1, 2)) }).(*torch.Error)
		}
		x := leaf(1, 2)
		x.RegisterHook(func(grad torch.Tensor) torch.Tensor { c.fails(grad); return grad })
		var e *torch.Error
		if err := torch.Try(func() { torch.Sum(square(x)).Backward() }); !errors.As(err, &e) || *e != c.want {
			t.Errorf("%#v, not %#v", err, c.want)
		}
	}
}

// --- derivatives of functions of Go ---------------------------------------------------------------

func TestGradientsInListsOfTheCaller(t *testing.T) {
	x, unused := leaf(1, 2, 3), leaf(4)
	y := torch.Sum(square(x))
	grads := torch.Grad([]torch.Tensor{y}, []torch.Tensor{x, unused}, &torch.AutogradGradOptions{AllowUnused: true})
	equal(t, grads[0], 2, 4, 6)
	if grads[1].T != nil || x.Grad().T != nil {
		t.Error(grads[1], x.Grad())
	}
	for _, f := range []func(){
		func() { torch.Grad(nil, nil, nil) },
		func() { nn.Linear(1, 1).C.ForwardAll([]torch.Tensor{x}, -1) },
	} {
		if class, text := refusal(f); class == 0 {
			t.Error(text)
		}
	}
	parts := torch.TensorDatasetNew([]torch.Tensor{torch.RandN([]int64{5, 1}, false)}).RandomSplit([]float64{2, 3}, torch.Generator{})
	if len(parts) != 2 || parts[0].Count() != 2 || parts[1].Count() != 3 {
		t.Error(parts)
	}
}

func TestMoreResultsThanThereIsMemoryForAreAnError(t *testing.T) {
	const huge = 1 << 40
	x, held := leaf(1), shim.HeldCount()
	same := func(inputs []torch.Tensor) []torch.Tensor { return inputs }
	inputs := []torch.Tensor{x, x, x, x}
	for name, f := range map[string]func(){
		"ct_module_forward_all":       func() { nn.Linear(1, 1).C.ForwardAll(inputs[:1], huge) },
		"ct_checkpoint":               func() { torch.Checkpoint(same, inputs, nil, huge) },
		"ct_functional_jacobian":      func() { torch.FunctionalJacobian(same, inputs, huge<<21, nil) },
		"ct_functional_vjp":           func() { torch.FunctionalVjp(same, inputs, huge, inputs, nil) },
		"ct_functional_jvp":           func() { torch.FunctionalJvp(same, inputs, huge, inputs, nil) },
		"ct_nn_utils_functional_call": func() { torch.NnUtilsFunctionalCall(nn.Linear(1, 1).C, nil, inputs[:1], nil, huge) },
	} {
		var e *torch.Error
		if err := torch.Try(f); !errors.As(err, &e) || e.Class != torch.ErrorOutOfMemory || e.Function != name {
			t.Errorf("%s: %#v", name, err)
		}
	}
	if n := shim.HeldCount(); n != held {
		t.Errorf("%d functions are held", n-held)
	}
}

func TestJacobiansOfFunctionsOfGo(t *testing.T) {
	f := func(inputs []torch.Tensor) []torch.Tensor { return []torch.Tensor{square(inputs[0])} }
	cubes := func(inputs []torch.Tensor) []torch.Tensor {
		return []torch.Tensor{torch.Sum(torch.MulTensor(square(inputs[0]), inputs[0]))}
	}
	x := []torch.Tensor{torch.NewTensor([]float64{1, 2, 3})}
	v := []torch.Tensor{torch.NewTensor([]float64{1, 0, 2})}
	equal(t, torch.FunctionalJacobian(f, x, 1, nil)[0], 2, 0, 0, 0, 4, 0, 0, 0, 6)
	equal(t, torch.FunctionalHessian(cubes, x, nil)[0], 6, 0, 0, 0, 12, 0, 0, 0, 18)
	outputs, results := torch.FunctionalVjp(f, x, 1, v, nil)
	equal(t, outputs[0], 1, 4, 9)
	equal(t, results[0], 2, 0, 12)
	if _, text := refusal(func() { torch.FunctionalJacobian(f, x, 2, nil) }); text != "TypeError: the function of Go returns 1 tensor, not 2" {
		t.Error(text)
	}
	if _, text := refusal(func() { torch.FunctionalJacobian(nil, x, 1, nil) }); text != "ArgumentError: the func([]gotorch.Tensor) []gotorch.Tensor is nil" {
		t.Error(text)
	}
	panics := func([]torch.Tensor) []torch.Tensor { panic(&torch.Error{Class: torch.ErrorValue, Text: "mine"}) }
	if class, text := refusal(func() { torch.FunctionalJacobian(panics, x, 1, nil) }); class != torch.ErrorValue || !strings.Contains(text, "mine") {
		t.Error(class, text)
	}
	if !torch.Gradcheck(f, []torch.Tensor{leaf(1, 2)}, 1, nil) {
		t.Error("gradcheck")
	}
}

// --- functions with a backward of their own, traces, records ----------------------------------------

var tripled = torch.Function{
	Name: "Tripled",
	Forward: func(ctx *torch.FunctionContext, inputs []torch.Tensor) []torch.Tensor {
		ctx.SaveForBackward(inputs[0])
		ctx.Data = 3.0
		return []torch.Tensor{torch.MulScalar(square(inputs[0]), torch.Float(1.5))}
	},
	Backward: func(ctx *torch.FunctionContext, grads []torch.Tensor) []torch.Tensor {
		results := make([]torch.Tensor, 2)
		if ctx.NeedsInputGrad(0) && !ctx.NeedsInputGrad(1) {
			results[0] = torch.MulTensor(grads[0], torch.MulScalar(ctx.SavedTensors()[0], torch.Float(ctx.Data.(float64))))
		}
		return results
	},
}

func TestFunctionsWithABackwardOfTheirOwn(t *testing.T) {
	torch.GC()
	before, held := torch.MemoryHandleCount(), shim.HeldCount()
	func() {
		x := leaf(1, 2)
		y := tripled.Apply(x, torch.Tensor{})
		equal(t, y[0], 1.5, 6)
		if len(y) != 1 || y[0].GradFn().Name() != "TripledBackward" {
			t.Error(len(y), y[0].GradFn().Name())
		}
		first := torch.Grad([]torch.Tensor{torch.Sum(y[0])}, []torch.Tensor{x}, &torch.AutogradGradOptions{CreateGraph: true})[0]
		equal(t, first, 3, 6)
		equal(t, torch.Grad([]torch.Tensor{torch.Sum(first)}, []torch.Tensor{x}, nil)[0], 3, 3)
		if !torch.Gradcheck(func(inputs []torch.Tensor) []torch.Tensor { return tripled.Apply(inputs[0], torch.Tensor{}) }, []torch.Tensor{x}, 1, nil) {
			t.Error("gradcheck")
		}
		torch.NoGrad(func() { equal(t, tripled.Apply(leaf(2), torch.Tensor{})[0], 6) })
	}()
	torch.GC()
	torch.GC() // tensors that the functions of freed nodes referred to
	if n := torch.MemoryHandleCount(); n != before || shim.HeldCount() != held {
		t.Errorf("%d handles and %d functions are left", n-before, shim.HeldCount()-held)
	}
}

func TestInPlaceAndFailingFunctions(t *testing.T) {
	doubled := torch.Function{
		Name: "Doubled",
		Forward: func(ctx *torch.FunctionContext, inputs []torch.Tensor) []torch.Tensor {
			inputs[0].Mul_Scalar(torch.Int(2))
			ctx.MarkDirty(inputs[0])
			count := torch.NewTensor([]float64{2})
			ctx.MarkNonDifferentiable(count)
			return []torch.Tensor{inputs[0], count}
		},
		Backward: func(ctx *torch.FunctionContext, grads []torch.Tensor) []torch.Tensor {
			return []torch.Tensor{torch.MulScalar(grads[0], torch.Int(2))}
		},
	}
	x := leaf(1, 2)
	y := doubled.Apply(torch.Clone(x))
	torch.Sum(y[0]).Backward()
	equal(t, x.Grad(), 2, 2)
	if y[1].RequiresGrad() || !y[0].RequiresGrad() {
		t.Error("requires_grad")
	}
	forward := func(ctx *torch.FunctionContext, inputs []torch.Tensor) []torch.Tensor {
		return []torch.Tensor{torch.Clone(inputs[0])}
	}
	returns := func(results ...torch.Tensor) func(*torch.FunctionContext, []torch.Tensor) []torch.Tensor {
		return func(*torch.FunctionContext, []torch.Tensor) []torch.Tensor { return results }
	}
	for _, c := range []struct {
		function torch.Function
		text     string
	}{
		{torch.Function{Name: "F", Forward: forward}, "backward"},
		{torch.Function{Name: "F", Forward: forward, Backward: returns()}, "returns 0 tensors, not 1"},
		{torch.Function{Name: "F", Forward: forward, Backward: returns(torch.Ones([]int64{3}))}, "shape"},
		{torch.Function{Name: "F", Forward: returns(), Backward: returns()}, "output"},
		{torch.Function{Name: "F", Backward: returns()}, "nil"},
		{torch.Function{Name: "F", Forward: returns(torch.Tensor{})}, "output 0"},
		{torch.Function{Name: "F", Forward: func(*torch.FunctionContext, []torch.Tensor) []torch.Tensor {
			panic(&torch.Error{Class: torch.ErrorValue, Text: "mine"})
		}}, "mine"},
	} {
		_, text := refusal(func() { torch.Sum(c.function.Apply(leaf(1, 2))[0]).Backward() })
		if !strings.Contains(text, c.text) {
			t.Errorf("%q does not contain %q", text, c.text)
		}
	}
	changed := leaf(1)
	y = tripled.Apply(changed, torch.Tensor{})
	torch.NoGrad(func() { changed.Mul_Scalar(torch.Int(2)) })
	if _, text := refusal(func() { torch.Sum(y[0]).Backward() }); !strings.Contains(text, "modified by an inplace operation") {
		t.Error(text)
	}
}

func TestTracesAndRecordsOfFunctionsOfGo(t *testing.T) {
	held := shim.HeldCount()
	x := []torch.Tensor{torch.NewTensor([]float64{1, 2})}
	traced := torch.JitTrace(func(inputs []torch.Tensor) any {
		return []any{square(inputs[0]), inputs[0]}
	}, torch.Module{}, x)
	result := traced.Call("forward", []torch.Value{torch.ValueOf(torch.NewTensor([]float64{3, 4}))}, nil, nil).Any().([]any)
	equal(t, result[0].(torch.Tensor), 9, 16)
	equal(t, result[1].(torch.Tensor), 3, 4)
	program := torch.ExportRecord(func(inputs []torch.Tensor) []torch.Tensor {
		return []torch.Tensor{square(inputs[0])}
	}, x, 1, nil)
	equal(t, program.Run([]torch.Tensor{torch.NewTensor([]float64{3, 4})})[0], 9, 16)
	path := filepath.Join(t.TempDir(), "square.pt2")
	program.Save(path)
	if names := torch.ExportListModels(path); !reflect.DeepEqual(names, []string{"model"}) {
		t.Error(names)
	}
	if _, text := refusal(func() {
		torch.JitTrace(func([]torch.Tensor) any { panic("mine") }, torch.Module{}, x)
	}); !strings.Contains(text, "mine") {
		t.Error(text)
	}
	if n := shim.HeldCount(); n > held {
		t.Error(n-held, "functions are held")
	}
}

func TestStructsThatCountInPlace(t *testing.T) {
	stopping, losses := torch.EarlyStopping{Patience: 2}, []float64{3, 2, 2.5, 2.5}
	for i, loss := range losses {
		if stops := stopping.Update(loss); stops != (i == 3) {
			t.Error(i, stops)
		}
	}
	var mean torch.RunningMean
	mean.Add(1, 1)
	mean.Add(4, 2)
	if stopping.BestAt != 1 || mean.Value() != 3 {
		t.Error(stopping, mean)
	}
}

func TestCheckpointCallsItsFunctionAgain(t *testing.T) {
	torch.GC()
	torch.GC() // tensors that the functions of freed nodes referred to
	before := torch.MemoryHandleCount()
	func() {
		x, calls := leaf(1, 2), 0
		y := torch.Checkpoint(func(inputs []torch.Tensor) []torch.Tensor {
			calls++
			return []torch.Tensor{square(square(inputs[0]))}
		}, []torch.Tensor{x}, nil, 1)[0]
		torch.Sum(y).Backward()
		equal(t, x.Grad(), 4, 32)
		if calls != 2 {
			t.Error(calls, "calls")
		}
	}()
	torch.GC()
	if n := torch.MemoryHandleCount(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestNamesInDrawingsOfGraphs(t *testing.T) {
	x := leaf(1)
	for names, want := range map[string]bool{"speed": true, "": false} {
		options := &torch.GraphOptions{Named: []torch.Tensor{x}, Names: []string{names}}
		if got := torch.GraphToDot([]torch.Tensor{square(x)}, options); strings.Contains(got, "speed") != want {
			t.Error(got)
		}
	}
	without := torch.GraphToDot([]torch.Tensor{square(x)}, &torch.GraphOptions{Named: []torch.Tensor{x}})
	if !strings.Contains(without, `[label="\n(1)"`) || !strings.Contains(without, "MulBackward0") {
		t.Error(without)
	}
}

// --- hooks of modules and optimizers --------------------------------------------------------------

// With two hooks of each kind: what one gives, the next one gets. The second returns it unchanged.
func TestWhatHooksOfModulesReplaceIsReleased(t *testing.T) {
	m := nn.Linear(2, 1)
	double := func(of []torch.Tensor) []torch.Tensor {
		return []torch.Tensor{torch.MulScalar(of[0], torch.Int(2))}
	}
	same := func(of []torch.Tensor) []torch.Tensor { return of }
	m.C.RegisterForwardPreHook(double, nil)
	m.C.RegisterForwardPreHook(same, nil)
	m.C.RegisterForwardHook(func(_, of []torch.Tensor) []torch.Tensor { return double(of) }, nil)
	m.C.RegisterForwardHook(func(_, of []torch.Tensor) []torch.Tensor { return same(of) }, nil)
	x := torch.NewTensor([]float32{1, 2}, 1, 2)
	handles := func() int64 {
		for i := 0; i < 3; i++ {
			runtime.GC()
			time.Sleep(10 * time.Millisecond)
			m.Forward(x)
		}
		return torch.MemoryHandleCount()
	}
	before := handles()
	for i := 0; i < 200; i++ {
		m.Forward(x)
	}
	if after := handles(); after-before > 20 {
		t.Errorf("%d tensors are left of 200 calls", after-before)
	}
}

func TestHooksOfModulesReplaceInputsOutputsAndGradients(t *testing.T) {
	m := nn.Linear(2, 1)
	torch.NoGrad(func() {
		m.C.GetParameter("weight").Fill_Scalar(torch.Int(1))
		m.C.GetParameter("bias").Zero_()
	})
	var seen []int64
	pre := m.C.RegisterForwardPreHook(func(inputs []torch.Tensor) []torch.Tensor {
		return []torch.Tensor{torch.MulScalar(inputs[0], torch.Int(2))}
	}, nil)
	m.C.RegisterForwardHook(func(inputs, outputs []torch.Tensor) []torch.Tensor {
		seen = append(inputs[0].Shape(), outputs[0].Shape()...)
		return []torch.Tensor{torch.AddScalar(outputs[0], torch.Int(1))}
	}, nil)
	m.C.RegisterForwardHook(func(inputs, outputs []torch.Tensor) []torch.Tensor { return nil }, nil)
	m.C.RegisterFullBackwardHook(func(gradInputs, gradOutputs []torch.Tensor) []torch.Tensor {
		return []torch.Tensor{torch.MulScalar(gradInputs[0], torch.Int(10))}
	}, nil)
	x := torch.NewTensor([]float32{1, 2}, 1, 2)
	x.SetRequiresGrad(true)
	y := m.Forward(x)
	equal(t, y, 7)
	torch.Sum(y).Backward()
	equal(t, x.Grad(), 20, 20)
	if !reflect.DeepEqual(seen, []int64{1, 2, 1, 1}) {
		t.Error(seen)
	}
	if !m.C.RemoveHook(pre) {
		t.Error("the hook was not there")
	}
	equal(t, m.Forward(x), 4)
	m.C.RegisterForwardHook(func(inputs, outputs []torch.Tensor) []torch.Tensor { return []torch.Tensor{x, x} }, nil)
	if _, text := refusal(func() { m.Forward(x) }); text != "TypeError: the function of Go returns 2 tensors, not 1" {
		t.Error(text)
	}
}

func TestHooksThatReturnZeroTensorsChangeNothing(t *testing.T) {
	none := []torch.Tensor{{}}
	zero := func(tensors []torch.Tensor) []torch.Tensor { return none }
	zeros := func(one, other []torch.Tensor) []torch.Tensor { return none }
	m := nn.Linear(1, 1, nn.LinearOptions{Bias: torch.Ptr(false)})
	torch.NoGrad(func() { m.C.GetParameter("weight").Fill_Scalar(torch.Int(3)) })
	m.C.RegisterForwardPreHook(zero, nil)
	m.C.RegisterForwardHook(zeros, nil)
	m.C.RegisterFullBackwardPreHook(zero, nil)
	m.C.RegisterFullBackwardHook(zeros, nil)
	x := torch.NewTensor([]float32{2}, 1, 1)
	x.SetRequiresGrad(true)
	x.RegisterHook(func(torch.Tensor) torch.Tensor { return torch.Tensor{} })
	y := m.Forward(x)
	equal(t, y, 6)
	sum := torch.Sum(y)
	sum.GradFn().RegisterPreHook(zero)
	sum.GradFn().RegisterPostHook(zeros)
	sum.Backward()
	equal(t, x.Grad(), 3)
}

// A function that C does not need any more is forgotten, however the call ends.
func TestFunctionsThatCHolds(t *testing.T) {
	before := shim.HeldCount()
	check := func(what string, want int) {
		t.Helper()
		if n := shim.HeldCount() - before; n != want {
			t.Errorf("%s: C holds %d functions of Go, not %d", what, n, want)
		}
	}
	x, m := leaf(1), nn.Linear(1, 1)
	zero := func(tensors []torch.Tensor) []torch.Tensor { return nil }
	rate := func(float64) float64 { return 1 }
	opt := optim.SGD([]torch.Tensor{x})
	for what, f := range map[string]func(){
		"no leaf":    func() { square(x).RegisterPostAccumulateHook(func(torch.Tensor) {}) },
		"no module":  func() { torch.Module{}.RegisterForwardPreHook(zero, nil) },
		"no dataset": func() { torch.MapDatasetNew(torch.Dataset{}, func(any) any { return nil }) },
		"panic in Go": func() {
			torch.FunctionalJacobian(func([]torch.Tensor) []torch.Tensor { panic("refused") }, []torch.Tensor{x}, 1, nil)
		},
		"panic before": func() {
			torch.Checkpoint(zero, []torch.Tensor{x}, &torch.CheckpointOptions{DeterminismCheck: torch.Ptr("\x00")}, 1)
		},
		"nil in a list":    func() { optim.LambdaLR(opt, []func(float64) float64{rate, nil}) },
		"too many rates":   func() { optim.LambdaLR(opt, []func(float64) float64{rate, rate}) },
		"no such function": func() { torch.Checkpoint(nil, []torch.Tensor{x}, nil, 1) },
	} {
		if class, text := refusal(f); class == 0 {
			t.Errorf("%s: %s", what, text)
		}
		check(what, 0)
	}
	hook, pre := x.RegisterHook(func(torch.Tensor) torch.Tensor { return torch.Tensor{} }), m.C.RegisterForwardPreHook(zero, nil)
	step := opt.RegisterStepHook(true, func() {})
	check("three hooks", 3)
	if !torch.HookRemove(hook) || !m.C.RemoveHook(pre) || !opt.RemoveHook(step) {
		t.Error("a hook was not there")
	}
	check("removed hooks", 0)
	torch.FunctionalJacobian(func(inputs []torch.Tensor) []torch.Tensor { return []torch.Tensor{square(inputs[0])} }, []torch.Tensor{x}, 1, nil)
	check("a function that is lent", 0)
}

func TestHooksOfStepsAndLeaves(t *testing.T) {
	x, steps, leaves := leaf(1), 0, 0
	opt := optim.SGD([]torch.Tensor{x}, optim.SGDOptions{Lr: torch.Ptr(0.5)})
	opt.RegisterStepHook(true, func() { steps++ })
	x.RegisterPostAccumulateHook(func(leaf torch.Tensor) { leaves += int(leaf.Grad().ItemDouble()) })
	opt.Minimize(torch.Sum(square(x)))
	opt.Minimize(torch.Sum(square(x)))
	if steps != 2 || leaves != 2 {
		t.Error(steps, leaves)
	}
}

// --- classes of functions, schedulers, transforms and modules -------------------------------------

func rates(opt torch.Optimizer, s torch.LrScheduler, n int) []float64 {
	list := []float64{opt.Lr(0)}
	for i := 0; i < n; i++ {
		opt.Step()
		s.Step()
		list = append(list, opt.Lr(0))
	}
	return list
}

func TestSchedulersOfFunctionsAndSchedulers(t *testing.T) {
	half := func(float64) float64 { return 0.5 }
	for _, c := range []struct {
		name string
		make func(opt torch.Optimizer) torch.LrScheduler
		want []float64
	}{
		{"LambdaLR", func(opt torch.Optimizer) torch.LrScheduler {
			return optim.LambdaLR(opt, []func(float64) float64{func(epoch float64) float64 { return 1 / (epoch + 1) }})
		}, []float64{1, 0.5, 1. / 3, 0.25}},
		{"MultiplicativeLR", func(opt torch.Optimizer) torch.LrScheduler {
			return optim.MultiplicativeLR(opt, []func(float64) float64{half})
		}, []float64{1, 0.5, 0.25, 0.125}},
		{"SequentialLR", func(opt torch.Optimizer) torch.LrScheduler {
			first := optim.ConstantLR(opt, optim.ConstantLROptions{Factor: torch.Ptr(0.5), TotalIters: torch.Ptr[int64](2)})
			return optim.SequentialLR(opt, []torch.LrScheduler{first, optim.ExponentialLR(opt, 0.5)}, []int64{2})
		}, []float64{0.5, 0.5, 1, 0.5}},
		{"ChainedScheduler", func(opt torch.Optimizer) torch.LrScheduler {
			first := optim.ConstantLR(opt, optim.ConstantLROptions{Factor: torch.Ptr(0.5), TotalIters: torch.Ptr[int64](2)})
			return optim.ChainedScheduler([]torch.LrScheduler{first, optim.ExponentialLR(opt, 0.5)})
		}, []float64{0.5, 0.25, 0.25, 0.125}},
	} {
		opt := optim.SGD([]torch.Tensor{leaf(0)}, optim.SGDOptions{Lr: torch.Ptr(1.0)})
		if got := rates(opt, c.make(opt), 3); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, not %v", c.name, got, c.want)
		}
	}
}

// What a group does not name is that of the optimizer.
func TestGroupsHaveOptionsByName(t *testing.T) {
	options := optim.SGDOptions{Lr: torch.Ptr(1.0), Momentum: torch.Ptr(0.5)}
	opt := optim.SGD([]torch.Tensor{leaf(0)}, options)
	opt.AddGroup([]torch.Tensor{leaf(0)}, &torch.ParamGroupOptions{
		Lr: 0.25, Others: torch.ValueOf(map[string]any{"nesterov": true})})
	opt.AddGroup([]torch.Tensor{leaf(0)}, nil)
	for group, want := range []string{"1.0 0.5 False", "0.25 0.5 True", "1.0 0.5 False"} {
		var got []string
		for _, name := range []string{"lr", "momentum", "nesterov"} {
			got = append(got, opt.Get(int64(group), name).ToString())
		}
		if strings.Join(got, " ") != want {
			t.Error(group, got)
		}
	}
}

// The panic of a rate is the error of the step; the rates after it are not asked for.
func TestAPanicOfALearningRate(t *testing.T) {
	asked := 0
	panics := func(epoch float64) float64 {
		if epoch == 1 {
			panic(&torch.Error{Class: torch.ErrorValue, Text: "no rate"})
		}
		return 0.5
	}
	counts := func(float64) float64 { asked++; return 1 }
	opt := optim.SGD([]torch.Tensor{leaf(0)}, optim.SGDOptions{Lr: torch.Ptr(1.0)})
	opt.AddParamGroup([]torch.Tensor{leaf(0)}, torch.ValueOf(map[string]any{"lr": 1.0}))
	s := optim.LambdaLR(opt, []func(float64) float64{panics, counts})
	asked = 0
	if class, text := refusal(func() { s.Step() }); class != torch.ErrorValue || !strings.Contains(text, "no rate") || asked != 0 {
		t.Error(class, text, asked)
	}
	if got := opt.Lr(0); !math.IsNaN(got) {
		t.Error(got)
	}
	s.Step()
	if got := opt.Lr(0); got != 0.5 || asked != 1 {
		t.Error(got, asked)
	}
}

func TestASchedulerWhoseRateFailsIsFreed(t *testing.T) {
	torch.GC()
	torch.GC() // tensors that the functions of freed objects referred to
	before := torch.MemoryHandleCount()
	always := func(float64) float64 { panic("never a rate") }
	if _, text := refusal(func() {
		optim.LambdaLR(optim.SGD([]torch.Tensor{leaf(0)}), []func(float64) float64{always})
	}); !strings.Contains(text, "never a rate") {
		t.Error(text)
	}
	torch.GC()
	if n := torch.MemoryHandleCount(); n != before {
		t.Errorf("%d handles are left", n-before)
	}
}

func TestTransformsOfTransforms(t *testing.T) {
	twice := torch.TransformLambdaNew(func(image torch.Tensor) torch.Tensor { return torch.MulScalar(image, torch.Int(2)) })
	both := transforms.Compose([]torch.Transform{transforms.Identity(), transforms.CenterCrop([]int64{2})})
	if got := both.ToString(); got != "Compose(\n      Identity()\n      CenterCrop(size=(2, 2))\n)" {
		t.Error(got)
	}
	image := torch.NewTensor([]float64{1, 2, 3, 4}, 1, 2, 2)
	all := transforms.Compose([]torch.Transform{twice, transforms.RandomOrder([]torch.Transform{twice, both})})
	equal(t, all.Apply(image, torch.Generator{}), 4, 8, 12, 16)
	never := transforms.RandomApply([]torch.Transform{twice}, transforms.RandomApplyOptions{P: torch.Ptr(0.0)})
	equal(t, never.Apply(image, torch.Generator{}), 1, 2, 3, 4)
	if class, text := refusal(func() { transforms.Compose([]torch.Transform{{}}) }); class != torch.ErrorArgument {
		t.Error(text)
	}
}

func TestModulesOfModules(t *testing.T) {
	layer := nn.TransformerEncoderLayer(4, 2, nn.TransformerEncoderLayerOptions{DimFeedforward: torch.Ptr[int64](3)})
	encoder := nn.TransformerEncoder(layer.C, 2, nn.TransformerEncoderOptions{Norm: nn.LayerNorm([]int64{4}).C})
	if got, want := len(encoder.Parameters()), 2*len(layer.Parameters())+2; got != want {
		t.Error(got, want)
	}
	first := encoder.C.GetParameter("layers.1.linear1.weight")
	if !torch.Equal(first, layer.C.GetParameter("linear1.weight")) {
		t.Error("the layers have other weights than the one they are copies of")
	}
	decoder := nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2).C, 1)
	x := torch.RandN([]int64{3, 1, 4}, false)
	if got := decoder.Forward(x, encoder.Forward(x)).Shape(); !reflect.DeepEqual(got, []int64{3, 1, 4}) {
		t.Error(got)
	}
	m := nn.Linear(2, 1)
	m.Forward(torch.RandN([]int64{1, 2}, false))
	if got := nn.DataParallel(m.C).Parameters()[0]; !got.IsSetTo(m.Parameters()[0]) {
		t.Error("the module was copied")
	}
	far := torch.NnTripletMarginWithDistanceLossNew(func(x1, x2 torch.Tensor) torch.Tensor {
		return torch.SumDimIntList(torch.Abs(torch.SubTensor(x1, x2)), []int64{1})
	}, 4, false, torch.ReductionNone)
	one := func(x float64) torch.Tensor { return torch.NewTensor([]float64{x}, 1, 1) }
	equal(t, far.Call(one(1), one(2), one(4)), 2)
}

func TestPackedSequences(t *testing.T) {
	packed := torch.NnUtilsRnnPackSequence([]torch.Tensor{torch.NewTensor([]float64{1, 2, 3}), torch.NewTensor([]float64{4})}, nil)
	equal(t, packed.Data, 1, 4, 2, 3)
	equal(t, packed.BatchSizes, 2, 1, 1)
	padded, lengths := torch.NnUtilsRnnPadPackedSequence(&packed, nil)
	equal(t, padded, 1, 4, 2, 0, 3, 0)
	equal(t, lengths, 3, 1)
	if parts := torch.NnUtilsRnnUnpackSequence(&packed); len(parts) != 2 || packed.SortedIndices.T != nil {
		t.Error(parts, packed.SortedIndices)
	}
}

// --- defaults ---------------------------------------------------------------------------------------

func TestWhatIsLeftOutHasPythonsDefault(t *testing.T) {
	x, y := torch.NewTensor([]float64{1, 2}), torch.NewTensor([]float64{10, 20})
	equal(t, torch.AddTensor(x, y), 11, 22)
	equal(t, x.AddTensor(y, torch.AddTensorOptions{Alpha: torch.Ptr(torch.Int(2))}), 21, 42)
	equal(t, x.Var(), 0.5)
	equal(t, x.Var(torch.VarOptions{Unbiased: torch.Ptr(false)}), 0.25)
	equal(t, torch.LeakyRelu(torch.NewTensor([]float64{-1})), -0.01)
	image, kernel := torch.Ones([]int64{1, 1, 3, 3}), torch.Ones([]int64{1, 1, 2, 2})
	equal(t, torch.Sum(torch.Conv2d(image, kernel)), 16)
	equal(t, torch.Sum(torch.Conv2d(image, kernel, torch.Conv2dOptions{Padding: []int64{1, 1}})), 36)
	if got := x.Mean(torch.MeanOptions{Dtype: torch.Float32}).Dtype(); got != torch.Float32 {
		t.Error(got)
	}
	if got := torch.Randint(3, []int64{2}).Dtype(); got != torch.Int64 {
		t.Error(got)
	}
	logits, labels := torch.Zeros([]int64{2, 2}), torch.NewTensor([]int64{0, 1})
	mean := F.CrossEntropy(logits, labels).ItemDouble()
	sum := F.CrossEntropy(logits, labels, F.CrossEntropyOptions{Reduction: torch.Ptr(torch.ReductionSum)}).ItemDouble()
	if sum != 2*mean {
		t.Error(sum, mean)
	}
}
