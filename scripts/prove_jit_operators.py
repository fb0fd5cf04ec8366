#!/usr/bin/env python3
"""prove_jit_operators.py DIR: writes TorchScript files whose code calls operators of torchvision,
NAME.pt, and what Python computes with each, NAME.ref.pt. Prints the library that has the operators,
and then the folders of the libraries that it needs."""

import glob
import os
import pathlib
import sys
import warnings

import torch
import torchvision
from torch import nn
from torchvision import ops


class Operators(nn.Module):
    """Calls those that Faster R-CNN does not."""

    def __init__(self):
        super().__init__()
        self.offset = nn.Conv2d(8, 18, 3, padding=1)
        self.deform = ops.DeformConv2d(8, 8, 3, padding=1)

    def forward(self, x, boxes):
        y = self.deform(x, self.offset(x))
        return (y, ops.roi_pool(y, boxes, [2, 2], 0.5), ops.ps_roi_align(y, boxes, 2, 0.5),
                ops.ps_roi_pool(y, boxes, 2, 0.5))


def detector():
    """A whole network, which calls torchvision::nms and torchvision::roi_align."""
    net = torchvision.models.detection.fasterrcnn_mobilenet_v3_large_320_fpn(
        weights=None, weights_backbone=None, num_classes=5, box_score_thresh=0.0)
    return net, ([torch.rand(3, 200, 300), torch.rand(3, 120, 90)],)


def operators():
    corners = torch.rand(6, 2) * 20
    boxes = torch.cat([torch.arange(6).unsqueeze(1) % 2, corners, corners + torch.rand(6, 2) * 12 + 1], 1)
    return Operators(), (torch.randn(2, 8, 16, 16), boxes)


def folders():
    """Of PyTorch's libraries, and of NVIDIA's, in this process."""
    with open("/proc/self/maps") as maps:
        files = {line.split()[-1] for line in maps if ".so" in line}
    return sorted({os.path.dirname(file) for file in files
                   if "/torch/lib/" in file or "/nvidia/" in file})


def main():
    warnings.simplefilter("ignore")
    out = pathlib.Path(sys.argv[1])
    torch.set_num_threads(1)
    for make in detector, operators:
        torch.manual_seed(0)
        net, inputs = make()
        script = torch.jit.script(net.eval())
        with torch.no_grad():
            outputs = script(*inputs)
        script.save(str(out / f"{make.__name__}.pt"))
        torch.save({"inputs": (inputs, {}), "outputs": outputs}, out / f"{make.__name__}.ref.pt")
    print(*glob.glob(os.path.join(os.path.dirname(torchvision.__file__), "_C*.so")))
    print(":".join(folders()))


if __name__ == "__main__":
    main()
