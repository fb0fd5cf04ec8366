"""Modes of differentiation; each belongs to the thread that enters it."""

import functools
import inspect

from . import _C, enums


class Mode:
    """A mode for a with block, or as a decorator for the calls of a function. It is the thread's.
    enter() returns what leave() takes."""

    def __init__(self, enter, leave):
        self._enter, self._leave, self._was = enter, leave, []

    def __enter__(self):
        self._was.append(self._enter())
        return self

    def __exit__(self, *exception):
        self._leave(self._was.pop())

    def _copy(self):
        return Mode(self._enter, self._leave)

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


def _autograd(mode, enabled):
    return Mode(lambda: _C.autograd_enter(mode, enabled), _C.autograd_leave)


def no_grad(function=None):
    """Operations are not recorded for backward."""
    mode = _autograd(enums.AutogradMode.AUTOGRAD_GRAD, False)
    return mode if function is None else mode(function)


def enable_grad(function=None):
    """Operations are recorded for backward."""
    mode = _autograd(enums.AutogradMode.AUTOGRAD_GRAD, True)
    return mode if function is None else mode(function)


def inference_mode(mode=True):
    """Operations are not recorded, and their results never can be."""
    if callable(mode):
        return inference_mode()(mode)
    return _autograd(enums.AutogradMode.AUTOGRAD_INFERENCE, mode)


def without_tangents():
    """Operations compute no tangents."""
    return _autograd(enums.AutogradMode.AUTOGRAD_FORWARD, False)


def _enter_anomaly(enabled, check_nan):
    was = _C.autograd_is_anomaly_enabled(), _C.autograd_is_anomaly_check_nan_enabled()
    _C.autograd_set_anomaly_enabled(enabled, check_nan)
    return was


def _leave_anomaly(was):
    _C.autograd_set_anomaly_enabled(*was)


def detect_anomaly(check_nan=True):
    """Backward names the call that a failing function belongs to, and fails, with check_nan, if one
    returns nan; for all threads."""
    return Mode(lambda: _enter_anomaly(True, check_nan), _leave_anomaly)


class _SetAtOnce(Mode):
    """A mode that holds from now on; the end of a with block sets it back."""

    def __init__(self, enter, leave):
        super().__init__(enter, leave)
        super().__enter__()

    def __enter__(self):
        return self

    def __call__(self, function):
        self.__exit__()
        return super().__call__(function)


class set_grad_enabled(_SetAtOnce):
    """Sets at once whether operations are recorded; the end of a with block sets it back."""

    def __init__(self, mode):
        super().__init__(lambda: _C.autograd_enter(enums.AutogradMode.AUTOGRAD_GRAD, bool(mode)),
                         _C.autograd_leave)


class set_detect_anomaly(_SetAtOnce):
    """Sets at once whether detect_anomaly() holds; the end of a with block sets it back."""

    def __init__(self, mode, check_nan=True):
        super().__init__(lambda: _enter_anomaly(bool(mode), check_nan), _leave_anomaly)
