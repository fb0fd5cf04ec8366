#!/bin/bash
# beside.sh LAUNCH PROGRAM SCRIPT: groups of ranks in C and in Python: each rank must print the lines
# that it prints in a group of Python alone. PYTHON is a Python with torch.
set -eu
launch=$1 program=$2 script=$3
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
if ! "$python" -c 'import torch' 2>/dev/null; then
  echo "skipped: $python has no torch (PYTHON=... names one that has)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# A rank is in Python if it is in the list. Lines keep their order on each rank.
run() { # RANKS PYTHON-RANKS FILE
  if ! timeout 300 env MIXED_RANKS=" $2 " "$launch" -n "$1" bash -c '
    case $MIXED_RANKS in
    *" $RANK "*) exec "$0" -W ignore "$1" ;;
    *) exec "$2" print ;;
    esac' "$python" "$here/$script" "$program" >"$work/lines" 2>"$work/errors"; then
    echo "FAILED: ranks in Python: $2 of $1"
    cat "$work/lines" "$work/errors"
    exit 1
  fi
  sort -s -k 1,1 "$work/lines" >"$3"
}

try() { # RANKS PYTHON-RANKS
  run "$1" "$2" "$work/mixed"
  if diff "$work/python" "$work/mixed"; then
    echo "ok: ranks in Python: $2 of $1"
  else
    echo "FAILED: ranks in Python: $2 of $1: not the same lines"
    failures=$((failures + 1))
  fi
}

run 2 "0 1" "$work/python"
try 2 "0"
try 2 "1"
[ $failures -eq 0 ]
