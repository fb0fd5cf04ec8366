"""Programs for Python's torch print the same with the binding in its place. With an argument, it writes
what they print, which takes PyTorch of the pinned release:

    python3 programs.py write          writes programs/*.txt

Without one it compares."""

import contextlib
import io
import pathlib
import re
import runpy
import sys
import unittest
import warnings

FOLDER = pathlib.Path(__file__).parent / "programs"
PARTS = ("nn", "nn.functional", "optim", "autograd", "autograd.function", "autograd.graph", "linalg",
         "fft", "special", "utils", "utils.data", "utils.checkpoint")
NUMBER = re.compile(r"-?\d+\.\d*(?:e[+-]?\d+)?")


def printed(program):
    """What a program prints; an exception is the caller's."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runpy.run_path(str(program), run_name="__main__")
    return text.getvalue()


def differs(wanted, found):
    """The first pair of lines that differ by more than the last digits of numbers; None: none."""
    lines = wanted.splitlines(), found.splitlines()
    for one, other in zip(*lines):
        numbers = [[float(n) for n in NUMBER.findall(line)] for line in (one, other)]
        if NUMBER.sub("#", one) != NUMBER.sub("#", other) or any(
                abs(a - b) > 1e-3 * max(1, abs(a)) for a, b in zip(*numbers)):
            return one, other
    return None if len(lines[0]) == len(lines[1]) else ("its number of lines", len(lines[1]))


class Programs(unittest.TestCase):
    def test_programs_print_what_they_print_with_pythons_torch(self):
        import importlib

        import ctorch

        sys.modules["torch"] = ctorch
        for part in PARTS:
            sys.modules[f"torch.{part}"] = importlib.import_module(f"ctorch.{part}")
        for program in sorted(FOLDER.glob("*.py")):
            with self.subTest(program.name):
                wanted = program.with_suffix(".txt").read_text(encoding="utf-8")
                self.assertIsNone(differs(wanted, printed(program)))


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        for path in sorted(FOLDER.glob("*.py")):
            path.with_suffix(".txt").write_text(printed(path), encoding="utf-8")
    else:
        unittest.main(verbosity=2)
