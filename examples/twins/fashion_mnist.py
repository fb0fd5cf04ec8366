"""Trains a network on Fashion-MNIST; ../fashion_mnist.c is the same in C.

Usage: fashion_mnist.py [mlp|cnn] [EPOCHS] [FOLDER]
"""

import gzip
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

MODEL = sys.argv[1] if len(sys.argv) > 1 else "mlp"
EPOCHS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
FOLDER = sys.argv[3] if len(sys.argv) > 3 else "/usr/share/datasets/fashion-mnist"


def read(name, header):
    with gzip.open(f"{FOLDER}/{name}-ubyte.gz") as file:
        return torch.frombuffer(bytearray(file.read()), dtype=torch.uint8, offset=header)


def load(part):
    return TensorDataset(read(f"{part}-images-idx3", 16).view(-1, 1, 28, 28),
                         read(f"{part}-labels-idx1", 8).long())


def mlp():
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 10))


def cnn():
    return nn.Sequential(
        nn.Conv2d(1, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.25), nn.Linear(64 * 7 * 7, 128), nn.ReLU(), nn.Linear(128, 10))


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    right = sum((net(x.float().div_(255)).argmax(1) == y).sum().item() for x, y in loader)
    net.train()
    return right / len(loader.dataset)


data, test_data = load("train"), load("t10k")
torch.manual_seed(1)
net = cnn() if MODEL == "cnn" else mlp()
optimizer = torch.optim.Adam(net.parameters(), lr=0.001)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
loader = DataLoader(data, 128, shuffle=True)
test = DataLoader(test_data, 1000)
for epoch in range(1, EPOCHS + 1):
    started, total = time.time(), 0.0
    for images, labels in loader:
        loss = F.cross_entropy(net(images.float().div_(255)), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(labels)
    scheduler.step()
    print(f"epoch {epoch} of {EPOCHS}: loss {total / len(data):.3f}, "
          f"test accuracy {100 * evaluate(net, test):.2f} %, {time.time() - started:.1f} s")
