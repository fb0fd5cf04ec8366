#!/usr/bin/env bash
# reasons.sh CT_INFO FAKES: why ct_info says that CUDA is not available, with the fake libraries of the
# folder FAKES in place of NVIDIA's.
set -eu -o pipefail
info=$1 fakes=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# With libcudart first: the others use it.
all=$fakes/libcudart.so.13
for library in "$fakes"/lib*.so.*; do
  all+=:$library
done

says() { # WHAT PART-OF-OUTPUT VARIABLE=VALUE...
  local what=$1 part=$2
  shift 2
  env "$@" "$info" >"$work/got" 2>&1 || true
  sed -n '/^cuda$/,/^$/p' "$work/got" >"$work/cuda"
  grep -qE -- "$part" "$work/cuda" && return
  printf 'called:   ct_info %s\nexpected: %s: %s\ngot:      %s\nrerun:    %s\n\n' "$*" "$what" \
    "$part" "$(cat "$work/cuda")" "${RERUN:-$0}"
  status=1
}

if ! ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1'; then
  says "no driver" 'because +no NVIDIA driver is installed \(there is no libcuda\.so\.1\)' LD_PRELOAD=
fi
few=$fakes/libcudart.so.13:$fakes/libcuda.so.1
# Unless scripts/fetch-libtorch.sh --cuda has fetched them.
libtorch=$(ldd "$info" | sed -n 's/.* => \(.*\)\/libtorch_cpu\.so .*/\1/p')
compgen -G "$libtorch/../../nvidia/*/lib/libcudnn.so.*" >/dev/null ||
  says "missing libraries" 'because +libraries of NVIDIA are missing: run scripts/fetch-libtorch.sh --cuda, or install the packages nvidia-.* \([0-9]+ MB\) with pip' \
    LD_PRELOAD="$few"
says "an old driver" \
  'because +the NVIDIA driver is too old: it supports CUDA 12\.4, .* for CUDA 13: install' \
  LD_PRELOAD="$all" FAKE_CUDA_DRIVER=12040
says "no device" 'because +the driver finds no device .*: see what nvidia-smi says' \
  LD_PRELOAD="$all" FAKE_CUDA_DEVICES=0
says "a hidden device" "because +the driver finds no device .*: CUDA_VISIBLE_DEVICES is '7'" \
  LD_PRELOAD="$all" FAKE_CUDA_DEVICES=0 CUDA_VISIBLE_DEVICES=7
says "a device" 'available +(yes|true)' LD_PRELOAD="$all"
says "its memory" 'cuda:0 +1073741824 bytes' LD_PRELOAD="$all"
says "the driver" 'driver +13\.[0-9]+$' LD_PRELOAD="$all"
says "cuDNN" 'cudnn +9\.[0-9]+\.[0-9]+$' LD_PRELOAD="$all"
says "NCCL" 'nccl +2\.[0-9]+\.[0-9]+$' LD_PRELOAD="$all"
exit $status
