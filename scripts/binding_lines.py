"""The table of docs/bindings-languages.md: how many lines of each binding are written by hand, by what
they are for. bindings/parts.tsv says that of each file. Blank lines and comments do not count."""
import fnmatch
import pathlib
import re

BEGIN = "<!-- written by scripts/figures.py: lines -->\n"
LANGUAGES = {"Go": "go", "Rust": "rust", "LuaJIT": "luajit", "Node.js": "node", "Python": "python"}
PARTS = {
    "calls": ("calls, arguments, results, errors",
              "what generated functions call; Python's and Node.js's read descriptions of all "
              "arguments"),
    "handles": ("handles, scopes, the collector", ""),
    "tensors": ("tensors: literals, subscripts, buffers, printing",
                "the language's forms, which no schema has"),
    "values": ("values", "lists, dicts and objects in both directions"),
    "callbacks": ("callbacks: hooks, functions with a backward, checkpoints",
                  "each type of callback has its own arguments"),
    "modules": ("modules written in the language", ""),
    "others": ("optimizers, data, files, programs, processes",
               "names and arguments of what C has under others"),
}
CODE = {".c", ".h", ".go", ".rs", ".lua", ".js", ".py"}
NO_PART = re.compile(r"(^|/)(tests?|examples?|bench)/|_test\.|\.test\.|^test\.|/addcost/|build\.rs$")
COMMENTS = {
    ".py": r'"""(?:.|\n)*?"""|^\s*#.*$',
    ".lua": r"^\s*--.*$",
}
TOLERANCE = 0.1  # the table is not stale before a figure is off by more


def code_lines(path):
    text = path.read_text(encoding="utf-8")
    pattern = COMMENTS.get(path.suffix, r"/\*(?:.|\n)*?\*/|^\s*//.*$")
    return sum(map(bool, map(str.strip, re.sub(pattern, "", text, flags=re.M).splitlines())))


def counted(root):
    """The lines by language and part; a file without a part is an error."""
    bindings = root / "bindings"
    rows = [line.split("\t") for line in (bindings / "parts.tsv").read_text().splitlines()[1:]]
    lines = {}
    for language in LANGUAGES.values():
        rules = [(pattern, part) for of, pattern, part in rows if of == language]
        for path in sorted((bindings / language).rglob("*")):
            name = path.relative_to(bindings / language).as_posix()
            if path.suffix not in CODE or NO_PART.search(name):
                continue
            part = next((part for pattern, part in rules if fnmatch.fnmatch(name, pattern)), None)
            if part is None:
                raise SystemExit(f"bindings/parts.tsv has no row for bindings/{language}/{name}")
            lines[language, part] = lines.get((language, part), 0) + code_lines(path)
    return lines


def shown(count, old):
    """The figure to the tens, or the old one if that is near."""
    was = int(old.replace(",", "") or 0)
    near = was > 0 and abs(count - was) <= TOLERANCE * count
    return old if near else f"{round(count, -1):,}" if count else ""


def table(root, old):
    """The table; figures of the old one stay where they are near."""
    lines = counted(root)
    cells = {row[1]: row[2:] for row in (
        [cell.strip() for cell in line.split("|")] for line in old.splitlines())}
    rows = [["part", *LANGUAGES, "what it is"],
            ["---", *["---:"] * len(LANGUAGES), "---"]]

    def add(name, counts, why):
        was = cells.get(name, [""] * len(counts))
        rows.append([name, *map(shown, counts, was), why])

    for part, (name, why) in PARTS.items():
        add(name, [lines.get((language, part), 0) for language in LANGUAGES.values()], why)
    add("all", [sum(lines.get((language, part), 0) for part in PARTS)
                for language in LANGUAGES.values()], "")
    return "".join("| " + " | ".join(row) + " |\n" for row in rows)
