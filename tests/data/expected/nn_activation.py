"""The activations of torch.nn.functional: results, gradients, random numbers and errors."""

import torch
from torch.nn import functional as F

from nn_common import Cases, rand, randn

case = Cases()
EDGES = torch.tensor([-4.0, -1.0, -0.5, 0.0, 0.5, 1.0, 4.0, 7.0])


def with_additions():
    case("threshold", F.threshold, EDGES.clone(), 0.5, -2.0)
    case("threshold: in place", F.threshold, EDGES.clone(), 0.5, -2.0, inplace=True, grad=False)
    case("threshold: int64", F.threshold, torch.tensor([1, 2, 3]), 2.0, 5.0)
    case("hardtanh", F.hardtanh, EDGES.clone())
    case("hardtanh: range", F.hardtanh, EDGES.clone(), -0.5, 2.0)
    case("hardtanh: in place", F.hardtanh, EDGES.clone(), inplace=True, grad=False)
    case("hardtanh: empty range", F.hardtanh, EDGES.clone(), 2.0, 1.0)
    case("hardtanh: one number", F.hardtanh, EDGES.clone(), 1.0, 1.0)
    case("glu", F.glu, randn(3, 4))
    case("glu: dim", F.glu, randn(4, 3), 0)
    case("glu: odd", F.glu, randn(4, 3))
    case("glu: number", F.glu, randn())
    case("rrelu", F.rrelu, randn(3, 4))
    case("rrelu: training", F.rrelu, randn(3, 4), training=True)
    case("rrelu: range", F.rrelu, randn(3, 4), 0.5, 0.75, training=True)
    case("rrelu: in place", F.rrelu, randn(3, 4), training=True, inplace=True, grad=False)
    case("rrelu: empty range", F.rrelu, randn(3, 4), 0.5, 0.25, training=True)
    case("tanhshrink", F.tanhshrink, randn(3, 4))
    case("softsign", F.softsign, randn(3, 4))
    case("softsign: int64", F.softsign, torch.tensor([-2, 0, 3]))


def softmaxes():
    for name in ("softmax", "softmin", "log_softmax"):
        function = getattr(F, name)
        for shape in ((), (4,), (2, 3), (2, 3, 2), (1, 3, 2, 2)):
            case(f"{name}: {len(shape)} dimensions", function, randn(*shape))
        case(f"{name}: dim", function, randn(2, 3), dim=0)
        case(f"{name}: dtype", function, randn(2, 3), dim=-1, dtype=torch.float64)
        case(f"{name}: no such dim", function, randn(2, 3), dim=2)


def gumbel():
    case("gumbel_softmax", F.gumbel_softmax, randn(3, 4))
    case("gumbel_softmax: tau", F.gumbel_softmax, randn(3, 4), tau=0.5)
    case("gumbel_softmax: dim", F.gumbel_softmax, randn(3, 4), dim=0)
    case("gumbel_softmax: hard", F.gumbel_softmax, randn(3, 4), hard=True)
    case("gumbel_softmax: hard, dim", F.gumbel_softmax, randn(2, 3, 4), 2.0, True, dim=1)
    case("gumbel_softmax: float64", F.gumbel_softmax, randn(5, dtype=torch.float64))
    case("gumbel_softmax: no such dim", F.gumbel_softmax, randn(3), dim=1)


def operators():
    """Those that are an operator: that it has Python's arguments and defaults."""
    for name in ("relu", "relu6", "elu", "selu", "celu", "leaky_relu", "logsigmoid", "gelu",
                 "hardshrink", "softshrink", "softplus", "tanh", "sigmoid", "hardsigmoid", "silu",
                 "mish", "hardswish"):
        case(name, getattr(F, name), EDGES.clone())
    for name in ("relu", "relu6", "elu", "selu", "celu", "leaky_relu", "hardsigmoid", "silu",
                 "mish", "hardswish"):
        case(f"{name}: in place", getattr(F, name), EDGES.clone(), inplace=True, grad=False)
    for name in ("relu_", "elu_", "selu_", "celu_", "leaky_relu_", "hardtanh_", "rrelu_"):
        case(name, getattr(F, name), EDGES.clone(), grad=False)
    case("threshold_", F.threshold_, EDGES.clone(), 0.5, -2.0, grad=False)
    case("elu: alpha", F.elu, EDGES.clone(), 0.5)
    case("celu: alpha", F.celu, EDGES.clone(), 0.5)
    case("celu: alpha 0", F.celu, EDGES.clone(), 0.0)
    case("leaky_relu: slope", F.leaky_relu, EDGES.clone(), 0.3)
    case("gelu: tanh", F.gelu, EDGES.clone(), approximate="tanh")
    case("gelu: unknown", F.gelu, EDGES.clone(), approximate="erf")
    case("hardshrink: lambd", F.hardshrink, EDGES.clone(), 2.0)
    case("softshrink: negative", F.softshrink, EDGES.clone(), -1.0)
    case("softplus: beta, threshold", F.softplus, EDGES.clone(), 2.0, 1.0)
    case("prelu", F.prelu, randn(2, 3), rand(3))
    case("prelu: wrong weight", F.prelu, randn(2, 3), rand(2))


def cases():
    for part in (with_additions, softmaxes, gumbel, operators):
        part()
    return case.all
