"""Types of the constraints."""

from .._handles import constraint
from .._types import Tensor

class Constraint(constraint):
    is_discrete: bool
    event_dim: int
    def __init__(self, made: constraint) -> None: ...
    def check(self, value: Tensor) -> Tensor: ...
