"""tch.py FUNCTIONS MISSING HEADER...: which functions of tch-rs's C layer the shim has.

FUNCTIONS lists them with their types, HEADERs declare those of the shim. A function that is missing, or has
other types, must be in MISSING with the reason, and 98 % must be there.
"""

import re
import sys


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def type_of(parameter):
    """`int64_t *dim_data` is int64_t*."""
    name = re.search(r"\w+$", parameter)
    text = parameter[: name.start()] if name and " " in parameter else parameter
    return re.sub(r"\s", "", text)


def declared(paths):
    functions = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/|^#[^\n]*", "", file.read(), flags=re.S | re.M)
        for returns, name, parameters in re.findall(r"(\w+ \*?)(atg_\w+)\(([^)]*)\);", text):
            given = [] if parameters == "void" else parameters.split(",")
            types = " ".join(type_of(" ".join(p.split())) for p in given)
            functions[name] = (re.sub(r"\s", "", returns), types)
    return functions


def main(functions, missing, *headers):
    wanted, found = rows(functions), declared(headers)
    reasons = dict(rows(missing))
    wrong = []
    for name, returns, types in wanted:
        is_there = found.get(name) == (returns, types)
        if is_there == (name in reasons):
            got = found.get(name, "nothing of this name")
            wrong.append(f"{name}: expected {returns} ({types}), got {got}" if not is_there
                         else f"{name} is there: remove it from {missing}")
    known = {name for name, _, _ in wanted}
    wrong += [f"{name}: tch-rs has no such function" for name in found if name not in known]
    count = len(wanted) - len(reasons)
    share = 100 * count / len(wanted)
    print(f"{count} of {len(wanted)} functions of tch-rs's C layer, {share:.1f} %; without:")
    for name, reason in reasons.items():
        print(f"  {name}: {reason}")
    if share < 98:
        wrong.append("fewer than 98 %")
    sys.exit("\n".join(wrong) if wrong else 0)


main(*sys.argv[1:])
