"""Schedulers of the program's own, subclasses of torch's, and metrics that are tensors."""

import copy
import pickle
import warnings

import torch
from torch import nn, optim
from torch.optim.lr_scheduler import LRScheduler, ReduceLROnPlateau, StepLR


def show(name, function):
    try:
        result = function()
    except Exception as error:  # noqa: BLE001: its text is what is compared
        result = f"{type(error).__name__}: {error}"
    print(f"{name}: {result[:70] if isinstance(result, str) else result}")


def new_optimizer(*rates):
    return optim.SGD([{"params": [nn.Parameter(torch.ones(1))], "lr": rate} for rate in rates])


class Falls(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return [group["lr"] for group in self.optimizer.param_groups]
        return [rate * self.gamma ** self.last_epoch for rate in self.base_lrs]


optimizer = new_optimizer(1.0, 0.5)
scheduler = Falls(optimizer, 0.5)
print(scheduler.last_epoch, scheduler.base_lrs, scheduler.get_last_lr(), isinstance(scheduler, LRScheduler))
print(issubclass(StepLR, LRScheduler), issubclass(optim.lr_scheduler._LRScheduler, LRScheduler))
for _ in range(3):
    optimizer.step()
    scheduler.step()
    print(scheduler.get_last_lr(), [(g["lr"], g["initial_lr"]) for g in optimizer.param_groups])
state = scheduler.state_dict()
print({name: state[name] for name in ("gamma", "base_lrs", "last_epoch", "_step_count", "_last_lr")})
other = Falls(new_optimizer(1.0, 0.5), 0.25)
other.load_state_dict(state)
other.optimizer.step()
other.step()
print(other.get_last_lr(), other.last_epoch)
copied = pickle.loads(pickle.dumps(scheduler))
copied.step()
print(copied.get_last_lr(), copied.optimizer.param_groups[1]["lr"], optimizer.param_groups[1]["lr"])
resumed = Falls(optimizer, 0.5, last_epoch=2)
print(resumed.base_lrs, resumed.get_last_lr())

fresh = Falls(new_optimizer(1.0), 0.5)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    fresh.step()
print([str(one.message)[:65] for one in caught])


class Wrong(Falls):
    def get_lr(self):
        return [0.1]


show("resumed without a state", lambda: Falls(new_optimizer(1.0), 0.5, 3))
show("no optimizer", lambda: Falls(3, 0.5))
show("no rates", lambda: LRScheduler(new_optimizer(1.0)))
show("too few rates", lambda: Wrong(new_optimizer(1.0, 1.0), 0.5))

print("--- of torch's")


class Counts(StepLR):
    steps = 0

    def last_rates(self):
        self.steps += 1
        return [round(rate, 6) for rate in self.get_last_lr()]


counts = Counts(new_optimizer(1.0), 1, gamma=0.1)
counts.optimizer.step()
counts.step()
print(counts.last_rates(), counts.steps, isinstance(counts, StepLR))

print("--- metrics")
plateau = ReduceLROnPlateau(new_optimizer(1.0), patience=0, factor=0.5)
for loss in torch.tensor(1.0), torch.tensor([2.0]), torch.ones((), dtype=torch.float64), 3:
    plateau.step(loss)
    print(plateau.get_last_lr())
plateau.step(metrics=torch.tensor(9.0))
print(plateau.get_last_lr())
show("two numbers", lambda: plateau.step(torch.ones(2)))

print("--- optimizers")
optimizer = optim.Adam([nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(1))], weight_decay=0.1)
first, second = optimizer.param_groups[0]["params"]
print(len(optimizer.state), list(optimizer.state), first in optimizer.state)
first.grad = torch.ones(2)
optimizer.step()
print(sorted(optimizer.state[first]), len(optimizer.state), second in optimizer.state)
print(optimizer.state[first]["exp_avg"], optimizer.state[second], len(optimizer.state) > 0)
optimizer.state[first]["exp_avg"].zero_()
print(optimizer.state_dict()["state"][0]["exp_avg"])
for name in ("ASGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "NAdam",
             "RAdam", "RMSprop", "Rprop", "SGD", "SparseAdam"):
    made = getattr(optim, name)([nn.Parameter(torch.ones(2, 2))])
    print(name, made.defaults, repr(copy.deepcopy(made)) == repr(made))

for copied in copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer)):
    parameters = copied.param_groups[0]["params"]
    parameters[0].grad = torch.ones(2)
    copied.step()
    print(type(copied).__name__, copied.defaults == optimizer.defaults, parameters, first, copied)
    print(copied.state[parameters[0]]["step"], optimizer.state[first]["step"])
net = nn.Linear(2, 1)
optimizer = optim.SGD(net.named_parameters(), lr=0.5, momentum=0.9)
for copied, other in copy.deepcopy((net, optimizer)), reversed(copy.deepcopy([optimizer, net])):
    print(other.param_groups[0]["params"][0] is copied.weight, other.param_groups[0]["param_names"])
    before = copied.weight.detach().clone()
    copied(torch.ones(1, 2)).sum().backward()
    other.step()
    print(before - copied.weight.detach(), net.weight.grad)


class Own(optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(params, dict(lr=lr))

    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["count"] = self.state[p].get("count", 0) + 1


own = Own([{"params": [nn.Parameter(torch.ones(1))], "lr": 0.3}, {"params": [nn.Parameter(torch.ones(2))]}], 0.1)
own.step()
for copied in copy.deepcopy(own), pickle.loads(pickle.dumps(own)):
    print(type(copied).__name__, copied.state_dict(), copied.defaults["lr"])
    copied.step()
    print(list(copied.state.values()), own.state_dict()["state"])
