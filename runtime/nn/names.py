#!/usr/bin/env python3
"""Writes runtime/nn/names.tsv, the public names of torch.nn, torch.optim, torch.amp and
torch.distributions, by asking an installed PyTorch.

Usage: names.py [--check]; with --check it writes nothing and fails if the file is not that of the
release, or if other_names.yaml has a name that Python does not. A name is public if its module
exports it (`__all__`) or, where a module does not say, if it does not begin with an underscore and
belongs to torch.nn or is an operator. Names of Python's own, such as Optional, and modules are none.

It exits with 77, which ctest counts as skipped, if there is no PyTorch, or with --check if it is of
another release than the file.
"""

import inspect
import pathlib
import re
import sys
import typing

FILE = pathlib.Path(__file__).resolve().with_name("names.tsv")
OTHERS = FILE.with_name("other_names.yaml")
MODULES = ["torch.nn", "torch.nn.functional", "torch.nn.grad", "torch.nn.init",
           "torch.nn.attention", "torch.nn.parallel", "torch.nn.parameter", "torch.nn.utils",
           "torch.nn.utils.rnn", "torch.nn.utils.parametrize", "torch.nn.utils.parametrizations",
           "torch.nn.utils.prune", "torch.nn.utils.stateless", "torch.optim",
           "torch.optim.lr_scheduler", "torch.optim.swa_utils", "torch.amp",
           "torch.distributions"]
HEAD = """\
# The public names of torch.nn, torch.optim, torch.amp and torch.distributions in Python, with their signatures: name, kind, signature.
# Written by runtime/nn/names.py; do not edit.
# release {release}
"""


def belongs(module, value):
    """Whether a value that a module without __all__ has is the module's own."""
    home = getattr(value, "__module__", None) or ""
    if inspect.isbuiltin(value):
        return home in ("torch", "torch._C._nn")
    return home == module or (module == "torch.nn" and home.startswith("torch.nn."))


def public_names(module):
    exported = getattr(module, "__all__", None)
    for name in sorted(exported or dir(module)):
        value = getattr(module, name)
        if inspect.ismodule(value) or not callable(value):
            continue
        if exported or (not name.startswith("_") and belongs(module.__name__, value)):
            yield name, value


def described(name, value):
    """The signature that the documentation of a builtin begins with; None if it does not."""
    text = " ".join((value.__doc__ or "").split())
    found = re.match(r"(\w+\(.*?\))( -> |$| [A-Z:.])", text)
    return found[1] if found and found[1].startswith(name + "(") else None


def without_types(parameter):
    return parameter.replace(annotation=inspect.Parameter.empty)


def overloads(function):
    return typing.get_overloads(function) if inspect.isfunction(function) else []


def signature(module, name, value):
    if f"{name}_with_indices" in vars(module):
        # The function that chooses between two has no signature, but they have the same.
        value = getattr(module, f"{name}_with_indices")
    try:
        # A class that accepts anything says in its overloads what it takes.
        stated = overloads(value.__init__) if inspect.isclass(value) else []
        read = inspect.signature(stated[0] if stated else value)
    except ValueError:
        return described(name, value)
    parameters = [without_types(parameter) for parameter in read.parameters.values()
                  if parameter.name != "self"]
    text = str(read.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    return name + re.sub(r"<function (\w+) at 0x\w+>", r"\1", text)


def kind(value):
    return "class" if inspect.isclass(value) else "function"


def lines():
    import importlib
    for path in MODULES:
        module = importlib.import_module(path)
        for name, value in public_names(module):
            yield f"{path}.{name}\t{kind(value)}\t{signature(module, name, value) or '-'}\n"


def exists(path):
    """Whether Python has a name; None if its package is not installed."""
    import importlib
    module, parts = None, path.split(".")
    for i in range(1, len(parts)):
        try:
            module, rest = importlib.import_module(".".join(parts[:i])), parts[i:]
        except ImportError as error:
            if error.name and not path.startswith(error.name):
                return None  # it needs a package that is not installed
            break
    if module is None:
        return None
    for part in rest:
        if not hasattr(module, part):
            return is_attribute(module, part)
        module = getattr(module, part)
    return True


def is_attribute(owner, name):
    """Whether objects of a class have an attribute that its constructor sets."""
    return isinstance(owner, type) and bool(
        re.search(rf"\bself\.{name}\b", inspect.getsource(owner)))


def check_others():
    text = OTHERS.read_text(encoding="utf-8")
    names = re.findall(r"^- python: ([\w.]+)$", text, re.M)
    found = {name: exists(name) for name in names}
    missing = [name for name in names if found[name] is False]
    unknown = sum(found[name] is None for name in names)
    unread = len(re.findall(r"^- ", text, re.M)) - len(names)
    for name in missing:
        print(f"{OTHERS}: not in Python: {name}")
    print(f"{len(names)} other names, {len(missing)} not in Python, {unknown} of packages that are "
          f"not installed, {unread} that this program cannot read")
    return not missing and not unread


def check(release, text):
    written = FILE.read_text(encoding="utf-8")
    of = re.search(r"^# release (.*)$", written, re.M)[1]
    if of != release:
        print(f"skipped: this is PyTorch {release}, {FILE} is that of {of}")
        sys.exit(77)
    was, now = set(written.splitlines()), set(text.splitlines())
    for line in sorted(was ^ now):
        print(f"{'only in PyTorch' if line in now else 'only in the file'}: {line}")
    print(f"{len(now) - HEAD.count(chr(10))} names of PyTorch {release}, "
          f"{len(was ^ now)} lines differ")
    others_exist = check_others()
    if written != text:
        sys.exit(f"write it again: {sys.executable} {__file__}")
    if not others_exist:
        sys.exit(1)


def main(arguments):
    try:
        import torch
    except ImportError as error:
        print(f"skipped: {error}; pip install torch")
        sys.exit(77)
    release = torch.__version__.split("+")[0]
    text = HEAD.format(release=release) + "".join(lines())
    if arguments == ["--check"]:
        check(release, text)
    else:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
