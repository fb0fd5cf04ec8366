"""Types of sequences of different lengths."""

from typing import Any, NamedTuple, Sequence

from ..._types import Tensor

class _Packed(NamedTuple):
    data: Tensor
    batch_sizes: Tensor
    sorted_indices: Tensor | None
    unsorted_indices: Tensor | None

class PackedSequence(_Packed):
    def to(self, *args: Any, **kwargs: Any) -> PackedSequence: ...

def pad_sequence(sequences: Sequence[Tensor], batch_first: bool = ..., padding_value: float = ...,
                 padding_side: str = ...) -> Tensor: ...
def pack_padded_sequence(input: Tensor, lengths: Any, batch_first: bool = ...,
                         enforce_sorted: bool = ...) -> PackedSequence: ...
def pad_packed_sequence(sequence: PackedSequence, batch_first: bool = ..., padding_value: float = ...,
                        total_length: int | None = ...) -> tuple[Tensor, Tensor]: ...
def pack_sequence(sequences: Sequence[Tensor], enforce_sorted: bool = ...) -> PackedSequence: ...
def unpack_sequence(packed_sequences: PackedSequence) -> list[Tensor]: ...
