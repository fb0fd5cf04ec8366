"""Python's torch.utils.data."""

from ..data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset, random_split
