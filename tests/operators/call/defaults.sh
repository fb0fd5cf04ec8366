#!/usr/bin/env bash
# defaults.sh PYTHON GENERATED INCLUDE LIBRARY: CT() passes every operator its schema's defaults,
# and each named argument in its own parameter (write_calls.py). Uses $CC, and also clang if it is
# installed; neither may warn.
set -eu -o pipefail
python=$1 generated=$2 include=$3 library=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

"$python" "$(dirname "$0")/write_calls.py" "$generated/ctorch_api.json" >"$work/calls.c"
check() { # COMPILER
  if "$1" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I "$include" -I "$generated" \
    "$work/calls.c" -o "$work/calls" "$library" -Wl,-rpath,"$(dirname "$library")" \
    -Wl,--export-dynamic 2>"$work/said" && "$work/calls" >>"$work/said"; then
    printf '%s: %s\n' "$1" "$(tail -n 1 "$work/said")"
    return
  fi
  status=1
  printf '%s\n' "called:   every operator by CT(), compiled by $1" \
    "expected: no warning, and every argument as in its schema" "got:      (the first lines)"
  head -n 30 "$work/said"
}
check "${CC:-cc}"
if command -v clang >/dev/null && [ "$(basename "${CC:-cc}")" != clang ]; then
  check clang
fi
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
