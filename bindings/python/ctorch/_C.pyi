"""Types of the extension: the classes of handles, and functions that have none."""

from typing import Any

from ._handles import *
from ._types import Tensor as Tensor

def __getattr__(name: str) -> Any: ...
