#!/usr/bin/env python3
"""prove_aoti.py DIR: compiles models to packages of AOTInductor, NAME.pt2, and saves what Python
computes with each, NAME.ref.pt. Models that are there are not compiled again."""

import pathlib
import sys
import warnings

import torch
from torch import nn


class Mlp(nn.Module):
    """A dynamic batch, and an input of integers."""

    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(16, 64), nn.GELU(), nn.LayerNorm(64), nn.Linear(64, 8))
        self.table = nn.Embedding(10, 8)

    def forward(self, x, index):
        return self.net(x) + self.table(index), index * 2


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 16, num_layers=2, batch_first=True)

    def forward(self, x):
        y, (h, c) = self.lstm(x)
        return {"y": y, "state": [h, c]}


def convolutions():
    return nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
                         nn.MaxPool2d(2), nn.Conv2d(16, 32, 3), nn.ReLU(),
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(32, 10))


def models():
    """Name, module, inputs, sizes that vary, other inputs to compare, options of the compiler."""
    batch = torch.export.Dim("batch", min=2, max=64)
    yield ("mlp", Mlp(), (torch.randn(4, 16), torch.arange(4)),
           ({0: batch}, {0: batch}), (torch.randn(7, 16), torch.arange(7)), {})
    yield "convolutions", convolutions(), (torch.randn(2, 3, 32, 32),), None, None, {}
    yield "recurrent", Recurrent(), (torch.randn(2, 5, 8),), None, None, {}
    layer = nn.TransformerEncoderLayer(32, 4, 64, batch_first=True, norm_first=True)
    yield ("transformer", nn.TransformerEncoder(layer, 2, enable_nested_tensor=False),
           (torch.randn(2, 6, 32),), None, None, {})
    yield ("weights_in_a_file", convolutions(), (torch.randn(2, 3, 32, 32),), None, None,
           {"aot_inductor.package_constants_on_disk_format": "binary_blob"})


def main():
    warnings.simplefilter("ignore")
    out = pathlib.Path(sys.argv[1])
    torch.set_num_threads(1)
    for name, model, inputs, shapes, others, configs in models():
        path = out / (name + ".pt2")
        if path.exists():
            continue
        torch.manual_seed(0)
        with torch.no_grad():
            program = torch.export.export(model.eval(), inputs, dynamic_shapes=shapes)
            package = torch._inductor.aoti_compile_and_package(program, package_path=str(path),
                                                                inductor_configs=configs)
            inputs = others or inputs
            outputs = torch._inductor.aoti_load_package(package)(*inputs)
        leaves = tuple(torch.utils._pytree.tree_leaves(outputs))
        torch.save({"inputs": (inputs, {}), "outputs": leaves if len(leaves) > 1 else leaves[0]},
                   out / (name + ".ref.pt"))
        print(name, flush=True)


if __name__ == "__main__":
    main()
