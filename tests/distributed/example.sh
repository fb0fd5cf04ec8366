#!/bin/bash
# example.sh LAUNCH PROGRAM FOLDER: ddp_fashion_mnist in two processes; a run that is continued ends as
# one without a break.
set -eu
launch=$1 program=$2 folder=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # CHECKPOINT EPOCHS
  OMP_NUM_THREADS=1 timeout 120 "$launch" -n 2 "$program" "$folder" "$work/$1" "$2"
}

run whole.pt 2 >"$work/whole"
run part.pt 1
run part.pt 2 >"$work/part"
cat "$work/whole" "$work/part"
grep -q 'going on after epoch 1' "$work/part"
[ "$(tail -n 1 "$work/whole")" = "$(tail -n 1 "$work/part")" ]
