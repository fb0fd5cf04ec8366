#!/usr/bin/env bash
# alone.sh STANDARD COMPILER INCLUDE-FOLDER...: every header in INCLUDE-FOLDER/ctorch compiles
# without a warning as the only header of a file, included twice; and so does blocks.c.
set -eu
blocks=$(dirname "$0")/blocks.c
standard=$1 compiler=$2
shift 2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $standard in
c++*) source=$work/one.cpp ;;
*) source=$work/one.c ;;
esac
options=(-std="$standard" -Wall -Wextra -Wshadow -pedantic -Werror -fsyntax-only)
for folder in "$@"; do
  options+=(-I"$folder")
done

count=0 failed=0

# compiles WHAT: `source`, described by WHAT, compiles without any output
compiles()
{
  count=$((count + 1))
  "$compiler" "${options[@]}" "$source" >"$work/log" 2>&1 && return 0
  failed=$((failed + 1))
  printf 'called:   %s %s of %s\n' "$compiler" "${options[*]}" "$1"
  printf 'expected: no output, status 0\ngot:\n'
  head -n 20 "$work/log"
  printf 'rerun:    %s\n\n' "${RERUN:-$0}"
}

for folder in "$@"; do
  for header in "$folder"/ctorch/*.h; do
    name=ctorch/$(basename "$header")
    # A file must declare something to be valid C; main is what a user would have.
    printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' "$name" "$name" >"$source"
    compiles "a file with only #include <$name>"
  done
done
cp "$blocks" "$source"
compiles "$blocks"
printf '%d files as %s, %d failed\n' "$count" "$standard" "$failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
