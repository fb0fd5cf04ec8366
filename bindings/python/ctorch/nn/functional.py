"""Functions: Python's torch.nn.functional."""

from .. import _C


def __getattr__(name):
    """What the tables of torch.nn do not have is an operator of the same name."""
    if not name.startswith("_") and hasattr(_C, name):
        return getattr(_C, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__():
    return sorted({*globals(), *dir(_C)})


globals().update({n: f for n, f in vars(_C.functional).items() if not n.startswith("__")})


logsigmoid = _C.log_sigmoid


def kl_div(input, target, reduction="mean", log_target=False):
    """The Kullback-Leibler divergence; "batchmean" divides the sum by the number of samples."""
    if reduction == "batchmean":
        return _C.kl_div(input, target, "sum", log_target=log_target) / input.shape[0]
    return _C.kl_div(input, target, reduction, log_target=log_target)


def interpolate(input, size=None, scale_factor=None, *args, **options):
    """Resizes images; one number is for each of their dimensions."""
    size, scale_factor = ([value] * (input.ndim - 2) if isinstance(value, (int, float)) else value
                          for value in (size, scale_factor))
    return _C.functional.interpolate(input, size, scale_factor, *args, **options)


def triplet_margin_with_distance_loss(anchor, positive, negative, *, distance_function=None,
                                      margin=1.0, swap=False, reduction="mean"):
    """The triplet loss with any distance, a function of two Tensors."""
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = distance_function or _C.pairwise_distance
    to_positive, to_negative = distance(anchor, positive), distance(anchor, negative)
    if swap:
        to_negative = _C.minimum(to_negative, distance(positive, negative))
    loss = _C.clamp_min(margin + to_positive - to_negative, 0)
    return loss if reduction == "none" else getattr(loss, reduction)()
