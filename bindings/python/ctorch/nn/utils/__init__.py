"""Utilities: Python's torch.nn.utils."""

from ... import _C
from . import parametrizations, parametrize, rnn

globals().update({n: f for n, f in vars(_C.utils).items() if not n.startswith("__")})


def _take_one(name):
    """A function of parameters that takes a single one, too."""
    function = getattr(_C.utils, name)

    def call(parameters, *args, **options):
        alone = isinstance(parameters, _C.Tensor)
        return function([parameters] if alone else parameters, *args, **options)

    call.__name__, call.__doc__ = name, function.__doc__
    return call


clip_grad_norm_ = _take_one("clip_grad_norm_")
clip_grad_value_ = _take_one("clip_grad_value_")
