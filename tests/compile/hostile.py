"""Changed programs: ctorch-compile writes C that compiles, or one clear error that names the place.
Needs COMPILER, ROOT, CC and INCLUDES in the environment. python3 hostile.py [COUNT [SEED]]
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


def compile_program(folder, entries, program, level):
    """Status, what was printed."""
    path = f"{folder}/changed.pt2"
    write(path, entries, program)
    return run_compiler(path, "-o", f"{folder}/out", "--name", "changed", "--level", level, "-q")


def run_compiler(*arguments):
    done = subprocess.run([os.environ["COMPILER"], "--root", os.environ["ROOT"], *arguments], capture_output=True, text=True,
                          timeout=60)
    return done.returncode, done.stderr


CHECK = [os.environ["CC"], "-std=c11", "-Wall", "-Wextra", "-fopenmp-simd", *os.environ["INCLUDES"].split()]


def parse_headers(folder):
    """Once for all programs; only gcc reads the result."""
    with open(f"{folder}/all.h", "w") as file:
        file.write("#include <ctorch/ctorch.h>\n")
    version = subprocess.run([CHECK[0], "--version"], capture_output=True, text=True)
    if "Free Software Foundation" in version.stdout:
        subprocess.run([*CHECK, "-x", "c-header", f"{folder}/all.h", "-o", f"{folder}/all.h.gch"],
                       check=True)


def c_compiles(folder):
    command = [*CHECK, "-Werror", "-fsyntax-only", "-include", f"{folder}/all.h",
               f"{folder}/out/changed.c"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode == 0, done.stderr


def check(what, folder, entries, program, wanted=None, level="0"):
    status, text = compile_program(folder, entries, program, level)
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


def read_later(program):
    graph_of(program)["nodes"][1]["inputs"][0]["arg"]["as_tensor"]["name"] = "linear_1"


# --- Sizes, dtypes, constants ---------------------------------------------------------------------

def of_relu(program):
    return graph_of(program)["tensor_values"]["relu"]


def set_sizes(*sizes):
    def change(program):
        of_relu(program)["sizes"] = [{"as_int": size} for size in sizes]
    return change


def set_dtype(number):
    def change(program):
        of_relu(program)["dtype"] = number
    return change


def set_output(program, argument):
    graph_of(program)["outputs"] = [argument]
    program["graph_module"]["signature"]["output_specs"] = [{"user_output": {"arg": argument}}]


def set_expression(text):
    def change(program):
        of_relu(program)["sizes"][0] = {"as_expr": {"expr_str": text, "hint": None}}
    return change


VALUES = [
    set_sizes(), set_sizes(0), set_sizes(-1, 32), set_sizes(2**62, 2**62), set_sizes(4, 32, 1),
    set_sizes(*[1] * 65), set_dtype(0), set_dtype(13), set_dtype(99), set_dtype(-1),
    set_expression("Symbol('s31', integer=True)**1000"), set_expression("Mod(Symbol('s31'), 0)"),
    set_expression("Symbol('nonsense')"), set_expression("(" * 2000), set_expression(""),
    lambda p: set_output(p, {"as_none": True}), lambda p: set_output(p, {"as_int": 7}),
    lambda p: set_output(p, {"as_float": "NaN"}),
    lambda p: set_output(p, {"as_tensor": {"name": "input"}}),
    lambda p: set_output(p, {"as_tensor": {"name": "p_0_bias"}}),
    lambda p: graph_of(p).update(nodes=[]),
    lambda p: graph_of(p)["nodes"].append(graph_of(p)["nodes"][0]),
]


def values(folder):
    entries = read("mlp.training")
    for i, change in enumerate(VALUES):
        for level in "01":
            program = model_of(entries)
            change(program)
            check(f"mlp, change {i} of VALUES, level {level}", folder, entries, program,
                  level=level)


# --- Files ----------------------------------------------------------------------------------------

def refused(what, wanted, *arguments):
    status, text = run_compiler(*arguments)
    if status != 2 or wanted not in text or text.count("error: ") < 1:
        failures.append(what)
        print(f"called:   {what}\nexpected: status 2 and: {wanted}\ngot:      {status}: {text}")


def files(folder):
    archive = f"{FIXTURES}/mlp.training.pt2"
    with open(archive, "rb") as file, open(f"{folder}/half.pt2", "wb") as half:
        half.write(file.read()[:3000])
    entries = read("mlp.training")
    for name in [name for name in entries if name.endswith(("model.json", "config.json"))]:
        damaged = dict(entries)
        damaged[name] = entries[name][:len(entries[name]) // 2]
        with zipfile.ZipFile(f"{folder}/damaged.pt2", "w") as out:
            for entry, data in damaged.items():
                out.writestr(entry, data)
        refused(f"{name}, cut off", "damaged.pt2", f"{folder}/damaged.pt2", "-o", f"{folder}/out")
    refused("an archive, cut off", "half.pt2", f"{folder}/half.pt2", "-o", f"{folder}/out")
    refused("an archive in place of a folder", "half.pt2", archive, "-o", f"{folder}/half.pt2")
    refused("a folder below a file", "half.pt2", archive, "-o", f"{folder}/half.pt2/out")
    refused("a folder in place of an archive", folder, folder)
    if os.path.exists("/dev/full"):
        os.makedirs(f"{folder}/full")
        os.symlink("/dev/full", f"{folder}/full/mlp.c")
        run_compiler(archive, "-o", f"{folder}/full", "--name", "mlp", "-q")


# --- Memory ---------------------------------------------------------------------------------------

def outside(folder):
    """Strides with which loops would write and read after the end of a buffer."""
    entries = read("mlp.training")
    program = model_of(entries)
    of_relu(program)["strides"][0] = {"as_int": 1000000}
    write(f"{folder}/outside.pt2", entries, program)
    options = ["-o", f"{folder}/out", "--name", "changed", "--level", "1"]
    refused("strides of 1000000", "outside the memory of 'relu'", f"{folder}/outside.pt2",
            *options, "--input-shape", "input=5x16")
    status, _ = run_compiler(f"{folder}/outside.pt2", *options)
    with open(f"{folder}/out/changed.c") as file:
        if status != 0 or "CT_TRY(check_place(0, CT_L(1, " not in file.read():
            failures.append("strides of 1000000, sizes that vary")
            print(f"called:   strides of 1000000, sizes that vary\nexpected: a check in the run\n"
                  f"got:      status {status}, no check")


# --- Changes with a known answer, once more -------------------------------------------------------

def known(folder):
    entries = read("mlp.training")
    for change, wanted in [
            (lambda p: set_target(p, "torch.ops.aten.from_file.default"), "open files"),
            (lambda p: set_target(p, "torch.ops.higher_order.nonsense"), "not supported"),
            (lambda p: set_target(p, "_operator.nonsense"), "not supported"),
            (drop_input, "the argument 'self' is missing"),
            (name_input, "no argument 'nonsense'"),
            (read_later, "'linear_1' is used before"),
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
        check(f"{name}, change {i} of seed {seed}", folder, entries, program, level="01"[i % 2])


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        parse_headers(folder)
        known(folder)
        values(folder)
        files(folder)
        outside(folder)
        names(folder)
        at_random(folder, count, seed)
    if failures:
        print(f"rerun:    {os.environ.get('RERUN', ' '.join(sys.argv))}")
    return 1 if failures else 0


sys.exit(main())
