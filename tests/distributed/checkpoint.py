"""A rank that saves a checkpoint in parts, or loads one: what checkpoint.c does."""

import sys

import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, distribute_tensor

ROWS, COLUMNS = 7, 4


def values(rank, n, dtype):
    return torch.tensor([(5 * rank + 7 * i + rank * i) % 3 + 1 for i in range(n)], dtype=dtype)


def state(which, epoch, rows):
    return {"model": {"rows": rows, "copied": values(which, 6, torch.int64)},
            "also": values(which + (which == 1), 6, torch.float64), "epoch": epoch}


action, folder = sys.argv[1:]
dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))
whole = torch.arange(float(ROWS * COLUMNS)).reshape(ROWS, COLUMNS)
if action == "save":
    dcp.save(state(1, 5, distribute_tensor(whole, mesh, [Shard(0)])), checkpoint_id=folder)
else:
    loaded = state(3, 0, distribute_tensor(torch.zeros_like(whole), mesh, [Shard(1)]))
    dcp.load(loaded, checkpoint_id=folder)
    assert isinstance(loaded["model"]["rows"], DTensor)
    assert torch.equal(loaded["model"]["rows"].full_tensor(), whole)
    assert torch.equal(loaded["model"]["copied"], values(1, 6, torch.int64))
    assert torch.equal(loaded["also"], values(2, 6, torch.float64))
    assert loaded["epoch"] == 5
dist.destroy_process_group()
