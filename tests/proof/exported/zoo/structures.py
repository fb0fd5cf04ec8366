"""Trees of inputs and outputs, constants among them, and keyword arguments."""

import collections
import dataclasses
from typing import NamedTuple, Optional

import torch
import torch.utils._pytree as pytree
from torch import nn, randn
from torch.export import Dim

from .program import Program, calls, program


@dataclasses.dataclass
class Pair:
    a: torch.Tensor
    b: torch.Tensor
    count: int = 1


class Named(NamedTuple):
    first: torch.Tensor
    second: int


torch.export.register_dataclass(Pair, serialized_type_name="zoo.Pair")
pytree._register_namedtuple(Named, serialized_type_name="zoo.Named")


@program
def structures():
    class Structures(nn.Module):
        def forward(self, nested, named, pair, *, scale, deep=None):
            (x, y), z = nested
            r = x @ y + z + named["m"] * scale + pair.a
            parts = {"r": r, "list": [pair.b, (r, None)], "pair": Pair(r, pair.b, 3)}
            return parts, Named(r.sum(), 2)

    return Program(Structures(),
                   (((randn(2, 3), randn(3, 4)), randn(4)), {"m": randn(2, 4), "unused": randn(1)},
                    Pair(randn(4), randn(2, 2))),
                   {"scale": randn(1), "deep": {"x": [randn(1), None]}})


@program
def structures_plain():
    """No type that must be registered."""
    def forward(x, rest):
        a, (b, c), d = rest["a"], rest["b"], rest["d"]
        return [x + a, (b * c,), {"z": d[0], "a": {"deep": d[1] - x}}, [], {}, ()]

    return calls(forward, randn(2),
                 {"a": randn(2), "b": (randn(2), randn(2)), "d": [randn(1), randn(2)]})


@program
def ordered_dictionaries():
    def forward(x):
        sums = collections.OrderedDict(b=x["one"] + x["two"], a=x["one"] * 2)
        return sums, collections.defaultdict(list, {"k": x["two"]}), torch.Size([2, 3])

    return calls(lambda x: forward(x)[0], collections.OrderedDict(one=randn(2), two=randn(2)))


@program
def deque_and_default():
    def forward(queue, table):
        return collections.deque([queue[1] + 1, queue[0]]), table["a"] * 2

    return calls(forward, collections.deque([randn(2), randn(2)]),
                 collections.defaultdict(int, {"a": randn(2)}))


@program
def named_arguments():
    class Mixed(nn.Module):
        def forward(self, x, /, y, *rest, scale, **others):
            return x + y * scale + sum(rest), others["shift"] - x

    return Program(Mixed(), (randn(2), randn(2), randn(2), randn(2)),
                   {"scale": randn(1), "shift": randn(2), "other": randn(1)})


@program
def constants():
    class Constants(nn.Module):
        def forward(self, x, dim: int, factor: float, flag: bool, mode: str,
                    other: Optional[torch.Tensor] = None):
            if flag:
                x = x * factor
            if mode == "sum":
                x = x.sum(dim)
            if other is not None:
                x = x + other
            return x, dim, factor, flag, None

    given = (randn(3, 4), 1, 2.5, True, "sum")
    return Program(Constants(), given, bad=[(randn(3, 4), 0, 2.5, True, "sum"),
                                            (randn(3, 4), 1, 2.0, True, "sum"),
                                            (randn(3, 4), 1, 2.5, False, "sum"),
                                            (randn(3, 4), 1, 2.5, True, "mean")])


@program
def constant_none():
    class WithNone(nn.Module):
        def forward(self, x, other=None, third=None):
            return x * 2 if other is None else x + other, third

    return Program(WithNone(), (randn(2), None), {"third": randn(1)},
                   bad=[((randn(2), randn(2)), {"third": randn(1)})])


@program
def constant_outputs():
    return calls(lambda x: (x, 1, 2.5, True, None, -3, float("inf")), randn(2))


@program
def input_is_output():
    return calls(lambda x, y: (x, y, x, x.view(-1)), randn(2, 2), randn(1))


@program
def unused_inputs():
    return calls(lambda x, y, z: y * 2, randn(2), randn(2), randn(3, dtype=torch.float64))


@program
def no_inputs():
    class Makes(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(randn(3))

        def forward(self):
            return self.weight * 2, torch.arange(3)

    return Program(Makes(), (), grads=True)


@program
def parameter_is_output():
    class Gives(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(randn(3))
            self.register_buffer("shift", randn(3))

        def forward(self, x):
            return self.weight, self.shift, x + self.weight

    return Program(Gives(), (randn(3),), grads=True)


@program
def lists_of_tensors():
    def forward(tensors):
        return (torch.stack(tensors), torch.cat(tensors[:2]),
                torch.meshgrid(*tensors, indexing="ij"),
                torch.broadcast_tensors(tensors[0], tensors[1][:, None]),
                torch.block_diag(*tensors), torch.cartesian_prod(*tensors),
                [t * 2 for t in tensors])

    return calls(forward, [randn(2), randn(2), randn(2)])


@program
def dynamic_structures():
    def forward(given):
        return {"sum": given["x"] + given["y"][0], "rows": given["x"].shape[0]}

    rows = Dim("rows", min=2, max=10)
    return calls(forward, {"x": randn(3, 2), "y": [randn(3, 2), 4]},
                 more=[({"x": randn(10, 2), "y": [randn(10, 2), 4]},)],
                 dynamic_shapes={"args": ({"x": {0: rows}, "y": [{0: rows}, None]},)},
                 bad=[({"x": randn(11, 2), "y": [randn(11, 2), 4]},),
                      ({"x": randn(3, 2), "y": [randn(4, 2), 4]},),
                      ({"x": randn(3, 2), "y": [randn(3, 2), 5]},)])


@program
def module_called_twice():
    class Twice(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = nn.Sequential(nn.Linear(3, 3), nn.Tanh())

        def forward(self, x):
            return self.inner(self.inner(x))

    return Program(Twice(), (randn(2, 3),), grads=True)


@program
def traced_strictly():
    """Through the bytecode of Python, which names inputs and modules in its own way."""
    class Traced(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = nn.ModuleList([nn.Linear(3, 4), nn.Linear(4, 2)])
            self.register_buffer("count", torch.zeros(()))

        def forward(self, given, scale=1.0):
            self.count += 1
            x = given["x"]
            for layer in self.layers:
                x = torch.relu(layer(x)) * scale
            return {"y": x, "rest": [given["z"], self.count * 2]}

    return Program(Traced(), ({"x": randn(2, 3), "z": randn(1)},), {"scale": 2.0}, strict=True,
                   grads=True)
