#!/usr/bin/env bash
# distributions.sh: what distributions of 8 elements cost in C, beside the same operators, called in C,
# and beside Python.
#
#     benchmarks/distributions.sh [--rounds N] [BUILD]
#
# BUILD is a folder in which libctorch was built, with the target bench_distributions (build/release).
# Distributions and operators take turns in one process; C and Python take turns N times (7), each in a
# process of its own. Printed are the medians of the processor time of a call in C and of the ratios, C
# divided by the other, with the values between which 8 of 10 pairs lie. The distributions do not check
# values, except in the case `checked`. PYTHON=FILE is a Python that has torch of the same release
# (python3); without one, that side is left out.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=7
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "distributions.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
need_program bench_distributions
begin_work

print_row() { # CASE OTHER US RATIO LOW HIGH
  printf '%-24s %-10s %8.3f %8.3f   %.3f to %.3f\n' "$@"
}

has_python=
"$python" -c 'import torch' 2>/dev/null && has_python=1
printf '%-24s %-10s %8s %8s   %s\n' case beside 'us in C' 'C / it' '8 of 10'
for name in normal_log_prob normal_log_prob_checked normal_rsample categorical_log_prob \
  categorical_sample; do
  read -r us _ ratio low high < <("$program" pairs "$name" 61 2000)
  print_row "$name" operators "$us" "$ratio" "$low" "$high"
  [ -n "$has_python" ] || continue
  for ((round = 0; round < rounds; round++)); do
    printf '%s %s\n' "$("$program" time "$name" 2000)" \
      "$("$python" "$root/benchmarks/distributions.py" "$name" 2000)"
  done >"$work/both"
  read -r us _ < <(cut -d ' ' -f 1 "$work/both" | spread)
  read -r ratio low high < <(awk '{ print $1 / $2 }' "$work/both" | spread)
  print_row "$name" Python "$us" "$ratio" "$low" "$high"
done
