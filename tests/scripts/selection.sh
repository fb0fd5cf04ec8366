#!/usr/bin/env bash
# selection.sh ROOT: what scripts/test.sh builds and runs for which tests, with stubs of cmake,
# ctest and the package manager.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

stub dpkg-query 'echo "install ok installed"'
stub apt-get 'exit 1'
stub clang 'cat >/dev/null; [ "$FUZZER" = there ]'
stub cmake '[ "$1" = --build ] && echo "built ${2##*/}" >>"$CALLS"; exit 0'
# As ctest --preset PRESET [-N] [-L suite|fuzz|slow] ARGUMENT..., or with -j N --output-junit FILE
# in place of -N: RELEASE, SUITES, CHECKED, FUZZ and 3 are the numbers of tests of each kind,
# FAILING the preset whose tests fail.
stub ctest 'preset=$2
if [ "$3" = -j ]; then
  report=$6
  shift 6
  echo "ran $preset${1:+ with $*}" >>"$CALLS"
  [ "$1" != --frob ] || { echo "unknown argument" >&2; exit 1; }
  for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf "\t<testcase name=\"test_%s\" classname=\"x\" time=\"%s.5\" status=\"run\">\n" $n $n
  done >"$report"
  [ "$preset" != "$FAILING" ]
  exit
fi
[ "$4" != --frob ] || exit 1
count=$RELEASE
[ "$preset" != checked ] || count=$CHECKED
[ "$4 $5" != "-L suite" ] || count=$SUITES
[ "$4 $5" != "-L fuzz" ] || count=$FUZZ
[ "$4 $5" != "-L slow" ] || count=3
echo "Total Tests: $count"'

# Prints what test.sh said and then, in brackets, what it called.
selected() { # RELEASE SUITES CHECKED FUZZ FAILING ARGUMENT...
  local status=0
  : >"$work/calls"
  env PATH="$work/bin:$PATH" CALLS="$work/calls" CT_LOGS="$work/logs" LIBTORCH="$work" \
    RELEASE="$1" SUITES="$2" CHECKED="$3" FUZZ="$4" FAILING="$5" FUZZER="${FUZZER:-there}" \
    "$root/scripts/test.sh" "${@:6}" \
    >"$work/said" 2>&1 || status=$?
  cat "$work/said"
  printf '(%s)\n' "$(paste -s -d , "$work/calls")"
  return $status
}

quick() { selected 9 5 7 2 none "$@"; }
expect "without --all it is one build, without the slow tests" 0 \
  "(built release,ran release with -LE slow)" quick
expect "and the rest is reported" 0 \
  "left to scripts/test.sh --all: 3 slow tests, sanitizers, the checked build, fuzzing" quick
expect "after the slowest tests, the slowest first" 0 "the slowest, in seconds:
         12.5  test_12
         11.5  test_11" quick
expect "which are ten" 0 "          3.5  test_3
      done" quick
expect "a test that is named runs, slow or not" 0 "(built release,ran release with -R x)" quick -R x
expect "there are four steps" 0 "[4/4] Tests" quick
expect "a name that no test has" 1 "no test matches: -R x" selected 0 5 7 2 none -R x
expect "a failure" 1 "ctest --preset release --rerun-failed" selected 9 5 7 2 release

expect "with --all all tests run in four builds" 0 "(built release,built release,ran release,built asan,ran asan,\
built checked,ran checked,built fuzz,ran fuzz)" selected 9 5 7 2 none --all
expect "a suite runs in three" 0 "(built release,ran release with -R x,built asan,ran asan with \
-R x,built checked,ran checked with -R x)" selected 1 1 1 0 none --all -R x
expect "other tests are run once" 0 "(built release,ran release with -R x)" \
  selected 1 0 0 0 none --all -R x
expect "and what is left out is reported" 0 "with sanitizers, so steps 5 and 6 are left out" \
  selected 1 0 0 0 none --all -R x
expect "a second time" 0 "in the checked build, so steps 7 and 8 are left out" \
  selected 1 0 0 0 none --all -R x
expect "and a third time" 0 "none of these is a fuzz target, so steps 9 and 10 are left out" \
  selected 1 0 0 0 none --all -R x
expect "a test only of the checked build is run there" 0 \
  "(built release,built checked,ran checked with -R x)" selected 0 0 1 0 none --all -R x
expect "with the steps counted on" 0 "[7/10] Build the checked library" selected 0 0 1 0 none --all -R x
expect "so is one that is not run with sanitizers" 0 "(built release,ran release with -R x,built \
checked,ran checked with -R x)" selected 1 0 1 0 none --all -R x
expect "a fuzz target is a suite that also runs with made-up inputs" 0 "ran checked with -R x,\
built fuzz,ran fuzz with -R x)" selected 1 1 1 1 none --all -R x
export FUZZER=absent
expect "without libFuzzer this is left out" 0 "checked,ran checked)" \
  selected 9 5 7 2 none --all
expect "and reported with packages" 0 "clang has no libFuzzer here (packages clang libclang-rt-dev)\
, so steps 9 and 10 are left out" selected 9 5 7 2 none --all
unset FUZZER
expect "a test that does not exist is reported" 1 "no test matches: -R x" \
  selected 0 0 0 0 none --all -R x
expect "a failure ends it" 1 "ctest --preset release --rerun-failed" selected 9 5 7 2 release --all
expect "with sanitizers, too" 1 "ctest --preset asan --rerun-failed" selected 9 5 7 2 asan --all
expect "with checks, too" 1 "ctest --preset checked --rerun-failed" selected 9 5 7 2 checked --all
expect "with made-up inputs, too" 1 "ctest --preset fuzz --rerun-failed" selected 9 5 7 2 fuzz --all
expect "ctest itself reports what it does not know" 1 "(built release,ran release with --frob)" \
  selected 9 5 7 2 release --all --frob
[ $failed -eq 0 ]
