"""A rank of beside.sh in Python, and of tests/fixtures/expected/nn_ddp.py: what ddp.c does, and the same
lines."""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.algorithms.ddp_comm_hooks import default_hooks
from torch.distributed.algorithms.join import Join
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel

BATCH, STEPS = 8, 3


def wave(shape, k):
    n = torch.Size(shape).numel()
    return (torch.sin(torch.arange(n, dtype=torch.float32) * k) * 0.3).reshape(shape)


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.left, self.right = nn.Linear(64, 32), nn.Linear(32, 10), nn.Linear(32, 10)
        self.is_right = False

    def forward(self, x):
        return (self.right if self.is_right else self.left)(torch.relu(self.first(x)))


def mlp():
    return nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(),
                         nn.Linear(512, 10))


def cnn():
    return nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(),
                         nn.Linear(144, 10))


def tied():
    net = nn.Sequential(nn.Embedding(10, 16), nn.Linear(16, 10, bias=False))
    net[1].weight = net[0].weight
    return net


def sparse():
    return nn.Sequential(nn.Embedding(10, 16, sparse=True), nn.Linear(16, 10))


class Block(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.ln1, self.qkv = nn.LayerNorm(dim), nn.Linear(dim, 3 * dim)
        self.out, self.ln2 = nn.Linear(dim, dim), nn.LayerNorm(dim)
        self.up, self.down = nn.Linear(dim, 4 * dim), nn.Linear(4 * dim, dim)

    def attend(self, x):
        qkv = self.qkv(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(qkv[0], qkv[1], qkv[2], is_causal=True)
        return self.out(y.transpose(1, 2).flatten(2))

    def forward(self, x):
        x = x + self.attend(self.ln1(x))
        return x + self.down(F.gelu(self.up(self.ln2(x))))


class GPT(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(10, 16), nn.Embedding(4, 16)
        self.blocks = nn.Sequential(Block(16, 2), Block(16, 2))
        self.ln, self.head = nn.LayerNorm(16), nn.Linear(16, 10, bias=False)
        self.head.weight = self.tokens.weight

    def forward(self, x):
        x = self.tokens(x) + self.positions(torch.arange(4))
        return self.head(self.ln(self.blocks(x))).flatten(0, 1)


def mean_hook(_, bucket):
    buffer = bucket.buffer().div_(dist.get_world_size())
    return dist.all_reduce(buffer, async_op=True).get_future().then(lambda future: future.value()[0])


def taking_hook(of_ddp, bucket):
    """As DDP without a hook, but a rank that has joined takes over the gradients: Join leaves it to the
    program to set them for the steps of a ZeroRedundancyOptimizer."""
    parameters, gradients = bucket.parameters(), bucket.gradients()
    buffer = bucket.buffer().mul_(1 / dist.get_world_size())

    def take(future):
        if of_ddp["has_joined"]:
            for parameter, gradient in zip(parameters, gradients):
                parameter.grad = gradient.clone()
        return future.value()[0]

    return dist.all_reduce(buffer, async_op=True).get_future().then(take)


HOOKS = {"fp16": default_hooks.fp16_compress_hook,
         # Without its name, by which Python refuses it where there is no NCCL.
         "bf16": lambda state, bucket: default_hooks.bf16_compress_hook(state, bucket),
         "hook": mean_hook}

VIEWS = ("zero_view", "zero_gpt_uneven")

# In the order of ddp.c.
CASES = [
    ("mlp", mlp, {}),
    ("view", mlp, {"bucket_cap_mb": 0.25, "gradient_as_bucket_view": True}),
    ("cnn", cnn, {}),
    ("tied", tied, {}),
    ("sparse", sparse, {}),
    ("unused", Branches, {"find_unused_parameters": True}),
    ("static", Branches, {"static_graph": True}),
    ("accumulate", mlp, {}),
    ("fp16", cnn, {}),
    ("bf16", cnn, {}),
    ("hook", mlp, {}),
    ("uneven", cnn, {}),
    ("remaining", mlp, {}),
    ("zero", mlp, {}),
    ("zero_view", mlp, {}),
    ("zero_uneven", mlp, {}),
    ("gpt", GPT, {}),
    ("zero_gpt", GPT, {}),
    ("zero_gpt_uneven", GPT, {}),
]


def inputs(model, step):
    me = dist.get_rank()
    tokens = (torch.arange(BATCH) * 3 + me + step) % 10
    if model in (tied, sparse):
        return tokens
    if model is GPT:
        return tokens.reshape(2, -1)
    shape = (BATCH, 1, 8, 8) if model is cnn else (BATCH, 64)
    return wave(shape, 0.77 + 0.05 * step + 0.1 * me)


def digits(tensors):
    result = 0
    for tensor in tensors:
        bits = tensor.double().flatten().contiguous().view(torch.int64)
        weights = torch.arange(bits.numel()) % 8191 + 1
        result = (result * 31 + (bits * weights).sum().item()) % 2 ** 64
    return result


def show(name, net, step, loss):
    with torch.no_grad():
        gradients = [p.grad.to_dense() for p in net.parameters() if p.grad is not None]
        states = [*net.parameters(), *net.buffers()]
        sums = [sum((x.double().sum().item() for x in list_), 0.0) for list_ in (gradients, states)]
        print(f"{name} {step} {loss:.9g} {sums[0]:.9g} {sums[1]:.9g} "
              f"{digits(gradients + states):016x}", flush=True)


def forward_backward(net, model, step):
    targets = (torch.arange(BATCH) + dist.get_rank() + step) % 10
    loss = F.cross_entropy(net(inputs(model, step)), targets)
    loss.backward()
    return loss.item()


def train_step(name, net, model, optimizer, step):
    optimizer.zero_grad()
    if name == "unused":
        net.module.is_right = (step + dist.get_rank()) % 2 == 1
    if name == "accumulate":
        with net.no_sync():
            forward_backward(net, model, step + 10)
    loss = forward_backward(net, model, step)
    optimizer.step()
    show(name, net, step, loss)


def optimizer_of(name, parameters):
    if name.startswith("zero"):
        return ZeroRedundancyOptimizer(parameters, torch.optim.Adam, lr=0.01,
                                       parameters_as_bucket_view=name in VIEWS)
    return torch.optim.SGD(parameters, lr=0.1, momentum=0 if name == "sparse" else 0.9)


def train(name, model, options):
    me = dist.get_rank()
    net = model()
    with torch.no_grad():
        for i, parameter in enumerate(net.parameters()):
            parameter.copy_(wave(parameter.shape, 0.11 * (i + 1) + me))
    net = DistributedDataParallel(net, **options)
    if name in HOOKS:
        net.register_comm_hook(None, HOOKS[name])
    optimizer = optimizer_of(name, net.parameters())
    if name in ("zero_uneven", "zero_gpt_uneven"):
        of_ddp = {"has_joined": False}
        net.register_comm_hook(of_ddp, taking_hook)
        with Join([net, optimizer]):
            for step in range(STEPS + me):
                train_step(name, net, model, optimizer, step)
            of_ddp["has_joined"] = True
        show(name, net, 9, 0)
    elif name in ("uneven", "remaining"):
        with net.join(divide_by_initial_world_size=name == "uneven"):
            for step in range(STEPS + me):
                train_step(name, net, model, optimizer, step)
        show(name, net, 9, 0)
    else:
        for step in range(STEPS):
            train_step(name, net, model, optimizer, step)


def main():
    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    for case in CASES:
        train(*case)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
