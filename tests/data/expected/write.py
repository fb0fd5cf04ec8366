#!/usr/bin/env python3
"""Writes tests/data/expected/TOPIC.json, the values that the tests expect, with PyTorch itself.

Usage: write.py [TOPIC...]; without topics all of them. It needs PyTorch of the release that
generated/ is for: `pip install torch==RELEASE numpy`; for safetensors_files also
`safetensors==0.8.0 huggingface_hub==2.4.0`; for nn_models, transforms, data and images
`torchvision==0.29.2 pillow`. Each topic is a module TOPIC.py here with a function
cases(), which returns a list of cases that JSON can express. All are of one release, which
release.txt names; after a move to another one all are written again, and so are the names of
torch.nn (runtime/nn/names.py).
"""

import importlib
import json
import os
import pathlib
import re
import subprocess
import sys

import torch

HERE = pathlib.Path(__file__).resolve().parent
RELEASE = HERE / "release.txt"

# The values of nn_TOPIC, optim_TOPIC and transforms are equal bit for bit if every processor computes
# them alike, with the kernels that all have. tests/CMakeLists.txt has the same.
ALIKE = {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE",
         "ONEDNN_MAX_CPU_ISA": "SSE41", "OMP_NUM_THREADS": "1"}


def pinned_release():
    head = (HERE.parents[2] / "native_functions.yaml").read_text(encoding="utf-8")[:4096]
    return re.search(r"PyTorch (\d+\.\d+\.\d+)", head).group(1)


def written_release():
    return RELEASE.read_text(encoding="utf-8").strip()


def topics():
    return sorted(path.stem for path in HERE.glob("*.py")
                  if path.stem != "write" and not path.stem.endswith("common"))


def is_alike():
    return all(os.environ.get(name) == value for name, value in ALIKE.items())


def write(topic):
    if topic.startswith(("nn_", "optim_", "transforms")) and not is_alike():
        subprocess.run([sys.executable, __file__, topic], check=True,
                       env=os.environ | ALIKE | {"CTORCH_WRITES_FOR": "write.py"})
        return
    torch.manual_seed(0)
    cases = importlib.import_module(topic).cases()
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    (HERE / f"{topic}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    print(f"{topic}: {len(cases)} cases")


def main(names):
    release = torch.__version__.split("+")[0]
    if release != pinned_release():
        sys.exit(f"write.py: this is PyTorch {release}; the expected values are for "
                 f"{pinned_release()}: pip install torch=={pinned_release()}")
    unknown = sorted(set(names) - set(topics()))
    if unknown:
        sys.exit(f"write.py: no topic {', '.join(unknown)}; there are {', '.join(topics())}")
    if names and release != written_release() and "CTORCH_WRITES_FOR" not in os.environ:
        sys.exit(f"write.py: the other topics are of {written_release()}: write all of them, "
                 "without naming any")
    sys.path.insert(0, str(HERE))
    for topic in names or topics():
        write(topic)
    if "CTORCH_WRITES_FOR" in os.environ:
        return
    if not names:
        subprocess.run([sys.executable, HERE.parents[2] / "runtime/nn/names.py"], check=True)
    RELEASE.write_text(f"{release}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
