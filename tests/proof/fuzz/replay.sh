#!/usr/bin/env bash
# replay.sh TARGET: messages of a fuzz target in a build without libFuzzer (replay.c): an input that
# cannot be read is reported, although the readers' messages are not shown.
set -eu -o pipefail
target=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/../../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/inputs" "$work/nothing"
printf 'mm(Tensor self, Tensor mat2) -> Tensor' >"$work/inputs/a"
printf 'mm(' >"$work/inputs/b"

expect "a file" 0 "$work/inputs/a
1 inputs" "$target" "$work/inputs/a"
expect "a folder" 0 "$work/inputs/a
$work/inputs/b
2 inputs" "$target" "$work/inputs"
expect "a missing file is reported" 1 "$work/none: No such file or directory" \
  "$target" "$work/inputs" "$work/none"
expect "no input is a failure" 1 "0 inputs" "$target" "$work/nothing"
[ $failed -eq 0 ]
