"""Programs that change buffers or inputs."""

import torch
from torch import nn, randn
from torch.export import Dim

from .program import Program, calls, program


@program
def counter():
    class Counter(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("count", torch.zeros((), dtype=torch.long))
            self.register_buffer("mean", torch.zeros(4))
            self.register_buffer("scratch", torch.ones(4), persistent=False)
            self.table = torch.arange(4.0)

        def forward(self, x):
            self.count.add_(1)
            self.mean.mul_(0.9).add_(x.mean(0), alpha=0.1)
            self.scratch += 1
            x.mul_(2)
            return x + self.mean + self.scratch + self.table + torch.tensor([1.0, 2, 3, 4])

    return Program(Counter(), (randn(3, 4),), more=[(randn(3, 4),)])


@program
def mutated_inputs():
    def forward(x, y):
        x.add_(1)
        y[0] = 5
        y[:, 1:].mul_(2)
        return x * y

    return calls(forward, randn(2, 3), randn(2, 3))


@program
def mutated_input_is_output():
    return calls(lambda x: x.mul_(3), randn(2, 3))


@program
def mutated_view_of_input():
    def forward(x):
        first = x.view(-1)[:2]
        first.zero_()
        return x + 1, first

    return calls(forward, randn(2, 3))


@program
def mutated_temporaries():
    def forward(x):
        y = torch.zeros(3, 4)
        y[1] = x[0]
        y[:, 2] += 1
        y[y > 0.5] = 0.5
        y.index_fill_(1, torch.tensor([0]), 9)
        z = x.clone()
        z.t().copy_(z.sin().t())
        z.clamp_(-1, 1).unsqueeze_(0).transpose_(1, 2)
        return y, z

    return calls(forward, randn(3, 4))


@program
def written_rows():
    class Table(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("table", torch.zeros(5, 3))

        def forward(self, row, values):
            self.table[row] = values
            return self.table.sum(0)

    return Program(Table(), (torch.tensor([1, 3]), randn(2, 3)),
                   more=[(torch.tensor([0, 4]), randn(2, 3))])


@program
def swapped_buffers():
    class Swap(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("one", torch.zeros(2))
            self.register_buffer("other", torch.ones(2))

        def forward(self, x):
            kept = self.one.clone()
            self.one.copy_(self.other)
            self.other.copy_(kept + x)
            return self.one * self.other

    return Program(Swap(), (randn(2),), more=[(randn(2),)])


@program
def momentum_of_batch_norm():
    net = nn.Sequential(nn.BatchNorm1d(4, momentum=0.3), nn.Linear(4, 4),
                        nn.BatchNorm1d(4, affine=False), nn.Unflatten(1, (4, 1)), nn.BatchNorm1d(4))

    return Program(net.train(), (randn(6, 4),), dynamic_shapes=({0: Dim("batch", min=2, max=32)},),
                   more=[(randn(9, 4),)], bad=[(randn(33, 4),), (randn(1, 4),)])


@program
def shared_buffer_written():
    class Shared(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("one", torch.zeros(4))
            self.register_buffer("same", self.one)

        def forward(self, x):
            self.one.add_(x)
            return self.same * 2

    return Program(Shared(), (randn(4),))


@program
def random_state_of_buffer():
    class Noise(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("noise", torch.zeros(3))

        def forward(self, x):
            self.noise.normal_()
            return x + self.noise

    return Program(Noise(), (randn(3),))


@program
def shifted_buffers():
    """The output is what one buffer gets, and the other gets what that one was."""
    class Shift(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("before", torch.zeros(2))
            self.register_buffer("now", torch.ones(2))

        def forward(self, x):
            after = self.now + x
            self.before.copy_(self.now)
            self.now.copy_(after)
            return after

    return Program(Shift(), (randn(2),), more=[(randn(2),)])
