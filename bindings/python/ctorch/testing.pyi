"""Types of comparisons for tests."""

from typing import Any, Callable

def assert_close(actual: Any, expected: Any, *, allow_subclasses: bool = ..., rtol: float | None = ...,
                 atol: float | None = ..., equal_nan: bool = ..., check_device: bool = ...,
                 check_dtype: bool = ..., check_layout: bool = ..., check_stride: bool = ...,
                 msg: str | Callable[[str], str] | None = ...) -> None: ...
