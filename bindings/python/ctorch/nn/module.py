"""Module: the base of all modules, and what is registered in one."""

import copy
import itertools
import weakref
from collections import namedtuple
from collections.abc import MutableMapping

from .. import _C
from .hooks import Hooked
from .state_dicts import (
    StateHooks,
    add_extra_state,
    after_load,
    after_state,
    before_load,
    before_state,
    check_load,
    take_extra_state,
)
from .utils.parametrize import assign, is_parametrized


class _IncompatibleKeys(namedtuple("_IncompatibleKeys", ("missing_keys", "unexpected_keys"))):
    """What load_state_dict() returns."""

    __slots__ = ()

    def __repr__(self):
        return super().__repr__() if any(self) else "<All keys matched successfully>"


class Parameter(_C.Tensor):
    """A tensor that a module registers when it is assigned to one."""

    __slots__ = ()

    def __new__(cls, data, requires_grad=True):
        made = super().__new__(cls, _C.parameter_new(data, requires_grad))
        _parameters[made._id] = made
        return made

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()


_parameters = weakref.WeakValueDictionary()  # the objects of those that have one, by tensor


def as_parameter(tensor):
    """The object of a parameter: the one that the program has, or a new one."""
    known = _parameters.get(tensor._id)
    if known is None or known._id != tensor._id:
        known = _parameters[tensor._id] = _C.Tensor.__new__(Parameter, tensor)
    return known


classes = {}  # those of the library, by name; "": of a module that has none of these


class Module(Hooked, StateHooks, _C.module):
    """A module with a forward function in Python; parameters, buffers and children are in C."""

    def __init__(self):
        _C._module_begin(self, type(self).__name__)
        self._begin()

    def _begin(self):
        # What is registered without a value has its kind in _nones; _transient has the buffers that
        # are not in the state dict.
        self.__dict__.update(_children={}, _nones={}, _transient=set(), _hooks={})

    def forward(self, *inputs):
        """Computes the outputs; subclasses have their own."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required '
                                  '"forward" function')

    # --- parts

    def register_parameter(self, name, parameter):
        """Adds a parameter, or a name without one."""
        if parameter is not None and not isinstance(parameter, Parameter):
            raise TypeError(f"cannot assign '{type(parameter).__name__}' object to parameter "
                            f"'{name}' (nn.Parameter or None required)")
        self._check_new(name, "parameter")
        self._register(name, "parameter", parameter)

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is no parameter; a persistent one is in the state dict."""
        self._check_new(name, "buffer")
        self._register(name, "buffer", tensor, persistent)

    def add_module(self, name, module):
        """Adds a child."""
        self._check_new(name, "module")
        self._register(name, "module", module)

    register_module = add_module

    def _check_new(self, name, kind):
        """An error if an attribute of another kind has the name."""
        if "_children" in self.__dict__ and hasattr(self, name) and self._find(name)[0] != kind:
            raise KeyError(f"attribute '{name}' already exists")

    def _register(self, name, kind, part, persistent=True):
        if "_children" not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if kind == "module" and part is not None and not isinstance(part, Module):
            raise TypeError(f"{type(part).__name__} is not a Module subclass")
        old, _ = self._find(name)
        if old not in (None, kind):
            self.remove(name)
        if kind == "parameter" and is_parametrized(self, name):
            raise KeyError(f"attribute '{name}' already exists")
        _C._module_register(self, name, kind, part, persistent)
        self._forget(name)  # an attribute of the same name would hide it
        if not persistent:
            self._transient.add(name)
        if part is None:
            self._nones[name] = kind
        elif kind == "module":
            self._children[name] = part

    def _forget(self, name):
        for names in self.__dict__, self._children, self._nones:
            names.pop(name, None)
        self._transient.discard(name)

    def _find(self, name):
        """The kind of what is registered by a name, "parameter", "buffer" or "module", and itself."""
        if name in self._nones:
            return self._nones[name], None
        if name in self._children:
            return "module", self._children[name]
        kind, part = _C._module_find(self, name) or (None, None)
        if kind is not None:
            return kind, as_parameter(part) if kind == "parameter" else part
        for i in range(self.child_count()):
            if self.child_name_at(i) == name:
                return "module", self._children.setdefault(name, self.child_at(i))
        return self._kind_of_none(name), None

    def _kind_of_none(self, name):
        """The kind of a part of a module of the library that is None, such as a bias."""
        return None

    def __setattr__(self, name, value):
        if isinstance(value, Module):
            return self._register(name, "module", value)
        if isinstance(value, Parameter):
            return self._register(name, "parameter", value)
        kind, _ = self._find(name) if "_children" in self.__dict__ else (None, None)
        if kind is None:
            return self._set_other_attribute(name, value)
        if value is not None and not (kind == "buffer" and isinstance(value, _C.Tensor)):
            wanted = {"parameter": "nn.Parameter", "buffer": "Tensor", "module": "nn.Module"}[kind]
            raise TypeError(f"cannot assign '{type(value).__name__}' as {kind} '{name}' "
                            f"({wanted} or None expected)")
        self._register(name, kind, value, name not in self._transient)

    def __delattr__(self, name):
        if name in self.__dict__:
            return super().__delattr__(name)
        self.remove(name)
        self._forget(name)

    def __getattr__(self, name):
        """What is in C: Python has looked for other attributes already."""
        if "_children" not in self.__dict__ or name.startswith("__"):
            raise AttributeError(name)
        kind, part = self._find(name)
        return part if kind is not None else self._other_attribute(name)

    def _set_other_attribute(self, name, value):
        if (isinstance(value, _C.Tensor) and "_children" in self.__dict__
                and is_parametrized(self, name)):
            return assign(self, name, value)
        super().__setattr__(name, value)

    def _other_attribute(self, name):
        try:
            return _C.nn_utils_get_tensor(self, name)  # computed: parametrized, pruned, of a norm
        except AttributeError:
            pass
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def child_at(self, index):
        """The child at a position."""
        return _wrap(super().child_at(index))

    def retain(self):
        """Another object for it, or this one."""
        return _wrap(super().retain())

    def get_submodule(self, path):
        """The module in it that has this path."""
        return _wrap(super().get_submodule(path))

    def named_children(self):
        """The children with their names, in order."""
        for i in range(self.child_count()):
            name = self.child_name_at(i)
            child = getattr(self, name)
            if child is not None:
                yield name, child

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        """The module itself and all that are in it, with their paths; a shared one once."""
        memo = set() if memo is None else memo
        if remove_duplicate and self in memo:
            return
        memo.add(self)
        yield prefix, self
        for name, child in self.named_children():
            yield from child.named_modules(memo, f"{prefix}.{name}" if prefix else name,
                                           remove_duplicate)

    def named_parameters(self, prefix="", recurse=True, remove_duplicate=True):
        """The parameters with their paths; a shared one once, unless `remove_duplicate` is False."""
        return ((n, as_parameter(t)) for n, t in self._tensors(
            False, prefix, recurse, remove_duplicate))

    def named_buffers(self, prefix="", recurse=True, remove_duplicate=True):
        """The buffers with their paths."""
        return self._tensors(True, prefix, recurse, remove_duplicate)

    def _tensors(self, are_buffers, prefix, recurse, remove_duplicate):
        dot = prefix + "." if prefix else ""
        if remove_duplicate or not recurse:
            return ((dot + n, t) for n, t in _C._module_tensors(self, are_buffers, recurse))
        return itertools.chain.from_iterable(
            part._tensors(are_buffers, path, False, True)
            for path, part in self.named_modules(prefix=prefix, remove_duplicate=False))

    # --- modes, moves, state

    @property
    def training(self):
        """Whether the module is in training mode."""
        return self.is_training()

    @training.setter
    def training(self, mode):
        """Sets the mode of this module alone; train() sets those in it, too."""
        others = [(module, module.is_training()) for module in self.modules()]
        super().train(mode)
        for module, was in others[1:]:  # parents come before their children
            _C.module.train(module, was)

    def train(self, mode=True):
        """Sets training or evaluation mode, and returns the module."""
        if all(type(module).train is Module.train for module in self.modules() if module is not self):
            super().train(mode)
            return self
        self.training = mode
        for child in self.children():
            child.train(mode)  # perhaps its own, such as that of a frozen BatchNorm
        return self

    def eval(self):
        """Sets evaluation mode, and returns the module."""
        return self.train(False)

    def to(self, *args, **options):
        """Converts parameters and buffers, which stay the same tensors."""
        for value in args:
            options["dtype" if isinstance(value, _C.dtype) else "device"] = value
        super().to(options)
        return self

    def type(self, dst_type):
        """Converts parameters and buffers to a dtype."""
        return self.to(dst_type)

    def to_empty(self, *, device):
        """Moves parameters and buffers to a device without their values."""
        super().to_empty(device)
        return self

    def cuda(self, device="cuda"):
        """Moves it to a GPU."""
        return self.to(device if isinstance(device, (str, _C.device)) else f"cuda:{device}")

    def requires_grad_(self, requires_grad=True):
        """Sets requires_grad of all parameters."""
        self.set_requires_grad(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Removes the gradients of all parameters, or sets them to zero."""
        super().zero_grad(set_to_none)

    def state_dict(self, *, destination=None, prefix="", keep_vars=False):
        """Parameters and buffers by path, and extra states; as they are if `keep_vars`, else
        detached."""
        before_state(self, prefix, keep_vars)
        state = add_extra_state(self, super().state_dict())
        if keep_vars:
            state.update((n, part) for n, part in itertools.chain(
                self.named_parameters(), self.named_buffers()) if n in state)
        if destination is not None or prefix:
            destination = type(state)() if destination is None else destination
            destination.update((prefix + name, part) for name, part in state.items())
            state = destination
        return after_state(self, state, prefix)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Loads parameters and buffers; returns the missing and the unexpected keys."""
        state, missing, unexpected, errors = before_load(self, state_dict, strict)
        rest, more = take_extra_state(self, state)
        found = super().load_state_dict(rest, no_strict=True, assign=assign)
        if more:  # in the order of the keys
            more = [key for key in add_extra_state(self, super().state_dict())
                    if key in found["missing_keys"] + more]
        missing += more or found["missing_keys"]
        keys = _IncompatibleKeys(missing, unexpected + found["unexpected_keys"])
        after_load(self, keys)
        check_load(self, keys, errors, strict)
        return keys

    def apply(self, function):
        """Calls a function with each module, children before their parents."""
        for child in self.children():
            child.apply(function)
        function(self)
        return self

    def extra_repr(self):
        """What repr() has in the parentheses; subclasses have their own."""
        return ""

    def _get_name(self):
        return type(self).__name__

    def _prints_as_in_c(self):
        """Whether C knows the name and the text of the module; a subclass may have its own."""
        kind = type(self)
        return kind.__repr__ is Module.__repr__ and kind._get_name is Module._get_name

    def __repr__(self):
        if all(module._prints_as_in_c() for module in self.modules()):
            return self.to_string()
        own, children = self.extra_repr().splitlines(), self._children_lines()
        if len(own) <= 1 and not children:
            return f"{self._get_name()}({''.join(own)})"
        return f"{self._get_name()}(\n  " + "\n  ".join([*own, *children]) + "\n)"

    def _children_lines(self):
        return [f"({name}): {_indented(child)}" for name, child in self.named_children()]

    def __dir__(self):
        parts = [*self.named_parameters(recurse=False), *self.named_buffers(recurse=False),
                 *self.named_children()]
        return sorted({*super().__dir__(), *(name for name, _ in parts)})

    # --- copies

    def __reduce_ex__(self, protocol):
        """What makes a copy for pickle and copy: a function, its arguments, and the parts."""
        own = {name: value for name, value in self.__dict__.items()
               if name not in ("_children", "_nones", "_transient")}
        return _new_object, (type(self),), {
            "parameter": dict(self.named_parameters(recurse=False)), "nones": self._nones,
            "buffer": dict(self.named_buffers(recurse=False)), "transient": self._transient,
            "module": dict(self.named_children()), "training": self.training, "dict": own}

    def __setstate__(self, state):
        for kind in "parameter", "buffer", "module":
            for name, part in state[kind].items():
                self._register(name, kind, part, name not in state["transient"])
        for name, kind in state["nones"].items():
            self._register(name, kind, None)
        self.training = state["training"]
        self.__dict__.update(state["dict"])
        self._bind_hooks()

    def __copy__(self):
        raise TypeError("a module cannot be copied by copy.copy(): use copy.deepcopy()")

    def __deepcopy__(self, memo):
        make, arguments, state = self.__reduce_ex__(4)
        memo[id(self)] = copied = make(*arguments)
        copied.__setstate__(copy.deepcopy(state, memo))
        return copied

    def deepcopy(self):
        """The same as copy.deepcopy()."""
        return copy.deepcopy(self)


def _indented(module):
    return repr(module).replace("\n", "\n  ")


def _new_object(kind):
    made = kind.__new__(kind)
    Module.__init__(made)
    return made


class _Parts(MutableMapping):
    """The parts of a module of one kind by their names: what is set is registered."""

    def __init__(self, module, kind, named):
        self._module, self._kind, self._named = module, kind, named

    def _items(self):
        nones = {name: None for name, kind in self._module._nones.items() if kind == self._kind}
        return dict(self._named()) | nones

    def __getitem__(self, name):
        return self._items()[name]

    def __setitem__(self, name, part):
        self._module._register(name, self._kind, part, name not in self._module._transient)

    def __delitem__(self, name):
        self._items()[name]
        delattr(self._module, name)

    def __iter__(self):
        return iter(self._items())

    def __len__(self):
        return len(self._items())

    def __repr__(self):
        return repr(self._items())


def _parts(kind, named):
    return property(lambda self: _Parts(self, kind, lambda: named(self)),
                    doc=f"The {kind}s by their names, which can be changed.")


Module._modules = _parts("module", Module.named_children)
Module._parameters = _parts("parameter", lambda self: self.named_parameters(recurse=False))
Module._buffers = _parts("buffer", lambda self: self.named_buffers(recurse=False))
Module.children = lambda self: (child for _, child in self.named_children())
Module.modules = lambda self: (module for _, module in self.named_modules())
Module.parameters = lambda self, recurse=True: (p for _, p in self.named_parameters("", recurse))
Module.buffers = lambda self, recurse=True: (b for _, b in self.named_buffers("", recurse))
for _name, _where in {"cpu": "cpu", "float": _C.float32, "double": _C.float64, "half": _C.float16,
                      "bfloat16": _C.bfloat16}.items():
    setattr(Module, _name, lambda self, where=_where: self.to(where))


def _wrap(module, named=None):
    """The object of a module in C: the one that has made it, or a new one of its class."""
    made = _C._module_object(module)
    if made is not None:
        return made
    named = named or classes.get(module.to_string().partition("(")[0], classes[""])
    wrapped = named.__new__(named)
    wrapped._take(module)
    wrapped._begin()
    wrapped.__dict__["_arguments"] = ([], {})
    return wrapped
