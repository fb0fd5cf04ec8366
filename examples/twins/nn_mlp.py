"""A perceptron that learns to tell two spirals apart; ../nn_mlp.c is the same in C."""

import math

import torch
from torch import nn
from torch.nn import functional as F

POINTS, STEPS = 256, 200


class MLP(nn.Module):
    def __init__(self, inputs, hidden, classes):
        super().__init__()
        self.fc1 = nn.Linear(inputs, hidden)
        self.drop = nn.Dropout(0.1)
        self.fc2 = nn.Linear(hidden, classes)

    def forward(self, x):
        return self.fc2(self.drop(torch.tanh(self.fc1(x))))


def spirals():
    """Points of two spirals, and which one each belongs to."""
    arm = torch.arange(2 * POINTS)
    labels = arm % 2
    radius = arm.to(torch.float32) / (POINTS / 2)
    angle = radius * 1.5 + labels * math.pi
    return torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], 1), labels


torch.manual_seed(1)
net = MLP(2, 64, 2)
optimizer = torch.optim.AdamW(net.parameters(), lr=0.01)
points, labels = spirals()
print(net)
for i in range(1, STEPS + 1):
    loss = F.cross_entropy(net(points), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if i % 40 == 0:
        print(f"step {i}: loss {loss.item():.6f}")
net.eval()
hits = net(points).argmax(1) == labels
print(f"accuracy {hits.to(torch.float32).mean().item():.4f}")
