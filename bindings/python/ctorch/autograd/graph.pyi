"""Types of torch.autograd.graph."""

from typing import Any, Callable, ContextManager

from .._types import Tensor

def saved_tensors_hooks(pack_hook: Callable[[Tensor], Any],
                        unpack_hook: Callable[[Any], Tensor]) -> ContextManager[None]: ...
def save_on_cpu(pin_memory: bool = ..., device_type: str = ...) -> ContextManager[None]: ...
