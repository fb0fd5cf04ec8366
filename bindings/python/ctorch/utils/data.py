"""Python's torch.utils.data."""

from ..data import DataLoader, Dataset, TensorDataset
