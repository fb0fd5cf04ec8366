#!/usr/bin/env python3
"""Exports some programs with the PyTorch that runs it, of an older release, as make.py does.

Usage: old.py OUT [NAME...]

It writes OUT/NAME.training.pt2 and OUT/NAME.training.ref.pt, computed with the kernels that all
processors have. tests/fixtures/exported/old/RELEASE/ is what it wrote with that release.
"""

import logging
import os
import pathlib
import subprocess
import sys
import types
import warnings

import make

# Small programs that all releases since 2.6 can export.
NAMES = ("asserts", "counter", "shared_weights", "structures_plain")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if any(os.environ.get(name) != value for name, value in make.ALIKE.items()):
        command = [sys.executable, *sys.argv]
        return subprocess.run(command, check=False, env=os.environ | make.ALIKE).returncode
    # They need torchvision, and types of arguments that older releases do not have.
    for name in "zoo.vision", "zoo.operators":
        sys.modules[name] = types.ModuleType(name)
    import torch  # after the environment is set
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    from zoo import PROGRAMS
    out = pathlib.Path(sys.argv[1])
    options = types.SimpleNamespace(force=True, verbose=True, forms_of=lambda name: ["training"])
    summary = make.write_all(torch, {name: PROGRAMS[name] for name in sys.argv[2:] or NAMES}, out, options)
    (out / "summary.json").unlink()
    failed = [name for name, forms in summary.items() if isinstance(forms["training"], str)]
    return f"old.py: not written: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
