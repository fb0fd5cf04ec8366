#!/usr/bin/env bash
# devices_test.sh PROGRAM FAKES EXPECTED: some suites of the program gpu_devices on the fake libraries of
# the folder FAKES. Tests of values are skipped, since kernels write nothing; no other may fail.
set -eu -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$1 fakes=$2 expected=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
fake=$(printf '%s:' "$fakes"/libcudart.so.* "$fakes"/lib*.so.*)

run_suite() { # SUITE TEST-THAT-PASSES...
  local suite=$1 name
  shift
  rm -f "$work/tap"
  env LD_PRELOAD="$fake" FAKE_CUDA_DEVICES=2 CK_RUN_SUITE="$suite" CK_TAP_LOG_FILE_NAME="$work/tap" \
    CK_FORK=yes CK_DEFAULT_TIMEOUT=60 CTORCH_TEST_EXPECTED="$expected" "$program" >"$work/output" 2>&1 || true
  touch "$work/tap"
  awk -v suite="$suite" -v rehearsal=1 -f "$here/checks.awk" "$work/output" "$work/tap" >"$work/lines"
  ! grep "$(printf '\tfailed\t')" "$work/lines" || status=1
  for name in "$@"; do
    grep -q "^$name$(printf '\tok\t')" "$work/lines" && continue
    printf '%s: %s has not passed\n' "$suite" "$name"
    status=1
  done
}

run_suite printing the_device_comes_before_the_dtype long_tensors_are_summarized_and_wrapped \
  lines_for_logs_have_the_device
run_suite sharing dlpack_has_a_number_for_the_device dlpack_keeps_the_memory dlpack_may_copy
run_suite files a_module_keeps_its_device safetensors_are_loaded_anywhere
run_suite copies values_survive_the_way_there_and_back views_of_any_kind_are_copied
[ $status = 0 ] || printf 'rerun: %s\n' "${RERUN:-$0}"
exit $status
