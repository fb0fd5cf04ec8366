#!/usr/bin/env bash
# kernels.sh nvcc|nvrtc EXAMPLES CC LIBRARY-FOLDER FAKES INCLUDE-FOLDER...: the examples with
# kernels of their own are compiled as the page says and run on the fake libraries of the folder
# FAKES, which write a log of what is launched. Each launch must be on the tensor's device and in
# the current stream, in backward too, which runs in a thread of its own.
set -eu -o pipefail
shopt -s extglob
how=$1 examples=$2 cc=$3 library=$4 fakes=$5
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

skip() { # REASON
  printf 'skipped: %s\n' "$1"
  exit 77
}

# A toolkit may be there without being in PATH.
nvcc=$(command -v nvcc || compgen -G "${CUDA_PATH:-/usr/local/cuda}/bin/nvcc" || true)
flags=("${@/#/-I}" -L"$library" -lctorch)
if [ "$how" = nvcc ]; then
  [ -n "$nvcc" ] || skip "nvcc is not there: install a CUDA toolkit, or set CUDA_PATH"
  # Not with CUDA's headers of the wheel: they are of another version than the compiler.
  "$nvcc" -cudart shared -Xcompiler -Wall,-Wextra "$examples/scale.cu" -I"$1" -I"$2" "${flags[@]: -2}" \
    -Xlinker -rpath,"$library" -o "$work/program"
  kernel='scale_kernel\(float const\*, float\*, float, long\)'
else
  [ -z "$nvcc" ] || flags+=(-isystem "$(dirname "$nvcc")/../include")
  printf '#include <nvrtc.h>\n' | "$cc" -E - "${flags[@]}" >/dev/null 2>&1 ||
    skip "nvrtc.h is not there: install a CUDA toolkit, or run scripts/fetch-libtorch.sh --cuda"
  "$cc" -std=c99 -Wall -Wextra -Werror "$examples/scale_nvrtc.c" "${flags[@]}" \
    "$fakes"/libnvrtc.so.* "$fakes"/libcuda.so.1 -Wl,--allow-shlib-undefined,-rpath,"$library" \
    -o "$work/program"
  kernel=scale
fi

all=$(printf '%s:' "$fakes"/libcudart.so.* "$fakes"/lib*.so.*)

report() { # WHAT EXPECTED
  printf 'called:   %s %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$how" "$1" "$2" \
    "$(cat "$work/output" "$work/log")" "${RERUN:-$0}"
  status=1
}

# The kernel must run twice in the default stream of the device, while device 0 is the current one, and
# twice in another stream.
check() { # DEVICE LIBRARIES
  local default=": device $1, stream 0" streams
  [ "$1" != 0 ] || default=''
  : >"$work/log"
  env LD_PRELOAD="$2" FAKE_CUDA_DEVICES=2 FAKE_CUDA_LOG="$work/log" "$work/program" "cuda:$1" \
    >"$work/output" 2>&1 || report "on cuda:$1" "status 0"
  [ "$(grep -c "tensor(.*device='cuda:$1'" "$work/output")" -ge 2 ] ||
    report "on cuda:$1" "tensors of that device"
  [ "$(grep -cE "^kernel $kernel$default$" "$work/log")" = 2 ] ||
    report "on cuda:$1" "two launches of $kernel in the default stream"
  streams=$(sed -nE "s/^kernel $kernel: device $1, stream ([1-9][0-9]*)$/\1/p" "$work/log")
  [ "$(wc -l <<<"$streams")/$(sort -u <<<"$streams" | grep -c .)" = 2/1 ] ||
    report "on cuda:$1" "two launches of $kernel on device $1 in one stream"
}

check 0 "$all"
check 1 "$all"
# The compiler itself needs no GPU.
if [ "$how" = nvrtc ] && [ -n "$nvcc" ]; then
  real=$(compgen -G "$(dirname "$nvcc")/../lib*/libnvrtc.so.*" | grep -v alt | head -n 1 || true)
  [ -z "$real" ] || check 1 "${all//$fakes\/libnvrtc.so.+([0-9])/$real}"
fi
exit $status
