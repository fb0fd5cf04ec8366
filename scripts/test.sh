#!/usr/bin/env bash
# test.sh: builds and runs all tests, then the same suites under AddressSanitizer and
# UndefinedBehaviorSanitizer, then in the checked build, which has tests of its own; then some
# seconds of fuzzing for each target, always with the same inputs (scripts/fuzz.sh is the long run).
#
# Installs what the tests need (Debian and its like, as root or with sudo) and fetches libtorch when
# it is not there. Safe to run again; then it needs no network and compiles nothing.
# Arguments are given to ctest: scripts/test.sh -R memory
# Tests that are no suites, that of the installation for example, run once.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
CT_STEPS=10
cd "$CT_ROOT"

step "Packages"
# Those for fetching always: the script that fetches is tested, too.
need_packages "${CT_BUILD_PACKAGES[@]}" "${CT_FETCH_PACKAGES[@]}" "${CT_TEST_PACKAGES[@]}" \
  "${CT_FUZZ_PACKAGES[@]}"

step "libtorch"
fetch_libtorch

step "Build libctorch and its tests"
# Some tests are in the checked build alone; which ones is known when it is configured.
configure checked
build release -DCTORCH_TESTS=ON
ct_has_tests release "$@" || ct_has_tests checked "$@" || fail "there is no such test: $*" \
  "their names: ctest --preset release -N; ctest --preset checked -N"

step "Tests"
if ct_has_tests release "$@"; then
  run_tests release "$@"
else
  step_done "none of these is a test of this build"
fi

# KEEP THE SAME: the label is what CMakePresets.json selects for asan.
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
