"""Groups of optimizers: with options of their own, with names, with a tensor that is there twice."""

import copy
import warnings

import torch

from common import error, tensor
from operators import encode
from optim_common import draw_parameters, run

STEPS = 10
OWN = {
    "SGD": {"lr": 0.01, "momentum": 0.5, "weight_decay": 0.1, "nesterov": True},
    "Adam": {"lr": 0.01, "betas": (0.7, 0.8), "eps": 1e-3, "amsgrad": True},
    "RMSprop": {"lr": 0.01, "momentum": 0.5, "centered": True},
    "Rprop": {"step_sizes": (1e-3, 0.2), "maximize": True},
}
TWICE = [
    ("SGD", {"lr": 0.1}), ("SGD", {"lr": 0.1, "momentum": 0.9}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "fused": True}), ("Adam", {"lr": 0.1}),
    ("Adam", {"lr": 0.1, "amsgrad": True, "weight_decay": 0.02}),
    ("Adam", {"lr": 0.1, "fused": True}), ("Adagrad", {"lr": 0.1}), ("NAdam", {"lr": 0.1}),
    ("RMSprop", {"lr": 0.1, "momentum": 0.9}), ("Rprop", {"lr": 0.1}),
]


def after_steps(kind, name, kwargs, params, optimizer):
    run(optimizer, params, 0, STEPS)
    return {"kind": kind, "class": name, "steps": STEPS,
            "kwargs": {key: encode(value) for key, value in kwargs.items()},
            "params": [tensor(one) for one in params], "state": encode(optimizer.state_dict())}


def with_own(name, options):
    params = draw_parameters(torch.float32)
    optimizer = getattr(torch.optim, name)(params[:1], lr=0.1)
    optimizer.add_param_group({"params": params[1:], **options})
    result = after_steps("own", name, {"lr": 0.1}, params, optimizer)
    return result | {"options": encode(options)}


def twice(name, kwargs):
    params = draw_parameters(torch.float32)
    optimizer = getattr(torch.optim, name)([params[0], params[1], params[0]], **kwargs)
    return after_steps("twice", name, kwargs, params, optimizer)


def names():
    """Names of a state dict replace those of the optimizer, which stay if it has none."""
    model = torch.nn.Linear(3, 2)
    named = torch.optim.SGD(model.named_parameters(), lr=0.1)
    result = {"kind": "names", "named": encode(copy.deepcopy(named.state_dict()))}
    named.load_state_dict(torch.optim.SGD(model.parameters(), lr=0.5).state_dict())
    result["unnamed"] = encode(copy.deepcopy(named.state_dict()))
    plain = torch.optim.SGD(model.parameters(), lr=0.5)
    plain.load_state_dict(torch.optim.SGD([("a", model.weight), ("b", model.bias)]).state_dict())
    result["others"] = encode(plain.state_dict())
    return result


def in_order(name, kwargs):
    """The second parameter has a gradient before the first one; its state is loaded between."""
    params = draw_parameters(torch.float32)
    state = None
    for used in (1, 0):
        optimizer = getattr(torch.optim, name)(params, **kwargs)
        if state:
            optimizer.load_state_dict(state)
        params[used].grad = torch.ones_like(params[used])
        optimizer.step()
        state = copy.deepcopy(optimizer.state_dict())
    optimizer.load_state_dict(state)
    return {"kind": "order", "class": name, "state": encode(optimizer.state_dict()),
            "kwargs": {key: encode(value) for key, value in kwargs.items()}}


def other_groups():
    params = draw_parameters(torch.float32)
    two = torch.optim.SGD([{"params": params[:1]}, {"params": params[1:]}])
    both, one = torch.optim.SGD(params), torch.optim.SGD(params[:1])
    return {"kind": "others", "number": error(lambda: both.load_state_dict(two.state_dict())),
            "size": error(lambda: both.load_state_dict(one.state_dict()))}


def cases():
    warnings.simplefilter("ignore")
    return ([with_own(name, options) for name, options in OWN.items()] +
            [twice(name, kwargs) for name, kwargs in TWICE] + [names(), other_groups()] +
            [in_order("Adam", {}), in_order("SGD", {"momentum": 0.9}), in_order("Adagrad", {})])
