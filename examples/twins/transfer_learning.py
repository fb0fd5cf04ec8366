"""A ResNet-18 that learns to name patterns; ../transfer_learning.c is the same in C. It needs
torchvision. An argument is a checkpoint, a second one a file of the trained network."""

import sys

import torch
import torchvision
from torch import nn
from torch.nn import functional as F

SIDE, BATCH, CLASSES, TEST_BATCHES, STEPS = 32, 16, 3, 8, 60


def patterns():
    labels = torch.randint(CLASSES, (BATCH,))
    color = torch.rand(BATCH, 3, 1, 1)
    drawn = torch.rand(3, BATCH, 1, 1, 1)
    place = torch.arange(SIDE).to(torch.float32)
    frequency = drawn[0] * 0.6 + 0.6
    x = torch.sin(place * frequency + drawn[1] * 6)
    y = torch.sin(place.unsqueeze(1) * frequency + drawn[2] * 6)
    label = labels.view(-1, 1, 1, 1)
    picture = torch.where(label == 0, x, torch.where(label == 1, y, x * y))
    return color * picture + torch.randn(BATCH, 3, SIDE, SIDE) * 0.1, labels


def begin(checkpoint):
    net = torchvision.models.resnet18()
    if checkpoint:
        net.load_state_dict(torch.load(checkpoint))
    net.requires_grad_(False)
    net.fc = nn.Linear(512, CLASSES)
    return net


def accuracy(net):
    right = 0
    net.eval()
    with torch.no_grad():
        for _ in range(TEST_BATCHES):
            pictures, labels = patterns()
            right += (net(pictures).argmax(1) == labels).sum().item()
    return right / (TEST_BATCHES * BATCH)


def main(checkpoint=None, output=None):
    torch.manual_seed(1)
    net = begin(checkpoint)
    optimizer = torch.optim.Adam(net.fc.parameters(), lr=3e-3)
    print(f"before: accuracy {100 * accuracy(net):.1f} %")
    for i in range(1, STEPS + 1):
        pictures, labels = patterns()
        net.train()
        loss = F.cross_entropy(net(pictures), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 20 == 0:
            print(f"step {i}: loss {loss.item():.4f}")
    print(f"after: accuracy {100 * accuracy(net):.1f} %")
    if output:
        torch.save(net.state_dict(), output)


if __name__ == "__main__":
    main(*sys.argv[1:])
