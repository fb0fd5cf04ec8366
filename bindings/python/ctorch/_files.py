"""Files."""

import os

from . import _C


def save(value, path):
    """Saves tensors, numbers, lists and dicts as torch.save() does; `.safetensors` by the name."""
    path = os.fspath(path)
    if path.endswith(".safetensors"):
        return _C.safetensors_save(value, path)
    return _C.save(value, path)
