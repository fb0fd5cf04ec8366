#!/usr/bin/env bash
# coverage.sh ROOT CMAKE GENERATOR C-COMPILER: the target "coverage": its messages where it cannot
# work, and its table, with made-up figures. It needs no gcovr, which only that target does.
set -eu -o pipefail
root=$1 cmake=$2 generator=$3 compiler=$4
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- where it cannot work -------------------------------------------------------------------------
configured() { # OPTION...
  "$cmake" -S "$root" -B "$work/build" -G "$generator" -DCTORCH_LIBRARY=OFF \
    -DCMAKE_C_COMPILER="$compiler" -DGCOVR= "$@"
}
coverage() { "$cmake" --build "$work/build" --target coverage; }
expect "without gcovr everything can be configured" 0 "Build files have been written" configured
expect "an ordinary build counts no lines" fails "This build does not count lines." coverage
expect "and names one that does" fails \
  "What to do: cmake --preset coverage && cmake --build build/coverage --target coverage" coverage
if "$compiler" --version | grep -q 'Free Software Foundation'; then
  expect "also a build that counts" 0 "Build files have been written" configured \
    -DCTORCH_COVERAGE=ON -DCTORCH_TESTS=ON
  expect "there coverage requires gcovr" fails "gcovr is not there" coverage
  expect "and says where to get it" fails "What to do: apt-get install gcovr" coverage
else
  rm -rf "$work/build"
  expect "a compiler other than gcc is refused" fails "CTORCH_COVERAGE wants gcc" configured \
    -DCTORCH_COVERAGE=ON
fi

# --- the table ------------------------------------------------------------------------------------
# A gcovr and a ctest that record how they were called.
cat >"$work/gcovr" <<'EOF'
#!/bin/sh
echo "gcovr $*" >>"$CALLS"
while [ $# -gt 1 ]; do
  case $1 in
    --filter) part=${2%/} ;;
    --json-summary) cp "$FIGURES/$part.json" "$2" ;;
  esac
  shift
done
EOF
cat >"$work/ctest" <<'EOF'
#!/bin/sh
echo "ctest $*" >>"$CALLS"
exit "${CTEST_STATUS:-0}"
EOF
chmod +x "$work/gcovr" "$work/ctest"
export CALLS=$work/calls FIGURES=$work
file() { # NAME LINES-COVERED LINES BRANCHES-COVERED BRANCHES
  printf '{ "filename": "%s", "line_covered": %d, "line_total": %d, "branch_covered": %d,' \
    "$1" "$2" "$3" "$4"
  printf ' "branch_total": %d },\n' "$5"
}
part() { # NAME LINES-COVERED LINES BRANCHES-COVERED BRANCHES, the files on stdin
  printf '{ "line_covered": %d, "line_total": %d, "branch_covered": %d, "branch_total": %d,\n' \
    "$2" "$3" "$4" "$5" >"$work/$1.json"
  printf ' "files": [%s] }\n' "$(sed '$ s/,$//')" >>"$work/$1.json"
}
{ file codegen/b.c 1999 2000 1 3 && file codegen/a.h 7 7 0 0; } | part codegen 2006 2007 1 3
{
  file runtime/tensor/tensor/x.cpp 0 5 0 2
  file runtime/error.c 10 10 4 4
  file runtime/core/memory/scope.c 1 3 1 2
  file runtime/caught.cpp 5 10 1 4
} | part runtime 16 28 6 12
mkdir -p "$work/out/sub" "$work/out/coverage"
touch "$work/out/sub/old.gcda" "$work/out/coverage/old.html"
figures() {
  "$cmake" -DROOT="$root" -DBUILD="$work/out" -DCTEST="$work/ctest" -DGCOVR="$work/gcovr" \
    -DGCOV=gcov-x -P "$root/cmake/Coverage.cmake"
}
cat >"$work/table" <<'EOF'

                                           lines                 branches
codegen/                           99.9 %  2006 of  2007    33.3 %     1 of     3
  a.h                             100.0 %     7 of     7                        -
  b.c                              99.9 %  1999 of  2000    33.3 %     1 of     3

                                           lines                 branches
runtime/                           75.0 %    15 of    20    62.5 %     5 of     8
  caught.cpp                       50.0 %     5 of    10    25.0 %     1 of     4
  error.c                         100.0 %    10 of    10   100.0 %     4 of     4
runtime/core/memory/               33.3 %     1 of     3    50.0 %     1 of     2
  scope.c                          33.3 %     1 of     3    50.0 %     1 of     2
runtime/tensor/tensor/              0.0 %     0 of     5     0.0 %     0 of     2
  x.cpp                             0.0 %     0 of     5     0.0 %     0 of     2

                                           lines                 branches
all of codegen/                    99.9 %  2006 of  2007    33.3 %     1 of     3
all of runtime/                    57.1 %    16 of    28    50.0 %     6 of    12

EOF
printed_table() {
  figures >"$work/said" 2>&1
  sed -n '/Reading what was counted/,/^The goal/{//!p;}' "$work/said" | diff "$work/table" -
}
expect "the table has folders, files and totals, rounded down" 0 "" printed_table
expect "with the pages that show every line" 0 "$work/out/coverage/runtime/index.html" \
  cat "$work/said"
expect "the counts of an earlier run are gone" fails "No such file" ls "$work/out/sub/old.gcda"
expect "and its pages" fails "No such file" ls "$work/out/coverage/old.html"
expect "the suites ran" 0 "ctest --test-dir $work/out -j" cat "$work/calls"
expect "those of the checked build, too" 0 "-L ^(suite|checked|counted)\$" cat "$work/calls"
expect "gcovr is called for both with gcc's own gcov" 0 \
  "--gcov-executable gcov-x --object-directory $work/out -j" cat "$work/calls"
expect "without branches that nobody writes" 0 \
  "--exclude-throw-branches --exclude-unreachable-branches" cat "$work/calls"
export CTORCH_COVERAGE_TESTS='^codegen_'
expect "tests can be chosen" 0 "" figures
expect "by their names" 0 "-R ^codegen_" cat "$work/calls"
export CTEST_STATUS=8
expect "figures of tests that failed are shown" fails "all of runtime/ " figures
expect "and marked as such" fails "tests failed (see above): these figures are of a run" figures
printf '{ "files": [] }\n' >"$work/runtime.json"
expect "a missing part is reported" fails "runtime/ is not in this build" figures
[ $failed -eq 0 ]
