#!/usr/bin/env bash
# test.sh: builds and runs all tests, then the same suites under AddressSanitizer and
# UndefinedBehaviorSanitizer, then in the checked build, which has additional tests; then some
# seconds of fuzzing for each target, always with the same inputs (scripts/fuzz.sh is the long run).
#
# Installs what the tests need (on Debian and its derivatives, as root or with sudo) and fetches
# libtorch if it is missing. Safe to run again; then it needs no network and compiles nothing.
# Arguments are passed to ctest: scripts/test.sh -R memory
# Tests that are not suites, such as that of the installation, run once.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
CT_STEPS=10
cd "$CT_ROOT"

step "Packages"
# Always those for fetching: that script is tested, too.
need_packages "${CT_BUILD_PACKAGES[@]}" "${CT_FETCH_PACKAGES[@]}" "${CT_TEST_PACKAGES[@]}" \
  "${CT_FUZZ_PACKAGES[@]}"

step "libtorch"
fetch_libtorch

step "Build libctorch and its tests"
# Some tests are only in the checked build, and known only after it is configured.
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
