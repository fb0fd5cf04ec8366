"""A variational autoencoder learns to draw clothes, or digits; ../vae.c is the same in C."""

import gzip
import sys

import torch
from torch import nn
from torch.distributions import Bernoulli, Independent, Normal, kl_divergence
from torch.utils.data import DataLoader, TensorDataset

EPOCHS, BATCH, PIXELS, HIDDEN, CODE, SHOWN = 6, 32, 28 * 28, 128, 8, 32


def prior(n):
    return Independent(Normal(torch.zeros(n, CODE), 1.0), 1)


def encode(x):
    """The codes that a picture may have."""
    mean, log_scale = encoder(x).chunk(2, -1)
    return Independent(Normal(mean, log_scale.exp()), 1)


def decode(code):
    """The pictures that a code may have: each pixel is black or white."""
    return Independent(Bernoulli(logits=decoder(code)), 1)


def loss_of(x):
    codes = encode(x)
    pictures = decode(codes.rsample())
    return (kl_divergence(codes, prior(len(x))) - pictures.log_prob(x)).mean()


def load(folder, kind):
    """Rows of pixels that are 0 or 1."""
    with gzip.open(f"{folder}/{kind}-images-idx3-ubyte.gz") as file:
        pixels = torch.frombuffer(bytearray(file.read()[16:]), dtype=torch.uint8)
    return (pixels.view(-1, PIXELS) > 127).float()


def show(rows, name, kind):
    images = rows.reshape(-1, 1, 28, 28)
    print(f"{kind}: mean {images.mean().item():.5f}")
    if name:
        from torchvision.utils import save_image
        save_image(images, f"{name}-{kind}.png")


folder = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/datasets/fashion-mnist"
name = sys.argv[2] if len(sys.argv) > 2 else None
torch.manual_seed(1)
encoder = nn.Sequential(nn.Linear(PIXELS, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 2 * CODE))
decoder = nn.Sequential(nn.Linear(CODE, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, PIXELS))
parameters = [*encoder.parameters(), *decoder.parameters()]
optimizer = torch.optim.Adam(parameters, lr=3e-3)
loader = DataLoader(TensorDataset(load(folder, "train")), batch_size=BATCH, shuffle=True)
for epoch in range(1, EPOCHS + 1):
    losses = []
    for (x,) in loader:
        loss = loss_of(x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}")
with torch.no_grad():
    samples = decode(prior(SHOWN).sample()).mean
    given = load(folder, "t10k")[:SHOWN]
    copies = decode(encode(given).mean).mean
    show(samples, name, "samples")
    show(torch.stack([given, copies], 1), name, "copies")
