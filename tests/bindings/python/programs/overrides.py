"""What subclasses of the library's classes override, and arguments of other types."""

import io

import torch
from torch import nn
from torch.utils.data import BatchSampler, DataLoader, SequentialSampler, Subset, TensorDataset


class Doubled(TensorDataset):
    def __getitem__(self, index):
        return super().__getitem__(index)[0] * 2


class Shifted(Subset):
    def __getitem__(self, index):
        return super().__getitem__(index)[0] + 100

    def __getitems__(self, indices):
        return [self[index] for index in indices]


class Backward(SequentialSampler):
    def __iter__(self):
        return reversed(list(super().__iter__()))


class Paired(BatchSampler):
    def __iter__(self):
        for batch in super().__iter__():
            yield batch + batch[:1]


print("--- datasets and samplers")
data = Doubled(torch.arange(4))
print([batch.tolist() for batch in DataLoader(data, batch_size=2)])
rows = TensorDataset(torch.arange(4))
print([batch.tolist() for batch in DataLoader(Shifted(rows, [3, 1, 0]), batch_size=2)])
print([batch.tolist() for batch in DataLoader(data, batch_size=3, sampler=Backward(data))])
batches = Paired(SequentialSampler(rows), 2, False)
print([batch[0].tolist() for batch in DataLoader(rows, batch_sampler=batches)])
print(list(BatchSampler(Backward(rows), 3, False)))


class Frozen(nn.BatchNorm1d):
    def train(self, mode=True):
        return super().train(False)


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.drop = Frozen(2), nn.Dropout()

    def train(self, mode=True):
        super().train(mode)
        self.drop.eval()
        return self


class Ones(nn.Linear):
    def reset_parameters(self):
        nn.init.ones_(self.weight)
        nn.init.zeros_(self.bias)


print("--- modules")
for net in nn.Sequential(nn.Linear(2, 2), Frozen(2)), nn.Sequential(nn.Dropout(), Backbone()):
    print([module.training for module in net.train().modules()],
          [module.training for module in net.eval().modules()])
print(Ones(2, 1).weight.tolist(), Ones(2, 1).bias.tolist())


class Rows(nn.Embedding):
    def reset_parameters(self):
        nn.init.constant_(self.weight, 3)


print(Rows(2, 1).weight.tolist())

print("--- texts with NUL")
file = io.BytesIO()
torch.save({"a\0b": 1, "a\0c": "\0"}, file)
file.seek(0)
print(torch.load(file))

print("--- lists in subscripts")
x = torch.arange(6.0).view(2, 3)
t, u = torch.tensor([0, 1]), torch.tensor([0, 2])
print(x[[[0, 1], [0, 2]]], x[[[0, 1]]], x[[t, u]], x[[slice(0, 1)]], x[[None, 0]], x[[0, 1]])
print(x[[True, False]], x[[..., 0]], x[[[0, 1], None]], x[[torch.tensor(0), 1]], x[range(2)])
print(x[[1, True]], x[[]].shape, x[[0, 1] * 20].shape, x[0, [torch.tensor(0), torch.tensor(2)]])
x[[t, u]] = 9
x[[[1], [0]]] = 7
print(x)

print("--- tensors as numbers")
n = torch.tensor(3)
print(torch.zeros(n, 2), x.view(n, -1), torch.arange(n), x.topk(n - 1).values, torch.full((1,), n))
print(torch.zeros((n, 1)).shape, x.sum(n - 3), torch.eye(n - 1), torch.add(x, x, alpha=n))
for wrong in torch.tensor(2.0), torch.tensor([2, 3]):
    try:
        print(torch.zeros(wrong))
    except TypeError as error:
        print(type(error).__name__)

print("--- sizes, strides, copies of numbers")
print(x.size(dim=0), x.size(-1), x.stride(0), x.stride(dim=1), x.stride(), x.size())
try:
    x.stride(5)
except IndexError:
    print("an IndexError")
print(x.copy_(5).tolist(), x.copy_(True).tolist(), x.copy_(torch.ones(3) * 2).tolist())

print("--- numbers that a dtype does not have")
wrong = ((1j, torch.float32), ([1j], torch.int64), (300, torch.uint8), (-1, torch.uint8), (-256, torch.uint8),
         (float("nan"), torch.int64), ([1e30], torch.int32), (255.5, torch.uint8), (-1.0, torch.uint8),
         (-129, torch.int8), (-128, torch.int8), (2 ** 32, torch.uint32), (-1, torch.uint16), (2.0 ** 63, torch.int64),
         (1j, torch.bool), (float("nan"), torch.bool), (2 ** 70, torch.float32), (1e300, torch.float32))
for value, dtype in wrong:
    try:
        print(torch.tensor(value, dtype=dtype))
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)
print([torch.tensor([torch.tensor(1, dtype=kind), 2]).dtype for kind in (torch.int32, torch.float64, torch.bool)])
print(torch.tensor([torch.tensor(1, dtype=torch.uint8)]).dtype, torch.tensor([1, 2.5, True]).dtype)
