"""torch.nn.utils: parametrizations, functional calls and pruning, as steps on a module.

Each case makes a module and does its steps in order, after which the module's text, its state, and
the next random number are written. A step is [what, arguments...] with its result or error:
tests/nn/utils_suite.c does the same.
"""

import copy
import warnings

import torch
from torch import nn
from torch.nn.utils import parametrizations, parametrize, prune

from common import tensor

SEED = 27


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).mT

    def right_inverse(self, x):
        return x.triu()


class Exp(nn.Module):
    """Has no inverse."""

    def forward(self, x):
        return x.exp()


class Parts(nn.Module):
    """Two originals."""

    def forward(self, a, b):
        return a * b

    def right_inverse(self, x):
        return x * 2, torch.full_like(x, 0.5)


class Flat(nn.Module):
    def forward(self, x):
        return x.flatten()


class Wide(nn.Module):
    def forward(self, x):
        return x.double()


class Narrow(nn.Module):
    def forward(self, x):
        return x

    def right_inverse(self, x):
        return x.half()


KINDS = {one.__name__: one for one in (Symmetric, Exp, Parts, Flat, Wide, Narrow)}


def drawn(shape, seed=1):
    """Without changing the generator."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def flat(m, x):
    result = m(x)
    return result[0] if isinstance(result, tuple) else result


def functional(m, shape, names, requires, tie, strict):
    given = {name: drawn(s, i + 2).requires_grad_(requires)
             for i, (name, s) in enumerate(names)}
    result = torch.func.functional_call(m, given, drawn(shape), tie_weights=tie, strict=strict)
    if not requires:
        return result
    found = torch.autograd.grad(result.sum(), list(given.values()), allow_unused=True)
    return [result] + [one for one in found if one is not None]


def twice_cached(m, shape, name):
    with parametrize.cached():
        y = m(drawn(shape))
        return [y, getattr(m, name) * 1, m(drawn(shape))]


def backward(m, shape):
    m.zero_grad()
    flat(m, drawn(shape)).square().sum().backward()
    return [one.grad for one in m.parameters() if one.grad is not None]


def state_of(m):
    return [value for _, value in m.state_dict().items()]


def load_old(m, name, g, v):
    state = {key: value for key, value in m.state_dict().items() if "parametrizations" not in key}
    m.load_state_dict({**state, name + "_g": drawn(g, 2), name + "_v": drawn(v, 3)})


def sub(m, path):
    return m.get_submodule(path)


def attribute(m, path):
    prefix, _, name = path.rpartition(".")
    return getattr(sub(m, prefix), name)


def set_value(m, name, shape):
    setattr(m, name, drawn(shape, 4))


def tie(m, path, source):
    prefix, _, name = path.rpartition(".")
    setattr(sub(m, prefix), name, m.get_parameter(source))


STEPS = {
    "weight_norm": parametrizations.weight_norm,
    "spectral_norm": lambda m, name, n, dim: parametrizations.spectral_norm(m, name, n, dim=dim),
    "orthogonal": lambda m, name, kind, trivialize: parametrizations.orthogonal(
        m, name, kind, use_trivialization=trivialize),
    "register": lambda m, name, kind, unsafe: parametrize.register_parametrization(
        m, name, KINDS[kind](), unsafe=unsafe),
    "remove": parametrize.remove_parametrizations,
    "is_parametrized": parametrize.is_parametrized,
    "cached": twice_cached,
    "set": set_value,
    "get": lambda m, name: attribute(m, name) * 1,
    "call": lambda m, shape: flat(m, drawn(shape)),
    "backward": backward,
    "functional": functional,
    "tie": tie,
    "eval": lambda m: m.eval(),
    "train": lambda m: m.train(),
    "double": lambda m: m.double(),
    "load_old": load_old,
    "copy": copy.deepcopy,
    "identity": prune.identity,
    "random": prune.random_unstructured,
    "l1": lambda m, name, amount, shape: prune.l1_unstructured(
        m, name, amount, drawn(shape, 5) if shape else None),
    "random_structured": prune.random_structured,
    "ln": lambda m, name, amount, n, dim, shape: prune.ln_structured(
        m, name, amount, float(n), dim, drawn(shape, 5) if shape else None),
    "mask": lambda m, name, shape: prune.custom_from_mask(m, name, (drawn(shape, 6) > 0).float()),
    "global": lambda m, random, amount: prune.global_unstructured(
        [(m, "weight"), (m, "bias")],
        prune.RandomUnstructured if random else prune.L1Unstructured, amount=amount),
    "unprune": prune.remove,
    "is_pruned": prune.is_pruned,
}


def written(value):
    if isinstance(value, torch.Tensor):
        return [tensor(value)]
    if isinstance(value, list):
        return [tensor(one) for one in value]
    return value if isinstance(value, bool) else None


def do(m, step):
    what, *arguments = step
    result = STEPS[what](m, *arguments)
    return (result if what == "copy" else m), written(result)


def case(name, make, *steps, tolerance=0.0):
    torch.manual_seed(SEED)
    m = getattr(nn, make[0])(*make[1:])
    done = []
    for step in steps:
        entry = {"step": step}
        try:
            m, entry["result"] = do(m, step)
        except Exception as caught:  # pylint: disable=broad-except
            entry["error"] = f"{type(caught).__name__}: {caught}"
        done.append(entry)
    return {"name": name, "make": make, "steps": done, "repr": repr(m), "tolerance": tolerance,
            "keys": list(m.state_dict()), "state": [tensor(one) for one in state_of(m)],
            "parameters": [key for key, _ in m.named_parameters()],
            "next": torch.randint(0, 2**31 - 1, (1,)).item()}


def parametrized():
    linear, square = ["Linear", 3, 4], ["Linear", 4, 4]
    yield case("weight norm", linear, ["weight_norm", "weight", 0], ["call", [2, 3]],
               ["backward", [2, 3]], ["get", "weight"], ["copy"], ["call", [2, 3]], ["double"])
    yield case("weight norm: of a convolution", ["Conv2d", 2, 3, 2], ["weight_norm", "weight", 1],
               ["call", [1, 2, 4, 4]], ["remove", "weight", True], ["call", [1, 2, 4, 4]])
    yield case("weight norm: one magnitude", linear, ["weight_norm", "weight", None],
               ["call", [2, 3]], ["set", "weight", [4, 3]], ["call", [2, 3]])
    yield case("weight norm: old state", linear, ["weight_norm", "weight", 0],
               ["load_old", "weight", [4, 1], [4, 3]], ["call", [2, 3]])
    yield case("weight norm: no original", linear, ["weight_norm", "weight", 0],
               ["remove", "weight", False], ["remove", "bias", True], ["is_parametrized", "weight"],
               ["is_parametrized", "bias"], ["is_parametrized"], ["remove", "weight", True],
               ["is_parametrized"])
    yield case("weight norm: of a recurrent layer", ["GRU", 3, 2],
               ["weight_norm", "weight_hh_l0", 0], ["call", [5, 1, 3]], ["backward", [5, 1, 3]])
    yield case("spectral norm", linear, ["spectral_norm", "weight", 1, None], ["call", [2, 3]],
               ["call", [2, 3]], ["eval"], ["call", [2, 3]], ["train"], ["backward", [2, 3]],
               ["copy"], ["call", [2, 3]], ["remove", "weight", True], ["call", [2, 3]])
    yield case("spectral norm: transposed", ["ConvTranspose2d", 2, 3, 2],
               ["spectral_norm", "weight", 2, None], ["call", [1, 2, 3, 3]])
    yield case("spectral norm: of a vector", linear, ["spectral_norm", "bias", 1, None],
               ["call", [2, 3]], ["remove", "bias", False], ["call", [2, 3]])
    yield case("spectral norm: wrong", linear, ["spectral_norm", "weight", 1, 2],
               ["spectral_norm", "weight", -1, 1], ["spectral_norm", "nothing", 1, 1])
    for kind in ("matrix_exp", "cayley", "householder", None):
        for shape in ([4, 4], [3, 4], [4, 3]):
            yield case(f"orthogonal: {kind} {shape}", ["Linear", *shape],
                       ["orthogonal", "weight", kind, True], ["call", [2, shape[0]]],
                       ["backward", [2, shape[0]]], ["get", "weight"], ["copy"],
                       ["call", [2, shape[0]]], tolerance=1e-5)
            yield case(f"orthogonal: {kind} {shape} without base", ["Linear", *shape],
                       ["orthogonal", "weight", kind, False], ["call", [2, shape[0]]],
                       ["backward", [2, shape[0]]], ["remove", "weight", True], tolerance=1e-5)
    yield case("orthogonal: wrong", linear, ["orthogonal", "weight", "other", True],
               ["orthogonal", "bias", None, True], ["orthogonal", "nothing", None, True],
               ["orthogonal", "weight", None, True], ["set", "weight", [3, 4]])
    yield case("own", square, ["register", "weight", "Symmetric", False], ["call", [2, 4]],
               ["register", "weight", "Exp", False], ["call", [2, 4]], ["backward", [2, 4]],
               ["cached", [2, 4], "weight"], ["set", "weight", [4, 4]], ["copy"], ["call", [2, 4]],
               ["remove", "weight", True], ["call", [2, 4]])
    yield case("own: two tensors", square, ["register", "weight", "Symmetric", False],
               ["set", "weight", [4, 4]], ["register", "bias", "Exp", False], ["call", [2, 4]],
               ["remove", "weight", False], ["call", [2, 4]], ["remove", "bias", False],
               ["call", [2, 4]])
    yield case("own: two originals", linear, ["register", "weight", "Parts", False],
               ["call", [2, 3]], ["backward", [2, 3]], ["set", "weight", [4, 3]], ["call", [2, 3]],
               ["register", "weight", "Exp", False], ["call", [2, 3]], ["remove", "weight", True])
    yield case("own: of a buffer", ["BatchNorm1d", 3],
               ["register", "running_var", "Exp", False], ["eval"], ["call", [2, 3]],
               ["remove", "running_var", True], ["call", [2, 3]])
    yield case("own: wrong", linear, ["register", "weight", "Flat", False],
               ["register", "weight", "Wide", False], ["register", "weight", "Narrow", False],
               ["register", "nothing", "Exp", False], ["register", "weight", "Exp", False],
               ["register", "weight", "Flat", False], ["register", "weight", "Wide", False],
               ["register", "weight", "Narrow", False], ["remove", "nothing", True])
    yield case("own: unsafe", linear, ["register", "weight", "Wide", True], ["double"],
               ["get", "weight"])


def functional_calls():
    linear, layer = ["Linear", 3, 4], ["TransformerEncoderLayer", 4, 2, 8, 0.0]
    w, b = ["weight", [4, 3]], ["bias", [4]]
    yield case("functional call", linear, ["functional", [2, 3], [w, b], True, True, True],
               ["functional", [2, 3], [w], True, True, False], ["call", [2, 3]])
    yield case("functional call: wrong", linear, ["functional", [2, 3], [w], True, True, True],
               ["functional", [2, 3], [w, ["other", [1]]], True, True, True],
               ["functional", [2, 3], [w, ["other", [1]]], True, True, False],
               ["functional", [2, 3], [["inner.weight", [4, 3]]], True, True, False],
               ["functional", [2, 3], [["weight", [4, 5]]], True, True, False], ["call", [2, 3]])
    yield case("functional call: buffers", ["BatchNorm1d", 3],
               ["functional", [4, 3], [["running_mean", [3]], ["weight", [3]]], False, True, False])
    yield case("functional call: inner", layer, ["eval"],
               ["functional", [2, 3, 4], [["linear1.weight", [8, 4]], ["norm1.bias", [4]]], True,
                True, False])
    yield case("functional call: tied weights", layer, ["eval"],
               ["tie", "norm2.weight", "norm1.weight"],
               ["functional", [2, 3, 4], [["norm1.weight", [4]]], True, True, False],
               ["functional", [2, 3, 4], [["norm1.weight", [4]]], True, False, False],
               ["functional", [2, 3, 4], [["norm1.weight", [4]], ["norm2.weight", [4]]], True, True,
                False])
    yield case("functional call: parametrized", linear, ["weight_norm", "weight", 0],
               ["functional", [2, 3], [["parametrizations.weight.original0", [4, 1]]], True, True,
                False], ["functional", [2, 3], [w], False, True, False], ["call", [2, 3]],
               tolerance=1e-6)


def pruned():
    linear, conv = ["Linear", 6, 4], ["Conv2d", 3, 4, 2]
    call, back, image = ["call", [2, 6]], ["backward", [2, 6]], ["call", [1, 3, 4, 4]]
    yield case("prune: identity", linear, ["is_pruned"], ["identity", "weight"], ["is_pruned"],
               call, back, ["get", "weight"])
    yield case("prune: random", linear, ["random", "weight", 0.3], call, ["random", "weight", 5],
               back, ["random", "bias", 1], call)
    yield case("prune: l1", linear, ["l1", "weight", 0.25, None], call, ["l1", "weight", 3, None],
               back, ["double"], ["l1", "bias", 2, [4]], ["l1", "weight", 4, [4, 6]])
    yield case("prune: channels", conv, ["random_structured", "weight", 1, 1], image,
               ["random_structured", "weight", 0.5, 0], image,
               ["ln", "weight", 1, 2, -1, None], image)
    yield case("prune: norms of channels", conv, ["ln", "weight", 0.5, 1, 0, None], image,
               ["ln", "weight", 1, 2, 1, None], ["l1", "weight", 0.5, None], image)
    yield case("prune: norms of given channels", linear,
               ["ln", "weight", 2, "inf", 1, [4, 6]], ["ln", "weight", 0, 2, 1, None], call)
    yield case("prune: mask", linear, ["mask", "weight", [4, 6]], call,
               ["random", "weight", 0.5], ["mask", "bias", [4]], call, ["unprune", "weight"], back,
               ["unprune", "bias"], ["is_pruned"], call)
    yield case("prune: several", linear, ["global", False, 0.5], call, ["global", False, 4], call,
               ["global", True, 0.5], back)
    yield case("prune: wrong", linear, ["random", "weight", 1.5], ["random", "weight", -1],
               ["random", "weight", 25], ["random_structured", "bias", 1, 0],
               ["ln", "weight", 1, 2, 2, None], ["ln", "weight", 7, 2, 1, None],
               ["l1", "weight", 1, [4, 5]], ["mask", "weight", [4, 5]], ["unprune", "weight"],
               ["random", "nothing", 1], call,
               # In Python an error has changed the order of the parameters.
               ["identity", "bias"], ["identity", "weight"])


def cases():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [*parametrized(), *functional_calls(), *pruned()]
