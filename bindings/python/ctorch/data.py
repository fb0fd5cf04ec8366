"""Datasets and loaders: Python's torch.utils.data."""

from . import _C

_ZERO = -1  # CT_ZERO: an option that is 0, where 0 means the default


def as_dataset(source):
    """Makes a dataset of one, of an object with __len__() and __getitem__(), or of tensors."""
    if isinstance(source, _C.dataset):
        return source
    if isinstance(source, _C.Tensor):
        return _C.tensor_dataset_new([source])
    return _C._dataset_new(source)


def TensorDataset(*tensors):
    """A dataset of the rows of tensors."""
    return _C.tensor_dataset_new(tensors)


class DataLoader(_C.data_loader):
    """Makes batches, in the order of Python's for the same seed; its workers are threads of C."""

    def __init__(self, dataset, batch_size=1, **options):
        self.dataset = as_dataset(dataset)
        if batch_size is None:
            batch_size = _ZERO
        self._take(_C.data_loader_new(self.dataset, batch_size=batch_size, **options))

    def __len__(self):
        return self.count()

    def __iter__(self):
        self.begin()
        while (batch := _C._loader_next(self)) is not None:
            yield batch
