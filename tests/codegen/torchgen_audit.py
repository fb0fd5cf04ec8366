"""torchgen_audit.py CTORCH-GEN PROJECT YAML [PACKAGES] [DERIVATIVES]: whether `audit` reports the
dispatch keys and the derivatives that torchgen itself finds.

PACKAGES is the folder that holds the release's torchgen. The derivatives are compared if there is a
derivatives.yaml: DERIVATIVES, or the one beside torchgen. Exits with 77, which ctest counts as
skipped, if there is no torchgen or if a module that it imports is not installed.
"""
import json
import os
import subprocess
import sys

program, project, yaml, *rest = sys.argv[1:]
packages = next((path for path in rest if os.path.isdir(path)), "")
packaged = f"{packages}/torchgen/packaged"
folder = f"{packaged}/ATen/native"
lists = [f"{folder}/native_functions.yaml", f"{folder}/tags.yaml"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


if not os.path.exists(f"{packages}/torchgen/gen.py"):
    skip("no torchgen beside the libtorch of this build, or no libtorch; "
         "scripts/fetch-libtorch.sh fetches both")
sys.path[:0] = [packages, packaged]
try:
    from torchgen.gen import parse_native_yaml
    from torchgen.model import SchemaKind, STRUCTURED_DISPATCH_KEYS
except ImportError as error:
    # If a part of torchgen itself is missing, torchgen was not fetched correctly.
    if str(error.name).split(".")[0] == "torchgen":
        raise
    skip(f"torchgen cannot be imported: {error}; "
         "apt-get install python3-yaml python3-typing-extensions")

derivatives = next((path for path in rest if os.path.isfile(path)),
                   f"{packaged}/autograd/derivatives.yaml")
has_derivatives = os.path.exists(derivatives)
command = [program, "audit", "--root", project, "--yaml", yaml, "--format", "json"]
if has_derivatives:
    command += ["--derivatives", derivatives]
written = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
ours = {o["name"]: o for o in json.loads(written)["operators"]}
failures = []

# --- Dispatch keys -------------------------------------------------------------------------------
parsed = parse_native_yaml(*lists)
theirs = {str(f.func.name): f for f in parsed.native_functions}
structured = {str(key) for key in STRUCTURED_DISPATCH_KEYS}


def keys_of(f):
    return {str(key) for key, index in parsed.backend_indices.items() if index.has_kernel(f)}


for name, f in theirs.items():
    keys = keys_of(f)
    if f.structured_delegate:
        keys |= keys_of(theirs[str(f.structured_delegate)]) & structured
    if keys != set(ours[name]["dispatch"]):
        failures.append(f"{name}: torchgen has kernels for {sorted(keys)}, "
                        f"audit tells {ours[name]['dispatch']}")
if set(ours) != set(theirs):
    failures.append(f"other operators: {sorted(set(ours) ^ set(theirs))}")


# --- Derivatives ------------------------------------------------------------------------------------
def has_derivative(f, info):
    return (info is not None and f.func.kind() != SchemaKind.out and
            any(not d.formula.startswith("not_implemented(") for d in info.derivatives))


if has_derivatives:
    from autograd.load_derivatives import load_derivatives
    from torchgen.api.autograd import match_differentiability_info

    infos, _ = load_derivatives(derivatives, *lists)
    counts = {True: 0, False: 0}
    for match in match_differentiability_info(parsed.native_functions, infos):
        name, info = str(match.func.func.name), (match.info or {}).get("Default")
        derivative = has_derivative(match.func, info)
        counts[derivative] += 1
        if derivative != (ours[name]["autograd"] == "derivative"):
            failures.append(f"{name}: torchgen {'finds' if derivative else 'has no'} derivative, "
                            f"audit tells '{ours[name]['autograd']}'")
    if min(counts.values()) < 100:
        failures.append(f"hardly anything was compared: {counts}")
    print(f"{counts[True]} operators with a derivative, {counts[False]} without")
else:
    print(f"no derivatives are compared: there is no {derivatives}")

print(*failures, sep="\n")
print(f"{len(theirs)} operators, {len(failures)} differences")
sys.exit(bool(failures))
