#!/usr/bin/env bash
# mutants.sh PYTHON TEST_OPS API INCLUDE...: tests that the comparison of operators notices
# functions that are wrong on purpose, for some dozens of them, and that mutate.py reports those
# that are not noticed.
set -eu -o pipefail
python=$1 test_ops=$2 api=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/scripts/expect.sh
. "$here/../../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
includes=()
for folder in "$@"; do includes+=(--include "$folder"); done

mutate() {
  "$python" "$here/mutate.py" --test-ops "$test_ops" --api "$api" "${includes[@]}" \
    --work "$work" "$@"
}

expect "mutants listed as equivalent are of existing functions" 0 \
  " 0 of them for nothing" mutate --check
printf 'It is the same.\n\tswap self other: gcd frob\n\tswap self frob: gcd\n\tflip self: gcd\n' \
  >"$work/gone.txt"
expect "listed lines that are not mutants are reported" 1 \
  "lists what is no mutant that is tried; take it out there:
	flip self: gcd
	swap self frob: gcd
	swap self other: frob
4 mutants are listed, 3 of them for nothing" \
  mutate --check --equivalent "$work/gone.txt"

expect "every mutant of these functions is noticed, or listed as equivalent" 0 \
  " 0 survive" \
  mutate sub.Tensor addcdiv clamp gather index_select where.self addmm topk max.dim \
  nan_to_num cat narrow linalg_solve_ex linspace upsample_nearest2d clone rrelu _assert_async.msg

printf 'Nothing is listed here.\n' >"$work/none.txt"
expect "a survivor is reported, with its name" 1 "1 survive
nothing notices these; a sample in arguments.txt that does is wanted, or a reason in $work/none.txt:
	swap self other: gcd" \
  mutate --part --equivalent "$work/none.txt" --only swap gcd

printf 'It is the same.\n\tswap self other: gcd sub.Tensor\n' >"$work/wrong.txt"
expect "a listed mutant that is noticed is reported" 1 \
  "lists what is noticed after all; take it out there:
	swap self other: sub.Tensor" \
  mutate --part --equivalent "$work/wrong.txt" --only swap gcd sub.Tensor

printf '\tswap self other: gcd\n' >"$work/reasonless.txt"
expect "a mutant without a reason is refused" 1 "reasonless.txt:1: expected a reason" \
  mutate --equivalent "$work/reasonless.txt" --only swap gcd
printf 'It is the same.\n\tswap self other: gcd\n\t\tgcd\n' >"$work/twice.txt"
expect "a mutant that is listed twice is refused" 1 \
  "twice.txt:3: 'swap self other' of gcd is listed twice" \
  mutate --equivalent "$work/twice.txt" --only swap gcd
expect "no such operator" 1 "no operator is meant by 'frob'" mutate frob
expect "nothing to try" 1 "there is nothing to try" mutate --only text gcd

[ $failed = 0 ]
