#!/usr/bin/env bash
# instructions.sh: counts the instructions of a call in C++, through libctorch, and in a scope.
#
#     benchmarks/instructions.sh [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). Unlike a time, the number is the
# same in every run, so you see changes of one instruction. Needs valgrind, and about two minutes.
set -eu -o pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/release
for argument; do
  case $argument in
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "instructions.sh: unknown option $argument; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$argument" && pwd) ;;
  esac
done
calls=1000 # ORDER CALLS: also instructions.c

program=$build/bin/bench_instructions
if [ ! -x "$program" ]; then
  echo "instructions.sh: there is no $program" >&2
  echo "  What to do: cmake --preset release && cmake --build build/release --target benchmarks" >&2
  exit 1
fi
if ! command -v valgrind >/dev/null; then
  echo "instructions.sh: there is no valgrind" >&2
  echo "  What to do: install the package valgrind" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The instructions of one call, with one digit after the point.
count() { # WAY
  local collected
  OMP_NUM_THREADS=1 valgrind --tool=callgrind --toggle-collect=count \
    --callgrind-out-file="$work/out" "$program" "$1" >"$work/log" 2>&1 ||
    { cat "$work/log" >&2; exit 1; }
  collected=$(sed -n 's/^==[0-9]*== Collected : \([0-9]*\)$/\1/p' "$work/log")
  if [ "${collected:-0}" -eq 0 ]; then
    echo "instructions.sh: valgrind counted nothing in '$1':" >&2
    cat "$work/log" >&2
    exit 1
  fi
  awk -v n="$collected" -v calls="$calls" 'BEGIN { printf "%.1f", n / calls }'
}

# A line of the table: the label, the base, and the way that is compared with it.
row() { # NAME BASE OURS
  local base ours
  base=$(count "$2")
  ours=$(count "$3")
  awk -v name="$1" -v base="$base" -v ours="$ours" 'BEGIN {
    printf "%-54s %9.1f %9.1f %9.1f %8.3f\n", name, base, ours, ours - base, ours / base }'
}

printf '%-54s %9s %9s %9s %8s\n' 'instructions a call' 'base' 'ours' 'more' 'ratio'
row 'add and free: C++, libctorch without a scope' c++ add-and-free
row 'add_: C++, libctorch' c++-in-place add-in-place
row 'add and free: libctorch without a scope, in one' add-and-free add-and-free-in-scope
row 'add: libctorch without a scope, in one' add add-in-scope
row "the end of a result: freed by hand, by a scope's close" free close
row 'Linear, ReLU, Linear: operators, modules' operators modules
