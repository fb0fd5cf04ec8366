"""The training steps of steps.c by torch.nn: python3 steps.py mlp|cnn|gpt STEPS

KEEP THE SAME: the sizes in steps.h. It prints what steps_time.c prints.
"""

import sys

import torch
from torch import nn
from torch.nn import functional as F

from train_steps import train_steps

RATE = 1e-3
BATCH, LENGTH, TOKENS, FEATURES, HEADS, LAYERS = 8, 64, 2048, 256, 4, 4


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(FEATURES), nn.LayerNorm(FEATURES)
        self.all = nn.Linear(FEATURES, 3 * FEATURES)
        self.project = nn.Linear(FEATURES, FEATURES)
        self.up = nn.Linear(FEATURES, 4 * FEATURES)
        self.down = nn.Linear(4 * FEATURES, FEATURES)

    def attend(self, x):
        heads = [
            part.view(BATCH, LENGTH, HEADS, FEATURES // HEADS).transpose(1, 2)
            for part in self.all(x).split(FEATURES, 2)
        ]
        mixed = F.scaled_dot_product_attention(*heads, is_causal=True)
        return self.project(mixed.transpose(1, 2).reshape(BATCH, LENGTH, FEATURES))

    def forward(self, x):
        x = x + self.attend(self.norm1(x))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens = nn.Embedding(TOKENS, FEATURES)
        self.places = nn.Embedding(LENGTH, FEATURES)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(FEATURES)
        self.head = nn.Linear(FEATURES, TOKENS, bias=False)
        self.positions = torch.arange(LENGTH)
        nn.init.normal_(self.tokens.weight, 0, 0.02)
        nn.init.normal_(self.places.weight, 0, 0.02)

    def forward(self, ids):
        x = self.tokens(ids) + self.places(self.positions)
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)).view(BATCH * LENGTH, TOKENS)


def make(name):
    """The network, its optimizer, a batch and its labels."""
    if name == "mlp":
        net = nn.Sequential(
            nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, 10)
        )
        x, labels = torch.randn(32, 64), torch.randint(10, (32,))
    elif name == "cnn":
        net = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(32 * 7 * 7, 10),
        )
        x, labels = torch.randn(64, 1, 28, 28), torch.randint(10, (64,))
    else:
        net = Gpt()
        x, labels = torch.randint(TOKENS, (BATCH, LENGTH)), torch.randint(TOKENS, (BATCH * LENGTH,))
        return net, torch.optim.Adam(net.parameters(), RATE, fused=True), x, labels
    return net, torch.optim.SGD(net.parameters(), RATE), x, labels


def main(name, steps):
    torch.manual_seed(1)
    net, optimizer, x, labels = make(name)
    train_steps(net, optimizer, x, labels, steps)


main(sys.argv[1], int(sys.argv[2]))
