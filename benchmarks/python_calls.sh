#!/usr/bin/env bash
# python_calls.sh: what a call costs in the binding of Python, beside Python's torch.
#
#     PYTHON=FILE benchmarks/python_calls.sh [--rounds N] [BUILD]
#
# BUILD is a folder in which bindings-python was built (build/release), PYTHON a Python that has torch
# of the same release. The two sides, each in a process of its own, take turns N times (5). Printed are,
# for each call on tensors of one element, the medians of the processor time in nanoseconds, and of the
# ratio, ctorch divided by torch, with the values between which 8 of 10 pairs lie.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=5
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "python_calls.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
if [ ! -e "$build/bindings/python/ctorch/_C.abi3.so" ]; then
  echo "python_calls.sh: there is no $build/bindings/python/ctorch" >&2
  echo "  What to do: cmake --build $build --target bindings-python" >&2
  exit 1
fi
if ! "$python" -c 'import torch' 2>/dev/null; then
  echo "python_calls.sh: $python has no torch" >&2
  echo "  What to do: PYTHON=FILE with a Python that has it" >&2
  exit 1
fi

begin_work
for ((round = 0; round < rounds; round++)); do
  for side in torch ctorch; do
    PYTHONPATH=$build/bindings/python "$python" "$root/benchmarks/python_calls.py" $side \
      >"$work/$side.$round"
  done
  paste "$work/ctorch.$round" "$work/torch.$round" >>"$work/all"
done
printf '%-14s %8s %8s  %s\n' call ctorch torch 'ratio (8 of 10)'
cut -f2 "$work/ctorch.0" | while read -r call; do
  rows() { awk -F'\t' -v call="$call" '$2 == call' "$work/all"; } # CTORCH CALL TORCH CALL
  read -r ours _ < <(rows | cut -f1 | spread)
  read -r theirs _ < <(rows | cut -f3 | spread)
  rows | awk -F'\t' '{ print $1 / $3 }' | spread | {
    read -r ratio low high
    printf '%-14s %8s %8s  %.2f (%.2f to %.2f)\n' "$call" "$ours" "$theirs" "$ratio" "$low" "$high"
  }
done
