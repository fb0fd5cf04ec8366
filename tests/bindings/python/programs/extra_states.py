"""Extra states of modules, the forms of state_dict(), and lists that mix numbers and tensors."""

import torch
from torch import nn

from show import show


class Counted(nn.Module):
    def __init__(self, calls=0):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.scale = nn.Parameter(torch.ones(1))
        self.calls = calls

    def get_extra_state(self):
        return {"calls": self.calls}

    def set_extra_state(self, state):
        self.calls = state["calls"]


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)
        self.scale = nn.Parameter(torch.ones(1))


net = nn.Sequential(Counted(3), nn.ReLU(), Counted(5))
state = net.state_dict()
print(list(state), state["0._extra_state"], state["2._extra_state"])
other = nn.Sequential(Counted(), nn.ReLU(), Counted())
print(other.load_state_dict(state), [part.calls for part in (other[0], other[2])], len(state))
single = Counted(7)
print(list(single.state_dict()), single.state_dict()["_extra_state"])
show("into a plain module", lambda: Plain().load_state_dict(single.state_dict()))
show("not strict", lambda: Plain().load_state_dict(single.state_dict(), strict=False))
show("from a plain module", lambda: Counted().load_state_dict(Plain().state_dict()))
show("missing, not strict", lambda: Counted().load_state_dict(Plain().state_dict(), strict=False))
show("several", lambda: Counted().load_state_dict({"scale": torch.ones(1), "b": torch.ones(1)}))

linear = nn.Linear(1, 2)
print(list(linear.state_dict(prefix="a.")), linear.state_dict(keep_vars=True)["weight"].requires_grad)
print(linear.state_dict()["weight"].requires_grad, linear.state_dict(keep_vars=True)["bias"] is linear.bias)
found = {"x": 1}
print(linear.state_dict(destination=found, prefix="b.") is found, list(found))

lists = {
    "a row": lambda: [[1, 2], torch.tensor([3, 4])],
    "a row of floats": lambda: [[1, 2], torch.tensor([3.5, 4])],
    "numbers": lambda: [torch.tensor(1), torch.tensor([2.5]), 3],
    "deeper": lambda: [[[1, 2]], torch.tensor([[3, 4]])],
    "another length": lambda: [[1, 2], torch.tensor([3, 4, 5])],
    "ranges": lambda: [range(2), range(2, 4)],
    "texts": lambda: [["a"]],
    "a text": lambda: [1, "a"],
    "bytes in memory": lambda: bytearray(b"ab"),
    "a dict": lambda: {1: 2},
    "nothing": lambda: [None],
    "too large": lambda: [2 ** 63],
}
for name, data in lists.items():
    show(name, lambda: torch.tensor(data()))
show("sum", lambda: torch.ones(1).sum(2 ** 63))
show("fill", lambda: torch.ones(1).fill_(2 ** 65))

# --- hooks of state dicts ---

inner = nn.Linear(1, 1)
outer = nn.Sequential(inner, nn.ReLU())
seen = []
handles = [
    inner.register_state_dict_pre_hook(lambda module, prefix, keep: seen.append(("before", prefix, keep))),
    inner.register_state_dict_post_hook(
        lambda module, state, prefix, metadata: state.update({prefix + "more": torch.ones(1)})),
    outer.register_state_dict_post_hook(
        lambda module, state, prefix, metadata: seen.append(("outer", list(state), metadata))),
]
print(list(outer.state_dict()), seen)


def rename(module, state, prefix, metadata, strict, missing, unexpected, errors):
    state.pop(prefix + "more", None)
    state[prefix + "bias"] = state.pop(prefix + "old_bias", torch.zeros(1))
    seen.append((prefix, strict, missing, unexpected, errors))


def forgive(module, keys):
    seen.append((type(module).__name__, list(keys.missing_keys), list(keys.unexpected_keys)))
    keys.missing_keys.clear()


seen.clear()
state = {"0.weight": torch.ones(1, 1), "0.old_bias": torch.full((1,), 7.0)}
loading = inner.register_load_state_dict_pre_hook(rename)
print(outer.load_state_dict(state), inner.bias, sorted(state), seen)
outer.register_load_state_dict_post_hook(forgive)
seen.clear()
print(outer.load_state_dict({"0.old_bias": torch.zeros(1)}), seen)
for handle in *handles, loading:
    handle.remove()
print(list(outer.state_dict()))
show("an unexpected key", lambda: outer.load_state_dict({"0.old_bias": torch.zeros(1)}))
tied = nn.ModuleList([inner, inner])
print([n for n, _ in tied.named_parameters()], [n for n, _ in tied.named_parameters(remove_duplicate=False)])
print([n for n, _ in nn.ModuleList([nn.BatchNorm1d(1)] * 2).named_buffers("at", remove_duplicate=False)][:4])
