"""Pruning: Python's torch.nn.utils.prune. C computes the masks of the methods that it has."""

from ... import _C
from ..._modes import no_grad

is_pruned = _C.nn_utils_prune_is_pruned


def _returns_module(function):
    def prune(module, name, *args, **options):
        function(module, name, *args, **options)
        return module

    prune.__name__ = function.__name__.removeprefix("nn_utils_prune_")
    prune.__doc__ = function.__doc__
    return prune


identity = _returns_module(_C.nn_utils_prune_identity)
random_unstructured = _returns_module(_C.nn_utils_prune_random_unstructured)
l1_unstructured = _returns_module(_C.nn_utils_prune_l1_unstructured)
random_structured = _returns_module(_C.nn_utils_prune_random_structured)
custom_from_mask = _returns_module(_C.nn_utils_prune_custom_from_mask)
remove = _returns_module(_C.nn_utils_prune_remove)


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Removes the channels of a dimension whose norms of order `n` are the smallest."""
    prune = _C.nn_utils_prune_ln_structured_str if isinstance(n, str) else _C.nn_utils_prune_ln_structured
    prune(module, name, amount, n, dim, importance_scores)
    return module


class BasePruningMethod:
    """A method of one's own: compute_mask() has ones where an element stays. PRUNING_TYPE says what it
    chooses from when a parameter is pruned again: "unstructured", the elements that are left;
    "structured", the channels of `dim` that have such; "global", all."""

    def compute_mask(self, t, default_mask):
        """Computes the mask from importance scores; subclasses have their own."""
        raise NotImplementedError

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **options):
        """Prunes a parameter by the method with these arguments, and returns the method."""
        method = cls(*args, **options)
        weight, mask = _scores_and_mask(module, name, importance_scores)
        custom_from_mask(module, name, _combined(method, weight, mask))
        return method


def _scores_and_mask(module, name, scores):
    weight = getattr(module, name + "_orig", None)
    weight = getattr(module, name) if weight is None else weight
    mask = getattr(module, name + "_mask", None)
    return (weight if scores is None else scores).detach(), (
        _C.ones_like(weight) if mask is None else mask.clone())


def _remaining(method, mask):
    """The subscript of what the method chooses from."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    if method.PRUNING_TYPE == "global":
        return (slice(None),) * mask.ndim
    if method.PRUNING_TYPE != "structured":
        raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
    dim = method.dim % mask.ndim
    left = mask.sum([d for d in range(mask.ndim) if d != dim]) != 0
    return (slice(None),) * dim + (left,)


def _combined(method, scores, mask):
    with no_grad():
        part = _remaining(method, mask)
        mask[part] = method.compute_mask(scores[part], default_mask=mask[part]).to(mask.dtype)
    return mask


class _Amount(BasePruningMethod):
    """Removes the elements with the smallest scores: a number of them, or a fraction."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        if isinstance(amount, float) and not 0 <= amount <= 1:
            raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a "
                             "non-negative integer")
        self.amount = amount

    def compute_mask(self, t, default_mask):
        """Computes the mask from importance scores."""
        count = self.amount if isinstance(self.amount, int) else round(self.amount * t.numel())
        if count > t.numel():
            raise ValueError(f"amount={self.amount} should be smaller than the number of parameters "
                             f"to prune={t.numel()}")
        mask = default_mask.clone()
        if count > 0:
            mask.view(-1)[self._order(t).view(-1).topk(count, largest=False).indices] = 0
        return mask


class L1Unstructured(_Amount):
    """Removes the elements with the smallest absolute scores."""

    def _order(self, t):
        return t.abs()


class RandomUnstructured(_Amount):
    """Removes random elements."""

    def _order(self, t):
        return _C.rand_like(t)


def global_unstructured(parameters, pruning_method, importance_scores=None, **options):
    """Prunes several parameters, pairs of a module and a name, as if they were one."""
    scores = importance_scores or {}
    pairs = [_scores_and_mask(*where, scores.get(tuple(where))) for where in parameters]
    method = pruning_method(**options)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError('Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found '
                        f"method {pruning_method} of type {method.PRUNING_TYPE}")
    whole = _combined(method, _C.cat([one.reshape(-1) for one, _ in pairs]),
                      _C.cat([mask.reshape(-1) for _, mask in pairs]))
    for where, part, (_, mask) in zip(
            parameters, whole.split([mask.numel() for _, mask in pairs]), pairs):
        custom_from_mask(*where, part.view_as(mask))
