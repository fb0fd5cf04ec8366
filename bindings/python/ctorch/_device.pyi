"""Types of generators of random numbers."""

from ._handles import generator
from ._types import Tensor
from ._types import device as _device

class Generator(generator):
    device: _device
    def __init__(self, device: _device | str = ...) -> None: ...
    def manual_seed(self, seed: int) -> Generator: ...
    def get_state(self) -> Tensor: ...
