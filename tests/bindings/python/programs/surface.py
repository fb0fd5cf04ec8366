"""Names and forms of arguments and results that programs use most."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.rnn import (
    PackedSequence, pack_padded_sequence, pack_sequence, pad_packed_sequence, pad_sequence,
    unpack_sequence)
from torch.utils.data import (
    ConcatDataset, DataLoader, Dataset, IterableDataset, Subset, TensorDataset, random_split)


def shows_error(function):
    try:
        print("no error", function())
    except Exception as error:
        print(type(error).__name__, str(error).replace("ctorch.", "torch.")[:60])


x = torch.tensor([[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]])
print("--- results with names")
values, indices = x.max(dim=1)
best = torch.max(x, dim=1)
print(values, best.values, best.indices, best[0] is best.values, len(best))
print(x.sort(dim=0))
print(x.topk(2).indices, torch.linalg.qr(torch.eye(2)).R.abs(), x.aminmax().max)
print(torch.max(x, dim=0, out=(torch.empty(3), torch.empty(3, dtype=torch.int64))).indices)
print(isinstance(best, tuple), type(torch.std_mean(x)).__name__, F.max_pool1d(x, 2))

print("--- names of arguments")
print(x.sum(axis=1), x.mean(axis=0, keepdims=True), torch.softmax(input=x, dim=0).shape)
print(torch.add(input=x, other=1).sum(), torch.cat([x, x], axis=1).shape, torch.argmax(x, axis=-1))

print("--- any number of tensors")
print(torch.einsum("ij,kj->ik", x, x), torch.einsum("ij->j", [x]))
print([g.shape for g in torch.meshgrid(torch.arange(2), torch.arange(3), indexing="xy")])
print(torch.block_diag(x, torch.ones(1, 1)).shape, torch.cartesian_prod(x[0], x[1]).shape)
print([t.shape for t in torch.broadcast_tensors(x, torch.ones(2, 1))])

print("--- unique")
some = torch.tensor([2, 1, 2, 2, 3])
print(torch.unique(some), some.unique(return_counts=True), torch.unique(x, dim=0).shape)
print(torch.unique_consecutive(some), torch.unique_consecutive(some, return_inverse=True))

print("--- other forms")
print(x.nonzero(as_tuple=True), torch.nonzero(x > 3), torch.where(x > 3))
print(torch.tensordot(x, x.T, dims=1), torch.tensordot(x, x, dims=([0, 1], [0, 1])))
print(x.norm(), x.norm(dim=1), torch.norm(x, p=1, dim=0, keepdim=True), torch.norm(x, "nuc"), x.norm(2.0))
print(torch.stft(torch.arange(16.0), 4, window=torch.ones(4), return_complex=True).abs().sum(0))
print(x.new_zeros(2), x.new_ones(2, 1), x.new_full((2,), 3.0), x.new_empty((1, 2)).shape)
print(F.interpolate(x[None, None], scale_factor=2, mode="nearest").shape,
      F.interpolate(x[None, None], size=4).shape)
torch.manual_seed(4)
state = torch.get_rng_state()
first = torch.rand(2)
torch.set_rng_state(state)
print(torch.equal(first, torch.rand(2)), torch.initial_seed(), torch.get_num_threads() > 0)

print("--- dtypes")
for dtype in (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64):
    info = torch.finfo(dtype)
    print(info, info.bits, info.eps, info.tiny, info.max)
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    info = torch.iinfo(dtype)
    print(info.bits, info.min, info.max, info.dtype)
print(torch.get_default_dtype() is torch.float32, torch.finfo().bits)
shows_error(lambda: torch.finfo(torch.int32))

print("--- generators, printing")
generator = torch.Generator().manual_seed(3)
print(torch.rand(2, generator=generator), generator.initial_seed(), generator.device)
torch.set_printoptions(precision=2, sci_mode=True)
print(x)
torch.set_printoptions(profile="default")
print(x, torch.cuda.is_available() and torch.cuda.device_count() == 0)

print("--- autocast")
net = nn.Linear(3, 2)
with torch.autocast("cpu", dtype=torch.bfloat16):
    print(net(x).dtype)
print(net(x).dtype)


@torch.autocast("cpu", dtype=torch.bfloat16)
def half(x):
    return net(x)


print(half(x).dtype, net(x).dtype)

print("--- datasets")


class Squares(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, index):
        return torch.tensor(float(index * index))


torch.manual_seed(5)
parts = random_split(Squares(), [4, 2])
print([sorted(float(v) for v in part) for part in parts], [len(p) for p in parts])
print([len(p) for p in random_split(Squares(), [0.5, 0.3, 0.2], torch.Generator().manual_seed(1))])
both = ConcatDataset([Squares(), Subset(Squares(), [1, 2])])
print(len(both), [float(v) for v in (both[0], both[7])], len(Squares() + Squares()))
pairs = TensorDataset(torch.arange(4), torch.arange(4) * 2)
print(pairs[1], len(pairs), [tensor.shape for tensor in pairs.tensors])
for batch in DataLoader(both, batch_size=5):
    print(batch)


class Countdown(IterableDataset):
    def __init__(self, last=0):
        self.last = last

    def __iter__(self):
        for i in range(5, self.last, -1):
            yield torch.tensor(10 / i)


stream = DataLoader(Countdown(), batch_size=2)
print([batch for batch in stream], [len(batch) for batch in stream])
shows_error(lambda: list(DataLoader(Countdown(-1), batch_size=2)))
shows_error(lambda: len(stream))
shows_error(lambda: random_split(Squares(), [1, 2]))

print("--- sequences")
a, b = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([4.0])
print(pad_sequence([a, b]), pad_sequence([a, b], batch_first=True, padding_value=9.0))
packed = pack_sequence([a, b])
print(packed.data, packed.batch_sizes, packed.sorted_indices, isinstance(packed, PackedSequence))
print(pad_packed_sequence(packed), unpack_sequence(packed))
padded = torch.arange(12.0).view(2, 3, 2)
packed = pack_padded_sequence(padded, [1, 3], batch_first=True, enforce_sorted=False)
print(packed.sorted_indices, packed.unsorted_indices)
torch.manual_seed(0)
lstm = nn.LSTM(2, 3, batch_first=True)
output, (h, c) = lstm(packed)
print(type(output).__name__, output.batch_sizes, h.shape, c.shape)
alone, _ = lstm(padded[:1, :1])
print(torch.allclose(pad_packed_sequence(output, batch_first=True)[0][:1, :1], alone, atol=1e-6))
