"""Identity, Linear, Bilinear: what they print, begin with, compute."""

import torch

from nn_modules_common import case, error, randn


def cases():
    return [
        case("Identity", inputs=[randn(2, 3)]),
        case("Linear", 3, 4, inputs=[randn(2, 3)]),
        case("Linear", 3, 4, bias=False, inputs=[randn(5, 2, 3)]),
        case("Linear", in_features=2, out_features=1, dtype=torch.float64,
             inputs=[randn(3, 2, dtype="float64")]),
        case("Linear", 0, 2),
        case("Bilinear", 2, 3, 4, inputs=[randn(5, 2), randn(5, 3)]),
        case("Bilinear", 2, 3, 4, False, inputs=[randn(2, 5, 2), randn(2, 5, 3)]),
        error("Linear", 3),
        error("Linear"),
        error("Linear", 3, 4, True, None, None, 7),
        error("Linear", 3, 4, out_features=5),
        error("Linear", 3, 4, bais=False),
        error("Bilinear", 0, 1, 2),
        error("Linear", 3, 4, inputs=[randn(2, 2)]),
    ]
