"""Types of the limits of dtypes."""

from typing import Any

class finfo:
    bits: int
    eps: float
    max: float
    min: float
    tiny: float
    smallest_normal: float
    resolution: float
    dtype: str
    def __init__(self, type: Any = ...) -> None: ...

class iinfo:
    bits: int
    max: int
    min: int
    dtype: str
    def __init__(self, type: Any) -> None: ...
