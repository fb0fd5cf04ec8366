"""Calls every function and method of the binding: without arguments, with an argument of a type that
nothing takes, and with empty ones of the types that its signature names. It must return or raise an
exception of Python's; a crash ends the process, after the name of the function.

    every.py DIES    with the list of operators that die in libtorch of wrong arguments, in Python's torch,
                     too: these are not called with empty ones"""

import faulthandler
import re
import sys

import ctorch
from ctorch import _C

# What they do is no use here.
NOT_CALLED = {
    "process_explain_crashes": "changes how the process ends",
    "memory_report_leaks_at_exit": "prints when the process ends",
    "set_num_interop_threads": "is for the start of a process",
    "device_print_memory": "prints",
    "shared_reap": "removes what other processes may use",
}


def empty(annotation):
    """An argument of this type that has nothing in it."""
    plain = annotation.replace(" | None", "").strip()
    if plain.startswith("Sequence"):
        return ()
    return {"Tensor": ctorch.empty(0), "int": 0, "float": 0.0, "bool": False, "str": "",
            "bytes": b"", "Number": 0, "dtype": ctorch.float32, "layout": ctorch.strided,
            "memory_format": ctorch.contiguous_format, "device | str": "cpu",
            "Any": None}.get(plain)


def arguments(signature):
    """The names and types of what has no default."""
    inside = signature[signature.index("(") + 1:]
    inside = inside[:inside.rindex(") ->") if ") ->" in inside else inside.rindex(")")]
    for part in re.findall(r"(\w+): ([^=,\[]+(?:\[[^=]*?\](?:, )?)?[^=,]*)( = \.\.\.)?", inside):
        if not part[2]:
            yield part[0].rstrip("_"), part[1]


def functions():
    """All of them: their place, their name, and what is called."""
    yield from ((m.__name__, n, getattr(m, n)) for m in (_C, _C.functional, _C.init, _C.utils) for n in sorted(dir(m)))
    for name, kind in sorted(vars(_C).items()):
        if isinstance(kind, type):
            yield from ((name, n, m) for n, m in sorted(vars(kind).items()))


def call(function, *args, **named):
    try:
        function(*args, **named)
    except Exception as error:  # noqa: BLE001: any is right
        return type(error)
    return None


def dying(path):
    """The names of the operators in the list, without their overloads."""
    with open(path, encoding="utf-8") as file:
        rows = [line.split("\t") for line in file if not line.startswith("#")]
    return {row[3].split(".")[0] for row in rows if len(row) > 3}


def main(dies):
    faulthandler.enable()
    deadly = dying(dies)
    ctorch.set_num_threads(1)
    count, raised = 0, {}
    for place, name, function in functions():
        if not callable(function) or name.startswith("__") or isinstance(function, type):
            continue
        if name in NOT_CALLED or name.startswith("models_"):  # these build large networks
            continue
        print(place, name, file=sys.stderr)
        doc = function.__doc__ or ""
        call(function)
        wrong = call(function, object())
        if wrong is None and "->" in doc and "Any" not in doc:
            sys.exit(f"{place}.{name}(object()) was accepted")
        raised[wrong] = raised.get(wrong, 0) + 1
        for signature in doc.splitlines():
            if re.match(r"\w+\(", signature) and name not in deadly:
                call(function, **{n: empty(t) for n, t in arguments(signature)})
        count += 1
    print(f"{count} functions called three times; an object of an unknown type raised "
          + ", ".join(f"{kind.__name__} {n}" for kind, n in raised.items() if kind))


main(sys.argv[1])
