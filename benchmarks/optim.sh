#!/usr/bin/env bash
# optim.sh: what a step of an optimizer costs in C, beside C++ (torch::optim) and Python.
#
#     benchmarks/optim.sh [--rounds N] [BUILD] [CLASS]...
#
# BUILD is a folder in which libctorch was built (build/release), CLASS is SGD, Adam or AdamW; without
# one, all of them are measured: with 200 tensors of 50,000 elements ("big"), and with 10 of 16
# ("tiny"), where what is left is the cost of the step itself.
#
# C and C++ take turns in one process. Python's three ways (its default, foreach and fused) and C's
# two take turns N times (7), each in a process of its own. One thread computes. Printed are the
# medians of the processor time of a step in C and of the ratios, C divided by the other, with the
# values between which 8 of 10 pairs lie. PYTHON=FILE is a Python that has torch of the same release
# (python3); without one, that side is left out.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=7
classes=()
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "optim.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  SGD | Adam | AdamW) classes+=("$1") ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
[ ${#classes[@]} -gt 0 ] || classes=(SGD Adam AdamW)
need_program bench_optim

begin_work

print_row() { # CLASS SIZE OURS OTHER US RATIO LOW HIGH
  printf '%-6s %-5s %-8s %-15s %10.2f %9.3f   %.3f to %.3f\n' "$@"
}

compare_here() { # CLASS SIZE PAIRS STEPS
  local us ratio low high _
  read -r us _ ratio low high < <("$program" pairs "$@")
  print_row "$1" "$2" default 'C++' "$us" "$ratio" "$low" "$high"
}

# The same parameters at the end, or it is not the same optimizer.
check_sums() { # NAME LINES
  awk -v name="$1" '($2 - $4)^2 > 1e-8 * $4^2 {
      printf "optim.sh: %s: the parameters sum to %s in C, to %s in Python\n", name, $2, $4 \
        >"/dev/stderr"
      exit 1
    }' "$2"
}

compare() { # CLASS SIZE STEPS OURS PYTHONS
  local us ratio low high round
  : >"$work/ours" && : >"$work/other"
  for ((round = 0; round < rounds; round++)); do
    "$program" time "$1" "$2" "$4" "$3" >>"$work/ours"
    "$python" -W ignore "$root/benchmarks/optim.py" "$1" "$2" "$5" "$3" >>"$work/other"
  done
  paste -d ' ' "$work/ours" "$work/other" >"$work/both"
  check_sums "$1 $2 $5" "$work/both"
  read -r us _ < <(awk '{ print $1 }' "$work/both" | spread)
  read -r ratio low high < <(awk '{ print $1 / $3 }' "$work/both" | spread)
  print_row "$1" "$2" "$4" "Python $5" "$us" "$ratio" "$low" "$high"
}

has_python=
"$python" -c 'import torch' 2>/dev/null && has_python=1
printf '%-6s %-5s %-8s %-15s %10s %9s   %s\n' class size ours beside 'us in C' 'C / it' '8 of 10'
for class in "${classes[@]}"; do
  for size in big tiny; do
    case $size in big) pairs=21 turn=2 steps=30 ;; tiny) pairs=61 turn=400 steps=3000 ;; esac
    compare_here "$class" "$size" "$pairs" "$turn"
    [ -n "$has_python" ] || continue
    compare "$class" "$size" "$steps" default default
    compare "$class" "$size" "$steps" default foreach
    compare "$class" "$size" "$steps" fused fused
  done
done
