"""State dicts of older releases, whose options and tensors Python adds; and those that cannot be used.

Python finds some of the latter only in the next step; C refuses them when they are loaded. And options
that are set later, which need state that the parameters lack.
"""

import copy
import warnings

import torch

from common import error, tensor
from operators import encode
from optim_common import STEPS, draw_parameters, run

# For each class its arguments, and what Python adds to a group without it.
FOUR = ["foreach", "maximize", "differentiable", "capturable"]
ADAM = [*FOUR, "amsgrad", "decoupled_weight_decay", "fused"]
ADDED = {
    "Adadelta": FOUR, "Adafactor": ["foreach"],
    "Adagrad": ["foreach", "maximize", "differentiable", "fused", "initial_accumulator_value"],
    "Adam": ADAM, "AdamW": ADAM, "Adamax": FOUR, "ASGD": FOUR,
    "NAdam": [*FOUR, "decoupled_weight_decay"], "RAdam": [*FOUR, "decoupled_weight_decay"],
    "RMSprop": [*FOUR, "momentum", "centered"], "Rprop": FOUR,
    "SGD": ["nesterov", "maximize", "foreach", "differentiable", "fused"],
}
NUMBERS = ["step", "eta", "mu", "mu_product"]


def saved(name, **kwargs):
    """An optimizer in the middle of its steps, and its state dict."""
    params = draw_parameters(torch.float32)
    optimizer = getattr(torch.optim, name)(params, **kwargs)
    run(optimizer, params, 0, STEPS // 2)
    return params, optimizer, copy.deepcopy(optimizer.state_dict())


def of_older_release(name, added):
    params, optimizer, state = saved(name, lr=0.1)
    for option in added:
        del state["param_groups"][0][option]
    for of_parameter in state["state"].values():
        of_parameter |= {key: value.item() for key, value in of_parameter.items() if key in NUMBERS}
    result = {"class": name, "kwargs": {"lr": encode(0.1)}, "old": encode(copy.deepcopy(state)),
              "middle": [tensor(one) for one in params]}
    optimizer.load_state_dict(state)
    result["loaded"] = encode(copy.deepcopy(optimizer.state_dict()))
    run(optimizer, params, STEPS // 2, STEPS)
    result["state"] = encode(optimizer.state_dict())
    return result


def refused(name, change, **kwargs):
    params, optimizer, state = saved(name, **kwargs)
    change(state)
    result = {"class": name, "kwargs": {key: encode(value) for key, value in kwargs.items()},
              "bad": encode(copy.deepcopy(state))}

    def load_and_step():
        optimizer.load_state_dict(state)
        run(optimizer, params, STEPS // 2, STEPS)

    return result | {"error": error(load_and_step)}


def set_later(name, option, value):
    _, optimizer, state = saved(name, lr=0.1)
    optimizer.load_state_dict(state)
    optimizer.param_groups[0][option] = value
    result = {"class": name, "kwargs": {"lr": encode(0.1)}, "option": option, "value": encode(value),
              "step_error": error(optimizer.step)}
    assert encode(optimizer.state_dict()["state"]) == encode(state["state"])
    return result


def without(*keys):
    def change(state):
        for key in keys[:-1]:
            state = state[key]
        del state[keys[-1]]
    return change


def with_value(value, *keys):
    def change(state):
        for key in keys[:-1]:
            state = state[key]
        state[keys[-1]] = value
    return change


def all_refused():
    group = ("param_groups", 0)
    return [
        refused("Adam", without(*group, "lr"), lr=0.1),
        refused("Adafactor", without(*group, "maximize"), lr=0.1),
        refused("SGD", without(*group, "momentum"), lr=0.1, momentum=0.9),
        refused("RMSprop", without(*group, "eps"), lr=0.1),
        refused("Adam", with_value(None, "state"), lr=0.1),
        refused("Adam", without("state", 1, "step"), lr=0.1),
        refused("Adam", without("state", 0, "exp_avg_sq"), lr=0.1),
        refused("AdamW", with_value(True, *group, "amsgrad"), lr=0.1),
        refused("RMSprop", with_value(0.9, *group, "momentum"), lr=0.1),
        refused("RMSprop", with_value(True, *group, "centered"), lr=0.1),
        refused("Rprop", without("state", 0, "prev"), lr=0.1),
        refused("Adam", with_value(torch.ones(0), "state", 0, "step"), lr=0.1),
        refused("Adamax", with_value(torch.ones(2), "state", 0, "step"), lr=0.1),
        refused("NAdam", with_value(torch.ones(0), "state", 0, "mu_product"), lr=0.1),
        refused("ASGD", with_value(torch.ones(3), "state", 1, "eta"), lr=0.1),
        refused("Adagrad", with_value(torch.ones(0), "state", 0, "step"), lr=0.1),
    ]


def cases():
    warnings.simplefilter("ignore")
    return [of_older_release(name, added) for name, added in ADDED.items()] + all_refused() + [
        set_later("Adam", "amsgrad", True), set_later("AdamW", "amsgrad", True),
        set_later("RMSprop", "momentum", 0.9), set_later("RMSprop", "centered", True)]
