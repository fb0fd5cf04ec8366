#!/usr/bin/env bash
# driver.sh TEST_OPS BROKEN: that test_ops finds what is wrong. BROKEN is broken_functions.c as a
# library, whose functions stand in front of libctorch's.
set -eu -o pipefail
test_ops=$1
broken=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

with_broken() {
  LD_PRELOAD=$broken "$test_ops" --quick --timeout 2 "$@"
}

expect "nothing is found where nothing is wrong" 0 "0 findings" \
  "$test_ops" --quick sub.Tensor exp abs
expect "swapped operands: both values, and how to call it again" 1 \
  "expected 0.22740718722343445 (3e68dd6e), got -0.22740718722343445 (be68dd6e)
    again: $test_ops --sample 'sub.Tensor(float[4], float[])'" \
  with_broken sub.Tensor
expect "swapped operands in one call" 1 "got -0.22740718722343445" \
  env LD_PRELOAD="$broken" "$test_ops" --sample 'sub.Tensor(float[4], float[])'
expect "a kept reference" 1 \
  "exp: the function: references of the arguments: [1, 1] before the call, [2, 1] after it" \
  with_broken exp
expect "a crash of the C function alone" 1 \
  "is_vulkan_available(): SIGABRT; libtorch alone: comes back, the C function alone: SIGABRT" \
  with_broken is_vulkan_available
expect "a call without end" 1 \
  "_nnpack_available(): hangs; libtorch alone: comes back, the C function alone: hangs" \
  with_broken _nnpack_available
expect "an error where libtorch has none, of another function" 1 \
  'expected "", got "broken contract: ct_error_function() says ct_grid_sampler_2d: RuntimeError: ' \
  with_broken round

cat >"$work/results.tsv" <<'TSV'
# release 2.15.0
TSV
expect "an operator that is not on record" 1 "abs: not in $work/results.tsv" \
  "$test_ops" --quick --results "$work/results.tsv" abs

printf 'abs\t1\terrors\t-\t-\t-\n' >>"$work/results.tsv"
expect "what became of an operator is not what was recorded" 1 "abs: was errors, is values" \
  "$test_ops" --quick --results "$work/results.tsv" abs

expect "no such operator" 2 "no operator is meant by 'frob'; their names: test_ops --list" "$test_ops" frob
expect "no such option" 2 "test_ops --help" "$test_ops" --frob
expect "a sample with a mistake" 2 "column 5: unknown dtype 'flaot'" \
  "$test_ops" --sample 'abs(flaot[2])'
expect "a file that is not there" 2 "$work/none.json" "$test_ops" --api "$work/none.json" abs

[ $failed = 0 ]
