"""Gradients: Python's torch.autograd."""

from .. import _C
from . import function, graph
from .function import Function

backward, grad = _C._backward, _C._grad
