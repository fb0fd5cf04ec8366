"""What the numbers of a dtype can be: finfo and iinfo."""

from math import floor, log10

from . import _C

# Bits of the exponent and of the fraction.
_FLOATS = {"float16": (5, 10), "bfloat16": (8, 7), "float32": (8, 23), "float64": (11, 52),
           "float8_e5m2": (5, 2)}
_PART = {"complex32": "float16", "complex64": "float32", "complex128": "float64"}


_OF_TYPE = {float: _C.float64, complex: _C.complex128, int: _C.int64, bool: _C.bool}  # Python's types


def _dtype_of(function, type):
    dtype = _OF_TYPE.get(type, type)
    if not isinstance(dtype, _C.dtype):
        raise TypeError(f"{function}(): argument 'type' (position 1) must be ctorch.dtype, not "
                        f"{dtype.__class__.__name__}")
    return dtype


def _name_of(dtype):
    return str(dtype).rpartition(".")[2]


class _Limits:
    def __eq__(self, other):
        return type(other) is type(self) and self.dtype == other.dtype

    def __hash__(self):
        return hash(self.dtype)


class finfo(_Limits):
    """The limits of a dtype of floating point; of a complex one, those of its parts."""

    def __init__(self, type=_C.default_dtype):
        dtype = type() if type is _C.default_dtype else _dtype_of("finfo", type)
        self.dtype = _PART.get(_name_of(dtype), _name_of(dtype))
        if self.dtype not in _FLOATS:
            raise TypeError("ctorch.finfo() requires a floating point input type. Use ctorch.iinfo to "
                            "handle 'ctorch.finfo'")
        exponent, fraction = _FLOATS[self.dtype]
        self.bits = 1 + exponent + fraction
        self.eps = 2.0 ** -fraction
        self.max = (2 - self.eps) * 2.0 ** (2 ** (exponent - 1) - 1)
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.0 ** (2 - 2 ** (exponent - 1))
        self.resolution = 10.0 ** -floor(fraction * log10(2))

    def __repr__(self):
        return (f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
                f"eps={self.eps:g}, smallest_normal={self.smallest_normal:g}, "
                f"tiny={self.tiny:g}, dtype={self.dtype})")


class iinfo(_Limits):
    """The limits of a dtype of integers."""

    def __init__(self, type):
        dtype = _dtype_of("iinfo", type)
        self.dtype = _name_of(dtype)
        if dtype is _C.bool:
            raise TypeError("ctorch.bool is not supported by ctorch.iinfo")
        if "int" not in self.dtype:
            raise TypeError("ctorch.iinfo() requires an integer input type. Use ctorch.finfo to "
                            "handle 'ctorch.iinfo'")
        self.bits = 8 * dtype.itemsize
        is_signed = not self.dtype.startswith("u")
        self.max = 2 ** (self.bits - is_signed) - 1
        self.min = -self.max - 1 if is_signed else 0

    def __repr__(self):
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"
