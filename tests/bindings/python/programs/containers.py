"""Containers by index, slice and key; loaders of tensors; what modules and tensors refuse."""

import torch
from torch import nn
from torch.utils.data import DataLoader, Subset, TensorDataset


def show(name, function):
    try:
        result = function()
    except Exception as error:  # noqa: BLE001: its class is what is compared
        result = type(error).__name__
    print(f"{name}: {result}")


def sets(container, key, module):
    container[key] = module
    return container


def deletes(container, key):
    del container[key]
    return container


print("--- sequences")
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1), nn.Tanh())
print(net[2:], list(net[2:].state_dict()), net[::2], net[-1], type(net[1:2]).__name__)
for key in "training", "0", 4, -5, 1.0:
    show(key, lambda: net[key])
print(net.pop(1), net)
net += nn.Sequential(nn.ReLU())
print(net, net + nn.Sequential(nn.Tanh()), len(net))
modules = nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.Linear(1, 1)])
print(modules[1:], list(modules[2:].state_dict()))
modules += [nn.ReLU()]
print(modules.pop(0), modules, modules + [nn.ReLU()])
for key in "x", 9, -9:
    show(key, lambda: modules[key])
show("set", lambda: sets(modules, 7, nn.ReLU()))
show("set", lambda: sets(modules, -1, nn.Sigmoid()))
show("delete", lambda: deletes(modules, -1))
named = nn.ModuleDict({"a": nn.ReLU()})
for key in "a", "keys", "training", "b":
    show(key, lambda: named[key])
    print(key in named)
show("pop", lambda: (named.pop("a"), named))
show("pop", lambda: named.pop("a"))

print("--- datasets")
x = torch.arange(10.0).view(5, 2)
print(list(DataLoader(x, batch_size=2)), list(DataLoader(torch.arange(3), batch_size=2)))
print(list(DataLoader(x, batch_size=None))[0], list(DataLoader(x, batch_size=3, collate_fn=len)))
print(list(DataLoader(Subset(x, [3, 1]), batch_size=2)), len(DataLoader(x, batch_size=2)))
data = TensorDataset(x, torch.arange(5))
print(data[1:3], data[[0, 2]], data[torch.tensor([1, 1])], data[1], data[-1], data[::2])
show("too far", lambda: data[9])

print("--- modules")
net = nn.Module()
show("a tensor", lambda: net.register_parameter("a", torch.ones(2)))
show("None", lambda: net.register_parameter("a", None))
show("a parameter", lambda: net.register_parameter("b", nn.Parameter(torch.ones(2))))
print(list(net.state_dict()))
net = nn.Linear(2, 1)
print(net.to_empty(device="cpu") is net, net.type(torch.float64) is net, net.weight.dtype)
show("no device", lambda: net.to_empty())

print("--- in")
for value in "a", 1.0, 1, True, None, torch.tensor(3.0), torch.tensor([[1.0], [20.0]]), [1.0], 7 + 0j, 20:
    show(value, lambda: value in x)
first, second = nn.Sequential(nn.ReLU()).eval(), nn.Sequential(nn.Tanh())
both = first + second
print("modes", both.training, [module.training for module in both])
