"""Comparisons for tests: Python's torch.testing."""

from collections.abc import Mapping, Sequence

from . import _C

_RELATIVE = {_C.float16: 1e-3, _C.bfloat16: 1.6e-2, _C.float32: 1.3e-6, _C.float64: 1e-7,
             _C.complex32: 1e-3, _C.complex64: 1.3e-6, _C.complex128: 1e-7}
_ABSOLUTE = {_C.float64: 1e-7, _C.complex128: 1e-7}


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False,
                 check_device=True, check_dtype=True, check_layout=True, check_stride=False, msg=None):
    """Raises an AssertionError unless two tensors, numbers, lists or dicts are close: if each pair of
    elements differs by atol + rtol * abs(expected) at most. The defaults depend on the dtype."""
    if (rtol is None) != (atol is None):
        raise ValueError("Both 'rtol' and 'atol' must be either specified or omitted, but got no "
                         f"{'atol' if atol is None else 'rtol'}.")
    checks = {"device": check_device, "dtype": check_dtype, "layout": check_layout,
              "stride": check_stride}
    _Comparison(allow_subclasses, rtol, atol, equal_nan, checks, msg).compare(actual, expected, "")


class _Comparison:
    def __init__(self, allow_subclasses, rtol, atol, equal_nan, checks, msg):
        self.allow_subclasses, self.rtol, self.atol = allow_subclasses, rtol, atol
        self.equal_nan, self.checks, self.msg = equal_nan, checks, msg

    def fail(self, text, where):
        """Raises the message of the program, or this one."""
        text += f"\n\nThe failure occurred for item {where}" if where else ""
        raise AssertionError(self.msg(text) if callable(self.msg) else self.msg or text)

    def compare(self, actual, expected, where):
        """Compares values of any of the types."""
        if isinstance(expected, Mapping) and isinstance(actual, Mapping):
            return self._compare_dicts(actual, expected, where)
        if self._is_list(expected) and self._is_list(actual):
            return self._compare_lists(actual, expected, where)
        if actual is None and expected is None:
            return None
        is_number = not any(isinstance(value, _C.Tensor) for value in (actual, expected))
        if not is_number and not (isinstance(actual, type(expected)) if self.allow_subclasses
                                  else type(actual) is type(expected)):
            raise TypeError("No comparison pair was able to handle inputs of type "
                            f"{type(actual)} and {type(expected)}.")
        return self._compare_tensors(actual, expected, where, is_number)

    def _is_list(self, value):
        return isinstance(value, Sequence) and not isinstance(value, (str, bytes))

    def _compare_lists(self, actual, expected, where):
        if len(actual) != len(expected):
            self.fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", where)
        for i, pair in enumerate(zip(actual, expected)):
            self.compare(*pair, f"{where}[{i}]")

    def _compare_dicts(self, actual, expected, where):
        if actual.keys() != expected.keys():
            self.fail(f"The keys of the mappings do not match: {sorted(actual.keys() ^ expected.keys())}",
                      where)
        for key in expected:
            self.compare(actual[key], expected[key], f"{where}[{key!r}]")

    def _compare_tensors(self, actual, expected, where, is_number):
        if is_number:
            actual, expected = (_C.tensor(v, dtype=_C.complex128 if isinstance(v, complex)
                                          else _C.float64 if isinstance(v, float) else None)
                                for v in (actual, expected))
        self._check_form(actual, expected, where, is_number)
        rtol, atol = self._tolerances(actual.dtype, expected.dtype)
        dtype = _C.promote_types(actual.dtype, expected.dtype)
        actual, expected = (_dense(x).to(dtype) for x in (actual, expected))
        close = _C.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=self.equal_nan)
        if not close.all():
            self.fail(_difference(actual, expected, close, rtol, atol), where)

    def _check_form(self, actual, expected, where, is_number):
        if actual.shape != expected.shape:
            self.fail("The values for attribute 'shape' do not match: "
                      f"{actual.shape} != {expected.shape}.", where)
        for name, is_checked in self.checks.items():
            values = [getattr(tensor, name) for tensor in (actual, expected)]
            values = [value() if name == "stride" else value for value in values]
            if is_checked and not is_number and values[0] != values[1]:
                self.fail(f"The values for attribute '{name}' do not match: "
                          f"{values[0]} != {values[1]}.", where)

    def _tolerances(self, *dtypes):
        if self.rtol is not None:
            return self.rtol, self.atol
        return (max(_RELATIVE.get(dtype, 0) for dtype in dtypes),
                max(_ABSOLUTE.get(dtype, 1e-5 if dtype in _RELATIVE else 0) for dtype in dtypes))


def _dense(tensor):
    return tensor.detach().cpu() if tensor.layout is _C.strided else tensor.detach().cpu().to_dense()


def _difference(actual, expected, close, rtol, atol):
    count, off = close.numel(), int((~close).sum())
    wide = actual.dtype if actual.is_complex() else _C.float64
    absolute = (actual.to(wide) - expected.to(wide)).abs()
    relative = absolute / expected.to(wide).abs()
    lines = [f"Greatest {name} difference: {difference.masked_fill(close, 0).max().item()} "
             f"(up to {limit} allowed)"
             for name, difference, limit in (("absolute", absolute, atol), ("relative", relative, rtol))]
    kind = "Tensor-likes" if close.ndim else "Scalars"
    wanted = "close" if rtol or atol else "equal"
    return "\n".join([f"{kind} are not {wanted}!", "", f"Mismatched elements: {off} / {count} "
                      f"({off / count:.1%})", *lines])
