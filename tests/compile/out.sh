#!/usr/bin/env bash
# out.sh: programs that write results to tensors of the caller, and that several threads run: out.c
# says what must hold.
# Needs in the environment: COMPILER, ROOT, PROGRAM, CC, INCLUDES.
set -eu -o pipefail
fixtures=$(realpath ../fixtures/exported)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
# shellcheck source=tests/compile/build.sh
. ./build.sh

# FILE loops|calls OPTION...
check() {
  local file=$1 what=$2
  shift 2
  rm -rf "$work/program"
  "$COMPILER" "$fixtures/$file.pt2" -o "$work/program" --name program -q --root "$ROOT" "$@"
  build_library "$work/program.so" "$work/program" program.c
  "$PROGRAM" "$fixtures/$file.pt2" "$work/program/program.safetensors" "$work/program.so" \
    ${what#loops} >"$work/log" 2>&1 || {
    printf 'called:   %s %s\nexpected: no error\ngot:      %s\n' "$file" "$*" "$(cat "$work/log")"
    status=1
  }
}

check mlp.training loops
check mlp.training loops --input-shape input=4x16
check gpt_bf16.training loops
check gpt_tiny.training calls --threads

[ $status -eq 0 ] || printf 'rerun:    %s\n' "$RERUN"
exit $status
