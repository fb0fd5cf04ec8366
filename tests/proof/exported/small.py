#!/usr/bin/env python3
"""Writes tests/fixtures/exported/small/: archives for the suite export_program.

Usage: small.py [--scaler LIBRARY] [OUT]

LIBRARY is what tests/export/program/scaler.cpp was compiled to (build/release/tests/export/program/libscaler.so);
object.pt2 needs it, and is left as it is without one.
With the kernels that all processors have, as make.py. training.ref.pt has what Python computes with
training.pt2: {x, target, losses, state}, of 20 steps of SGD with momentum.
"""

import argparse
import collections
import dataclasses
import os
import pathlib
import subprocess
import sys

import make


Named = collections.namedtuple("Named", ["a", "b"])


@dataclasses.dataclass
class Record:
    a: object
    b: object


def programs(torch):
    """Functions that make pairs of a module and its inputs."""
    from torch import nn

    class Training(nn.Module):
        """Of two layers, the first bias frozen."""

        def __init__(self):
            super().__init__()
            self.first = nn.Linear(4, 8)
            self.last = nn.Linear(8, 1)
            self.first.bias.requires_grad_(False)

        def forward(self, x):
            return self.last(torch.tanh(self.first(x)))

    class Counting(nn.Module):
        """Counts its calls, and returns the buffer itself."""

        def __init__(self):
            super().__init__()
            self.scale = nn.Parameter(torch.tensor([2.0, 3.0]))
            self.register_buffer("count", torch.zeros(2))
            self.register_buffer("view", self.count[1:], persistent=False)

        def forward(self, x):
            self.count.add_(x)
            return self.count, self.count * self.scale, self.view + 0

    class Sharing(nn.Module):
        """Writes to one of two buffers on the same storage, and reads the other."""

        def __init__(self):
            super().__init__()
            self.register_buffer("all", torch.zeros(3))
            self.register_buffer("view", self.all[1:])

        def forward(self, x):
            self.view.add_(x)
            return self.all + 0

    class Aliases(nn.Module):
        def forward(self, x, y):
            z = x + y
            return x, z, z, None, 3, y.view(-1), 1.5, True, "text"

    class Failing(nn.Module):
        """Fails at its third node if the index is too large."""

        def __init__(self):
            super().__init__()
            self.register_buffer("calls", torch.zeros(1))

        def forward(self, x, index):
            self.calls.add_(1)
            return (x * 2).index_select(0, index), self.calls + 0

    class Nested(nn.Module):
        def forward(self, pair, table, *, scale, flag=True, name="n"):
            first, (second, third) = pair
            return {"sum": [first + second, third * scale], "b": (table["b"] - table["a"],), "none": None}

    class Placing(nn.Module):
        """Makes a tensor on a device that the graph names."""

        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(3))

        def forward(self, x):
            return x * self.weight + torch.ones(3, device="cpu").expand(2, 3).contiguous()

    class Complex(nn.Module):
        """Returns complex numbers."""

        def forward(self, x):
            z = torch.view_as_complex(torch.tanh(x))
            return z, z.conj()

    torch.utils._pytree._register_namedtuple(Named, serialized_type_name="small.Named")
    torch.export.register_dataclass(Record, serialized_type_name="small.Record")

    class Fields(nn.Module):
        """Has guards about fields of its inputs."""

        def forward(self, named, record):
            difference = named.a - record.b if named.a.shape[0] % 2 == 0 else named.a + record.b
            return Named(difference, named.b * record.a)

    dynamic = {0: torch.export.Dim.DYNAMIC}
    dim = torch.export.Dim("rows", min=2, max=64)

    def ones():
        return torch.ones(3)

    return {
        "placing": (Placing(), (torch.ones(2, 3),), {}, None),
        "training": (Training(), (torch.randn(5, 4),), {}, {"x": {0: dim}}),
        "counting": (Counting(), (torch.ones(2),), {}, None),
        "sharing": (Sharing(), (torch.ones(2),), {}, None),
        "normalizing": (nn.BatchNorm1d(2).eval(), (torch.ones(3, 2),), {}, None),
        "aliases": (Aliases(), (torch.ones(2, 2), torch.ones(2, 2)), {}, None),
        "failing": (Failing(), (torch.ones(3, 2), torch.tensor([0, 1])), {}, None),
        "fields": (Fields(), (Named(torch.ones(4, 3), ones()), Record(ones(), torch.ones(4, 3))), {},
                   {"named": Named(dynamic, None), "record": [None, dynamic]}),
        "complex": (Complex(), (torch.linspace(-2, 2, 64).view(32, 2),), {}, None),
        "nested": (Nested(), ([ones(), (ones(), ones())], {"a": ones(), "b": ones()}), {"scale": 2.0}, None),
    }


def scaling(torch, library):
    """Has an object of a class of the library among its constants."""
    torch.ops.load_library(library)

    @torch._library.register_fake_class("test_export::Scaler")
    class Scaler:  # what the export runs instead
        def __init__(self, factor):
            self.factor = factor

        @classmethod
        def __obj_unflatten__(cls, fields):
            return cls(**dict(fields))

    @torch.library.register_fake("test_export::scaled")
    def scaled(_, x):
        return torch.empty_like(x)

    class Scaling(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.scaler = torch.classes.test_export.Scaler(2.5)

        def forward(self, x):
            return torch.ops.test_export.scaled(self.scaler, x) + 1

    return Scaling(), (torch.ones(4),), {}, None


def exported(torch, made):
    module, args, kwargs, dynamic = made
    result = torch.export.export(module, args, kwargs, dynamic_shapes=dynamic)
    make.make_reproducible(torch, result)
    return result


def train(torch, path):
    torch.manual_seed(3)
    module = torch.export.load(path).module()
    x, target = torch.randn(6, 4), torch.randn(6, 1)
    optimizer = torch.optim.SGD([p for p in module.parameters() if p.requires_grad], lr=0.1, momentum=0.9)
    losses = []
    for _ in range(20):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(module(x), target)
        loss.backward()
        optimizer.step()
        losses.append(loss.detach().clone())
    return {"x": x, "target": target, "losses": torch.stack(losses),
            "state": {name: value.detach() for name, value in module.state_dict().items()}}


def write(torch, out, scaler):
    from torch.export.pt2_archive._package import package_pt2
    made = {name: exported(torch, one) for name, one in programs(torch).items()}
    if scaler:
        made["object"] = exported(torch, scaling(torch, scaler))
    for name, program in made.items():
        extra = {"notes/a.txt": "made by small.py", "empty": ""} if name == "aliases" else None
        torch.export.save(program, out / f"{name}.pt2", extra_files=extra)
    package_pt2(str(out / "models.pt2"), exported_programs={
        "parts/encoder": made["training"], "parts/decoder": made["aliases"], "c": made["counting"]})
    torch.save(train(torch, out / "training.pt2"), out / "training.ref.pt")


def main():
    if any(os.environ.get(name) != value for name, value in make.ALIKE.items()):
        command = [sys.executable, *sys.argv]
        return subprocess.run(command, check=False, env=os.environ | make.ALIKE).returncode
    import torch  # after the environment is set
    torch.set_num_threads(1)
    torch.manual_seed(1)
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--scaler", metavar="LIBRARY")
    parser.add_argument("out", metavar="OUT", nargs="?", type=pathlib.Path, default=make.FIXTURES / "small")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    write(torch, options.out, options.scaler)
    return 0


if __name__ == "__main__":
    sys.exit(main())
