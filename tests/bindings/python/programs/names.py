"""Names, import paths and forms of random numbers, collating, scripts and programs."""

import collections
import io

import torch
import torch.nn.modules.linear
from torch import nn
from torch.autograd import Variable
from torch.cuda.amp import GradScaler, autocast
from torch.distributions.kl import kl_divergence
from torch.distributions.normal import Normal
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.optim.adam import Adam
from torch.optim.optimizer import Optimizer
from torch.random import fork_rng
from torch.utils.data.dataloader import DataLoader, default_collate, get_worker_info
from torch.utils.data.dataset import TensorDataset
from torch.utils.data.sampler import RandomSampler


def show(name, function):
    try:
        result = function()
    except Exception as error:  # noqa: BLE001: its class is what is compared
        result = type(error).__name__
    print(f"{name}: {result}")


print("--- paths")
print(Module is nn.Module, Parameter is nn.Parameter, torch.nn.modules.linear.Linear is nn.Linear)
print(Adam is torch.optim.Adam, Optimizer is torch.optim.Optimizer, nn.modules.conv.Conv2d is nn.Conv2d)
print(DataLoader is torch.utils.data.DataLoader, issubclass(RandomSampler, torch.utils.data.Sampler))
print(kl_divergence(Normal(0.0, 1.0), Normal(1.0, 1.0)), len(TensorDataset(torch.ones(2))))
print(clip_grad_norm_(Parameter(torch.ones(1)), 1.0), GradScaler(enabled=False).is_enabled())
with autocast(False):
    print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
y = Variable(torch.ones(2), requires_grad=True)
print(y, isinstance(y, Variable), isinstance(1, Variable), isinstance(y, torch.Tensor))

print("--- random numbers")
for seed in 3, -1, 2**64 - 1, -2**63, 2**64, "a", torch.tensor(4), 1.5:
    show(seed, lambda: torch.manual_seed(seed).initial_seed())
for seed in 3, -1, 2**64 - 1, -2**63, 2**64:
    show(seed, lambda: torch.Generator().manual_seed(seed).initial_seed())
print(torch.manual_seed(5) is torch.default_generator, torch.random.initial_seed())
state = torch.random.get_rng_state()
with fork_rng():
    inside = torch.rand(2)
after = torch.rand(2)
print(inside, torch.equal(inside, after), torch.equal(state, torch.get_rng_state()))
with fork_rng(enabled=False):
    inside = torch.rand(2)
print(torch.equal(inside, torch.rand(2)), torch.rand(1, generator=torch.manual_seed(5)))

print("--- shapes")
print(torch.broadcast_shapes(3, (2, 1)), torch.broadcast_shapes(), torch.broadcast_shapes((4, 1, 2), (3, 1)))
show("another", lambda: torch.broadcast_shapes((2,), (3,)))
print(torch.unravel_index(torch.tensor([[5, 3], [0, 7]]), (2, 3)), torch.unravel_index(torch.tensor(3), 5))
show("floats", lambda: torch.unravel_index(torch.ones(1), (2,)))
print(torch.get_default_device())

print("--- batches")
Pair = collections.namedtuple("Pair", "a b")
for batch in ([(1, 2.0, "a"), (3, 4.0, "b")], [{"a": torch.ones(1)}, {"a": torch.zeros(1)}], [[1, 2], [3, 4]],
              [Pair(1, 2), Pair(3, 4)], [True, False], [torch.ones(1), torch.ones(2)], [None, None],
              [(1, 2), (1,)], []):
    show(batch, lambda: default_collate(batch))
print(get_worker_info())
pairs = TensorDataset(torch.arange(3), torch.arange(3) * 2)
print([type(batch).__name__ for batch in DataLoader(pairs, 2, collate_fn=default_collate)])

print("--- scripts and programs")
net = nn.Sequential(nn.Linear(2, 3), nn.Sequential(nn.BatchNorm1d(3), nn.Linear(3, 1))).eval()
x = torch.ones(1, 2)
traced, file = torch.jit.trace(net, x), io.BytesIO()
print(list(traced.state_dict()), torch.equal(traced.state_dict()["0.bias"], net[0].bias))
torch.jit.save(traced, file)
file.seek(0)
print(torch.equal(torch.jit.load(file)(x), net(x)))
program = torch.export.export(net, (x,))
print(sorted(program.state_dict), str(program).splitlines()[0], "0.weight" in str(program))

print("--- weight norm")
layer = nn.utils.weight_norm(nn.Linear(2, 3))
before = layer(x)
print(layer, list(layer.state_dict()), layer.weight_g.shape)
print(nn.utils.weight_norm(nn.Linear(2, 3), dim=None).weight_g.shape)
print(list(nn.utils.remove_weight_norm(layer).state_dict()), torch.allclose(layer(x), before))
