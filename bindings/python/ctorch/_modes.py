"""Modes of differentiation; each belongs to the thread that enters it."""

import functools
import inspect

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

    def _copy(self):
        return _Mode(self._mode, self._enabled)

    def __call__(self, function):
        if inspect.isgeneratorfunction(function):
            return self._generator(function)

        @functools.wraps(function)
        def call(*args, **kwargs):
            with self._copy():
                return function(*args, **kwargs)

        return call

    def _generator(self, function):
        """Each part of a generator runs in the mode; what is between them does not."""

        @functools.wraps(function)
        def generate(*args, **kwargs):
            inner = function(*args, **kwargs)
            step, given = inner.send, None
            while True:
                try:
                    with self._copy():
                        value = step(given)
                except StopIteration as end:
                    return end.value
                try:
                    step, given = inner.send, (yield value)
                except GeneratorExit:
                    with self._copy():
                        inner.close()
                    raise
                except BaseException as error:  # noqa: BLE001: it is the generator's
                    step, given = inner.throw, error

        return generate


def no_grad(function=None):
    """Operations are not recorded for backward."""
    mode = _Mode(enums.AutogradMode.AUTOGRAD_GRAD, False)
    return mode if function is None else mode(function)


def enable_grad(function=None):
    """Operations are recorded for backward."""
    mode = _Mode(enums.AutogradMode.AUTOGRAD_GRAD, True)
    return mode if function is None else mode(function)


def inference_mode(mode=True):
    """Operations are not recorded, and their results never can be."""
    if callable(mode):
        return inference_mode()(mode)
    return _Mode(enums.AutogradMode.AUTOGRAD_INFERENCE, mode)


class set_grad_enabled(_Mode):
    """Sets at once whether operations are recorded; the end of a with block sets it back."""

    def __init__(self, mode):
        super().__init__(enums.AutogradMode.AUTOGRAD_GRAD, bool(mode))
        super().__enter__()

    def __enter__(self):
        return self

    def __call__(self, function):
        self.__exit__()
        return super().__call__(function)
