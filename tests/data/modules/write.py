#!/usr/bin/env python3
"""Writes files of whole modules and of models in several files here, with the PyTorch that runs it,
and NAME.txt, which describes the state dict that Python gets. tests/save/ compares that with what
ct_load() reads.

Usage: write.py, with the pinned PyTorch and NumPy.
"""

import copy
import json
import pathlib
import re
import sys
import warnings
import zipfile

import torch

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "checkpoints"))
from write import describe  # pylint: disable=wrong-import-position


class Block(torch.nn.Module):
    """Buffers of both kinds, a parameter and a child that are None, a function as an attribute."""

    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2, bias=False)
        self.scale = torch.nn.Parameter(torch.tensor([2.0]), requires_grad=False)
        self.register_parameter("none", None)
        self.register_buffer("kept", torch.arange(2))
        self.register_buffer("left_out", torch.zeros(1), persistent=False)
        self.add_module("missing", None)
        self.activation = torch.relu

    def forward(self, x):
        return self.activation(self.fc(x)) * self.scale


def network():
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3), torch.nn.Linear(3, 2),
                              Block(), Block())
    net[4].fc.weight = net[3].fc.weight  # shared
    net.list = torch.nn.ParameterList([torch.zeros(2), torch.ones(1)])
    net.again = net[2]  # a module with two names
    net.register_forward_hook(hook)
    return net


def hook(*_):
    return None


def plain():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3), torch.nn.Linear(3, 2),
                               torch.nn.Linear(2, 2, bias=False)).eval()


def clean(path):
    """Leaves out where the machine that writes has its files: what is left is as it was."""
    with zipfile.ZipFile(path) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w") as archive:
        for entry, data in entries:
            if not entry.filename.endswith((".debug_pkl", "serialization_id")):
                data = re.sub(rb"[\w./-]*/(?=site-packages/)", b"", data) \
                    if entry.filename.endswith(".json") else data
                archive.writestr(zipfile.ZipInfo(entry.filename), data, entry.compress_type)


def no_source(_):
    return ["\n"], 0, "write.py"


def note(name, value):
    (HERE / (name + ".txt")).write_text(describe(value), encoding="utf-8")


def write_modules():
    net = network()
    torch.save(net, HERE / "whole.pt")
    torch.serialization.get_source_lines_and_file = no_source
    torch.save(net, HERE / "whole.legacy.pt", _use_new_zipfile_serialization=False)
    note("whole", torch.load(HERE / "whole.pt", weights_only=False).state_dict())
    inside = {"epoch": 3, "net": plain()}
    torch.save(inside, HERE / "inside.pt")
    note("inside", {"epoch": 3, "net": inside["net"].state_dict()})
    parallel = torch.nn.DataParallel(plain())
    torch.save(parallel, HERE / "parallel.pt")
    note("parallel", parallel.state_dict())
    graph = torch.fx.symbolic_trace(plain())
    torch.save(graph, HERE / "graph.pt")
    note("graph", graph.state_dict())


def write_scripts():
    for name, script in [("script", torch.jit.script(plain())),
                         ("traced", torch.jit.trace(plain(), torch.ones(1, 2)))]:
        torch.jit.save(script, HERE / (name + ".pt"))
        clean(HERE / (name + ".pt"))
        note(name, torch.jit.load(HERE / (name + ".pt")).state_dict())


def write_shards():
    folder = HERE / "shards"
    folder.mkdir(exist_ok=True)
    state = plain().state_dict()
    files = {key: "pytorch_model-0000%d-of-00002.bin" % (1 if i < 3 else 2)
             for i, key in enumerate(state)}
    for file in sorted(set(files.values())):
        torch.save({key: copy.deepcopy(state[key]) for key in state if files[key] == file},
                   folder / file)
    index = {"metadata": {"total_size": 1}, "weight_map": files}
    (folder / "pytorch_model.bin.index.json").write_text(json.dumps(index, indent=2) + "\n",
                                                         encoding="utf-8")
    torch.save({"module." + key: value for key, value in state.items()}, HERE / "prefix.pt")
    torch.save({"model": state, "arguments": Arguments()}, HERE / "nested.pt")
    torch.save(state, HERE / "state.pt")
    note("state", state)


def write_program():
    """Which is not read: it is to be named."""
    program = torch.export.export(torch.nn.Linear(2, 2), (torch.zeros(1, 2),))
    torch.export.save(program, HERE / "export.pt2")
    clean(HERE / "export.pt2")


class Arguments:
    """As argparse.Namespace, which many programs save beside the weights."""


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    write_modules()
    write_scripts()
    write_shards()
    write_program()
