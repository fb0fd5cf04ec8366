#!/usr/bin/env python3
"""api_schema.py JSON SCHEMA: ctorch_api.json conforms to its JSON Schema.

Also that the schema refuses something: a schema that accepts everything would pass, too.
"""
import copy
import json
import os
import sys


def main():
    api_file, schema_file = sys.argv[1:3]
    try:
        import jsonschema
    except ImportError:
        sys.exit("python3-jsonschema is not there; apt-get install python3-jsonschema")
    with open(api_file, encoding="utf-8") as file:
        api = json.load(file)
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)

    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    failed = 0
    for error in validator.iter_errors(api):
        failed += 1
        if failed <= 20:
            where = "/".join(str(step) for step in error.absolute_path)
            print(f"checked:  {api_file} at {where}")
            print(f"expected: what {schema_file} demands at "
                  + "/".join(str(step) for step in error.absolute_schema_path))
            print(f"got:      {error.message[:300]}")

    some_runtime = [entry for entry in api["runtime"]
                    if entry["symbol"] in ("ct_autocast_leave", "ct_tensor_empty")]

    some_modules = [entry for entry in api["modules"] if entry["name"] in ("GRU", "Transformer")]

    small = {key: value[:1] if isinstance(value, list) else value for key, value in api.items()}
    small.update(runtime=some_runtime, modules=some_modules, type_docs={}, structs={}, enums={})

    def must_refuse(what, change):
        nonlocal failed
        bad = copy.deepcopy(small)
        change(bad)
        if validator.is_valid(bad):
            failed += 1
            print(f"checked:  a copy of {api_file} with {what}")
            print("expected: the schema refuses it\ngot:      accepted")

    if not validator.is_valid(small):
        sys.exit("a part of the file does not conform, without a mistake in it")
    must_refuse("an unknown key", lambda bad: bad.update(unknown=1))
    must_refuse("no functions", lambda bad: bad.pop("functions"))
    must_refuse("a function without symbol", lambda bad: bad["functions"][0].pop("symbol"))
    must_refuse("an unknown kind", lambda bad: bad["functions"][0].update(kind="other"))
    must_refuse("a result that nobody owns",
                lambda bad: bad["functions"][0]["results"][0].pop("ownership"))
    must_refuse("results of handwritten functions that nobody owns",
                lambda bad: [param.pop("ownership", None) for entry in bad["runtime"]
                             for param in entry["params"] if param["direction"] == "out"])
    must_refuse("the same thread as nothing",
                lambda bad: [entry.pop("same_thread_as", None) for entry in bad["runtime"]])
    must_refuse("another thread as that of a function",
                lambda bad: [entry.update(thread="any") for entry in bad["runtime"]])
    must_refuse("what is new without an owner",
                lambda bad: bad["functions"][0]["results"][0].pop("owner"))
    must_refuse("a wait for nothing known",
                lambda bad: bad["functions"][0].update(waits_for=["godot"]))
    must_refuse("unknown parameters of a class",
                lambda bad: bad["modules"][0].update(parameters=None))
    must_refuse("a shape that is no expression",
                lambda bad: bad["modules"][0]["parameters"][0]["parameters"][0].update(shape=["n"]))
    must_refuse("a child that nothing makes",
                lambda bad: bad["modules"][1]["children"][0].update(module={}))
    must_refuse("text as format", lambda bad: bad.update(format="1"))

    print(f"{len(api['functions'])} functions, {len(api['runtime'])} runtime functions checked, "
          f"{failed} failures")
    if failed:
        sys.exit("rerun:    " + os.environ.get("RERUN", " ".join(sys.argv)))


main()
