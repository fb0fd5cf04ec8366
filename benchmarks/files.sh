#!/usr/bin/env bash
# files.sh: what loading and saving files costs in C, beside Python's libraries.
#
#     benchmarks/files.sh [--rounds N] [--folder DIR] [BUILD] [FORMAT...]
#
# BUILD is a folder in which libctorch was built (build/release). FORMAT is pt (torch.save()),
# safetensors or npz (numpy.savez()); all three without one. Measured are a state dict of 1 GB, 256
# tensors of 4 MB ("big"), and 1000 tensors of 256 bytes ("small"), mapped (data are read later; NumPy
# cannot map archives), copied, and saved. The file is in DIR (/dev/shm, which is memory); on a disk, C
# also waits until the disk has the bytes, which Python does not.
#
# C and Python take turns N times (7), each in a process of its own. Printed are the medians of the
# time of a call in C and of the ratios, C divided by Python, with the values between which 8 of 10
# pairs lie. PYTHON=FILE is a Python that has torch, safetensors and numpy (python3).
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

folder=/dev/shm
rounds=7
formats=()
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --folder) folder=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  pt | safetensors | npz) formats+=("$1") ;;
  -*) echo "files.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
need_program bench_files
if ! "$python" -c 'import numpy, safetensors, torch' 2>/dev/null; then
  echo "files.sh: $python has no torch, no safetensors or no numpy" >&2
  echo "  What to do: pip install torch safetensors numpy, or PYTHON=FILE $0" >&2
  exit 1
fi

begin_work "$folder"

# The same elements, or it is not the same file.
check_sums() { # NAME LINES
  awk -v name="$1" '$2 != $4 {
      printf "files.sh: %s: the elements sum to %s in C, to %s in Python\n", name, $2, $4 \
        >"/dev/stderr"
      exit 1
    }' "$2"
}

compare() { # FORMAT SIZE WHAT TIMES
  local us ratio low high round file=$work/$2.$1
  : >"$work/ours" && : >"$work/other"
  for ((round = 0; round < rounds; round++)); do
    "$program" "$3" "$file" "$4" >>"$work/ours"
    "$python" -W ignore "$root/benchmarks/files.py" "$3" "$file" "$4" >>"$work/other"
  done
  paste -d ' ' "$work/ours" "$work/other" >"$work/both"
  check_sums "$1 $2 $3" "$work/both"
  read -r us _ < <(awk '{ print $1 }' "$work/both" | spread)
  read -r ratio low high < <(awk '{ print $1 / $3 }' "$work/both" | spread)
  printf '%-11s %-5s %-4s %12.1f %9.3f   %.3f to %.3f\n' "$1" "$2" "$3" "$us" "$ratio" "$low" "$high"
}

[ ${#formats[@]} -gt 0 ] || formats=(pt safetensors npz)
printf '%-11s %-5s %-4s %12s %9s   %s\n' format size call 'us in C' 'C / it' '8 of 10'
for format in "${formats[@]}"; do
  for size in big small; do
    "$program" make $size "$work/$size.$format"
    case $size in big) times=3 ;; small) times=100 ;; esac
    [ $format = npz ] || compare $format $size map 50
    compare $format $size copy $times
    compare $format $size save $times
    rm "$work/$size.$format"
  done
done
