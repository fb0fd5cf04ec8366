"""Modes of differentiation; each belongs to the thread that enters it."""

import functools

from . import _C, enums


class _Mode:
    """A mode for a with block, or as a decorator for the calls of a function. It is the thread's."""

    def __init__(self, mode, enabled):
        self._mode, self._enabled, self._was = mode, enabled, []

    def __enter__(self):
        self._was.append(_C._enter_mode(self._mode, self._enabled))
        return self

    def __exit__(self, *exception):
        _C._leave_mode(self._was.pop())

    def __call__(self, function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            with _Mode(self._mode, self._enabled):
                return function(*args, **kwargs)

        return call


def no_grad():
    """Operations are not recorded for backward."""
    return _Mode(enums.AutogradMode.AUTOGRAD_GRAD, False)


def enable_grad():
    """Operations are recorded for backward."""
    return _Mode(enums.AutogradMode.AUTOGRAD_GRAD, True)


def inference_mode(mode=True):
    """Operations are not recorded, and their results never can be."""
    return _Mode(enums.AutogradMode.AUTOGRAD_INFERENCE, mode)
