"""torchgen_run.py: each release's torchgen reads its own operator list, in its own process.

If a module that torchgen imports is not installed, the caller exits with 77, which ctest counts as
skipped. Any other problem is a failure.
"""
import os
import shlex
import subprocess
import sys

CANNOT_IMPORT = 3  # the status of a child that lacks what its torchgen imports

PARSE = """
import sys
sys.path.insert(0, sys.argv[1])
try:
    from torchgen.gen import parse_native_yaml
except ImportError as error:
    # A part of torchgen itself that is missing is a torchgen that was fetched badly.
    if str(error.name).split(".")[0] == "torchgen":
        raise
    print(error, file=sys.stderr)
    sys.exit(int(sys.argv[2]))
folder = sys.argv[1] + "/torchgen/packaged/ATen/native"
parsed = parse_native_yaml(folder + "/native_functions.yaml", folder + "/tags.yaml")
"""


def print_rerun():
    print(f"rerun: {os.environ.get('RERUN') or shlex.join([sys.executable, *sys.argv])}")


def check_folders(folders):
    """Checks that there are folders and that each holds a torchgen."""
    if not folders:
        print("skipped: no release with its torchgen; scripts/fetch-libtorch.sh fetches one, and "
              "-DCTORCH_RELEASES='/path/of/one;/path/of/two' names several, the oldest first")
        sys.exit(77)
    for folder in folders:
        if not os.path.exists(folder + "/torchgen/gen.py"):
            sys.exit(f"no torchgen/gen.py in {folder}: -DCTORCH_RELEASES names folders that hold "
                     "torchgen/, as site-packages does")


def run_torchgen(folder, script):
    """The output of `script`, which starts with the list in `parsed`."""
    command = [sys.executable, "-c", PARSE + script, folder, str(CANNOT_IMPORT)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == CANNOT_IMPORT:
        print(f"skipped: torchgen of {folder} cannot be imported: {done.stderr.strip()}; "
              "apt-get install python3-yaml python3-typing-extensions")
        sys.exit(77)
    if done.returncode:
        print(f"called:   torchgen of {folder}, which parses its own list\nexpected: status 0\n"
              f"got:      status {done.returncode}:\n{done.stderr.strip()[-2000:]}")
        print_rerun()
        sys.exit(1)
    return done.stdout
