"""Optimizers with several groups of parameters."""

import torch
from torch import nn, optim


def parameter(value):
    return nn.Parameter(torch.tensor([float(value)]))


def shows_error(function):
    try:
        print("no error", function())
    except Exception as error:
        print(type(error).__name__, str(error)[:60])


for kind, options in ((optim.SGD, {"lr": 0.125, "momentum": 0.5}), (optim.Adam, {"lr": 0.1}),
                      (optim.AdamW, {"lr": 0.1}), (optim.RMSprop, {})):
    a, b, c = parameter(1), parameter(2), parameter(3)
    optimizer = kind([{"params": [a], "lr": 0.5, "weight_decay": 0.1}, {"params": b},
                      {"params": iter([c]), "lr": 2.0}], **options)
    for _ in range(3):
        optimizer.zero_grad()
        (a * a + b * b + c * c).sum().backward()
        optimizer.step()
    groups = optimizer.param_groups
    print(kind.__name__, [round(p.item(), 4) for p in (a, b, c)], sorted(groups[0]))
    print([(group["lr"], group["weight_decay"]) for group in groups])
    print(groups[0]["params"][0] is a, "lr" in groups[0], "no" in groups[0], groups[1].get("no", 3))
    for group in groups:
        group["lr"] *= 0.5
        group.update(weight_decay=0.25)
        group.setdefault("initial_lr", 7.0)
    print([(group["lr"], group["weight_decay"], group["initial_lr"]) for group in groups])
    optimizer.add_param_group({"params": parameter(4), "lr": 8.0})
    scheduler = optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.5)
    optimizer.step()
    scheduler.step()
    print(len(optimizer.param_groups), scheduler.get_last_lr())

print("--- errors")
shows_error(lambda: optim.SGD([], lr=1.0))
shows_error(lambda: optim.SGD([{"params": [a]}, {"params": [a]}], lr=1.0))
shows_error(lambda: optim.SGD([{"lr": 1}], lr=1.0))
shows_error(lambda: optim.SGD([{"params": [a]}], lr=-1.0))
shows_error(lambda: optim.SGD([a * 2], lr=1.0))
shows_error(lambda: optim.SGD([{"params": [a]}, 5], lr=1.0))
shows_error(lambda: optim.SGD([a], lr=1.0).param_groups[0]["no"])

print("--- names")
net = nn.Linear(1, 1)
print(optim.SGD(net.named_parameters(), lr=1.0).param_groups[0]["param_names"])
optimizer = optim.SGD([{"params": net.named_parameters(), "lr": 3.0}])
print(optimizer.param_groups[0]["param_names"], optimizer.param_groups[0]["lr"])
