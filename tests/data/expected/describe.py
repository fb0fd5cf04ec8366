"""Statistics of tensors, and the lines for logs that show them."""

import math
import warnings

import torch

from common import tensor

warnings.simplefilter("ignore")

NAMES = ["mean", "std", "min", "lower_quartile", "median", "upper_quartile", "max"]
NAN, INF = math.nan, math.inf


def sayable(number):
    return number if math.isfinite(number) else str(number)


def statistics(t):
    """The statistics of the finite elements, or of their magnitudes, in double precision."""
    t = t.detach().flatten()
    if t.is_complex():
        t = t.to(torch.complex128)
        bad = t.real.isnan() | t.imag.isnan()
        t = torch.where(bad, NAN, t.abs())
    t = t.double()
    finite = t[t.isfinite()]
    found = {"count": t.numel(), "nans": int(t.isnan().sum()), "infs": int(t.isinf().sum()),
             "zeros": int((t == 0).sum())}
    if finite.numel() == 0:
        numbers = [NAN] * len(NAMES)
    else:
        quartiles = [finite.quantile(q).item() for q in (0.25, 0.5, 0.75)]
        numbers = [finite.mean().item(), finite.std().item(), finite.min().item(), *quartiles,
                   finite.max().item()]
    found.update(zip(NAMES, map(sayable, numbers)))
    return found


def short(number):
    number = float(number) + 0.0  # no zero with a sign
    whole = math.isfinite(number) and number == math.floor(number) and abs(number) < 1e15
    return f"{number:.0f}" if whole else f"{number:.4g}"


def contents(t, found):
    text = ""
    finite = found["count"] - found["nans"] - found["infs"]
    if found["count"] == 0:
        text = " empty"
    elif t.dtype == torch.bool:
        true = found["count"] - found["zeros"]
        text += f" {true} true" if true else ""
        text += f" {found['zeros']} false" if found["zeros"] else ""
    elif found["count"] == 1 and finite == 1:
        text = f" {'abs' if t.is_complex() else 'value'} {short(found['mean'])}"
    elif finite:
        text = " abs" if t.is_complex() else ""
        text += "".join(f" {name} {short(found[name])}" for name in ("min", "max", "mean"))
        text += f" std {short(found['std'])}" if finite > 1 else ""
    for name in ("nan", "inf"):
        text += f" {found[name + 's']} {name}" if found[name + "s"] else ""
    return text


def case(name, t):
    found = statistics(t)
    dtype = str(t.dtype).removeprefix("torch.")
    return {"name": name, "base": tensor(t), "wanted": found,
            "line": f"{dtype}{list(t.shape)} {t.device} contiguous{contents(t, found)}"}


def cases():
    torch.manual_seed(3)
    found = []
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for n in (1, 2, 3, 4, 5, 8, 50):
            found.append(case(f"{n} of {dtype}", torch.randn(n).to(dtype)))
        found.append(case(f"not finite, {dtype}",
                          torch.tensor([NAN, 1, -INF, 2.5, INF, 0, -0.0, NAN, 7]).to(dtype)))
        found.append(case(f"nan alone, {dtype}", torch.tensor([NAN, NAN]).to(dtype)))
        found.append(case(f"inf, scalar, {dtype}", torch.tensor(-INF).to(dtype)))
        found.append(case(f"empty, {dtype}", torch.zeros(0, 3).to(dtype)))
        found.append(case(f"scalar, {dtype}", torch.tensor(-2.5).to(dtype)))
        found.append(case(f"constant, {dtype}", torch.full((3, 4), 0.75).to(dtype)))
    for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.uint16,
                  torch.uint32, torch.uint64):
        found.append(case(f"{dtype}", torch.randint(0, 100, (5, 7)).to(dtype)))
        found.append(case(f"empty, {dtype}", torch.zeros(0).to(dtype)))
        found.append(case(f"scalar, {dtype}", torch.tensor(42).to(dtype)))
    found.append(case("bools", torch.tensor([[True, False, True], [True, True, True]])))
    found.append(case("bools, true alone", torch.ones(3, dtype=torch.bool)))
    found.append(case("bools, one", torch.tensor(False)))
    found.append(case("bools, none", torch.zeros(0, dtype=torch.bool)))
    for dtype in (torch.complex64, torch.complex128, torch.complex32):
        found.append(case(f"{dtype}", torch.tensor([3 + 4j, 0, -5 + 12j, 1j]).to(dtype)))
        found.append(case(f"not finite, {dtype}", torch.tensor(
            [complex(NAN, 1), complex(1, INF), complex(NAN, INF), 3 + 4j]).to(dtype)))
        found.append(case(f"scalar, {dtype}", torch.tensor(3 - 4j).to(dtype)))
    found.append(case("float8", torch.tensor([1, -2, 0.5, 448, NAN]).to(torch.float8_e4m3fn)))
    found.append(case("far from zero", 1e9 + torch.randn(200, dtype=torch.float64)))
    found.append(case("large", torch.tensor([1e300, -1e300, 3e299], dtype=torch.float64)))
    found.append(case("large integers", torch.tensor([2 ** 53, 2 ** 62, -2 ** 63])))
    found.append(case("sorted", torch.arange(101.)))
    found.append(case("sorted backwards", torch.arange(100., 0, -1)))
    found.append(case("repeated", torch.tensor([1., 2, 2, 2, 1, 3, 2, 2])))
    return found
