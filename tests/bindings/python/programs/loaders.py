"""Datasets and loaders: what samples may be, how batches are made, and who calls what."""

import collections
import dataclasses

import torch
from torch.utils.data import (
    ChainDataset,
    ConcatDataset,
    DataLoader,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    default_collate,
    default_convert,
    random_split,
)
from torch.utils.data.distributed import DistributedSampler

from show import show

Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Record:
    name: str
    value: float


class Samples(Dataset):
    def __init__(self, function, count=5):
        self.function, self.count = function, count

    def __getitem__(self, index):
        return self.function(index)

    def __len__(self):
        return self.count


class Stream(IterableDataset):
    def __init__(self, function, count=5):
        self.function, self.count = function, count

    def __iter__(self):
        return map(self.function, range(self.count))


class Own(dict):
    pass


samples = {
    "a number": lambda i: i,
    "a float": lambda i: i + 0.5,
    "bool": lambda i: i > 2,
    "ints, then floats": lambda i: i if i < 1 else i + 0.5,
    "a text": str,
    "bytes": lambda i: str(i).encode(),
    "a pair": lambda i: (torch.full((2,), i), i),
    "a list": lambda i: [i, [i * 0.5, "x"]],
    "a dict": lambda i: {"image": torch.tensor([i, i]), "meta": {"id": i, "tags": ["a", "b"]}},
    "a namedtuple": lambda i: Point(torch.tensor(i), i * 0.5),
    "namedtuples in a dict": lambda i: {"at": Point(i, (i, i))},
    "an ordered dict": lambda i: collections.OrderedDict(b=i, a=i * 2),
    "a dict of its own class": lambda i: Own(a=i),
    "a deque": lambda i: collections.deque([i, i * 2]),
    "a range": lambda i: range(i, i + 2),
    "keys that are numbers": lambda i: {1: i, (2, 3): i},
    "a parameter": lambda i: torch.nn.Parameter(torch.tensor([float(i)])),
    "big numbers": lambda i: 2 ** 62 + i,
}
for name, function in samples.items():
    show(name, lambda: list(DataLoader(Samples(function), batch_size=2)))
    show(name + ", alone", lambda: list(DataLoader(Samples(function, 2), batch_size=None)))
    show(name + ", a stream", lambda: list(DataLoader(Stream(function, 3), batch_size=2)))
    show(name + ", types", lambda: [type(batch).__name__ for batch in DataLoader(Samples(function), 2)])
bad = {
    "None": lambda i: None,
    "an object": lambda i: Record("a", i),
    "lengths": lambda i: list(range(i + 1)),
    "kinds": lambda i: i if i < 1 else "x",
    "sizes": lambda i: torch.zeros(i + 1),
    "an exception": lambda i: 1 // (2 - i),
    "keys": lambda i: {str(i): i},
}
for name, function in bad.items():
    show(name, lambda: [type(batch).__name__ for batch in DataLoader(Samples(function), batch_size=2)])

records = Samples(lambda i: Record(f"r{i}", i * 0.5))
print(list(DataLoader(records, batch_size=2, collate_fn=lambda batch: batch)))
print(list(DataLoader(records, batch_size=3, drop_last=True, collate_fn=tuple)))
print(list(DataLoader(records, batch_size=None)))
print(list(DataLoader(records, batch_size=None, collate_fn=lambda record: record.name)))
print(list(DataLoader(Stream(records.function, 5), batch_size=2, collate_fn=len)))
odd = Samples(lambda i: i if i % 2 else None)
print(list(DataLoader(odd, 3, collate_fn=lambda batch: [one for one in batch if one is not None] or None)))
print(list(DataLoader(Stream(odd.function), 1, collate_fn=lambda batch: batch[0])), list(DataLoader(odd, None)))
print(list(DataLoader(Stream(odd.function), None)), list(DataLoader([1, 2, 3, 4], 2, collate_fn=lambda batch: None)))
kept = [Record("a", 1.0), {"b": [2]}, Point(1, 2)]
print([got is one for got, one in zip(DataLoader(kept, batch_size=None, collate_fn=lambda x: x), kept)][::2])
for workers in 0, 2:
    loader = DataLoader(records, batch_size=2, num_workers=workers,
                        collate_fn=lambda batch: Point([r.name for r in batch], len(batch)))
    print(len(loader), list(loader), list(loader))
for batches in [[0, 1], [4]], [[3, 3, 3]]:
    loader = DataLoader(records, batch_sampler=batches, collate_fn=lambda batch: [r.name for r in batch])
    print(len(loader), list(loader))
    print(list(DataLoader(Samples(lambda i: i), batch_sampler=batches)))
torch.manual_seed(3)
print(list(DataLoader(records, batch_size=2, shuffle=True, collate_fn=lambda b: [r.value for r in b])))


class Whole(Samples):
    calls = []

    def __getitems__(self, indices):
        Whole.calls.append(indices)
        return [self.function(i) for i in indices]


whole = Whole(lambda i: Point(i, -i))
print(list(DataLoader(whole, batch_size=2)), Whole.calls)
print(list(DataLoader(Subset(whole, [4, 2, 0]), batch_size=2)), Whole.calls[3:])
print(list(DataLoader(whole, batch_size=3, collate_fn=lambda b: sum(p.x for p in b))))
print(whole[1], Subset(whole, [4, 2])[1], next(iter(DataLoader(whole, batch_size=None))))


def fails(batch):
    raise KeyError("mine")


for workers in 0, 1:
    try:
        list(DataLoader(records, 2, num_workers=workers, collate_fn=fails))
    except KeyError as error:
        print("KeyError", "mine" in str(error))

first, second = Samples(lambda i: Point(i, 0), 2), Samples(lambda i: Point(i, 1), 3)
both = ConcatDataset([first, second])
print(len(both), both[3], both[-1], list(DataLoader(both, 2)))
print(list(DataLoader(first + second, 5)))
torch.manual_seed(0)
print([[part[i] for i in range(len(part))] for part in random_split(both, [2, 3])])
tensors = TensorDataset(torch.arange(4), torch.arange(4) * 0.5)
print(list(DataLoader(tensors, 3)), list(DataLoader(tensors, None))[:1])
print(list(DataLoader(tensors, 3, collate_fn=lambda b: tuple(b))))
print(isinstance(tensors, Dataset), isinstance(both, Dataset), isinstance(Subset(both, [0]), Dataset))
show("other lengths", lambda: StackDataset(tensors, both))
show("no dataset", lambda: StackDataset())
stacked = StackDataset(x=Samples(lambda i: i, 4), y=tensors)
print(len(stacked), stacked[1], list(DataLoader(stacked, 2))[1])
print(StackDataset(Samples(lambda i: i, 4), tensors)[2])
chain = Stream(lambda i: i, 2) + Stream(lambda i: -i, 2)
print(type(chain).__name__, list(chain), list(DataLoader(ChainDataset([chain, chain]), 3)))
show("length of a stream", lambda: len(DataLoader(chain, 2)))

for rank in 0, 1:
    sampler = DistributedSampler(tensors, num_replicas=2, rank=rank, seed=4)
    orders = [list(sampler)]
    sampler.set_epoch(1)
    orders.append(list(sampler))
    print(len(sampler), orders, [b[0].tolist() for b in DataLoader(tensors, 1, sampler=sampler)])
    print(list(DistributedSampler(Samples(int, 5), 2, rank, shuffle=False, drop_last=True)))
show("rank", lambda: DistributedSampler(tensors, 2, 2))

print(default_convert(Point(1, [2, "x"])), default_convert((1, (2,))), default_convert({"a": (1,)}))
print(default_collate([(1, 2.0), (3, 4.0)]), default_collate((True, False)), default_collate(["a", "b"]))
show("collate nothing known", lambda: default_collate([{1}, {2}]))
show("worker_init_fn", lambda: len(DataLoader(tensors, 2, worker_init_fn=None, persistent_workers=False, prefetch_factor=None)))
