"""Functions that Python has in another form than the schemas."""

import math
import string

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


def svd_lowrank(A, q=6, niter=2, M=None):
    """The singular values and vectors of a matrix of rank `q`, about: by random projections."""
    A = A if M is None else A - M.expand(A.shape)
    is_wide = A.shape[-2] < A.shape[-1]
    A = A.mH if is_wide else A
    Q = _basis(A, q, niter)
    U, S, Vh = _C.linalg.svd(Q.mH @ A, full_matrices=False)
    U, V = Q @ U, Vh.mH
    return (V, S, U) if is_wide else (U, S, V)


def _basis(A, q, niter):
    """Orthonormal columns that span nearly what those of A do."""
    Q = _C.linalg.qr(A @ _C.randn(A.shape[-1], q, dtype=A.dtype, device=A.device)).Q
    for _ in range(niter):
        Q = _C.linalg.qr(A.mH @ Q).Q
        Q = _C.linalg.qr(A @ Q).Q
    return Q


def pca_lowrank(A, q=None, center=True, niter=2):
    """Principal components of the rows of a matrix, by svd_lowrank()."""
    m, n = A.shape[-2:]
    q = min(6, m, n) if q is None else q
    if not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - A.mean(dim=-2, keepdim=True) if center else A, q, niter)


def _takes_lists(name, count):
    """A function whose first arguments may be lists or arrays of NumPy."""
    function = getattr(_C, name)

    def call(*args, **options):
        tensors = [_C.as_tensor(data) if isinstance(data, (list, tuple)) or
                   hasattr(data, "__array_interface__") else data for data in args[:count]]
        if count == 2 and len(args) < 2 and "values" not in options:  # a size alone
            return function(*args, **options)
        if len(tensors) == count and options.get("dtype") is not None:
            tensors[-1] = tensors[-1].to(options["dtype"])
        return function(*tensors, *args[count:], **options)

    call.__name__, call.__doc__ = name, function.__doc__
    return call


sparse_coo_tensor = _takes_lists("sparse_coo_tensor", 2)
sparse_csr_tensor = _takes_lists("sparse_csr_tensor", 3)
sparse_csc_tensor = _takes_lists("sparse_csc_tensor", 3)
sparse_bsr_tensor = _takes_lists("sparse_bsr_tensor", 3)
sparse_bsc_tensor = _takes_lists("sparse_bsc_tensor", 3)

_einsum = _spread("einsum", 1)


def einsum(equation, *operands):
    """Sums products along the dimensions that an equation names. Dimensions may also be numbers:
    einsum(x, [0, 1], y, [1, 2], [0, 2])."""
    if isinstance(equation, str):
        return _einsum(equation, *operands)
    tensors, lists = [equation, *operands[1::2]], list(operands[::2])
    result = [tensors.pop()] if len(tensors) > len(lists) else []
    sides = [",".join(map(_letters, lists)), *map(_letters, result)]
    return _einsum("->".join(sides), *tensors)


def _letters(dimensions):
    """A list of numbers from 0 to 51, and perhaps an Ellipsis, as in an equation."""
    if not all(d is Ellipsis or 0 <= d < len(string.ascii_letters) for d in dimensions):
        raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
    return "".join("..." if d is Ellipsis else string.ascii_letters[d] for d in dimensions)


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


def nonzero(input, *, as_tuple=False, out=None):
    """The indices of the elements that are not zero; as a tuple, those of each dimension."""
    if as_tuple:
        return tuple(_C.nonzero_numpy(input))
    return _C.nonzero(input) if out is None else _C.nonzero(input, out=out)


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    """The norm of a vector, also of all elements; "nuc" is that of matrices."""
    options = {"dtype": dtype} if out is None else {"dtype": dtype, "out": out}
    if p == "nuc":
        return _C.linalg.matrix_norm(input, p, (-2, -1) if dim is None else dim, keepdim, **options)
    return _C.linalg.vector_norm(input, 2 if p in ("fro", None) else p, dim, keepdim, **options)


def tensordot(a, b, dims=2, out=None):
    """The sums of products over some dimensions: their number, or a list for each tensor."""
    if isinstance(dims, int):
        dims = list(range(a.ndim - dims, a.ndim)), list(range(dims))
    return _C.tensordot(a, b, *dims, **({} if out is None else {"out": out}))


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True,
         pad_mode="reflect", normalized=False, onesided=None, return_complex=None,
         align_to_window=None):
    """The Fourier transforms of windows."""
    return _C.stft(input, n_fft, hop_length, win_length, window, center=center, pad_mode=pad_mode,
                   normalized=normalized, onesided=onesided, return_complex=return_complex,
                   align_to_window=align_to_window)


for _function in nonzero, norm, stft, unique, unique_consecutive:
    setattr(_C.Tensor, _function.__name__, _function)


def broadcast_shapes(*shapes):
    """The shape to which shapes, or numbers, broadcast."""
    if not shapes:
        return _C.Size()
    return _C.broadcast_tensors([_C.empty(shape, device="meta") for shape in shapes])[0].shape


def unravel_index(indices, shape):
    """The subscripts in a shape, a Tensor for each dimension, of indices of its elements."""
    if indices.is_floating_point() or indices.is_complex() or indices.dtype is _C.bool:
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    steps = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    steps, sizes = (_C.tensor(numbers, dtype=_C.int64, device=indices.device)
                    for numbers in (steps, shape))
    return tuple((indices.unsqueeze(-1).floor_divide(steps) % sizes).unbind(-1))


# --- modes, printing


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Operators that have no deterministic algorithm fail, or warn."""
    _C.use_deterministic_algorithms(mode, warn_only)


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
