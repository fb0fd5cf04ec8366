"""Containers of modules and of parameters."""

import itertools
import operator
from collections import namedtuple
from collections.abc import MutableMapping

from .. import _C
from .builtin import Builtin, is_of_python
from .module import _indented, as_parameter
from .utils.rnn import PackedSequence


class _Container(Builtin):
    """Holds modules; those written in Python are called, too."""

    _is_container = True

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

    def _at(self, name):
        """The module of a name, which may be that of a method, too."""
        kind, module = self._find(name)
        if kind != "module":
            raise KeyError(name)
        return module

    def __len__(self):
        return self.child_count()


class _Series(_Container):
    """Modules in order, found by their indices."""

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

    def pop(self, index):
        """Removes a module, and returns it."""
        module = self[index]
        del self[index]
        return module

    def _name(self, index):
        names, index = [name for name, _ in self.named_children()], operator.index(index)
        if not -len(names) <= index < len(names):
            raise IndexError(f"index {index} is out of range")
        return names[index]

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._of(dict(list(self.named_children())[index]))
        return self._at(self._name(index))

    def __setitem__(self, index, module):
        self.add_module(self._name(index), module)

    def __delitem__(self, index):
        modules = list(self.children())
        del modules[index]
        self._refill(modules)

    def __iter__(self):
        return self.children()

    def __add__(self, other):
        return self._of(dict(enumerate([*self, *other])))

    def __iadd__(self, other):
        return self.extend(other)


class Sequential(_Series):
    def _python_parts(self):
        """All modules in it that have been made in Python: any other is of a class of the library."""
        for child in self._children.values():
            yield child
            if isinstance(child, Sequential):
                yield from child._python_parts()

    def _of(self, modules):
        return type(self)({str(name): module for name, module in modules.items()})

    def forward(self, *inputs, **named):
        """Calls the modules in C, or one by one if C does not know the forward function of one, or
        would pass on only the first of several outputs."""
        if not any(is_of_python(module) or module._hooks or module._has_outputs()
                   for module in self._python_parts()):
            return super().forward(*inputs, **named)
        result, *_ = inputs or named.values()
        for child in self.children():
            result = child(result)
        return result


class ModuleList(_Series):
    def __init__(self, modules=()):
        super().__init__(*modules)

    def _children_lines(self):
        """One line for each run of modules that print the same."""
        lines, first = [], 0
        for text, same in itertools.groupby(map(_indented, self)):
            count = len(list(same))
            where = f"({first})" if count == 1 else f"({first}-{first + count - 1})"
            lines.append(f"{where}: {text}" if count == 1 else f"{where}: {count} x {text}")
            first += count
        return lines

    def _of(self, modules):
        return type(self)(modules.values())

    def forward(self, *inputs):
        """Lists have none."""
        raise NotImplementedError('Module [ModuleList] is missing the required "forward" function')


class ModuleDict(_Container, MutableMapping):
    def __init__(self, modules=None):
        super().__init__(dict(modules or {}))

    def __iter__(self):
        return (name for name, _ in self.named_children())

    def __getitem__(self, name):
        return self._at(name)

    def __setitem__(self, name, module):
        self.add_module(name, module)

    def __delitem__(self, name):
        delattr(self, name)

    def __contains__(self, name):
        return name in list(self)


class ParameterList(Builtin):
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
        return as_parameter(_C.parameter_list_get(self, index))

    def __setitem__(self, index, value):
        _C.parameter_list_set(self, index, value)

    def __iter__(self):
        return (self[i] for i in range(len(self)))


class ParameterDict(Builtin, MutableMapping):
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
        return as_parameter(_C.parameter_dict_get(self, name))

    def __setitem__(self, name, value):
        _C.parameter_dict_set(self, name, value)

    def __delitem__(self, name):
        _C.parameter_dict_remove(self, name)


class Recurrent(Builtin):
    """Takes and returns its state as Python does: a tensor, or a tuple (h, c)."""

    def forward(self, input, hx=None):
        """Computes the outputs and the last state."""
        states = hx if isinstance(hx, tuple) else (hx,)
        if isinstance(input, PackedSequence):
            packed, *last = getattr(_C, f"nn_{self._class}_forward_packed")(
                self, input._asdict(), *states)
            output = PackedSequence(**packed)
        else:
            output, *last = _C._module_call(self, (input, *states))
        return output, last[0] if len(last) == 1 else tuple(last)

    def flatten_parameters(self):
        """Nothing to do: C keeps no copy of the weights."""


class LSTMCell(Builtin):
    """Takes its state as Python does: a tuple (h, c)."""

    def forward(self, input, hx=None):
        """Computes the next state."""
        if isinstance(hx, _C.Tensor):
            raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not "
                            "Tensor")
        return _C._module_call(self, (input, *(hx or ())))


class Embedding(Builtin):
    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, *args, **options):
        """A module whose table shares the memory of a matrix; the other arguments are the class's."""
        if embeddings.ndim != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        made = cls(*embeddings.shape, *args, **options, _weight=embeddings)
        del made._arguments[1]["_weight"]  # a copy has its own
        made.weight.requires_grad = not freeze
        return made


EmbeddingBag = Embedding


class AdaptiveLogSoftmaxWithLoss(Builtin):
    def forward(self, input_, target_):
        """Computes the output of each sample, and the loss."""
        return _ASMoutput(*super().forward(input_, target_))

    def log_prob(self, input):
        """The logarithms of the probabilities of all classes."""
        return _C.nn_AdaptiveLogSoftmaxWithLoss_log_prob(self, input)

    def predict(self, input):
        """The likeliest class of each sample."""
        return _C.nn_AdaptiveLogSoftmaxWithLoss_predict(self, input)


_ASMoutput = namedtuple("_ASMoutput", ("output", "loss"))


class Transformer(Builtin):
    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """A mask for sequences of this length: what comes later is -inf."""
        return _C.nn_Transformer_generate_square_subsequent_mask(
            sz, dtype or _C.default_dtype(), device or "cpu")
