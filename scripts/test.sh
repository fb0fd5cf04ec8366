#!/usr/bin/env bash
# test.sh [--all|--rerun] [CTEST-OPTION...]: builds and runs the tests.
#
#     scripts/test.sh                  every suite, and all operators with a part of their
#                                      arguments; skips them if nothing has changed
#                                      since they last passed
#     scripts/test.sh --rerun          the same, although nothing has changed
#     scripts/test.sh -R memory        the tests with such a name, also those that take long
#     scripts/test.sh --all            everything; continuous integration runs this
#     scripts/test.sh --all -R memory  these tests in every build that has them
#
# Without --all it leaves out the tests that take long (ctest --preset release -N -L slow lists
# them). --all adds these and runs the suites again: with the checked library, with a library that
# has AddressSanitizer and UndefinedBehaviorSanitizer, and with a few seconds of fuzzing for each
# target, always with the same inputs. Only the libraries and the generator are built for that; the
# suites' programs are those of the first build. What both leave out: docs/testing.md.
#
# Warnings of the compiler are errors with --all, and where CI is set; CTORCH_WERROR=OFF or ON in
# the environment decides otherwise.
#
# Installs what the tests need (Debian and relatives, as root or with sudo), and fetches libtorch if
# it is missing; --all also unpacks its CUDA parts (545 MB), for tests that need no GPU. A second run
# needs no network and compiles nothing.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
run_again_with "$@"
all='' rerun=''
case ${1:-} in
--all) all=1 && shift ;;
--rerun) rerun=1 && shift ;;
esac
[ -z "$all${CI:-}" ] || CTORCH_WERROR=${CTORCH_WERROR:-ON}
werror=(${CTORCH_WERROR:+"-DCTORCH_WERROR=$CTORCH_WERROR"})
CT_STEPS=4
[ -z "$all" ] || CT_STEPS=9
cd "$CT_ROOT"
[ -z "$all" ] || [ $# -gt 0 ] || CT_FIGURE='everything, with --all' announce everything

step "Packages"
# Always those for fetching: that script is tested, too.
packages=("${CT_BUILD_PACKAGES[@]}" "${CT_FETCH_PACKAGES[@]}" "${CT_TEST_PACKAGES[@]}")
[ -z "$all" ] || packages+=("${CT_FUZZ_PACKAGES[@]}")
need_packages "${packages[@]}"

step "libtorch"
fetch_libtorch ${all:+--nccl}

step "Build libctorch and its tests"
checked=OFF
[ -z "$all" ] || checked=ON
CT_FIGURE='building the library and its tests' \
  build release -DCTORCH_TESTS=ON -DCTORCH_CHECKED_LIBRARY=$checked ${werror[@]+"${werror[@]}"}
ct_has_tests release "$@" || fail "no test matches: $*" \
  "their names: ctest --preset release -N" "see: $0 --help"

if [ -z "$all" ]; then
  step "Tests"
  left='' verdict=passed
  if [ $# -gt 0 ]; then
    run_tests release "$@"
  else
    left="$(ct_count_tests release -L slow) slow tests, "
    key=$(ct_tests_key release) || key=''
    if [ -z "$rerun" ] && unchanged=$(ct_unchanged release "$key"); then
      step_done "$unchanged; --rerun runs all"
      verdict="nothing to run"
    else
      rm -f "$CT_LOGS/tests-release.passed"
      CT_FIGURE='running the tests' run_tests release -LE '^slow$'
      ct_note_passed release "$key"
    fi
  fi
  say ""
  say "$verdict; all of it: $((SECONDS - CT_STARTED)) s"
  say "left to scripts/test.sh --all: ${left}sanitizers, the checked library, fuzzing"
  exit 0
fi

[ $# -gt 0 ] || run build-benchmarks cmake --build build/release -j "$(ct_jobs)" --target benchmarks

step "Tests"
# Without the operators, unless they are asked for: these take minutes, and the same calls come with
# the checked library, and in threads and with hostile arguments with sanitizers.
later=()
[ $# -gt 0 ] || later=(-E '^ops(_threads|_hostile)?$')
if ct_has_tests release -LE checked "$@"; then
  run_tests release -LE checked ${later[@]+"${later[@]}"} "$@"
else
  step_done "all of these are with the checked library"
fi

step "Tests with the checked library"
if ct_has_tests release -L checked "$@"; then
  run_tests release -L checked "$@"
else
  step_done "none of these runs with it"
fi

# KEEP THE SAME: CMakePresets.json selects this label for asan.
if ct_has_tests release -L suite "$@"; then
  step "Build the library with sanitizers"
  build asan -DCTORCH_TEST_PROGRAMS="$CT_ROOT/build/release" ${werror[@]+"${werror[@]}"}
  step "Tests with sanitizers"
  run_tests asan "$@"
else
  leave_two_out "none of these runs with sanitizers"
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
[ $# -gt 0 ] || printf '%d\n' $((SECONDS - CT_STARTED)) >"$CT_LOGS/everything.seconds"
