#!/bin/bash
# example.sh LAUNCH PROGRAM [FOLDER]: ddp_fashion_mnist with its FOLDER, or gpt_zero, in two processes; a
# run that is continued ends as one without a break.
set -eu
launch=$1 program=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # CHECKPOINT EPOCHS
  OMP_NUM_THREADS=1 timeout 120 "$launch" -n 2 "$program" "${folder[@]}" "$work/$1" "$2"
}

folder=("$@")
run whole.run 2 >"$work/whole"
run part.run 1 >"$work/first"
run part.run 2 >"$work/part"
cat "$work/whole" "$work/part"
grep -q 'going on after epoch 1' "$work/part"
# All lines of the second epoch.
diff <(grep -A 9 'epoch 2' "$work/whole") <(grep -A 9 'epoch 2' "$work/part")
