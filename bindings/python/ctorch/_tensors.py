"""Functions and methods of tensors that are written in Python."""

from . import _C

Tensor = _C.Tensor


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """Makes a tensor of one dimension on the bytes of a buffer; on a copy of them if it is read-only."""
    data = memoryview(buffer).cast("B")[offset:]
    data = data if count < 0 else data[:count * dtype.itemsize]
    made = _C.from_buffer(bytearray(data) if data.readonly else data).view(dtype)
    return made.requires_grad_(requires_grad)


def _numpy(self, *, force=False):
    """Returns a NumPy array on the same memory."""
    if force:
        self = self.detach().cpu().resolve_conj().resolve_neg()
    if self.requires_grad:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use "
                           "tensor.detach().numpy() instead.")
    import numpy

    return numpy.asarray(memoryview(self))


def _array(self, dtype=None, copy=None):
    """What numpy.asarray() calls, so that its errors are those of numpy()."""
    array = self.numpy()
    return array if dtype is None and not copy else array.astype(dtype or array.dtype, copy=bool(copy))


_copy_tensor_ = Tensor.copy_


def _copy_(self, *args, **named):
    """Copies the elements of another tensor, or a number, into this one."""
    if args and isinstance(args[0], (int, float, complex)):
        return self.fill_(args[0])
    return _copy_tensor_(self, *args, **named)


def _format(self, spec):
    is_number = self.ndim == 0 and type(self) is Tensor and self.device.type != "meta"
    return format(self.item(), spec) if is_number else object.__format__(self, spec)


def _type(self, dtype, non_blocking=False):
    """Converts it to a dtype."""
    return self.to(dtype, non_blocking)


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
    flat = _C.from_buffer(data).view(dtype) if data else _C.empty(0, dtype=dtype)
    return kind(flat.view(shape).to(device)).requires_grad_(requires_grad)


def _results_repr(self):
    """As torch's: a line for each result."""
    fields = ",\n".join(f"{name}={getattr(self, name)!r}" for name in type(self).__match_args__)
    return f"ctorch.return_types.{type(self).__name__}(\n{fields})"


for _kind in vars(_C.return_types).values():
    if isinstance(_kind, type):
        _kind.__repr__ = _results_repr
Tensor.numpy = _numpy
Tensor.__array__ = _array
Tensor.copy_ = _copy_
Tensor.__format__ = _format
Tensor.type = _type
Tensor.where = lambda self, condition, other: _C.where(condition, self, other)
Tensor.nelement = lambda self: self.numel()
Tensor.__reversed__ = lambda self: self.flip(0) if self.ndim > 0 else self
Tensor.__round__ = lambda self, digits=0: self.round(decimals=digits)
Tensor.__copy__ = _copy
Tensor.__deepcopy__ = _deepcopy
Tensor.__reduce_ex__ = _reduce
Tensor._key = _key
Tensor.__array_priority__ = 1000  # NumPy leaves array * tensor to the tensor
_C.device.__reduce__ = lambda self: (
    _C.device, (self.type,) if self.index is None else (self.type, self.index))
