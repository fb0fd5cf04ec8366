#!/usr/bin/env python3
"""module_parameters.py JSON FIXTURE: what ctorch_api.json says about the parameters, buffers and
children of module classes is what PyTorch registers. module_samples.py writes the fixture, which has
samples of arguments with PyTorch's names and shapes.
"""
import json
import math
import os
import sys


# --- expressions ----------------------------------------------------------------------------------

TWO = {
    "or": lambda a, b: a if is_true(a) else b,
    "equal": lambda a, b: a == b,
    "unequal": lambda a, b: a != b,
    "less": lambda a, b: a < b,
    "plus": lambda a, b: a + b,
    "minus": lambda a, b: a - b,
    "times": lambda a, b: a * b,
    "quotient": lambda a, b: int(a // b),
    "power": lambda a, b: a ** b,
}


def is_true(value):
    return value is not None and value is not False and value != 0


def evaluate(expression, values):
    """`values` has the arguments; "input" is the shape of the first input."""
    kind = next(iter(expression))
    value = expression[kind]
    if kind in TWO:
        return TWO[kind](*(evaluate(part, values) for part in value))
    if kind in ("number", "bool", "text"):
        return value
    if kind == "name":
        return values[value]
    if kind == "list":
        return len(values[value])
    if kind == "product":
        return math.prod(values[value])
    if kind == "element":
        return values[value][evaluate(expression["at"], values)]
    if kind == "input":
        return values["input"][value]
    if kind == "array":
        return [evaluate(part, values) for part in value]
    if kind == "not":
        return not is_true(evaluate(value, values))
    assert kind == "if", kind
    chosen = "then" if is_true(evaluate(value, values)) else "else"
    return evaluate(expression[chosen], values)


def evaluate_size(size, values):
    for key in ("elements", "shape"):
        if key in size:
            return values[size[key]]
    return [evaluate(size, values)]


# --- modules --------------------------------------------------------------------------------------


class Description:
    """The modules of ctorch_api.json. A module is a dict, as in the samples."""

    def __init__(self, api):
        self.entries = {entry["name"]: entry for entry in api["modules"]}

    def values_of(self, module):
        """All arguments: lists of a fixed size have all elements."""
        values = {"input": module.get("input")}
        for argument in self.entries[module["class"]]["arguments"]:
            value = module["arguments"].get(argument["name"], argument["default_value"])
            if argument["size"] and not isinstance(value, list) and value is not None:
                value = [value] * argument["size"]
            values[argument["name"]] = value
        return values

    def made(self, module, values):
        if "argument" in module:
            return values[module["argument"]]
        return {"class": module["class"],
                "arguments": {name: self.made(value, values) if "class" in value or
                              "argument" in value else evaluate(value, values)
                              for name, value in module["arguments"].items()}}

    def repeated(self, module, key):
        """Each part, with its name and the values that it is made of."""
        values = self.values_of(module)
        for group in self.entries[module["class"]][key]:
            for i in range(evaluate(group["count"], values) if "for" in group else 1):
                inside = {**values, **({group["for"]: i} if "for" in group else {})}
                for part in group[key] if "for" in group else [group]:
                    name = part["name"].replace(f"{{{group.get('for')}}}", str(i))
                    if all(is_true(evaluate(condition, inside)) for condition in part["if"]):
                        yield name, part, inside

    def children(self, module):
        for name, part, values in self.repeated(module, "children"):
            yield name, self.made(part["module"], values)
        if self.contents(module, "modules"):
            yield from self.contents(module, "modules")

    def contents(self, module, kind):
        contents, held = module.get("contents", []), self.entries[module["class"]]["contents"]
        if not held or held["of"] != kind:
            return []
        assert held["by"] in ("either", "name" if isinstance(contents, dict) else "index") or \
            not contents
        named = contents if isinstance(contents, dict) else dict(enumerate(contents))
        return [(str(name), value) for name, value in named.items()]

    def parts(self, module):
        """[name, whether it is a buffer, shape], and whether it is lazy, as in a state dict."""
        for name, part, values in self.repeated(module, "parameters"):
            shape = [n for size in part["shape"] for n in evaluate_size(size, values)]
            yield [name, part["buffer"], shape], part["lazy"]
        for name, shape in self.contents(module, "parameters"):
            yield [name, False, shape], False
        for path, child in self.children(module):
            for (name, is_buffer, shape), is_lazy in self.parts(child):
                yield [f"{path}.{name}", is_buffer, shape], is_lazy

    def modules(self, module):
        """[path, class] of all inside, with the containers that paths imply."""
        seen = []
        for path, child in self.children(module):
            for i in range(path.count(".")):
                outer = ".".join(path.split(".")[:i + 1])
                if outer not in seen:
                    seen.append(outer)
                    yield [outer, "ModuleList or Sequential"]
            yield [path, child["class"]]
            for name, kind in self.modules(child):
                yield [f"{path}.{name}", kind]


# --- all ------------------------------------------------------------------------------------------


class Checker:
    def __init__(self, description, expected):
        self.description, self.expected = description, expected
        self.checked = self.failed = 0

    def check(self, what, wanted, got):
        self.checked += 1
        if wanted == got:
            return
        self.failed += 1
        print(f"checked:  {what}\nexpected: {wanted} (PyTorch {self.expected['pytorch']})\n"
              f"got:      {got}")

    def check_sample(self, name, sample):
        what = f"{name}({sample['arguments']}), contents {sample.get('contents')}"
        parts = list(self.description.parts({"class": name, **sample}))
        self.check(what, sample["parts"], [part for part, _ in parts])
        self.check(f"{what}: lazy", sample["lazy"], [part[0] for part, lazy in parts if lazy])
        got = list(self.description.modules({"class": name, **sample}))
        wanted = [[path, "ModuleList or Sequential" if kind in ("ModuleList", "Sequential") and
                   [path, kind] not in got else kind] for path, kind in sample["children"]]
        self.check(f"{what}: children", wanted, got)

    def check_all(self):
        for name, samples in self.expected["classes"].items():
            for sample in samples if name in self.description.entries else []:
                self.check_sample(name, sample)
        for name, entry in self.description.entries.items():
            found = [key for key in ("parameters", "children", "contents") if entry[key]]
            if name not in self.expected["classes"]:
                self.check(f"{name}, without a sample", name in self.expected["without"], not found)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        checker = Checker(Description(api), json.load(file))
    checker.check_all()
    print(f"{len(api['modules'])} classes, {checker.checked} checks, {checker.failed} failures")
    if checker.failed:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
