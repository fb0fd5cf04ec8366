"""A rank of prove-distributed.sh in Python: the calls of collectives.c --print, and the same lines."""

import sys

import torch
import torch.distributed as dist

N = 6
INTEGERS = [torch.uint8, torch.int8, torch.int32, torch.int64]
FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
PAIRS = [torch.complex64, torch.complex128]
OPS = ["sum", "avg", "product", "min", "max", "band", "bor", "bxor"]


def values(rank, n, dtype):
    return torch.tensor([(5 * rank + 7 * i + rank * i) % 3 + 1 for i in range(n)]).to(dtype)


def zeros(n, dtype):
    return torch.zeros(n, dtype=dtype)


def plain(tensor):
    """A view as numbers that gloo takes everywhere; libctorch does that by itself."""
    if tensor.is_complex():
        return torch.view_as_real(tensor)
    return tensor.view(torch.uint8) if tensor.dtype is torch.bool else tensor


def views(tensors):
    return [plain(tensor) for tensor in tensors]


def show(what, operation, tensor):
    data = bytes(plain(tensor).contiguous().view(torch.uint8).flatten().tolist())
    name = str(tensor.dtype).removeprefix("torch.")
    sys.stdout.write(f"{what} {name} {operation} {data.hex()}\n")


def reductions(name, dtype):
    op = getattr(dist.ReduceOp, name.upper())
    for is_async in False, True:
        x = values(me, N, dtype)
        work = dist.all_reduce(x, op, async_op=is_async)
        if is_async:
            work.wait()
        show("all_reduce", name, x)
    x = values(me, N, dtype)
    dist.reduce(x, size - 1, op)
    if me == size - 1:
        show("reduce", name, x)
    whole, out = values(me, N * size, dtype), zeros(N, dtype)
    dist.reduce_scatter(out, [part.clone() for part in whole.split(N)], op)
    show("reduce_scatter", name, out)
    out = zeros(N, dtype)
    dist.reduce_scatter_tensor(out, whole, op)
    show("reduce_scatter_tensor", name, out)
    out = zeros(N, dtype)
    options = dist.ReduceScatterOptions()
    options.reduceOp = op
    dist.group.WORLD.reduce_scatter_tensor_coalesced([out], [whole], options).wait()
    show("reduce_scatter_tensor_coalesced", name, out)
    two = [values(me, N, dtype), values(me, 2, dtype)]
    options = dist.AllreduceCoalescedOptions()
    options.reduceOp = op
    dist.group.WORLD.allreduce_coalesced(two, options).wait()
    for x in two:
        show("all_reduce_coalesced", name, x)


def copies(dtype):
    def put(what, tensor):
        show(what, "copy", tensor)

    for root in range(size):
        x = values(me, N, dtype)
        dist.broadcast(x, root)
        put("broadcast", x)
    parts = [zeros(N, dtype) for _ in range(size)]
    dist.all_gather(parts, values(me, N, dtype))
    for part in parts:
        put("all_gather", part)
    out = zeros(N * size, dtype)
    dist.all_gather_into_tensor(out, values(me, N, dtype))
    put("all_gather_into_tensor", out)
    out, x = zeros(N * size, dtype), values(me, N, dtype)
    dist.group.WORLD.allgather_into_tensor_coalesced([plain(out)], [plain(x)]).wait()
    put("all_gather_into_tensor_coalesced", out)
    lists = [[zeros(N, dtype), zeros(2, dtype)] for _ in range(size)]
    dist.all_gather_coalesced([views(parts) for parts in lists],
                              views([values(me, N, dtype), values(me, 2, dtype)]))
    for parts in lists:
        for part in parts:
            put("all_gather_coalesced", part)
    parts = [zeros(N, dtype) for _ in range(size)]
    dist.gather(plain(values(me, N, dtype)), views(parts) if me == 0 else None, 0)
    for part in parts if me == 0 else []:
        put("gather", part)
    out = zeros(N, dtype)
    sent = [values(10 + i, N, dtype) for i in range(size)]
    dist.scatter(plain(out), views(sent) if me == 0 else None, 0)
    put("scatter", out)
    counts = [me + j + 1 for j in range(size)]
    out = zeros(sum(counts), dtype)
    sent = torch.cat([values(20 * me + j, counts[j], dtype) for j in range(size)])
    dist.all_to_all_single(plain(out), plain(sent), counts, counts)
    for part in out.split(counts):
        put("all_to_all_single", part)
    outs = [zeros(N, dtype) for _ in range(size)]
    dist.all_to_all(views(outs), views(values(20 * me + j, N, dtype) for j in range(size)))
    for out in outs:
        put("all_to_all", out)
    if size > 1:
        ring(put, dtype)
        batch(put, dtype)
        batch(put, dtype)


def ring(put, dtype):
    x = zeros(N, dtype)
    sent = dist.isend(values(me, N, dtype), (me + 1) % size, tag=3)
    dist.recv(x, None, tag=3)
    sent.wait()
    put("recv from any", x)
    if me % 2 == 0 and (me + 1) % size:
        dist.send(x, me + 1)
    if me % 2:
        x = zeros(N, dtype)
        dist.recv(x, me - 1)
        put("recv", x)


def batch(put, dtype):
    pairs = [(other, k) for other in range(size) for k in range(2) if other != me]
    received = [zeros(N, dtype) for _ in pairs]
    ops = [dist.P2POp(dist.irecv, out, other, tag=4)
           for out, (other, _) in zip(received, pairs)]
    ops += [dist.P2POp(dist.isend, values(3 * me + 7 * other + 11 * k, N, dtype), other, tag=4)
            for other, k in pairs]
    for work in dist.batch_isend_irecv(ops):
        work.wait()
    for out in received:
        put("batch_isend_irecv", out)


dist.init_process_group("gloo")
me, size = dist.get_rank(), dist.get_world_size()
for dtype in INTEGERS:
    copies(dtype)
    for name in OPS:
        if name != "avg":
            reductions(name, dtype)
for dtype in FLOATS:
    copies(dtype)
    for name in OPS[:5]:
        reductions(name, dtype)
for dtype in PAIRS:
    copies(dtype)
    reductions("sum", dtype)
copies(torch.bool)
dist.barrier()
sys.stdout.flush()
dist.destroy_process_group()
