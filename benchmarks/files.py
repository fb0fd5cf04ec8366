"""files.py map|copy|save FILE TIMES: times Python's own libraries, and prints what `bench_files`
prints."""

import os
import statistics
import sys
import time

import numpy
import torch
from safetensors.torch import load_file, save_file


def load_npz(path):
    return {name: torch.from_numpy(array) for name, array in numpy.load(path).items()}


def save_npz(tensors, path):
    with open(path, "wb") as file:  # or else NumPy adds ".npz"
        numpy.savez(file, **{name: tensor.numpy() for name, tensor in tensors.items()})


FORMATS = {
    "pt": {"map": lambda path: torch.load(path, mmap=True), "copy": torch.load, "save": torch.save},
    "safetensors": {"map": load_file, "copy": lambda path: load_file(path, backend="pread"),
                    "save": save_file},
    "npz": {"copy": load_npz, "save": save_npz},
}


def main(what, path, times):
    torch.set_num_threads(1)
    calls = FORMATS[path.rsplit(".", 1)[1]]
    tensors = {name: tensor.clone() for name, tensor in calls["copy"](path).items()}
    saved = path + ".saved"
    took = []
    for i in range(-1, int(times)):
        start = time.perf_counter_ns()
        result = calls["save"](tensors, saved) if what == "save" else calls[what](path)
        if i >= 0:
            took.append(time.perf_counter_ns() - start)
        del result
    if os.path.exists(saved):
        os.remove(saved)
    total = sum(tensor.sum(dtype=torch.float64).item() for tensor in tensors.values())
    print(f"{statistics.median_high(took) * 1e-3:.1f} {total:.4f}")


main(*sys.argv[1:])
