"""serving.py CASE THREADS REQUESTS: times the requests of serving.c in Python, and prints what
bench_serving prints."""

import contextlib
import os
import sys
import threading
import time

import torch

FEATURES, HIDDEN, CLASSES, ROWS = 64, 128, 10, 64
MODES = {"recording": contextlib.nullcontext, "no_grad": torch.no_grad}

torch.manual_seed(1)
torch.set_num_threads(1)
model = torch.nn.Sequential(
    torch.nn.Linear(FEATURES, HIDDEN), torch.nn.ReLU(), torch.nn.Linear(HIDDEN, CLASSES)
).eval()
rows = torch.randn(ROWS, FEATURES)


def answer(request):
    return model(rows.narrow(0, request % ROWS, 1)).argmax(1).item()


def timed(request):
    start = time.perf_counter_ns()
    answer(request)
    return (time.perf_counter_ns() - start) * 1e-3


def work(case, core, us, start):
    if case == "pinned":
        os.sched_setaffinity(0, {core})
    torch.set_num_threads(1)
    start.wait()
    with MODES.get(case, torch.inference_mode)():
        for i in range(len(us)):
            us[i] = timed(i)


def main(case, threads, requests):
    threads, requests = int(threads), int(requests)
    with MODES.get(case, torch.inference_mode)():
        cold = 0 if case == "no_warm_up" else timed(0)
    times = [[0.0] * requests for _ in range(threads)]
    start = threading.Barrier(threads + 1)
    workers = [
        threading.Thread(target=work, args=(case, i % os.cpu_count(), us, start))
        for i, us in enumerate(times)
    ]
    for worker in workers:
        worker.start()
    start.wait()
    began = time.perf_counter()
    for worker in workers:
        worker.join()
    rate = threads * requests / (time.perf_counter() - began)
    first, us = max(us[0] for us in times), sorted(sum(times, []))
    p50, p99 = us[len(us) // 2], us[-1 - len(us) // 100]
    print(f"{p50:.2f} {p99:.2f} {rate:.0f} {cold:.1f} {first:.1f}")


main(*sys.argv[1:])
