#!/usr/bin/env bash
# test.sh [--all] [CTEST-OPTION...]: builds and runs the tests.
#
#     scripts/test.sh                  every suite, and all operators with a part of their arguments
#     scripts/test.sh -R memory        the tests with such a name, also those that take long
#     scripts/test.sh --all            everything; continuous integration runs this
#     scripts/test.sh --all -R memory  these tests in every build that has them
#
# Without --all it leaves out the tests that take long (ctest --preset release -N -L slow lists
# them). --all adds these, AddressSanitizer and UndefinedBehaviorSanitizer, the checked build, and a
# few seconds of fuzzing for each target, always with the same inputs; scripts/fuzz.sh is the long
# run. Tests that are not suites, for example that of the installation, run in one build.
#
# Installs what the tests need (Debian and relatives, as root or with sudo), and fetches libtorch if
# it is missing. A second run needs no network and compiles nothing.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
run_again_with "$@"
all=''
if [ "${1:-}" = --all ]; then
  all=1
  shift
fi
CT_STEPS=4
[ -z "$all" ] || CT_STEPS=10
cd "$CT_ROOT"

step "Packages"
# Always those for fetching: that script is tested, too.
packages=("${CT_BUILD_PACKAGES[@]}" "${CT_FETCH_PACKAGES[@]}" "${CT_TEST_PACKAGES[@]}")
[ -z "$all" ] || packages+=("${CT_FUZZ_PACKAGES[@]}")
need_packages "${packages[@]}"

step "libtorch"
fetch_libtorch

no_such_test() {
  fail "no test matches: $*" \
    "their names: ctest --preset release -N; ctest --preset checked -N" "see: $0 --help"
}

step "Build libctorch and its tests"
# Some tests are only in the checked build, and known only after it is configured.
[ -z "$all" ] || configure checked
build release -DCTORCH_TESTS=ON

if [ -z "$all" ]; then
  ct_has_tests release "$@" || no_such_test "$@"
  step "Tests"
  if [ $# -gt 0 ]; then
    run_tests release "$@"
    left=''
  else
    run_tests release -LE slow
    left="$(ct_count_tests release -L slow) slow tests, "
  fi
  say ""
  say "passed in $((SECONDS - CT_STARTED)) s"
  say "left to scripts/test.sh --all: ${left}sanitizers, the checked build, fuzzing"
  exit 0
fi

ct_has_tests release "$@" || ct_has_tests checked "$@" || no_such_test "$@"
[ $# -gt 0 ] || run build-benchmarks cmake --build build/release -j "$(ct_jobs)" --target benchmarks

step "Tests"
if ct_has_tests release "$@"; then
  run_tests release "$@"
else
  step_done "this build has none of these tests"
fi

# KEEP THE SAME: CMakePresets.json selects this label for asan.
if ct_has_tests release -L suite "$@"; then
  step "Build them with sanitizers"
  build asan
  step "Tests with sanitizers"
  run_tests asan "$@"
else
  leave_two_out "none of these runs with sanitizers"
fi

if ct_has_tests checked "$@"; then
  step "Build the checked library"
  build checked
  step "Tests with checks"
  run_tests checked "$@"
else
  leave_two_out "none of these runs in the checked build"
fi

if ! ct_has_tests release -L fuzz "$@"; then
  leave_two_out "none of these is a fuzz target"
elif ! ct_has_libfuzzer; then
  leave_two_out "clang has no libFuzzer here (packages ${CT_FUZZ_PACKAGES[*]})"
else
  step "Build the fuzz targets"
  build fuzz
  step "Fuzzing"
  run_tests fuzz "$@"
fi

say ""
say "passed in $((SECONDS - CT_STARTED)) s"
