"""Types of the switches of libraries."""

from contextlib import AbstractContextManager
from typing import Any

class _Backend:
    def flags(self, **values: Any) -> AbstractContextManager[None]: ...

class _Cudnn(_Backend):
    enabled: bool
    benchmark: bool
    deterministic: bool
    allow_tf32: bool
    def is_available(self) -> bool: ...
    def version(self) -> int | None: ...

class _Mkldnn(_Backend):
    enabled: bool
    deterministic: bool
    def is_available(self) -> bool: ...

class _Matmul(_Backend):
    allow_tf32: bool
    allow_fp16_reduced_precision_reduction: bool
    allow_bf16_reduced_precision_reduction: bool
    allow_fp16_accumulation: bool

class _Cuda(_Backend):
    matmul: _Matmul
    def is_built(self) -> bool: ...
    def flash_sdp_enabled(self) -> bool: ...
    def mem_efficient_sdp_enabled(self) -> bool: ...
    def math_sdp_enabled(self) -> bool: ...
    def cudnn_sdp_enabled(self) -> bool: ...
    def enable_flash_sdp(self, enabled: bool) -> None: ...
    def enable_mem_efficient_sdp(self, enabled: bool) -> None: ...
    def enable_math_sdp(self, enabled: bool) -> None: ...
    def enable_cudnn_sdp(self, enabled: bool) -> None: ...

class _Cpu(_Backend):
    def get_cpu_capability(self) -> str: ...

class _Other(_Backend):
    def is_available(self) -> bool: ...

class _Mps(_Other):
    def is_built(self) -> bool: ...

cudnn: _Cudnn
mkldnn: _Mkldnn
cuda: _Cuda
cpu: _Cpu
mkl: _Other
openmp: _Other
mps: _Mps
