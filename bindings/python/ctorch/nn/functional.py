"""Functions: Python's torch.nn.functional."""

import inspect

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


# --- functions with an argument that chooses another operator


def _choosing(name, option, plain, chosen, example):
    """A function with the arguments of an example, which calls `chosen` if `option` is true. None
    stands for an argument that is not given."""
    signature = inspect.signature(example)
    position = list(signature.parameters).index(option)

    def call(*args, **named):
        if not named and len(args) <= position and None not in args[1:]:
            return plain(*args)
        try:
            given = signature.bind(*args, **named).arguments
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        function = chosen if given.pop(option, False) else plain
        return function(given.pop("input"), **{n: v for n, v in given.items() if v is not None})

    call.__name__ = call.__qualname__ = name
    call.__doc__, call.__signature__ = plain.__doc__, signature
    return call


def _with_sizes_of_input(function, dims):
    """Pooling to an output size, of which None is the size of the input."""

    def call(input, output_size, *args, **named):
        if isinstance(output_size, (tuple, list)):
            sizes = zip(output_size, input.shape[-dims:])
            output_size = [own if size is None else size for size, own in sizes]
        return function(input, output_size, *args, **named)

    call.__name__, call.__doc__ = function.__name__, function.__doc__
    return call


def _alone(input, inplace=False): ...


def _with_alpha(input, alpha=1.0, inplace=False): ...


def _with_slope(input, negative_slope=0.01, inplace=False): ...


def _pool(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
          return_indices=False): ...


def _adaptive_pool(input, output_size, return_indices=False): ...


def _fractional_pool(input, kernel_size, output_size=None, output_ratio=None, return_indices=False,
                     _random_samples=None): ...


_IN_PLACE = {_alone: ("relu", "relu6", "selu", "silu", "mish", "hardswish", "hardsigmoid"),
             _with_alpha: ("elu", "celu"), _with_slope: ("leaky_relu",)}
for _example, _names in _IN_PLACE.items():
    for _name in _names:
        globals()[_name] = _choosing(_name, "inplace", getattr(_C, _name),
                                     getattr(_C, _name + "_"), _example)
for _dims in 1, 2, 3:
    _name = f"max_pool{_dims}d"
    globals()[_name] = _choosing(_name, "return_indices", getattr(_C, _name),
                                 getattr(_C, _name + "_with_indices"), _pool)
for _dims in 2, 3:
    for _kind, _example in ("adaptive", _adaptive_pool), ("fractional", _fractional_pool):
        _name = f"{_kind}_max_pool{_dims}d"
        globals()[_name] = _choosing(_name, "return_indices", globals()[_name],
                                     globals()[_name + "_with_indices"], _example)
    for _name in f"adaptive_avg_pool{_dims}d", f"adaptive_max_pool{_dims}d":
        globals()[_name] = _with_sizes_of_input(globals()[_name], _dims)
adaptive_max_pool1d = _choosing("adaptive_max_pool1d", "return_indices",
                                _C.functional.adaptive_max_pool1d, _C.adaptive_max_pool1d,
                                _adaptive_pool)
