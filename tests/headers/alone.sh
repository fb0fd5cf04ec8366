#!/usr/bin/env bash
# alone.sh STANDARD COMPILER INCLUDE-FOLDER...: every header in INCLUDE-FOLDER/ctorch compiles as the
# only one of a file, twice included, without a warning.
set -eu
standard=$1 compiler=$2
shift 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $standard in
c++*) source=$work/one.cpp ;;
*) source=$work/one.c ;;
esac
options=(-std="$standard" -Wall -Wextra -pedantic -Werror -fsyntax-only)
for folder in "$@"; do
  options+=(-I"$folder")
done

count=0 failed=0
for folder in "$@"; do
  for header in "$folder"/ctorch/*.h; do
    name=ctorch/$(basename "$header")
    # A file must declare something to be valid C; main is what a user would have.
    printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' "$name" "$name" >"$source"
    count=$((count + 1))
    if ! "$compiler" "${options[@]}" "$source" >"$work/log" 2>&1; then
      failed=$((failed + 1))
      printf 'called:   %s %s of a file with only #include <%s>\n' \
        "$compiler" "${options[*]}" "$name"
      printf 'expected: no output, status 0\ngot:\n'
      head -n 20 "$work/log"
      printf 'rerun:    %s\n\n' "${RERUN:-$0}"
    fi
  done
done
printf '%d headers as %s, %d failed\n' "$count" "$standard" "$failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
