"""Random numbers: the results of each way of drawing after a seed, and the next numbers.

`exact` says that the bits are the same on every processor: numbers made from integers. Where a
logarithm or a cosine is involved, libtorch's vectorised kernels differ in the last bits from one
instruction set to another, and `tolerance` is what the tests allow. `mkl`: a libtorch built with
MKL draws with it, and others draw other numbers.
"""

import torch

from common import tensor

SIZES = (1, 5, 15, 16, 17, 31, 100, 257)
TOLERANCES = {torch.float64: 1e-12, torch.float32: 2e-6, torch.float16: 4e-3, torch.bfloat16: 4e-2}
FLOATS = tuple(TOLERANCES)


def drawn(call, seed, draw, exact=True, mkl=False, **arguments):
    torch.manual_seed(seed)
    result = draw()
    # Normal numbers come in pairs: the state keeps the second one.
    return {"call": call, "seed": seed, **arguments, "result": tensor(result), "mkl": mkl,
            "tolerance": 0.0 if exact else TOLERANCES.get(result.dtype, 0.0),
            "next": tensor(torch.randint(0, 2**31 - 1, (4,))),
            "next_normal": tensor(torch.randn((1,), dtype=torch.float64))}


def name(dtype):
    return str(dtype).removeprefix("torch.")


def in_place(call, seed, shape, dtype, exact, *numbers, mkl=False):
    def draw():
        return getattr(torch.zeros(shape, dtype=dtype), call)(*numbers)

    return drawn(call, seed, draw, exact, mkl, shape=list(shape), dtype=name(dtype),
                 numbers=list(numbers))


def shaped(call, seed, shape, dtype, exact):
    return drawn(call, seed, lambda: getattr(torch, call)(shape, dtype=dtype), exact,
                 shape=list(shape), dtype=name(dtype))


def factories():
    for seed, size in enumerate(SIZES):
        for dtype in FLOATS:
            yield shaped("rand", seed, (size,), dtype, True)
            yield shaped("randn", seed, (size,), dtype, False)
    yield shaped("rand", 2**63, (3, 7, 2), torch.float32, True)
    yield shaped("randn", 2**64 - 1, (3, 7, 2), torch.float32, False)
    for seed, n in enumerate((0, 1, 2, 17, 100, 300)):
        yield drawn("randperm", seed, lambda n=n: torch.randperm(n), n=n)
    for seed, (low, high) in enumerate(((0, 2), (-5, 100), (0, 2**31), (-2**40, 2**50))):
        for size in (5, 16, 33):
            yield drawn("randint", seed, lambda low=low, high=high, size=size: torch.randint(
                low, high, (size,)), low=low, high=high, shape=[size])


def in_places():
    for seed, size in enumerate((5, 16, 17, 100)):
        for dtype in FLOATS:
            yield in_place("uniform_", seed, (size,), dtype, True, -2.0, 3.0)
            yield in_place("normal_", seed, (size,), dtype, False, 1.5, 0.25)
        for dtype in (torch.float32, torch.float64):
            yield in_place("exponential_", seed, (size,), dtype, False, 1.5, mkl=True)
            yield in_place("log_normal_", seed, (size,), dtype, False, 0.5, 0.25)
            yield in_place("cauchy_", seed, (size,), dtype, False, 0.5, 0.25)
            yield in_place("geometric_", seed, (size,), dtype, False, 0.25)
            yield in_place("bernoulli_", seed, (size,), dtype, True, 0.3, mkl=True)
        for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.bool):
            yield in_place("random_", seed, (size,), dtype, True)
        for dtype in (torch.int16, torch.int64, torch.float32, torch.float64):
            yield in_place("random_", seed, (size,), dtype, True, 100)
            yield in_place("random_", seed, (size,), dtype, True, -7, 90)


def from_tensors():
    for seed, size in enumerate((5, 16, 40)):
        for dtype in (torch.float32, torch.float64):
            given = (torch.arange(size) / size).to(dtype)
            yield drawn("bernoulli", seed, lambda: torch.bernoulli(given), input=tensor(given))
            # Rejection compares logarithms: the last bit could matter, but almost never does.
            yield drawn("poisson", seed, lambda: torch.poisson(given * 9),
                        input=tensor(given * 9))
            yield drawn("dropout", seed, lambda: torch.dropout(given, 0.25, True), mkl=True,
                        input=tensor(given), p=0.25)
            weights = given + 0.5
            for n, replacement in ((1, False), (4, False), (4, True), (30, True)):
                yield drawn("multinomial", seed,
                            lambda: torch.multinomial(weights, n, replacement),
                            # Otherwise each draw is a uniform number.
                            mkl=n == 1 or not replacement,
                            input=tensor(weights), n=n, replacement=replacement)


def states():
    """Whole states, byte for byte: fresh, after integers, with half a pair of normal numbers."""
    for seed, draws in ((0, ()), (7, (("randint", 3),)), (7, (("randint", 700),)),
                        (2**64 - 1, (("randn", 3),)), (-3, (("randn", 3), ("randn_double", 5)))):
        generator = torch.Generator()
        generator.manual_seed(seed)
        for kind, n in draws:
            if kind == "randint":
                torch.randint(0, 2**31 - 1, (n,), generator=generator)
            else:
                torch.randn((n,), generator=generator,
                            dtype=torch.float64 if kind == "randn_double" else torch.float32)
        yield {"call": "state", "seed": seed if seed < 2**63 else seed - 2**64,
               "initial_seed": str(generator.initial_seed()),
               "draws": [list(draw) for draw in draws], "state": tensor(generator.get_state())}


def cases():
    plain = list(factories()) + list(in_places()) + list(from_tensors())
    for case in plain:
        case["seed"] = case["seed"] if case["seed"] < 2**63 else case["seed"] - 2**64
    return plain + list(states())
