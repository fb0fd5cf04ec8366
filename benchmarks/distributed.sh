#!/usr/bin/env bash
# distributed.sh: what all_reduce() and a step of DDP cost in C, beside Python, on gloo.
#
#     benchmarks/distributed.sh [--rounds N] [--ranks "2 4 8"] [BUILD]
#     benchmarks/distributed.sh --growth [--rounds N] [--ranks "1 2 4 8"] [BUILD]
#     benchmarks/distributed.sh --network 4gbit [--rounds N] [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). The sides take turns, N times (9),
# each in processes of its own, which ct_launch starts. Printed are, for each number of ranks, the
# medians of the time of a call and of its time divided by Python's, round by round, with the values
# between which 8 of 10 lie; then how the time of a step compares with that of its computations and of
# one all_reduce() of its gradients, one after the other: below 1, they overlap. PYTHON=FILE is a Python
# that has torch of the same release (python3).
#
# --growth prints for 1, 2, 4 and 8 ranks what a call takes in C, and what a rank sends. --network
# measures the overlap of two ranks in a network of that rate, in which they wait instead of computing:
# the loopback device of a network namespace, which needs root and iproute2.
set -eu -o pipefail
# shellcheck source=benchmarks/lib.sh
. "$(dirname "$0")/lib.sh"

rounds=9 counts='' mode=python network=''
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --ranks) counts=$2 && shift ;;
  --growth) mode=growth ;;
  --network) mode=network network=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "distributed.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
# Again, in a network namespace whose loopback device has that rate.
if [ $mode = network ] && [ -z "${BENCHMARK_NETWORK:-}" ]; then
  command -v tc >/dev/null || { echo "distributed.sh: --network needs iproute2" >&2 && exit 1; }
  export BENCHMARK_NETWORK=$network
  exec unshare -n -- "$0" --network "$network" --rounds "$rounds" "$build"
fi
need_program ct_launch
launch=$program
need_program bench_distributed
[ $mode != python ] || "$python" -c 'import torch' || {
  echo "distributed.sh: $python has no torch; PYTHON=FILE names one that has" >&2
  exit 1
}
begin_work

take_turn() { # SIDE RANKS WHAT SIZE CALLS
  case $1 in
  c) "$launch" --no-prefix -n "$2" "$program" "${@:3}" ;;
  python) "$launch" --no-prefix -n "$2" "$python" -W ignore "$root/benchmarks/distributed.py" "${@:3}" ;;
  esac
}

compare() { # RANKS WHAT SIZE CALLS
  local side c in_python ratio low high
  : >"$work/c"
  : >"$work/python"
  for ((round = 0; round < rounds; round++)); do
    for side in c python; do take_turn "$side" "$@" | cut -d ' ' -f 1 >>"$work/$side"; done
  done
  read -r c _ < <(spread <"$work/c")
  read -r in_python _ < <(spread <"$work/python")
  read -r ratio low high < <(paste "$work/c" "$work/python" | awk '{ print $1 / $2 }' | spread)
  printf '%5d %-11s %9d %12.1f %12.1f %8.3f, %6.3f to %6.3f\n' \
    "$1" "$2" "$3" "$c" "$in_python" "$ratio" "$low" "$high"
}

overlap() { # RANKS WIDTH CALLS [ROWS [MIB]]
  local ratio low high step compute communicate
  read -r ratio low high step compute communicate < <(take_turn c "$1" overlap "${@:2}")
  printf '%5d a step / (computing + communicating) %23s %8.3f, %6.3f to %6.3f (%d / (%d + %d) us)\n' \
    "$1" '' "$ratio" "$low" "$high" "$step" "$compute" "$communicate"
}

measure() { # RANKS WHAT SIZE CALLS
  local us low high
  for ((round = 0; round < rounds; round++)); do take_turn c "$@"; done >"$work/c"
  read -r us low high < <(cut -d ' ' -f 1 "$work/c" | spread)
  read -r _ messages bytes <"$work/c"
  printf '%5d %-11s %9d %12.1f, %10.1f to %10.1f %10.1f %12d\n' \
    "$1" "$2" "$3" "$us" "$low" "$high" "$messages" "$bytes"
}

beside_python() { # RANKS
  compare "$1" all_reduce 1 1500
  compare "$1" all_reduce 262144 300
  compare "$1" all_reduce 4194304 40
  compare "$1" step 256 300
  compare "$1" step 1024 40
  overlap "$1" 1024 40
}

growth() { # RANKS
  measure "$1" all_reduce 1 500
  measure "$1" all_reduce 262144 100
  measure "$1" all_reduce 4194304 20
  measure "$1" step 256 100
  measure "$1" step 1024 20
}

case $mode in
python)
  printf '%5s %-11s %9s %12s %12s %24s\n' ranks call size 'C, us' 'Python, us' 'C / Python, 8 of 10'
  for ranks in ${counts:-2}; do beside_python "$ranks"; done
  ;;
growth)
  printf '%5s %-11s %9s %12s %25s %10s %12s\n' ranks call size us '8 of 10' messages bytes
  for ranks in ${counts:-1 2 4 8}; do growth "$ranks"; done
  ;;
network)
  ip link set lo up
  tc qdisc add dev lo root tbf rate "$network" burst 1mb latency 1s
  exec 2> >(grep -v 'hostname of the client socket' >&2) # this host has no name there
  echo "a network of $network; 512 rows; buckets of the usual size, and of 4 MiB:"
  overlap 2 1024 "$rounds" 512
  overlap 2 1024 "$rounds" 512 4
  ;;
esac
