"""Copies and pickles of tensors, modules and state dicts."""

import copy
import pickle

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(5, 4)
        self.head = nn.Linear(4, 5, bias=False)
        self.head.weight = self.words.weight
        self.blocks = nn.Sequential(nn.Linear(4, 4), nn.Sequential(nn.ReLU(), nn.Dropout(0.5)))
        self.again = self.blocks
        self.register_buffer("ones", torch.ones(2))
        self.register_buffer("temporary", torch.ones(1), persistent=False)
        self.register_parameter("nothing", None)
        self.note = {"list": [1]}

    def forward(self, words):
        return self.head(self.blocks(self.words(words)))


def pickled(value):
    return pickle.loads(pickle.dumps(value))


print("--- modules")
net = Net()
net.blocks[1][1].eval()
for copied in copy.deepcopy(net), pickled(net):
    print(type(copied) is Net, list(copied.state_dict()) == list(net.state_dict()),
          all(map(torch.equal, copied.state_dict().values(), net.state_dict().values())))
    print(copied.head.weight is copied.words.weight, copied.again is copied.blocks,
          len(list(copied.parameters())), [module.training for module in copied.modules()])
    print(copied.note, copied.note is net.note, copied.nothing, copied.temporary.tolist())
    with torch.no_grad():
        copied.words.weight.zero_()
    print(copied.head.weight.abs().sum().item(), bool(net.head.weight.abs().sum() > 0),
          repr(copied) == repr(net))
layer = nn.TransformerEncoderLayer(4, 2, batch_first=True)
copied = copy.deepcopy(layer)
print(list(copied.state_dict()) == list(layer.state_dict()), type(copied.linear1) is nn.Linear)
tied = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
tied[1].weight = tied[0].weight
copied = copy.deepcopy(tied)
print(copied[0].weight is copied[1].weight, len(list(copied.parameters())))
seen = []
linear = nn.Linear(2, 2)
linear.register_forward_hook(lambda module, args, output: seen.append(module is linear))
nn.Sequential(copy.deepcopy(linear), linear)(torch.ones(2))
print(seen)

print("--- tensors")
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
(x * x).sum().backward()
copied = copy.deepcopy(x)
print(copied, copied.grad.tolist(), copied.is_leaf)
try:
    copy.deepcopy(x * 2)
except RuntimeError as error:
    print(str(error)[:99])
one, other = copy.deepcopy([x, x])
print(one is other)
for tensor in (x.detach(), x.detach().t(), torch.tensor([True, False]), torch.tensor([1 + 2j]),
               torch.ones(2, dtype=torch.bfloat16), torch.empty(0, 3), torch.tensor(5),
               nn.Parameter(torch.ones(2)), torch.ones(1, dtype=torch.uint8)):
    for protocol in 2, 5:
        copied = pickle.loads(pickle.dumps(tensor, protocol))
        print(type(copied).__name__, copied.tolist(), str(copied.dtype).split(".")[1],
              tuple(copied.shape), copied.requires_grad)
state = pickled(net.state_dict())
print(type(state).__name__, list(state))
net.load_state_dict(state)
print(pickled(torch.float32) is torch.float32, pickled(torch.device("cpu")))
print(pickled(x.shape) == x.shape, type(pickled(x.shape)).__name__)
print(nn.Parameter(torch.ones(2)))
