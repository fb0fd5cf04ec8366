#!/usr/bin/env bash
# dcgan.sh PROGRAM: examples/dcgan.c prints the losses of its twin in Python, a run that goes on from a
# checkpoint equals one without a break, byte for byte, and a grid of samples has its size.
#
# The data set is a made one of 48 images. The losses are what this printed, with PyTorch of the pinned
# release, the environment of this test (see CMakeLists.txt) and the folder that `make_data` makes:
# examples/twins/dcgan.py 2 0 OUTPUT FOLDER 32
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../../support/python_digits.sh"
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
losses='Fashion-MNIST: 48 images
epoch 1: discriminator 1.6649, generator 2.0751
epoch 2: discriminator 0.8225, generator 2.5975'

make_data() { # FOLDER
  mkdir "$1"
  { printf '\0\0\10\3\0\0\0\60\0\0\0\34\0\0\0\34' && yes 'shirts and shoes' | head -c $((48 * 784)); } |
    gzip >"$1/train-images-idx3-ubyte.gz" || true # yes ends by a closed pipe
  { printf '\0\0\10\1\0\0\0\60' && head -c 48 /dev/zero; } | gzip >"$1/train-labels-idx1-ubyte.gz"
}

failed=0
check() { # CALLED EXPECTED GOT
  is_as_python "$2" "$3" && return
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$1" "$2" "$3" "${RERUN:-$0}"
  failed=1
}

run() { # FOLDER EPOCHS [OPTION]...
  "$program" --data "$work/data" --out "$work/$1" --epochs "$2" --batch 32 "${@:3}" 2>&1
}

make_data "$work/data"
check "dcgan --epochs 2" "$losses" "$(run whole 2)"
check "dcgan --epochs 1" "$(head -n 2 <<<"$losses")" "$(run parts 1)"
check "dcgan --epochs 2 --resume" "$(sed 2d <<<"$losses")" "$(run parts 2 --resume)"
for file in samples-1.png samples-2.png checkpoint.pt losses.svg; do
  check "cmp: $file of the resumed run" "" "$(cmp "$work/whole/$file" "$work/parts/$file" 2>&1)"
done
# Width and height are at 16: 8 pictures of 64 with borders of 2 are 530.
check "the size of samples-2.png" "0 0 2 18 0 0 2 18" \
  "$(od -An -tu1 -j16 -N8 "$work/whole/samples-2.png" | xargs)"
check "dcgan --images 10" "Fashion-MNIST: 10 images" "$(run few 1 --images 10 | head -n 1)"
missing='RuntimeError: checkpoint.pt: opening it: No such file or directory'
got=$(run none 1 --resume) && got="success: $got"
[[ $got == *"$missing"* ]] || check "dcgan --resume, without a checkpoint" "$missing" "$got"
exit $failed
