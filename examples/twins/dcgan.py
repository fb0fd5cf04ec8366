"""A DCGAN on Fashion-MNIST; ../dcgan.c is the same in C. It needs torchvision, for the pictures.

Usage: dcgan.py [EPOCHS] [IMAGES] [OUTPUT] [FOLDER] [BATCH]
"""

import gzip
import os
import sys

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset
from torchvision.utils import save_image

EPOCHS = int(sys.argv[1]) if len(sys.argv) > 1 else 5
IMAGES = int(sys.argv[2]) if len(sys.argv) > 2 else 0
OUTPUT = sys.argv[3] if len(sys.argv) > 3 else "dcgan"
FOLDER = sys.argv[4] if len(sys.argv) > 4 else "/usr/share/datasets/fashion-mnist"
BATCH = int(sys.argv[5]) if len(sys.argv) > 5 else 128
SIDE, NOISE, CHANNELS, SAMPLES = 64, 100, 32, 64


class Network(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.main = nn.Sequential(*layers)

    def forward(self, x):
        return self.main(x)


class Discriminator(Network):
    def forward(self, x):
        return self.main(x).view(-1, 1).squeeze(1)


def enlarging(inputs, outputs, stride):
    return [nn.ConvTranspose2d(inputs, outputs, 4, stride, stride - 1, bias=False),
            nn.BatchNorm2d(outputs), nn.ReLU(True)]


def reducing(inputs, outputs, is_first=False):
    return [nn.Conv2d(inputs, outputs, 4, 2, 1, bias=False),
            *([] if is_first else [nn.BatchNorm2d(outputs)]), nn.LeakyReLU(0.2, inplace=True)]


def init(module):
    name = type(module).__name__
    if "Conv" in name:
        nn.init.normal_(module.weight, 0.0, 0.02)
    elif "BatchNorm" in name:
        nn.init.normal_(module.weight, 1.0, 0.02)
        nn.init.zeros_(module.bias)


def networks(n):
    generator = Network(
        *enlarging(NOISE, 8 * n, 1), *enlarging(8 * n, 4 * n, 2), *enlarging(4 * n, 2 * n, 2),
        *enlarging(2 * n, n, 2), nn.ConvTranspose2d(n, 1, 4, 2, 1, bias=False), nn.Tanh())
    generator.apply(init)
    discriminator = Discriminator(
        *reducing(1, n, True), *reducing(n, 2 * n), *reducing(2 * n, 4 * n),
        *reducing(4 * n, 8 * n), nn.Conv2d(8 * n, 1, 4, 1, 0, bias=False), nn.Sigmoid())
    discriminator.apply(init)
    return generator, discriminator


def adam(network):
    return torch.optim.Adam(network.parameters(), lr=2e-4, betas=(0.5, 0.999))


def prepare(pixels):
    large = F.interpolate(pixels.float(), (SIDE, SIDE), mode="bilinear")
    return large.div_(127.5).sub_(1)


def train_step(pictures):
    real, fake = torch.ones(len(pictures)), torch.zeros(len(pictures))
    drawn = generator(torch.randn(len(pictures), NOISE, 1, 1))
    loss_d = (F.binary_cross_entropy(discriminator(pictures), real)
              + F.binary_cross_entropy(discriminator(drawn.detach()), fake))
    adam_d.zero_grad()
    loss_d.backward()
    adam_d.step()
    loss_g = F.binary_cross_entropy(discriminator(drawn), real)
    adam_g.zero_grad()
    loss_g.backward()
    adam_g.step()
    return loss_d.item(), loss_g.item()


with gzip.open(f"{FOLDER}/train-images-idx3-ubyte.gz") as file:
    images = torch.frombuffer(bytearray(file.read()), dtype=torch.uint8, offset=16)
images = images.view(-1, 1, 28, 28)[:IMAGES or None]
os.makedirs(OUTPUT, exist_ok=True)
torch.manual_seed(1)
generator, discriminator = networks(CHANNELS)
adam_g, adam_d = adam(generator), adam(discriminator)
noise = torch.randn(SAMPLES, NOISE, 1, 1)
loader = DataLoader(TensorDataset(images), BATCH, shuffle=True)
print(f"Fashion-MNIST: {len(images)} images")
for epoch in range(1, EPOCHS + 1):
    sum_d = sum_g = 0.0
    for pixels, in loader:
        d, g = train_step(prepare(pixels))
        sum_d, sum_g = sum_d + d * len(pixels), sum_g + g * len(pixels)
    print(f"epoch {epoch}: discriminator {sum_d / len(images):.4f}, "
          f"generator {sum_g / len(images):.4f}")
    with torch.no_grad():
        save_image(generator(noise), f"{OUTPUT}/samples-{epoch}.png", normalize=True,
                   value_range=(-1, 1))
    torch.save({"epoch": epoch, "generator": generator.state_dict(),
                "discriminator": discriminator.state_dict(), "adam_g": adam_g.state_dict(),
                "adam_d": adam_d.state_dict()}, f"{OUTPUT}/checkpoint.pt")
