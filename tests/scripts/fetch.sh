#!/usr/bin/env bash
# fetch.sh ROOT: scripts/fetch-libtorch.sh with tiny wheels in place of the real ones and a folder
# in place of the package index.
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# scripts/test.sh installs python3-pip on Debian; elsewhere there may be a python3 without it.
if python3 -m pip --version >/dev/null 2>&1; then with_pip=1; else with_pip=; fi

machine=$(uname -m)
python3 - "$work/index" "$machine" <<'PYTHON'
import os, sys, zipfile

folder, machine = sys.argv[1:]
os.makedirs(folder)
wheels = {
    ("torch", "2.99.0", f"cp311-cp311-manylinux_2_28_{machine}"): {
        "torch/lib/libtorch_cpu.so": "cpu", "torch/lib/libc10.so": "c10",
        "torch/lib/libtorch_cuda.so": "large", "torch/lib/libtorch_cuda_linalg.so": "linalg",
        "torch/lib/libc10_cuda.so": "c10_cuda", "torch/lib/libtorch_python.so": "python",
        "torch/include/ATen/Operators.h": "//",
        "torch/nn/__init__.py": ""},
    ("nvidia_cuda_runtime", "1.0", f"py3-none-manylinux2014_{machine}"): {
        "nvidia/cu99/lib/libcudart.so.99": "cudart", "nvidia/cu99/include/cuda.h": "//"},
    ("nvidia_cuda_crt", "1.0", f"py3-none-manylinux2014_{machine}"): {
        "nvidia/cu99/include/crt/host_defines.h": "//"},
    ("nvidia_cudnn_cu99", "9.1", f"py3-none-manylinux_2_27_{machine}"): {
        "nvidia/cudnn/lib/libcudnn.so.9": "cudnn", "nvidia/cudnn/include/cudnn.h": "//"},
    ("nvidia_cuda_nvrtc", "1.0", f"py3-none-manylinux2014_{machine}"): {
        "nvidia/cu99/lib/libnvrtc.so.99": "nvrtc", "nvidia/cu99/lib/libnvrtc_static.a": "static",
        "nvidia/cu99/include/nvrtc.h": "//"},
    ("nvidia_nccl_cu99", "2.9", f"py3-none-manylinux_2_18_{machine}"): {
        "nvidia/nccl/lib/libnccl.so.2": "nccl", "nvidia/nccl/include/nccl.h": "//"},
    ("torch", "2.98.0", f"cp311-cp311-manylinux_2_28_{machine}"): {
        "torch/lib/libtorch_cpu.so": "cpu", "torch/include/ATen/Operators.h": "//"},
}
for (name, version, tag), files in wheels.items():
    with zipfile.ZipFile(f"{folder}/{name}-{version}-{tag}.whl", "w") as wheel:
        info = f"{name}-{version}.dist-info"
        files[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n"
        files[f"{info}/RECORD"] = ""
        for path, text in files.items():
            wheel.writestr(path, text)
PYTHON

lock() { # FILE RELEASE: with the right checksums
  local torch runtime crt
  torch=$(sha256sum "$work/index/torch-$2"-*.whl | cut -d' ' -f1)
  runtime=$(sha256sum "$work"/index/nvidia_cuda_runtime-*.whl | cut -d' ' -f1)
  crt=$(sha256sum "$work"/index/nvidia_cuda_crt-*.whl | cut -d' ' -f1)
  printf '%s --hash=sha256:%s\n' "torch==$2" "$torch" nvidia-cuda-runtime==1.0 "$runtime" \
    nvidia-cuda-crt==1.0 "$crt" >"$1"
}
lock "$work/good.txt" 2.99.0
lock "$work/cpu_only.txt" 2.98.0
sed '1s/sha256:..../sha256:0000/' "$work/good.txt" >"$work/bad.txt"
# What a run on a GPU needs beside it: each of 200 MB, it says.
for package in nvidia-cudnn-cu99==9.1 nvidia-cuda-nvrtc==1.0; do
  name=${package%%==*}
  printf '%s --hash=sha256:%s # 100000000 bytes, 200000000 unpacked\n' "$package" \
    "$(sha256sum "$work/index/${name//-/_}"-*.whl | cut -d' ' -f1)"
done >"$work/good.cuda.txt"
sed 's/sha256:..../sha256:0000/' "$work/good.cuda.txt" >"$work/wrong.cuda.txt"
cp "$work/good.txt" "$work/wrong.txt"
cp "$work/good.txt" "$work/nccl.txt"
printf 'nvidia-nccl-cu99==2.9 --hash=sha256:%s # 100000000 bytes, 200000000 unpacked\n' \
  "$(sha256sum "$work"/index/nvidia_nccl_cu99-*.whl | cut -d' ' -f1)" >"$work/nccl.cuda.txt"

fetch() { # CACHE LOCK ARGUMENT...
  local cache=$1 lock=$2
  shift 2
  env PIP_NO_INDEX=1 PIP_FIND_LINKS="$work/index" PIP_CONFIG_FILE=/dev/null CT_LOGS="$work/logs" \
    "$root/scripts/fetch-libtorch.sh" --cache "$work/$cache" --lock "$work/$lock" "$@"
}
libtorch=libtorch-2.99.0-$machine

if [ -n "$with_pip" ]; then
  expect "a download is checked and unpacked" 0 "libtorch 2.99.0 is there" fetch one good.txt
  expect "the CPU part and its CUDA run time are there" 0 "" \
    ls "$work/one/$libtorch/torch/lib/libtorch_cpu.so" "$work/one/$libtorch/torch/include/ATen" \
    "$work/one/$libtorch/nvidia/cu99/lib/libcudart.so.99"
  expect "nothing else is" fails "No such file" ls "$work/one/$libtorch/torch/lib/libtorch_cuda.so"
  mv "$work/index" "$work/elsewhere"
  expect "a second run needs no index" 0 "libtorch 2.99.0 is there" fetch one good.txt
  rm -rf "${work:?}/one/$libtorch"
  expect "nor does a run with kept downloads" 0 "libtorch 2.99.0 is there" fetch one good.txt
  rm -rf "${work:?}/one/$libtorch" "$work"/one/wheels/nvidia_*
  mv "$work"/elsewhere/torch-* "$work"
  mv "$work/elsewhere" "$work/index"
  expect "only what is missing is downloaded" 0 "libtorch 2.99.0 is there" fetch one good.txt
  mv "$work"/torch-* "$work/index"
  mv "$work/index" "$work/elsewhere"
  expect "without an index the packages are named" 1 "torch 2.99.0  sha256" fetch two good.txt
  expect "and the alternative" 1 "LIBTORCH=DIR" fetch two good.txt
  mv "$work/elsewhere" "$work/index"
  expect "a download with another checksum is refused" 1 "is not the pinned one" fetch three bad.txt
  expect "and nothing is unpacked" fails "No such file" ls "$work/three/$libtorch"
else
  printf 'skipped: the ten cases that download: pip is not installed\n'
fi
mkdir -p "$work/four/wheels"
cp "$work"/index/*.whl "$work/four/wheels"
expect "files put there by hand are used" 0 "libtorch 2.99.0 is there" fetch four good.txt
mkdir -p "$work/five/wheels"
cp "$work"/index/*.whl "$work/five/wheels"
expect "and checked as well" 1 "expected sha256 0000" fetch five bad.txt
expect "with nothing unpacked" fails "No such file" ls "$work/five/$libtorch"
printf broken >"$work/five/wheels/torch-2.99.0-cp311-cp311-manylinux_2_28_$machine.whl"
expect "a damaged file is named, with what to do" 1 "What to do: rm" fetch five good.txt
libraries=$work/four/$libtorch/torch/lib
expect "the CUDA parts are missing" 1 "$work/four/$libtorch" fetch four good.txt --where --cuda-parts
expect "they can be added" 0 "libtorch 2.99.0 is there with its CUDA parts" \
  fetch four good.txt --cuda-parts
expect "among them headers" 0 "" ls "$libraries/libtorch_cuda.so" "$libraries/libc10_cuda.so" \
  "$libraries/libtorch_cuda_linalg.so" "$work/four/$libtorch/nvidia/cu99/include/cuda.h" \
  "$work/four/$libtorch/nvidia/cu99/include/crt/host_defines.h"
expect "but not Python's part" fails "No such file" ls "$libraries/libtorch_python.so"
expect "then they are there" 0 "$work/four/$libtorch" fetch four good.txt --where --cuda-parts
mv "$work/four/wheels" "$work/four/away"
expect "a second run unpacks nothing" 0 "with its CUDA parts" fetch four good.txt --cuda-parts
mv "$work/four/away" "$work/four/wheels"
rm "$libraries/libtorch_cuda.so"
printf old >"$libraries/libc10_cuda.so"
expect "an interrupted run is completed" 0 "unpacking the CUDA parts" \
  fetch four good.txt --cuda-parts
expect "with new files" 0 "c10_cuda" cat "$libraries/libc10_cuda.so"
rm -r "$work/four/$libtorch/nvidia/cu99/include/crt"
expect "headers that an older script left out are added" 0 "unpacking the CUDA parts" \
  fetch four good.txt --cuda-parts
expect "to the others" 0 "" ls "$work/four/$libtorch/nvidia/cu99/include/crt/host_defines.h"
rm -rf "${work:?}/four/$libtorch"
expect "both parts are unpacked in one run" 0 "unpacking the CUDA parts" \
  fetch four good.txt --cuda-parts
expect "and both are there" 0 "" ls "$libraries/libtorch_cuda.so" "$libraries/libtorch_cpu.so"
expect "a build without CUDA is reported" 1 "for the CPU only: leave out --cuda-parts" \
  fetch four cpu_only.txt --cuda-parts
expect "but has its CPU part" 0 "2.98.0" fetch four cpu_only.txt --where
libraries=$work/four/$libtorch/nvidia
expect "NCCL's header is missing" 1 "$work/four/$libtorch" fetch four nccl.txt --where --nccl
expect "it is added" 0 "is there with its CUDA parts and NCCL's header" fetch four nccl.txt --nccl
expect "where CMake looks for it" 0 "" ls "$libraries/nccl/include/nccl.h"
expect "without the library" fails "No such file" ls "$libraries/nccl/lib"
expect "then it is there" 0 "$work/four/$libtorch" fetch four nccl.txt --where --nccl
rm -r "$libraries/nccl"
expect "pins without NCCL are reported" 1 "good.cuda.txt has no nvidia-nccl" fetch four good.txt --nccl
here_by_hand() { # which the script does not delete
  ls "$work"/four/wheels/nvidia_cudnn_cu99-* "$work"/four/wheels/nvidia_cuda_nvrtc-*
}
stub df 'printf "Filesystem 1024-blocks Used Available Capacity Mounted\\n/ 9 9 400000 9%% /\\n"'
expect "a release without NVIDIA's pins is reported" 1 "pin-release.sh 2.98.0 --cuda" \
  fetch four cpu_only.txt --cuda
expect "NVIDIA's libraries are missing" 1 "$work/four/$libtorch" fetch four good.txt --where --cuda
expect "too little room is reported before any download" 1 \
  "too little room in $work/four: 0.5 GB are needed, and 0.4 GB are free" \
  env PATH="$work/bin:$PATH" bash "$root/scripts/fetch-libtorch.sh" --cache "$work/four" \
  --lock "$work/good.txt" --cuda
expect "with the size of the downloads" 1 "needs 2 packages of NVIDIA: 0.2 GB of downloads" \
  env PATH="$work/bin:$PATH" bash "$root/scripts/fetch-libtorch.sh" --cache "$work/four" \
  --lock "$work/good.txt" --cuda
rm "$work/bin/df"
expect "they are added" 0 "libtorch 2.99.0 is there with everything that it needs on a GPU" \
  fetch four good.txt --cuda
expect "where libtorch looks for them, with the header of NVRTC" 0 "" ls \
  "$libraries/cudnn/lib/libcudnn.so.9" "$libraries/cu99/lib/libnvrtc.so.99" \
  "$libraries/cu99/include/nvrtc.h"
expect "and nothing else" fails "No such file" ls "$libraries/cudnn/include/cudnn.h" \
  "$libraries/cu99/lib/libnvrtc_static.a"
expect "then they are there, too" 0 "$work/four/$libtorch" fetch four good.txt --where --cuda
expect "files put there by hand are kept" 0 "" here_by_hand
rm "$work/four/$libtorch"/nvidia_cuda_nvrtc-*/METADATA "$work"/four/wheels/nvidia_cudnn_*
printf half >"$libraries/cu99/lib/libnvrtc.so.99"
expect "an interrupted run continues" 0 "needs 1 packages of NVIDIA" fetch four good.txt --cuda
expect "with a new file" 0 "nvrtc" cat "$libraries/cu99/lib/libnvrtc.so.99"
rm "$work/four/$libtorch"/nvidia_*/METADATA
cp "$work"/index/nvidia_cudnn_* "$work/four/wheels"
expect "they are checked" 1 "expected sha256 0000" fetch four wrong.txt --cuda
if [ -n "$with_pip" ]; then
  rm "$work"/four/wheels/nvidia_cu*
  expect "they are downloaded" 0 "downloading nvidia-cudnn-cu99 9.1 (100 MB)" \
    fetch four good.txt --cuda
  expect "and their files deleted" fails "No such file" here_by_hand
  rm "$work/four/$libtorch"/nvidia_*/METADATA
  mv "$work/index" "$work/elsewhere"
  expect "without an index those that are missing are named" 1 "nvidia-cudnn-cu99 9.1  sha256" \
    fetch four good.txt --cuda
  mv "$work/elsewhere" "$work/index"
fi
expect "--where reports a missing libtorch" 1 "$work/six/$libtorch" fetch six good.txt --where
expect "--where prints the folder" 0 "$work/four/$libtorch" fetch four good.txt --where
expect "a machine without pinned files is reported" 1 "LIBTORCH=DIR" fetch six none.txt
release() { # ARGUMENT...
  "$root/scripts/fetch-libtorch.sh" --cache "$work/six" "$@"
}
expect "--release prints the folder of another release" 1 "$work/six/libtorch-2.6.0-$machine" \
  release --release 2.6.0 --lock "$root/scripts/releases/2.6.0-x86_64.txt" --where
expect "Debian's has no CUDA parts" 1 "Debian's libtorch 1.13.1 has no CUDA parts" \
  release --lock "$root/scripts/releases/1.13.1-x86_64.txt" --cuda-parts
expect "an unpinned release is reported" 1 "there is no pinned libtorch 2.97.0 for this machine" \
  release --release 2.97.0
expect "an invalid one, too" 1 "'newest' is not a release such as" release --release newest
expect "an unknown argument is refused" 1 "unknown argument '--frob'" fetch six good.txt --frob
for argument in --cache= --cache=x '--where lock=' --... -where --; do
  expect "so is $argument" 1 "unknown argument '$argument'" fetch six good.txt "$argument"
done
expect "--lock without a file is refused" 1 "--lock needs a value" fetch six good.txt --lock
expect "--cache without a folder, too" 1 "--cache needs a value" fetch six good.txt --cache
expect "a cache that cannot be made is named, with what to do" 1 "CTORCH_CACHE=DIR" \
  fetch good.txt/six good.txt

# A PATH with neither python3 nor pip, as in a minimal Debian.
mkdir -p "$work/bin"
for program in bash env dirname uname sed cat mktemp rm mkdir cut tail grep printf; do
  ln -s "$(type -P "$program")" "$work/bin/$program"
done
expect "without python3 the package to install is named" 1 "python3-pip" \
  env PATH="$work/bin" bash "$root/scripts/fetch-libtorch.sh" \
  --cache "$work/seven" --lock "$work/good.txt"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/python3"
chmod +x "$work/bin/python3"
expect "without pip, too" 1 "pip is not installed" \
  env PATH="$work/bin" bash "$root/scripts/fetch-libtorch.sh" \
  --cache "$work/seven" --lock "$work/good.txt"

# A killed run leaves a folder without a lock; a running one has a folder with a lock.
mkdir -p "$work/four/partial.dead" "$work/four/partial.live"
touch -d '1 hour ago' "$work"/four/partial.*
rm -rf "${work:?}/four/$libtorch"
exec 8<"$work/four/partial.live"
flock -n 8
expect "while other runs are active" 0 "libtorch 2.99.0 is there" fetch four good.txt
exec 8<&-
expect "the folder of a killed run is removed" fails "No such file" ls -d "$work/four/partial.dead"
expect "the folder of an active run is not" 0 "" rmdir "$work/four/partial.live"

# A python3 whose pip never ends, and starts another process.
cat >"$work/bin/python3" <<'STUB'
#!/usr/bin/env bash
case $* in *download*) ;; *) exit 0 ;; esac
sleep 600 &
printf '%s\n' $$ $! >"$STARTED"
wait
STUB
interrupted() { # SIGNAL: sent to the script alone, as CI does
  local script process status=0
  rm -f "$work/started"
  STARTED=$work/started PATH=$work/bin:$PATH CT_LOGS=$work/logs "$root/scripts/fetch-libtorch.sh" \
    --cache "$work/eight" --lock "$work/good.txt" >"$work/interrupted" 2>&1 &
  script=$!
  while [ ! -s "$work/started" ] && kill -0 $script; do sleep 0.1; done
  kill "-$1" $script
  wait $script || status=$?
  cat "$work/interrupted"
  # A process that ended without being waited for is a zombie (Z) until init collects it.
  while read -r process; do
    if grep -q '^State:[^Z]*$' "/proc/$process/status" 2>/dev/null; then
      printf 'still there: %s\n' "$process"
      kill "$process"
      status=1
    fi
  done <"$work/started"
  return $status
}
expect "SIGTERM ends pip and all its processes" 143 "interrupted; run" interrupted TERM
expect "SIGHUP as well" 129 "interrupted; run" interrupted HUP
left=$(find "$work" -maxdepth 2 -name 'partial.*')
[ -z "$left" ] || { failed=$((failed + 1)) && printf 'not ok: left behind: %s\n' "$left"; }

# What the scripts for several releases ask for: CUDA's parts where libctorch_cuda can be built.
asked_for() { # RELEASE
  # shellcheck disable=SC2016 # the other shell expands it
  bash -c '. "$1/scripts/lib.sh" && . "$1/scripts/release.sh"
    fetch_libtorch() { echo "asked for:${*:+ $*}."; }
    ct_fetched() { echo "$1"; }
    use_release "$2" && get_libtorch' shell "$root" "$1"
}
if [ "$machine" = x86_64 ]; then
  declare -A parts=([2.11.0]=nccl [2.13.0]=cuda-parts [2.14.1]=cuda-parts [2.15.0]=nccl)
  for release in "${!parts[@]}"; do
    expect "$release is fetched with its CUDA parts" 0 "asked for: --${parts[$release]}." asked_for $release
  done
  expect "2.8.0 is not" 0 "asked for:." asked_for 2.8.0
else
  echo "left out: the CUDA parts of releases, whose locks are for x86_64"
fi

[ $failed -eq 0 ]
