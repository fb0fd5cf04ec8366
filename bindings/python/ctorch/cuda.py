"""GPUs: what most programs use of Python's torch.cuda."""

from . import _C
from ._device import type_of

_CUDA = type_of("cuda")


def is_available():
    """Whether there is a GPU that can be used."""
    return device_count() > 0


def device_count():
    """The number of GPUs."""
    return _C.device_count(_CUDA)


def current_device():
    """The index of the current GPU of this thread."""
    return _C.device_current(_CUDA).index


def set_device(device):
    """Makes a GPU the current one of this thread."""
    _C.device_set_current(_of(device))


def manual_seed(seed):
    """Seeds the generator of the current GPU, if there is one."""
    if is_available():
        _C.generator_default(_of(None)).manual_seed(seed)


def manual_seed_all(seed):
    """Seeds the generators of all GPUs."""
    for index in range(device_count()):
        _C.generator_default(_of(index)).manual_seed(seed)


def synchronize(device=None):
    """Waits for all work of a GPU."""
    _C.device_synchronize(_of(device))


def get_device_name(device=None):
    """The name of a GPU."""
    return _C.device_name(_of(device))


def memory_allocated(device=None):
    """The bytes of a GPU that tensors have; 0 without a GPU."""
    return _memory_allocated(device)[0]


def max_memory_allocated(device=None):
    """The most of memory_allocated() so far."""
    return _memory_allocated(device)[1]


def _memory_allocated(device):
    return _C.device_memory_allocated(_of(device)) if is_available() else (0, 0)


def empty_cache():
    """Gives free memory back to the GPU, if there is one."""
    if is_available():
        _C.device_empty_cache(_CUDA)


def _of(device):
    """A device, its index, or None for the current one."""
    if device is None:
        return _C.device_current(_CUDA)
    return _C.device("cuda", device) if isinstance(device, int) else device
