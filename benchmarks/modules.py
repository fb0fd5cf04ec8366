"""The training steps of modules.c by torch.nn:
python3 modules.py mlp|lenet|resnet|tagger|encoder STEPS

KEEP THE SAME: the sizes in modules.h. It prints what steps_time.c prints.
"""

import sys

import torch
from torch import nn

from train_steps import train_steps

RATE = 1e-3
WORDS, FEATURES = 1000, 64


class Block(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.downsample = None
        if stride != 1:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x):
        y = self.bn1(self.conv1(x)).relu_()
        y = self.bn2(self.conv2(y))
        y += x if self.downsample is None else self.downsample(x)
        return y.relu_()


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, FEATURES)
        self.lstm = nn.LSTM(FEATURES, FEATURES, batch_first=True, bidirectional=True)
        self.tag = nn.Linear(2 * FEATURES, 10)

    def forward(self, x):
        return self.tag(self.lstm(self.embedding(x))[0]).flatten(0, 1)


def mlp():
    net = nn.Sequential(
        nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10)
    )
    return net, torch.randn(32, 64), 32


def lenet():
    net = nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(16 * 5 * 5, 120),
        nn.ReLU(),
        nn.Linear(120, 84),
        nn.ReLU(),
        nn.Linear(84, 10),
    )
    return net, torch.randn(64, 1, 28, 28), 64


def resnet():
    net = nn.Sequential(
        nn.Conv2d(3, 64, 7, 2, padding=3, bias=False),
        nn.BatchNorm2d(64),
        nn.ReLU(inplace=True),
        nn.MaxPool2d(3, 2, 1),
    )
    inputs = 64
    for outputs in (64, 128, 256, 512):
        net.append(Block(inputs, outputs, 1 if inputs == outputs else 2))
        net.append(Block(outputs, outputs, 1))
        inputs = outputs
    net.extend([nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10)])
    return net, torch.randn(32, 3, 32, 32), 32


def tagger():
    return Tagger(), torch.randint(WORDS, (32, 24)), 32 * 24


def encoder():
    net = nn.Sequential(
        nn.TransformerEncoderLayer(FEATURES, 4, 4 * FEATURES),
        nn.Flatten(0, 1),
        nn.Linear(FEATURES, 10),
    )
    return net, torch.randn(32, 16, FEATURES), 32 * 16


def main(make, steps):
    torch.manual_seed(1)
    net, x, n = make()
    labels = torch.randint(10, (n,))
    optimizer = torch.optim.SGD(net.parameters(), RATE)
    train_steps(net, optimizer, x, labels, steps)


if __name__ == "__main__":
    makers = {f.__name__: f for f in (mlp, lenet, resnet, tagger, encoder)}
    main(makers[sys.argv[1]], int(sys.argv[2]))
