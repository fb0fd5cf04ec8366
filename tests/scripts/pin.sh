#!/usr/bin/env bash
# pin.sh ROOT: scripts/pin-release.sh with tiny wheels and a folder in place of the package index;
# the two scripts that fetch accept what it writes.
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
machine=$(uname -m)
other=aarch64
[ "$machine" != aarch64 ] || other=x86_64

expect "a release is required" 1 "expected one release" "$root/scripts/pin-release.sh"
expect "a valid one" 1 "'2.99' is not a release such as" "$root/scripts/pin-release.sh" 2.99
expect "an unknown argument is refused" 1 "unknown argument '--frob'" \
  "$root/scripts/pin-release.sh" 2.99.0 --frob
expect "and a folder without a list" 1 "$work/operators.txt does not exist" \
  "$root/scripts/pin-release.sh" 2.99.0 --into "$work"
if [ "$(id -u)" -ne 0 ]; then
  mkdir "$work/locked"
  : >"$work/locked/operators.txt"
  chmod 555 "$work/locked"
  expect "one that cannot be written is reported before anything is fetched" 1 \
    "cannot write to the folder: $work/locked" \
    "$root/scripts/pin-release.sh" 2.99.0 --into "$work/locked"
  chmod 755 "$work/locked"
fi
if ! python3 -m pip --version >/dev/null 2>&1; then
  printf 'skipped: the cases that download: pip is not installed\n'
  exit $failed
fi

# 2.98.0 names the CUDA packages as old releases do, in parentheses; 2.99.0 requires a package that
# requires them, as new ones do; 2.100.0 has none. Each requires others, too.
python3 - "$work/index" "$machine" "$other" <<'PYTHON'
import os, sys, zipfile

folder, machine, other = sys.argv[1:]
os.makedirs(folder)
linux = 'platform_system == "Linux"'
def wheel(name, version, tag, *wants, files={}):
    info = f"{name}-{version}.dist-info"
    texts = dict(files)
    texts[f"{info}/METADATA"] = "\n".join(
        ["Metadata-Version: 2.1", f"Name: {name.replace('_', '-')}", f"Version: {version}",
         *(f"Requires-Dist: {want}" for want in wants), ""])
    texts[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n"
    texts[f"{info}/RECORD"] = ""
    with zipfile.ZipFile(f"{folder}/{name}-{version}-{tag}.whl", "w") as archive:
        for path, text in texts.items():
            archive.writestr(path, text)

native = "torchgen/packaged/ATen/native/"
library = {"torch/lib/libtorch_cpu.so": "cpu", "torch/include/ATen/Operators.h": "//"}
lists = {native + "native_functions.yaml": "- func: f() -> Tensor\n", native + "tags.yaml": ""}
for version, wants in (
        ("2.98.0", [f"nvidia-cuda-cupti-cu12 (==1.5) ; {linux}", f"filelock; {linux}",
                    f"nvidia-cuda-nvrtc-cu12 (==1.6) ; {linux}",
                    f"nvidia-cuda-runtime-cu12 (==1.4) ; {linux}"]),
        ("2.99.0", ["filelock", f"cuda-toolkit[cublas,cudart,cupti]==13.9; {linux}",
                    f"nvidia-cudnn-cu13==9.9; {linux}", "nvidia-nvtx==13.9"]),
        ("2.100.0", ["filelock"])):
    for one in (machine, other):
        wheel("torch", version, f"cp311-cp311-manylinux_2_28_{one}", *wants,
              files=library | {"torch/of": one})
    wheel("torch", version, "cp311-cp311-macosx_14_0_arm64", files=lists)
# A newer build of the small ones, which nothing requires.
for name, versions in (("nvidia_cuda_runtime_cu12", "1.4 1.9"), ("nvidia_cuda_cupti_cu12", "1.5"),
                       ("nvidia_cuda_runtime", "13.9.7 13.10.1"), ("nvidia_cuda_crt", "13.9.6"),
                       ("nvidia_cuda_cupti", "13.9.8"), ("nvidia_cublas", "13.9.1.2"),
                       ("nvidia_nvjitlink", "13.9.4 14.0"), ("nvidia_cudnn_cu13", "9.9")):
    for version in versions.split():
        for one in (machine, other):
            wheel(name, version, f"py3-none-manylinux2014_{one}",
                  files={"of": one, "nvidia/cu13/lib/libof.so.13": one, "nvidia/cu13/lib/libof.a": one})
wheel("cuda_toolkit", "13.9", "py2.py3-none-any",
      'nvidia-cublas==13.9.1.*; (sys_platform == "linux") and extra == "cublas"',
      'nvidia-nvjitlink<14,>=13.9.4; (sys_platform == "linux") and extra == "cublas"',
      'nvidia-cufft==12.0.*; (sys_platform == "linux") and extra == "cufft"',
      'nvidia-cuda-crt==13.9.6.*; (sys_platform == "linux") and extra == "crt"',
      'nvidia-cuda-cupti==13.9.8.*; (sys_platform == "linux") and extra == "cupti"',
      'nvidia-cuda-runtime==13.9.7.*; (sys_platform == "win32") and extra == "cudart"',
      'nvidia-cuda-runtime==13.9.7.*; (sys_platform == "linux") and extra == "cudart"')
PYTHON

mkdir "$work/pins"
printf '# release\tCPython\tsha256\n2.11.0\t3.11\tx\n2.9.0\t3.11\tx\n' >"$work/pins/operators.txt"
here() { # COMMAND...: with the folder as index
  env PIP_NO_INDEX=1 PIP_FIND_LINKS="$work/index" PIP_CONFIG_FILE=/dev/null CT_LOGS="$work/logs" \
    "$@"
}
pin() { # CACHE ARGUMENT...
  here "$root/scripts/pin-release.sh" --cache "$work/$1" --into "$work/pins" "${@:2}"
}
lines() { # RELEASE MACHINE: of its lock file, without the comments
  grep -v '^#' "$work/pins/$1-$2.txt"
}
count() { # RELEASE: the files that are pinned for it
  printf '%s files\n' "$(lines "$1" "$machine" | wc -l)"
}
sum() { # FILE: of the index
  sha256sum "$work/index/$1" | cut -d' ' -f1
}
line() { # NAME VERSION TAG: the line of a lock file
  printf '%s==%s --hash=sha256:%s' "$1" "$2" "$(sum "${1//-/_}-$2-$3.whl")"
}

torch=cp311-cp311-manylinux_2_28
small=py3-none-manylinux2014
expect "a release is pinned" 0 "written: $work/pins/2.98.0-$machine.txt" pin one 2.98.0
expect "with torch, and the CUDA packages of the versions that it requires, in this order" 0 \
  "$(line torch 2.98.0 ${torch}_"$machine")
$(line nvidia-cuda-runtime-cu12 1.4 ${small}_"$machine")
$(line nvidia-cuda-cupti-cu12 1.5 ${small}_"$machine")" lines 2.98.0 "$machine"
expect "and with nothing else" 0 "3 files" count 2.98.0
expect "and its operator list, in its place among the others" 0 "# release	CPython	sha256
2.9.0	3.11	x
2.11.0	3.11	x
2.98.0	3.11	$(sum torch-2.98.0-cp311-cp311-macosx_14_0_arm64.whl)" \
  cat "$work/pins/operators.txt"
expect "packages that another one requires" 0 "written" pin one 2.99.0
expect "are found, too" 0 "$(line torch 2.99.0 ${torch}_"$machine")
$(line nvidia-cuda-runtime 13.9.7 ${small}_"$machine")
$(line nvidia-cuda-crt 13.9.6 ${small}_"$machine")
$(line nvidia-cuda-cupti 13.9.8 ${small}_"$machine")" lines 2.99.0 "$machine"
expect "that other is not pinned" 0 "4 files" count 2.99.0
nvidia_line() { # NAME VERSION: the line of a list for --cuda
  local file=${1//-/_}-$2-${small}_$machine.whl
  printf '%s # %s bytes, %s unpacked' "$(line "$1" "$2" "${small}_$machine")" \
    "$(stat -c %s "$work/index/$file")" ${#machine}
}
expect "what it needs on a GPU is pinned on request" 0 "written: $work/pins/2.99.0-$machine.cuda.txt" \
  pin one 2.99.0 --cuda
expect "with the versions that torch and that other one require, and the sizes" 0 \
  "$(nvidia_line nvidia-cublas 13.9.1.2)
$(nvidia_line nvidia-cudnn-cu13 9.9)
$(nvidia_line nvidia-nvjitlink 13.9.4)" lines 2.99.0 "$machine.cuda"
expect "what is pinned already, has only headers or is not required is left out" 0 "3" \
  grep -c == "$work/pins/2.99.0-$machine.cuda.txt"
expect "the downloads are not kept" fails "No such file" ls "$work"/one/wheels/nvidia_cudnn*
expect "a second run leaves the list as it is" 0 "are pinned already" pin one 2.99.0 --cuda
expect "a build without CUDA" 0 "written" pin one 2.100.0
expect "is only torch" 0 "1 files" count 2.100.0
expect "the next step is printed" 0 "scripts/move-release.sh 2.99.0" pin one 2.99.0
cp -r "$work/pins" "$work/before"
mv "$work/index" "$work/elsewhere"
expect "a pinned release stays unchanged, and needs no index" 0 "2.99.0 is pinned already" \
  pin one 2.99.0
expect "byte for byte" 0 "" diff -r "$work/before" "$work/pins"
for fetch in "fetch-libtorch.sh --lock $work/pins/2.99.0-$machine.txt" \
  "fetch-operators.sh --list $work/pins/operators.txt 2.99.0"; do
  # shellcheck disable=SC2086 # words on purpose
  expect "${fetch%% *} accepts the file, and the downloads" 0 "2.99.0" \
    here "$root/scripts"/$fetch --cache "$work/one"
done
expect "a release that cannot be found is reported" 1 "pip could not download torch==2.97.0" \
  pin two 2.97.0
expect "and nothing is written" 0 "" diff -r "$work/before" "$work/pins"
mv "$work/elsewhere" "$work/index"

expect "another machine" 0 "written" pin one 2.99.0 --machine $other
expect "has its own files" 0 "$(line torch 2.99.0 ${torch}_$other)" lines 2.99.0 $other
expect "which are reported as untested" 0 "never tried" cat "$work/pins/2.99.0-$other.txt"
expect "and not kept among those of this one" fails "No such file" \
  ls "$work/one/wheels/torch-2.99.0-${torch}_$other.whl"
rm "$work"/index/nvidia_cuda_cupti-*
rm "$work/pins/2.99.0-$machine.txt"
expect "one package that is missing" 1 "pip could not download nvidia-cuda-cupti==13.9.8.*" \
  pin three 2.99.0
expect "leaves nothing written" fails "No such file" ls "$work/pins/2.99.0-$machine.txt"
left=$(find "$work/one" "$work/pins" -name 'partial.*' -o -name 'pin-*' -o -name '*.new')
[ -z "$left" ] || { failed=$((failed + 1)) && printf 'not ok: left behind: %s\n' "$left"; }
[ $failed -eq 0 ]
