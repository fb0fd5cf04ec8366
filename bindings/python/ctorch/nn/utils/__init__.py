"""Utilities: Python's torch.nn.utils."""

from ... import _C
from . import rnn

globals().update({n: f for n, f in vars(_C.utils).items() if not n.startswith("__")})
