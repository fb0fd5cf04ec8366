"""Types of the checks of gradients."""

from typing import Any, Callable

class GradcheckError(RuntimeError): ...

def gradcheck(func: Callable[..., Any], inputs: Any, *, eps: float = ..., atol: float = ..., rtol: float = ...,
              raise_exception: bool = ..., nondet_tol: float = ..., check_undefined_grad: bool = ...,
              check_forward_ad: bool = ..., check_backward_ad: bool = ...) -> bool: ...
def gradgradcheck(func: Callable[..., Any], inputs: Any, grad_outputs: Any = ..., *, eps: float = ...,
                  atol: float = ..., rtol: float = ..., raise_exception: bool = ..., nondet_tol: float = ...,
                  check_undefined_grad: bool = ..., check_fwd_over_rev: bool = ...,
                  check_rev_over_rev: bool = ...) -> bool: ...
