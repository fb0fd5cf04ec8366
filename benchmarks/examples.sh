#!/usr/bin/env bash
# examples.sh: how long the examples take that train or run a network, beside their twins in Python.
#
#     benchmarks/examples.sh [--rounds N] [--images N] [--only NAME] [BUILD]
#
# BUILD is a folder in which libctorch and its examples were built (build/release). Each program of
# examples/ and its twin of examples/twins/ take turns N times (5), each in a process of its own with
# one thread. They learn from N images (6000) of Fashion-MNIST, 300 of a made archive, or this
# project's pages, so that a run takes some seconds. --only takes those whose name begins so.
#
# Printed are the median of C's seconds and of three ratios, C divided by Python: of the time, with
# the values between which 8 of 10 pairs lie; of the time without that of a start, which is what
# Python takes to import and a program in C that does nothing; and of the time of the processor, also
# without the start, which other programs on the machine disturb less. Then whether both printed the
# same losses, and how many lines of code C and Python have. The programs in C do more: they have
# options, go on from checkpoints, and draw curves. The order of images in resnet_tar is another one.
#
# PYTHON=FILE is a Python that has torch and torchvision (python3). DATA=FOLDER has the IDX files of
# Fashion-MNIST (/usr/share/datasets/fashion-mnist).
set -eu -o pipefail

# shellcheck source=benchmarks/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

rounds=5 images=6000 only=
data=${DATA:-/usr/share/datasets/fashion-mnist}
while [ $# -gt 0 ]; do
  case $1 in
  --rounds) rounds=$2 && shift ;;
  --images) images=$2 && shift ;;
  --only) only=$2 && shift ;;
  -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0" && exit 0 ;;
  -*) echo "examples.sh: unknown option $1; see --help" >&2 && exit 2 ;;
  *) build=$(cd "$1" && pwd) ;;
  esac
  shift
done
for name in hello fashion_mnist resnet_tar dcgan transfer_learning prior_functions char_lm \
  run_exported train_exported ct_data; do
  need_program $name
done
if ! "$python" -c 'import torch, torchvision' 2>/dev/null; then
  echo "examples.sh: $python has no torch or no torchvision" >&2
  echo "  What to do: pip install torch torchvision, or PYTHON=FILE $0" >&2
  exit 1
fi
if [ ! -r "$data/train-images-idx3-ubyte.gz" ]; then
  echo "examples.sh: there is no $data/train-images-idx3-ubyte.gz" >&2
  echo "  What to do: apt-get install dataset-fashion-mnist, or DATA=FOLDER $0" >&2
  exit 1
fi
begin_work /dev/shm
bin=$build/bin twins=$root/examples/twins

number() { # N: as an IDX file has it
  local hex
  hex=$(printf '%08x' "$1")
  printf '%b' "\x${hex:0:2}\x${hex:2:2}\x${hex:4:2}\x${hex:6:2}"
}

# The first N items of an IDX file, whose header has HEADER bytes.
cut_idx() { # NAME N HEADER ITEM-SIZE
  zcat "$data/$1" >"$work/whole"
  {
    head -c 4 "$work/whole"
    number "$2"
    tail -c +9 "$work/whole" | head -c $(($3 - 8 + $2 * $4))
  } 2>/dev/null | gzip -1 >"$work/data/$1" || true # tail ends by a closed pipe
  rm "$work/whole"
}

make_data() {
  mkdir "$work/data"
  cut_idx train-images-idx3-ubyte.gz "$images" 16 784
  cut_idx train-labels-idx1-ubyte.gz "$images" 8 1
  cut_idx t10k-images-idx3-ubyte.gz 1000 16 784
  cut_idx t10k-labels-idx1-ubyte.gz 1000 8 1
  "$bin/ct_data" make -q -n 300 -c 5 -g 256x192 -s 1 -o "$work/train.tar"
  "$bin/ct_data" make -q -n 100 -c 5 -g 256x192 -s 2 -o "$work/test.tar"
  "$python" -W ignore "$twins/train_exported.py" export "$work/resnet18.pt2"
}

# Seconds, and those of the processor; what the program prints is in OUTPUT.
seconds() { # OUTPUT WORD...
  local TIMEFORMAT='%R %U %S' output=$1 taken
  shift
  taken=$({ time "$@" >"$output" 2>"$work/errors"; } 2>&1) ||
    { cat "$work/errors" >&2 && echo "examples.sh: it failed: $*" >&2 && exit 1; }
  awk '{ print $1, $2 + $3 }' <<<"$taken"
}

losses() { # OUTPUT: what programs print about learning, or classes with their probabilities
  grep -oE '(loss|accuracy|discriminator|generator|\+-) [0-9.]+|[0-9.]+ %  .*' "$1" || true
}

lines_of_code() { # FILE: without comments and empty lines
  awk '{ sub(/^[ \t]+/, "") }
    inside { if (/\*\/|"""/) inside = 0; next }
    /^\/\*/ { inside = !/\*\//; next }
    /^"""/ { inside = !/""".*"""/; next }
    /^$/ || /^# / { next }
    { n++ }
    END { print n }' "$1"
}

compare() { # NAME TWIN IMPORTS OURS... -- ARGUMENT-OF-TWIN...
  local name=$1 twin=$2 imports=$3 ours=() round same=yes middle total low high rest processor
  [[ $name == "$only"* ]] || return 0
  shift 3
  while [ "$1" != -- ]; do ours+=("$1") && shift; done
  shift
  : >"$work/times"
  for ((round = 0; round < rounds; round++)); do
    {
      seconds "$work/ours" "${ours[@]}"
      seconds "$work/theirs" "$python" -W ignore "$twins/$twin.py" "$@"
      seconds "$work/start" "$bin/hello"
      seconds "$work/start" "$python" -W ignore -c "import $imports"
    } | paste -sd ' ' >>"$work/times"
  done
  cmp -s <(losses "$work/ours") <(losses "$work/theirs") || same=no
  read -r middle _ < <(awk '{ print $1 }' "$work/times" | spread)
  read -r total low high < <(awk '{ print $1 / $3 }' "$work/times" | spread)
  read -r rest _ < <(awk '{ print ($1 - $5) / ($3 - $7) }' "$work/times" | spread)
  read -r processor _ < <(awk '{ print ($2 - $6) / ($4 - $8) }' "$work/times" | spread)
  printf '%-24s %6.1f %6.2f   %.2f to %.2f %9.2f %9.2f   %-4s %5d %5d\n' "$name" "$middle" \
    "$total" "$low" "$high" "$rest" "$processor" "$same" \
    "$(lines_of_code "$root/examples/$twin.c")" "$(lines_of_code "$twins/$twin.py")"
}

make_data
pages=("$root"/docs/modules.md "$root"/docs/data.md "$root"/docs/training.md "$root"/docs/tensors.md)
printf '%-24s %6s %6s   %-12s %9s %9s   %-4s %5s %5s\n' "program" "in C" "C / Py" "8 of 10" \
  "no start" "processor" "same" "C" "Py"
compare "fashion_mnist mlp" fashion_mnist torch "$bin/fashion_mnist" train -m mlp -e 10 \
  "$work/data" -- mlp 10 "$work/data"
compare "fashion_mnist cnn" fashion_mnist torch "$bin/fashion_mnist" train -m cnn -e 1 \
  "$work/data" -- cnn 1 "$work/data"
compare resnet_tar resnet_tar "torch, torchvision" "$bin/resnet_tar" -e 1 -w 0 \
  "$work/train.tar" "$work/test.tar" -- "$work/train.tar" "$work/test.tar" 1 0
compare dcgan dcgan "torch, torchvision" "$bin/dcgan" -e 1 -i 512 -o "$work/c" -d "$work/data" -- \
  1 512 "$work/py" "$work/data"
compare transfer_learning transfer_learning "torch, torchvision" "$bin/transfer_learning" --
compare train_exported train_exported torch "$bin/train_exported" "$work/resnet18.pt2" -- \
  train "$work/resnet18.pt2"
compare run_exported run_exported torch "$bin/run_exported" "$work/resnet18.pt2" -- \
  "$work/resnet18.pt2"
compare prior_functions prior_functions torch "$bin/prior_functions" --
compare "char_lm lstm" char_lm torch "$bin/char_lm" train -m lstm -e 2 "${pages[@]}" -- \
  lstm 2 "${pages[@]}"
compare "char_lm transformer" char_lm torch "$bin/char_lm" train -m transformer -e 2 \
  "${pages[@]}" -- transformer 2 "${pages[@]}"
