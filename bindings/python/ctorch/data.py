"""Datasets and loaders: Python's torch.utils.data."""

import copy
import itertools
import math
import operator
import threading
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence

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

    def __add__(self, other):
        return ChainDataset([self, other])


def _is_of_c(source):
    return isinstance(source, _C.dataset) and type(source).__getitem__ is _item


def as_dataset(source):
    """Makes a dataset of one, of an object with __len__() and __getitem__(), or of a stream."""
    if _is_of_c(source):
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


class TensorDataset(_C.dataset, Dataset):
    """A dataset of the rows of tensors."""

    def __init__(self, *tensors):
        if not tensors:
            raise ValueError("TensorDataset() needs at least one tensor")
        self.tensors = tensors
        self._take(_C.tensor_dataset_new(tensors))


class Subset(_C.dataset, Dataset):
    """The samples of a dataset at some indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices
        if _is_of_python(dataset):
            self.__getitems__ = lambda at: _items(dataset, [indices[i] for i in at])
        self._take(_C.subset_new(as_dataset(dataset), list(indices)))


class ConcatDataset(_C.dataset, Dataset):
    """The samples of several datasets, one dataset after the other."""

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        self._take(_C.concat_dataset_new([as_dataset(dataset) for dataset in self.datasets]))


class StackDataset(Dataset):
    """The samples of several datasets side by side: tuples, or dicts of those given by name."""

    def __init__(self, *datasets, **named):
        if not datasets and not named:
            raise ValueError("At least one dataset should be passed")
        if datasets and named:
            raise ValueError("datasets are stacked by position or by name, not by both")
        self.datasets = datasets or named
        if len({len(dataset) for dataset in self._all()}) > 1:
            raise ValueError("Size mismatch between datasets")

    def _all(self):
        return self.datasets.values() if isinstance(self.datasets, dict) else self.datasets

    def __getitem__(self, index):
        samples = (dataset[index] for dataset in self._all())
        return (dict(zip(self.datasets, samples)) if isinstance(self.datasets, dict)
                else tuple(samples))

    def __len__(self):
        return len(next(iter(self._all())))


class ChainDataset(IterableDataset):
    """The samples of several streams, one stream after the other."""

    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield from dataset

    def __len__(self):
        return sum(map(len, self.datasets))


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
    if [] in batches:
        raise ValueError(f"batch {batches.index([])} of the batch_sampler is empty")
    ends = list(itertools.accumulate(map(len, batches)))
    return _order(itertools.chain(*batches))[0], _order(ends)[0]


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


def _is_of_numpy(sample):
    return hasattr(sample, "__array_interface__")


def _collate_arrays(batch):
    """A tensor of arrays of NumPy, or of numbers of NumPy, which keep their dtype."""
    kind = getattr(batch[0], "dtype", None)
    if getattr(kind, "kind", None) in tuple("SaUO"):
        raise TypeError(_NOT_COLLATED.format(kind))
    tensors = [_C.as_tensor(sample) for sample in batch]
    if batch[0].shape == () and any(tensor.dtype != tensors[0].dtype for tensor in tensors):
        return _C.as_tensor(batch)
    return _C.stack(tensors)


def _same_type(sample, parts):
    """A copy of a list or dict, of its type, with other parts."""
    try:
        if isinstance(sample, (MutableMapping, MutableSequence)):
            made = copy.copy(sample)
            for key, part in parts:
                made[key] = part
            return made
        return type(sample)(dict(parts) if isinstance(sample, Mapping) else [p for _, p in parts])
    except TypeError:  # its constructor takes something else
        return dict(parts) if isinstance(sample, Mapping) else [part for _, part in parts]


_NOT_COLLATED = ("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
                 "found {}")


class DistributedSampler(_Sampler):
    """The share of one process: the indices that this rank loads in an epoch."""

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        from . import distributed  # which needs modules that need this one

        self.num_replicas = distributed.get_world_size() if num_replicas is None else num_replicas
        self.rank = distributed.get_rank() if rank is None else rank
        if not 0 <= self.rank < self.num_replicas:
            raise ValueError(f"Invalid rank {self.rank}, rank should be in the interval "
                             f"[0, {self.num_replicas - 1}]")
        self.dataset, self.epoch, self.drop_last = dataset, 0, drop_last
        self.shuffle, self.seed = shuffle, seed
        self._take(_C.distributed_sampler_new(len(dataset), self.num_replicas, self.rank,
                                              no_shuffle=not shuffle, seed=seed,
                                              drop_last=drop_last))

    def __iter__(self):
        return iter(self.order(self.epoch).tolist())

    def set_epoch(self, epoch):
        """Gives the next iteration another order; all ranks call it with the same number."""
        self.epoch = epoch


def default_collate(batch):
    """A batch of samples: stacks tensors, makes tensors of numbers, and keeps texts; lists and dicts
    are those of the batches of their parts."""
    first = batch[0]
    if isinstance(first, _C.Tensor):
        return _C.stack(list(batch))
    if isinstance(first, (str, bytes)):
        return batch
    if _is_of_numpy(first):
        return _collate_arrays(batch)
    if isinstance(first, float):
        return _C.tensor(batch, dtype=_C.float64)
    if isinstance(first, int):
        return _C.tensor(batch)
    if isinstance(first, Mapping):
        return _same_type(first, [(key, default_collate([one[key] for one in batch]))
                                  for key in first])
    if not isinstance(first, Sequence):
        raise TypeError(_NOT_COLLATED.format(type(first)))
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*map(default_collate, zip(*batch)))
    if any(len(one) != len(first) for one in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    parts = [default_collate(part) for part in zip(*batch)]
    return parts if isinstance(first, tuple) else _same_type(first, list(enumerate(parts)))


def default_convert(sample):
    """A sample that is loaded alone: arrays and numbers of NumPy become tensors, at every depth."""
    if isinstance(sample, (_C.Tensor, str, bytes)):
        return sample
    if _is_of_numpy(sample):
        return sample if sample.dtype.kind in tuple("SaUO") else _C.as_tensor(sample)
    if isinstance(sample, Mapping):
        return _same_type(sample, [(key, default_convert(part)) for key, part in sample.items()])
    if isinstance(sample, tuple) and hasattr(sample, "_fields"):
        return type(sample)(*map(default_convert, sample))
    if not isinstance(sample, Sequence):
        return sample
    parts = [default_convert(part) for part in sample]
    return parts if isinstance(sample, tuple) else _same_type(sample, list(enumerate(parts)))


def get_worker_info():
    """None, as in a process that loads alone: workers are threads, which share the one dataset."""


class _Batches:
    """A set of Python from which a worker reads a whole batch in one call."""

    def __init__(self, source, collate):
        self.source, self.collate = source, collate

    def __len__(self):
        return len(self.source)

    def batch(self, indices):
        """The samples at these indices, as a batch."""
        return self.collate(_items(self.source, indices.tolist()))


def _items(source, indices):
    if getattr(source, "__getitems__", None):
        return source.__getitems__(indices)
    return [source[i] for i in indices]


def _is_of_python(source):
    """Whether samples are objects of Python, which C cannot collate."""
    if isinstance(source, Subset):
        return _is_of_python(source.dataset)
    if isinstance(source, ConcatDataset):
        return any(map(_is_of_python, source.datasets))
    return not _is_of_c(source)


class DataLoader(_C.data_loader):
    """Makes batches, in the order of Python's for the same seed; its workers are threads of C, which
    live as long as the loader, and which call `collate_fn`, too. The last three arguments are C's;
    those for workers that are processes have no effect."""

    def __init__(self, dataset, batch_size=1, shuffle=False, sampler=None, batch_sampler=None,
                 num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, timeout=0,
                 worker_init_fn=None, multiprocessing_context=None, generator=None, *,
                 prefetch_factor=None, persistent_workers=False, pin_memory_device="",
                 in_order=True, device=None, max_skipped=0, progress=None):
        if worker_init_fn is not None:
            raise TypeError("worker_init_fn must be None: workers are threads of this process, in "
                            "which seeds and other global state are shared")
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
        self._arguments = {
            "batch_size": batch_size, "shuffle": shuffle, "sampler": sampler,
            "batch_sampler": batch_sampler, "num_workers": num_workers, "collate_fn": collate_fn,
            "pin_memory": pin_memory, "drop_last": drop_last, "timeout": timeout,
            "generator": generator, "prefetch_factor": prefetch_factor, "device": device,
            "max_skipped": max_skipped, "progress": progress}
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last
        self._sampler, self._batch_sampler = sampler, batch_sampler
        self.num_workers, self.pin_memory, self.timeout = num_workers, pin_memory, timeout
        self.generator = generator
        self._is_single = batch_size is None and batch_sampler is None
        self.collate_fn = collate_fn or (default_convert if self._is_single else default_collate)
        self._collates_in_c = (collate_fn is None and not self._is_single
                               and not _is_of_python(dataset))
        self._iterating = threading.Lock()
        self._open(self._arguments | {
            "batch_size": batch_size or _ZERO, "sampler": _as_sampler(sampler),
            "batch_sampler": _as_sampler(batch_sampler, _batch_order)})

    def _open(self, options):
        del options["collate_fn"]
        if self._batch_sampler is not None:
            del options["batch_size"]
        options = {name: value for name, value in options.items() if value is not None}
        source, function = None, None
        if self._reads_batches():
            function = _Batches(self.dataset, self.collate_fn)
        else:
            source = as_dataset(self.dataset)
            if not self._is_single and not self._collates_in_c:
                function = self.collate_fn
        self._keeps = function
        self._take(_C._loader_new(source, function, options))

    def _reads_batches(self):
        """Whether C need not see single samples."""
        return (not self._is_single and not self._arguments["max_skipped"]
                and not isinstance(self.dataset, IterableDataset)
                and (hasattr(self.dataset, "__getitems__") or not _is_of_c(self.dataset)))

    def __len__(self):
        if self._batch_sampler is not None:
            return len(self._batch_sampler)
        count = len(self.dataset if self._sampler is None else self._sampler)
        return count if self._is_single else _batches(count, self.batch_size, self.drop_last)

    @property
    def sampler(self):
        """The sampler of the indices; None: a stream has none."""
        if self._sampler is not None or isinstance(self.dataset, IterableDataset):
            return self._sampler
        made = RandomSampler if self._arguments["shuffle"] else SequentialSampler
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
            if self._sampler is not None:
                raise RuntimeError("the loader is iterated already, perhaps by another thread, and "
                                   "its sampler has one position: make another loader and sampler")
            yield from DataLoader(self.dataset, **self._arguments)
            return
        try:
            self.begin()
            while loaded := _C._loader_next(self):
                yield self._finish(*loaded)
        finally:
            self._iterating.release()

    def _finish(self, loaded):
        """What Python has in place of what C returns."""
        if self._is_single:
            return self.collate_fn(loaded)
        return list(loaded) if self._collates_in_c and type(loaded) is tuple else loaded
