"""Types of torch.autograd."""

from typing import Any, Mapping, Sequence, overload

from .._modes import detect_anomaly as detect_anomaly
from .._modes import enable_grad as enable_grad
from .._modes import inference_mode as inference_mode
from .._modes import no_grad as no_grad
from .._modes import set_detect_anomaly as set_detect_anomaly
from .._modes import set_grad_enabled as set_grad_enabled
from .._types import Tensor
from . import forward_ad as forward_ad
from . import function as function
from . import functional as functional
from . import graph as graph
from .function import Function as Function
from .gradcheck import GradcheckError as GradcheckError
from .gradcheck import gradcheck as gradcheck
from .gradcheck import gradgradcheck as gradgradcheck

_Tensors = Tensor | Sequence[Tensor]

def backward(tensors: _Tensors, grad_tensors: Any = ..., retain_graph: bool | None = ...,
             create_graph: bool = ..., grad_variables: Any = ..., inputs: Any = ...) -> None: ...
@overload
def grad(outputs: _Tensors, inputs: _Tensors, grad_outputs: Any = ..., retain_graph: bool | None = ...,
         create_graph: bool = ..., only_inputs: bool = ..., allow_unused: bool | None = ...,
         is_grads_batched: bool = ..., materialize_grads: bool = ...) -> tuple[Tensor, ...]: ...
@overload
def grad(outputs: _Tensors, inputs: Mapping[str, Tensor], grad_outputs: Any = ...,
         retain_graph: bool | None = ..., create_graph: bool = ..., only_inputs: bool = ...,
         allow_unused: bool | None = ..., is_grads_batched: bool = ...,
         materialize_grads: bool = ...) -> dict[str, Tensor]: ...

class Variable(Tensor):
    def __new__(cls, data: Tensor, requires_grad: bool = ...) -> Tensor: ...  # type: ignore[misc]
