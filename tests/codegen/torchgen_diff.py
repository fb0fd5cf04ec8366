"""torchgen_diff.py GENERATOR PROJECT PACKAGES...: whether `ctorch-gen diff` agrees with torchgen.

Each of PACKAGES is a folder that holds a release's torchgen, the oldest first. Each torchgen parses
its own operator list, in its own process. From these facts, and from the table of C types in
docs/types.md, this script computes the differences between one release and the next, and compares
them with the JSON of `ctorch-gen diff`, change by change. After the last release comes a made-up
one: the last with changes of each kind. Exits with 77, which ctest counts as skipped, if no release
is named or if a module that torchgen imports is not installed; any other problem is a failure.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from torchgen_run import check_folders, print_rerun, run_torchgen

FACTS = """
import json

def alias(annotation):
    return "(" + str(annotation) + ")" if annotation else None

facts = {}
for f in parsed.native_functions:
    positional = {a.name for a in f.func.arguments.flat_positional}
    facts["ct_" + f.func.name.unambiguous_name()] = {
        "schema": str(f.func), "name": str(f.func.name),
        "method": "method" in {v.name for v in f.variants},
        "args": [{"name": a.name, "type": str(a.type), "default": a.default,
                  "alias": alias(a.annotation), "written": bool(a.annotation
                                                                and a.annotation.is_write),
                  "passed": "positional" if a.name in positional else "keyword-only"}
                 for a in f.func.schema_order_arguments()],
        "rets": [{"name": r.name, "type": str(r.type), "alias": alias(r.annotation)}
                 for r in f.func.returns],
    }
json.dump(facts, sys.stdout)
"""


# The changes to the last release's list; the old texts exist since 1.13.1.
ALTERED = [
    ("cosine_similarity(Tensor x1, Tensor x2,", "cosine_similarity(Tensor x2, Tensor x1,"),
    ("pairwise_distance(Tensor x1, Tensor x2, float p=2,",
     "pairwise_distance(Tensor x1, Tensor x2, float p=3,"),
    ("func: pdist(", "func: pdist.renamed("),
    ("expand_as(Tensor(a) self, Tensor other) -> Tensor(a)",
     "expand_as(Tensor self, Tensor other) -> Tensor"),
    ("group_norm(Tensor input, int num_groups, Tensor? weight=None,",
     "group_norm(Tensor input, int num_groups, Tensor weight,"),
    ("chain_matmul(Tensor[] matrices) -> Tensor", "chain_matmul(Tensor[] matrices) -> Tensor[]"),
    ("dist(Tensor self, Tensor other, Scalar p=2)", "dist(Tensor self, Tensor rhs, Scalar p=2)"),
    ("bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None)",
     "bilinear(Tensor input1, Tensor input2, Tensor weight)"),
    ("kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool",
     "kl_div(Tensor self, Tensor target, int reduction=Mean, bool"),
    ("margin_ranking_loss(Tensor input1,", "margin_ranking_loss(SymInt n, Tensor input1,"),
    ("func: cdist(Tensor x1, Tensor x2, float p=2,", "func: cdist(Tensor x1, Tensor x2, int p=2,"),
    ("matmul_backward(Tensor grad, Tensor self, Tensor other, bool[2] mask)",
     "matmul_backward(Tensor grad, Tensor self, Tensor other, bool[3] mask)"),
    ("moveaxis.int(Tensor(a) self, int source, int destination) -> Tensor(a)\n"
     "  variants: function, method",
     "moveaxis.int(Tensor(a) self, int source, SymInt destination) -> Tensor(a)\n"
     "  variants: function"),
]


def alter(folder, made):
    """Copies the release's torchgen and alters its list."""
    shutil.copytree(folder + "/torchgen", made + "/torchgen")
    os.mkdir(made + "/torch")
    with open(made + "/torch/version.py", "w", encoding="utf-8") as file:
        file.write("__version__ = '99.0.0'\n")
    name = made + "/torchgen/packaged/ATen/native/native_functions.yaml"
    with open(name, encoding="utf-8") as file:
        text = file.read()
    for old, new in ALTERED:
        if old not in text:
            sys.exit(f"the list of {folder} has no '{old}' that could be altered: choose another")
        text = text.replace(old, new)
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def facts_of(folder):
    return json.loads(run_torchgen(folder, FACTS))


# --- C types, from docs/types.md ------------------------------------------------------------------
def read_types(page):
    """The rows of both tables: {type: [C types of its parameters]}, arguments and results."""
    arguments, results = {}, {}
    last = []
    for line in page.splitlines():
        cells = line.strip("|").split(" | ")
        names, spellings = ([re.findall(r"`([^`]+)`", cell) for cell in cells[:2]] + [[]])[:2]
        if not line.startswith("| `") or len(cells) < 2:
            continue
        if cells[1].startswith("the same"):
            spellings = last
        last = spellings
        for i, name in enumerate(names):
            # Each of `-> ScalarType`, `-> QScheme` has its own; otherwise one is for all.
            spelling = spellings[i if name.startswith("->") and len(spellings) == len(names) else 0]
            table = results if name.startswith("->") else arguments
            table[name.removeprefix("-> ")] = [re.sub(r"\s*\w+$", "", part.strip())
                                               for part in spelling.split(",")]
    return arguments, results


def find_type(table, name):
    """The type's row. An optional type without a row is passed like the type itself in C."""
    for spelling in (name, re.sub(r"bool\[\d+\]", "bool[3]", name),
                     re.sub(r"\[\d+\]", "[]", name)):
        for row in (spelling, spelling.removesuffix("?")):
            if row in table:
                return table[row]
    sys.exit(f"docs/types.md has no row for {name}")


def c_types(tables, function):
    """The C types of all parameters, results last."""
    types = []
    for arg in function["args"]:
        found = find_type(tables[0], arg["type"])
        types += ["ct_tensor *"] if found == ["const ct_tensor *"] and arg["written"] else found
    for ret in function["rets"]:
        types += find_type(tables[1], ret["type"])
    return types


# --- differences between two functions ------------------------------------------------------------
def plain(type_):
    return type_.replace("SymInt", "int").replace("SymBool", "bool")


def fits(value, place):
    """Whether every value of the one type fits the other; both are the same type in C."""
    if value.startswith("bool[") or place.startswith("bool["):
        return value == place
    value, place = (re.sub(r"\[\d+\]", "[]", plain(t)) for t in (value, place))
    if value == place:
        return True
    if place.endswith("?") and fits(value, place[:-1]):
        return True
    # Tensor[] fits Tensor?[]
    return value.endswith("[]") and place.endswith("[]") and fits(value[:-2], place[:-2])


def pair_up(old, new, tables):
    """For each new argument, the index of the old argument that it was, or None."""
    old_names, new_names = ([a["name"] for a in f["args"]] for f in (old, new))
    pairs = []
    for i, name in enumerate(new_names):
        if name in old_names:
            pairs.append(old_names.index(name))
        elif i < len(old_names) and old_names[i] not in new_names and \
                c_types(tables, {"args": [old["args"][i]], "rets": []}) == \
                c_types(tables, {"args": [new["args"][i]], "rets": []}):
            pairs.append(i)
        else:
            pairs.append(None)
    return pairs


def details(old, new, tables):
    """{(what, argument or result, its name, old, new)} and whether calls must be checked."""
    found, look = set(), False
    if old["name"] != new["name"]:
        found.add(("name", "argument", new["name"], old["name"], new["name"]))
    pairs = pair_up(old, new, tables)
    for i, was in enumerate(pairs):
        arg = new["args"][i]
        if was is None:
            found.add(("new", "argument", arg["name"], None, arg["type"]))
            look = True
            continue
        if any(other is not None and j != i and (j < i) != (other < was)
               for j, other in enumerate(pairs)):
            found.add(("position", "argument", arg["name"], str(was + 1), str(i + 1)))
            look = True
        before = old["args"][was]
        for key in ("name", "passed", "type", "default", "alias"):
            if before[key] != arg[key]:
                found.add((key, "argument", arg["name"], before[key], arg[key]))
        look |= not fits(before["type"], arg["type"])
    for i, arg in enumerate(old["args"]):
        if i not in pairs:
            found.add(("gone", "argument", arg["name"], arg["type"], None))
            look = True
    for i, (before, ret) in enumerate(zip(old["rets"], new["rets"])):
        for key in ("name", "type", "alias"):
            if before[key] != ret[key]:
                found.add((key, "result", i, before[key], ret[key]))
        look |= not fits(ret["type"], before["type"])
    for i in range(len(new["rets"]), len(old["rets"])):
        found.add(("gone", "result", i, old["rets"][i]["type"], None))
    for i in range(len(old["rets"]), len(new["rets"])):
        found.add(("new", "result", i, None, new["rets"][i]["type"]))
    return found, look


def changes_of(old, new, tables):
    """{(symbol, kind): details}. A method form added or removed alone has its own symbol."""
    changes = {}
    for symbol in old.keys() | new.keys():
        before, after = old.get(symbol), new.get(symbol)
        if not before or not after:
            changes[symbol, "added" if after else "removed"] = frozenset()
            continue
        method = symbol.replace("ct_", "ct_Tensor_", 1)
        if before["method"] != after["method"]:
            changes[method, "added" if after["method"] else "removed"] = frozenset()
        if before["schema"] == after["schema"]:
            continue
        found, look = details(before, after, tables)
        if c_types(tables, before) != c_types(tables, after):
            kind = "signature"
        elif look:
            kind = "meaning"
        elif any(what in ("default", "alias") for what, *_ in found):
            kind = "default"
        else:
            kind = "invisible"
        changes[symbol, kind] = frozenset(found)
    return changes


# --- ctorch-gen's differences ---------------------------------------------------------------------
def ours(changes, old, new):
    result = {}
    for change in changes:
        found = set()
        function = new.get(change["symbol"]) or {"rets": []}
        for detail in change["details"]:
            of = detail.get("argument")
            if of is None:
                # ctorch-gen names a result by its C name; torchgen's facts use its position.
                names = [ret["name"] for ret in function["rets"]]
                was = [ret["name"] for ret in old.get(change["symbol"], {"rets": []})["rets"]]
                digits = re.fullmatch(r"result(\d*)", detail["result"])
                stem = detail["result"].removesuffix("_result").removesuffix("_")
                of = (names.index(stem) if stem in names else was.index(stem) if stem in was
                      else int(digits[1] or 0))
            found.add((detail["what"], "result" if "result" in detail else "argument", of,
                       detail["old"], detail["new"]))
        result[change["symbol"], change["kind"]] = frozenset(found)
    return result


def compare(generator, project, old_folder, new_folder, facts, tables):
    command = [generator, "diff", "--root", project, old_folder, new_folder, "--format", "json"]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode not in (0, 1):
        print(f"called:   {' '.join(command)}\nexpected: status 0 or 1\n"
              f"got:      status {done.returncode}: {done.stderr}")
        return 1
    told = json.loads(done.stdout)
    old, new = facts[old_folder], facts[new_folder]
    expected, got = changes_of(old, new, tables), ours(told["changes"], old, new)
    failures = []
    for key in sorted(expected.keys() | got.keys()):
        if expected.get(key) != got.get(key):
            wanted, found = (sorted(map(str, side[key])) if key in side else "no such change"
                             for side in (expected, got))
            failures.append(f"{key[0]}: {key[1]}\n  expected {wanted}\n  got      {found}")
    breaks = any(kind in ("removed", "signature") for _, kind in expected)
    if told["compiles"] == breaks or done.returncode != breaks:
        failures.append(f"expected compiles: {not breaks}, got {told['compiles']} and status "
                        f"{done.returncode}")
    for key, function_facts in (("old", old), ("new", new)):
        counts = (told[key]["functions"], told[key]["methods"])
        wanted = (len(function_facts), sum(f["method"] for f in function_facts.values()))
        if counts != wanted:
            failures.append(f"{key}: expected {wanted}, got {counts}")
    for failure in failures[:20]:
        print(failure)
    kinds = [kind for _, kind in expected]
    print(f"{told['old']['pytorch']} -> {told['new']['pytorch']}: "
          + ", ".join(f"{kinds.count(kind)} {kind}" for kind in told["totals"])
          + f"; {len(failures)} differences from torchgen; {seconds:.2f} s")
    return len(failures)


def main():
    generator, project, *folders = sys.argv[1:]
    check_folders(folders)
    with open(project + "/docs/types.md", encoding="utf-8") as file:
        tables = read_types(file.read())
    with tempfile.TemporaryDirectory() as made:
        alter(folders[-1], made)
        folders.append(made)
        facts = {folder: facts_of(folder) for folder in folders}
        failures = sum(compare(generator, project, old, new, facts, tables)
                       for old, new in zip(folders, folders[1:]))
    if len(folders) == 2:
        print("skipped: releases beside this one; -DCTORCH_RELEASES='/path/of/one;...' names them")
    if failures:
        print_rerun()
    sys.exit(bool(failures))


main()
