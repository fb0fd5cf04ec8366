#!/usr/bin/env bash
# out.sh [races]: programs that write results to tensors of the caller, and that several threads run:
# out.c says what must hold. With `races`, ThreadSanitizer looks at them and at out.c; libraries are not
# instrumented.
# Needs in the environment: COMPILER, ROOT, CC, INCLUDES; PROGRAM or, for races, LIBRARY.
set -eu -o pipefail
fixtures=$(realpath ../fixtures/exported)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
# shellcheck source=tests/compile/build.sh
. ./build.sh
run=("${PROGRAM:-}")
if [ "${1:-}" = races ]; then
  parsed=(-g -fsanitize=thread)
  # shellcheck disable=SC2086 # several flags
  "$CC" -std=c11 -O1 "${parsed[@]}" $INCLUDES out.c -o "$work/out" "$LIBRARY" \
    -Wl,-rpath,"$(dirname "$LIBRARY")" -lpthread
  run=(setarch -R "$work/out") # it needs some addresses
fi

# FILE loops|calls OPTION...
check() {
  local file=$1 what=$2
  shift 2
  rm -rf "$work/program"
  "$COMPILER" "$fixtures/$file.pt2" -o "$work/program" --name program -q --root "$ROOT" "$@"
  build_library "$work/program.so" "$work/program" program.c
  "${run[@]}" "$fixtures/$file.pt2" "$work/program/program.safetensors" "$work/program.so" \
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
