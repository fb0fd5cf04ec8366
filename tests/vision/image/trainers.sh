#!/usr/bin/env bash
# trainers.sh FASHION_MNIST CHAR_LM RESNET_TAR CT_DATA IMAGES: these examples print the losses of their
# twins in Python, go on from checkpoints, and use what has learned; workers change nothing; mistakes
# in options are errors.
#
# IMAGES is a small folder of Fashion-MNIST. The losses are what these printed, with PyTorch of the
# pinned release and the environment of this test (see CMakeLists.txt):
#
#   examples/twins/fashion_mnist.py mlp 2 IMAGES; ... cnn 2 IMAGES
#   seq 1 4000 >numbers.txt; examples/twins/char_lm.py lstm 2 numbers.txt; ... transformer 1 numbers.txt
#
# The order of images in resnet_tar.py is another one, so its losses are not compared.
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../../support/python_digits.sh"
fashion_mnist=$1 char_lm=$2 resnet_tar=$3 ct_data=$4 images=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

failed=0
check() { # CALLED EXPECTED GOT
  is_as_python "$2" "$3" && return
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$1" "$2" "$3" "${RERUN:-$0}"
  failed=1
}

# The last line of each epoch, without the time that it took.
epochs() { sed -n 's/, [0-9.]* s$//; /^epoch [0-9 of]*: loss/p'; }

# fails PART PROGRAM...: it ends with an error that has the part in it.
fails() {
  local got
  got=$("${@:2}" 2>&1 </dev/null) && got="success: $got"
  [[ $got == *"$1"* ]] || check "${*:2}" "... $1 ..." "$got"
}

# goes_on PROGRAM...: a run that was killed after its first epoch and goes on prints the later epochs of
# one without a break, which are in the file "whole".
goes_on() {
  local line rest
  rm -f broken.pt
  while read -r line && [[ $line != "epoch 1"* ]]; do :; done \
    < <("$@" -S broken.pt 2>/dev/null & echo $! >id && wait)
  kill -9 "$(cat id)" 2>/dev/null || true
  rest=$("$@" -S broken.pt -r 2>&1 | epochs) || true
  check "$*, killed and with -r" "$(sed 1d whole | tail -n "$(wc -l <<<"$rest")")" "$rest"
}

mlp='epoch 1 of 2: loss 2.139, test accuracy 64.00 %
epoch 2 of 2: loss 1.734, test accuracy 63.00 %'
cnn='epoch 1 of 2: loss 1.950, test accuracy 50.00 %
epoch 2 of 2: loss 1.023, test accuracy 57.00 %'
lstm='epoch 1: loss 3.4451
epoch 2: loss 2.1103'
transformer='epoch 1: loss 3.3514'

# The first test image, which the twin's network takes for an "Ankle boot": softmax 0.2260; a Sandal,
# 0.1412; a Bag, 0.1407.
base64 -d >boot.png <<'end'
iVBORw0KGgoAAAANSUhEUgAAABwAAAAcCAAAAABXZoBIAAABUElEQVR42t3Su0rDYBgG4Pf78ydpDk0roQcVPAylaJFOoljc
iu7i4uCiixfgfQkOTl6Bo5Pgoqhoiya2aWqb/AcHQdA70G98H953+oB/fQYBNhoA+xETw/y+JzUwxd5vhMJ25xgAqocJwH8O
ivWVXuMscu7D4PFXkwlvnwpFYtTKY/6NBEYwFE56L06hJ1WaWYH3hQQNpQ2Jg/rLqPzWz7kJ5jW+UINxgsRR+yEsO8OiGuek
sQsOMGhSCpjbc259O8y0CzmVqeqAG1IBGpWl5mw2LAemrRbN91yxDyNpcYnaouc5y24+YiVHuOOp9VxyY38mrYcc3TlRMaRI
/DrZMfONdDSoArFybMF3jm+eE5YZlFiqSI4y67VViyF1J6M+v9pc60AkUTSwKGy6gW5f33VtDfE0LBIAf6O5VQk80iq6ubyY
AOcLr0kipqd/65k+AWKCff9NOm1OAAAAAElFTkSuQmCC
end

seq 1 4000 >numbers.txt
"$ct_data" make -q -n 40 -c 2 -s 1 -o train.tar
"$ct_data" make -q -n 20 -c 2 -s 2 -o test.tar

check "fashion_mnist train -m mlp" "$mlp" \
  "$("$fashion_mnist" train -m mlp -e 2 -S mlp.pt -p mlp.svg "$images" 2>/dev/null | epochs)"
check "the curve of mlp" "<svg" "$(head -c 4 mlp.svg)"
check "fashion_mnist predict" "boot.png: Ankle boot 22.6 % (or Sandal 14.1 %, Bag 14.1 %)" \
  "$("$fashion_mnist" predict mlp.pt boot.png)"
check "fashion_mnist train -m cnn" "$cnn" \
  "$("$fashion_mnist" train -m cnn -e 2 "$images" 2>/dev/null | epochs)"
check "char_lm train -m transformer" "$transformer" \
  "$("$char_lm" train -m transformer -e 1 -S writer.pt numbers.txt 2>/dev/null | epochs)"
check "char_lm write" "17" "$("$char_lm" write writer.pt 17 | head -c 2)"
"$char_lm" train -e 1 -S lstm.pt numbers.txt >/dev/null 2>&1
check "char_lm train -e 2 -r" "$(tail -n 1 <<<"$lstm")" \
  "$("$char_lm" train -e 2 -S lstm.pt -r numbers.txt 2>/dev/null | epochs)"
check "char_lm train, without a break" "$lstm" \
  "$("$char_lm" train -e 2 numbers.txt 2>/dev/null | epochs)"
check "fashion_mnist train -r, when all epochs are done" "" \
  "$("$fashion_mnist" train -m mlp -e 2 -S mlp.pt -r "$images" 2>/dev/null | epochs)"

"$fashion_mnist" train -m cnn -e 3 "$images" 2>/dev/null | epochs >whole
goes_on "$fashion_mnist" train -m cnn -e 3 "$images"
"$resnet_tar" -w 2 -i 32 -e 3 train.tar test.tar 2>/dev/null | epochs >whole
goes_on "$resnet_tar" -w 2 -i 32 -e 3 train.tar test.tar

"$resnet_tar" -w 0 -i 32 -e 2 -S resnet.pt train.tar test.tar >first 2>/dev/null
"$resnet_tar" -w 2 -i 32 -e 2 train.tar test.tar >second 2>/dev/null
check "resnet_tar -e 2: how many epochs" 2 "$(epochs <first | wc -l)"
check "resnet_tar -w 2, beside -w 0" "$(cat first)" "$(cat second)"

fails "No such file" "$fashion_mnist" train nowhere
fails "not a number" "$fashion_mnist" train -e x "$images"
fails "No such file" "$fashion_mnist" predict nothing.pt boot.png
fails "the text is too short" "$char_lm" train /dev/null
fails "No such file" "$resnet_tar" nothing.tar test.tar
fails "--resume needs" "$resnet_tar" -r train.tar test.tar
exit $failed
