"""Checkpointing and saving on the CPU: the functions of tests/autograd/checkpoint_samples.c.

A case of kind "values" is a function of x and a weight w, drawn from a seed: its output, the
gradients of the output's sum by x and w, and the gradient by x of the sum of their squares. They
are computed without checkpointing, and compared here with those of Python's checkpointing. A case
of kind "error" is the text of an error, without tips that refer to Python's debugging tools.
"""

import warnings

import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential

from common import error, tensor

warnings.simplefilter("ignore")


def dropout(x, w):
    return torch.dropout(torch.sin(x @ w), 0.5, True).exp() * x


def twice(x, w):
    return torch.dropout(torch.tanh(x * x), 0.3, True) @ w + torch.dropout(x, 0.5, True)


def nested(x, w, wrap=lambda function, *inputs: function(*inputs)):
    return torch.cos(wrap(dropout, torch.sin(x), w)) * w


def steps(x, w):
    for _ in range(2):
        x = torch.dropout(torch.tanh(x @ w), 0.5, True).sin()
    return x


FUNCTIONS = {"dropout": dropout, "twice": twice, "nested": nested, "steps": steps}


def wrapped(use_reentrant):
    return lambda function, *inputs: checkpoint(function, *inputs, use_reentrant=use_reentrant)


def run(call, seed, create_graph):
    torch.manual_seed(seed)
    x = torch.randn(4, 4, requires_grad=True)
    w = torch.randn(4, 4, requires_grad=True)
    y = call(x, w)
    y.sum().backward(create_graph=create_graph)
    drawn = torch.rand(2)
    result = {"y": y, "dx": x.grad.detach().clone(), "dw": w.grad.detach().clone(), "drawn": drawn}
    if create_graph:
        (result["ddx"],) = torch.autograd.grad((x.grad ** 2).sum(), x)
    return result


def values(name, seed):
    plain = run(FUNCTIONS[name], seed, True)
    for reentrant in (False, True):
        again = run(lambda x, w: wrapped(reentrant)(FUNCTIONS[name], x, w), seed, not reentrant)
        assert all(torch.equal(plain[key], again[key]) for key in again), name
    return {"kind": "values", "function": name, "seed": seed,
            **{key: tensor(value) for key, value in plain.items()}}


class Changing:
    """Another function from the second call on."""

    def __init__(self, first, then):
        self.next, self.then = first, then

    def __call__(self, x):
        call, self.next = self.next, self.then
        return call(x)


def without_tip(text):
    """Also restores libtorch's words where Python rewrites them."""
    text = text.split("\n\nTip:")[0].rstrip("\n")
    return text.replace("CheckpointError:", "RuntimeError:").replace("torch.FloatTensor",
                                                                     "CPUFloatType")


def back(function, x, **options):
    checkpoint(function, x, **{"use_reentrant": False, **options}).sum().backward()


def sines(x):
    return x.sin().sin()


def second_backward(use_reentrant):
    y = checkpoint(sines, torch.ones(3, requires_grad=True), use_reentrant=use_reentrant).sum()
    y.backward()
    y.backward()


def written_to():
    w = torch.ones(3, requires_grad=True) * 1
    y = checkpoint(sines, w, use_reentrant=False).sum()
    w.add_(torch.ones(3))
    y.backward()


def errors():
    x = torch.ones(3, requires_grad=True)
    sub = lambda x: x[:2].double().sin().sin()
    yield "fewer", lambda: back(Changing(sines, lambda x: x * 2), x)
    yield "more", lambda: back(Changing(torch.sin, sines), x, early_stop=False)
    yield "other", lambda: back(Changing(sines, sub), x)
    yield "unchecked", lambda: back(Changing(sines, sub), x, determinism_check="none")
    yield "bad_check", lambda: back(sines, x, determinism_check="all")
    yield "second_backward", lambda: second_backward(False)
    yield "second_backward_reentrant", lambda: second_backward(True)
    yield "written_to", written_to
    yield "reentrant_grad", lambda: torch.autograd.grad(
        checkpoint(sines, x, use_reentrant=True).sum(), x)
    yield "reentrant_detached", lambda: back(lambda x: x.detach(), x, use_reentrant=True)


def save_on_cpu_of_meta():
    x = torch.ones(3, device="meta", requires_grad=True)
    with torch.autograd.graph.save_on_cpu():
        x * x


def sequential():
    torch.manual_seed(7)
    x = torch.randn(4, 4, requires_grad=True)
    functions = [torch.sin, lambda x: torch.dropout(x, 0.5, True), torch.exp, torch.tanh, torch.cos]
    y = checkpoint_sequential(functions, 2, x, use_reentrant=False)
    y.sum().backward()
    return {"kind": "sequential", "y": tensor(y), "dx": tensor(x.grad)}


def cases():
    return ([values(name, seed) for name in FUNCTIONS for seed in (1, 2)] + [sequential()] +
            [{"kind": "error", "name": name, "error": without_tip(error(call))}
             for name, call in errors()] +
            [{"kind": "error", "name": "save_on_cpu_of_meta", "error": error(save_on_cpu_of_meta)}])
