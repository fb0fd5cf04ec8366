"""Types of modules on several processes."""

from ..distributed import DistributedDataParallel as DistributedDataParallel
