"""Models of torchvision, and those of PyTorch's tutorial and DCGAN example, from one seed. It needs
the torchvision of the pinned release: `pip install torchvision==0.29.2`.

Weights are too large for this file: it has the CRC-32 of the bytes of each, or of all names and
shapes. Models that take seconds to draw have names and shapes only, on the device "meta"."""

import tempfile
import pathlib
import zlib

import torch
import torchvision
from torch import nn
from torch.nn import functional as F

from common import error, tensor


class LeNet(nn.Module):
    """Net of the tutorial "Neural Networks"."""

    def __init__(self, num_classes=10, in_channels=1):
        super().__init__()
        self.conv1 = nn.Conv2d(in_channels, 6, 5)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, num_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), (2, 2))
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        torch.nn.init.normal_(m.weight, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        torch.nn.init.normal_(m.weight, 1.0, 0.02)
        torch.nn.init.zeros_(m.bias)


class Generator(nn.Module):
    """Of examples/dcgan/main.py in github.com/pytorch/examples."""

    def __init__(self, nz=100, ngf=64, ndf=64, nc=3):
        super().__init__()
        self.main = nn.Sequential(
            nn.ConvTranspose2d(nz, ngf * 8, 4, 1, 0, bias=False),
            nn.BatchNorm2d(ngf * 8),
            nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 8, ngf * 4, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ngf * 4),
            nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 4, ngf * 2, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ngf * 2),
            nn.ReLU(True),
            nn.ConvTranspose2d(ngf * 2, ngf, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ngf),
            nn.ReLU(True),
            nn.ConvTranspose2d(ngf, nc, 4, 2, 1, bias=False),
            nn.Tanh())
        self.apply(weights_init)

    def forward(self, input):
        return self.main(input)


class Discriminator(nn.Module):
    """The same."""

    def __init__(self, nz=100, ngf=64, ndf=64, nc=3):
        super().__init__()
        self.main = nn.Sequential(
            nn.Conv2d(nc, ndf, 4, 2, 1, bias=False),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf, ndf * 2, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ndf * 2),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 2, ndf * 4, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ndf * 4),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 4, ndf * 8, 4, 2, 1, bias=False),
            nn.BatchNorm2d(ndf * 8),
            nn.LeakyReLU(0.2, inplace=True),
            nn.Conv2d(ndf * 8, 1, 4, 1, 0, bias=False),
            nn.Sigmoid())
        self.apply(weights_init)

    def forward(self, input):
        return self.main(input).view(-1, 1).squeeze(1)


OTHERS = {"lenet": LeNet, "dcgan_generator": Generator, "dcgan_discriminator": Discriminator}
FAMILIES = ("alexnet", "resne", "vgg", "mobilenet_v2", "vit_", "wide_")


def names():
    """torchvision's that are to be there. mobilenet_v2 has a quantized twin, which is not."""
    return [name for name in torchvision.models.list_models(module=torchvision.models)
            if name.startswith(FAMILIES)]


def mlp(**kwargs):
    for layer in ("norm_layer", "activation_layer"):
        if kwargs.get(layer):
            kwargs[layer] = getattr(nn, kwargs[layer])
    return torchvision.ops.MLP(**kwargs)


def make(model, kwargs):
    kwargs = dict(kwargs)
    setting = kwargs.get("inverted_residual_setting")
    if setting:
        kwargs["inverted_residual_setting"] = [setting[i:i + 4] for i in range(0, len(setting), 4)]
    if model == "mlp":
        return mlp(**kwargs)
    return OTHERS[model](**kwargs) if model in OTHERS else torchvision.models.get_model(model,
                                                                                       **kwargs)


def crc(value):
    return zlib.crc32(value.detach().contiguous().numpy().tobytes())


def shapes(net):
    lines = "".join(f"{key} {list(value.shape)}\n" for key, value in net.state_dict().items())
    return {"keys": len(net.state_dict()), "shapes": zlib.crc32(lines.encode())}


def file_of(net):
    """The file of torch.save(). Its name is in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.pt"
        torch.save(net.state_dict(), path)
        return {"size": path.stat().st_size, "crc": zlib.crc32(path.read_bytes())}


def trained(net, x):
    """A step in training mode: dropout, and what becomes of values that are changed in place."""
    net.train()
    torch.manual_seed(1)
    loss = net(x).square().sum()
    loss.backward()
    return {"loss": loss.item().hex(),
            "grads": {name: crc(p.grad) for name, p in list(net.named_parameters())[:3]}}


def drawn(model, shape, with_file=False, with_training=False, tolerance=0, **kwargs):
    torch.manual_seed(0)
    net = make(model, kwargs)
    case = {"model": model, "kwargs": kwargs, "input": shape, "tolerance": tolerance,
            "repr": zlib.crc32(repr(net).encode()),
            **shapes(net), "weights": {key: crc(v) for key, v in net.state_dict().items()}}
    if with_file:
        case["file"] = file_of(net)
    x = torch.randn(shape)
    with torch.no_grad():
        case["output"] = tensor(net.eval()(x))
    if with_training:
        case["training"] = trained(net, x)
    return case


def described(model, **kwargs):
    with torch.device("meta"):
        net = make(model, kwargs)
    return {"model": model, "kwargs": kwargs, "repr": zlib.crc32(repr(net).encode()), **shapes(net)}


def refused(model, **kwargs):
    return {"model": model, "kwargs": kwargs, "error": error(lambda: make(model, kwargs))}


def refused_input(model, shape, **kwargs):
    with torch.device("meta"):
        net = make(model, kwargs)
    return {"model": model, "kwargs": kwargs, "refused_input": shape,
            "error": error(lambda: net(torch.empty(shape, device="meta")))}


def families():
    picture = [2, 3, 64, 64]
    small = {"width_mult": 0.25, "num_classes": 5}
    return [
        drawn("alexnet", [2, 3, 63, 63], num_classes=7, dropout=0.2),
        drawn("resnet18", picture, with_file=True, with_training=True, num_classes=10,
              zero_init_residual=True),
        # oneDNN computes a dilated convolution in blocks that fit the processor's caches.
        drawn("resnet50", picture, tolerance=1e-5, num_classes=3,
              replace_stride_with_dilation=[False, True, True]),
        drawn("resnext50_32x4d", picture, num_classes=3),
        drawn("vgg11_bn", [1, 3, 32, 32], num_classes=4),
        drawn("vgg11", [1, 3, 32, 32], num_classes=4, init_weights=False),
        drawn("mobilenet_v2", picture, with_file=True, with_training=True, **small),
        drawn("mobilenet_v2", picture, round_nearest=4, dropout=0.0, num_classes=3,
              inverted_residual_setting=[1, 8, 1, 1, 6, 24, 2, 2]),
        drawn("vit_b_32", picture, with_training=True, image_size=64, representation_size=16,
              num_classes=6, dropout=0.1, attention_dropout=0.1),
        drawn("lenet", [2, 1, 32, 32], with_file=True, with_training=True),
        drawn("mlp", [4, 6], with_file=True, with_training=True, in_channels=6,
              hidden_channels=[8, 8, 3], norm_layer="BatchNorm1d", activation_layer="SiLU",
              inplace=True, bias=False, dropout=0.25),
        drawn("dcgan_generator", [2, 10, 1, 1], with_file=True, nz=10, ngf=4, nc=1),
        drawn("dcgan_discriminator", [2, 1, 64, 64], with_file=True, with_training=True, ndf=4,
              nc=1)]


def errors():
    return [
        refused("resnet18", groups=2),
        refused("resnet34", replace_stride_with_dilation=[True, False, False]),
        refused("resnet18", foo=1),
        refused("resnext50_32x4d", groups=1),
        refused("wide_resnet50_2", width_per_group=64),
        refused("mobilenet_v2", inverted_residual_setting=[1, 8, 1, 3]),
        refused("vit_b_16", image_size=100),
        refused("mlp"),
        refused_input("vit_b_16", [1, 3, 32, 224]),
        refused_input("vit_b_16", [1, 3, 224, 32])]


def cases():
    return ([{"names": names()}] + families() + [described(name) for name in names()] +
            [described(name) for name in OTHERS] + errors())
