"""Gradients: Python's torch.autograd."""

import warnings
from collections.abc import Mapping

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


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None,
             inputs=None):
    """Adds the gradients of tensors to the leaves that they depend on. `grad_variables` is the old name
    of `grad_tensors`."""
    _C._backward(tensors, grad_variables if grad_tensors is None else grad_tensors, retain_graph,
                 create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False,
         only_inputs=True, allow_unused=None, is_grads_batched=False, materialize_grads=False):
    """Returns the gradients of outputs with respect to inputs: a tuple, or a dict for a dict."""
    if not only_inputs:
        warnings.warn("only_inputs=False has no effect", FutureWarning, stacklevel=2)
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, "
                         "but got: allow_unused=False.")
    if isinstance(inputs, Mapping):
        grads = grad(outputs, tuple(inputs.values()), grad_outputs, retain_graph, create_graph, True,
                     allow_unused, is_grads_batched, materialize_grads)
        return dict(zip(inputs, grads))
    run = _batched_grad if is_grads_batched else _C._grad
    grads = run(outputs, inputs, grad_outputs, retain_graph, create_graph,
                bool(allow_unused) or materialize_grads)
    if not materialize_grads:
        return grads
    inputs = [inputs] if isinstance(inputs, _C.Tensor) else inputs
    return tuple(_C.zeros_like(x) if g is None else g for g, x in zip(grads, inputs))


def _batched_grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused):
    """Gradients for each of the gradients of the outputs, which are stacked in their first
    dimension."""
    batches = [grad_outputs] if isinstance(grad_outputs, _C.Tensor) else grad_outputs
    count = len(batches[0])
    keep = create_graph if retain_graph is None else retain_graph
    rows = [_C._grad(outputs, inputs, [batch[i] for batch in batches], keep or i < count - 1,
                     create_graph, allow_unused) for i in range(count)]
    return tuple(None if parts[0] is None else _C.stack(parts) for parts in zip(*rows))


class _OfTensors(type):
    def __instancecheck__(cls, value):
        return isinstance(value, _C.Tensor)


class Variable(metaclass=_OfTensors):
    """The name of tensors before PyTorch 0.4: makes one of another one's data; all are of it."""

    def __new__(cls, data, requires_grad=False):
        return data.detach().requires_grad_(requires_grad)
