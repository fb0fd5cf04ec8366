"""The values of a few dozen calls are those of Python's torch. With an argument it writes them, which
takes PyTorch of the pinned release:

    python3 values.py write          writes values.json

Without one it is imported by binding.py."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).parent


def evaluate(torch, functional):
    """Each expression with its value as text or numbers."""
    names = {
        "torch": torch,
        "F": functional,
        "x": torch.arange(6.0).view(2, 3) + 1,
        "y": torch.tensor([[6.0, 5.0, 4.0], [3.0, 2.0, 1.0]]),
        "i": torch.tensor([2, 0]),
    }
    lines = (HERE / "values.txt").read_text(encoding="utf-8").splitlines()
    return {line: plain(torch, eval(line, dict(names))) for line in lines}


def plain(torch, value):
    """A value that JSON has: a tensor with its dtype."""
    if isinstance(value, torch.Tensor):
        return [str(value.dtype).split(".")[-1], plain(torch, value.tolist())]
    if isinstance(value, complex):
        return [value.real, value.imag]
    if isinstance(value, (list, tuple)):
        return [plain(torch, item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.6g}")
    return value


if __name__ == "__main__" and sys.argv[1:] == ["write"]:
    import torch

    found = evaluate(torch, torch.nn.functional)
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in found.items())
    (HERE / "values.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")
