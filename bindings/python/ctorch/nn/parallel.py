"""Modules on several processes: Python's torch.nn.parallel."""

from ..distributed import DistributedDataParallel
