"""Custom functions: those of tests/autograd/function_samples.c, as torch.autograd.Function.

A case of kind "values" is one application: its outputs, the gradients from given ones, and the
gradients of the sum of those gradients' squares. A case of kind "error" is the text of an error,
kind "gradcheck" that of a check.
"""

import re
import warnings

import torch
from torch.autograd import Function, gradcheck, gradgradcheck
from torch.autograd.function import once_differentiable

from common import error, tensor

warnings.simplefilter("ignore")


def function(name, forward, backward):
    return type(name, (Function,),
                {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def saving(name, forward, backward):
    """A function that saves its input."""
    def save(ctx, x):
        ctx.save_for_backward(x)
        return forward(x)
    return function(name, save, lambda ctx, g: backward(g, *ctx.saved_tensors))


def my_exp_forward(ctx, x):
    y = x.exp()
    ctx.save_for_backward(y)
    return y


MyExp = function("MyExp", my_exp_forward, lambda ctx, g: g * ctx.saved_tensors[0])
MySquare = saving("MySquare", lambda x: x * x, lambda g, x: g * 2 * x.conj())
MyReLU = saving("MyReLU", lambda x: x.clamp(min=0), lambda g, x: g * (x > 0).to(g.dtype))


class MyLinear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight)
        y = x.mm(weight.t())
        return y if bias is None else y + bias

    @staticmethod
    def backward(ctx, g):
        x, weight = ctx.saved_tensors
        return (g.mm(weight) if ctx.needs_input_grad[0] else None,
                g.t().mm(x) if ctx.needs_input_grad[1] else None,
                g.sum(0) if ctx.needs_input_grad[2] else None)


class MyLeaky(Function):
    @staticmethod
    def forward(ctx, x, slope):
        ctx.save_for_backward(x)
        ctx.slope = slope
        return torch.where(x > 0, x, x * slope)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return torch.where(x > 0, g, g * ctx.slope), None


class MyPair(Function):
    """Two outputs: the sum and the product."""
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a * b

    @staticmethod
    def backward(ctx, g, h):
        a, b = ctx.saved_tensors
        return g + h * b, g + h * a


class MyPairWithoutZeros(MyPair):
    """Missing gradients are None."""
    @staticmethod
    def forward(ctx, a, b):
        ctx.set_materialize_grads(False)
        return MyPair.forward(ctx, a, b)

    @staticmethod
    def backward(ctx, g, h):
        a, b = ctx.saved_tensors
        if g is None and h is None:
            return None, None
        if g is None:
            return h * b, h * a
        if h is None:
            return g, g
        return g + h * b, g + h * a


class MySort(Function):
    """The indices have no gradient, and neither has the copy that is marked."""
    @staticmethod
    def forward(ctx, x):
        values, indices = x.sort(0)
        copy = values.clone()
        ctx.mark_non_differentiable(copy)
        ctx.save_for_backward(indices)
        return values, indices, copy

    @staticmethod
    def backward(ctx, g, _indices, _copy):
        indices, = ctx.saved_tensors
        return torch.zeros_like(g).scatter(0, indices, g)


def my_add_one_forward(ctx, x):
    x.add_(1)
    ctx.mark_dirty(x)
    return x


MyAddOne = function("MyAddOne", my_add_one_forward, lambda ctx, g: g * 3)
MyIdentity = function("MyIdentity", lambda ctx, x: x, lambda ctx, g: g * 3)
MyView = function("MyView", lambda ctx, x: x.view(3, 1), lambda ctx, g: g.view(3))


class MyOnce(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * 3 * x * x


def leaf(*values, shape=None, dtype=torch.float64):
    x = torch.tensor(values, dtype=dtype)
    return (x.reshape(shape) if shape else x).requires_grad_()


def plain(*values, shape=None):
    return leaf(*values, shape=shape).detach()


def squares(grads):
    return sum((g * g.conj()).real.sum() for g in grads if g is not None)


def put(case, key, values):
    case[key + "s"] = len(values)
    for i, value in enumerate(values):
        case[f"{key}{i}"] = None if value is None else tensor(value)


def values(name, apply, inputs, used=None, second=True):
    """`used`: the outputs that get a gradient; by default all that require one."""
    case = {"kind": "values", "name": name}
    put(case, "input", inputs)
    case["requires_grad"] = [x is not None and x.requires_grad for x in inputs]
    results = apply(*inputs)
    results = results if isinstance(results, tuple) else (results,)
    put(case, "output", results)
    case["outputs_require_grad"] = [y.requires_grad for y in results]
    case["version"] = results[0]._version  # pylint: disable=protected-access
    case["grad_fn"] = next(type(y.grad_fn).__name__ for y in results if y.requires_grad)
    chosen = [i for i, y in enumerate(results) if y.requires_grad] if used is None else used
    case["used"] = chosen
    grad_outputs = [torch.linspace(.5, 1.5, results[i].numel(), dtype=torch.float64)
                    .reshape(results[i].shape).to(results[i].dtype) for i in chosen]
    put(case, "grad_output", grad_outputs)
    leaves = [x for x in inputs if x is not None and x.requires_grad]
    grads = torch.autograd.grad([results[i] for i in chosen], leaves, grad_outputs,
                                create_graph=True, allow_unused=True)
    put(case, "grad", grads)
    case["second"] = second and squares(grads).requires_grad
    if case["second"]:
        put(case, "second", torch.autograd.grad(squares(grads), leaves, allow_unused=True))
    return case


def value_cases():
    x, w = leaf(1, -2, 3, 4, .5, 6, shape=(2, 3)), leaf(*range(12), shape=(4, 3))
    complex_x = leaf(1 + 2j, -3j, .5, dtype=torch.complex128)
    return [
        values("exp", MyExp.apply, [leaf(0, 1, -2)]),
        values("exp of one number", MyExp.apply, [leaf(1.5, shape=())]),
        values("exp of nothing", MyExp.apply, [leaf(shape=(0, 2))]),
        values("exp of float32", MyExp.apply, [leaf(0, 1, -2, dtype=torch.float32)]),
        values("square", MySquare.apply, [leaf(0, 1, -2)]),
        values("square of complex", MySquare.apply, [complex_x]),
        values("relu", MyReLU.apply, [leaf(0, 1, -2)]),
        values("linear", MyLinear.apply, [x, w, leaf(1, 2, 3, 4)]),
        values("linear without bias", MyLinear.apply, [x, w, None]),
        values("linear with a plain weight", MyLinear.apply, [x, w.detach(), leaf(1, 2, 3, 4)]),
        values("linear with a plain input", MyLinear.apply, [x.detach(), w, leaf(1, 2, 3, 4)]),
        values("leaky", lambda x: MyLeaky.apply(x, .25), [leaf(1, -2, 3)]),
        values("pair", MyPair.apply, [leaf(1, 2), leaf(3, -4)]),
        values("pair, its sum alone", MyPair.apply, [leaf(1, 2), leaf(3, -4)], used=[0]),
        values("pair, its product alone", MyPair.apply, [leaf(1, 2), leaf(3, -4)], used=[1]),
        values("pair of a leaf and a plain one", MyPair.apply, [leaf(1, 2), plain(3, -4)]),
        values("pair without zeros", MyPairWithoutZeros.apply, [leaf(1, 2), leaf(3, -4)]),
        values("pair without zeros, its sum alone", MyPairWithoutZeros.apply,
               [leaf(1, 2), leaf(3, -4)], used=[0]),
        values("pair without zeros, its product alone", MyPairWithoutZeros.apply,
               [leaf(1, 2), leaf(3, -4)], used=[1]),
        values("sort", MySort.apply, [leaf(3, 1, 2)]),
        values("identity", MyIdentity.apply, [leaf(3, 1, 2)]),
        values("view", MyView.apply, [leaf(3, 1, 2)]),
        values("once", MyOnce.apply, [leaf(3, 1, 2)], second=False),
        # In place, on a tensor that is not a leaf: the input is doubled first.
        values("in place", lambda x: MyAddOne.apply(x * 2), [leaf(3, 1, 2)]),
        values("in place on a view", lambda x: in_place_on_view(x * 2), [leaf(3, 1, 2, 4)]),
    ]


def in_place_on_view(base):
    MyAddOne.apply(base[1:3])
    return base


def as_libtorch(text):
    """Python renames the types in libtorch's texts."""
    return re.sub(r"torch\.(\w+)Tensor", r"CPU\1Type", text)


# --- Errors ------------------------------------------------------------------------------------

def backward_of(forward, backward, x=None):
    x = leaf(1, 2, 3, dtype=torch.float32) if x is None else x
    return lambda: function("MyFunction", forward, backward).apply(x).sum().backward()


def double(ctx, x):
    return x * 2


def modified():
    q = leaf(1, 2, 3, dtype=torch.float32) * 1
    y = MySquare.apply(q)
    q.add_(1)
    y.sum().backward()


def output_modified():
    y = MyExp.apply(leaf(1, 2, 3, dtype=torch.float32))
    y.add_(1)
    y.sum().backward()


def twice():
    y = MySquare.apply(leaf(1, 2, 3)).sum()
    y.backward()
    y.backward()


def once_twice():
    x = leaf(1, 2, 3)
    g, = torch.autograd.grad(MyOnce.apply(x * 1).exp().sum(), x, create_graph=True)
    g.sum().backward()


def add_to(apply, x):
    return lambda: apply(x).add_(1)


def dirty_not_returned(ctx, x):
    x.add_(1)
    ctx.mark_dirty(x)
    return x + 1


def dirty_view_and_more(ctx, x):
    x.add_(1)
    ctx.mark_dirty(x)
    return x, x * 2


def none_for_none(ctx, x, _none):
    return x * 2


def error_cases():
    x = leaf(1, 2, 3, dtype=torch.float32)
    calls = {
        "gradient of another shape": backward_of(double, lambda ctx, g: g[:2]),
        "gradient of more dimensions": backward_of(double, lambda ctx, g: g.expand(2, 3).reshape(6)),
        "complex gradient of a real input":
            backward_of(double, lambda ctx, g: g.to(torch.complex64)),
        "gradient on another device": backward_of(double, lambda ctx, g: g.to("meta")),
        "gradient for no tensor": lambda: function(
            "MyFunction", none_for_none, lambda ctx, g: (g, g)).apply(x, None).sum().backward(),
        "no backward": lambda: type("MyFunction", (Function,), {"forward": staticmethod(double)})
                               .apply(x).sum().backward(),
        "no forward": lambda: type("MyFunction", (Function,), {}).apply(x),
        "input was modified": modified,
        "output was modified": output_modified,
        "second backward": twice,
        "once differentiable": once_twice,
        "in place on a leaf": lambda: MyAddOne.apply(x),
        "dirty but not an output": lambda: function(
            "MyFunction", dirty_not_returned, lambda ctx, g: g).apply(x * 2),
        "dirty view and another output": lambda: function(
            "MyFunction", dirty_view_and_more, lambda ctx, g, h: g).apply((x * 2)[:2]),
        "writing to an input as output": add_to(MyIdentity.apply, x),
        "writing to a view as output": add_to(MyView.apply, x),
    }
    return [{"kind": "error", "name": name, "error": as_libtorch(error(call))} for name, call in calls.items()]


# --- Checks ------------------------------------------------------------------------------------

def checked(call):
    """The error of a check, with gradcheck's own class as its base class."""
    return as_libtorch(error(call)).replace("GradcheckError: ", "RuntimeError: ", 1)


def scaled(factor):
    return saving("MyWrong", lambda x: x * x, lambda g, x: g * (x * float(factor)))


def pair_wrong():
    return type("MyWrongPair", (MyPair,), {"backward": staticmethod(
        lambda ctx, g, h: (g + h * ctx.saved_tensors[1], g - h * ctx.saved_tensors[0]))})


def ignores_gradient():
    return saving("MyWrong", lambda x: x.sum(), lambda g, x: torch.ones_like(x))


def not_twice_right():
    """The gradient is correct but its own gradient is not: it is computed from a detached input."""
    return saving("MyWrong", lambda x: x * x, lambda g, x: g * 2 * x.detach())


def without_conj():
    return scaled(2)


def not_deterministic():
    count = iter(range(10 ** 6))
    return saving("MyRandom", lambda x: x * x, lambda g, x: g * 2 * x + 1e-7 * next(count))


def undefined_fails():
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, g):
        if g is None:
            raise RuntimeError("no gradient")
        return g * 2 * ctx.saved_tensors[0]
    return function("MyWrong", forward, backward)


def undefined_becomes_ones():
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, g):
        x, = ctx.saved_tensors
        return torch.ones_like(x) if g is None else g * 2 * x
    return function("MyWrong", forward, backward)


def gradcheck_cases():
    x, z = leaf(1, -2, .5), leaf(1 + 2j, -3j, dtype=torch.complex128)
    small = leaf(1, -2, .5, dtype=torch.float32)
    # After the first line, PyTorch's text is about PyTorch's own tests, or ours has the details.
    first_line = {"not deterministic", "missing gradients are an error"}
    calls = {
        "a factor": lambda: gradcheck(scaled(1).apply, x),
        "a factor, float32": lambda: gradcheck(scaled(2).apply, small),
        "second of two inputs": lambda: gradcheck(pair_wrong().apply, (x, leaf(2, 3, 4))),
        "first input is plain": lambda: gradcheck(pair_wrong().apply, (plain(2, 3, 4), x)),
        "not multiplied by the gradient": lambda: gradcheck(ignores_gradient().apply, x),
        "no conjugate": lambda: gradcheck(without_conj().apply, z),
        "real of complex": lambda: gradcheck(lambda v: without_conj().apply(v).real, z),
        "not deterministic": lambda: gradcheck(not_deterministic().apply, x),
        "missing gradients are an error": lambda: gradcheck(undefined_fails().apply, x),
        "missing gradients become ones": lambda: gradcheck(undefined_becomes_ones().apply, x),
        "second derivative": lambda: gradgradcheck(not_twice_right().apply, x,
                                                   torch.ones(3, dtype=torch.float64)),
        "detached": lambda: gradcheck(lambda v: v.detach() * 2, x),
        "no input requires a gradient": lambda: gradcheck(lambda v: v * 2, plain(1, 2)),
        "overlapping input": lambda: gradcheck(
            lambda v: v * 2, torch.ones(1, dtype=torch.float64).expand(3).requires_grad_()),
        "input is modified": lambda: gradcheck(modifies_saved, x),
    }
    cases = []
    for name, call in calls.items():
        text = checked(call)
        if name == "not deterministic":
            text = text.split("\n")[0]
        cases.append({"kind": "gradcheck", "name": name, "error": text,
                      "whole": name not in first_line})
    return cases


def modifies_saved(v):
    w = v * 1
    y = w * w
    w.add_(1)
    return y


def cases():
    return value_cases() + error_cases() + gradcheck_cases()
