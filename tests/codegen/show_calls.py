"""The lines "call:" that ctorch-gen show prints for operators compile.

show_calls.py GENERATOR PROJECT YAML CC FLAG...: every tenth operator, and some with several results or
a list, with variables of the arguments' types; a call with a wrong name must be refused."""

import json
import pathlib
import re
import subprocess
import sys

TYPES = {"Tensor": "ct_tensor *", "Tensor?": "ct_tensor *", "int": "int64_t", "SymInt": "int64_t", "float": "double",
         "bool": "bool", "str": "const char *", "Scalar": "ct_scalar", "ScalarType": "ct_dtype", "Device": "ct_device",
         "Layout": "ct_layout", "MemoryFormat": "ct_memory_format", "Generator": "ct_generator *", "Stream": "ct_stream",
         "QScheme": "ct_quant_scheme", "Storage": "ct_storage *"}
LISTS = {"Tensor": "ct_tensors", "int": "ct_ints", "SymInt": "ct_ints", "float": "ct_floats", "bool": "ct_bools",
         "Scalar": "ct_scalars"}
ALWAYS = {"ct_max_dim", "ct_split_Tensor", "ct_to_device", "ct_to_dtype", "ct_linalg_svd", "ct_fft_rfft", "ct_special_erfinv",
          "ct_special_erfinv_out", "ct_cat", "ct_clamp", "ct_relu_", "ct_add_Tensor", "ct__sparse_sum_dim"}


def declaration(kind, name):
    """A variable of an argument's type; None: the test has no such type."""
    if kind == "Scalar?":
        return f"double {name};"  # in CT_S()
    plain = re.sub(r"\(.*?\)", "", kind).rstrip("?")
    match = re.fullmatch(r"(\w+)\??\[\d*\]", plain)
    c_type = LISTS.get(match[1]) if match else TYPES.get(plain)
    return c_type and f"{c_type}{'' if c_type.endswith('*') else ' '}{name};"


def function(op, call):
    """A function with the call; None: an argument has a type that the test does not know."""
    own = [p for p in op["params"] if p["role"] == "value"]
    lines = [declaration(p["type"], p["name"]) for p in own if p["default"] is None]
    lines += [f"{r['c_type'].removesuffix('*').strip()} {r['name']};" for r in op["results"] if f"&{r['name']}" in call]
    if None in lines:
        return None
    unset = [f"memset(&{line.rstrip(';').split()[-1].lstrip('*')}, 0, 1);" for line in lines]
    return (f"ct_error f_{op['symbol']}(void);\nct_error f_{op['symbol']}(void)\n{{\n\t" + "\n\t".join(lines + unset)
            + f"\n\treturn {call};\n}}\n")


def compiles(compiler, source):
    """What the compiler says; "": nothing."""
    run = subprocess.run([*compiler, "-fsyntax-only", "-x", "c", "-"], input=source, capture_output=True, text=True,
                         check=False)
    return run.stderr if run.returncode else ""


def main(generator, project, yaml, *compiler):
    ops = json.loads((pathlib.Path(project) / "generated/ctorch_api.json").read_text(encoding="utf-8"))["functions"]
    chosen = [op for i, op in enumerate(ops) if i % 10 == 0 or op["symbol"] in ALWAYS]
    shown = subprocess.run([generator, "show", "--root", project, "--yaml", yaml, *(op["symbol"] for op in chosen)],
                           capture_output=True, text=True, check=True).stdout
    calls = dict(re.findall(r"^CT_API ct_error (ct_(?!Tensor_)\w+)\(.*?^call:      (CT\(.*?\))$", shown, re.M | re.S))
    source, count = "#include <string.h>\n#include <ctorch/ctorch.h>\n", 0
    for op in chosen:
        text = function(op, calls[op["symbol"]])
        source, count = source + (text or ""), count + (text is not None)
    assert count > 280, f"only {count} calls"
    answer = compiles(compiler, source)
    if answer:
        sys.exit(f"the calls that show prints do not compile:\n{answer[:4000]}")
    if not compiles(compiler, source.replace("CT(max_dim, ", "CT(max_dom, ")):
        sys.exit("a wrong name compiles: the test finds nothing")
    print(f"{count} calls that ctorch-gen show prints compile")


if __name__ == "__main__":
    main(*sys.argv[1:])
