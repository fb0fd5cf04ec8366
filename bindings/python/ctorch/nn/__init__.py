"""Modules: Python's torch.nn."""

from collections import OrderedDict as _OrderedDict

from .. import _C
from . import functional, init, utils


class Parameter(_C.Tensor):
    """A tensor that a module registers when it is assigned to one."""

    __slots__ = ()

    def __new__(cls, data, requires_grad=True):
        return super().__new__(cls, _C.parameter_new(data, requires_grad))


class Module(_C.module):
    """A module with a forward function in Python; parameters, buffers and children are in C."""

    def __init__(self):
        _C._module_begin(self, type(self).__name__)
        self.__dict__["_children"] = {}

    def forward(self, *inputs):
        """Computes the outputs; subclasses have their own."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required '
                                  '"forward" function')

    def __call__(self, *inputs, **options):
        return self.forward(*inputs, **options)

    # --- parts

    def register_parameter(self, name, parameter):
        """Adds a parameter, or a name without one."""
        _C._module_register(self, name, "parameter", parameter, True)

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is no parameter; a persistent one is in the state dict."""
        _C._module_register(self, name, "buffer", tensor, persistent)

    def add_module(self, name, module):
        """Adds a child."""
        _C._module_register(self, name, "module", module, True)
        self.__dict__["_children"][name] = module

    def __setattr__(self, name, value):
        if isinstance(value, Module):
            self.add_module(name, value)
        elif isinstance(value, Parameter):
            self.register_parameter(name, value)
        elif isinstance(value, _C.Tensor) and name in dict(_C._module_tensors(self, True, False)):
            self.register_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name):
        if name in self.__dict__:
            return super().__delattr__(name)
        self.remove(name)
        self.__dict__["_children"].pop(name, None)

    def __getattr__(self, name):
        """What is in C: Python has looked for other attributes already."""
        children = self.__dict__.get("_children")
        if children is None or name.startswith("__"):
            raise AttributeError(name)
        if name in children:
            return children[name]
        for buffers in False, True:
            for part, tensor in _C._module_tensors(self, buffers, False):
                if part == name:
                    return tensor if buffers else _parameter(tensor)
        for i in range(self.child_count()):
            if self.child_name_at(i) == name:
                return children.setdefault(name, _wrap(self.child_at(i)))
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def named_children(self):
        """The children with their names, in order."""
        for i in range(self.child_count()):
            name = self.child_name_at(i)
            yield name, getattr(self, name)

    def children(self):
        """The children, in order."""
        return (child for _, child in self.named_children())

    def named_modules(self, prefix=""):
        """The module itself and all that are in it, with their paths."""
        yield prefix, self
        for name, child in self.named_children():
            yield from child.named_modules(f"{prefix}.{name}" if prefix else name)

    def modules(self):
        """The module itself and all that are in it."""
        return (module for _, module in self.named_modules())

    def named_parameters(self, recurse=True):
        """The parameters with their paths; a shared one once."""
        return ((n, _parameter(t)) for n, t in _C._module_tensors(self, False, recurse))

    def parameters(self, recurse=True):
        """The parameters; a shared one once."""
        return (parameter for _, parameter in self.named_parameters(recurse))

    def named_buffers(self, recurse=True):
        """The buffers with their paths."""
        return iter(_C._module_tensors(self, True, recurse))

    def buffers(self, recurse=True):
        """The buffers."""
        return (tensor for _, tensor in self.named_buffers(recurse))

    # --- modes, moves, state

    @property
    def training(self):
        """Whether the module is in training mode."""
        return self.is_training()

    def train(self, mode=True):
        """Sets training or evaluation mode, and returns the module."""
        super().train(mode)
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

    def requires_grad_(self, requires_grad=True):
        """Sets requires_grad of all parameters."""
        self.set_requires_grad(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        """Removes the gradients of all parameters, or sets them to zero."""
        super().zero_grad(set_to_none)

    def load_state_dict(self, state_dict, strict=True, assign=False):
        """Loads parameters and buffers; returns the missing and the unexpected keys."""
        return super().load_state_dict(state_dict, no_strict=not strict, assign=assign)

    def apply(self, function):
        """Calls a function with each module, children before their parents."""
        for child in self.children():
            child.apply(function)
        function(self)
        return self

    def __repr__(self):
        return self.to_string()


class Builtin(Module):
    """A module of the library, made by the name of its class."""

    def __init__(self, *args, **kwargs):
        name = type(self)._class
        given = [_describe(value) for value in args]
        named = {key: _describe(value) for key, value in kwargs.items()}
        self._take(_C.nn_new(name, given, named))
        self.__dict__["_children"] = {}
        self.__dict__["_arguments"] = (given, named)

    def forward(self, *inputs):
        """Calls the forward function in C."""
        return _C._module_call(self, inputs)


def _describe(value):
    """A module among the arguments of another one goes as its class and arguments."""
    if not isinstance(value, Module):
        return value
    if not isinstance(value, Builtin):
        raise TypeError("only modules of the library can be arguments of this class")
    args, kwargs = value.__dict__["_arguments"]
    return {"class": type(value)._class, "args": args, "kwargs": kwargs}


class _Recurrent(Builtin):
    """Takes and returns its state as Python does: a tensor, or a tuple (h, c)."""

    def forward(self, input, state=None):
        """Computes the outputs and the last state."""
        states = state if isinstance(state, tuple) else (state,)
        output, *last = _C._module_call(self, (input, *states))
        return output, last[0] if len(last) == 1 else tuple(last)


class _Container(Builtin):
    """Holds modules; those written in Python are called, too."""

    def __init__(self, *modules):
        super().__init__()
        self._extend(modules)

    def _extend(self, modules):
        if len(modules) == 1 and isinstance(modules[0], dict):
            pairs = modules[0].items()
        else:
            first = self.child_count()
            pairs = ((str(first + i), module) for i, module in enumerate(modules))
        for name, module in pairs:
            self.add_module(name, module)

    def __len__(self):
        return self.child_count()

    def __iter__(self):
        return self.children()

    def __getitem__(self, key):
        names = [name for name, _ in self.named_children()]
        if isinstance(key, slice):
            return type(self)(*(getattr(self, name) for name in names[key]))
        return getattr(self, key if isinstance(key, str) else names[key])


class _List(_Container):
    def __init__(self, modules=()):
        super().__init__(*modules)

    def append(self, module):
        """Adds a module at the end."""
        self._extend((module,))
        return self


class _Dict(_Container):
    def __init__(self, modules=None):
        super().__init__(dict(modules or {}))

    def __iter__(self):
        return (name for name, _ in self.named_children())

    def __setitem__(self, name, module):
        self.add_module(name, module)


_BASES = {"Sequential": _Container, "ModuleList": _List, "ModuleDict": _Dict,
          "RNN": _Recurrent, "GRU": _Recurrent, "LSTM": _Recurrent}


def _parameter(tensor):
    return _C.Tensor.__new__(Parameter, tensor)


def _wrap(module):
    """The object of a module in C: the one that has made it, or a new one of its class."""
    made = _C._module_object(module)
    if made is not None:
        return made
    named = globals().get(module.to_string().partition("(")[0], Builtin)
    wrapped = named.__new__(named)
    wrapped._take(module)
    wrapped.__dict__["_children"] = {}
    wrapped.__dict__["_arguments"] = ([], {})
    return wrapped


def _make_classes():
    for made in _C.nn_list_classes():
        name = made["name"]
        members = {"__doc__": made.get("schema", ""), "__module__": __name__, "_class": name}
        globals()[name] = type(name, (_BASES.get(name, Builtin),), members)


_make_classes()
