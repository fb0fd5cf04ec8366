"""What nccl.c does, in Python."""

import os
import sys

import torch
import torch.distributed as dist

STEPS = 3


def numbers(number, n):
    return torch.full((n,), float(number)).to(device)


def try_work():
    tensor = numbers(me, 7)
    dist.all_reduce(tensor, async_op=True).wait()
    tensor[0].item()


def try_groups():
    tensor = numbers(me, 3)
    every = dist.new_group()
    dist.all_reduce(tensor, group=every)
    tensor[0].item()
    options = dist.ProcessGroupNCCL.Options(is_high_priority_stream=True)
    first = dist.new_group([0], pg_options=options)
    if me == 0:
        dist.broadcast(tensor, 0, group=first)
        dist.destroy_process_group(first)
    dist.destroy_process_group(every)


def try_objects():
    values = [None] * size
    dist.all_gather_object(values, 7 + me)
    assert values == [7 + rank for rank in range(size)]


def try_ddp():
    net = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 4))
    ddp = torch.nn.parallel.DistributedDataParallel(net.to(device))
    optimizer = torch.optim.SGD(ddp.parameters(), lr=0.1)
    for _ in range(STEPS):
        optimizer.zero_grad()
        ddp(torch.ones(2, 8, device=device)).sum().backward()
        optimizer.step()


name = sys.argv[1] if len(sys.argv) > 1 else "all"
me, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
device = torch.device("cuda", int(os.environ["LOCAL_RANK"]))
torch.cuda.set_device(device)
if name == "all":
    dist.init_process_group("nccl")
    try_work()
    try_groups()
    try_ddp()
else:
    dist.init_process_group("cpu:gloo,cuda:nccl", device_id=device)
    for where in "cpu", device:
        tensor = torch.full((2,), float(me)).to(where)
        dist.all_reduce(tensor)
        assert tensor[0].item() == size * (size - 1) / 2
    try_groups()
    try_objects()
dist.barrier()
dist.destroy_process_group()
