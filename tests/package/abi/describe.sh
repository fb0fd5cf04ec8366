#!/usr/bin/env bash
# describe.sh NAME SONAME COMPILER INCLUDE-FOLDER...: prints the ABI of the library NAME as its
# headers in INCLUDE-FOLDER/ctorch define it, in C: types in the order of the headers, functions by
# name. A header is ctorch's unless it names another library with "#define CT_..._LIBRARY".
set -eu -o pipefail
name=$1 soname=$2 compiler=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

library_of() { # HEADER
  local said
  said=$(sed -nE 's/^#define CT_[A-Z_]+_LIBRARY "(.*)"$/\1/p' "$1")
  printf '%s\n' "${said:-ctorch}"
}

headers=() own=' ' options=()
for folder in "$@"; do
  options+=(-I"$folder")
  for header in "$folder"/ctorch/*.h; do
    [ "$(library_of "$header")" = "$name" ] || continue
    headers+=("$header")
    own+="${header##*/} "
  done
done

includes() { # the other headers that they include; in C++ they include more
  cat "${headers[@]}" | sed -nE '/<ctorch\//d; s/^#include (<.*\.h>)$/#include \1/p'
  printf '#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n'
}

wrapped() { # at 100 columns, after commas
  awk 'length($0) <= 100 { print; next }
  {
    n = split($0, part, /, /)
    line = part[1]
    for (i = 2; i <= n; i++) {
      if (columns + length(line) + length(part[i]) + 3 > 100) {
        print line ","
        line = "\t" part[i]
        columns = 7
      } else
        line = line ", " part[i]
    }
    print line
    columns = 0
  }'
}

# The umbrella header goes first, as programs include it: it has the order of the others.
for header in "${headers[@]}"; do
  case $header in */ctorch.h) printf '#include <ctorch/ctorch.h>\n' ;; esac
done >"$work/all.c"
for header in "${headers[@]}"; do
  printf '#include <ctorch/%s>\n' "${header##*/}"
done >>"$work/all.c"
: >"$work/functions"
: >"$work/numbers"
"$compiler" -std=gnu11 -E -dD "${options[@]}" "$work/all.c" >"$work/all.i"
awk -v own="$own" -v functions="$work/functions" -v numbers="$work/numbers" \
  -f "$here/describe.awk" "$work/all.i" >"$work/types"

value_of() { # MACRO
  sed -nE "s/^#define $1 \"?([0-9.]+)\"?\$/\1/p" "$work/all.i"
}
release=$(value_of CT_LIBTORCH_RELEASE)

# KEEP THE SAME: abi.sh looks for the soname and for the line above the functions.
printf '/*\n * What compiled programs expect of %s%s; CT_ABI_VERSION is %s.\n' \
  "$soname" "${release:+ for libtorch $release}" "$(value_of CT_ABI_VERSION)"
printf ' * Written from the headers by the target update-abi, never edited; docs/stability.md.\n'
printf ' */\n'
includes | sort -u
printf '\n'
wrapped <"$work/types"
[ ! -s "$work/numbers" ] ||
  printf '\n/* Macros that stand for numbers. */\nenum ct_macros {\n%s\n};\n' \
    "$(sort -u "$work/numbers")"
printf '\n/* Functions */\n'
sort -u "$work/functions" | cut -f 2 | wrapped
