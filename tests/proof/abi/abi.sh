#!/usr/bin/env bash
# abi.sh ROOT GENERATED PYTHON COMPILER: compares what programs depend on with the last released
# version: its ctorch_api.json with GENERATED/ctorch_api.json, and, if abidiff is installed, the
# types of both versions' headers as compilers lay them out. docs/stability.md says what may change.
#
# The last version is the newest tag v* before the commit that is checked out, or the one in the
# folder that the environment names: CTORCH_LAST_VERSION, which has runtime/include and generated.
#
# Exit codes: 0 nothing breaks, or no version is released yet; 1 something breaks.
set -eu -o pipefail
root=$1 generated=$2 python=$3 compiler=$4
here=$(cd "$(dirname "$0")" && pwd)
abidiff=${ABIDIFF:-abidiff}
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

advise() { # LINE...
  printf 'what to do:\n'
  printf '  %s\n' "$@"
  printf 'rerun:    %s\n' "${RERUN:-$0}"
}

last=${CTORCH_LAST_VERSION:-}
if [ -z "$last" ]; then
  tag=$(git -C "$root" describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)
  if [ -z "$tag" ]; then
    printf 'no version is released yet (no tag v*), or this is not a checkout: nothing to compare\n'
    printf '  to compare with a folder: CTORCH_LAST_VERSION=DIR\n'
    exit 0
  fi
  last=$work/last
  mkdir "$last"
  git -C "$root" archive "$tag" runtime/include generated | tar -x -C "$last"
fi
[ -e "$last/generated/ctorch_api.json" ] || {
  printf '%s has no generated/ctorch_api.json\n' "${tag:-$last}"
  exit 1
}

raise="if it is meant: raise CT_ABI_VERSION in runtime/include/ctorch/core/version.h and GENERATED_ABI in
    codegen/model.h (then: target regen), with a line in CHANGELOG.md (docs/stability.md)"
status=0
"$python" "$here/compare.py" "$last/generated/ctorch_api.json" "$generated/ctorch_api.json" ||
  status=$?
case $status in
0) ;;
3) exit 0 ;; # programs are not meant to run
*)
  advise "if it is not meant: put it back" "$raise"
  exit 1
  ;;
esac

if ! command -v "$abidiff" >/dev/null; then
  printf 'abidiff is not installed, so the layout of types was not compared (abigail-tools)\n'
  exit 0
fi

# A library with the functions of a version, which do nothing, and its types.
make_library() { # OUT INCLUDE GENERATED
  "$python" "$here/compare.py" --functions "$3/ctorch_api.json" >"$1.c"
  "$compiler" -std=gnu11 -w -g -O0 -fno-eliminate-unused-debug-types -fPIC -shared -nostdlib \
    -I "$2" -I "$3" -o "$1" "$1.c"
}

make_library "$work/last.so" "$last/runtime/include" "$last/generated"
make_library "$work/now.so" "$root/runtime/include" "$generated"
status=0
"$abidiff" --non-reachable-types --no-show-locs --no-corpus-path --no-added-syms "$work/last.so" \
  "$work/now.so" >"$work/report" || status=$?
[ $((status & 3)) -eq 0 ] || { # its own errors and those of its usage
  printf '%s did not compare: it ended with status %d\n' "$abidiff" $status
  exit 1
}
# The bit of abidiff's status that says "incompatible" is not set for every break.
breaks() {
  awk '/summary: / {
      for (i = 2; i <= NF; i++)
        if ($i ~ /^([Rr]emoved|[Cc]hanged)/ && $(i - 1) > 0)
          breaks = 1
    }
    END { exit !breaks }' "$work/report"
}
if breaks; then
  printf 'programs that are compiled already BREAK, as abidiff sees it:\n'
  head -n 60 "$work/report" | sed '/^$/d; s/^/  /'
  advise "if it is not meant: put it back" "$raise"
  exit 1
fi
printf 'abidiff finds the same types and functions\n'
