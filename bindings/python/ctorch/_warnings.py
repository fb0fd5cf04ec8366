"""Warnings of the library: where the program called it."""

import sys
import warnings

from . import _C


def _warn(text, category):
    frame, level = sys._getframe(1), 2
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


_C._warn_by(_warn)
