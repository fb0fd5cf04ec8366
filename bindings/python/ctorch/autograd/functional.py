"""Derivatives of functions: Python's torch.autograd.functional."""

from .. import _C


def as_tuple(values):
    """A tuple of one value, or of several."""
    return tuple(values) if isinstance(values, (tuple, list)) else (values,)


class _Again(Exception):
    """The function has returned another number of outputs than C has expected."""


class Counted:
    """A function that notes how many outputs it has, which C must know before the call."""

    def __init__(self, function, name, is_single=False):
        self._function, self._name, self._is_single = function, name, is_single
        self.count, self.is_tuple = 1, False

    def __call__(self, *inputs):
        outputs = self._function(*inputs)
        values = as_tuple(outputs)
        if not all(isinstance(value, _C.Tensor) for value in values):
            raise TypeError(f"The outputs of the user-provided function given to {self._name} must be "
                            "either a Tensor or a tuple of Tensors but the given outputs of the "
                            f"user-provided function has type {type(outputs)}.")
        self.is_tuple = isinstance(outputs, (tuple, list))
        if self._is_single and self.is_tuple:
            raise RuntimeError(f"The function given to {self._name} should return a single Tensor")
        if len(values) != self.count:
            self.count = len(values)
            raise _Again
        return values

    def run(self, call):
        """Returns call(count of outputs); if it was another one, calls it once more."""
        try:
            return call(self.count)
        except _Again:
            return call(self.count)


def _derive(name, func, inputs, v=None, create_graph=False, strict=False, is_forward=False):
    counted = Counted(func, name, name in ("hessian", "vhp", "hvp"))
    outputs, results = counted.run(lambda count: _C._derive(
        name, counted, as_tuple(inputs), None if v is None else as_tuple(v), count, create_graph,
        strict, is_forward))
    return counted, outputs, results


def _like(is_tuple, values):
    return values if is_tuple else values[0]


def _rows(values, is_tuple, length, are_rows_tuples):
    """A list as a tuple of tuples; a tuple of one is its element where the program gave no tuple."""
    rows = tuple(_like(are_rows_tuples, values[at:at + length])
                 for at in range(0, len(values), length))
    return _like(is_tuple, rows)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False,
             strategy="reverse-mode"):
    """The derivatives of each output with respect to each input."""
    counted, _, results = _derive("jacobian", func, inputs, None, create_graph, strict,
                                  strategy == "forward-mode")
    are_several = isinstance(inputs, (tuple, list))
    return _rows(results, counted.is_tuple, len(as_tuple(inputs)), are_several)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False,
            outer_jacobian_strategy="reverse-mode"):
    """The second derivatives of a function with one output, a number."""
    _, _, results = _derive("hessian", func, inputs, None, create_graph, strict,
                            outer_jacobian_strategy == "forward-mode")
    are_several = isinstance(inputs, (tuple, list))
    return _rows(results, are_several, len(as_tuple(inputs)), are_several)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """The outputs, and the product of a vector and the Jacobian."""
    counted, outputs, results = _derive("vjp", func, inputs, v, create_graph, strict)
    return _like(counted.is_tuple, outputs), _like(isinstance(inputs, (tuple, list)), results)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """The outputs, and the product of the Jacobian and a vector."""
    counted, outputs, results = _derive("jvp", func, inputs, v, create_graph, strict)
    return _like(counted.is_tuple, outputs), _like(counted.is_tuple, results)


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """The output, and the product of a vector and the Hessian."""
    _, outputs, results = _derive("vhp", func, inputs, v, create_graph, strict)
    return outputs[0], _like(isinstance(inputs, (tuple, list)), results)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The output, and the product of the Hessian and a vector."""
    _, outputs, results = _derive("hvp", func, inputs, v, create_graph, strict)
    return outputs[0], _like(isinstance(inputs, (tuple, list)), results)
