"""Types of this module."""

from typing import TypeVar

from ..._handles import module as _module
from ..._nn_utils import *
from . import parametrizations as parametrizations
from . import parametrize as parametrize
from . import prune as prune
from . import rnn as rnn

_Module = TypeVar("_Module", bound=_module)

def weight_norm(module: _Module, name: str = ..., dim: int | None = ...) -> _Module: ...
def spectral_norm(module: _Module, name: str = ..., n_power_iterations: int = ..., eps: float = ...,
                  dim: int | None = ...) -> _Module: ...
def remove_spectral_norm(module: _Module, name: str = ...) -> _Module: ...
def remove_weight_norm(module: _Module, name: str = ...) -> _Module: ...
