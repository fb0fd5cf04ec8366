"""program_schema.py DOCS JSON...: the output of `ctorch-gen audit --program` obeys its JSON Schema.

Also, the schema rejects invalid data, and its part about changes equals that of the schema of
`diff`. It is a copy, since most programs cannot use a schema that needs another file.
"""
import copy
import json
import sys

try:
    import jsonschema
except ImportError:
    sys.exit("python3-jsonschema is not there; apt-get install python3-jsonschema")

docs, *names = sys.argv[1:]


def load(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


schema = json.loads(load(f"{docs}/program.schema.json"))
shared = json.loads(load(f"{docs}/diff.schema.json"))["$defs"]
validator_class = jsonschema.validators.validator_for(schema)
validator_class.check_schema(schema)
validator = validator_class(schema)
failures = [f"$defs/{name} is not that of diff.schema.json"
            for name in {"change", "side", "totals", "text", *schema["$defs"]} & shared.keys()
            if schema["$defs"].get(name) != shared[name]]
programs = [json.loads(load(name)) for name in names]
for name, program in zip(names, programs):
    failures += [f"{name} at {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
                 for error in validator.iter_errors(program)]


def must_refuse(what, edit):
    bad = copy.deepcopy(programs[0])
    edit(bad)
    if validator.is_valid(bad):
        failures.append(f"the schema accepts {what}")


must_refuse("an unknown key", lambda bad: bad.update(unknown_key=1))
must_refuse("no operators", lambda bad: bad.pop("operators"))
must_refuse("an unknown change", lambda bad: bad["operators"][0].update(change="other"))
must_refuse("a line without a count", lambda bad: bad["operators"][0]["uses"][0].pop("count"))
must_refuse("changes without a release", lambda bad: bad.pop("against"))
must_refuse("another form of a change", lambda bad: bad["changes"][0].pop("details"))
print(*failures, sep="\n")
print(f"{len(programs)} files, {len(failures)} failures")
sys.exit(bool(failures))
