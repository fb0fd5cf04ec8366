"""Utilities: Python's torch.nn.utils."""

from ... import _C
from . import parametrizations, parametrize, prune, rnn

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


def weight_norm(module, name="weight", dim=0):
    """A magnitude, `weight_g`, times a direction, `weight_v`; that of parametrizations replaces it."""
    _C.nn_utils_weight_norm(module, name, -1 if dim is None else dim)
    return module


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divides a weight by its largest singular value; that of parametrizations replaces it."""
    _C.nn_utils_spectral_norm(module, name, **parametrizations.spectral_options(
        module, name, n_power_iterations, eps, dim))
    return module


def remove_spectral_norm(module, name="weight"):
    """Makes the weight a parameter again."""
    _C.nn_utils_remove_spectral_norm(module, name)
    return module


def remove_weight_norm(module, name="weight"):
    """Makes the weight a parameter again."""
    _C.nn_utils_remove_weight_norm(module, name)
    return module


get_total_norm = _take_one("get_total_norm", "tensors")
clip_grads_with_norm_ = _take_one("clip_grads_with_norm_")
clip_grad_norm_ = _take_one("clip_grad_norm_")
clip_grad_value_ = _take_one("clip_grad_value_")
