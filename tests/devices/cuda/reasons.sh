#!/usr/bin/env bash
# reasons.sh CT_INFO FAKES CC LOCK: why ct_info says that CUDA is not available, with the fake libraries
# of the folder FAKES in place of NVIDIA's. CC compiles empty libraries; LOCK has the packages that this
# release of libtorch needs.
set -eu -o pipefail
info=$1 fakes=$2 cc=$3 lock=$4
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

# The release's libtorch without its CUDA part.
libtorch=$(ldd "$info" | sed -n 's/.* => \(.*\)\/libtorch_cpu\.so .*/\1/p')
mkdir -p "$work/torch/lib" "$work/needed"
for library in "$libtorch"/*; do
  case ${library##*/} in
  libtorch_cuda*.so | libtorch_nvshmem.so | libcaffe2_nvrtc.so | libcu*) ;;
  *) ln -s "$library" "$work/torch/lib" ;;
  esac
done
ln -s "$libtorch/../../nvidia" "$work"
says "no CUDA part" \
  'because +this libtorch was built without CUDA, or its CUDA part is not there: run scripts/fetch-' \
  LD_PRELOAD="$few" LD_LIBRARY_PATH="$work/torch/lib"

# A library that needs those of NVIDIA which libtorch needs, in a version that no machine has, for a
# release of CUDA.
make_libtorch_cuda() { # CUDA
  local name needed=()
  rm -f "$work"/needed/*
  readelf -dW "$libtorch"/lib{torch_cuda,torch_cuda_linalg,torch_nvshmem,caffe2_nvrtc}.so |
    sed -n 's/.*(NEEDED).*\[\(lib[A-Za-z_]*\)\.so.*/\1/p' | sort -u >"$work/names"
  while read -r name; do
    compgen -G "$fakes/$name.so.*" >/dev/null || continue
    needed+=("$work/needed/$name.so")
    [ "$name" = libcudart ] && name+=.so.$1 || name+=.so.99
    echo | "$cc" -shared -x c - -Wl,-soname,"$name" -o "${needed[-1]}"
  done <"$work/names"
  echo | "$cc" -shared -x c - -x none -Wl,--no-as-needed "${needed[@]}" -o "$work/torch/lib/libtorch_cuda.so"
}

names_packages() { # WHAT PACKAGE...
  local what=$1 told
  shift
  says "$what" 'because +libraries of NVIDIA are missing: run scripts/fetch-libtorch.sh --cuda, or install the packages nvidia-.* \(about [0-9]+ MB\) with pip' \
    LD_PRELOAD="$few" LD_LIBRARY_PATH="$work/torch/lib"
  told=$(grep -o 'nvidia-[a-z0-9-]*' "$work/cuda" | sort)
  [ "$told" = "$(printf '%s\n' "$@" | sort)" ] && return
  printf '%s:\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$what" "$*" "${told//$'\n'/ }" "${RERUN:-$0}"
  status=1
}

# The packages of the lock are those that libtorch names, but for one that comes with another.
if [ -e "$lock" ]; then
  mapfile -t packages < <(sed -n 's/^\(nvidia-[a-z0-9-]*\)==.*/\1/p' "$lock" |
    grep -v nvidia-nvjitlink)
  make_libtorch_cuda 13
  names_packages "missing libraries" "${packages[@]}"
  make_libtorch_cuda 12
  packages=(nvidia-cuda-runtime "${packages[@]%-cu13}")
  names_packages "missing libraries of CUDA 12" "${packages[@]/%/-cu12}"
else
  echo "the packages are not compared: $lock is not there"
fi
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
