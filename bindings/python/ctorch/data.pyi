"""Types of datasets, samplers and loaders."""

from typing import Any, Callable, Iterable, Iterator, Sequence

from ._device import Generator
from ._handles import data_loader, dataset, sampler
from ._types import Tensor

class Dataset:
    def __getitem__(self, index: int) -> Any: ...
    def __add__(self, other: Any) -> ConcatDataset: ...

class IterableDataset(Dataset):
    def __iter__(self) -> Iterator[Any]: ...

class _Dataset(dataset):
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> Any: ...
    def __add__(self, other: Any) -> ConcatDataset: ...

class TensorDataset(_Dataset):
    tensors: tuple[Tensor, ...]
    def __init__(self, *tensors: Tensor) -> None: ...

class Subset(_Dataset):
    dataset: Any
    indices: Sequence[int]
    def __init__(self, dataset: Any, indices: Sequence[int]) -> None: ...

class ConcatDataset(_Dataset):
    datasets: list[Any]
    def __init__(self, datasets: Iterable[Any]) -> None: ...

def random_split(dataset: Any, lengths: Sequence[float], generator: Generator | None = ...) -> list[Subset]: ...

class Sampler:
    def __iter__(self) -> Iterator[Any]: ...

class _Sampler(sampler, Sampler):
    def __len__(self) -> int: ...

class SequentialSampler(_Sampler):
    def __init__(self, data_source: Any) -> None: ...

class RandomSampler(_Sampler):
    num_samples: int
    def __init__(self, data_source: Any, replacement: bool = ..., num_samples: int | None = ...,
                 generator: Generator | None = ...) -> None: ...

class SubsetRandomSampler(_Sampler):
    def __init__(self, indices: Sequence[int], generator: Generator | None = ...) -> None: ...

class WeightedRandomSampler(_Sampler):
    weights: Tensor
    num_samples: int
    def __init__(self, weights: Tensor | Sequence[float], num_samples: int, replacement: bool = ...,
                 generator: Generator | None = ...) -> None: ...

class BatchSampler(_Sampler):
    def __init__(self, sampler: Iterable[int], batch_size: int, drop_last: bool) -> None: ...

class DataLoader(data_loader):
    dataset: Any
    batch_size: int | None
    drop_last: bool
    collate_fn: Callable[[list[Any]], Any] | None
    @property
    def sampler(self) -> Any: ...
    @property
    def batch_sampler(self) -> Any: ...
    def __init__(self, dataset: Any, batch_size: int | None = ..., shuffle: bool = ...,
                 sampler: Iterable[int] | None = ..., batch_sampler: Iterable[Sequence[int]] | None = ...,
                 num_workers: int = ..., collate_fn: Callable[[list[Any]], Any] | None = ...,
                 pin_memory: bool = ..., drop_last: bool = ..., timeout: float = ...,
                 persistent_workers: bool = ..., prefetch_factor: int = ..., max_skipped: int = ...,
                 generator: Generator | None = ..., device: Any = ...) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...
