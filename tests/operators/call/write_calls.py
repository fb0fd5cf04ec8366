"""Writes a C program that calls every operator and every function of torch.nn by CT(), once with
only the arguments that have no default and once with all others by name. Its functions replace the
library's and check what arrives: the schemas' defaults, and every argument in its own parameter.

    write_calls.py ctorch_api.json >calls.c
"""
import json
import sys

CHECKS = """#include <stdio.h>
#include <string.h>
#include <ctorch/ctorch.h>
#include <ctorch/nn/nn.h>

static int named, failed;
static const char *symbol;
static char places[64];

#define T(i) ((ct_tensor *)(void *)&places[i])
#define CHECK(arrived)                                                               \\
	do {                                                                         \\
		if (!(arrived)) {                                                    \\
			failed++;                                                    \\
			printf("%s, %s: not so: %s\\n", symbol,                       \\
			       named ? "all by name" : "defaults", #arrived);        \\
		}                                                                    \\
	} while (0)

static int is_int(ct_scalar s, int64_t i) { return s.kind == CT_SCALAR_INT && s.i == i; }
static int is_float(ct_scalar s, double re) { return s.kind == CT_SCALAR_FLOAT && s.re == re; }
static int are(const int64_t *at, int64_t len, const int64_t *wanted, int64_t n)
{
	return len == n && (n == 0 || memcmp(at, wanted, (size_t)n * sizeof *at) == 0);
}
#define ARE(at, len, ...) are(at, len, (const int64_t[]){ __VA_ARGS__ }, \\
			      (int64_t)(sizeof((const int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)))
"""

WORDS = {"Mean": "1", "Sum": "2", "long": "CT_INT64", "contiguous_format": "CT_CONTIGUOUS_FORMAT",
         "True": "true", "False": "false", "bfloat16": "CT_BFLOAT16"}
NONES = {"ct_dtype": "{} == CT_DTYPE_NONE", "ct_layout": "{} == CT_LAYOUT_NONE",
         "ct_memory_format": "{} == CT_MEMORY_FORMAT_NONE", "ct_device": "{}.type == CT_DEVICE_TYPE_NONE"}


def arguments(function):
    """(parameter, name of its length or None), without results."""
    params = function["params"]
    lengths = {p["arg"]: p["name"] for p in params if p["role"] == "length"}
    return [(p, lengths.get(p["arg"])) for p in params if p["role"] == "value"]


def base(p):
    return p["c_type"].replace("const ", "").replace(" ", "")


def given(p, length, i):
    """What is passed for the argument, and what must arrive."""
    name, c_type, optional = p["name"], base(p), p["type"].endswith("?")
    if length:
        return {
            "int64_t*": (f"CT_L({i}, 7)", f"ARE({name}, {length}, {i}, 7)"),
            "double*": (f"CT_FLOATS({i}.5)", f"{length} == 1 && {name}[0] == {i}.5"),
            "ct_scalar*": (f"CT_SCALARS(ct_scalar_int({i}))", f"{length} == 1 && is_int({name}[0], {i})"),
            "ct_tensor**": (f"CT_TENSORS(T({i}))", f"{length} == 1 && {name}[0] == T({i})"),
            "ct_tensor*const*": (f"CT_TENSORS(T({i}))", f"{length} == 1 && {name}[0] == T({i})"),
            "char**": (f'CT_STRINGS("d{i}")',
                       f'{length} == 1 && !strcmp({name}[0], "d{i}")'),
            "char*const*": (f'CT_STRINGS("d{i}")',
                            f'{length} == 1 && !strcmp({name}[0], "d{i}")'),
        }[c_type]
    if c_type in ("int64_t", "int32_t"):
        return str(100 + i), f"{name} == {100 + i}"
    if c_type == "double":
        return f"{i}.25", f"{name} == {i}.25"
    if c_type == "bool":
        return ("false", f"!{name}") if p["default"] == "True" else ("true", name)
    if c_type == "int64_t*":
        return str(i), f"{name} && *{name} == {i}"
    if c_type == "double*":
        return f"{i}.5", f"{name} && *{name} == {i}.5"
    if c_type == "bool*" and optional:
        return "true", f"{name} && *{name}"
    if c_type == "bool*":
        size = int(p["type"].split("[")[1].rstrip("]"))
        values = ", ".join(["true", "false", "true", "false"][:size])
        return f"CT_BOOLS({values})", f"{name}[0] && !{name}[1]"
    if c_type == "ct_scalar":
        return (f"{i}" if p["default"] is None else f"CT_S({i})"), f"is_int({name}, {i})"
    if c_type == "ct_scalar*":
        return f"CT_S({i}.5)", f"{name} && is_float(*{name}, {i}.5)"
    if c_type == "char*":
        return f'"text {i}"', f'!strcmp({name}, "text {i}")'
    if c_type in ("ct_dtype", "ct_layout", "ct_memory_format"):
        return "2", f"{name} == 2"
    if c_type == "ct_device":
        return f"CT_DEVICE_CUDA({i})", f"{name}.index == {i}"
    if c_type == "ct_stream":
        return f"((ct_stream){{ {i}, 1, 0 }})", f"{name}.id == {i}"
    return f"(void *)T({i})", f"(const void *){name} == T({i})"


def by_default(p, length):
    """What must arrive if the argument is omitted."""
    name, c_type, text = p["name"], base(p), p["default"]
    if text == "None":
        if length:
            return f"{name} == NULL && {length} == 0"
        return NONES.get(c_type, "{} == NULL").format(name)
    if p["type"].rstrip("?").endswith("]"):
        size = p["type"].rstrip("?").split("[")[1][:-1]
        values = text.strip("[]").split(",") if text.startswith("[") else [text] * int(size or 1)
        if values == [""]:
            return f"{length} == 0"
        return f"ARE({name}, {length}, {', '.join(values)})"
    if text[0] in "'\"":
        return f'!strcmp({name}, "{text[1:-1]}")' if "\\" not in text else f"{name}[0]"
    if c_type == "ct_scalar":
        kind = "float" if set(text) & set(".e") else "int"
        return f"is_{kind}({name}, {text})"
    text = WORDS.get(text, text)
    if p["c_type"].endswith("*"):
        return f"{name} && *{name} == {text}"
    return f"{name} == {text}"


def result_parameters(function):
    return [p for p in function["results"]]


def written(result, function):
    """Whether a result is an argument that was written to."""
    rets = function["schema"].rsplit("->", 1)[1]
    return "!" in rets.strip("() ").split(", ")[result["index"]]


def stub(function):
    args, results = arguments(function), result_parameters(function)
    lines = []
    for i, (p, length) in enumerate(args):
        value = given(p, length, i + 1)[1]
        if p["default"] is None:
            lines.append(f"\tCHECK({value});")
        else:
            lines.append(f"\tif (named)\n\t\tCHECK({value});\n\telse\n"
                         f"\t\tCHECK({by_default(p, length)});")
    for r in results:
        wanted = "NULL" if written(r, function) else f"(void *)&places[{50 + r['index']}]"
        if r["role"] == "value":
            lines.append(f"\tCHECK((void *){r['name']} == {wanted});")
        else:
            lines.append(f"\t(void){r['name']};")
    params = ", ".join(f"{p['c_type']} {p['name']}" for p in function["params"] + results)
    return (f"ct_error {function['symbol']}({params or 'void'})\n{{\n"
            f"\tsymbol = __func__;\n" + "\n".join(lines) + "\n\treturn NULL;\n}\n")


def calls(function):
    args = arguments(function)
    places = [f"(void *)&places[{50 + r['index']}]" for r in result_parameters(function)
              if not written(r, function)]
    first = next((i for i, (p, _) in enumerate(args) if p["default"] is not None), len(args))
    values = [given(p, length, i + 1)[0] for i, (p, length) in enumerate(args)]
    late = [f".{p['name']} = {values[i]}" for i, (p, _) in enumerate(args)
            if i >= first and p["default"] is None]
    names = [f".{p['name']} = {values[i]}" for i, (p, _) in enumerate(args) if i >= first]
    op = function["symbol"][3:]
    for by_name, rest in ((0, late), (1, names)):
        if by_name and names == late:
            continue
        yield f"\tnamed = {by_name};\n\tCT_CHECK(CT({', '.join([op] + places + values[:first] + rest)}));"


def main():
    api = json.load(open(sys.argv[1]))
    functions = api["functions"] + api["nn_functions"]
    print(CHECKS)
    for function in functions:
        print(stub(function))
        print(f"static void call_{function['symbol']}(void)\n{{")
        print("\n".join(calls(function)))
        print("}\n")
    print("int main(void)\n{")
    for function in functions:
        print(f"\tcall_{function['symbol']}();")
    print(f'\tprintf("%d functions, %d checks failed\\n", {len(functions)}, failed);')
    print("\treturn failed != 0;\n}")


main()
