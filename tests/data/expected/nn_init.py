"""torch.nn.init: every function, with and without a generator, and its errors."""

import torch
from torch.nn import init

from nn_common import Cases

case = Cases()


def fill(name, function, shape, *arguments, dtype=torch.float32, generators=True, **named):
    """The function on zeros, and again with a generator."""
    if generators:
        case(f"{name} with a generator", function, torch.zeros(shape, dtype=dtype), *arguments,
             grad=False, generator=True, **named)
    case(name, function, torch.zeros(shape, dtype=dtype), *arguments, grad=False, **named)


def gains():
    for name in ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
                 "conv_transpose3d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"):
        case(f"calculate_gain: {name}", init.calculate_gain, name)
    case("calculate_gain: leaky_relu 0.2", init.calculate_gain, "leaky_relu", 0.2)
    case("calculate_gain: gelu", init.calculate_gain, "gelu")


def constants():
    fill("uniform_", init.uniform_, (3, 5))
    fill("uniform_: -2 to 5", init.uniform_, (20,), -2.0, 5.0, dtype=torch.float64)
    fill("uniform_: empty range", init.uniform_, (3,), 2.0, 1.0)
    fill("normal_", init.normal_, (3, 5))
    fill("normal_: 2, 0.5", init.normal_, (4, 5), 2.0, 0.5)
    fill("normal_: negative std", init.normal_, (3,), 0.0, -1.0)
    fill("constant_", init.constant_, (2, 3), 0.3, generators=False)
    fill("constant_: int64", init.constant_, (2,), 3.0, dtype=torch.int64, generators=False)
    fill("ones_", init.ones_, (2, 3), generators=False)
    case("ones_: leaf", init.ones_, torch.zeros(2, 3))
    case("zeros_", init.zeros_, torch.ones(2, 3), grad=False)


def truncated():
    fill("trunc_normal_", init.trunc_normal_, (10, 10))
    fill("trunc_normal_: narrow", init.trunc_normal_, (7, 9), 0.5, 2.0, -1.0, 1.5)
    fill("trunc_normal_: float64", init.trunc_normal_, (40,), std=2.0, dtype=torch.float64)
    fill("trunc_normal_: float16", init.trunc_normal_, (50,), 0.0, 1.0, -1.1, 1.1,
         dtype=torch.float16)
    fill("trunc_normal_: bfloat16", init.trunc_normal_, (50,), dtype=torch.bfloat16)
    fill("trunc_normal_: tail", init.trunc_normal_, (40,), 0.0, 1.0, 3.0, 5.0)
    fill("trunc_normal_: other tail", init.trunc_normal_, (40,), 1.0, 0.5, -4.0, -1.0,
         dtype=torch.float64)
    fill("trunc_normal_: small std", init.trunc_normal_, (9, 4), std=0.02)
    fill("trunc_normal_: thin slice", init.trunc_normal_, (30,), 0.0, 1.0, 0.1, 0.2)
    fill("trunc_normal_: empty", init.trunc_normal_, (0,))
    case("trunc_normal_: leaf", init.trunc_normal_, torch.zeros(4, 5))


def fans():
    for name in ("xavier_uniform_", "xavier_normal_"):
        function = getattr(init, name)
        fill(name, function, (3, 5))
        fill(f"{name}: convolution", function, (4, 2, 3, 3), 2.0, dtype=torch.float64)
        fill(f"{name}: vector", function, (3,))
    for name in ("kaiming_uniform_", "kaiming_normal_"):
        function = getattr(init, name)
        fill(name, function, (3, 5))
        fill(f"{name}: slope", function, (3, 5), 5**0.5)
        fill(f"{name}: fan_out relu", function, (4, 2, 3), 0.0, "fan_out", "relu")
        fill(f"{name}: FAN_OUT", function, (4, 2), mode="FAN_OUT")
        fill(f"{name}: selu", function, (4, 2), nonlinearity="selu")
        fill(f"{name}: nothing", function, (3, 0))
        fill(f"{name}: vector", function, (3,))
        fill(f"{name}: wrong mode", function, (3, 2), mode="Fan_Both")
        fill(f"{name}: wrong function", function, (3, 2), nonlinearity="gelu")
        case(f"{name}: leaf", function, torch.zeros(2, 3))


def structured():
    for shape in ((3, 3), (2, 4), (4, 2), (0, 3)):
        fill(f"eye_: {shape}", init.eye_, shape, generators=False)
    fill("eye_: vector", init.eye_, (3,), generators=False)
    case("eye_: leaf", init.eye_, torch.ones(2, 3))
    for shape in ((3, 2, 3), (2, 3, 3, 4), (4, 2, 2, 3, 1), (2, 0, 3)):
        case(f"dirac_: {shape}", init.dirac_, torch.ones(shape), grad=False)
    case("dirac_: 2 groups", init.dirac_, torch.ones(4, 3, 3), 2, grad=False)
    case("dirac_: 3 groups of one", init.dirac_, torch.ones(3, 2, 1, 3), 3, grad=False)
    case("dirac_: negative groups", init.dirac_, torch.ones(4, 3, 3), -2, grad=False)
    case("dirac_: groups that do not divide", init.dirac_, torch.ones(4, 3, 3), 3, grad=False)
    case("dirac_: matrix", init.dirac_, torch.ones(4, 3), grad=False)
    case("dirac_: leaf", init.dirac_, torch.ones(2, 2, 3))
    fill("orthogonal_", init.orthogonal_, (4, 4))
    fill("orthogonal_: wide", init.orthogonal_, (3, 5), 2.0, dtype=torch.float64)
    fill("orthogonal_: tall", init.orthogonal_, (5, 3))
    fill("orthogonal_: convolution", init.orthogonal_, (4, 2, 3), 0.5)
    fill("orthogonal_: nothing", init.orthogonal_, (0, 3))
    fill("orthogonal_: vector", init.orthogonal_, (3,))
    case("orthogonal_: leaf", init.orthogonal_, torch.ones(3, 2))
    fill("sparse_", init.sparse_, (5, 4), 0.3)
    fill("sparse_: std", init.sparse_, (6, 3), 0.5, 2.0, dtype=torch.float64)
    fill("sparse_: none", init.sparse_, (4, 2), 0.0)
    fill("sparse_: more than all", init.sparse_, (4, 2), 1.5)
    fill("sparse_: negative", init.sparse_, (4, 2), -0.5)
    fill("sparse_: nan", init.sparse_, (4, 2), float("nan"))
    fill("sparse_: vector", init.sparse_, (4,), 0.5)
    case("sparse_: leaf", init.sparse_, torch.zeros(3, 2), 0.4)


def of_views():
    """Views that are not contiguous, which are drawn in another order."""

    def view(name, function, shape, *arguments, **named):
        def transposed(tensor):
            function(tensor.transpose(0, 1), *arguments, **named)

        def strided(tensor):
            function(tensor[::2, 1:], *arguments, **named)

        case(f"{name}: transposed", transposed, torch.ones(shape), grad=False)
        case(f"{name}: strided", strided, torch.ones(shape), grad=False)

    view("normal_", init.normal_, (5, 8))
    view("trunc_normal_", init.trunc_normal_, (9, 8), 0.5, 2.0, -1.0, 1.5)
    view("trunc_normal_ in a tail", init.trunc_normal_, (9, 8), 0.0, 1.0, 3.0, 5.0)
    view("kaiming_uniform_", init.kaiming_uniform_, (5, 4), nonlinearity="relu")
    view("eye_", init.eye_, (5, 4))
    view("dirac_", init.dirac_, (5, 4, 3))
    view("orthogonal_", init.orthogonal_, (5, 4), 2.0)
    view("sparse_", init.sparse_, (5, 6), 0.5)


def cases():
    for part in (gains, constants, truncated, fans, structured, of_views):
        part()
    return case.all
