"""Schedulers that take functions or other schedulers."""

import torch
from torch import nn, optim
from torch.optim.lr_scheduler import LambdaLR, LRScheduler, SequentialLR


def new_optimizer(groups=1):
    return optim.SGD([{"params": [nn.Parameter(torch.ones(1))]} for _ in range(groups)], lr=1.0)


def show(name, scheduler, steps=5):
    rates = [scheduler.get_last_lr()]
    for _ in range(steps):
        scheduler.optimizer.step()
        scheduler.step()
        rates.append(scheduler.get_last_lr())
    print(name, isinstance(scheduler, LRScheduler), [[round(r, 6) for r in rate] for rate in rates])


def shows_error(function):
    try:
        print("no error", function())
    except Exception as error:
        print(type(error).__name__, str(error)[:60])


def both(optimizer):
    return [optim.lr_scheduler.ConstantLR(optimizer, factor=0.5, total_iters=2),
            optim.lr_scheduler.ExponentialLR(optimizer, 0.5)]


show("LambdaLR", LambdaLR(new_optimizer(), lambda epoch: 1 / (1 + epoch)))
show("LambdaLR", LambdaLR(new_optimizer(2), lr_lambda=[lambda e: 0.5 ** e, lambda e: 2 * e]))
show("MultiplicativeLR", optim.lr_scheduler.MultiplicativeLR(new_optimizer(), lambda epoch: 0.9))
optimizer = new_optimizer()
show("SequentialLR", SequentialLR(optimizer, both(optimizer), milestones=[2]))
optimizer = new_optimizer()
warm = LambdaLR(optimizer, lambda epoch: (epoch + 1) / 4)
show("SequentialLR", SequentialLR(optimizer, [warm, both(optimizer)[1]], [3]))
optimizer = new_optimizer()
show("ChainedScheduler", optim.lr_scheduler.ChainedScheduler(both(optimizer)))
show("CyclicLR", optim.lr_scheduler.CyclicLR(new_optimizer(), 0.1, 1.0, step_size_up=2,
                                             scale_fn=lambda x: 0.5, cycle_momentum=False))
show("CosineAnnealingLR", optim.lr_scheduler.CosineAnnealingLR(new_optimizer(), T_max=4))

print("--- state")
one = optim.lr_scheduler.StepLR(new_optimizer(), 2)
one.optimizer.step()
one.step()
other = optim.lr_scheduler.StepLR(new_optimizer(), 3)
other.load_state_dict(one.state_dict())
print(other.last_epoch, other.step_size, other.base_lrs)

print("--- errors")


def fails(epoch):
    if epoch > 0:
        raise KeyError("no rate")
    return 1.0


scheduler = LambdaLR(new_optimizer(), fails)
scheduler.optimizer.step()
shows_error(scheduler.step)
shows_error(lambda: LambdaLR(new_optimizer(2), [lambda epoch: 1.0]))
shows_error(lambda: optim.lr_scheduler.StepLR(3, 1))

print("--- hooks of steps")


class Mine(optim.SGD):
    def state_dict(self):
        return {**super().state_dict(), "mine": 1}


optimizer, calls = Mine([torch.nn.Parameter(torch.ones(2))], lr=0.5), []
before = optimizer.register_step_pre_hook(
    lambda self, args, kwargs: calls.append((self is optimizer, args[0] is self, kwargs)))
with optimizer.register_step_post_hook(lambda self, args, kwargs: [calls.append("after")]) as after:
    optimizer.step()
    before.remove()
    optimizer.step()
optimizer.step()
print(calls, sorted(optimizer.state_dict()))
optimizer.register_step_pre_hook(lambda self, args, kwargs: fails(1))
shows_error(optimizer.step)

print("--- statistics of batches")
net = torch.nn.Sequential(torch.nn.BatchNorm1d(2), torch.nn.Linear(2, 1)).eval()
batches = [torch.tensor([[1.0, 2.0], [3.0, 6.0]]), torch.tensor([[5.0, 0.0], [7.0, 1.0]])]
optim.swa_utils.update_bn(((x, 0) for x in batches), net, "cpu")
print(net[0].running_mean, net[0].running_var, net.training, net[0].num_batches_tracked)
shows_error(lambda: optim.swa_utils.update_bn((fails(1) for _ in range(2)), net))
