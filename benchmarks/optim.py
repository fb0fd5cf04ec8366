"""optim.py CLASS big|tiny default|foreach|fused STEPS: times the steps of optim.h in Python, and
prints what `bench_optim time` prints."""

import statistics
import sys
import time

import torch

SIZES = {"big": (200, 50000), "tiny": (10, 16)}
WARM_UP = 3


def draw(size):
    tensors, elements = SIZES[size]
    torch.manual_seed(1)
    parameters = []
    for _ in range(tensors):
        parameter = torch.nn.Parameter(torch.randn(elements))
        parameter.grad = torch.randn_like(parameter)
        parameters.append(parameter)
    return parameters


def main(name, size, path, steps):
    torch.set_num_threads(1)
    options = {"lr": 1e-3} | ({"momentum": 0.9} if name == "SGD" else {})
    options |= {} if path == "default" else {path: True}
    parameters = draw(size)
    optimizer = getattr(torch.optim, name)(parameters, **options)
    took = []
    for i in range(-WARM_UP, int(steps)):
        start = time.process_time_ns()
        optimizer.step()
        if i >= 0:
            took.append(time.process_time_ns() - start)
    total = sum(p.detach().abs().sum().item() for p in parameters)
    print(f"{statistics.median(took) * 1e-3:.2f} {total:.4f}")


main(*sys.argv[1:])
