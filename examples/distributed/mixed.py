"""A rank in Python of a group that may also have ranks in C: mixed.c says how to start them."""

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
mine = dist.get_rank() + 1.0
x = torch.full((2,), mine)
net = torch.nn.Linear(2, 1)

dist.all_reduce(x)  # the sum
print(x, flush=True)
ddp = DistributedDataParallel(net)  # rank 0's weights
sgd = torch.optim.SGD(ddp.parameters(), lr=0.1)
ddp(torch.full((1, 2), mine)).sum().backward()  # the mean of all gradients
sgd.step()
print(net.weight.detach(), flush=True)
dist.destroy_process_group()
