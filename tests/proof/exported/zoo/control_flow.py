"""Higher-order operators: branches, loops, scans, regions with a mode, functions of torch.func."""

import torch
from torch import nn, randn
from torch._higher_order_ops.associative_scan import associative_scan as scan_associatively
from torch._higher_order_ops.foreach_map import foreach_map as map_lists
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.map import map as map_function
from torch._higher_order_ops.out_dtype import out_dtype
from torch._higher_order_ops.scan import scan as scan_function
from torch._higher_order_ops.strict_mode import strict_mode
from torch._higher_order_ops.while_loop import while_loop
from torch.export import Dim
from torch.utils.checkpoint import checkpoint

from .program import Program, calls, program


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.other = nn.Linear(4, 4), nn.Linear(4, 4)


@program
def cond():
    class Cond(Branches):
        def forward(self, x):
            return torch.cond(x.sum() > 0, lambda x: self.one(x).relu(),
                              lambda x: self.other(x) - 1, (x,))

    return Program(Cond(), (torch.ones(3, 4),), more=[(-torch.ones(3, 4),)], grads=True)


@program
def cond_shape():
    class Cond(Branches):
        def forward(self, x):
            return torch.cond(x.shape[0] > 4, self.one, lambda x: self.other(x) * x.shape[0], (x,))

    return Program(Cond(), (randn(3, 4),), dynamic_shapes=({0: Dim("batch")},),
                   more=[(randn(5, 4),), (randn(4, 4),)], bad=[(randn(3, 5),)])


@program
def cond_nested():
    def forward(x, y):
        def inner(x, y):
            return torch.cond(y.sum() > 0, lambda x, y: (x + y, x * 3), lambda x, y: (x - y, x * 2),
                              (x, y))

        return torch.cond(x.sum() > 0, inner, lambda x, y: (x * y, y + x), (x, y))

    one = torch.ones(3)
    return calls(forward, one, one, more=[(one, -one), (-one, one)])


@program
def cond_tree():
    def forward(x):
        return torch.cond(x.any(), lambda d: {"a": d["x"] + 1, "b": [d["y"].sin()]},
                          lambda d: {"a": d["x"] - 1, "b": [d["y"].cos()]},
                          ({"x": x * 1.5, "y": x * 0.5},))

    return calls(forward, torch.ones(2), more=[(torch.zeros(2),)])


@program
def cond_without_arguments():
    class Cond(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("low", torch.zeros(3))
            self.register_buffer("high", torch.ones(3))

        def forward(self, x):
            return x + torch.cond(x.max() > 1, lambda: self.high.clone(), lambda: self.low.clone(),
                                  ())

    return Program(Cond(), (torch.tensor([0.0, 2.0, 0.5]),), more=[(torch.zeros(3),)])


@program
def cond_of_item():
    def forward(x, which):
        k = which.item()
        return torch.cond(k == 2, lambda x: x * 2, lambda x: x - 2, (x,)), k

    return calls(forward, randn(3), torch.tensor(2), more=[(randn(3), torch.tensor(1))])


@program
def while_count():
    def forward(x, count):
        return while_loop(lambda i, y: i < count, lambda i, y: (i + 1, y * 1.5),
                          (torch.zeros((), dtype=torch.long), x))

    return calls(forward, randn(3), torch.tensor(4), more=[(randn(3), torch.tensor(0))])


@program
def while_modules():
    class Loop(Branches):
        def forward(self, x, limit):
            return while_loop(lambda x, steps: (x.norm() < limit) & (steps < 20),
                              lambda x, steps: (x + self.one(x).abs() + 0.1, steps + 1),
                              (x, torch.zeros((), dtype=torch.int32)))

    return Program(Loop(), (randn(2, 4), torch.tensor(9.0)),
                   more=[(randn(2, 4), torch.tensor(0.0))])


@program
def cond_in_while():
    def forward(x):
        def step(i, x):
            return i + 1, torch.cond(x.sum() > 5, lambda x: x - 3, lambda x: x * 2, (x,))

        return while_loop(lambda i, x: i < 6, step, (torch.tensor(0), x))

    return calls(forward, torch.ones(2))


@program
def while_integer():
    """A number in Python is part of the loop's state."""
    def forward(x):
        return while_loop(lambda i, x: i < 4, lambda i, x: (i + 1, x + i), (0, x))

    return calls(forward, randn(2, 2))


@program
def scan():
    def forward(rows, start):
        def step(carry, row):
            carry = carry * 0.5 + row
            return carry, carry.tanh()

        return scan_function(step, start, rows, dim=0)

    return calls(forward, randn(5, 3), randn(3))


@program
def scan_reversed():
    class Scan(nn.Module):
        def __init__(self):
            super().__init__()
            self.cell = nn.GRUCell(3, 4)

        def forward(self, rows, start):
            def step(state, row):
                state = self.cell(row, state)
                return state, (state * 2, state.sum(-1))

            return scan_function(step, start, rows, dim=1, reverse=True)

    return Program(Scan(), (randn(2, 5, 3), randn(2, 4)), grads=True)


@program
def map_over():
    return calls(lambda rows, y: map_function(lambda row, y: row.sin() + y, rows, y), randn(4, 3),
                 randn(3))


@program
def map_dynamic():
    class Map(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 2)

        def forward(self, rows):
            return map_function(lambda row: (self.linear(row), row * 2), rows)

    return Program(Map(), (randn(4, 3),), dynamic_shapes=({0: Dim("n", min=2, max=16)},),
                   more=[(randn(16, 3),)], bad=[(randn(17, 3),)])


@program
def associative_scan():
    return calls(lambda x: scan_associatively(lambda a, b: a * b, x, 0), randn(4, 2))


@program
def associative_scan_generic():
    """Becomes vmap and slices."""
    return calls(lambda x: scan_associatively(lambda a, b: a * b, x, 0, combine_mode="generic"),
                 randn(5, 3))


@program
def associative_scan_tree():
    def forward(a, b):
        def combine(one, other):
            return one[0] * other[0], other[0] * one[1] + other[1]

        return scan_associatively(combine, (a, b), 1, reverse=True)

    return calls(forward, randn(2, 6), randn(2, 6))


@program
def autocast_no_grad():
    class Modes(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x):
            with torch.autocast("cpu", torch.bfloat16):
                y = self.linear(x)
            with torch.no_grad():
                z = self.linear(x) * 2
            with torch.autocast("cpu", enabled=False):
                return y, z, x @ x.t()

    return Program(Modes(), (randn(3, 4),), grads=True)


@program
def grad_modes():
    class Modes(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)

        def forward(self, x):
            with torch.no_grad():
                still = self.linear(x).sigmoid()
                with torch.enable_grad():
                    again = self.linear(still)
            torch.set_grad_enabled(False)
            other = x * 3
            torch.set_grad_enabled(True)
            return self.linear(x) * still, again, other

    return Program(Modes(), (randn(2, 3),), grads=True)


@program
def in_no_grad():
    class Frozen(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)

        @torch.no_grad()
        def forward(self, x):
            return self.linear(x)

    return Program(Frozen(), (randn(2, 3),))


@program
def checkpointed():
    class Checkpointed(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(4, 4)

        def forward(self, x):
            return checkpoint(lambda y: self.linear(y).relu(), x, use_reentrant=False)

    return Program(Checkpointed(), (randn(2, 4),))


@program
def vmap():
    return calls(lambda x: torch.vmap(lambda row: row.sin().sum())(x), randn(2, 4))


@program
def vmap_dimensions():
    def forward(x, y):
        return torch.vmap(lambda a, b: (a @ b, a.sum()), in_dims=(1, None), out_dims=(1, 0))(x, y)

    return calls(forward, randn(3, 4), randn(3, 2))


@program
def vmap_random():
    return calls(lambda x: torch.vmap(lambda row: row + torch.rand(3), randomness="different")(x),
                 randn(2, 3))


@program
def func_grad():
    return calls(lambda x: torch.func.grad(lambda y: (y ** 3).sum())(x), randn(4))


@program
def func_jvp():
    return calls(lambda x, t: torch.func.jvp(lambda y: y.sin() * y, (x,), (t,)), randn(4), randn(4))


@program
def func_jacobian():
    return calls(lambda x: torch.func.jacrev(lambda y: y.sin() * y.sum())(x), randn(3))


@program
def flex_attention():
    from torch.nn.attention.flex_attention import flex_attention as flex

    return calls(lambda q: flex(q, q, q, score_mod=lambda score, b, h, i, j: score + (i - j)),
                 randn(1, 2, 16, 16))


@program
def nested_region():
    @torch.compiler.nested_compile_region
    def region(x, y):
        return (x * y).relu() + 1

    return calls(lambda x, y: region(x, y) + region(y, x), randn(3), randn(3))


@program
def functional_call():
    class Called(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)

        def forward(self, x, weight):
            return torch.func.functional_call(self.linear, {"weight": weight}, (x,))

    return Program(Called(), (randn(2, 3), randn(3, 3)), grads=True)


@program
def hinted_region():
    hints = {"name": "inner", "level": 2, "exact": True, "rate": 0.5}
    return calls(lambda x: hints_wrapper(lambda a: (a + 1).sin(), (x,), {}, hints=hints), randn(3))


@program
def strict_region():
    return calls(lambda x: strict_mode(lambda a: (a.cos(), a * 2), (x,)), randn(3))


@program
def product_of_integers():
    def forward(x, y):
        return out_dtype(torch.ops.aten.mm.default, torch.int32, x, y.t())

    def integers():
        return torch.randint(-9, 9, (3, 4), dtype=torch.int8)

    return calls(forward, integers(), integers())


@program
def mapped_lists():
    return calls(lambda x, y: map_lists(torch.add, [x, y], [y, x]), randn(3), randn(3),
                 strict=True)
