"""Python's torch.utils.checkpoint."""

from .. import _C
from .._modes import enable_grad
from ..autograd import Function, backward
from ..nn import Sequential


def checkpoint(function, *args, use_reentrant=False, preserve_rng_state=True,
               determinism_check="default", early_stop=True, **kwargs):
    """Calls a function, and calls it again in backward instead of keeping what its operations save."""
    if not use_reentrant:
        return _C._checkpoint(function, args, kwargs, preserve_rng_state, early_stop,
                              determinism_check)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    return _Reentrant.apply(function, preserve_rng_state, *args)


class _Reentrant(Function):
    """A call that a backward of its own repeats, within the backward that reaches it."""

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *args):
        ctx.function = function
        ctx.random = _C.rng_states_capture() if preserve_rng_state else None
        ctx.args = [None if isinstance(arg, _C.Tensor) else arg for arg in args]
        ctx.places = [i for i, arg in enumerate(args) if isinstance(arg, _C.Tensor)]
        ctx.save_for_backward(*(args[i] for i in ctx.places))
        return function(*args)

    @staticmethod
    def backward(ctx, *grads):
        args = list(ctx.args)
        for i, tensor in zip(ctx.places, ctx.saved_tensors):
            args[i] = tensor.detach().requires_grad_(tensor.requires_grad)
        outside = _C.rng_states_capture()
        if ctx.random is not None:
            ctx.random.restore()
        with enable_grad():
            outputs = ctx.function(*args)
        if ctx.random is not None:
            outside.restore()
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [(o, g) for o, g in zip(outputs, grads)
                 if isinstance(o, _C.Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not "
                               "necessary")
        backward([o for o, _ in pairs], [g for _, g in pairs])
        return None, None, *(arg.grad if isinstance(arg, _C.Tensor) else None for arg in args)


def checkpoint_sequential(functions, segments, input, use_reentrant=False, preserve_rng_state=True):
    """Calls functions one after the other, with a checkpoint for each of several segments but the
    last."""
    functions = list(functions.children() if isinstance(functions, Sequential) else functions)

    def run(first, end):
        def call(input):
            for function in functions[first:end]:
                input = function(input)
            return input
        return call

    size, end = len(functions) // segments, 0
    for first in range(0, size * (segments - 1), size):
        end = first + size
        input = checkpoint(run(first, end), input, use_reentrant=use_reentrant,
                           preserve_rng_state=preserve_rng_state)
    return run(end, len(functions))(input)
