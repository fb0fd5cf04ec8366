#!/usr/bin/env bash
# sweep-operators.sh: the long run of the operator tests: all arguments of all operators, all
# hostile ones, many threads.
#
#     scripts/sweep-operators.sh              the release build
#     scripts/sweep-operators.sh asan tsan    under sanitizers: these presets of CMakePresets.json
#
# Builds what it needs. Run scripts/test.sh first, which installs and fetches the rest.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
run_again_with "$@"
usage="usage: $0 [PRESET...]; more: $0 --help"
cd "$CT_ROOT"

command -v cmake >/dev/null || fail "cmake is not installed" "scripts/test.sh installs it"
# All except the one that builds only fuzz targets.
there=$(cmake --list-presets | sed -n 's/^ *"\([^"]*\)".*/\1/p' | grep -vx fuzz)
for preset in "$@"; do
  grep -qxF -- "$preset" <<<"$there" ||
    fail "no preset '$preset' with these tests" "there are: ${there//$'\n'/ }" "$usage"
done
presets=("$@")
[ $# -gt 0 ] || presets=(release)
# shellcheck disable=SC2034 # step() reads it
CT_STEPS=$((1 + 4 * ${#presets[@]}))
status=0

sweep() { # TITLE ARGUMENT...
  step "$1"
  shift
  run_shown "build/$preset/tests/test_ops" "$@" || status=1
  step_done
}

step "libtorch"
fetch_libtorch
for preset in "${presets[@]}"; do
  step "Build $preset"
  configure "$preset" -DCTORCH_TESTS=ON
  run "build-$preset" cmake --build "build/$preset" -j "$(ct_jobs)" --target test_ops
  step_done
  # ThreadSanitizer finds nothing in the other two, where each process has one thread.
  if [ "$preset" != tsan ]; then
    sweep "$preset: every operator with all of its arguments"
    sweep "$preset: every function with hostile arguments" --hostile
  else
    leave_two_out "all arguments and the hostile ones are given by processes of one thread each"
  fi
  sweep "$preset: all operators from 8 threads at once" --threads 8
done
[ $status = 0 ] || fail "the sweep found errors (see above)"
say ""
say "nothing found in $((SECONDS - CT_STARTED)) s"
