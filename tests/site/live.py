"""live.py EXPECTED: runs the lines of Python on a page, and compares them with their file."""

import importlib
import json
import pathlib
import sys

import torch

import lines

expected = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(expected.parent))
written = json.loads(expected.read_text(encoding="utf-8"))
release = (expected.parent / "release.txt").read_text(encoding="utf-8").strip()
if torch.__version__.split("+")[0] != release:
    print(f"left out: the lines of Python, since this torch is {torch.__version__}, not {release}")
    sys.exit(0)
today = importlib.import_module(expected.stem).cases()
found = [f"{was['line']}, {name}: {was['values'].get(name)}, today {now['values'].get(name)}"
         for was, now in zip(written, today) for name in {**was["values"], **now["values"]}
         if name not in was["values"] or name not in now["values"]
         or not lines.is_equal(was["values"][name], now["values"][name])]
print("\n".join([*found, f"{len(today)} lines of Python run, {len(found)} values differ"]))
sys.exit(bool(found) or len(today) != len(written))
