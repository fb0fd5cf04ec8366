#!/usr/bin/env bash
# torchgen_fails.sh PYTHON GENERATOR PROJECT API-JSON [PACKAGES]: the comparisons with torchgen find
# differences, and are skipped only if torchgen or a module that it imports is missing.
set -eu -o pipefail
python=$1 generator=$2 project=$3 api=$4 packages=${5:-}
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/scripts/expect.sh
. "$here/../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1
facts() { RERUN="that again" "$python" "$here/torchgen_facts.py" "$api" "$@"; }
releases() { RERUN="that again" "$python" "$here/torchgen_diff.py" "$generator" "$project" "$@"; }
past() {
  RERUN="that again" "$python" "$here/torchgen_history.py" "$generator" "$work/history.tsv" "$@"
}
sed -n 's/^# release: /# releases: /p' "$project/native_functions.yaml" >"$work/history.tsv"

# A torchgen of one LINE. torchgen_diff.py alters the list beside it, which is the release's.
torchgen_of() { # NAME LINE
  mkdir -p "$work/$1/torchgen/packaged/ATen/native"
  printf '%s\n' "$2" >"$work/$1/torchgen/gen.py"
  cp "$project/native_functions.yaml" "$work/$1/torchgen/packaged/ATen/native/"
}
torchgen_of lacking 'import nothing_that_is_installed'
torchgen_of torn 'import torchgen.what_was_not_fetched'
torchgen_of broken 'raise RuntimeError("broken by the test")'

expect "the facts are skipped without a torchgen" 77 "skipped: no torchgen beside" facts
expect "or where a folder has none" 77 "skipped: no torchgen beside" facts "$work"
expect "the releases are skipped when there are none" 77 "skipped: no release" releases
expect "a named folder must hold a torchgen" 1 "no torchgen/gen.py in $work:" releases "$work"
expect "the history is skipped when there are none" 77 "skipped: no release" past
expect "and a named folder must hold a torchgen, too" 1 "no torchgen/gen.py in $work:" past "$work"
for name in facts releases past; do
  expect "$name: a module that torchgen imports is missing" 77 \
    "No module named 'nothing_that_is_installed'" $name "$work/lacking"
  expect "$name: a part of torchgen is missing" 1 \
    "No module named 'torchgen.what_was_not_fetched'" $name "$work/torn"
  expect "$name: torchgen fails" 1 "RuntimeError: broken by the test
rerun: that again" $name "$work/broken"
done

# --- with the real torchgen -----------------------------------------------------------------------
if [ -z "$packages" ] || ! "$python" -c 'import yaml, typing_extensions' 2>/dev/null; then
  echo "skipped: whether differences are seen, since torchgen cannot be run"
  [ $failed = 0 ]
  exit
fi

# Facts of mm.out, sort.stable and cumsum_.
"$python" - "$api" "$work/altered.json" <<'PYTHON'
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    api = json.load(file)
functions = {f["symbol"]: f for f in api["functions"]}
functions["ct_mm_out"]["params"][-1]["keyword_only"] = False
functions["ct_mm_out"]["params"][0]["type"] = "Tensor?"
functions["ct_mm_out"]["results"][0]["alias"] = "(b!)"
functions["ct_sort_stable"]["results"][1]["ret"] = "places"
functions["ct_sort_stable"]["params"][1]["keyword_only"] = False
functions["ct_cumsum_"]["params"][0]["alias"] = None
functions["ct_cumsum_"]["tags"].append("core")
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(api, file)
PYTHON
api=$work/altered.json
facts "$packages" >"$work/seen" || true
seen() { # WHAT TEXT
  expect "a different $1 is found" 0 "$2" cat "$work/seen"
}
seen "keyword-only argument" "keyword-only arguments: expected ['out'], got []"
seen "type" "got [['self', 'Tensor?', None], ['mat2', 'Tensor', None], ['out', 'Tensor', None]]"
seen "alias of a result" "aliases of results: expected ['(a!)'], got ['(b!)']"
seen "name of a result" \
  "expected [['values', 'Tensor'], ['indices', 'Tensor']], got [['values', 'Tensor'], ['places', "
seen "argument that is not after the star" "expected ['stable', 'dim', 'descending'], got ['dim', "
seen "alias of an argument" "aliases of arguments: expected ['(a!)', None, None], got [None, None, "
seen "tag" "'pt2_compliant_tag', 'core']"
expect "all of it, with the command" 0 "7 differences
rerun: that again" cat "$work/seen"
expect "and it is a failure" 1 "7 differences" facts "$packages"

# A history of this torchgen's release with one additional operator and one missing.
"$generator" import --root "$project" --out "$work/list.yaml" "$packages"
release=$(sed -n 's/^# release: //p' "$work/list.yaml")
printf '# releases: %s\n' "$release" >"$work/history.tsv"
"$generator" list --root "$project" --yaml "$work/list.yaml" | grep -v '^ct_nn_\|^CT_' | cut -f 2 |
  sed 's/(.*//;s/^mm$/mn/' | LC_ALL=C sort -u | sed "s/\$/	$release	-/" >>"$work/history.tsv"
past "$packages" >"$work/seen" || true
expect "an operator that the history lacks is found" 0 "mm is torchgen's alone" cat "$work/seen"
expect "and one that it invents" 0 "mn is the history's alone" cat "$work/seen"
expect "all of it, with the command, too" 0 "2 differences
what makes the history again is in its head
rerun: that again" cat "$work/seen"
expect "which is a failure" 1 "2 differences" past "$packages"
printf '# releases: 1.0.0\nmm\t1.0.0\t-\n' >"$work/history.tsv"
expect "a release that it does not know is skipped" 77 "does not know" past "$packages"
[ $failed = 0 ]
