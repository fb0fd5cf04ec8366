"""torch.nn.utils: parametrizations, norms, functional calls and pruning, as steps on a module.

Each case makes a module and does its steps in order, after which the module's text, its state, and
the next random number are written. A step is [what, arguments...] with its result or error:
tests/nn/utils_suite.c does the same.
"""

import copy
import re
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


class Evens(prune.BasePruningMethod):
    """Removes every second element."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


class Channel(prune.BasePruningMethod):
    """Removes the last channel that has elements."""

    PRUNING_TYPE = "structured"
    dim = -1

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.select(self.dim, -1).zero_()
        return mask


class Outside(Channel):
    dim = -3


class Negative(prune.BasePruningMethod):
    """Removes negative elements, by a mask of another dtype."""

    PRUNING_TYPE = "global"

    def compute_mask(self, t, default_mask):
        return (t > 0) & (default_mask != 0)


class One(prune.BasePruningMethod):
    """One number for all."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        return torch.ones(1)


class Misshapen(One):
    def compute_mask(self, t, default_mask):
        return torch.ones(7)


class MisshapenChannel(Misshapen):
    PRUNING_TYPE = "structured"
    dim = 0


class MisshapenGlobal(Misshapen):
    PRUNING_TYPE = "global"


class Failing(One):
    def compute_mask(self, t, default_mask):
        raise ValueError("no mask today")


METHODS = {one.__name__: one for one in (Evens, Channel, Outside, Negative, One, Misshapen,
                                         MisshapenChannel, MisshapenGlobal, Failing)}


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


def load(m, tensors, strict):
    result = m.load_state_dict({key: drawn(shape, seed) for key, shape, seed in tensors}, strict)
    return " ".join(["missing", *result.missing_keys, "unexpected", *result.unexpected_keys])


def load_version_0(m, name, sigma):
    """Loads the state in the form of a spectral norm before version 1, without metadata."""
    state = {key: value for key, value in m.state_dict().items() if key != name + "_v"}
    m.load_state_dict({**state, name: state[name + "_orig"] / sigma})


def load_without(m, key):
    state = m.state_dict()
    del state[key]
    m.load_state_dict(state)


def attend(m, shape, records):
    x = drawn(shape)
    with torch.set_grad_enabled(records):
        return list(m(x, x, x))


def attend_backward(m, shape):
    m.zero_grad()
    attend(m, shape, True)[0].square().sum().backward()
    return [one.grad for one in m.parameters() if one.grad is not None]


def transfer(m, make, steps, name):
    """Whether the modules share parameters then."""
    source = getattr(nn, make[0])(*make[1:])
    for what, *arguments in steps:
        STEPS[what](source, *arguments)
    parametrize.transfer_parametrizations_and_params(source, m, name)
    return any(a is b for a in m.parameters() for b in source.parameters())


def transfer_child(m, name):
    parametrize.transfer_parametrizations_and_params(m.linear1, m.linear2, name)


STEPS = {
    "old_weight_norm": nn.utils.weight_norm,
    "old_spectral_norm": lambda m, name, n, dim: nn.utils.spectral_norm(m, name, n, dim=dim),
    "remove_weight_norm": nn.utils.remove_weight_norm,
    "remove_spectral_norm": nn.utils.remove_spectral_norm,
    "load": load,
    "load_version_0": load_version_0,
    "load_without": load_without,
    "on": lambda m, path, *step: STEPS[step[0]](m.get_submodule(path), *step[1:]),
    "attend": attend,
    "attend_backward": attend_backward,
    "transfer": transfer,
    "transfer_child": transfer_child,
    "type": lambda m: parametrize.type_before_parametrizations(m).__name__,
    "own": lambda m, name, kind, shape: METHODS[kind].apply(
        m, name, importance_scores=drawn(shape, 5) if shape else None),
    "global_own": lambda m, kind: prune.global_unstructured([(m, "weight"), (m, "bias")],
                                                            METHODS[kind]),
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
        m, name, amount, n if n in ("fro", "nuc", "other") else float(n), dim,
        drawn(shape, 5) if shape else None),
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
    return value if isinstance(value, (bool, str)) else None


def do(m, step):
    what, *arguments = step
    result = STEPS[what](m, *arguments)
    return (result if what == "copy" else m), written(result)


def written_warnings(noted):
    """Those of torch.nn's functions."""
    texts = [str(one.message) for one in noted if "torch/nn" in one.filename
             or one.category is FutureWarning]
    return {"warnings": texts} if texts else {}


def case(name, make, *steps, tolerance=0.0):
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        result = case_of(name, make, *steps, tolerance=tolerance)
        return {**result, **written_warnings(noted)}


def case_of(name, make, *steps, tolerance):
    torch.manual_seed(SEED)
    m = getattr(nn, make[0])(*make[1:])
    done = []
    for step in steps:
        entry = {"step": step}
        try:
            m, entry["result"] = do(m, step)
        except Exception as caught:  # pylint: disable=broad-except
            text = str(caught)
            if isinstance(caught, KeyError) and " " in text:  # a sentence, not a key
                text = caught.args[0]
            entry["error"] = re.sub(" <class '.*?'>", "", f"{type(caught).__name__}: {text}")
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
    yield case("functional call: wrong names", layer, ["eval"],
               *[["functional", [2, 3, 4], [[name, [1]] for name in names], False, tie, strict]
                 for names in (["9.weight"], ["zz", "linear1.weight", "aa"], ["linear1"], [""],
                               ["norm1."], ["self_attn.out_proj"], ["self_attn.nothing.weight"],
                               [".weight"])
                 for tie, strict in ((True, True), (True, False), (False, False))
                 if strict or names[0] not in ("zz",)])
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
    yield case("prune: matrix norms of channels", conv, ["ln", "weight", 1, "fro", 0, None], image,
               ["ln", "weight", 1, "nuc", 1, None], image, tolerance=1e-6)
    yield case("prune: matrix norms, wrong", conv, ["ln", "weight", 1, "other", 0, None],
               ["ln", "weight", 5, "other", 0, None], ["ln", "weight", 0, "nuc", 0, None], image,
               ["identity", "bias"], ["identity", "weight"])
    yield case("prune: matrix norms of vectors", linear, ["ln", "weight", 3, "nuc", 0, None])
    # Over more than two dimensions Python takes the last two, whichever `dim` is.
    for norm in "nuc", "fro":
        for dim in 0, -1:
            for amount in 0.5, 1:
                yield case(f"prune: {norm} of images, {amount} in dimension {dim}", conv,
                           ["ln", "weight", amount, norm, dim, None], image, tolerance=1e-6)
    yield case("prune: matrix norms of rows", linear, ["ln", "weight", 2, "fro", 0, None], call,
               ["ln", "weight", 1, "nuc", 0, [4, 6]])
    yield case("prune: matrix norms of planes", ["Conv1d", 3, 4, 2],
               ["ln", "weight", 2, "nuc", 0, None], ["call", [1, 3, 4]],
               ["ln", "weight", 1, "fro", 1, [4, 3, 2]], ["call", [1, 3, 4]], tolerance=1e-6)
    yield case("prune: own, of elements", linear, ["own", "weight", "Evens", None], call,
               ["own", "weight", "Evens", None], back, ["own", "weight", "Evens", [4, 6]], call,
               ["own", "weight", "One", None], call, ["unprune", "weight"], call)
    yield case("prune: own, of channels", conv, ["own", "weight", "Channel", None], image,
               ["own", "weight", "Channel", None], image)
    # In Python an error after the first time leaves the tensor without its pruning.
    for kind in ("Misshapen", "MisshapenChannel", "MisshapenGlobal", "Failing", "Outside"):
        yield case(f"prune: own, twice, {kind}", linear, ["identity", "weight"],
                   ["own", "weight", kind, None])
    yield case("prune: own, of all", linear, ["own", "weight", "Negative", None], call,
               ["own", "weight", "Negative", [4, 6]], back, ["own", "bias", "Negative", [4]], call)
    yield case("prune: own, of several", linear, ["global_own", "Evens"], call,
               ["l1", "weight", 0.5, None], ["global_own", "Evens"], ["global_own", "Negative"],
               ["global_own", "Channel"], back)
    yield case("prune: own, wrong", linear, ["own", "weight", "Misshapen", None],
               ["own", "weight", "Failing", None], ["own", "weight", "Evens", [4, 5]],
               ["own", "nothing", "Evens", None], call, ["own", "weight", "One", None],
               ["own", "bias", "Evens", None], call)
    yield case("prune: wrong", linear, ["random", "weight", 1.5], ["random", "weight", -1],
               ["random", "weight", 25], ["random_structured", "bias", 1, 0],
               ["ln", "weight", 1, 2, 2, None], ["ln", "weight", 7, 2, 1, None],
               ["l1", "weight", 1, [4, 5]], ["mask", "weight", [4, 5]], ["unprune", "weight"],
               ["random", "nothing", 1], call,
               # In Python an error has changed the order of the parameters.
               ["identity", "bias"], ["identity", "weight"])


def norms():
    linear, call, back = ["Linear", 3, 4], ["call", [2, 3]], ["backward", [2, 3]]
    yield case("old weight norm", linear, ["old_weight_norm", "weight", 0], ["get", "weight"], call,
               back, ["double"], ["type"], ["old_weight_norm", "weight", 1],
               ["old_weight_norm", "bias", 0])
    yield case("old weight norm: of a convolution", ["Conv2d", 2, 3, 2],
               ["old_weight_norm", "weight", 1], ["call", [1, 2, 4, 4]],
               ["backward", [1, 2, 4, 4]], ["remove_weight_norm", "weight"],
               ["remove_weight_norm", "weight"], ["call", [1, 2, 4, 4]])
    yield case("old weight norm: one magnitude", linear, ["old_weight_norm", "weight", None], call,
               ["load", [["weight_g", [], 3], ["weight_v", [4, 3], 4], ["bias", [4], 5]], True],
               call, ["functional", [2, 3], [["weight_g", []]], True, True, False], call)
    yield case("old weight norm: of a recurrent layer", ["GRU", 3, 2],
               ["old_weight_norm", "weight_hh_l0", 0], ["old_weight_norm", "weight_ih_l0", 0],
               ["call", [5, 1, 3]], ["backward", [5, 1, 3]], ["remove_weight_norm", "weight_hh_l0"],
               ["call", [5, 1, 3]])
    yield case("old weight norm: wrong", linear, ["old_weight_norm", "nothing", 0],
               ["remove_weight_norm", "weight"], ["remove_spectral_norm", "weight"], call)
    yield case("old weight norm: of no parameter", ["BatchNorm1d", 3],
               ["old_weight_norm", "running_mean", 0])
    yield case("old weight norm: of a lazy layer", ["LazyLinear", 4],
               ["old_weight_norm", "weight", 0], ["old_spectral_norm", "weight", 1, None], call)
    yield case("old weight norm: of None", ["Linear", 3, 4, False],
               ["old_spectral_norm", "bias", 1, None])
    yield case("old spectral norm", linear, ["old_spectral_norm", "weight", 1, None], call, call,
               ["eval"], call, ["get", "weight"], ["train"], back, ["get", "weight"], ["double"],
               ["old_spectral_norm", "weight", 1, None], ["remove_spectral_norm", "bias"])
    yield case("old spectral norm: removed", linear, ["old_spectral_norm", "weight", 3, 1], call,
               back, ["remove_spectral_norm", "weight"], call,
               ["remove_spectral_norm", "weight"],
               ["old_spectral_norm", "weight", 1, None], call)
    yield case("old spectral norm: transposed", ["ConvTranspose2d", 2, 3, 2],
               ["old_spectral_norm", "weight", 2, None], ["call", [1, 2, 3, 3]],
               ["backward", [1, 2, 3, 3]])
    yield case("old spectral norm: of a vector", linear, ["old_spectral_norm", "bias", 1, None],
               call, back)
    yield case("old spectral norm: of two", ["GRU", 3, 2],
               ["old_spectral_norm", "weight_hh_l0", 1, None],
               ["old_spectral_norm", "weight_ih_l0", 1, None], ["call", [5, 1, 3]],
               ["remove_spectral_norm", "weight_hh_l0"], ["call", [5, 1, 3]])
    yield case("old spectral norm: wrong", linear, ["old_spectral_norm", "weight", -1, None],
               ["old_spectral_norm", "nothing", 1, None], ["old_spectral_norm", "weight", 1, 2],
               ["old_spectral_norm", "weight", 1, -2], call)
    new = [["weight_orig", [4, 3], 2], ["weight_u", [4], 3], ["bias", [4], 5]]
    yield case("old spectral norm: states", linear, ["old_spectral_norm", "weight", 1, None], call,
               ["load_version_0", "weight", 2.5], ["eval"], call, ["train"], call,
               ["load", [*new, ["weight", [4, 3], 4]], True], ["eval"], call,
               ["load", [*new, ["weight_v", [3], 4]], True], call,
               ["load", [*new, ["weight_v", [3], 4], ["weight", [4, 3], 6]], True], call,
               ["load", new, True], ["load", new, False], ["load", new[2:], True],
               ["load", [["weight", [4, 3], 4]], False], call, tolerance=1e-4)
    yield case("old spectral norm: incomplete states", linear,
               ["old_spectral_norm", "weight", 1, None], ["load_without", "weight_v"],
               ["load_without", "weight_orig"], ["load_without", "bias"])


def transferred():
    linear, call = ["Linear", 4, 4], ["call", [2, 4]]
    yield case("transfer", linear,
               ["transfer", linear, [["register", "weight", "Symmetric", False]], None], call,
               ["set", "weight", [4, 4]], ["backward", [2, 4]], ["type"])
    yield case("transfer: two originals", linear,
               ["transfer", linear, [["weight_norm", "weight", 0],
                                     ["register", "bias", "Exp", False]], None], call, ["type"],
               ["remove", "weight", True], call)
    yield case("transfer: one of two", linear,
               ["transfer", linear, [["weight_norm", "weight", 0],
                                     ["register", "bias", "Exp", False]], "bias"], call)
    yield case("transfer: a tensor more", ["ReLU"],
               ["transfer", linear, [["register", "weight", "Exp", False],
                                     ["register", "weight", "Symmetric", False]], "weight"],
               ["get", "weight"], call)
    yield case("transfer: to a parametrized tensor", linear, ["register", "weight", "Exp", False],
               ["transfer", linear, [["register", "weight", "Symmetric", False]], "weight"], call)
    yield case("transfer: buffers", ["BatchNorm1d", 3], ["eval"],
               ["transfer", ["BatchNorm1d", 3], [["register", "running_var", "Exp", False]], None],
               ["call", [2, 3]])
    yield case("transfer: a buffer to a parameter", ["ReLU"],
               ["transfer", ["BatchNorm1d", 3], [["register", "running_var", "Exp", False]], None])
    yield case("transfer: nothing", linear, ["transfer", linear, [], None],
               ["transfer", linear, [], "weight"], call, ["type"])
    exponential = [["register", "weight", "Exp", False]]
    yield case("transfer: wrong", ["Linear", 4, 5],
               ["transfer", linear, exponential, "bias"],
               ["transfer", linear, exponential, "other"],
               ["transfer", linear, [["register", "weight", "Wide", True]], "weight"], call)
    yield case("transfer: within a module", ["TransformerEncoderLayer", 4, 2, 4, 0.0],
               ["on", "linear1", "spectral_norm", "weight", 1, None], ["transfer_child", None],
               ["eval"], ["call", [2, 3, 4]], ["transfer_child", "bias"])


def attention():
    back = ["attend_backward", [2, 3, 4]]
    records, plain = ["attend", [2, 3, 4], True], ["attend", [2, 3, 4], False]
    for shape in ([4, 2, 0.0], [4, 2, 0.0, True, False, False, None, None, True]):
        make = ["MultiheadAttention", *shape]
        yield case(f"attention: parametrized {shape}", make,
                   ["on", "out_proj", "register", "weight", "Symmetric", False], records, back,
                   ["on", "out_proj", "register", "bias", "Exp", False], records, back, ["eval"],
                   records, plain, tolerance=1e-6)
        yield case(f"attention: spectral norm {shape}", make,
                   ["on", "out_proj", "spectral_norm", "weight", 1, None], records, back, ["eval"],
                   records, plain, tolerance=1e-6)
        yield case(f"attention: pruned {shape}", make,
                   ["on", "out_proj", "l1", "weight", 0.5, None], back, ["eval"], plain,
                   tolerance=1e-6)
        yield case(f"attention: old weight norm {shape}", make,
                   ["on", "out_proj", "old_weight_norm", "weight", 0], back, ["eval"], plain,
                   tolerance=1e-6)
    yield case("attention: of a layer", ["TransformerEncoderLayer", 4, 2, 4, 0.0],
               ["on", "self_attn.out_proj", "register", "weight", "Exp", False],
               ["call", [2, 3, 4]], ["backward", [2, 3, 4]], ["eval"], ["call", [2, 3, 4]],
               tolerance=1e-6)


def cases():
    return [*parametrized(), *norms(), *transferred(), *functional_calls(), *attention(),
            *pruned()]
