#!/usr/bin/env python3
"""api_facts.py JSON: ctorch_api.json explains itself to a reader who knows C's types, listed here.

Every type is known; every pointer says whether it may be NULL, who owns it and, if it may be one to
several elements, their number; every length is made of names that are there; every callback is tied
to its context and release; every function says its thread; names are safe in other languages and
differ in camel case. Then mistakes are made in it, one at a time, and each must be found; and each
length is taken away.
"""
import collections
import copy
import functools
import json
import os
import re
import sys

C_TYPES = {"void", "bool", "char", "double", "float", "int", "size_t", "FILE", "...",
           *(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64))}
NUMBERS = C_TYPES - {"void", "char", "FILE", "..."}
RELEASERS = {"ct_release_function", "ct_deleter"}
# Of each kind some, from the meaning of the function.
THREADS = {"ct_autograd_set_grad_enabled": "state", "ct_autocast_enter": "state",
           "ct_scope_open": "state", "ct_set_num_threads": "state", "ct_gc": "state",
           "ct_tensor_free": "scopes", "ct_tensors_free": "scopes", "ct_tensor_free_later": "any"}


WAITS = {"ct_load": ["files"], "ct_tensor_print": ["files"], "ct_progress_add": ["files"],
         "ct_stream_synchronize": ["devices"], "ct_tensor_item_double": [],
         "ct_data_loader_next": ["files", "threads"], "ct_shared_reap": ["processes"],
         "ct_mm": [], "ct_tensor_backward": [], "ct_module_get_parameter": []}
SCOPES = {"ct_scope_open": "opens", "ct_scope_leave": "closes", "ct_gc": "steps",
          "ct_scope_disown": "takes", "ct_scope_adopt": "gives", "ct_scope_move_up": "raises",
          "ct_unscoped_enter": "hides", "ct_unscoped_leave": "shows"}
ABOUT_SCOPES = {"ct_gc", "ct_gc_finish", "ct_value_move_to_scope", "ct_packed_sequence_move_up"}
# Names of lengths where a convention does not say of what.
LENGTHS = {"len", "length", "nbytes", "ndim", "size"}


def names_in(length):
    """The parameters and fields in a length."""
    for key in ("name", "list", "product"):
        if key in length:
            yield length[key]
    for part in length.get("times", []) + length.get("arguments", []):
        yield from names_in(part)


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
        self.bases = {entry["op"].removeprefix("aten::") for entry in api["functions"]}
        self.functions = {entry["symbol"]: entry for entry in entries}
        self.tags = {base(text) for text in api["types"].values()}

    def wrong(self, where, what):
        self.found.append(f"{where}: {what}")

    # --- types --------------------------------------------------------------------------------

    def is_known(self, name):
        return (name in C_TYPES or name in self.callbacks or
                any(name in self.api[key] for key in ("types", "structs", "enums")))

    def is_pointer(self, c_type):
        return "*" in c_type or "*" in self.api["types"].get(c_type, "") or c_type in self.callbacks

    def check_type(self, where, c_type, is_internal=False):
        name = base(c_type)
        # "struct x" is an incomplete struct, of which there are only pointers. Those that only
        # macros use, and sentences for the compiler to show, have no other name.
        if name.startswith("struct ") and (is_internal or name in self.tags or "_CT_" in name):
            return
        if not self.is_known(name):
            self.wrong(where, f"the type '{c_type}' is unknown")

    # --- pointers -----------------------------------------------------------------------------

    def check_pointer(self, where, entry, is_result=False):
        if not self.is_pointer(entry["c_type"]):
            return
        if "nullable" not in entry:
            self.wrong(where, "a pointer that does not say whether it may be NULL")
        # What an out parameter points to is a plain value unless it is a pointer, too.
        if "ownership" not in entry and not (is_result and entry["c_type"].count("*") < 2):
            self.wrong(where, "a pointer that does not say who owns it")
        if entry.get("ownership") == "new" and entry.get("free") not in self.functions:
            self.wrong(where, f"new, but '{entry.get('free')}' is no function that frees it")

    def is_list_by_value(self, c_type):
        fields = self.api["structs"].get(c_type, [])
        return [field["name"] for field in fields] == ["at", "len"]

    def check_lists(self, where, entries):
        for entry in entries:
            if self.is_list_by_value(entry["c_type"]) and "ownership" not in entry and \
                    entry.get("direction", "in") == "in":
                self.wrong(f"{where}({entry['name']})", "a list that does not say who owns it")

    def check_returned_struct(self, name, entry):
        """A struct of pointers that is returned points to the arguments, which are kept: it is no list,
        which is of an object."""
        returned = entry.get("returned", {})
        if entry.get("returns") not in self.api["structs"] or \
                returned.get("ownership") != "borrowed" or self.is_list_by_value(entry["returns"]):
            return
        for param in entry["params"]:
            if param.get("ownership") == "borrowed" and not name.endswith("_"):
                self.wrong(f"{name}({param['name']})", "is in the struct that is returned, but not kept")

    # --- lengths ------------------------------------------------------------------------------

    def check_unit(self, where, entry, names):
        """The length of memory is in bytes, or in elements of a type."""
        is_memory = base(entry["c_type"]) == "void" and \
            entry.get("length", {"number": 1}) != {"number": 1}
        if is_memory != ("unit" in entry) or entry.get("unit", "byte") not in ("byte", *names):
            self.wrong(where, f"the length is in units of '{entry.get('unit')}'")

    def is_list(self, entry, is_field):
        """Whether it points to several elements, or might."""
        stars, name, words = entry["c_type"].count("*"), entry["name"], entry["c_type"].split()
        is_plural = re.search("[^s]s$", name) is not None and name not in LENGTHS
        if stars > 1:
            return (is_field or re.search(r"\* *const *\*", entry["c_type"]) is not None or
                    (is_plural and "ret" not in entry))
        if not stars or "type" in entry and entry["nullable"]:  # `int? dim`, of an operator
            return False
        if self.is_number(entry["c_type"]):
            return is_field or is_plural or "const" in words
        return "const" in words and base(entry["c_type"]) == "void" and not entry.get("nullable")

    def is_number(self, c_type):
        name = base(c_type)
        return base(self.api["types"].get(name, name)) in NUMBERS

    def check_is_there(self, where, entry, names, is_field=False):
        is_list = (f"{entry['name']}_len" in names or [*names] == ["at", "len"] or
                   self.is_list(entry, is_field))
        if "length" not in entry and is_list and "*" in entry["c_type"]:
            self.wrong(where, "a pointer that does not say to how many elements")

    def is_memory(self, entry):
        """Whether it points to bytes or numbers, and not to what one function passes to another."""
        c_type, name = entry["c_type"], entry["name"]
        is_known = base(c_type) in ("void", "char") or self.is_number(c_type)
        return "*" in c_type and c_type != "const char *" and is_known and \
            "context" not in name and name not in LENGTHS

    def check_used(self, where, entries):
        """A length next to memory is the length of something."""
        used = {name for entry in entries for name in names_in(entry.get("length", {}))}
        if not any(self.is_memory(entry) for entry in entries):
            return
        for entry in entries:
            if entry["name"] in LENGTHS and entry["name"] not in used and \
                    base(entry["c_type"]) in NUMBERS:
                self.wrong(f"{where}({entry['name']})", "a length of nothing")

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
        elif "call" in length:
            params = self.functions[length["call"]]["params"]
            if len(params) != len(length["arguments"]):
                self.wrong(where, f"the length calls '{length['call']}' with too few or many")
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
        if names.get(entry.get("context"), "void *") != "void *":
            self.wrong(where, f"context is '{entry['context']}', which is no void *")
        if "release" in entry and names.get(entry["release"]) not in self.callbacks:
            self.wrong(where, f"'{entry['release']}' does not release")

    def check_kept(self, where, entry, params):
        """A context lives as long as its callback, unless the library releases it."""
        owners = {param["name"]: param.get("ownership") for param in params}
        owner = owners.get(entry.get("context"), "taken")
        if entry["c_type"] in self.callbacks and owner not in (entry["ownership"], "taken"):
            self.wrong(where, f"is {entry['ownership']}, but its context is {owner}")

    # --- threads ------------------------------------------------------------------------------

    def check_thread(self, name, entry):
        thread = entry["thread"]
        if (thread == "same") != ("same_thread_as" in entry):
            self.wrong(name, f"the thread is {thread}, with or without same_thread_as")
        begins = re.sub("_leave$", "_enter", re.sub("_pop$", "_push", name))
        if thread == "any" and re.search("_(enter|push)$", begins) and begins in self.functions:
            self.wrong(name, "begins or ends something, but is bound to no thread")
        if thread != THREADS.get(name, thread):
            self.wrong(name, f"the thread is {thread}")

    # --- scopes and waiting -------------------------------------------------------------------

    def check_owner(self, where, entry):
        """What a function releases that looks in scopes is a scope's."""
        looks = self.functions.get(entry.get("free"), {}).get("thread") == "scopes"
        if "free" in entry and entry.get("owner") != ("scope" if looks else "caller"):
            self.wrong(where, f"the owner is {entry.get('owner')}")

    def check_waits(self, name, entry):
        if entry["waits_for"] and not entry["may_block"]:
            self.wrong(name, "waits, but does not block")
        if "files" not in entry["waits_for"] and \
                any(param["c_type"] == "FILE *" for param in entry["params"]):
            self.wrong(name, "has a stream, but does not wait for files")
        is_about = re.match("ct_(un)?scope(d)?_", name) is not None or name in ABOUT_SCOPES
        if is_about != ("scopes" in entry):
            self.wrong(name, f"scopes: {entry.get('scopes')}")
        for key, facts in (("waits_for", WAITS), ("scopes", SCOPES)):
            if entry.get(key) != facts.get(name, entry.get(key)):
                self.wrong(name, f"{key}: {entry.get(key)}")

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
            self.check_constant(where, value)

    def check_constant(self, where, value):
        names = [constant["name"] for constant in self.api["constants"]]
        if value not in names and not any(value in enum for enum in self.api["enums"].values()):
            self.wrong(where, f"the default is '{value}', which is no constant")

    # --- purposes -----------------------------------------------------------------------------

    def check_purpose(self, entry):
        """A sentence says more than that there is no page; what it names is there."""
        doc, name = entry.get("doc"), entry["symbol"]
        if doc is None or "python" in entry:
            return
        what = re.sub("It is internal to.*|PyTorch does not document it[.]", "", doc).strip()
        if what in ("", "Works in place.") or what.endswith(" passed."):
            self.wrong(name, "the sentence does not say what it is for")
        relations = "gradients of|derivative of|form of|Applies|Does what"
        for other in re.findall(f"(?:{relations}) (\\w+)[ .]", what):
            if other not in self.bases and not other.startswith("torch"):
                self.wrong(name, f"the sentence is about '{other}', which is no operator")

    # --- all ----------------------------------------------------------------------------------

    def check_call(self, name, entry, is_callback):
        params = entry["params"] + entry.get("results", [])
        params = [param for param in params if param["name"] != "..."]
        names = {param["name"]: param["c_type"] for param in params}
        internal = entry.get("internal", False)
        self.check_type(name, entry.get("returns", "ct_error"), internal)
        self.check_safe(name, params)
        for param in params:
            where = f"{name}({param['name']})"
            self.check_type(where, param["c_type"], internal)
            self.check_pointer(where, param, param["direction"] == "out")
            self.check_length(where, param.get("length", {}), names)
            self.check_unit(where, param, names)
            self.check_is_there(where, param, names)
            if not is_callback and not internal:
                self.check_ties(where, param, names, ())
                self.check_kept(where, param, params)
            if "default_value" in param:
                self.check_default(where, param)
        returned = {"name": "", "c_type": entry.get("returns", "void"), **entry.get("returned", {})}
        if "results" not in entry and not internal:
            self.check_used(name, [*params, returned])
        if self.is_number(returned["c_type"]):
            self.check_is_there(f"{name}, returned", {**returned, "nullable": False}, names)
        self.check_pointer(f"{name}, returned", returned)
        self.check_length(f"{name}, returned", returned.get("length", {}), names)
        self.check_unit(f"{name}, returned", returned, names)
        self.check_lists(name, params)
        self.check_returned_struct(name, entry)
        for part in [*params, returned]:
            self.check_owner(f"{name}({part['name']})", part)
        if not is_callback:
            self.check_thread(name, entry)
            self.check_waits(name, entry)
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
        self.check_used(name, fields)
        for field in fields:
            where = f"{name}.{field['name']}"
            self.check_type(where, field["c_type"])
            self.check_pointer(where, field)
            self.check_unit(where, field, names)
            self.check_owner(where, field)
            self.check_length(where, field.get("length", {}), names)
            self.check_is_there(where, field, names, True)
            self.check_ties(where, field, names, set(self.others(name, fields)))
            if str(field.get("default_value", "")).startswith("CT_"):
                self.check_constant(where, field["default_value"])

    def check_classes(self):
        for key in ("modules", "optimizers", "lr_schedulers", "transforms", "distributions"):
            for entry in self.api[key]:
                self.check_safe(entry["name"], entry["arguments"])
                for argument in entry["arguments"]:
                    self.check_default(f"{entry['name']}({argument['name']})", argument)

    def check(self, only=None):
        """Everything, or the entry of this name and what is about all names."""
        def is_meant(name):
            return only in (None, name)

        for name, text in self.api["types"].items():
            if is_meant(name) and base(text) != f"struct {name}":
                self.check_type(name, text)
        for name, fields in self.api["structs"].items():
            if is_meant(name):
                self.check_struct(name, fields)
        for key in ("runtime", "functions", "nn_functions", "callbacks"):
            for entry in self.api[key]:
                if is_meant(name_of(entry)):
                    self.check_call(name_of(entry), entry, key == "callbacks")
                    if key == "functions":
                        self.check_purpose(entry)
        self.check_camel()
        self.check_functions()
        if only is None:
            self.check_classes()
        return self.found


def name_of(entry):
    return entry.get("symbol", entry.get("name"))


def named(entries, name):
    return next(entry for entry in entries if name_of(entry) == name)


def field(name, change):
    return lambda entry: change(named(entry, name))


def param(name, change):
    return lambda entry: change(named(entry["params"] + entry.get("results", []), name))


def drop(key):
    return lambda entry: entry.pop(key)


def put(**keys):
    return lambda entry: entry.update(keys)


def drop_lengths(entry):
    for each in entry["params"]:
        each.pop("length", None)


# What is found, in which entry, and the mistake.
MISTAKES = [
    ("the type 'ct_thing *' is unknown",
     "runtime", "ct_tensor_free", param("self", put(c_type="ct_thing *"))),
    ("ct_value_ints(ints): a list that does not say who owns it",
     "runtime", "ct_value_ints", param("ints", drop("ownership"))),
    ("ct_value_ints(ints): is in the struct that is returned, but not kept",
     "runtime", "ct_value_ints", param("ints", put(ownership="borrowed"))),
    ("ct_index_at_list(list): is in the struct that is returned, but not kept",
     "runtime", "ct_index_at_list", param("list", put(ownership="borrowed"))),
    ("ct_tensor_from_data(data): the length is in units of 'None'",
     "runtime", "ct_tensor_from_data", param("data", drop("unit"))),
    ("ct_npy_decode(bytes): the length is in units of 'type'",
     "runtime", "ct_npy_decode", param("bytes", put(unit="type"))),
    ("ct_index.list: the length is in units of 'None'",
     "structs", "ct_index", field("list", drop("unit"))),
    ("the type 'struct ct_thing *' is unknown",
     "runtime", "ct_tensor_free", param("self", put(c_type="struct ct_thing *"))),
    ("ct_batch.data: a pointer that does not say whether it may be NULL",
     "structs", "ct_batch", field("data", drop("nullable"))),
    ("ct_module_free(self): a pointer that does not say who owns it",
     "runtime", "ct_module_free", param("self", drop("ownership"))),
    ("ct_tensor_empty(result): a pointer that does not say who owns it",
     "runtime", "ct_tensor_empty", param("result", drop("ownership"))),
    ("ct_abs(result): a pointer that does not say who owns it",
     "functions", "ct_abs", param("result", drop("ownership"))),
    ("ct_cat(tensors): a pointer that does not say to how many elements",
     "functions", "ct_cat", param("tensors", drop("length"))),
    ("ct_tar_writers_close(writers): a pointer that does not say to how many elements",
     "runtime", "ct_tar_writers_close", drop_lengths),
    ("ct_value_list(items): a pointer that does not say to how many elements",
     "runtime", "ct_value_list", drop_lengths),
    ("ct_csv_options.columns: a pointer that does not say to how many elements",
     "structs", "ct_csv_options", field("columns", drop("length"))),
    ("the length is of 'columns_count', which is not there",
     "structs", "ct_csv_options", field("columns", put(length={"name": "columns_count"}))),
    ("the length calls 'ct_tensor_dim' with too few or many",
     "structs", "ct_csv_options",
     field("columns", put(length={"call": "ct_tensor_dim", "arguments": []}))),
    ("ct_tensor_register_hook(call): a callback without context",
     "runtime", "ct_tensor_register_hook", param("call", drop("context"))),
    ("context is 'context', which is no void *",
     "runtime", "ct_tensor_register_hook", param("context", put(c_type="ct_tensor *"))),
    ("ct_file_set_progress(callback): is kept, but its context is borrowed",
     "runtime", "ct_file_set_progress", param("context", put(ownership="borrowed"))),
    ("ct_function.forward: context is 'closure', which is not there",
     "structs", "ct_function", field("forward", put(context="closure"))),
    ("release is 'free', which is not there",
     "runtime", "ct_tensor_register_hook", param("call", put(release="free"))),
    ("'self' is a word of another language",
     "runtime", "ct_tensor_free", param("self", drop("safe"))),
    ("is TensorFree, as ct_tensor_free is", "runtime", "ct_free", put(camel="TensorFree")),
    ("ct_range: 'range' is a word of another language", "functions", "ct_range", drop("safe")),
    ("same_thread_as names 'ct_scope_begin', which is no function",
     "runtime", "ct_scope_close", put(same_thread_as="ct_scope_begin")),
    ("ct_scope_close: the thread is same, with or without same_thread_as",
     "runtime", "ct_scope_close", drop("same_thread_as")),
    ("ct_free: the thread is scopes, with or without same_thread_as",
     "runtime", "ct_free", put(same_thread_as="ct_scope_open")),
    ("ct_autograd_set_grad_enabled: the thread is any",
     "runtime", "ct_autograd_set_grad_enabled", put(thread="any")),
    ("ct_save_on_cpu_push: begins or ends something, but is bound to no thread",
     "runtime", "ct_save_on_cpu_push", put(thread="any")),
    ("ct_autocast_leave: begins or ends something, but is bound to no thread",
     "runtime", "ct_autocast_leave", put(thread="any")),
    ("ct_abs(result): the owner is caller",
     "functions", "ct_abs", param("result", put(owner="caller"))),
    ("ct_value_copy(result): the owner is scope",
     "runtime", "ct_value_copy", param("result", put(owner="scope"))),
    ("ct_load: waits, but does not block", "runtime", "ct_load", put(may_block=False)),
    ("ct_module_print: has a stream, but does not wait for files",
     "runtime", "ct_module_print", put(waits_for=[])),
    ("ct_data_loader_next: waits_for: []", "runtime", "ct_data_loader_next", put(waits_for=[])),
    ("ct_scope_defer: scopes: None", "runtime", "ct_scope_defer", drop("scopes")),
    ("ct_gc: scopes: opens", "runtime", "ct_gc", put(scopes="opens")),
    ("ct_range: the sentence does not say what it is for",
     "functions", "ct_range", lambda entry: [entry.pop("python"), entry.update(
         doc="PyTorch does not document it.")]),
    ("ct__softmax: the sentence is about 'hardmax', which is no operator",
     "functions", "ct__softmax", put(doc="Another form of hardmax. It is internal to PyTorch.")),
    ("ct_tensor_to_string has other parameters",
     "runtime", "ct_module_print_dot", put(text="ct_tensor_to_string")),
    ("new, but 'None' is no function that frees it",
     "runtime", "ct_tensor_empty", param("result", drop("free"))),
    ("the default is 'CT_IMAGE_PIXELS', which is no constant",
     "structs", "ct_image_load_options",
     field("max_pixels", put(default_value="CT_IMAGE_PIXELS"))),
]


def without_lengths(api):
    """The places whose length is taken away, one at a time, without a complaint. One element is what
    a pointer is to without a length."""
    checker = Checker(api)
    for key in ("runtime", "functions", "nn_functions", "callbacks"):
        for entry in api[key]:
            if not entry.get("internal"):
                parts = [*entry["params"], *entry.get("results", []), entry.get("returned", {})]
                yield from each_without(checker, parts, name_of(entry), functools.partial(
                    checker.check_call, name_of(entry), entry, key == "callbacks"))
    for name, fields in api["structs"].items():
        yield from each_without(checker, fields, name,
                                functools.partial(checker.check_struct, name, fields))


def each_without(checker, parts, name, check):
    for part in parts:
        if part.get("length", {"number": 1}) != {"number": 1}:
            length, checker.found = part.pop("length"), []
            check()
            part["length"] = length
            if not any("elements" in text or "nothing" in text for text in checker.found):
                yield f"{name}({part.get('name', 'returned')})"


def mistaken(api, key, name, change):
    """The description with one entry changed; the others are shared."""
    if isinstance(api[key], dict):
        entry = copy.deepcopy(api[key][name])
        bad = {**api[key], name: entry}
    else:
        entry = copy.deepcopy(named(api[key], name))
        bad = [entry if name_of(other) == name else other for other in api[key]]
    change(entry)
    return {**api, key: bad}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    failed = 0
    for text in Checker(api).check()[:20]:
        failed += 1
        print(f"checked:  {sys.argv[1]}\nexpected: no mistake\ngot:      {text}")
    for text, key, name, change in MISTAKES:
        found = Checker(mistaken(api, key, name, change)).check(name)
        if not any(text in line for line in found):
            failed += 1
            print(f"checked:  {sys.argv[1]} with a mistake in {name}\nexpected: {text}\n"
                  f"got:      {found[:3]}")
    for where in without_lengths(api):
        failed += 1
        print(f"checked:  {sys.argv[1]} without the length of {where}\n"
              "expected: this is found\ngot:      no mistake")
    print(f"{len(api['functions'])} operators, {len(api['runtime'])} functions, "
          f"{len(api['structs'])} structs, {len(MISTAKES)} mistakes: {failed} failures")
    if failed:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
