"""A rank of beside.sh in Python, and of tests/fixtures/expected/dist_functional.py: what functional.c
does, and the same lines."""

import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as functional


def values(k, shape, requires_grad=False):
    n = torch.Size(shape).numel()
    numbers = [(5 * k + 7 * i + k * i) % 5 - 2 for i in range(n)]
    return torch.tensor(numbers, dtype=torch.float32).reshape(shape).requires_grad_(requires_grad)


def digits(tensors):
    return " ".join(f"{x + 0.0:.6g}" for t in tensors for x in t.detach().flatten().tolist())


def show(name, what, tensors):
    print(name, what, digits(tensors), flush=True)


def uneven(me, size):
    return [me + j + 1 for j in range(size)]


def call(name, inputs):
    me, size = dist.get_rank(), dist.get_world_size()
    group = dist.group.WORLD
    function, _, op = name.partition(" ")
    x = inputs[0]
    splits = uneven(me, size) if op == "uneven" else None
    calls = {
        "all_reduce": lambda: functional.all_reduce(x, op, group),
        "all_reduce_coalesced": lambda: functional.all_reduce_coalesced(inputs, op, group),
        "all_gather_into_tensor": lambda: functional.all_gather_single(x, 0, group),
        "all_gather_into_tensor_coalesced":
            lambda: functional.all_gather_single_coalesced(inputs, group),
        "reduce_scatter_tensor": lambda: functional.reduce_scatter_single(x, op, 0, group),
        "reduce_scatter_tensor_coalesced":
            lambda: functional.reduce_scatter_single_coalesced(inputs, op, [0, 0], group),
        "all_to_all_single": lambda: functional.all_to_all_single(x, splits, splits, group),
        "broadcast": lambda: functional.broadcast(x, size - 1, group),
    }
    results = calls[function]()
    return results if isinstance(results, list) else [results]


def loss_of(results):
    return sum((result * values(40 + k, result.shape)).sum() for k, result in enumerate(results))


def inputs_of(name):
    me, size = dist.get_rank(), dist.get_world_size()
    rows = sum(uneven(me, size)) if name.endswith("uneven") else 2 * size
    shapes = [(rows, 2), (size,)] if "coalesced" in name else [(rows, 2)]
    return [values(3 * me + k, shape, True) for k, shape in enumerate(shapes)]


# In the order of functional.c.
DIFFERENTIABLE = [
    "all_reduce sum", "all_reduce avg", "all_reduce min", "all_reduce max",
    "all_reduce_coalesced sum",
    "all_gather_into_tensor", "all_gather_into_tensor_coalesced",
    "reduce_scatter_tensor sum", "reduce_scatter_tensor_coalesced sum",
    "all_to_all_single", "all_to_all_single uneven",
]
OTHERS = ["all_reduce product", "reduce_scatter_tensor max", "broadcast"]


def main():
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    for name in DIFFERENTIABLE:
        inputs = inputs_of(name)
        results = call(name, inputs)
        loss_of(results).backward()
        show(name, "result", results)
        show(name, "gradient", [x.grad for x in inputs])
    for name in OTHERS:
        with torch.no_grad():
            show(name, "result", call(name, inputs_of(name)))
    # A gradient of a gradient.
    x = values(dist.get_rank(), (4,), True)
    loss = (call("all_reduce sum", [x])[0] ** 2).sum()
    gradient, = torch.autograd.grad(loss, x, create_graph=True)
    (gradient * values(9, (4,))).sum().backward()
    show("twice", "gradient", [gradient, x.grad])
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
