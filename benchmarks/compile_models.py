"""What ctorch-compile makes of programs, beside PyTorch's compilers, for compile.sh:
python3 compile_models.py [--inductor] [--rounds N] [MODEL...]

All sides are in this process and take turns: eager Python, the interpreter of libctorch, the C that
ctorch-compile writes at both levels; with --inductor also AOTInductor and torch.compile, which
takes minutes to compile. Times are processor time of one thread, without gradients. Printed are the
median of the microseconds of a call, the median of the ratio to eager Python in the same round, and
the values between which 8 of 10 ratios lie; and how long writing and compiling took.

In the environment: COMPILER (ctorch-compile), LIBRARY (libctorch.so), INCLUDES, ROOT, WORK.
"""

import argparse
import ctypes
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

import exported
import modules

root, work = Path(os.environ["ROOT"]), Path(os.environ["WORK"])
DTYPES = {torch.float32: 7, torch.int64: 5, torch.bfloat16: 16}  # ct_dtype


# --- Models ---


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm, self.out = nn.LSTM(64, 64, 2, batch_first=True), nn.Linear(64, 10)

    def forward(self, x):
        return self.out(self.lstm(x)[0])


class Encoder(nn.Module):
    """With a mask of padding."""

    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(64, 4, 128, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x):
        return self.layers(x, src_key_padding_mask=x[:, :, 0] > 2)


class Vit(nn.Module):
    def __init__(self, width=192, depth=4):
        super().__init__()
        self.patches = nn.Conv2d(3, width, 16, 16)
        self.place = nn.Parameter(torch.randn(1, 197, width) * 0.02)
        self.first = nn.Parameter(torch.zeros(1, 1, width))
        self.blocks = nn.Sequential(*(VitBlock(width) for _ in range(depth)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 100)

    def forward(self, x):
        x = self.patches(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.first.expand(x.shape[0], -1, -1), x], 1) + self.place
        return self.head(self.norm(self.blocks(x))[:, 0])


class VitBlock(nn.Module):
    def __init__(self, width, heads=3):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.all, self.project = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.all(self.norm1(x)).reshape(b, t, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v)
        x = x + self.project(y.transpose(1, 2).reshape(b, t, c))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Unet(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.down1, self.down2 = unet_block(3, width), unet_block(width, 2 * width)
        self.middle = unet_block(2 * width, 4 * width)
        self.up2, self.up1 = unet_block(6 * width, 2 * width), unet_block(3 * width, width)
        self.out = nn.Conv2d(width, 2, 1)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        y = F.interpolate(self.middle(F.max_pool2d(b, 2)), scale_factor=2.0)
        y = F.interpolate(self.up2(torch.cat([y, b], 1)), scale_factor=2.0)
        return self.out(self.up1(torch.cat([y, a], 1)))


def unet_block(inputs, outputs):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(),
        nn.Conv2d(outputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(),
    )


def mlp():
    return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.GELU(),
                         nn.Linear(128, 10))


def gpt(features, layers, length):
    def make():
        exported.FEATURES, exported.LAYERS, exported.LENGTH = features, layers, length
        return exported.Gpt()

    return make


def bf16(make):
    return lambda: make().bfloat16()


def ids(*size):
    return lambda: torch.randint(65, size)


def floats(*size):
    return lambda: torch.randn(*size)


# name: module, input, calls of a turn
MODELS = {
    "mlp-b1": (mlp, floats(1, 64), 1000),
    "mlp-b32": (mlp, floats(32, 64), 300),
    "gpt-3x64-b1": (gpt(64, 3, 32), ids(1, 32), 60),
    "gpt-3x64-b32": (gpt(64, 3, 32), ids(32, 32), 4),
    "gpt-4x384-b1": (gpt(384, 4, 128), ids(1, 128), 3),
    "resnet18-b1": (lambda: modules.resnet()[0], floats(1, 3, 64, 64), 5),
    "resnet18-b32": (lambda: modules.resnet()[0], floats(32, 3, 64, 64), 1),
    "lstm": (Lstm, floats(1, 16, 64), 60),
    "vit": (Vit, floats(1, 3, 224, 224), 2),
    "encoder": (Encoder, floats(2, 32, 64), 60),
    "unet": (Unet, floats(1, 3, 64, 64), 5),
    "mlp-b1-bf16": (bf16(mlp), bf16(floats(1, 64)), 1000),
    "mlp-b32-bf16": (bf16(mlp), bf16(floats(32, 64)), 300),
    "gpt-3x64-b1-bf16": (bf16(gpt(64, 3, 32)), ids(1, 32), 60),
    "gpt-4x384-b1-bf16": (bf16(gpt(384, 4, 128)), ids(1, 128), 3),
}


# --- Sides ---


class Library:
    """The interpreter, also with ct_export_compile(), or what ctorch-compile has written."""

    def __init__(self, folder, archive, x, level, *defines):
        self.seconds = None
        start = time.perf_counter()
        arguments = ["-DINTERPRETER", *defines]
        if level is not None:
            subprocess.run([os.environ["COMPILER"], archive, "-o", folder, "--name", "model",
                            "--level", level, "-q", "--root", root], check=True)
            flags = (folder / "Makefile").read_text().split("$(CFLAGS)")[1].split(" $(CTORCH")[0]
            arguments = [folder / "model.c", "-I", folder, *flags.split()]
        file = folder.with_suffix(".so")
        subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-shared", "-fPIC", "-o", file,
                        root / "benchmarks/compile_turn.c", *arguments,
                        *os.environ["INCLUDES"].split(), os.environ["LIBRARY"],
                        "-Wl,-rpath," + os.path.dirname(os.environ["LIBRARY"]), "-lm"], check=True)
        if level is not None:
            self.seconds = time.perf_counter() - start
        self.lib = ctypes.CDLL(file)
        self.lib.turn_run.restype = self.lib.turn_sum.restype = ctypes.c_double
        path = archive if level is None else folder / "model.safetensors"
        sizes = (ctypes.c_int64 * x.dim())(*x.shape)
        if self.lib.turn_load(str(path).encode(), ctypes.c_void_p(x.data_ptr()),
                              DTYPES[x.dtype], sizes, ctypes.c_int64(x.dim())):
            sys.exit(f"compile_models.py: {folder}: it cannot be loaded")

    def turn(self, calls):
        return self.lib.turn_run(calls)

    def sum(self):
        return self.lib.turn_sum()


class Python:
    def __init__(self, call, x):
        self.call, self.x, self.seconds = call, x, None

    def turn(self, calls):
        call, x = self.call, self.x
        start = time.process_time_ns()
        for _ in range(calls):
            call(x)
        return (time.process_time_ns() - start) * 1e-3 / calls

    def sum(self):
        return self.call(self.x).double().sum().item()


def inductor_sides(net, program, x, folder):
    start = time.perf_counter()
    package = torch._inductor.aoti_compile_and_package(
        program, package_path=str(folder / "aoti.pt2"))
    aoti = Python(torch._inductor.aoti_load_package(package), x)
    aoti.seconds = time.perf_counter() - start
    torch._dynamo.reset()
    start = time.perf_counter()
    compiled = Python(torch.compile(net), x)
    compiled.sum()
    compiled.seconds = time.perf_counter() - start
    return {"AOTInductor": aoti, "torch.compile": compiled}


def make_sides(name, inductor):
    make, make_input, calls = MODELS[name]
    torch.manual_seed(1)
    net, x = make().eval(), make_input()
    program = torch.export.export(net, (x,))
    folder = work / name
    folder.mkdir()
    archive = folder / "model.pt2"
    torch.export.save(program, archive)
    sides = {
        "eager": Python(net, x),
        "interpreter": Library(folder / "interpreter", archive, x, None),
        "level 0": Library(folder / "level0", archive, x, "0"),
        "level 1": Library(folder / "level1", archive, x, "1"),
        "ct_compile": Library(folder / "ct_compile", archive, x, None, "-DCOMPILE"),
    }
    with torch.no_grad():
        if inductor:
            sides |= inductor_sides(net, program, x, folder)
        wanted = sides["eager"].sum()
        for side, of in sides.items():
            if abs(of.sum() - wanted) > (5e-2 if "bf16" in name else 1e-4) * (abs(wanted) + 1):
                sys.exit(f"compile_models.py: {name}: {side} computes {of.sum()}, eager {wanted}")
    return sides, calls


# --- Times ---


def spread(values):
    values = sorted(values)
    return tuple(values[int(part * (len(values) - 1) + 0.5)] for part in (0.5, 0.1, 0.9))


def measure(name, inductor, rounds):
    sides, calls = make_sides(name, inductor)
    took = {side: [] for side in sides}
    with torch.no_grad():
        for round_ in range(-1, rounds):
            for side, of in sides.items():
                us = of.turn(calls)
                if round_ >= 0:
                    took[side].append(us)
    for side, of in sides.items():
        ratios = [a / b for a, b in zip(took[side], took["eager"])]
        ratio, low, high = spread(ratios)
        seconds = f"{of.seconds:8.1f}" if of.seconds else " " * 8
        print(f"{name:17} {side:14} {statistics.median(took[side]):11.1f} {ratio:8.3f}  "
              f"{low:.3f} to {high:.3f} {seconds}", flush=True)
    if inductor:
        ratios = [a / b for a, b in zip(took["level 1"], took["AOTInductor"])]
        print(f"{name:17} level 1 / AOTInductor     {spread(ratios)[0]:8.3f}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--inductor", action="store_true")
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("models", nargs="*", default=list(MODELS))
    options = parser.parse_args()
    torch.set_num_threads(1)
    print(f"{'model':17} {'side':14} {'us':>11} {'/ eager':>8}  8 of 10 {'s':>15}")
    for name in options.models:
        measure(name, options.inductor, options.rounds)


if __name__ == "__main__":
    main()
