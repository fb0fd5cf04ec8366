#!/usr/bin/env python3
"""nulls.py JSON LIBCTORCH [LIBCTORCH-IMAGE]: checks what ctorch_api.json says about NULL.

Calls every handwritten function once for each of its pointers, with NULL there and something valid
everywhere else, in a process of its own. NULL that is not nullable must be an error that
names the parameter or says what is missing; NULL that is nullable must not be refused; and none may
crash. For the operators, whose wrappers all check in the same way before libtorch is called, it
tries every pointer that is not nullable, in this process. For the functions of torch.nn, NULL that
is not nullable must be some error.
"""
import ctypes as C
import os
import re
import signal
import sys
import tempfile

from binding import Binding, length_name, Type

# They end the process, or need arguments that a variadic function takes.
LEFT_OUT = {"ct_exit", "ct_error_check", "ct_error_new"}
TEXTS = {"name": "aten::relu.default", "dispatch_key": "CPU", "library_name": "nulls",
         "schema": "twice(Tensor x) -> Tensor", "precision": "high", "path": "%s/x.npy",
         "prefix": "aten::relu", "text": "0"}
TEXTS_OF = {("ct_tensor_from_text", "text"): "[1.]", ("ct_value_at", "path"): "",
            ("ct_device_from_string", "text"): "cpu", ("ct_dtype_from_name", "name"): "float64",
            ("ct_library_implement", "name"): "twice", ("ct_library_set_backward", "name"): "twice",
            ("ct_library_register_fake", "name"): "twice"}
NEED_A_LEAF = re.compile("post_accumulate|requires_grad|set_grad|deepcopy")
NEED_NO_GRADIENT = re.compile("dlpack|set_element|copy_from|index_put|index_accumulate|index_text")


class Samples:
    """Valid arguments of one function, new ones for each call."""

    def __init__(self, ct, symbol, folder):
        self.ct, self.symbol, self.folder, self.keep = ct, symbol, folder, []

    def kept(self, thing):
        self.keep.append(thing)
        return thing

    def tensor(self):
        """One number, as a vector."""
        ct = self.ct
        data = self.kept((C.c_double * 1)(1))
        made = self.kept(ct.ct_tensor_from_data(data, ct.CT_FLOAT64, [1]))
        if NEED_NO_GRADIENT.search(self.symbol):
            return made
        ct.ct_tensor_set_requires_grad(made, True)
        if NEED_A_LEAF.search(self.symbol):
            return made
        return self.kept(ct.ct_mul_Scalar(made, ct.ct_scalar_int(1)))

    def library(self):
        made = self.ct.ct_library_new("nulls")
        if self.symbol != "ct_library_define":
            self.ct.ct_library_define(made, TEXTS["schema"])
        return made

    def handle(self, name):
        ct = self.ct
        make = {"ct_tensor": self.tensor,
                "ct_generator": lambda: ct.ct_generator_new(ct.structs["ct_device"](ct.CT_DEVICE_TYPE_CPU, -1)),
                "ct_storage": lambda: ct.ct_tensor_storage(self.tensor()),
                "ct_node": lambda: ct.ct_tensor_grad_fn(self.tensor()),
                "ct_operator": lambda: ct.ct_operator_find(TEXTS["name"]),
                "ct_library": self.library,
                "ct_module": lambda: ct.ct_nn_new("ReLU", None, None),
                "ct_rng_states": ct.ct_rng_states_capture,
                "ct_scope": ct.ct_scope_open,
                "ct_dlpack": lambda: ct.ct_tensor_to_dlpack(self.tensor()),
                "ct_dlpack_versioned": lambda: ct.ct_tensor_to_dlpack_versioned(
                    self.tensor(), None)}.get(name)
        return self.kept(make()).take() if make else None

    def ct_value(self):
        """A value of the kind that the function reads: a list, a dict, a number, ..."""
        ct = self.ct
        kind = re.match(r"ct_value_(?:as_|take_)?(\w*?)(?:_\w+)?$", self.symbol)[1] \
            if self.symbol.startswith("ct_value_") else "tensor"
        if kind == "dict":
            made = ct.ct_value_dict_new()
            ct.ct_value_dict_set(made, ct.ct_value_int(1), ct.ct_value_int(1))
            return made
        if kind in ("list", "item"):
            made = ct.ct_value_list_new()
            for _ in range(2):
                ct.ct_value_list_append(made, ct.ct_value_int(1))
            return made
        maker = ct.functions.get(re.sub("^ct_value_(as|take)", "ct_value", self.symbol))
        if maker and maker is not ct.functions.get(self.symbol):
            return maker.c(*[self.value(param) for param in maker.params])
        return ct.ct_value_tensor(self.kept(self.tensor()))

    def struct(self, name):
        """Zeros, which are the defaults of options, with callbacks."""
        ct = self.ct
        if name == "ct_value":
            return self.kept(self.ct_value())
        made = self.kept(ct.structs[name]())
        for c_type, field in ct.fields(name):
            if field in ("function", "forward"):
                setattr(made, field, self.callback(c_type))
            elif field == "name":
                made.name = self.text("x")
        return made

    def callback(self, name):
        """One that computes a sum, or one that does nothing, which is None as a value."""
        ct, entry = self.ct, self.ct.callbacks[name]
        names = {param["name"]: param["c_type"] for param in entry["params"]}
        if "inputs" in names and names.get("result") != "ct_value *":
            return ct.callback(name, lambda *arguments: [
                ct.ct_sum(arguments[-1][0], ct.CT_DTYPE_NONE)], self.keep)
        made = ct.callback_types[name](lambda *arguments: None)
        return C.cast(self.kept(made), C.c_void_p).value

    def text(self, text):
        if "%s" in text:
            text %= self.folder
        return C.addressof(self.kept(C.create_string_buffer(text.encode())))

    def number(self, c_type, name):
        if c_type.name == "ct_dtype":
            return self.ct.CT_FLOAT64
        if c_type.name in self.ct.api["enums"] or name in ("low", "index", "storage_offset", "inplace"):
            return 0
        return 2 if name in ("named_len", "end", "high") else 1

    def by_value(self, c_type, name):
        ct = self.ct
        if c_type.name in ct.callback_types:
            return self.callback(c_type.name)
        if c_type.name == "ct_error":
            return ct.functions["ct_error_new_text"].c(1, None, b"x")
        if c_type.name == "ct_scalar":
            return ct.ct_scalar_int(self.number(c_type, name))
        element = ct.element_of(c_type.name)
        if element:
            at = ct.base_of(element.name if not element.stars else element.text) + " *"
            return ct.structs[c_type.name](
                self.value({"c_type": at, "name": name, "direction": "in"}), 1)
        if c_type.name in ct.structs:
            return self.struct(c_type.name)
        return self.number(c_type, name)

    def value(self, param):
        """For one parameter: a number, a struct or an address."""
        ct, c_type, name = self.ct, Type(param["c_type"]), param["name"]
        if not c_type.stars:
            return self.by_value(c_type, name)
        if name == "tensor_impl":
            return self.handle("ct_tensor")
        if param["direction"] != "out" and c_type.stars == 1:
            if c_type.name == "char":
                return self.text(TEXTS_OF.get((self.symbol, name), TEXTS.get(name, "x")))
            if ct.is_handle(c_type):
                return self.handle(c_type.name)
            if c_type.name in ct.structs:
                return C.addressof(self.struct(c_type.name))
            if c_type.name == "FILE":
                return None
        if c_type.name == "char" and c_type.stars == 2 and param["direction"] == "in":
            return C.addressof(self.kept((C.c_void_p * 1)(self.text("x"))))
        if ct.is_handle(c_type) and param["direction"] == "in":
            return C.addressof(self.kept((C.c_void_p * 1)(self.handle(c_type.name))))
        first = 0 if name in ("index", "level") else 1
        return C.addressof(self.kept((C.c_int64 * 64)(first)))


def outcome(ct, function, null):
    """The error text, or "" for none. List parameters have one element."""
    with tempfile.TemporaryDirectory() as folder:
        samples = Samples(ct, function.symbol, folder)
        values = [samples.value(param) for param in function.params]
        for i, param in enumerate(function.params):
            if null is not None and length_name(function.params[null]) == param["name"] and \
                    param["direction"] == "in" and function.params[null]["nullable"]:
                values[i] = 0
        if null is not None:
            values[null] = None
        if function.symbol.startswith("ct_models_"):  # the largest would take seconds and 2.5 GB
            ct.ct_set_default_device(ct.structs["ct_device"](ct.CT_DEVICE_TYPE_META, -1))
        returned = function.c(*values)
        return str(ct.take_error(returned) or "") if function.returns.text == "ct_error" else ""


def in_children(ct, function, nulls):
    """outcome() for each of these pointers, in a separate process; "signal 11" where it dies. A
    process may be unfit for the next pointer: that one is tried again in a new process."""
    texts = []
    while len(texts) < len(nulls):
        before = len(texts)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            try:
                for null in nulls[len(texts):]:
                    signal.alarm(20)
                    os.write(write, outcome(ct, function, null).encode()[:1000] + b"\0")
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as file:
            texts += file.read().decode(errors="replace").split("\0")[:-1]
        _, status = os.waitpid(child, 0)
        if len(texts) == before:
            texts.append(f"signal {status & 127}" if status else "")
    return texts


def judge(name, nullable, text):
    """What is wrong, or None."""
    refused = re.search(rf"\b{name}\b.*(must not be NULL|is NULL)|must not be NULL", text)
    if text.startswith("signal"):
        return "no crash"
    if nullable and refused and f"({name})" in text:
        return "NULL is accepted, since it is nullable"
    if not nullable and not text:
        return "an error, since it is not nullable"
    return None


def check_runtime(ct):
    wrong, tried = [], 0
    for entry in ct.api["runtime"]:
        function = ct.functions.get(entry["symbol"])
        # A name that ends with _ is a part of a macro, which gives it what it needs.
        if not function or entry["symbol"] in LEFT_OUT or entry["symbol"].endswith("_"):
            continue
        nulls = [i for i, param in enumerate(function.params) if "nullable" in param]
        for i, text in zip(nulls, in_children(ct, function, nulls)):
            param = function.params[i]
            fault = judge(param["name"], param["nullable"], text)
            tried += 1
            if fault:
                wrong.append((entry["symbol"], param["name"], fault, text))
    return tried, wrong


def check_operators(ct):
    """The wrapper refuses NULL before it calls libtorch, so nothing is computed."""
    wrong, tried, samples = [], 0, Samples(ct, "", "")
    for entry in ct.api["functions"]:
        function = ct.functions[entry["symbol"]]
        values = [samples.value(param) for param in function.params]
        for i, param in enumerate(entry["params"]):
            if param.get("nullable") is not False:
                continue
            given = values[:i] + [None] + values[i + 1:]
            text = str(ct.take_error(function.c(*given)) or "")
            tried += 1
            if not text.startswith("ArgumentError"):
                wrong.append((entry["symbol"], param["name"], "an ArgumentError", text))
        samples.keep.clear()
    return tried, wrong


def check_nn(ct):
    """The functions of torch.nn are written with operators, which refuse what they get."""
    wrong, tried = [], 0
    for entry in ct.api["nn_functions"]:
        function = ct.functions[entry["symbol"]]
        nulls = [i for i, param in enumerate(function.params) if param.get("nullable") is False]
        for i, text in zip(nulls, in_children(ct, function, nulls)):
            tried += 1
            if text.startswith("signal") or not text:
                wrong.append((entry["symbol"], function.params[i]["name"], "an error", text))
    return tried, wrong


def main():
    ct = Binding(sys.argv[1], dict(zip(("ctorch", "ctorch_image"), sys.argv[2:])))
    of_runtime, wrong = check_runtime(ct)
    of_operators, more = check_operators(ct)
    of_nn, most = check_nn(ct)
    wrong += more + most
    for symbol, name, wanted, got in wrong[:40]:
        print(f"called:   {symbol} with NULL for {name}\nexpected: {wanted}\n"
              f"got:      {got or 'no error'}\n")
    print(f"{of_runtime} pointers of functions, {of_operators} of operators, {of_nn} of torch.nn, "
          f"{len(wrong)} wrong")
    if wrong:
        sys.exit(1)


main()
