"""Archives that numpy.savez() and zipfile wrote, the tensors in them, and archives of the same tensors.

Arrays of a dtype that PyTorch does not have are None in "loaded".
"""

import io
import zipfile
import zlib

import numpy
import torch
from common import tensor
from npy import DTYPES, numbers

NAMES = ["", "a.npy", "folder/a", "/a", "..", "a b", "arr_0", "Gewicht ä", "重み", "\U0001f600",
         "\x01\x7f\"'", "n" * 300]


class Stream(io.RawIOBase):
    """A file that cannot go back, such as a pipe."""

    def __init__(self):
        super().__init__()
        self.bytes = b""

    def writable(self):
        return True

    def write(self, data):
        self.bytes += bytes(data)
        return len(data)


def archive(arrays, compressed=False):
    out = io.BytesIO()
    (numpy.savez_compressed if compressed else numpy.savez)(out, **arrays)
    return out.getvalue()


def item(name, value):
    if isinstance(value, bytes):
        return {"name": name, "bytes": value.hex()}
    if value.dtype.kind in "OSUVMm":
        return {"name": name}
    native = torch.from_numpy(numpy.array(value.astype(value.dtype.newbyteorder("=")), order="K"))
    return {"name": name, "tensor": tensor(native), "strides": list(native.stride())}


def read(file):
    """What NumPy finds, in which only objects are not read."""
    with numpy.load(io.BytesIO(file)) as found:
        return {name: found[name] for name in found.files}


def case(name, file, skipped=()):
    loaded = read(file)
    tensors = all(isinstance(value, numpy.ndarray) for value in loaded.values()) and not skipped
    native = {key: value.astype(value.dtype.newbyteorder("="), order="K")
              for key, value in loaded.items()} if tensors else {}
    return {"name": name, "file": file.hex(), "skipped": list(skipped),
            "loaded": [item(key, value) for key, value in loaded.items()],
            # The bytes that libctorch must write for what it has loaded.
            "written": archive(native).hex() if tensors else None,
            "compressed": archive(native, True).hex() if tensors else None}


def both(name, arrays):
    return [case(name, archive(arrays)), case(name + ", compressed", archive(arrays, True))]


def zipped(entries, method=zipfile.ZIP_STORED, out=None):
    out = out or io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as file:
        for name, data in entries.items():
            file.writestr(zipfile.ZipInfo(name), data, method)
    return out.bytes if isinstance(out, Stream) else out.getvalue()


def npy(array):
    out = io.BytesIO()
    numpy.save(out, array)
    return out.getvalue()


def streamed(arrays, compressed):
    out = Stream()
    (numpy.savez_compressed if compressed else numpy.savez)(out, **arrays)
    return out.bytes


def number(name, value):
    file = archive({"x": value})
    kind = type(value).__name__
    parts = [value.real, value.imag] if kind == "complex" else [str(value)]
    return {"name": name, "kind": kind, "parts": [str(part) for part in parts],
            "written": file.hex()}


def cases():
    result = [{"zlib": zlib.ZLIB_RUNTIME_VERSION}]
    result += both("all types", {dtype: numbers((3,), dtype) for dtype in DTYPES})
    result += both("big-endian", {dtype: numbers((3,), dtype).astype(
        numpy.dtype(dtype).newbyteorder(">")) for dtype in DTYPES})
    result += both("Fortran", {"f": numpy.asfortranarray(numbers((2, 3), "float32")),
                               "g": numpy.asfortranarray(numbers((4, 3, 2), "int16")),
                               "h": numpy.asfortranarray(numbers((2, 3), ">f8"))})
    result += both("shapes", {f"x{i}": numbers(shape, "int16") for i, shape in enumerate(
        [(), (1,), (0,), (3, 0, 2), (2, 1, 3), (1,) * 32])})
    result += [case("names", archive({name: numbers((2,), "uint8") for name in NAMES}))]
    result += [case(f"name of {n} letters", archive({"n" * n: numbers((2,), "float64")}))
               for n in range(1, 9)]
    result += both("nothing", {})
    result += both("repeats", {"x": numpy.tile(numbers((10,), "float64"), 30)})
    few = {"a": numbers((2,), "float32"), "b": numbers((2, 3), "int64")}
    result += [case("streamed", streamed(few, False)),
               case("streamed, compressed", streamed(few, True)),
               case("other entries", zipped({"README": b"text", "a.npy": npy(few["a"]),
                                             "empty.txt": b"", "folder/": b"", "b": npy(few["b"]),
                                             "c.npy": b"no array", "magic": b"\x93NUMP"})),
               case("after the array", zipped({"a.npy": npy(few["a"]) + b"more"},
                                              zipfile.ZIP_DEFLATED)),
               case("comment", zipped({"a.npy": npy(few["a"])})[:-2] + b"\x04\x00note")]
    result += [case(f"format {version}", zipped({"a.npy": with_version(version)}))
               for version in [(2, 0), (3, 0)]]
    result += [case("foreign", archive({"a": few["a"], "s": numpy.array([b"ab"]),
                                        "u": numpy.array(["ab"]), "b": few["b"],
                                        "m": numpy.array(["2020-01-01"], "M8[D]"),
                                        "v": numpy.array([(1, 2)], [("x", "i4"), ("y", "f4")])}),
                    ["s", "u", "m", "v"])]
    values = [True, False, 0, -1, 2**63 - 1, -2**63, 2**63, 2**64 - 1, 1.5, float("inf"), -0.0,
              1.5 - 2j]
    return result + [number(f"number {value}", value) for value in values]


def with_version(version):
    out = io.BytesIO()
    numpy.lib.format.write_array(out, numbers((2, 3), "float32"), version)
    return out.getvalue()
