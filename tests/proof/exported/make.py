#!/usr/bin/env python3
"""Exports the programs of the zoo, and writes what Python computes with each exported file.

Usage: make.py [--force] [--forms FORM,...] OUT [NAME...]
       make.py --fixtures     writes tests/fixtures/exported/
       make.py --list         prints the names

For each program and each form it writes OUT/NAME.FORM.pt2, an archive of torch.export.save(), and
OUT/NAME.FORM.ref.pt, plain data of torch.save(). The forms are training (as torch.export.export()
returns it), decomposed (after run_decompositions({})) and core (after run_decompositions()). Files
that exist are kept unless --force is given. OUT/summary.json has what each program contains, and
the reason for each form that Python itself could not export, save, load or run.

A reference is computed from torch.export.load(FILE).module(), loaded again for each section, at
one thread, with torch.manual_seed(seed) right before each run:

  cases   a list of {inputs, outputs, inputs_after}; without recording of gradients, one after
          another in the same module; inputs and outputs are the leaves of
          pytree.tree_leaves((args, kwargs)) and of the result, among them None; inputs_after is
          None unless an input has changed
  runs    {outputs, buffers} after three runs on the first inputs, without recording
  grads   {parameters, inputs, inputs_require}: gradients of the sum of outputs that require one,
          after a run on the first inputs, those at inputs_require with requires_grad; or None
  bad     a list of {inputs, error}: Python refuses these inputs with this message

The outputs of a graph that has the backward, too, are the loss and the gradients.
"""

import argparse
import copy
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import time
import traceback
import warnings

HERE = pathlib.Path(__file__).resolve().parent
FIXTURES = HERE.parents[1] / "fixtures" / "exported"
FORMS = "training", "decomposed", "core"
SEED = 5
MAX_FIXTURE = 60_000

# For the checked-in files, the kernels that all processors have. tests/CMakeLists.txt has the same.
ALIKE = {"ATEN_CPU_CAPABILITY": "default", "MKL_CBWR": "COMPATIBLE",
         "ONEDNN_MAX_CPU_ISA": "SSE41", "OMP_NUM_THREADS": "1"}

# Small programs that together have most kinds of arguments, and the forms to check in.
CHECKED_IN = {
    "mlp": ("training", "core"), "mlp_bf16": ("training",), "gpt_bf16": ("training",),
    "cnn_train": ("training",), "cnn_eval": ("training",),
    "lstm_projected": ("training",), "gpt_tiny": ("training",),
    "counter": ("training", "decomposed"), "cond_shape": ("training",),
    "while_count": ("training",), "scan": ("core",), "map_over": ("training",),
    "associative_scan": ("training",), "lists_in_arguments": ("training",),
    "lists_of_strings": ("training",), "lists_of_lists": ("training",),
    "dictionary_argument": ("training",), "vmap": ("training",),
    "structures": ("training",), "constants": ("training",),
    "symbolic_operators": ("training",), "custom_operators": ("core",),
    "weights_of_all_dtypes": ("training",), "shared_weights": ("training",),
    "autocast_no_grad": ("training",), "unbacked_item": ("training",),
    "asserts": ("training",), "joint": ("training",), "random_numbers": ("training",),
    "indexing": ("decomposed",), "cond": ("training",), "effects": ("core",),
    "swapped_buffers": ("decomposed",), "shifted_buffers": ("decomposed",),
    "product_of_integers": ("training",), "strict_region": ("training",),
    "hinted_region": ("training",), "mapped_lists": ("training",),
}


def log(*words):
    print(*words, file=sys.stderr, flush=True)


# --- exporting ------------------------------------------------------------------------------------


def graph_modules(torch, module):
    return [one for one in module.modules() if isinstance(one, torch.fx.GraphModule)]


def relative(text):
    """A stack trace without this machine's folders: zoo/layers.py, torch/nn/modules/linear.py."""
    text = re.sub(r'"[^"\n]*/site-packages/', '"', text)
    text = text.replace(f'"{HERE}/', '"')
    return re.sub(r'"/[^"\n]*/lib/python3[^/"\n]*/', '"python/', text)


def make_reproducible(torch, exported):
    """Two runs write the same: without folders of this machine, and without from_node, which has
    addresses."""
    for module in graph_modules(torch, exported.graph_module):
        for node in module.graph.nodes:
            node.meta.pop("from_node", None)
            if node.meta.get("stack_trace"):
                node.meta["stack_trace"] = relative(node.meta["stack_trace"])


def export(torch, made):
    exported = torch.export.export(made.module, copy.deepcopy(made.args),
                                   copy.deepcopy(made.kwargs), dynamic_shapes=made.dynamic_shapes,
                                   strict=made.strict)
    if made.joint:
        from torch.export.experimental import _export_forward_backward
        exported = _export_forward_backward(exported)
    return exported


def in_form(exported, form):
    if form == "training":
        return exported
    return exported.run_decompositions({} if form == "decomposed" else None)


# --- references -----------------------------------------------------------------------------------


def plain(torch, value):
    """A leaf as it is saved: with memory of its own, which nothing changes later."""
    if not isinstance(value, torch.Tensor):
        return value
    value = value.detach().resolve_conj().resolve_neg()
    return value.clone() if value.layout == torch.strided else value.to_dense()


def bits(torch, value):
    if isinstance(value, torch.Tensor):
        value = value.detach().contiguous().reshape(-1)
        return (value.dtype, value.shape, value.view(torch.uint8).numpy().tobytes())
    return type(value), repr(value)


def are_equal(torch, ones, others):
    return len(ones) == len(others) and all(
        bits(torch, one) == bits(torch, other)
        and getattr(one, "shape", None) == getattr(other, "shape", None)
        for one, other in zip(ones, others))


class Joint:
    """Runs a graph that has the backward. Its module() cannot: the tree of outputs has the loss
    alone. Here the outputs are the loss and the gradients, in the graph's order."""

    def __init__(self, torch, exported):
        self.torch, self.exported = torch, exported
        self.signature = exported.graph_signature
        self.state = exported.state_dict | exported.constants

    def named_buffers(self, remove_duplicate):
        del remove_duplicate
        return {name: self.state[name] for name in self.signature.buffers}.items()

    def lifted(self, spec, inputs):
        if spec.kind.name == "USER_INPUT":
            return next(inputs)
        return self.state[spec.target]

    def __call__(self, *args, **kwargs):
        inputs = iter(self.torch.utils._pytree.tree_leaves((args, kwargs)))
        given = [self.lifted(spec, inputs) for spec in self.signature.input_specs]
        outputs = []
        for spec, value in zip(self.signature.output_specs, self.exported.graph_module(*given)):
            if spec.kind.name == "BUFFER_MUTATION":
                self.state[spec.target].copy_(value)
            else:
                outputs.append(value)
        return outputs


class Reference:
    """What Python computes with one archive."""

    def __init__(self, torch, path, made):
        self.torch, self.path, self.made = torch, path, made
        self.leaves = torch.utils._pytree.tree_leaves

    def load(self):
        return torch_load(self.torch, self.path)

    def fresh(self):
        return self.module_of(self.load())

    def module_of(self, exported):
        return Joint(self.torch, exported) if self.made.joint else exported.module()

    def copied(self, inputs):
        return copy.deepcopy(inputs)

    def run(self, module, inputs):
        args, kwargs = inputs
        self.torch.manual_seed(SEED)
        return self.leaves(module(*args, **kwargs))

    def plain(self, values):
        return [plain(self.torch, value) for value in values]

    def case(self, module, inputs):
        inputs = self.copied(inputs)
        before = self.plain(self.leaves(inputs))
        outputs = self.plain(self.run(module, inputs))
        after = self.plain(self.leaves(inputs))
        return {"inputs": before, "seed": SEED, "outputs": outputs,
                "inputs_after": None if are_equal(self.torch, before, after) else after}

    def cases(self):
        module = self.fresh()
        with self.torch.no_grad():
            return [self.case(module, inputs) for inputs in self.made.inputs()]

    def runs(self):
        exported = self.load()
        module = self.module_of(exported)
        with self.torch.no_grad():
            for _ in range(3):
                outputs = self.run(module, self.copied(self.made.inputs()[0]))
        buffers = dict(module.named_buffers(remove_duplicate=False))
        return {"outputs": self.plain(outputs),
                "buffers": {name: plain(self.torch, buffers[name])
                            for name in exported.graph_signature.buffers}}

    def require(self, leaves):
        """The places of the inputs that can have a gradient; they get requires_grad."""
        places = [i for i, leaf in enumerate(leaves)
                  if isinstance(leaf, self.torch.Tensor) and leaf.is_floating_point()]
        for i in places:
            leaves[i].requires_grad_(True)
        return places

    def grads_with(self, with_inputs):
        module = self.fresh()
        inputs = self.copied(self.made.inputs()[0])
        leaves = self.leaves(inputs)
        for leaf in leaves:
            if isinstance(leaf, self.torch.Tensor):
                leaf.requires_grad_(False)
        places = self.require(leaves) if with_inputs else []
        with self.torch.enable_grad():
            total = None
            for output in self.run(module, inputs):
                if isinstance(output, self.torch.Tensor) and output.is_floating_point() and \
                        output.requires_grad:
                    total = output.sum() if total is None else total + output.sum()
            assert total is not None, "no output requires a gradient"
            total.backward()
        found = {name: plain(self.torch, parameter.grad) for name, parameter
                 in module.named_parameters(remove_duplicate=False)}
        return {"parameters": found, "inputs_require": places,
                "inputs": [plain(self.torch, leaves[i].grad) for i in places]}

    def grads(self):
        """Without the gradients of inputs if the program writes to one. Python cannot differentiate
        some decomposed graphs: they write to what backward needs, or have aten::copy."""
        if not self.made.grads:
            return None
        try:
            return self.grads_with(True)
        except RuntimeError as error:
            if "leaf" in str(error):
                return self.grads_with(False)
            if "inplace operation" in str(error) or "is not implemented" in str(error):
                return None
            raise

    def refused(self, inputs):
        before = self.plain(self.leaves(inputs))
        module = self.fresh()
        try:
            with self.torch.no_grad():
                self.run(module, self.copied(inputs))
        except Exception as error:  # pylint: disable=broad-except
            return {"inputs": before, "error": str(error), "class": type(error).__name__}
        return None

    def bad(self):
        """Those of the bad inputs that Python refuses, which may depend on the form."""
        from zoo import with_kwargs
        refused = [self.refused(with_kwargs(one)) for one in self.made.bad]
        return [one for one in refused if one is not None]

    def sections(self):
        return {"cases": self.cases(), "runs": self.runs(), "grads": self.grads()}

    def make(self):
        """Computed twice: an output that differs is no reference."""
        made, again = self.sections(), self.sections()
        assert are_equal(self.torch, self.leaves(made), self.leaves(again)), \
            "two runs have different results"
        exported = self.load()
        return {"name": self.path.name.split(".")[0], "form": self.path.name.split(".")[1],
                "release": str(self.torch.__version__), "seed": SEED, "threads": 1,
                "grad_mode": "no_grad", "nodes": count_nodes(self.torch, exported), **made,
                "bad": self.bad()}


def count_nodes(torch, exported):
    return sum(node.op in ("call_function", "call_method")
               for module in graph_modules(torch, exported.graph_module)
               for node in module.graph.nodes)


def torch_load(torch, path):
    return torch.export.load(path)


# --- files ----------------------------------------------------------------------------------------


def seeded(torch, make):
    torch.manual_seed(1)
    return make()


def one_line(error):
    return f"{type(error).__name__}: " + " ".join(str(error).split())[:200]


def describe(made, program):
    return {"nodes": made["nodes"], "cases": len(made["cases"]), "bad": len(made["bad"]),
            "accepted": len(program.bad) - len(made["bad"]), "grads": made["grads"] is not None}


def write_form(torch, exported, name, form, out, make):
    """Under other names first, so that files that exist are complete."""
    path, reference = out / f"{name}.{form}.pt2", out / f"{name}.{form}.ref.pt"
    changed = in_form(exported, form)
    make_reproducible(torch, changed)
    partial = out / f"partial.{os.getpid()}"
    partial.mkdir(exist_ok=True)
    try:
        # The archive's root folder has the file's name.
        torch.export.save(changed, partial / path.name)
        program = seeded(torch, make)
        made = Reference(torch, partial / path.name, program).make()
        torch.save(made, partial / reference.name)
        torch.load(partial / reference.name, weights_only=True)
        for file in path, reference:
            os.replace(partial / file.name, file)
    finally:
        for file in partial.iterdir():
            file.unlink()
        partial.rmdir()
    return describe(made, program)


def write_program(torch, name, make, forms, out, verbose):
    """What was written of each form; a text is the reason why it was not."""
    result = {}
    try:
        exported = export(torch, seeded(torch, make))
    except Exception as error:  # pylint: disable=broad-except
        if verbose:
            traceback.print_exc()
        return dict.fromkeys(forms, f"export: {one_line(error)}")
    for form in forms:
        try:
            result[form] = write_form(torch, exported, name, form, out, make)
        except Exception as error:  # pylint: disable=broad-except
            if verbose:
                traceback.print_exc()
            result[form] = one_line(error)
    return result


def read_summary(out):
    path = out / "summary.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def write_summary(out, summary):
    text = json.dumps(summary, indent=1, sort_keys=True)
    (out / "summary.json").write_text(text + "\n", encoding="utf-8")


def missing_forms(out, name, forms, force):
    return [form for form in forms
            if force or not (out / f"{name}.{form}.ref.pt").exists()]


def report(name, forms, result, started):
    failed = [f"{form}: {result[form]}" for form in forms if isinstance(result[form], str)]
    log(f"{name}: {len(forms) - len(failed)} of {len(forms)} forms, "
        f"{time.monotonic() - started:.1f} s", *(f"\n    {line}" for line in failed))


def write_all(torch, programs, out, options):
    out.mkdir(parents=True, exist_ok=True)
    summary = read_summary(out)
    for name, make in programs.items():
        forms = missing_forms(out, name, options.forms_of(name), options.force)
        if not forms:
            continue
        started = time.monotonic()
        result = write_program(torch, name, make, forms, out, options.verbose)
        summary.setdefault(name, {}).update(result)
        report(name, forms, result, started)
        write_summary(out, summary)
    return summary


# --- the checked-in files -------------------------------------------------------------------------


def check_fixtures():
    """Small, and without a path of this machine."""
    total = 0
    for path in sorted(FIXTURES.glob("*.pt*")):
        content = path.read_bytes()
        total += len(content)
        assert path.suffix != ".pt2" or len(content) <= MAX_FIXTURE, f"{path}: {len(content)} bytes"
        for folder in (str(HERE), sys.prefix, str(pathlib.Path.home()), "site-packages"):
            assert folder.encode() not in content, f"{path} contains {folder}"
    log(f"tests/fixtures/exported: {total} bytes")


def write_fixtures():
    if any(os.environ.get(name) != value for name, value in ALIKE.items()):
        command = [sys.executable, __file__, "--fixtures"]
        return subprocess.run(command, check=False, env=os.environ | ALIKE).returncode
    for path in FIXTURES.glob("*.pt*"):
        path.unlink()
    return None


# --- the command line -----------------------------------------------------------------------------


def read_arguments():
    parser = argparse.ArgumentParser(description="Exports programs, and writes references.")
    parser.add_argument("out", nargs="?", type=pathlib.Path, help="a folder")
    parser.add_argument("names", nargs="*", help="of programs; default: all")
    parser.add_argument("--force", action="store_true", help="write files that exist again")
    parser.add_argument("--forms", default=",".join(FORMS))
    parser.add_argument("--fixtures", action="store_true", help="write tests/fixtures/exported/")
    parser.add_argument("--list", action="store_true", help="print the names of all programs")
    parser.add_argument("--verbose", action="store_true", help="print where Python failed")
    options = parser.parse_args()
    if not options.out and not options.fixtures and not options.list:
        parser.error("which folder?")
    forms = options.forms.split(",")
    options.forms_of = lambda name: CHECKED_IN[name] if options.fixtures else forms
    return options


def chosen(programs, options):
    names = list(CHECKED_IN) if options.fixtures else options.names or list(programs)
    unknown = [name for name in names if name not in programs]
    if unknown:
        sys.exit(f"make.py: no program {', '.join(unknown)}; see make.py --list")
    return {name: programs[name] for name in names}


def main():
    options = read_arguments()
    if options.fixtures:
        status = write_fixtures()
        if status is not None:
            return status
        options.out = FIXTURES
    import torch  # after the environment is set
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    sys.path.insert(0, str(HERE))
    from zoo import LEFT_OUT, PROGRAMS
    if options.list:
        print(*PROGRAMS, sep="\n")
        return 0
    summary = write_all(torch, chosen(PROGRAMS, options), options.out, options)
    for name, reason in LEFT_OUT.items():
        summary[name] = dict.fromkeys(FORMS, f"left out: {reason}")
    if not options.fixtures:
        write_summary(options.out, summary)
        return 0
    (FIXTURES / "summary.json").unlink()
    check_fixtures()
    failed = [name for name in CHECKED_IN
              if any(isinstance(one, str) for one in summary[name].values())]
    return f"make.py: not written: {', '.join(failed)}" if failed else 0


if __name__ == "__main__":
    sys.exit(main())
