"""What counts.c does, in Python: how often a step calls the CUDA run time. Prints the same lines."""

import ctypes

import torch
from torch import nn

ROWS, INPUTS, WARM_UPS = 32, 4, 3

calls = ctypes.CDLL(None)
calls.gpu_call_name.restype = ctypes.c_char_p
calls.gpu_calls.restype = ctypes.c_int64


def counts():
    kinds = []
    while name := calls.gpu_call_name(len(kinds)):
        kinds.append(f"{name.decode()}={calls.gpu_calls(len(kinds))}")
    return " ".join(kinds)


OPTIMIZERS = {
    "SGD": lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9),
    "Adam": lambda p: torch.optim.Adam(p, lr=0.01),
    "AdamW": lambda p: torch.optim.AdamW(p, lr=0.01),
    "AdamW_fused": lambda p: torch.optim.AdamW(p, lr=0.01, fused=True),
    "AdamW_capturable": lambda p: torch.optim.AdamW(p, lr=0.01, capturable=True),
    "NAdam": lambda p: torch.optim.NAdam(p, lr=0.01),
    "RMSprop": lambda p: torch.optim.RMSprop(p, lr=0.01),
}


def count(name):
    net = nn.Sequential(nn.Linear(INPUTS, 16), nn.ReLU(), nn.Linear(16, 2)).cuda()
    optimizer = OPTIMIZERS[name](net.parameters())
    x, target = torch.zeros(ROWS, INPUTS), torch.zeros(ROWS, dtype=torch.int64)
    state = {}

    def copy():
        state["x"], state["target"] = x.to("cuda"), target.to("cuda")

    def forward():
        state["loss"] = nn.functional.cross_entropy(net(state["x"]), state["target"])

    phases = {"zero_grad": optimizer.zero_grad, "copy": copy, "forward": forward,
              "backward": lambda: state["loss"].backward(), "step": optimizer.step,
              "loss": lambda: state["loss"].item()}
    for i in range(WARM_UPS + 1):
        for phase, run in phases.items():
            calls.gpu_calls_reset()
            run()
            if i == WARM_UPS:
                print(f"{name} {phase}\tcount\t{counts()}", flush=True)


for name in OPTIMIZERS:
    count(name)
