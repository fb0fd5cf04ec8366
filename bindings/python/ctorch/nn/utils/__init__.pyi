"""Types of this module."""

from ..._nn_utils import *
from . import rnn as rnn
