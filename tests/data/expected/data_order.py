"""The order in which torch.utils.data visits samples."""

import torch
from torch.utils.data import (BatchSampler, DataLoader, DistributedSampler, RandomSampler,
                              SequentialSampler, Subset, SubsetRandomSampler, TensorDataset,
                              WeightedRandomSampler, random_split)


def two_epochs(name, sampler, **more):
    """Each case's generator is seeded with 7, the default one with 3."""
    torch.manual_seed(3)
    return {"what": "sampler", "name": name, **more, "epochs": [list(sampler) for _ in range(2)],
            "len": len(sampler)}


def generator():
    return torch.Generator().manual_seed(7)


def samplers():
    data = range(10)
    indices = [3, 1, 4, 15, 9, 2, 6]
    weights = [0.1, 0.9, 0.4, 0.7, 3.0, 0.6]
    yield two_epochs("sequential", SequentialSampler(data))
    for own in (False, True):
        for replacement in (False, True):
            for n in (None, 4, 10, 32, 64, 71):
                sampler = RandomSampler(data, replacement, n, generator() if own else None)
                yield two_epochs("random", sampler, own=own, replacement=replacement,
                                 num_samples=n or 0)
        yield two_epochs("subset", SubsetRandomSampler(indices, generator() if own else None),
                         own=own, indices=indices)
        for replacement in (False, True):
            sampler = WeightedRandomSampler(weights, 5, replacement, generator() if own else None)
            yield two_epochs("weighted", sampler, own=own, replacement=replacement,
                             weights=weights, num_samples=5)
    yield two_epochs("batch", BatchSampler(RandomSampler(data), 3, False), drop_last=False)
    yield two_epochs("batch", BatchSampler(RandomSampler(data), 3, True), drop_last=True)


def distributed():
    for n, replicas in ((10, 3), (2, 5), (12, 4)):
        for shuffle in (False, True):
            for drop_last in (False, True):
                if drop_last and n < replicas:
                    continue
                for rank in range(replicas):
                    sampler = DistributedSampler(range(n), replicas, rank, shuffle, 5, drop_last)
                    epochs = []
                    for epoch in range(2):
                        sampler.set_epoch(epoch)
                        epochs.append(list(sampler))
                    yield {"what": "distributed", "n": n, "replicas": replicas, "rank": rank,
                           "shuffle": shuffle, "drop_last": drop_last, "epochs": epochs}


def splits():
    for lengths, n in (([3, 7], 10), ([0.3, 0.3, 0.4], 30), ([0.5, 0.5], 7), ([0.1] * 10, 13)):
        parts = random_split(range(n), lengths, generator())
        yield {"what": "split", "n": n, "lengths": lengths, "parts": [p.indices for p in parts]}


def loaders():
    """Two epochs of batches, by the default generator and by one of the loader's."""
    data = TensorDataset(torch.arange(11))
    for own in (False, True):
        for shuffle in (False, True):
            for drop_last in (False, True):
                torch.manual_seed(3)
                loader = DataLoader(data, 4, shuffle, drop_last=drop_last,
                                    generator=generator() if own else None)
                epochs = [[batch[0].tolist() for batch in loader] for _ in range(2)]
                yield {"what": "loader", "own": own, "shuffle": shuffle, "drop_last": drop_last,
                       "epochs": epochs, "len": len(loader),
                       "drawn_next": torch.randint(1000, (1,)).item()}


def errors():
    for name, make in (("random", lambda: RandomSampler([])),
                       ("weighted", lambda: WeightedRandomSampler([1.0], 0)),
                       ("distributed", lambda: DistributedSampler([1], 2, 2)),
                       ("split", lambda: random_split(range(5), [2, 2])),
                       ("fraction", lambda: random_split(range(5), [-0.5, 1.5]))):
        try:
            make()
        except ValueError as error:
            yield {"what": "error", "name": name, "error": str(error)}


def cases():
    return [*samplers(), *distributed(), *splits(), *loaders(), *errors()]
