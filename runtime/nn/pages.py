#!/usr/bin/env python3
"""pages.py FILE: writes pages.tsv, the function of Python that documents each operator.

Needs the torch of the release. An operator is documented if a public function of its name has a
docstring; in place, torch.Tensor has the pages. FILE is native_functions.yaml.
"""
import pathlib
import re
import sys

import torch

SPACES = [("linalg_", torch.linalg, "torch.linalg"), ("special_", torch.special, "torch.special"),
          ("fft_", torch.fft, "torch.fft")]
PLAIN = [(torch, "torch"), (torch.nn.functional, "torch.nn.functional"),
         (torch.Tensor, "torch.Tensor")]
IN_PLACE = [(torch.nn.functional, "torch.nn.functional"), (torch.Tensor, "torch.Tensor")]


def documented(place, name):
    function = getattr(place, name, None)
    return not name.startswith("_") and callable(function) and bool(function.__doc__)


def python_of(base):
    for prefix, place, name in SPACES:
        rest = base.removeprefix(prefix)
        if rest != base and documented(place, rest):
            return f"{name}.{rest}"
    for place, name in IN_PLACE if base.endswith("_") else PLAIN:
        if documented(place, base):
            return f"{name}.{base}"
    return None


def main():
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    bases = sorted(set(re.findall(r"^- func: ([A-Za-z0-9_]+)", text, flags=re.M)))
    release = torch.__version__.partition("+")[0]
    print("# The function of Python whose page documents the operators of a name, in PyTorch's\n"
          f"# documentation of {release}. Written by pages.py; the facts are PyTorch's, see NOTICE.")
    for base in bases:
        python = python_of(base)
        if python:
            print(f"{base}\t{python}")


main()
