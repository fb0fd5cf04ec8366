"""Changed programs: ctorch-compile writes C that compiles, or one clear error that names the place.
Needs COMPILER, CC and INCLUDES in the environment. python3 hostile.py [COUNT [SEED]]
"""
import json
import os
import random
import subprocess
import sys
import tempfile
import zipfile

FIXTURES = "../fixtures/exported"
PROGRAMS = ["mlp.training", "cond.training", "while_count.training", "scan.core",
            "symbolic_operators.training", "gpt_tiny.training"]
failures = []


def read(name):
    with zipfile.ZipFile(f"{FIXTURES}/{name}.pt2") as archive:
        return {entry: archive.read(entry) for entry in archive.namelist()}


def write(path, entries, program):
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            is_model = name.endswith("/models/model.json")
            archive.writestr(name, json.dumps(program) if is_model else data)


def compile_program(folder, entries, program):
    """Status, what was printed."""
    path = f"{folder}/changed.pt2"
    write(path, entries, program)
    done = subprocess.run([os.environ["COMPILER"], path, "-o", f"{folder}/out", "--name", "changed",
                           "--level", "0", "-q"], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def c_compiles(folder):
    command = [os.environ["CC"], "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
               *os.environ["INCLUDES"].split(), f"{folder}/out/changed.c"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode == 0, done.stderr


def check(what, folder, entries, program, wanted=None):
    status, text = compile_program(folder, entries, program)
    if status == 0 and wanted is None:
        fine, text = c_compiles(folder)
    else:
        fine = status == 2 and "error: " in text and (wanted is None or wanted in text)
    if not fine:
        failures.append(what)
        print(f"called:   {what}\nexpected: {wanted or 'C that compiles, or an error'}\n"
              f"got:      status {status}: {text[:1000]}")


def model_of(entries):
    return json.loads(next(data for name, data in entries.items()
                           if name.endswith("/models/model.json")))


def graph_of(program):
    return program["graph_module"]["graph"]


# --- Changes with a known answer ------------------------------------------------------------------

def set_target(program, target):
    graph_of(program)["nodes"][1]["target"] = target


def drop_input(program):
    graph_of(program)["nodes"][1]["inputs"] = []


def name_input(program):
    graph_of(program)["nodes"][1]["inputs"][0]["name"] = "nonsense"


def text_for_tensor(program):
    graph_of(program)["nodes"][1]["inputs"][0]["arg"] = {"as_string": "x"}


def known(folder):
    entries = read("mlp.training")
    for change, wanted in [
            (lambda p: set_target(p, "torch.ops.aten.from_file.default"), "open files"),
            (lambda p: set_target(p, "torch.ops.higher_order.nonsense"), "not supported"),
            (lambda p: set_target(p, "_operator.nonsense"), "not supported"),
            (drop_input, "the argument 'self' is missing"),
            (name_input, "no argument 'nonsense'"),
            (text_for_tensor, "its argument 'self', which is as_string")]:
        program = model_of(entries)
        change(program)
        check(f"mlp, {wanted}", folder, entries, program, "node 1 'relu'")
        check(f"mlp, {wanted}", folder, entries, program, wanted)


# --- Names that C does not have -------------------------------------------------------------------

NAMES = ["int", "self", "ct_relu", "a b", "x*/y", "/*", "\\", "\"", "é", "1x", "error", "main",
         "return", "NULL", "??/", "a.b", "%s", "x\n#error"]


def renamed(program, old, new):
    """Everywhere in the JSON; names are whole texts."""
    if isinstance(program, dict):
        return {renamed(key, old, new): renamed(value, old, new)
                for key, value in program.items()}
    if isinstance(program, list):
        return [renamed(value, old, new) for value in program]
    return new if program == old else program


def names(folder):
    entries = read("mlp.training")
    for name in NAMES:
        program = renamed(model_of(entries), "linear", name)
        for node in graph_of(program)["nodes"]:
            node["metadata"]["stack_trace"] = f'File "{name}", line 1, in f\n    {name}'
        check(f"mlp, a value named {name!r}", folder, entries, program)


# --- Random changes -------------------------------------------------------------------------------

def places(value, found):
    """All (container, key) below the value."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(pairs):
        found.append((value, key))
        if isinstance(item, (dict, list)):
            places(item, found)


def mutate(chance, program):
    found = []
    places(graph_of(program), found)
    container, key = chance.choice(found)
    other_container, other_key = chance.choice(found)
    way = chance.randrange(6)
    if way == 0:
        container[key] = chance.choice([None, 0, -1, 2**62, 1e300, "", "x", True, [], {}])
    elif way == 1 and isinstance(container, list):
        del container[key]
    elif way == 2 and isinstance(container, list):
        container.insert(key, json.loads(json.dumps(container[key])))
    elif way == 3 and isinstance(container, dict):
        container[chance.choice(["as_int", "as_tensor", "as_ints", "as_none"])] = \
            container.pop(key)
    else:
        container[key] = json.loads(json.dumps(other_container[other_key]))


def at_random(folder, count, seed):
    chance = random.Random(seed)
    for i in range(count):
        name = chance.choice(PROGRAMS)
        entries = read(name)
        program = model_of(entries)
        for _ in range(chance.choice([1, 1, 2])):
            mutate(chance, program)
        check(f"{name}, change {i} of seed {seed}", folder, entries, program)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        known(folder)
        names(folder)
        at_random(folder, count, seed)
    if failures:
        print(f"rerun:    {os.environ.get('RERUN', ' '.join(sys.argv))}")
    return 1 if failures else 0


sys.exit(main())
