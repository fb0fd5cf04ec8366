"""torch.optim.swa_utils: averages of a model after each of some steps, and update_bn()."""

import copy

import torch
from torch.optim import swa_utils

from common import error
from operators import encode

SEED = 28
STEPS = 4


def model(dtype=torch.float32):
    """As tests/optim/swa_suite.c makes it."""
    torch.manual_seed(SEED)
    return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4, momentum=0.3),
                               torch.nn.Linear(4, 2)).to(dtype)


@torch.no_grad()
def change(net):
    for parameter in net.parameters():
        parameter.add_(torch.randn(parameter.shape, dtype=parameter.dtype))
    for buffer in net.buffers():
        if buffer.is_floating_point():
            buffer.add_(torch.rand(buffer.shape, dtype=buffer.dtype))
        else:
            buffer.add_(3)


def own(averaged, current, n_averaged):
    return (averaged * n_averaged + current) * 0.25


def own_multi(averaged, current, n_averaged):
    for one, other in zip(averaged, current):
        one.mul_(n_averaged).add_(other).mul_(0.25)


# By the names of the C constants; swa_suite.c has the two of its own.
AVERAGINGS = {
    "equal": lambda decay: {},
    "swa": lambda decay: {"avg_fn": swa_utils.get_swa_avg_fn()},
    "swa_multi": lambda decay: {"multi_avg_fn": swa_utils.get_swa_multi_avg_fn()},
    "ema": lambda decay: {"avg_fn": swa_utils.get_ema_avg_fn(decay)},
    "ema_multi": lambda decay: {"multi_avg_fn": swa_utils.get_ema_multi_avg_fn(decay)},
    "own": lambda decay: {"avg_fn": own},
    "own_multi": lambda decay: {"multi_avg_fn": own_multi},
}


def averaged(averaging, *, decay=0.999, use_buffers=False, dtype=torch.float32):
    net = model(dtype)
    average = swa_utils.AveragedModel(net, use_buffers=use_buffers, **AVERAGINGS[averaging](decay))
    states = []
    for _ in range(STEPS):
        change(net)
        average.update_parameters(net)
        states.append(encode(copy.deepcopy(average.state_dict())))
    average.eval()
    with torch.no_grad():
        output = average(torch.ones(2, 3, dtype=dtype))
    return {"averaging": averaging, "decay": decay, "use_buffers": use_buffers,
            "dtype": str(dtype).removeprefix("torch."), "states": states,
            "output": encode(output)["tensor"], "repr": repr(average)}


def fails(averaging, *, decay=0.999, use_buffers=False):
    """An average of ints that cannot be, or a decay out of range."""
    return {"averaging": averaging, "decay": decay, "use_buffers": use_buffers, "dtype": "float32",
            "error": error(lambda: averaged(averaging, decay=decay, use_buffers=use_buffers))}


def updated_bn(training):
    net = model()
    change(net)
    net.train(training)
    torch.manual_seed(SEED)
    batches = [torch.randn(5, 3) for _ in range(3)]
    swa_utils.update_bn([batches[0], (batches[1], None), [batches[2]]], net)
    state = encode(copy.deepcopy(net.state_dict()))
    assert net.training == training
    net.train()
    net(batches[0])
    return {"training": training, "updated": state, "later": encode(net.state_dict())}


def cases():
    result = [averaged(name) for name in AVERAGINGS]
    result += [averaged(name, decay=0.75) for name in ("ema", "ema_multi")]
    result += [averaged(name, decay=decay) for name in ("ema", "ema_multi") for decay in (0.0, 1.0)]
    result += [averaged(name, use_buffers=True, decay=0.75) for name in AVERAGINGS
               if name not in ("swa_multi", "own_multi")]
    result += [averaged(name, dtype=torch.float64, decay=0.9)
               for name in ("equal", "swa_multi", "ema", "ema_multi")]
    result += [fails("swa_multi", use_buffers=True)]
    result += [fails(name, decay=decay) for name in ("ema", "ema_multi") for decay in (-0.5, 1.5)]
    result += [updated_bn(True), updated_bn(False)]
    return result
