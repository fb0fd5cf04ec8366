"""Activations in place, pooling with indices, and output sizes of the input."""

import torch
import torch.nn.functional as F
from torch import nn


def show(name, function):
    try:
        result = function()
    except Exception as error:  # noqa: BLE001: its class is what is compared
        result = type(error).__name__
    print(f"{name}: {result}")


x = torch.linspace(-2, 2, 5)
for name in ("relu", "relu6", "selu", "silu", "mish", "hardswish", "hardsigmoid", "elu", "celu",
             "leaky_relu", "hardtanh", "rrelu"):
    function, y = getattr(F, name), x.clone()
    print(name, function(y, inplace=True) is y, y, function(x), function(input=x, inplace=False))
for name in "relu", "silu", "hardsigmoid":
    y = x.clone()
    print(name, getattr(F, name)(y, True) is y, y)
for name in "elu", "celu", "leaky_relu":
    y = x.clone()
    print(name, getattr(F, name)(y, 0.5, True) is y, y, getattr(F, name)(x, 0.5))
show("a name", lambda: F.elu(x, alpha=0.5))
show("too many", lambda: F.relu(x, True, True))
show("no such name", lambda: F.relu(x, in_place=True))
show("twice", lambda: F.elu(x, 1.0, alpha=2.0))

print("--- pooling")
x = torch.arange(32.0).view(1, 2, 4, 4)
show("2", lambda: F.max_pool2d(x, 2))
show("indices", lambda: F.max_pool2d(x, 2, return_indices=True))
show("None", lambda: F.max_pool2d(x, 2, None, 1).shape)
show("names", lambda: F.max_pool2d(x, kernel_size=3, stride=1, return_indices=True)[1])
show("1", lambda: F.max_pool1d(x[0], 2, return_indices=True))
show("3", lambda: F.max_pool3d(x, 2, 2, 0, 1, False, True))
show("a size of the input", lambda: F.adaptive_avg_pool2d(x, (None, 2)))
show("a number", lambda: F.adaptive_avg_pool2d(x, 2).shape)
show("3 sizes", lambda: F.adaptive_avg_pool3d(x, (None, 2, 1)).shape)
show("maxima", lambda: F.adaptive_max_pool2d(x, (1, None)))
show("maxima and indices", lambda: F.adaptive_max_pool2d(x, (1, None), True))
show("of 1 dimension", lambda: F.adaptive_max_pool1d(x[0], 2))
show("and indices", lambda: F.adaptive_max_pool1d(x[0], 2, return_indices=True))
samples = torch.full((1, 2, 2), 0.5)
show("fractions", lambda: F.fractional_max_pool2d(x, 2, (2, 2), _random_samples=samples))
show("with indices", lambda: F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.5), return_indices=True,
                                                     _random_samples=samples))
show("unpooled", lambda: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2).sum())
show("an activation of a layer",
     lambda: nn.TransformerEncoderLayer(4, 2, 8, activation=F.relu)(torch.ones(1, 2, 4)).shape)
