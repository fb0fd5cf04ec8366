"""The facts of the reference: ctorch_api.json, what ctorch-gen shows, the lists of Python's names."""

import dataclasses
import json
import re
import subprocess

import yaml


@dataclasses.dataclass
class Api:
    root: object
    data: dict
    shown: dict      # an operator's name: the facts of `ctorch-gen show`
    python: dict     # a C name: its names in Python, the most important first
    tested: dict     # a C symbol: how the tests compare it
    headers: dict    # a type: the header that defines it
    classes: dict    # a class of torch.nn: its parts, as classes.yaml has them

    def release(self):
        return self.data["pytorch"]

    def short_release(self):
        return ".".join(self.release().split(".")[:2])


def read(root, ctorch_gen):
    data = json.loads((root / "generated/ctorch_api.json").read_text(encoding="utf-8"))
    symbols = [function["symbol"] for function in data["functions"]]
    return Api(root, data, parse_shown(ask(root, ctorch_gen, "show", *symbols)),
               python_names(root), tested(ask(root, ctorch_gen, "audit", "--format", "json")),
               headers_of_types(root, data), parts_of_classes(root))


def ask(root, ctorch_gen, *words):
    done = subprocess.run([ctorch_gen, words[0], "--root", root, *words[1:]], text=True,
                          stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise SystemExit(f"{ctorch_gen} {words[0]} failed; build it again: "
                         "cmake --build build/release --target ctorch-gen")
    return done.stdout


def parse_shown(text):
    """{operator: {word: text}}: what is below the prototypes in `ctorch-gen show`."""
    shown = {}
    for block in re.split(r"(?m)^(?=\S+\n\n/\*)", text):
        if not block.strip():
            continue
        name, _, facts = block.split("\n\n", 2)
        shown[name] = parse_facts(facts)
    return shown


def parse_facts(text):
    facts, key = {}, None
    for line in text.rstrip("\n").split("\n"):
        start = re.match(r"(\w+):\s+(.*)", line)
        if start:
            key = start.group(1)
            facts[key] = start.group(2)
        elif key and line.startswith(" "):
            facts[key] += "\n" + line.strip()
    return facts


def python_names(root):
    """{C name: [Python's names]}, from the lists that `ctorch-gen show` reads, too."""
    names = {}
    for path in sorted(root.glob("runtime/*/*names.yaml")):
        for entry in yaml.safe_load(path.read_text(encoding="utf-8")):
            for c_name in (entry.get("c") or "").split(","):
                if c_name.strip():
                    names.setdefault(c_name.strip(), []).append(entry["python"])
    return names


def tested(text):
    return {one["symbol"]: one["tested"] for one in json.loads(text)["operators"]
            if one.get("tested")}


def headers_of_types(root, data):
    """Where each struct, enumeration and handle is defined."""
    wanted = {*data["structs"], *data["enums"], *data["types"], *data["type_docs"]}
    found = {}
    for folder in (root / "runtime/include", root / "generated"):
        for path in sorted(folder.glob("ctorch/**/*.h")):
            text = path.read_text(encoding="utf-8")
            header = str(path.relative_to(folder))
            # The end of a definition is the better place than a mention before it.
            for name in re.findall(r"(?m)^typedef [^;{]*?\b(ct_\w+);|^}\s*(ct_\w+);", text):
                name = name[0] or name[1]
                if name in wanted:
                    found.setdefault(name, header)
    return found


def parts_of_classes(root):
    """The parameters and children of each class, in the language of codegen/classes/parts.h."""
    text = (root / "runtime/nn/classes.yaml").read_text(encoding="utf-8")
    parts = {}
    for entry in yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if "class" in entry:
            parts[entry["class"].split("(")[0]] = entry
    return parts
