#!/usr/bin/env bash
# examples.sh PROGRAMS TWINS: the examples of modules and models print what their twins in Python printed.
#
# PROGRAMS is the folder of the built programs, TWINS has NAME.py and NAME.txt. To write the
# texts again, with PyTorch of the pinned release and the environment of this test (see
# CMakeLists.txt): for f in examples/twins/*.py; do python3 $f >${f%.py}.txt; done
set -eu -o pipefail
programs=$1 twins=$2
failed=0 count=0

for twin in "$twins"/*.txt; do
  name=$(basename "$twin" .txt)
  count=$((count + 1))
  if ! got=$("$programs/$name" 2>&1) || [ "$got" != "$(cat "$twin")" ]; then
    printf 'called:   %s\nexpected: (twins/%s.py printed)\n%s\ngot:\n%s\nrerun:    %s\n\n' \
      "$programs/$name" "$name" "$(cat "$twin")" "$got" "${RERUN:-$0}"
    failed=$((failed + 1))
  fi
done
[ "$count" -gt 0 ] || { printf 'no twins in %s\n' "$twins"; exit 1; }
printf '%d programs print what their twins print, %d do not\n' $((count - failed)) "$failed"
[ "$failed" -eq 0 ]
