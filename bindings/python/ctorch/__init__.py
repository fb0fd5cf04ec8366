"""PyTorch through libctorch: tensors, autograd, modules, without Python's torch."""

import sys as _sys
from math import e, inf, nan, pi

from ._release import RELEASE

try:
    import ctorch_config
except ModuleNotFoundError:  # not a wheel: the run path leads to libtorch
    pass
else:
    ctorch_config.load_torch()
    del ctorch_config
try:
    from . import _C
except ImportError as _error:
    if "libtorch" not in str(_error) and "libc10" not in str(_error):
        raise
    raise ImportError(
        f"ctorch needs the libraries of PyTorch {RELEASE}: pip install torch=={RELEASE} ({_error})"
    ) from None

from . import _warnings, enums
from ._C import *  # noqa: F403
from ._device import Generator
from ._files import load, save
from ._forms import (
    block_diag,
    broadcast_shapes,
    broadcast_tensors,
    cartesian_prod,
    einsum,
    meshgrid,
    nonzero,
    norm,
    pca_lowrank,
    set_printoptions,
    sparse_bsc_tensor,
    sparse_bsr_tensor,
    sparse_coo_tensor,
    sparse_csc_tensor,
    sparse_csr_tensor,
    stft,
    svd_lowrank,
    tensordot,
    unique,
    unique_consecutive,
    unravel_index,
    use_deterministic_algorithms,
)
from ._modes import enable_grad, inference_mode, no_grad, set_grad_enabled
from ._numbers import finfo, iinfo
from ._tensors import (
    UntypedStorage,
    _assert,
    asarray,
    frombuffer,
    is_storage,
    old_constructors,
    typename,
)

globals().update(old_constructors)

# Python's names of some types
float = _C.float32
double = _C.float64
half = _C.float16
int = _C.int32
long = _C.int64
short = _C.int16
int_ = int
cfloat = _C.complex64
cdouble = _C.complex128

get_default_device = _C.default_device
get_default_dtype = _C.default_dtype
is_anomaly_enabled = _C.autograd_is_anomaly_enabled
is_anomaly_check_nan_enabled = _C.autograd_is_anomaly_check_nan_enabled
get_float32_matmul_precision = _C.float32_matmul_precision
get_num_threads = _C.num_threads

__version__ = _C.version()

# What the star import has of these names gives way to the modules, and may not come after them.
del data, export, jit, random, utils, version
globals().pop("distributed", None)  # of libctorch_distributed, if that was built
from . import nn  # noqa: E402: others need it
from . import amp, autograd, backends, cuda, data, distributed, distributions  # noqa: E402
from . import export, jit, optim, random, sparse, testing, transforms, utils, version  # noqa: E402
from . import _aliases  # noqa: E402: of the modules above
from .amp import autocast, get_autocast_dtype, is_autocast_enabled  # noqa: E402
from .export import compile  # noqa: E402
from .random import (  # noqa: E402
    default_generator,
    get_rng_state,
    initial_seed,
    manual_seed,
    set_rng_state,
)

for _part in linalg, fft, special, return_types:  # noqa: F405: modules that C has made
    _sys.modules[f"{__name__}.{_part.__name__}"] = _part
linalg.LinAlgError = LinAlgError  # noqa: F405
