"""torchgen_history.py GENERATOR HISTORY PACKAGES...: whether the history agrees with torchgen.

Each of PACKAGES is a folder that holds a release's torchgen. HISTORY (operator_history.tsv) must
have for that release exactly the operators that its torchgen has. Exits with 77, which ctest counts
as skipped, if no release is named, if HISTORY knows none of them, or if a module that torchgen
imports is not installed; any other problem is a failure.
"""
import subprocess
import sys
import tempfile

from torchgen_run import check_folders, print_rerun, run_torchgen

NAMES = 'print("\\n".join(str(f.func.name) for f in parsed.native_functions))'


def read_history(path):
    """{release: names of its operators}."""
    operators = {}
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            if line.startswith("# releases:"):
                operators = {release: set() for release in line.split()[2:]}
            if line.startswith("#"):
                continue
            name, first, last = line.split("\t")
            releases = list(operators)
            last = releases[-1] if last == "-" else last
            for release in releases[releases.index(first):releases.index(last) + 1]:
                operators[release].add(name)
    return operators


def release_of(generator, folder):
    """The release. Debian's files state another than its package, which ctorch-gen can find."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as file:
        subprocess.run([generator, "import", folder, "-o", file.name], check=True,
                       stderr=subprocess.DEVNULL)
        with open(file.name, encoding="utf-8") as written:
            return next(line.split()[2] for line in written if line.startswith("# release:"))


def compare(release, ours, theirs):
    for name in sorted(theirs - ours):
        print(f"{release}: {name} is torchgen's alone")
    for name in sorted(ours - theirs):
        print(f"{release}: {name} is the history's alone")
    print(f"{release}: {len(theirs)} operators by torchgen, {len(ours ^ theirs)} differences")
    return len(ours ^ theirs)


def main():
    generator, history, *folders = sys.argv[1:]
    check_folders(folders)
    operators = read_history(history)
    compared = failures = 0
    for folder in folders:
        release = release_of(generator, folder)
        if release not in operators:
            print(f"skipped: {history} does not know {release}, of {folder}")
            continue
        failures += compare(release, operators[release], set(run_torchgen(folder, NAMES).split()))
        compared += 1
    if failures:
        print("what makes the history again is in its head")
        print_rerun()
    sys.exit(bool(failures) if compared else 77)


main()
