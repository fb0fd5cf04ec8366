"""Datasets and loaders: Python's torch.utils.data."""

import itertools
import math
import operator
import threading
from collections.abc import Mapping, Sequence

from . import _C

_ZERO = -1  # CT_ZERO: an option that is 0, where 0 means the default


class Dataset:
    """A base for datasets of Python: any object with __len__() and __getitem__() is one."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    """A base for streams of Python: __iter__() yields the samples."""

    def __iter__(self):
        raise NotImplementedError("Subclasses of IterableDataset should implement __iter__.")


def as_dataset(source):
    """Makes a dataset of one, of an object with __len__() and __getitem__(), or of a stream."""
    if isinstance(source, _C.dataset) and type(source).__getitem__ is _item:
        return source
    return _C._dataset_new(source, isinstance(source, IterableDataset))


def _item(self, index):
    if isinstance(self, TensorDataset) and isinstance(index, (slice, list, _C.Tensor)):
        return tuple(tensor[index] for tensor in self.tensors)
    index = operator.index(index)
    at = index + self.count() if index < 0 else index
    if not 0 <= at < self.count():
        raise IndexError(f"index {index} is out of range for a dataset of {self.count()} samples")
    return self.get(at)


_C.dataset.__len__ = lambda self: self.count()
_C.dataset.__getitem__ = _item
_C.dataset.__add__ = Dataset.__add__


class TensorDataset(_C.dataset):
    """A dataset of the rows of tensors."""

    def __init__(self, *tensors):
        if not tensors:
            raise ValueError("TensorDataset() needs at least one tensor")
        self.tensors = tensors
        self._take(_C.tensor_dataset_new(tensors))


class Subset(_C.dataset):
    """The samples of a dataset at some indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices
        self._take(_C.subset_new(as_dataset(dataset), list(indices)))


class ConcatDataset(_C.dataset):
    """The samples of several datasets, one dataset after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        self._take(_C.concat_dataset_new([as_dataset(dataset) for dataset in self.datasets]))


def random_split(dataset, lengths, generator=None):
    """Subsets of these lengths, or of these fractions, in random order."""
    count = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = [math.floor(count * fraction) for fraction in lengths]
        for i in range(count - sum(lengths)):
            lengths[i % len(lengths)] += 1
    if sum(lengths) != count:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = _C.randperm(count, generator=generator).tolist()
    ends = list(itertools.accumulate(lengths))
    return [Subset(dataset, order[end - length:end]) for end, length in zip(ends, lengths)]


class Sampler:
    """A base for samplers of Python: any object with __iter__(), which yields indices, is one."""

    def __iter__(self):
        raise NotImplementedError("Subclasses of Sampler should implement __iter__.")


class _Sampler(_C.sampler, Sampler):
    """A sampler of C."""

    def __len__(self):
        return self.count()

    def __iter__(self):
        return iter(self.order(0).tolist())


def _order(source):
    """The indices that an object of Python yields, for C."""
    return _C.as_tensor(list(source), dtype=_C.int64).reshape(-1), None


def _batch_order(source):
    """The indices in the lists that an object of Python yields, and where each list ends."""
    batches = [list(batch) for batch in source]
    ends = list(itertools.accumulate(map(len, batches)))
    return _order(itertools.chain(*batches))[0], _order(ends)[0]


def _single_sampler(source, sizes):
    """A sampler of C of the indices in the lists that an object yields; `sizes` gets their lengths."""

    def order():
        batches = [list(batch) for batch in source]
        sizes[:] = map(len, batches)
        return _order(itertools.chain(*batches))

    return _C._sampler_new(order)


def _as_sampler(source, order=_order):
    """A sampler of C that iterates an object of Python in each epoch."""
    if source is None or _iterates_in_c(source):
        return source
    return _C._sampler_new(lambda: order(source))


def _iterates_in_c(source):
    """Whether a sampler of C has the order; a subclass may have its own."""
    iterate = getattr(type(source), "__iter__", None)
    return isinstance(source, _C.sampler) and iterate in (None, _Sampler.__iter__,
                                                          BatchSampler.__iter__)


class SequentialSampler(_Sampler):
    """The indices of a dataset in order."""

    def __init__(self, data_source):
        self.data_source = data_source
        self._take(_C.sequential_sampler_new(len(data_source)))


class RandomSampler(_Sampler):
    """The indices of a dataset in random order."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        if num_samples is not None and num_samples <= 0:
            raise ValueError("num_samples should be a positive integer value, but got "
                             f"num_samples={num_samples}")
        self.data_source, self.replacement, self.generator = data_source, replacement, generator
        self.num_samples = num_samples or len(data_source)
        self._take(_C.random_sampler_new(len(data_source), replacement=replacement,
                                         num_samples=num_samples or 0, generator=generator))


class SubsetRandomSampler(_Sampler):
    """Some indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator
        self._take(_C.subset_random_sampler_new(list(indices), generator))


class WeightedRandomSampler(_Sampler):
    """Indices that are drawn with the probabilities of these weights."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.weights = _C.as_tensor(weights, dtype=_C.float64)
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator
        self._take(_C.weighted_random_sampler_new(
            self.weights, num_samples, no_replacement=not replacement, generator=generator))


def _batches(count, size, drop_last):
    return count // size if drop_last else -(-count // size)


class BatchSampler(_Sampler):
    """Lists of indices of another sampler, which may be any iterable: `batch_sampler` of a loader."""

    def __init__(self, sampler, batch_size, drop_last):
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError("batch_size should be a positive integer value, but got "
                             f"batch_size={batch_size}")
        if not isinstance(drop_last, bool):
            raise ValueError("drop_last should be a boolean value, but got "
                             f"drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last
        self._take(_C.batch_sampler_new(_as_sampler(sampler), batch_size, drop_last))

    def __len__(self):
        return _batches(len(self.sampler), self.batch_size, self.drop_last)

    def __iter__(self):
        indices = iter(self.sampler)
        least = self.batch_size if self.drop_last else 1
        while len(batch := list(itertools.islice(indices, self.batch_size))) >= least:
            yield batch


def default_collate(batch):
    """A batch of samples: stacks tensors, makes tensors of numbers, and keeps texts; lists and dicts
    are those of the batches of their parts."""
    first = batch[0]
    if isinstance(first, _C.Tensor):
        return _C.stack(list(batch))
    if hasattr(first, "__array_interface__"):
        return _C.stack([_C.as_tensor(array) for array in batch])
    if isinstance(first, float):
        return _C.tensor(batch, dtype=_C.float64)
    if isinstance(first, int):
        return _C.tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return type(first)({key: default_collate([one[key] for one in batch]) for key in first})
    if not isinstance(first, Sequence):
        raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or "
                        f"lists; found {type(first)}")
    if any(len(one) != len(first) for one in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    parts = [default_collate(part) for part in zip(*batch)]
    return type(first)(*parts) if hasattr(first, "_fields") else parts


def get_worker_info():
    """None, as in a process that loads alone: workers are threads, which share the one dataset."""


class DataLoader(_C.data_loader):
    """Makes batches, in the order of Python's for the same seed; its workers are threads of C, which
    live as long as the loader. A `collate_fn` is called in the thread that iterates."""

    def __init__(self, dataset, batch_size=1, shuffle=False, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 persistent_workers=False, **options):
        self.dataset, self._dataset = dataset, as_dataset(dataset)
        if batch_size is not None and batch_size <= 0:
            raise ValueError("batch_size should be a positive integer value, but got "
                             f"batch_size={batch_size}")
        if batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually "
                             "exclusive with drop_last")
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None
                                          or drop_last):
            raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, "
                             "sampler, and drop_last")
        is_collated = batch_sampler is not None and collate_fn is not None
        self._options = options | {
            "shuffle": shuffle, "sampler": _as_sampler(sampler),
            "batch_sampler": batch_sampler if is_collated
            else _as_sampler(batch_sampler, _batch_order),
            "num_workers": num_workers, "pin_memory": pin_memory, "timeout": timeout}
        self._sampler, self._batch_sampler = sampler, batch_sampler
        self._iterating = threading.Lock()
        self._collated = {"batch_size": batch_size, "drop_last": drop_last, "collate_fn": collate_fn}
        self.batch_size, self.drop_last, self.collate_fn = batch_size, drop_last, collate_fn
        self._sizes = []  # of the batches of a batch_sampler for a function of Python
        batches = {"batch_size": batch_size, "drop_last": drop_last}
        if is_collated:
            batches = {"batch_size": _ZERO, "batch_sampler": None,
                       "sampler": _single_sampler(batch_sampler, self._sizes)}
        elif batch_sampler is not None:
            batches = {}
        elif batch_size is None or collate_fn is not None:
            batches = {"batch_size": _ZERO}  # C loads single samples for a function of Python
        self._take(_C.data_loader_new(self._dataset, **(self._options | batches)))

    def __len__(self):
        if isinstance(self.dataset, IterableDataset):
            len(self.dataset)  # most have none: Python's TypeError
        if self._batch_sampler is not None:
            return len(self._batch_sampler)
        count = self.count() if self._sampler is None else len(self._sampler)
        if self.batch_size is None or (self._sampler is None and self.collate_fn is None):
            return count  # the batches, or the samples that are loaded alone
        return _batches(count, self.batch_size, self.drop_last)

    @property
    def sampler(self):
        """The sampler of the indices; None: a stream has none."""
        if self._sampler is not None or isinstance(self.dataset, IterableDataset):
            return self._sampler
        made = RandomSampler if self._options["shuffle"] else SequentialSampler
        return made(self.dataset)

    @property
    def batch_sampler(self):
        """The sampler of the batches; None: of single samples, or a stream."""
        sampler = self.sampler
        if self._batch_sampler is not None or self.batch_size is None or sampler is None:
            return self._batch_sampler
        return BatchSampler(sampler, self.batch_size, self.drop_last)

    def __iter__(self):
        if not self._iterating.acquire(blocking=False):
            # The handle has one position: another iterator, in whichever thread, gets its own.
            if self._options["sampler"] is not None:
                raise RuntimeError("the loader is iterated already, perhaps by another thread, and "
                                   "its sampler has one position: make another loader and sampler")
            yield from DataLoader(self.dataset, **self._options, **self._collated)
            return
        try:
            self.begin()
            yield from self._load() if self.collate_fn is None else self._collate(self._load())
        finally:
            self._iterating.release()

    def _load(self):
        while (loaded := _C._loader_next(self)) is not None:
            yield loaded

    def _collate(self, samples):
        if self.batch_size is None:
            yield from map(self.collate_fn, samples)
            return
        if self._batch_sampler is not None:
            for size in self._sizes:
                yield self.collate_fn(list(itertools.islice(samples, size)))
            return
        least = self.batch_size if self.drop_last else 1
        while len(batch := list(itertools.islice(samples, self.batch_size))) >= least:
            yield self.collate_fn(batch)
