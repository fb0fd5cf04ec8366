"""Types of torch.utils.data."""

from ..data import *
