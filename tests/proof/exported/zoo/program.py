"""What a program of the zoo consists of, and the table of all of them."""

import dataclasses
import typing

import torch

PROGRAMS = {}
LEFT_OUT = {}


@dataclasses.dataclass
class Program:
    """A module with its first inputs. `more` and `bad` are further inputs, each a tuple of
    arguments or a pair (arguments, keyword arguments): `more` run, also at other sizes, `bad`
    violate a guard."""

    module: torch.nn.Module
    args: tuple = ()
    kwargs: dict = dataclasses.field(default_factory=dict)
    dynamic_shapes: typing.Any = None
    more: list = dataclasses.field(default_factory=list)
    bad: list = dataclasses.field(default_factory=list)
    grads: bool = False  # references have the gradients of the outputs' sum
    joint: bool = False  # the graph has the backward, too
    strict: bool = False  # traced through the bytecode of Python

    def inputs(self):
        """All sets of inputs that run."""
        return [(self.args, self.kwargs), *map(with_kwargs, self.more)]


def with_kwargs(given):
    if len(given) == 2 and isinstance(given[0], tuple) and isinstance(given[1], dict):
        return given
    return given, {}


def program(make):
    """Adds the program that a function makes, under the function's name."""
    assert make.__name__ not in PROGRAMS, make.__name__
    PROGRAMS[make.__name__] = make
    return make


def left_out(name, reason):
    """Notes a program that Python cannot export, save or load, or that C cannot run by design."""
    LEFT_OUT[name] = reason


class Calls(torch.nn.Module):
    """A module whose forward is a function of its inputs."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def calls(function, *args, **options):
    return Program(Calls(function), args, **options)
