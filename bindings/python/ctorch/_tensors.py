"""Functions and methods of tensors that are written in Python."""

from . import _C

Tensor = _C.Tensor


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """Makes a tensor of one dimension on the bytes of a buffer; on a copy of them if it is read-only."""
    data = memoryview(buffer).cast("B")[offset:]
    data = data if count < 0 else data[:count * dtype.itemsize]
    made = _C.from_buffer(bytearray(data) if data.readonly else data).view(dtype)
    return made.requires_grad_(requires_grad)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """Makes a tensor that shares the memory of `obj` if it can, or, by `copy`, must or must not."""
    made = _C.tensor(obj, dtype=dtype, device=device) if copy else _C.as_tensor(obj, dtype, device)
    if copy is False and not _shares_memory(made, obj):
        raise ValueError("can't alias: the data would have to be copied")
    return made.detach().requires_grad_(requires_grad)


def _shares_memory(made, obj):
    if isinstance(obj, Tensor):
        return made.data_ptr() == obj.data_ptr()
    interface = getattr(obj, "__array_interface__", None)
    return interface is not None and interface["data"][0] == made.data_ptr()


_OLD_NAMES = {"Float": _C.float32, "Double": _C.float64, "Half": _C.float16,
              "BFloat16": _C.bfloat16, "Byte": _C.uint8, "Char": _C.int8, "Short": _C.int16,
              "Int": _C.int32, "Long": _C.int64, "Bool": _C.bool}


def _sizes(args):
    """The sizes in the arguments of an old constructor; None: they are data."""
    if len(args) == 1 and isinstance(args[0], _C.Size):
        return args[0]
    return None if len(args) == 1 and not isinstance(args[0], int) else args or (0,)


def _old_constructor(name, dtype):
    """A function such as FloatTensor(), which takes data or sizes."""

    def make(*args):
        sizes = _sizes(args)
        return _C.tensor(args[0], dtype=dtype) if sizes is None else _C.empty(sizes, dtype=dtype)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"Makes a tensor of {dtype}: with a copy of data, or of sizes, not initialized."
    return make


def old_tensor(args):
    """What Tensor() makes of sizes or data: a tensor of the default dtype."""
    return _old_constructor("Tensor", _C.default_dtype())(*args)


old_constructors = {f"{name}Tensor": _old_constructor(f"{name}Tensor", dtype)
                    for name, dtype in _OLD_NAMES.items()}


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


def _type(self, dtype=None, non_blocking=False):
    """Converts it to a dtype, or returns the old name of its own: "ctorch.FloatTensor"."""
    if dtype is not None:
        return self.to(_dtype_of(dtype), non_blocking)
    name = next((n for n, known in _OLD_NAMES.items() if known == self.dtype), None)
    if name is None:
        return f"ctorch.{str(self.dtype).removeprefix('ctorch.').title()}Tensor"
    return f"ctorch.{'cuda.' if self.is_cuda else ''}{name}Tensor"


def _dtype_of(dtype):
    """A dtype, also of its old name or of a function of that name."""
    name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", "")
    return _OLD_NAMES.get(name.rpartition(".")[2].removesuffix("Tensor"), dtype)


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


class UntypedStorage:
    """The memory of a tensor, which other tensors may share."""

    def __init__(self, tensor):
        self._storage = tensor.storage()
        self._data_ptr = tensor.data_ptr() - tensor.storage_offset() * tensor.element_size()

    def data_ptr(self):
        """The address of its first byte."""
        return self._data_ptr

    def nbytes(self):
        """The number of its bytes."""
        return self._storage.nbytes()

    size = __len__ = nbytes

    @property
    def device(self):
        """Where it is."""
        return self._storage.device()


def is_storage(value):
    """Whether it is the memory of a tensor."""
    return isinstance(value, UntypedStorage)


def typename(value):
    """The old name of a tensor's type, or the path of the class of any other object."""
    if isinstance(value, Tensor):
        return value.type()
    kind = type(value)
    module = "" if kind.__module__ in ("builtins", "__builtin__") else kind.__module__ + "."
    return module + kind.__qualname__


def _assert(condition, message):
    """Python's assert, as a function."""
    assert condition, message


def _new(self, *args):
    """Makes a tensor of the same dtype and device: of sizes, or with a copy of data."""
    sizes = _sizes(args)
    return self.new_tensor(args[0]) if sizes is None else self.new_empty(sizes)


for _kind in vars(_C.return_types).values():
    if isinstance(_kind, type):
        _kind.__repr__ = _results_repr
Tensor.numpy = _numpy
Tensor.__array__ = _array
Tensor.copy_ = _copy_
Tensor.__format__ = _format
Tensor.type = _type
Tensor.where = lambda self, condition, other: _C.where(condition, self, other)
Tensor.new = _new
Tensor.__array_wrap__ = lambda self, array, *_: _C.as_tensor(array)
Tensor.char = lambda self: self.to(_C.int8)
Tensor.cfloat = lambda self: self.to(_C.complex64)
Tensor.cdouble = lambda self: self.to(_C.complex128)
Tensor.__complex__ = lambda self: complex(self.item())
Tensor.untyped_storage = lambda self: UntypedStorage(self)
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
