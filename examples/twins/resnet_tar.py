"""A ResNet-18 learns from images in a tar archive; ../resnet_tar.c is the same in C. It needs
torchvision and Pillow. The order of the images and what is cut out of them are other than in C.

Usage: resnet_tar.py ARCHIVE TEST-ARCHIVE [EPOCHS] [WORKERS] [SIZE]

../resnet_tar.c says how to make archives to try it with.
"""

import io
import random
import sys
import tarfile

import torch
import torchvision
from PIL import Image
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info
from torchvision import transforms

ARCHIVE, TEST = sys.argv[1:3]
EPOCHS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
WORKERS = int(sys.argv[4]) if len(sys.argv) > 4 else 2
SIZE = int(sys.argv[5]) if len(sys.argv) > 5 else 64
BATCH, SHUFFLE = 32, 2000
SUFFIXES = (".jpg", ".jpeg", ".png")
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


def entries(path):
    """Yields the archive, never unpacked, at each of its images, and the image's class."""
    with tarfile.open(path, "r|*") as tar:
        for entry in tar:
            if entry.isfile() and entry.name.lower().endswith(SUFFIXES):
                yield tar, entry, entry.name.split("/")[-2]


class TarImages(IterableDataset):
    def __init__(self, path, classes, shuffle, transform):
        self.path = path
        self.classes = classes
        self.shuffle = shuffle
        self.transform = transform

    def files(self):
        """Each worker reads the archive and takes its part of the images."""
        worker = get_worker_info()
        part, parts = (worker.id, worker.num_workers) if worker else (0, 1)
        for i, (tar, entry, name) in enumerate(entries(self.path)):
            if i % parts == part:
                yield tar.extractfile(entry).read(), self.classes[name]

    def shuffled(self):
        """Each sample is chosen among those that were read last."""
        buffer, draw = [], random.Random(torch.initial_seed() + torch.randint(1 << 30, ()).item())
        for sample in self.files():
            if len(buffer) < self.shuffle:
                buffer.append(sample)
                continue
            i = draw.randrange(len(buffer))
            buffer[i], sample = sample, buffer[i]
            yield sample
        draw.shuffle(buffer)
        yield from buffer

    def __iter__(self):
        for data, label in self.shuffled() if self.shuffle else self.files():
            yield self.transform(Image.open(io.BytesIO(data)).convert("RGB")), label


augment = transforms.Compose([
    transforms.RandomResizedCrop(SIZE, scale=(0.5, 1)), transforms.RandomHorizontalFlip(),
    transforms.ToTensor(), transforms.Normalize(MEAN, STD)])
prepare = transforms.Compose([
    transforms.Resize(SIZE), transforms.CenterCrop(SIZE), transforms.ToTensor(),
    transforms.Normalize(MEAN, STD)])


@torch.no_grad()
def evaluate(net, loader):
    net.eval()
    right = n = 0
    for images, labels in loader:
        right, n = right + (net(images).argmax(1) == labels).sum().item(), n + len(labels)
    net.train()
    return right / n


def main():
    found = [name for _, _, name in entries(ARCHIVE)]
    classes = {name: i for i, name in enumerate(sorted(set(found)))}
    torch.manual_seed(1)
    net = torchvision.models.resnet18(num_classes=len(classes))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
    loader = DataLoader(TarImages(ARCHIVE, classes, SHUFFLE, augment), BATCH, num_workers=WORKERS)
    test = DataLoader(TarImages(TEST, classes, 0, prepare), BATCH, num_workers=WORKERS)
    print(f"{ARCHIVE}: {len(found)} images of {len(classes)} classes")
    for epoch in range(1, EPOCHS + 1):
        total = n = 0
        for images, labels in loader:
            loss = F.cross_entropy(net(images), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total, n = total + loss.item() * len(labels), n + len(labels)
        scheduler.step()
        print(f"epoch {epoch} of {EPOCHS}: loss {total / n:.3f}, "
              f"test accuracy {100 * evaluate(net, test):.1f} %")


if __name__ == "__main__":
    main()
