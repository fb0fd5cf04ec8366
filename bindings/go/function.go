package gotorch

import (
	"unsafe"

	"gotorch/internal/shim"
)

// A Function is an operation with a backward of its own: Python's torch.autograd.Function.
//
//	var exp = torch.Function{
//		Name: "Exp",
//		Forward: func(ctx *torch.FunctionContext, inputs []torch.Tensor) []torch.Tensor {
//			y := torch.Exp(inputs[0])
//			ctx.SaveForBackward(y)
//			return []torch.Tensor{y}
//		},
//		Backward: func(ctx *torch.FunctionContext, grads []torch.Tensor) []torch.Tensor {
//			return []torch.Tensor{torch.MulTensor(grads[0], ctx.SavedTensors()[0])}
//		},
//	}
//
//	y := exp.Apply(x)[0]
//
// Forward's operations are not recorded. Backward returns a gradient for each input; a zero Tensor
// is none. It runs in a thread of the library, and its operations are recorded if backward has
// CreateGraph.
type Function struct {
	Name               string // "Exp"; the node in the graph is ExpBackward
	Forward            func(ctx *FunctionContext, inputs []Tensor) []Tensor
	Backward           func(ctx *FunctionContext, grads []Tensor) []Tensor // nil: backward is an error
	OnceDifferentiable bool                                                // a backward through Backward is an error
}

// A FunctionContext is what Forward keeps for Backward: Python's ctx. Data is for anything but
// tensors: an output in it would keep itself alive.
type FunctionContext struct {
	Data                   any
	saved, dirty, constant []Tensor
	noZeros                bool
	needs                  []bool
}

// SaveForBackward keeps inputs, outputs or other tensors for SavedTensors.
func (c *FunctionContext) SaveForBackward(tensors ...Tensor) { c.saved = tensors }

// SavedTensors returns in Backward what SaveForBackward was given. One that was written to since is
// an error of backward.
func (c *FunctionContext) SavedTensors() []Tensor { return c.saved }

// MarkDirty names the inputs that Forward has written to; it must return them, too.
func (c *FunctionContext) MarkDirty(inputs ...Tensor) { c.dirty = inputs }

// MarkNonDifferentiable names the outputs that have no gradient.
func (c *FunctionContext) MarkNonDifferentiable(outputs ...Tensor) { c.constant = outputs }

// SetMaterializeGrads sets whether missing gradients are zeros, as they are without it, or None.
func (c *FunctionContext) SetMaterializeGrads(on bool) { c.noZeros = !on }

// NeedsInputGrad returns whether the gradient of an input is needed.
func (c *FunctionContext) NeedsInputGrad(i int) bool { return i < len(c.needs) && c.needs[i] }

// Apply calls Forward, and records the operation.
func (f *Function) Apply(inputs ...Tensor) []Tensor {
	var frame struct {
		head
		name                                    string
		backward                                uintptr
		inputs, outputs, saved, dirty, constant []Tensor
		noZeros, once                           bool
		r0                                      unsafe.Pointer
		n0                                      int64
	}
	mustNotBeNil(f.Forward)
	ctx := &FunctionContext{}
	for _, t := range inputs {
		ctx.needs = append(ctx.needs, t.T != nil && t.RequiresGrad())
	}
	NoGrad(func() { frame.outputs = f.Forward(ctx, inputs) })
	frame.name, frame.inputs, frame.once = noNul(f.Name, "Name"), inputs, f.OnceDifferentiable
	frame.saved, frame.dirty, frame.constant, frame.noZeros = ctx.saved, ctx.dirty, ctx.constant, ctx.noZeros
	if f.Backward != nil {
		frame.backward = shim.Hold(backwardOf(f.Backward, ctx.Data))
	}
	call(-1, &frame.head)
	return tensorsOf(frame.r0, frame.n0, frame.head.scope)
}

// backwardOf refers to no tensor of Forward.
func backwardOf(backward func(*FunctionContext, []Tensor) []Tensor, data any) func(grads, saved []Tensor, needs []any) []Tensor {
	return func(grads, saved []Tensor, needs []any) []Tensor {
		ctx := &FunctionContext{Data: data, saved: saved}
		for _, need := range needs {
			ctx.needs = append(ctx.needs, need.(bool))
		}
		return backward(ctx, grads)
	}
}
