"""The programs of exported.c in Python, for exported.sh:
python3 exported.py make FOLDER         writes the archives
python3 exported.py time FOLDER         processor time of a call: eager, and the program's module
python3 exported.py load FILE           of torch.export.load()
python3 exported.py memory FOLDER WHAT  what a call of the large ResNet, eager or module, or loading
                                        the weights adds to the resident memory

It prints what bench_exported prints.
"""

import re
import statistics
import sys
import time
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from modules import mlp, resnet

TOKENS, LENGTH, FEATURES, HEADS, LAYERS = 65, 32, 64, 4, 3
CALLS = {"mlp": 3000, "gpt": 300, "resnet": 15}  # of a turn; KEEP THE SAME: exported.c
CHAIN_NODES = 1000  # KEEP THE SAME: exported_calls.c


class GptBlock(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(FEATURES), nn.LayerNorm(FEATURES)
        self.all = nn.Linear(FEATURES, 3 * FEATURES)
        self.project = nn.Linear(FEATURES, FEATURES)
        self.up = nn.Linear(FEATURES, 4 * FEATURES)
        self.down = nn.Linear(4 * FEATURES, FEATURES)

    def attend(self, x):
        batch, length, features = x.shape
        heads = [
            part.view(batch, length, HEADS, features // HEADS).transpose(1, 2)
            for part in self.all(x).split(features, 2)
        ]
        mixed = F.scaled_dot_product_attention(*heads, is_causal=True)
        return self.project(mixed.transpose(1, 2).reshape(batch, length, features))

    def forward(self, x):
        x = x + self.attend(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(TOKENS, FEATURES)
        self.places = nn.Embedding(LENGTH, FEATURES)
        self.blocks = nn.Sequential(*(GptBlock() for _ in range(LAYERS)))
        self.norm = nn.LayerNorm(FEATURES)
        self.head = nn.Linear(FEATURES, TOKENS, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, ids):
        x = self.tokens(ids) + self.places(torch.arange(ids.shape[1], device=ids.device))
        return self.head(self.norm(self.blocks(x)))


class Chain(nn.Module):
    """Nodes that compute next to nothing."""

    def __init__(self):
        super().__init__()
        self.register_buffer("one", torch.ones(1))

    def forward(self, x):
        for _ in range(CHAIN_NODES // 2):
            x = torch.relu(x) + self.one
        return x


class Weights(nn.Module):
    """300 MB of weights."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ParameterList(torch.full((2500, 1000), 0.5) for _ in range(30))

    def forward(self, x):
        for weight in self.layers:
            x = x + weight[0]
        return x


MODELS = {
    "mlp": (lambda: mlp()[0], lambda: torch.randn(1, 64)),
    "gpt": (Gpt, lambda: torch.randint(TOKENS, (1, LENGTH))),
    "resnet": (lambda: resnet()[0], lambda: torch.randn(1, 3, 64, 64)),
    "large": (lambda: resnet()[0], lambda: torch.randn(8, 3, 224, 224)),
    "chain": (Chain, lambda: torch.zeros(1)),
    "weights": (Weights, lambda: torch.zeros(1000)),
}


def make(name):
    """The same module and the same input in each process."""
    net, x = MODELS[name]
    torch.manual_seed(1)
    return net().eval(), x()


def make_archives(folder):
    for name in MODELS:
        net, x = make(name)
        torch.export.save(torch.export.export(net, (x,)), folder / f"{name}.pt2")


# --- Times ---


def call_time(call, x, calls):
    """The median of the microseconds of a call."""
    took = []
    for i in range(-calls // 10, calls):
        start = time.process_time_ns()
        call(x)
        if i >= 0:
            took.append(time.process_time_ns() - start)
    return statistics.median(took) * 1e-3


def print_times(folder):
    for name, calls in CALLS.items():
        net, x = make(name)
        module = torch.export.load(folder / f"{name}.pt2").module()
        times = [call_time(call, x, calls) for call in (net, module)]
        total = net(x).sum(dtype=torch.float64).item()
        print(f"{name} {times[0]:.3f} {times[1]:.3f} {total:.5f}")


def print_load(file):
    """The milliseconds of the first call, and the median of those that follow."""
    took = []
    for _ in range(6):
        start = time.process_time_ns()
        torch.export.load(file)
        took.append((time.process_time_ns() - start) * 1e-6)
    print(f"{took[0]:.3f} {statistics.median(took[1:]):.3f}")


# --- Memory ---


def status(name):
    """A line of /proc/self/status in MiB: "VmRSS"."""
    text = Path("/proc/self/status").read_text()
    return int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024


def peak_of(call, x):
    """What the calls add to the resident memory at most."""
    Path("/proc/self/clear_refs").write_text("5")
    before = status("VmRSS")
    for _ in range(3):
        call(x)
    return status("VmHWM") - before


def print_memory(folder, what):
    if what == "weights":
        before = status("VmRSS")
        program = torch.export.load(folder / "weights.pt2")
        print(f"{status('VmRSS') - before:.1f}")
        del program
        return
    small, pixels = make("resnet")
    small(pixels)  # what the process loads only once
    net, x = make("large")
    call = net if what == "eager" else torch.export.load(folder / "large.pt2").module()
    print(f"{peak_of(call, x):.1f}")


def main(what, where, *more):
    torch.set_num_threads(1)
    commands = {"make": make_archives, "time": print_times, "load": print_load,
                "memory": print_memory}
    with torch.set_grad_enabled(what == "make"):
        commands[what](Path(where), *more)


if __name__ == "__main__":
    main(*sys.argv[1:])
