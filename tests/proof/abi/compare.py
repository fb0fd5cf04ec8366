"""compare.py OLD NEW: what changes for programs from one ctorch_api.json to the next.

Lists what was removed, changed and added. Exit status: 0 if programs written for OLD still compile,
and run if they are compiled already; 3 if some do not but are not meant to, since NEW raises
CT_ABI_VERSION by one or has the operators of another PyTorch release, which are not compared
(`ctorch-gen diff` does); 1 otherwise. Names of parameters and comments may change.

compare.py --functions API: prints C in which every function of the library is defined by its type.
"""
import json
import re
import sys

SAME, BREAKS, NOT_FOR_OLD = 0, 1, 3

# Versions and counts, which may change.
VARIABLE = re.compile(r"ctorch/(release|version)\.h$")


def parameters(entry):
    return entry["params"] + entry.get("results", [])


def prototype(entry):
    """Without names and const, which no compiled program contains."""
    types = ", ".join(p["c_type"] for p in parameters(entry)) or "void"
    text = f"{entry.get('returns', 'ct_error')} ({types})"
    return re.sub(r"\bconst ?", "", text)


def functions_of(api, with_operators):
    """{symbol: entry}; a method form has the prototype of its function."""
    found = {}
    for entry in api["runtime"] + api["nn_functions"] + api["functions"] * with_operators:
        found[entry["symbol"]] = entry
        if entry.get("method"):
            found[entry["method"]] = entry
    return found


def field(member):
    """(type, name); a pair in format 1."""
    return member if isinstance(member, list) else (member["c_type"], member["name"])


def contents(api, with_operators):
    """{what it is: how it is}, for everything that a program can depend on."""
    found = {}
    for symbol, entry in functions_of(api, with_operators).items():
        found[f"function {symbol}"] = prototype(entry)
    for entry in api["inline"]:
        found[f"inline function {entry['name']}"] = prototype(entry)
    for entry in api["callbacks"]:
        found[f"callback {entry['name']}"] = prototype(entry)
    for name, text in api["types"].items():
        found[f"type {name}"] = text
    for name, members in api["structs"].items():
        found[f"struct {name}"] = "{ " + "".join(f"{t} {m}; " for t, m in map(field, members)) + "}"
    for values in api["enums"].values():
        for name, value in values.items():
            found[f"enumerator {name}"] = str(value)
    for entry in api["macros"]:
        arguments = entry["params"]
        found[f"macro {entry['name']}"] = (
            "without arguments" if arguments is None else f"of {len(arguments)} arguments")
    for entry in api["constants"]:
        if not VARIABLE.search(entry["header"]) and not entry["name"].endswith("_VERSION"):
            found[f"constant {entry['name']}"] = str(entry["value"])
    return found


def constant(api, name):
    return next(entry["value"] for entry in api["constants"] if entry["name"] == name)


def tell(title, names, describe):
    if names:
        print(f"{title}:")
    for name in names:
        print(f"  {name}{describe(name)}")


def verdict(breaks, added, before, now):
    """The conclusion, and whether it is good."""
    raised = f"CT_ABI_VERSION is still {now}"
    if now != before:
        raised = f"CT_ABI_VERSION is {now}, and was {before}"
    if now not in (before, before + 1):
        return f"{raised}: it goes up by one at most from one version to the next", False
    if breaks and now == before:
        return f"programs BREAK that use what was removed or changed, and {raised}", False
    if breaks:
        return f"programs that use what was removed or changed must be adapted; {raised}", True
    return "nothing but additions" if added else "nothing changes", True


def compare(old, new):
    operators = old["pytorch"] == new["pytorch"]
    before, now = contents(old, operators), contents(new, operators)
    removed = sorted(before.keys() - now.keys())
    changed = sorted(name for name in before.keys() & now.keys() if before[name] != now[name])
    added = sorted(now.keys() - before.keys())

    tell("removed", removed, lambda name: "")
    tell("changed", changed, lambda name: f"\n    was: {before[name]}\n    is:  {now[name]}")
    tell("added", added, lambda name: "")
    if not operators:
        print(f"operators are not compared: {old['pytorch']} and {new['pytorch']} (ctorch-gen diff)")
    abi_before, abi_now = constant(old, "CT_ABI_VERSION"), constant(new, "CT_ABI_VERSION")
    text, good = verdict(removed + changed, added, abi_before, abi_now)
    print(f"libctorch {constant(old, 'CT_VERSION')} to {constant(new, 'CT_VERSION')}, "
          f"{len(before)} things compared: {text}.")
    if not good:
        return BREAKS
    return SAME if operators and abi_now == abi_before else NOT_FOR_OLD


def print_functions(api):
    functions = functions_of(api, True)
    for header in sorted({entry["header"] for entry in functions.values()}):
        print(f"#include <{header}>")
    for symbol, entry in functions.items():
        types = [p["c_type"] for p in parameters(entry)]
        listed = ", ".join(t if t == "..." else f"{t} p{i}" for i, t in enumerate(types)) or "void"
        print(f"{entry.get('returns', 'ct_error')} {symbol}({listed}) {{ __builtin_trap(); }}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--functions":
        print_functions(read(arguments[1]))
        return 0
    if len(arguments) != 2:
        sys.exit(__doc__)
    return compare(read(arguments[0]), read(arguments[1]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
