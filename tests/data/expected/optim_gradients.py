"""Optimizers with gradients of other kinds: sparse ones, ones that depend on the parameters in steps
that are recorded, and ones that a class refuses."""

import warnings

import torch

from common import error, tensor
from operators import encode
from optim_common import SEED, draw_parameters

SPARSE_STEPS = 10
RECORDED_STEPS = 3
BETAS = {"betas": (0.8, 0.95)}

# --- Sparse gradients ------------------------------------------------------------------------

SPARSE = {
    "SGD": [{"lr": 0.1}, {"lr": 0.1, "momentum": 0.9}, {"lr": 0.1, "maximize": True},
            {"lr": 0.1, "momentum": 0.9, "nesterov": True, "dampening": 0}],
    "Adagrad": [{"lr": 0.1}, {"lr": 0.1, "lr_decay": 0.01, "eps": 1e-4},
                {"lr": 0.1, "initial_accumulator_value": 0.5, "maximize": True},
                {"lr": 0.1, "foreach": True}],
    "SparseAdam": [{}, {"lr": 0.1}, {"lr": 0.1, "eps": 1e-3, **BETAS},
                   {"lr": 0.1, "maximize": True}],
}


def sparse_gradient(param, step):
    """One row twice, as the gradient of an embedding may have it."""
    n = param.shape[0]
    values = torch.randn(3, *param.shape[1:], dtype=param.dtype)
    return torch.sparse_coo_tensor([[step % n, 0, (step + 1) % n]], values, param.shape)


def dense_gradient(param, step):
    del step
    return torch.randn(param.shape, dtype=param.dtype)


def has_sparse(state):
    return any(torch.is_tensor(value) and value.is_sparse
               for of_param in state["state"].values() for value in of_param.values())


def sparse_case(name, kwargs, dtype=torch.float32, mixed=False):
    """`mixed`: the second gradient is dense."""
    params = draw_parameters(dtype)
    optimizer = getattr(torch.optim, name)(params, **kwargs)
    for step in range(SPARSE_STEPS):
        for i, param in enumerate(params):
            make = dense_gradient if mixed and i == 1 else sparse_gradient
            param.grad = make(param, step)
        optimizer.step()
    result = {"kind": "sparse", **described(name, kwargs, dtype), "mixed": mixed,
              "params": [tensor(param) for param in params]}
    if not has_sparse(optimizer.state_dict()):
        result["state"] = encode(optimizer.state_dict())
    return result


# --- Parameters of many kinds in a group -----------------------------------------------------

# Shapes and dtypes. The images are channels-last.
IMAGES = (2, 3, 2, 2)
VARIED = [((), torch.float32), ((2, 3, 4), torch.float32), ((0,), torch.float32),
          (IMAGES, torch.float32), ((3,), torch.bfloat16), ((4, 2), torch.float64),
          ((5,), torch.float16), ((2, 2), torch.complex64)]
MATRICES = [((2, 3), torch.float32), ((4, 2), torch.bfloat16), ((3, 3), torch.float64),
            ((1, 4), torch.float16)]
VARIED_STEPS = 6
VARIED_CASES = [
    ("Adadelta", {"weight_decay": 0.02}), ("Adagrad", {"lr": 0.1, "lr_decay": 0.1}),
    ("Adam", {"lr": 0.1, "amsgrad": True}), ("AdamW", {"lr": 0.1}), ("Adamax", {"lr": 0.1}),
    ("ASGD", {"lr": 0.1, "t0": 2}), ("NAdam", {"lr": 0.1, "decoupled_weight_decay": True}),
    ("RAdam", {"lr": 0.1, "betas": (0.8, 0.5)}), ("Rprop", {"lr": 0.1}),
    ("RMSprop", {"lr": 0.1, "momentum": 0.9, "centered": True}),
    ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.02}), ("Adafactor", {"lr": 0.1}),
    ("Muon", {"lr": 0.1}),
]


def kinds_of(name):
    if name == "Muon":
        return MATRICES
    if name == "Adafactor":  # divides by the number of elements; complex ones are refused
        return [kind for kind in VARIED if kind[0] != (0,) and not kind[1].is_complex]
    return VARIED


def draw_varied(shape, dtype):
    drawn = torch.randn(shape, dtype=torch.complex64 if dtype.is_complex else torch.float32)
    return drawn.to(dtype, memory_format=torch.channels_last if shape == IMAGES
                    else torch.preserve_format)


# Numbers of 16 bits: a tensor without dimensions would make them float32.
REDUCED = [((), torch.bfloat16)] * 4 + [((), torch.float16)] * 2 + [
    ((7,), torch.bfloat16), ((1,), torch.float16)]
REDUCED_CASES = [one for one in VARIED_CASES if one[0] != "Muon"] + [
    ("RAdam", {"lr": 0.1, "betas": (0.8, 0.95)}), ("RAdam", {"lr": 0.3, "betas": (0.8, 0.9)})]


def varied_case(name, kwargs, kinds=None):
    """With small gradients it matters of which dtype the epsilon of Adafactor is."""
    torch.manual_seed(SEED)
    kinds, scale = kinds or kinds_of(name), 2 ** -10 if name == "Adafactor" else 1
    params = [torch.nn.Parameter(draw_varied(*kind)) for kind in kinds]
    optimizer = getattr(torch.optim, name)(params, **kwargs)
    for _ in range(VARIED_STEPS):
        for param, kind in zip(params, kinds):
            param.grad = draw_varied(*kind) * scale
        optimizer.step()
    return {"kind": "varied", **described(name, kwargs, torch.float32), "scale": scale,
            "kinds": [[list(shape), str(dtype).removeprefix("torch.")] for shape, dtype in kinds],
            "params": [tensor(param) for param in params],
            "state": encode(optimizer.state_dict())}


# --- Steps that are recorded -----------------------------------------------------------------

RECORDED = {
    "Adadelta": [{}, {"weight_decay": 0.1, "maximize": True}],
    "Adagrad": [{"lr": 0.1}, {"lr": 0.1, "weight_decay": 0.1, "maximize": True}],
    "Adam": [{"lr": 0.1}, {"lr": 0.1, "amsgrad": True, "weight_decay": 0.1, "maximize": True}],
    "AdamW": [{"lr": 0.1}, {"lr": 0.1, "amsgrad": True}],
    "Adamax": [{"lr": 0.1}, {"lr": 0.1, "weight_decay": 0.1, "maximize": True}],
    "ASGD": [{"lr": 0.1, "t0": 0}, {"lr": 0.1, "weight_decay": 0.1, "maximize": True}],
    "NAdam": [{"lr": 0.1}, {"lr": 0.1, "weight_decay": 0.1, "maximize": True},
              {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True}],
    "RAdam": [{"lr": 0.1}, {"lr": 0.1, "betas": (0.8, 0.5), "weight_decay": 0.1},
              {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True}],
    "RMSprop": [{"lr": 0.1}, {"lr": 0.1, "momentum": 0.9}, {"lr": 0.1, "centered": True},
                {"lr": 0.1, "momentum": 0.9, "centered": True, "weight_decay": 0.1}],
    "Rprop": [{"lr": 0.1}, {"lr": 0.1, "maximize": True}],
    "SGD": [{"lr": 0.1}, {"lr": 0.1, "momentum": 0.9},
            {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.1},
            {"lr": 0.1, "momentum": 0.9, "dampening": 0.5, "maximize": True}],
}


def recorded_case(name, kwargs, dtype=torch.float64, default=torch.float64):
    """The gradients of a sum after the steps, by the parameters before them. Some of Python's
    optimizers overwrite what the graph has saved, which the graph then has to copy; and they compute
    with the step as a tensor, which has the default dtype."""
    torch.set_default_dtype(default)
    kwargs = kwargs | {"differentiable": True}
    leaves = draw_parameters(dtype)
    params = [leaf.clone() for leaf in leaves]
    optimizer = getattr(torch.optim, name)(params, **kwargs)
    with torch.autograd.graph.allow_mutation_on_saved_tensors():
        for step in range(RECORDED_STEPS):
            for param in params:
                param.grad = (param * (step + 1)).sin() + 0.5
            optimizer.step()
        sum((param * param).sum() for param in params).abs().backward()
    torch.set_default_dtype(torch.float32)
    return {"kind": "recorded", **described(name, kwargs, dtype),
            "params": [tensor(param) for param in params],
            "grads": [tensor(leaf.grad) for leaf in leaves]} | (
                {} if default == torch.float64 else {"has_float_step": True})


# --- Refused ones ----------------------------------------------------------------------------

DENSE_ONLY = ["Adadelta", "Adafactor", "Adam", "AdamW", "Adamax", "ASGD", "Muon", "NAdam", "RAdam",
              "RMSprop", "Rprop"]
FUSED = ["SGD", "Adam", "AdamW", "Adagrad"]
# Class, arguments, dtype, kind of gradients, number of parameters.
REFUSED = [(name, {}, torch.float32, "sparse", 1) for name in DENSE_ONLY]
REFUSED += [("Adagrad", {"weight_decay": 0.1}, torch.float32, "sparse", 2),
            ("SGD", {"weight_decay": 0.1}, torch.float32, "sparse", 2),
            ("SGD", {"fused": True}, torch.float32, "sparse", 2),
            ("Adagrad", {"fused": True}, torch.float32, "sparse", 2),
            ("SparseAdam", {}, torch.float32, "dense", 2),
            ("SparseAdam", {}, torch.complex64, "sparse", 2),
            ("Adafactor", {}, torch.complex64, "dense", 2),
            ("Muon", {}, torch.complex64, "dense", 1),
            ("Muon", {}, torch.float32, "dense", 2),
            ("Muon", {"ns_steps": 100}, torch.float32, "dense", 1)]
REFUSED += [(name, {"fused": True}, torch.complex64, "dense", 2) for name in FUSED]

# Parameters without elements, which Adafactor divides by their number.
EMPTY = [(0,), (0, 3), (3, 0)]


def empty_case(shape):
    param = torch.nn.Parameter(torch.ones(shape))
    param.grad = torch.ones(shape)
    optimizer = torch.optim.Adafactor([param])
    return {"kind": "empty", "shape": list(shape), "error": error(optimizer.step).replace(
        "ZeroDivisionError: ", "ValueError: ")}


def try_step(name, kwargs, dtype, kind, count):
    params = draw_parameters(dtype)[:count]
    optimizer = getattr(torch.optim, name)(params, **kwargs)
    for param in params:
        make = sparse_gradient if kind == "sparse" else dense_gradient
        param.grad = make(param, 0)
    optimizer.step()


def refused_case(name, kwargs, dtype, kind, count):
    return {"kind": "refused", **described(name, kwargs, dtype), "gradients": kind, "count": count,
            "error": error(lambda: try_step(name, kwargs, dtype, kind, count))}


def described(name, kwargs, dtype):
    return {"class": name, "dtype": str(dtype).removeprefix("torch."),
            "kwargs": {key: encode(value) for key, value in kwargs.items()}}


def cases():
    warnings.simplefilter("ignore")
    result = []
    for name, options in SPARSE.items():
        result += [sparse_case(name, kwargs) for kwargs in options]
        result += [sparse_case(name, options[0], torch.float64)]
        if name != "SparseAdam":
            result += [sparse_case(name, options[0], mixed=True)]
    result += [varied_case(*one) for one in VARIED_CASES]
    result += [varied_case(*one, REDUCED) for one in REDUCED_CASES]
    for name, options in RECORDED.items():
        result += [recorded_case(name, kwargs) for kwargs in options]
        result += [recorded_case(name, options[0], torch.complex128)]
        result += [recorded_case(name, kwargs, default=torch.float32) for kwargs in options]
    result += [refused_case(*one) for one in REFUSED] + [empty_case(shape) for shape in EMPTY]
    return result
