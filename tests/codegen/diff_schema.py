"""diff_schema.py SCHEMA JSON: the output of `ctorch-gen diff` obeys its JSON Schema.

Also, the schema rejects invalid data, and the file has every kind of change and of detail that the
schema lists, so that no described kind goes untested.
"""
import copy
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit("python3-jsonschema is not there; apt-get install python3-jsonschema")

schema, diff = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
validator_class = jsonschema.validators.validator_for(schema)
validator_class.check_schema(schema)
validator = validator_class(schema)
failures = [f"at {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
            for error in validator.iter_errors(diff)]

change = schema["$defs"]["change"]["properties"]
seen = {"kind": {c["kind"] for c in diff["changes"]},
        "because": {c["instead"]["symbol"] and c["instead"]["because"]
                    for c in diff["changes"] if "instead" in c},
        "what": {d["what"] for c in diff["changes"] for d in c["details"]}}
wanted = {"kind": change["kind"]["enum"],
          "because": change["instead"]["properties"]["because"]["enum"],
          "what": change["details"]["items"]["properties"]["what"]["enum"]}
failures += [f"no change in it has '{word}' as {key}"
             for key in wanted for word in sorted(set(wanted[key]) - seen[key])]


def must_refuse(what, edit):
    bad = copy.deepcopy(diff)
    edit(bad)
    if validator.is_valid(bad):
        failures.append(f"the schema accepts {what}")


must_refuse("an unknown key", lambda bad: bad.update(unknown=1))
must_refuse("no changes", lambda bad: bad.pop("changes"))
must_refuse("an unknown kind", lambda bad: bad["changes"][0].update(kind="other"))
must_refuse("a removed function with a new side",
            lambda bad: bad["changes"][0].update(new=bad["changes"][0]["old"]))
must_refuse("a count that is none", lambda bad: bad["old"].update(functions=-1))
print(*failures, sep="\n")
print(f"{len(diff['changes'])} changes, {len(failures)} failures")
sys.exit(bool(failures))
