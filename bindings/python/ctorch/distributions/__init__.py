"""Probability distributions: Python's torch.distributions."""

from .. import _C
from . import constraints, transforms
from .transforms import *  # noqa: F403
from .transforms import Parts


class Distribution(_C.distribution):
    """A distribution of the library, made by the name of its class."""

    def __init__(self, *args, **kwargs):
        parts = Parts()
        args, kwargs = parts.take(args), {name: parts.one(value) for name, value in kwargs.items()}
        self._take(_C.distribution_new_from_parts(
            type(self).__name__, parts.distributions, parts.transforms, args, kwargs))

    @staticmethod
    def set_default_validate_args(value):
        """Turns the checks of parameters and values on or off for new distributions."""
        if not isinstance(value, bool):
            raise ValueError("set_default_validate_args() takes a bool")
        _C.distribution_set_validating(value)

    def sample(self, sample_shape=()):
        """Samples, which are not recorded for differentiation."""
        return super().sample(sample_shape)

    def rsample(self, sample_shape=()):
        """Samples through which gradients flow to the parameters."""
        return super().rsample(sample_shape)

    def enumerate_support(self, expand=True):
        """All values of a discrete distribution."""
        return super().enumerate_support(no_expand=not expand)

    def expand(self, batch_shape):
        """A distribution of the same class with the batch shape expanded."""
        return _as_class(super().expand(batch_shape))

    @property
    def batch_shape(self):
        """The shape over which the parameters are batched."""
        return _C.Size(super().batch_shape())

    @property
    def event_shape(self):
        """The shape of a single draw."""
        return _C.Size(super().event_shape())

    @property
    def has_rsample(self):
        """Whether rsample() is available."""
        return super().has_rsample()

    @property
    def has_enumerate_support(self):
        """Whether enumerate_support() is available."""
        return super().has_enumerate_support()

    @property
    def mean(self):
        """The mean: NaN or infinity where it does not exist."""
        return super().mean()

    @property
    def mode(self):
        """The most probable value."""
        return super().mode()

    @property
    def variance(self):
        """The variance."""
        return super().variance()

    @property
    def stddev(self):
        """The standard deviation."""
        return super().stddev()

    @property
    def support(self):
        """The constraint that all samples satisfy."""
        return constraints.Constraint(super().support())

    @property
    def arg_constraints(self):
        """The constraints on the parameters, by name."""
        names = [self.parameter_name(index) for index in range(self.parameter_count())]
        return {name: constraints.Constraint(self.parameter_constraint(name)) for name in names}

    @property
    def base_dist(self):
        """The distribution that another one is made of."""
        return _as_class(self.base())

    def __getattr__(self, name):
        """The parameters: loc, scale, probs, logits, ..."""
        if name.startswith("_"):
            raise AttributeError(name)
        return self.get_parameter(name)

    def __repr__(self):
        return self.to_string()


def kl_divergence(p, q):
    """The Kullback-Leibler divergence of two distributions: what p expects of log(p / q)."""
    return p.kl_divergence(q)


def _as_class(made):
    """What C has made as an object of its class in Python."""
    kind = globals().get(made.class_name(), Distribution)
    result = kind.__new__(kind)
    result._take(made)
    return result


for _made in _C.distribution_list_classes():
    globals()[_made["name"]] = type(_made["name"], (Distribution,), {
        "__doc__": _made["schema"], "__module__": __name__})
