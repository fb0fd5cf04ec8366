#!/usr/bin/env python3
"""layout.py JSON COMPILER INCLUDE-FOLDER...: the structs that a binding makes from ctorch_api.json
have the sizes and places that the C compiler gives them. A C program prints them.
"""
import ctypes
import os
import subprocess
import sys
import tempfile

from binding import Binding


def c_file(api):
    headers = sorted({"ctorch/ctorch.h"} | {entry["header"] for entry in api["runtime"]})
    yield from ["#include <stddef.h>", "#include <stdio.h>"]
    yield from [f"#include <{header}>" for header in headers]
    yield "int main(void)\n{"
    for struct, fields in api["structs"].items():
        yield f'\tprintf("{struct} %zu\\n", sizeof({struct}));'
        for field in (field["name"] for field in fields):
            yield (f'\tprintf("{struct}.{field} %zu %zu\\n", offsetof({struct}, {field}), '
                   f"sizeof((({struct} *)0)->{field}));")
    yield "\treturn 0;\n}"


def told_by_c(api, compiler, folders):
    with tempfile.TemporaryDirectory() as work:
        source, program = os.path.join(work, "layout.c"), os.path.join(work, "layout")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(c_file(api)) + "\n")
        subprocess.run([compiler, *["-I" + folder for folder in folders], source, "-o", program],
                       check=True)
        lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    return lines.splitlines()


def told_by_python(binding):
    for name in binding.api["structs"]:
        struct = binding.structs[name]
        yield f"{name} {ctypes.sizeof(struct)}"
        for field, _ in struct._fields_:
            place = getattr(struct, field)
            yield f"{name}.{field} {place.offset} {place.size}"


def main():
    binding = Binding(sys.argv[1], {})
    c, python = told_by_c(binding.api, sys.argv[2], sys.argv[3:]), list(told_by_python(binding))
    wrong = [pair for pair in zip(c, python) if pair[0] != pair[1]]
    for wanted, got in wrong[:20]:
        print(f"checked:  the layout in ctypes\nexpected: {wanted}\ngot:      {got}")
    print(f"{len(binding.structs)} structs, {len(c)} places compared, {len(wrong)} differ")
    if wrong or len(c) != len(python):
        sys.exit(1)


main()
