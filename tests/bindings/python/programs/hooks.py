"""Hooks of modules of Python and of the library, called by Python and by the library."""

import torch
from torch import nn

log = []


class Mine(Exception):
    pass


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = linear()

    def forward(self, x, scale=1, *, bias=0):
        return self.fc(x) * scale + bias


def linear():
    made = nn.Linear(2, 2)
    with torch.no_grad():
        made.weight.fill_(0.5)
        made.bias.zero_()
    return made


def noted(name, change=None):
    """A hook that notes its arguments, and returns what `change` makes of them."""

    def hook(*args):
        log.append((name, [(type(a).__name__, len(a)) if isinstance(a, (tuple, dict))
                           else type(a).__name__ for a in args]))
        return change(*args) if change is not None else None

    return hook


def runs(make, call):
    net = make()
    handles = [
        net.register_forward_pre_hook(noted("pre")),
        net.register_forward_pre_hook(noted("doubles", lambda m, a: (a[0] * 2, *a[1:]))),
        net.register_forward_pre_hook(noted("first"), prepend=True),
        net.register_forward_pre_hook(noted("named", lambda m, a, k: (a, k)), with_kwargs=True),
        net.register_forward_hook(noted("triples", lambda m, a, o: o * 3)),
        net.register_forward_hook(noted("after"), with_kwargs=True),
        net.register_full_backward_pre_hook(noted("grads x 5", lambda m, g: (g[0] * 5,))),
        net.register_full_backward_hook(
            noted("grads x 7", lambda m, g, o: (g[0] * 7, *g[1:]))),
    ]
    for _ in range(2):
        log.clear()
        x = torch.tensor([[1.0, 2.0]], requires_grad=True)
        y = call(net, x)
        y.sum().backward()
        print(y.tolist(), x.grad.tolist(), log)
        for handle in handles:
            handle.remove()
            handle.remove()


def noted_calls(call):
    log.clear()
    call()
    print(log)


print("--- all kinds")
runs(Net, lambda net, x: net(x))
runs(Net, lambda net, x: net(x, 2, bias=1))
runs(linear, lambda net, x: net(x))
runs(lambda: nn.Sequential(linear(), nn.ReLU()), lambda net, x: net(x))
runs(lambda: nn.Sequential(Net(), nn.ReLU()), lambda net, x: net(x))

print("--- parts of others")
for make in linear, Net:
    inner = make()
    net = nn.Sequential(nn.Sequential(inner, nn.Identity()), nn.ReLU())
    inner.register_forward_pre_hook(noted("pre"))
    inner.register_forward_hook(noted("triples", lambda m, a, o: o * 3))
    inner.register_full_backward_hook(noted("doubles", lambda m, g, o: (g[0] * 2,)))
    x = torch.tensor([[1.0, 2.0]], requires_grad=True)
    log.clear()
    net(x).sum().backward()
    print(x.grad.tolist(), log)
layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)
layer.linear1.register_forward_pre_hook(noted("pre"))
layer.linear1.register_forward_hook(noted("zeros", lambda m, a, o: o * 0))
layer.linear2.register_full_backward_hook(noted("backward"))
noted_calls(lambda: layer(torch.ones(1, 3, 4, requires_grad=True)).sum().backward())
print(torch.equal(layer.linear1.weight.grad, torch.zeros(8, 4)))
lstm = nn.LSTM(2, 2)
lstm.register_forward_hook(noted("after"))
noted_calls(lambda: lstm(torch.ones(1, 1, 2)))


def fails(*args):
    raise Mine("failed")


print("--- errors")
for name in ("register_forward_pre_hook", "register_forward_hook", "register_full_backward_pre_hook",
             "register_full_backward_hook"):
    for net in linear(), Net(), nn.Sequential(nn.ReLU(), nn.Tanh()):
        getattr(net, name)(fails)
        try:
            net(torch.ones(1, 2, requires_grad=True)).sum().backward()
        except Mine as error:
            print(name, error)
net = Net()
net.register_forward_pre_hook(lambda m, a, k: 5, with_kwargs=True)
try:
    net(torch.ones(1, 2))
except RuntimeError as error:
    print(error)
for returned in ((None, None, None), (torch.ones(1, 2), None)):
    net = Net()
    net.register_full_backward_hook(lambda m, g, o: returned)
    try:
        net(torch.ones(1, 2, requires_grad=True)).sum().backward()
    except RuntimeError as error:
        print(error)
net = Net()
net.register_forward_hook(noted("always"), always_call=True)
net.register_forward_hook(noted("not always"))
net.forward = fails
log.clear()
try:
    net(torch.ones(1, 2))
except Mine:
    print(log)

print("--- inputs without gradients")
for net in Net(), linear():
    net.register_full_backward_hook(noted("backward"))
    noted_calls(lambda: net(torch.ones(1, 2)).sum().backward())
    with torch.no_grad():
        noted_calls(lambda: net(torch.ones(1, 2)))
net = nn.Identity()
with net.register_forward_hook(noted("in the block")):
    noted_calls(lambda: net(torch.ones(1)))
noted_calls(lambda: net(torch.ones(1)))

print("--- hooks of tensors")
x = torch.ones(2, requires_grad=True)
handle = x.register_hook(lambda grad: grad * 2)
other = x.register_post_accumulate_grad_hook(noted("accumulated"))
noted_calls(lambda: x.sum().backward())
handle.remove()
other.remove()
noted_calls(lambda: x.sum().backward())
print(x.grad.tolist())
