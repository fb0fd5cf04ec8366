"""Functions: Python's torch.nn.functional, torch.nn.init and torch.nn.utils."""

import sys as _sys

from .. import _C


def __getattr__(name):
    """What the tables of torch.nn do not have is an operator of the same name."""
    if not name.startswith("_") and hasattr(_C, name):
        return getattr(_C, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


for _name in dir(_C.functional):
    if not _name.startswith("__"):
        setattr(_sys.modules[__name__], _name, getattr(_C.functional, _name))
