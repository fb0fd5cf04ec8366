"""ResNet-18 for small pictures, trained on stripes; ../nn_resnet.c is the same in C."""

import torch
from torch import nn
from torch.nn import functional as F

BATCH, SIDE, CLASSES, STEPS = 8, 16, 2, 8


class BasicBlock(nn.Module):
    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.downsample = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        return F.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        self.layers = nn.Sequential()
        inputs = 64
        for outputs in (64, 128, 256, 512):
            self.layers.append(BasicBlock(inputs, outputs, 1 if inputs == outputs else 2))
            self.layers.append(BasicBlock(outputs, outputs, 1))
            inputs = outputs
        self.fc = nn.Linear(512, classes)

    def forward(self, x):
        x = self.layers(F.relu(self.bn1(self.conv1(x))))
        return self.fc(torch.flatten(F.adaptive_avg_pool2d(x, 1), 1))


def stripes():
    """Noisy pictures with stripes: label 0 across, 1 down."""
    labels = torch.randint(CLASSES, (BATCH,))
    wave = torch.sin(torch.arange(SIDE))
    across = wave.reshape(1, 1, SIDE, 1).expand(BATCH, 3, SIDE, SIDE)
    down = across.transpose(2, 3)
    pictures = torch.where(labels.reshape(-1, 1, 1, 1) == 1, down, across)
    return 2 * pictures + torch.randn(BATCH, 3, SIDE, SIDE), labels


torch.manual_seed(1)
net = ResNet(CLASSES)
optimizer = torch.optim.SGD(net.parameters(), lr=0.003, momentum=0.9)
print(f"{sum(p.numel() for p in net.parameters())} parameters")
for i in range(1, STEPS + 1):
    pictures, labels = stripes()
    loss = F.cross_entropy(net(pictures), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {i}: loss {loss.item():.5f}")
