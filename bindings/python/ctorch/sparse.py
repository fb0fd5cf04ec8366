"""Sparse tensors: Python's torch.sparse."""

from . import _C

mm = _C._sparse_mm
addmm = _C._sparse_addmm
sampled_addmm = _C.sparse_sampled_addmm


def _as(dtype, tensor):
    return tensor if dtype is None else tensor.to(dtype)


def sum(input, dim=None, dtype=None):
    """The sum of the elements, or along dimensions: sparse where sparse dimensions are left."""
    input = _as(dtype, input)
    return _C._sparse_sum(input) if dim is None else _C._sparse_sum(
        input, [dim] if isinstance(dim, int) else dim)


def softmax(input, dim, *, dtype=None):
    """The softmax of the elements that are stored."""
    return _C._sparse_softmax(input, dim, dtype=dtype)


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of softmax()."""
    return _C._sparse_log_softmax(input, dim, dtype=dtype)
