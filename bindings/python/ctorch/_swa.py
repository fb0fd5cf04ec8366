"""Averages of models over the steps of training: Python's torch.optim.swa_utils."""

import itertools
from copy import deepcopy

from . import _C
from ._modes import no_grad
from .nn.module import Module

__all__ = ["AveragedModel", "update_bn", "SWALR", "get_ema_multi_avg_fn", "get_swa_multi_avg_fn",
           "get_ema_avg_fn", "get_swa_avg_fn"]


def _check_decay(decay):
    if not 0.0 <= decay <= 1.0:
        raise ValueError(f"Invalid decay value {decay} provided. Please provide a value in [0,1] "
                         "range.")


def _is_number(tensor):
    return tensor.is_floating_point() or tensor.is_complex()


def get_ema_multi_avg_fn(decay=0.999):
    """A function that moves lists of averages toward parameters by 1 - decay."""
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param_list, current_param_list, _):
        if _is_number(ema_param_list[0]):
            _C._foreach_lerp_(ema_param_list, current_param_list, 1 - decay)
            return
        for average, current in zip(ema_param_list, current_param_list):
            average.copy_(average * decay + current * (1 - decay))

    return ema_update


def get_swa_multi_avg_fn():
    """A function that updates lists of averages, the means of the parameters."""

    @no_grad()
    def swa_update(averaged_param_list, current_param_list, num_averaged):
        if _is_number(averaged_param_list[0]):
            _C._foreach_lerp_(averaged_param_list, current_param_list, (1 / (num_averaged + 1)).item())
            return
        differences = _C._foreach_sub(current_param_list, averaged_param_list)
        _C._foreach_addcdiv_(averaged_param_list, differences,
                             [num_averaged + 1] * len(averaged_param_list))

    return swa_update


def get_ema_avg_fn(decay=0.999):
    """A function that returns an average that was moved toward a parameter by 1 - decay."""
    _check_decay(decay)

    @no_grad()
    def ema_update(ema_param, current_param, num_averaged):
        return decay * ema_param + (1 - decay) * current_param

    return ema_update


def get_swa_avg_fn():
    """A function that returns the mean of the parameters so far."""

    @no_grad()
    def swa_update(averaged_param, current_param, num_averaged):
        return averaged_param + (current_param - averaged_param) / (num_averaged + 1)

    return swa_update


class AveragedModel(Module):
    """A copy of a model whose parameters are averages of those of the model."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("Only one of avg_fn and multi_avg_fn should be provided")
        self.module = deepcopy(model)
        if device is not None:
            self.module = self.module.to(device)
        self.register_buffer("n_averaged", _C.tensor(0, dtype=_C.int64, device=device))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        """Calls the average."""
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Adds the parameters of a model to the average; the first time, copies them."""
        pairs = [(average, current.detach().to(average.device))
                 for average, current in zip(_tensors(self.module, self.use_buffers),
                                             _tensors(model, self.use_buffers))]
        if self.n_averaged == 0:
            for average, current in pairs:
                average.copy_(current)
        else:
            self._average(pairs)
        if not self.use_buffers:
            for average, current in zip(self.module.buffers(), model.buffers()):
                average.detach().copy_(current.detach().to(average.device))
        self.n_averaged += 1

    def _average(self, pairs):
        multi_avg_fn = self.multi_avg_fn
        for averages, currents in _groups(pairs):
            count = self.n_averaged.to(averages[0].device)
            if self.avg_fn is None and averages[0].device.type != "cpu":
                multi_avg_fn = multi_avg_fn or get_swa_multi_avg_fn()
            if multi_avg_fn is not None:
                multi_avg_fn(averages, currents, count)
                continue
            avg_fn = self.avg_fn or get_swa_avg_fn()
            for average, current in zip(averages, currents):
                average.copy_(avg_fn(average, current, count))


def _tensors(module, use_buffers):
    buffers = module.buffers() if use_buffers else ()
    return (tensor.detach() for tensor in itertools.chain(module.parameters(), buffers))


def _groups(pairs):
    """Lists of averages, and of parameters, that have one device and dtype."""
    groups = {}
    for average, current in pairs:
        averages, currents = groups.setdefault((str(average.device), average.dtype), ([], []))
        averages.append(average)
        currents.append(current)
    return groups.values()


@no_grad()
def update_bn(loader, model, device=None):
    """Computes the statistics of the batch norms again, from all batches of a loader."""
    batches = (batch[0] if isinstance(batch, (list, tuple)) else batch for batch in loader)
    _C._update_bn(model, batches if device is None else (batch.to(device) for batch in batches))
