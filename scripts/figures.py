#!/usr/bin/env python3
"""figures.py [--check] [--counts] [BUILD-FOLDER]: updates the figures that can
be read from a build.

Rewrites the tables of docs/figures.md and docs/bindings-languages.md between their marks, the counts
on other pages, and the library's size from what was built: lists of functions and classes,
ctorch-gen's output, the library. Lines of bindings are counted in the checkout. Copies the scripts'
durations from docs/figures.md to the README. The target regen runs it with --counts.

    --check     write nothing; status 1 and a line for each figure that is stale
    --counts    leave the library's size alone
    --root DIR  the checkout; default: that of this script

BUILD-FOLDER is build/release if it is not given. The size is that of g++ 12 with -O2, so other
builds neither write nor check it, and a difference of less than 10 % is not stale.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import binding_lines

BEGIN, END = "<!-- written by scripts/figures.py -->\n", "<!-- end -->\n"
SIZE = re.compile(r"(\| `libctorch\.so`, stripped, g\+\+ 12 \| )([0-9.]+)( MB \|)")


def number(count):
    return f"{int(count):,}"


def output_of(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT).stdout


class Figures:
    """What a checkout and a build have."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        self.page = (root / "docs/figures.md").read_text()
        self.api = json.loads((root / "generated/ctorch_api.json").read_text())
        cache = (build / "CMakeCache.txt").read_text()
        self.cache = dict(re.findall(r"^(\w+):\w+=(.*)$", cache, re.M))
        generator = build / "bin/ctorch-gen"
        with tempfile.TemporaryDirectory() as folder:
            self.summary = output_of(generator, "generate", "--root", root, "--out", folder)
        audit = output_of(generator, "audit", "--root", root)
        self.audit = {what: count for count, what in re.findall(r"^ *(\d+)  (.*)$", audit, re.M)}

    def generated(self):
        """Functions, methods, files."""
        return re.search(r"(\d+) functions, (\d+) methods; (\d+) files", self.summary).groups()

    def is_documented_build(self):
        version = output_of(self.cache["CMAKE_CXX_COMPILER"], "--version")
        off = ("", "OFF", "FALSE", "0")
        return (
            self.cache.get("CMAKE_BUILD_TYPE") == "Release"
            and re.search(r" 12\.\d", version) is not None
            and "Free Software Foundation" in version
            and all(self.cache.get(f"CTORCH_{name}", "").upper() in off
                    for name in ("CHECKED", "COVERAGE", "SANITIZE"))
            and (self.build / "lib/libctorch.so").exists()
        )

    def megabytes(self):
        """The size of the stripped library."""
        with tempfile.NamedTemporaryFile() as stripped:
            output_of("strip", "-o", stripped.name, self.build / "lib/libctorch.so")
            return pathlib.Path(stripped.name).stat().st_size / 1e6

    def table(self):
        functions, methods, files = self.generated()
        rows = (
            ("operators: C functions; of these, with a form for methods", functions, methods),
            ("functions of the runtime", len(self.api["runtime"])),
            ("`torch.nn`: module classes; functions", len(self.api["modules"]),
             len(self.api["nn_functions"])),
            ("`torch.optim`: optimizers; schedulers", len(self.api["optimizers"]),
             len(self.api["lr_schedulers"])),
            ("transforms of torchvision", len(self.api["transforms"])),
            ("classes of `torch.distributions`", len(self.api["distributions"])),
            ("generated files", files),
        )
        lines = ["| what there is | count |", "| --- | --- |"]
        for what, *counts in rows:
            lines.append(f"| {what} | {'; '.join(map(number, counts))} |")
        return "\n".join(lines) + "\n"


def replace_counts(text, pattern, *values):
    """Puts the values in the groups of every match."""

    def put(match):
        whole, at = match.group(0), match.start()
        for i in reversed(range(len(values))):
            start, end = match.start(i + 1) - at, match.end(i + 1) - at
            whole = whole[:start] + values[i].rjust(end - start) + whole[end:]
        return whole

    return re.sub(pattern, put, text, flags=re.M)


def replace_audit(text, figures):
    """The lines of `ctorch-gen audit` in a page: their counts are right-aligned."""

    def put(match):
        count = figures.audit.get(match.group(2))
        return match.group(0) if count is None else f"{count:>6}  {match.group(2)}"

    return re.sub(r"^ *(\d+)  (.*)$", put, text, flags=re.M)


def replace_durations(text, figures):
    for row in re.findall(r"^\| `scripts/.*$", figures.page, re.M):
        name = row[: row.index("` |")]
        text = re.sub(rf"^{re.escape(name)}` \|.*$", lambda _: row, text, flags=re.M)
    return text


def replace_size(text, figures):
    match = SIZE.search(text)
    size = figures.megabytes()
    if not match:
        sys.exit("docs/figures.md has no row of the library's size, as figures.py expects it")
    if abs(size - float(match.group(2))) <= 0.1 * size:
        return text
    return SIZE.sub(rf"\g<1>{size:.1f}\g<3>", text)


def replace_table(name, text, begin, table):
    """Puts what `table` makes of the old table between the marks."""
    before, _, rest = text.partition(begin)
    old, mark, after = rest.partition(END)
    if not mark:
        sys.exit(f"{name} lacks its marks: {begin.strip()} and {END.strip()}")
    return before + begin + table(old) + END + after


def updated(name, text, figures, counts):
    functions, methods, files = figures.generated()
    if name == "README.md":
        text = replace_counts(text, r"PyTorch release \(([\d,]+) in", number(functions))
        modules = number(len(figures.api["modules"]))
        text = replace_counts(text, r"all ([\d,]+) module classes", modules)
        return replace_durations(text, figures)
    if name in ("docs/building.md", "docs/audit.md"):
        text = replace_counts(text, r"(\d+) functions, (\d+) methods; (\d+) files, (\d+) written",
                              functions, methods, files, files)
        return replace_audit(text, figures)
    if name == "docs/bindings-languages.md":
        return replace_table(name, text, binding_lines.BEGIN,
                             lambda old: binding_lines.table(figures.root, old))
    text = replace_table(name, text, BEGIN, lambda _: figures.table())
    return text if counts else replace_size(text, figures)


def stale_lines(name, old, new):
    old, new = old.splitlines(), new.splitlines()
    for i, (was, now) in enumerate(zip(old, new)):
        if was != now:
            print(f"{name}:{i + 1}: stale: {was}\n  today: {now}")
    if len(old) != len(new):
        print(f"{name}: {len(old)} lines, today {len(new)}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--counts", action="store_true")
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--root", type=pathlib.Path, default=root)
    parser.add_argument("build", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build or options.root / "build/release"
    for needed in ("CMakeCache.txt", "bin/ctorch-gen"):
        if not (build / needed).exists():
            sys.exit(f"{build} is not a build: it has no {needed}\nwhat to do: scripts/try.sh")
    figures = Figures(options.root, build)
    counts = options.counts
    if not counts and not figures.is_documented_build():
        print("left out: the library's size, since this is not a release build by g++ 12")
        counts = True
    stale = False
    for name in ("README.md", "docs/building.md", "docs/audit.md", "docs/bindings-languages.md",
                 "docs/figures.md"):
        path = options.root / name
        old = path.read_text()
        new = updated(name, old, figures, counts)
        if old == new:
            continue
        stale = True
        if options.check:
            stale_lines(name, old, new)
        else:
            path.write_text(new)
            print(f"written: {name}")
    if stale and options.check:
        print("what to do: scripts/figures.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
