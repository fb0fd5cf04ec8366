"""The sets in which parameters and samples lie: Python's torch.distributions.constraints."""

from .. import _C


class Constraint(_C.constraint):
    """A set of tensors, such as the positive numbers. Distributions return them, and the names of
    this module make them."""

    def __init__(self, made):
        self._take(made)

    @property
    def is_discrete(self):
        """Whether its values are integers."""
        return super().is_discrete()

    @property
    def event_dim(self):
        """The number of dimensions of an event: 1 for a simplex."""
        return super().event_dim()

    def __repr__(self):
        return self.to_string()


def is_dependent(constraint):
    """Whether the constraint depends on other values and cannot be checked."""
    return constraint.is_dependent()


def _maker(name):
    """A function that makes a constraint of arguments."""
    def make(*args, **kwargs):
        parts = []

        def one(value):
            if isinstance(value, (list, tuple)):
                return [one(item) for item in value]
            if not isinstance(value, _C.constraint):
                return value
            parts.append(value)
            return len(parts) - 1

        args, kwargs = [one(value) for value in args], {key: one(kwargs[key]) for key in kwargs}
        return Constraint(_C.constraint_new_from(name, parts, args, kwargs))

    make.__name__ = name
    return make


# Names without required arguments are constraints, as in Python; the others make them.
for _made in _C.constraint_list_classes():
    _name, _make = _made["name"], _maker(_made["name"])
    globals()[_name] = _make() if _made["schema"].endswith("()") or _name == "dependent" else _make
