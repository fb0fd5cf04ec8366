"""Activations and dropouts: what they print and compute."""

import torch

from nn_modules_common import case, error, given, randn

PLAIN = ["ReLU", "ReLU6", "SELU", "SiLU", "Mish", "Hardsigmoid", "Hardswish"]
DROPOUTS = ["Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "FeatureAlphaDropout"]
# What each dropout takes.
SHAPES = {"Dropout": (3, 5), "Dropout1d": (2, 4, 3), "Dropout2d": (2, 4, 3, 2),
          "Dropout3d": (2, 4, 2, 3, 2), "AlphaDropout": (3, 5), "FeatureAlphaDropout": (2, 4, 3)}

X = [randn(4, 5)]


def spread():
    """Numbers on both sides of all thresholds, without a gradient: an in-place module may write."""
    return [given(torch.linspace(-7, 7, 12).reshape(3, 4))]


def curves():
    return [
        case("ELU", inputs=X), case("ELU", 0.5, inputs=X), case("ELU", 0.5, True, inputs=spread()),
        case("CELU", inputs=X), case("CELU", alpha=0.7, inputs=X),
        case("CELU", 0.7, inplace=True, inputs=spread()),
        case("LeakyReLU", inputs=X), case("LeakyReLU", 0.2, inputs=X),
        case("LeakyReLU", 0.2, True, inputs=spread()),
        case("Hardtanh", inputs=X), case("Hardtanh", -0.25, 0.5, inputs=X),
        case("Hardtanh", inplace=True, inputs=spread()),
        error("Hardtanh", 1.0, 1.0), error("Hardtanh", 2.0, -0.5),
        case("Threshold", 0.1, 20.5, inputs=X), case("Threshold", 0.1, 20.5, True, inputs=spread()),
        error("Threshold", 0.5),
        case("RReLU", inputs=X), case("RReLU", 0.1, 0.3, inputs=X),
        case("RReLU", 0.1, 0.3, True, inputs=spread()),
        case("GELU", inputs=X), case("GELU", "tanh", inputs=X),
        error("GELU", "fast", inputs=X),
        case("Softplus", inputs=X), case("Softplus", 2.0, 1.5, inputs=X),
        case("Hardshrink", inputs=X), case("Hardshrink", 0.25, inputs=X),
        case("Softshrink", inputs=X), case("Softshrink", 0.25, inputs=X),
        error("Softshrink", -1.0, inputs=X),
        case("Sigmoid", inputs=X), case("LogSigmoid", inputs=X), case("Tanh", inputs=X),
        case("Tanhshrink", inputs=X), case("Softsign", inputs=X),
    ]


def along_dimensions():
    return [
        case("GLU", inputs=[randn(3, 4)]), case("GLU", 0, inputs=[randn(4, 3)]),
        error("GLU", inputs=[randn(3, 3)]), error("GLU", inputs=[randn()]),
        *[case(name, *args, inputs=[randn(*shape)])
          for name in ("Softmax", "Softmin", "LogSoftmax")
          for args, shape in (((-1,), (3, 4)), ((0,), (3, 4)), ((), (5,)), ((), (3, 4)),
                              ((), (2, 3, 4)), ((), (2, 3, 2, 2)))],
        error("Softmax", 2, inputs=[randn(3, 4)]), error("Softmax", 1, 2),
        case("Softmax2d", inputs=[randn(2, 3, 2, 2)]), case("Softmax2d", inputs=[randn(3, 2, 2)]),
        error("Softmax2d", inputs=[randn(3, 2)]), error("Softmax2d", inputs=[randn(1, 1, 3, 2, 2)]),
        case("PReLU", inputs=X), case("PReLU", 3, inputs=[randn(2, 3, 4)]),
        case("PReLU", 1, 0.5, inputs=X),
        case("PReLU", 2, dtype=torch.float64, inputs=[randn(3, 2, dtype="float64")]),
        error("PReLU", 3, inputs=[randn(2, 4)]),
    ]


def dropouts():
    return [
        *[case(name, inputs=[randn(*SHAPES[name])]) for name in DROPOUTS],
        *[case(name, 0.25, inputs=[randn(*SHAPES[name])]) for name in DROPOUTS],
        *[case(name, p=0.25, inplace=True, inputs=[given(torch.ones(SHAPES[name]))])
          for name in DROPOUTS],
        case("Dropout", 0.0, inputs=X), case("Dropout", 1.0, inputs=X),
        case("Dropout1d", inputs=[randn(4, 3)]), case("Dropout3d", inputs=[randn(4, 2, 3, 2)]),
        *[error(name, p) for name in DROPOUTS for p in (-0.1, 1.5)],
        error("Dropout1d", inputs=[randn(3)]),
    ]


def cases():
    return [
        *[case(name, inputs=X) for name in PLAIN],
        *[case(name, inplace=True, inputs=spread()) for name in PLAIN],
        *[error(name, inplace=True, inputs=X) for name in ("ReLU", "SiLU")],
        *curves(), *along_dimensions(), *dropouts(),
    ]
