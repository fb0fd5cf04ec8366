"""nn_names.py GENERATOR PROJECT: what `audit` says of Python's torch.nn is true.

Every header declares what is said to be in it, every call has its macro, and the arguments of a
function in C are Python's, in Python's order. What a function of Python calls is in one place: in
names.yaml if C calls the operator itself, else in codegen/tools/show/python_names.c.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

generator, project = sys.argv[1], pathlib.Path(sys.argv[2])
audit = json.loads(subprocess.run([generator, "audit", "--root", project, "--format", "json"],
                                  capture_output=True, check=True).stdout)
schemas = dict(line.split("\t", 1) for line in subprocess.run(
    [generator, "list", "--root", project], capture_output=True, text=True,
    check=True).stdout.splitlines())
headers = {str(path.relative_to(project / folder)): path.read_text(encoding="utf-8")
           for folder in ("runtime/include", "generated")
           for path in (project / folder / "ctorch").rglob("*.h")}
macros = set(re.findall(r"define CT_OP_(\w+)_[( ]", "".join(headers.values())))
# Another name for the same thing; arguments that are deprecated or that choose another function.
PREFIXES = {"NN": "nn", "OPTIMIZER": "optim", "LR_SCHEDULER": "lr_scheduler",
            "DISTRIBUTION": "distributions", "DISTRIBUTION_TRANSFORM": "distribution_transforms"}
SAME = {"input": "self", "tensor": "self", "x1": "self", "mat_a": "self", "mat_b": "mat2"}
LEFT_OUT = {"size_average", "reduce", "_stacklevel", "inplace", "return_indices"}
# Arguments of one name that C does not have: items are added later; deprecated; of no effect.
ABSENT = {"torch.nn.ModuleDict": {"modules"}, "torch.nn.ModuleList": {"modules"},
          "torch.nn.ParameterDict": {"parameters"}, "torch.nn.ParameterList": {"values"},
          "torch.nn.Hardtanh": {"min_value", "max_value"},
          "torch.nn.functional.gumbel_softmax": {"eps"},
          # There is one process, and no computing in chunks.
          "torch.nn.SyncBatchNorm": {"process_group"},
          "torch.nn.LinearCrossEntropyLoss": {"options"},
          "torch.nn.functional.linear_cross_entropy": {"options"}}
failures = []


def names_in(text):
    """"a", "b" of "f(a, b=(1, 2), *, c) -> d"."""
    inside = text[text.index("(") + 1:]
    depth, parts = 0, [""]
    for c in inside:
        depth += (c in "([{") - (c in ")]}")
        if depth < 0:
            break
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [p.split("=")[0].split()[-1] for p in parts if p.strip() and p.strip() not in "*/"]


def check_arguments(name, schema):
    if not name.get("signature") or "*args" in name["signature"]:
        return
    absent = LEFT_OUT | ABSENT.get(name["python"], set())
    python = [a for a in names_in(name["signature"]) if a not in absent]
    ours = names_in(schema)
    found = [next((i for i, b in enumerate(ours) if b in (a, SAME.get(a))), None) for a in python]
    for argument, i in zip(python, found):
        if i is None:
            failures.append(f"{name['python']}: no argument {argument} in {schema}")
    places = [i for i in found if i is not None]
    if places != sorted(places):
        failures.append(f"{name['python']}: another order: {name['signature']}, {schema}")


def check_symbol(name, symbol):
    header = headers[symbol["header"]]
    if not re.search(rf"\b{symbol['symbol']}\b", header):
        failures.append(f"{name['python']}: no {symbol['symbol']} in {symbol['header']}")
    call = re.match(r"CT\((\w+)", symbol["call"])
    if call and call[1] not in macros:
        failures.append(f"{name['python']}: no {symbol['call']}")


for one in audit["nn"]:
    for at, c in enumerate(one.get("c", [])):
        check_symbol(one, c)
        if not at and c["symbol"] in schemas:
            check_arguments(one, schemas[c["symbol"]])
    if "make" in one:
        macro, made = re.match(rf"CT_({'|'.join(PREFIXES)})\((\w+)", one["make"]).groups()
        if f"{PREFIXES[macro]}_{made}" not in macros:
            failures.append(f"{one['python']}: no {one['make']}")
        check_arguments(one, schemas[f"CT_{macro}({made})"])

names = "codegen/tools/show/python_names.c"
rows = re.findall(r'{ F "(\w+)"', (project / names).read_text("utf-8"))
functions = {one["python"]: one for one in audit["nn"]}
if len(rows) < 30:
    failures.append(f"{names}: {len(rows)} rows")
for row in rows:
    one = functions.get(f"torch.nn.functional.{row}", {})
    if not one.get("c") or one["c"][0]["header"].startswith("ctorch/ops/"):
        failures.append(f"{names}: {row}: runtime/nn/names.yaml has it, or "
                        "Python does not")

# What notes and reasons call by its name in C is declared; they also name programs.
words = set(re.findall(r"\w+", "".join(headers.values())))
programs = {"ct_run"}
for file in ("names.yaml", "other_names.yaml"):
    notes = (project / "runtime/nn" / file).read_text("utf-8")
    failures += [f"runtime/nn/{file}: no {word} in C"
                 for word in sorted(set(re.findall(r"\b(?:ct|CT)_\w+", notes)) - words - programs)
                 if not word.endswith("_")]
print(*failures, sep="\n")
print(f"{len(audit['nn'])} names, {len(failures)} failures")
if failures:
    sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))
