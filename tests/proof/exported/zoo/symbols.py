"""Sizes that are symbols, arithmetic with them, and sizes that depend on data."""

import math

import torch
import torch.nn.functional as F
from torch import randn
from torch.export import Dim

from .program import Program, calls, program


def sizes(*of_inputs):
    return {"args": tuple(of_inputs)}


@program
def dynamic_integer():
    class Take(torch.nn.Module):
        def forward(self, x, count: int):
            return x[:count].repeat(2, 1), count * 2 + 1

    return Program(Take(), (randn(8, 4), 5), dynamic_shapes=({0: Dim.DYNAMIC}, Dim.DYNAMIC),
                   more=[(randn(9, 4), 3), (randn(6, 4), 6)])


@program
def sizes_in_arithmetic():
    def forward(x, y):
        batch, length = x.shape
        half = length - 1
        most = max(batch, 2)
        z = x.reshape(batch, -1)[:, :half] * (1.0 / torch.sym_sqrt(length))
        return (z, torch.full((batch, length * 2), torch.sym_float(length)),
                F.interpolate(y, size=(y.shape[2] * 3) // 2, mode="nearest"),
                x.new_zeros(batch + most, half))

    given = sizes({0: Dim("batch", min=2, max=100), 1: Dim("length", min=3, max=1000)},
                  {2: Dim("line", min=4, max=512)})
    return calls(forward, randn(3, 7), randn(1, 2, 8), dynamic_shapes=given,
                 more=[(randn(5, 12), randn(1, 2, 4)), (randn(2, 3), randn(1, 2, 31))],
                 bad=[(randn(3, 2), randn(1, 2, 8)), (randn(101, 7), randn(1, 2, 8)),
                      (randn(3, 7), randn(1, 2, 3))])


@program
def symbolic_operators():
    """The operators with which a saved graph can compute sizes and numbers. Python cannot save
    math.floor, math.ceil, round and torch.sym_sum, nor a truth value as an output."""
    def forward(x, count):
        n, m = x.shape
        k = count.item()
        torch._check(k >= 1)
        torch._check(k <= 9)
        ints = [k + n, k - n, k * m, -k, k // 2, (k + n) % 3, torch.sym_max(k, n),
                torch.sym_min(k, m), k ** 2, torch.sym_int(k / 2), k << 2, (k + 8) >> 1, k & 3,
                k | 8]
        floats = [k / 3, torch.sym_float(k), torch.sym_sqrt(torch.sym_float(k)),
                  torch.sym_float(n) * 0.5, torch.sym_float(k) ** 0.5]
        compared = [k == n, k != m, k < n, k <= 4, k > m, k >= n, torch.sym_not(k == 3),
                    (k > 2) & (k < n), (k > 5) | (k < m)]
        chosen = [torch.sym_ite(one, k + 1, n) for one in compared]
        return ints, floats, chosen, x * chosen[0]

    return calls(forward, randn(4, 3), torch.tensor(5),
                 dynamic_shapes=sizes({0: Dim("n"), 1: Dim("m")}, None),
                 more=[(randn(6, 2), torch.tensor(1)), (randn(2, 7), torch.tensor(9))],
                 bad=[(randn(4, 3), torch.tensor(0)), (randn(4, 3), torch.tensor(10))])


@program
def symbolic_rounding():
    def forward(x):
        n = x.shape[0]
        return (x.new_zeros(n // 3 + 2), x.new_ones((n + 1) // 2 + 2), math.trunc(n / 2),
                torch.sym_int(n / 3), x.sum() * (n / 7), n / 7, n % 4, n ** 2, n ** 0.5)

    return calls(forward, randn(10), dynamic_shapes=sizes({0: Dim("n", min=8)}),
                 more=[(randn(8),), (randn(22),)])


@program
def unbacked_item():
    def forward(x, count):
        k = count.item()
        torch._check(k >= 2)
        torch._check(k <= x.shape[0])
        return torch.narrow(x, 0, 0, k) * 2, torch.zeros(k, 2), (k * 3) // 2, x.new_ones(k + 1)

    return calls(forward, randn(6), torch.tensor(3), more=[(randn(6), torch.tensor(6))],
                 bad=[(randn(6), torch.tensor(1)), (randn(6), torch.tensor(7))])


@program
def nonzero():
    def forward(x):
        places = x.nonzero()
        chosen = torch.masked_select(x, x > 0)
        return places, chosen, chosen.sum(), x[x < 0].numel(), places.shape[0] * 2

    return calls(forward, randn(6), more=[(torch.zeros(6),), (randn(6),)])


@program
def unbacked_floats():
    def forward(x):
        total, any_positive = x.sum().item(), (x > 0).any().long().item()
        first, second = x.flatten()[:2].tolist()
        return x * total, torch.where(x > first, x, second), any_positive, total * 2 + 1

    return calls(forward, randn(3, 2), more=[(-torch.ones(3, 2),)])


@program
def unbacked_lists():
    def forward(x, lengths):
        a, b = lengths.tolist()
        torch._check(a >= 0)
        torch._check(b >= 0)
        torch._check(a + b == x.shape[0])
        first, second = x.split([a, b])
        return first.sum(0), second.sum(0)

    return calls(forward, randn(6, 2), torch.tensor([2, 4]),
                 more=[(randn(6, 2), torch.tensor([6, 0]))])


@program
def unique_values():
    def forward(x):
        values, back, counts = torch.unique(x, return_inverse=True, return_counts=True)
        return values, back, counts, torch.bincount(x), values.shape[0]

    return calls(forward, torch.tensor([3, 1, 3, 0]), more=[(torch.tensor([2, 2, 2, 2]),)])


@program
def derived_sizes():
    def forward(x, y):
        return torch.cat([x[::2], y]), x + 1

    n = Dim("n", min=2, max=20)
    return calls(forward, randn(8, 2), randn(4, 2), dynamic_shapes=sizes({0: 2 * n}, {0: n}),
                 more=[(randn(4, 2), randn(2, 2)), (randn(40, 2), randn(20, 2))],
                 bad=[(randn(7, 2), randn(4, 2)), (randn(8, 2), randn(3, 2))])


@program
def equal_sizes():
    def forward(x, y):
        return x + y

    n = Dim("n", min=2)
    return calls(forward, randn(3, 2), randn(3, 2), dynamic_shapes=sizes({0: n}, {0: n}),
                 more=[(randn(7, 2), randn(7, 2))],
                 bad=[(randn(7, 2), randn(6, 2)), (randn(1, 2), randn(1, 2))])


@program
def automatic_sizes():
    def forward(x, y):
        if x.shape[0] > 4 and y.shape[1] % 2 == 0:
            return x.sum(0), y.reshape(-1, 2)
        return x, y

    return calls(forward, randn(6, 3), randn(3, 4),
                 dynamic_shapes=sizes((Dim.AUTO, Dim.AUTO), (Dim.AUTO, Dim.AUTO)),
                 more=[(randn(5, 3), randn(2, 6))],
                 bad=[(randn(4, 3), randn(3, 4)), (randn(6, 3), randn(3, 5))])


@program
def views_by_size():
    def forward(x):
        batch, length, width = x.shape
        return (x.view(batch * length, width), x.flatten(1), x.unflatten(2, (2, -1)),
                x.expand(2, -1, -1, -1), x.reshape(-1),
                x.as_strided((batch, length), (length * width, width)), x.chunk(2, 2),
                torch.arange(length * 2, dtype=torch.float32), torch.eye(length, width))

    given = sizes({0: Dim("batch", min=2, max=9), 1: Dim("length", min=2, max=9)})
    return calls(forward, randn(3, 5, 4), dynamic_shapes=given, more=[(randn(2, 9, 4),)],
                 bad=[(randn(3, 10, 4),)])


@program
def size_of_one():
    """Sizes 0 and 1 are constants unless the range has them."""
    def forward(x):
        return x.sum(0), x.mean(1), x[:, None] * x[None]

    return calls(forward, randn(3, 2), dynamic_shapes=sizes({0: Dim("n", min=0, max=5)}),
                 more=[(randn(0, 2),), (randn(1, 2),), (randn(5, 2),)], bad=[(randn(6, 2),)])


@program
def asserts():
    def forward(x, count):
        torch._assert(x.shape[0] > 1, "need rows")
        k = count.item()
        torch._check(k > 0, lambda: "the count must be positive")
        torch._assert_async((x.sum() < 1e9).reshape(()), "too large")
        return x * k

    return calls(forward, randn(3, 2), torch.tensor(2),
                 dynamic_shapes=sizes({0: Dim("rows", min=2)}, None),
                 more=[(randn(9, 2), torch.tensor(1))],
                 bad=[(randn(3, 2), torch.tensor(-1)), (randn(1, 2), torch.tensor(2)),
                      (torch.full((3, 2), 1e9), torch.tensor(2))])
