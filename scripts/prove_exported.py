"""prove_exported.py LOG SUMMARY [NAME...]: for prove-exported.sh: prints a table in Markdown from
what exported_proof printed and from the summary of make.py."""

import collections
import json
import re
import sys

FORMS = "training", "decomposed", "core"
SECTIONS = "cases", "runs", "grads", "bad"
VERDICTS = "equal", "refused", "differs", "error", "-"


def read_log(path):
    """The words of each program's line by name and form, and the causes on the lines after it."""
    found, causes = {}, collections.defaultdict(list)
    name = form = None
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("\t"):
                causes[name, form].append(line.strip())
                continue
            words = line.split()
            if len(words) >= 7 and words[1] in FORMS and words[3] in VERDICTS:
                name, form = words[:2]
                found[name, form] = words[2:]
    return found, causes


def verdict(words):
    """What the table says of one archive."""
    sections = dict(zip(SECTIONS, words[1:5]))
    failed = [f"{section} {one}" for section, one in sections.items()
              if one in ("differs", "error")]
    if "refused" in sections.values():
        return "refused: decompose it first"
    if not failed:
        return "equal, with gradients" if sections["grads"] == "equal" else "equal"
    return ", ".join(failed) + (f" ({words[5]})" if words[5:] and words[5] != "nan" else "")


def cell(name, form, found, summary):
    if (name, form) in found:
        return verdict(found[name, form])
    reason = summary.get(name, {}).get(form, "not made")
    if not isinstance(reason, str):
        return "not run"
    return "left out" if reason.startswith("left out") else "refused by Python"


def print_table(names, found, summary):
    print("| program | nodes |", *(f"{form} |" for form in FORMS))
    print("| --- | ---: |", *("--- |" for _ in FORMS))
    for name in names:
        nodes = next((found[name, form][0] for form in FORMS if (name, form) in found), "")
        print(f"| {name} | {nodes} |", *(f"{cell(name, form, found, summary)} |" for form in FORMS))


def print_totals(found):
    print("\n| form | archives | equal |", *(f"{section} |" for section in SECTIONS))
    print("| --- | ---: | ---: |", *("---: |" for _ in SECTIONS))
    for form in FORMS:
        rows = [words for (_, one), words in found.items() if one == form]
        equal = sum(verdict(words).startswith("equal") for words in rows)
        counts = [(sum(words[i] == "equal" for words in rows),
                   sum(words[i] != "-" for words in rows)) for i in range(1, 5)]
        print(f"| {form} | {len(rows)} | {equal} |", *(f"{a} of {b} |" for a, b in counts))


def print_reasons(names, causes, summary):
    if causes:
        print("\nNot equal, or refused:\n")
        for (name, form), lines in sorted(causes.items()):
            print(f"- {name}, {form}: {'; '.join(lines)}")
    refused = collections.defaultdict(list)
    for name in names:
        for form, reason in summary.get(name, {}).items():
            if isinstance(reason, str):
                refused[name, re.sub(r"\x1b\[\d*m", "", reason)].append(form)
    if refused:
        print("\nNot exported, saved or loaded by Python, or left out:\n")
        for (name, reason), forms in refused.items():
            which = "" if len(forms) == len(FORMS) else f", {' and '.join(forms)}"
            print(f"- {name}{which}: {reason}")


def main(log, summary_path, *names):
    found, causes = read_log(log)
    with open(summary_path, encoding="utf-8") as file:
        summary = json.load(file)
    names = names or sorted(summary.keys() | {name for name, _ in found})
    print_table(names, found, summary)
    print_totals(found)
    print_reasons(names, causes, summary)


main(*sys.argv[1:])
