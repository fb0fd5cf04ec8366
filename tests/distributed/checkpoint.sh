#!/bin/bash
# checkpoint.sh LAUNCH CHECKPOINT: checkpoints of n ranks are loaded by m, in C and in Python. PYTHON is
# a Python with torch.
set -eu
launch=$1 checkpoint=$2
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

try() { # TEXT RANKS COMMAND...
  local text=$1 ranks=$2
  shift 2
  if timeout 120 "$launch" -n "$ranks" "$@" >"$work/lines" 2>&1; then
    echo "ok: $text"
  else
    echo "FAILED: $text"
    cat "$work/lines"
    failures=$((failures + 1))
  fi
}

try "3 ranks save" 3 "$checkpoint" save "$work/c"
if [ "$(ls -A "$work/c" | tr '\n' ' ')" != ".metadata __0_0.distcp __1_0.distcp __2_0.distcp " ]; then
  echo "FAILED: the files of 3 ranks: $(ls -A "$work/c")"
  failures=$((failures + 1))
fi
try "2 ranks load" 2 "$checkpoint" load "$work/c"
try "1 rank loads" 1 "$checkpoint" load "$work/c"
try "4 ranks load" 4 "$checkpoint" load "$work/c"
try "2 ranks save over it" 2 "$checkpoint" save "$work/c"
try "3 ranks load that" 3 "$checkpoint" load "$work/c"
if [ "$(ls -A "$work/c" | tr '\n' ' ')" != ".metadata __0_1.distcp __1_1.distcp " ]; then
  echo "FAILED: the files of 2 ranks: $(ls -A "$work/c")"
  failures=$((failures + 1))
fi
try "errors of one rank are errors of all" 3 "$checkpoint" wrong "$work/wrong"
if "$python" -c 'import torch.distributed.tensor' 2>/dev/null; then
  try "Python's 2 ranks load C's checkpoint" 2 "$python" "$here/checkpoint.py" load "$work/c"
  try "Python's 2 ranks save" 2 "$python" "$here/checkpoint.py" save "$work/python"
  try "C's 3 ranks load Python's checkpoint" 3 "$checkpoint" load "$work/python"
else
  echo "skipped: checkpoints of Python, as $python has no torch (PYTHON=... names one that has)"
fi
[ $failures -eq 0 ]
