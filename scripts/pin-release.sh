#!/usr/bin/env bash
# pin-release.sh X.Y.Z: records the files of a release of PyTorch and their checksums, so that later
# fetches accept only these files.
#
#   scripts/pin-release.sh 2.16.0            for this machine
#   scripts/pin-release.sh 2.16.0 --machine aarch64
#                                            for another machine, including what cannot be tried
#                                            here
#   scripts/pin-release.sh 2.16.0 --cuda     also NVIDIA's libraries that it needs on a GPU: 2 GB of
#                                            downloads, one after the other, which are not kept
#   --cache DIR                              default: $CTORCH_CACHE, else ~/.cache/libctorch
#   --into DIR                               default: scripts/releases
#
# Downloads the release's wheel (500 to 900 MB), the two small CUDA wheels in the versions that it
# requires, and the smallest wheel, which has its operator list. Writes X.Y.Z-MACHINE.txt and a line
# of operators.txt; with --cuda, also X.Y.Z-MACHINE.cuda.txt. Existing pins do not change. The
# downloads are kept for fetch-libtorch.sh and fetch-operators.sh.
#
# The checksums are those of the package index today: before you commit them, compare them with
# another source, or with another person's download.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/fetch.sh
. "$CT_ROOT/scripts/fetch.sh"

machine=$(uname -m)
into=$CT_RELEASES
cuda=''
read_options machine= cache= into= cuda ... -- "$@"
the_release ${words[@]+"${words[@]}"}
run_again_with "$@"
lock=$into/$release-$machine.txt
list=$into/operators.txt
wheels=$cache/wheels
# In separate folders, so that a wheel of another release or machine is not used for one of these.
asked=$cache/pin-$release-$machine

other_ways() {
  printf '%s\n' "Other ways:" \
    "  - see that there is such a release, and a wheel of it for CPython 3.11 and $machine" \
    "  - write $lock by hand, as those beside it"
}

# The CUDA packages that a wheel requires, one pip requirement on each line. Newer wheels require a
# package that requires these; then it is that one.
cuda_packages() { # WHEEL
  "$python" - "$1" <<'PYTHON'
import re, sys, zipfile

with zipfile.ZipFile(sys.argv[1]) as wheel:
    name = [n for n in wheel.namelist() if re.match(r"[^/]*\.dist-info/METADATA$", n)][0]
    text = wheel.read(name).decode()
wanted = r"Requires-Dist: *((?:nvidia-cuda-(?:runtime|crt|cupti)|cuda-toolkit)[a-z0-9-]*)(?:\[.*?\])?"
def order(package):
    return [name in package for name in ("cupti", "crt", "runtime")]
found = re.findall(wanted + r" *\(?==([0-9.]+(?:\.\*)?)\)? *(?:;|$)", text, re.M)
for package, version in sorted(dict(found).items(), key=lambda found: order(found[0])):
    print(f"{package}=={version}")
PYTHON
}

ask_for() { # REQUIREMENT
  local name=${1%%==*}
  libtorch_wheels "$machine"
  wheel_asked "$name" >/dev/null ||
    download_wheels "$asked" "$1" "$1" "${wheel_arguments[@]}"
  wheel_asked "$name" >/dev/null || give_up "pip found no wheel for $1"
}

wheel_asked() { # NAME
  local file
  for file in "$asked/${1//-/_}-"*.whl; do
    [ ! -e "$file" ] || { printf '%s\n' "$file" && return 0; }
  done
  return 1
}

ask_for_all() {
  local requirement name packages
  say "requesting torch $release (500 to 900 MB)"
  ask_for "torch==$release"
  packages=$(cuda_packages "$(wheel_asked torch)")
  if [[ $packages == cuda-toolkit==* ]]; then
    ask_for "$packages"
    packages=$(cuda_packages "$(wheel_asked cuda-toolkit)")
  fi
  names=(torch)
  for requirement in $packages; do
    ask_for "$requirement"
    names+=("${requirement%%==*}")
  done
}

# NAME==VERSION and the checksum of the file.
pin_of() { # NAME
  local file version
  file=$(wheel_asked "$1")
  version=${file##*/}
  version=${version#*-}
  printf '%s==%s --hash=sha256:%s\n' "$1" "${version%%-*}" "$(sha256sum "$file" | cut -d' ' -f1)"
}

write_lock() {
  local name what="the CPU part of PyTorch's own build, and the small CUDA wheels"
  [ "$machine" = "$(uname -m)" ] || what="never tried. $what"
  {
    printf '# libtorch %s: %s that it cannot be\n' "$release" "$what"
    printf '# loaded without. Read by scripts/fetch-libtorch.sh; see 2.15.0-x86_64.txt.\n'
    for name in "${names[@]}"; do
      pin_of "$name"
    done
  } >"$lock.new"
  mv "$lock.new" "$lock"
  say "written: $lock"
}

# Those of another machine are not kept: their names differ only in the machine.
keep_wheels() {
  local name
  for name in "${names[@]}"; do
    [ "$machine" != "$(uname -m)" ] || mv -f "$(wheel_asked "$name")" "$wheels"
  done
  rm -rf "$asked"
}

pin_libtorch() {
  if [ -e "$lock" ]; then
    say "libtorch $release is pinned already: $lock"
    return 0
  fi
  open_cache "$asked" "1.6 GB"
  mkdir -p "$wheels"
  need_python
  ask_for_all
  write_lock
  keep_wheels
}

pin_operators() {
  local small=$cache/operator-wheels file
  if grep -qs "^$release	" "$list"; then
    say "its operator list is pinned already: $list"
    return 0
  fi
  open_cache "$small" "300 MB"
  need_python
  say "requesting the smallest wheel of torch $release"
  operator_wheels 3.11
  rm -f "$small/torch-$release-"*.whl
  download_wheels "$small" "torch==$release" "torch $release" "${wheel_arguments[@]}"
  file=$(wheel_of "$small" torch "$release")
  {
    grep '^#' "$list" || true
    {
      printf '%s\t3.11\t%s\n' "$release" "$(sha256sum "$file" | cut -d' ' -f1)"
      grep -v '^#' "$list" || true
    } | sort -V
  } >"$list.new"
  mv "$list.new" "$list"
  say "a line of $list"
}

# What the wheel of torch requires of NVIDIA's packages, also by way of cuda-toolkit's extras,
# without those that the lock file has and nvtx, which has only headers. One pip requirement on each
# line; of a range of versions, the oldest.
nvidia_packages() { # TORCH-WHEEL MACHINE LOCK [TOOLKIT-WHEEL]
  "$python" - "$@" <<'PYTHON'
import re, sys, zipfile
from pip._vendor.packaging.requirements import Requirement

wheels, machine, lock = [sys.argv[1], *sys.argv[4:]], sys.argv[2], open(sys.argv[3]).read()
system = {"platform_machine": machine, "platform_system": "Linux", "sys_platform": "linux",
          "python_version": "3.11"}
def requirements(wheel, extras):
    with zipfile.ZipFile(wheel) as archive:
        name = [n for n in archive.namelist() if re.match(r"[^/]*\.dist-info/METADATA$", n)][0]
        text = archive.read(name).decode()
    for line in re.findall("^Requires-Dist: *(.*)$", text, re.M):
        wanted = Requirement(line)
        if any(not wanted.marker or wanted.marker.evaluate(system | {"extra": extra})
               for extra in extras):
            yield wanted

extras, found = {""}, {}
for wheel in wheels:
    for wanted in requirements(wheel, extras):
        if wanted.name == "cuda-toolkit":
            extras = wanted.extras
        elif wanted.name.startswith("nvidia-"):
            versions = [part.version for part in wanted.specifier if part.operator in ("==", ">=")]
            found.setdefault(wanted.name, versions[0])
for name, version in sorted(found.items()):
    if f"\n{name}==" not in lock and not name.startswith("nvidia-nvtx"):
        print(f"{name}=={version}")
PYTHON
}

# The bytes of the members that fetch-libtorch.sh unpacks.
unpacked_nbytes() { # WHEEL
  "$python" -c 'import re, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    print(sum(i.file_size for i in wheel.infolist() if re.search(r"/lib/[^/]*\.so[.0-9]*$", i.filename)))' "$1"
}

nvidia_pin_of() { # NAME
  local wheel
  wheel=$(wheel_asked "$1")
  printf '%s # %s bytes, %s unpacked\n' "$(pin_of "$1")" "$(stat -c %s "$wheel")" \
    "$(unpacked_nbytes "$wheel")"
}

# Writes their lines to $asked/nvidia.txt, and continues there after a failure.
ask_for_nvidia() {
  local torch toolkit=() requirement name packages
  torch=$(wheel_of "$wheels" torch "$release") ||
    { ask_for "torch==$release" && torch=$(wheel_asked torch); }
  requirement=$(cuda_packages "$torch")
  if [[ $requirement == cuda-toolkit==* ]]; then
    ask_for "$requirement"
    toolkit=("$(wheel_asked cuda-toolkit)")
  fi
  packages=$(nvidia_packages "$torch" "$machine" "$lock" ${toolkit[@]+"${toolkit[@]}"})
  for requirement in $packages; do
    name=${requirement%%==*}
    ! grep -qs "^$name==" "$asked/nvidia.txt" || continue
    say "requesting $requirement"
    ask_for "$requirement"
    nvidia_pin_of "$name" >>"$asked/nvidia.txt"
    rm -f "$(wheel_asked "$name")"
  done
  [ -n "$packages" ] || give_up "torch $release requires no packages of NVIDIA"
}

pin_nvidia() {
  local nvidia_lock=${lock%.txt}.cuda.txt
  if [ -e "$nvidia_lock" ]; then
    say "NVIDIA's libraries for it are pinned already: $nvidia_lock"
    return 0
  fi
  open_cache "$asked" "2 GB"
  need_python
  ask_for_nvidia
  {
    printf "# NVIDIA's libraries that libtorch %s needs on a GPU, beside those of %s. Read by\n" \
      "$release" "$(basename "$lock")"
    printf '# scripts/fetch-libtorch.sh --cuda.\n'
    cat "$asked/nvidia.txt"
  } >"$nvidia_lock"
  rm -rf "$asked"
  say "written: $nvidia_lock"
}

[ -e "$list" ] || fail "$list does not exist"
# Checked before the downloads.
[ -w "$into" ] || fail "cannot write to the folder: $into" \
  "What to do: name a writable one that has an operators.txt: --into DIR"
pin_libtorch
pin_operators
[ -z "$cuda" ] || pin_nvidia
say "What to do next:"
say "  scripts/try-release.sh $release       tries it, and changes nothing"
say "  scripts/move-release.sh $release      makes it the pinned release"
say "  ctorch-gen history $release           if it should only be one of the fetched releases"
