"""Weights that are computed from others: Python's torch.nn.utils.parametrize."""

from ... import _C
from ..._modes import no_grad

is_parametrized = _C.nn_utils_is_parametrized


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Lets a module compute a tensor of another module; its right_inverse(), if it has one, computes
    the original."""
    inverse = None
    if not is_parametrized(module, tensor_name):
        inverse = _invert(parametrization, getattr(module, tensor_name, None))
    _C.nn_utils_register_parametrization(module, tensor_name, parametrization, unsafe=unsafe)
    _of_python(module, tensor_name).append(parametrization)  # C keeps no objects
    if inverse is not None:
        _original(module, tensor_name).data = inverse
    return module


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Makes a tensor a parameter or buffer again."""
    _C.nn_utils_remove_parametrizations(module, tensor_name, leave_parametrized)
    _of_python(module, tensor_name).clear()
    return module


def assign(module, tensor_name, value):
    """Lets the right inverses compute the originals of a value."""
    parametrizations = _of_python(module, tensor_name)
    if len(parametrizations) != getattr(module.parametrizations, tensor_name).child_count():
        _C.nn_utils_set_parametrized(module, tensor_name, value)  # of classes of the library
        return
    for parametrization in reversed(parametrizations):
        inverse = _invert(parametrization, value)
        if inverse is None:
            raise RuntimeError(f"parametrization {type(parametrization).__name__} does not implement "
                               "right_inverse.")
        value = inverse
    _original(module, tensor_name).data = value


def _of_python(module, tensor_name):
    """The parametrizations of a tensor that were registered here."""
    return module.__dict__.setdefault("_parametrizations", {}).setdefault(tensor_name, [])


def _original(module, tensor_name):
    return getattr(module.parametrizations, tensor_name).original


def _invert(parametrization, value):
    """What right_inverse() returns; None: there is none."""
    if value is None or not hasattr(parametrization, "right_inverse"):
        return None
    try:
        with no_grad():
            inverse = parametrization.right_inverse(value)
    except NotImplementedError:
        return None
    if not isinstance(inverse, _C.Tensor):
        raise TypeError("right_inverse() must return one Tensor here, not "
                        f"{type(inverse).__name__}")
    return inverse.detach()
