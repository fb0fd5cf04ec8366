"""Lazy modules: print before and after the first call, and the state after it."""

import torch

from nn_modules_common import case, error, randn

SHAPES = {1: [7], 2: [6, 7], 3: [5, 4, 6]}


def convolutions(dims):
    x = [randn(2, 4, *SHAPES[dims])]
    lazy, transposed = f"LazyConv{dims}d", f"LazyConvTranspose{dims}d"
    return [
        case(lazy, 6, 3, inputs=x),
        case(lazy, 6, 3, inputs=[randn(4, *SHAPES[dims])]),
        case(lazy, 6, 2, 2, 1, 2, 2, False, "zeros", None, torch.float64,
             inputs=[randn(2, 4, *SHAPES[dims], dtype="float64")]),
        case(lazy, 6, 3, padding="same", inputs=x),
        case(lazy, 6, 3, padding=1, padding_mode="circular", inputs=x),
        error(lazy, 6, 3, groups=0),
        error(lazy, 6, 3, padding="same", stride=2),
        error(lazy, 6, 3, groups=3, inputs=x),
        error(lazy, 6, 3, inputs=[randn(2)] if dims > 1 else [randn(2, 2, 2, 2)]),
        case(transposed, 6, 3, inputs=x),
        case(transposed, 6, 3, 2, 1, 1, 2, False, 2, inputs=x),
        error(transposed, 6, 3, padding_mode="reflect"),
        error(transposed, 6, 3, groups=3, inputs=x),
    ]


def cases():
    return [
        case("LazyLinear", 4, inputs=[randn(2, 3)]),
        case("LazyLinear", 4, bias=False, inputs=[randn(5, 2, 3)]),
        case("LazyLinear", out_features=4, dtype=torch.float64,
             inputs=[randn(2, 3, dtype="float64")]),
        error("LazyLinear"),
        *[one for dims in (1, 2, 3) for one in convolutions(dims)],
        case("LazyBatchNorm1d", inputs=[randn(4, 3)]),
        case("LazyBatchNorm1d", 1e-3, 0.2, inputs=[randn(4, 3, 2)]),
        case("LazyBatchNorm2d", affine=False, inputs=[randn(4, 3, 2, 2)]),
        case("LazyBatchNorm2d", track_running_stats=False, inputs=[randn(4, 3, 2, 2)]),
        case("LazyBatchNorm2d", bias=False, momentum=None, inputs=[randn(4, 3, 2, 2)]),
        case("LazyBatchNorm3d", dtype=torch.float64, inputs=[randn(2, 3, 2, 1, 2,
                                                                   dtype="float64")]),
        case("LazyInstanceNorm1d", affine=True, inputs=[randn(4, 3, 5)]),
        case("LazyInstanceNorm2d", affine=True, track_running_stats=True,
             inputs=[randn(4, 3, 2, 2)]),
        case("LazyInstanceNorm2d", inputs=[randn(4, 3, 2, 2)]),
        case("LazyInstanceNorm3d", affine=True, inputs=[randn(2, 3, 2, 2, 2)]),
        error("LazyBatchNorm2d", inputs=[randn(4, 3, 2)]),
    ]
