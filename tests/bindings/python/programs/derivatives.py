"""torch.autograd.functional, gradcheck."""

import torch
from torch import nn
from torch.autograd import forward_ad, functional, gradcheck, gradgradcheck
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


def shows_error(function):
    try:
        print("no error", function())
    except Exception as error:
        print(type(error).__name__, str(error)[:70])


def both(x, y):
    return x * y, x.sum()


def energy(x):
    return (x ** 3).sum()


x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
v = torch.tensor([1.0, -1.0])
print(functional.jacobian(torch.exp, torch.zeros(2)))
print(functional.jacobian(lambda x, y: x * y, (x, y)))
print(functional.jacobian(both, (x, y)))
print(functional.hessian(energy, x))
print(functional.hessian(lambda x, y: (x * x * y).sum(), (x, y)))
print(functional.vjp(lambda x: x * x, x, v))
print(functional.vjp(both, (x, y), (v, torch.tensor(2.0))))
print(functional.jvp(lambda x: x * x, x, v))
print(functional.jvp(both, (x, y), (v, v)))
print(functional.vhp(energy, x, v))
print(functional.hvp(lambda x, y: (x * y).sum(), (x, y), (v, v)))
x.requires_grad_()
print(functional.jacobian(lambda x: x * x * x, x, create_graph=True).sum().item())
calls = []
functional.vjp(lambda x: (calls.append(1), x * 2)[1], x, v)
print(len(calls))

print("--- checks")
d = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
print(gradcheck(torch.sin, (d,)), gradgradcheck(torch.sin, (d,)), gradcheck(lambda x: (x, x * x), d))


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 3


print(gradcheck(Wrong.apply, (d,), raise_exception=False))
shows_error(lambda: gradcheck(Wrong.apply, (d,)))

print("--- errors")
shows_error(lambda: functional.jacobian(lambda x: 5, x))
shows_error(lambda: functional.hessian(lambda x: (x.sum(), x.sum()), x))
shows_error(lambda: functional.jacobian(lambda x: x @ x @ x, x))


def fails(x):
    raise KeyError("mine")


shows_error(lambda: functional.jacobian(fails, x))

print("--- forward mode")


class Scaled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale, y):
        ctx.save_for_forward(x, y)
        ctx.scale = scale
        return x * y * scale, scale, x + y

    @staticmethod
    def jvp(ctx, dx, _, dy):
        x, y = ctx.saved_tensors
        return (dx * y + x * dy) * ctx.scale, None, dx + dy


class Short(Scaled):
    @staticmethod
    def jvp(ctx, dx, _, dy):
        return dx


a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
with forward_ad.dual_level():
    dual = forward_ad.make_dual(a, torch.tensor([1.0, -1.0]))
    print(forward_ad.unpack_dual(torch.sin(dual)).tangent)
    product, scale, total = Scaled.apply(dual, 2.0, b)
    print(scale, [forward_ad.unpack_dual(t).tangent for t in (product, total)])
    print(forward_ad.unpack_dual(product).primal, forward_ad.unpack_dual(b).tangent)
    for wrong in Short.apply, Wrong.apply:
        try:
            wrong(dual, 2.0, b) if wrong == Short.apply else wrong(dual)
        except Exception as error:
            print(type(error).__name__)

print("--- checkpoints")

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Dropout(0.5), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
for reentrant in (False, True):
    torch.manual_seed(1)
    given = torch.ones(3, 2, requires_grad=True)
    checkpoint_sequential(net, 2, given, use_reentrant=reentrant).sum().backward()
    print(given.grad, net[0].weight.grad.sum())
    net.zero_grad()
    torch.manual_seed(1)
    out = checkpoint(lambda a, scale, b: (a * scale, net(b)), given, 2.0, given, use_reentrant=reentrant)
    (out[0].sum() + out[1].sum()).backward()
    print(given.grad, len(out))
    net.zero_grad()

# --- all arguments of grad() ---

x, unused = torch.tensor([1.0, 2.0], requires_grad=True), torch.ones(2, requires_grad=True)
print(torch.autograd.grad(outputs=(x ** 2).sum(), inputs=x, create_graph=True, retain_graph=True, only_inputs=True))
print(torch.autograd.grad((x ** 2).sum(), [x, unused], None, None, False, True, True))
print(torch.autograd.grad((x ** 2).sum(), [x, unused], materialize_grads=True))
print(torch.autograd.grad((x ** 2).sum(), {"x": x, "unused": unused}, allow_unused=True))
print(torch.autograd.grad(x ** 2, x, grad_outputs=torch.eye(2), is_grads_batched=True))
print(torch.autograd.grad([x ** 2, x[0] * 3], [x, unused], [torch.eye(2), torch.ones(2)], allow_unused=True,
                          is_grads_batched=True))
shows_error(lambda: torch.autograd.grad((x ** 2).sum(), [unused]))
shows_error(lambda: torch.autograd.grad(x.sum(), [unused], allow_unused=False, materialize_grads=True))
