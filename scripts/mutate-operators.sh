#!/usr/bin/env bash
# mutate-operators.sh: whether the tests of the operators would notice a wrong C function: two
# parameters exchanged, a bool negated, an optional parameter dropped or given, another string,
# another number, a list reversed or cut, two results exchanged, nothing done. Every function is
# made wrong in each of these ways, some 14,600 in all.
#
#     scripts/mutate-operators.sh                     all operators
#     scripts/mutate-operators.sh topk 'linalg_*'     some operators; * stands for anything
#     scripts/mutate-operators.sh --part              with a part of the samples alone
#     scripts/mutate-operators.sh --only swap         wrong in one way: swap, flip, drop, give,
#                                                     empty, text, add, narrow, cut, reverse,
#                                                     results, skip
#
# Fails for a wrong function that nothing notices, unless tests/ops/data/equivalent.txt has it with
# the reason, and for what that lists and something notices. What survives is then also in
# build/mutants/survivors.txt, as equivalent.txt has it.
# Builds what it needs. Needs what scripts/test.sh has installed and fetched. All of it takes an
# hour or two.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
CT_AGAIN="$0 $*"
part='' only=''
read_options part only= ... -- "$@"
cd "$CT_ROOT"
# shellcheck disable=SC2034 # step() reads it
CT_STEPS=3

command -v cmake >/dev/null || fail "cmake is not there" "scripts/test.sh installs what is needed"
command -v python3 >/dev/null || fail "python3 is not there" "scripts/test.sh installs it"
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
  fail "there are findings (above)" "when they are mended, run again: $CT_AGAIN"
step_done
say ""
say "every wrong function was noticed, but for those of tests/ops/data/equivalent.txt"
