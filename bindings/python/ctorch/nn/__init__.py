"""Modules: Python's torch.nn."""

import ast as _ast
import copy as _copy
import re as _re

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
        self._begin()

    def _begin(self):
        self.__dict__["_children"] = {}
        self.__dict__["_nones"] = {}  # what is registered without a value: its kind
        self.__dict__["_transient"] = set()  # buffers that are not in the state dict

    def forward(self, *inputs):
        """Computes the outputs; subclasses have their own."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required '
                                  '"forward" function')

    def __call__(self, *inputs, **options):
        return self.forward(*inputs, **options)

    # --- parts

    def register_parameter(self, name, parameter):
        """Adds a parameter, or a name without one."""
        self._register(name, "parameter", parameter)

    def register_buffer(self, name, tensor, persistent=True):
        """Adds a tensor that is no parameter; a persistent one is in the state dict."""
        self._register(name, "buffer", tensor, persistent)

    def add_module(self, name, module):
        """Adds a child."""
        self._register(name, "module", module)

    def _register(self, name, what, part, persistent=True):
        old = self._kind_of(name)
        if old not in (None, what):
            self.remove(name)
        _C._module_register(self, name, what, part, persistent)
        # An attribute of the same name would hide it, and C does not tell the names of what is None.
        self.__dict__.pop(name, None)
        self.__dict__["_children"].pop(name, None)
        self.__dict__["_nones"].pop(name, None)
        self.__dict__["_transient"].discard(name)
        if not persistent:
            self.__dict__["_transient"].add(name)
        if part is None:
            self.__dict__["_nones"][name] = what
        elif what == "module":
            self.__dict__["_children"][name] = part

    def _kind_of(self, name):
        """What is registered by this name: "parameter", "buffer", "module", or None."""
        if "_children" not in self.__dict__:  # before __init__()
            return None
        if name in self.__dict__["_children"]:
            return "module"
        if name in self.__dict__["_nones"]:
            return self.__dict__["_nones"][name]
        for what, buffers in ("parameter", False), ("buffer", True):
            if any(part == name for part, _ in _C._module_tensors(self, buffers, False)):
                return what
        if any(self.child_name_at(i) == name for i in range(self.child_count())):
            return "module"
        return self._kind_of_none(name)

    def _kind_of_none(self, name):
        """The same for a part of a module of the library that is None, such as a bias."""
        return None

    def __setattr__(self, name, value):
        if isinstance(value, Module):
            return self._register(name, "module", value)
        if isinstance(value, Parameter):
            return self._register(name, "parameter", value)
        what = self._kind_of(name)
        if what is None:
            return super().__setattr__(name, value)
        if value is not None and not (what == "buffer" and isinstance(value, _C.Tensor)):
            wanted = {"parameter": "nn.Parameter", "buffer": "Tensor", "module": "nn.Module"}[what]
            raise TypeError(f"cannot assign '{type(value).__name__}' as {what} '{name}' "
                            f"({wanted} or None expected)")
        self._register(name, what, value, name not in self.__dict__["_transient"])

    def __delattr__(self, name):
        if name in self.__dict__:
            return super().__delattr__(name)
        self.remove(name)
        self.__dict__["_children"].pop(name, None)
        self.__dict__["_nones"].pop(name, None)

    def __getattr__(self, name):
        """What is in C: Python has looked for other attributes already."""
        children = self.__dict__.get("_children")
        if children is None or name.startswith("__"):
            raise AttributeError(name)
        if name in children:
            return children[name]
        if name in self.__dict__["_nones"]:
            return None
        for buffers in False, True:
            for part, tensor in _C._module_tensors(self, buffers, False):
                if part == name:
                    return tensor if buffers else _parameter(tensor)
        for i in range(self.child_count()):
            if self.child_name_at(i) == name:
                return children.setdefault(name, self.child_at(i))
        if self._kind_of_none(name) is not None:
            return None
        return self._other_attribute(name)

    def _other_attribute(self, name):
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

    def named_parameters(self, prefix="", recurse=True):
        """The parameters with their paths; a shared one once."""
        dot = prefix + "." if prefix else ""
        return ((dot + n, _parameter(t)) for n, t in _C._module_tensors(self, False, recurse))

    def parameters(self, recurse=True):
        """The parameters; a shared one once."""
        return (parameter for _, parameter in self.named_parameters(recurse=recurse))

    def named_buffers(self, prefix="", recurse=True):
        """The buffers with their paths."""
        dot = prefix + "." if prefix else ""
        return ((dot + n, t) for n, t in _C._module_tensors(self, True, recurse))

    def buffers(self, recurse=True):
        """The buffers."""
        return (tensor for _, tensor in self.named_buffers(recurse=recurse))

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

    def cpu(self):
        """Moves it to the CPU."""
        return self.to("cpu")

    def cuda(self, device="cuda"):
        """Moves it to a GPU."""
        return self.to(device if isinstance(device, (str, _C.device)) else f"cuda:{device}")

    def float(self):
        """Converts it to float32."""
        return self.to(_C.float32)

    def double(self):
        """Converts it to float64."""
        return self.to(_C.float64)

    def half(self):
        """Converts it to float16."""
        return self.to(_C.float16)

    def bfloat16(self):
        """Converts it to bfloat16."""
        return self.to(_C.bfloat16)

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

    def __deepcopy__(self, memo):
        if any(_is_of_python(module) for module in self.modules()):
            raise TypeError(f"'{type(self).__name__}' has a forward function in Python, so it cannot "
                            "be copied: make a new one and load the state dict")
        return self._copy_into(_wrap(super().deepcopy(), type(self)), memo)

    def _copy_into(self, copied, memo):
        """Gives a copy made in C, and the modules in it, the classes and attributes of Python."""
        memo[id(self)] = copied
        for name, value in self.__dict__.items():
            if name != "_children":
                copied.__dict__[name] = _copy.deepcopy(value, memo)
        for name, child in self.__dict__["_children"].items():
            made = _wrap(_C.module.get_submodule(copied, name), type(child))
            copied.__dict__["_children"][name] = child._copy_into(made, memo)
        return copied

    def deepcopy(self):
        """The same as copy.deepcopy()."""
        return self.__deepcopy__({})

    def __reduce_ex__(self, protocol):
        raise TypeError("modules cannot be pickled or copied by copy.copy(): ctorch.save() writes "
                        "their state_dict(), which a new module loads")


def _is_of_python(module):
    """Whether C does not know the forward function of a module."""
    known = getattr(type(module), "_library_forward", None)
    return (known is None or type(module).forward is not known or "forward" in module.__dict__
            or type(module).__call__ is not Module.__call__)


class Builtin(Module):
    """A module of the library, made by the name of its class."""

    def __init__(self, *args, **kwargs):
        name = type(self)._class
        given = [_describe(value) for value in args]
        named = {key: _describe(value) for key, value in kwargs.items()}
        self._take(_C.nn_new(name, given, named))
        self._begin()
        self.__dict__["_arguments"] = (given, named)

    def forward(self, *inputs, **named):
        """Calls the forward function in C."""
        return _C._module_call(self, inputs + self._by_name(len(inputs), named))

    def _by_name(self, given, named):
        """The inputs after the first ones; C takes tensors alone."""
        names = self._inputs[given:]
        for name in named:
            if name not in names:
                raise TypeError(f"{self._class}.forward() takes the Tensors "
                                f"{', '.join(self._inputs)}, not '{name}'")
        rest = tuple(named.get(name) for name in names)
        while rest and rest[-1] is None:
            rest = rest[:-1]
        return rest

    def _register(self, name, what, part, persistent=True):
        if what == "module" and part is not None and not isinstance(self, _Container) and any(
                isinstance(module, Builtin) and _is_of_python(module) for module in part.modules()):
            raise TypeError(f"{self._class} calls '{name}' in C, which does not know the forward() "
                            "of a subclass of a module of the library: derive it from nn.Module")
        super()._register(name, what, part, persistent)

    def __setattr__(self, name, value):
        if self._kind_of(name) is None and "_arguments" in self.__dict__ and any(
                name == own for _, own, _ in self._parameters) and value != getattr(self, name, _ABSENT):
            raise AttributeError(f"C computes with the '{name}' that the {self._class} was made with: "
                                 "make another module")
        super().__setattr__(name, value)

    def _kind_of_none(self, name):
        try:
            self.get_parameter(name)
        except AttributeError as error:
            if "is not an nn.Parameter" in str(error):
                return "parameter"
        try:
            if self.get_buffer(name) is None:
                return "buffer"
        except AttributeError:
            pass
        return None

    def _other_attribute(self, name):
        """An argument that the module was made with."""
        args, kwargs = self.__dict__["_arguments"]
        for (kind, own, default), given in zip(self._parameters, [*args, *[_ABSENT] * 99]):
            value = kwargs.get(own, given)
            if own == name and value is _ABSENT and (args or kwargs):
                value = _default(default)
            if own == name and value is not _ABSENT and own not in ("device", "dtype"):
                size = kind.partition("[")[2].rstrip("]?")
                return (value,) * int(size) if size.isdigit() and isinstance(value, int) else value
        return super()._other_attribute(name)

    _library_forward = forward  # what C computes; classes of the library have their own


def _describe(value):
    """A module among the arguments of another one goes as its class and arguments."""
    if not isinstance(value, Module):
        return value
    if any(_is_of_python(module) for module in value.modules()):
        raise TypeError("only modules of the library can be arguments of this class")
    args, kwargs = value.__dict__["_arguments"]
    return {"class": type(value)._class, "args": args, "kwargs": kwargs}


class _Recurrent(Builtin):
    """Takes and returns its state as Python does: a tensor, or a tuple (h, c)."""

    def forward(self, input, hx=None):
        """Computes the outputs and the last state."""
        states = hx if isinstance(hx, tuple) else (hx,)
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

    def _refill(self, modules):
        for name, _ in list(self.named_children()):
            delattr(self, name)
        self._extend(modules)

    def append(self, module):
        """Adds a module at the end."""
        self._extend((module,))
        return self

    def extend(self, modules):
        """Adds modules at the end."""
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index, module):
        """Adds a module before another one."""
        modules = list(self.children())
        modules.insert(index, module)
        self._refill(modules)
        return self

    def __setitem__(self, index, module):
        self.add_module([name for name, _ in self.named_children()][index], module)

    def __delitem__(self, index):
        modules = list(self.children())
        del modules[index]
        self._refill(modules)

    def __len__(self):
        return self.child_count()

    def __iter__(self):
        return self.children()

    def __getitem__(self, key):
        names = [name for name, _ in self.named_children()]
        if isinstance(key, slice):
            return self._of([getattr(self, name) for name in names[key]])
        return getattr(self, key if isinstance(key, str) else names[key])


class _Sequential(_Container):
    def _python_parts(self):
        """All modules in it that have been made in Python: any other is of a class of the library."""
        for child in self.__dict__["_children"].values():
            yield child
            if isinstance(child, _Sequential):
                yield from child._python_parts()

    def _of(self, modules):
        return type(self)(*modules)

    def forward(self, *inputs, **named):
        """Calls the modules in C, or one by one if C does not know the forward function of one."""
        if not any(_is_of_python(module) for module in self._python_parts()):
            return super().forward(*inputs, **named)
        result, *_ = inputs or named.values()
        for child in self.children():
            result = child(result)
        return result


class _List(_Container):
    def __init__(self, modules=()):
        super().__init__(*modules)

    def _of(self, modules):
        return type(self)(modules)

    def forward(self, *inputs):
        """Lists have none."""
        raise NotImplementedError('Module [ModuleList] is missing the required "forward" function')


class _Dict(_Container):
    def __init__(self, modules=None):
        super().__init__(dict(modules or {}))

    def __iter__(self):
        return (name for name, _ in self.named_children())

    def __setitem__(self, name, module):
        self.add_module(name, module)

    def __delitem__(self, name):
        delattr(self, name)

    def __contains__(self, name):
        return name in list(self)

    def keys(self):
        """The names, in order."""
        return list(self)

    def values(self):
        """The modules, in order."""
        return list(self.children())

    def items(self):
        """The names and the modules, in order."""
        return list(self.named_children())

    def update(self, modules):
        """Adds or replaces modules."""
        for name, module in dict(modules).items():
            self.add_module(name, module)


class _ParameterList(Builtin):
    def __init__(self, values=()):
        super().__init__()
        self.extend(values)

    def append(self, value):
        """Adds a parameter at the end."""
        _C.parameter_list_append(self, value)
        return self

    def extend(self, values):
        """Adds parameters at the end."""
        for value in values:
            self.append(value)
        return self

    def __len__(self):
        return _C.parameter_list_count(self)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)([self[i] for i in range(*index.indices(len(self)))])
        return _parameter(_C.parameter_list_get(self, index))

    def __setitem__(self, index, value):
        _C.parameter_list_set(self, index, value)

    def __iter__(self):
        return (self[i] for i in range(len(self)))


class _ParameterDict(Builtin):
    def __init__(self, values=None):
        super().__init__()
        self.update(values or {})

    def __len__(self):
        return _C.parameter_dict_count(self)

    def __iter__(self):
        return (_C.parameter_dict_key_at(self, i) for i in range(len(self)))

    def __contains__(self, name):
        return _C.parameter_dict_has(self, name)

    def __getitem__(self, name):
        return _parameter(_C.parameter_dict_get(self, name))

    def __setitem__(self, name, value):
        _C.parameter_dict_set(self, name, value)

    def __delitem__(self, name):
        _C.parameter_dict_remove(self, name)

    def update(self, values):
        """Adds or replaces parameters."""
        for name, value in dict(values).items():
            self[name] = value

    def keys(self):
        """The names, in order."""
        return list(self)

    def values(self):
        """The parameters, in order."""
        return [self[name] for name in self]

    def items(self):
        """The names and the parameters, in order."""
        return [(name, self[name]) for name in self]


_ABSENT = object()

_BASES = {"Sequential": _Sequential, "ModuleList": _List, "ModuleDict": _Dict,
          "ParameterList": _ParameterList, "ParameterDict": _ParameterDict,
          "RNN": _Recurrent, "GRU": _Recurrent, "LSTM": _Recurrent}


def _parameter(tensor):
    return _C.Tensor.__new__(Parameter, tensor)


def _default(text):
    try:
        return _ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _ABSENT


def _parse(schema):
    """The parameters of a schema: their types, names and defaults."""
    inside = schema[schema.index("(") + 1:].rpartition(") ->")[0] if ") ->" in schema else (
        schema[schema.index("(") + 1:].rpartition(")")[0])
    return _re.findall(r"([\w.]+(?:\[\d*\])?\??) (\w+)(?:=(\"[^\"]*\"|\[[^]]*\]|[^,]*))?", inside)


def _wrap(module, named=None):
    """The object of a module in C: the one that has made it, or a new one of its class."""
    made = _C._module_object(module)
    if made is not None:
        return made
    named = named or globals().get(module.to_string().partition("(")[0], Builtin)
    wrapped = named.__new__(named)
    wrapped._take(module)
    wrapped._begin()
    wrapped.__dict__["_arguments"] = ([], {})
    return wrapped


def _make_classes():
    for made in _C.nn_list_classes():
        name = made["name"]
        base = _BASES.get(name, Builtin)
        inputs = _parse(made.get("forward") or "forward()")
        globals()[name] = type(name, (base,), {
            "__doc__": made.get("schema", ""), "__module__": __name__, "_class": name,
            "_library_forward": base.forward,
            "_parameters": _parse(made.get("schema") or "()"),
            "_inputs": [n for kind, n, _ in inputs if kind.startswith("Tensor")]})


_make_classes()
