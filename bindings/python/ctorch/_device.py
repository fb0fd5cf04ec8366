"""Devices as modes, their types, and what they have of Python's torch.Generator."""

import operator
import threading

from . import _C, enums

_before = threading.local()  # the default devices of the with blocks that this thread is in


def _enter(device):
    """New tensors are on the device, in this thread, until the end of a with block."""
    if not hasattr(_before, "devices"):
        _before.devices = []
    _before.devices.append(_C._swap_default_device(device))
    return device


def _leave(*_):
    _C._swap_default_device(_before.devices.pop())


_C.device.__enter__, _C.device.__exit__ = _enter, _leave


def type_of(device):
    """The number that C has for the type of a device: "cpu", "cuda:1"."""
    return enums.DeviceType["DEVICE_TYPE_" + _C.device(device).type.upper()]


def as_seed(number):
    """The seed of a number, which may be negative."""
    if not -2**63 <= number < 2**64:
        raise ValueError(f"a seed must be from -2**63 to 2**64 - 1, not {number}")
    return number % 2**64


class Generator(_C.generator):
    """A generator of random numbers."""

    def __init__(self, device="cpu"):
        self._take(_C.generator_new(device))

    def manual_seed(self, seed):
        """Sets the seed, and returns the generator."""
        super().manual_seed(as_seed(operator.index(seed)))
        return self

    def get_state(self):
        """The state, a Tensor."""
        return self.state()

    @property
    def device(self):
        """The device of its numbers."""
        return _C.generator.device(self)
