"""Gradients: Python's torch.autograd."""

from .. import _C
from . import forward_ad, function, functional, graph
from .._modes import (
    detect_anomaly,
    enable_grad,
    inference_mode,
    no_grad,
    set_detect_anomaly,
    set_grad_enabled,
)
from .function import Function
from .gradcheck import GradcheckError, gradcheck, gradgradcheck


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """Adds the gradients of tensors to the leaves that they depend on."""
    _C._backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False,
         allow_unused=False):
    """Returns the gradients of outputs with respect to inputs."""
    return _C._grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)


class _OfTensors(type):
    def __instancecheck__(cls, value):
        return isinstance(value, _C.Tensor)


class Variable(metaclass=_OfTensors):
    """The name of tensors before PyTorch 0.4: makes one of another one's data; all are of it."""

    def __new__(cls, data, requires_grad=False):
        return data.detach().requires_grad_(requires_grad)
