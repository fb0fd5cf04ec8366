"""mutate.py [OPTION]... [OPERATOR]...: tests whether the comparison of all operators notices C
functions that are wrong on purpose.

mutants.py makes them: two parameters exchanged, a bool negated, an optional parameter dropped, ...
All are in one library, which is loaded in front of libctorch; each run of test_ops calls the same
mutant of every function: the first, then the second, and so on. Mutants that a part of the samples
does not notice are tried with all samples, then with hostile arguments. Those that nothing notices
must be in equivalent.txt, with the reason.

  --test-ops FILE    the program; built before
  --api FILE         generated/ctorch_api.json
  --include DIR      the public headers or the generated ones; may be given twice
  --work DIR         for the library and the outputs of test_ops; is kept
  --equivalent FILE  instead of tests/ops/data/equivalent.txt
  --part             only the part of the samples, which must notice every mutant
  --only WORD        mutants whose label begins with it: swap, flip, drop, give, empty, text, add,
                     narrow, cut, reverse, results, skip
  --survivors FILE   also writes the survivors there, in the form of equivalent.txt
  --check            calls nothing: only checks that all lines of equivalent.txt are mutants

OPERATOR is a pattern: 'linalg_*'. Without one, all operators with a kernel here are tested
(results.tsv).
"""
import argparse
import fnmatch
import json
import os
import re
import subprocess
import sys
import textwrap
import time

import mutants

OPS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# No correct call takes that long.
SECONDS = "15"
# Not a difference between the two sides: a note, a result other than the recorded one.
NO_DIFFERENCE = re.compile(r"\S+: (was .*, is |not in |listed in |in dies.txt)")
WIDTH = 100


def fail(text):
    sys.exit(f"mutate.py: {text}")


def read_arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("--test-ops", "--api", "--work"):
        parser.add_argument(name, required=True)
    parser.add_argument("--include", action="append", required=True)
    parser.add_argument("--equivalent", default=f"{OPS}/data/equivalent.txt")
    parser.add_argument("--part", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--survivors")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("operators", nargs="*")
    return parser.parse_args()


# --- equivalent.txt ------------------------------------------------------------------------------

def read_equivalent(path):
    """{(operator, label): reason}. A reason begins a line; below it, "LABEL: OPERATOR OPERATOR"
    after a tab, continued after two."""
    listed, reason, label = {}, None, None
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = line.strip()
            if not text or text.startswith("#"):
                continue
            if not line.startswith("\t"):
                reason = text
                continue
            if not line.startswith("\t\t"):
                label, colon, text = text.partition(": ")
                if not colon or not reason:
                    fail(f"{path}:{number}: expected a reason, or LABEL: OPERATOR... behind a tab")
            for operator in text.split():
                if (operator, label) in listed:
                    fail(f"{path}:{number}: '{label}' of {operator} is listed twice")
                listed[operator, label] = reason
    return listed


def in_lines(survivors):
    """As read_equivalent() reads them."""
    by_label = {}
    for operator, label in sorted(survivors):
        by_label.setdefault(label, []).append(operator)
    return "".join(textwrap.fill(f"{label}: {' '.join(operators)}", WIDTH - 8,
                                 initial_indent="\t", subsequent_indent="\t\t", tabsize=8,
                                 expand_tabs=False, break_long_words=False,
                                 break_on_hyphens=False) + "\n"
                   for label, operators in sorted(by_label.items()))


# --- mutants -------------------------------------------------------------------------------------

def without_kernel():
    """Operators for which only errors can be compared here."""
    with open(f"{OPS}/results.tsv", encoding="utf-8") as file:
        rows = [line.split("\t") for line in file if not line.startswith("#")]
    return {row[0] for row in rows if row[2] == "errors"}


def read_functions(path, patterns):
    with open(path, encoding="utf-8") as file:
        functions = {mutants.operator_name(f): f for f in json.load(file)["functions"]}
    for pattern in patterns:
        if not fnmatch.filter(functions, pattern):
            fail(f"no operator is meant by '{pattern}'")
    return {name: f for name, f in functions.items()
            if not patterns or any(fnmatch.fnmatchcase(name, p) for p in patterns)}


def build_library(arguments, functions):
    source, library = f"{arguments.work}/mutants.c", f"{arguments.work}/libmutants.so"
    os.makedirs(arguments.work, exist_ok=True)
    with open(source, "w", encoding="utf-8") as file:
        file.write(mutants.library(functions.values()))
    command = [os.environ.get("CC", "cc"), "-std=gnu11", "-Wall", "-Wno-unused-function",
               "-Wno-deprecated-declarations", "-shared", "-fPIC", "-O0",
               *(f"-I{folder}" for folder in arguments.include), "-o", library, source, "-ldl"]
    if subprocess.run(command, check=False).returncode:
        fail(f"{source} does not compile")
    return library


# --- runs ----------------------------------------------------------------------------------------

def findings(arguments, options, operators, library, number):
    """Operators for which test_ops has findings."""
    environment = {**os.environ, "LD_PRELOAD": library, "CTORCH_MUTANT": str(number)}
    # A list of 3,000 names fits in a command.
    ended = subprocess.run([arguments.test_ops, *options, *operators],
                           env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, errors="replace", check=False)
    with open(f"{arguments.work}/last.txt", "w", encoding="utf-8") as file:
        file.write(ended.stdout)
    if ended.returncode not in (0, 1):
        fail(f"test_ops ended with status {ended.returncode}: {arguments.work}/last.txt")
    lines = (line for line in ended.stdout.splitlines() if not NO_DIFFERENCE.match(line))
    found = (re.match(r"([\w.:]+): ", line) for line in lines)
    return {match[1] for match in found if match}


def survivors_of(arguments, way, options, tried, library):
    """Those of {(operator, label): number} that this run does not notice."""
    survivors, started, done = {}, time.monotonic(), 0
    for number in sorted(set(tried.values())):
        here = {key for key in tried if tried[key] == number}
        found = findings(arguments, options, sorted({key[0] for key in here}), library, number)
        survivors.update({key: number for key in here if key[0] not in found})
        done += len(here)
        print(f"      {way}: {done} of {len(tried)} mutants, {len(survivors)} not noticed, "
              f"{time.monotonic() - started:.0f} s", flush=True)
    return survivors


def check_unchanged(arguments, options, operators, library):
    """Without a mutant nothing may be found; otherwise every mutant would be noticed."""
    found = findings(arguments, options, sorted(operators), library, -1) & set(operators)
    if found:
        fail(f"without any mutant test_ops finds something: {' '.join(sorted(found))}\n"
             f"mend that first; its output: {arguments.work}/last.txt")


def gone_from(tried, listed):
    return [key for key in listed if key not in tried]


def tell_useless(arguments, what, keys):
    """The lines of equivalent.txt that have no effect."""
    if keys:
        print(f"{arguments.equivalent} lists what is {what}; take it out there:")
        print(in_lines(keys), end="")


def judge(arguments, listed, tried, survivors):
    """Prints the result; returns whether all is as in equivalent.txt."""
    reasons = {}
    for key in survivors:
        if key in listed:
            reasons.setdefault(listed[key], []).append(key)
    unlisted = [key for key in survivors if key not in listed]
    noticed = [key for key in listed if key in tried and key not in survivors]
    gone = [] if arguments.operators or arguments.only else gone_from(tried, listed)
    known = len(survivors) - len(unlisted)
    print(f"{len(tried)} mutants: {len(tried) - len(survivors)} noticed, {known} cannot be, "
          f"{len(unlisted)} survive")
    for reason in sorted(reasons, key=lambda reason: -len(reasons[reason])):
        print(f"{len(reasons[reason]):8} {reason}")
    if unlisted:
        print("nothing notices these; a sample in arguments.txt that does is wanted, or a reason "
              f"in {arguments.equivalent}:")
        print(in_lines(unlisted), end="")
    tell_useless(arguments, "noticed after all", noticed)
    tell_useless(arguments, "no mutant that is tried", gone)
    return not (unlisted or noticed or gone)


def numbered(functions, only):
    """{(operator, label): number}"""
    return {(name, label): number for name, function in functions.items()
            for number, (label, _) in enumerate(mutants.mutants_of(function))
            if label.startswith(only)}


def main():
    arguments = read_arguments()
    listed = read_equivalent(arguments.equivalent)
    functions = read_functions(arguments.api, arguments.operators)
    errors = without_kernel() & set(functions)
    made = numbered(functions, arguments.only)
    tried = {key: number for key, number in made.items() if key[0] not in errors}
    left_out = len(made) - len(tried)
    if arguments.check:
        gone = gone_from(tried, listed)
        tell_useless(arguments, "no mutant that is tried", gone)
        print(f"{len(listed)} mutants are listed, {len(gone)} of them for nothing")
        sys.exit(1 if gone else 0)
    if not tried:
        fail("there is nothing to try: no kernel here, or no such mutant")
    print(f"{len(tried)} mutants of {len({key[0] for key in tried})} operators; {left_out} of "
          f"{len(errors)} others, of which an error is all that can be compared, are left out")
    library = build_library(arguments, functions)
    ways = [("a part of the samples", ["--quick", "--timeout", SECONDS]),
            ("all samples", ["--timeout", SECONDS]), ("hostile arguments", ["--hostile"])]
    check_unchanged(arguments, ways[0][1], {key[0] for key in tried}, library)
    survivors = tried
    for way, options in ways[:1 if arguments.part else None]:
        survivors = survivors_of(arguments, way, options, survivors, library)
        if arguments.survivors:
            with open(arguments.survivors, "w", encoding="utf-8") as file:
                file.write(in_lines(survivors))
    sys.exit(0 if judge(arguments, listed, tried, survivors) else 1)


if __name__ == "__main__":
    main()
