#!/usr/bin/env bash
# abi.sh check|update DESCRIPTION LIBRARY NAME COMPILER INCLUDE-FOLDER...: compares the ABI in
# DESCRIPTION, which describe.sh wrote, with that of LIBRARY, whose headers, those of NAME, are in
# INCLUDE-FOLDER/ctorch. `update` reports the same and writes DESCRIPTION.
#
# abidiff compares two libraries in C with debug information, whose functions do nothing. One is
# made from DESCRIPTION. The other is LIBRARY as programs see it: its soname, exactly what it
# exports, and the types of the headers. LIBRARY itself has no types to compare; with debug
# information it would have all of libtorch's.
#
# Exit codes: 0 the same, or written; 1 a difference; 77 there is no abidiff. Environment: BUILD is
# the folder that the advice names; a report too long to be shown is kept in the file REPORT.
set -eu -o pipefail
mode=$1 description=$2 library=$3 name=$4 compiler=$5
shift 5
folders=("$@")
here=$(cd "$(dirname "$0")" && pwd)
abidiff=${ABIDIFF:-abidiff}
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v "$abidiff" >/dev/null; then
  printf 'skipped: abidiff is not there, so the ABI of %s was not compared with %s\n' \
    "${library##*/}" "$description"
  printf '  what to do: apt-get install abigail-tools\n'
  exit 77
fi

advise() { # LINE...
  printf 'what to do:\n'
  printf '  %s\n' "$@"
}
update_command="cmake --build ${BUILD:-build/release} --target update-abi"

# A library with the functions of a description, each of which only has its type.
make_library() { # DESCRIPTION SONAME OUT COMPILER-OPTION...
  local source=$3.c
  sed '/^\/\* Functions \*\/$/,$ s/);$/) { __builtin_trap(); }/' "$1" >"$source"
  "$compiler" -std=gnu11 -w -g -O0 -fno-eliminate-unused-debug-types -fPIC -shared -nostdlib \
    -Wl,-soname,"$2" -o "$3" -x c "$source" "${@:4}"
}

# The symbols that a library exports and no header declares, in assembler: without a type.
strays_of() { # EXPORTED DECLARED: files of lines, the first of names and nm's letters for them
  join -v 1 "$1" "$2" | while read -r symbol kind; do
    case $kind in [TWi]) kind=function ;; *) kind=object ;; esac
    printf '.text\n.globl %s\n.type %s, %%%s\n%s: .long 0\n.size %s, 4\n' \
      "$symbol" "$symbol" "$kind" "$symbol" "$symbol"
  done
  printf '.section .note.GNU-stack,"",%%progbits\n'
}

# The library as programs see it.
make_seen() { # OUT
  local stray=()
  "${NM:-nm}" -D --defined-only --format=posix "$library" | awk '{ print $1, $2 }' | sort \
    >"$work/exported"
  [ -s "$work/exported" ] || { printf 'nm -D %s shows no symbol\n' "$library" && exit 1; }
  awk '/^\/\* Functions \*\/$/ { inside = 1; next }
    inside && /^[^\t]/ { match($0, /ct_[A-Za-z0-9_]+\(/); print substr($0, RSTART, RLENGTH - 1) }' \
    "$work/now.h" | sort >"$work/declared"
  strays_of "$work/exported" "$work/declared" >"$work/strays.s"
  ! grep -q globl "$work/strays.s" || stray=(-x assembler "$work/strays.s")
  { printf '{ global:\n' && awk '{ print $1 ";" }' "$work/exported" && printf 'local: *; };\n'; } \
    >"$work/exports.map"
  make_library "$work/now.h" "$soname" "$1" -Wl,--version-script="$work/exports.map" \
    ${stray[@]+"${stray[@]}"}
}

soname=$("${READELF:-readelf}" -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
[ -n "$soname" ] || { printf 'readelf -d %s shows no soname\n' "$library" && exit 1; }
bash "$here/describe.sh" "$name" "$soname" "$compiler" "${folders[@]}" >"$work/now.h"
make_seen "$work/seen.so"

undeclared=$(join -v 1 "$work/exported" "$work/declared" | cut -d' ' -f1 | tr '\n' ' ')
missing=$(join -v 2 "$work/exported" "$work/declared" | tr '\n' ' ')

headers_differ() { # whether the exports differ from the declarations; reports that
  [ -n "$undeclared$missing" ] || return 1
  [ -z "$undeclared" ] || printf 'exported, but in no header: %s\n' "${undeclared% }"
  [ -z "$missing" ] || printf 'declared in a header, but not exported: %s\n' "${missing% }"
}

write_description() {
  if headers_differ; then
    printf 'not written: %s\n' "$description"
    advise "make the library export what its headers declare, build it, and try again"
    return 1
  fi
  cp "$work/now.h" "$description.part"
  mv "$description.part" "$description"
  printf 'written: %s\n' "$description"
}

if [ ! -e "$description" ]; then
  if [ "$mode" = update ]; then
    write_description
    exit
  fi
  printf 'called:   the ABI of %s\nexpected: %s, which describes it\n' "$library" "$description"
  printf 'got:      no such file\n'
  advise "$update_command"
  exit 1
fi

described=$(sed -nE '2 s/.* expect of ([^ ;]+).*/\1/p' "$description")
make_library "$description" "$described" "$work/described.so"

# Types that no function reaches count, too: enumerations for example, which are passed as numbers.
compare() { # OPTION...
  local status=0
  "$abidiff" --non-reachable-types --no-show-locs --no-corpus-path "$@" \
    "$work/described.so" "$work/seen.so" || status=$?
  [ $((status & 3)) -eq 0 ] || { # its own errors and those of its usage
    printf '%s did not compare: it ended with status %d\n' "$abidiff" $status >&2
    exit 1
  }
  return $status
}

# Whether a report shows anything besides additions. The lines of its summary are such as "Functions
# changes summary: 1 Removed, 0 Changed, 0 Added function".
breaks() { # REPORT
  awk '/summary: / {
      seen = 1
      for (i = 2; i <= NF; i++)
        if ($i ~ /^([Rr]emoved|[Cc]hanged)/ && $(i - 1) > 0)
          breaks = 1
    }
    /(SONAME|architecture) changed/ { breaks = 1 }
    END { exit !(breaks || !seen) }' "$1"
}

verdict=same
if ! compare >"$work/report"; then
  verdict=added
  compare --no-added-syms >"$work/harm" || true
  if [ -s "$work/harm" ] && breaks "$work/harm"; then verdict=broken; fi
elif ! cmp -s "$description" "$work/now.h"; then
  # Names of parameters and const, for example; and enumerators, which break nothing when added.
  verdict=text
  diff -U 0 "$description" "$work/now.h" | sed -n '3,$ { /^@@/d; p; }' >"$work/report" || true
fi

if [ $verdict = same ]; then
  printf '%s: %d functions and their types, as %s has them\n' "${library##*/}" \
    "$(wc -l <"$work/declared")" "${description##*/}"
  exit 0
fi

printf 'called:   abidiff of %s and %s\n' "$description" "$library"
printf 'expected: no difference\ngot:\n'
head -n 60 "$work/report" | sed '/^$/d; s/^/  /'
if [ "$(wc -l <"$work/report")" -gt 60 ] && [ -n "${REPORT:-}" ]; then
  cp "$work/report" "$REPORT"
  printf '  ...; all of it: %s\n' "$REPORT"
fi
case $verdict in
broken) say='programs that are compiled already BREAK if they use what is above' ;;
added) say='nothing but additions: programs that are compiled already go on to work' ;;
text) say='abidiff sees no difference: programs that are compiled already go on to work' ;;
esac
printf 'which is: %s.\n' "$say"
if [ "$mode" = update ]; then
  write_description
  exit
fi

if headers_differ; then
  advise "if it is not meant: hide the symbol, or define it; what begins with ct_ is exported" \
    "if it is meant: declare it in a header, or remove the declaration, and then:"
elif [ $verdict = broken ]; then
  advise "if it is not meant: put it back; if it is, all of this in the same commit" \
    "(docs/stability.md says what may change when):"
else
  advise "in the same commit:"
fi
steps=("$update_command" "git diff ${description%/*}" "a line in CHANGELOG.md")
[ $verdict != broken ] || steps=(
  "raise CT_ABI_VERSION in runtime/include/ctorch/types.h and GENERATED_ABI in codegen/model.h
    (then: target regen), unless both were since the last released version, or nothing but the
    operators has changed, with the pinned release of libtorch"
  "${steps[@]}")
printf '  - %s\n' "${steps[@]}"
printf 'rerun:    %s\n' "${RERUN:-$0}"
exit 1
