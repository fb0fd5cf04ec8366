#!/usr/bin/env bash
# modules.sh: what a training step of modules costs in C, beside C++ (torch::nn) and Python.
#
#     benchmarks/modules.sh [--rounds N] [--instructions] [BUILD] [MODEL]...
#
# BUILD is a folder in which libctorch was built (build/release), MODEL is mlp, lenet, resnet, tagger,
# encoder or sdpa; without one, all of them are measured. sdpa is the encoder again, but its C++ calls
# the operators of Python's torch.nn, as C does.
#
# The sides, each in a process of its own, take turns N times (9). In the rows "C++ here" C and C++
# take turns in one process, where C++ has libctorch's cache of memory, too: the difference that is
# left is that of the modules. One thread computes. Printed are the medians of the processor time of
# a step in C and of the ratios, C divided by the other, with the values between which 8 of 10 pairs
# lie. PYTHON=FILE is a Python that has torch of the same release (python3); without one, that side is
# left out.
#
# --instructions counts the instructions of a step in C and C++ instead, which are the same in every
# run. It needs valgrind, and two minutes for each network.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=9
instructions=
models=()
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --instructions) instructions=1 ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "modules.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  mlp | lenet | resnet | tagger | encoder | sdpa) models+=("$1") ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
[ ${#models[@]} -gt 0 ] || models=(mlp lenet resnet tagger encoder sdpa)
need_program bench_modules

begin_work

# --- Instructions ---

# The instructions of one step.
count() { # SIDE MODEL STEPS
  local collected
  valgrind --tool=callgrind --toggle-collect=count --callgrind-out-file="$work/out" \
    "$program" count "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  collected=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' "$work/log")
  if [ "${collected:-0}" -eq 0 ]; then
    echo "modules.sh: valgrind counted nothing in '$*':" >&2
    cat "$work/log" >&2
    exit 1
  fi
  echo $((collected / $3))
}

count_model() { # MODEL STEPS
  local cpp ours
  cpp=$(count cpp "$@")
  ours=$(count c "$@")
  awk -v name="$1" -v cpp="$cpp" -v ours="$ours" \
    'BEGIN { printf "%-8s %14d %14d %8.3f\n", name, cpp, ours, ours / cpp }'
}

if [ -n "$instructions" ]; then
  printf '%-8s %14s %14s %8s\n' 'instr.' 'C++' 'C' 'C / C++'
  for model in "${models[@]}"; do
    case $model in mlp) steps=20 ;; resnet) steps=1 ;; *) steps=3 ;; esac
    count_model "$model" "$steps"
  done
  exit
fi

# --- Times ---

print_row() { # MODEL OTHER MS RATIO LOW HIGH
  printf '%-8s %-9s %10.3f %9.3f   %.3f to %.3f\n' "$@"
}

compare_here() { # MODEL STEPS PAIRS
  local ms ratio low high _
  read -r ms _ ratio low high < <("$program" pairs "$1" "$3" "$2")
  print_row "$1" 'C++ here' "$ms" "$ratio" "$low" "$high"
}

take_turn() { # SIDE MODEL STEPS
  case $1 in
  Python) "$python" -W ignore "$root/benchmarks/modules.py" "$2" "$3" ;;
  C++) "$program" time cpp "$2" "$3" ;;
  C) "$program" time c "$2" "$3" ;;
  esac
}

# The same first and last loss, or it is not the same network. The lines have "ms faults MiB first
# last" of C and of the other side.
check_losses() { # MODEL OTHER LINES
  awk -v name="$1" -v other="$2" 'function differ(a, b) { return (a - b)^2 > 1e-6 * b^2 + 1e-8 }
    differ($4, $9) || differ($5, $10) {
      printf "modules.sh: %s: losses %s to %s in C, %s to %s in %s\n", name, $4, $5, $9, $10, other \
        >"/dev/stderr"
      exit 1
    }' "$3"
}

compare() { # MODEL STEPS
  local side ms ratio low high round
  for side in C "${others[@]}"; do : >"$work/$side"; done
  for ((round = 0; round < rounds; round++)); do
    for side in C "${others[@]}"; do take_turn "$side" "$@" >>"$work/$side"; done
  done
  for side in "${others[@]}"; do
    paste -d ' ' "$work/C" "$work/$side" >"$work/both"
    check_losses "$1" "$side" "$work/both"
    read -r ms _ < <(awk '{ print $1 }' "$work/both" | spread)
    read -r ratio low high < <(awk '{ print $1 / $6 }' "$work/both" | spread)
    print_row "$1" "$side" "$ms" "$ratio" "$low" "$high"
  done
}

others=(C++)
"$python" -c 'import torch' 2>/dev/null && others+=(Python)

printf '%-8s %-9s %10s %9s   %s\n' model beside 'ms in C' 'C / it' '8 of 10'
for model in "${models[@]}"; do
  case $model in # a turn is some 50 ms, or a step
  mlp) turn=200 pairs=61 steps=2000 ;;
  resnet) turn=1 pairs=15 steps=9 ;;
  *) turn=6 pairs=41 steps=60 ;;
  esac
  compare_here "$model" "$turn" "$pairs"
  [ "$model" = sdpa ] || compare "$model" "$steps"
done
