"""Types of the transforms."""

from typing import Any, Callable

from ._handles import transform
from ._transforms import *
from ._types import Tensor

class Transform(transform):
    def __init__(self, *args: Any, **kwargs: Any) -> None: ...
    def __call__(self, image: Tensor) -> Tensor: ...

class Lambda(Transform):
    def __init__(self, lambd: Callable[[Tensor], Tensor]) -> None: ...
