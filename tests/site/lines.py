#!/usr/bin/env python3
"""The tables of a page that show one language beside C: their lines are run, and values compared.

    lines.py write PAGE API         a program in C that runs every line and prints what it makes
    lines.py write-cpp PAGE         the same in C++, for a table of C++ and C
    lines.py record PAGE            reads what that printed from stdin, and writes it as JSON
    lines.py compare PAGE EXPECTED  reads what the program in C printed from stdin; EXPECTED is what
                                    the other language computed

A table whose head ends with "C" has such lines, if the column before is a language. What they begin
with is in the program of docs/from-python.md, from the opening of the scope to the line with the
comment "a line of the tables".
"""

import json
import math
import pathlib
import re
import sys

KINDS = {"n": "int", "d": "double", "flag": "bool", "net": "parameters", "p": "grad"}
TENSORS = "x y v s k labels mask p image filters z values indices".split()
LANGUAGES = ("Python", "C++")
BEGINNING = pathlib.Path(__file__).resolve().parents[2] / "docs/from-python.md"
MARK = "/* a line of the tables */"


def rows(page):
    """[(line, other language, C)] of all such tables."""
    found, inside = [], False
    for number, line in enumerate(page.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if not line.startswith("|"):
            inside = False
        elif cells[-1] == "C" and cells[-2] in LANGUAGES:
            inside = True
        elif inside and not set(line) <= set("|- "):
            found.append((number, *(cell.strip("`") for cell in cells[-2:])))
    return found


def block(page, language):
    """The first block of code of a language."""
    return re.search(rf"(?ms)^```{language}\n(.*?)^```", page).group(1)


def beginning():
    """The statements that every line comes after, in C."""
    page = BEGINNING.read_text(encoding="utf-8")
    text = next(text for text in re.findall(r"(?ms)^```c\n(.*?)^```", page) if MARK in text)
    body = text.split("CT_SCOPE;", 1)[1].split("\n", 1)[1]
    return body[:body.index(MARK)].rsplit("\n", 1)[0]


def words(text):
    return set(re.findall(r"[a-z]\w*", text))


def shown(other, c_line):
    """The variables that a line mentions: what is compared."""
    mentioned = words(other) | words(c_line)
    if "optimizer" in mentioned:
        mentioned.add("net")
    return [name for name in (*TENSORS, *KINDS) if name in mentioned]


# --- C -------------------------------------------------------------------------------------------


def statements(text):
    """Splits at the semicolons that are not inside of parentheses, braces or quotes."""
    depth, start, quoted, parts = 0, 0, False, []
    for i, letter in enumerate(text):
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "({") - (letter in ")}")
        if letter == ";" and not depth and not quoted:
            parts.append(text[start:i])
            start = i + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]


def statement(text, errors):
    """As a program has it: a call that returns an error is inside CT_TRY()."""
    if text.endswith("}"):
        return text
    name = re.match(r"(\w+)\(", text)
    if name and (name.group(1) == "CT" or name.group(1) in errors):
        return f"CT_TRY({text});"
    return text + ";"


def showing(name):
    kind = KINDS.get(name, "tensor")
    if kind == "grad":
        return (f'\tCT_TRY(show_tensor("{name}", {name}));\n'
                f'\tCT_TRY(show_grad("{name}.grad", {name}));')
    if kind in ("int", "double", "bool"):
        return f'\tshow_{kind}("{name}", {name});'
    return f'\tCT_TRY(show_{kind}("{name}", {name}));'


def function(index, row, start, errors):
    _, other, c_line = row
    lines = [f"/* {other.replace('*/', '* /')} */", f"static ct_error line_{index}(void)", "{",
             "\tCT_SCOPE;",
             "\tct_tensor *values = NULL, *indices = NULL;",
             "\tint64_t n = NO_NUMBER;", "\tdouble d = NAN;", "\tint flag_or_none = -1;",
             "\tbool flag = false;", start, "\tz = NULL;", f"\trow = {index};"]
    lines += ["\t" + statement(part, errors) for part in statements(c_line)]
    if re.search(r"\bflag\b", c_line):
        lines.append("\tflag_or_none = flag;")
    lines.append("\tCT_TRY(CT_DONE());")
    lines += [showing(name).replace("flag)", "flag_or_none)") for name in shown(other, c_line)]
    return "\n".join([*lines, "\treturn NULL;", "}"])


def program(page, api):
    errors = {one["symbol"] for key in ("runtime", "functions", "nn_functions") for one in api[key]
              if one.get("returns", "ct_error") == "ct_error"}
    lines = rows(page)
    start = beginning()
    functions = [function(i, row, start, errors) for i, row in enumerate(lines)]
    calls = [f"\tCT_CHECK(line_{i}());" for i in range(len(lines))]
    return "\n\n".join(['#include "show.h"', *functions, "\n".join(
        ["int main(void)", "{", *calls, "\treturn 0;", "}"])]) + "\n"


# --- C++ -----------------------------------------------------------------------------------------


def cpp_function(index, row, start):
    _, other, c_line = row
    lines = [f"static void line_{index}()", "{", start, "\ttorch::Tensor z, values, indices;",
             "\tint64_t n = NO_NUMBER;", "\tdouble d = NAN;", "\tint flag = -1;",
             f"\trow = {index};", f"\t{other};"]
    lines += [f'\tshow("{name}", {name});' for name in shown(other, c_line)]
    return "\n".join([*lines, "}"])


def cpp_program(page):
    functions = [cpp_function(i, row, block(page, "cpp")) for i, row in enumerate(rows(page))]
    calls = [f"\tline_{i}();" for i in range(len(functions))]
    return "\n\n".join(['#include "show.hpp"', *functions, "\n".join(
        ["int main()", "{", *calls, "\treturn 0;", "}"])]) + "\n"


def recorded(page, output):
    """What the other language computed, as a file keeps it."""
    made = read_output(output)
    cases = [{"line": other, "values": made.get(i, {})}
             for i, (_, other, _) in enumerate(rows(page))]
    return "[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n"


# --- comparing -----------------------------------------------------------------------------------


def read_output(text):
    """{row: {name: value}} of what the program printed."""
    found = {}
    for line in text.splitlines():
        row, name, dtype, shape, values = line.split("\t")
        found.setdefault(int(row), {})[name] = {
            "dtype": dtype, "shape": [int(one) for one in shape.split()],
            "values": [float(one) for one in values.split()]}
    return found


def is_near(got, wanted, dtype):
    bound = 2e-2 if dtype in ("bfloat16", "float16") else 2e-5
    if math.isnan(wanted) or math.isinf(wanted):
        return str(got) == str(wanted)
    return abs(got - wanted) <= bound * max(1, abs(wanted))


def is_equal(got, wanted):
    return (got["dtype"] == wanted["dtype"] and got["shape"] == wanted["shape"]
            and len(got["values"]) == len(wanted["values"])
            and all(is_near(a, float(b), wanted["dtype"])
                    for a, b in zip(got["values"], wanted["values"])))


def differences(lines, expected, output):
    """What a failing test prints: the line, both values."""
    for i, (number, other, c_line) in enumerate(lines):
        if i >= len(expected) or expected[i]["line"] != other:
            yield (f"line {number} is not in the file of expected values: {other}\n"
                   "  write it again: python3 tests/fixtures/expected/write.py from_python;\n"
                   "  of C++: scripts/prove-site.sh --record")
            return
        got, wanted = output.get(i, {}), expected[i]["values"]
        if not wanted:
            yield f"line {number}: nothing is compared: {other}"
        for name in sorted({*got, *wanted}):
            if name not in got or name not in wanted or not is_equal(got[name], wanted[name]):
                yield (f"line {number}, {name}\n  {other}: {wanted.get(name)}\n"
                       f"  {c_line}: {got.get(name)}")
    if len(expected) > len(lines):
        yield f"the file of expected values has {len(expected)} lines, the page {len(lines)}"


def main(command, page, other=None):
    text = pathlib.Path(page).read_text(encoding="utf-8")
    if command in ("write-cpp", "record"):
        print(cpp_program(text) if command == "write-cpp" else recorded(text, sys.stdin.read()),
              end="")
        return 0
    data = json.loads(pathlib.Path(other).read_text(encoding="utf-8"))
    if command == "write":
        print(program(text, data), end="")
        return 0
    lines = rows(text)
    found = list(differences(lines, data, read_output(sys.stdin.read())))
    print("\n".join(found), end="\n" if found else "")
    count = sum(len(one["values"]) for one in data)
    print(f"{pathlib.Path(page).name}: {len(lines)} lines, {count} values compared, "
          f"{len(found)} differ")
    return 1 if found or not lines else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
