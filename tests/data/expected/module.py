"""Names, state dicts, texts and errors of modules, and what their hooks see."""

import copy
import json
import warnings

import torch
from torch import nn

from common import python_s, tensor


def error(call):
    """As common.error(), but a KeyError's text without the quotes that Python adds."""
    try:
        call()
    except Exception as caught:  # pylint: disable=broad-except
        return f"{type(caught).__name__}: {caught.args[0]}"
    raise AssertionError("the call succeeds")


# --- The tree of tests/module/samples.c ------------------------------------------------------------

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2, 3))
        self.register_parameter("bias", None)
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("scratch", torch.zeros(1), persistent=False)
        self.register_buffer("unset", None)
        self.register_buffer("steps", torch.tensor(0))

    def extra_repr(self):
        return "width=3"

    def forward(self, x):
        return x @ self.weight.t()


class Tree(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("table", torch.zeros(4))
        self.first = Block()
        self.register_module("nothing", None)
        self.scale = nn.Parameter(torch.full((1,), 2.))
        self.second = Block()
        self.again = self.first
        self.second.weight = self.first.weight
        self.register_buffer("mask", self.first.mean, persistent=False)


class Note(nn.Module):
    def __init__(self, text, **children):
        super().__init__()
        self.text = text
        for name, child in children.items():
            self.add_module(name, child)

    def extra_repr(self):
        return self.text


class Container(nn.Module):
    pass


# --- Names ------------------------------------------------------------------------------------------

def names(what, **options):
    listed = getattr(Tree(), what)(**options)
    return {"kind": "names", "what": what, "prefix": options.get("prefix", ""),
            "no_recurse": not options.get("recurse", True),
            "keep_duplicates": not options.get("remove_duplicate", True),
            "names": [name for name, _ in listed]}


def all_names():
    for what in ("named_parameters", "named_buffers"):
        yield names(what)
        yield names(what, recurse=False)
        yield names(what, remove_duplicate=False)
        yield names(what, prefix="net")
        yield names(what, prefix="net", recurse=False)
        yield names(what, prefix="net", remove_duplicate=False)
    yield names("named_modules")
    yield names("named_modules", remove_duplicate=False)
    yield names("named_modules", prefix="net")
    yield names("named_children")


def keys():
    for prefix in ("", "net."):
        yield {"kind": "keys", "prefix": prefix, "keys": list(Tree().state_dict(prefix=prefix))}


def applied():
    order = []
    Tree().apply(lambda module: order.append(type(module).__name__))
    return {"kind": "applied", "classes": order}


# --- Texts -------------------------------------------------------------------------------------------

TEXTS = {
    "tree": Tree,
    "container": Container,
    "one_line": lambda: Note("size=1"),
    "two_lines": lambda: Note("one\ntwo"),
    "empty_line": lambda: Note("\n"),
    "line_and_child": lambda: Note("size=1", child=Container()),
    "no_line_and_child": lambda: Note("", child=Note("size=2")),
    "two_lines_in_a_child": lambda: Note("one\ntwo", child=Note("three\nfour", inner=Container()),
                                         none=None),
}


# --- Errors -------------------------------------------------------------------------------------------

def parameter():
    return nn.Parameter(torch.ones(2))


def non_leaf():
    made = parameter() * 2
    made.__class__ = nn.Parameter
    return made


class Bare(nn.Module):
    """With one part of each kind, and one without a value."""

    def __init__(self):
        super().__init__()
        self.weight = parameter()
        self.register_buffer("buffer", torch.ones(2))
        self.child = Container()
        self.register_parameter("no_weight", None)
        self.register_buffer("no_buffer", None)
        self.register_module("no_child", None)
        self.child.register_buffer("inner", torch.ones(1))


def state(**changes):
    made = Tree().state_dict()
    for key, value in changes.items():
        made[key.replace("__", ".")] = value
    return made


def without(*keys_left_out):
    return {key: value for key, value in state().items() if key not in keys_left_out}


def many_problems():
    made = state(scale=torch.ones(2, 2), second__weight="text", first__other=torch.ones(1),
                 third__weight=torch.ones(1), alone=torch.ones(1), table=torch.tensor(1.),
                 first__weight__deeper=torch.ones(1), first__scratch=torch.zeros(1),
                 nothing__weight=torch.ones(1))
    del made["first.mean"], made["again.steps"]
    Tree().load_state_dict(made)


def load_into_an_expanded_parameter():
    bare = Container()
    bare.weight = nn.Parameter(torch.ones(1).expand(3))
    bare.load_state_dict({"weight": torch.zeros(3)})


def old_number_of_two():
    Block().load_state_dict({**Block().state_dict(), "steps": torch.ones(2, dtype=torch.int64)})


def set_child(path, strict=False):
    Bare().set_submodule(path, Container(), strict)


def integers_require():
    bare = Bare()
    bare.register_parameter("count", nn.Parameter(torch.tensor(1), requires_grad=False))
    bare.requires_grad_(True)


def copy_with_a_computed_buffer():
    bare = Bare()
    bare.register_buffer("computed", bare.weight * 2)
    copy.deepcopy(bare)


ERRORS = {
    "parameter_named_as_a_buffer": lambda: Bare().register_parameter("buffer", parameter()),
    "parameter_named_as_a_child": lambda: Bare().register_parameter("child", None),
    "parameter_with_a_dot": lambda: Bare().register_parameter("a.b", parameter()),
    "parameter_without_a_name": lambda: Bare().register_parameter("", parameter()),
    "parameter_is_no_leaf": lambda: Bare().register_parameter("new", non_leaf()),
    "parameter_is_no_leaf_and_has_a_dot": lambda: Bare().register_parameter("a.b", non_leaf()),
    "buffer_named_as_a_parameter": lambda: Bare().register_buffer("weight", torch.ones(1)),
    "buffer_named_as_a_child": lambda: Bare().register_buffer("child", torch.ones(1)),
    "buffer_with_a_dot": lambda: Bare().register_buffer("a.b", torch.ones(1)),
    "buffer_without_a_name": lambda: Bare().register_buffer("", torch.ones(1)),
    "child_named_as_a_parameter": lambda: Bare().add_module("weight", Container()),
    "child_named_as_a_buffer": lambda: Bare().add_module("no_buffer", Container()),
    "child_with_a_dot": lambda: Bare().add_module("a.b", Container()),
    "child_without_a_name": lambda: Bare().add_module("", Container()),
    "get_unknown_parameter": lambda: Bare().get_parameter("other"),
    "get_parameter_that_is_a_buffer": lambda: Bare().get_parameter("buffer"),
    "get_parameter_that_is_none": lambda: Bare().get_parameter("no_weight"),
    "get_parameter_of_an_unknown_child": lambda: Bare().get_parameter("other.weight"),
    "get_parameter_of_a_parameter": lambda: Bare().get_parameter("weight.weight"),
    "get_parameter_without_a_name": lambda: Bare().get_parameter(""),
    "get_parameter_after_two_dots": lambda: Bare().get_parameter("child..weight"),
    "get_buffer_that_is_a_parameter": lambda: Bare().get_buffer("weight"),
    "get_unknown_buffer": lambda: Bare().get_buffer("child.other"),
    "get_unknown_child": lambda: Bare().get_submodule("other"),
    "get_child_of_none": lambda: Bare().get_submodule("no_child.other"),
    "get_child_that_is_none": lambda: Bare().get_submodule("no_child"),
    "get_child_that_is_a_buffer": lambda: Bare().get_submodule("buffer"),
    "get_child_that_is_an_unset_buffer": lambda: Bare().get_submodule("no_buffer"),
    "get_child_with_a_dot_at_the_end": lambda: Bare().get_submodule("child."),
    "get_child_with_a_dot_at_the_beginning": lambda: Bare().get_submodule(".child"),
    "get_child_with_two_dots": lambda: Bare().get_submodule("child..child"),
    "set_child_without_a_name": lambda: set_child(""),
    "set_child_that_is_a_parameter": lambda: set_child("weight"),
    "set_child_that_is_none": lambda: set_child("no_child"),
    "set_child_of_an_unknown_child": lambda: set_child("other.child"),
    "set_unknown_child_strictly": lambda: set_child("child.other", True),
    "set_child_that_is_a_buffer_strictly": lambda: set_child("buffer", True),
    "delete_what_is_not_there": lambda: delattr(Bare(), "other"),
    "load_a_list": lambda: Tree().load_state_dict([]),
    "load_nothing": lambda: Tree().load_state_dict({}),
    "load_without_two": lambda: Tree().load_state_dict(without("scale", "second.mean")),
    "load_with_an_unknown_key": lambda: Tree().load_state_dict(state(third=torch.ones(1))),
    "load_with_another_shape": lambda: Tree().load_state_dict(state(scale=torch.ones(3))),
    "load_a_number_for_a_tensor": lambda: Tree().load_state_dict(state(scale=1)),
    "load_with_many_problems": many_problems,
    "load_into_an_expanded_parameter": load_into_an_expanded_parameter,
    "load_two_numbers_for_one": old_number_of_two,
    "convert_to_integers": lambda: Bare().to(torch.int64),
    "convert_to_bools": lambda: Bare().to(torch.bool),
    "call_without_forward": lambda: Container()(torch.ones(1)),
    "integers_require_a_gradient": integers_require,
    "copy_with_a_computed_buffer": copy_with_a_computed_buffer,
}


# --- Loading --------------------------------------------------------------------------------------------

def missing_are_dropped(module, incompatible):
    del module
    incompatible.missing_keys.clear()


def key_is_renamed(module, state_dict, prefix, *rest):
    del module, rest
    if prefix + "old" in state_dict:
        state_dict[prefix + "mean"] = state_dict.pop(prefix + "old")


def load_loosely():
    made = state(third=torch.ones(1), table=torch.arange(4.))
    del made["scale"], made["again.mean"]
    tree = Tree()
    return tree, tree.load_state_dict(made, strict=False)


def load_after_missing_are_dropped():
    tree = Tree()
    tree.register_load_state_dict_post_hook(missing_are_dropped)
    made = state(table=torch.arange(4.))
    del made["scale"]
    return tree, tree.load_state_dict(made)


def load_renamed():
    tree = Tree()
    tree.second.register_load_state_dict_pre_hook(key_is_renamed)
    made = state(second__old=torch.arange(3.))
    del made["second.mean"]
    return tree, tree.load_state_dict(made)


def loaded(call):
    tree, result = call()
    return {"kind": "loaded", "name": call.__name__, "missing": result.missing_keys,
            "unexpected": result.unexpected_keys, "table": tensor(tree.table),
            "mean": tensor(tree.second.mean)}


# --- Versions in state dicts ----------------------------------------------------------------------------

class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)
        self.attention = nn.MultiheadAttention(4, 2)


class Versioned(nn.Module):
    _version = 3

    def __init__(self):
        super().__init__()
        self.inner = Container()
        self.inner.first = Child()
        self.inner.register_module("nothing", None)
        self.inner.again = self.inner.first
        self.layers = nn.Sequential(nn.Linear(2, 2), nn.InstanceNorm2d(3), nn.LazyBatchNorm2d(),
                                    nn.SyncBatchNorm(2), nn.LayerNorm(2))
        self.normed = nn.utils.spectral_norm(nn.Linear(2, 2))
        self.parametrized = nn.utils.parametrizations.weight_norm(nn.Linear(2, 2))


def metadata(prefix):
    state_dict = Versioned().state_dict(prefix=prefix)
    # pylint: disable-next=protected-access
    return {"kind": "metadata", "prefix": prefix, "metadata": repr(state_dict._metadata)}


def of_version(state_dict, version):
    state_dict._metadata[""]["version"] = version  # pylint: disable=protected-access
    return state_dict


def without_batches(**options):
    made = nn.BatchNorm1d(2, **options).state_dict()
    made.pop("num_batches_tracked", None)
    return made


def statistics(**options):
    return nn.InstanceNorm1d(2, track_running_stats=True, **options).state_dict()


def batch_norm(**options):
    made = nn.BatchNorm1d(2, **options)
    if made.num_batches_tracked is not None:
        made.num_batches_tracked.fill_(5)
    return made


OLD = {
    "batches_of_version_2": (batch_norm, without_batches),
    "batches_of_version_1": (batch_norm, lambda: of_version(without_batches(), 1)),
    "batches_of_no_version": (batch_norm, lambda: dict(without_batches())),
    "batches_without_statistics": (lambda: batch_norm(track_running_stats=False),
                                   lambda: dict(without_batches(track_running_stats=False))),
    "instances_of_version_1": (lambda: nn.InstanceNorm1d(2), lambda: of_version(statistics(), 1)),
    "instances_of_no_version": (lambda: nn.InstanceNorm1d(2), lambda: dict(statistics())),
    "affine_instances_of_no_version": (
        lambda: nn.InstanceNorm1d(2), lambda: dict(statistics(affine=True))),
    "instances_with_statistics": (
        lambda: nn.InstanceNorm1d(2, track_running_stats=True), lambda: dict(statistics())),
}


def loaded_old(name):
    made, state_dict = (make() for make in OLD[name])
    try:
        made.load_state_dict(state_dict)
        message = ""
    except RuntimeError as caught:
        message = f"RuntimeError: {caught}"
    batches = made.num_batches_tracked
    return {"kind": "loaded_old", "name": name, "error": message,
            "batches": -1 if batches is None else batches.item()}


# --- The order of hooks -----------------------------------------------------------------------------------

def state_hooks():
    calls = []
    tree = Tree()
    for name, module in tree.named_modules():
        def note(when, name=name):
            calls.append(f"{when} {name}".strip())
        module.register_state_dict_pre_hook(lambda m, prefix, keep, note=note: note(
            f"before state_dict {prefix}"))
        module.register_state_dict_post_hook(lambda m, s, prefix, meta, note=note: note(
            f"after state_dict {prefix}"))
        module.register_load_state_dict_pre_hook(lambda m, s, prefix, *rest, note=note: note(
            f"before loading {prefix}"))
        module.register_load_state_dict_post_hook(lambda m, k, note=note: note("after loading"))
    tree.load_state_dict(tree.state_dict())
    return {"kind": "state_hooks", "calls": calls}


# --- Backward hooks -------------------------------------------------------------------------------------

class Scale(nn.Module):
    """Of two inputs and two outputs; `weight` is a parameter."""

    def __init__(self, *children):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([2., 3.]))
        if children:
            self.inner, = children

    def forward(self, a, b=None):
        first = a * self.weight
        if hasattr(self, "inner"):
            first = self.inner(first)
        if b is None:
            return first
        return first * b, a + b


def leaf(*values):
    return torch.tensor(values, requires_grad=True)


def shown(grads):
    return [None if grad is None else [round(number, 3) for number in grad.tolist()]
            for grad in grads]


class Calls(list):
    def pre(self, name, factor=None):
        def hook(module, grad_outputs):
            self.append([f"pre {name}", shown(grad_outputs)])
            return None if factor is None else tuple(g * factor for g in grad_outputs)
        return hook

    def full(self, name, factor=None):
        def hook(module, grad_inputs, grad_outputs):
            self.append([f"full {name}", shown(grad_inputs), shown(grad_outputs)])
            return None if factor is None else tuple(
                None if g is None else g * factor for g in grad_inputs)
        return hook


def hooks_scale_gradients(calls):
    module, a = Scale(), leaf(1., 4.)
    module.register_full_backward_pre_hook(calls.pre("p", 10))
    module.register_full_backward_hook(calls.full("f", 3))
    module(a).sum().backward()
    return [a.grad, module.weight.grad]


def hooks_are_in_order(calls):
    module, a = Scale(), leaf(1., 4.)
    module.register_full_backward_hook(calls.full("x"))
    module.register_full_backward_pre_hook(calls.pre("a"))
    module.register_full_backward_hook(calls.full("y", 2))
    module.register_full_backward_pre_hook(calls.pre("b", 2))
    module.register_full_backward_hook(calls.full("z"), prepend=True)
    module.register_full_backward_pre_hook(calls.pre("c"), prepend=True)
    module(a).sum().backward()
    return [a.grad, module.weight.grad]


def modules_are_nested(calls):
    module, a = Scale(Scale()), leaf(1., 4.)
    for name, one in (("outer", module), ("inner", module.inner)):
        one.register_full_backward_pre_hook(calls.pre(name))
        one.register_full_backward_hook(calls.full(name, 2))
    module(a).sum().backward()
    return [a.grad, module.weight.grad, module.inner.weight.grad]


def one_input_requires_no_gradient(calls):
    module, a = Scale(), leaf(1., 4.)
    module.register_full_backward_pre_hook(calls.pre("p"))
    module.register_full_backward_hook(calls.full("f"))
    first, second = module(a, torch.tensor([5., 6.]))
    (first * second).sum().backward()
    return [a.grad, module.weight.grad]


def one_output_is_unused(calls):
    module, a, b = Scale(), leaf(1., 4.), leaf(5., 6.)
    module.register_full_backward_pre_hook(calls.pre("p"))
    module.register_full_backward_hook(calls.full("f", 2))
    module(a, b)[0].sum().backward()
    return [a.grad, b.grad, module.weight.grad]


def no_input_requires_a_gradient(calls):
    module = Scale()
    module.register_full_backward_pre_hook(calls.pre("p", 2))
    module.register_full_backward_hook(calls.full("f"))
    module(torch.tensor([1., 4.])).sum().backward()
    return [module.weight.grad]


def input_is_unused(calls):
    module, a, b = Scale(), leaf(1., 4.), leaf(5., 6.)
    module.forward = lambda a, b: a * module.weight
    module.register_full_backward_hook(calls.full("f"))
    module(a, b).sum().backward()
    return [a.grad, b.grad, module.weight.grad]


def backward_runs_twice(calls):
    module, a = Scale(), leaf(1., 4.)
    module.register_full_backward_hook(calls.full("f", 2))
    y = module(a).sum()
    y.backward(retain_graph=True)
    y.backward()
    return [a.grad, module.weight.grad]


def backward_is_differentiated(calls):
    module, a = Scale(), leaf(1., 4.)
    module.register_full_backward_hook(calls.full("f", 2))
    first, = torch.autograd.grad((module(a) ** 3).sum(), [a], create_graph=True)
    second, = torch.autograd.grad(first.sum(), [a])
    return [first, second]


def nothing_is_recorded(calls):
    module = Scale()
    module.register_full_backward_hook(calls.full("f"))
    with torch.no_grad():
        y = module(leaf(1., 4.))
    return [y]


def only_a_pre_hook_is_there(calls):
    module = Scale()
    module.register_full_backward_pre_hook(calls.pre("p", 2))
    module(torch.tensor([1., 4.])).sum().backward()
    return [module.weight.grad]


def forward_pre_hook_changes_hooks(calls):
    module, a = Scale(), leaf(1., 4.)
    early = module.register_full_backward_hook(calls.full("early", 2))

    def change(module, inputs):
        early.remove()
        module.register_full_backward_pre_hook(calls.pre("late", 3))
        module.register_full_backward_hook(calls.full("late", 5))

    changing = module.register_forward_pre_hook(change)
    module(a).sum().backward()
    changing.remove()
    module(a).sum().backward()
    return [a.grad, module.weight.grad]


def forward_pre_hook_registers_the_first(calls):
    module, a = Scale(), leaf(1., 4.)

    def register(module, inputs):
        module.register_full_backward_hook(calls.full("f", 5))

    registering = module.register_forward_pre_hook(register)
    module(a).sum().backward()
    registering.remove()
    module(a).sum().backward()
    return [a.grad, module.weight.grad]


def gradient_where_no_input_requires_one(calls):
    module = Scale()
    module.register_full_backward_hook(calls.full("before"))
    module.register_full_backward_hook(lambda m, gi, go: (torch.ones(2),))
    module.register_full_backward_hook(calls.full("after"))
    module(torch.tensor([1., 4.])).sum().backward()


BACKWARDS = [hooks_scale_gradients, hooks_are_in_order, modules_are_nested,
             one_input_requires_no_gradient, one_output_is_unused, no_input_requires_a_gradient,
             input_is_unused, backward_runs_twice, backward_is_differentiated,
             nothing_is_recorded, only_a_pre_hook_is_there, forward_pre_hook_changes_hooks,
             forward_pre_hook_registers_the_first]


def noted(function, take):
    """The calls and warnings, and what `take` makes of the function's call."""
    calls = Calls()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        result = take(lambda: function(calls))
    return {"name": function.__name__, "calls": [json.dumps(c) for c in calls],
            "warnings": python_s(seen), **result}


def backward(function):
    return {"kind": "backward"} | noted(function, lambda call: {
        "grads": [None if grad is None else tensor(grad) for grad in call()]})


def backward_error(function):
    return {"kind": "backward_error"} | noted(function, lambda call: {"error": error(call)})


def cases():
    made = [*all_names(), *keys(), applied()]
    made += [{"kind": "text", "name": name, "text": repr(make())} for name, make in TEXTS.items()]
    made += [{"kind": "error", "name": name, "error": error(call)} for name, call in ERRORS.items()]
    made += [loaded(call) for call in (load_loosely, load_after_missing_are_dropped, load_renamed)]
    made += [metadata(prefix) for prefix in ("", "net.", "net")]
    made += [loaded_old(name) for name in OLD]
    made.append(state_hooks())
    made += [backward(function) for function in BACKWARDS]
    made.append(backward_error(gradient_where_no_input_requires_one))
    return made
