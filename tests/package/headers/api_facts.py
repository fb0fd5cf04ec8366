#!/usr/bin/env python3
"""api_facts.py JSON: ctorch_api.json explains itself to a reader who knows only its JSON Schema.

Every type is known; every pointer says whether it may be NULL and who owns it; every length is made
of names that are there; every callback is tied to its context and release; names are safe in other
languages and differ in camel case. Then mistakes are made in it, which must all be found.
"""
import collections
import functools
import json
import os
import re
import sys

C_TYPES = {"void", "bool", "char", "double", "float", "int", "size_t", "FILE", "...",
           *(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64))}
RELEASERS = {"ct_release_function", "ct_deleter"}


@functools.cache
def base(c_type):
    return re.sub(r"\bconst\b|\*", " ", c_type).strip()


class Checker:
    def __init__(self, api):
        self.api, self.found = api, []
        self.callbacks = {entry["name"]: entry for entry in api["callbacks"]}
        self.reserved = set(" ".join(api["reserved_words"].values()).split())
        entries = api["runtime"] + api["functions"] + api["nn_functions"]
        self.params = [{param["name"]: base(param["c_type"]) for param in entry["params"]}
                       for entry in api["runtime"]]
        self.functions = {entry["symbol"]: entry for entry in entries}

    def wrong(self, where, what):
        self.found.append(f"{where}: {what}")

    # --- types --------------------------------------------------------------------------------

    def is_known(self, name):
        return (name in C_TYPES or name in self.callbacks or
                any(name in self.api[key] for key in ("types", "structs", "enums")))

    def is_pointer(self, c_type):
        return "*" in c_type or "*" in self.api["types"].get(c_type, "") or c_type in self.callbacks

    def check_type(self, where, c_type):
        name = base(c_type)
        # "struct x" is an incomplete struct, of which there are only pointers.
        if not self.is_known(name) and not name.startswith("struct "):
            self.wrong(where, f"the type '{c_type}' is unknown")

    # --- pointers -----------------------------------------------------------------------------

    def check_pointer(self, where, entry, is_result=False):
        if not self.is_pointer(entry["c_type"]):
            return
        if "nullable" not in entry:
            self.wrong(where, "a pointer that does not say whether it may be NULL")
        if "ownership" not in entry and not is_result:
            self.wrong(where, "a pointer that does not say who owns it")
        if entry.get("ownership") == "new" and entry.get("free") not in self.functions:
            self.wrong(where, f"new, but '{entry.get('free')}' is no function that frees it")

    # --- lengths ------------------------------------------------------------------------------

    def check_length(self, where, length, names):
        for key in ("name", "list", "product"):
            if key in length and length[key] not in names:
                self.wrong(where, f"the length is of '{length[key]}', which is not there")
        for key in ("list", "product"):
            fields = self.api["structs"].get(base(names.get(length.get(key), "")), [])
            if key in length and [field["name"] for field in fields] != ["at", "len"]:
                self.wrong(where, f"the length is of '{length[key]}', which is no list")
        if "call" in length and length["call"] not in self.functions:
            self.wrong(where, f"the length calls '{length['call']}', which is no function")
        for part in length.get("times", []) + length.get("arguments", []):
            self.check_length(where, part, names)

    # --- callbacks ----------------------------------------------------------------------------

    def takers(self, struct):
        """The parameters of functions that take the struct."""
        for params in self.params:
            if struct in params.values():
                yield from params

    def others(self, struct, fields):
        """What a field may name beside other fields."""
        yield "self"
        yield from self.takers(struct)
        for field in fields:
            for param in self.callbacks.get(field["c_type"], {}).get("params", []):
                yield param["name"]

    def check_ties(self, where, entry, names, others):
        if entry["c_type"] not in self.callbacks:
            return
        keys = ("releases",) if entry["c_type"] in RELEASERS else ("context",)
        for key in keys:
            if key not in entry:
                self.wrong(where, f"a callback without {key}")
        for key in ("context", "release", "releases"):
            if key in entry and entry[key] not in names and entry[key] not in others:
                self.wrong(where, f"{key} is '{entry[key]}', which is not there")
        if "release" in entry and names.get(entry["release"]) not in self.callbacks:
            self.wrong(where, f"'{entry['release']}' does not release")

    # --- names --------------------------------------------------------------------------------

    def check_safe(self, where, entries):
        safe = [entry.get("safe", entry["name"]) for entry in entries]
        for name in safe:
            if name in self.reserved:
                self.wrong(where, f"'{name}' is a word of another language")
        for name, count in collections.Counter(safe).items():
            if count > 1:
                self.wrong(where, f"'{name}' is there twice")

    def check_functions(self):
        for entry in self.functions.values():
            name = entry.get("safe", entry["symbol"].removeprefix("ct_"))
            if name in self.reserved:
                self.wrong(entry["symbol"], f"'{name}' is a word of another language")

    def check_camel(self):
        seen = {}
        for entry in self.functions.values():
            other = seen.setdefault(entry["camel"], entry["symbol"])
            if other != entry["symbol"]:
                self.wrong(entry["symbol"], f"is {entry['camel']}, as {other} is")

    # --- defaults -----------------------------------------------------------------------------

    def check_default(self, where, entry):
        text, value = entry.get("default"), entry.get("default_value")
        if (text in (None, "None")) != (value is None):
            self.wrong(where, f"the default '{text}' is {value!r}")
        if isinstance(value, str) and value.startswith("CT_"):
            if not any(value in enum for enum in self.api["enums"].values()):
                self.wrong(where, f"the default is '{value}', which is no enumerator")

    # --- all ----------------------------------------------------------------------------------

    def check_call(self, name, entry, is_callback):
        params = entry["params"] + entry.get("results", [])
        params = [param for param in params if param["name"] != "..."]
        names = {param["name"]: param["c_type"] for param in params}
        self.check_type(name, entry.get("returns", "ct_error"))
        self.check_safe(name, params)
        for param in params:
            where = f"{name}({param['name']})"
            self.check_type(where, param["c_type"])
            # What an out parameter points to is a plain value unless it says who owns it.
            self.check_pointer(where, param, param["direction"] == "out")
            self.check_length(where, param.get("length", {}), names)
            if not is_callback and not entry.get("internal"):
                self.check_ties(where, param, names, ())
            if "default_value" in param:
                self.check_default(where, param)
        returned = {"c_type": entry.get("returns", "void"), **entry.get("returned", {})}
        self.check_pointer(f"{name}, returned", returned)
        self.check_length(f"{name}, returned", returned.get("length", {}), names)
        for key in ("same_thread_as", "text"):
            if key in entry and entry[key] not in self.functions:
                self.wrong(name, f"{key} names '{entry[key]}', which is no function")
        if "text" in entry and entry["text"] in self.functions:
            twin = [param["name"] for param in self.functions[entry["text"]]["params"]]
            if twin != [*list(names)[:-1], "result"]:
                self.wrong(name, f"{entry['text']} has other parameters: {twin}")

    def check_struct(self, name, fields):
        names = {field["name"]: field["c_type"] for field in fields}
        self.check_safe(name, fields)
        for field in fields:
            where = f"{name}.{field['name']}"
            self.check_type(where, field["c_type"])
            self.check_pointer(where, field)
            self.check_length(where, field.get("length", {}), names)
            self.check_ties(where, field, names, set(self.others(name, fields)))

    def check_classes(self):
        for key in ("modules", "optimizers", "lr_schedulers", "transforms"):
            for entry in self.api[key]:
                self.check_safe(entry["name"], entry["arguments"])
                for argument in entry["arguments"]:
                    self.check_default(f"{entry['name']}({argument['name']})", argument)

    def check(self):
        for name, text in self.api["types"].items():
            if base(text) != f"struct {name}":
                self.check_type(name, text)
        for name, fields in self.api["structs"].items():
            self.check_struct(name, fields)
        for key in ("runtime", "functions", "nn_functions"):
            for entry in self.api[key]:
                self.check_call(entry["symbol"], entry, False)
        for entry in self.api["callbacks"]:
            self.check_call(entry["name"], entry, True)
        self.check_camel()
        self.check_functions()
        self.check_classes()
        return self.found


def entry_of(api, symbol):
    return next(entry for entry in api["runtime"] if entry["symbol"] == symbol)


def field_of(api, struct, name):
    return next(field for field in api["structs"][struct] if field["name"] == name)


def param_of(api, symbol, name):
    return next(param for param in entry_of(api, symbol)["params"] if param["name"] == name)


MISTAKES = [
    ("the type 'ct_thing *' is unknown",
     lambda api: param_of(api, "ct_tensor_free", "self").update(c_type="ct_thing *")),
    ("ct_batch.data: a pointer that does not say whether it may be NULL",
     lambda api: field_of(api, "ct_batch", "data").pop("nullable")),
    ("ct_module_free(self): a pointer that does not say who owns it",
     lambda api: param_of(api, "ct_module_free", "self").pop("ownership")),
    ("the length is of 'columns_count', which is not there",
     lambda api: field_of(api, "ct_csv_options", "columns").update(
         length={"name": "columns_count"})),
    ("ct_tensor_register_hook(call): a callback without context",
     lambda api: param_of(api, "ct_tensor_register_hook", "call").pop("context")),
    ("ct_function.forward: context is 'closure', which is not there",
     lambda api: field_of(api, "ct_function", "forward").update(context="closure")),
    ("release is 'free', which is not there",
     lambda api: param_of(api, "ct_tensor_register_hook", "call").update(release="free")),
    ("'self' is a word of another language",
     lambda api: param_of(api, "ct_tensor_free", "self").pop("safe")),
    ("is TensorFree, as ct_tensor_free is",
     lambda api: entry_of(api, "ct_free").update(camel="TensorFree")),
    ("ct_range: 'range' is a word of another language",
     lambda api: next(entry for entry in api["functions"]
                      if entry["symbol"] == "ct_range").pop("safe")),
    ("same_thread_as names 'ct_scope_begin', which is no function",
     lambda api: entry_of(api, "ct_scope_close").update(same_thread_as="ct_scope_begin")),
    ("ct_tensor_to_string has other parameters",
     lambda api: entry_of(api, "ct_module_print_dot").update(text="ct_tensor_to_string")),
    ("new, but 'None' is no function that frees it",
     lambda api: param_of(api, "ct_tensor_empty", "result").pop("free")),
]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    failed = 0
    for text in Checker(api).check()[:20]:
        failed += 1
        print(f"checked:  {sys.argv[1]}\nexpected: no mistake\ngot:      {text}")
    for _, change in MISTAKES:
        change(api)
    found = Checker(api).check()
    for text, _ in MISTAKES:
        if not any(text in line for line in found):
            failed += 1
            print(f"checked:  {sys.argv[1]} with mistakes\nexpected: {text}\ngot:      not found")
    print(f"{len(api['functions'])} operators, {len(api['runtime'])} functions, "
          f"{len(api['structs'])} structs, {len(MISTAKES)} mistakes: {failed} failures")
    if failed:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
