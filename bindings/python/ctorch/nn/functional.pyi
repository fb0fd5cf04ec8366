"""Types of torch.nn's functions; the others are operators."""

from typing import Any

from .._nn_functions import *

def __getattr__(name: str) -> Any: ...
