"""Devices as modes, places of what is loaded, batches of a sampler for a function, anomaly mode,
divergences as a function."""

import io

import torch
from torch.distributions import Categorical, Normal, kl_divergence
from torch.utils.data import BatchSampler, DataLoader, SequentialSampler

from show import show

# --- a device as a mode ---

meta, cpu = torch.device("meta"), torch.device("cpu")
with meta as entered:
    print(entered, torch.ones(2).device, torch.empty(1, device="cpu").device)
    with cpu:
        print(torch.zeros(1).device)
        with meta, meta:
            print(torch.tensor(1).device, torch.as_tensor([1.]).device, torch.tensor(1, device=cpu).device)
            print(torch.as_tensor(torch.ones(1, device=cpu)).device, torch.randn(2).device)
        print(torch.tensor([1]).device)
    print(torch.ones(2).device)
print(torch.ones(2).device)
try:
    with meta:
        raise ValueError("left")
except ValueError as error:
    print(error, torch.ones(2).device)

# --- where loaded tensors are ---


def loaded(map_location):
    """The tensors of a file in memory, and what map_location has seen."""
    file = io.BytesIO()
    torch.save({"x": torch.arange(3.), "y": [torch.ones(2)]}, file)
    file.seek(0)
    return torch.load(file, map_location=map_location)


seen = []


def stay(storage, location):
    seen.append(location)
    return storage


for place in (stay, lambda storage, location: None, lambda storage, location: storage.cpu(), {"cuda:0": "cpu"},
              {"cpu": "cpu"}, "cpu", cpu, None):
    found = loaded(place)
    print(found, found["x"].device)
print(seen)
show("an error", lambda: loaded(lambda storage, location: 1 / 0))
try:
    print(loaded({"cpu": 5}))
except TypeError:
    print("no device")

# --- a function for the batches of a sampler ---


class Growing:
    """Batches that grow, differently in each epoch."""

    epochs = 0

    def __iter__(self):
        Growing.epochs += 1
        yield [0]
        yield [1, 2]
        yield [5 - Growing.epochs, 0, 3]

    def __len__(self):
        return 3


data = [torch.full((2,), float(i)) for i in range(6)]


def total(batch):
    return len(batch), torch.stack(batch).sum(0).tolist()


loader = DataLoader(data, batch_sampler=Growing(), collate_fn=total)
for _ in range(2):
    print(len(loader), list(loader))
loader = DataLoader(data, batch_sampler=BatchSampler(SequentialSampler(data), 4, False), collate_fn=total)
print(len(loader), list(loader), [batch for batch, _ in zip(loader, range(1))], list(loader))
print([(one, other) for one in loader for other in loader])
print(list(DataLoader(data, batch_sampler=[[5], [1, 1]], collate_fn=len)))
show("shuffle", lambda: DataLoader(data, batch_sampler=[[0]], shuffle=True))
show("sampler", lambda: DataLoader(data, batch_sampler=[[0]], sampler=[0]))

# --- anomaly mode ---

with torch.autograd.set_detect_anomaly(True):
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    with torch.autograd.set_detect_anomaly(False):
        print(torch.is_anomaly_enabled())
    print(torch.is_anomaly_enabled())
print(torch.is_anomaly_enabled())
with torch.autograd.set_detect_anomaly(True, check_nan=False):
    print(torch.is_anomaly_check_nan_enabled())
torch.autograd.set_detect_anomaly(True)
print(torch.is_anomaly_enabled())
torch.autograd.set_detect_anomaly(False)

# --- divergences ---

print(kl_divergence(Normal(0., 1.), Normal(1., 2.)))
print(torch.distributions.kl_divergence(Categorical(logits=torch.zeros(2, 3)), Categorical(torch.tensor([.5, .25, .25]))))
show("no pair", lambda: kl_divergence(Normal(0., 1.), Categorical(torch.ones(2))))
