"""Functions that take any number of Tensors, or have more than one form in Python alone."""

from . import _C


def _spread(name, before=0):
    """A function that takes its list of Tensors as arguments, too, after `before` others."""
    function = getattr(_C, name)

    def call(*args, **options):
        rest = args[before:]
        if len(rest) != 1 or isinstance(rest[0], _C.Tensor):
            args = *args[:before], rest
        return function(*args, **options)

    call.__name__, call.__doc__ = name, function.__doc__
    return call


einsum = _spread("einsum", 1)
meshgrid = _spread("meshgrid")
broadcast_tensors = _spread("broadcast_tensors")
block_diag = _spread("block_diag")
cartesian_prod = _spread("cartesian_prod")


def _some(results, return_inverse, return_counts):
    """What Python returns of the values, the inverse indices and the counts."""
    asked = [value for value, is_asked in zip(results, (True, return_inverse, return_counts))
             if is_asked]
    return tuple(asked) if len(asked) > 1 else asked[0]


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different elements, or with `dim` the different slices."""
    if dim is None:
        results = _C._unique2(input, sorted, return_inverse, return_counts)
    else:
        results = _C.unique_dim(input, dim, sorted, return_inverse, return_counts)
    return _some(results, return_inverse, return_counts)


def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """The elements without those that equal the one before."""
    results = _C.unique_consecutive(input, return_inverse, return_counts, dim)
    return _some(results, return_inverse, return_counts)


_C.Tensor.unique = unique
_C.Tensor.unique_consecutive = unique_consecutive


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None,
                     sci_mode=None):
    """Sets how tensors are printed."""
    names = {"default": 0, "short": 1, "full": 2}
    options = (_C.printoptions_current() if profile is None
               else _C.printoptions_profile(names[profile]))
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems,
             "linewidth": linewidth}
    options.update({name: value or -1 for name, value in given.items() if value is not None})
    if sci_mode is not None:
        options["sci_mode"] = 1 + bool(sci_mode)
    _C._set_printoptions(options)
