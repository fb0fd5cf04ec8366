# shellcheck shell=bash disable=SC2154,SC2034 # shared with the sourcing script
# Common parts of fetch-libtorch.sh, fetch-operators.sh and pin-release.sh: downloads that are
# checked before they are unpacked, and folders that appear completely or not at all. Source it
# after lib.sh.

cache=$(ct_cache)

give_up() { # LINE...
  local lines
  mapfile -t lines < <(other_ways)
  fail "$@" "${lines[@]}"
}

# This run and its children hold the lock on it, which ends with the last of them, however they end.
# If locks do not work, no folder counts as abandoned.
make_partial() {
  partial=$(mktemp -d "$cache/partial.XXXXXX")
  trap 'rm -rf "$partial"' EXIT
  exec 9<"$partial"
  flock -n 9 2>/dev/null || true
}

# Keeps new ones: they may be waiting for their lock.
remove_abandoned() {
  find "$cache" -maxdepth 1 -name 'partial.*' -mmin +1 \
    -exec flock -n {} rm -rf {} \; 2>/dev/null || true
}

open_cache() { # FOLDER SPACE: makes the folder for downloads in it
  if ! mkdir -p "$1" 2>/dev/null || [ ! -w "$cache" ] || [ ! -w "$1" ]; then
    fail "cannot create or write the download folder: $cache" \
      "What to do: name a writable one with $2 of space: CTORCH_CACHE=DIR $CT_AGAIN" \
      "or use a libtorch that you have: LIBTORCH=DIR $CT_AGAIN"
  fi
  remove_abandoned
}

# Moves the new folder to its place. Another run may have been faster; its result is equivalent.
put_in_place() { # TARGET
  chmod 755 "$partial"
  rm -rf "$1.old"
  [ ! -e "$1" ] || mv "$1" "$1.old"
  mv "$partial" "$1"
  rm -rf "$1.old"
  trap - EXIT
}

size_of() { # FOLDER
  printf '%s MB' "$(du -sm "$1" | cut -f1)"
}

# --- wheels ---------------------------------------------------------------------------------------

need_python() {
  python=$(command -v python3 || true)
  [ -n "$python" ] || give_up \
    "python3 is not there; the download is a Python package, which pip fetches and checks" \
    "What to do: apt-get install --no-install-recommends python3-pip"
}

# pip's arguments for the wheels of libtorch. The Python version only selects the files; the parts
# that we use are the same.
libtorch_wheels() { # MACHINE: sets wheel_arguments
  local tag
  wheel_arguments=(--python-version 3.11 --implementation cp --abi cp311 --abi none)
  # Each name that glibc 2.28 or an older one has: pip does not add older ones to a given name.
  for tag in _2_{28..17} 2014 1; do
    wheel_arguments+=(--platform "manylinux${tag}_$1")
  done
}

# The same for the smallest wheels of torch, which have the operator list like all others.
operator_wheels() { # CPYTHON: sets wheel_arguments
  wheel_arguments=(--python-version "$1" --implementation cp
    --platform macosx_11_0_arm64 --platform macosx_14_0_arm64)
}

wheel_of() { # FOLDER NAME VERSION: its file, if it was downloaded
  local file
  for file in "$1/${2//-/_}-$3-"*.whl; do
    [ ! -e "$file" ] || { printf '%s\n' "$file" && return 0; }
  done
  return 1
}

download_wheels() { # FOLDER REQUIREMENTS WHAT PIP-ARGUMENT...: a line for each wheel
  local folder=$1 requirements=$2 what=$3
  shift 3
  "$python" -m pip --version >/dev/null 2>&1 || give_up "pip is not installed" \
    "What to do: apt-get install --no-install-recommends python3-pip"
  make_partial
  printf '%s\n' "$requirements" >"$partial/requirements.txt"
  CT_GROWS=$partial
  # TMPDIR: pip downloads into it, and /tmp may be a small file system in memory.
  run_quietly fetch env TMPDIR="$partial" "$python" -m pip --disable-pip-version-check download \
    --no-cache-dir --no-deps --only-binary=:all: -r "$partial/requirements.txt" \
    --dest "$partial/wheels" "$@" || {
    tail -n 12 "$CT_LOGS/fetch.log" >&2
    if grep -q "DO NOT MATCH" "$CT_LOGS/fetch.log"; then
      give_up "the checksum of a downloaded file is not the pinned one (see above)" \
        "Nothing was unpacked. The package index, or a proxy, sent a different file."
    fi
    give_up "pip could not download $what (whole output: $CT_LOGS/fetch.log)" \
      "What to do: check the network (pip obeys https_proxy and its own configuration)," \
      "then run again: $CT_AGAIN"
  }
  mv -f "$partial"/wheels/*.whl "$folder"/
  rm -rf "$partial"
  trap - EXIT
}

check_file() { # FILE SUM
  local got
  say "checking $(basename "$1")"
  got=$(sha256sum "$1" | cut -d' ' -f1)
  [ "$got" = "$2" ] || give_up "$1 is not the pinned file" \
    "  expected sha256 $2" "  got      sha256 $got" \
    "Nothing was unpacked. What to do: rm '$1' and run again: $CT_AGAIN"
}

# The members of the wheels whose names match the first expression but not the second.
unpack_wheels() { # WANTED UNWANTED FILE...
  run_shown "$python" - "$partial" "$@" <<'PYTHON'
import re, sys, zipfile

target, wanted, unwanted, *wheels = sys.argv[1:]
for wheel in wheels:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(target, [n for n in archive.namelist()
                                    if re.match(wanted, n) and not re.match(unwanted, n)])
PYTHON
}
