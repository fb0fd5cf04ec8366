"""What steps.c does, in Python: eager and captured steps. Prints the same lines as the program gpu."""

import sys
import time

import torch
from torch import nn

BATCH, INPUTS, HIDDEN, CLASSES = 64, 784, 512, 10


def make(optimizer):
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(INPUTS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, CLASSES))
    x = torch.randn(BATCH, INPUTS).cuda()
    target = torch.arange(BATCH, device="cuda") % CLASSES
    loss = torch.zeros((), device="cuda")
    net.cuda()
    if optimizer == "SGD":
        rule = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    else:
        rule = torch.optim.AdamW(net.parameters(), lr=0.001, capturable=True)

    def step():
        rule.zero_grad()
        value = nn.functional.cross_entropy(net(x), target)
        value.backward()
        rule.step()
        loss.copy_(value.detach())
    return step, loss


def captured(step):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def microseconds(step, count):
    torch.cuda.synchronize()
    start = time.monotonic()
    for _ in range(count):
        step()
    torch.cuda.synchronize()
    return 1e6 * (time.monotonic() - start) / count


def main(count):
    for optimizer in ("SGD", "AdamW"):
        eager, _ = make(optimizer)
        step, loss = make(optimizer)
        replay = captured(step)
        for _ in range(5):
            eager()
        for _ in range(2):
            replay()
        times = microseconds(eager, count), microseconds(replay, count)
        print(f"{optimizer}\tok\teager {times[0]:.1f} us a step, captured {times[1]:.1f} us; "
              f"loss {loss.item():.4f}", flush=True)


main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
