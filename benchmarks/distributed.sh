#!/usr/bin/env bash
# distributed.sh: what all_reduce() and a step of DDP cost in C, beside Python, on gloo.
#
#     benchmarks/distributed.sh [--rounds N] [--ranks "2 4 8"] [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). The sides take turns, N times (9),
# each in processes of its own, which ct_launch starts. Printed are, for each number of ranks, the
# medians of the time of a call and of its time divided by Python's, round by round, with the values
# between which 8 of 10 lie; then how the time of a step compares with that of its computations and of
# one all_reduce() of its gradients, one after the other: below 1, they overlap. PYTHON=FILE is a Python
# that has torch of the same release (python3).
set -eu -o pipefail
# shellcheck source=benchmarks/lib.sh
. "$(dirname "$0")/lib.sh"

rounds=9 counts=2
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --ranks) counts=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "distributed.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
need_program ct_launch
launch=$program
need_program bench_distributed
"$python" -c 'import torch' || {
  echo "distributed.sh: $python has no torch; PYTHON=FILE names one that has" >&2
  exit 1
}
begin_work

take_turn() { # SIDE RANKS WHAT SIZE CALLS
  case $1 in
  c) "$launch" --no-prefix -n "$2" "$program" "$3" "$4" "$5" ;;
  python) "$launch" --no-prefix -n "$2" "$python" -W ignore "$root/benchmarks/distributed.py" "$3" "$4" "$5" ;;
  esac
}

compare() { # RANKS WHAT SIZE CALLS
  local side c in_python ratio low high
  : >"$work/c"
  : >"$work/python"
  for ((round = 0; round < rounds; round++)); do
    for side in c python; do take_turn "$side" "$@" >>"$work/$side"; done
  done
  read -r c _ < <(spread <"$work/c")
  read -r in_python _ < <(spread <"$work/python")
  read -r ratio low high < <(paste "$work/c" "$work/python" | awk '{ print $1 / $2 }' | spread)
  printf '%5d %-11s %9d %12.1f %12.1f %8.3f, %6.3f to %6.3f\n' \
    "$1" "$2" "$3" "$c" "$in_python" "$ratio" "$low" "$high"
}

overlap() { # RANKS WIDTH CALLS
  local part ratio low high
  : >"$work/parts"
  for ((round = 0; round < rounds; round++)); do
    for part in step compute communicate; do take_turn c "$1" "$part" "$2" "$3"; done |
      paste - - - >>"$work/parts"
  done
  read -r ratio low high < <(awk '{ print $1 / ($2 + $3) }' "$work/parts" | spread)
  printf '%5d a step / (computing + communicating) %23s %8.3f, %6.3f to %6.3f\n' \
    "$1" '' "$ratio" "$low" "$high"
}

printf '%5s %-11s %9s %12s %12s %24s\n' ranks call size 'C, us' 'Python, us' 'C / Python, 8 of 10'
for ranks in $counts; do
  compare "$ranks" all_reduce 1 1500
  compare "$ranks" all_reduce 262144 300
  compare "$ranks" all_reduce 4194304 40
  compare "$ranks" step 256 300
  compare "$ranks" step 1024 40
  overlap "$ranks" 1024 40
done
