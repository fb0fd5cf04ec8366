# mypy: disable-error-code="assignment, no-redef"
"""Types of the package: everything that `import ctorch` has."""

from typing import Any

from . import amp as amp
from . import autograd as autograd
from . import cuda as cuda
from . import distributed as distributed
from . import distributions as distributions
from . import enums as enums
from . import fft as fft
from . import linalg as linalg
from . import nn as nn
from . import optim as optim
from . import random as random
from . import special as special
from . import transforms as transforms
from . import utils as utils
from ._device import Generator as Generator
from ._modes import enable_grad as enable_grad
from ._modes import inference_mode as inference_mode
from ._modes import no_grad as no_grad
from ._modes import set_grad_enabled as set_grad_enabled
from ._numbers import finfo as finfo
from ._numbers import iinfo as iinfo
from . import data as data
from . import export as export
from . import jit as jit
from ._forms import block_diag as block_diag
from ._forms import broadcast_shapes as broadcast_shapes
from ._forms import broadcast_tensors as broadcast_tensors
from ._forms import cartesian_prod as cartesian_prod
from ._forms import einsum as einsum
from ._forms import meshgrid as meshgrid
from ._forms import set_printoptions as set_printoptions
from ._forms import unique as unique
from ._forms import unique_consecutive as unique_consecutive
from ._forms import unravel_index as unravel_index
from ._forms import use_deterministic_algorithms as use_deterministic_algorithms
from ._forms import nonzero as nonzero
from ._forms import norm as norm
from ._forms import stft as stft
from ._forms import tensordot as tensordot
from .amp import autocast as autocast
from .export import compile as compile
from .random import default_generator as default_generator
from .random import get_rng_state as get_rng_state
from .random import initial_seed as initial_seed
from .random import manual_seed as manual_seed
from .random import set_rng_state as set_rng_state

e: float
inf: float
nan: float
pi: float

class OutOfMemoryError(MemoryError): ...
class LinAlgError(RuntimeError): ...
class AcceleratorError(RuntimeError): ...

class scope:
    def __enter__(self) -> scope: ...
    def __exit__(self, *exception: Any) -> None: ...
    def keep(self, tensor: Tensor) -> Tensor: ...

def tensor(data: Any, dtype: dtype | None = ..., device: Any = ...,
           requires_grad: bool = ...) -> Tensor: ...
def as_tensor(data: Any, dtype: dtype | None = ..., device: Any = ...) -> Tensor: ...
def is_tensor(value: Any) -> bool: ...
def frombuffer(buffer: Any, *, dtype: dtype, count: int = ..., offset: int = ...,
               requires_grad: bool = ...) -> Tensor: ...
def from_numpy(array: Any) -> Tensor: ...
def from_buffer(buffer: Any) -> Tensor: ...
def from_dlpack(other: Any) -> Tensor: ...
def load(f: Any, map_location: Any = ..., *args: Any, weights_only: bool = ..., **options: Any) -> Any: ...
def save(obj: Any, f: Any) -> None: ...
def remove_hook(hook: RemovableHandle | int) -> bool: ...
def get_default_device() -> device: ...
def get_default_dtype() -> dtype: ...
def get_num_threads() -> int: ...
def is_grad_enabled() -> bool: ...
def __getattr__(name: str) -> dtype: ...  # float32, int64, ...

# What is above, such as the module data, comes before functions of the same name.
from ._functions import *
from ._operators import *
from ._types import *
