"""Exported programs: Python's torch.export."""

from . import _C


class ExportedProgram(_C.export):
    """A program that torch.export.save() has written."""

    def __call__(self, *args, **kwargs):
        return _C._export_call(self, args, tuple(kwargs), tuple(kwargs.values()))


def load(path, **options):
    """Loads a program; the options are model, device and no_mmap."""
    program = ExportedProgram()
    program._take(_C.export_load(path, **options))
    return program
