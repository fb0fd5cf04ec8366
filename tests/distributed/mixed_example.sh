#!/bin/bash
# mixed_example.sh LAUNCH PROGRAM FILE: the program in C and FILE in Python as ranks of one group print
# the same. PYTHON is a Python with torch.
set -eu
launch=$1 program=$2 file=$3
python=${PYTHON:-python3}
if ! "$python" -c 'import torch' 2>/dev/null; then
  echo "skipped: $python has no torch (PYTHON=... names one that has)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

try() { # COMMAND...: the launcher and its options
  echo "$*"
  timeout 120 "$@" sh -c 'if [ $RANK = 0 ]; then exec "$0" "$1"; else exec "$2"; fi' \
    "$python" "$file" "$program" >"$work/lines"
  cat "$work/lines"
  # Two lines, each of all three ranks.
  [ "$(sed 's/^\[[0-9]*\] //' "$work/lines" | sort | uniq -c | awk '$1 == 3' | wc -l)" -eq 2 ]
}

export OMP_NUM_THREADS=1
try "$launch" -n 3
try "$python" -m torch.distributed.run --standalone --no-python --nproc-per-node 3
grep -q 'tensor(\[6., 6.\])' "$work/lines"
