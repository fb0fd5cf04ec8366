"""prove_export_back.py [--compile NAME,...] [--package NAME,...] FOLDER: for prove-export-back.sh: loads
the programs that C has written, compares with what C computed, and prints a table in Markdown."""

import argparse
import contextlib
import io
import os
import sys
import tempfile
import traceback

import torch

SEED = 3


def copied(inputs):
    return tuple(x if x is None else x.clone() for x in inputs)


def run(call, inputs):
    """The leaves of the output that are not None."""
    torch.manual_seed(SEED)
    with torch.no_grad():
        result = call(*copied(inputs))
    return [leaf for leaf in torch.utils._pytree.tree_leaves(result) if leaf is not None]


def same_bits(found, wanted):
    return len(found) == len(wanted) and all(
        x.dtype == y.dtype and torch.equal(x.nan_to_num(7), y.nan_to_num(7))
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


def package_runs(program, cases):
    with tempfile.TemporaryDirectory() as folder:
        path = torch._inductor.aoti_compile_and_package(
            program, package_path=os.path.join(folder, "packed.pt2"))
        packed = torch._inductor.aoti_load_package(path)
        for inputs, wanted in cases:
            yield run(packed, inputs), wanted


def prove(path, compiles, packages):
    """A row: name, nodes, and what each way of running it says."""
    cases = torch.load(path.replace(".pt2", ".cases.pt"), weights_only=True)

    def fresh():
        return torch.export.load(path)

    def module_runs():
        for inputs, wanted in cases:
            yield run(fresh().module(), inputs), wanted

    def decomposed_runs(table):
        for inputs, wanted in cases:
            program = fresh()
            program = program.run_decompositions(*table)
            yield run(program.module(), inputs), wanted

    def compiled_runs(backend):
        for inputs, wanted in cases:
            torch._dynamo.reset()
            yield run(torch.compile(fresh().module(), backend=backend), inputs), wanted

    name = os.path.basename(path)[:-len(".pt2")]
    backend = "inductor" if name in compiles else "eager"
    return (name, len(fresh().graph.nodes), attempt(module_runs()),
            attempt(decomposed_runs(({},))), attempt(decomposed_runs(())),
            f"{attempt(compiled_runs(backend))} ({backend})",
            attempt(package_runs(fresh(), cases)) if name in packages else "-")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", default="")
    parser.add_argument("--package", default="")
    parser.add_argument("folder")
    options = parser.parse_args()
    torch.set_num_threads(1)
    failed = False
    print("| program | nodes | `module()` | `run_decompositions({})` | `run_decompositions()` | "
          "`torch.compile` | AOTInductor |")
    print("| --- | ---: | --- | --- | --- | --- | --- |")
    for file in sorted(os.listdir(options.folder)):
        if not file.endswith(".pt2"):
            continue
        row = prove(os.path.join(options.folder, file), options.compile.split(","),
                    options.package.split(","))
        print("|", " | ".join(str(cell) for cell in row), "|", flush=True)
        failed |= row[2] != "equal" or any(
            str(cell).startswith(("error", "differs")) for cell in row[2:])
    return failed


if __name__ == "__main__":
    sys.exit(main())
