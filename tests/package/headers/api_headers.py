#!/usr/bin/env python3
"""api_headers.py JSON COMPILER INCLUDE-FOLDER...: ctorch_api.json agrees with the headers.

Writes a C file that assigns every function, callback and inline function to a pointer type built
from the JSON alone, compares every enumerator and constant with the JSON's value, and names every
type, every macro, and every member of every struct with its type. The compiler is the judge. Then
the other direction: no function, callback or public macro of the headers is missing in the JSON, and
what is not a part of a macro has a comment.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def declaration(c_type, name):
    return f"{c_type}{name}" if c_type.endswith("*") else f"{c_type} {name}"


def pointer(index, symbol, returns, parameters):
    types = ", ".join(parameters) or "void"
    result = declaration(returns, f"(*const pointer_{index})({types})")
    return f"{result} = {symbol};"


def functions(api):
    """(symbol, header, returns, parameter types), the method forms included."""
    for function in api["runtime"]:
        yield (function["symbol"], function["header"], function["returns"],
               [param["c_type"] for param in function["params"]])
    for function in api["functions"] + api["nn_functions"]:
        types = [entry["c_type"] for entry in function["params"] + function["results"]]
        for symbol in (function["symbol"], function.get("method")):
            if symbol:
                yield symbol, function["header"], "ct_error", types


def assertion(condition, text):
    return f'_Static_assert({condition}, "{text}");'


def c_file(api):
    headers = sorted({"ctorch/ctorch.h", "ctorch/nn/nn.h"} |
                     {function["header"] for function in api["runtime"]})
    headers += ["stddef.h"]
    lines = [f"#include <{header}>" for header in headers]
    for index, (symbol, _, returns, types) in enumerate(functions(api)):
        lines.append("extern " + pointer(index, symbol, returns, types).split(" = ")[0] + ";")
        lines.append(pointer(index, symbol, returns, types))
    for index, callback in enumerate(api["callbacks"]):
        types = [param["c_type"] for param in callback["params"]]
        lines.append(pointer(f"callback_{index}", f"({callback['name']})0", callback["returns"],
                             types))
    for index, function in enumerate(api["inline"]):
        types = [param["c_type"] for param in function["params"]]
        lines.append(pointer(f"inline_{index}", function["name"], function["returns"], types))
    for name, c_type in api["types"].items():
        lines.append(assertion(f"_Generic(({name} *)0, {declaration(c_type, '*')}: 1, default: 0)",
                               f"{name} is not {c_type}"))
    for constant in api["constants"]:
        if isinstance(constant["value"], int):
            value = "INT64_MIN" if constant["value"] == -2**63 else constant["value"]
            lines.append(assertion(f"{constant['name']} == ({value})", constant["name"]))
        else:
            lines.append(assertion(f"sizeof {constant['name']} == {len(constant['value']) + 1}",
                                   constant["name"]))
    for macro in api["macros"]:
        lines += [f"#ifndef {macro['name']}", f"#error {macro['name']}", "#endif"]
    for enum, values in api["enums"].items():
        for name, value in values.items():
            lines.append(assertion(f"{name} == ({value})", f"{enum}: {name} is not {value}"))
    for struct, members in api["structs"].items():
        twin = f"struct json_{struct}"
        members = [(field["c_type"], field["name"]) for field in members]
        fields = "".join(declaration(c_type, name) + "; " for c_type, name in members)
        lines.append(f"{twin} {{ {fields}}};")
        lines.append(assertion(f"sizeof({struct}) == sizeof({twin})", f"size of {struct}"))
        for c_type, name in members:
            lines.append(assertion(f"offsetof({struct}, {name}) == offsetof({twin}, {name})",
                                   f"place of {struct}.{name}"))
            lines.append(assertion(f"_Generic((({struct} *)0)->{name}, {c_type}: 1, default: 0)",
                                   f"{struct}.{name} is not {c_type}"))
    for handle, facts in api["handles"].items():
        lines.append(f"void (*const free_{handle})({handle} *) = {facts['free']};")
    return lines


def texts_of(folders):
    """(name below the folder, text without comments) of every header."""
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("ctorch/**/*.h")):
            text = re.sub(r"/\*.*?\*/", " ", path.read_text(encoding="utf-8"), flags=re.S)
            yield path.relative_to(folder).as_posix(), text


def declared(folders):
    """symbol -> header for every CT_API function in the headers."""
    found = {}
    for name, text in texts_of(folders):
        text = re.sub(r"^[ \t]*#.*?(?<!\\)$", " ", text, flags=re.M | re.S)
        for symbol in re.findall(r"\bCT_API\b[^;]*?\b(ct_\w+)\s*\(", text):
            found[symbol] = name
    return found


def named(folders):
    """The callbacks and public macros of the handwritten headers, and the facts of the release."""
    found = set()
    for name, text in texts_of(folders):
        if re.match(r"ctorch/(ops|classes)/|ctorch/nn/functions\.h|"
                    r"ctorch/calls/(?!call\.h|counts\.h|expression\.h)", name):
            continue
        found.update(re.findall(r"^[ \t]*#[ \t]*define (CT(?:_\w+)?)\b(?<!_)", text, flags=re.M))
        found.update(re.findall(r"\btypedef [^;{]*?\(\*(ct_\w+)\)\(", text))
    return found


def read(folders):
    """The text of the headers without their comments."""
    return "\n".join(text for _, text in texts_of(folders))


def is_part(name, texts):
    """Whether a name is a part of a macro, or of another one: the headers use it themselves."""
    return name.endswith("_") and len(re.findall(rf"\b{name}\b", texts)) > 1


def without_doc(api, texts):
    """The functions and types that a binding could not document."""
    for key in ("callbacks", "runtime", "inline"):
        for function in api[key]:
            name = function.get("symbol") or function["name"]
            if not function.get("doc") and not is_part(name, texts):
                yield name
    for name in list(api["types"]) + list(api["structs"]):
        if not api["type_docs"].get(name, {}).get("doc"):
            yield name


def main():
    api_file, compiler, folders = sys.argv[1], sys.argv[2], sys.argv[3:]
    with open(api_file, encoding="utf-8") as file:
        api = json.load(file)
    failed = 0

    with tempfile.TemporaryDirectory() as work:
        source = os.path.join(work, "api.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write("\n".join(c_file(api)) + "\n")
        command = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
                   "-fmax-errors=20"] + ["-I" + folder for folder in folders] + [source]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            failed += 1
            print("called:   " + " ".join(command))
            print(f"expected: every function, enumerator and struct as {api_file} gives it")
            print("got:\n" + result.stderr[:6000])

    in_json = {symbol: header for symbol, header, _, _ in functions(api)}
    in_headers = declared(folders)
    for symbol in sorted(set(in_json) | set(in_headers)):
        if in_json.get(symbol) != in_headers.get(symbol):
            failed += 1
            if failed <= 20:
                print(f"checked:  where {symbol} is declared")
                print(f"expected: {in_headers.get(symbol, 'in no header')} (the headers)")
                print(f"got:      {in_json.get(symbol, 'not there')} ({api_file})")
    names = {entry["name"] for key in ("callbacks", "constants", "macros") for entry in api[key]}
    for name in sorted(names ^ named(folders)):
        failed += 1
        print(f"checked:  the callback or macro {name}")
        print(f"expected: it is in the headers and in {api_file}")
        print(f"got:      only in {'the file' if name in names else 'the headers'}")
    for name in without_doc(api, read(folders)):
        failed += 1
        print(f"checked:  the comment on {name}")
        print("expected: one in the header, above it and without an empty line between them")
        print(f"got:      none ({api_file})")
    print(f"{len(in_json)} functions in the JSON, {len(in_headers)} in the headers, "
          f"{failed} failures")
    if failed:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
