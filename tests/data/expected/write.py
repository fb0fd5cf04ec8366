#!/usr/bin/env python3
"""Writes tests/data/expected/TOPIC.json, the values that the tests expect, with PyTorch itself.

Usage: write.py [TOPIC...]; without topics all of them. It needs PyTorch of the release that
generated/ is for: `pip install torch==RELEASE numpy`; for safetensors_files also
`safetensors==0.8.0 huggingface_hub==2.4.0`; for nn_models, transforms, data and images
`torchvision==0.29.2 pillow`. Each topic is a module TOPIC.py here with a function
cases(), which returns a list of cases that JSON can express. All are of one release, which
release.txt names; after a move to another one all are written again, and so are the names of
torch.nn (runtime/nn/names.py). The topics whose values are compared bit for bit are of one processor
as well, which processor.txt describes; on another one all of these are written.
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
PROCESSOR = HERE / "processor.txt"

# The values of nn_TOPIC, optim_TOPIC and transforms are compared bit for bit: they are computed with
# the kernels that all processors have. tests/CMakeLists.txt has the same.
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


def needs_alike(topic):
    return topic.startswith(("nn_", "optim_", "transforms"))


def processor():
    command = "import common; print(common.processor())"
    return subprocess.run([sys.executable, "-c", command], check=True, cwd=HERE, text=True,
                          env=os.environ | ALIKE, stdout=subprocess.PIPE).stdout


def write(topic):
    if needs_alike(topic) and not is_alike():
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
    if "CTORCH_WRITES_FOR" in os.environ:
        for topic in names:
            write(topic)
        return
    this = processor()
    is_another = not PROCESSOR.exists() or PROCESSOR.read_text(encoding="utf-8") != this
    if is_another and any(map(needs_alike, names)):
        print("processor.txt describes another processor or C library: the topics that depend on it are written")
        names = sorted({*names, *filter(needs_alike, topics())})
    for topic in names or topics():
        write(topic)
    if any(map(needs_alike, names or topics())):
        PROCESSOR.write_text(this, encoding="utf-8")
    if not names:
        subprocess.run([sys.executable, HERE.parents[2] / "runtime/nn/names.py"], check=True)
    RELEASE.write_text(f"{release}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
