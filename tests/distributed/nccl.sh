#!/bin/bash
# nccl.sh LAUNCH PROGRAM FAKES: the backend nccl in C beside Python's, with one and two ranks, and with
# one in each language: the fake logs the calls of NCCL on each rank, and they must be the same. FAKES
# is the folder of its libraries, for Python. Without a Python that has torch with CUDA (PYTHON), the
# calls of C must be those in nccl.expected, which `nccl.sh LAUNCH PROGRAM FAKES write` writes from
# Python's of libtorch 2.15.0.
set -eu
launch=$1 program=$2 write=${4:-}
fakes=$(printf '%s:' "$3"/libcudart.so.* "$3"/lib*.so.*)
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work FAKE_CUDA_DEVICES=2 FAKE_NCCL_TIMEOUT=60
failures=0

has_python() {
  LD_PRELOAD=$fakes "$python" -c 'import torch; assert torch.version.cuda and torch.cuda.is_available()' \
    2>/dev/null
}

# The calls of each rank, after its number. A rank is in Python if it is in the list.
calls_of() { # CASE RANKS PYTHON-RANKS
  rm -f "$work"/log.*
  if ! NCCL_RANKS=" $3 " NCCL_LOG=$work/log timeout 120 "$launch" -n "$2" bash -c '
    export FAKE_CUDA_LOG=$NCCL_LOG.$RANK
    case $NCCL_RANKS in
    *" $RANK "*) LD_PRELOAD=$3 exec "$0" -W ignore "$1" "$4" ;;
    *) exec "$2" "$4" ;;
    esac' "$python" "$here/nccl.py" "$program" "$fakes" "$1" >"$work/out" 2>&1; then
    cat "$work/out" >&2
    return 1
  fi
  for ((rank = 0; rank < $2; rank++)); do
    sed -n "s/^nccl/$1 $rank of $2: nccl/p" "$work/log.$rank"
  done
}

compare() { # WHAT EXPECTED CASE RANKS PYTHON-RANKS
  if calls_of "${@:3}" >"$work/got" && diff "$2" "$work/got"; then
    echo "ok: $1: $(wc -l <"$work/got") calls"
  else
    echo "FAILED: $1"
    failures=$((failures + 1))
  fi
}

try() { # CASE RANKS
  if has_python; then
    calls_of "$1" "$2" "0 1" >"$work/python"
    if [ -n "$write" ]; then
      cat "$work/python" >>"$here/nccl.expected"
    fi
    compare "$1, $2 ranks, C" "$work/python" "$1" "$2" ""
    [ "$2" = 1 ] || compare "$1, rank 1 in Python" "$work/python" "$1" "$2" 1
  else
    echo "not run beside Python: $python has no torch with CUDA (PYTHON=... names one that has)"
    grep "^$1 [0-9]* of $2: " "$here/nccl.expected" >"$work/python"
    compare "$1, $2 ranks, C" "$work/python" "$1" "$2" ""
  fi
}

[ -z "$write" ] || : >"$here/nccl.expected"
for case in all both; do
  try $case 1
  try $case 2
done
[ $failures -eq 0 ]
