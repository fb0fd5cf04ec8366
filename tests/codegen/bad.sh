#!/usr/bin/env bash
# bad.sh GENERATOR PROJECT: every file of bad/ fails with exactly the errors that its first lines
# state, each with line, column and message:
#
#     # error 5:9 unknown type 'Foo'
#
# An error without a place is about the whole file.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

for file in "$data"/bad/*.yaml; do
  name=$(basename "$file" .yaml)
  sed -n -e "s|^# error \([0-9][0-9:]*\) |$file:\1: error: |p" \
    -e "s|^# error \([^0-9]\)|$file: error: \1|p" "$file" | sort >"$work/expected"
  gen generate --yaml "$file" --templates "$project/templates" \
    --headers "$data/golden/include" --out "$work/out"
  grep -F ": error: " "$work/.err" | sort >"$work/got"
  if [ ! -s "$work/expected" ]; then
    wrong "$name.yaml states on which line it fails" "a line '# error LINE:COLUMN MESSAGE' in it"
  elif [ "$status" = 2 ] && cmp -s "$work/expected" "$work/got" && [ ! -s "$work/.out" ]; then
    fine "$name.yaml is refused"
  else
    wrong "$name.yaml is refused" "status 2, no stdout, and exactly
$(cat "$work/expected")"
  fi
  check "and nothing is written" test ! -e "$work/out"
  # A message with a column shows its line, unless that is empty, with a caret below it.
  sed -n 's/^# error \([0-9]*\):[0-9].*/\1/p' "$file" | while read -r line; do
    sed -n "${line}p" "$file" | grep -q . && echo "$line"
  done >"$work/lines"
  if [ -s "$work/lines" ] && ! grep -qE "^[[:space:]]+\^$" "$work/.err"; then
    wrong "a caret shows where in $name.yaml" "a line with a caret"
  fi
done
finish
