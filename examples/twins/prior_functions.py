"""How sure is a network? An ensemble with random priors; ../prior_functions.c is the same in C."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, RandomSampler, Subset, TensorDataset

MEMBERS, POINTS, HIDDEN, EPOCHS = 16, 24, 32, 200


def network():
    net = nn.Sequential(nn.Linear(1, HIDDEN), nn.SELU(), nn.Linear(HIDDEN, HIDDEN), nn.SELU(),
                        nn.Linear(HIDDEN, 1))
    for p in net.parameters():
        if p.dim() == 2:
            nn.init.xavier_normal_(p)
        else:
            nn.init.zeros_(p)
    return net


class Member(nn.Module):
    def __init__(self):
        super().__init__()
        self.learner = network()
        self.prior = network()

    def forward(self, x):
        return self.learner(x) + self.prior(x).detach() * 2


def make_points():
    x = torch.cat([torch.rand(POINTS // 2, 1) - 1.5, torch.rand(POINTS // 2, 1) + 0.5])
    return x, torch.sin(x * 3) + torch.randn(POINTS, 1) * 0.05


def train(net, points):
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    sample = Subset(points, list(RandomSampler(points, replacement=True)))
    loader = DataLoader(sample, 8, shuffle=True)
    for _ in range(EPOCHS):
        for x, y in loader:
            loss = F.mse_loss(net(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


torch.manual_seed(1)
points = TensorDataset(*make_points())
grid = torch.arange(-120, 121) * 0.025
predictions = []
for _ in range(MEMBERS):
    net = Member()
    train(net, points)
    predictions.append(net(grid.unsqueeze(1)).flatten().detach())
predictions = torch.stack(predictions)
mean, spread = predictions.mean(0), predictions.std(0)
for i in range(0, 241, 40):
    print(f"x = {(i - 120) * 0.025:4.1f}: {mean[i].item():6.3f} +- {spread[i].item():.3f}")
