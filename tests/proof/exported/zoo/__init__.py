"""Programs of many kinds for torch.export; PROGRAMS maps their names to functions that make them."""

from . import (control_flow, dtypes, layers, models, mutations, operators, structures, symbols,
               training, vision)
from .program import LEFT_OUT, PROGRAMS, Program, with_kwargs
