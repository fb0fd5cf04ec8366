"""show_defaults.py GENERATOR PROJECT: every default that `ctorch-gen show` writes compiles.

Each default initializes a variable of the parameter's type, which is from ctorch_api.json. Exactly
the parameters with a default there have one in `show`. Those of classes initialize the member of the
struct of arguments.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

generator, project = sys.argv[1:]
if not shutil.which("cc"):
    print("skipped: cc is not there")
    sys.exit(77)
with open(project + "/generated/ctorch_api.json", encoding="utf-8") as file:
    api = json.load(file)
functions = api["functions"]
wanted = {f["symbol"]: [p["name"] for p in f["params"] if p["default"] is not None]
          for f in functions}
types = {(f["symbol"], p["name"]): (p["c_type"], any(
    other["role"] == "length" and other["arg"] == p["arg"] for other in f["params"]))
    for f in functions for p in f["params"]}
shown = subprocess.run([generator, "show", "--root", project, *wanted], capture_output=True,
                       text=True, check=True).stdout

found, symbol, inside = {}, None, False
for line in shown.splitlines():
    prototype = re.match(r"CT_API ct_error (ct_\w+)\(", line)
    if prototype and prototype[1] in wanted:
        symbol = prototype[1]
        found[symbol] = {}
    inside = line.startswith("defaults:") or (inside and line.startswith(" " * 11))
    if inside:
        name, value = line[11:].split(": ", 1)
        found[symbol][name] = value
failures = [f"{symbol}: expected defaults of {wanted[symbol]}, got {list(found.get(symbol, []))}"
            for symbol in wanted if wanted[symbol] != list(found.get(symbol, []))]

classes = [c["name"] for key in ("modules", "optimizers", "lr_schedulers", "transforms",
                                           "distributions")
           for c in api[key]]
shown = subprocess.run([generator, "show", "--root", project, *classes], capture_output=True,
                       text=True, check=True).stdout
members, struct, inside = [], None, False
for line in shown.splitlines():
    found_struct = re.match(r"struct (ct_args_\w+) \{", line)
    struct = found_struct[1] if found_struct else struct
    inside = line.startswith("defaults:") or (inside and line.startswith(" " * 11))
    name, _, value = line[11:].partition(": ")
    if inside and value != "None, if it is left out":
        members.append((struct, name, value))
if len({struct for struct, _, _ in members}) < len(classes) / 2:
    failures.append(f"only {len(members)} defaults of {len(classes)} classes")

program = ["#include <ctorch/ctorch.h>", "int main(void) {"]
for struct, name, value in members:
    program.append(f"{{ struct {struct} x = {{ .{name} = {value} }}; (void)x; }}")
for symbol, values in found.items():
    for name, value in values.items():
        c_type, has_length = types[symbol, name]
        value, _, length = value.rpartition(", ") if has_length else (value, "", "")
        program.append(f"/* {symbol}: {name} */ {{ {c_type} x = {value}; "
                       f"int64_t n = {length or 0}; (void)x; (void)n; }}")
with tempfile.TemporaryDirectory() as folder:
    source = folder + "/defaults.c"
    with open(source, "w", encoding="utf-8") as file:
        file.write("\n".join(program) + "\nreturn 0; }\n")
    done = subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                           f"-I{project}/runtime/include", f"-I{project}/generated", source],
                          capture_output=True, text=True)
    failures += done.stderr.splitlines()[:20] if done.returncode else []
print(*failures[:20], sep="\n")
print(f"{len(program) - 5} defaults of {len(wanted)} functions and {len(classes)} classes, "
      f"{len(failures)} failures")
if failures:
    sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))
