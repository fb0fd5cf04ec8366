"""Python's torch.utils.data."""

from ..data import DataLoader, TensorDataset
