#!/usr/bin/env bash
# data.sh: how fast the data loader is, beside Python's DataLoader with torchvision and Pillow.
#
#     benchmarks/data.sh [--rounds N] [--images N] [BUILD]
#
# BUILD is a folder in which libctorch was built (build/release). Images a second of JPEG files of 256
# pixels that are decoded, resized, cropped, flipped, normalized and put into batches of 64, with 0
# (the thread that calls), 1, 2 and 4 workers; the same work in C without a loader; and microseconds
# for a batch of 64 rows of two tensors in memory, beside the operators that copy them.
#
# C and Python take turns N times (5), each in a process of its own, with 1024 images in /dev/shm. An
# operator uses one thread. Printed are medians of C and of the ratios, C divided by Python, with the
# values between which 8 of 10 pairs lie. PYTHON=FILE is a Python that has torch and torchvision
# (python3).
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=5
images=1024
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --images) images=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "data.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
need_program bench_data
if ! "$python" -c 'import torch, torchvision' 2>/dev/null; then
  echo "data.sh: $python has no torch or no torchvision" >&2
  echo "  What to do: pip install torch torchvision, or PYTHON=FILE $0" >&2
  exit 1
fi
begin_work /dev/shm
"$program" make "$work" "$images"

compare() { # NAME OURS... -- OTHER...
  local name=$1 ours=() middle ratio low high round
  shift
  while [ "$1" != -- ]; do ours+=("$1") && shift; done
  shift
  : >"$work.both"
  for ((round = 0; round < rounds; round++)); do
    printf '%s %s\n' "$("${ours[@]}" | awk '{ print $1 }')" "$("$@" | awk '{ print $1 }')" \
      >>"$work.both"
  done
  read -r middle _ < <(awk '{ print $1 }' "$work.both" | spread)
  read -r ratio low high < <(awk '{ print $1 / $2 }' "$work.both" | spread)
  rm "$work.both"
  printf '%-34s %10.1f %9.2f   %.2f to %.2f\n' "$name" "$middle" "$ratio" "$low" "$high"
}

printf '%-34s %10s %9s   %s\n' "images a second" "in C" "C / it" "8 of 10"
for workers in 0 1 2 4; do
  compare "loader, $workers workers, / Python's" "$program" load "$work" $workers -- \
    "$python" -W ignore "$root/benchmarks/data.py" load "$work" $workers
done
compare "loader, 0 workers, / no loader" "$program" load "$work" 0 -- "$program" bare "$work"
compare "no loader, / decode only" "$program" bare "$work" -- "$program" decode "$work"
printf '\n%-34s %10s %9s   %s\n' "microseconds for a batch in memory" "in C" "C / it" "8 of 10"
compare "loader, / Python's" "$program" memory -- \
  "$python" -W ignore "$root/benchmarks/data.py" memory
compare "loader, / operators alone" "$program" memory -- \
  bash -c "'$program' memory | awk '{ print \$2 }'"
