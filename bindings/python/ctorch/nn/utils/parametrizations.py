"""Weights that are computed from others: Python's torch.nn.utils.parametrizations."""

from ... import _C


def weight_norm(module, name="weight", dim=0):
    """A magnitude times a direction."""
    _C.nn_utils_parametrizations_weight_norm(module, name, -1 if dim is None else dim)
    return module


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divided by its largest singular value."""
    _C.nn_utils_parametrizations_spectral_norm(
        module, name, **spectral_options(module, name, n_power_iterations, eps, dim))
    return module


def spectral_options(module, name, n_power_iterations, eps, dim):
    """The options of C for these arguments."""
    if n_power_iterations <= 0:
        raise ValueError("Expected n_power_iterations to be positive, but got "
                         f"n_power_iterations={n_power_iterations}")
    if dim == -1:  # CT_ZERO in C
        dim = getattr(module, name).ndim - 1
    return {"n_power_iterations": n_power_iterations, "eps": eps,
            "dim": {None: 0, 0: -1}.get(dim, dim)}  # 0 in C: by the class


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """An orthogonal matrix."""
    _C.nn_utils_parametrizations_orthogonal(module, name, orthogonal_map, use_trivialization)
    return module
