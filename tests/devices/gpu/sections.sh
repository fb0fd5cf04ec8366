#!/usr/bin/env bash
# sections.sh PROGRAM CALLS FAKES: the sections of scripts/gpu-day.sh that are a part of the program
# gpu, on the fake libraries of the folder FAKES. CALLS is the library that counts.
set -eu -o pipefail
program=$1 calls=$2 fakes=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fake=$(printf '%s:' "$fakes"/libcudart.so.* "$fakes"/lib*.so.*)

# It must succeed, and print so many lines with this status.
expect() { # COUNT STATUS SECTION [STEPS]
  local count=$1 wanted=$2 got=0
  shift 2
  env LD_PRELOAD="$calls:$fake" FAKE_CUDA_FAULT=write_nowhere "$program" "$@" >"$work/output" 2>&1 || got=$?
  [ $got = 0 ] && [ "$(grep -c "$(printf '\t%s\t' "$wanted")" "$work/output")" = "$count" ] && return
  printf 'called:   gpu %s\nexpected: status 0, and %s lines that are %s\ngot:      %s, %s\nrerun:    %s\n\n' \
    "$*" "$count" "$wanted" "$got" "$(cat "$work/output")" "${RERUN:-$0}"
  status=1
}

expect 7 ok info
expect 2 ok steps 5
expect 1 ok memory 150
expect 5 ok oom
expect 2 ok fork
expect 2 ok fault
expect 42 count counts
exit $status
