# mypy: disable-error-code="assignment, no-redef"
"""Types of the package: everything that `import ctorch` has."""

from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from typing import Any

from . import amp as amp
from . import autograd as autograd
from . import backends as backends
from . import cuda as cuda
from . import distributed as distributed
from . import distributions as distributions
from . import enums as enums
from . import fft as fft
from . import linalg as linalg
from . import nn as nn
from . import optim as optim
from . import random as random
from . import sparse as sparse
from . import special as special
from . import testing as testing
from . import transforms as transforms
from . import utils as utils
from . import version as version
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
from ._forms import pca_lowrank as pca_lowrank
from ._forms import stft as stft
from ._forms import svd_lowrank as svd_lowrank
from ._forms import tensordot as tensordot
from .amp import autocast as autocast
from .amp import get_autocast_dtype as get_autocast_dtype
from .amp import is_autocast_enabled as is_autocast_enabled
from .export import compile as compile
from .random import default_generator as default_generator
from .random import get_rng_state as get_rng_state
from .random import initial_seed as initial_seed
from .random import manual_seed as manual_seed
from .random import set_rng_state as set_rng_state

e: _float
inf: _float
nan: _float
pi: _float

class OutOfMemoryError(MemoryError): ...
class LinAlgError(RuntimeError): ...
class AcceleratorError(RuntimeError): ...

class scope:
    def __enter__(self) -> scope: ...
    def __exit__(self, *exception: Any) -> None: ...
    def keep(self, tensor: Tensor) -> Tensor: ...

def tensor(data: Any, dtype: dtype | None = ..., device: Any = ...,
           requires_grad: _bool = ...) -> Tensor: ...
def as_tensor(data: Any, dtype: dtype | None = ..., device: Any = ...) -> Tensor: ...
def asarray(obj: Any, *, dtype: dtype | None = ..., device: Any = ..., copy: _bool | None = ...,
            requires_grad: _bool = ...) -> Tensor: ...
def FloatTensor(*args: Any) -> Tensor: ...
def DoubleTensor(*args: Any) -> Tensor: ...
def HalfTensor(*args: Any) -> Tensor: ...
def BFloat16Tensor(*args: Any) -> Tensor: ...
def ByteTensor(*args: Any) -> Tensor: ...
def CharTensor(*args: Any) -> Tensor: ...
def ShortTensor(*args: Any) -> Tensor: ...
def IntTensor(*args: Any) -> Tensor: ...
def LongTensor(*args: Any) -> Tensor: ...
def BoolTensor(*args: Any) -> Tensor: ...
def is_storage(value: Any) -> _bool: ...
def typename(value: Any) -> str: ...
def is_tensor(value: Any) -> _bool: ...
def frombuffer(buffer: Any, *, dtype: dtype, count: _int = ..., offset: _int = ...,
               requires_grad: _bool = ...) -> Tensor: ...
def from_numpy(array: Any) -> Tensor: ...
def from_buffer(buffer: Any) -> Tensor: ...
def from_dlpack(other: Any) -> Tensor: ...
def load(f: Any, map_location: Any = ..., *args: Any, weights_only: _bool = ..., **options: Any) -> Any: ...
def save(obj: Any, f: Any) -> None: ...
def remove_hook(hook: RemovableHandle | _int) -> _bool: ...
def get_default_device() -> device: ...
def get_default_dtype() -> dtype: ...
def get_float32_matmul_precision() -> str: ...
def get_num_threads() -> _int: ...
def is_grad_enabled() -> _bool: ...
bcomplex32: dtype
bfloat16: dtype
bits16: dtype
bits1x8: dtype
bits2x4: dtype
bits4x2: dtype
bits8: dtype
bool: dtype
cdouble: dtype
cfloat: dtype
complex128: dtype
complex32: dtype
complex64: dtype
double: dtype
float: dtype
float16: dtype
float32: dtype
float4_e2m1fn_x2: dtype
float64: dtype
float8_e4m3fn: dtype
float8_e4m3fnuz: dtype
float8_e5m2: dtype
float8_e5m2fnuz: dtype
float8_e8m0fnu: dtype
half: dtype
int: dtype
int1: dtype
int16: dtype
int2: dtype
int3: dtype
int32: dtype
int4: dtype
int5: dtype
int6: dtype
int64: dtype
int7: dtype
int8: dtype
int_: dtype
long: dtype
qint32: dtype
qint8: dtype
quint2x4: dtype
quint4x2: dtype
quint8: dtype
short: dtype
uint1: dtype
uint16: dtype
uint2: dtype
uint3: dtype
uint32: dtype
uint4: dtype
uint5: dtype
uint6: dtype
uint64: dtype
uint7: dtype
uint8: dtype
jagged: layout
sparse_bsc: layout
sparse_bsr: layout
sparse_coo: layout
sparse_csc: layout
sparse_csr: layout
strided: layout
channels_last: memory_format
channels_last_3d: memory_format
contiguous_format: memory_format
preserve_format: memory_format
per_channel_affine: qscheme
per_channel_affine_float_qparams: qscheme
per_channel_symmetric: qscheme
per_tensor_affine: qscheme
per_tensor_symmetric: qscheme

# What is above, such as the module data, comes before functions of the same name.
from ._functions import *
from ._operators import *
from ._types import *
