"""The measurement that steps.py and modules.py share."""

import resource
import statistics
import time

from torch.nn import functional as F

WARM_UP = 3


def train_steps(net, optimizer, x, labels, steps):
    """Trains and prints what steps_time.c prints."""
    took, first, faults = [], None, 0
    for i in range(-WARM_UP, steps):
        start = time.process_time_ns()
        if i == 0:
            faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), labels)
        loss.backward()
        optimizer.step()
        value = loss.item()
        first = first or value
        if i >= 0:
            took.append(time.process_time_ns() - start)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{statistics.median(took) * 1e-6:.4f} {(usage.ru_minflt - faults) / steps:.2f} "
        f"{usage.ru_maxrss / 1024:.1f} {first:.4f} {value:.4f}"
    )
