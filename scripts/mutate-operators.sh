#!/usr/bin/env bash
# mutate-operators.sh: whether the operator tests would detect a wrong C function: two parameters
# exchanged, a bool negated, an optional parameter dropped or given, another string, another number,
# a list reversed or cut, two results exchanged, nothing done. Every function is changed in each of
# these ways, about 14,600 mutants in all.
#
#     scripts/mutate-operators.sh                     all operators
#     scripts/mutate-operators.sh topk 'linalg_*'     some operators; * matches anything
#     scripts/mutate-operators.sh --part              with only a part of the samples
#     scripts/mutate-operators.sh --only swap         wrong in one way: swap, flip, drop, give,
#                                                     empty, text, add, narrow, cut, reverse,
#                                                     results, skip
#
# Fails for a mutant that no test detects, unless tests/ops/data/equivalent.txt lists it with a reason,
# and for a listed one that a test detects. Survivors are also written to
# build/mutants/survivors.txt, in the format of equivalent.txt.
# Builds what it needs. Run scripts/test.sh first, which installs and fetches the rest. A complete
# run takes an hour or two.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
CT_AGAIN="$0 $*"
part='' only=''
read_options part only= ... -- "$@"
cd "$CT_ROOT"
# shellcheck disable=SC2034 # step() reads it
CT_STEPS=3

command -v cmake >/dev/null || fail "cmake is not installed" "scripts/test.sh installs it"
command -v python3 >/dev/null || fail "python3 is not installed" "scripts/test.sh installs it"
case $only in
'' | swap | flip | drop | give | empty | text | add | narrow | cut | reverse | results | skip) ;;
*) fail "there is no mutant '$only'" "see: $0 --help" ;;
esac

step "libtorch"
fetch_libtorch
step "Build release"
configure release -DCTORCH_TESTS=ON
run build-release cmake --build build/release -j "$(ct_jobs)" --target test_ops
step_done
step "Wrong functions"
run_shown python3 tests/ops/mutants/mutate.py --test-ops build/release/tests/test_ops \
  --api generated/ctorch_api.json --include runtime/include --include generated \
  --work build/mutants --survivors build/mutants/survivors.txt \
  ${part:+--part} ${only:+--only "$only"} -- ${words[@]+"${words[@]}"} ||
  fail "there are findings (above)" "fix them and run again: $CT_AGAIN"
step_done
say ""
say "the tests detect every mutant except those in tests/ops/data/equivalent.txt"
