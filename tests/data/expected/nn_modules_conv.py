"""Convolutions, transposed convolutions, Unfold and Fold."""

import torch

from nn_modules_common import case, error, randint, randn

# What the classes for 1, 2 and 3 dimensions are given, and an input without a batch.
SHAPES = {1: [7], 2: [6, 7], 3: [5, 4, 6]}


def each(dims):
    name, shape = f"Conv{dims}d", SHAPES[dims]
    two, three = [2] * dims, [3] * dims
    x = [randn(2, 4, *shape)]
    return [
        case(name, 4, 6, 3, inputs=x),
        case(name, 4, 6, 3, inputs=[randn(4, *shape)]),
        case(name, 4, 6, tuple(range(1, dims + 1)), stride=2, inputs=x),
        case(name, 4, 6, tuple(three), tuple(range(dims, 0, -1)), 1, inputs=x),
        case(name, 4, 6, 3, padding=tuple(range(dims)), dilation=tuple(range(1, dims + 1)),
             inputs=x) if dims < 3 else case(name, 4, 6, 2, padding=(0, 1, 2), dilation=(1, 2, 1),
                                             inputs=x),
        case(name, 4, 6, 3, groups=2, bias=False, inputs=x),
        case(name, 4, 4, 2, groups=4, inputs=x),
        case(name, 4, 6, 3, padding="same", inputs=x),
        case(name, 4, 6, 2, padding="same", dilation=2, inputs=x),
        case(name, 4, 6, 3, padding="valid", stride=2, inputs=x),
        case(name, 4, 6, 3, padding=1, padding_mode="reflect", inputs=x),
        case(name, 4, 6, 3, padding=tuple(range(1, dims + 1)), padding_mode="replicate", inputs=x),
        case(name, 4, 6, 3, padding=1, padding_mode="circular", stride=2, bias=False, inputs=x),
        case(name, 4, 6, 2, padding="same", padding_mode="circular", inputs=x),
        case(name, 4, 6, 2, padding="same", padding_mode="replicate", dilation=2, inputs=x),
        case(name, 4, 6, 2, padding="valid", padding_mode="reflect", inputs=x),
        case(name, 4, 6, tuple(three), tuple(two), tuple([0] * dims), tuple([1] * dims), 2, True,
             "zeros", None, torch.float64, inputs=[randn(1, 4, *shape, dtype="float64")]),
        case(name, 0, 2, 1),
        error(name, 4, 6),
        error(name, 4, 6, 3, groups=0),
        error(name, 4, 6, 3, groups=-1),
        error(name, 5, 6, 3, groups=2),
        error(name, 4, 5, 3, groups=2),
        error(name, 4, 6, 3, padding="same", stride=2),
        error(name, 4, 6, 3, inputs=[randn(2, 3, *shape)]),
        error(name, 4, 6, 3, inputs=[randn(*shape)] if dims > 1 else [randn(1, 1, 1, 1)]),
    ]


def each_transposed(dims):
    name, shape = f"ConvTranspose{dims}d", SHAPES[dims]
    x = [randn(2, 4, *shape)]
    return [
        case(name, 4, 6, 3, inputs=x),
        case(name, 4, 6, 3, inputs=[randn(4, *shape)]),
        case(name, 4, 6, 3, 2, 1, 1, inputs=x),
        case(name, 4, 6, tuple(range(2, dims + 2)), stride=tuple(range(dims, 0, -1)), inputs=x),
        case(name, 4, 6, 3, stride=2, padding=1, output_padding=1, groups=2, bias=False,
             dilation=2, inputs=x),
        case(name, 4, 6, 2, dtype=torch.float64, inputs=[randn(1, 4, *shape, dtype="float64")]),
        error(name, 4, 6, 3, padding_mode="reflect"),
        error(name, 4, 6, 3, groups=0),
        error(name, 5, 6, 3, groups=2),
        error(name, 4, 5, 3, groups=2),
        error(name, 4, 6, 3, inputs=[randn(2, 3, *shape)]),
        error(name, 4, 6, 3, output_padding=1, inputs=x),
    ]


def cases():
    return [one for dims in (1, 2, 3) for one in each(dims)] + [
        one for dims in (1, 2, 3) for one in each_transposed(dims)]
