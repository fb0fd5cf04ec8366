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
import types
import unittest
import warnings

FOLDER = pathlib.Path(__file__).parent / "programs"
PARTS = ("nn", "nn.functional", "nn.utils", "nn.utils.parametrizations", "nn.utils.parametrize",
         "nn.utils.rnn", "optim", "optim.lr_scheduler", "optim.swa_utils", "autograd", "autograd.forward_ad",
         "autograd.function", "autograd.functional", "autograd.graph", "linalg", "fft", "special",
         "utils", "utils.data", "utils.checkpoint", "jit", "distributions",
         "distributions.transforms", "distributions.kl", "distributions.normal", "cuda.amp", "export",
         "nn.utils.prune", "backends", "sparse", "testing", "version", "nn.modules", "nn.modules.linear", "nn.modules.module", "nn.parameter", "nn.utils.clip_grad",
         "optim.adam", "optim.optimizer", "random", "utils.data.dataloader", "utils.data.dataset",
         "utils.data.sampler", "utils.data.distributed")
NUMBER = re.compile(r"-?\d+\.\d*(?:e[+-]?\d+)?")
PROGRAMS = 26


def printed(program):
    """What a program prints, under torch's name; an exception is the caller's."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        runpy.run_path(str(program), run_name="__main__")
    return text.getvalue().replace("ctorch.", "torch.")


def is_near(wanted, found):
    """Whether two numbers differ by a thousandth and, if one is rounded, its last digit at most."""
    mantissa, _, exponent = wanted.partition("e")
    decimals = len(mantissa.partition(".")[2])
    last = 10.0 ** (int(exponent or 0) - decimals) if decimals >= 4 else 0
    return abs(float(wanted) - float(found)) <= 1e-3 * abs(float(wanted)) + 1.01 * last


def differs(wanted, found):
    """The first pair of lines that differ by more than the last digits of numbers; None: none."""
    lines = wanted.splitlines(), found.splitlines()
    for one, other in zip(*lines):
        if NUMBER.sub("#", one) != NUMBER.sub("#", other) or not all(
                map(is_near, NUMBER.findall(one), NUMBER.findall(other))):
            return one, other
    return None if len(lines[0]) == len(lines[1]) else ("its number of lines", len(lines[1]))


class Programs(unittest.TestCase):
    def test_programs_print_what_they_print_with_pythons_torch(self):
        import importlib

        import ctorch

        sys.modules["torch"] = ctorch
        for part in PARTS:
            sys.modules[f"torch.{part}"] = importlib.import_module(f"ctorch.{part}")
        images = types.ModuleType("torchvision.transforms")
        images.v2 = ctorch.transforms
        sys.modules[images.__name__] = images
        programs = sorted(FOLDER.glob("*.py"))
        self.assertEqual(len(programs), PROGRAMS)
        for program in programs:
            with self.subTest(program.name):
                wanted = program.with_suffix(".txt").read_text(encoding="utf-8")
                self.assertIsNone(differs(wanted, printed(program)))

    def test_numbers_that_differ_are_found(self):
        for wanted, found in (("0.0025", "0.0035"), ("0.5", "0.51"), ("1.", "2."),
                              ("1.0e-05", "2.0e-05"), ("1.2345", "1.2445"), ("0.", "0.0001"),
                              ("1. 2.", "1. 3.")):
            self.assertIsNotNone(differs(wanted, found), (wanted, found))
        for wanted, found in (("0.0025", "0.0026"), ("0.1234", "0.1233"), ("1.", "1.0"),
                              ("1.2345e-05", "1.2346e-05")):
            self.assertIsNone(differs(wanted, found), (wanted, found))


if __name__ == "__main__":
    if sys.argv[1:] == ["write"]:
        for path in sorted(FOLDER.glob("*.py")):
            path.with_suffix(".txt").write_text(printed(path), encoding="utf-8")
    else:
        unittest.main(verbosity=2)
