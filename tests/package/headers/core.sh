#!/usr/bin/env bash
# core.sh LIBRARY CC CXX INCLUDE-FOLDER...: <ctorch/core.h> is enough for core.c, in C99 and in C++11,
# and defines no macros but the annotations of declarations and its guards.
set -eu
source=$(dirname "$0")/core.c
library=$1 cc=$2 cxx=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
include=()
for folder in "$@"; do
  include+=(-I"$folder")
done
status=0

# runs COMPILER STANDARD LANGUAGE
runs() {
  local options=(-std="$2" -Wall -Wextra -Wshadow -pedantic -Werror)
  if "$1" "${options[@]}" -x "$3" "${include[@]}" "$source" -x none "$library" \
    -Wl,-rpath,"$(dirname "$library")" -Wl,--allow-shlib-undefined -o "$work/core" \
    >"$work/log" 2>&1 && "$work/core" >>"$work/log" 2>&1 && [ ! -s "$work/log" ]; then
    printf 'runs:     core.c as %s\n' "$2"
    return
  fi
  status=1
  printf 'called:   %s %s core.c, and the program\nexpected: no output, status 0\ngot:\n' "$1" \
    "${options[*]}"
  head -n 20 "$work/log"
}
runs "$cc" c99 c
runs "$cxx" c++11 c++

annotations=$(find "$@" -path '*/ctorch/core/annotations.h' -exec \
  sed -nE 's/^#define (CT_[A-Z_]+).*/\1/p' {} +)
defined=$(printf '#include <ctorch/core.h>\n' | "$cc" -std=c99 "${include[@]}" -dM -E -x c - |
  sed -nE 's/^#define (CT\w*|CTORCH_\w*).*/\1/p' | sort -u)
others=$(grep -vE '^CTORCH_\w+_H$' <<<"$defined" | grep -vxF "$annotations" || true)
[ "$(wc -w <<<"$annotations")" -ge 10 ] || { status=1; printf 'no annotations were found\n'; }
[ -z "$others" ] || {
  status=1
  printf 'called:   %s -dM -E, on <ctorch/core.h>\nexpected: no macro but annotations\ngot:      %s\n' \
    "$cc" "$(tr '\n' ' ' <<<"$others")"
}
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
