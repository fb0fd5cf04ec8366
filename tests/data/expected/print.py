"""How Python prints tensors: those of every kind, and options.

A case has a tensor `base`, `steps` that are applied to it, one after the other, and the text. The
steps are STEPS here and `steps` in tests/printing/print_steps.c. `options` are all of
torch.get_printoptions(), if they are not the default.
"""

import math
import random
import warnings

import torch
import torch.autograd.forward_ad

from common import tensor

warnings.simplefilter("ignore")

INF, NAN = math.inf, math.nan
FLOATS = ["float32", "float64", "float16", "bfloat16"]
FLOATS8 = ["float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e4m3fnuz"]
INTS = ["uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
COMPLEX = ["complex64", "complex128", "complex32"]


def dtype(name):
    return getattr(torch, name)


# --- Steps ----------------------------------------------------------------------------------------

def dual(t, tangent):
    torch.autograd.forward_ad.enter_dual_level()
    return torch.autograd.forward_ad.make_dual(t, tangent)


def view_of_written(t):
    with torch.no_grad():
        view = t.view(-1)
    t.mul_(2)
    return view


def unrecorded_write(t):
    with torch.no_grad():
        t.mul_(2)
    return t


STEPS = {
    "requires_grad": lambda t: t.requires_grad_(),
    "unary": lambda t, name: getattr(torch, name)(t),
    "mul": torch.ops.aten.mul.Scalar,
    "reshape": lambda t, *shape: t.reshape(shape),
    "view_dtype": lambda t, name: t.view(dtype(name)),
    "to": lambda t, name: t.to(dtype(name)),
    "transpose": lambda t, a, b: t.transpose(a, b),
    "expand": lambda t, *shape: t.expand(shape),
    "slice": lambda t, dim, start, end, step: torch.ops.aten.slice(t, dim, start, end, step),
    "softmax": lambda t, dim: t.softmax(dim),
    "first_of_unbind": lambda t: t.unbind(0)[0],
    "view_of_written": view_of_written,
    "unrecorded_write": unrecorded_write,
    "sparse": lambda t: t.to_sparse(),
    "sparse_csr": lambda t: t.to_sparse_csr(),
    "sparse_csc": lambda t: t.to_sparse_csc(),
    "sparse_bsr": lambda t, *block: t.to_sparse_bsr(block),
    "sparse_bsc": lambda t, *block: t.to_sparse_bsc(block),
    "sparse_of": lambda t, indices, *shape: torch.sparse_coo_tensor(indices, t, shape),
    "quantize": lambda t, scale, zero, name: torch.quantize_per_tensor(t, scale, zero, dtype(name)),
    "quantize_channels": lambda t, scales, zeros, axis, name:
        torch.quantize_per_channel(t, scales, zeros, axis, dtype(name)),
    "mkldnn": lambda t: t.to_mkldnn(),
    "meta": lambda t: t.to("meta"),
    "memory_format": lambda t, name: t.contiguous(memory_format=getattr(torch, name)),
    "nested_with": lambda t, *others: torch._nested_tensor_from_tensor_list([t, *others]),
    "nested_nothing": lambda t: torch._nested_tensor_from_tensor_list([]),
    "zeros_without_memory": lambda t, *shape: torch._efficientzerotensor(shape),
    "dual": dual,
}


# --- Cases ----------------------------------------------------------------------------------------

class Cases:
    def __init__(self):
        self.list = []
        self.names = set()

    def add(self, name, base, *steps, default=None, **options):
        torch.set_printoptions(profile="default")
        case = {"name": name}
        assert name not in self.names, name
        self.names.add(name)
        t = self.base(case, base)
        case["steps"] = []
        for step in steps:
            step = [step] if isinstance(step, str) else list(step)
            t = STEPS[step[0]](t, *step[1:])
            case["steps"].append([tensor(x) if isinstance(x, torch.Tensor) else x for x in step])
        if options:
            torch.set_printoptions(**options)
            case["options"] = self.options()
        if default:
            torch.set_default_dtype(dtype(default))
            case["default"] = default
        case["text"] = repr(t)
        assert str(t) == case["text"]
        torch.set_default_dtype(torch.float32)
        torch.set_printoptions(profile="default")
        if any(step[0] == "dual" for step in case["steps"]):
            torch.autograd.forward_ad.exit_dual_level()
        self.list.append(case)

    @staticmethod
    def base(case, base):
        if base is None:
            return None
        if isinstance(base, tuple):  # numbers that need not be stored: 0 to n - 1
            case["count"], case["dtype"] = base
            return torch.arange(base[0]).to(dtype(base[1]))
        case["base"] = tensor(base)
        return base.clone()

    @staticmethod
    def options():
        options = torch._tensor_str.get_printoptions()
        if options["threshold"] == INF:
            options["threshold"] = 2 ** 63 - 1
        sci = options["sci_mode"]
        options["sci_mode"] = -1 if sci is None else int(sci)
        return options


SHAPES = [(), (1,), (3,), (2, 3), (2, 3, 2), (1, 2, 1, 3), (0,), (0, 3), (2, 0, 3), (23,)]

REGIMES = {
    "whole": [1, -2, 3, 40, 5, 6],
    "large whole": [1e7, 123456789, -5, 2],
    "fractions": [0.5, -1.25, 3.14159, 100.75, 0.001],
    "wide": [1000.5, 0.25, 3, -77.125],
    "ratio of 1000": [1000, 1],
    "above that ratio": [1001.5, 1.0009765625],
    "tiny": [1e-5, 2e-5, 3e-5],
    "just not tiny": [1.1e-4, 2e-4],
    "huge": [2e8, 3.5e8, -1e8],
    "not finite": [NAN, INF, -INF, 1.5],
    "nan alone": [NAN, NAN],
    "inf and whole": [INF, -INF, 2, NAN],
    "zeros": [0.0, -0.0, 0.0],
    "zero and fraction": [0.0, -0.0, 0.25],
    "rounds up": [0.99999, 9.99995, 99.99999],
    "negative": [-1.5, -22.25, -0.125],
}


def numbers(shape, values, name):
    n = math.prod(shape)
    flat = [values[i % len(values)] for i in range(n)]
    return torch.tensor(flat, dtype=torch.float64).to(dtype(name)).reshape(shape)


def dtypes_and_shapes(cases):
    for name in FLOATS + INTS + COMPLEX + ["bool"]:
        for shape in SHAPES:
            values = [0, 1, 1] if name == "bool" else [1, 2.5, 13, 0.75, 6, 100]
            cases.add(f"{name} {shape}", numbers(shape, values, name))
    for name in FLOATS8:
        for shape in [(), (3,), (2, 3), (0, 3)]:
            cases.add(f"{name} {shape}", numbers(shape, [1, 2.5, 13, 0.75], name))


def regimes(cases):
    for regime, values in REGIMES.items():
        for name in FLOATS:
            cases.add(f"{regime}, {name}", numbers((len(values),), values, name))
        cases.add(f"{regime}, scalar", numbers((), values, "float32"))
        pairs = torch.complex(numbers((len(values),), values, "float64"),
                              numbers((len(values),), values[::-1], "float64"))
        cases.add(f"{regime}, complex", pairs)
        cases.add(f"{regime}, complex64", pairs.to(torch.complex64))
    for name in FLOATS8 + ["float8_e8m0fnu", "float4_e2m1fn_x2"]:
        cases.add(f"all bytes as {name}", torch.arange(256).to(torch.uint8).reshape(16, 16),
                  ("view_dtype", name))
    # Its 0 is the least power of two, which therefore does not count for the format.
    for name, byte in (("least alone", 0), ("least and 1", 127), ("least and second", 1)):
        cases.add(f"float8_e8m0fnu, {name}", torch.tensor([0, byte, 0], dtype=torch.uint8),
                  ("view_dtype", "float8_e8m0fnu"))
    cases.add("denormal", torch.tensor([5e-324, 1e-310], dtype=torch.float64))
    cases.add("largest", torch.tensor([1.7976931348623157e308, 1], dtype=torch.float64))
    cases.add("fixed largest", torch.tensor([1.7976931348623157e308, 0.5], dtype=torch.float64),
              sci_mode=False)
    for name, lowest, highest in (("int64", -2 ** 63, 2 ** 63 - 1), ("uint64", 0, 2 ** 64 - 1),
                                  ("int8", -128, 127), ("uint32", 0, 2 ** 32 - 1)):
        cases.add(f"{name} ends", torch.tensor([lowest, 7, highest], dtype=dtype(name)))
    cases.add("bcomplex32", torch.arange(1, 17).to(torch.uint8), ("view_dtype", "bcomplex32"))
    cases.add("complex with nan", torch.tensor([complex(NAN, -INF), complex(0, -0.0), 1 - 2j]))
    cases.add("complex scalar", torch.tensor(1.5 - 2j))
    cases.add("complex of one sign", torch.tensor([[1 + 200j, -30 - 4j], [0.5j, 1e-7 + 0j]]))


def lines(cases):
    for n in list(range(1, 16)) + [25, 26, 51, 99]:
        cases.add(f"line of {n}", (n, "float32"), ("mul", 1.5))
        cases.add(f"line of {n}, float64", (n, "float64"), ("mul", 1.5))
    for n in (18, 19, 20, 21, 22, 23):
        cases.add(f"line of {n}, int32", (n, "int32"))
        cases.add(f"line of {n}, requires_grad", (n, "float32"), "requires_grad")
    for n in (7, 8, 9, 30):
        cases.add(f"rows of {n}, complex", (3 * n, "complex64"), ("mul", 0.5), ("reshape", 3, n))
        cases.add(f"rows of {n}, bool", (3 * n, "bool"), ("reshape", 3, n))
    cases.add("six dimensions", (64, "float32"), ("reshape", 2, 2, 2, 2, 2, 2))


def summaries(cases):
    for shape in [(1000,), (7, 6, 7, 6), (2, 2, 2, 2, 2, 2, 2, 10)]:
        cases.add(f"summary {shape}", (math.prod(shape), "int64"), ("reshape", *shape))
    for shape in [(1001,), (40, 26), (11, 11, 11), (2, 3, 4, 50), (1, 1, 2000), (2000, 1), (500, 3),
                  (6, 200), (7, 200)]:
        n = math.prod(shape)
        for name, scale in (("float32", 0.01), ("int64", 3), ("complex64", 0.5)):
            cases.add(f"summary {shape}, {name}", (n, name), ("mul", scale), ("reshape", *shape))
    cases.add("summary of bools", (1500, "bool"))
    cases.add("summary, half", (2000, "float16"), ("mul", 0.25))
    cases.add("summary, uint64", (2000, "uint64"))
    cases.add("summary, float8", (2000, "float32"), ("to", "float8_e4m3fn"))
    cases.add("summary, million", (1000000, "float64"), ("reshape", 1000, 1000))
    cases.add("summary, expanded", (3, "float32"), ("reshape", 3, 1), ("expand", 3, 10 ** 9))
    cases.add("summary, transposed", (1600, "float32"), ("reshape", 40, 40), ("transpose", 0, 1))
    cases.add("summary, sliced", (5000, "int16"), ("slice", 0, 10, 4990, 3))
    for n, name in ((4, "channels_last"), (5, "channels_last_3d")):
        for edgeitems in (1, 2):
            for sizes in ((3, 4, 5, 6, 7), (7, 2, 6, 1, 5), (1, 9, 1, 9, 2)):
                sizes = sizes[:n]
                cases.add(f"summary, {name}, {sizes}, edgeitems {edgeitems}",
                          (math.prod(sizes), "int64"), ("reshape", *sizes),
                          ("memory_format", name), edgeitems=edgeitems, threshold=10)
    cases.add("summary, permuted", (720, "float32"), ("reshape", 6, 5, 4, 6), ("transpose", 0, 3),
              ("transpose", 1, 2), edgeitems=1, threshold=10)
    cases.add("summary, requires_grad", (2000, "float32"), "requires_grad")
    cases.add("summary, the middle is not looked at", torch.cat(
        [torch.ones(10), torch.full((1200,), 1e-9), torch.ones(10)]).half())


def options(cases):
    samples = {
        "fractions": ((12, "float32"), ("mul", 0.37)),
        "whole": ((12, "float64"), ("mul", 3)),
        "matrix": ((60, "float32"), ("mul", 1.7), ("reshape", 6, 10)),
        "complex": ((12, "complex64"), ("mul", 1.1)),
        "ints": ((60, "int64"), ("mul", 1001), ("reshape", 3, 20)),
        "scalar": ((1, "float32"), ("reshape",), ("mul", 3.3)),
    }
    sets = [{"precision": p} for p in (0, 1, 2, 8, 15, 40)]
    sets += [{"sci_mode": True}, {"sci_mode": False}, {"sci_mode": True, "precision": 0}]
    sets += [{"linewidth": w} for w in (0, 1, 20, 41, 79, 120, 1000)]
    sets += [{"threshold": 0}, {"threshold": 5, "edgeitems": 1}, {"threshold": 11, "edgeitems": 2},
             {"threshold": 0, "edgeitems": 0}, {"edgeitems": 0}, {"threshold": 3, "edgeitems": 50},
             {"profile": "short"}, {"profile": "full", "linewidth": 60}]
    for kind, (base, *steps) in samples.items():
        for given in sets:
            cases.add(f"{kind} with {given}", base, *steps, **given)
    cases.add("all of 1200", (1200, "int64"), profile="full")
    cases.add("short summary", (1200, "float32"), profile="short")
    cases.add("1074 digits", torch.tensor([5e-324], dtype=torch.float64), precision=1074,
              sci_mode=False)
    cases.add("empty with edgeitems 0", torch.zeros(0, 2), edgeitems=0)
    cases.add("tiny without sci_mode", numbers((3,), [1e-9, 1, 2.5], "float32"), sci_mode=False)
    cases.add("sparse with options", (6, "float32"), ("mul", 1.23456), "sparse", precision=2,
              linewidth=30)


def recorded(cases):
    for name in ("sin", "exp", "neg", "relu", "sigmoid", "clone", "sum", "mean", "t", "abs", "tanh",
                 "sqrt", "square"):
        cases.add(f"grad_fn of {name}", (4, "float32"), ("mul", 0.5), "requires_grad",
                  ("unary", name))
    cases.add("grad_fn of mul", (4, "float32"), "requires_grad", ("mul", 2.5))
    cases.add("grad_fn of view", (4, "float32"), "requires_grad", ("reshape", 2, 2))
    cases.add("grad_fn of to", (4, "float32"), "requires_grad", ("to", "float64"))
    cases.add("grad_fn of slice", (9, "float32"), "requires_grad", ("slice", 0, 2, 8, 2))
    cases.add("grad_fn of expand", (2, "float32"), "requires_grad", ("expand", 3, 2))
    cases.add("grad_fn of transpose", (6, "float64"), "requires_grad", ("reshape", 2, 3),
              ("transpose", 0, 1))
    cases.add("grad_fn of softmax", (60, "float32"), "requires_grad", ("reshape", 3, 20),
              ("softmax", 1))
    cases.add("grad_fn of unbind", (4, "float32"), "requires_grad", ("reshape", 2, 2),
              "first_of_unbind")
    cases.add("grad_fn, empty", (0, "float32"), "requires_grad", ("mul", 2.0))
    cases.add("grad_fn, summary", (4000, "float32"), "requires_grad", ("mul", 2.0))
    cases.add("invalid view", (3, "float32"), "requires_grad", ("unary", "clone"),
              "view_of_written")
    cases.add("written without recording", (3, "float32"), "requires_grad", "unrecorded_write")
    for n in range(5, 12):
        cases.add(f"requires_grad at the line's end, {n}", (n, "float64"), ("mul", 0.5),
                  "requires_grad")
    cases.add("requires_grad, complex", (2, "complex64"), "requires_grad")
    cases.add("requires_grad, scalar", (1, "float32"), ("reshape",), "requires_grad")
    cases.add("tangent", torch.tensor([1.0, 2.0]), ("dual", torch.tensor([3.0, 4.5])))
    cases.add("tangent, of many lines", (30, "float32"), ("dual", torch.arange(30.) / 7))
    for n, value in enumerate([2.718281828459045, 1.0, -0.0, 1e-7, 1e16, float("nan"), -float("inf")]):
        for dt in (torch.float64, torch.float32):
            cases.add(f"tangent, number {n}, {dt}", torch.tensor(1.5, dtype=dt),
                      ("dual", torch.tensor(value, dtype=dt)))
    for n, value in enumerate([1 + 2j, 0.1j, -1.5 - 0j]):
        cases.add(f"tangent, complex number {n}", torch.tensor(2j), ("dual", torch.tensor(value)))
    cases.add("tangent, and grad_fn", (2, "float32"), "requires_grad", ("mul", 3),
              ("dual", torch.tensor([3.0, 4.5])))


def sparse(cases):
    eye = torch.eye(3)
    for name in ("float32", "float64", "int64", "int32", "bool", "complex64", "bfloat16"):
        for layout in ("sparse", "sparse_csr", "sparse_csc"):
            cases.add(f"{layout}, {name}", eye.to(dtype(name)), layout)
    for layout in ("sparse_bsr", "sparse_bsc"):
        for name in ("float32", "int16"):
            cases.add(f"{layout}, {name}", torch.arange(16).reshape(4, 4).to(dtype(name)),
                      (layout, 2, 2))
    for layout in ("sparse", "sparse_csr", "sparse_csc"):
        cases.add(f"{layout} without values", torch.zeros(2, 3), layout)
        cases.add(f"{layout}, requires_grad", eye, layout, "requires_grad")
        cases.add(f"{layout}, grad_fn", eye, "requires_grad", layout)
        cases.add(f"{layout}, many", (1200, "float32"), ("reshape", 30, 40), layout)
        cases.add(f"{layout}, meta", eye, layout, "meta")
    cases.add("sparse_bsr, meta", torch.ones(4, 4), ("sparse_bsr", 2, 2), "meta")
    cases.add("sparse, not coalesced", torch.tensor([1., 2., 3.]),
              ("sparse_of", torch.tensor([[0, 0, 1], [2, 2, 0]]), 2, 3))
    cases.add("sparse, hybrid", torch.arange(12.).reshape(3, 4) / 3,
              ("sparse_of", torch.tensor([[0, 2, 5]]), 6, 4))
    cases.add("sparse, no values and hybrid", torch.zeros(0, 4),
              ("sparse_of", torch.zeros(1, 0, dtype=torch.int64), 6, 4))
    cases.add("sparse, scalar", torch.tensor(3.), "sparse")
    cases.add("sparse_csr, batch", torch.eye(2).repeat(2, 1, 1), "sparse_csr")
    cases.add("sparse_csr, wide", (200, "float64"), ("mul", 0.3), ("reshape", 2, 100), "sparse_csr")


def quantised(cases):
    values = torch.tensor([[-1., 0.5, 2.25], [3, 4, 12.75]])
    for name in ("quint8", "qint8", "qint32"):
        cases.add(f"quantised, {name}", values, ("quantize", 0.1, 10, name))
        cases.add(f"quantised by channels, {name}", values,
                  ("quantize_channels", torch.tensor([0.1, 0.01], dtype=torch.float64),
                   torch.tensor([5, 0]), 0, name))
    for scale in (1.0, 0.5, 1e-5, 1e-4, 123456.789, 1e16, 1e15, 1 / 3, 1e22, 5e-8):
        cases.add(f"quantised, scale {scale}", torch.tensor([0., 1.]),
                  ("quantize", scale, 0, "qint32"))
    cases.add("quantised, empty", torch.zeros(0, 2), ("quantize", 0.5, 1, "quint8"))
    cases.add("quantised, summary", (1200, "float32"), ("quantize", 0.5, 1, "qint32"))
    cases.add("quantised by many channels", (60, "float32"), ("reshape", 30, 2),
              ("quantize_channels", torch.arange(1, 31, dtype=torch.float64) / 10,
               torch.zeros(30, dtype=torch.int64), 0, "qint8"))
    cases.add("quantised by float channels", torch.ones(2, 4),
              ("quantize_channels", torch.tensor([0.1, 0.2]), torch.tensor([0., 0.5]), 0,
               "quint4x2"))


def other_kinds(cases):
    pairs = torch.tensor([1 + 2j, -3 + 0.5j, 4 - 1j])
    cases.add("conjugate", pairs, ("unary", "conj"))
    cases.add("negative view", pairs, ("unary", "conj"), ("unary", "imag"))
    cases.add("negated", torch.tensor([1., 2, 3]), ("unary", "_neg_view"))
    cases.add("negated and conjugate", pairs, ("unary", "_neg_view"), ("unary", "conj"))
    cases.add("real part", pairs, ("unary", "real"))
    cases.add("conjugate, summary", (2000, "complex64"), ("mul", 2.5), ("unary", "conj"))
    cases.add("imaginary part of a conjugate, summary", (2000, "complex64"), ("unary", "conj"),
              ("unary", "imag"))
    cases.add("zeros without memory", torch.zeros(1), ("zeros_without_memory", 2, 3))
    cases.add("mkldnn", (6, "float32"), ("reshape", 2, 3), "mkldnn")
    cases.add("mkldnn, grad_fn", (6, "float32"), "requires_grad", "mkldnn")
    cases.add("mkldnn, bfloat16", (6, "bfloat16"), "mkldnn")
    cases.add("mkldnn, empty", torch.zeros(0, 3), "mkldnn")
    for name in ("float32", "float64", "int64", "bool", "uint4", "bits8", "int2"):
        steps = [] if name in ("float32", "float64", "int64", "bool") else [("view_dtype", name)]
        base = torch.zeros(2, 3, dtype=torch.uint8 if steps else dtype(name))
        cases.add(f"meta, {name}", base, *steps, "meta")
        cases.add(f"empty, {name}", base[:0], *steps)
    cases.add("meta, scalar", torch.tensor(1.), "meta")
    cases.add("meta, one dimension", torch.ones(3), "meta")
    cases.add("meta, requires_grad", torch.ones(2), "requires_grad", "meta")
    cases.add("nested", torch.ones(2), ("nested_with", torch.zeros(3)))
    cases.add("nested, nothing", torch.zeros(1), "nested_nothing")
    cases.add("nested, matrices", torch.ones(2, 2).double(),
              ("nested_with", torch.arange(3.).reshape(3, 1).double(), torch.zeros(0, 1).double()))
    cases.add("nested, requires_grad", torch.ones(2), ("nested_with", torch.zeros(3)),
              "requires_grad")
    cases.add("nested, grad_fn", torch.ones(2), ("nested_with", torch.zeros(3)), "requires_grad",
              ("mul", 2))
    cases.add("nested, summary", (1100, "float32"), ("nested_with", torch.ones(1)))
    cases.add("None", None)


def defaults(cases):
    for default in ("float64", "float16", "bfloat16"):
        for name in FLOATS + ["complex64", "complex128", "int64"]:
            cases.add(f"{name} where {default} is the default", (3, name), default=default)
        cases.add(f"empty where {default} is the default", torch.zeros(0), default=default)
        cases.add(f"meta where {default} is the default", torch.zeros(2), "meta", default=default)
        cases.add(f"quantised where {default} is the default", torch.ones(2),
                  ("quantize", 0.5, 0, "quint8"), default=default)


def drawn(cases):
    draw = random.Random(7)
    for i in range(160):
        name = draw.choice(FLOATS + INTS + COMPLEX + ["bool", "float32", "float32"])
        shape = tuple(draw.choice((1, 2, 3, 5, 8)) for _ in range(draw.randint(0, 3)))
        n = math.prod(shape)
        given = draw.choice((
            {}, {}, {"precision": draw.randint(0, 9)}, {"linewidth": draw.randint(10, 130)},
            {"threshold": draw.randint(0, 20), "edgeitems": draw.randint(1, 3)},
            {"sci_mode": draw.random() < .5}))
        spread = 10 ** draw.uniform(-1, 5)

        def number():
            if draw.random() < .04:
                return draw.choice((NAN, INF, -INF, 0.0, -0.0))
            return draw.gauss(0, 1) * spread * (10 ** draw.uniform(-4, 4) if spread > 5e3 else 1)

        if name in INTS:
            flat = torch.tensor([draw.randint(0, 250) >> draw.randint(0, 8) for _ in range(n)])
            if not name.startswith("u") and name != "int8":
                flat = flat - 100
            t = (flat // 2 if name == "int8" else flat).to(dtype(name))
        elif name == "bool":
            t = torch.tensor([draw.random() < .5 for _ in range(n)])
        elif name in COMPLEX:
            t = torch.tensor([complex(number(), number()) for _ in range(n)],
                             dtype=torch.complex128).to(dtype(name))
        else:
            t = torch.tensor([number() for _ in range(n)], dtype=torch.float64).to(dtype(name))
        steps = [("transpose", 0, -1)] if len(shape) > 1 and draw.random() < .3 else []
        cases.add(f"drawn {i}: {name} {shape} {given}", t.reshape(shape), *steps, **given)


def cases():
    found = Cases()
    for kind in (dtypes_and_shapes, regimes, lines, summaries, options, recorded, sparse, quantised,
                 other_kinds, defaults, drawn):
        kind(found)
    return found.list
