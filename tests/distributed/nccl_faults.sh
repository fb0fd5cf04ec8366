#!/bin/bash
# nccl_faults.sh LAUNCH ON-FAKE COLLECTIVES PLUGIN: errors of the backend nccl. ON-FAKE has the fake CUDA;
# COLLECTIVES does not. PLUGIN is the file name of libctorch_nccl.
set -eu
launch=$1 on_fake=$2 collectives=$3 plugin=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work FAKE_CUDA_DEVICES=2 FAKE_NCCL_TIMEOUT=30
failures=0

expect() { # WHAT TEXT COMMAND...: it must succeed, with the text in what it prints
  local status=0
  timeout 120 "${@:3}" >"$work/out" 2>&1 || status=$?
  if [ $status = 0 ] && grep -qE "$2" "$work/out"; then
    echo "ok: $1"
  else
    printf 'FAILED: %s: status %s, expected: %s\n%s\n' "$1" $status "$2" "$(cat "$work/out")"
    failures=$((failures + 1))
  fi
}

expect "values" "exchanged 2 values" "$launch" -n 2 "$on_fake" values
expect "wrong calls" "a tensor is on cpu, for which the group .nccl. has no backend" \
  "$launch" -n 1 "$on_fake" wrong
expect "a group that is aborted and made again" "DistBackendError: all_reduce on rank 0" \
  "$launch" -n 2 "$on_fake" abort
expect "with Python's nccl-legacy, while a call waits" "DistBackendError: all_reduce on rank 0" \
  env TORCH_DIST_USE_NCCL2=0 "$launch" -n 2 "$on_fake" abort
expect "no device" "RuntimeError: the backend nccl needs a GPU: the driver finds no device" \
  env FAKE_CUDA_DEVICES=0 "$on_fake" absent "needs a GPU"
: >"$work/$plugin"
expect "no libctorch_nccl" "NotImplementedError: the backend nccl cannot be used: .*$plugin.*fetch-libtorch.sh --nccl" \
  env LD_LIBRARY_PATH="$work" "$on_fake" absent "$plugin"
cp "$(ldd "$on_fake" | awk '/libm\.so/ { print $3 }')" "$work/$plugin"
expect "another library in its place" "NotImplementedError: .*$plugin: .*undefined symbol: ct_nccl_functions" \
  env LD_LIBRARY_PATH="$work" "$on_fake" absent "$plugin"
rm "$work/$plugin"
if "$launch" -n 1 "$collectives" --nccl >"$work/out" 2>&1; then
  echo "skipped: no CUDA: this machine has it"
elif grep -qE 'cannot load .*libtorch_cuda.so|the backend nccl needs a GPU' "$work/out"; then
  echo "ok: no CUDA"
else
  printf 'FAILED: no CUDA\n%s\n' "$(cat "$work/out")"
  failures=$((failures + 1))
fi
[ $failures -eq 0 ]
