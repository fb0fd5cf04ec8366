#!/usr/bin/env bash
# blocks.sh GENERATED INCLUDE: blocks.c compiles without a warning, optimized and not, by $CC, and by gcc
# and clang if they are installed.
set -eu -o pipefail
generated=$1 include=$2
here=$(dirname "$0")
said=$(mktemp)
trap 'rm -f "$said"' EXIT
status=0

check() { # COMPILER OPTIMIZATION
  local options=(-std=c11 "$2" -Wall -Wextra -Wshadow -Wpedantic -Werror -I "$include"
    -I "$generated" -c -o /dev/null "$here/blocks.c")
  "$1" "${options[@]}" 2>"$said" && return
  status=1
  printf '%s\n' "called:   $1 ${options[*]}" "expected: no warning" "got:"
  head -n 20 "$said"
}
for compiler in "${CC:-cc}" gcc clang; do
  command -v "$compiler" >/dev/null || continue
  check "$compiler" -O0
  check "$compiler" -O2
done
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
