#!/usr/bin/env bash
# exports.sh LIBRARY COMPILER INCLUDE-FOLDER...: LIBRARY exports exactly the functions that the
# headers in INCLUDE-FOLDER/ctorch declare with CT_API.
set -eu -o pipefail
library=$1 compiler=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

headers=()
for folder in "$@"; do
  headers+=("$folder"/ctorch/*.h)
done
# Only comments and directives go; CT_API stays as it is written.
cat "${headers[@]}" | "$compiler" -fpreprocessed -dD -E -P -x c - 2>"$work/log" |
  sed '/^[[:space:]]*#/d' | tr '\n' ' ' | tr ';{}' '\n' |
  sed -nE 's/.*\bCT_API\b[^(]*\b(ct_[A-Za-z0-9_]+) *\(.*/\1/p' | sort >"$work/declared"
"${NM:-nm}" -D --defined-only --format=posix "$library" | cut -d' ' -f1 | sort >"$work/exported"

doubled=$(uniq -d "$work/declared")
missing=$(comm -23 <(uniq "$work/declared") "$work/exported")
extra=$(comm -13 <(uniq "$work/declared") "$work/exported")
status=0
report() { # WHAT EXPECTED SYMBOLS
  [ -n "$3" ] || return 0
  status=1
  printf 'called:   nm -D %s\nexpected: %s\ngot:      %d %s:\n' \
    "$library" "$2" "$(printf '%s\n' "$3" | wc -l)" "$1"
  printf '%s\n' "$3" | head -n 20 | sed 's/^/          /'
}
report "declared, not exported" "every function of the headers" "$missing"
report "exported, not declared" "nothing but the functions of the headers" "$extra"
report "declared twice" "each function in one header" "$doubled"
printf '%d functions declared, %d symbols exported\n' \
  "$(wc -l <"$work/declared")" "$(wc -l <"$work/exported")"
[ -s "$work/declared" ] || status=1
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0}"
exit $status
