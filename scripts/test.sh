#!/usr/bin/env bash
# test.sh: builds and runs all tests, then the same suites under AddressSanitizer and
# UndefinedBehaviorSanitizer.
#
# Installs what the tests need (Debian and its like, as root or with sudo) and fetches libtorch when
# it is not there. Safe to run again; then it needs no network and compiles nothing.
# Arguments are given to ctest: scripts/test.sh -R runtime
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
CT_STEPS=6
cd "$CT_ROOT"

step "Packages"
packages=("${CT_BUILD_PACKAGES[@]}" check python3 python3-jsonschema \
  python3-yaml python3-typing-extensions)
! ct_must_download || packages+=("${CT_FETCH_PACKAGES[@]}")
need_packages "${packages[@]}"

step "libtorch"
fetch_libtorch

step "Build libctorch and its tests"
build release -DCTORCH_TESTS=ON

step "Tests"
status=0
ctest --preset release "$@" || status=$?
[ $status -eq 0 ] || ct_tests_failed release "$@"
step_done

step "Build them with sanitizers"
build asan

step "Tests with sanitizers"
ctest --preset asan "$@" || status=$?
[ $status -eq 0 ] || ct_tests_failed asan "$@"
step_done

say ""
say "all tests passed in $((SECONDS - CT_STARTED)) s"
