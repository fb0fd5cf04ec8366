"""Files."""

import os

from . import _C


class _Place:
    """What a function as map_location gets for a storage: where it would be."""

    def __init__(self, device):
        self.device = device

    def cpu(self):
        """The storage on the CPU."""
        return _Place(_C.device("cpu"))

    def cuda(self, device=None):
        """The storage on a CUDA device: a number, or the current one."""
        return _Place(_C.device("cuda") if device is None else _C.device("cuda", device))

    def to(self, device):
        """The storage on this device."""
        return _Place(device if isinstance(device, _C.device) else _C.device(device))


def _placing(map_location, errors):
    """What C calls with the device of each storage. C takes no exception: load() raises it."""

    def place(saved):
        try:
            if isinstance(map_location, dict):
                place = str(saved)
                return _Place(saved).to(map_location.get(place, place)).device
            made = map_location(_Place(_C.device("cpu")), str(saved))
            if made is None:
                return saved
            if not isinstance(made, _Place):
                raise TypeError("map_location returns the storage that it gets, or what its cpu(), "
                                f"cuda() or to() makes, or None, not {type(made).__name__}")
            return made.device
        except BaseException as error:  # noqa: BLE001: it is raised
            errors.append(error)
            return saved

    return place


def _load_placed(f, map_location, options):
    errors = []
    source = f.read() if hasattr(f, "read") else os.fspath(f)
    loaded = _C._load_placed(source, options, _placing(map_location, errors))
    if errors:
        raise errors[0]
    return loaded


def load(f, map_location=None, *args, weights_only=True, **options):
    """Loads what save() or torch.save() has written, from a path or an open file; the options are
    those of ct_load(). Nothing in a file is executed, whatever weights_only is. A function as
    map_location gets the storage, which has cpu(), cuda() and to(), and the text of its device."""
    if callable(map_location) or isinstance(map_location, dict):
        if not hasattr(f, "read"):
            os.stat(f)
        return _load_placed(f, map_location, options)
    if map_location is not None:
        options["map_location"] = map_location
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
