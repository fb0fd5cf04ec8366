#!/usr/bin/env bash
# loaded.sh PROGRAM LIBTORCH_CUDA: loading libtorch's library for CUDA, by the environment or by a call.
set -eu -o pipefail

program=$1
mps="NotImplementedError: argument 1 (type): libtorch has no library of its own for mps; \
ct_load_library() loads that of another maker"

expect() { # WHAT EXPECTED GOT
  [ "$2" = "$3" ] || { printf '%s:\nexpected:\n%s\ngot:\n%s\n' "$1" "$2" "$3" && exit 1; }
}

lines() { printf '%s\n' "$@"; }

expect 'by a call' "$(lines 'not loaded, 0 devices' 'loaded, 2 devices' "$mps")" \
  "$(FAKE_CUDA_DEVICES=2 "$program" 2>&1)"
expect 'by the environment' "$(lines 'loaded, 1 devices' 'loaded, 1 devices' "$mps")" \
  "$(CTORCH_DEVICES=,cuda, "$program" 2>&1)"
expect 'no device' "$(lines 'loaded, 0 devices' 'loaded, 0 devices' "$mps")" \
  "$(CTORCH_DEVICES=cuda FAKE_CUDA_DEVICES=0 "$program" 2>/dev/null)"
expect 'why there is no device before' "libtorch_cuda is not loaded: call \
ct_device_load(CT_DEVICE_TYPE_CUDA), set CTORCH_DEVICES=cuda, or link libctorch_cuda" \
  "$("$program" why 2>&1)"
expect 'with the environment' 'it is available' "$(CTORCH_DEVICES=cuda "$program" why 2>&1)"
late="RuntimeError: too late: a backward has run without CUDA, and since then libtorch takes it to be \
missing; load it before the first backward, or set CTORCH_DEVICES=cuda"
expect 'after a backward' "$late" "$("$program" after_backward 2>&1 | sed -n 2p)"
expect 'after a backward, as any library' "$late" "$("$program" after_backward "$2" 2>&1 | sed -n 2p)"
expect 'after a backward, with the environment' 'loaded, 1 devices' \
  "$(CTORCH_DEVICES=cuda "$program" after_backward 2>&1 | sed -n 2p)"
expect 'an unknown name' \
  "libctorch: CTORCH_DEVICES: ValueError: 'tpu' is none of cuda, hip and xpu" \
  "$(CTORCH_DEVICES=tpu "$program" 2>&1 >/dev/null)"
expect 'a library that this libtorch lacks' 1 \
  "$(CTORCH_DEVICES=xpu "$program" 2>&1 >/dev/null |
    grep -c '^libctorch: CTORCH_DEVICES: RuntimeError: cannot load .*/libtorch_xpu.so: ')"
