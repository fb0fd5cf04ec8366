"""Utilities: Python's torch.nn.utils."""

from ... import _C
from . import parametrizations, parametrize, rnn

globals().update({n: f for n, f in vars(_C.utils).items() if not n.startswith("__")})


def _take_one(name, first="parameters"):
    """A function whose first argument are tensors, or a single one."""
    function = getattr(_C.utils, name)

    def call(*args, **options):
        if args:
            alone = isinstance(args[0], _C.Tensor)
            args = ([args[0]] if alone else args[0], *args[1:])
        elif isinstance(options.get(first), _C.Tensor):
            options[first] = [options[first]]
        return function(*args, **options)

    call.__name__, call.__doc__ = name, function.__doc__
    return call


get_total_norm = _take_one("get_total_norm", "tensors")
clip_grads_with_norm_ = _take_one("clip_grads_with_norm_")
clip_grad_norm_ = _take_one("clip_grad_norm_")
clip_grad_value_ = _take_one("clip_grad_value_")
