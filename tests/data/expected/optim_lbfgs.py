"""Steps of LBFGS, which calls a closure: a fit by least squares, and Rosenbrock's function."""

import copy

import torch

from common import error, tensor
from operators import encode
from optim_common import SEED

STEPS = 6
DTYPES = {"float32": torch.float32, "float64": torch.float64}
COMPLEX = {"complex64": torch.complex64, "complex128": torch.complex128}

# Which function, and the arguments.
CASES = [
    ("squares", {}),
    ("squares", {"lr": 0.1, "max_iter": 4}),
    ("squares", {"lr": 0.1, "history_size": 2, "max_iter": 7}),
    ("squares", {"line_search_fn": "strong_wolfe"}),
    ("squares", {"lr": 0.5, "max_eval": 3}),
    ("rosenbrock", {"lr": 0.02}),
    ("rosenbrock", {"line_search_fn": "strong_wolfe"}),
    ("rosenbrock", {"line_search_fn": "strong_wolfe", "max_iter": 5, "history_size": 3}),
    ("rosenbrock", {"line_search_fn": "strong_wolfe", "max_iter": 3, "tolerance_change": 1e-3}),
    ("hill", {"maximize": True, "lr": 0.1}),
    ("hill", {"maximize": True, "line_search_fn": "strong_wolfe"}),
    ("squares", {"max_iter": 0}),
    ("squares", {"max_iter": 1}),
    ("roots", {"lr": 0.1}),
    ("roots", {"max_iter": 3, "line_search_fn": "strong_wolfe"}),
]


# The default, 100, is long to write down.
HISTORY = 5


def start(dtype):
    return [torch.nn.Parameter(torch.tensor([-1.5], dtype=dtype)),
            torch.nn.Parameter(torch.tensor([2.0], dtype=dtype))]


def functions(dtype):
    torch.manual_seed(SEED)
    x, y = torch.randn(8, 1, dtype=dtype), torch.randn(8, 1, dtype=dtype)
    return {"squares": lambda a, b: (x * a + b - y).square().sum(),
            "distances": lambda a, b: (x * a + b - y).abs().square().sum(),
            "rosenbrock": lambda a, b: ((1 - a).square() + 100 * (b - a * a).square()).sum(),
            # The root of a negative number, and its gradient, are not numbers.
            "roots": lambda a, b: (a.sqrt() + b.square()).sum(),
            "hill": lambda a, b: -(a.square() + 3 * (b - 1).square()).sum()}


def case(name, kwargs, dtype):
    kwargs = {"history_size": HISTORY} | kwargs
    function = functions((DTYPES | COMPLEX)[dtype])[name]
    params = start((DTYPES | COMPLEX)[dtype])
    optimizer = torch.optim.LBFGS(params, **kwargs)
    losses, middle = [], None

    def closure():
        optimizer.zero_grad()
        loss = function(*params)
        loss.backward()
        return loss

    for step in range(STEPS):
        losses.append(optimizer.step(closure).item().hex())
        if step == STEPS // 2 - 1:
            middle = {"params": [tensor(one) for one in params],
                      "state": encode(copy.deepcopy(optimizer.state_dict()))}
    return {"function": name, "class": "LBFGS", "dtype": dtype,
            "kwargs": {key: encode(value) for key, value in kwargs.items()},
            "losses": losses, "params": [tensor(one) for one in params], "middle": middle,
            "state": encode(optimizer.state_dict())}


def refused(kwargs):
    return {"class": "LBFGS", "kwargs": {key: encode(value) for key, value in kwargs.items()},
            "error": error(lambda: torch.optim.LBFGS(start(torch.float32), **kwargs))}


def cases():
    return [case(name, kwargs, dtype) for name, kwargs in CASES for dtype in DTYPES] + [
        case("distances", kwargs, dtype) for dtype in COMPLEX
        for kwargs in ({"lr": 0.1}, {"max_iter": 4, "line_search_fn": "strong_wolfe"})] + [
        refused({"lr": -1.0})]
