"""TorchScript: Python's torch.jit for programs in files, and for traces."""

import os

from . import _C
from .nn.module import Module


class ScriptModule(_C.jit):
    """A module of TorchScript. Its methods, children and attributes are attributes of the object."""

    def __call__(self, *args, **kwargs):
        return _C._program_call(self, "forward", args, tuple(kwargs), tuple(kwargs.values()))

    def forward(self, *args, **kwargs):
        """The same as a call."""
        return self(*args, **kwargs)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self.children_names():
            return _wrap(self.get_child(name))
        if name in self.methods():
            return lambda *args, **kwargs: _C._program_call(
                self, name, args, tuple(kwargs), tuple(kwargs.values()))
        return self.get_attribute(name)

    def __setattr__(self, name, value):
        self.set_attribute(name, value)

    def children_names(self):
        """The names of the modules in it."""
        return _C.jit.children(self)

    def named_children(self):
        """The modules in it with their names."""
        return ((name, _wrap(self.get_child(name))) for name in self.children_names())

    def children(self):
        """The modules in it."""
        return (child for _, child in self.named_children())

    def named_parameters(self):
        """The parameters with their paths."""
        return iter(_C.jit.parameters(self).items())

    def parameters(self):
        """The parameters."""
        return (tensor for _, tensor in self.named_parameters())

    def named_buffers(self):
        """The buffers with their paths."""
        return iter(_C.jit.buffers(self).items())

    def buffers(self):
        """The buffers."""
        return (tensor for _, tensor in self.named_buffers())

    @property
    def training(self):
        """Whether it is in training mode."""
        return self.is_training()

    @property
    def code(self):
        """The code of forward(), as Python prints it."""
        return _C.jit.code(self, "forward")

    @property
    def graph(self):
        """The graph of forward(), a text."""
        return _C.jit.graph(self, "forward")

    def train(self, mode=True):
        """Sets training or evaluation mode, and returns the module."""
        _C.jit.train(self, mode)
        return self

    def eval(self):
        """Sets evaluation mode, and returns the module."""
        return self.train(False)

    def to(self, *args, **options):
        """Moves and converts parameters and buffers, and returns the module."""
        for value in args:
            options["dtype" if isinstance(value, _C.dtype) else "device"] = value
        _C.jit.to(self, options)
        return self

    def state_dict(self):
        """The parameters and buffers by their paths, in the order of the modules."""
        state = {}
        for tensors in _C.jit.parameters(self), _C.jit.buffers(self):
            state.update({name: one for name, one in tensors.items() if "." not in name})
        for child, module in self.named_children():
            state.update({f"{child}.{name}": one for name, one in module.state_dict().items()})
        return state

    def save(self, f, _extra_files=None):
        """Writes a file of TorchScript, to a path or an open file."""
        if hasattr(f, "write"):
            f.write(self.encode(_extra_files))
        else:
            _C.jit.save(self, os.fspath(f), _extra_files)


class CompilationUnit(_C.jit_unit):
    """Functions that TorchScript has compiled from text; each is an attribute."""

    def __init__(self, source):
        self._take(_C.jit_unit_new(source))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *args, **kwargs: _C._program_call(self, name, args, tuple(kwargs),
                                                        tuple(kwargs.values()))


def _wrap(handle):
    module = ScriptModule()
    module._take(handle)
    return module


def load(path, map_location=None, _extra_files=None):
    """Loads what torch.jit.save() has written, from a path or an open file; it runs code of the
    file."""
    options = {} if map_location is None else {"device": map_location}
    if hasattr(path, "read"):
        module = _wrap(_C.jit_decode(path.read(), **options))
    else:
        if not os.path.exists(path):
            raise ValueError(f"The provided filename {path} does not exist")
        module = _wrap(_C.jit_load(os.fspath(path), **options))
    if _extra_files is not None:
        files = module.extra_files()
        _extra_files.update({name: files[name] for name in _extra_files if name in files})
    return module


def save(m, f, _extra_files=None):
    """Writes a file of TorchScript, to a path or an open file."""
    m.save(f, _extra_files)


def trace(func, example_inputs):
    """Records what a function or a module calls for sample inputs, a Tensor or a tuple."""
    owner = func if isinstance(func, Module) else None
    return _wrap(_C._jit_trace(func, owner, example_inputs))


def freeze(module, preserved_attrs=None):
    """A copy for evaluation, whose parameters and attributes are constants."""
    return _wrap(_C.jit.freeze(module, preserved_attrs or []))


def optimize_for_inference(module):
    """A frozen copy, rewritten for speed."""
    return _wrap(_C.jit.optimize_for_inference(module))
