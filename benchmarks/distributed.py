"""distributed.py ELEMENTS CALLS: what distributed.c measures, in Python."""

import sys
import time

import torch
import torch.distributed as dist

WARM_UP = 20


def call(tensor):
    begin = time.perf_counter_ns()
    dist.all_reduce(tensor)
    return (time.perf_counter_ns() - begin) / 1000


elements, calls = (int(word) for word in sys.argv[1:])
dist.init_process_group("gloo")
tensor = torch.zeros(elements)
for _ in range(WARM_UP):
    call(tensor)
dist.barrier()
took = sorted(call(tensor) for _ in range(calls))
if dist.get_rank() == 0:
    print(f"{took[calls // 2]:.3f}")
dist.destroy_process_group()
