#!/usr/bin/env bash
# fetch-libtorch.sh: fetches the pinned libtorch into the folder where the build looks for it.
#
#   scripts/fetch-libtorch.sh            fetches it if it is missing
#   scripts/fetch-libtorch.sh --where    prints the folder; status 1 if it is missing
#   --cuda-parts                         also unpacks what a program for CUDA is built and tested
#                                        with: torch's CUDA libraries and the headers of CUDA's run
#                                        time, 545 MB; from the same downloads
#   --nccl                               the same, and NCCL's header, with which groups of GPUs are
#                                        built: a download of 216 MB, of which 36 KB are kept
#   --cuda                               the same, and NVIDIA's libraries that a GPU needs: 2.1 GB of
#                                        downloads, 3 GB unpacked, that header among them. Their
#                                        driver is not
#   --release X.Y.Z                      another release of scripts/releases/; 1.13.1 is
#                                        Debian 12's, which is unpacked and not installed
#   --lock FILE                          fetch what FILE pins
#                                        (default: scripts/releases/RELEASE-MACHINE.txt)
#   --cache DIR                          default: $CTORCH_CACHE, else ~/.cache/libctorch;
#                                        configure with the same one: cmake ... -DCTORCH_CACHE=DIR
#
# Every file is checked against the checksum in the lock file before it is unpacked, and unpacked
# into a temporary folder that is renamed at the end: an interrupted run leaves nothing incomplete,
# and the next run removes the files of a killed one. If you need only the operators of a release,
# scripts/fetch-operators.sh downloads less.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/fetch.sh
. "$CT_ROOT/scripts/fetch.sh"
# shellcheck source=scripts/fetch-debian.sh
. "$CT_ROOT/scripts/fetch-debian.sh"

machine=$(uname -m)
release='' lock='' where='' cuda_parts='' nccl='' cuda=''
read_options where cuda-parts nccl cuda release= lock= cache= -- "$@"
[ -n "${CT_CALLED:-}" ] || run_again_with "$@"
cuda_parts=${cuda_parts:-${nccl:-$cuda}}
[ -z "$release" ] || need_release "$release"
release=${release:-$(pinned_release)}
lock=${lock:-$CT_RELEASES/$release-$machine.txt}
[ -e "$lock" ] || fail \
  "there is no pinned libtorch $release for this machine ($machine): $lock is not there" \
  "What to do: scripts/pin-release.sh $release, when it is one of PyTorch's own builds;" \
  "or unpack or build a libtorch yourself and give its folder as LIBTORCH=DIR"

release=$(sed -n 's/^torch==\([0-9.]*\).*/\1/p;s/^deb libtorch-dev=\([0-9.]*\).*/\1/p' "$lock")
target=$cache/libtorch-$release-$machine
wheels=$cache/wheels
# shellcheck source=scripts/fetch-nvidia.sh
. "$CT_ROOT/scripts/fetch-nvidia.sh"

has_cpu_part() { [ -e "$target/torch/lib/libtorch_cpu.so" ] && [ -d "$target/torch/include" ]; }
# The library is put there after all other CUDA parts. Of CUDA 13, a part of the headers is in a wheel
# of its own, which was not always pinned.
has_cuda_parts() {
  [ -e "$target/torch/lib/libtorch_cuda.so" ] || return
  ! grep -q '^nvidia-cuda-crt==' "$lock" || compgen -G "$target/nvidia/*/include/crt/*.h" >/dev/null
}
has_torch_parts() { has_cpu_part && { [ -z "$cuda_parts" ] || has_cuda_parts; }; }
complete() {
  has_torch_parts && { [ -z "$nccl" ] || has_nccl_header; } && { [ -z "$cuda" ] || has_nvidia; }
}
# What was asked for, in words.
with_parts() {
  if [ -n "$cuda" ]; then
    printf ' with everything that it needs on a GPU but the driver'
  elif [ -n "$cuda_parts" ]; then
    printf ' with its CUDA parts'
    [ -z "$nccl" ] || printf " and NCCL's header"
  fi
}

[ -z "$cuda_parts" ] || ! is_debian_lock || fail "Debian's libtorch $release has no CUDA parts" \
  "What to do: leave out --cuda, --cuda-parts and --nccl, or name one of PyTorch's own builds with --release"
[ -z "$cuda$nccl" ] || need_nvidia_lock
if [ -n "$where" ]; then
  printf '%s\n' "$target"
  complete
  exit
fi
if complete; then
  say "libtorch $release is there$(with_parts): $target"
  exit 0
fi

# The lock file as lines: name, version, checksum.
pinned() {
  sed -n 's/^\([a-z0-9-]*\)==\([^ ]*\) --hash=sha256:\([0-9a-f]*\)$/\1 \2 \3/p' "$lock"
}

asked_for=pinned # what is being fetched

# Manual alternatives after any failure.
other_ways() {
  printf '%s\n' "Other ways:"
  if is_debian_lock; then
    printf '%s\n' "  - on Debian 12: apt-get install libtorch-dev python3-torch, and no fetching"
  else
    printf '%s\n' \
      "  - download these packages elsewhere (CPython 3.11, manylinux, $machine), put the .whl" \
      "    files into $wheels and run this again:"
    $asked_for | while read -r name version sum _; do
      printf '      %s %s  sha256 %s\n' "$name" "$version" "$sum"
    done
  fi
  printf '%s\n' "  - use a libtorch that you have: LIBTORCH=DIR $CT_AGAIN"
}

fetch_wheels() {
  local name version sum missing=''
  need_python
  while read -r name version sum; do
    wheel_of "$wheels" "$name" "$version" >/dev/null ||
      missing+="$name==$version --hash=sha256:$sum"$'\n'
  done < <(pinned)
  [ -n "$missing" ] || return 0
  say "downloading libtorch $release (500 to 900 MB) to $wheels"
  libtorch_wheels "$machine"
  download_wheels "$wheels" "$missing" "libtorch $release" --require-hashes "${wheel_arguments[@]}"
}

# Sets files to the wheels.
check_wheels() {
  local name version sum
  files=()
  while read -r name version sum; do
    files+=("$(wheel_of "$wheels" "$name" "$version")")
    check_file "${files[-1]}" "$sum"
  done < <(pinned)
}

# Without the CUDA libraries and Python's files it is half the size.
unpack_cpu_part() {
  say "unpacking to $target"
  make_partial
  unpack_wheels \
    "torch/(include/|lib/[^/]*\.so[.0-9]*$|version\.py$)|torch\.libs/\
|torchgen/(packaged/(ATen/native/|autograd/derivatives\.yaml$)|([a-z_]+/)*[a-z_]+\.py$)\
|nvidia/[^/]*/lib/(libcudart|libcupti)\.so\
|[^/]*\.dist-info/(licenses/|LICENSE|NOTICE|METADATA)" \
    "torch/lib/(libtorch_cuda|libc10_cuda|libcaffe2_nvrtc|libtorch_nvshmem|libtorch_python|libshm\
|libtorch_global_deps|libtorch\.so|libnvfuser)" \
    "${files[@]}" || give_up "unpacking failed; are there 700 MB of space in $cache?"
}

# Moves what was unpacked into the folder of the CPU part, file by file.
move_to_target() { # LAST-FILE
  local file
  while read -r file; do
    mkdir -p "$target/$(dirname "$file")"
    mv -f "$partial/$file" "$target/$file"
  done < <(cd "$partial" && find . -type f ! -path "./$1" && printf '%s\n' "$1")
  rm -rf "$partial"
  trap - EXIT
}

add_cuda_parts() {
  local last=torch/lib/libtorch_cuda.so
  say "unpacking the CUDA parts (545 MB) to $target"
  make_partial
  unpack_wheels \
    "torch/lib/(libtorch_cuda|libc10_cuda|libcaffe2_nvrtc|libtorch_nvshmem)[a-z_]*\.so$\
|nvidia/[^/]*/include/(crt/)?[^/]*\.h(pp)?$" '$^' \
    "${files[@]}" || give_up "unpacking failed; are there 600 MB of space in $cache?"
  [ -e "$partial/$last" ] || give_up "there is no $last in the downloaded files" \
    "This build of libtorch is for the CPU only: leave out --cuda-parts."
  move_to_target "$last"
}

put_cpu_part_in_place() {
  [ -e "$partial/torch/lib/libtorch_cpu.so" ] ||
    give_up "there is no torch/lib/libtorch_cpu.so in the downloaded files"
  put_in_place "$target"
}

open_cache "$wheels" "$([ -z "$cuda_parts" ] && echo 1.6 || echo 2.1) GB"
if is_debian_lock; then
  fetch_debian
  put_cpu_part_in_place
else
  [ -z "$cuda" ] || announce_nvidia
  has_torch_parts || {
    fetch_wheels
    check_wheels
    has_cpu_part || { unpack_cpu_part && put_cpu_part_in_place; }
    [ -z "$cuda_parts" ] || has_cuda_parts || add_cuda_parts
  }
  [ -z "$cuda" ] || fetch_nvidia
  [ -z "$nccl" ] || has_nccl_header || fetch_nccl_header
fi
say "libtorch $release is there$(with_parts): $target ($(size_of "$target"))"
if is_debian_lock; then
  say "before running programs: export LD_LIBRARY_PATH=$(debian_libraries)"
else
  say "the downloads in $wheels may be deleted"
fi
