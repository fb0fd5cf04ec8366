"""torchvision.transforms.v2 on tensors: images of each class for seeds, what print shows, errors.

It needs the torchvision that belongs to the release: `pip install torchvision`.
"""

import copy
import warnings

import torch
import torchvision.transforms as v1
import torchvision.transforms.v2 as v2

from common import error, tensor
from operators import encode

warnings.simplefilter("ignore")


def smooth(channels, height, width, seed):
    """Bytes with edges, gradients and noise."""
    generator = torch.Generator().manual_seed(seed)
    y = torch.linspace(0, 3, height)[:, None]
    x = torch.linspace(0, 4, width)[None, :]
    waves = torch.stack([torch.sin(x * (1 + c) + y) * 90 + 30 * c + 20 * y for c in range(channels)])
    noise = torch.randint(-30, 30, waves.shape, generator=generator)
    return (waves + 100 + noise).clamp(0, 255).to(torch.uint8)


IMAGES = {
    "bytes": smooth(3, 17, 23, 0),
    "small": smooth(3, 7, 9, 1),
    "square": smooth(3, 7, 7, 2),
    "gray": smooth(1, 7, 9, 3),
    "tall": smooth(3, 40, 30, 4),
    "floats": smooth(3, 5, 6, 5) / 255,
    "doubles": smooth(3, 5, 6, 6).double() / 255,
    "batch": torch.stack([smooth(3, 5, 6, 7), smooth(3, 5, 6, 8)]),
    "shorts": smooth(3, 6, 7, 9).to(torch.int16) * 100,
    "flat": torch.full((3, 6, 7), 77, dtype=torch.uint8),
    "decoded": smooth(3, 17, 23, 10).contiguous(memory_format=torch.contiguous_format)
               .permute(1, 2, 0).contiguous().permute(2, 0, 1),
    "video": torch.stack([smooth(1, 3, 4, 11 + i) for i in range(6)]),
    "none": torch.empty(3, 0, 4),
    "halves": (smooth(3, 7, 9, 13) / 255).half(),
    "brains": (smooth(3, 7, 9, 14) / 255).bfloat16(),
}


def T(name, *args, **kwargs):
    """A description of a transform, as ct_transform_new() takes it."""
    described = {"class": name}
    if args:
        described["args"] = list(args)
    if kwargs:
        described["kwargs"] = kwargs
    return described


class ToTensor(torch.nn.Module):
    """The v1 transform, which takes an array."""

    def forward(self, image):
        return v1.ToTensor()(image.permute(1, 2, 0).numpy()) if image.dtype == torch.uint8 else image

    def __repr__(self):
        return "ToTensor()"


def make(described):
    name, args = described["class"], copy.deepcopy(described.get("args", []))
    kwargs = copy.deepcopy(described.get("kwargs", {}))
    if name in ("Compose", "RandomApply", "RandomChoice", "RandomOrder"):
        args[0] = [make(part) for part in args[0]]
    if name == "AutoAugment" and "policy" in kwargs:
        kwargs["policy"] = v2.AutoAugmentPolicy(kwargs["policy"])
    if name == "RandomErasing" and "value" in kwargs and kwargs["value"] is None:
        kwargs["value"] = "random"
    if name == "ConvertImageDtype" and not args:
        return v2.ConvertImageDtype()
    return ToTensor() if name == "ToTensor" else getattr(v2, name)(*args, **kwargs)


def run(described, image, seed):
    torch.manual_seed(seed)
    result = make(described)(IMAGES[image].clone(memory_format=torch.preserve_format))
    return torch.stack(result) if isinstance(result, tuple) else result


GEOMETRY = [
    (T("Identity"), ["small"]),
    (T("Resize", 8), ["bytes", "tall", "gray", "floats", "batch", "decoded"]),
    (T("Resize", [5, 30]), ["small", "doubles", "shorts"]),
    (T("Resize", [9]), ["square", "small"]),
    (T("Resize", 10, max_size=12), ["bytes"]),
    (T("Resize", None, max_size=12), ["tall"]),
    (T("Resize", 8, antialias=False), ["bytes", "floats"]),
    (T("Resize", [7, 19], "bicubic"), ["small", "floats", "shorts"]),
    (T("Resize", [7, 19], interpolation="bicubic", antialias=False), ["small"]),
    (T("Resize", 11, "nearest"), ["small", "floats"]),
    (T("Resize", 8, interpolation="nearest-exact"), ["bytes", "floats"]),
    (T("CenterCrop", 7), ["small", "batch", "floats", "decoded"]),
    (T("CenterCrop", (20, 5)), ["bytes"]),
    (T("CenterCrop", (9, 11)), ["small"]),
    (T("FiveCrop", 5), ["small", "batch", "floats", "decoded"]),
    (T("FiveCrop", (7, 4)), ["small"]),
    (T("TenCrop", (3, 6)), ["small", "batch"]),
    (T("TenCrop", 4, vertical_flip=True), ["small"]),
    (T("RandomResize", 4, 12), ["small", "tall", "floats"]),
    (T("RandomResize", 9, 10, "nearest", False), ["bytes"]),
    (T("RandomShortestSize", 8), ["bytes"]),
    (T("RandomShortestSize", [4, 9, 12], max_size=13, interpolation="bicubic"),
     ["small", "tall", "floats"]),
    (T("ScaleJitter", (12, 10)), ["bytes", "tall"]),
    (T("ScaleJitter", (9, 14), scale_range=(0.5, 0.9), antialias=False), ["small", "floats"]),
    (T("RandomZoomOut"), ["small", "floats"]),
    (T("RandomZoomOut", [10, 20, 30], (1.0, 1.7), 0.9), ["small", "tall", "batch"]),
    (T("UniformTemporalSubsample", 3), ["batch", "video"]),
    (T("UniformTemporalSubsample", 7), ["video"]),
    (T("Pad", 2), ["small", "batch"]),
    (T("Pad", [1, 2], fill=9), ["small", "floats"]),
    (T("Pad", [1, 2, 3, 0], [10, 20, 30]), ["small"]),
    (T("Pad", [1, -2, 3, 4], padding_mode="edge"), ["small", "floats"]),
    (T("Pad", [3, 2], padding_mode="reflect"), ["small"]),
    (T("Pad", [3, 2, 1, 4], padding_mode="symmetric"), ["small", "floats", "batch"]),
    (T("Pad", [-1, 2, 0, -3], padding_mode="symmetric"), ["small"]),
    (T("RandomCrop", 5), ["small", "batch", "floats"]),
    (T("RandomCrop", (8, 10), [1, 2], fill=7), ["small"]),
    (T("RandomCrop", (9, 14), pad_if_needed=True, padding_mode="edge"), ["small"]),
    (T("RandomCrop", (7, 9)), ["small"]),
    (T("RandomResizedCrop", 8), ["bytes", "tall", "floats", "decoded"]),
    (T("RandomResizedCrop", (6, 9), scale=(0.5, 0.6), ratio=(5.0, 6.0)), ["bytes", "tall"]),
    (T("RandomResizedCrop", 7, interpolation="nearest"), ["small"]),
    (T("RandomHorizontalFlip"), ["small"]),
    (T("RandomVerticalFlip", 0.7), ["small", "floats"]),
    (T("RandomRotation", 30), ["small", "floats"]),
    (T("RandomRotation", [40, 50], "bilinear", fill=[9, 80, 200]), ["small", "batch"]),
    (T("RandomRotation", 45, expand=True), ["small"]),
    (T("RandomRotation", [90, 90], expand=True), ["small"]),
    (T("RandomRotation", [180, 180]), ["small"]),
    (T("RandomRotation", [-90, -90]), ["square", "small"]),
    (T("RandomRotation", 20, center=[2.0, 3.0]), ["small"]),
    (T("RandomAffine", 20), ["small", "doubles"]),
    (T("RandomAffine", 10, translate=(0.1, 0.3), scale=(0.7, 1.2), shear=8, fill=5),
     ["small", "floats"]),
    (T("RandomAffine", [0, 30], shear=[-5, 5, -3, 10], interpolation="bilinear", center=[1.0, 2.0]),
     ["small", "batch"]),
    (T("RandomPerspective", p=1.0), ["small", "floats"]),
    (T("RandomPerspective", 0.3, 0.8, "nearest", [1, 2, 3]), ["small"]),
    (T("ElasticTransform", alpha=20.0, sigma=0.4), ["small", "floats"]),
    (T("ElasticTransform", [30.0, 10.0], [0.3, 0.5], "nearest", 3), ["small"]),
]

COLORS = [
    (T("ColorJitter", 0.4, 0.3, [0.5, 1.5], 0.2), ["small", "floats", "gray", "batch"]),
    (T("ColorJitter", hue=0.5), ["small", "square", "flat"]),
    (T("ColorJitter", 0, contrast=0.5), ["small", "gray"]),
    (T("RandomPhotometricDistort"), ["small", "floats"]),
    (T("RandomChannelPermutation"), ["small"]),
    (T("Grayscale"), ["small", "floats", "gray"]),
    (T("Grayscale", 3), ["small", "gray"]),
    (T("RandomGrayscale", 0.6), ["small", "gray"]),
    (T("RGB"), ["gray", "small"]),
    (T("GaussianBlur", 3), ["small", "floats", "batch"]),
    (T("GaussianBlur", (5, 3), [0.5, 1.5]), ["small"]),
    (T("GaussianNoise"), ["small", "floats", "doubles", "decoded", "batch"]),
    (T("GaussianNoise", 0.3, sigma=0.5, clip=False), ["small", "floats"]),
    (T("RandomInvert"), ["small", "floats", "shorts"]),
    (T("RandomPosterize", 3, p=0.9), ["small", "floats", "shorts"]),
    (T("RandomSolarize", 100, p=0.9), ["small"]),
    (T("RandomSolarize", 0.4, 1.0), ["floats"]),
    (T("RandomAdjustSharpness", 2.0, 0.8), ["small", "floats", "batch"]),
    (T("RandomAdjustSharpness", 0.3, 1.0), ["gray"]),
    (T("RandomAutocontrast", 0.8), ["small", "floats", "flat"]),
    (T("RandomEqualize", 0.8), ["small", "floats", "flat", "batch"]),
    (T("Normalize", [0.4, 0.5, 0.6], [0.2, 0.3, 0.4]), ["floats", "doubles"]),
    (T("Normalize", [0.5], [0.25], inplace=True), ["floats"]),
    (T("ToTensor"), ["small", "decoded"]),
    (T("ToDtype", torch.float32, True), ["small", "shorts"]),
    (T("ToDtype", torch.float64), ["small"]),
    (T("ToDtype", torch.uint8, scale=True), ["floats", "shorts", "doubles"]),
    (T("ToDtype", torch.int32, scale=True), ["small", "doubles"]),
    (T("ConvertImageDtype"), ["small"]),
    (T("ConvertImageDtype", torch.int16), ["small", "floats"]),
    (T("RandomErasing", 0.9), ["small", "floats", "batch"]),
    (T("RandomErasing", 1.0, (0.1, 0.4), value=[10, 20, 30]), ["small"]),
    (T("RandomErasing", p=1.0, value=None), ["floats"]),
    (T("RandomErasing", p=1.0, scale=(0.9, 1.0), inplace=True), ["floats"]),
]

LEARNED = [
    (T("AutoAugment"), ["small", "gray"]),
    (T("AutoAugment", policy="cifar10", fill=[1, 2, 3]), ["small"]),
    (T("AutoAugment", policy="svhn", interpolation="bilinear"), ["small"]),
    (T("RandAugment"), ["small", "floats"]),
    (T("RandAugment", 3, magnitude=4, num_magnitude_bins=10, fill=100), ["small"]),
    (T("TrivialAugmentWide"), ["small"]),
    (T("AugMix"), ["small", "batch"]),
    (T("AugMix", 5, 2, 1, all_ops=False, fill=0), ["small"]),
]

# Of 16 bits, where each step rounds.
ROUNDED = ["halves", "brains"]
SHORT = [
    (T("ElasticTransform", alpha=20.0, sigma=0.4), ROUNDED),
    (T("RandomAffine", 10, scale=(0.7, 1.2), fill=0.5), ROUNDED),
    (T("ColorJitter", 0.4, 0.3, [0.5, 1.5], 0.2), ROUNDED),
    (T("RandomPosterize", 3, p=1.0), ROUNDED),
    (T("RandomAutocontrast", 1.0), ROUNDED),
    (T("RandomEqualize", 1.0), ROUNDED),
    (T("Normalize", [0.4, 0.5, 0.6], [0.2, 0.3, 0.4]), ROUNDED),
    (T("ToDtype", torch.uint8, scale=True), ROUNDED),
    (T("ToDtype", torch.float16, scale=True), ["small"]),
    (T("ToDtype", torch.bfloat16, scale=True), ["small"]),
    (T("AutoAugment"), ROUNDED),
    (T("RandAugment"), ROUNDED),
    (T("AugMix"), ROUNDED),
]

IMAGENET = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
FLIP, CROP, GRAY = T("RandomHorizontalFlip"), T("RandomCrop", 5), T("RandomGrayscale", 0.5)

CONTAINERS = [
    (T("Compose", [T("Resize", 9)]), ["bytes"]),
    (T("Compose", [T("RandomResizedCrop", 7), FLIP, T("ToTensor"), T("Normalize", *IMAGENET)]),
     ["bytes", "decoded"]),
    (T("Compose", [T("CenterCrop", 7), T("ToDtype", torch.float32, True), T("Normalize", [0.5], [0.5])]),
     ["gray", "decoded"]),
    (T("Compose", [T("RandomApply", [CROP, GRAY], p=0.4), FLIP]), ["small"]),
    (T("RandomApply", [FLIP], 0.9), ["small"]),
    (T("RandomChoice", [CROP, FLIP, GRAY]), ["small"]),
    (T("RandomChoice", [CROP, GRAY], p=[1, 3.0]), ["small"]),
    (T("RandomOrder", [FLIP, T("Pad", [1, 0]), GRAY, T("RandomInvert")]), ["small"]),
]

MISTAKES = [
    (T("Resize", [3, 4]), "none"),
    (T("Resize", [1, 2, 3]), "small"),
    (T("Resize", None), "small"),
    (T("Resize", 5, "cubic"), "small"),
    (T("Resize", [4, 5], max_size=7), "small"),
    (T("Resize", 5, max_size=5), "small"),
    (T("CenterCrop", [1, 2, 3]), "small"),
    (T("FiveCrop", [8, 3]), "small"),
    (T("FiveCrop", [1, 2, 3]), "small"),
    (T("TenCrop", [3, 10]), "small"),
    (T("RandomResize", 8, 8), "small"),
    (T("RandomResize", 4, 8, "cubic"), "small"),
    (T("RandomZoomOut", side_range=[0.5, 2.0]), "small"),
    (T("RandomZoomOut", p=1.5), "small"),
    (T("GaussianNoise", sigma=-0.5), "small"),
    (T("GaussianNoise"), "shorts"),
    (T("RandomCrop", 14), "small"),
    (T("RandomCrop", 14, padding=1), "small"),
    (T("RandomCrop", 4, [1, 2, 3]), "small"),
    (T("RandomCrop", 4, 1, padding_mode="mirror"), "small"),
    (T("RandomResizedCrop", 4, scale=(0.1, 0.2, 0.3)), "small"),
    (T("Pad", [1, 2, 3]), "small"),
    (T("Pad", 1, padding_mode="mirror"), "small"),
    (T("Pad", 1, [1, 2, 3], "edge"), "small"),
    (T("RandomHorizontalFlip", 1.5), "small"),
    (T("RandomRotation", -5), "small"),
    (T("RandomRotation", [1, 2, 3]), "small"),
    (T("RandomRotation", 5, center=[1.0]), "small"),
    (T("RandomRotation", 5, "bicubic"), "small"),
    (T("RandomRotation", 5, fill=[1, 2]), "small"),
    (T("RandomAffine", 5, translate=(0.5, 1.5)), "small"),
    (T("RandomAffine", 5, scale=(0.0, 1.5)), "small"),
    (T("RandomAffine", 5, shear=[1, 2, 3]), "small"),
    (T("RandomPerspective", 2.0), "small"),
    (T("ColorJitter", -1), "small"),
    (T("ColorJitter", hue=0.7), "small"),
    (T("ColorJitter", [0.5, 0.2]), "small"),
    (T("ColorJitter", [0.5, 0.2, 0.1]), "small"),
    (T("Grayscale", 2), "small"),
    (T("GaussianBlur", 4), "small"),
    (T("GaussianBlur", 3, [2.0, 1.0]), "small"),
    (T("GaussianBlur", 3, [2.0, 1.0, 3.0]), "small"),
    (T("RandomPosterize", 9, 1.0), "small"),
    (T("RandomSolarize", 300.5, 1.0), "small"),
    (T("RandomAdjustSharpness", -1.0, 1.0), "small"),
    (T("Normalize", [0.5], [0.5]), "small"),
    (T("Normalize", [0.5], [0.0]), "floats"),
    (T("ToDtype", torch.int64, scale=True), "floats"),
    (T("RandomErasing", 1.0, value=[1, 2]), "small"),
    (T("RandomErasing", 1.0, scale=(0.1, 1.2)), "small"),
    (T("AugMix", severity=11), "small"),
    (T("RandAugment", -1), "small"),
    (T("Compose", []), "small"),
    (T("RandomApply", [FLIP], 2.0), "small"),
    (T("RandomChoice", [FLIP], [0.5, 0.5]), "small"),
]


def described(transform):
    return {"class": transform["class"], "args": encode(transform.get("args", [])),
            "kwargs": encode(transform.get("kwargs", {}))}


def images():
    for name, image in IMAGES.items():
        yield {"kind": "image", "name": name, "image": tensor(image), "strides": list(image.stride())}


def results(table, seeds):
    for transform, names in table:
        for name in names:
            for seed in range(seeds if "Random" in str(transform) or seeds > 2 else 1):
                yield {"kind": "result", "transform": described(transform), "image": name,
                       "seed": seed, "repr": repr(make(transform)),
                       "result": tensor(run(transform, name, seed))}


def mistakes():
    for transform, name in MISTAKES:
        yield {"kind": "mistake", "transform": described(transform), "image": name,
               "error": error(lambda t=transform, n=name: run(t, n, 0))}


def batches():
    pictures = torch.stack([smooth(3, 4, 5, 20 + i) for i in range(4)])
    labels = torch.tensor([0, 2, 1, 2])
    soft = torch.softmax(torch.arange(12.0).view(4, 3).sin(), 1)
    for name, data, given, arguments in (
            ("MixUp", pictures / 255, labels, {"num_classes": 3}),
            ("MixUp", pictures / 255, soft, {"alpha": 0.4}),
            ("MixUp", (pictures / 255).half(), labels, {"num_classes": 3}),
            ("MixUp", (pictures / 255).bfloat16(), soft.bfloat16(), {}),
            ("CutMix", pictures, labels, {"num_classes": 3}),
            ("CutMix", pictures, soft, {"alpha": 0.2, "num_classes": 3})):
        for seed in range(3):
            torch.manual_seed(seed)
            mixed, mixed_labels = getattr(v2, name)(**arguments)(data, given)
            yield {"kind": "batch", "class": name, "alpha": arguments.get("alpha", 1.0),
                   "num_classes": arguments.get("num_classes", 0), "seed": seed,
                   "images": tensor(data), "labels": tensor(given), "result": tensor(mixed),
                   "result_labels": tensor(mixed_labels)}


def gammas():
    """A function that no class calls."""
    for name in ("small", "floats", "halves", "brains"):
        for gamma, gain in ((0.7, 1.3), (2.0, 1.0)):
            yield {"kind": "gamma", "image": name, "gamma": gamma, "gain": gain,
                   "result": tensor(v2.functional.adjust_gamma(IMAGES[name], gamma, gain))}


def cases():
    return [*images(), *results(GEOMETRY, 2), *results(COLORS, 2), *results(LEARNED, 8),
            *results(SHORT, 4), *results(CONTAINERS, 3), *mistakes(), *batches(), *gammas()]
