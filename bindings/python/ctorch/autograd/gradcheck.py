"""Checks of gradients against differences: Python's torch.autograd.gradcheck."""

from .. import _C
from .functional import Counted, as_tuple


class GradcheckError(RuntimeError):
    """A gradient is wrong; the text shows both Jacobians."""


_ZERO = -1  # CT_ZERO: a tolerance that is 0, where 0 means the default


def _check(func, inputs, grad_outputs, raise_exception, numbers, checks):
    numbers = [number or _ZERO for number in numbers]
    counted = Counted(func, "gradcheck")
    try:
        counted.run(lambda count: _C._gradcheck(counted, as_tuple(inputs), grad_outputs, count,
                                                *numbers, *checks))
    except RuntimeError as error:
        if type(error) is not RuntimeError:
            raise
        if raise_exception:
            raise GradcheckError(str(error)) from None
        return False
    return True


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0,
              check_undefined_grad=True, check_forward_ad=False, check_backward_ad=True):
    """Whether backward computes the gradients that small differences have."""
    return _check(func, inputs, None, raise_exception, (eps, atol, rtol, nondet_tol),
                  (check_undefined_grad, check_forward_ad, check_backward_ad))


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3,
                  raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
                  check_fwd_over_rev=False, check_rev_over_rev=True):
    """The same for the gradient of the gradient."""
    given = () if grad_outputs is None else as_tuple(grad_outputs)
    return _check(func, inputs, given, raise_exception, (eps, atol, rtol, nondet_tol),
                  (check_undefined_grad, check_fwd_over_rev, check_rev_over_rev))
