package nn_test

import (
	"fmt"
	"testing"

	torch "gotorch"
	"gotorch/nn"
	F "gotorch/nn/functional"
)

type printedBlock struct {
	nn.Module
	Conv *nn.Conv2dModule
	Norm *nn.BatchNorm2dModule
}

func (b *printedBlock) ExtraRepr() string { return "residual" }

func newPrintedBlock(n int64) *printedBlock {
	b := &printedBlock{Conv: nn.Conv2d(1, n, []int64{3}), Norm: nn.BatchNorm2d(n)}
	b.Init(b)
	return b
}

type Scaled struct{ *nn.LinearModule }

func newScaled(in, out int64) *Scaled {
	s := &Scaled{nn.Linear(in, out)}
	s.Init(s)
	return s
}

type Gate struct{ nn.Module }

func (g *Gate) ExtraRepr() string { return "a=1\nb=2" }

func newGate() *Gate {
	g := &Gate{}
	g.Init(g)
	return g
}

type Net struct {
	nn.Module
	Body    *nn.SequentialModule
	Blocks  []*printedBlock
	Heads   map[string]nn.IModule
	Encoder *nn.TransformerEncoderLayerModule
	Gate    *Gate
	Scale   torch.Tensor
	None    *nn.LinearModule
	Sizes   []int
	self    any
}

// The text is that of Python for the same modules.
func TestModulesPrintAsInPython(t *testing.T) {
	n := &Net{
		Body:    nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Sequential(nn.Tanh())),
		Blocks:  []*printedBlock{newPrintedBlock(2), newPrintedBlock(2), newPrintedBlock(4)},
		Heads:   map[string]nn.IModule{"b": newScaled(1, 2), "a": nn.Linear(1, 1)},
		Encoder: nn.TransformerEncoderLayer(4, 2),
		Gate:    newGate(),
		Scale:   torch.Ones([]int64{1}),
		Sizes:   []int{1},
	}
	n.Init(n)
	for _, c := range []struct {
		module fmt.Stringer
		text   string
	}{
		{n, `Net(
  (body): Sequential(
    (0): Linear(in_features=2, out_features=3, bias=True)
    (1): ReLU()
    (2): Sequential(
      (0): Tanh()
    )
  )
  (blocks): ModuleList(
    (0-1): 2 x printedBlock(
      residual
      (conv): Conv2d(1, 2, kernel_size=(3, 3), stride=(1, 1))
      (norm): BatchNorm2d(2, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    )
    (2): printedBlock(
      residual
      (conv): Conv2d(1, 4, kernel_size=(3, 3), stride=(1, 1))
      (norm): BatchNorm2d(4, eps=1e-05, momentum=0.1, affine=True, bias=True, track_running_stats=True)
    )
  )
  (heads): ModuleDict(
    (a): Linear(in_features=1, out_features=1, bias=True)
    (b): Scaled(in_features=1, out_features=2, bias=True)
  )
  (encoder): TransformerEncoderLayer(
    (self_attn): MultiheadAttention(
      (out_proj): NonDynamicallyQuantizableLinear(in_features=4, out_features=4, bias=True)
    )
    (linear1): Linear(in_features=4, out_features=2048, bias=True)
    (dropout): Dropout(p=0.1, inplace=False)
    (linear2): Linear(in_features=2048, out_features=4, bias=True)
    (norm1): LayerNorm((4,), eps=1e-05, elementwise_affine=True, bias=True)
    (norm2): LayerNorm((4,), eps=1e-05, elementwise_affine=True, bias=True)
    (dropout1): Dropout(p=0.1, inplace=False)
    (dropout2): Dropout(p=0.1, inplace=False)
  )
  (gate): Gate(
    a=1
    b=2
  )
)`},
		{newScaled(2, 3), "Scaled(in_features=2, out_features=3, bias=True)"},
		{newGate(), "Gate(\n  a=1\n  b=2\n)"},
		{nn.Sequential(nn.ReLU(), F.Relu), "Sequential(\n  (0): ReLU()\n  (1): functional.Relu\n)"},
		{nn.Sequential(), "Sequential()"},
		{&Gate{}, "Module()"},
	} {
		if got := fmt.Sprintln(c.module); got != c.text+"\n" {
			t.Errorf("%s\nnot\n%s", got, c.text)
		}
	}
}

type ring struct {
	nn.Module
	Next *ring
}

func TestARingOfModulesPrints(t *testing.T) {
	a, b := &ring{}, &ring{}
	a.Next, b.Next = b, a
	a.Init(a)
	if got := a.String(); got != "ring(\n  (next): ring(\n    (next): ring(...)\n  )\n)" {
		t.Error(got)
	}
}
