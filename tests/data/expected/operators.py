"""Operators called by name as torch.ops calls them; values as repr() prints and == compares them.

A value is a dict with one member, its kind: {"int": "3"}, {"list": [...]}, {"ones": [2, 2]}.
"""

import re

import torch

from common import tensor

DTYPES = {torch.uint8: 0, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5, torch.float32: 6,
          torch.float64: 7, torch.complex64: 9, torch.bool: 11, torch.bfloat16: 15,
          torch.float8_e4m3fn: 24}
LAYOUTS = {torch.strided: 0, torch.sparse_coo: 1, torch.sparse_csr: 2, torch.sparse_bsc: 6,
           torch.jagged: 7}
FORMATS = {torch.contiguous_format: 0, torch.preserve_format: 1, torch.channels_last: 2,
           torch.channels_last_3d: 3}


class Ones:
    """A tensor of ones, so that the file need not hold its bytes."""

    def __init__(self, *shape):
        self.shape = list(shape)


X = Ones(2, 2)


def encode(value):
    if isinstance(value, Ones):
        return {"ones": value.shape}
    if isinstance(value, torch.Tensor):
        return {"tensor": {**tensor(value), "requires_grad": value.requires_grad}}
    if value is None:
        return {"none": True}
    if isinstance(value, bool):
        return {"bool": value}
    if isinstance(value, int):
        return {"int": str(value)}
    if isinstance(value, float):
        return {"float": value.hex()}
    if isinstance(value, complex):
        return {"complex": [value.real.hex(), value.imag.hex()]}
    if isinstance(value, str):
        return {"str": value}
    if isinstance(value, (list, tuple)):
        return {type(value).__name__: [encode(item) for item in value]}
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, torch.device):
        return {"device": [value.type, -1 if value.index is None else value.index]}
    for kind, numbers in (("dtype", DTYPES), ("layout", LAYOUTS), ("memory_format", FORMATS)):
        if value.__class__ in {key.__class__ for key in numbers} and value in numbers:
            return {kind: numbers[value]}
    raise AssertionError(value)


def decode(value):
    if isinstance(value, Ones):
        return torch.ones(value.shape)
    if isinstance(value, (list, tuple)):
        return type(value)(decode(item) for item in value)
    return value


# --- Printed ---------------------------------------------------------------------------------

NUMBERS = [0.0, -0.0, 1.0, -1.5, 0.1, 1e15, 1e16, 123456789012345680.0, 1e-4, 1e-5, 1.5e-7, 1e22,
           1e100, 5e-324, 1.7976931348623157e308, 2.0 ** 53, 1 / 3, 100.0, 12345.678, 1e-10,
           float("inf"), float("-inf"), float("nan"), 0.30000000000000004, 9999999999999998.0]
COMPLEX = [0j, 1j, -1j, complex(-0.0, 1), complex(0, -0.0), 1 + 2j, 1.5 - 2.25j, 1e20 + 1e-7j,
           complex(float("nan"), 1), complex(1, float("inf")), complex(float("-inf"), float("nan")),
           complex(1, -0.0), complex(1e16, 3)]
TEXTS = ["", "a", "it's", 'say "hi"', "it's \"both\"", "tab\there", "line\nbreak\r", "back\\slash",
         "\x01\x1b\x7f", "\x80\x9f\xa0\xad", "é", "日本語", "😀", "\u200b\u2028\ufeff", "\ue000",
         "a\u0301", "\u3000", "\U000e0001", "\u0600", "'", '"', "\\'"]


def values():
    yield from (None, True, False, 0, 1, -7, 2 ** 63 - 1, -2 ** 63, 2 ** 63, 2 ** 64 - 1)
    yield from NUMBERS
    yield from COMPLEX
    yield from TEXTS
    yield from ([], (), {}, [1], (1,), (1, 2), [1, 2.0, True, None], [[], [[]], ()], ((),),
                {"a": 1}, {1: [1, 2], "b": (3,)}, {1.5: {}, True: {"x": {"y": []}}},
                {torch.device("cpu"): 1}, [1.0, 2.5], [True, False], {"w.0": 1, "w.1": [2]})
    yield from (torch.device("cpu"), torch.device("cuda"), torch.device("cuda", 1),
                torch.device("meta"))
    yield from DTYPES
    yield from LAYOUTS
    yield from FORMATS


def printed():
    for value in values():
        yield {"do": "print", "value": encode(value), "text": repr(value),
               "type": type(value).__name__}


# --- Compared --------------------------------------------------------------------------------

EQUALS = [
    None, True, False, 0, 1, 1.0, 0.0, -0.0, 1 + 0j, 1 + 1j, 2 ** 53, 2 ** 53 + 1, float(2 ** 53),
    2 ** 63, float(2 ** 63), 2 ** 63 - 1, 2 ** 64 - 1, -1, float("nan"), float("inf"), "", "a", "1",
    [], (), {}, [1], [1.0], [True], (1,), [1, 2], (1, 2), [[1]], [(1,)], {"a": 1}, {"a": 1.0},
    {"a": 2}, {"b": 1}, {"a": 1, "b": 2}, {"b": 2, "a": 1}, {1: 1}, {True: 1}, {1.0: 1}, {"1": 1},
    torch.device("cpu"), torch.device("cuda", 0), torch.float32, torch.float64, torch.strided,
    torch.contiguous_format,
]


def compared():
    for i, value in enumerate(EQUALS):
        row = [j for j, other in enumerate(EQUALS) if value == other]
        yield {"do": "compare", "index": i, "value": encode(value), "equal_to": row}


# --- Called ----------------------------------------------------------------------------------

def without_details(text):
    """Python adds which of its own conversions failed."""
    text = re.sub(r"\nCast error details: [^\n]*", "", text)
    text = re.sub(r"\n Python error details: [^\n]*", "", text)
    return text.replace("invoked from Python", "invoked by name")


def call(name, *args, **named):
    base, _, overload = name.partition(".")
    packet = getattr(torch.ops.aten, base)
    function = getattr(packet, overload) if overload else packet
    case = {"do": "call", "name": f"aten::{name}", "args": [encode(arg) for arg in args],
            "named": {key: encode(arg) for key, arg in named.items()}}
    try:
        result = function(*(decode(arg) for arg in args),
                          **{key: decode(arg) for key, arg in named.items()})
    except Exception as caught:  # pylint: disable=broad-except
        text = without_details(str(caught))
        # These cases do not test how a tensor is printed.
        case["whole"] = "Value: tensor(" not in text and "Value: [tensor(" not in text
        text = text if case["whole"] else text.partition("\nPosition")[0]
        case["error"] = f"{type(caught).__name__}: {text}"
        return case
    results = result if isinstance(result, (list, tuple)) else [result]
    case["list"] = isinstance(result, list)
    case["results"] = [tensor(item) if isinstance(item, torch.Tensor) else repr(item)
                       for item in results]
    return case


def called():
    image, kernel = Ones(1, 1, 4, 4), Ones(1, 1, 2, 2)
    # Conversions.
    yield call("add.Tensor", X, X)
    yield call("add.Tensor", X, X, alpha=2)
    yield call("add.Tensor", X, X, alpha=0.5)
    yield call("add.Tensor", X, X, alpha=True)
    yield call("add.Scalar", X, 2)
    yield call("add.Scalar", X, 2.5)
    yield call("add.Scalar", X, 1j)
    yield call("add", X, X)
    yield call("add", X, 2)
    yield call("add", X, 2.5, 2)
    yield call("mul", X, 3)
    yield call("mm", X, X)
    yield call("sum", X)
    yield call("sum", X, 0)
    yield call("sum", X, [0, 1])
    yield call("sum", X, (0,))
    yield call("sum", X, dtype=torch.float64)
    yield call("sum", X, 0, True, dtype=torch.int32)
    yield call("sum.dim_IntList", X, None)
    yield call("sum.dim_IntList", X, [0], 1)
    yield call("sum.dim_IntList", X, True)
    yield call("sum.dim_IntList", X, dim=[1], keepdim=True)
    yield call("softmax.int", X, True)
    yield call("softmax.int", X, -1, torch.float64)
    yield call("softmax.int", X, dim=0)
    yield call("dropout", X, 0, True)
    yield call("dropout", X, False, True)
    yield call("dropout", X, 0.5, False)
    yield call("full", [2], True, dtype=torch.float32)
    yield call("full", [2], 2.5, device="cpu")
    yield call("full", (2, 1), 3, dtype=torch.int64, device=torch.device("cpu"))
    yield call("full", [2], 2.5, dtype=6)
    yield call("full", [2], 2.5, layout=torch.strided)
    yield call("full", [], 1)
    yield call("zeros", [2, 3])
    yield call("zeros", [2], dtype=torch.complex64)
    yield call("cat", [X, X])
    yield call("cat", (X, X), 1)
    yield call("cat", tensors=[X], dim=-1)
    yield call("stack", [X, X], dim=2)
    yield call("conv2d", image, kernel)
    yield call("conv2d", image, kernel, None, [2, 2])
    yield call("conv2d", image, kernel, stride=[2, 1], padding=[1, 0])
    yield call("conv2d", image, kernel, None, [1, 1], "same")
    yield call("max_pool2d", image, [2, 2])
    yield call("max_pool2d", image, 2)
    yield call("max_pool2d", image, [2], ceil_mode=True)
    yield call("upsample_nearest2d", Ones(1, 1, 2, 2), [4, 4], 2.0)
    yield call("div.Tensor_mode", X, X, rounding_mode="floor")
    yield call("div", X, X, rounding_mode=None)
    yield call("div", X, 3)
    yield call("max.dim", X, 1)
    yield call("max", X)
    yield call("topk", X, 1)
    yield call("split.Tensor", X, 1)
    yield call("split", X, [1, 1], 1)
    yield call("unbind.int", X)
    yield call("transpose.int", Ones(2, 3), 0, 1)
    yield call("where.self", Ones(1), X, X)
    yield call("clamp", X, 2)
    yield call("clamp", X, None, 0.5)
    yield call("clamp", X, max=0.5)
    yield call("norm.Scalar", X)
    yield call("linspace", 0, 1, 5)
    yield call("arange", 5)
    yield call("arange", 1, 2, 0.25)
    yield call("arange.start", 1, 4)
    yield call("eq.Scalar", X, True)
    yield call("std", X, [0], correction=0)
    yield call("var_mean", X, [0], correction=1)
    yield call("equal", X, X)
    yield call("is_nonzero", Ones(1))
    # No conversions.
    yield call("mm.default", X, 3)
    yield call("mm.default", X, "x")
    yield call("mm.default", X)
    yield call("mm.default")
    yield call("mm.default", X, X, X)
    yield call("mm.default", X, X, x=1)
    yield call("mm.default", X, other=X)
    yield call("mm.default", X, self=X)
    yield call("mm", X, 3)
    yield call("mm", X)
    yield call("mm", X, X, 1, 2, 3)
    yield call("full", [2], "x")
    yield call("full", [2], 2.5, dtype="float32")
    yield call("full", [2], 1, nothing=1)
    yield call("cat", [X, None])
    yield call("cat", X)
    yield call("cat", [X, 1])
    yield call("cat.default", [X, (1, 2)])
    yield call("sum.dim_IntList", X, [0.5])
    yield call("sum.dim_IntList", X, 0.5)
    yield call("sum.dim_IntList", X, [None])
    yield call("softmax.int", X, 1.0)
    yield call("softmax.int", X, [1])
    yield call("softmax.int", X, 2 ** 63)
    yield call("dropout", X, 1j, True)
    yield call("dropout", X, "a", True)
    yield call("maximum", X, 3)
    yield call("div.Tensor_mode", X, X, rounding_mode=3)
    yield call("div.Tensor_mode", X, X)
    yield call("div.Tensor_mode", X, X, rounding_mode="up")
    yield call("add.Tensor", X, X, alpha="q")
    yield call("add.Tensor", X, X, alpha=[1])
    yield call("add.Tensor", X, X, alpha=None)
    yield call("randn.generator", [2], generator=3)
    yield call("upsample_nearest2d.vec", Ones(1, 1, 2, 2), None, 2)
    yield call("tensor_split.sections", X, 2.0)
    yield call("transpose.int", X, 0, 5)
    yield call("conv2d.default", image, kernel, None, 2.0)
    yield call("native_layer_norm_backward.default", X, X, [2], X, X, None, None, [True, True])
    yield call("arange.start_step", 0, 1, {})
    yield call("index.Tensor", X, [1])
    yield call("empty.memory_format", [2], memory_format=torch.float32)
    yield call("empty.memory_format", [2], device=3)


# --- Accepted --------------------------------------------------------------------------------

TYPES = [
    "Tensor", "Tensor?", "int", "int?", "SymInt", "SymInt?", "float", "float?", "bool", "bool?",
    "Scalar", "Scalar?", "complex", "str", "str?", "int[]", "int[]?", "int[2]", "int[2]?",
    "SymInt[]", "SymInt[2]", "SymInt[2]?", "float[]", "float[]?", "float[2]", "bool[]", "bool[3]",
    "bool[2]?", "Tensor[]", "Tensor?[]", "Scalar[]", "str[]", "int[][]", "int?[]", "int[]?[]",
    "Device", "Device?", "ScalarType", "ScalarType?", "ScalarType[]", "Layout", "Layout?",
    "MemoryFormat", "MemoryFormat?", "Generator?", "Dict(str, int)", "Dict(int, float)",
    "(int, float)", "SymBool", "DeviceIndex", "QScheme",
]
ENUMERATIONS = ("Layout", "MemoryFormat", "ScalarType", "QScheme")
UNPRINTED = ("Tensor", "Tensor?", "Tensor[]", "Tensor?[]", "ScalarType[]")
TENSORS = [
    torch.tensor(3), torch.tensor(2.5), torch.tensor(2.0), torch.tensor(-2.5), torch.tensor(True),
    torch.tensor(2 + 1j), torch.tensor([3]), torch.tensor([[2.5]]), torch.tensor([False]),
    torch.tensor(0.0), torch.tensor(float("nan")), torch.tensor(1e30), torch.tensor(2.0 ** 63),
    torch.tensor(-2.0 ** 63, dtype=torch.float64), torch.tensor(3, dtype=torch.uint8),
    torch.tensor(2.5, dtype=torch.float16), torch.ones(2, 2), torch.ones(0),
    torch.tensor(2.5, requires_grad=True), torch.tensor([1, 2, 3]),
]
GIVEN = [
    None, True, False, 0, 2, -3, 2 ** 63, 0.0, 2.0, 2.5, float("nan"), 0j, 2j, 2 + 0j, "", "cpu",
    "cuda:1", "nowhere", [], (), {}, [1], [1, 2], (1, 2), [0, 2.5], [1.5], [True, False],
    [True, False, True], [2j], [2 ** 63], ["a"], [None], [None, 1], [[1], [2]], [[1], None], [(1,)],
    {"a": 1}, {1: 2}, {1: 2.5}, (1, 2.5), torch.float32, torch.strided, torch.sparse_csr,
    torch.channels_last, torch.device("cuda", 1), [torch.float32], [torch.strided],
    [torch.tensor(2.5)], [torch.tensor(3)], [torch.tensor(True)], [torch.tensor([3])],
    [torch.tensor(3), 1], [torch.ones(2), None], [torch.ones(2)], *TENSORS,
]


def iterates(value):
    """What Python accepts as a list where it accepts any iterable."""
    return isinstance(value, (str, dict)) or isinstance(value, torch.Tensor) and value.dim() > 0


def no_enumerator(value):
    """Python has no name for it, and reads beyond its table of names."""
    if isinstance(value, torch.Tensor):
        return value.numel() == 1 and not (value.is_complex() or 0 <= value.item() <= 3)
    return isinstance(value, int) and not 0 <= value <= 3


def differs(kind, value):
    """Values that libctorch refuses on purpose: see docs/operators.md."""
    if kind.startswith("Dict"):
        return not isinstance(value, dict)
    if "[" in kind:
        return iterates(value)
    if kind == "Tensor":
        return value is None
    return kind.rstrip("?") in ENUMERATIONS and no_enumerator(value)


def one_for_all(kind, value):
    """Values that only libctorch accepts: one int for SymInt[2], as for int[2]."""
    return kind.startswith("SymInt[2]") and isinstance(value, int) and abs(value) < 2 ** 63


def answer(function, kind, value):
    """The value that arrives, as repr() prints it (except for UNPRINTED types), or the error."""
    if differs(kind, value):
        return {"refused": True}
    if one_for_all(kind, value):
        value = [value, value]
    try:
        return {"text": function(value)}
    except RuntimeError as caught:
        # The text of a mismatch is compared above; a bool in a SymInt[] fails an assertion.
        if "() Expected a value of type" in str(caught) or "INTERNAL ASSERT" in str(caught):
            return {"refused": True}
        return {"error": f"RuntimeError: {caught}"}


def taken():
    library = torch.library.Library("test_types", "DEF")
    yield {"do": "give", "values": [encode(value) for value in GIVEN]}
    for number, kind in enumerate(TYPES):
        name = f"take{number}"
        library.define(f"{name}({kind} x) -> str")
        library.impl(name, lambda x, kind=kind: "" if kind in UNPRINTED else repr(x),
                     "CompositeImplicitAutograd")
        function = getattr(torch.ops.test_types, name).default
        yield {"do": "take", "type": kind, "name": name,
               "answers": [answer(function, kind, value) for value in GIVEN]}


# --- Overloads -------------------------------------------------------------------------------

def overloads():
    names = set(torch._C._dispatch_get_all_op_names())
    bases = sorted({name.split(".")[0] for name in names if name.startswith("aten::")})
    for base in bases:
        packet = getattr(torch.ops.aten, base[6:])
        order = [overload for overload in packet.overloads()
                 if (base if overload == "default" else f"{base}.{overload}") in names]
        if len(order) > 1:
            yield {"do": "overloads", "name": base, "order": " ".join(order)}


def cases():
    return [*printed(), *compared(), *called(), *taken(), *overloads()]
