"""Subscripts: the results of x[...] and of x[...] = value, and their errors."""

import re
import warnings

import torch
from common import error, tensor

LONG = torch.int64

BASES = {
    "x": torch.arange(24, dtype=torch.float32).reshape(2, 3, 4),
    "v": torch.arange(5, dtype=torch.int64) * 10,
    "z": torch.tensor(5.5),
    "t": torch.arange(12, dtype=torch.int16).reshape(3, 4),  # used transposed
    "e": torch.zeros(0, 3),
    "o": torch.ones(1, 3),
    "w": torch.arange(512, dtype=torch.int16).reshape([2] * 9),
    "c": torch.complex(torch.arange(6.0), -torch.arange(6.0)).reshape(2, 3),
    "b": torch.tensor([[True, False, True], [False, False, True]]),
    "u": torch.arange(6, dtype=torch.uint8).reshape(2, 3),
    "h": torch.arange(6, dtype=torch.float32).reshape(2, 3).to(torch.bfloat16),
    "d": torch.arange(6, dtype=torch.float64).reshape(2, 3),
}

TENSORS = {
    "i01": torch.tensor([0, 1]), "i0": torch.tensor([0]), "i10": torch.tensor([1, 0]),
    "i101": torch.tensor([1, 0, 1]), "neg": torch.tensor([-1, -2]), "far": torch.tensor([0, 7]),
    "farneg": torch.tensor([0, -9]), "grid": torch.tensor([[0, 1], [1, 0]]),
    "row": torch.tensor([[0, 1]]), "column": torch.tensor([[0], [1]]),
    "none": torch.tensor([], dtype=LONG), "twice": torch.tensor([1, 1, 0]),
    "i32": torch.tensor([1, 0], dtype=torch.int32), "i16": torch.tensor([1, 0], dtype=torch.int16),
    "i8": torch.tensor([1, 0], dtype=torch.int8), "f32": torch.tensor([1.0, 0.0]),
    "u16": torch.tensor([1, 0], dtype=torch.uint16), "cplx": torch.tensor([1j]),
    "s0": torch.tensor(0), "s1": torch.tensor(1), "sneg": torch.tensor(-1), "s9": torch.tensor(9),
    "s32": torch.tensor(1, dtype=torch.int32), "s16": torch.tensor(1, dtype=torch.int16),
    "s8": torch.tensor(-1, dtype=torch.int8), "su8": torch.tensor(1, dtype=torch.uint8),
    "su0": torch.tensor(0, dtype=torch.uint8), "su16": torch.tensor(1, dtype=torch.uint16),
    "sf": torch.tensor(1.0), "sT": torch.tensor(True), "sF": torch.tensor(False),
    "mTF": torch.tensor([True, False]), "mFT": torch.tensor([False, True]),
    "mFF": torch.tensor([False, False]), "mTT": torch.tensor([True, True]),
    "m3": torch.tensor([True, False, True]), "m4": torch.tensor([True, False, True, True]),
    "m5": torch.tensor([True, False, False, True, True]), "m0": torch.tensor([], dtype=torch.bool),
    "m23": torch.tensor([[True, False, True], [False, True, False]]),
    "m34": torch.arange(12).reshape(3, 4) % 3 == 0,
    "m234": torch.arange(24).reshape(2, 3, 4) % 5 == 0,
    "m2341": torch.ones(2, 3, 4, 1, dtype=torch.bool), "m32": torch.ones(3, 2, dtype=torch.bool),
    "b10": torch.tensor([1, 0], dtype=torch.uint8),
    "b101": torch.tensor([1, 0, 1], dtype=torch.uint8),
    "b23": torch.tensor([[1, 0, 1], [0, 2, 0]], dtype=torch.uint8),
}

VALUES = {
    "one": torch.tensor(1.5), "one64": torch.tensor(1.5, dtype=torch.float64),
    "onei": torch.tensor(7), "v4": torch.tensor([1.0, 2, 3, 4]), "v2": torch.tensor([1.0, 2]),
    "v3": torch.tensor([[5.0], [6], [7]]), "v34": -torch.arange(12.0).reshape(3, 4),
    "v54": torch.ones(5, 4), "v114": torch.tensor([[[1.0, 2, 3, 4]]]),
    "v11114": torch.tensor([[[[[1.0, 2, 3, 4]]]]]), "v234": -torch.arange(24.0).reshape(2, 3, 4),
    "v224": torch.ones(2, 2, 4), "v0": torch.ones(0), "v034": torch.ones(0, 3, 4),
    "d4": torch.tensor([1.0, 2, 3, 4], dtype=torch.float64), "l4": torch.tensor([1, 2, 3, 4]),
    "h4": torch.tensor([1.0, 2, 3, 4], dtype=torch.float16), "l3": torch.tensor([1, 2, 3]),
    "l1": torch.tensor([9]), "l5": torch.tensor([5, 4, 3, 2, 1]), "b4": torch.tensor([True] * 4),
    "c3": torch.tensor([1j, 2, 3 - 1j]), "u3": torch.tensor([250, 1, 2], dtype=torch.uint8),
    "s4": torch.tensor([4, 3, 2, 1], dtype=torch.int16), "f3": torch.tensor([1.5, -2.5, 3.5]),
}

# All subscripts of each base, as the text between the brackets. A name is a tensor.
GET = {
    "x": [
        # Integers.
        "0", "1", "-1", "-2", "+1", "--1", "2", "-3", "5", "-5", "0, 0", "1, 2, 3", "-1, -1, -1",
        "0, 3", "0, -4", "0, 0, 4", "1, 2, -5", "0, 0, 0, 0", "0,", "1_0", "0x1", "0b1", "0o1",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808",
        "-9223372036854775809", "0, 9223372036854775808",
        # Slices.
        ":", "::", ":,", ":, :", ":, :, :", "0:1", "1:", ":1", "-1:", ":-1", "::1", "::2",
        "1::2", ":1:2", "0:2:2", "5:", "2:1", "-100:100", ":0", "0:0", "::3", "::100",
        "None:1", "None:None", "None:None:None", "1:None:2", ":, 1:3", ":, -2:, ::2", ":, ::2, ::3",
        "0:2, 0:3, 0:4", "0:2, 1", "::-1", "::0", ":, ::-1", "0, ::0", ":, :, 3:1:-1", "0:9:-5",
        "1:9223372036854775807", "-9223372036854775807:", ":9223372036854775808",
        "9223372036854775808:", "-99999999999999999999:", "::99999999999999999999999",
        "::-99999999999999999999999", ":, :, :, :", ": , 5",
        # None and ellipsis.
        "None", "None, None", "None, 0", "0, None", "..., None", "None, ...", ":, None", "...",
        "Ellipsis", "..., 0", "0, ...", "0, ..., 0", "..., 0, 0", "0, 0, 0, ...", "..., 0, 0, 0",
        "..., 0, 0, 0, 0", "..., ...", "..., 0, ...", "..., ..., 0", "..., ..., :", "..., ..., 1:",
        "0, ..., ...", "None, ..., None", "1, None, 2, None, 3, None", "()", "..., 1:3", "1:, ...",
        ":, ..., 2", "..., 5", "0:1, ..., 0:2, None",
        # Truth values.
        "True", "False", "True, True", "True, False", "True, 0", "0, True", "0, False", ":, True",
        "..., True", "True, ...", "None, True", "False, None", "True, :, 0", "0, True, 1",
        "True, ..., False", "0, 0, 0, True", "True, 5", "0, 1, 2, True, 3",
        # Lists.
        "[0]", "[0, 1]", "[1, 1, 0]", "[-1]", "[0,]", "[]", "[2]", "[-3]", "[0, 7]", ":, [0, 2]",
        ":, [0, 2], :", "[0, 1], [0, 2]", "[0, 1], [0, 2], [1, 3]", "[0, 1], :, [1, 3]",
        "0, :, [1, 3]", "0, [0, 2]", "..., [0, 3]", "[1], ...", "None, [0, 1]", "[0, 1], None",
        "[0, 1], [0, 1, 2]", "[0, 1], [0]", "[True, False]", "[False, False]", "[True]",
        "[True, False, True]", ":, [True, False, True]", ":, :, [True, False, False, True]",
        "[True, 0]", "[0, True]", "[True, False], [0, 1]", "[0, 1], 1:, [0, 1]", "[0, 1], 0",
        "1, [0, 1], 0", "[[0, 1], [1, 0]],", ":, [[0, 1], [1, 0]]", "[[0], [1]], [0, 2]",
        "[[[0]]],", "[[0, 1], [1]],", "[9223372036854775808]", "[0], [0], [0], [0]",
        "[True, False], True", "[[True, False, True], [False, True, False]],", "[[]],",
        # Tensors of indices.
        "i01", "i10", "neg", "grid", "twice", "none", "i32", "far", "farneg", "i16", "i8", "f32",
        "u16", "cplx", "sf", ":, i01", ":, :, i101", "i01, i10", "i01, i101", "row, column",
        "i01, grid", "grid, i01", "i01, :, i10", ":, i01, i10", "i01, i10, i01", "i01, 0", "0, i01",
        "..., i01", "i01, ...", "i01, None", "None, i01", "i01, ..., i10", "i01, 1:3", "1:, i01",
        "i0, i01", "0, far", ":, far", ":, farneg", "i01, far", "i32, i01", "none, none",
        "i01, i01, i01, i01", "far, 0", "i01, True", "True, i01", "i01, f32", ":, i16",
        "none, :, i01", "grid, :, grid", "i01, None, i10", "i01, None, :, i10", "i01, [0, 1]",
        # Tensors of one number.
        "s0", "s1", "sneg", "s9", "s32", "s16", "s8", "su16", "s0, s1", "s1, s1, s1", ":, s1",
        "..., sneg", "s0, i01", "i01, s0", "s0, 1:", "0, s9", "s0, s0, s0, s0", "None, s1",
        # Masks.
        "mTF", "mFT", "mFF", "mTT", "m3", "m4", "m0", "m23", "m234", "m2341", "m32", ":, m3",
        ":, m4", ":, m34", "..., m34", "..., m4", "..., m3", "mTF, mTF", "mTF, m3", "m23, 0",
        "m23, i0", "m23, ::2", "0, m3", "0, m34", "mTF, 0", "mTT, i01", "mTT, i101", "None, m23",
        "m23, None", "m23, ...", "mTF, :, i01", "m234, 0", "m23, m3", "mTF, ..., m4", "1:, m3",
        "sT", "sF", "sT, 0", "0, sT", "sF, ...", "sT, i01", "su8", "su0", "su8, 0", "m234, None",
        # Masks of bytes.
        "b10", "b101", "b23", ":, b101", "b10, 0", "b23, 1", "b10, mTF", "0, b101",
    ],
    "v": [
        "0", "4", "-5", "5", "-6", ":", "::2", "1::2", "-3:", ":-1", "1:4:2", "::-1", "...", "None",
        "0, 0", ":, None", "None, :, None", "[0, 2, 4]", "[4, 3, -1]", "[5]", "m5", "m4", "i01",
        "neg", "grid", "[True, False, True, False, True]", "v_", "()", "True", "4:100", "-1:0",
    ],
    "z": [
        "0", "1", "-1", ":", "0:1", "...", "None", "()", "True", "False", "0, 0", "..., 0", "sT",
        "sF", "su8", "i01", "[0]", "s0", "None, None", "..., None", "None, 0", "None, ...", "::0",
        "::-1", "True, True", "m0", "[]", "None, :",
    ],
    "t": [
        "0", "1, 2", ":, 0", "1:3", "1:, ::2", "[0, 2]", "..., i01", "m4", "None, 1", "::2, ::2",
        "i01, i01", ":, [0, 2]", "...", ":", "()", "mTF", "s1", "3, 3", "-1, -1", "4",
    ],
    "e": [
        "0", "-1", ":", "0:5", ":, 0", ":, 3", "none", "i0", "m0", "[]", "...", "None", "..., None",
        "[0]", "sT", "True", "none, 0", ":, i01", "m0, 0", "mTF",
    ],
    "o": ["0", "[0, 0, 0]", "i0, 1", "[True]", "[False]", "1", "0, m3", ":, m3", "-1, ::2"],
    "w": [
        "0, 1, 0, 1, 0, 1, 0, 1, 0", "0, 1, 0, 1, 0, 1, 0, 1", "..., 0, 1, 0",
        "0, 1, 0, 1, 0, 1, 0, 1, 0, 0", "0, :, 1, None, ..., 1, None, [0, 1], 0, None, i01",
        "None, None, None, None, None, None, None, None, None, None, ..., 0, 0, 0, 0, 0, 0, 0, 0",
        "[0], [1], [0], [1], [0], [1], [0], [1], [0]", "1, 1, 1, 1, 1, 1, 1, 1, 2",
        "0, 0, 0, 0, 0, 0, 0, 1:, 1:, None, None, None, None, None, None, None, None, ...",
    ],
    "c": ["1, 2", "m23", ":, [0, 2]", "i01, i10"],
    "b": ["1", "m23", ":, ::2", "[0, 0]"],
    "u": ["1", "b23", ":, 1:", "[1, 0]"],
    "h": ["0, ::2", "m23", "i10"],
}

PUT = {
    "x": [
        # A number, into views and into picked elements.
        ("0", 1), ("0, 1, 2", 2.5), (":", 3), ("...", -1), ("None", 4), ("None, 0", 5), ("()", 6),
        ("..., 0", 7), (":, 1:3", 8), ("::2, ::2, ::2", 9), ("True", 1), ("False", 1),
        ("True, 0", 2), ("False, 0", 2), ("0", True), ("[0, 1]", True), ("0", 1e400),
        ("0, 0", float("nan")), ("0", 2j), ("m23", 2j), ("i01", 2j), ("[0]", 1), ("[1], [2]", 1),
        ("[0, 1], :, [1, 3]", 2), ("[]", 1), ("[True, False]", 3), (":, [True, False, True]", 4),
        ("i01", 1), ("twice", 2), ("grid", 3), ("none", 4), ("i32", 5), (":, i32", 5), ("far", 6),
        ("farneg", 6), ("neg", 6), ("i16", 7), ("f32", 7), ("i01, i10", 8), ("i01, 0", 9),
        ("0, i01", 10), (":, i01", 11), (":, :, i101", 11), ("0, far", 6), ("i01, i101", 8),
        ("mTF", 1), ("mFF", 2), ("m23", 3), ("m234", 4), ("m3", 5), ("m4", 5), ("m2341", 5),
        (":, m3", 6), ("..., m34", 7), ("mTF, 0", 8), ("m23, 0", 9), ("mTF, m3", 10), ("m0", 1),
        ("b10", 7), ("b23", 8), ("b101", 9), ("sT", 1), ("sF", 2), ("su8", 3), ("s1", 4),
        ("s9", 5), ("sneg", 6), ("s0, s1", 7), ("sT, 0", 8), ("m23, None", 9), ("i01, None", 9),
        ("5", 1), ("0, 9", 1), ("0, 0, 0, 0", 1), ("::-1", 1), ("::0", 1), (":, 1::-1", 1),
        ("True, 5", 1), ("i01, ..., i10", 12), ("0, i01, 1:3", 13), ("i01, m3", 1),
        ("i01, m3, 0", 14), ("9223372036854775808", 1), ("m23, far", 1),
        # A tensor, into views.
        ("0", "one"), ("0", "v34"), ("0", "v4"), ("0", "v3"), ("0", "v11114"), ("0", "v114"),
        (":", "v234"), (":", "v34"), ("...", "v234"), ("...", "v4"), ("None", "v234"),
        ("0, 0", "v4"), ("0, 0, 0", "one"), ("0, 0, 0", "onei"), ("0, 0, 0", "one64"),
        ("0", "v2"), ("0", "v54"), ("0", "v234"), (":", "v224"), ("0, 0, 0", "v2"), ("0, 0", "v0"),
        ("5:", "v034"), ("5:", "v34"), ("5:", "v2"), (":, 1", "d4"), (":, 1", "l4"),
        (":, 1", "h4"), (":, 1", "b4"), (":, 1", "c3"), ("0, ::2", "v4"), ("..., ::2", "v2"),
        ("..., 1:2", "v3"), ("True", "v34"), ("True", "l4"), ("False", "v54"), ("0, None", "v34"),
        ("s1", "v34"), ("s1", "l4"), ("()", "v4"),
        # A tensor, into picked elements.
        ("i01", "v4"), ("i01", "v34"), ("i01", "v234"), ("i10", "v234"), ("i01", "v11114"),
        ("i01", "one"), ("i01", "one64"), ("i01", "onei"), ("i01", "d4"), ("i01", "l4"),
        ("i01", "v2"), ("i01", "v54"), ("far", "one"), ("i0", "v114"), ("none", "v034"),
        ("none", "v54"), ("none", "one"), (":, i01", "v4"), ("i01, i10", "v4"), ("i01, i10", "v2"),
        ("i01, i10, i01", "v2"), ("i01, :, i10", "v3"), ("[0, 1], [2, 2]", "v4"), ("[0]", "v34"),
        ("mTF", "v34"), ("mTF", "v4"), ("mTF", "v2"), ("mTF", "l3"), ("mTF", "v0"), ("mFF", "v0"),
        ("mFF", "v4"), ("m23", "v4"), ("m23", "v3"), ("m234", "v4"), ("m234", "one"),
        ("m3", "one"), ("m4", "one"), ("sT", "v34"), ("sF", "v34"), ("sT", "l4"),
        ("True, 0", "v34"), ("True, 0", "l4"), ("b10", "v34"), ("b101", "one"), ("f32", "one"),
        ("0, i01", "v4"), ("0, m3", "v4"), ("..., m34", "one"), ("1:, m3", "v4"),
        ("mTF, 0", "v4"), ("m23, 0", "v3"), ("i01, 1:, i01", "v2"), ("i01, None, 0", "v4"),
    ],
    "v": [
        ("0", 7), ("1:3", 8), ("::2", "l3"), ("m5", "l3"), ("m5", "l1"), ("m5", "l4"), ("5", 1),
        ("[0, 2, 4]", "l3"), ("[0, 2, 4]", 2.7), ("...", "l5"), ("...", "f3"), ("1:4", "f3"),
        ("0", 2**40), ("0", -1.9), ("0", float("inf")), ("m5", float("nan")), ("grid", 1),
        ("i01", "f3"), (":2", "l1"), ("[]", "l3"), ("neg", 5),
    ],
    "z": [
        ("()", 3), ("...", 3), ("None", "v2"), ("None", 3), ("0", 3), ("-1", 3), (":", 3),
        ("True", 3), ("sT", 3), ("sF", 3), ("False", 3), ("...", "one"), ("...", "v2"),
        ("None", "l1"), ("i01", 3), ("0, 0", 3), ("...", "l1"), ("[0]", 3),
    ],
    "t": [("0", 1), ("1:3, ::2", -1), ("i01", "s4"), ("m4", 5), (":, 0", "s4"), ("..., i01", 6)],
    "e": [("0", 1), (":", 1), ("none", 1), ("i0", 1), ("m0", 1), (":, 0", 1), (":", "one")],
    "w": [("0, 1, 0, 1, 0, 1, 0, 1, 0", -1), ("..., [0], [1], [0], [1], [0], [1], [0], [1], [0]", -2)],
    "c": [("0", 1 + 2j), ("m23", 3j), (":", "c3"), ("i01", "c3"), ("i01", 2), ("0", "f3")],
    "b": [("0", 2), ("m23", 0), ("i01", 0.5), ("0", "f3"), (":, 1", True)],
    "u": [("0", 255), ("0", 256), ("0", -1), ("m23", 256), ("i01", 256), ("i01", "u3"),
          ("0", 2.7), ("0", float("nan")), ("b23", "u3"), ("m23", "u3"), ("0", "f3")],
    "h": [("0", 1.1), ("i01", 1.1), ("m23", 1e39), ("0", "f3")],
}

# Their gradients are compared, too.
GET_GRAD = [
    "1, 2", "0, :", "..., ::2", "None, 1", ":, 1:", "...", "()", "i01, i10", "twice", "twice, 1",
    "m23", ":, m3", "True", "[1, 1, 0]", "s1", "i101, i101", "row, column", "mTF, 1:", "none",
]
PUT_GRAD = [
    ("0", "f3"), ("..., 1", "v2"), ("i01", "f3"), ("m23", "f3"), ("m23", "one"), ("0", 5),
    ("i10", 5), ("m23", 5), ("1, 1:", "one"), ("None", "f3"), ("True", "f3"), ("i01, i10", "v2"),
    ("..., i01", "v2"), ("False", "f3"), (":", "f3"), ("[0]", "f3"), ("sT", "f3"), ("1", "l3"),
]
# Through a view of a view: x[first][second] = value.
CHAINED = [
    ("0", "1", 5), ("0", "1", "v4"), (":, 1:", "0, 1", 5), ("1", "i01", 5), ("1", "m3", "v4"),
    ("..., 1:3", "0, ::2", "v2"), ("None", "0, 1", "v4"), ("i01", "0", 5), ("m23", "...", 5),
    ("1:, ::2", "...", "one"), ("...", "0", 1), ("0, 1", "i01", "v2"),
]
# index_put_ with accumulate=True and tensors of indices, for which Python has no subscript.
ACCUMULATE = [
    ("twice", "v4"), ("twice, 0", "v4"), ("i01, i10", "v4"), ("m23", "v4"), ("none", "one"),
    ("far", "one"), ("twice", "d4"), ("mFF", "v4"), ("grid", "one"), ("m3", "one"),
]


class Captured:
    """The argument that Python passes to __getitem__."""

    def __getitem__(self, subscript):
        return subscript if isinstance(subscript, tuple) else (subscript,)


def base(name):
    tensor_ = BASES[name].clone()
    return tensor_.t() if name == "t" else tensor_


def environment():
    return {**{name: value.clone() for name, value in TENSORS.items()}, "capture": Captured()}


def part(value, tensors):
    """One part of a subscript for ct_index, None if only a text can express it."""
    if value is None:
        return ["none"]
    if value is Ellipsis:
        return ["ellipsis"]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["int", value] if -2**63 <= value < 2**63 else None
    if isinstance(value, slice):
        bounds = [value.start, value.stop, value.step]
        fits = all(bound is None or -2**63 <= bound < 2**63 for bound in bounds)
        return ["slice", *bounds] if fits else None
    if isinstance(value, list):
        if value and all(isinstance(item, bool) for item in value):
            return ["mask", value]
        fits = all(isinstance(item, int) and item < 2**63 for item in value)
        return ["list", [int(item) for item in value]] if fits else None
    tensors.append(value)
    return ["tensor", len(tensors) - 1]


def subscript(text):
    """The subscript in both forms that C has, and its tensors."""
    tensors = []
    parts = [part(value, tensors) for value in eval(f"capture[{text}]", environment())]
    names = re.compile(rf"\b({'|'.join(TENSORS)})\b")
    case = {"text": names.sub("{}", text), "tensors": [tensor(value) for value in tensors]}
    if None not in parts:
        case["parts"] = parts
    return case


def libtorch_words(text):
    """Python replaces the names of types in the errors of C++."""
    return re.sub(r"torch\.(\w+)Tensor\{", r"CPU\1Type{", text)


def tried(call):
    """The result of the call, or its error in the form of libctorch."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call()
        except Exception:  # pylint: disable=broad-except
            return libtorch_words(error(call))


def got(name, text):
    x = base(name)
    result = tried(lambda: eval(f"x[{text}]", {**environment(), "x": x}))
    case = {"what": "get", "self": name, **subscript(text)}
    if isinstance(result, str):
        return {**case, "error": result}
    shares = result.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    return {**case, "result": tensor(result), "shares": shares, "strides": list(result.stride()),
            "offset": result.storage_offset()}


def of_value(value):
    """A value in the form that C reads: a tensor, or a kind of number and its one or two parts."""
    if isinstance(value, str):
        return {"value": tensor(VALUES[value])}
    if isinstance(value, bool):
        return {"scalar": ["bool", value]}
    if isinstance(value, int):
        return {"scalar": ["int", value]}
    if isinstance(value, complex):
        return {"scalar": ["complex", value.real, value.imag]}
    return {"scalar": ["float", str(value)]}


def python_value(value):
    return VALUES[value].clone() if isinstance(value, str) else value


def assigned(x, text, value):
    def assign():
        exec(f"x[{text}] = value", {**environment(), "x": x, "value": value})
    return tried(assign)


def put(name, text, value):
    x = base(name)
    result = assigned(x, text, python_value(value))
    case = {"what": "put", "self": name, **subscript(text), **of_value(value)}
    return {**case, "error": result} if result else {**case, "after": tensor(x)}


def numbered(x):
    """A gradient in which each element differs."""
    return torch.arange(1, x.numel() + 1, dtype=x.dtype).reshape(x.shape)


def get_grad(text):
    name = "d" if text in ("1, 2", "0, :", "m23", ":, m3", "i10", "mTF, 1:") else "x"
    x = base(name).requires_grad_()
    result = eval(f"x[{text}]", {**environment(), "x": x})
    result.backward(numbered(result))
    return {"what": "get_grad", "self": name, **subscript(text), "grad": tensor(x.grad)}


def put_grad(text, value):
    x = base("d").requires_grad_()
    given = python_value(value)
    y = x * 2
    case = {"what": "put_grad", "self": "d", **subscript(text), **of_value(value)}
    if isinstance(value, str) and VALUES[value].is_floating_point():
        given = given.double().requires_grad_()
        case["value"] = tensor(given)
    result = assigned(y, text, given)
    if result:
        return {**case, "error": result}
    y.backward(numbered(y))
    case.update({"after": tensor(y), "grad": tensor(x.grad)})
    if isinstance(value, str) and given.requires_grad:
        case["value_grad"] = tensor(given.grad if given.grad is not None
                                    else torch.zeros_like(given))
    return case


def chained(first, second, value):
    x = base("x")
    view = eval(f"x[{first}]", {**environment(), "x": x})
    result = assigned(view, second, python_value(value))
    assert result is None, result
    return {"what": "chained", "self": "x", **subscript(second), **of_value(value),
            "first": subscript(first), "after": tensor(x)}


def accumulated(text, value):
    x = base("x")
    indices = eval(f"capture[{text}]", environment())
    indices = tuple(torch.tensor(i) if isinstance(i, int) else i for i in indices)
    result = tried(lambda: x.index_put_(indices, python_value(value), accumulate=True))
    case = {"what": "accumulate", "self": "x", **subscript(text), **of_value(value)}
    if isinstance(result, str):
        return {**case, "error": result}
    return {**case, "after": tensor(x)}


def leaf_is_refused(text):
    x = base("x").requires_grad_()
    return {"what": "put_leaf", "self": "x", **subscript(text), "scalar": ["int", 1],
            "error": assigned(x, text, 1)}


def cases():
    TENSORS["v_"] = BASES["v"].clone()  # itself as an index: out of bounds
    bases = [{"what": "base", "name": name, "tensor": tensor(value)}
             for name, value in BASES.items()]
    return (bases +
            [got(name, text) for name, texts in GET.items() for text in texts] +
            [put(name, *pair) for name, pairs in PUT.items() for pair in pairs] +
            [get_grad(text) for text in GET_GRAD] +
            [put_grad(*pair) for pair in PUT_GRAD] +
            [chained(*triple) for triple in CHAINED] +
            [accumulated(*pair) for pair in ACCUMULATE] +
            [leaf_is_refused(text) for text in ("0", "i01", "mTF", "...")])
