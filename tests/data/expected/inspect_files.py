"""Small files that PyTorch and NumPy wrote, and what ct_inspect must say of them."""

import collections
import datetime
import io

import numpy
import torch
from common import tensor

NAN, INF = float("nan"), float("inf")


def saved(value, legacy=False):
    file = io.BytesIO()
    torch.save(value, file, _use_new_zipfile_serialization=not legacy)
    return file.getvalue()


def scripted(module):
    file = io.BytesIO()
    torch.jit.save(torch.jit.script(module), file)
    return file.getvalue()


def savez(compressed, **arrays):
    file = io.BytesIO()
    (numpy.savez_compressed if compressed else numpy.savez)(file, **arrays)
    return file.getvalue()


def npy(array):
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


def fact(name, value, storages):
    """What --json says of a tensor."""
    key = value.untyped_storage().data_ptr() if value.numel() else id(value)
    storage = storages.setdefault(key, len(storages))
    return {"name": name, "dtype": str(value.dtype).removeprefix("torch."), "layout": "strided",
            "shape": list(value.shape), "stride": list(value.stride()),
            "storage_offset": value.storage_offset(), "elements": value.numel(),
            "bytes": value.numel() * value.element_size(),
            "requires_grad": value.requires_grad, "storage": storage}


def facts(tensors):
    storages = {}
    return [fact(name, value, storages) for name, value in tensors.items()]


def statistic(value):
    """Of the finite elements in double precision, as docs/inspect.md describes them."""
    value = value.detach()
    if value.is_quantized:
        value = value.dequantize()
    if value.layout is torch.sparse_coo:
        value = value._values()  # pylint: disable=protected-access
    value = value.to(torch.complex128).abs() if value.is_complex() else value.to(torch.float64)
    finite = value[value.isfinite()]
    known = finite.numel() > 0
    return {"min": finite.min().item() if known else None,
            "max": finite.max().item() if known else None,
            "mean": finite.mean().item() if known else None,
            "std": finite.std().item() if finite.numel() > 1 else None, "count": value.numel(),
            "nan": int(value.isnan().sum()), "inf": int(value.isinf().sum()),
            "zeros": int((value == 0).sum())}


def model():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))


def checkpoint():
    base = torch.arange(24.0)
    return {"model": collections.OrderedDict([("weight", base), ("part", base[4:10]),
                                              ("turned", base.reshape(4, 6).t())]),
            "scale": torch.tensor(3.5, dtype=torch.float16), "epoch": 3, "lr": 0.1,
            "betas": (0.9, 0.999), "note": "it's", "nothing": None, "empty": {},
            "history": [{"loss": 1.5}, {"loss": NAN}]}


def checkpoint_tensors():
    value = checkpoint()
    return {"model." + name: part for name, part in value["model"].items()} | {
        "scale": value["scale"]}


def numbers():
    many = torch.arange(20000).to(torch.uint8).reshape(100, 200)
    quantised = torch.quantize_per_tensor(torch.arange(6.0), 0.5, 3, torch.quint8)
    return {"half": torch.tensor([1, NAN, INF, -2, 0, -INF], dtype=torch.float16),
            "bfloat": torch.tensor([0.5, -0.0], dtype=torch.bfloat16),
            "double": torch.linspace(-1, 1, 9, dtype=torch.float64), "many": many,
            "columns": many.t(),
            "long": torch.tensor([2**62, -3, 0]),
            "ulong": torch.tensor([2**63 + 5, 1], dtype=torch.uint64),
            "bool": torch.tensor([True, False, True]),
            "complex": torch.tensor([3 + 4j, 0, complex(NAN, 1)]),
            "float8": torch.tensor([1.5, 2], dtype=torch.float8_e5m2), "none": torch.empty(0, 3),
            "nans": torch.tensor([NAN]), "quantised": quantised,
            "sparse": torch.sparse_coo_tensor([[0, 1]], [3.0, 5.0], (4,)).coalesce()}


def strange():
    return {"line\nbreak": torch.zeros(1), "\x1b[31mred": torch.zeros(2),
            "\u202egnp.exe": torch.zeros(3), "ünï\u2028": 1, "bell\x07": "\x1b]0;title\x07",
            "": torch.zeros(4), "a.b": torch.zeros(5), "日本": 2}


def keys():
    """Two names that are printed alike, strange ones, and parts of larger storages."""
    large, shared = torch.arange(100.0), torch.arange(50.0)
    return {3: torch.tensor([1.0]), "3": torch.tensor([2.0, 3.0]), "part": large[10:13],
            "pair": [shared[:2], shared[1:3]], "back\\slash": 1, "a\0b": torch.ones(1)}


def expanded():
    return {"large": torch.tensor([1.0, 3.0]).expand(2**39, 2), "small": torch.ones(1)}


def overlapping():
    """2**40 elements, all of which have another index."""
    return {"windows": torch.ones(249).as_strided((32,) * 8, (1,) * 8), "small": torch.ones(1)}


def odd():
    """A legacy file in which the elements of uint16 are at an odd position."""
    for pad in range(100):
        data = saved({"pad": "x" * pad, "odd": torch.tensor([1, 2**16 - 2], dtype=torch.uint16)},
                     legacy=True)
        if data.index(b"\1\0\xfe\xff") % 2:
            return data
    raise AssertionError("no length gives an odd position")


def cases():
    arrays = {"w": numpy.arange(6, dtype="f4").reshape(2, 3), "n": numpy.array(7)}
    state = model().state_dict()
    everything = checkpoint()
    unknown = {"w": torch.ones(2), "when": datetime.date(2020, 1, 2)}
    files = {
        "model.pt": saved(state), "checkpoint.pt": saved(everything),
        "legacy.pth": saved(everything, legacy=True), "numbers.pt": saved(numbers()),
        "strange.pt": saved(strange()), "unknown.pt": saved(unknown),
        "keys.pt": saved(keys()), "expanded.pt": saved(expanded()),
        "overlapping.pt": saved(overlapping()),
        "odd.pth": odd(), "script.pt": scripted(model()), "one.pt": saved(torch.arange(3)),
        "small.npz": savez(False, **arrays), "packed.npz": savez(True, **arrays),
        "one.npy": npy(arrays["w"]), "swapped.npy": npy(arrays["w"].astype(">f4")),
    }
    return [
        {"files": {name: data.hex() for name, data in files.items()}},
        {"file": "model.pt", "tensors": facts(state)},
        {"file": "checkpoint.pt", "tensors": facts(checkpoint_tensors()),
         "data": {name: tensor(value) for name, value in checkpoint_tensors().items()}},
        {"file": "numbers.pt",
         "statistics": {name: statistic(value) for name, value in numbers().items()}},
    ]
