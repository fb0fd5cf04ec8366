"""torchgen_facts.py API-JSON PACKAGES: whether ctorch_api.json tells what torchgen itself does.

PACKAGES is the folder that holds the release's torchgen. Every operator is compared: schema, kind,
variants, tags, arguments with types and defaults, results. Ends with 77, which ctest counts as
skipped, when torchgen is not there or cannot be imported.
"""
import json
import sys

api_path, packages = sys.argv[1:]
sys.path.insert(0, packages)
try:
    from torchgen.gen import parse_native_yaml
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

folder = f"{packages}/torchgen/packaged/ATen/native"
parsed = parse_native_yaml(f"{folder}/native_functions.yaml", f"{folder}/tags.yaml")
theirs = {str(f.func): f for f in parsed.native_functions}
with open(api_path, encoding="utf-8") as file:
    ours = {f["schema"]: f for f in json.load(file)["functions"]}


def facts_of_theirs(f):
    arguments = f.func.schema_order_arguments()
    return {
        "symbol": "ct_" + f.func.name.unambiguous_name(),
        "op": f"aten::{f.func.name.name}",
        "overload": f.func.name.overload_name,
        "kind": f.func.kind().name,
        "origin": "autogen" if "generated" in f.tags else "yaml",
        "variants": sorted(variant.name for variant in f.variants),
        "tags": sorted(f.tags - {"generated"}),
        "arguments": [[a.name, str(a.type), a.default] for a in arguments],
        "results": [str(r.type) for r in f.func.returns],
    }


def facts_of_ours(f):
    values = [p for p in f["params"] if p["role"] == "value"]
    plain = ("symbol", "op", "overload", "kind", "origin", "variants", "tags")
    facts = {key: f[key] for key in plain}
    facts["arguments"] = [[p["arg"], p["type"], p["default"]] for p in values]
    facts["results"] = [r["type"] for r in f["results"] if r["role"] == "value"]
    return facts


differences = [f"only one has {schema}" for schema in sorted(theirs.keys() ^ ours.keys())]
for schema in sorted(theirs.keys() & ours.keys()):
    expected, got = facts_of_theirs(theirs[schema]), facts_of_ours(ours[schema])
    differences += [f"{schema}\n  {key}: expected {expected[key]}, got {got[key]}"
                    for key in expected if expected[key] != got[key]]
print(*differences[:20], sep="\n")
print(f"{len(theirs)} operators of torchgen, {len(differences)} differences")
sys.exit(bool(differences) or not theirs)
