"""distributed.py all_reduce|step SIZE CALLS: the times that distributed.c measures, in Python."""

import sys
import time

import torch
import torch.distributed as dist
from torch import nn
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel

WARM_UP, LAYERS, ROWS, CLASSES = 10, 4, 64, 10


def make_all_reduce(elements):
    tensor = torch.zeros(elements)
    return lambda: dist.all_reduce(tensor)


def make_step(width):
    net = nn.Sequential()
    for _ in range(LAYERS - 1):
        net.append(nn.Linear(width, width))
        net.append(nn.ReLU())
    net.append(nn.Linear(width, CLASSES))
    ddp = DistributedDataParallel(net)
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.01)
    x, labels = torch.randn(ROWS, width), torch.randint(CLASSES, (ROWS,))

    def step():
        optimizer.zero_grad()
        F.cross_entropy(ddp(x), labels).backward()
        optimizer.step()

    return step


what, size, calls = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
dist.init_process_group("gloo")
if what == "all_reduce":
    call = make_all_reduce(size)
else:
    call = make_step(size)
for _ in range(WARM_UP):
    call()
dist.barrier()
took = []
for _ in range(calls):
    begin = time.perf_counter_ns()
    call()
    took.append((time.perf_counter_ns() - begin) / 1000)
if dist.get_rank() == 0:
    print(f"{sorted(took)[calls // 2]:.3f}")
dist.destroy_process_group()
