"""Exports a ResNet-18 for ../train_exported.c, and trains the exported file as that program does.

    train_exported.py export resnet18.pt2             writes the file; it needs torchvision
    train_exported.py export-small small.pt2          a small ResNet instead, for tests
    train_exported.py train resnet18.pt2              prints what train_exported prints
    train_exported.py train resnet18.pt2 trained.pt2  compares the result with what C wrote
"""

import sys

import torch
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


class SmallResNet(nn.Sequential):
    def __init__(self):
        from torchvision.models.resnet import BasicBlock
        half = nn.Sequential(nn.Conv2d(8, 16, 1, 2, bias=False), nn.BatchNorm2d(16))
        super().__init__(
            nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
            BasicBlock(8, 16, 2, half), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, CLASSES))


def resnet18():
    import torchvision
    net = torchvision.models.resnet18()  # weights="DEFAULT" downloads trained ones
    net.fc = nn.Linear(512, CLASSES)
    return net


def export(net, path):
    """In evaluation mode: batch norm keeps its averages, and the program runs for any batch."""
    pictures = torch.zeros(2, 3, SIDE, SIDE)
    batch = torch.export.Dim("batch", min=1, max=1024)
    program = torch.export.export(net.eval(), (pictures,), dynamic_shapes=({0: batch},))
    torch.export.save(program, path)


def accuracy(net):
    right = 0
    with torch.no_grad():
        for _ in range(TEST_BATCHES):
            pictures, labels = patterns()
            right += (net(pictures).argmax(1) == labels).sum().item()
    return right / (TEST_BATCHES * BATCH)


def train(path):
    torch.manual_seed(1)
    net = torch.export.load(path).module()
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    print(f"before: accuracy {100 * accuracy(net):.1f} %")
    for i in range(1, STEPS + 1):
        pictures, labels = patterns()
        loss = F.cross_entropy(net(pictures), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 20 == 0:
            print(f"step {i}: loss {loss.item():.4f}")
    print(f"after: accuracy {100 * accuracy(net):.1f} %")
    return net.state_dict()


def compare(state, path):
    """The weights that C handed back are those that Python computes, bit for bit."""
    theirs = torch.export.load(path).state_dict
    different = [name for name in state if not torch.equal(state[name], theirs[name])]
    sys.exit(f"{path} differs in {', '.join(different)}" if different else 0)


def main(command, path, trained=None):
    torch.manual_seed(0)
    if command == "train":
        state = train(path)
        if trained:
            compare(state, trained)
    else:
        export(resnet18() if command == "export" else SmallResNet(), path)


if __name__ == "__main__":
    main(*sys.argv[1:])
