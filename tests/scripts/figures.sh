#!/usr/bin/env bash
# figures.sh ROOT BUILD-FOLDER: the figures on the pages are those of the build, by the judgment of
# scripts/figures.py; and what that does with a copy whose figures are stale.
set -eu -o pipefail
root=$1 build=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

figures() { python3 "$root/scripts/figures.py" --root "$work" "$@" "$build"; }
copy() {
  local name
  for name in native_functions.yaml operator_history.tsv templates generated README.md docs bindings \
    runtime/include runtime/nn runtime/optim runtime/vision runtime/distributions \
    tests/proof/operators/results.tsv; do
    mkdir -p "$(dirname "$work/$name")"
    rm -rf "${work:?}/$name"
    cp -r "$root/$name" "$work/$name"
  done
}

expect "the pages have today's figures" 0 "" python3 "$root/scripts/figures.py" --check "$build"
expect "a folder without a build" 1 "what to do: scripts/try.sh" \
  python3 "$root/scripts/figures.py" "$work/none"
copy
sed -i 's/release (3,[0-9]*/release (3,109/; s/all [0-9]* module classes/all 99 module classes/' \
  "$work/README.md"
sed -i 's/^| `scripts.try.sh` .*/| `scripts\/try.sh` | 2 hours | 1 hour |/' "$work/README.md"
sed -i 's/methods; [0-9]* files/methods; 65 files/; s/ [0-9]*  schemas in the/ 7  schemas in the/' \
  "$work/docs/building.md"
sed -i 's/^| generated files .*/| generated files | 65 |/' "$work/docs/figures.md"
sed -i 's/^| values | [0-9]* |/| values | 35 |/' "$work/docs/bindings-languages.md"
check() { # each run of the generator takes long, so what this prints is looked at several times
  figures --check >"$work/said"
}
expect "a stale figure is an error" 1 "" check
for stale in "README.md:4: stale" "all 99 module classes" "| 2 hours |" "methods; 65 files" \
  "7  schemas in the yaml" "| generated files | 65 |" "| values | 35 |" "what to do: scripts/figures.py"; do
  expect "what is stale is shown: $stale" 0 "$stale" cat "$work/said"
done
expect "nothing is written by that" 1 "" diff -q "$root/README.md" "$work/README.md"
expect "it is written" 0 "written: docs/building.md" figures --counts
expect "as it was" 0 "" diff -r "$root/docs" "$work/docs"
expect "in the README, too" 0 "" diff "$root/README.md" "$work/README.md"
touch "$work/bindings/go/nobody.c"
sed -i '/^go\t\*/d' "$work/bindings/parts.tsv"
expect "a file of a binding without a part" 1 "no row for bindings/go/" figures --check
cp "$root/bindings/parts.tsv" "$work/bindings/parts.tsv"
sed -i '/written by scripts/d' "$work/docs/figures.md"
expect "a page without the marks of its table" 1 "docs/figures.md lacks its marks" figures --check
[ $failed -eq 0 ]
