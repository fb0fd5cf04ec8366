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
stub cmake '[ "$1" = --build ] && echo "built ${2##*/}" >>"$CALLS"
for word; do
  case $word in -DCTORCH_CHECKED_LIBRARY=* | -DCTORCH_TEST_PROGRAMS=* | -DCTORCH_WERROR=*)
    echo "$word" >>"$CALLS" ;; esac
done
exit 0'
# As ctest --preset PRESET [-N] [-L LABEL|-LE LABEL] ARGUMENT..., or with -j N --output-junit FILE in
# place of -N: RELEASE is the number of tests without the checked library, CHECKED that of those
# with it, SUITES, FUZZ and 3 those of other labels; FAILING the preset whose tests fail.
stub ctest 'preset=$2
if [ "$3" = -j ]; then
  report=$6
  shift 6
  echo "ran $preset${1:+ with $*}" >>"$CALLS"
  [ "$1" != --frob ] || { echo "unknown argument" >&2; exit 1; }
  for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf "\t<testcase name=\"test_%s\" classname=\"x\" time=\"%s.5\" status=\"run\">\n" $n $n
  done >"$report"
  printf "\t<testcase name=\"test_13\" time=\"0.1\" status=\"notrun\">\n\t\t<skipped message=\"77\"/>\n" >>"$report"
  printf "\t\t<system-out>skipped: no torch\n</system-out>\n" >>"$report"
  [ "$preset" != "$FAILING" ]
  exit
fi
[ "$4" != --frob ] || exit 1
case "$4 $5" in
"-LE "*) count=$RELEASE ;;
"-L checked") count=$CHECKED ;;
"-L suite") count=$SUITES ;;
"-L fuzz") count=$FUZZ ;;
"-L slow") count=3 ;;
*) count=$((RELEASE + CHECKED)) ;;
esac
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

# Each of these is called once and looked at several times.
run() { # NAME ARGUMENT-OF-selected...
  local status=0
  selected "${@:2}" >"$work/$1" 2>&1 || status=$?
  printf 'status %d\n' $status >>"$work/$1"
}
expect_of() { # NAME WHAT TEXT
  expect "$2" 0 "$3" cat "$work/$1"
}

run quick 9 5 7 2 none
expect_of quick "without --all it is one build, with one library, without the slow tests" \
  "(-DCTORCH_CHECKED_LIBRARY=OFF,built release,ran release with -LE ^slow\$)
status 0"
expect_of quick "and the rest is reported" \
  "left to scripts/test.sh --all: 3 slow tests, sanitizers, the checked library, fuzzing"
expect_of quick "after the slowest tests, the slowest first" "the slowest, in seconds:
         12.5  test_12
         11.5  test_11"
expect_of quick "which are ten, and then the tests that were skipped, with the reason" \
  "          3.5  test_3
      skipped: test_13: no torch
      done"
expect_of quick "there are four steps" "[4/4] Tests"
expect "a test that is named runs, slow or not" 0 "built release,ran release with -R x)" \
  selected 9 5 7 2 none -R x
expect "a name that no test has" 1 "no test matches: -R x" selected 0 0 0 0 none -R x
expect "a failure" 1 "ctest --preset release --rerun-failed" selected 9 5 7 2 release --rerun

run all 9 5 7 2 none --all
expect_of all "with --all all tests run, with three builds of the library" \
  "(-DCTORCH_CHECKED_LIBRARY=ON,-DCTORCH_WERROR=ON,built release,built release,\
ran release with -LE checked -E ^ops(_threads|_hostile)?\$,ran release with -L checked,\
-DCTORCH_TEST_PROGRAMS=$root/build/release,-DCTORCH_WERROR=ON,built asan,ran asan,\
built fuzz,ran fuzz)
status 0"
expect_of all "in nine steps" "[9/9] Fuzzing"
run suite 1 1 1 0 none --all -R x
expect_of suite "a suite runs with each library" "built release,ran release with -LE checked -R x,\
ran release with -L checked -R x,-DCTORCH_TEST_PROGRAMS=$root/build/release,\
-DCTORCH_WERROR=ON,built asan,ran asan with -R x)"
expect_of suite "and what is left out is reported" \
  "none of these is a fuzz target, so steps 8 and 9 are left out"
run once 1 0 0 0 none --all -R x
expect_of once "other tests are run once" "built release,ran release with -LE checked -R x)"
expect_of once "which is reported" "none of these runs with it"
expect_of once "a second time" "none of these runs with sanitizers, so steps 6 and 7 are left out"
run checked 0 0 1 0 none --all -R x
expect_of checked "a test only with the checked library is run" \
  "built release,ran release with -L checked -R x)"
expect_of checked "and the others are reported" "all of these are with the checked library"
expect "a fuzz target is a suite that also runs with made-up inputs" 0 "ran asan with -R x,\
built fuzz,ran fuzz with -R x)" selected 1 1 1 1 none --all -R x
export FUZZER=absent
run unfuzzed 9 5 7 2 none --all
expect_of unfuzzed "without libFuzzer this is left out" "built asan,ran asan)"
expect_of unfuzzed "and reported with packages" "clang has no libFuzzer here (packages clang \
libclang-rt-dev), so steps 8 and 9 are left out"
unset FUZZER
expect "a test that does not exist is reported" 1 "no test matches: -R x" \
  selected 0 0 0 0 none --all -R x
expect "a failure ends it" 1 "ctest --preset release --rerun-failed" selected 9 5 7 2 release --all
expect "with sanitizers, too" 1 "ctest --preset asan --rerun-failed" selected 9 5 7 2 asan --all
expect "with made-up inputs, too" 1 "ctest --preset fuzz --rerun-failed" selected 9 5 7 2 fuzz --all
expect "ctest itself reports what it does not know" 1 "ran release with --frob)" \
  selected 9 5 7 2 release --frob
[ $failed -eq 0 ]
