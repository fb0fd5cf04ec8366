"""torch_defaults.py JSON: the default_value of every operator's argument is PyTorch's own.

PyTorch has parsed the schemas, too. Needs PyTorch of the release; exits with 77, which ctest counts
as skipped, if there is another or none.
"""
import json
import os
import sys

try:
    import torch
except ImportError:
    print("skipped: there is no PyTorch in this Python")
    sys.exit(77)

# PyTorch stores these as numbers: at::Reduction, c10::ScalarType, c10::MemoryFormat.
ENUMERATORS = {"CT_REDUCTION_MEAN": 1, "CT_INT64": 4, "CT_BFLOAT16": 15, "CT_CONTIGUOUS_FORMAT": 0}


def plain(value):
    return ENUMERATORS.get(value, value) if isinstance(value, str) else value


def is_same(value, wanted):
    if isinstance(wanted, list):
        return isinstance(value, list) and len(value) == len(wanted) and \
            all(is_same(a, b) for a, b in zip(value, wanted))
    return type(value) is type(wanted) and value == wanted


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    installed = torch.__version__.partition("+")[0]
    if installed != api["pytorch"]:
        print(f"skipped: PyTorch {installed} is installed, and the file is of {api['pytorch']}")
        sys.exit(77)
    schemas = {(schema.name, schema.overload_name): schema
               for schema in torch._C._jit_get_all_schemas()}
    checked = failed = 0
    for function in api["functions"]:
        schema = schemas.get((function["op"], function["overload"]))
        arguments = {arg.name: arg for arg in schema.arguments} if schema else {}
        for param in function["params"]:
            arg = arguments.get(param["arg"])
            if param["role"] == "length" or arg is None:
                continue
            checked += 1
            has = arg.has_default_value()
            if has != (param["default"] is not None) or \
                    (has and not is_same(plain(param["default_value"]), arg.default_value)):
                failed += 1
                if failed <= 20:
                    print(f"checked:  {param['arg']} of {function['schema']}\n"
                          f"expected: {arg.default_value!r} (PyTorch {installed})\n"
                          f"got:      {param['default_value']!r} ({sys.argv[1]})")
    print(f"{checked} arguments checked, {failed} failures")
    if failed or checked < 10000:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
