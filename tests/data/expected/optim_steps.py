"""Steps of every optimizer with every option: parameters and state afterwards, and in the middle."""

import copy
import warnings

import torch

from common import error, tensor
from operators import encode
from optim_common import STEPS, draw_parameters, run

BETAS = {"betas": (0.8, 0.95)}

# For each class the arguments of its cases. The first one is also saved and loaded in the middle.
OPTIONS = {
    "SGD": [
        {"lr": 0.1, "momentum": 0.9},
        {},
        {"lr": 0.1},
        {"lr": 0.1, "weight_decay": 0.02},
        {"lr": 0.1, "momentum": 0.9, "dampening": 0.2},
        {"lr": 0.1, "momentum": 0.9, "nesterov": True},
        {"lr": 0.1, "maximize": True},
        {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "momentum": 0.9, "foreach": True},
        {"lr": 0.1, "momentum": 0.9, "foreach": False},
        {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.02, "fused": True},
    ],
    "Adam": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, **BETAS},
        {"lr": 0.1, "eps": 1e-3},
        {"lr": 0.1, "weight_decay": 0.02},
        {"lr": 0.1, "weight_decay": 0.02, "decoupled_weight_decay": True},
        {"lr": 0.1, "amsgrad": True},
        {"lr": 0.1, "maximize": True},
        {"lr": 0.1, "amsgrad": True, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "foreach": True},
        {"lr": 0.1, "foreach": False},
        {"lr": 0.1, "fused": True},
        {"lr": 0.1, "fused": True, "amsgrad": True, "weight_decay": 0.02},
    ],
    "AdamW": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "weight_decay": 0.1, **BETAS},
        {"lr": 0.1, "weight_decay": 0},
        {"lr": 0.1, "amsgrad": True, "maximize": True},
        {"lr": 0.1, "foreach": True},
        {"lr": 0.1, "fused": True},
    ],
}

OPTIONS |= {
    "Adadelta": [
        {},
        {"lr": 0.5, "rho": 0.8, "eps": 1e-4},
        {"weight_decay": 0.02, "maximize": True},
        {"foreach": True},
        {"foreach": False},
    ],
    "Adagrad": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "lr_decay": 0.01, "eps": 1e-4},
        {"lr": 0.1, "initial_accumulator_value": 0.5},
        {"lr": 0.1, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "foreach": True},
        {"lr": 0.1, "fused": True},
    ],
    "Adamax": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "eps": 1e-3, **BETAS},
        {"lr": 0.1, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "foreach": True},
    ],
    "ASGD": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "lambd": 0.01, "alpha": 0.5},
        {"lr": 0.1, "t0": 10},
        {"lr": 0.1, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "foreach": True},
    ],
    "NAdam": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "eps": 1e-3, **BETAS},
        {"lr": 0.1, "momentum_decay": 0.01},
        {"lr": 0.1, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "weight_decay": 0.02, "decoupled_weight_decay": True},
        {"lr": 0.1, "foreach": True},
    ],
    "RAdam": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "eps": 1e-3, **BETAS},
        {"lr": 0.1, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "weight_decay": 0.02, "decoupled_weight_decay": True},
        {"lr": 0.1, "foreach": True},
    ],
    "RMSprop": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "alpha": 0.8, "eps": 1e-3},
        {"lr": 0.1, "momentum": 0.9},
        {"lr": 0.1, "centered": True},
        {"lr": 0.1, "momentum": 0.9, "centered": True, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "foreach": True},
    ],
    "Rprop": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "etas": (0.4, 1.3), "step_sizes": (1e-3, 0.5)},
        {"lr": 0.1, "maximize": True},
        {"lr": 0.1, "foreach": True},
    ],
}

OPTIONS |= {
    "Adafactor": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "beta2_decay": -0.5, "eps": (1e-4, 1e-2), "d": 2.0},
        {"lr": 0.1, "weight_decay": 0.02, "maximize": True},
        {"lr": 0.1, "foreach": True},
    ],
    "Muon": [
        {"lr": 0.1},
        {},
        {"lr": 0.1, "momentum": 0.8, "nesterov": False},
        {"lr": 0.1, "ns_coefficients": (3.0, -4.0, 2.0), "ns_steps": 3, "eps": 1e-5},
        {"lr": 0.1, "adjust_lr_fn": "match_rms_adamw", "weight_decay": 0.0},
        {"lr": 0.1, "adjust_lr_fn": "spectral_unclamped"},
    ],
}

# Classes whose cases are also run with these dtypes.
DTYPES = [torch.float64, torch.bfloat16, torch.complex64]

# Python's foreach has other operators than its default, whose numbers C always has.
OTHER_FOREACH = ["Adafactor", "ASGD", "NAdam", "RAdam"]

# Muon only takes matrices, which is the first parameter.
NUMBER_OF_PARAMETERS = {"Muon": 1}

# Arguments that Python refuses.
BAD = {
    "SGD": [{"lr": -0.1}, {"momentum": -1.0}, {"weight_decay": -0.5}, {"nesterov": True},
            {"nesterov": True, "momentum": 0.9, "dampening": 0.1},
            {"fused": True, "differentiable": True}, {"fused": True, "foreach": True},
            {"beta": 1}],
    "Adam": [{"lr": -1.0}, {"eps": -1e-8}, {"betas": (1.0, 0.9)}, {"betas": (0.9, -0.1)},
             {"weight_decay": -1.0}, {"fused": True, "differentiable": True},
             {"fused": True, "foreach": True}],
    "AdamW": [{"lr": -1.0}, {"betas": (0.9, 1.0)}, {"decoupled_weight_decay": True}],
    "Adadelta": [{"lr": -1.0}, {"rho": 1.5}, {"eps": -1.0}, {"weight_decay": -1.0}],
    "Adagrad": [{"lr": -1.0}, {"lr_decay": -1.0}, {"weight_decay": -1.0},
                {"initial_accumulator_value": -1.0}, {"eps": -1.0},
                {"fused": True, "differentiable": True}, {"fused": True, "foreach": True}],
    "Adamax": [{"lr": -1.0}, {"eps": -1.0}, {"betas": (-0.5, 0.9)}, {"weight_decay": -1.0}],
    "ASGD": [{"lr": -1.0}, {"lambd": -1.0}, {"alpha": -1.0}, {"weight_decay": -1.0}],
    "NAdam": [{"lr": -1.0}, {"eps": -1.0}, {"betas": (1.0, 0.9)}, {"weight_decay": -1.0},
              {"momentum_decay": -1.0}],
    "RAdam": [{"lr": -1.0}, {"eps": -1.0}, {"betas": (1.0, 0.9)}, {"weight_decay": -1.0}],
    "RMSprop": [{"lr": -1.0}, {"eps": -1.0}, {"momentum": -1.0}, {"weight_decay": -1.0},
                {"alpha": -1.0}],
    "Adafactor": [{"lr": -1.0}, {"beta2_decay": 0.5}, {"eps": (-1.0, 0.1)}, {"eps": (None, -1.0)},
                  {"d": 0.5}, {"weight_decay": -1.0}],
    "Muon": [{"lr": -1.0}, {"momentum": -1.0}, {"weight_decay": -1.0}, {"adjust_lr_fn": "none"}],
    "SparseAdam": [{"lr": 0.0}, {"eps": 0.0}, {"betas": (1.0, 0.9)}],
    "Rprop": [{"lr": -1.0}, {"etas": (1.5, 2.0)}, {"etas": (0.5, 0.9)}],
}

# A tensor as "lr" is what its group keeps. Where Python multiplies or divides it, that is in its dtype.
TENSOR = [("SGD", {"momentum": 0.9}), ("Adam", {}), ("Adagrad", {}), ("RMSprop", {}), ("NAdam", {})]

# Tensors in "betas" likewise; Adam and AdamW keep a tuple, of tensors without dimensions.
BETAS = (torch.tensor(0.9), torch.tensor(0.99))
SHAPED = (torch.tensor([0.9]), torch.tensor([[0.99]]))
TENSOR_BETAS = [
    ("Adam", {"betas": BETAS}), ("Adam", {"betas": SHAPED, "amsgrad": True}),
    ("Adam", {"betas": BETAS, "fused": True}), ("AdamW", {"betas": list(SHAPED)}),
    ("Adamax", {"betas": BETAS}), ("NAdam", {"betas": (BETAS[0], 0.99)}), ("RAdam", {"betas": BETAS}),
    ("Adam", {"betas": [0.9, 0.99]}), ("Adamax", {"betas": [0.9, 0.99]})]
BAD_BETAS = [
    ("Adam", {"betas": (BETAS[0], 0.99)}), ("AdamW", {"betas": (0.9, BETAS[1])}),
    ("Adam", {"betas": BETAS, "foreach": True}), ("Adam", {"betas": (torch.tensor(1.5), BETAS[1])}),
    ("Adam", {"betas": (torch.ones(2), BETAS[1])}), ("NAdam", {"betas": (BETAS[0], torch.ones(0))})]

# Classes whose step refuses "capturable" on a CPU.
CAPTURABLE = ["Adadelta", "Adam", "AdamW", "Adamax", "ASGD", "NAdam", "RAdam", "RMSprop", "Rprop"]


def encode_arguments(kwargs):
    return {name: encode(value) for name, value in kwargs.items()}


# Python adds the weight decay to complex gradients before it sees pairs of numbers in them, but not
# with foreach. (tests/optim/kernels_main.c compares the digits that this changes.)
COMPLEX_DECAY = [(name, {"lr": 0.3, "weight_decay": 0.1, **kwargs})
                 for name in ("Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "RMSprop")
                 for kwargs in ({}, {"maximize": True}, {"foreach": True}, {"foreach": False})]


def case(name, kwargs, dtype=torch.float32, middle=False, resumed=False):
    params = draw_parameters(dtype)[:NUMBER_OF_PARAMETERS.get(name)]
    optimizer = getattr(torch.optim, name)(params, **kwargs)
    result = {"class": name, "dtype": str(dtype).removeprefix("torch."),
              "kwargs": encode_arguments(kwargs), "repr": repr(optimizer)}
    if name in OTHER_FOREACH and kwargs.get("foreach"):
        result["tolerance"] = 1e-5
    if name != "SGD" and (isinstance(kwargs.get("lr"), torch.Tensor) or
                          isinstance(kwargs.get("betas", [0])[0], torch.Tensor)):
        result["tolerance"] = 1e-5
    run(optimizer, params, 0, STEPS // 2)
    if middle:
        result["middle"] = {"params": [tensor(one) for one in params],
                            "state": encode(copy.deepcopy(optimizer.state_dict()))}
    if resumed:  # what had another dtype than the parameters has theirs now
        result["resumed"] = True
        optimizer.load_state_dict(copy.deepcopy(optimizer.state_dict()))
    run(optimizer, params, STEPS // 2, STEPS)
    result["params"] = [tensor(one) for one in params]
    result["state"] = encode(optimizer.state_dict())
    return result


def refused(name, kwargs):
    params = draw_parameters(torch.float32)[:NUMBER_OF_PARAMETERS.get(name)]
    return {"class": name, "kwargs": encode_arguments(kwargs),
            "error": error(lambda: getattr(torch.optim, name)(params, **kwargs))}


def refused_step(name):
    params = draw_parameters(torch.float32)
    optimizer = getattr(torch.optim, name)(params, capturable=True)
    return {"class": name, "kwargs": encode_arguments({"capturable": True}),
            "step_error": error(lambda: run(optimizer, params, 0, 1))}


def cases():
    warnings.simplefilter("ignore")
    result = []
    for name, options in OPTIONS.items():
        result += [case(name, kwargs, middle=i == 0) for i, kwargs in enumerate(options)]
        result += [case(name, options[0], dtype) for dtype in DTYPES
                   if not dtype.is_complex or name not in ("Adafactor", "Muon")]
        result += [case(name, options[0], dtype, resumed=True)
                   for dtype in (torch.float64, torch.bfloat16)]
    result += [case(name, kwargs, torch.complex128) for name, kwargs in COMPLEX_DECAY]
    result += [refused(name, kwargs) for name, all_bad in BAD.items() for kwargs in all_bad]
    result += [refused_step(name) for name in CAPTURABLE]
    result += [case(name, {"lr": torch.tensor(0.1), **kwargs}) for name, kwargs in TENSOR]
    result += [refused("SGD", {"lr": torch.ones(2)}),
               refused("AdamW", {"lr": torch.tensor(0.1), "foreach": True})]
    result += [case(name, {"lr": 0.1, **kwargs}) for name, kwargs in TENSOR_BETAS]
    result += [refused(name, kwargs) for name, kwargs in BAD_BETAS]
    return result
