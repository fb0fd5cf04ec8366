"""Tensors from data, and the methods of tensors that are written in Python."""

import array

from . import _C

Tensor, from_buffer = _C.Tensor, _C.from_buffer


def _flatten(data, shape, depth, out):
    """Appends the numbers of nested lists, whose lengths must be those of the shape."""
    if depth == len(shape):
        if isinstance(data, (list, tuple)):
            raise ValueError("a number was expected, not a list: the lists differ in depth")
        out.append(data.item() if isinstance(data, Tensor) else data)
        return
    if not isinstance(data, (list, tuple)) or len(data) != shape[depth]:
        got = len(data) if isinstance(data, (list, tuple)) else "a number"
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {got})")
    for item in data:
        _flatten(item, shape, depth + 1, out)


def _is_array(item):
    return not isinstance(item, Tensor) and hasattr(item, "__array_interface__") and item.ndim > 0


def _from_lists(data):
    if isinstance(data, (list, tuple)) and data and all(map(_is_array, data)):
        return _C.stack([from_buffer(item) for item in data])
    shape, first = [], data
    while isinstance(first, (list, tuple)):
        shape.append(len(first))
        first = first[0] if first else 0.0
    numbers = []
    _flatten(data, shape, 0, numbers)
    kinds = {type(n) for n in numbers}
    if complex in kinds:
        parts = [p for n in numbers for p in (complex(n).real, complex(n).imag)]
        flat = from_buffer(array.array("d", parts)).view(-1, 2)
        made = _C.view_as_complex(flat.clone()).to(_complex_of(_C.default_dtype()))
    elif not kinds:
        made = _C.empty(0, dtype=_C.default_dtype())
    elif kinds == {bool}:
        made = from_buffer(array.array("b", numbers)).to(_C.bool)
    elif all(hasattr(n, "__index__") for n in numbers):
        made = from_buffer(array.array("q", numbers)).clone()
    else:
        made = from_buffer(array.array("d", numbers)).to(_C.default_dtype())
    return made.reshape(shape)


def _complex_of(real):
    return _C.complex128 if real is _C.float64 else _C.complex64


def _copy_of(data):
    try:
        return from_buffer(data).clone()
    except (BufferError, ValueError):  # it is read-only, or has other strides
        if not hasattr(data, "copy"):
            raise
        return from_buffer(data.copy())


def tensor(data, dtype=None, device=None, requires_grad=False):
    """Makes a tensor with a copy of numbers, nested lists, an object with a buffer, or a tensor."""
    if isinstance(data, Tensor):
        made = data.detach().clone()
    elif isinstance(data, (list, tuple)) or not hasattr(data, "__len__"):
        made = _from_lists(data)
    elif isinstance(data, range):
        made = _from_lists(list(data))
    else:
        made = _copy_of(data)
    made = made.to(device=device, dtype=dtype)
    return made.requires_grad_() if requires_grad else made


def as_tensor(data, dtype=None, device=None):
    """Makes a tensor as tensor() does, but shares the memory of a tensor or a buffer if it can."""
    if isinstance(data, Tensor):
        return data.to(dtype=dtype, device=device)
    if isinstance(data, (list, tuple, range)) or not hasattr(data, "__len__"):
        return tensor(data, dtype, device)
    return from_buffer(data).to(dtype=dtype, device=device)


def is_tensor(value):
    """Whether it is a Tensor."""
    return isinstance(value, Tensor)


def from_numpy(array):
    """Makes a tensor on the memory of a NumPy array, which both then share."""
    return from_buffer(array)


# --- methods of tensors that are written in Python


def _to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """Converts to the dtype, the device, or both, of arguments in any order, or of a tensor."""
    for value in args:
        if isinstance(value, Tensor):
            dtype, device = value.dtype, value.device
        elif isinstance(value, _C.dtype):
            dtype = value
        elif isinstance(value, bool):
            non_blocking = value
        elif value is not None:
            device = value
    return _C.to(
        self,
        self.device if device is None else device,
        self.dtype if dtype is None else dtype,
        non_blocking,
        copy,
        memory_format=memory_format,
    )


def _converter(dtype):
    return lambda self: _to(self, dtype=dtype)


def _numpy(self):
    """Returns a NumPy array on the same memory."""
    import numpy

    return numpy.asarray(memoryview(self))


def _format(self, spec):
    return format(self.item() if spec and self.ndim == 0 else str(self), spec)


def _copy(self):
    return type(self)(self.detach()).requires_grad_(self.requires_grad)


def _key(self):
    """The key of a tensor in the memo of copy.deepcopy(): it may have several objects."""
    return Tensor, self._id


def _deepcopy(self, memo):
    if not self.is_leaf:
        raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the "
                           "deepcopy protocol at the moment.")
    if self._key() not in memo:
        made = type(self)(self.detach().clone()).requires_grad_(self.requires_grad)
        if self.grad is not None:
            made.grad = self.grad.detach().clone()
        memo[self._key()] = made
    return memo[self._key()]


def _reduce(self, protocol):
    if self.layout is not _C.strided or self.is_quantized:
        raise TypeError("only dense tensors can be pickled: ctorch.save() writes the others")
    flat = self.detach().cpu().contiguous().view(-1)
    data = bytearray(memoryview(flat.view(_C.uint8))) if flat.numel() else bytearray()
    return _rebuild, (type(self), data, self.dtype, tuple(self.shape), str(self.device),
                      self.requires_grad)


def _rebuild(kind, data, dtype, shape, device, requires_grad):
    flat = from_buffer(data).view(dtype) if data else _C.empty(0, dtype=dtype)
    return kind(flat.view(shape).to(device)).requires_grad_(requires_grad)


for _name, _dtype in {
    "float": _C.float32, "double": _C.float64, "half": _C.float16, "bfloat16": _C.bfloat16,
    "int": _C.int32, "long": _C.int64, "short": _C.int16, "bool": _C.bool, "byte": _C.uint8,
}.items():
    setattr(Tensor, _name, _converter(_dtype))
Tensor.to = _to
Tensor.cpu = lambda self: _to(self, device="cpu")
Tensor.cuda = lambda self, device="cuda": _to(self, device=device)
Tensor.numpy = _numpy
Tensor.__format__ = _format
Tensor.nelement = lambda self: self.numel()
Tensor.new_tensor = lambda self, data, dtype=None, device=None, requires_grad=False: tensor(
    data, dtype or self.dtype, device or self.device, requires_grad)
Tensor.__reversed__ = lambda self: self.flip(0) if self.ndim > 0 else self
Tensor.__round__ = lambda self, digits=0: self.round(decimals=digits)
Tensor.__copy__ = _copy
Tensor.__deepcopy__ = _deepcopy
Tensor.__reduce_ex__ = _reduce
Tensor._key = _key
Tensor.__array_priority__ = 1000  # NumPy leaves array * tensor to the tensor
Tensor._from_data = staticmethod(tensor)  # for subscripts and operands, in C
_C.device.__reduce__ = lambda self: (
    _C.device, (self.type,) if self.index is None else (self.type, self.index))
