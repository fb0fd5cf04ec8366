"""Optimizers and schedulers: Python's torch.optim."""

from . import _C


class Optimizer(_C.optimizer):
    """An optimizer of the library, made by the name of its class."""

    def __init__(self, params, *args, **kwargs):
        made = _C._optimizer_new(type(self).__name__, list(params), list(args), kwargs)
        self._take(made)

    def step(self, closure=None):
        """Updates the parameters; a closure computes the loss and its gradients again."""
        if closure is None:
            return super().step()
        return _C._optimizer_step(self, closure)

    def zero_grad(self, set_to_none=True):
        """Removes the gradients of the parameters, or sets them to zero."""
        if set_to_none:
            return super().zero_grad()
        return self.zero_grad_in_place()

    def __repr__(self):
        return self.to_string()


class LRScheduler(_C.lr_scheduler):
    """A scheduler of the library, made by the name of its class."""

    def __init__(self, optimizer, *args, **kwargs):
        self._take(_C.lr_scheduler_new(type(self).__name__, optimizer, list(args), kwargs))

    def step(self, metric=None):
        """Sets the next learning rate; a metric is for ReduceLROnPlateau."""
        return super().step() if metric is None else self.step_metric(metric)

    def get_last_lr(self):
        """The learning rates of the groups."""
        return [self.last_lr(group) for group in range(self.optimizer().group_count())]


class lr_scheduler:
    """The schedulers: optim.lr_scheduler.StepLR, ..."""


def _make_classes():
    for made in _C.optimizer_list_classes():
        name = made["name"]
        globals()[name] = type(name, (Optimizer,), {"__doc__": made["schema"],
                                                    "__module__": __name__})
    for made in _C.lr_scheduler_list_classes():
        scheduler = type(made["name"], (LRScheduler,), {"__doc__": made["schema"],
                                                        "__module__": __name__})
        setattr(lr_scheduler, made["name"], scheduler)


_make_classes()
