"""A perceptron learns to read digits (MNIST); ../nn_mnist.c is the same in C."""

import gzip
import sys

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, BATCH, PIXELS, HIDDEN, CLASSES = 3, 32, 28 * 28, 128, 10


def read(path, header):
    with gzip.open(path) as file:
        return torch.frombuffer(bytearray(file.read()[header:]), dtype=torch.uint8)


def load(folder, train):
    kind = "train" if train else "t10k"
    images = read(f"{folder}/{kind}-images-idx3-ubyte.gz", 16).view(-1, 1, 28, 28)
    labels = read(f"{folder}/{kind}-labels-idx1-ubyte.gz", 8).to(torch.int64)
    return DataLoader(TensorDataset(images / 255, labels), batch_size=BATCH, shuffle=train)


folder = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/datasets/mnist"
torch.manual_seed(1)
training, testing = load(folder, True), load(folder, False)
net = nn.Sequential(nn.Flatten(), nn.Linear(PIXELS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, CLASSES))
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
for epoch in range(1, EPOCHS + 1):
    losses = []
    for images, labels in training:
        loss = F.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {sum(losses) / len(losses):.5f}")
hits = 0
with torch.no_grad():
    for images, labels in testing:
        hits += (net(images).argmax(1) == labels).sum().item()
print(f"accuracy {hits / len(testing.dataset):.4f}")
