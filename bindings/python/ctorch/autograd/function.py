"""Functions with their own backward: Python's torch.autograd.Function."""

from .. import _C
from .._modes import no_grad, without_tangents


class FunctionCtx(_C._function_context):
    """What forward() keeps for backward(): ctx."""

    to_save = saved_for_forward = dirty_tensors = non_differentiable = None
    materialize_grads = True

    def save_for_backward(self, *tensors):
        """Keeps tensors, or None, for ctx.saved_tensors."""
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Keeps tensors, or None, for ctx.saved_tensors in jvp()."""
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors):
        """Names the inputs that forward() has written to; it must return them, too."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        """Names the outputs that have no gradient."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value):
        """Sets whether a missing gradient is zeros, or None."""
        self.materialize_grads = value


class Function:
    """An operation with static methods forward(ctx, ...), backward(ctx, *grad_outputs) and, for
    forward mode, jvp(ctx, *grad_inputs)."""

    @staticmethod
    def forward(*args):
        """Computes the outputs."""
        raise NotImplementedError("You must implement the forward function for custom "
                                  "autograd.Function.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Computes a gradient for each argument of forward(); None for those that have none."""
        raise NotImplementedError("You must implement the backward for your custom "
                                  "autograd.Function to use it with backward mode AD.")

    @classmethod
    def apply(cls, *args):
        """Calls forward(), and records the operation."""
        ctx = FunctionCtx()
        ctx.needs_input_grad = tuple(isinstance(a, _C.Tensor) and a.requires_grad for a in args)
        with no_grad(), without_tangents():
            if hasattr(cls, "setup_context"):
                outputs = cls.forward(*args)
                cls.setup_context(ctx, args, outputs)
            else:
                outputs = cls.forward(ctx, *args)
        if isinstance(outputs, tuple):
            return _C._function_apply(cls, cls.__name__, ctx, args, outputs)
        return _C._function_apply(cls, cls.__name__, ctx, args, (outputs,))[0]


def once_differentiable(backward):
    """Decorates a backward() that cannot be differentiated in turn."""
    backward._once_differentiable = True
    return backward
