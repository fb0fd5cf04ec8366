"""Files."""

import os

from . import _C


def load(path, *args, weights_only=True, **options):
    """Loads what save() or torch.save() has written; the options are those of ct_load(). Nothing in a
    file is executed, whatever weights_only is."""
    os.stat(path)  # a missing file is Python's own error
    return _C.load(path, *args, **options)


def save(value, path):
    """Saves tensors, numbers, lists and dicts as torch.save() does; `.safetensors` by the name."""
    path = os.fspath(path)
    if path.endswith(".safetensors"):
        return _C.safetensors_save(value, path)
    return _C.save(value, path)
