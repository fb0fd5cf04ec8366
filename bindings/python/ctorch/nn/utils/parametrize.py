"""Weights that are computed from others: Python's torch.nn.utils.parametrize."""

from ... import _C

is_parametrized = _C.nn_utils_is_parametrized


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Lets a module compute a tensor of another module."""
    _C.nn_utils_register_parametrization(module, tensor_name, parametrization, unsafe=unsafe)
    module.__dict__[f"_parametrization_of_{tensor_name}"] = parametrization  # C keeps no objects
    return module


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Makes a tensor a parameter or buffer again."""
    _C.nn_utils_remove_parametrizations(module, tensor_name, leave_parametrized)
    return module
