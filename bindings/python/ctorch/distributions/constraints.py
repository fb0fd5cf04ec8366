"""The sets in which parameters and samples lie: Python's torch.distributions.constraints."""

from .. import _C


class Constraint(_C.constraint):
    """A set of tensors, such as the positive numbers. Distributions return them."""

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
