"""Types of torch.utils.checkpoint."""

from typing import Any, Callable

def checkpoint(function: Callable[..., Any], *args: Any, use_reentrant: bool = ...,
               preserve_rng_state: bool = ..., **kwargs: Any) -> Any: ...
def checkpoint_sequential(functions: Any, segments: int, input: Any, use_reentrant: bool = ...,
                          preserve_rng_state: bool = ...) -> Any: ...
