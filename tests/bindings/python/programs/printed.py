"""Texts of modules that are subclasses, several outputs of a Sequential, limits of dtypes, norms."""

import torch
from torch import nn

from show import show


class Scaled(nn.Linear):
    def extra_repr(self):
        return "scaled, " + super().extra_repr()


class Renamed(nn.Linear):
    pass


class Leaf(nn.Module):
    def extra_repr(self):
        return "k=2"


class Lines(nn.Module):
    def extra_repr(self):
        return "one\ntwo"


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled(2, 3)
        self.list = nn.ModuleList([Leaf(), Leaf(), Renamed(1, 1), nn.ReLU(), nn.ReLU()])
        self.named = nn.ModuleDict({"lines": Lines(), "conv": nn.Conv2d(1, 2, 3)})
        self.weights = nn.ParameterList([torch.ones(2), torch.ones(1, 2)])
        self.empty = nn.ModuleList()

    def extra_repr(self):
        return "first\nsecond"


class Other(nn.Module):
    def _get_name(self):
        return "AnotherName"


for module in (Scaled(2, 3), Renamed(2, 3), Leaf(), Lines(), Outer(), Other(), nn.Sequential(Leaf(), Scaled(1, 1)),
               nn.Sequential(nn.LSTM(1, 2), nn.Flatten()), nn.ModuleList([Scaled(1, 1), Scaled(1, 1)]),
               nn.TransformerEncoderLayer(4, 2)):
    print(module)
for module in nn.Conv2d(1, 2, 3), nn.LSTM(1, 2), nn.Sequential(nn.ReLU()), nn.Module(), nn.LayerNorm(3), Outer():
    print(repr(module.extra_repr()))

torch.manual_seed(0)
x = torch.ones(2, 4, 3)
outputs, (h, c) = nn.Sequential(nn.Linear(3, 5), nn.LSTM(5, 2, batch_first=True))(x)
print(outputs.shape, h.shape, c.shape)
outputs, h = nn.Sequential(nn.Sequential(nn.ReLU(), nn.GRU(3, 2)))(x)
print(outputs.shape, h.shape)
values, indices = nn.Sequential(nn.ReLU(), nn.MaxPool1d(2, return_indices=True))(x)
print(values.shape, indices.tolist())
print(nn.Sequential(nn.MaxPool1d(2), nn.ReLU())(x).shape)

for cell in nn.LSTMCell(3, 2), nn.GRUCell(3, 2), nn.RNNCell(3, 2):
    for arguments in ((torch.ones(1, 2, 3, 3),), (torch.ones(2, 4),), (torch.ones(2, 3), torch.ones(2, 5)),
                      (torch.ones(2, 3), torch.ones(1, 2))):
        if isinstance(cell, nn.LSTMCell) and len(arguments) > 1:
            show("one state", lambda: cell(*arguments))
            arguments = (arguments[0], (arguments[1], torch.ones(2, 2)))
        show(type(cell).__name__, lambda: cell(*arguments))

for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.complex64, torch.float8_e5m2,
              torch.int8, torch.uint16, torch.int64, torch.bool, float, complex, int, bool):
    show("finfo", lambda: torch.finfo(dtype))
    show("iinfo", lambda: torch.iinfo(dtype))
show("finfo", torch.finfo)
show("finfo", lambda: torch.finfo("float"))
print(torch.finfo(float) == torch.finfo(torch.float64), torch.finfo(float) == torch.finfo(torch.float32),
      torch.iinfo(int) == torch.iinfo(torch.int64), torch.finfo(float) == 1,
      len({torch.finfo(float), torch.finfo(torch.float64)}))

g = torch.tensor([3.0, 4.0])
p = nn.Parameter(torch.zeros(2))
p.grad = g.clone()
print(nn.utils.get_total_norm(g), nn.utils.get_total_norm([g, g]), nn.utils.get_total_norm(tensors=g, norm_type=1.0))
show("norm", lambda: nn.utils.get_total_norm([g * float("nan")], error_if_nonfinite=True))
print(nn.utils.clip_grads_with_norm_(p, 1.0, torch.tensor(5.0)), p.grad)
print(nn.utils.clip_grad_norm_(parameters=p, max_norm=0.5), p.grad)
print(nn.utils.clip_grad_value_(p, 0.35), p.grad)


def root(**options):
    with torch.autograd.detect_anomaly(**options):
        a = torch.zeros(1, requires_grad=True)
        (torch.sqrt(a) * 0).sum().backward()
    return a.grad


show("anomaly", root)
show("anomaly", lambda: root(check_nan=False))
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
with torch.autograd.set_detect_anomaly(True, check_nan=False):
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
