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
    ("plain", {"max_iter": 1}),
    ("plain", {"line_search_fn": "strong_wolfe", "max_iter": 2}),
    ("plain", {"line_search_fn": "strong_wolfe", "lr": 2.0, "max_iter": 2}),
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
            "hill": lambda a, b: -(a.square() + 3 * (b - 1).square()).sum(),
            # The sum of its gradients is below 1, so the first step is the rate.
            "plain": lambda a, b: ((a.square() + b.square()) * 0.01).sum()}


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


def long_history():
    """Steps that need more directions than the other cases have, and their number."""
    made = case("rosenbrock", {"lr": 0.02, "history_size": 100, "max_iter": 12}, "float64")
    of_parameter = made["state"]["dict"][0][1]["dict"][0][1]["dict"]
    state = {key["str"]: value for key, value in of_parameter}
    kept = ("function", "class", "dtype", "kwargs", "losses", "params")
    return {key: made[key] for key in kept} | {"directions": len(state["old_dirs"]["list"])}


# A closure that loads a state dict, in calls of these numbers; it is that after some steps.
LOADING = [
    ("squares", {}, 0, [1, 3]),
    ("squares", {"lr": 0.1, "max_iter": 4}, 2, [0, 5]),
    ("rosenbrock", {"line_search_fn": "strong_wolfe", "max_iter": 3}, 2, [2, 3, 9]),
    ("hill", {"maximize": True, "lr": 0.1, "max_iter": 4}, 1, [1]),
]


def loading(name, kwargs, saved_after, numbers):
    kwargs = {"history_size": HISTORY} | kwargs
    function = functions(torch.float64)[name]
    params = start(torch.float64)
    optimizer = torch.optim.LBFGS(params, **kwargs)
    losses, calls, saved = [], 0, None

    def closure():
        nonlocal calls
        optimizer.zero_grad()
        loss = function(*params)
        loss.backward()
        if saved and calls in numbers:
            optimizer.load_state_dict(copy.deepcopy(saved))
        calls += 1
        return loss

    for step in range(STEPS):
        if step == saved_after:
            saved, calls = copy.deepcopy(optimizer.state_dict()), 0
            saved["param_groups"][0]["lr"] = 0.25
        losses.append(optimizer.step(closure).item().hex())
    return {"function": name, "class": "LBFGS", "dtype": "float64",
            "kwargs": {key: encode(value) for key, value in kwargs.items()},
            "saved_after": saved_after, "loads": numbers, "losses": losses,
            "params": [tensor(one) for one in params], "state": encode(optimizer.state_dict())}


def of_state(change):
    """Steps from the state in the middle, changed: what they give, or their error."""
    function = functions(torch.float64)["rosenbrock"]
    params = start(torch.float64)
    kwargs = {"history_size": HISTORY, "lr": 0.02, "max_iter": 4}
    optimizer = torch.optim.LBFGS(params, **kwargs)

    def closure():
        optimizer.zero_grad()
        loss = function(*params)
        loss.backward()
        return loss

    for _ in range(STEPS // 2):
        optimizer.step(closure)
    state = copy.deepcopy(optimizer.state_dict())
    change(state)
    result = {"function": "rosenbrock", "class": "LBFGS", "dtype": "float64",
              "kwargs": {key: encode(value) for key, value in kwargs.items()},
              "from": [tensor(one) for one in params], "changed": encode(copy.deepcopy(state))}
    optimizer.load_state_dict(state)
    try:
        losses = [optimizer.step(closure).item().hex() for _ in range(STEPS // 2)]
    except Exception as caught:  # pylint: disable=broad-except
        return result | {"error": f"{type(caught).__name__}: {caught}"}
    return result | {"losses": losses, "params": [tensor(one) for one in params],
                     "state": encode(optimizer.state_dict())}


def with_size(size):
    def change(state):
        state["param_groups"][0]["history_size"] = size
    return change


def with_entry(name, value):
    def change(state):
        state["state"][0][name] = value(state["state"][0][name])
    return change


def without_direction(state):
    for name in ["d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss"]:
        del state["state"][0][name]


# The size of the history may be below what is there. The states that a step cannot use: by the
# entry that an error names.
SIZES = [2, 5, 0, -1]
WRONG = [
    ("old_dirs", with_entry("old_dirs", lambda old: old[:-1] + [torch.ones(3)])),
    ("old_dirs", with_entry("old_dirs", lambda old: old[:-1] + [old[-1].reshape(1, -1)])),
    ("old_dirs", with_entry("old_dirs", lambda old: old + old[-1:])),
    ("old_dirs", with_entry("old_dirs", lambda old: None)),
    ("old_stps", with_entry("old_stps", lambda old: old[:-1])),
    ("old_stps", with_entry("old_stps", lambda old: [one[:1] for one in old])),
    ("ro", with_entry("ro", lambda old: [])),
    ("d", with_entry("d", lambda old: torch.ones(3))),
    ("d", without_direction),
    ("prev_flat_grad", with_entry("prev_flat_grad", lambda old: old.reshape(1, -1))),
]


def refused(kwargs):
    return {"class": "LBFGS", "kwargs": {key: encode(value) for key, value in kwargs.items()},
            "error": error(lambda: torch.optim.LBFGS(start(torch.float32), **kwargs))}


def cases():
    return [case(name, kwargs, dtype) for name, kwargs in CASES for dtype in DTYPES] + [
        case("distances", kwargs, dtype) for dtype in COMPLEX
        for kwargs in ({"lr": 0.1}, {"max_iter": 4, "line_search_fn": "strong_wolfe"})] + [
        refused({"lr": -1.0}), long_history()] + [loading(*one) for one in LOADING] + [
        of_state(with_size(size)) for size in SIZES] + [
        of_state(change) | {"wrong": name} for name, change in WRONG] + [
        {"max_iter": n, "max_eval": torch.optim.LBFGS(start(torch.float32), max_iter=n)
         .defaults["max_eval"]} for n in (-3, -1, 0, 1, 7, 20)]
