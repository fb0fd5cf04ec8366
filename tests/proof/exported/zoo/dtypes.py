"""Weights, inputs and constants of all dtypes and layouts in memory."""

import torch
from torch import nn, randn

from .program import Program, calls, left_out, program

# The last is of 2.7.
FLOAT8 = [getattr(torch, "float8_" + name) for name in ["e4m3fn", "e5m2", "e4m3fnuz", "e5m2fnuz", "e8m0fnu"]
          if hasattr(torch, "float8_" + name)]
INTEGERS = [torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8, torch.uint16, torch.uint32,
            torch.uint64]
LARGE_UNSIGNED = torch.uint16, torch.uint32, torch.uint64


@program
def weights_of_all_dtypes():
    class Weights(nn.Module):
        def __init__(self):
            super().__init__()
            self.names = []
            for dtype in INTEGERS:
                self.add(dtype, torch.tensor([1, 100, 2]).to(dtype))
            for dtype in [torch.float16, torch.bfloat16, torch.float32, torch.float64, *FLOAT8]:
                self.add(dtype, torch.tensor([1.0, 0.5, 2.0]).to(dtype))
            for dtype in [torch.complex64, torch.complex128]:
                self.add(dtype, torch.tensor([1.0 + 2j, -1j, 3.0]).to(dtype))
            self.add(torch.bool, torch.tensor([True, False, True]))

        def add(self, dtype, value):
            self.names.append("of_" + str(dtype).split(".")[1])
            self.register_buffer(self.names[-1], value)

        def forward(self, x):
            every = [getattr(self, name) for name in self.names]
            return [one.clone() for one in every], every[:2], x + self.of_float16 - self.of_int8

    return Program(Weights(), (randn(3),))


@program
def inputs_of_all_dtypes():
    def forward(integers, floats, others):
        return ([one.to(torch.int64) if one.dtype in LARGE_UNSIGNED
                 else one + 1 for one in integers], [one.to(torch.float32) * 2 for one in floats],
                others[0] * 2, others[1].conj(), ~others[2])

    return calls(forward, [torch.tensor([1, 2]).to(one) for one in INTEGERS],
                 [torch.tensor([0.5, 2.0]).to(one)
                  for one in [torch.float16, torch.bfloat16, torch.float64, *FLOAT8]],
                 [randn(2, dtype=torch.complex64), randn(2, dtype=torch.complex128),
                  torch.tensor([True, False])])


@program
def shared_weights():
    class Shared(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(randn(8, 4))
            self.same = self.weight
            base = torch.arange(12.0).reshape(3, 4)
            self.register_buffer("rows", base[1:])
            self.register_buffer("columns", base.t())
            self.register_buffer("empty", torch.zeros(0))
            last = randn(1, 2, 3, 3).to(memory_format=torch.channels_last)
            self.register_buffer("last", last)

        def forward(self, x):
            sums = self.rows.sum() + self.columns.sum() + self.last.sum() + self.empty.sum()
            return x @ self.weight.t() @ self.same + sums, self.last * 2, self.columns

    return Program(Shared(), (randn(3, 4),), grads=True)


@program
def channels_last():
    net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                        nn.Conv2d(8, 4, 1))
    return Program(net.eval().to(memory_format=torch.channels_last),
                   (randn(2, 3, 10, 10).to(memory_format=torch.channels_last),))


@program
def channels_last_3d():
    net = nn.Conv3d(2, 4, 2).to(memory_format=torch.channels_last_3d)
    return Program(net, (randn(1, 2, 4, 4, 4),))


@program
def memory_formats():
    def forward(x):
        y = x.to(memory_format=torch.channels_last)
        return (y, y.contiguous(), torch.empty_like(y).fill_(2),
                y.clone(memory_format=torch.contiguous_format), x.permute(0, 2, 3, 1).contiguous(),
                torch.zeros_like(y, memory_format=torch.preserve_format))

    return calls(forward, randn(1, 2, 3, 3))


@program
def strided_weights():
    class Strided(nn.Module):
        def __init__(self):
            super().__init__()
            self.every_second = nn.Parameter(randn(4, 6)[:, ::2])
            self.register_buffer("expanded", randn(1, 3).expand(4, 3))
            self.register_buffer("scalar", torch.tensor(2.5))
            self.register_buffer("transposed", randn(3, 4).t())

        def forward(self, x):
            return x * self.every_second + self.expanded * self.scalar - self.transposed

    return Program(Strided(), (randn(4, 3),), grads=True)


def in_dtype(dtype):
    net = nn.Sequential(nn.Linear(6, 8), nn.GELU(), nn.LayerNorm(8), nn.Linear(8, 3)).to(dtype)
    return Program(net, (randn(2, 6, dtype=dtype),), grads=True)


@program
def half():
    return in_dtype(torch.float16)


@program
def bfloat16():
    return in_dtype(torch.bfloat16)


@program
def double():
    return in_dtype(torch.float64)


@program
def complex_numbers():
    class Complex(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(randn(3, 3, dtype=torch.complex64))

        def forward(self, x):
            y = x.to(torch.complex64) @ self.weight * 1j + (2 - 3j)
            there_and_back = torch.fft.ifft(torch.fft.fft(y))
            return y, y.abs(), y.real, there_and_back, torch.view_as_real(y), y.conj() * y

    return Program(Complex(), (randn(2, 3),))


@program
def float8_product():
    class Product(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("weight", randn(16, 16).to(torch.float8_e4m3fn))
            self.register_buffer("scale", torch.tensor(0.5))

        def forward(self, x):
            return x @ (self.weight.to(torch.float32) * self.scale).t(), x.to(torch.float8_e5m2)

    return Program(Product(), (randn(2, 16),))


@program
def int8_weights():
    class Weights(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("weight", torch.randint(-128, 127, (8, 16), dtype=torch.int8))
            self.register_buffer("scales", torch.rand(8, dtype=torch.bfloat16))

        def forward(self, x):
            return torch._weight_int8pack_mm(x, self.weight, self.scales)

    return Program(Weights(), (randn(4, 16, dtype=torch.bfloat16),))


@program
def quantized_by_steps():
    def forward(x, weight):
        scale, zero = 0.05, 3
        x = torch.fake_quantize_per_tensor_affine(x, scale, zero, -128, 127)
        weight = torch.fake_quantize_per_channel_affine(
            weight, torch.full((4,), 0.02), torch.zeros(4, dtype=torch.int32), 0, -127, 127)
        return x @ weight.t(), torch._int_mm((x * 10).to(torch.int8),
                                             (weight * 10).to(torch.int8).t())

    return calls(forward, randn(32, 16), randn(4, 16))


@program
def quantized_linear():
    net = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(8, 4)), {nn.Linear},
                                                 torch.qint8)
    return Program(net.eval(), (randn(2, 8),))


@program
def empty_tensors():
    def forward(x):
        return (torch.cat([x, torch.ones(2, 3)]), x.sum(), x.reshape(3, 0), torch.zeros(0, 4),
                x @ torch.ones(3, 2), x.new_empty(0))

    return calls(forward, torch.zeros(0, 3))


@program
def infinities():
    def forward(x):
        return (x.masked_fill(x > 0, float("-inf")), torch.full((2,), float("nan")),
                x.clamp(max=float("inf")), torch.nan_to_num(x / 0), x * float("-inf"),
                torch.tensor([float("inf"), float("nan")]))

    return calls(forward, randn(3))


@program
def large_integers():
    def forward(x):
        return x + 2 ** 62, x.clamp(-2 ** 63, 2 ** 63 - 1), torch.full((1,), -2 ** 63), x * -1

    return calls(forward, torch.tensor([1, -5]))


@program
def conversions():
    def forward(x):
        return (x.to(torch.float64), x.half(), x.bfloat16(), x.int(), x.bool(), x.to("cpu"),
                x.type(torch.long), x.to(torch.uint8), x.view(torch.int32),
                torch.zeros_like(x, dtype=torch.int16), x.double().float())

    return calls(forward, randn(3) * 3)


@program
def promotions():
    def forward(x, i, h, b):
        return (x + i, i / 2, i // 2, i * 2.5, h + x, h * 2.5, b + 1, b * x, i ** 2, i % 3, 2 ** x,
                1 - h, i & 3, torch.where(b, x, 0), torch.maximum(i, b.long()), x > 0, i == 2.0,
                torch.mul(h, i), b | True)

    return calls(forward, randn(3), torch.tensor([1, 2, 5]), randn(3).half(),
                 torch.tensor([True, False, True]))


left_out("sparse_weights", "torch.export.save() cannot write tensors of sparse layouts")
left_out("quantize_dequantize", "the library quantized_decomposed exists only in Python")
