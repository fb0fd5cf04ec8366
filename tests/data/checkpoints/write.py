#!/usr/bin/env python3
"""Writes RELEASE/NAME.pt and NAME.legacy.pt here, with the PyTorch that runs it, and describes what
Python loads from both: in RELEASE/NAME.txt, unless NAME.txt here says the same. tests/save/
compares that with what ct_load() reads.

Usage: write.py, with PyTorch 1.5 or later and NumPy. The files here are of

    1.5.1   Python 3.8,  numpy 1.24.4
    1.13.1  Python 3.10, numpy 1.24.4
    2.6.0   Python 3.11, numpy 1.26.4
    2.15.0  Python 3.11, numpy 2.4.6

What a release does not have is missing in its files. Newer ones write more files. Releases before 1.5 cannot be installed with
a Python that is still available, apart from 1.0 to 1.4, whose form is that of 1.5's legacy files.
"""

import argparse
import collections
import pathlib
import struct
import sys

import numpy
import torch

HERE = pathlib.Path(__file__).resolve().parent
RELEASE = torch.__version__.split("+")[0]
VERSION = tuple(int(n) for n in RELEASE.split(".")[:2])


# --- What is saved -------------------------------------------------------------------------------

def existing(*names):
    return [getattr(torch, name) for name in names if hasattr(torch, name)]


def numbers():
    return {"none": None, "bools": [True, False],
            "ints": [0, 255, 256, 65535, 65536, -1, -129, 2**31 - 1, -2**31, 2**31, -2**31 - 1,
                     2**63 - 1, -2**63, 2**63, 2**64 - 1],
            "floats": [0.0, -0.0, -0.5, float("inf"), float("-inf"), float("nan"), 1e300, 5e-324],
            "complex": 1 - 2j}


def containers():
    ordered = collections.OrderedDict([("b", 1), ("a", [2])])
    ordered._metadata = collections.OrderedDict([("", {"version": 1}), ("a", {})])
    counted = collections.Counter("aab")
    made = collections.defaultdict(list)
    made["x"].append(1)
    nest = 1
    for _ in range(5):
        nest = [nest]
    twice = ["the same list"]
    return {"tuples": ((), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)), "size": torch.Size([2, 3]),
            "lists": [[], [[]], [1, [2]]], "dicts": [{}, {"a": {"b": {}}}],
            "keys": {0: 1, -5: "x", 2.5: 3, "a.b": 4, "": 5, b"k": 6},
            "sets": [{7}, set()], "frozen": frozenset([1]),
            "ordered": ordered, "empty": collections.OrderedDict(),
            "counter": counted, "defaultdict": made, "nest": nest, "twice": [twice, twice]}


def tuple_keys():
    return {"keys": {(): 0, (1,): 1, ("layer", 0): 2, ("a", (None, 2.5, True), b"b"): 3},
            "set": {("x", -1)}}


def schemes():
    names = ("per_tensor_affine", "per_tensor_symmetric", "per_channel_affine",
             "per_channel_symmetric", "per_channel_affine_float_qparams")
    return {"schemes": [getattr(torch, name) for name in names], "again": torch.per_tensor_affine}


def big_integers():
    """A generator's state has some."""
    both = [2**n + i for n in (64, 70, 127, 128, 1000, 2039) for i in (-1, 0, 1)][:-2]
    return {"ints": both + [-n for n in both] + [-2**63 - 1, -2**2039],
            "generator": numpy.random.PCG64(7).state, "keys": {2**70: 1, (-2**64, 2**64): 2}}


def texts():
    return {"texts": ["", "ä", "€\U0001d11e", "it's \"\\", "\n\t\x00\x7f", "a" * 300],
            "bytes": [b"", b"abc", b"\x00\xff\x80"], "bytearray": bytearray(b"\x01\xfe")}


def constants():
    result = {"dtypes": existing("float32", "bfloat16", "int8", "bool", "complex64", "float8_e5m2",
                                 "uint16"),
              "devices": [torch.device("cpu"), torch.device("cuda", 1)]}
    if VERSION >= (1, 13):
        result["layouts"] = [torch.strided, torch.sparse_coo, torch.sparse_csr]
    return result


def arrays():
    array = numpy.arange(6, dtype="f4").reshape(2, 3)
    return {"array": array, "twice": [array, array],
            "fortran": numpy.asfortranarray(numpy.arange(6, dtype="i8").reshape(2, 3)),
            "big-endian": numpy.arange(3, dtype=">i4"), "bools": numpy.array([True, False]),
            "empty": numpy.zeros((0, 3)),
            "no dimension": numpy.array(2.5), "float": numpy.float64(2.5), "int": numpy.int64(-7),
            "bool": numpy.bool_(True), "half": numpy.float16(0.5), "dtype": numpy.dtype("f4"),
            "number": numpy.complex128(1 - 2j)}


def dtypes():
    old = existing("uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
                   "bfloat16", "bool")
    old += existing("complex64", "complex128") if VERSION > (1, 5) else []
    return {str(dtype): torch.arange(6).reshape(2, 3).to(dtype) for dtype in old}


def untyped():
    """Whose storages have no type of their own; Python cannot load them from its legacy files."""
    new = existing("uint16", "uint32", "uint64", "float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz",
                   "float8_e4m3fnuz", "complex32", "float8_e8m0fnu")
    return {"dtypes": {str(dtype): torch.arange(4).to(torch.float32).to(dtype) for dtype in new},
            "storage": torch.arange(4, dtype=torch.uint8).untyped_storage()}


def views():
    base = torch.arange(24.0)
    return {"whole": base, "part": base[4:10], "transposed": base.reshape(4, 6).t(),
            "step": base[::3], "expanded": base[:1].expand(3), "empty": torch.empty(0, 3),
            "number": torch.tensor(3.5), "same": base,
            "channels_last": torch.arange(24.0).reshape(1, 2, 3, 4).contiguous(
                memory_format=torch.channels_last)}


def gradients():
    result = {"leaf": torch.ones(2, requires_grad=True),
              "parameter": torch.nn.Parameter(torch.ones(2)),
              "frozen": torch.nn.Parameter(torch.ones(2), requires_grad=False)}
    if VERSION >= (1, 13):
        number = torch.tensor([1 + 2j, 3 - 4j])
        result.update({"conj": number.conj(), "neg": torch._neg_view(torch.tensor([1.0, 2.0])),
                       "both": torch._neg_view(number.conj())})
    if VERSION >= (2, 6):
        result["buffer"] = torch.nn.Buffer(torch.zeros(1))
    return result


def layouts():
    """From its legacy files Python makes such tensors before it has read their parts."""
    indices, values = torch.tensor([[0, 1, 1], [2, 0, 2]]), torch.tensor([3.0, 4.0, 5.0])
    coo = torch.sparse_coo_tensor(indices, values, (2, 3))
    per_tensor = torch.quantize_per_tensor
    result = {"coo": coo, "coalesced": coo.coalesce(),
              "quint8": per_tensor(torch.arange(6.0), 0.5, 3, torch.quint8),
              "qint8": per_tensor(torch.arange(6.0).reshape(2, 3), 0.25, 0, torch.qint8),
              "qint32": per_tensor(torch.arange(6.0), 0.5, 0, torch.qint32),
              "channels": torch.quantize_per_channel(
                  torch.arange(6.0).reshape(2, 3), torch.tensor([0.5, 0.25]),
                  torch.tensor([1, 2]), 0, torch.qint8)}
    if VERSION >= (1, 13):
        result["csr"] = torch.eye(3).to_sparse_csr()
    if VERSION >= (2, 0):
        result.update({"csc": torch.eye(3).to_sparse_csc(),
                       "bsr": torch.eye(4).to_sparse_bsr((2, 2)),
                       "bsc": torch.eye(4).to_sparse_bsc((2, 2)),
                       "meta": torch.empty(2, 3, device="meta"), "nested": torch.nested.nested_tensor(
            [torch.ones(2, 3), torch.zeros(1, 3)])})
    return result


def training():
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1, amsgrad=True)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
    model(torch.ones(4, 2)).sum().backward()
    optimizer.step()
    scheduler.step()
    return {"model": model.state_dict(), "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(), "epoch": 3}


def schedule():
    """In the middle of a run; milestones are a Counter. tests/optim/ makes the same."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.5)
    scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, [2, 5, 5, 9], gamma=0.25)
    for _ in range(4):
        optimizer.step()
        scheduler.step()
    return {"optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}


def many():
    """More than pickle puts into one batch."""
    return {"list": list(range(1001)), "dict": {i: None for i in range(1001)},
            "ordered": collections.OrderedDict((i, None) for i in range(1001)), "set": {1}}


def cases():
    return {"values": {"numbers": numbers(), "containers": containers(), "texts": texts(),
                       "constants": constants(), "arrays": arrays()},
            "tensors": {"dtypes": dtypes(), "views": views(), "gradients": gradients()},
            "training": training(), "tensor": torch.arange(3.0),
            "many": many()}


class Script(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 3)
        self.register_buffer("scale", torch.tensor([2.0]))
        self.names = ["a", "b"]
        self.sizes = {"x": 1}

    def forward(self, x):
        return self.fc(x) * self.scale + len(self.names) + self.sizes["x"]


# --- What Python loads ---------------------------------------------------------------------------

def raw(tensor):
    """The elements' bytes, in hexadecimal digits."""
    tensor = tensor.detach()
    if hasattr(tensor, "resolve_conj"):
        tensor = tensor.resolve_conj().resolve_neg()
    tensor = tensor.clone(memory_format=torch.contiguous_format).reshape(-1)
    if tensor.dtype == torch.bfloat16:
        bits = tensor.to(torch.float32).numpy().view(numpy.uint32) >> 16
        return bits.astype(numpy.uint16).tobytes().hex()
    if VERSION >= (1, 13):
        tensor = tensor.view(torch.uint8)
    return tensor.numpy().tobytes().hex()


def name_of(dtype):
    return str(dtype).replace("torch.", "")


def shape_of(sizes):
    return "(" + ", ".join(str(n) for n in sizes) + ")"


def part(name, tensor):
    return "%s %s %s: %s" % (name, name_of(tensor.dtype), shape_of(tensor.shape), raw(tensor))


def bits(number):
    return struct.pack(">d", number).hex()


def plain(text):
    """Printable ASCII stays, all other bytes of the UTF-8 text are escaped."""
    return "".join(chr(byte) if 32 <= byte < 127 and byte != 92 else "\\x%02x" % byte
                   for byte in text.encode())


class Description:
    def __init__(self):
        self.lines, self.storages = [], []

    def add(self, depth, label, text):
        self.lines.append("  " * depth + label + ": " + text)

    def storage(self, address, nbytes):
        if nbytes == 0:
            return "no storage"
        if address not in self.storages:
            self.storages.append(address)
        return "storage %d of %d bytes" % (self.storages.index(address), nbytes)

    def place(self, tensor):
        storage = tensor.untyped_storage() if VERSION >= (2, 0) else tensor.storage()
        size = len(storage) * (1 if VERSION >= (2, 0) else tensor.element_size())
        return "stride %s offset %d %s" % (shape_of(tensor.stride()), tensor.storage_offset(),
                                           self.storage(storage.data_ptr(), size))

    def tensor(self, depth, label, tensor):
        nested = getattr(tensor, "is_nested", False)
        text = "%s %s" % (name_of(tensor.dtype), "" if nested else shape_of(tensor.shape))
        flags = "".join(" " + flag for flag in ("requires_grad", "is_conj", "is_neg")
                        if flag == "requires_grad" and tensor.requires_grad
                        or flag != "requires_grad" and hasattr(tensor, flag)
                        and getattr(tensor, flag)())
        if tensor.device.type == "meta":
            self.add(depth, label, "meta %s stride %s" % (text, shape_of(tensor.stride())))
        elif nested:
            self.add(depth, label, "nested " + text)
            for i, one in enumerate(tensor.unbind()):
                self.lines.append("  " * (depth + 1) + part(str(i), one))
        elif tensor.layout == torch.sparse_coo:
            self.add(depth, label, "sparse_coo %s coalesced %s" % (text, tensor.is_coalesced()))
            self.parts(depth, tensor, ("_indices", "_values"))
        elif tensor.layout != torch.strided:
            self.add(depth, label, "%s %s" % (name_of(tensor.layout), text))
            rows = "crow_indices col_indices" if "r" in str(tensor.layout)[-1] else \
                "ccol_indices row_indices"
            self.parts(depth, tensor, rows.split() + ["values"])
        elif tensor.is_quantized:
            self.quantized(depth, label, tensor, text)
        else:
            self.add(depth, label, "tensor %s %s%s: %s" % (text, self.place(tensor), flags,
                                                           raw(tensor)))

    def parts(self, depth, tensor, names):
        for name in names:
            self.lines.append("  " * (depth + 1) + part(name, getattr(tensor, name)()))

    def quantized(self, depth, label, tensor, text):
        if tensor.qscheme() == torch.per_tensor_affine:
            how = "scale %s zero_point %d" % (bits(tensor.q_scale()), tensor.q_zero_point())
            names = ("int_repr",)
        else:
            how = "axis %d" % tensor.q_per_channel_axis()
            names = ("int_repr", "q_per_channel_scales", "q_per_channel_zero_points")
        self.add(depth, label, "quantized %s %s %s" % (text, self.place(tensor), how))
        self.parts(depth, tensor, names)

    def mapping(self, depth, label, value):
        ordered = type(value) is collections.OrderedDict
        self.add(depth, label, "%s of %d" % ("OrderedDict" if ordered else "dict", len(value)))
        for key, item in value.items():
            self.value(depth + 1, self.leaf(key), item)
        for name, item in vars(value).items() if ordered else ():
            self.value(depth + 1, "." + name, item)

    def leaf(self, value):
        if value is None or isinstance(value, (bool, numpy.bool_)):
            return str(value)
        if isinstance(value, (int, numpy.integer)):
            return "int %d" % value
        if isinstance(value, (float, numpy.floating)):
            return "float " + bits(value)
        if isinstance(value, (complex, numpy.complexfloating)):
            return "complex %s %s" % (bits(value.real), bits(value.imag))
        if isinstance(value, str):
            return "str '%s'" % plain(value)
        if isinstance(value, (bytes, bytearray)):
            return "bytes " + value.hex()
        if isinstance(value, tuple): # a key
            return "(%s)" % ", ".join(map(self.leaf, value))
        if isinstance(value, numpy.dtype):
            return "dtype " + value.name
        kind = type(value).__name__
        assert kind in ("dtype", "device", "layout", "qscheme"), kind
        return "%s %s" % (kind, name_of(value))

    def value(self, depth, label, value):
        if isinstance(value, dict):
            self.mapping(depth, label, value)
        elif isinstance(value, (list, tuple, set, frozenset)):
            kind = "list" if isinstance(value, list) else "tuple" if isinstance(value, tuple) \
                else "set"
            self.add(depth, label, "%s of %d" % (kind, len(value)))
            for item in value:
                self.value(depth + 1, "-", item)
        elif isinstance(value, torch.Tensor):
            self.tensor(depth, label, value)
        elif isinstance(value, numpy.ndarray):
            self.tensor(depth, label, torch.from_numpy(value.astype(
                value.dtype.newbyteorder("="), copy=False)))
        elif "Storage" in type(value).__name__:
            self.add(depth, label, self.storage(value.data_ptr(), len(value)) + ": " +
                     bytes(value.tolist()).hex())
        else:
            self.add(depth, label, self.leaf(value))


def describe(value):
    description = Description()
    description.value(0, "object", value)
    return "\n".join(description.lines) + "\n"


def describe_script(file):
    state = torch.jit.load(file).state_dict()
    return "".join(sorted(part(name, value) + "\n" for name, value in state.items()))


# --- Writing -------------------------------------------------------------------------------------

def save(value, path, legacy=False):
    torch.save(value, str(path), _use_new_zipfile_serialization=not legacy)


def load(path):
    return torch.load(str(path), **({"weights_only": False} if VERSION >= (1, 13) else {}))


def write_description(folder, name, text):
    """NAME.txt beside the releases describes the files of those that have none of their own."""
    own, common = folder / (name + ".txt"), HERE / (name + ".txt")
    if not common.exists() or common.read_text(encoding="utf-8") != text:
        own.write_text(text, encoding="utf-8")
    elif own.exists():
        own.unlink()


def write(folder, name, value, legacy=True):
    save(value, folder / (name + ".pt"))
    text = describe(load(folder / (name + ".pt")))
    if legacy:
        save(value, folder / (name + ".legacy.pt"), legacy=True)
        assert describe(load(folder / (name + ".legacy.pt"))) == text, name
    write_description(folder, name, text)


def swap(tensors):
    """Reverses the bytes of each number, as a big-endian machine has them."""
    seen = set()
    for tensor in tensors:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in seen:
            storage.byteswap(tensor.dtype)
        seen.add(storage.data_ptr())


def write_big_endian(folder):
    value = {"dtypes": dtypes(), "views": views()}
    swap([tensor for part in value.values() for tensor in part.values()])
    sys.byteorder, own = "big", sys.byteorder
    save(value, folder / "big_endian.pt")
    sys.byteorder = own
    text = describe(load(folder / "big_endian.pt"))
    write_description(folder, "big_endian", text)


class Net(torch.nn.Linear):
    pass


def write_others(folder):
    """Files that are read only with options: of another device, and with objects that are not data."""
    own = torch.serialization.location_tag
    torch.serialization.location_tag = lambda storage: "cpu" if len(storage) < 16 else "cuda:1"
    save({"cpu": torch.arange(2.0), "cuda": torch.arange(8.0)}, folder / "cuda.pth")
    torch.serialization.location_tag = own
    args = argparse.Namespace(lr=0.1, layers=[1, 2])
    objects = {"args": args, "again": args, "weight": torch.ones(2), "net": Net(1, 1),
               "function": torch.nn.functional.relu, "path": pathlib.PurePosixPath("a/b"),
               "lambda_scheduler": {"lr_lambdas": [None, {}], "last_epoch": 3}}
    save(objects, folder / "objects.pth")
    save(objects, folder / "objects.legacy.pth", legacy=True)


def expanded():
    at = torch.tensor([[0, 1, 2]])
    return {"coo": torch.sparse_coo_tensor(at, torch.tensor([2.0]).expand(3), (4,)),
            "hybrid": torch.sparse_coo_tensor(at, torch.tensor([[3.0]]).expand(3, 5), (4, 5))}


def factories():
    """Of defaultdicts; protocol 2 has Python 2's names of them."""
    made = {}
    for factory in (None, int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set,
                    frozenset, collections.OrderedDict, collections.Counter):
        made[str(factory)] = collections.defaultdict(factory, a=1)
    return made


def write_ways(folder):
    """The same few values in other ways: without checksums, without data, of other protocols."""
    value = {"a": torch.arange(12.0), "n": 2}
    torch.serialization.set_crc32_options(False)
    write(folder, "no_checksums", value, legacy=False)
    torch.serialization.set_crc32_options(True)
    with torch.serialization.skip_data():
        write(folder, "skipped_data", value, legacy=False)
    file = folder / "protocol_4.legacy.pt"
    torch.save(value, str(file), _use_new_zipfile_serialization=False, pickle_protocol=4)
    write_description(folder, "protocol_4", describe(load(file)))
    file = folder / "protocol_5.pt"
    torch.save(arrays(), str(file), pickle_protocol=5)
    write_description(folder, "protocol_5", describe(load(file)))
    write(folder, "expanded", expanded(), legacy=False)
    write(folder, "schedule", schedule(), legacy=False)
    write(folder, "factories", factories())
    write(folder, "tuples", tuple_keys())
    write(folder, "big_integers", big_integers())
    write(folder, "schemes", schemes())
    torch.save({(1, torch.float32): 1, None: 2, torch.float32: 3,
                "set": {("a", frozenset()), 3, None}, "huge": 2**5000,
                "array": numpy.array([1, None], dtype=object), "kept": 4}, folder / "keys.pth")
    torch.save({"jagged": torch.nested.nested_tensor([torch.ones(2, 3), torch.zeros(1, 3)],
                                                     layout=torch.jagged), "kept": 4},
               folder / "jagged.pth")


def write_script(folder):
    file = folder / "script.pt"
    torch.manual_seed(0)
    torch.jit.script(Script()).save(str(file))
    write_description(folder, "script", describe_script(str(file)))


def main():
    folder = HERE / RELEASE
    folder.mkdir(exist_ok=True)
    for name, value in cases().items():
        write(folder, name, value)
    write(folder, "layouts", layouts(), legacy=False)
    if VERSION >= (2, 6):
        write(folder, "untyped", untyped(), legacy=False)
        write_big_endian(folder)
        write_others(folder)
    if VERSION >= (2, 15):
        write_ways(folder)
    write_script(folder)


if __name__ == "__main__":
    main()
