#!/usr/bin/env bash
# compile.sh each|together STANDARD COMPILER INCLUDE-FOLDER...: every header below ctorch/ in the
# folders compiles without a warning, included twice: each as the only header of a file, or all together in
# one; and so does blocks.c.
set -eu
blocks=$(dirname "$0")/blocks.c
how=$1 standard=$2 compiler=$3
shift 3

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

names=()
for folder in "$@"; do
  while read -r header; do
    names+=("$header")
  done < <(cd "$folder" && find ctorch -name '*.h' | sort)
done

# includes NAME...: a file with these, twice. It must declare something to be valid C; main is what
# a user would have.
includes()
{
  printf '#include <%s>\n' "$@" "$@" >"$source"
  printf 'int main(void) { return 0; }\n' >>"$source"
}

if [ "$how" = each ]; then
  for name in "${names[@]}"; do
    includes "$name"
    compiles "a file with only #include <$name>"
  done
else
  includes "${names[@]}"
  compiles "a file with all headers"
fi
cp "$blocks" "$source"
compiles "$blocks"
printf '%d files as %s, %d failed\n' "$count" "$standard" "$failed"
[ ${#names[@]} -gt 100 ] && [ "$failed" -eq 0 ]
