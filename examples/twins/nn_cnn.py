"""A convolutional network learns to tell clothes apart (Fashion-MNIST), is saved, loaded and tried;
../nn_cnn.c is the same in C."""

import gzip
import sys

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, BATCH, CLASSES = 2, 32, 10


def cnn():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(32 * 7 * 7, CLASSES))


def read(path, header):
    with gzip.open(path) as file:
        return torch.frombuffer(bytearray(file.read()[header:]), dtype=torch.uint8)


def load(folder, train):
    kind = "train" if train else "t10k"
    images = read(f"{folder}/{kind}-images-idx3-ubyte.gz", 16).view(-1, 1, 28, 28)
    labels = read(f"{folder}/{kind}-labels-idx1-ubyte.gz", 8).to(torch.int64)
    return DataLoader(TensorDataset(images / 255, labels), batch_size=BATCH, shuffle=train)


folder = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/datasets/fashion-mnist"
torch.manual_seed(1)
training = load(folder, True)
testing = load(folder, False)
net = cnn()
optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
for epoch in range(1, EPOCHS + 1):
    losses = []
    for images, labels in training:
        loss = F.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {sum(losses) / len(losses):.5f}")
torch.save(net.state_dict(), "cnn.pt")
loaded = cnn()
loaded.load_state_dict(torch.load("cnn.pt", weights_only=True))
loaded.eval()
hits = 0
with torch.no_grad():
    for images, labels in testing:
        hits += (loaded(images).argmax(1) == labels).sum().item()
print(f"accuracy {hits / len(testing.dataset):.4f}")
