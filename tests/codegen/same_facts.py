"""same_facts.py ORIGINAL CANONICAL: whether PyYAML reads the same facts from both files.

The canonical form may differ only in notation: the order of variants, one tag or a list of one tag,
the order of keys.
"""
import sys

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def facts(entry):
    entry = dict(entry)
    if "variants" in entry:
        entry["variants"] = sorted(word.strip() for word in entry["variants"].split(","))
    if isinstance(entry.get("tags"), str):
        entry["tags"] = [entry["tags"]]
    return entry


original, canonical = (yaml.load(open(name), Loader=Loader) for name in sys.argv[1:])
differences = 0
if len(original) != len(canonical):
    print(f"{len(original)} entries and {len(canonical)}")
    differences += 1
for old, new in zip(map(facts, original), map(facts, canonical)):
    for key in sorted({*old, *new}):
        if old.get(key) != new.get(key):
            print(f"{old['func']}: {key}: {old.get(key)!r} and {new.get(key)!r}")
            differences += 1
print(f"{len(canonical)} entries with the same facts" if not differences
      else f"{differences} differences")
sys.exit(differences > 0)
