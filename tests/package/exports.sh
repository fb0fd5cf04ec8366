#!/usr/bin/env bash
# exports.sh LIBRARY NAME COMPILER INCLUDE-FOLDER...: LIBRARY exports exactly the functions that the
# headers of the library NAME in INCLUDE-FOLDER/ctorch declare with CT_API. A header is ctorch's
# unless it names another library with "#define CT_..._LIBRARY".
set -eu -o pipefail
library=$1 name=$2 compiler=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

library_of() { # HEADER
  local said
  said=$(sed -nE 's/^#define CT_[A-Z_]+_LIBRARY "(.*)"$/\1/p' "$1")
  printf '%s\n' "${said:-ctorch}"
}

headers=()
for folder in "$@"; do
  while read -r header; do
    # A header with only macros is not C if the preprocessor does not expand them.
    if grep -q '^CT_API' "$header" && [ "$(library_of "$header")" = "$name" ]; then
      headers+=("$header")
    fi
  done < <(find "$folder/ctorch" -name '*.h' | sort)
done
# Removes only comments and directives; CT_API stays as written.
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
