"""Creating tensors: rounding, torch.tensor() of literals, factories, elements, storages."""

import math
import random
import struct

import torch

from common import error, tensor

DTYPES = {str(value).removeprefix("torch."): value for value in (
    torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16,
    torch.uint32, torch.uint64, torch.float16, torch.float32, torch.float64, torch.bfloat16,
    torch.float8_e5m2, torch.float8_e4m3fn, torch.float8_e5m2fnuz, torch.float8_e4m3fnuz,
    torch.float8_e8m0fnu, torch.complex32, torch.complex64, torch.complex128)}
ROUNDED = ("float16", "bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz",
           "float8_e4m3fnuz", "float8_e8m0fnu")


def worded(caught):
    """The message of libctorch, which has no class for OverflowError: it is a ValueError there."""
    name = type(caught).__name__.replace("OverflowError", "ValueError")
    return f"{name}: {caught}"


# --- Rounding ------------------------------------------------------------------------------------

def floats_near(dtype):
    """Floats that the dtype has, halfway between two of them, and one bit off halfway."""
    bits = 8 * dtype.itemsize
    codes = range(256) if bits == 8 else sorted(
        {code for exponent in range(0, 65536, 1 << 7) for code in
         (exponent, exponent + 1, exponent + 2, exponent + 63, exponent + 127)})
    kind = torch.uint8 if bits == 8 else torch.uint16
    exact = [value for value in
             torch.tensor(list(codes), dtype=kind).view(dtype).to(torch.float32).tolist()
             if math.isfinite(value)]
    exact.sort()
    values = []
    for low, high in zip(exact, exact[1:]):
        values += [low, (low + high) / 2]
    values += exact[-1:]
    near = []
    for value in values:
        code = struct.unpack("<I", struct.pack("<f", value))[0]
        near += [code, (code + 1) & 0xffffffff, (code - 1) & 0xffffffff]
    special = [math.inf, -math.inf, math.nan, 0.0, -0.0, 3.4e38, -3.4e38, 1e-45, -1e-45, 65504.0,
               65519.996, 65520.0, 65536.0, 448.0, 464.0, 464.00003, 480.0, 57344.0, 61440.0,
               61439.996, 240.0, 248.0, 2.0**-24, 2.0**-25, 2.0**-25 * 1.0000001, 2.0**-126,
               2.0**-133, 2.0**-134, 2.0**-127, 2.0**-149]
    near = sorted(set(near))
    near = random.Random(0).sample(near, min(len(near), 1500))
    return near + [struct.unpack("<I", struct.pack("<f", value))[0] for value in special]


def rounding():
    for name in ROUNDED:
        source = torch.tensor(floats_near(DTYPES[name]), dtype=torch.int64).to(torch.uint32).view(torch.float32)
        yield {"what": "rounding", "from": tensor(source), "to": tensor(source.to(DTYPES[name]))}


def conversions():
    """Between all dtypes, with numbers that each can hold."""
    for source in DTYPES:
        values = [0, 1] if source == "bool" else [0, 1, 2, 4]
        for target in DTYPES:
            made = torch.tensor([float(value) for value in values]).to(DTYPES[source])
            yield {"what": "conversion", "from": tensor(made), "to": tensor(made.to(DTYPES[target]))}


# --- torch.tensor() ------------------------------------------------------------------------------

LITERALS = [
    "-True", "+True", "--True", "-False", "[+True, False]", "-True+2j", "True-2j",
    "3", "-3", "3.5", "True", "False", "1+2j", "2j", "-2j", "1-2j", "-1-2j", "+3", "--3", "1e3",
    "1.", ".5", "-.5", "1_000", "0x1f", "0XFF", "0o17", "0b11", "0", "00", "1e-45", "1e400", "-0.0",
    "1e+3", "1E3", "0.1", "1_0.0_1e1_0", "123456789.125", "2.5e-3j", "1-0j", "-0j", "-0.0+0j",
    "-1-0j", "0x_ff", "-9223372036854775808", "9223372036854775807", "[]", "[[]]", "[[], []]",
    "[[[]]]", "()", "(3,)", "[1, 2, 3]", "[1, 2, 3,]", "(1, 2)", "[(1, 2), [3, 4]]", "[1, 2.5]",
    "[True, False]", "[True, 2]", "[True, 2.5]", "[1, 2.5, 2j]", "[[1., 2.], [3., 4.]]",
    "[[1, 2], [3, 4.5]]", "[ [ 1 ,2 ] ,[ 3, 4 ] ]", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]",
    "[[1], [2], [3]]", "[[[[5]]]]", "[True]", "[[True], [2.]]", "[1+2j, 3]", "[1, 1j]",
    "[[], [1]]", "[[[]], [[1]]]", "[\n1,\n\t2\n]", "[9223372036854775808, 1.5]", "[1e308, 1e-308]",
    "[-1, -2, -3]", "[0x10, 0b1]", "[123456789012345678]", "[16777217, 1.5]",
    "[9007199254740993]", "[1180591620717411303424, 0.5]", "[[1, 2, 3]]", "[0.1, 0.2, 0.30000001]",
]
RAGGED = [
    "[[1, 2], [3]]", "[[1], [2, 3]]", "[[1, 2], 3]", "[1, [2, 3]]", "[[1], []]",
    "[[[1, 2], [3, 4]], [[1, 2], [3]]]", "[[[1, 2], [3, 4]], [[1, 2], 3]]",
    "[[[1, 2], [3, 4]], [1, 2]]", "[[1.5, 2], []]", "[[[1]], [[]]]", "[1., [2, 3]]", "[1j, [2, 3]]",
    "[True, [False]]", "[1, (2, 3)]", "[1., (2, 3)]", "[[1, 2], [3, [4]]]", "9223372036854775808",
    "[18446744073709551616]", "[-9223372036854775809]", "[[1, 2, 3], [1, 2]]",
    "((1, 2), (3, 4, 5))", "[[1.0, 2.0, 3.0], 4.0]",
]
TYPED = [
    (text, dtype) for text, dtypes in {
        "300": "uint8 int8 int16 uint16 float16 bool", "[255, 256]": "uint8", "[-1]": "uint8 uint16 "
        "uint32 int8 uint64", "[-255]": "uint8", "[-256]": "uint8", "[200]": "int8", "[-128]": "int8",
        "[-129]": "int8", "[1e300]": "float32 float16 bfloat16 float64", "[70000]": "float16 "
        "uint16 int32", "[3.7, -3.7]": "int32 int64 int8", "[3.7]": "uint8 bool uint64",
        "[255.9]": "uint8", "[256.]": "uint8", "[-0.5]": "uint8", "[-128.5]": "int8",
        "[127.9]": "int8", "[128.]": "int8", "[nan]": "int32 bool float16 uint8", "[inf]":
        "int64 uint8 float16 float8_e4m3fn", "[1e30]": "int64", "[9223372036854775807.]": "int64",
        "[-9223372036854775808.]": "int64", "[1+2j]": "float32 int32 uint64 bool complex128 complex32",
        "[1+0j]": "float32", "[2]": "bool uint64 complex64", "[0.5]": "bool", "[1j, 0j]": "bool",
        "[True, False]": "float32 uint64 int8 complex64", "9223372036854775808":
        "uint64 float32 float64 int32 bool complex64", "18446744073709551615": "uint64 float64",
        "18446744073709551616": "uint64 float32", "[2147483648]": "int32 uint32",
        "[-2147483649]": "int32", "[4294967295]": "uint32", "[4294967296]": "uint32",
        "[-2.5]": "uint32", "[2.5]": "uint32 float8_e5m2", "[9007199254740993]": "float64 float32",
        "[0.1, 0.2]": "float64 float32 float16 bfloat16 complex128", "[]": "int64 bool uint8",
        "[1.0, 2.0]": "float8_e8m0fnu float8_e4m3fn float8_e4m3fnuz",
        "[[1, 2], [3]]": "float32 uint8", "[1, [2]]": "float32 uint64 bool",
        "1" + 400 * "0": "float32 int64",
    }.items() for dtype in dtypes.split()]


def literal(text, dtype=None):
    value = eval(text, {"nan": math.nan, "inf": math.inf})  # pylint: disable=eval-used
    return torch.tensor(value, dtype=DTYPES[dtype] if dtype else None)


def literals():
    cases = [(text, None) for text in LITERALS + RAGGED] + TYPED
    for text, dtype in cases:
        case = {"what": "literal", "text": text, "dtype": dtype or ""}
        try:
            case["value"] = tensor(literal(text, dtype))
        except Exception as caught:  # pylint: disable=broad-except
            case["error"] = worded(caught)
        yield case


# --- Factories -----------------------------------------------------------------------------------

FACTORIES = [
    "zeros((2, 3))", "zeros(())", "zeros((2, 0))", "zeros((2, 3), dtype=int32)", "ones((4,))",
    "ones((2, 2), dtype=complex64)", "full((2,), 7)", "full((2,), 2.5)", "full((2,), True)",
    "full((2,), 1j)", "full((3,), 7, dtype=float16)", "eye(3, 3)", "eye(2, 4, dtype=int64)",
    "arange(0, 5, 1)", "arange(1, 2, 0.25)", "arange(5, 0, -2)", "arange(0, 3, 1, dtype=float64)",
    "linspace(0, 1, 5)", "linspace(-1, 1, 4, dtype=float64)", "linspace(0, 10, 1)",
    "logspace(0, 2, 3, 10.0)", "logspace(0, 4, 5, 2.0)", "tril_indices(3, 3, 0)",
    "tril_indices(4, 3, -1, dtype=int32)", "triu_indices(3, 4, 1)", "bartlett_window(6, True)",
    "bartlett_window(6, False)", "blackman_window(7, True)", "hann_window(5, False)",
    "hamming_window(6, True, 0.54, 0.46)", "hamming_window(4, False, 0.5, 0.5)",
    "kaiser_window(6, True, 12.0)", "kaiser_window(5, False, 3.0, dtype=float64)",
    "fft_fftfreq(5, 1.0)", "fft_rfftfreq(8, 0.5)", "rand((3, 4))", "rand((2,), dtype=float64)",
    "randn((20,))", "randn((3,), dtype=complex64)", "normal(3.0, 0.5, (4,))",
    "randint(-5, 5, (10,))", "randint(0, 2, (6,), dtype=int32)", "randperm(9)",
    "randperm(5, dtype=int32)", "zeros_like(LIKE)", "ones_like(LIKE)", "full_like(LIKE, 3)",
    "rand_like(LIKE)", "randn_like(LIKE)", "randint_like(LIKE, 3, 9)",
    "zeros_like(LIKE, dtype=int64)", "new_zeros(LIKE, (2, 2))", "new_ones(LIKE, (3,))",
    "new_full(LIKE, (2,), 9)", "rand((2, 3, 2, 2), memory_format=channels_last)",
]


def factory(call):
    name, arguments = call[:-1].split("(", 1)
    like = torch.arange(6, dtype=torch.float64).reshape(2, 3).t()
    names = {"LIKE": like, **DTYPES}
    torch.manual_seed(42)
    if "memory_format" in arguments:
        arguments = arguments.split(", memory_format")[0]
        return eval(f"torch.{name}({arguments})", {"torch": torch, **names}).contiguous(
            memory_format=torch.channels_last)
    if name.startswith("new_"):
        arguments = arguments.replace("LIKE, ", "")
        return eval(f"LIKE.{name}({arguments})", names)
    name = name.replace("fft_", "fft.")
    return eval(f"torch.{name}({arguments})", {"torch": torch, **names})


def factories():
    for call in FACTORIES:
        made = factory(call)
        yield {"what": "factory", "call": call, "value": tensor(made),
               "stride": list(made.stride())}


# --- Elements ------------------------------------------------------------------------------------

def indexed():
    """An element by its indices, of 0 to 23 as two by three by four."""
    base = torch.arange(24, dtype=torch.float64).reshape(2, 3, 4)
    tensors = {"plain": base, "transposed": base.transpose(0, 2), "number": torch.tensor(5.),
               "flat": base.flatten(), "row": base[0, 0:1, 0:1], "empty": base[:, 0:0]}
    lists = [[], [0], [1], [-1], [2], [-3], [0, 0], [1, 2], [1, 3], [1, -4], [0, 0, 0], [1, 2, 3],
             [-1, -1, -1], [-2, -3, -4], [0, 0, 4], [0, 0, -5], [2, 0, 0], [0, 0, 0, 0],
             [3, 2, 1], [23], [24], [-24], [-25]]
    for name, value in tensors.items():
        for index in lists:
            case = {"what": "element", "tensor": name, "index": index}
            try:
                case["value"] = value[index[0] if len(index) == 1 else tuple(index)].item()
            except Exception as caught:  # pylint: disable=broad-except
                case["error"] = f"{type(caught).__name__}: {caught}"
            yield case


def assigned():
    """The two elements after a number is assigned to the first."""
    numbers = [300, -1, 3.7, -3.7, "nan", "inf", "-inf", 1e300, -300, 256.0, 255.9, -1.0, 0, 1,
               70000.0, -128.5, 2**53 + 1]
    for name, dtype in DTYPES.items():
        if name == "float8_e8m0fnu":
            continue
        for number in numbers:
            value = torch.ones(2).to(dtype)
            case = {"what": "assigned", "dtype": name, "number": number}
            try:
                value[0] = float(number) if isinstance(number, str) else number
                case["value"] = tensor(value)
            except Exception as caught:  # pylint: disable=broad-except
                case["error"] = worded(caught)
            yield case


def errors():
    yield {"what": "error", "call": "storage copy",
           "error": error(lambda: torch.UntypedStorage(4).copy_(torch.UntypedStorage(8)))}
    leaf = torch.zeros(2, 3, requires_grad=True)

    def assign():
        leaf[0, 1] = 5
    yield {"what": "error", "call": "assign to a leaf", "error": error(assign)}
    yield {"what": "error", "call": "gradient of integers",
           "error": error(lambda: torch.zeros(2, dtype=torch.int64, requires_grad=True))}
    yield {"what": "error", "call": "rand of integers",
           "error": error(lambda: torch.rand(2, dtype=torch.int64))}
    yield {"what": "error", "call": "empty range",
           "error": error(lambda: torch.randint(5, 5, (2,)))}
    yield {"what": "error", "call": "channels_last of a matrix",
           "error": error(lambda: torch.empty(2, 3, memory_format=torch.channels_last))}
    yield {"what": "error", "call": "set on another device", "error": error(
        lambda: torch.zeros(2).set_(torch.UntypedStorage(8, device="meta"), 0, (2,), (1,)))}


def cases():
    return [case for topic in (rounding, conversions, literals, factories, indexed,
                               assigned, errors) for case in topic()]
