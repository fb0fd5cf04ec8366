"""Training: losses, modes, weights with and without a gradient, graphs that have the backward."""

import torch
import torch.nn.functional as F
from torch import nn, randn

from .program import Program, calls, program


@program
def joint():
    class Step(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear, self.norm = nn.Linear(4, 2), nn.BatchNorm1d(4)

        def forward(self, x, y):
            return F.mse_loss(self.linear(self.norm(x)), y)

    return Program(Step().train(), (randn(3, 4), randn(3, 2)), joint=True)


@program
def joint_convolution():
    class Step(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = nn.Sequential(nn.Conv2d(1, 3, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                                     nn.Linear(27, 4))

        def forward(self, x, labels):
            return F.cross_entropy(self.net(x), labels)

    return Program(Step().train(), (randn(2, 1, 8, 8), torch.tensor([1, 3])), joint=True)


class Partly(nn.Module):
    def __init__(self):
        super().__init__()
        self.frozen, self.trained = nn.Linear(4, 6).requires_grad_(False), nn.Linear(6, 2)
        self.trained.bias.requires_grad_(False)

    def forward(self, x):
        return self.trained(self.frozen(x).relu())


@program
def partly_frozen():
    return Program(Partly(), (randn(3, 4),), grads=True)


@program
def all_frozen():
    return Program(nn.Sequential(nn.Linear(4, 4), nn.LayerNorm(4)).requires_grad_(False),
                   (randn(3, 4),))


@program
def dropout_train():
    net = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.3), nn.AlphaDropout(0.2),
                        nn.FeatureAlphaDropout(0.2), nn.Linear(8, 8), nn.Dropout1d(0.5))
    return Program(net.train(), (randn(4, 3, 8),), grads=True)


@program
def dropouts_in_place():
    def forward(x):
        return F.dropout(x * 2, 0.4, True, inplace=True), F.dropout2d(x[None], 0.5,
                                                                      True), F.rrelu(x,
                                                                                     training=True)

    return calls(forward, randn(4, 3, 3))


@program
def batch_norm_train():
    net = nn.Sequential(nn.Conv2d(2, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(inplace=True),
                        nn.Conv2d(4, 4, 1), nn.BatchNorm2d(4, momentum=0.5),
                        nn.AdaptiveAvgPool2d(1))
    return Program(net.train(), (randn(3, 2, 6, 6),), grads=True)


@program
def detached():
    class Detached(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear = nn.Linear(3, 3)

        def forward(self, x):
            y = self.linear(x)
            return y * y.detach(), (y - y.detach()).abs().sum()

    return Program(Detached(), (randn(2, 3),), grads=True)


@program
def input_with_gradient():
    return calls(lambda x, y: (x * y).sin(), randn(3, requires_grad=True), randn(3), grads=True)


@program
def penalty():
    class Penalty(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))

        def forward(self, x, y):
            loss = F.smooth_l1_loss(self.net(x), y)
            return loss + 0.01 * sum(p.pow(2).sum() for p in self.net.parameters())

    return Program(Penalty(), (randn(4, 3), randn(4, 1)), grads=True)


@program
def contrastive():
    class Contrastive(nn.Module):
        def __init__(self):
            super().__init__()
            self.net, self.scale = nn.Linear(5, 4), nn.Parameter(torch.tensor(2.0))

        def forward(self, one, other):
            a, b = F.normalize(self.net(one), dim=-1), F.normalize(self.net(other), dim=-1)
            scores = a @ b.t() * self.scale.exp()
            labels = torch.arange(one.shape[0])
            return (F.cross_entropy(scores, labels) + F.cross_entropy(scores.t(), labels)) / 2

    return Program(Contrastive(), (randn(4, 5), randn(4, 5)), grads=True)
