#!/usr/bin/env bash
# test.sh: builds and runs all tests, then the same suites under AddressSanitizer and
# UndefinedBehaviorSanitizer.
#
# Installs what the tests need (Debian and its like, as root or with sudo) and fetches libtorch when
# it is not there. Safe to run again; then it needs no network and compiles nothing.
# Arguments are given to ctest: scripts/test.sh -R runtime
# Tests that are no suites, that of the installation for example, do not run under sanitizers.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
CT_STEPS=6
cd "$CT_ROOT"

step "Packages"
# Those for fetching always: the script that fetches is tested, too.
need_packages "${CT_BUILD_PACKAGES[@]}" "${CT_FETCH_PACKAGES[@]}" check python3 \
  python3-jsonschema python3-yaml python3-typing-extensions

step "libtorch"
fetch_libtorch

step "Build libctorch and its tests"
build release -DCTORCH_TESTS=ON

step "Tests"
[ "$(ct_count_tests release "$@")" != 0 ] || fail "there is no such test: $*" \
  "their names: ctest --preset release -N"
run_shown ctest --preset release "$@" </dev/null || ct_tests_failed release "$@"
step_done

# KEEP THE SAME: the label is what CMakePresets.json selects for asan.
if [ "$(ct_count_tests release -L suite "$@")" = 0 ]; then
  say ""
  say "none of these runs again with sanitizers, so steps 5 and 6 are left out"
  say "passed in $((SECONDS - CT_STARTED)) s"
  exit 0
fi

step "Build them with sanitizers"
build asan

step "Tests with sanitizers"
run_shown ctest --preset asan "$@" </dev/null || ct_tests_failed asan "$@"
step_done

say ""
say "all tests passed in $((SECONDS - CT_STARTED)) s"
