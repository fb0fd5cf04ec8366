"""Modules: Python's torch.nn."""

from .. import _C
from . import containers as _containers
from . import functional, init, utils
from .builtin import Builtin
from .builtin import parse as _parse
from .module import Module, Parameter
from .module import classes as _classes

_BASES = {"RNN": "Recurrent", "GRU": "Recurrent", "LSTM": "Recurrent"}  # others by their names


def _make_classes():
    """The classes of the library; those that do more in Python have a base in containers.py."""
    for made in _C.nn_list_classes():
        name = made["name"]
        base = getattr(_containers, _BASES.get(name, name), Builtin)
        forward = _parse(made.get("forward") or "forward()")
        parameters = _parse(made.get("schema") or "()")
        globals()[name] = _classes[name] = type(name, (base,), {
            "__doc__": made.get("schema", ""), "__module__": __name__, "_class": name,
            "_library_forward": base.forward,
            "_schema": parameters, "_forward": forward,
            "_may_return_indices": any(own == "return_indices" for _, own, _ in parameters),
            "_returns_several": "," in (made.get("forward") or "").partition("->")[2],
            "_first_option": next((i for i, (kind, _, _) in enumerate(forward)
                                   if not kind.startswith("Tensor")), None),
            "_inputs": [n for kind, n, _ in forward if kind.startswith("Tensor")]})


_make_classes()
from . import parallel  # noqa: E402: it needs the classes
