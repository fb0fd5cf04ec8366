"""What the topics of module classes share: a case is a class, its arguments and its inputs."""

import math
import warnings

import torch

from common import python_s, tensor

MASK = (1 << 64) - 1


def magnitude(value):
    """The mean of the absolute values, for releases with other last digits; None: not finite."""
    if value.numel() == 0:
        return 0.0
    numbers = value.detach().to_dense() if value.layout != torch.strided else value.detach()
    mean = numbers.to(torch.complex128).abs().mean().item()
    return float(f"{mean:.5g}") if math.isfinite(mean) else None


def content(value):
    """The tensor's type and shape, a hash (FNV-1a) of its bytes in the order of memory, and the
    magnitude of its elements."""
    data = bytes.fromhex(tensor(value)["data"])
    digest = 0xcbf29ce484222325
    for byte in data:
        digest = ((digest ^ byte) * 0x100000001b3) & MASK
    return {"dtype": str(value.dtype).removeprefix("torch."), "shape": list(value.shape),
            "hash": f"{digest:016x}", "magnitude": magnitude(value)}


def plain(value):
    """An argument as JSON; tests/nn/modules.c reads it."""
    if isinstance(value, torch.Tensor):
        return {"tensor": tensor(value)}
    if isinstance(value, torch.dtype):
        return {"dtype": str(value).removeprefix("torch.")}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, torch.nn.Module):
        return {"class": value.made[0], "args": plain(value.made[1]), "kwargs":
                {name: plain(item) for name, item in value.made[2].items()}}
    return value


def make(name, *args, **kwargs):
    """A module that is an argument of another one."""
    module = getattr(torch.nn, name)(*args, **kwargs)
    module.made = (name, args, kwargs)
    return module


def randn(*shape, dtype=None):
    return {"randn": list(shape), "dtype": dtype} if dtype else {"randn": list(shape)}


def rand(*shape):
    return {"rand": list(shape)}


def randint(high, *shape):
    return {"randint": list(shape), "high": high}


def given(value):
    """An input that is not drawn; None is one that is left out."""
    return None if value is None else {"tensor": tensor(value)}


def same(place):
    """The same tensor as an earlier input."""
    return {"same": place}


def all_drawn(inputs):
    values = []
    for spec in inputs:
        values.append(values[spec["same"]] if spec and "same" in spec else drawn(spec))
    return values


def drawn(spec):
    """An input, drawn from the default generator as tests/nn/modules.c does it."""
    if spec is None:
        return None
    if "randn" in spec:
        dtype = getattr(torch, spec["dtype"]) if "dtype" in spec else None
        return torch.randn(spec["randn"], dtype=dtype).requires_grad_()
    if "rand" in spec:
        return torch.rand(spec["rand"]).requires_grad_()
    if "randint" in spec:
        return torch.randint(spec["high"], spec["randint"])
    return torch.frombuffer(bytearray.fromhex(spec["tensor"]["data"]),
                            dtype=getattr(torch, spec["tensor"]["dtype"])).reshape(
                                spec["tensor"]["shape"]).clone()


def flat(outputs):
    """All tensors of a result, in order."""
    if isinstance(outputs, torch.Tensor):
        return [outputs]
    if outputs is None:
        return []
    return [one for item in outputs for one in flat(item)]


def run(module, inputs, call, no_grad=False):
    """Outputs of one call, and the gradients of the sum of their squares."""
    torch.manual_seed(2)
    values = all_drawn(inputs)
    torch.manual_seed(3)
    with torch.set_grad_enabled(not no_grad):
        outputs = flat(call(module, *values))
    result = {"outputs": [content(one) for one in outputs]}
    losses = [one.square().sum() for one in outputs if one.requires_grad]
    if losses:
        sum(losses).backward()
    leaves = [one for one in values if one is not None and one.requires_grad]
    result["input_grads"] = [content(one.grad) if one.grad is not None else None for one in leaves]
    result["grads"] = {name: content(one.grad.to_dense()) for name, one in module.named_parameters()
                       if one.grad is not None}
    result["state"] = {name: content(one) for name, one in module.state_dict().items()}
    module.zero_grad()
    return result


def made_again(value):
    """A module that is an argument, made after the seed."""
    if not hasattr(value, "made"):
        return value
    name, args, kwargs = value.made
    return make(name, *map(made_again, args),
                **{key: made_again(one) for key, one in kwargs.items()})


def made(name, args, kwargs):
    torch.manual_seed(1)
    named = {key: made_again(value) for key, value in kwargs.items()}
    if "chunks" in named:
        named["options"] = torch.nn.LinearCrossEntropyOptions(**named.pop("chunks"))
    return getattr(torch.nn, name)(*[made_again(value) for value in args], **named)


def written(kwargs):
    """As C takes them: what Python has in LinearCrossEntropyOptions are arguments there."""
    named = {key: value for key, value in kwargs.items() if key != "chunks"}
    if "chunks" in kwargs:
        named |= {"chunked": True, **kwargs["chunks"]}
    return {key: plain(value) for key, value in named.items()}


def extra(options, no_grad):
    """Arguments of the call that are no tensors: tests/nn/typed_calls.c makes the call."""
    return ({"options": options} if options else {}) | ({"no_grad": True} if no_grad else {})


def with_options(call, options):
    call = call or (lambda module, *values, **rest: module(*values, **rest))
    return lambda module, *values: call(module, *values, **(options or {}))


def case(name, *args, **kwargs):
    """A module of torch.nn after seed 1: its print and state, calls in training and eval, and what
    these warn of."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        result = case_of(name, *args, **kwargs)
    warned = python_s(seen)
    return result | ({"warnings": warned} if warned else {})


def case_of(name, *args, inputs=(), call=None, modes=("train", "eval"), options=None, no_grad=False,
            **kwargs):
    call = with_options(call, options)
    module = made(name, args, kwargs)
    result = {"class": name, "args": plain(args),
              "kwargs": written(kwargs), "repr": repr(module)}
    if not any(torch.nn.parameter.is_lazy(one) for one in (*module.parameters(), *module.buffers())):
        result["state"] = {key: content(one) for key, one in module.state_dict().items()}
    if inputs or name in ("Identity",):
        result |= {"inputs": list(inputs)} | extra(options, no_grad)
        for mode in modes:
            module.train(mode == "train")
            result[mode] = run(module, inputs, call, no_grad)
            if result[mode]["state"] == result.get("state"):
                del result[mode]["state"]           # the call has not changed it
        result["repr_after"] = repr(module)
    return result


def error(name, *args, inputs=None, call=None, options=None, **kwargs):
    """What the constructor refuses or, with inputs, the call."""
    call = with_options(call, options)
    result = {"class": name, "args": plain(args),
              "kwargs": written(kwargs)}
    try:
        module = made(name, args, kwargs)
        if inputs is not None:
            result |= {"inputs": list(inputs)} | extra(options, False)
            torch.manual_seed(2)
            call(module, *all_drawn(inputs))
    except Exception as caught:  # pylint: disable=broad-except
        return {**result, "error": f"{type(caught).__name__}: {caught}"}
    raise AssertionError(f"{name} accepts {args} {kwargs}")
