"""Programs of many kinds for torch.export; PROGRAMS maps their names to functions."""

from . import control_flow, dtypes, layers, models, mutations, operators
from . import structures, symbols, training, vision
from .program import LEFT_OUT, PROGRAMS, Program, with_kwargs
