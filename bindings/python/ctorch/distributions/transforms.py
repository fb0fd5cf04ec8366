"""Transforms of distributions: Python's torch.distributions.transforms."""

from .. import _C
from . import constraints


class Transform(_C.distribution_transform):
    """A transform of the library, made by the name of its class."""

    def __init__(self, *args, **kwargs):
        parts = Parts()
        args, kwargs = parts.take(args), {name: parts.one(value) for name, value in kwargs.items()}
        self._take(_C.distribution_transform_new_from(
            type(self).__name__, parts.transforms, parts.distributions, args, kwargs))

    def __call__(self, x):
        return self.apply(x)

    def __eq__(self, other):
        return isinstance(other, Transform) and self.equal(other)

    __hash__ = object.__hash__

    def with_cache(self, cache_size=1):
        """The same transform, which caches so many pairs of values."""
        return as_class(super().with_cache(cache_size))

    def forward_shape(self, shape):
        """The shape of the result for one of the input."""
        return _C.Size(super().forward_shape(shape))

    def inverse_shape(self, shape):
        """The shape of the input for one of the result."""
        return _C.Size(super().inverse_shape(shape))

    @property
    def inv(self):
        """The inverse."""
        return as_class(super().inverse())

    @property
    def domain(self):
        """The constraint that inputs satisfy."""
        return constraints.Constraint(super().domain())

    @property
    def codomain(self):
        """The constraint that results satisfy."""
        return constraints.Constraint(super().codomain())

    @property
    def event_dim(self):
        """The dimensions of an event, if domain and codomain have as many."""
        return super().event_dim()

    @property
    def bijective(self):
        """Whether each result comes from one input alone."""
        return self.is_bijective()

    @property
    def sign(self):
        """The sign of the derivative: an int, or a tensor of those of the parameters."""
        sign = super().sign()
        return sign if sign.is_floating_point() or sign.dim() else int(sign.item())

    def __repr__(self):
        return self.to_string()


class Parts:
    """Arguments as C takes them: for a distribution or a transform, its index among those given."""

    def __init__(self):
        self.distributions, self.transforms = [], []

    def one(self, value):
        """An argument."""
        if isinstance(value, (list, tuple)):
            return self.take(value)
        for kind, given in ((_C.distribution, self.distributions),
                            (_C.distribution_transform, self.transforms)):
            if isinstance(value, kind):
                given.append(value)
                return len(given) - 1
        return value

    def take(self, values):
        """A list of arguments."""
        return [self.one(value) for value in values]


def as_class(made):
    """What C has made as an object of its class in Python."""
    kind = globals().get(made.class_name(), Transform)
    result = kind.__new__(kind)
    result._take(made)
    return result


def biject_to(constraint):
    """A bijective transform from unconstrained numbers to the values of a constraint."""
    return as_class(constraint.biject_to())


def transform_to(constraint):
    """A transform from unconstrained numbers to the values of a constraint."""
    return as_class(constraint.transform_to())


class _InverseTransform(Transform):
    """The inverse of a transform."""


__all__ = ["Transform", "biject_to", "identity_transform", "transform_to"]
for _made in _C.distribution_transform_list_classes():
    globals()[_made["name"]] = type(_made["name"], (Transform,), {
        "__doc__": _made["schema"], "__module__": __name__})
    __all__.append(_made["name"])
identity_transform = globals()["ComposeTransform"]([])
