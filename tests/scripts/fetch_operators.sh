#!/usr/bin/env bash
# fetch_operators.sh ROOT: scripts/fetch-operators.sh with tiny wheels in place of the real ones and
# a folder in place of the package index; and that every pinned release is pinned completely.
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- what is pinned -------------------------------------------------------------------------------
releases=$root/scripts/releases
no_other_lines() { # EXPRESSION FILE
  ! grep -vE "^(#.*|$1)\$" "$2"
}
is_empty() { # COMMAND: whether it prints nothing; what it prints is shown
  local printed
  printed=$("$@")
  printf '%s' "$printed"
  [ -z "$printed" ]
}
# Each release has a libtorch, for some machine, and an operator list, and every line a checksum.
# NVIDIA's libraries have files of their own, with sizes.
check_pins() {
  local release file first sum='[0-9a-f]{64}' sizes='( # [0-9]+ bytes, [0-9]+ unpacked)?'
  while read -r release _; do
    find "$releases" -name "$release-*.txt" ! -name '*.cuda.txt' | grep -q . ||
      { printf '%s has no lock file\n' "$release" && return 1; }
  done < <(grep -v '^#' "$releases/operators.txt")
  for file in "$releases"/*-*.txt; do
    release=${file##*/}
    release=${release%%-*}
    grep -q "^$release	" "$releases/operators.txt" || { printf '%s\n' "$file" && return 1; }
    first='(torch==|deb libtorch-dev=)'
    [[ $file != *.cuda.txt ]] || first="# NVIDIA's libraries that libtorch "
    grep -qE "^$first${release//./\\.}[ +]" "$file" ||
      { printf '%s is of another release\n' "$file" && return 1; }
    no_other_lines "(deb [a-z0-9.-]+=|[a-z0-9-]+==)[^ =]+ --hash=sha256:$sum$sizes" "$file" || return 1
  done
  no_other_lines "[0-9.]+	3\.[0-9]+	$sum" "$releases/operators.txt"
}
expect "every release that is pinned has all of its files" 0 "" check_pins
expect "the release of native_functions.yaml is one of them" 0 "" \
  ls "$releases/$(sed -n 's/^# release: //p' "$root/native_functions.yaml")-x86_64.txt"
# Not the other way round: a release that was just pinned is not in the history yet.
unpinned_in_history() {
  comm -23 <(sed -n 's/^# releases: //p' "$root/operator_history.tsv" | tr ' ' '\n' | sort) \
    <(grep -v '^#' "$releases/operators.txt" | cut -f1 | sort)
}
expect "those in the history of operators are" 0 "" is_empty unpinned_in_history

# A release as pin-release.sh leaves it, on this machine or another, before anything else is done.
just_pinned() { # MACHINE
  local releases=$work/releases
  rm -rf "$releases"
  cp -r "$root/scripts/releases" "$releases"
  printf 'torch==2.99.0 --hash=sha256:%064d\n' 0 >"$releases/2.99.0-$1.txt"
  printf '2.99.0\t3.11\t%064d\n' 0 >>"$releases/operators.txt"
  check_pins && is_empty unpinned_in_history
}
expect "a newly pinned release is complete" 0 "" just_pinned x86_64
expect "also without a libtorch for other machines" 0 "" just_pinned riscv64

# --- fetching -------------------------------------------------------------------------------------
python3 - "$work/index" <<'PYTHON'
import os, sys, zipfile

native = "torchgen/packaged/ATen/native/"
os.makedirs(sys.argv[1])
for version, python, system in (("2.99.0", "cp311-none", "macosx_11_0_arm64"),
                                ("1.99.0", "cp310-none", "macosx_11_0_arm64"),
                                ("2.98.0", "cp311-cp311", "macosx_14_0_arm64")):
    info = f"torch-{version}.dist-info"
    files = {
        native + "native_functions.yaml": "- func: f() -> Tensor\n", native + "tags.yaml": "",
        "torch/version.py": f"__version__ = '{version}'\n", "torch/lib/libtorch_cpu.dylib": "large",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n",
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {python}-{system}\n",
        f"{info}/RECORD": ""}
    with zipfile.ZipFile(f"{sys.argv[1]}/torch-{version}-{python}-{system}.whl", "w") as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
PYTHON
pin() { # RELEASE CPYTHON
  printf '%s\t%s\t%s\n' "$1" "$2" "$(sha256sum "$work/index/torch-$1-"*.whl | cut -d' ' -f1)"
}
{
  printf '# release\tCPython\tsha256\n'
  pin 1.99.0 3.10
  pin 2.98.0 3.11
  pin 2.99.0 3.11
} >"$work/good.txt"
sed '/^2.99.0/s/	[0-9a-f]*$/	0000/' "$work/good.txt" >"$work/bad.txt"
fetch() { # CACHE LIST ARGUMENT...
  local cache=$1 list=$2
  shift 2
  env PIP_NO_INDEX=1 PIP_FIND_LINKS="$work/index" PIP_CONFIG_FILE=/dev/null CT_LOGS="$work/logs" \
    "$root/scripts/fetch-operators.sh" --cache "$work/$cache" --list "$work/$list" "$@"
}
files() { # FOLDER
  (cd "$1" && find . -type f | sort | tr '\n' ' ')
}

if python3 -m pip --version >/dev/null 2>&1; then
  expect "a release is fetched" 0 "the operators of PyTorch 2.99.0 are there" \
    fetch one good.txt 2.99.0
  expect "its lists and its version are kept, and nothing else" 0 \
    "./operators-2.99.0/torch/version.py ./operators-2.99.0/torchgen/packaged/ATen/native/\
native_functions.yaml ./operators-2.99.0/torchgen/packaged/ATen/native/tags.yaml " \
    files "$work/one"
  mv "$work/index" "$work/elsewhere"
  expect "a second time needs no index" 0 "the operators of PyTorch 2.99.0 are there" \
    fetch one good.txt 2.99.0
  expect "without an index the file is named" 1 "sha256 $(pin_of=$(grep ^2.98.0 "$work/good.txt") &&
    printf '%s' "${pin_of##*	}")" fetch two good.txt 2.98.0
  mv "$work/elsewhere" "$work/index"
  expect "all of them, wheels for any Python and macOS" 0 \
    "the operators of PyTorch 2.98.0 are there" fetch three good.txt --all
  expect "are three folders" 0 "operators-1.99.0" ls "$work/three"
  expect "a download with another checksum is refused" 1 "is not the pinned one" \
    fetch four bad.txt 2.98.0 2.99.0
  expect "and nothing of it is kept" fails "No such file" ls "$work/four/operators-2.99.0"
  expect "the one before it is" 0 "" ls "$work/four/operators-2.98.0"
else
  printf 'skipped: the cases that download: pip is not installed\n'
fi
mkdir -p "$work/five/operator-wheels"
cp "$work"/index/torch-2.99.0-*.whl "$work/five/operator-wheels"
expect "a file put there by hand is used" 0 "the operators of PyTorch 2.99.0 are there" \
  fetch five good.txt 2.99.0
mkdir -p "$work/six/operator-wheels"
cp "$work"/index/torch-2.99.0-*.whl "$work/six/operator-wheels"
expect "and checked as well" 1 "expected sha256 0000" fetch six bad.txt 2.99.0
expect "with nothing unpacked" fails "No such file" ls "$work/six/operators-2.99.0"
expect "a release without a checksum is refused, and the others are listed" 1 \
  "known: 1.99.0 2.98.0 2.99.0" fetch seven good.txt 2.99.0 2.97.0
expect "before anything is fetched" fails "No such file" ls "$work/seven"
expect "a missing release is refused" 1 "no release given" fetch seven good.txt
expect "an unknown argument, too" 1 "unknown argument '--frob'" fetch seven good.txt --frob
expect "and a missing list" 1 "$work/none.txt does not exist" fetch seven none.txt 2.99.0
expect "--help prints the arguments" 0 "--all" "$root/scripts/fetch-operators.sh" --help
expect "a cache that cannot be made is named, with what to do" 1 "CTORCH_CACHE=DIR" \
  fetch good.txt/eight good.txt 2.99.0

[ $failed -eq 0 ]
