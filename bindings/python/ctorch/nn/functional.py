"""Functions: Python's torch.nn.functional."""

from .. import _C


def __getattr__(name):
    """What the tables of torch.nn do not have is an operator of the same name."""
    if not name.startswith("_") and hasattr(_C, name):
        return getattr(_C, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


globals().update({n: f for n, f in vars(_C.functional).items() if not n.startswith("__")})


def interpolate(input, size=None, scale_factor=None, *args, **options):
    """Resizes images; one number is for each of their dimensions."""
    size, scale_factor = ([value] * (input.ndim - 2) if isinstance(value, (int, float)) else value
                          for value in (size, scale_factor))
    return _C.functional.interpolate(input, size, scale_factor, *args, **options)
