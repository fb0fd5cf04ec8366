"""Exported programs: Python's torch.export."""

import os

from . import _C
from ._modes import no_grad
from .nn.builtin import is_of_python
from .nn.module import Module
from .nn.module import _wrap as _module_of


class ExportedProgram(_C.export):
    """A program that torch.export.save() has written, or export() has recorded."""

    def __call__(self, *args, **kwargs):
        return _C._program_call(self, "", args, tuple(kwargs), tuple(kwargs.values()))

    @property
    def state_dict(self):
        """The parameters and buffers by their paths."""
        return _C.export.module(self).state_dict()

    def module(self):
        """The program as a module, whose parameters and buffers are its own."""
        return _module_of(super().module())

    def __repr__(self):
        return "ExportedProgram:\n" + self.to_string()


def _wrap(handle):
    program = ExportedProgram()
    program._take(handle)
    return program


def load(path, **options):
    """Loads a program; the options are model, device and no_mmap."""
    os.stat(path)  # a missing file is Python's own error
    return _wrap(_C.export_load(os.fspath(path), **options))


def save(program, path):
    """Writes a program, which torch.export.load() reads."""
    program.save(os.fspath(path))


def _count_outputs(function, args):
    with no_grad():
        outputs = function(*args)
    return len(outputs) if isinstance(outputs, tuple) else 1


def export(module, args, **options):
    """Records what a module, or a function, computes for sample inputs, a tuple; the options, for a
    module, are those of ct_export_record_module()."""
    if not isinstance(module, Module):
        return _wrap(_C._export_record(module, args, _count_outputs(module, args), **options))
    if is_of_python(module):  # C does not know how many outputs it has
        options.setdefault("output_count", _count_outputs(module, args))
    return _wrap(_C.export_record_module(module, args, **options))


def compile(module=None, inputs=None, **options):
    """Records a module as export() does, and compiles the program: Python's torch.compile(), with
    sample inputs. The options are those of ct_compile(). Without inputs, it returns the module as it
    is, which computes the same: so it is a decorator, too."""
    if module is None:
        return lambda decorated: compile(decorated, inputs, **options)
    if inputs is None:
        return module
    program = export(module, inputs)
    program.compile(**options)
    return program
