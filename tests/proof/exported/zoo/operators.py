"""Operators of many kinds, random numbers, and operators of other libraries by their schema."""

from typing import Optional

import torch
import torch.nn.functional as F
from torch import nn, randn

from .program import Program, calls, program

# ORDER: operators.c registers the same in C.


@torch.library.custom_op("zoo::scale_add", mutates_args=())
def scale_add(x: torch.Tensor, y: torch.Tensor, alpha: float = 1.0,
              dims: Optional[list[int]] = None) -> tuple[torch.Tensor, torch.Tensor]:
    return x + alpha * y, x - y


@scale_add.register_fake
def _(x, y, alpha=1.0, dims=None):
    return torch.empty_like(x), torch.empty_like(x)


@torch.library.custom_op("zoo::inc_", mutates_args=("x",))
def inc_(x: torch.Tensor) -> None:
    x.add_(1)


@program
def custom_operators():
    def forward(x, y):
        a, b = torch.ops.zoo.scale_add(x, y, 2.0, [1, 2])
        c = a.clone()
        torch.ops.zoo.inc_(c)
        return a * b + c, torch.ops.zoo.scale_add(y, x)[1]

    return calls(forward, randn(3), randn(3))


@program
def custom_operator_in_place():
    class Increments(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("count", torch.zeros(2))

        def forward(self, x):
            torch.ops.zoo.inc_(self.count)
            torch.ops.zoo.inc_(x)
            return x + self.count

    return Program(Increments(), (randn(2),))


@program
def indexing():
    def forward(x, places, mask):
        z = x.clone()
        z[:, places] = 0.0
        z[mask] = 2
        a, b = torch.topk(x, 2)
        return (x[:, places], z, a, b, x[1:, ::2], x[..., None, -1], x[places[:, None], places],
                torch.stack(torch.unbind(x)), torch.cat(torch.split(x, [1, 2], 0)),
                torch.where(mask[:, None], x, -x), x[:, None, places],
                x.take_along_dim(places[None], 1), x.index_select(1, places),
                x.gather(1, places.expand(3, 2)), x.index_put((places,), x[0]))

    return calls(forward, randn(3, 4), torch.tensor([0, 2]), torch.tensor([True, False, True]))


@program
def scattering():
    def forward(x, places):
        return (x.scatter(1, places, 5.0), x.scatter_add(1, places, x),
                x.scatter(1, places, x, reduce="add"), x.index_add(0, places[0], x[:2]),
                x.index_copy(0, places[0], x[:2]), x.masked_scatter(x > 0, -x),
                x.put(places, torch.zeros(2, 2)), x.scatter_reduce(1, places, x, "mean"),
                x.diagonal_scatter(x[0, :3]), x.select_scatter(x[0], 0, 1),
                x.slice_scatter(x[:1], 0, 1, 2))

    return calls(forward, randn(3, 4), torch.tensor([[0, 2], [1, 2]]))


@program
def einsum():
    def forward(a, b, c):
        return (torch.einsum("ij,kj->ik", a, a), torch.einsum("bij,bjk->bik", b, b.mT),
                torch.einsum("ii", c), torch.einsum("i...,j...->ij...", a, a),
                torch.einsum("ab,bc,cd->ad", c, c, c), torch.einsum("ij->ji", a))

    return calls(forward, randn(2, 3), randn(2, 3, 4), randn(3, 3))


@program
def reductions():
    def forward(x):
        return (x.sum(), x.mean(1), x.amax((0, 1)), x.argmin(1), x.max(1), x.median(0), x.mode(1),
                x.std(1), torch.var_mean(x, 0), x.prod(1), x.logsumexp(0), x.cumprod(1),
                x.cummax(1), x.any(1), x.all(), x.norm(p=1), x.nansum(), x.quantile(0.3),
                x.count_nonzero(), x.aminmax(), x.kthvalue(2, 1), x.softmax(1).log().nanmean(),
                x.histc(4, -1, 1))

    return calls(forward, randn(3, 4))


@program
def sorting():
    def forward(x, edges):
        return (x.sort(1, descending=True), x.argsort(stable=True), torch.msort(x),
                torch.searchsorted(edges, x), torch.bucketize(x, edges, right=True),
                x.topk(2, 0, largest=False), torch.isin(edges, x))

    return calls(forward, randn(3, 4), torch.tensor([-1.0, 0.0, 1.0]))


@program
def elementwise():
    def forward(x, y):
        kinds = [torch.sin, torch.cos, torch.tan, torch.asin, torch.atan, torch.sinh, torch.exp,
                 torch.expm1, torch.log1p, torch.sqrt, torch.rsqrt, torch.abs, torch.sign,
                 torch.floor, torch.round, torch.frac, torch.erf, torch.erfinv, torch.lgamma,
                 torch.digamma, torch.sigmoid, torch.reciprocal, torch.square, torch.special.i0,
                 torch.special.ndtri, torch.isfinite, torch.signbit]
        pairs = [torch.atan2, torch.hypot, torch.fmod, torch.remainder, torch.copysign,
                 torch.logaddexp, torch.nextafter, torch.fmin, torch.heaviside, torch.xlogy,
                 torch.ldexp, torch.gt]
        others = (torch.lerp(x, y, 0.3), torch.addcmul(x, x, y, value=0.5), torch.frexp(x),
                  torch.addcdiv(x, x, y), torch.polygamma(1, x))
        return [kind(x) for kind in kinds], [pair(x, y) for pair in pairs], others

    return calls(forward, torch.rand(5) * 0.8 + 0.1, torch.rand(5) + 0.5)


@program
def linear_algebra():
    def forward(x, b):
        square = x @ x.mT + 3 * torch.eye(3)
        return (torch.linalg.inv(square), torch.linalg.det(square), torch.linalg.solve(square, b),
                torch.linalg.cholesky(square), torch.linalg.qr(x)[1].abs(), torch.linalg.svdvals(x),
                torch.linalg.eigvalsh(square), torch.linalg.matrix_power(square, 3),
                torch.linalg.slogdet(square), torch.trace(square), torch.kron(x, x),
                torch.outer(b[:, 0], b[:, 1]), torch.linalg.cross(x[:, :3], b[:, :3]),
                torch.linalg.pinv(x), torch.matrix_exp(square * 0.1),
                torch.triangular_solve(b, square)[0],
                torch.baddbmm(x[None], x[None], torch.eye(4)[None], alpha=2),
                torch.addmv(b[:, 0], square, b[:, 1]))

    return calls(forward, randn(3, 4), randn(3, 4))


@program
def effects():
    """Decomposed, operators that check for errors take and give a token."""
    return calls(lambda x: torch.linalg.inv(x @ x.mT + torch.eye(2)), randn(2, 2))


@program
def transforms_of_fourier():
    def forward(x):
        return (torch.fft.rfft(x).abs(), torch.fft.irfft(torch.fft.rfft(x), n=8),
                torch.fft.fft2(x.to(torch.complex64)), torch.fft.fftshift(x), torch.fft.fftfreq(4),
                torch.istft(torch.stft(x.reshape(1, -1), 8, window=torch.hann_window(8),
                                       return_complex=True), 8, window=torch.hann_window(8)))

    return calls(forward, randn(4, 8))


@program
def shapes():
    def forward(x):
        return (x.permute(2, 0, 1), x.movedim(0, -1), x.flip(0), x.roll(1, 1), x.rot90(),
                x.tile(2, 1, 1), x.squeeze(), x.repeat_interleave(2, 1), x.diagonal(0, 1, 2),
                x.tril(), x.swapaxes(0, 1), x.expand(2, -1, -1, -1), x.hsplit(2),
                torch.atleast_3d(x[0]), x.flatten().unfold(0, 3, 2), x.T.shape[0],
                x.narrow(1, 0, 2), torch.vstack([x, x]), x.ravel(), x.unsafe_chunk(2, 1),
                x.tensor_split(3, 1), x.view_as(x), torch.triu_indices(3, 3), torch.vander(x[0, 0]),
                torch.combinations(x[0, 0]))

    return calls(forward, randn(1, 4, 4))


@program
def making():
    def forward(x):
        return (torch.arange(0, 1, 0.25), torch.linspace(0, 1, 5), torch.logspace(0, 1, 3),
                torch.eye(3), torch.full((2,), 3), torch.ones_like(x), x.new_full((2,), 1.5),
                torch.tensor([[1, 2], [3, 4]]), torch.scalar_tensor(2.0), torch.hamming_window(5),
                torch.tril_indices(3, 3), x.new_tensor([1.0, 2.0]), torch.complex(x, x),
                torch.polar(x.abs(), x), torch.zeros(2, dtype=torch.bool))

    return calls(forward, randn(2))


@program
def random_numbers():
    def forward(x):
        return (F.dropout(x, 0.5, True) + torch.rand(3, 4) + torch.randn_like(x),
                torch.randint(0, 9, (3,)), torch.bernoulli(torch.full((4,), 0.5)),
                torch.multinomial(torch.ones(4), 2), torch.randperm(5), torch.normal(x, 2.0),
                torch.empty(3).exponential_(2.0), torch.poisson(x.abs() * 3),
                torch.randn(2, dtype=torch.float64), torch.rand_like(x),
                F.gumbel_softmax(x, hard=True), torch.empty(3).uniform_(-1, 1),
                torch.empty(2).log_normal_(), torch.empty(2).cauchy_())

    return calls(forward, randn(3, 4))


@program
def strings_in_arguments():
    def forward(x, y):
        return (torch.div(x, y, rounding_mode="floor"), torch.div(x, y, rounding_mode="trunc"),
                F.gelu(x, approximate="tanh"), torch.searchsorted(x.sort().values, y, side="right"),
                x.scatter_reduce(0, torch.tensor([0, 1, 1]), y, "prod"),
                torch.meshgrid(x, y, indexing="xy"), F.pad(x[None, None], (1, 1), mode="reflect"),
                torch.linalg.norm(torch.outer(x, y), "fro"),
                torch.linalg.norm(torch.outer(x, y), "nuc"))

    return calls(forward, randn(3), randn(3))


_LIBRARY = torch.library.Library("zoo", "FRAGMENT")
_LIBRARY.define("joined(Tensor x, str[] names, str? last=None) -> Tensor")
_LIBRARY.impl("joined", lambda x, names, last=None: x + len("".join(names) + (last or "")),
              "CompositeExplicitAutograd")


_LIBRARY.define("of_lists(Tensor x, int[][] steps, float[][] scales) -> Tensor")
_LIBRARY.impl("of_lists", lambda x, steps, scales: x + sum(map(sum, steps)) + sum(map(sum, scales)),
              "CompositeExplicitAutograd")
_LIBRARY.define("of_rows(Tensor[][] rows) -> Tensor")
_LIBRARY.impl("of_rows", lambda rows: rows[0][0] - rows[-1][-1], "CompositeExplicitAutograd")
_LIBRARY.define("of_table(Dict(str, Tensor) table) -> Tensor")
_LIBRARY.impl("of_table", lambda table: table["a"] - table["b"], "CompositeExplicitAutograd")
_LIBRARY.define("maybe(Tensor x, bool given) -> Tensor?")
_LIBRARY.impl("maybe", lambda x, given: x * 2 if given else None, "CompositeExplicitAutograd")


@program
def lists_of_lists():
    def forward(x):
        return (torch.ops.zoo.of_lists(x, [[1, 2], [3]], [[0.5], [0.25, 1.0]]),
                torch.ops.zoo.of_rows([[x, x * 2], [x + 1]]), torch.ops.zoo.maybe(x, True),
                torch.ops.zoo.maybe(x, False))

    return calls(forward, randn(2))


@program
def dictionary_argument():
    return calls(lambda x: torch.ops.zoo.of_table({"a": x, "b": x * 3}), randn(2))


@program
def lists_of_strings():
    return calls(lambda x: (torch.ops.zoo.joined(x, ["a", "bc"]), torch.ops.zoo.joined(x, [], "d")),
                 randn(2))


@torch.library.custom_op("zoo::shifted", mutates_args=())
def shifted(x: torch.Tensor, by: list[float], flags: list[bool],
            dtype: Optional[torch.dtype] = None,
            device: Optional[torch.device] = None) -> list[torch.Tensor]:
    return [x + one if flag else x - one for one, flag in zip(by, flags)]


@shifted.register_fake
def _(x, by, flags, dtype=None, device=None):
    return [torch.empty_like(x) for _ in by]


@program
def lists_in_arguments():
    return calls(lambda x: torch.ops.zoo.shifted(x, [0.5, 1.5], [True, False], torch.float32,
                                                 torch.device("cpu")), randn(3))


@program
def optional_tensors():
    def forward(x, weight, bias):
        return (F.linear(x, weight), F.linear(x, weight, bias), F.layer_norm(x, [4]),
                F.layer_norm(x, [4], None, bias), F.batch_norm(x, None, None, training=True),
                torch.clamp(x, min=bias), torch.clamp(x, None, bias),
                x[None, :, torch.tensor([0, 1])], torch.bincount(torch.tensor([1, 2]), None))

    return calls(forward, randn(3, 4), randn(4, 4), randn(4))


@program
def foreach():
    def forward(tensors):
        return (torch._foreach_add(tensors, 1.0), torch._foreach_mul(tensors, tensors),
                torch._foreach_norm(tensors),
                torch._foreach_addcdiv(tensors, tensors, tensors, [0.5, 2.0]))

    return calls(forward, [randn(2), randn(3)])


@program
def nested_tensor():
    def forward(a, b):
        nested = torch.nested.as_nested_tensor([a, b])
        return torch.nested.to_padded_tensor(nested * 2, 0.0)

    return calls(forward, randn(2, 3), randn(4, 3))
