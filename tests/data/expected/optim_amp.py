"""Mixed precision: what operators give under autocast, its state and cache, and steps of training
with a gradient scaler in which some gradients are infinite."""

import contextlib
import copy
import warnings

import torch
import torch.nn.functional as F

from common import error, python_s, tensor
from operators import encode

SEED = 28
STEPS = 20


def name_of(dtype):
    return str(dtype).removeprefix("torch.")


# --- results of operators; ORDER OPERATION: tests/settings/autocast_suite.c ---------------------


def draw_inputs():
    torch.manual_seed(SEED)
    return {name: torch.randn(shape) for name, shape in [
        ("a", (4, 3)), ("b", (3, 5)), ("image", (1, 2, 5, 5)), ("kernel", (3, 2, 3, 3))]}


OPERATIONS = {
    "matmul": lambda t: t["a"] @ t["b"],
    "add": lambda t: t["a"] + t["a"],
    "add_of_dtypes": lambda t: t["a"] + t["a"].to(torch.bfloat16),
    "softmax": lambda t: torch.softmax(t["a"], 1),
    "softmax_of_matmul": lambda t: torch.softmax(t["a"] @ t["b"], 1),
    "conv2d": lambda t: F.conv2d(t["image"], t["kernel"]),
    "linear": lambda t: F.linear(t["a"], t["b"].t()),
    "mse_loss": lambda t: F.mse_loss(t["a"] @ t["b"], t["a"] @ t["b"] * 0.5),
    "layer_norm": lambda t: F.layer_norm(t["a"], (3,)),
    "sum": lambda t: (t["a"] @ t["b"]).sum(),
    "cat": lambda t: torch.cat([t["a"] @ t["b"], t["a"].mm(t["b"]).float()]),
    "matmul_of_float64": lambda t: t["a"].double() @ t["b"].double(),
}

# The blocks around the operation, from the outermost.
BLOCKS = [
    [],
    [{}],
    [{"dtype": torch.bfloat16}],
    [{"dtype": torch.float16}],
    [{"dtype": torch.float32}],
    [{"enabled": False}],
    [{}, {"enabled": False}],
    [{"enabled": False}, {}],
    [{"dtype": torch.float16}, {"dtype": torch.bfloat16}],
    [{"dtype": torch.float16}, {}],
    [{"cache_enabled": False}, {"dtype": torch.float16}],
]


def encode_block(block):
    return {key: name_of(value) if key == "dtype" else value for key, value in block.items()}


def enter(stack, blocks):
    for block in blocks:
        stack.enter_context(torch.autocast("cpu", **block))


def state():
    return [torch.is_autocast_enabled("cpu"), name_of(torch.get_autocast_dtype("cpu")),
            torch.is_autocast_cache_enabled()]


def operation(name, blocks):
    inputs = draw_inputs()
    with warnings.catch_warnings(record=True) as seen, contextlib.ExitStack() as stack:
        warnings.simplefilter("always")
        enter(stack, blocks)
        inside = state()
        result = OPERATIONS[name](inputs)
    return {"kind": "operation", "operation": name, "blocks": [encode_block(one) for one in blocks],
            "inside": inside, "after": state(), "warnings": python_s(seen),
            "result": tensor(result)}


# --- the cache ----------------------------------------------------------------------------------


def cache(blocks, clear):
    """A parameter that changes in the middle of a block."""
    inputs = draw_inputs()
    weight = inputs["b"].requires_grad_()
    results = []
    with contextlib.ExitStack() as stack:
        enter(stack, blocks)
        results.append(inputs["a"] @ weight)
        with torch.no_grad():
            weight.add_(1)
        if clear:
            torch.clear_autocast_cache()
        results.append(inputs["a"] @ weight)
    with torch.autocast("cpu"):
        results.append(inputs["a"] @ weight)
    sum(one.float().sum() for one in results).backward()
    return {"kind": "cache", "blocks": [encode_block(one) for one in blocks], "clear": clear,
            "results": [tensor(one) for one in results], "grad": tensor(weight.grad)}


# --- types of device ----------------------------------------------------------------------------


def result_or_error(call, show):
    try:
        return {"value": show(call())}
    except Exception as caught:  # pylint: disable=broad-except
        return {"error": f"{type(caught).__name__}: {caught}"}


def entered(device, **options):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            with torch.autocast(device, **options):
                result = {"value": torch.is_autocast_enabled(device)}
        except Exception as caught:  # pylint: disable=broad-except
            result = {"error": f"{type(caught).__name__}: {caught}"}
    return {**result, "warnings": python_s(seen)}


def device_type(name):
    same = lambda value: value  # noqa: E731
    return {"kind": "device", "device": name,
            "available": torch.amp.is_autocast_available(name),
            "enabled": result_or_error(lambda: torch.is_autocast_enabled(name), same),
            "dtype": result_or_error(lambda: torch.get_autocast_dtype(name), name_of),
            "entered": entered(name), "entered_float16": entered(name, dtype=torch.float16),
            "entered_float64": entered(name, dtype=torch.float64),
            "entered_disabled": entered(name, dtype=torch.float64, enabled=False)}


# --- training; tests/optim/grad_scaler_suite.c does the same --------------------------------------

INFINITE = {2: "inf", 3: "nan", 9: "-inf", 15: "inf"}

RUNS = [
    {"classes": ["SGD"], "kwargs": {"lr": 0.1, "momentum": 0.9}},
    {"classes": ["Adam"], "kwargs": {"lr": 0.1}, "clip": 0.5},
    {"classes": ["AdamW"], "kwargs": {"lr": 0.1, "fused": True}},
    {"classes": ["SGD"], "kwargs": {"lr": 0.1, "momentum": 0.9, "fused": True}, "clip": 0.5},
    {"classes": ["SGD", "Adam"], "kwargs": {"lr": 0.1}},
    {"classes": ["SGD"], "kwargs": {"lr": 0.1}, "scaler": {"enabled": False}},
    {"classes": ["SGD"], "kwargs": {"lr": 0.1}, "scaler": {"growth_factor": 3.0,
                                                           "backoff_factor": 0.25,
                                                           "growth_interval": 1}},
]


def draw_training():
    torch.manual_seed(SEED)
    return [torch.nn.Parameter(torch.randn(3, 4)), torch.nn.Parameter(torch.randn(3))]


def make_optimizers(run, params):
    classes = [getattr(torch.optim, name) for name in run["classes"]]
    lists = [params] if len(classes) == 1 else [[one] for one in params]
    return [one(part, **run["kwargs"]) for one, part in zip(classes, lists)]


def train_step(run, step, params, optimizers, scaler):
    x, wanted = torch.randn(5, 4), torch.randn(5, 3)
    for one in optimizers:
        one.zero_grad()
    with torch.autocast("cpu"):
        loss = F.mse_loss(F.linear(x, *params), wanted)
    scaler.scale(loss).backward()
    if step in INFINITE and scaler.is_enabled():
        params[0].grad[0, 0] = float(INFINITE[step])
    if "clip" in run and step % 2 == 0:
        for one in optimizers:
            scaler.unscale_(one)
        torch.nn.utils.clip_grad_norm_(params, run["clip"])
    for one in optimizers:
        scaler.step(one)
    scaler.update()
    return {"loss": tensor(loss), "scale": scaler.get_scale(),
            "params": [tensor(one) for one in params]}


def training(run):
    options = {"init_scale": 1024.0, "growth_interval": 3, **run.get("scaler", {})}
    params = draw_training()
    optimizers = make_optimizers(run, params)
    scaler = torch.amp.GradScaler("cpu", **options)
    steps = []
    for step in range(STEPS):
        steps.append(train_step(run, step, params, optimizers, scaler))
        steps[-1]["state"] = encode(scaler.state_dict())
    return {"kind": "training", "classes": run["classes"],
            "kwargs": {key: encode(value) for key, value in run["kwargs"].items()},
            "clip": run.get("clip", 0), "scaler": options, "steps": steps,
            "infinite": {str(step): value for step, value in INFINITE.items()},
            "states": [encode(copy.deepcopy(one.state_dict())) for one in optimizers]}


def sparse():
    """Gradients of an embedding, as values of which some belong to the same row."""
    torch.manual_seed(SEED)
    weight = torch.nn.Parameter(torch.randn(6, 2))
    rows = torch.tensor([1, 4, 1, 0])
    optimizer = torch.optim.SGD([weight], lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=8.0)
    for _ in range(3):
        optimizer.zero_grad()
        scaler.scale(F.embedding(rows, weight, sparse=True).pow(2).sum()).backward()
        scaler.step(optimizer)
        scaler.update()
    return {"kind": "sparse", "weight": tensor(weight), "scale": scaler.get_scale()}


# --- calls in a wrong order -----------------------------------------------------------------------

CALLS = {
    "scale": lambda s, o, p: s.scale(p.sum()).backward(),
    "no_grad": lambda s, o, p: o.zero_grad(),
    "half": lambda s, o, p: setattr(p, "grad", None) or setattr(
        p, "data", p.data.half()) or setattr(p, "grad", torch.ones_like(p)),
    "unscale": lambda s, o, p: s.unscale_(o),
    "step": lambda s, o, p: s.step(o),
    "update": lambda s, o, p: s.update(),
    "update_to": lambda s, o, p: s.update(32.0),
    "update_to_one": lambda s, o, p: s.update(torch.full((1,), 16.0)),
    "update_to_two": lambda s, o, p: s.update(torch.ones(2)),
    "update_to_grad": lambda s, o, p: s.update(torch.ones(1, requires_grad=True)),
    "load_empty": lambda s, o, p: s.load_state_dict({}),
    "load_part": lambda s, o, p: s.load_state_dict({"scale": 2.0}),
}

SEQUENCES = [
    ["unscale"], ["step"], ["update"], ["update_to"], ["load_empty"], ["load_part"],
    ["scale", "unscale", "unscale"], ["scale", "step", "step"], ["scale", "step", "unscale"],
    ["scale", "unscale", "step", "update"], ["scale", "update"], ["scale", "no_grad", "step"],
    ["scale", "no_grad", "unscale", "step"], ["scale", "half", "unscale"], ["scale", "half", "step"],
    ["scale", "update_to"], ["scale", "update_to_one"], ["scale", "update_to_two"],
    ["scale", "update_to_grad"], ["scale", "unscale", "update", "unscale"],
    ["scale", "step", "update", "step"], ["scale", "unscale", "update_to", "unscale", "unscale"],
]


def sequence(calls, enabled):
    param = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([param], lr=0.1)
    scaler = torch.amp.GradScaler("cpu", enabled=enabled)
    result = {"kind": "sequence", "calls": calls, "enabled": enabled}
    for call in calls[:-1]:
        CALLS[call](scaler, optimizer, param)
    try:
        CALLS[calls[-1]](scaler, optimizer, param)
    except Exception as caught:  # pylint: disable=broad-except
        result["error"] = f"{type(caught).__name__}: {caught}"
    result["scale"] = scaler.get_scale()
    result["state"] = encode(scaler.state_dict())
    return result


def refused(**options):
    return {"kind": "refused", "options": options,
            "error": error(lambda: torch.amp.GradScaler("cpu", **options))}


def without_cuda():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        enabled = torch.amp.GradScaler().is_enabled()
    return {"kind": "cuda", "enabled": enabled, "warnings": python_s(seen)}


def cases():
    result = [operation(name, blocks) for name in OPERATIONS for blocks in BLOCKS]
    result += [cache(blocks, clear) for blocks in [[{}], [{"cache_enabled": False}], [{}, {}],
                                                   [{}, {"enabled": False}, {}]]
               for clear in [False, True]]
    result += [device_type(name) for name in ["cpu", "cuda", "xpu", "mps", "meta", "hip", "vulkan",
                                              "hpu", "mtia", "maia", "xla", "ipu"]]
    result += [training(run) for run in RUNS]
    result.append(sparse())
    result += [sequence(calls, enabled) for calls in SEQUENCES for enabled in [True, False]
               if enabled or "half" not in calls]
    result += [refused(growth_factor=1.0), refused(growth_factor=0.5), refused(backoff_factor=1.0)]
    result.append(without_cuda())
    return result
