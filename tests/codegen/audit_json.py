"""audit_json.py SCHEMA JSON PAGE...: the output of `ctorch-gen audit` obeys its JSON Schema, and a
page contains exactly this data and refers to nothing outside.

Also, the schema rejects invalid data, and the file has every word that the schema lists, so that
no described word goes untested.
"""
import copy
import html.parser
import json
import re
import sys

try:
    import jsonschema
except ImportError:
    sys.exit("python3-jsonschema is not there; apt-get install python3-jsonschema")

schema_path, json_path, *pages = sys.argv[1:]
schema, audit = (json.load(open(name, encoding="utf-8")) for name in (schema_path, json_path))
validator_class = jsonschema.validators.validator_for(schema)
validator_class.check_schema(schema)
validator = validator_class(schema)
failures = [f"at {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}"
            for error in validator.iter_errors(audit)]

operator = schema["$defs"]["operator"]["properties"]
seen = {"what": {d["what"] for d in audit["differences"]},
        "autograd": {o.get("autograd") for o in audit["operators"]},
        "kind": {o["kind"] for o in audit["operators"]},
        "origin": {o["origin"] for o in audit["operators"]},
        "a key of an operator": {key for o in audit["operators"] for key in o},
        "a key of a name": {key for name in audit["nn"] for key in name},
        "a key": set(audit)}
wanted = {"what": schema["$defs"]["difference"]["properties"]["what"]["enum"],
          "autograd": operator["autograd"]["enum"],
          "kind": operator["kind"]["enum"],
          "origin": operator["origin"]["enum"],
          "a key of an operator": operator,
          "a key of a name": schema["$defs"]["name"]["properties"],
          "a key": schema["properties"]}
failures += [f"nothing in it has '{word}' as {key}"
             for key in wanted for word in sorted(set(wanted[key]) - seen[key])]


def must_refuse(what, edit):
    bad = copy.deepcopy(audit)
    edit(bad)
    if validator.is_valid(bad):
        failures.append(f"the schema accepts {what}")


must_refuse("an unknown key", lambda bad: bad.update(unknown=1))
must_refuse("no operators", lambda bad: bad.pop("operators"))
must_refuse("an unknown difference", lambda bad: bad["differences"][0].update(what="other"))
must_refuse("an operator without a prototype", lambda bad: bad["operators"][0].pop("prototypes"))
must_refuse("a name that is no name of torch.nn", lambda bad: bad["nn"][0].update(python="add"))
must_refuse("an operator of no kind", lambda bad: bad["operators"][0].update(kind="odd"))


class Page(html.parser.HTMLParser):
    """Collects the page's data, the open elements, and references to anything outside."""
    VOID = {"meta", "link", "input", "br", "img"}

    def __init__(self):
        super().__init__()
        self.open, self.data, self.outside, self.unbalanced = [], "", [], []
        self.in_data = False

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        for name in ("src", "href", "srcset", "action", "data", "poster"):
            value = attrs.get(name) or ""
            if value and not value.startswith("#") and value != "data:,":
                self.outside.append(f"<{tag} {name}={value}>")
        self.in_data = attrs.get("id") == "data"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.in_data = False
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)

    def handle_data(self, data):
        if self.in_data:
            self.data += data
        elif re.search(r"https?:|//[a-z]|@import|url\(|fetch\(|XMLHttpRequest|import\(", data):
            self.outside.append(data.strip()[:60])


for path in pages:
    text = open(path, encoding="utf-8").read()
    page = Page()
    page.feed(text)
    page.close()
    if page.open or page.unbalanced:
        failures.append(f"{path}: elements that do not end: {page.open} {page.unbalanced}")
    failures += [f"{path}: refers to something outside: {one}" for one in page.outside]
    if not page.data:
        failures.append(f"{path}: there is no data in it")
    elif json.loads(page.data) != audit:
        failures.append(f"{path}: its data is not what --format json gives")
    if "<title>PyTorch " + audit["pytorch"] not in text:
        failures.append(f"{path}: its title does not name the release")

print(*failures, sep="\n")
print(f"{len(audit['operators'])} operators, {len(pages)} pages, {len(failures)} failures")
sys.exit(bool(failures))
