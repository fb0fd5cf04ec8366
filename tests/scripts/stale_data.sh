#!/usr/bin/env bash
# stale_data.sh ROOT: that the tests' expected values are from the release that
# native_functions.yaml names. With those of another release, many cases are left out and errors are
# compared by kind only, which is meant for the time between a move and new data.
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

is_of() { # FILE RELEASE WHAT-TO-DO...
  [ "$2" != "$pinned" ] || return 0
  printf '%s is of %s, native_functions.yaml of %s\n  what to do: %s\n' "$1" "${2:-no release}" \
    "$pinned" "${*:3}"
  stale=1
}
release_in() { sed -n 's/^# release //p' "$1"; }
check() { # ROOT
  local pinned stale=0
  cd "$1"
  pinned=$(sed -n 's/^# release: //p' native_functions.yaml)
  is_of tests/fixtures/expected/release.txt "$(cat tests/fixtures/expected/release.txt)" \
    "python3 tests/fixtures/expected/write.py, with torch $pinned"
  is_of tests/proof/operators/data/arguments.txt \
    "$(release_in tests/proof/operators/data/arguments.txt)" \
    "new samples, as docs/operator-tests.md says at 'After a release bump'"
  is_of tests/proof/operators/results.tsv "$(release_in tests/proof/operators/results.tsv)" \
    "cmake --build build/release --target update-operators"
  return $stale
}

expect "everything is of the pinned release" 0 "" check "$root"

pinned=$(sed -n 's/^# release: //p' "$root/native_functions.yaml")
files=(tests/fixtures/expected/release.txt tests/proof/operators/data/arguments.txt
  tests/proof/operators/results.tsv)
copy() {
  local file
  mkdir -p "$work/tests/fixtures/expected" "$work/tests/proof/operators/data"
  sed '/^$/q' "$root/native_functions.yaml" >"$work/native_functions.yaml"
  for file in "${files[@]}"; do
    cp "$root/$file" "$work/$file"
  done
}
for file in "${files[@]}"; do
  copy
  sed -i "s/^\(# release \)\{0,1\}${pinned//./\\.}\$/\19.8.7/" "$work/$file"
  expect "$file of another release" fails "$file is of 9.8.7, native_functions.yaml of $pinned" \
    check "$work"
done
[ $failed = 0 ]
