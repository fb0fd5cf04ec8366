#!/usr/bin/env bash
# exported.sh: what programs that Python exported cost in C, beside Python, and beside the same
# calls written in C.
#
#     benchmarks/exported.sh [--rounds N] [--instructions] [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). Python makes the archives: an MLP,
# a GPT and a ResNet-18 with one input each, a chain of 1,000 nodes that compute next to nothing,
# and 300 MB of weights. PYTHON=FILE is a Python that has torch of the same release (python3).
# ARCHIVES=FOLDER receives the archives, or has those of an earlier run: then a Python without torch
# is enough, and what needs it is left out.
#
# One thread computes, without gradients. Times are processor time:
# - a call, beside Python's eager module and the module of the exported program: each side in a
#   process of its own, in turns, N times (9);
# - a node, beside the calls of generated functions: both in one process, in short turns;
# - ct_export_load(), beside torch.export.load(): the first call of a process, and later ones.
# Printed are medians of C and of the ratios or differences, with the values between which 8 of 10
# pairs lie. Memory is what a call of ResNet-18 with 8 pictures of 224 pixels adds to the resident
# memory at most, what loading the 300 MB adds, and what a second instance adds to the process's
# share of the pages (Pss) after both have read all weights.
#
# --instructions counts the instructions of a node instead, which are the same in every run. It
# needs valgrind.
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=9
instructions=
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --instructions) instructions=1 ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "exported.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
need_program bench_exported
begin_work

# --- Archives ---

run_python() { "$python" -W ignore "$root/benchmarks/exported.py" "$@"; }

has_python=
"$python" -c 'import torch' 2>/dev/null && has_python=1
archives=${ARCHIVES:-$work/archives}
mkdir -p "$archives"
if [ ! -e "$archives/weights.pt2" ]; then # it is written last
  if [ -z "$has_python" ]; then
    echo "exported.sh: $python has no torch, which makes the archives" >&2
    echo "  What to do: pip install torch, or PYTHON=FILE $0" >&2
    exit 1
  fi
  run_python make "$archives"
fi

# --- Instructions ---

# The instructions of the calls, then the number of nodes.
count() { # MODEL SIDE CALLS
  local collected
  valgrind --tool=callgrind --toggle-collect=count --callgrind-out-file="$work/out" \
    "$program" count "$archives" "$@" >"$work/nodes" 2>"$work/log" ||
    { cat "$work/log" >&2; exit 1; }
  collected=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' "$work/log")
  if [ "${collected:-0}" -eq 0 ]; then
    echo "exported.sh: valgrind counted nothing in '$*':" >&2
    cat "$work/log" >&2
    exit 1
  fi
  echo "$collected $(cat "$work/nodes")"
}

count_model() { # MODEL CALLS
  local ours base nodes
  read -r ours nodes < <(count "$1" program "$2")
  read -r base _ < <(count "$1" calls "$2")
  awk -v name="$1" -v nodes="$nodes" -v ours="$ours" -v base="$base" -v all=$((nodes * $2)) 'BEGIN {
    printf "%-8s %6d %10.1f %10.1f %10.1f\n", name, nodes, ours / all, base / all,
      (ours - base) / all }'
}

if [ -n "$instructions" ]; then
  printf '%-8s %6s %10s %10s %10s\n' 'instr.' nodes 'a node' 'in C' 'more'
  count_model mlp 50
  count_model chain 10
  exit
fi

# --- Calls ---

# The same sums of the output, or it is not the same program. The lines have "model us sum" of C and
# "model eager module sum" of Python.
check_sums() { # LINES
  awk '($3 - $7)^2 > 1e-8 * $7^2 + 1e-8 {
      printf "exported.sh: %s: the output sums to %s in C, to %s in Python\n", $1, $3, $7 \
        >"/dev/stderr"
      exit 1
    }' "$1"
}

print_call() { # MODEL BESIDE COLUMN
  local us ratio low high _
  grep "^$1 " "$work/both" >"$work/rows"
  read -r us _ < <(awk '{ print $2 }' "$work/rows" | spread)
  read -r ratio low high < <(awk -v i="$3" '{ print $2 / $i }' "$work/rows" | spread)
  printf '%-8s %-8s %10.1f %9.3f   %.3f to %.3f\n' "$1" "$2" "$us" "$ratio" "$low" "$high"
}

compare_calls() {
  local round model
  for ((round = 0; round < rounds; round++)); do
    "$program" time "$archives" >>"$work/ours"
    run_python time "$archives" >>"$work/other"
  done
  paste -d ' ' "$work/ours" "$work/other" >"$work/both"
  check_sums "$work/both"
  printf '%-8s %-8s %10s %9s   %s\n' call beside 'us in C' 'C / it' '8 of 10'
  for model in mlp gpt resnet; do
    print_call "$model" eager 5
    print_call "$model" module 6
  done
}

# --- Nodes ---

compare_nodes() { # MODEL CALLS
  "$program" pairs "$archives" "$1" 61 "$2" | awk -v name="$1" '{
    printf "%-8s %10.3f %10.3f %10.3f   %.3f to %.3f\n", name, $1, $2, $3, $4, $5 }'
}

# --- Loading ---

print_load() { # NAME COLUMN
  local ms ratio low high _
  read -r ms _ < <(awk -v i="$2" '{ print $i }' "$work/both" | spread)
  if [ -n "$has_python" ]; then
    read -r ratio low high < <(awk -v i="$2" '{ print $i / $(i + 2) }' "$work/both" | spread)
    printf '%-24s %10.2f %9.4f   %.4f to %.4f\n' "$1" "$ms" "$ratio" "$low" "$high"
  else
    printf '%-24s %10.2f %9s\n' "$1" "$ms" -
  fi
}

compare_load() {
  local round
  : >"$work/ours" && : >"$work/other"
  for ((round = 0; round < rounds; round++)); do
    "$program" load "$archives/chain.pt2" >>"$work/ours"
    [ -z "$has_python" ] || run_python load "$archives/chain.pt2" >>"$work/other"
  done
  paste -d ' ' "$work/ours" "$work/other" >"$work/both"
  printf '\n%-24s %10s %9s   %s\n' 'loading 1,000 nodes' 'ms in C' 'C / it' '8 of 10'
  print_load 'the first in a process' 1
  print_load 'later ones' 2
}

# --- Memory ---

# Blocks of 64 KB go back to the system when they are freed, so that what is resident is in use.
compare_memory() { # NAME OURS [OTHER]
  local ours other=
  ours=$(MALLOC_MMAP_THRESHOLD_=65536 "$program" memory "$archives" "$2")
  [ -z "$has_python" ] || [ -z "${3:-}" ] ||
    other=$(MALLOC_MMAP_THRESHOLD_=65536 run_python memory "$archives" "$3")
  awk -v name="$1" -v ours="$ours" -v other="$other" 'BEGIN {
    if (other == "") printf "%-24s %10.1f %9s\n", name, ours, "-"
    else printf "%-24s %10.1f %9.3f\n", name, ours, ours / other }'
}

if [ -n "$has_python" ]; then
  compare_calls
else
  echo "exported.sh: $python has no torch: Python's side is left out" >&2
fi
printf '\n%-8s %10s %10s %10s   %s\n' 'us' 'a node' 'in C' 'more' '8 of 10'
compare_nodes mlp 2000
compare_nodes chain 20
compare_load
printf '\n%-24s %10s %9s\n' memory 'MiB in C' 'C / it'
compare_memory 'ResNet-18, / eager' run eager
compare_memory 'ResNet-18, / module' run module
compare_memory 'loading 300 MB' load weights
compare_memory 'a second instance, Pss' second
