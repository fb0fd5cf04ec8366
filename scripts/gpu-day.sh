#!/usr/bin/env bash
# gpu-day.sh: proves on a machine with a GPU what no other machine can prove, in seven minutes at most.
#
#   scripts/gpu-day.sh pack           here: builds for the libtorch of that machine, and packs all
#                                     that a run needs into build/gpu-day-pack.tar.xz, which has less
#                                     than 64 MB together with the files of this repository
#   --release X.Y.Z                   that libtorch; default: 2.11.0
#   scripts/gpu-day.sh rehearse [SECTION...]
#                                     here: runs what is packed on the fake CUDA
#   scripts/gpu-day.sh run [SECTION...]
#                                     there: unpacks, and runs the sections, in 420 s at most, without
#                                     a network. Without this repository: tar -xf gpu-day-pack.tar.xz,
#                                     and gpu-day-pack/run.sh, which needs nothing else
#   scripts/gpu-day.sh run --help     its options; run --list: the sections
#
# The machine needs NVIDIA's driver and a libtorch for CUDA of that release, Python's torch for
# example. A run writes results/results.tsv and results.json, with the logs beside them;
# docs/cuda.md says what was run so far.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"
help_if_asked "$@"
[ $# -gt 0 ] || fail "what is to be done? pack, run or rehearse" "see: $0 --help"
run_again_with "$@"
action=$1
shift
build=$CT_ROOT/build/gpu-day
pack=$CT_ROOT/build/gpu-day-pack
archive=$pack.tar.xz
most_megabytes=64

# --- Packing -------------------------------------------------------------------------------------

# The programs and libraries, without debug information.
stage_programs() {
  local file
  mkdir -p "$pack/bin" "$pack/lib"
  for file in tests/gpu tests/gpu_devices tests/test_ops tests/dist_collectives bin/ct_info \
    bin/ct_launch; do
    cp "$build/$file" "$pack/bin"
  done
  for file in "$build"/lib/libctorch{,_cuda,_distributed,_nccl}-*.so.*.*.*; do
    cp "$file" "$pack/lib/$(soname_of "$file")"
  done
  ln -sf "$(basename "$(ls "$pack"/lib/libctorch-*)")" "$pack/lib/libctorch.so" # for nvcc
  cp "$build/tests/libgpu_calls.so" "$pack/lib"
  strip "$pack"/bin/* "$pack"/lib/*.so*
}

soname_of() { # LIBRARY
  readelf -d "$1" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p'
}

# What they need of this system: not the C and C++ libraries, which every system has, and not
# libtorch.
stage_libraries() {
  ldd "$pack"/bin/* "$pack"/lib/*.so.* | sed -n 's/^\t\(lib[^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sort -u |
    grep -vE '^lib(c|m|dl|rt|util|pthread|gcc_s|stdc\+\+|gomp|ctorch[_a-z]*-[.0-9]*)\.so|/torch/lib/|/nvidia/|/cuda' |
    while read -r name file; do cp -L "$file" "$pack/lib/$name"; done
}

# In C, and by nvcc if it is here; the machine may have one, too.
stage_examples() {
  local nvcc flags
  flags=(-I"$CT_ROOT/runtime/include" -I"$build/generated" -L"$pack/lib" -lctorch)
  cc -std=c99 -O2 "$CT_ROOT/examples/cuda/scale_nvrtc.c" "${flags[@]}" -I"$cuda_include" -I"$nvrtc_include" \
    "$build"/tests/devices/fake_cuda/libnvrtc.so.* "$build"/tests/devices/fake_cuda/libcuda.so.1 \
    -Wl,--allow-shlib-undefined -o "$pack/bin/scale_nvrtc"
  if nvcc=$(command -v nvcc); then
    "$nvcc" -cudart shared -O2 "$CT_ROOT/examples/cuda/scale.cu" "${flags[@]}" -o "$pack/bin/scale"
  else
    say "left out: scale.cu, since nvcc is not here"
  fi
  mkdir -p "$pack/examples" "$pack/include"
  cp "$CT_ROOT/examples/cuda/scale.cu" "$pack/examples"
  cp -r "$CT_ROOT/runtime/include/ctorch" "$pack/include"
  cp -r "$build/generated/ctorch" "$pack/include"
}

stage_data() {
  mkdir -p "$pack/data" "$pack/expected"
  cp "$CT_ROOT"/tests/fixtures/expected/*.json "$pack/expected"
  cp "$CT_ROOT"/tests/proof/operators/{data/*.txt,results.tsv} "$pack/data"
  cp "$build/generated/ctorch_api.json" "$pack/data"
  cp "$CT_ROOT"/tests/devices/gpu/{run.sh,run_sections.sh,report.sh,checks.awk,counts.py,steps.py} "$pack"
  printf '%s\n' "$release" >"$pack/release"
  git -C "$CT_ROOT" describe --always --dirty >"$pack/commit" 2>/dev/null || echo unknown >"$pack/commit"
}

compress() {
  rm -f "$archive"
  XZ_OPT=-9 tar -C "${pack%/*}" -cJf "$archive" "${pack##*/}"
}

megabytes_of() { # reads file names that end with zeros
  du --files0-from=- -cb 2>/dev/null | awk 'END { print int($1 / 1048576) + 1 }'
}

# The files that git has or could have travel with it.
check_size() {
  local packed tree
  packed=$(printf '%s\0' "$archive" | megabytes_of)
  tree=$(cd "$CT_ROOT" && git ls-files -z --cached --others --exclude-standard | megabytes_of)
  [ $((packed + tree)) -le $most_megabytes ] || fail \
    "$archive has $packed MB and the repository $tree MB, more than the $most_megabytes MB that can be carried" \
    "What to do: pack less, or remove files that git does not know"
  step_done "$archive: $packed MB, with the repository $((packed + tree)) MB"
}

# With the toolkit's headers if there is one: the wheels' need --cuda.
find_headers() {
  cuda_include=$(sed -n 's/^CTORCH_CUDA_INCLUDE:[A-Z]*=//p' "$build/CMakeCache.txt")
  for nvrtc_include in "$cuda_include" "${CUDA_PATH:-/usr/local/cuda}/include"; do
    [ ! -e "$nvrtc_include/nvrtc.h" ] || return 0
  done
  fail "nvrtc.h is not there" \
    "What to do: scripts/fetch-libtorch.sh --release $release --cuda, or CUDA_PATH=TOOLKIT $CT_AGAIN"
}

do_pack() {
  local release=2.11.0
  read_options release= -- "$@"
  need_release "$release"
  use_release "$release"
  CT_STEPS=4
  step "Packages"
  need_packages xz-utils
  step "libtorch $release with its CUDA parts and NCCL's header"
  fetch_libtorch --nccl
  libtorch=${LIBTORCH:-$(ct_fetched)}
  [ ! -d "$libtorch/torch/include" ] || libtorch=$libtorch/torch
  step "Build for it"
  LIBTORCH=$libtorch configure_as gpu-day release -DCTORCH_TESTS=ON -DCTORCH_BENCHMARKS=OFF \
    -DCTORCH_CHECKED_LIBRARY=OFF
  run build-gpu-day cmake --build "$build" -j "$(ct_jobs)" --target \
    ctorch ctorch_cuda ctorch_nccl ct_info ct_launch dist_collectives gpu gpu_calls gpu_devices \
    test_ops test_fake_cuda
  step_done
  step "Pack"
  rm -rf "$pack"
  find_headers
  stage_programs
  stage_libraries
  stage_examples
  stage_data
  compress
  check_size
  say "to rehearse: scripts/gpu-day.sh rehearse"
  say "on the machine, with $archive in its place: scripts/gpu-day.sh run"
}

# A machine to which it was carried need not have xz, but has Python.
need_pack() {
  [ -e "$pack/run.sh" ] || [ ! -e "$archive" ] || tar -C "${pack%/*}" -xf "$archive" 2>/dev/null ||
    python3 -m tarfile -e "$archive" "${pack%/*}"
  [ -e "$pack/run.sh" ] || fail "nothing is packed" "What to do: scripts/gpu-day.sh pack"
}

do_rehearse() {
  local folder
  need_pack
  folder=$(sed -n 's/^CTORCH_LIBTORCH_FOUND:INTERNAL=//p' "$build/CMakeCache.txt")
  exec "$pack/run.sh" --fake "$build/tests/devices/fake_cuda" --libtorch "$folder" \
    --results "$pack-rehearsal" "$@"
}

case $action in
pack) do_pack "$@" ;;
rehearse) do_rehearse "$@" ;;
run)
  need_pack
  exec "$pack/run.sh" "$@"
  ;;
*) fail "unknown action '$action'" "see: $0 --help" ;;
esac
