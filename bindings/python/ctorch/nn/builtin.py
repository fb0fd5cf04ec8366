"""Modules of the library, made by the names of their classes."""

import ast
import copy
import re

from .. import _C
from . import functional
from .module import Module, _wrap, as_parameter, classes


def is_of_python(module):
    """Whether C does not know the forward function of a module."""
    known = getattr(type(module), "_library_forward", None)
    return (known is None or type(module).forward is not known or "forward" in module.__dict__
            or type(module).__call__ is not Module.__call__)


class Builtin(Module):
    """A module of the library, made by the name of its class."""

    _class, _inputs, _schema, _forward = "module", (), (), ()
    _is_container = _may_return_indices = _returns_several = False
    _first_option = None  # the position of the first argument of forward() that is no tensor

    def __init__(self, *args, **kwargs):
        self._make(args, kwargs)
        if type(self).reset_parameters is not _C.module.reset_parameters:
            self.reset_parameters()  # a subclass's own

    def _make(self, args, kwargs):
        given = [_describe(value) for value in args]
        named = {key: _describe(value) for key, value in kwargs.items()}
        self._take(_C.nn_new(self._class, given, named))
        self._begin()
        self.__dict__["_arguments"] = (given, named)

    def forward(self, *inputs, **named):
        """Calls the forward function in C."""
        if not named and (self._first_option is None or len(inputs) <= self._first_option):
            return self._call(inputs)
        given = self._by_name(inputs, named)
        if not all(name in self._inputs for name in given):
            return self._call_with_options(given)
        inputs = [given.get(name) for name in self._inputs]
        while inputs and inputs[-1] is None:
            inputs.pop()
        return self._call(tuple(inputs))

    def _call(self, inputs):
        return _C._module_call(self, inputs, self, not self._has_outputs())

    def _has_outputs(self):
        """Whether it returns several; pooling does only if it was made with return_indices."""
        return self._returns_several and (not self._may_return_indices
                                          or getattr(self, "return_indices", False))

    def _by_name(self, inputs, named):
        """The arguments that are not the defaults."""
        names = [name for _, name, _ in self._forward]
        if len(inputs) > len(names):
            raise TypeError(f"{self._class}.forward() takes {', '.join(names)}, but {len(inputs)} "
                            "arguments were given")
        for name in named:
            if name not in names:
                raise TypeError(f"{self._class}.forward() takes {', '.join(names)}, not '{name}'")
            if name in names[:len(inputs)]:
                raise TypeError(f"{self._class}.forward() got multiple values for '{name}'")
        given = dict(zip(names, inputs)) | named
        return {name: given[name] for _, name, default in self._forward
                if name in given and given[name] is not _default(default)}

    def _call_with_options(self, given):
        """Calls the function in C that takes more than tensors, whose options have other names."""
        for kind, name, default in self._forward:
            if name in given and kind == "bool?":
                given[name] = 1 if given[name] else 2  # ct_nn_causal
            elif name in given and default == "True":
                given["no_" + name] = not given.pop(name)
        function = re.sub("^Lazy|[123]d$", "", self._class)
        result = getattr(_C, f"nn_{function}_forward")(self, **given)
        return tuple(result) if isinstance(result, tuple) else result

    def _register(self, name, kind, part, persistent=True):
        if kind == "module" and part is not None and not self._is_container and any(
                isinstance(module, Builtin) and is_of_python(module) for module in part.modules()):
            raise TypeError(f"{self._class} calls '{name}' in C, which does not know the forward() "
                            "of a subclass of a module of the library: derive it from nn.Module")
        super()._register(name, kind, part, persistent)

    def __setattr__(self, name, value):
        if "_arguments" in self.__dict__ and self._find(name)[0] is None and any(
                name == own for _, own, _ in self._schema) and value != getattr(self, name, _ABSENT):
            raise AttributeError(f"C computes with the '{name}' that the {self._class} was made with: "
                                 "make another module")
        super().__setattr__(name, value)

    def extra_repr(self):
        """What repr() has in the parentheses, before the modules in it."""
        _, _, inside = self.to_string().partition("(")
        if not inside.startswith("\n"):
            return inside[:-1]
        return "" if self.child_count() else inside[1:-2].replace("\n  ", "\n")[2:]

    def _get_name(self):
        kind = type(self)
        return self.to_string().partition("(")[0] if kind is Builtin else kind.__name__

    def _prints_as_in_c(self):
        kind, known = type(self), classes.get(self._class, Builtin)
        return kind is known or kind.__name__ == self._class and all(
            getattr(kind, name) is getattr(known, name)
            for name in ("__repr__", "_get_name", "extra_repr"))

    def _runs_in_c(self, kind):
        return kind.startswith("forward") or not (self._is_container or is_of_python(self))

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
        args, kwargs = self._arguments
        for (kind, own, default), given in zip(self._schema, [*args, *[_ABSENT] * 99]):
            value = kwargs.get(own, given)
            if own == name and value is _ABSENT and (args or kwargs):
                value = _default(default)
            if own == name and value is not _ABSENT and own not in ("device", "dtype"):
                size = kind.partition("[")[2].rstrip("]?")
                return (value,) * int(size) if size.isdigit() and isinstance(value, int) else value
        return super()._other_attribute(name)

    # --- copies

    def __reduce_ex__(self, protocol):
        if not self._is_container and self.child_count() > 0:
            raise TypeError(f"a {self._class} cannot be pickled, since C has made its parts: pickle "
                            "its state_dict(), which a new one loads")
        _, _, state = super().__reduce_ex__(protocol)
        return _new_builtin, (type(self), *self._arguments), state

    def __deepcopy__(self, memo):
        if self._is_container and any(is_of_python(module) for module in self.modules()):
            return super().__deepcopy__(memo)
        copied = self._copy_into(_wrap(_C.module.deepcopy(self), type(self)), memo)
        # A parameter that another module shares stays shared.
        for path, parameter in self.named_parameters():
            owner, _, name = path.rpartition(".")
            known = memo.setdefault(parameter._key(), as_parameter(copied.get_parameter(path)))
            (copied.get_submodule(owner) if owner else copied)._register(name, "parameter", known)
        return copied

    def _copy_into(self, copied, memo):
        """Gives a copy made in C, and the modules in it, the classes and attributes of Python."""
        memo[id(self)] = copied
        for name, value in self.__dict__.items():
            if name != "_children":
                copied.__dict__[name] = copy.deepcopy(value, memo)
        for name, child in self._children.items():
            made = _wrap(_C.module.get_submodule(copied, name), type(child))
            copied._children[name] = child._copy_into(made, memo)
        copied._bind_hooks()
        return copied

    _library_forward = forward  # what C computes; classes of the library have their own


def _new_builtin(kind, args, kwargs):
    made = kind.__new__(kind)
    made._make(args, kwargs)
    return made


def _describe(value):
    """A module among the arguments of another one goes as its class and arguments."""
    if value in (_C.gelu, _C.relu, functional.relu):
        return value.__name__  # for a transformer's layer
    if not isinstance(value, Module):
        return value
    if any(is_of_python(module) for module in value.modules()):
        raise TypeError("only modules of the library can be arguments of this class")
    args, kwargs = value._arguments
    return {"class": type(value)._class, "args": args, "kwargs": kwargs}


classes[""] = Builtin
_ABSENT = object()


def _default(text):
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return _ABSENT


def parse(schema):
    """The parameters of a schema: their types, names and defaults."""
    inside = schema[schema.index("(") + 1:].rpartition(") ->")[0] if ") ->" in schema else (
        schema[schema.index("(") + 1:].rpartition(")")[0])
    return re.findall(r"([\w.]+\??(?:\[\d*\])?\??) (\w+)(?:=(\"[^\"]*\"|\[[^]]*\]|[^,]*))?", inside)
