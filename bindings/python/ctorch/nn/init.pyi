"""Types of this module."""

from .._nn_init import *
