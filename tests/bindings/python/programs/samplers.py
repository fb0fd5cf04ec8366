"""Samplers, of the library and of Python; averages of models."""

import torch
from torch import nn
from torch.optim import swa_utils
from torch.utils.data import (
    BatchSampler,
    DataLoader,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
)

from show import show

data = TensorDataset(torch.arange(5))
torch.manual_seed(1)
for sampler in (SequentialSampler(data), RandomSampler(data), RandomSampler(data, replacement=True, num_samples=4),
                WeightedRandomSampler([0.1, 0.9, 0.4], 6), SubsetRandomSampler([3, 1, 2]),
                BatchSampler(SequentialSampler(data), 2, False), BatchSampler(RandomSampler(data), 2, True),
                BatchSampler([4, 2, 0], 2, False)):
    print(type(sampler).__name__, len(sampler), list(sampler), list(sampler))
generator = torch.Generator()
generator.manual_seed(3)
print(list(RandomSampler(data, generator=generator)))
for size in True, 0, -1, 1.5:
    show("BatchSampler", lambda: BatchSampler([1], size, False))
show("drop_last", lambda: BatchSampler([1], 1, 0))


class Backward(Sampler):
    def __iter__(self):
        return iter(range(4, -1, -1))


class Batches:
    epochs = 0

    def __iter__(self):
        Batches.epochs += 1
        yield [0, Batches.epochs]
        yield [4]

    def __len__(self):
        return 2


def batches(**options):
    return [batch[0].tolist() for batch in DataLoader(data, **options)]


print(batches(batch_size=2, sampler=Backward()), batches(batch_size=3, sampler=[1, 1, 2, 3]))
loader = DataLoader(data, batch_sampler=Batches())
print(len(loader), [[batch[0].tolist() for batch in loader] for _ in range(2)])
print(batches(batch_sampler=BatchSampler(Backward(), 2, True)), len(DataLoader(data, batch_size=2, sampler=[1, 2, 3])))
show("len", lambda: len(DataLoader(data, batch_size=2, sampler=Backward())))
try:
    batches(sampler=[7])
except IndexError:
    print("an IndexError")
show("shuffle", lambda: DataLoader(data, shuffle=True, sampler=[1]))


class Fails:
    def __iter__(self):
        yield 1
        raise KeyError("mine")


show("an exception", lambda: batches(sampler=Fails()))
loader = DataLoader(data, batch_size=2, shuffle=True)
print(type(loader.sampler).__name__, type(loader.batch_sampler).__name__, len(loader.batch_sampler))
loader = DataLoader(data, batch_size=None)
print(type(loader.sampler).__name__, loader.batch_sampler)


def make(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))


def numbers(module):
    return [round(number, 5) for p in module.parameters() for number in p.flatten().tolist()]


net = make(0)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
scheduler = swa_utils.SWALR(optimizer, swa_lr=0.05, anneal_epochs=3, anneal_strategy="linear")
averages = {
    "mean": swa_utils.AveragedModel(net),
    "means": swa_utils.AveragedModel(net, multi_avg_fn=swa_utils.get_swa_multi_avg_fn()),
    "moving": swa_utils.AveragedModel(net, avg_fn=swa_utils.get_ema_avg_fn(0.9)),
    "all moving": swa_utils.AveragedModel(net, multi_avg_fn=swa_utils.get_ema_multi_avg_fn(0.9), use_buffers=True),
    "own": swa_utils.AveragedModel(net, avg_fn=lambda average, current, count: average * 0.5 + current * count),
}
inputs = [torch.randn(4, 2) for _ in range(4)]
for x in inputs:
    optimizer.zero_grad()
    net(x).pow(2).sum().backward()
    optimizer.step()
    for average in averages.values():
        average.update_parameters(net)
    scheduler.step()
    print(f"{optimizer.param_groups[0]['lr']:.5f}")
for name, average in averages.items():
    print(name, numbers(average), average.n_averaged, average.module[1].running_mean, average.module[1].num_batches_tracked)
swa_utils.update_bn(inputs, averages["mean"])
print(averages["mean"].module[1].running_mean, averages["mean"](inputs[0]).flatten())
print(list(averages["mean"].state_dict()))
print(averages["mean"])
other = swa_utils.AveragedModel(make(1))
other.load_state_dict(averages["mean"].state_dict())
print(numbers(other) == numbers(averages["mean"]), sorted(swa_utils.__all__))
show("both", lambda: swa_utils.AveragedModel(net, avg_fn=min, multi_avg_fn=max))
show("decay", lambda: swa_utils.get_ema_avg_fn(2))
show("strategy", lambda: swa_utils.SWALR(optimizer, swa_lr=0.05, anneal_strategy="x"))
