package nn_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
	"gotorch/optim"
)

// --- the programs of GoTorch's design --------------------------------------------------------------

func TestTheDesignsFunctional(t *testing.T) {
	input := torch.RandN([]int64{32, 100}, false)
	weight := torch.RandN([]int64{10, 100}, true)
	out := F.Linear(input, weight, torch.Tensor{})
	if got := out.Shape(); !reflect.DeepEqual(got, []int64{32, 10}) {
		t.Error(got)
	}
}

// BatchNorm2dModule torch.nn.BatchNorm2d
type BatchNorm2dModule struct {
	nn.Module
	NumFeatures       int64
	Eps               float64
	Momentum          float64
	Affine            bool
	TrackRunningStats bool
	Weight            torch.Tensor
	Bias              torch.Tensor
	RunningMean       torch.Tensor `gotorch:"buffer"`
	RunningVar        torch.Tensor `gotorch:"buffer"`
}

// BatchNorm2d creates a `BatchNorm2dModule` instance
func BatchNorm2d(numFeatures int64, eps, momentum float64,
	affine, trackRunningStats bool) *BatchNorm2dModule {
	b := &BatchNorm2dModule{
		NumFeatures:       numFeatures,
		Eps:               eps,
		Momentum:          momentum,
		Affine:            affine,
		TrackRunningStats: trackRunningStats,
	}
	if b.Affine {
		b.Weight = torch.Empty([]int64{numFeatures}, true)
		b.Bias = torch.Empty([]int64{numFeatures}, true)
	}
	if b.TrackRunningStats {
		b.RunningMean = torch.Empty([]int64{numFeatures}, false)
		b.RunningVar = torch.Empty([]int64{numFeatures}, false)
	}
	b.resetParameters()
	b.Init(b)
	return b
}

func (b *BatchNorm2dModule) resetParameters() {
	torch.NoGrad(func() {
		b.Weight.Fill_Scalar(torch.Int(1))
		b.Bias.Zero_()
		b.RunningMean.Zero_()
		b.RunningVar.Fill_Scalar(torch.Int(1))
	})
}

func (b *BatchNorm2dModule) Forward(x torch.Tensor) torch.Tensor {
	return torch.BatchNorm(x, b.Weight, b.Bias, b.RunningMean, b.RunningVar, b.IsTraining(), b.Momentum, b.Eps, false)
}

func TestTheDesignsModule(t *testing.T) {
	b := BatchNorm2d(3, 1e-5, 0.1, true, true)
	if got := names(b.NamedParameters()); got != "weight bias" {
		t.Error(got)
	}
	if got := names(b.NamedBuffers()); got != "running_mean running_var" {
		t.Error(got)
	}
	x := torch.RandN([]int64{2, 3, 4, 4}, false)
	twin := nn.BatchNorm2d(3)
	if !torch.Allclose(b.Forward(x), twin.Forward(x), torch.AllcloseOptions{Atol: torch.Ptr(1e-6)}) || !torch.Allclose(b.RunningMean, twin.C.GetBuffer("running_mean"), torch.AllcloseOptions{Atol: torch.Ptr(1e-6)}) {
		t.Error("another result than torch.nn.BatchNorm2d")
	}
	b.Eval()
	twin.Eval()
	if !torch.Allclose(b.Forward(x), twin.Forward(x), torch.AllcloseOptions{Atol: torch.Ptr(1e-6)}) {
		t.Error("another result in evaluation mode")
	}
}

func TestTheDesignsTrainLoop(t *testing.T) {
	torch.ManualSeed(0)
	weight := torch.RandN([]int64{2, 1}, true)
	x := torch.NewTensor([]float32{1, 2, 3, 4, 0, 1}, 3, 2)
	y := torch.NewTensor([]float32{5, 11, 2}, 3, 1)
	opt := optim.SGD([]torch.Tensor{weight}, optim.SGDOptions{Lr: torch.Ptr(0.05)})
	var cost torch.Tensor
	first := F.MseLoss(torch.MM(x, weight), y).ItemDouble()
	for iter := 0; iter < 100; iter++ {
		torch.GC()
		cost = F.MseLoss(torch.MM(x, weight), y)
		opt.ZeroGrad()
		cost.Backward()
		opt.Step()
	}
	torch.FinishGC()
	if got := cost.ItemDouble(); got > first/10 {
		t.Error(first, got)
	}
}

// --- modules ----------------------------------------------------------------------------------------

func names(list []torch.Named) string {
	var all []string
	for _, n := range list {
		all = append(all, n.Name)
	}
	return strings.Join(all, " ")
}

// A module with several inputs and results.
type split struct{ nn.Module }

func (s *split) Forward(x torch.Tensor) (torch.Tensor, torch.Tensor) {
	parts := x.SplitTensor(1, torch.SplitTensorOptions{Dim: 1})
	return parts[0], parts[1]
}

type add struct {
	nn.Module
	Scale torch.Tensor
}

func (a *add) Forward(x, y torch.Tensor) torch.Tensor {
	return torch.MulTensor(torch.AddTensor(x, y), a.Scale)
}

func TestSequentialCallsAnyForward(t *testing.T) {
	a := &add{Scale: torch.NewTensor([]float32{2})}
	a.Init(a)
	s := &split{}
	s.Init(s)
	net := nn.Sequential(s, a, torch.Neg)
	got := torch.ToSlice[float32](net.Forward(torch.NewTensor([]float32{1, 2, 3, 4}, 2, 2)))
	if !reflect.DeepEqual(got, []float32{-6, -14}) {
		t.Error(got)
	}
	if got := names(net.NamedParameters()); got != "1.scale" {
		t.Error(got)
	}
	err := torch.Try(func() { nn.Sequential(3).Forward(torch.Tensor{}) })
	if err == nil || err.Error() != "TypeError: module 0 (int) has no method Forward" {
		t.Error(err)
	}
}

type net struct {
	nn.Module
	Body   *nn.SequentialModule
	Heads  map[string]*nn.LinearModule
	Layers []nn.IModule
}

func newNet() *net {
	n := &net{
		Body:   nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.BatchNorm1d(3)),
		Heads:  map[string]*nn.LinearModule{"a": nn.Linear(3, 2, nn.LinearOptions{Bias: torch.Ptr(false)})},
		Layers: []nn.IModule{nn.Dropout(), nn.Linear(2, 2)},
	}
	n.Init(n)
	return n
}

func TestPartsOfNestedModules(t *testing.T) {
	n := newNet()
	if got := names(n.NamedParameters()); got != "body.0.weight body.0.bias body.2.weight body.2.bias heads.a.weight layers.1.weight layers.1.bias" {
		t.Error(got)
	}
	if got := names(n.NamedBuffers()); got != "body.2.running_mean body.2.running_var body.2.num_batches_tracked" {
		t.Error(got)
	}
	other := newNet()
	if err := other.LoadStateDict(n.StateDict()); err != nil {
		t.Error(err)
	}
	for _, part := range n.StateDict() {
		if !torch.Equal(part.Tensor, other.StateDict().Get(part.Name)) {
			t.Error(part.Name)
		}
	}
	state := n.StateDict()
	state = append(state, torch.Named{Name: "more", Tensor: state[1].Tensor})
	state[1].Tensor = torch.NewTensor([]float32{1})
	err := other.LoadStateDict(state)
	if err == nil || err.Error() != "cannot load the state dict: body.0.bias has the shape [1], not [3]; unexpected: more" {
		t.Error(err)
	}
	n.Eval()
	if n.IsTraining() || n.Layers[0].(*nn.DropoutModule).C.IsTraining() {
		t.Error("still training")
	}
	n.To(torch.Device{Type: torch.DeviceTypeMeta, Index: -1})
	if got := n.Heads["a"].C.GetParameter("weight").Device(); got.Type != torch.DeviceTypeMeta {
		t.Error(got)
	}
}

func TestFilesKeepTheOrderOfAStateDict(t *testing.T) {
	n, path := newNet(), t.TempDir()+"/net.pt"
	torch.Save(torch.ValueOf(n.StateDict()), path)
	got := torch.Load(path, nil).StateDict()
	if names(got) != names(n.StateDict()) || got[0].Name != "body.0.weight" || got[7].Name != "heads.a.weight" {
		t.Error(names(got))
	}
	if err := newNet().LoadStateDict(got); err != nil {
		t.Error(err)
	}
	err := torch.Try(func() { torch.ValueOf(3).StateDict() })
	if err == nil || err.Error() != "TypeError: expected a state dict, got int" {
		t.Error(err)
	}
}

func TestModulesOfTheLibraryNeedNoInit(t *testing.T) {
	m := nn.Linear(2, 3)
	if got := names(m.NamedParameters()); got != "weight bias" || len(m.StateDict()) != 2 {
		t.Error(got)
	}
	m.Eval()
	if m.IsTraining() || m.C.IsTraining() {
		t.Error("still training")
	}
	m.To(torch.Device{Type: torch.DeviceTypeMeta, Index: -1})
	if got := m.Parameters()[0].Device(); got.Type != torch.DeviceTypeMeta {
		t.Error(got)
	}
}

type base struct {
	nn.Module
	FC *nn.LinearModule
}

func TestFieldsOfEmbeddedStructs(t *testing.T) {
	type net struct {
		base
		Head *nn.LinearModule
	}
	n := &net{base{FC: nn.Linear(2, 2)}, nn.Linear(2, 2)}
	n.Init(n)
	if got := names(n.NamedParameters()); got != "fc.weight fc.bias head.weight head.bias" {
		t.Error(got)
	}
	n.Eval()
	if n.IsTraining() || n.FC.C.IsTraining() {
		t.Error("still training")
	}
	type scaled struct {
		*nn.LinearModule
		Scale torch.Tensor
	}
	s := &scaled{nn.Linear(2, 2), torch.NewTensor([]float32{1})}
	s.Init(s)
	if got := names(s.NamedParameters()); got != "weight bias scale" {
		t.Error(got)
	}
}

func TestPointersSlicesAndMapsOfTensors(t *testing.T) {
	type net struct {
		nn.Module
		List  []torch.Tensor
		Map   map[string]torch.Tensor `gotorch:"buffer"`
		One   *torch.Tensor
		Nil   *torch.Tensor
		Value nn.LinearModule `gotorch:"-"`
		Other *net
	}
	x := torch.NewTensor([]float32{1})
	n := &net{List: []torch.Tensor{x, x.Clone()}, Map: map[string]torch.Tensor{"b": x, "a": x.Clone()}, One: torch.Ptr(x.Clone())}
	n.Other = n
	n.Init(n)
	if got := names(n.NamedParameters()); got != "list.0 list.1 one" {
		t.Error(got)
	}
	if got := names(n.NamedBuffers()); got != "map.a map.b" {
		t.Error(got)
	}
}

func refused(m nn.IModule, parameters func() []torch.Tensor) string {
	if err := torch.Try(func() { parameters() }); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%T is accepted", m)
}

func TestFieldsThatWouldBeMissedAreRefused(t *testing.T) {
	hidden := &struct {
		nn.Module
		fc *nn.LinearModule
	}{}
	hidden.Init(hidden)
	if got := refused(hidden, hidden.Parameters); got != "TypeError: fc holds a module or tensor but is not exported; the tag `gotorch:\"-\"` leaves it out" {
		t.Error(got)
	}
	copied := &struct {
		nn.Module
		Layers map[string]nn.LinearModule
	}{Layers: map[string]nn.LinearModule{"a": *nn.Linear(2, 2)}}
	copied.Init(copied)
	if got := refused(copied, copied.Parameters); !strings.HasPrefix(got, "TypeError: layers.a is a copy of a module: use pointers, *nn.LinearModule") {
		t.Error(got)
	}
	out := &struct {
		nn.Module
		last []torch.Tensor `gotorch:"-"`
		size any
	}{size: 3}
	out.Init(out)
	if got := out.Parameters(); len(got) != 0 {
		t.Error(got)
	}
}

// In a state dict the second would take the place of the first.
func TestFieldsOfOneNameAreRefused(t *testing.T) {
	x, y := torch.NewTensor([]float32{1}), torch.NewTensor([]float32{2})
	upper := &struct {
		nn.Module
		FC1, Fc1 torch.Tensor
	}{FC1: x, Fc1: y}
	upper.Init(upper)
	tagged := &struct {
		nn.Module
		A torch.Tensor     `gotorch:",x"`
		B *nn.LinearModule `gotorch:",x"`
		C torch.Tensor     `gotorch:"buffer,x.weight"`
	}{A: x, B: nn.Linear(1, 1), C: y}
	tagged.Init(tagged)
	type inner struct {
		*nn.LinearModule
		Weight torch.Tensor
	}
	outer := &struct {
		nn.Module
		Head inner
	}{Head: inner{nn.Linear(1, 1), x}}
	outer.Init(outer)
	outer.Head.Init(&outer.Head)
	for want, m := range map[string]interface {
		nn.IModule
		StateDict() torch.StateDict
	}{
		"FC1 and Fc1 both have fc1":                               upper,
		"B and C both have x.weight":                              tagged,
		"Head.LinearModule and Head.Weight both have head.weight": outer,
	} {
		err := torch.Try(func() { m.StateDict() })
		if err == nil || !strings.HasPrefix(err.Error(), "TypeError: the fields "+want+" in a state dict") {
			t.Error(err)
		}
	}
	upper.Fc1 = torch.Tensor{}
	if got := names(upper.StateDict()); got != "fc1" {
		t.Error(got)
	}
}

func TestTagsThatAreNoneAreRefused(t *testing.T) {
	m := &struct {
		nn.Module
		Mean torch.Tensor `gotorch:"bufer,mean"`
	}{Mean: torch.NewTensor([]float32{1})}
	m.Init(m)
	if got := refused(m, m.Parameters); !strings.HasPrefix(got, "TypeError: Mean has the tag `gotorch:\"bufer,mean\"`: ") {
		t.Error(got)
	}
}

func TestTiedModulesHaveTwoNamesAndOneParameter(t *testing.T) {
	type tied struct {
		nn.Module
		A, B *nn.LinearModule
		X, Y torch.Tensor
	}
	a, x := nn.Linear(2, 2, nn.LinearOptions{Bias: torch.Ptr(false)}), torch.NewTensor([]float32{1})
	m := &tied{A: a, B: a, X: x, Y: x}
	m.Init(m)
	if got := names(m.NamedParameters()); got != "a.weight x" {
		t.Error(got)
	}
	if got := names(m.StateDict()); got != "a.weight b.weight x y" {
		t.Error(got)
	}
	if err := m.LoadStateDict(m.StateDict()); err != nil {
		t.Error(err)
	}
	state := m.StateDict()
	state[3].Tensor = torch.Tensor{}
	if err := m.LoadStateDict(state); err == nil || err.Error() != "cannot load the state dict: y is None" {
		t.Error(err)
	}
}

func TestSequentialRefusesWhatItCannotCall(t *testing.T) {
	x := torch.NewTensor([]float32{1})
	var none *nn.LinearModule
	var nothing func(torch.Tensor) torch.Tensor
	for _, c := range []struct {
		m    any
		want string
	}{
		{F.Linear, "TypeError: module 1 (functional.Linear) takes 3 arguments but got 1"},
		{F.Gelu, ""},
		{none, "TypeError: module 1 (*nn.LinearModule) is nil"},
		{nothing, "TypeError: module 1 (func(gotorch.Tensor) gotorch.Tensor) is nil"},
		{nil, "TypeError: module 1 (<nil>) is nil"},
		{3, "TypeError: module 1 (int) has no method Forward"},
		{func(x torch.Tensor) {}, "TypeError: Sequential returns one Tensor, but its last module returned ()"},
		{func(x torch.Tensor) (torch.Tensor, int) { return x, 1 }, "TypeError: Sequential returns one Tensor, but its last module returned (gotorch.Tensor, int)"},
		{func(x torch.Tensor) (torch.Tensor, error) { return x, errors.New("no result") }, "no result"},
		{func(x torch.Tensor) (torch.Tensor, error) { return x, nil }, ""},
	} {
		got := ""
		if err := torch.Try(func() { nn.Sequential(torch.Neg, c.m).Forward(x) }); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got %q, not %q", got, c.want)
		}
	}
	err := torch.Try(func() { nn.Sequential(func(x torch.Tensor) int { return 1 }, torch.Neg).Forward(x) })
	if err == nil || err.Error() != "TypeError: module 1 (gotorch.Neg): argument 0 is a gotorch.Tensor, not a int" {
		t.Error(err)
	}
	if got := nn.Sequential().Forward(x).ItemDouble(); got != 1 {
		t.Error(got)
	}
	if err := torch.Try(func() { nn.Sequential().Forward() }); err == nil {
		t.Error("no input was accepted")
	}
}

func TestAModuleWithoutInitSaysSo(t *testing.T) {
	err := torch.Try(func() { (&add{}).Parameters() })
	if err == nil || !strings.Contains(err.Error(), "call Init(m)") {
		t.Error(err)
	}
}

func TestClassesHaveTheDefaultsOfPython(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{nn.Conv2d(1, 2, []int64{3}).String(), "Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))"},
		{nn.Conv2d(1, 2, []int64{3, 5}, nn.Conv2dOptions{Padding: "same", Bias: torch.Ptr(false)}).String(), "Conv2d(1, 2, kernel_size=(3, 5), stride=(1, 1), padding=same, bias=False)"},
		{nn.Dropout().String(), "Dropout(p=0.5, inplace=False)"},
		{nn.Dropout(nn.DropoutOptions{P: torch.Ptr(0.0)}).String(), "Dropout(p=0.0, inplace=False)"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, not %s", c.got, c.want)
		}
	}
	err := torch.Try(func() { nn.Linear(-1, 2) })
	if err == nil {
		t.Error("a negative size was accepted")
	}
	for want, f := range map[string]func(){
		"padding_mode": func() { nn.Conv2d(1, 1, []int64{1}, nn.Conv2dOptions{PaddingMode: torch.Ptr("zeros\x00")}) },
		"padding":      func() { nn.Conv2d(1, 1, []int64{1}, nn.Conv2dOptions{Padding: "same\x00"}) },
		"reduction":    func() { nn.MSELoss(nn.MSELossOptions{Reduction: torch.Ptr("mean\x00")}) },
	} {
		if err := torch.Try(f); err == nil || err.Error() != "ValueError: embedded null character in "+want {
			t.Error(want, err)
		}
	}
}

func TestLBFGSCallsAClosureOfGo(t *testing.T) {
	x := torch.NewTensor([]float32{5})
	x.SetRequiresGrad(true)
	opt := optim.LBFGS([]torch.Tensor{x})
	for i := 0; i < 3; i++ {
		opt.StepClosure(func() torch.Tensor {
			opt.ZeroGrad()
			loss := torch.Sum(torch.MulTensor(x, x))
			loss.Backward()
			return loss
		})
	}
	if got := x.ItemDouble(); got > 1e-3 || got < -1e-3 {
		t.Error(got)
	}
	err := torch.Try(func() {
		opt.StepClosure(func() torch.Tensor { panic(&torch.Error{Class: torch.ErrorValue, Text: "no loss"}) })
	})
	if err == nil || !strings.Contains(err.Error(), "no loss") {
		t.Error(err)
	}
}

func TestCachedComputesATensorOnce(t *testing.T) {
	m := nn.Linear(2, 2)
	torch.NnUtilsParametrizationsWeightNorm(m.C, "weight", 0)
	same := func() bool {
		a, b := torch.NnUtilsGetTensor(m.C, "weight"), torch.NnUtilsGetTensor(m.C, "weight")
		return a.IsSetTo(b)
	}
	torch.Cached(func() {
		if !same() {
			t.Error("computed twice")
		}
	})
	if same() {
		t.Error("computed once")
	}
}

// --- copies, dtypes ----------------------------------------------------------------------------------

type byValue struct {
	nn.Module
	Linear *nn.LinearModule
	Scale  torch.Tensor
}

func newByValue() byValue {
	m := byValue{Linear: nn.Linear(2, 1), Scale: torch.Ones([]int64{1})}
	m.Scale.SetRequiresGrad(true)
	m.Init(&m)
	return m
}

func TestACopyOfAModuleSaysSo(t *testing.T) {
	m := newByValue()
	for name, f := range map[string]func(){
		"Eval": m.Eval, "Parameters": func() { m.Parameters() }, "IsTraining": func() { m.IsTraining() },
	} {
		if err := torch.Try(f); err == nil || !strings.Contains(err.Error(), "this is a copy of the *nn_test.byValue") {
			t.Errorf("%s: %v", name, err)
		}
	}
	m.Init(&m)
	if m.Eval(); m.IsTraining() {
		t.Error("still in training mode")
	}
}

func TestToConvertsWhatIsFloating(t *testing.T) {
	m := newByValue()
	m.Init(&m)
	m.To(torch.CPU, torch.Float64)
	for _, p := range m.NamedParameters() {
		if p.Tensor.Dtype() != torch.Float64 {
			t.Errorf("%s is %v", p.Name, p.Tensor.Dtype())
		}
	}
	if m.To(torch.CPU); m.Scale.Dtype() != torch.Float64 || !m.Scale.RequiresGrad() {
		t.Error(m.Scale.Dtype())
	}
}
