"""A rank of mixed.sh in Python: what mixed.c does, and the same lines."""

import torch
import torch.distributed as dist


def values(rank, n, dtype=torch.float32):
    return torch.tensor([rank * rank + 7 * i % 5 + rank * i + 1 for i in range(n)], dtype=dtype)


def show(name, tensor):
    print(name, " ".join(f"{x:.9g}" for x in tensor.double().flatten().tolist()), flush=True)


dist.init_process_group("gloo")
me, size = dist.get_rank(), dist.get_world_size()

x = values(me, 5)
dist.all_reduce(x)
show("all_reduce", x)
x = values(me, 5, torch.bfloat16)
dist.all_reduce(x, dist.ReduceOp.MAX)
show("bfloat16", x)
x = torch.complex(values(me, 3), values(me + 1, 3))
dist.all_reduce(x)
show("complex", torch.view_as_real(x))
x = values(me, 4)
dist.broadcast(x, 1)
show("broadcast", x)
out = torch.zeros(3 * size)
dist.all_gather_into_tensor(out, values(me, 3))
show("all_gather", out)
out = torch.zeros(2)
dist.reduce_scatter_tensor(out, values(me, 2 * size), dist.ReduceOp.AVG)
parts = [torch.zeros(2) for _ in range(size)]
dist.all_gather(parts, out)
show("reduce_scatter", torch.cat(parts))
out = torch.zeros(size)
dist.all_to_all_single(out, values(me, size))
dist.all_reduce(out)
show("all_to_all", out)

group = dist.new_group([1, 2])
if me in (1, 2):
    x = values(me, 2)
    dist.all_reduce(x, group=group)
    show("group", x)
both = dist.new_group(backend="cuda:gloo,cpu:gloo")
x = values(me, 2)
dist.all_reduce(x, group=both)
show("both", x)

objects = [None] * size
dist.all_gather_object(objects, "x" * me + str(me))
print("objects", objects, flush=True)
numbers = [0.5 * (i + me) for i in range(size)]
dist.broadcast_object_list(numbers, 1)
print("object_list", numbers, flush=True)
mine, scattered = [None], [None] * size
dist.scatter_object_list(mine, objects, 2)
dist.gather_object(mine[0], scattered if me == 0 else None, 0)
scattered = [scattered]
dist.broadcast_object_list(scattered, 0)
print("scattered", scattered, flush=True)

dist.barrier()
ops, received = [], []
for other in range(size):
    if other != me:
        received.append(torch.zeros(3))
        ops += [dist.P2POp(dist.isend, values(3 * me + other, 3), other, tag=2),
                dist.P2POp(dist.irecv, received[-1], other, tag=2)]
for work in dist.batch_isend_irecv(ops):
    work.wait()
x = torch.cat(received)
dist.all_reduce(x)
show("batch", x)
# Last: with TORCH_DISTRIBUTED_DEBUG=DETAIL libtorch counts these calls, which only two ranks make, and
# finds the next collective of all ranks out of order.
x = values(7, 4)
if me == 0:
    dist.send(x, 1, tag=5)
elif me == 1:
    x.zero_()
    dist.recv(x, 0, tag=5)
show("send", x)
dist.destroy_process_group()
