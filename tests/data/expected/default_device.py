"""The default device: which functions use it, and its value in each place."""

import inspect

import torch
from torch.utils._device import _device_constructors


def operator(function):
    """torch.zeros is aten::zeros, torch.fft.fftfreq is aten::fft_fftfreq."""
    return function.__name__


def is_operator(function):
    """tensor() and as_tensor() belong to TorchScript and are in no list of operators."""
    return (hasattr(torch.ops.aten, operator(function)) and inspect.isbuiltin(function) and
            operator(function) not in ("tensor", "as_tensor"))


def device_of(call):
    with torch.device("meta"):
        return str(call().device)


def calls():
    cpu = torch.ones(2, device="cpu")
    return {
        "zeros": lambda: torch.zeros(2),
        "rand": lambda: torch.rand(2),
        "eye": lambda: torch.eye(2),
        "arange": lambda: torch.arange(3),
        "full": lambda: torch.full((2,), 1.5),
        "hann_window": lambda: torch.hann_window(3),
        "linspace": lambda: torch.linspace(0, 1, 3),
        "empty_permuted": lambda: torch.empty_permuted((2, 3), (1, 0)),
        "zeros_on_cpu": lambda: torch.zeros(2, device="cpu"),
        "zeros_like": lambda: torch.zeros_like(cpu),
        "new_zeros": lambda: cpu.new_zeros(2),
        "normal": lambda: torch.normal(0.0, 1.0, (2,)),
        "from_numbers": lambda: torch.tensor([1, 2]),
        "from_array": lambda: torch.tensor(cpu.numpy()),
        "from_blob": lambda: torch.from_numpy(cpu.numpy()),
        "sparse_coo": lambda: torch.sparse_coo_tensor(
            torch.tensor([[0]], device="cpu"), torch.tensor([1.0], device="cpu"), (2,)),
        "by_name": lambda: torch.ops.aten.zeros.default([2]),
    }


def cases():
    return ([{"about": "makers",
              "names": sorted(operator(f) for f in _device_constructors() if is_operator(f))}] +
            [{"about": "call", "name": name, "device": device_of(call)}
             for name, call in calls().items()])
