"""Random numbers: Python's torch.random."""

import contextlib

from . import _C
from ._device import Generator, as_seed

default_generator = Generator.__new__(Generator)  # of the CPU
default_generator._take(_C.generator_default("cpu"))
seed = _C.seed


def manual_seed(seed):
    """Sets the seed of all devices, and returns the generator of the CPU."""
    _C.manual_seed(as_seed(int(seed)))
    return default_generator


def initial_seed():
    """The seed of the CPU's generator."""
    return default_generator.initial_seed()


def get_rng_state():
    """The state of the CPU's generator, a Tensor."""
    return default_generator.get_state()


def set_rng_state(new_state):
    """Sets the state of the CPU's generator."""
    default_generator.set_state(new_state)


@contextlib.contextmanager
def fork_rng(devices=None, enabled=True, device_type="cuda"):
    """Restores the generators of the CPU and of all devices at the end of a with block."""
    states = _C.rng_states_capture() if enabled else None
    try:
        yield
    finally:
        if enabled:
            states.restore()
