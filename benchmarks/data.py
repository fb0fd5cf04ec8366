"""The Python side of data.sh: images a second of a DataLoader, microseconds for a batch in memory."""

import sys
import time

import torch
from torch.utils.data import DataLoader, TensorDataset


def load(folder, workers):
    from torchvision import transforms
    from torchvision.datasets import ImageFolder
    transform = transforms.Compose([
        transforms.Resize(240), transforms.RandomCrop(224), transforms.RandomHorizontalFlip(),
        transforms.ToTensor(),
        transforms.Normalize((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))])
    loader = DataLoader(ImageFolder(folder, transform), 64, shuffle=True, num_workers=workers,
                        persistent_workers=workers > 0)
    n = 0
    for epoch in range(3):
        if epoch == 1:
            started = time.perf_counter()
        for images, _ in loader:
            n += len(images) if epoch else 0
    print(f"{n / (time.perf_counter() - started):.1f}")


def memory():
    data = TensorDataset(torch.randn(20000, 784), torch.randint(10, (20000,)))
    loader = DataLoader(data, 64, shuffle=True)
    best = 1e9
    for _ in range(3):
        started = time.perf_counter()
        n = sum(1 for _ in loader)
        best = min(best, (time.perf_counter() - started) / n)
    print(f"{1e6 * best:.2f}")


torch.set_num_threads(1)
if sys.argv[1] == "load":
    load(sys.argv[2], int(sys.argv[3]))
else:
    memory()
