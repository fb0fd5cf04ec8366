"""Files."""

import os

from . import _C


def load(f, *args, weights_only=True, **options):
    """Loads what save() or torch.save() has written, from a path or an open file; the options are those
    of ct_load(). Nothing in a file is executed, whatever weights_only is."""
    if hasattr(f, "read"):
        return _C.save_decode(f.read(), *args, **options)
    os.stat(f)  # a missing file is Python's own error
    return _C.load(f, *args, **options)


def save(obj, f):
    """Saves tensors, numbers, lists and dicts as torch.save() does, to a path or an open file;
    `.safetensors` by the name."""
    if isinstance(obj, _C.module):
        raise TypeError("a module is not saved with its class: save(module.state_dict(), ...)")
    if hasattr(f, "write"):
        f.write(_C.save_encode(obj))
        return
    path = os.fspath(f)
    save_as = _C.safetensors_save if path.endswith(".safetensors") else _C.save
    save_as(obj, path)
