"""Switches of the libraries that libtorch calls: Python's torch.backends."""

import itertools
import platform
import sys
import types
from contextlib import contextmanager

from . import _C
from ._device import type_of


def _switch(flag):
    return property(lambda self: _C.flag_get(flag), lambda self, enabled: _C.flag_set(flag, enabled))


def _switches(prefix):
    """The switches of libtorch whose names begin so, and have no more dots."""
    named = ((_C.flag_name(flag), flag) for flag in itertools.count())
    rest = ((name.removeprefix(prefix), flag)
            for name, flag in itertools.takewhile(lambda pair: pair[0] is not None, named)
            if name.startswith(prefix))
    return {name: flag for name, flag in rest if "." not in name}


@contextmanager
def _set_for_a_block(switches, values):
    before = {name: getattr(switches, name) for name in values}
    try:
        for name, value in values.items():
            setattr(switches, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(switches, name, value)


class _Backend(types.ModuleType):
    """A module whose attributes are switches, and which has no others to set."""

    def __setattr__(self, name, value):
        if not name.startswith("__") and not hasattr(self, name):
            raise AttributeError(f"{self.__name__} has no switch '{name}'")
        super().__setattr__(name, value)

    def flags(self, **values):
        """Sets switches for a `with` block."""
        return _set_for_a_block(self, values)


def _backend(name, **functions):
    """A module with the switches that libtorch has under its name, and these functions."""
    path = f"backends.{name}"
    switches = {n: _switch(flag) for n, flag in _switches(f"torch.{path}.").items()}
    made = type(name, (_Backend,), switches)(f"{__package__}.{path}", f"Switches of {name}.")
    vars(made).update(functions)
    sys.modules[made.__name__] = made
    return made


def _has_cuda():
    return _C.device_count(type_of("cuda")) > 0


def _cudnn_version():
    """The version of cuDNN, such as 91900; None without a GPU."""
    return _C.cuda_version_numbers()["cudnn"] or None if _has_cuda() else None


def _is_x86():
    return platform.machine() in ("x86_64", "AMD64")


cudnn = _backend("cudnn", is_available=_has_cuda, version=_cudnn_version)
mkldnn = _backend("mkldnn", is_available=lambda: True)
mkl = _backend("mkl", is_available=_is_x86)
openmp = _backend("openmp", is_available=lambda: True)
cpu = _backend("cpu", get_cpu_capability=_C.cpu_capability)
mps = _backend("mps", is_available=lambda: False, is_built=lambda: False)
cuda = _backend("cuda", is_built=_has_cuda, matmul=_backend("cuda.matmul"))


def _kernels(flag):
    """The functions that read and set a switch of scaled_dot_product_attention()."""
    return lambda: _C.flag_get(flag), lambda enabled: _C.flag_set(flag, enabled)


for _name, _flag in _switches("torch.backends.cuda.").items():
    vars(cuda)[f"{_name}_enabled"], vars(cuda)[f"enable_{_name}"] = _kernels(_flag)
