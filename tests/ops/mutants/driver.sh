#!/usr/bin/env bash
# driver.sh TEST_OPS BROKEN: tests that test_ops finds faults. BROKEN is broken_functions.c as a
# library, whose functions replace libctorch's.
set -eu -o pipefail
test_ops=$1
broken=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/../../scripts/expect.sh"
work=$(mktemp -d)
release=$(sed -n 's/^# release //p' "$(dirname "$0")/../data/arguments.txt")
trap 'rm -rf "$work"' EXIT

with_broken() {
  LD_PRELOAD=$broken "$test_ops" --quick --timeout 2 "$@"
}

expect "correct functions give no findings" 0 "0 findings" \
  "$test_ops" --quick sub.Tensor exp abs
expect "swapped operands in one call" 1 "got -0.22740718722343445" \
  env LD_PRELOAD="$broken" "$test_ops" --sample 'sub.Tensor(float[4], float[])'
expect "a crash of the C function alone" 1 \
  "; libtorch alone: comes back, the C function alone: SIGABRT" \
  with_broken is_vulkan_available
expect "a call without end" 1 \
  "; libtorch alone: comes back, the C function alone: hangs" \
  with_broken _nnpack_available
# Many operators in one run, whose output must contain each text.
status=0
with_broken sub.Tensor exp round neg alias mT ceil.out dot frexp.Tensor >"$work/broken" 2>&1 || status=$?
said() { # WHAT TEXT
  expect "$1" 0 "$2" cat "$work/broken"
}
expect "broken functions are findings" 0 "status 1" echo "status $status"
said "swapped operands: both values" \
  "expected 0.22740718722343445 (3e68dd6e), got -0.22740718722343445 (be68dd6e)"
said "how to call it again" "    again: $test_ops --sample 'sub.Tensor(float[4], float[], alpha=2)'"
said "a kept reference" \
  "exp: the function: references of the arguments: [1, 1] before the call, [2, 1] after it"
said "an error where libtorch has none, from another function" \
  'expected "", got "broken contract: ct_error_function() says ct_grid_sampler_2d: RuntimeError: '
said "another operator, by the method form alone" \
  "neg: the method form: result 0: element [0]: expected -0.6220703125 (b8fa), got 0.6220703125"
said "a copy instead of a view" \
  "alias: the function: result 0: expected a tensor in the storage of argument 0, got a tensor with"
said "other strides" "mT: the function: result 0: strides: expected [1, 3], got [2, 1]"
said "an argument that is not written to" \
  "ceil.out: the function: argument 1: element [0]: expected 1 (3f800000), got 0.3945516049861908"
said "a missing gradient" \
  "dot: with gradients: gradient of leaf 1: defined: expected true, got false"
said "a dropped result that is not released" "dropped: 1 handles more than before the call"

# Not the quick part, which does not include these arguments.
hostile() {
  LD_PRELOAD=$broken "$test_ops" --hostile --timeout 2 "$@"
}
expect "a crash for NULL" 1 \
  "again: $test_ops --hostile --sample 'tan(half[3])' --with 'self=NULL'" hostile tan
expect "an error for an argument that libtorch accepts" 1 \
  'trace: error: expected "", got "RuntimeError: no elements"' hostile trace
expect "a refusal of another argument" 1 \
  'mv: the refusal names something else than "ArgumentError: ct_mv: argument 2 (vec)...": '"\
ArgumentError: ct_mv: argument 1 (self) must not be NULL" hostile mv
expect "a refusal of a result by another name" 1 \
  'than "ArgumentError: ct_unsafe_chunk: result_len must not be NULL...": ArgumentError: ' \
  hostile unsafe_chunk
expect "an error where libctorch must refuse" 1 \
  'expected "ArgumentError: ct_chunk: result_len must not be NULL...", got RuntimeError: ' \
  hostile chunk

threads() {
  LD_PRELOAD=$broken "$test_ops" --threads 2 --quick "$@"
}
expect "wrong in all threads but the first" 1 \
  "frac: with tensors of its own: result 0: element [0]: expected 0.6220703125 (38fa), got 0" \
  threads frac
expect "random results of another dtype, in threads" 1 \
  "bernoulli: with shared tensors: result 0: dtype: expected Float, got Bool" threads bernoulli
expect "correct functions give no findings in threads" 0 " 0 findings" threads abs rand_like

cat >"$work/results.tsv" <<TSV
# release $release
TSV
expect "an operator that is not on record" 1 "abs: not in $work/results.tsv" \
  "$test_ops" --quick --results "$work/results.tsv" abs

printf 'abs\t1\terrors\t-\t-\t-\t-\n' >>"$work/results.tsv"
printf 'abs.out\t1\tvalues\tgradient\t-\t-\t-\n' >>"$work/results.tsv"
expect "the result of an operator is not the recorded one" 1 \
  "abs: was errors -, is values gradient
abs.out: was values gradient, is values -" \
  "$test_ops" --quick --results "$work/results.tsv" abs
expect "the whole run compares numbers of calls and dtypes as well" 1 \
  "abs: was 1 errors - - -, is" \
  "$test_ops" --results "$work/results.tsv" abs
# Dtypes that this processor accepts are removed from the record, as if another one had refused
# them.
sed -n "/^# release/p; /^mkldnn_linear[.\t]/s/bfloat16,float16,//p" "$(dirname "$0")/../results.tsv" \
  >"$work/other.tsv"
expect "but not where they depend on the processor" 0 "0 findings" \
  "$test_ops" --results "$work/other.tsv" mkldnn_linear
sed 's/float32/float64/' "$work/other.tsv" >"$work/wrong.tsv"
expect "which other dtypes do not" 1 "mkldnn_linear.out: was values - float64" \
  "$test_ops" --results "$work/wrong.tsv" mkldnn_linear

# Lines that are about nothing, in a folder with small files.
mkdir "$work/folder"
files() {
  "$test_ops" --files --folder "$work/folder" "$@"
}
rule='*  *  Tensor = float[2]'
death() { # DATE RELEASE HOW OPERATOR WHAT
  printf '%s\n' "$rule" >"$work/folder/candidates.txt"
  : >"$work/folder/earlier.txt"
  printf '# a comment\n%s\t%s\t%s\t%s\t%s\n' "$@" >"$work/folder/dies.txt"
}
death 2026-11-22 "$release" SIGABRT/SIGSEGV abs 'self: float[0]'
expect "there are no findings if all lines are about something" 0 "0 findings" files
death 2026-11-31 "$release" SIGSEGV abs 'self: float[0]'
expect "a date that does not exist" 2 "dies.txt:2: '2026-11-31' is no date" files
death 2026-11-22 2.15 SIGSEGV abs 'self: float[0]'
expect "a release without its last number" 2 "dies.txt:2: '2.15' is no release" files
death 2026-11-22 "$release" SIGSEVG abs 'self: float[0]'
expect "a signal that does not exist" 2 "dies.txt:2: 'SIGSEVG' is no way in which a call ends" files
death 2026-11-22 "$release" SIGSEGV/strays abs 'self: float[0]'
expect "a call that is both made and not made" 2 \
  "'SIGSEGV/strays' is no way in which a call ends" files
death 2026-11-22 2.51.0 SIGSEGV abs 'self: float[0]'
expect "a release that does not exist" 1 \
  "dies.txt:2: operator_history.tsv knows no release 2.51.0" files
death 2026-11-22 "$release" SIGSEGV symeig 'self: float[0]'
expect "an operator that the release does not have" 1 \
  "dies.txt:2: $release has no operator symeig" files
death 2026-11-22 1.13.1 SIGSEGV symeig 'self: float[0]'
expect "an operator that an earlier release has" 0 "0 findings" files

cat >"$work/folder/earlier.txt" <<'TXT'
symeig(frobnicate(double[2,2]), True)
symeigg(double[2,2],
	True)
abs(float[2])
TXT
expect "lines for earlier releases that no release can use" 1 \
  "earlier.txt:1: no release that operator_history.tsv knows has an operator frobnicate
earlier.txt:2: no release that operator_history.tsv knows has an operator symeigg
earlier.txt:4: $release has this abs; the line belongs in arguments.txt
3 findings" files
printf 'symeig(double[2,2],\n\tTrue\n' >"$work/folder/earlier.txt"
expect "a line for earlier releases with a mistake" 2 "earlier.txt:2:7: " files
: >"$work/folder/earlier.txt"
printf '%s\nfrobnicate*  self  Tensor = float[3]\n' "$rule" >"$work/folder/candidates.txt"
expect "a candidate for no operator" 1 "candidates.txt:2: no operator's name fits frobnicate*" files

printf 'abs(float[2])\n! abs(int64[2])\n' >"$work/folder/arguments.txt"
printf '! abs.out(float[2], out=int64[2])\nabs.out(bool[2], out=bool[2])\n' \
  >>"$work/folder/arguments.txt"
expect "libtorch accepts what is marked, and refuses what is not" 1 \
  "abs: arguments.txt:2: libtorch accepts what is marked by \"!\"" \
  "$test_ops" --folder "$work/folder" --results "$work/results.tsv" abs
expect "libtorch refuses what is not marked" 1 \
  "abs.out: arguments.txt:4: libtorch refuses what is not marked by \"!\": " \
  "$test_ops" --folder "$work/folder" --results "$work/results.tsv" abs.out

printf 'abs(float[2])\nfrob(float[2])\n' >"$work/folder/arguments.txt"
"$test_ops" --folder "$work/folder" abs >"$work/said" 2>&1 || echo "status $?" >>"$work/said"
expect "a file of samples with a mistake" 0 "arguments.txt:2:1: there is no operator 'frob'
status 2" cat "$work/said"
expect "which is reported once" 0 "lines: 1." \
  printf 'lines: %s.' "$(grep -c "no operator 'frob'" "$work/said")"

expect "no such operator" 2 "no operator is meant by 'frob'; their names: test_ops --list" \
  "$test_ops" frob
expect "no such option" 2 "test_ops --help" "$test_ops" --frob
expect "an option that another command has" 2 \
  "--side does not go with the comparison of operators; it belongs to --sample" \
  "$test_ops" --side c abs
expect "two commands" 2 "--list does not go with --sample" \
  "$test_ops" --list --sample 'abs(float[2])'
expect "a number that is too large" 2 "--jobs 200000 is not a number from 1 to 100000" \
  "$test_ops" --jobs 200000 abs
expect "nothing was compared" 0 "refused by libctorch before libtorch is reached" \
  "$test_ops" --sample 'abs(float[2])' --with self=NULL
expect "a sample with a mistake" 2 "column 5: unknown dtype 'flaot'" \
  "$test_ops" --sample 'abs(flaot[2])'
expect "a missing file" 2 "$work/none.json" "$test_ops" --api "$work/none.json" abs

[ $failed = 0 ]
