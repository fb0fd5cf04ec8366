"""Types of this module."""

from ..._nn_utils import *
from . import parametrizations as parametrizations
from . import parametrize as parametrize
from . import rnn as rnn
