"""Random programs in Python, for random_graphs.sh: python3 random_graphs.py FOLDER

Each archive of FOLDER computes in Python what it computes by the interpreter, bit for bit.
PROGRAM in the environment is random_graphs.
"""

import os
import subprocess
import sys
from pathlib import Path

import torch


def differs(archive):
    file = archive.with_suffix(".outputs")
    subprocess.run([os.environ["PROGRAM"], "outputs", archive, file], check=True)
    program = torch.export.load(archive)
    with torch.no_grad():
        wanted = program.module()(*program.example_inputs[0])
    got = torch.load(file)
    return not all(torch.equal(a.nan_to_num(), b.nan_to_num()) for a, b in zip(wanted, got))


def main(folder):
    torch.set_num_threads(1)
    archives = sorted(Path(folder).glob("*.pt2"))
    wrong = [archive.stem for archive in archives if differs(archive)]
    print(f"{len(archives)} graphs beside Python, {len(wrong)} differ: {' '.join(wrong)}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
