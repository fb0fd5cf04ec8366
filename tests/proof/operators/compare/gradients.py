"""gradients.py RESULTS PACKAGES TEST_OPS: checks that every gradient was compared.

RESULTS is results.tsv, which lists the operators whose gradient was compared. PACKAGES is the
folder with the release's torchgen, which finds the derivatives of derivatives.yaml for each operator,
also for in-place variants, copies of views and _foreach_. Messages name TEST_OPS. The exit code is
77, which ctest counts as skipped, if torchgen or derivatives.yaml is missing.
"""
import os
import re
import sys

# Operators with a derivative and without a gradient to compare.
REASONS = {
    # Operators with complex results are refused in backward unless torchgen lists them
    # (GRADIENT_IMPLEMENTED_FOR_COMPLEX): these have no other results, and are not listed.
    "_conj_copy": "libtorch refuses to differentiate it",
    "view_as_complex_copy": "libtorch refuses to differentiate it",
}

# Such a derivative throws, always with the same text, so there is an error to compare.
REFUSAL = re.compile(r"\s*(not_implemented(_list)?|error_for_\w+)\(")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def read_results(path):
    """{operator: (outcome, gradient)}"""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return {row[0]: (row[2], row[3]) for row in rows}


def find_derivatives(packages):
    """{operator: its derivatives as text}, of those that libtorch can differentiate."""
    sys.path.insert(0, packages)
    try:
        from torchgen.api.autograd import gen_differentiable_outputs, match_differentiability_info
        from torchgen.context import native_function_manager
        from torchgen.gen import parse_native_yaml
        from torchgen.packaged.autograd.load_derivatives import load_derivatives
    except ImportError as error:
        skip(error)
    folder = f"{packages}/torchgen/packaged"
    derivatives = f"{folder}/autograd/derivatives.yaml"
    if not os.path.exists(derivatives):
        skip(f"there is no {derivatives}; an installed torch has it, and a libtorch that "
             "scripts/fetch-libtorch.sh unpacks anew")
    lists = (f"{folder}/ATen/native/native_functions.yaml", f"{folder}/ATen/native/tags.yaml")
    functions = parse_native_yaml(*lists).native_functions

    found = {}
    for matched in match_differentiability_info(functions,
                                                load_derivatives(derivatives, *lists)[0]):
        name = matched.func.func.name
        # An operator that writes to a given tensor cannot be differentiated.
        if not matched.info or matched.func.func.is_out_fn():
            continue
        derivatives = []
        for key, info in matched.info.items():
            with native_function_manager(matched.func):
                outputs = gen_differentiable_outputs(matched, key)
            # An operator that changes a list of tensors in place, such as _foreach_add_, has no
            # results.
            if outputs or name.name.inplace:
                derivatives += [f"{', '.join(one.var_names)}: {one.original_formula}"
                             for one in info.derivatives
                             if not REFUSAL.match(one.original_formula)]
        if derivatives:
            found[str(name)] = "\n    ".join(derivatives)
    return found


def main():
    results_path, packages, test_ops = sys.argv[1:]
    results = read_results(results_path)
    derivatives = find_derivatives(packages)
    wrong = []

    for name, derivative in derivatives.items():
        outcome, gradient = results.get(name, ("missing", "-"))
        if outcome == "missing":
            wrong.append(f"{name}: not in {results_path}")
        elif outcome == "values" and gradient != "gradient" and name not in REASONS:
            wrong.append(f"{name}: called, but no gradient was compared, and its derivative is\n"
                         f"    {derivative}\n    again: {test_ops} {name}")
    for name in REASONS:
        if name not in derivatives or results[name] != ("values", "-"):
            wrong.append(f"{name}: has no need of its line in REASONS of {__file__} any more")
    print(*wrong, sep="\n")
    if wrong:
        print("What to do: samples with gradients for them into arguments.txt, or reasons into\n"
              f"REASONS of {__file__}; then: cmake --build build/release --target "
              "update-operators")
    compared = sum(results.get(name, "--")[1] == "gradient" for name in derivatives)
    print(f"{len(derivatives)} operators with a derivative, {compared} gradients compared, "
          f"{len(wrong)} wrong")
    sys.exit(bool(wrong) or not derivatives)


main()
