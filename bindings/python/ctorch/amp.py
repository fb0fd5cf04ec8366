"""Mixed precision: Python's torch.amp."""

from . import _C
from ._device import type_of
from ._modes import Mode


class autocast(Mode):
    """Computes matrix products and the like in 16 bits, for a with block or the calls of a function."""

    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        options = {"device_type": type_of(device_type), "disabled": not enabled,
                   "cache_enabled": cache_enabled is True, "cache_disabled": cache_enabled is False}
        if dtype is not None:
            options["dtype"] = dtype
        super().__init__(lambda: _C.autocast_enter(options), _C.autocast_leave)


def is_autocast_enabled(device_type="cuda"):
    """Whether this thread computes in mixed precision on devices of this type."""
    return _C.autocast_is_enabled(type_of(device_type))


def get_autocast_dtype(device_type):
    """The dtype of mixed precision on devices of this type."""
    return _C.autocast_dtype(type_of(device_type))


class GradScaler(_C.grad_scaler):
    """Scales a loss, so that gradients in float16 are not zero."""

    def __init__(self, device="cuda", enabled=True, **options):
        self._take(_C.grad_scaler_new(device_type=type_of(device), disabled=not enabled, **options))

    def get_scale(self):
        """The factor of the loss."""
        return self.scale_factor()
