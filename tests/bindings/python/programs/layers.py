"""Calls of layers with all their arguments, and what else is used around them."""

import io

import torch
import torch.nn.functional as F
import torch.nn.utils.parametrizations as parametrizations
from torch import nn
from torch.nn.utils import parametrize
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import (
    BatchSampler, DataLoader, Dataset, RandomSampler, SequentialSampler, SubsetRandomSampler,
    WeightedRandomSampler)

torch.manual_seed(0)


def line(length, *shape):
    return torch.linspace(-1, 1, length).reshape(shape)


x1, x2, x3 = line(48, 2, 3, 8), line(512, 2, 4, 8, 8), line(1728, 2, 4, 6, 6, 6)

print("--- pooling: one output, or two")
for name, x in ("MaxPool1d", x1), ("MaxPool2d", x2), ("MaxPool3d", x3):
    one, (two, at) = getattr(nn, name)(2)(x), getattr(nn, name)(2, return_indices=True)(x)
    print(name, one.shape, torch.equal(one, two), at.float().mean())
    adaptive = getattr(nn, "Adaptive" + name)
    one, (two, at) = adaptive(2)(x), adaptive(2, True)(x)
    print(one.shape, torch.equal(one, two), at.float().mean())
print(nn.FractionalMaxPool2d(2, output_size=3)(x2).shape)
print(nn.MaxUnpool2d(2)(*nn.MaxPool2d(2, return_indices=True)(x2)).sum())
odd = nn.MaxPool2d(2, return_indices=True)(x2[:, :, :7, :7])
print(nn.MaxUnpool2d(2)(*odd, output_size=[7, 7]).shape)
print(nn.ConvTranspose2d(4, 2, 3, stride=2)(x2, output_size=[18, 18]).shape)

print("--- attention")
attention = nn.MultiheadAttention(8, 2, batch_first=True)
out, weights = attention(x1, x1, x1)
print(out.sum(), weights.shape)
out, weights = attention(x1, x1, x1, need_weights=False)
print(out.sum(), weights)
out, weights = attention(x1, x1, x1, None, True, torch.zeros(3, 3), average_attn_weights=False)
print(out.sum(), weights.shape)
mask = nn.Transformer.generate_square_subsequent_mask(2)
layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, activation=F.gelu)
encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
print(mask, encoder(x1, mask=mask, is_causal=True).shape)
print(encoder(x1, src_key_padding_mask=torch.zeros(3, 2, dtype=torch.bool)).shape)
print(nn.Transformer(8, 2, 1, 1, 16, dropout=0.0)(x1, x1, tgt_mask=mask, tgt_is_causal=True).shape)
try:
    attention(x1, x1, x1, x1, key_padding_mask=None)
except TypeError as error:
    print("multiple values" in str(error))
try:
    attention(x1, x1, x1, None, True, None, True, False, x1)
except TypeError:
    print("too many")
print(nn.LazyConvTranspose2d(2, 3, stride=2)(x2, output_size=[18, 18]).shape)

print("--- cells, losses")
torch.manual_seed(0)
v = line(12, 3, 4)
cell = nn.LSTMCell(4, 3)
h, c = cell(v)
h, c = cell(v, (h, c))
print(h.sum(), c.sum())
adaptive = nn.AdaptiveLogSoftmaxWithLoss(4, 10, [2, 5])
found = adaptive(v, torch.tensor([1, 3, 7]))
print(found.output.shape, found.loss, adaptive.log_prob(v).shape, adaptive.predict(v).dtype)

print(F.kl_div(v, v.softmax(1), reduction="batchmean"), F.kl_div(v, -v, log_target=True))
print(F.logsigmoid(v).sum())
table = nn.Embedding.from_pretrained(v)
print(table, table(torch.tensor([2, 0])).sum(1), table.weight.requires_grad)
table = nn.Embedding.from_pretrained(v, False, 1, max_norm=2.0)
print(table, table.weight.requires_grad, table.weight.data_ptr() == v.data_ptr())
bag = nn.EmbeddingBag.from_pretrained(v, freeze=False, mode="sum")
print(bag(torch.tensor([0, 2]), torch.tensor([0])), bag.weight.requires_grad, bag.embedding_dim)
nn.LSTM(4, 3).flatten_parameters()

print("--- weights that are computed")
linear = parametrizations.weight_norm(nn.Linear(4, 3))
print(linear.weight.sum(), linear(v).sum(), sorted(linear.state_dict()))
print(parametrizations.spectral_norm(nn.Linear(4, 3)).weight.norm() < 2)
for dim in None, 0, 1, -1, -2:
    one = parametrizations.spectral_norm(nn.Linear(4, 3), dim=dim).parametrizations.weight
    other = parametrizations.weight_norm(nn.Linear(4, 3), dim=dim).parametrizations.weight
    print(getattr(one, "0")._u.shape, other.original0.shape)
print(parametrizations.orthogonal(nn.Linear(2, 2)).weight.det().abs())


class Symmetric(nn.Module):
    def forward(self, weight):
        return weight.triu() + weight.triu(1).mT


square = nn.Linear(2, 2)
parametrize.register_parametrization(square, "weight", Symmetric())
print(torch.equal(square.weight, square.weight.T), parametrize.is_parametrized(square))
parametrize.remove_parametrizations(square, "weight")
print(type(square.weight).__name__, parametrize.is_parametrized(square))


class Doubled(nn.Module):
    def forward(self, weight):
        return weight * 2

    def right_inverse(self, weight):
        return weight / 2


doubled = nn.Linear(2, 2, bias=False)
doubled.weight = nn.Parameter(torch.ones(2, 2))
parametrize.register_parametrization(doubled, "weight", Doubled())
print(doubled.weight, doubled.parametrizations.weight.original)
parametrize.register_parametrization(doubled, "weight", Doubled())
print(doubled.weight, doubled(torch.ones(1, 2)))
doubled.weight = torch.eye(2)
print(doubled.weight, doubled(torch.ones(1, 2)), doubled.parametrizations.weight.original)
linear.weight = torch.eye(3, 4)
print(linear.weight, linear.parametrizations.weight.original0, (linear(v) - linear.bias).sum())
try:
    linear.weight = nn.Parameter(torch.eye(3, 4))
except KeyError as error:
    print(error)
for parameters in square.weight, square.parameters():
    square(v[:2, :2]).sum().backward()
    print(nn.utils.clip_grad_norm_(parameters, 0.5))

print("--- modules of Python")


class Block(nn.Module):
    def __init__(self, size, rate):
        super().__init__()
        self.linear, self.rate = nn.Linear(size, size), rate
        self.register_buffer("calls", torch.zeros(1))

    def extra_repr(self):
        return f"rate={self.rate}"

    def forward(self, x):
        return self.linear(x) * self.rate


block = Block(4, 0.5)
print(block, [name in dir(block) for name in ("linear", "calls", "rate", "forward")])
print(block.load_state_dict(block.state_dict()))
missing, unexpected = block.load_state_dict({"other": v}, strict=False)
print(missing, unexpected)

print("--- numbers")
loss = torch.tensor(1.5)
print(f"{loss} {loss:.3f} {torch.ones(2)}", torch.zeros(1, dtype=float).dtype, v.to(int).dtype)
base = line(5, 5).requires_grad_()
powers = [base ** 2, base ** 3, base ** -1, base ** 0.5, 2 ** base]
print(powers, [power.grad_fn.name() for power in powers])
squared = base * 1
squared **= 2
print(squared, squared.grad_fn.name())
whole = torch.tensor([2, 3])
for power in (lambda: whole ** -1), (lambda: whole.__ipow__(-1)):
    try:
        power()
    except RuntimeError as error:
        print(error)
print(v.type(torch.float64).dtype, v.where(v > 0, 0.0).sum())
try:
    with torch.autograd.set_detect_anomaly(True):
        (torch.zeros(1, requires_grad=True).sqrt() * 0).backward()
except RuntimeError as error:
    print(error)
torch.use_deterministic_algorithms(False)

print("--- open files")
file = io.BytesIO()
torch.save({"epoch": 3, "state": block.state_dict()}, file)
file.seek(0)
print(list(torch.load(file)["state"]))

print("--- loaders")


class Lengths(Dataset):
    def __len__(self):
        return 7

    def __getitem__(self, i):
        return torch.full((i + 1,), float(i)), i


def collate(samples):
    tensors, numbers = zip(*samples)
    return pad_sequence(list(tensors), batch_first=True), torch.tensor(numbers)


for options in {}, {"shuffle": True}, {"drop_last": True}, {"shuffle": True, "num_workers": 2}:
    loader = DataLoader(Lengths(), batch_size=3, collate_fn=collate, **options)
    print(len(loader), [(padded.shape, numbers.tolist()) for padded, numbers in loader])
print([double for double in DataLoader(range(3), batch_size=None, collate_fn=lambda i: 2 * i)])
for sampler in (RandomSampler(range(6)), RandomSampler(range(6), replacement=True, num_samples=4),
                SubsetRandomSampler([5, 3, 1]), SequentialSampler(range(3)),
                WeightedRandomSampler([0.1, 0.9, 0.0, 1.0], 5)):
    print([batch.tolist() for batch in DataLoader(list(range(6)), 2, sampler=sampler)])
batches = BatchSampler(SequentialSampler(range(6)), 4, False)
print([batch.tolist() for batch in DataLoader(list(range(6)), batch_sampler=batches)])
for make in (lambda: DataLoader(range(6), 2, batch_sampler=batches),
             lambda: DataLoader(range(6), batch_sampler=batches, drop_last=True),
             lambda: DataLoader(range(6), None, drop_last=True),
             lambda: RandomSampler(range(6), num_samples=0)):
    try:
        make()
    except ValueError as error:
        print(error)
