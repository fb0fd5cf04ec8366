"""Weights that are computed from others: Python's torch.nn.utils.parametrizations."""

from ... import _C


def weight_norm(module, name="weight", dim=0):
    """A magnitude times a direction."""
    _C.nn_utils_parametrizations_weight_norm(module, name, dim)
    return module


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divided by its largest singular value."""
    _C.nn_utils_parametrizations_spectral_norm(
        module, name, n_power_iterations=n_power_iterations, eps=eps,
        dim={None: 0, 0: -1}.get(dim, dim))  # 0 in C: by the class; CT_ZERO
    return module


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """An orthogonal matrix."""
    _C.nn_utils_parametrizations_orthogonal(module, name, orthogonal_map, use_trivialization)
    return module
