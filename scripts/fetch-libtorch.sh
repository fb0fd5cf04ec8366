#!/usr/bin/env bash
# fetch-libtorch.sh: fetches the pinned libtorch into the folder where the build looks for it.
#
#   scripts/fetch-libtorch.sh            does nothing when it is there already
#   scripts/fetch-libtorch.sh --where    prints the folder; status 1 when it is not there
#   --lock FILE                          fetch what FILE pins (default: libtorch-MACHINE.txt here)
#   --cache DIR                          default: $CTORCH_CACHE, else ~/.cache/libctorch;
#                                        configure with the same one: cmake ... -DCTORCH_CACHE=DIR
#
# Every file is checked against the checksum in the lock file before it is unpacked, and unpacked
# into a temporary folder that is renamed at the end: an interrupted run leaves nothing half done,
# and what a killed one left is removed by the next.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

machine=$(uname -m)
lock=$CT_ROOT/scripts/libtorch-$machine.txt
cache=$(ct_cache)
where=
value() { # OPTION [VALUE]
  [ -n "${2:-}" ] || fail "$1 needs a value" "see: $0 --help"
  printf '%s\n' "$2"
}
while [ $# -gt 0 ]; do
  case $1 in
  --where) where=1 ;;
  --lock)
    lock=$(value "$@")
    shift
    ;;
  --cache)
    cache=$(value "$@")
    shift
    ;;
  --help | -h) help_if_asked "$1" ;;
  *) fail "unknown argument '$1'" "see: $0 --help" ;;
  esac
  shift
done

[ -e "$lock" ] || fail \
  "there is no pinned libtorch for this machine ($machine): $lock is not there" \
  "What to do: unpack or build a libtorch yourself and give its folder as LIBTORCH=DIR"

release=$(sed -n 's/^torch==\([0-9.]*\).*/\1/p' "$lock")
target=$cache/libtorch-$release-$machine
wheels=$cache/wheels

complete() { [ -e "$target/torch/lib/libtorch_cpu.so" ] && [ -d "$target/torch/include" ]; }

if [ -n "$where" ]; then
  printf '%s\n' "$target"
  complete
  exit
fi
if complete; then
  say "libtorch $release is there: $target"
  exit 0
fi

# What a person can do by hand, whatever went wrong.
other_ways() {
  printf '%s\n' "Other ways:" \
    "  - download these packages elsewhere (CPython 3.11, manylinux, $machine), put the .whl files" \
    "    into $wheels and run this again:"
  pinned | while read -r name version sum; do
    printf '      %s %s  sha256 %s\n' "$name" "$version" "$sum"
  done
  printf '%s\n' "  - use a libtorch that you have: LIBTORCH=DIR $CT_AGAIN"
}

give_up() { # LINE...
  local lines
  mapfile -t lines < <(other_ways)
  fail "$@" "${lines[@]}"
}

# The lock file as lines: name, version, checksum.
pinned() {
  sed -n 's/^\([a-z0-9-]*\)==\([^ ]*\) --hash=sha256:\([0-9a-f]*\)$/\1 \2 \3/p' "$lock"
}

wheel_of() { # NAME VERSION: its file, if it was downloaded
  local file
  for file in "$wheels/${1//-/_}-$2-"*.whl; do
    [ ! -e "$file" ] || { printf '%s\n' "$file" && return 0; }
  done
  return 1
}

# The lock on it is held by this run and what it starts, and ends with the last of them, however
# they end. Where locks do not work nothing is ever taken for abandoned.
make_partial() {
  partial=$(mktemp -d "$cache/partial.XXXXXX")
  trap 'rm -rf "$partial"' EXIT
  exec 9<"$partial"
  flock -n 9 2>/dev/null || true
}

# Young ones are left alone: they may be waiting for their lock.
remove_abandoned() {
  find "$cache" -maxdepth 1 -name 'partial.*' -mmin +1 \
    -exec flock -n {} rm -rf {} \; 2>/dev/null || true
}

if ! mkdir -p "$wheels" 2>/dev/null || [ ! -w "$cache" ] || [ ! -w "$wheels" ]; then
  fail "the folder for downloads cannot be made or written: $cache" \
    "What to do: name one that can, with 1.1 GB of space: CTORCH_CACHE=DIR $CT_AGAIN" \
    "or use a libtorch that you have: LIBTORCH=DIR $CT_AGAIN"
fi
remove_abandoned

python=$(command -v python3 || true)
[ -n "$python" ] || give_up \
  "python3 is not there; the download is a Python package, which pip fetches and checks" \
  "What to do: apt-get install --no-install-recommends python3-pip"

missing=
while read -r name version sum; do
  wheel_of "$name" "$version" >/dev/null || missing=1
done < <(pinned)

if [ -n "$missing" ]; then
  "$python" -m pip --version >/dev/null 2>&1 || give_up "pip is not there" \
    "What to do: apt-get install --no-install-recommends python3-pip"
  say "downloading libtorch $release (about 550 MB) to $wheels"
  make_partial
  platforms=()
  for tag in manylinux_2_28 manylinux_2_27 manylinux_2_25 manylinux_2_17 manylinux2014; do
    platforms+=(--platform "${tag}_$machine")
  done
  CT_GROWS=$partial
  # TMPDIR: pip downloads into it, and /tmp may be a small file system in memory.
  run_quietly fetch env TMPDIR="$partial" "$python" -m pip --disable-pip-version-check download \
    --no-cache-dir --no-deps --only-binary=:all: --require-hashes -r "$lock" \
    --python-version 3.11 --implementation cp --abi cp311 --abi none "${platforms[@]}" \
    --dest "$partial/wheels" || {
    tail -n 12 "$CT_LOGS/fetch.log" >&2
    if grep -q "DO NOT MATCH" "$CT_LOGS/fetch.log"; then
      give_up "a downloaded file is not the pinned one: its checksum differs (see above)" \
        "Nothing was unpacked. The package index, or something on the way, gave another file."
    fi
    give_up "pip could not download libtorch $release (whole output: $CT_LOGS/fetch.log)" \
      "What to do: see that the network is there (pip obeys https_proxy and its configuration)," \
      "then run again: $CT_AGAIN"
  }
  mv -f "$partial"/wheels/*.whl "$wheels"/
  rm -rf "$partial"
fi

files=()
while read -r name version sum; do
  file=$(wheel_of "$name" "$version")
  say "checking $(basename "$file")"
  got=$(sha256sum "$file" | cut -d' ' -f1)
  [ "$got" = "$sum" ] || give_up "$file is not the pinned file" \
    "  expected sha256 $sum" "  got      sha256 $got" \
    "Nothing was unpacked. What to do: rm '$file' and run again: $CT_AGAIN"
  files+=("$file")
done < <(pinned)

say "unpacking to $target"
make_partial
# The CPU part alone: without the CUDA libraries and without Python's files it is half the size.
run_shown "$python" - "$partial" "${files[@]}" <<'PYTHON' ||
import re, sys, zipfile

wanted = re.compile(
    r"torch/(include/|lib/[^/]*\.so[.0-9]*$|version\.py$)|torch\.libs/"
    r"|torchgen/(packaged/(ATen/native/|autograd/derivatives\.yaml$)|([a-z_]+/)*[a-z_]+\.py$)"
    r"|nvidia/[^/]*/lib/(libcudart|libcupti)\.so"
    r"|[^/]*\.dist-info/(licenses/|LICENSE|NOTICE|METADATA)")
unwanted = re.compile(
    r"torch/lib/(libtorch_cuda|libc10_cuda|libcaffe2_nvrtc|libtorch_nvshmem|libtorch_python|libshm"
    r"|libtorch_global_deps|libtorch\.so)")
target, wheels = sys.argv[1], sys.argv[2:]
for wheel in wheels:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target, [n for n in archive.namelist()
                                    if wanted.match(n) and not unwanted.match(n)])
PYTHON
  give_up "unpacking failed; are there 700 MB of space in $cache?"
[ -e "$partial/torch/lib/libtorch_cpu.so" ] ||
  give_up "there is no torch/lib/libtorch_cpu.so in the downloaded files"
chmod 755 "$partial"
# Another run may have been faster; its result is as good.
rm -rf "$target.old"
[ ! -e "$target" ] || mv "$target" "$target.old"
mv "$partial" "$target"
rm -rf "$target.old"
trap - EXIT
say "libtorch $release is there: $target ($(du -sm "$target" | cut -f1) MB)"
say "the downloads in $wheels may be deleted"
