"""Transforms of transforms and of functions."""

import torch
from torchvision.transforms import v2

image = torch.arange(48, dtype=torch.uint8).view(3, 4, 4)
both = v2.Compose([v2.CenterCrop(2), v2.ToDtype(torch.float32, scale=True),
                   v2.Normalize([0.5, 0.5, 0.5], [0.5, 0.5, 0.5])])
print(both)
print(both(image))
twice = v2.Lambda(lambda image: image * 2)
print(v2.Compose([twice, v2.Compose([twice, v2.Identity()])])(image)[0])
print(v2.Compose([lambda image: image + 1, v2.CenterCrop(2)])(image)[0])
print(v2.RandomApply([twice], p=0.0)(image)[0, 0], v2.RandomApply([twice], p=1.0)(image)[0, 0])
torch.manual_seed(3)
print(v2.RandomOrder([twice, v2.RandomHorizontalFlip(p=1.0)])(image)[0, 0])
print(v2.RandomChoice([twice, twice])(image)[0, 0])


def fails(image):
    raise KeyError("mine")


try:
    v2.Compose([v2.CenterCrop(2), fails])(image)
except KeyError as error:
    print(error)
