"""Datasets and loaders: Python's torch.utils.data."""

import threading

from . import _C

_ZERO = -1  # CT_ZERO: an option that is 0, where 0 means the default


class Dataset:
    """A base for datasets of Python: any object with __len__() and __getitem__() is one."""

    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")


def as_dataset(source):
    """Makes a dataset of one, of an object with __len__() and __getitem__(), or of tensors."""
    if isinstance(source, _C.dataset):
        return source
    if isinstance(source, _C.Tensor):
        return _C.tensor_dataset_new([source])
    return _C._dataset_new(source)


_C.dataset.__len__ = lambda self: self.count()


def TensorDataset(*tensors):
    """A dataset of the rows of tensors."""
    return _C.tensor_dataset_new(tensors)


class DataLoader(_C.data_loader):
    """Makes batches, in the order of Python's for the same seed; its workers are threads of C."""

    def __init__(self, dataset, batch_size=1, **options):
        self.dataset, self._dataset = dataset, as_dataset(dataset)
        if batch_size is None:
            batch_size = _ZERO
        self._options = {"batch_size": batch_size, **options}
        self._iterating = threading.Lock()
        self._take(_C.data_loader_new(self._dataset, **self._options))

    def __len__(self):
        return self.count()

    def __iter__(self):
        if not self._iterating.acquire(blocking=False):
            # The handle has one position: another iterator, in whichever thread, gets its own.
            if "sampler" in self._options:
                raise RuntimeError("the loader is iterated already, perhaps by another thread, and "
                                   "its sampler has one position: make another loader and sampler")
            yield from DataLoader(self.dataset, **self._options)
            return
        try:
            self.begin()
            while (batch := _C._loader_next(self)) is not None:
                yield batch
        finally:
            self._iterating.release()
