"""Functions with their own backward, hooks of saved tensors, checkpoints."""

import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable
from torch.autograd.graph import save_on_cpu, saved_tensors_hooks
from torch.utils.checkpoint import checkpoint


class Mine(Exception):
    pass


def shows_error(function):
    try:
        print("no error", function())
    except Exception as error:
        print(type(error).__name__, str(error)[:90])


class Exp(Function):
    @staticmethod
    def forward(ctx, x, factor):
        y = x.exp() * factor
        ctx.save_for_backward(y, None)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, nothing = ctx.saved_tensors
        print("backward", ctx.needs_input_grad, nothing, grad.requires_grad)
        return grad * y, None


class Increment(Function):
    @staticmethod
    def forward(ctx, x, y):
        x += 1
        ctx.mark_dirty(x)
        even = y.long()
        ctx.mark_non_differentiable(even)
        return x, "text", y * 2, even

    @staticmethod
    def backward(ctx, *grads):
        print("backward", [g if g is None else g.tolist() for g in grads])
        return grads[0], grads[2]


class Once(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    @staticmethod
    @once_differentiable
    def backward(ctx, grad, unused):
        print("backward", unused)
        return grad * 2


class Returns(Function):
    @staticmethod
    def forward(ctx, x, what):
        ctx.what = what
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        if ctx.what == "raise":
            raise Mine("raised")
        return ctx.what


class Square(Function):
    @staticmethod
    def forward(x):
        return x * x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        return 2 * grad * ctx.saved_tensors[0]


class Reads(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad + ctx.saved_tensors[0]


print("--- functions")
x = torch.tensor([0.0, 1.0], requires_grad=True)
y = Exp.apply(x, 3)
print(y.tolist(), y.grad_fn.name())
y.sum().backward()
print(x.grad.tolist())
shows_error(lambda: y.sum().backward())
(g,) = torch.autograd.grad(Exp.apply(x, 2).sum(), x, create_graph=True)
print(torch.autograd.grad(g.sum(), x)[0].tolist())
with torch.no_grad():
    print(Exp.apply(x, 1).requires_grad)
a = x * 2
results = Increment.apply(a, x)
print(results[0] is a, results[1], results[3].requires_grad, results[2].grad_fn.name())
results[0].sum().backward()
(g,) = torch.autograd.grad(Once.apply(x)[0].sum(), x, create_graph=True)
print(g.tolist())
shows_error(lambda: torch.autograd.grad(g.sum(), x))
x.grad = None
Square.apply(x).sum().backward()
print(x.grad.tolist())

print("--- wrong functions")
one = torch.ones(2)
for what in ("raise", one, (one, one), (one, None, None), (one, None, None, one), (torch.ones(7), None),
             None, (None, None)):
    shows_error(lambda: Returns.apply(x, what).sum().backward())
shows_error(lambda: Increment.apply(x, x))
shows_error(lambda: Function.apply(x))
a = torch.ones(2, requires_grad=True) * 1
b = Reads.apply(a)
with torch.no_grad():
    a.add_(1)
shows_error(lambda: b.sum().backward())

print("--- saved tensors")
packed = []


def pack(tensor):
    packed.append(tensor.requires_grad)
    return tensor.tolist()


x.grad = None
with saved_tensors_hooks(pack, torch.tensor):
    y = (x * x).sum()
y.backward()
print(x.grad.tolist(), len(packed))
x.grad = None
with saved_tensors_hooks(lambda t: t * 10, lambda t: t):
    with saved_tensors_hooks(lambda t: t + 1, lambda t: t):
        y = (x * x).sum()
y.backward()
print(x.grad.tolist())
x.grad = None
with save_on_cpu():
    (x * x).sum().backward()
print(x.grad.tolist())


def divides(tensor):
    return 1 / 0


with saved_tensors_hooks(divides, divides):
    shows_error(lambda: x * x)
with saved_tensors_hooks(lambda t: t, divides):
    y = (x * x).sum()
shows_error(lambda: y.backward())

print("--- checkpoints")
calls = []


def layers(a, factor=2):
    calls.append(torch.is_grad_enabled())
    hidden = (a * factor).sin()
    return (hidden.exp() * hidden).sum(), "text"


x.grad = None
loss, text = checkpoint(layers, x, factor=3, use_reentrant=False)
loss.backward()
print([round(v, 4) for v in x.grad.tolist()], text, calls)
other = x.grad
x.grad = None
layers(x, 3)[0].backward()
print(torch.equal(x.grad, other))
calls.clear()
with torch.no_grad():
    print(round(checkpoint(layers, x, use_reentrant=False)[0].item(), 4), calls)
shows_error(lambda: checkpoint(divides, x, use_reentrant=False))
random = checkpoint(lambda a: torch.nn.functional.dropout(a * torch.ones(100), 0.5).exp().sum(),
                    torch.ones(1, requires_grad=True), use_reentrant=False)
random.backward()


def fails_later(a):
    calls.append(1)
    if len(calls) == 2:
        raise Mine("later")
    return a.exp().sum()


calls.clear()
loss = checkpoint(fails_later, x, use_reentrant=False)
shows_error(lambda: loss.backward())

print("--- triplets")
anchor, near, far = torch.tensor([[0.0, 1.0], [2.0, 0.0]]), torch.ones(2, 2), torch.zeros(2, 2)
triplets = torch.nn.functional.triplet_margin_with_distance_loss
print(triplets(anchor, near, far))
print(triplets(anchor, near, far, distance_function=lambda a, b: (a - b).abs().sum(-1), margin=2.0,
               swap=True, reduction="none"))
shows_error(lambda: triplets(anchor, near, far, margin=0.0))
