#!/usr/bin/env bash
# example.sh PROGRAM PAGE: PROGRAM must print the block of PAGE that begins with its call.
set -eu -o pipefail
program=$1 page=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk '/^\$ build\/release\/bin\/autograd$/ { inside = 1; next } /^```/ { inside = 0 } inside' \
  "$page" >"$work/expected"
OMP_NUM_THREADS=1 "$program" >"$work/got"
[ -s "$work/expected" ] || { echo "$page shows no output of the example"; exit 1; }
diff -u "$work/expected" "$work/got" || {
  printf 'called:   %s\nexpected: what %s shows\ngot:      the lines with + above\nrerun:    %s\n' \
    "$program" "$page" "${RERUN:-$0}"
  exit 1
}
