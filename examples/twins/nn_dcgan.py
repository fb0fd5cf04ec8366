"""A DCGAN pair that learns to draw discs; ../nn_dcgan.c is the same in C."""

import torch
from torch import nn
from torch.nn import functional as F

NOISE, BASE, SIDE, BATCH, STEPS = 16, 16, 16, 16, 40


class Generator(nn.Module):
    def __init__(self, noise, base):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(noise, 2 * base, 4, bias=False),
            nn.BatchNorm2d(2 * base),
            nn.ReLU(True),
            nn.ConvTranspose2d(2 * base, base, 4, 2, 1, bias=False),
            nn.BatchNorm2d(base),
            nn.ReLU(True),
            nn.ConvTranspose2d(base, 1, 4, 2, 1, bias=False),
            nn.Tanh())

    def forward(self, x):
        return self.main(x.unflatten(1, (-1, 1, 1)))


class Discriminator(nn.Module):
    def __init__(self, base):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(1, base, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2, True),
            nn.Conv2d(base, 2 * base, 4, 2, 1, bias=False),
            nn.BatchNorm2d(2 * base),
            nn.LeakyReLU(0.2, True),
            nn.Conv2d(2 * base, 1, 4, bias=False))

    def forward(self, x):
        return self.main(x).flatten()


def init_weights(module):
    if isinstance(module, (nn.Conv2d, nn.ConvTranspose2d)):
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif isinstance(module, nn.BatchNorm2d):
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


def discs():
    """Pictures of discs, 1 inside and -1 outside."""
    place = torch.arange(SIDE).to(torch.float32)
    x, y, radius = (5 + 6 * torch.rand(3, BATCH, 1, 1, 1)).unbind()
    inside = (place - x).square() + (place.unsqueeze(1) - y).square() < (radius / 2).square()
    return 2 * inside.to(torch.float32) - 1


torch.manual_seed(1)
generator, discriminator = Generator(NOISE, BASE), Discriminator(BASE)
generator.apply(init_weights)
discriminator.apply(init_weights)
optimizer_g = torch.optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.999))
optimizer_d = torch.optim.Adam(discriminator.parameters(), lr=2e-3, betas=(0.5, 0.999))
real, fake = torch.ones(BATCH), torch.zeros(BATCH)
for i in range(1, STEPS + 1):
    drawn = generator(torch.randn(BATCH, NOISE))
    optimizer_d.zero_grad()
    loss_d = (F.binary_cross_entropy_with_logits(discriminator(discs()), real) +
              F.binary_cross_entropy_with_logits(discriminator(drawn.detach()), fake))
    loss_d.backward()
    optimizer_d.step()
    optimizer_g.zero_grad()
    loss_g = F.binary_cross_entropy_with_logits(discriminator(drawn), real)
    loss_g.backward()
    optimizer_g.step()
    if i % 10 == 0:
        print(f"step {i}: discriminator {loss_d.item():.5f}, generator {loss_g.item():.5f}")
