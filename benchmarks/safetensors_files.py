"""safetensors_files.py map|copy|save FILE TIMES: times Python's safetensors, and prints what
`bench_safetensors` prints."""

import os
import statistics
import sys
import time

import torch
from safetensors.torch import load_file, save_file


def main(what, path, times):
    torch.set_num_threads(1)
    tensors = {name: tensor.clone() for name, tensor in load_file(path).items()}
    saved = path + ".saved"
    calls = {"map": lambda: load_file(path), "copy": lambda: load_file(path, backend="pread"),
             "save": lambda: save_file(tensors, saved)}
    took = []
    for i in range(-1, int(times)):
        start = time.perf_counter_ns()
        result = calls[what]()
        if i >= 0:
            took.append(time.perf_counter_ns() - start)
        del result
    if os.path.exists(saved):
        os.remove(saved)
    total = sum(tensor.sum(dtype=torch.float64).item() for tensor in tensors.values())
    print(f"{statistics.median_high(took) * 1e-3:.1f} {total:.4f}")


main(*sys.argv[1:])
