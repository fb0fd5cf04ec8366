"""prove_export_back.py [--compile NAME,...] [--package NAME,...] FOLDER: for prove-export-back.sh: loads
the programs that C has written, compares with what C computed, and prints a table in Markdown.
"all" as NAME is each program. The row of a program is kept in NAME.row, with the ways in which it ran:
a run that was interrupted goes on after the last row."""

import argparse
import contextlib
import hashlib
import io
import json
import os
import sys
import tempfile
import time
import traceback
import unittest

import torch
from torch import nn
from torch.export import Dim
from torch.nn import functional as F

SEED = 3
INF = float("inf")


class Case:
    """What C has of a run."""

    def __init__(self, inputs, outputs, after, state):
        self.inputs, self.outputs, self.after, self.state = inputs, outputs, after, state
        self.results = list(outputs) + list(after)
        self.all = self.results + list(state.values())


def copied(inputs):
    return tuple(x if x is None else x.clone() for x in inputs)


def run(call, inputs):
    """The leaves of the output that are not None, and the inputs, which the call may have changed."""
    inputs = copied(inputs)
    torch.manual_seed(SEED)
    with torch.no_grad():
        result = call(*inputs)
    return [leaf for leaf in torch.utils._pytree.tree_leaves(result) if leaf is not None] + list(inputs)


def run_module(module, case):
    """The same, and the module's state after the run, in the order of C's."""
    state = module.state_dict()
    return run(module, case.inputs) + [state[name] for name in case.state]


def bits(tensor):
    return tensor.detach().contiguous().reshape(-1).view(torch.uint8)


def same_bits(found, wanted):
    """Zeros have a sign, and NaN is NaN."""
    return len(found) == len(wanted) and all(
        x.dtype == y.dtype and x.shape == y.shape and (
            torch.equal(bits(x), bits(y)) or x.is_floating_point() and
            torch.equal(bits(x.nan_to_num(7, INF, -INF)), bits(y.nan_to_num(7, INF, -INF))))
        for x, y in zip(found, wanted))


def close(found, wanted):
    return len(found) == len(wanted) and all(
        torch.allclose(x, y, rtol=1e-3, atol=1e-4, equal_nan=True) for x, y in zip(found, wanted))


def attempt(steps):
    """"equal", "close" or the last line of an error."""
    words = set()
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            for found, wanted in steps:
                words.add("equal" if same_bits(found, wanted) else
                          "close" if close(found, wanted) else "differs")
    except Exception as error:  # whatever PyTorch raises is a row of the table
        if os.environ.get("PROVE_TRACEBACK"):
            traceback.print_exc(file=sys.stderr)
        return "error: " + str(error).strip().replace("|", "/").split("\n")[0][:160]
    for word in "differs", "close":
        if word in words:
            return word
    return "equal"


# Modules of which AOTInductor makes code with wrong results: written in Python, and the sizes that vary.
TWINS = {
    "batch_norm": (lambda: nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(),
                                         nn.BatchNorm2d(4)), {0: Dim("batch", max=64)}),
    "convolutions": (lambda: nn.Sequential(nn.Conv2d(3, 4, 3, stride=2), nn.GroupNorm(2, 4), nn.GELU(),
                                           nn.Conv2d(4, 4, 3, padding=1), nn.AdaptiveAvgPool2d(2),
                                           nn.Flatten(), nn.Linear(16, 3)),
                     {2: Dim("height", min=5, max=64), 3: Dim("width", min=5, max=64)}),
}


def twin_of(name, program, inputs):
    """The same program, exported by Python."""
    make, varying = TWINS[name]
    module = make()
    module.load_state_dict(program.state_dict)
    return torch.export.export(module, copied(inputs), dynamic_shapes=(varying,))


def packaged(name, program, cases):
    """What AOTInductor says; where it differs, whether it does so for Python's own export, too."""
    found = attempt(package_runs(program, cases))
    if found != "differs" or name not in TWINS:
        return found
    twin = twin_of(name, program, cases[0].inputs)
    pairs = zip(package_runs(program, cases), package_runs(twin, cases))
    as_python = attempt((ours, pythons) for (ours, _), (pythons, _) in pairs)
    return f"differs, {as_python} to Python's own export" if as_python in ("equal", "close") else found


def package_runs(program, cases):
    with tempfile.TemporaryDirectory() as folder:
        path = torch._inductor.aoti_compile_and_package(
            program, package_path=os.path.join(folder, "packed.pt2"))
        for case in cases:
            # A new one each time: its buffers are those of the file.
            yield run(torch._inductor.aoti_load_package(path), case.inputs), case.results


# Operators that the programs have defined in C, for Python: name, schema, what it computes, its fake kernel.
OPERATORS = {
    "own_operator": ("record_zoo::shrink", "(Tensor x, float by=0.5) -> Tensor", F.softshrink,
                     lambda x, by=0.5: torch.empty_like(x)),
}


def define_operator(path, name, schema, function, fake):
    """Without it, Python must say that it is missing."""
    with unittest.TestCase().assertLogs("torch.export") as logs, contextlib.suppress(RuntimeError):
        torch.export.load(path)
    missing = f"failed to resolve torch.ops.{name.replace('::', '.')}.default to an operator"
    assert missing in logs.output[0], logs.output
    torch.library.define(name, schema)
    torch.library.impl(name, "CPU", function)
    torch.library.register_fake(name, fake)


def check_structure(program, cases):
    """What Python must find beside the graph: sample inputs, names of the state, gradients, places."""
    args, kwargs = program.example_inputs
    module = program.module()
    inputs = [x for x in args if x is not None]
    assert [x.dtype for x in inputs] == [x.dtype for x in cases[0].inputs] and not kwargs, "sample inputs"
    assert set(cases[0].state) == set(program.state_dict), "names of the state"
    assert all(x.requires_grad for x in module.parameters()), "parameters without gradients"
    places = [node.meta.get("stack_trace") or "" for node in program.graph.nodes
              if node.op == "call_function"]
    assert any(".c" in place for place in places), "no node has a place in C"


def prove(path, compiles, packages):
    """A row: name, nodes, and what each way of running it says."""
    cases = [Case(*each) for each in torch.load(path.replace(".pt2", ".cases.pt"), weights_only=True)]

    def fresh():
        return torch.export.load(path)

    def module_runs():
        check_structure(fresh(), cases)
        for case in cases:
            yield run_module(fresh().module(), case), case.all

    def decomposed_runs(table):
        for case in cases:
            yield run_module(fresh().run_decompositions(*table).module(), case), case.all

    def compiled_runs(backend):
        for case in cases:
            torch._dynamo.reset()
            yield run(torch.compile(fresh().module(), backend=backend), case.inputs), case.results

    name = os.path.basename(path)[:-len(".pt2")]
    if name in OPERATORS:
        define_operator(path, *OPERATORS[name])
    backend = "inductor" if is_in(name, compiles) else "eager"
    return (name, len(fresh().graph.nodes), attempt(module_runs()),
            attempt(decomposed_runs(({},))), attempt(decomposed_runs(())),
            f"{attempt(compiled_runs(backend))} ({backend})",
            packaged(name, fresh(), cases) if is_in(name, packages) else "-")


def is_in(name, names):
    return name in names or "all" in names


def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def row_of(path, compiles, packages):
    """That of an earlier run if the program and the ways are the same, else a new one."""
    kept = path.replace(".pt2", ".row")
    name = os.path.basename(path)[:-len(".pt2")]
    key = [torch.__version__, digest_of(path), digest_of(path.replace(".pt2", ".cases.pt")), is_in(name, compiles),
           is_in(name, packages)]
    with contextlib.suppress(OSError, ValueError), open(kept) as file:
        found = json.load(file)
        if found["key"] == key:
            return found["row"]
    start = time.monotonic()
    row = prove(path, compiles, packages)
    print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
    with open(kept, "w") as file:
        json.dump({"key": key, "row": row}, file)
    return row


WAYS = ("`module()`", "`run_decompositions({})`", "`run_decompositions()`", "`torch.compile`", "AOTInductor")


def print_row(cells):
    print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)


def print_counts(rows):
    """How many programs are equal, close, or something else, by way."""
    print()
    print_row(["in Python", "equal, bit for bit", "close", "not"])
    print_row(["---", "---:", "---:", "---"])
    for way, cells in zip(WAYS, list(zip(*rows))[2:]):
        words = [str(cell).split(" (")[0] for cell in cells]
        others = [f"{row[0]}: {word}" for row, word in zip(rows, words)
                  if word not in ("equal", "close", "-")]
        print_row([way, words.count("equal"), words.count("close"), "; ".join(others)])


def is_wrong(row):
    return row[2] != "equal" or any(
        str(cell) == "differs" or str(cell).startswith("error") for cell in row[2:])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", default="")
    parser.add_argument("--package", default="")
    parser.add_argument("folder")
    options = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    print_row(["program", "nodes", *WAYS])
    print_row(["---", "---:", *["---"] * len(WAYS)])
    for file in sorted(os.listdir(options.folder)):
        if file.endswith(".pt2"):
            rows.append(row_of(os.path.join(options.folder, file), options.compile.split(","),
                               options.package.split(",")))
            print_row(rows[-1])
    print_counts(rows)
    return any(is_wrong(row) for row in rows)


if __name__ == "__main__":
    sys.exit(main())
