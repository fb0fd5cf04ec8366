#!/usr/bin/env bash
# serving.sh: how long a request to a small model takes when threads serve it, in C and in Python.
#
#     benchmarks/serving.sh [--rounds N] [--requests N] [BUILD]
#
# BUILD is a folder in which libctorch was built, with the target bench_serving (build/release). All
# sides take turns N times (5), each in a process of its own; every thread answers N requests
# (20000). Printed are medians over the rounds: microseconds of a request, the median (p50) and what
# 99 of 100 do not exceed (p99); the requests that all threads answer in a second; and the ratios, C
# divided by the other side of the same round, with the values between which 8 of 10 rounds lie.
#
# The first table is C beside Python. The second, of C alone, is what each way to serve changes,
# beside inference mode with a scope for each request. The third is the first request of a process
# and of a thread. PYTHON=FILE is a Python that has torch of the same release (python3); without one,
# the first table is left out.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=5 requests=20000
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --requests) requests=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "serving.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
need_program bench_serving
begin_work

in_c() { "$program" "$1" "$2" "$requests"; } # CASE THREADS
in_python() { "$python" "$root/benchmarks/serving.py" "$1" "$2" "$requests"; }

# A line of 10 numbers for each round: those of both sides.
turns() { # SIDE CASE OTHER-SIDE OTHER-CASE THREADS
  local round ours other # a program that fails ends the script only so
  for ((round = 0; round < rounds; round++)); do
    ours=$("$1" "$2" "$5")
    other=$("$3" "$4" "$5")
    printf '%s %s\n' "$ours" "$other"
  done >"$work/turns"
}

middle() { # COLUMN
  cut -d ' ' -f "$1" "$work/turns" | spread | cut -d ' ' -f 1
}

print_ratio() { # CASE THREADS FIGURE COLUMN [DIGITS]
  local other=$(($4 + 5)) ratio low high
  read -r ratio low high < <(awk -v x="$4" -v y=$other '{ print $x / $y }' "$work/turns" | spread)
  printf "%-10s %7d  %-9s %9.${5:-1}f %9.${5:-1}f %8.2f   %.2f to %.2f\n" "$1" "$2" "$3" \
    "$(middle "$4")" "$(middle $other)" "$ratio" "$low" "$high"
}

print_pair() { # CASE THREADS
  print_ratio "$1" "$2" p50 1
  print_ratio "$1" "$2" p99 2
  print_ratio "$1" "$2" a-second 3 0
}

if "$python" -c 'import torch' 2>/dev/null; then
  printf '%-10s %7s  %-9s %9s %9s %8s   %s\n' case threads figure C Python 'C / it' '8 of 10'
  for threads in 1 2 4; do
    turns in_c inference in_python inference $threads
    print_pair inference $threads
  done
  for name in no_grad recording pinned; do
    turns in_c $name in_python $name 2
    print_pair $name 2
  done
else
  echo "serving.sh: the first table is left out, since $python has no torch (PYTHON=FILE)" >&2
fi

printf '\n%-10s %7s  %-9s %9s %9s %8s   %s\n' case threads figure it inference ratio '8 of 10'
for threads in 1 4; do
  for name in no_grad recording one_scope pinned; do
    turns in_c $name in_c inference $threads
    print_pair $name $threads
  done
done

printf '\n%-40s %9s\n' 'the first request, us, 4 threads' C
turns in_c inference in_c no_warm_up 4
printf '%-40s %9.1f\n' 'of the process, the warm-up itself' "$(middle 4)" \
  'of a thread, after it' "$(middle 5)" 'of a thread, without a warm-up' "$(middle 10)"
