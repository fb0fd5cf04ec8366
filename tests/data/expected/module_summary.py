"""Summaries of modules: the text of torchinfo 1.8.0 (pip install torchinfo==1.8.0).

tests/module/printing/summary_models.c has the same modules in C; only names, classes, shapes and
which modules are called matter, so most layers there are made for the test. Since Python 3.11, torchinfo prints "Total mult-adds
(Units.MEGABYTES)" where it meant "(M)"; here it prints the latter, as under older versions.
"""

import torch
import torchinfo
from torch import nn
from torch.nn.utils import prune
from torchinfo.enums import Units

Units.__str__ = Units.__format__ = lambda unit, _="": unit.value

ALL = ["input_size", "output_size", "num_params", "params_percent", "kernel_size", "mult_adds",
       "trainable"]


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(784, 128)
        self.fc2 = nn.Linear(128, 10)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


class CNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(3, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
            nn.Sequential(nn.Conv2d(16, 32, (3, 1), bias=False), nn.ReLU()))
        self.head = nn.Linear(32 * 13 * 15, 10)
        self.scale = nn.Parameter(torch.ones(10))

    def forward(self, x):
        return self.head(torch.flatten(self.features(x), 1)) * self.scale


class Shared(nn.Module):
    """A list that is not called, and a layer at two places."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.again = self.layers[0]
        self.tail = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Sequential(nn.Linear(3, 3)))
        self.unused = nn.Linear(5, 5)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.tail(self.again(x))


class Lists(nn.Module):
    """Two lists, whose elements take turns, within a module that is not called, either."""

    def __init__(self):
        super().__init__()
        self.body = nn.Module()
        self.body.a = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.body.b = nn.ModuleList([nn.Linear(4, 4, bias=False), nn.Sequential(nn.Linear(4, 4))])

    def forward(self, x):
        for a, b in zip(self.body.a, self.body.b):
            x = b(a(x))
        return self.body.b[0](x)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(8, 16, batch_first=True)
        self.out = nn.Linear(16, 5)

    def forward(self, x):
        return self.out(self.lstm(x)[0])


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.Linear(6, 2, dtype=torch.float64)
        self.right = nn.Linear(3, 2, dtype=torch.float64)

    def forward(self, x, y):
        return self.left(x) + self.right(y)


class Wide(nn.Module):
    """So many multiplications that nobody waits for them."""

    def __init__(self, rows):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(1000, 1000))
        self.rows = rows

    def forward(self, x):
        return x.expand(self.rows, 1)


class Mode(nn.Module):
    """Its output has a dimension more in training."""

    def __init__(self):
        super().__init__()
        self.inner = Switch()

    def forward(self, x):
        return self.inner(x)


class Switch(nn.Module):
    def forward(self, x):
        return x.unsqueeze(0) if self.training else x


class Loop(nn.Module):
    """Calls a child several times, and itself once more."""

    def __init__(self):
        super().__init__()
        self.step = nn.Linear(4, 4)

    def forward(self, x):
        if x.dim() == 2:
            return self(x.unsqueeze(0))
        return self.step(self.step(self.step(x)))


class Sum(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x).sum()


class Größe(nn.Module):
    def __init__(self):
        super().__init__()
        self.größe = nn.Sequential()
        self.größe.add_module("überaus_langer_name_einer_schicht", nn.Linear(4, 4))

    def forward(self, x):
        return self.größe(x)


def deep():
    module = nn.Linear(4, 4)
    for _ in range(5):
        module = nn.Sequential(module, nn.ReLU())
    return module


def frozen():
    module = CNN()
    module.features.requires_grad_(False)
    module.head.bias.requires_grad_(False)
    return module


def pruned():
    module = MLP()
    prune.custom_from_mask(module.fc1, "weight", torch.ones(128, 784).tril())
    return module


def kernels():
    return nn.Sequential(
        nn.Conv1d(2, 2, 3), nn.Conv2d(2, 2, (3, 5)), nn.ConvTranspose3d(2, 2, 2), nn.MaxPool1d(2),
        nn.MaxPool2d((3, 2)), nn.MaxPool3d(3), nn.AvgPool1d(2), nn.AvgPool2d(2), nn.LPPool1d(2, 3),
        nn.FractionalMaxPool2d(2, output_ratio=0.5), nn.MaxUnpool2d(2), nn.Unfold(2),
        nn.Fold(4, (2, 2)), nn.Linear(2, 2), nn.AdaptiveAvgPool2d(2))


def network():
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding="same"), nn.BatchNorm2d(8), nn.ReLU(inplace=True),
        nn.MaxPool2d(2), nn.Flatten(2), nn.Linear(64, 16), nn.Dropout(0.5),
        nn.TransformerEncoderLayer(16, 2, 32, batch_first=True))


FLOATS = {
    "mlp": (MLP, [(32, 784)]),
    "cnn": (CNN, [(4, 3, 32, 32)]),
    "frozen": (frozen, [(4, 3, 32, 32)]),
    "pruned": (pruned, [(32, 784)]),
    "shared": (Shared, [(2, 4)]),
    "lists": (Lists, [(2, 4)]),
    "tagger": (Tagger, [(2, 7, 8)]),
    "wide": (lambda: Wide(1500), [(1,)]),
    "wider": (lambda: Wide(2000), [(1,)]),
    "widest": (lambda: Wide(1234567890), [(1,)]),
    "mode": (Mode, [(3, 2)]),
    "loop": (Loop, [(2, 4)]),
    "sum": (Sum, [(2, 4)]),
    "utf8": (Größe, [(2, 4)]),
    "deep": (deep, [(2, 4)]),
    "relu": (nn.ReLU, [(300, 500)]),
    "network": (network, [(2, 3, 16, 16)]),
}


def model(name):
    if name == "pair":
        return Pair(), [torch.zeros(500, 6, dtype=torch.float64),
                        torch.zeros(500, 3, dtype=torch.float64)]
    if name == "kernels":
        return kernels(), []
    make, sizes = FLOATS[name]
    return make(), [torch.zeros(size) for size in sizes]


def case(name, has_inputs=True, **options):
    module, inputs = model(name)
    text = str(torchinfo.summary(module, input_data=inputs if has_inputs else None, verbose=0,
                                 **options))
    return {"model": name, "has_inputs": has_inputs, "options": options, "text": text}


def cases():
    assert torchinfo.__version__ == "1.8.0"
    result = []
    for name in [*FLOATS, "pair"]:
        result += [case(name), case(name, col_names=ALL, row_settings=["var_names", "depth"]),
                   case(name, depth=1, col_names=["mult_adds", "num_params"])]
    for name in ("cnn", "shared", "lists", "frozen", "relu"):
        result += [case(name, has_inputs=False),
                   case(name, has_inputs=False, col_names=["trainable", "params_percent"],
                        row_settings=[])]
    for depth in (0, 2, 4, 9):
        result.append(case("deep", depth=depth, col_names=ALL))
    result += [
        case("cnn", row_settings=["ascii_only", "depth"]),
        case("cnn", row_settings=["ascii_only", "var_names"], col_width=12),
        case("shared", row_settings=["hide_recursive_layers", "depth"]),
        case("loop", row_settings=["hide_recursive_layers"]),
        case("mlp", col_width=3, col_names=["kernel_size", "num_params", "num_params"]),
        case("mlp", col_names=[]),
        case("mode", mode="train"),
        case("mode", mode="eval"),
        case("network", mode="train", col_names=ALL),
        case("kernels", has_inputs=False, col_names=["kernel_size", "num_params"]),
    ]
    return result
