"""binding.py: shows that ctorch_api.json alone suffices to make a binding, with ctypes.

This is a demonstration of the description, not the Python binding: a call takes 22 us, 21 times that
of PyTorch's own. The binding for programs is in bindings/python.

The only functions of libctorch that are named here are ct_version_require(), those for errors,
ct_free(), and the two with which an object owns a tensor (docs/bindings.md). What a function wants
and gives follows from the file:

- a list is passed as one, without its length;
- a result is not passed, but returned; several are a tuple;
- None is accepted where the file says nullable, and refused here where it does not;
- what is new is released by the function that the file names when Python drops it;
- a function of Python becomes a callback of the file's type, and stays alive for as long as the
  file says.

    ct = Binding("share/ctorch/ctorch_api.json", {"ctorch": "lib/libctorch.so"})
    z = ct.ct_add_Tensor(x, y, ct.ct_scalar_int(1))

It is for one thread; docs/bindings.md says what a binding for several needs.
"""
import ctypes as C
import json
import math
import re

NUMBERS = {"bool": C.c_bool, "char": C.c_char, "double": C.c_double, "float": C.c_float,
           "int": C.c_int, "size_t": C.c_size_t, **{
               f"{sign}int{bits}_t": getattr(C, f"c_{sign}int{bits}")
               for sign in ("", "u") for bits in (8, 16, 32, 64)}}


class CtError(Exception):
    """The text of a ct_error."""


class Handle:
    """A pointer to an incomplete struct; `free` releases it, unless it is borrowed."""

    def __init__(self, address, free=None):
        self.address, self.free = address, free

    @property
    def _as_parameter_(self):
        return C.c_void_p(self.address)

    def take(self):
        """Gives the reference to a function that takes it over."""
        self.free = None
        return self.address

    def __del__(self):
        if self.free and self.address:
            self.free(self.address)


class Type:
    """A C type: the name without const and stars, and how many stars there are."""

    def __init__(self, text):
        self.text = text
        self.name = re.sub(r"\bconst\b|\*", " ", text).strip()
        self.stars = text.count("*")

    def pointee(self):
        """The type that a pointer to this one points to."""
        at = self.text.rindex("*")
        return Type(re.sub(r"\s*const$", "", self.text[:at].strip()))


class Binding:
    def __init__(self, path, libraries):
        with open(path, encoding="utf-8") as file:
            self.api = json.load(file)
        self.structs, self.callback_types = {}, {}
        self.alive = []  # what C keeps
        self.lent = []   # what callbacks have returned: until the call that led to them ends
        self.depth = 0   # of calls in callbacks
        for callback in self.api["callbacks"]:
            self.callback_types[callback["name"]] = None
        for name in self.api["structs"]:
            self.struct(name)
        for callback in self.api["callbacks"]:
            self.callback_types[callback["name"]] = C.CFUNCTYPE(
                self.ctype(Type(callback["returns"])),
                *[self.ctype(Type(param["c_type"])) for param in callback["params"]])
        self.callbacks = {callback["name"]: callback for callback in self.api["callbacks"]}
        for values in self.api["enums"].values():
            self.__dict__.update(values)
        for constant in self.api["constants"]:
            setattr(self, constant["name"], constant["value"])
        self.functions = {}
        loaded = {name: C.CDLL(file) for name, file in libraries.items()}
        if "ctorch" in loaded:
            self.require_release(loaded["ctorch"])
        functions = self.api["functions"] + self.api["nn_functions"]
        for entry in self.api["runtime"] + functions:
            library = loaded.get(entry.get("library", "ctorch"))
            for symbol in (entry["symbol"], entry.get("method")):
                if symbol and library:
                    self.functions[symbol] = Function(self, library, symbol, entry)

    def __getattr__(self, name):
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(name) from None

    def require_release(self, library):
        """Refuses a library that the file was not made for. Before other functions are looked up:
        that library may lack some, or have them with other arguments."""
        entries = {entry["symbol"]: entry for entry in self.api["runtime"]}
        for symbol in ("ct_error_class_of", "ct_error_function", "ct_error_free",
                       "ct_version_require"):
            self.functions[symbol] = Function(self, library, symbol, entries[symbol])
        made_for = self.api["libctorch"]
        self.ct_version_require(made_for["version"], made_for["libtorch"])

    def struct(self, name):
        """A struct, made after those that are inside it."""
        if name not in self.structs:
            fields = [(field, self.ctype(Type(c_type))) for c_type, field in self.fields(name)]
            doc = self.api["type_docs"].get(name, {}).get("doc")
            self.structs[name] = type(name, (C.Structure,), {"_fields_": fields, "__doc__": doc})
        return self.structs[name]

    def fields(self, name):
        """(type, name) for each field of a struct."""
        return [(field["c_type"], field["name"]) for field in self.api["structs"].get(name, [])]

    def element_of(self, name):
        """What a list that is passed by value has: "ct_ints" has int64_t. None for other types."""
        fields = self.fields(name)
        if [field for _, field in fields] != ["at", "len"]:
            return None
        return Type(self.base_of(fields[0][0])).pointee()

    def base_of(self, name):
        """C's own type: "ct_dtype" is an int32_t, "ct_error" a const char *."""
        return self.api["types"].get(name, name)

    def ctype(self, c_type):
        """For ctypes. Pointers of all types are addresses, as are callbacks in structs."""
        base = Type(self.base_of(c_type.name))
        if c_type.stars or base.stars or c_type.name in self.callback_types:
            return C.c_void_p
        if c_type.name == "void":
            return None
        if c_type.name in self.api["structs"]:
            return self.struct(c_type.name)
        if base.name not in NUMBERS:
            raise TypeError(f"unknown C type '{c_type.text}'")
        return NUMBERS[base.name]

    def is_handle(self, c_type):
        return c_type.stars and self.base_of(c_type.name).startswith("struct ")

    # --- from Python to C ---------------------------------------------------------------------

    def array(self, element, values):
        """A C array of `values`, whose elements have a type such as `ct_tensor *`."""
        kind = self.ctype(element)
        items = [self.plain(value) for value in values]
        return (kind * max(len(items), 1))(*items)

    def plain(self, value):
        """One value, passed by value: a number, a struct, or an address."""
        if isinstance(value, Handle):
            return value.address
        if isinstance(value, str):
            text = C.create_string_buffer(value.encode())
            self.alive.append(text)
            return C.addressof(text)
        return value

    def callback(self, name, function, keep):
        """The address of a C function that calls one of Python."""
        entry = self.callbacks[name]
        made = self.callback_types[name](Callback(self, entry, function))
        keep.append(made)
        return C.cast(made, C.c_void_p).value

    # --- from C to Python ---------------------------------------------------------------------

    def text(self, address):
        return C.string_at(address).decode() if address else None

    def take_error(self, address):
        """The exception for a ct_error; None if there is none."""
        if not address:
            return None
        error = CtError(self.text(address))
        error.kind = self.functions["ct_error_class_of"].c(address)
        error.function = self.text(self.functions["ct_error_function"].c(address))
        self.functions["ct_error_free"].c(address)
        return error

    def give_error(self, error):
        """The ct_error for an exception in a callback."""
        kind = getattr(error, "kind", self.CT_ERROR_RUNTIME)
        text = str(error).partition(": ")[2] if isinstance(error, CtError) else str(error)
        return self.functions["ct_error_new_text"].c(kind, b"a callback", text.encode())

    def handle(self, address, facts):
        """An object; if it is new, it owns the reference, which is taken out of the scope that may
        be open, as in a callback."""
        if facts.get("ownership") != "new":
            return Handle(address)
        free = facts["free"]
        if free == "ct_tensor_free":
            self.functions["ct_scope_disown"].c(address)
            free = "ct_tensor_free_unscoped"
        else:
            self.functions["ct_scope_disown_object"].c(address)
        return Handle(address, self.functions[free].c)

    def wrap(self, c_type, value, facts):
        """One value of C: a handle, a text, a number or a struct."""
        if self.is_handle(c_type):
            return self.handle(value, facts) if value else None
        if c_type.name == "char" and c_type.stars == 1:
            return self.text(value)
        return value


class Callback:
    """What C calls: a function of Python gets the parameters that are no lengths and no results,
    and returns the results."""

    def __init__(self, binding, entry, function):
        self.binding, self.entry, self.function = binding, entry, function
        self.lengths = {length_name(param) for param in entry["params"]}

    @staticmethod
    def is_object(param):
        """A ct_function_context is called context, too, but is not the program's."""
        return param["name"] == "context" and param["c_type"] != "void *"

    def argument(self, param, values):
        c_type = Type(param["c_type"])
        if "length" not in param:
            return self.binding.wrap(c_type, values[param["name"]], param)
        count = evaluate(self.binding, param["length"], values)
        array = C.cast(values[param["name"]],
                       C.POINTER(self.binding.ctype(c_type.pointee()) * max(count, 1))).contents
        return [self.binding.wrap(c_type.pointee(), array[i], param) for i in range(count)]

    def __call__(self, *raw):
        values = {param["name"]: value for param, value in zip(self.entry["params"], raw)}
        arguments = [self.argument(param, values) for param in self.entry["params"]
                     if param["direction"] != "out" and param["name"] not in self.lengths
                     and (param["name"] != "context" or self.is_object(param))]
        outs = [param for param in self.entry["params"] if param["direction"] == "out"]
        try:
            given = self.function(*arguments)
        except Exception as error:
            if self.entry["returns"] != "ct_error":
                raise
            return self.binding.give_error(error)
        if not outs:
            return None if self.entry["returns"] in ("void", "ct_error") else given
        for param in outs:
            self.give(param, given, values)
        return None

    def give(self, param, given, values):
        """Writes what Python returned. It is read after the callback, so it stays alive."""
        if given is None:
            return
        count = evaluate(self.binding, param["length"], values) if "length" in param else 1
        items = given if "length" in param else [given]
        out = C.cast(values[param["name"]],
                     C.POINTER(self.binding.ctype(Type(param["c_type"]).pointee()) * count))
        self.binding.lent.append(items)
        for i, item in enumerate(items):
            out.contents[i] = self.binding.plain(item)


def length_name(param):
    """The parameter that is the length of this one; None if it is something else."""
    return param.get("length", {}).get("name")


def evaluate(binding, length, values):
    """The number of elements: {"name": "inputs_len"}, {"list": "inputs"}, ..."""
    if "number" in length:
        return length["number"]
    if "name" in length:
        return values[length["name"]]
    if "list" in length:
        return len(values[length["list"]])
    if "product" in length:
        return math.prod(values[length["product"]])
    if "times" in length:
        return math.prod(evaluate(binding, factor, values) for factor in length["times"])
    arguments = [evaluate(binding, argument, values) for argument in length["arguments"]]
    return binding.functions[length["call"]].c(*arguments)


class Function:
    """A function of C, called as the file describes it. `c` is the bare function."""

    def __init__(self, binding, library, symbol, entry):
        self.binding, self.symbol, self.entry = binding, symbol, entry
        self.params = entry["params"] + entry.get("results", [])
        self.returns = Type(entry.get("returns", "ct_error"))
        self.__doc__ = entry.get("doc") or entry.get("schema")
        self.c = getattr(library, symbol)
        self.c.restype = binding.ctype(self.returns)
        if not any(param["name"] == "..." for param in self.params):
            self.c.argtypes = [binding.ctype(Type(param["c_type"])) for param in self.params]
        # The parameters that Python does not pass: lengths of lists, and results.
        by_name = {param["name"]: param for param in self.params}
        self.list_of = {}
        for param in self.params:
            length = by_name.get(length_name(param))
            if length and length["direction"] == "in" and param["direction"] == "in":
                self.list_of.setdefault(length["name"], param["name"])
        self.wanted = [param for param in self.params if param["direction"] != "out"
                       and param["name"] not in self.list_of]
        self.lengths = {length_name(param) for param in self.params}

    def __call__(self, *arguments, **named):
        given = dict(zip([param["name"] for param in self.wanted], arguments), **named)
        if len(given) != len(self.wanted):
            wanted = ", ".join(param["name"] for param in self.wanted)
            raise TypeError(f"{self.symbol}({wanted}) got {len(given)} arguments")
        keep = []
        for name, owner in self.list_of.items():
            given[name] = len(given[owner] or [])
        values = {}
        for param in self.params:
            if param["direction"] != "out":
                values[param["name"]] = self.pass_in(param, given[param["name"]], keep)
        outs = {param["name"]: self.place(param, given) for param in self.params
                if param["direction"] == "out"}
        values.update({name: C.addressof(place) for name, place in outs.items()})
        returned = self.call([values[param["name"]] for param in self.params])
        error = self.returns.text == "ct_error" and self.binding.take_error(returned)
        if error:
            raise error
        self.note_taken(given)
        if any(param.get("ownership") == "kept" for param in self.params):
            self.keep_alive(returned, keep, given)
        return self.results(outs, returned, given)

    def keep_alive(self, returned, keep, given):
        """What C keeps. A struct that is the result borrows it: then for as long as the struct."""
        if isinstance(returned, C.Structure):
            returned.borrows = keep, given
        else:
            self.binding.alive.append(keep)

    def call(self, values):
        """Calls the C function. What its callbacks lend it is not needed after it."""
        self.binding.depth += 1
        try:
            return self.c(*values)
        finally:
            self.binding.depth -= 1
            if not self.binding.depth:
                self.binding.lent.clear()

    def pass_in(self, param, value, keep):
        """What C gets for a value of Python."""
        c_type = Type(param["c_type"])
        if value is None and "nullable" in param and not param["nullable"]:
            raise TypeError(f"{self.symbol}: {param['name']} must not be None")
        if c_type.name in self.binding.callback_types and callable(value):
            return self.binding.callback(c_type.name, value, keep)
        element = self.binding.element_of(c_type.name) if not c_type.stars else None
        if element and not isinstance(value, C.Structure):
            items = self.binding.array(element, value or [])
            keep.append(items)
            return self.binding.structs[c_type.name](
                C.addressof(items) if value is not None else None, len(value or []))
        if value is None or not c_type.stars:
            return value
        if isinstance(value, str):
            value = value.encode()
            keep.append(value)
            return C.cast(C.c_char_p(value), C.c_void_p).value
        if isinstance(value, (list, tuple)):
            value = self.binding.array(c_type.pointee(), value)
        elif isinstance(value, (int, float)) and c_type.name != "void":
            value = self.binding.ctype(c_type.pointee())(value)
        if isinstance(value, Handle):
            return value.address
        if isinstance(value, int):
            return value
        keep.append(value)
        return C.addressof(value)

    def place(self, param, given):
        """Memory for a result, or for several where the caller provides the list."""
        element = Type(param["c_type"]).pointee()
        length = param.get("length")
        count = 1
        if length and not self.is_allocated(param):
            count = evaluate(self.binding, length, given)
        if element.name == "void" and not element.stars:
            return C.create_string_buffer(8 * count)
        return (self.binding.ctype(element) * max(count, 1))()

    def is_allocated(self, param):
        """Whether C allocates the list: then another result is its length."""
        return any(other["name"] == length_name(param) and other["direction"] == "out"
                   for other in self.params)

    def results(self, outs, returned, given):
        found = []
        for param in self.params:
            if param["direction"] == "out" and param["name"] not in self.lengths:
                found.append(self.result(param, outs, given))
        if self.returns.text not in ("void", "ct_error"):
            facts = self.entry.get("returned", {})
            value = self.binding.wrap(self.returns, returned, facts)
            if "length" in facts:
                addresses = {name: item.address if isinstance(item, Handle) else item
                             for name, item in given.items()}
                value = self.elements(self.returns.pointee(), returned, facts,
                                      evaluate(self.binding, facts["length"], addresses))
            found.insert(0, value)
        return found[0] if len(found) == 1 else tuple(found) or None

    def result(self, param, outs, given):
        place = outs[param["name"]]
        element = Type(param["c_type"]).pointee()
        if not element.stars and element.name == "char":
            return place.value.decode()
        if not element.stars and element.name == "void":
            return place
        if "length" not in param:
            return self.binding.wrap(element, place[0], param)
        if not self.is_allocated(param):
            return [self.binding.wrap(element, item, param)
                    for item in place[:evaluate(self.binding, param["length"], given)]]
        count = outs[length_name(param)][0]
        handle = self.binding.api["handles"].get(element.name, {})
        facts = {**param, **handle}
        items = self.elements(element.pointee(), place[0], facts, count)
        if param.get("ownership") == "new":
            self.binding.functions["ct_free"].c(place[0])
        return items

    def elements(self, element, address, facts, count):
        if not address:
            return None
        kind = self.binding.ctype(element)
        if element.name == "char":
            return C.string_at(address, count)
        array = C.cast(address, C.POINTER(kind * max(count, 1))).contents
        return [self.binding.wrap(element, array[i], facts) for i in range(count)]

    def note_taken(self, given):
        for param in self.wanted:
            value = given[param["name"]]
            if param.get("ownership") == "taken" and isinstance(value, Handle):
                value.take()
