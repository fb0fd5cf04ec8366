#!/usr/bin/env bash
# steps.sh: what a training step costs in C, beside C++ (torch::nn) and Python.
#
#     benchmarks/steps.sh [--rounds N] [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). The sides take turns, N times (9),
# each in a process of its own, and one thread computes. Printed are, for each network and side, the
# medians of the processor time of a step, of its time divided by that of C, round by round, of the
# page faults of a step after the third, and of the most memory that the process had. PYTHON=FILE is
# a Python that has torch of the same release (python3); without one, that side is left out.
set -eu -o pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/release
rounds=9
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "steps.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
python=${PYTHON:-python3}
bin=$build/bin
for program in bench_steps bench_steps_nn; do
  [ -x "$bin/$program" ] || {
    echo "steps.sh: there is no $bin/$program" >&2
    echo "  What to do: cmake --build $build --target bench_steps bench_steps_nn" >&2
    exit 1
  }
done

export OMP_NUM_THREADS=1 MKL_NUM_THREADS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sides=(c scopes uncached cpp)
"$python" -c 'import torch' 2>/dev/null && sides+=(python)

take_turn() { # SIDE MODEL STEPS
  case $1 in
  c) "$bin/bench_steps" "$2" "$3" ;;
  scopes) "$bin/bench_steps" "$2" "$3" scopes ;;
  uncached) CTORCH_NO_MEMORY_CACHING=1 "$bin/bench_steps" "$2" "$3" ;;
  cpp) "$bin/bench_steps_nn" "$2" "$3" ;;
  python) "$python" -W ignore "$root/benchmarks/steps.py" "$2" "$3" ;;
  esac
}

# Lines of numbers: the median of each column.
medians() {
  awk '{ for (i = 1; i <= NF; i++) value[i, NR] = $i; columns = NF }
    END {
      for (i = 1; i <= columns; i++) {
        for (j = 1; j <= NR; j++) sorted[j] = value[i, j] + 0
        for (j = 2; j <= NR; j++)
          for (k = j; k > 1 && sorted[k - 1] > sorted[k]; k--) {
            swap = sorted[k]; sorted[k] = sorted[k - 1]; sorted[k - 1] = swap
          }
        printf "%s%s", sorted[int((NR + 1) / 2)], i < columns ? " " : "\n"
      }
    }' "$1"
}

printf '%-6s %-9s %10s %8s %14s %10s\n' model side 'ms a step' 'C / it' 'faults a step' 'peak MiB'
for model in mlp cnn gpt; do
  case $model in mlp) steps=2000 ;; cnn) steps=60 ;; gpt) steps=10 ;; esac
  for side in "${sides[@]}"; do : >"$work/$side"; done
  for ((round = 0; round < rounds; round++)); do
    for side in "${sides[@]}"; do take_turn "$side" "$model" "$steps" >>"$work/$side"; done
  done
  for side in "${sides[@]}"; do
    paste -d ' ' "$work/$side" "$work/c" | awk '{ print $1, $6 / $1, $2, $3 }' >"$work/columns"
    read -r ms ratio faults peak < <(medians "$work/columns")
    printf '%-6s %-9s %10.3f %8.3f %14.2f %10.1f\n' \
      "$model" "$side" "$ms" "$ratio" "$faults" "$peak"
  done
done
