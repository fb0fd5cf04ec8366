"""The release of libtorch: Python's torch.version."""

from . import _C

__version__ = _C.libtorch_version()
hip = None


def _cuda_of(number):
    """12060 is CUDA 12.6; 0: there is none."""
    return f"{number // 1000}.{number % 1000 // 10}" if number else None


cuda = _cuda_of(_C.cuda_version_numbers()["runtime"])
