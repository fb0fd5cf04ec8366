"""Optimizers of the program's own: classes with a step in Python, beside those of the library."""

import io
import warnings

import torch
from torch import nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import ExponentialLR, StepLR

from show import show


class Lion(Optimizer):
    """Chen et al., 2023: the sign of an average of gradients."""

    def __init__(self, params, lr=1e-4, betas=(0.9, 0.99), weight_decay=0.0, mode="plain"):
        if lr <= 0:
            raise ValueError(f"Invalid learning rate: {lr}")
        super().__init__(params, dict(lr=lr, betas=betas, weight_decay=weight_decay, mode=mode))

    @torch.no_grad()
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            beta1, beta2 = group["betas"]
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if not state:
                    state["step"], state["exp_avg"] = 0, torch.zeros_like(p)
                state["step"] += 1
                average = state["exp_avg"]
                p.mul_(1 - group["lr"] * group["weight_decay"])
                change = average.mul(beta1).add_(p.grad, alpha=1 - beta1).sign_()
                p.add_(change, alpha=-group["lr"] if group["mode"] == "plain" else group["lr"])
                average.mul_(beta2).add_(p.grad, alpha=1 - beta2)
        return loss


def network():
    net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
    with torch.no_grad():
        for number, p in enumerate(net.parameters()):
            p.copy_(torch.linspace(-1, 1, p.numel()).reshape(p.shape) * (number + 1) / 4)
    return net


x = torch.tensor([[0., 1.], [1., 0.], [1., 1.], [0., 0.]])
wanted = torch.tensor([[1.], [1.], [0.], [0.]])


def loss_of(net):
    return nn.functional.mse_loss(net(x), wanted)


def train(net, optimizer, steps, scheduler=None):
    for _ in range(steps):
        optimizer.zero_grad()
        loss = loss_of(net)
        loss.backward()
        optimizer.step()
        if scheduler is not None:
            scheduler.step()
    return f"{loss.item():.4f}"


net = network()
optimizer = Lion(net.parameters(), lr=0.05, weight_decay=0.1)
print(optimizer)
print(optimizer.defaults, isinstance(optimizer, Optimizer), len(optimizer.state))
print(train(net, optimizer, 3), [len(group["params"]) for group in optimizer.param_groups])
print([state["step"] for state in optimizer.state.values()], list(optimizer.state[net[0].weight]))
print(optimizer.state[net[0].bias]["exp_avg"])
print([p for p in net.parameters()])

# Schedulers, without a warning about the order of steps.
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    scheduler = StepLR(optimizer, 2, gamma=0.5)
    print(train(net, optimizer, 5, scheduler), scheduler.get_last_lr(), optimizer.param_groups[0]["lr"])
    print([str(one.message)[:40] for one in caught])

# Groups, of which one begins later.
net = network()
optimizer = Lion([{"params": net[0].parameters(), "lr": 0.2}, {"params": [net[2].weight], "mode": "reverse"}], lr=0.1)
optimizer.add_param_group({"params": [net[2].bias], "betas": (0.5, 0.5)})
print(optimizer)
print(train(net, optimizer, 4))
optimizer.param_groups[1]["mode"] = "plain"
optimizer.param_groups[2]["lr"] *= 2
print(train(net, optimizer, 4, ExponentialLR(optimizer, 0.9)))
print([(group["lr"], group["betas"], group["mode"]) for group in optimizer.param_groups])

# A state dict, through a file, in the same class and in a dtype.
file = io.BytesIO()
saved = optimizer.state_dict()
print(list(saved), saved["param_groups"][1], sorted(saved["state"]), saved["state"][0]["step"])
torch.save(saved, file)
file.seek(0)
other = network()
other.load_state_dict(net.state_dict())
resumed = Lion([{"params": other[0].parameters()}, {"params": [other[2].weight]}, {"params": [other[2].bias]}])
resumed.load_state_dict(torch.load(file))
print(train(net, optimizer, 3) == train(other, resumed, 3), resumed)
double = network().double()
cast = Lion([{"params": double[0].parameters()}, {"params": [double[2].weight]}, {"params": [double[2].bias]}])
cast.load_state_dict(saved)
print(cast.state[double[0].weight]["exp_avg"].dtype, cast.state[double[0].weight]["step"])
show("another number", lambda: Lion(net.parameters()).load_state_dict(saved))

# Hooks, closures.
net = network()
optimizer = Lion(net.parameters(), lr=0.05)
before = optimizer.register_step_pre_hook(lambda opt, args, kwargs: print("before", type(opt).__name__, args, kwargs))
after = optimizer.register_step_post_hook(lambda opt, args, kwargs: print("after", opt.state[net[2].bias]["step"]))
train(net, optimizer, 1)
before.remove()
train(net, optimizer, 1)
after.remove()


def closure():
    optimizer.zero_grad()
    loss = loss_of(net)
    loss.backward()
    return loss


print(f"{optimizer.step(closure).item():.4f}", f"{optimizer.step(closure=closure).item():.4f}")

# What is missing, and errors.
optimizer.zero_grad()
optimizer.step()
net[0].weight.grad = torch.ones(3, 2)
optimizer.step()
print([state["step"] for state in optimizer.state.values()])
show("no step", lambda: Optimizer(net.parameters(), {"lr": 1.0}).step())
show("no defaults", lambda: Optimizer(net.parameters()))
show("the program's error", lambda: Lion(net.parameters(), lr=-1.0))
show("no parameters", lambda: Lion([]))
show("twice", lambda: optimizer.add_param_group({"params": [net[0].weight]}))

# A step of another base has the hooks, too; state without a parameter, and tensors in lists.


class Ascends:
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state["shared"] = {"rate": group["lr"]}
                self.state[p] = {"step": 1, "history": [torch.ones(1), 2]}


class Mixed(Ascends, Optimizer):
    def __init__(self, params):
        super().__init__(params, {"lr": 0.5})


weight = nn.Parameter(torch.ones(1, dtype=torch.float64))
mixed = Mixed([weight])
mixed.register_step_pre_hook(lambda opt, args, kwargs: print("before", type(opt).__name__))
mixed.step()
saved = mixed.state_dict()
print(saved)
other = Mixed([weight])
other.load_state_dict(saved)
print(other.state["shared"], other.state[weight])
