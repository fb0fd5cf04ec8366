#!/bin/bash
# saves.sh LAUNCH SAVES: a rank is killed in the middle of a save, or finds the disk full: the old
# checkpoint stays whole, and the run ends as one without a break.
set -eu
launch=$1 saves=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1
cases=()

run() { # NAME ARGUMENT...: of a program that saves at $work/NAME.saved
  timeout 120 "$launch" -n 2 --max-restarts 1 "$saves" "$2" "$work/$1.saved" "${@:3}" \
    >"$work/$1" 2>"$work/$1.errors" || echo "it ended with status $?" >"$work/$1.failed"
}

# Killed with two ranks, and resumed with another number of them.
run_on() { # NAME RANKS ARGUMENT...
  timeout 120 "$launch" -n 2 "$saves" "$3" "$work/$1.saved" "${@:4}" >"$work/$1" 2>"$work/$1.errors" &&
    echo "no rank was killed" >"$work/$1.failed"
  timeout 120 "$launch" -n "$2" "$saves" "$3" "$work/$1.saved" >>"$work/$1" 2>>"$work/$1.errors" ||
    echo "it ended with status $?" >"$work/$1.failed"
}

# Five at once.
start() { # KIND [KILL|FULL CALL N RANK]
  local name
  name=$(printf '%s_' "$@")
  run "$name" "$@" &
  cases+=("$name")
  [ $((${#cases[@]} % 5)) -ne 0 ] || wait
}

start_on() { # RANKS KIND KILL CALL N RANK
  local name
  name=$(printf '%s_' "${@:2}")on_$1
  run_on "$name" "$@" &
  cases+=("$name")
  [ $((${#cases[@]} % 5)) -ne 0 ] || wait
}

start file
start file kill write 1 0
start file kill fsync 1 0
start file kill renameat 1 0
start file kill none 1 1
start file full write 1 0
start folder
start folder kill write 1 1
start folder kill linkat 1 1
start folder kill fsync 1 0
start folder kill fsync 2 0 # of .metadata
start folder kill renameat 1 0
start folder full write 1 1
start folder full write 2 0
start sharded
start sharded kill write 1 1
start sharded kill fsync 2 0
start sharded full write 1 1
start divided
start divided kill write 1 0
start_on 1 divided kill linkat 1 1
start_on 4 divided kill renameat 1 0
wait

failures=0
fail() { # NAME WHY
  echo "FAILED: $1: $2"
  cat "$work/$1" "$work/$1.errors"
  failures=$((failures + 1))
}

# After a kill the run begins again, with step 2; killed beside a rank that saves, also with step 3.
begins() { # NAME
  case $1 in
  *_kill_none_*) echo '0 2|0 3' ;;
  *_kill_*) echo '0 2' ;;
  *) echo '0' ;;
  esac
}

numbers() { # NAME
  grep -E '(weight|bias) ' "$work/$1"
}

check() { # NAME
  local steps
  steps=$(sed -n 's/.*begins after step //p' "$work/$1" | paste -sd ' ')
  if [ -e "$work/$1.failed" ]; then
    fail "$1" "$(cat "$work/$1.failed")"
  elif [[ "|$(begins "$1")|" != *"|$steps|"* ]]; then
    fail "$1" "it began after steps $steps"
  elif ! diff <(numbers "${1%%_*}_") <(numbers "$1"); then
    fail "$1" "other numbers than without a break"
  else
    echo "ok: $1: began after steps $steps"
  fi
}

for name in "${cases[@]}"; do check "$name"; done
[ $failures -eq 0 ]
