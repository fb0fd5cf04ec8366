"""TorchScript: traces, files, methods by name."""

import os
import tempfile

import torch
from torch import nn


def shows_error(function):
    try:
        print("no error", function())
    except Exception as error:
        print(type(error).__name__, str(error)[:48])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.register_buffer("scale", torch.tensor([2.0]))

    def forward(self, x):
        return torch.relu(self.fc(x)) * self.scale


torch.manual_seed(0)
net, x = Net().eval(), torch.tensor([[1.0, -2.0], [0.5, 3.0]])
traced = torch.jit.trace(net, x)
print(torch.equal(traced(x), net(x)), traced.training)
print([name for name, _ in traced.named_parameters()], [name for name, _ in traced.named_buffers()])
print(len(list(traced.parameters())), traced.scale, [name for name, _ in traced.named_children()])
print(traced.fc.weight.shape, torch.equal(traced.fc.weight, net.fc.weight))
pair = torch.jit.trace(lambda a, b: (a + b, a * b), (x, x))
print([t.sum() for t in pair(x, x)])
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "net.pt")
    torch.jit.save(traced, path, _extra_files={"note.txt": "hello"})
    files = {"note.txt": ""}
    loaded = torch.jit.load(path, map_location="cpu", _extra_files=files)
    with open(path, "rb") as file:
        print(torch.equal(torch.jit.load(file)(x), net(x)), files)
print(torch.equal(loaded(x), net(x)), torch.equal(loaded.forward(x), net(x)))
frozen = torch.jit.freeze(loaded.eval())
print(torch.allclose(frozen(x), net(x)), len(list(frozen.parameters())))
loaded.train()
print(loaded.training, loaded.eval().training)
unit = torch.jit.CompilationUnit("def scaled(x, by: float = 2.0):\n    return x * by\n")
print(unit.scaled(x), unit.scaled(x, by=0.5))
print("--- errors")
shows_error(lambda: torch.jit.load("nowhere.pt"))
print(hasattr(loaded, "nothing"), hasattr(loaded, "fc"))
shows_error(lambda: torch.jit.freeze(loaded.train()))
shows_error(lambda: unit.scaled("text"))


def fails(x):
    raise KeyError("mine")


shows_error(lambda: torch.jit.trace(fails, x))
