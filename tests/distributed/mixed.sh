#!/bin/bash
# mixed.sh LAUNCH MIXED: groups of ranks in C and in Python, which must print the same lines. PYTHON is
# a Python with torch.
set -eu
launch=$1 mixed=$2
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
if ! "$python" -c 'import torch' 2>/dev/null; then
  echo "skipped: $python has no torch (PYTHON=... names one that has)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# A rank is in Python if it is in the list.
try() { # PYTHON-RANKS NAME=VALUE...
  local ranks=$1
  shift
  if ! timeout 120 env "$@" MIXED_RANKS=" $ranks " "$launch" -n 3 bash -c '
    case $MIXED_RANKS in
    *" $RANK "*) exec "$0" "$1" ;;
    *) exec "$2" ;;
    esac' "$python" "$here/mixed.py" "$mixed" >"$work/lines" 2>"$work/errors"; then
    echo "FAILED: ranks in Python: $ranks"
    cat "$work/lines" "$work/errors"
    failures=$((failures + 1))
    return
  fi
  sed 's/^\[[0-9]*\] //' "$work/lines" | sort | uniq -c >"$work/counts"
  # Fourteen lines, each of all ranks; "group" of two.
  if [ "$(awk '$1 == 3 || ($1 == 2 && $2 == "group")' "$work/counts" | wc -l)" -eq 14 ] &&
    [ "$(wc -l <"$work/counts")" -eq 14 ]; then
    echo "ok: ranks in Python: $ranks $*"
  else
    echo "FAILED: ranks in Python: $ranks: not the same lines"
    cat "$work/counts"
    failures=$((failures + 1))
  fi
}

try "0 1 2"
try "1"
try "0 2"
try "2" TORCH_DISTRIBUTED_DEBUG=DETAIL
[ $failures -eq 0 ]
