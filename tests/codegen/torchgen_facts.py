"""torchgen_facts.py API-JSON [PACKAGES]: whether ctorch_api.json has the same facts as torchgen.

PACKAGES is the folder that holds the release's torchgen. Every operator is compared: schema, kind,
variants, tags, arguments and results. Exits with 77, which ctest counts as skipped, if there is no
torchgen or if a module that it imports is not installed; any other problem is a failure.
"""
import json
import os
import shlex
import sys
import traceback


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def parse(packages):
    """torchgen's functions by their schemas."""
    if not os.path.exists(f"{packages}/torchgen/gen.py"):
        skip("no torchgen beside the libtorch of this build, or no libtorch; "
             "scripts/fetch-libtorch.sh fetches both")
    sys.path.insert(0, packages)
    try:
        from torchgen.gen import parse_native_yaml
    except ImportError as error:
        # If a part of torchgen itself is missing, torchgen was not fetched correctly.
        if str(error.name).split(".")[0] == "torchgen":
            raise
        skip(f"torchgen cannot be imported: {error}; "
             "apt-get install python3-yaml python3-typing-extensions")
    folder = f"{packages}/torchgen/packaged/ATen/native"
    parsed = parse_native_yaml(f"{folder}/native_functions.yaml", f"{folder}/tags.yaml")
    return {str(f.func): f for f in parsed.native_functions}


def alias(annotation):
    return f"({annotation})" if annotation else None


def facts_of_theirs(f):
    arguments = list(f.func.schema_order_arguments())
    positional = {a.name for a in f.func.arguments.flat_positional}
    return {
        "symbol": "ct_" + f.func.name.unambiguous_name(),
        "op": f"aten::{f.func.name.name}",
        "overload": f.func.name.overload_name,
        "kind": f.func.kind().name,
        "origin": "autogen" if "generated" in f.tags else "yaml",
        "variants": sorted(variant.name for variant in f.variants),
        "tags": sorted(f.tags - {"generated"}),
        "arguments": [[a.name, str(a.type), a.default] for a in arguments],
        "aliases of arguments": [alias(a.annotation) for a in arguments],
        "keyword-only arguments": [a.name for a in arguments if a.name not in positional],
        "results": [[r.name, str(r.type)] for r in f.func.returns],
        "aliases of results": [alias(r.annotation) for r in f.func.returns],
    }


def facts_of_ours(f):
    values = [p for p in f["params"] if p["role"] == "value"]
    results = [r for r in f["results"] if r["role"] == "value"]
    plain = ("symbol", "op", "overload", "kind", "origin", "variants", "tags")
    facts = {key: f[key] for key in plain}
    facts["arguments"] = [[p["arg"], p["type"], p["default"]] for p in values]
    facts["aliases of arguments"] = [p["alias"] for p in values]
    facts["keyword-only arguments"] = [p["arg"] for p in values if p["keyword_only"]]
    facts["results"] = [[r["ret"], r["type"]] for r in results]
    facts["aliases of results"] = [r["alias"] for r in results]
    return facts


def compare(api_path, packages):
    theirs = parse(packages)
    with open(api_path, encoding="utf-8") as file:
        ours = {f["schema"]: f for f in json.load(file)["functions"]}
    differences = [f"only {'torchgen' if schema in theirs else 'ctorch_api.json'} has {schema}"
                   for schema in sorted(theirs.keys() ^ ours.keys())]
    for schema in sorted(theirs.keys() & ours.keys()):
        expected, got = facts_of_theirs(theirs[schema]), facts_of_ours(ours[schema])
        differences += [f"{schema}\n  {key}: expected {expected[key]}, got {got[key]}"
                        for key in expected if expected[key] != got[key]]
    print("\n".join(differences[:20]))
    print(f"{len(theirs)} operators of torchgen, {len(differences)} differences")
    return not differences and bool(theirs)


def main():
    try:
        agrees = compare(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
    except Exception:
        traceback.print_exc(file=sys.stdout)
        agrees = False
    if not agrees:
        print(f"rerun: {os.environ.get('RERUN') or shlex.join([sys.executable, *sys.argv])}")
    sys.exit(not agrees)


main()
