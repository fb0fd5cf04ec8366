"""Derivatives in forward mode: Python's torch.autograd.forward_ad."""

from .. import _C

unpack_dual = _C.forward_ad_unpack_dual


class dual_level:
    """A with block in which tensors may have tangents."""

    def __enter__(self):
        self._level = _C.forward_ad_enter_dual_level()
        return self._level

    def __exit__(self, *exception):
        _C.forward_ad_leave_dual_level(self._level)


def make_dual(tensor, tangent, *, level=None):
    """A tensor with a tangent, on the same memory."""
    return _C.forward_ad_make_dual(tensor, tangent)
