"""Python's torch.utils."""

from . import checkpoint, data
