#!/usr/bin/env python3
"""pages.py [--check]: writes pages.tsv, the function of Python whose page in PyTorch's documentation
describes the operators of a name; with --check only compares it, and checks purposes.tsv.

An operator is documented if a public function or attribute of its name has a docstring; of one that
works in place, torch.nn.functional and torch.Tensor have the pages. Needs PyTorch of the release
that native_functions.yaml is of; exits with 77, which ctest counts as skipped, if there is another
or none.
"""
import pathlib
import re
import sys
import types

try:
    import torch
except ImportError:
    print("skipped: there is no PyTorch in this Python")
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
LIST = HERE.parents[1] / "native_functions.yaml"
SPACES = [("linalg_", torch.linalg, "torch.linalg"), ("special_", torch.special, "torch.special"),
          ("fft_", torch.fft, "torch.fft")]
PLAIN = [(torch, "torch"), (torch.nn.functional, "torch.nn.functional"),
         (torch.Tensor, "torch.Tensor")]
IN_PLACE = [(torch.nn.functional, "torch.nn.functional"), (torch.Tensor, "torch.Tensor")]


def documented(place, name):
    """Whether there is a function, or an attribute of torch.Tensor, with a docstring."""
    value = getattr(place, name, None)
    return not name.startswith("_") and bool(value.__doc__) and \
        (callable(value) or isinstance(value, types.GetSetDescriptorType))


def python_of(base):
    for prefix, place, name in SPACES:
        rest = base.removeprefix(prefix)
        if rest != base and documented(place, rest):
            return f"{name}.{rest}"
    for place, name in IN_PLACE if base.endswith("_") else PLAIN:
        if documented(place, base):
            return f"{name}.{base}"
    return None


def written(yaml, release):
    bases = sorted(set(re.findall(r"^- func: ([A-Za-z0-9_]+)", yaml, flags=re.M)))
    yield "# The function of Python whose page describes the operators of a name, in PyTorch's"
    yield f"# documentation of {release}. pages.py writes this file; the facts are PyTorch's, see NOTICE."
    for base in bases:
        python = python_of(base)
        if python:
            yield f"{base}\t{python}"


def is_in_python(name):
    value = torch
    for part in name.split(".")[1:]:
        value = getattr(value, part, None)
    return name.split(".")[0] == "torch" and value is not None


def check_purposes(yaml):
    """Each row is about an operator without a page. It names something that Python has, or is a
    sentence."""
    bases = {base for base in re.findall(r"^- func: ([A-Za-z0-9_]+)", yaml, flags=re.M)
             if not python_of(base)}
    bases |= {base.rstrip("_") for base in bases}
    for line in (HERE / "purposes.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        name, python = line.split("\t")
        if " " not in python and not is_in_python(python):
            yield f"{python} is not in PyTorch's Python"
        if not any(base == name or name.endswith("*") and base.startswith(name[:-1])
                   for base in bases):
            yield f"{name}: there is no such operator without a page"


def main():
    yaml = LIST.read_text(encoding="utf-8")
    release = re.search(r"^# release: (\S+)", yaml, flags=re.M).group(1)
    installed = torch.__version__.partition("+")[0]
    if installed != release:
        print(f"skipped: PyTorch {installed} is installed, and the list is of {release}")
        sys.exit(77)
    text = "\n".join(written(yaml, release)) + "\n"
    path = HERE / "pages.tsv"
    if sys.argv[1:] != ["--check"]:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        sys.exit(f"{path} is not that of PyTorch {release}: write it with {sys.executable} {__file__}")
    wrong = list(check_purposes(yaml))
    if wrong:
        sys.exit("purposes.tsv: " + "; ".join(wrong))


main()
