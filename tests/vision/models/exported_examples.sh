#!/usr/bin/env bash
# exported_examples.sh RUN_EXPORTED TRAIN_EXPORTED CT_DATA TWINS ARCHIVES: the examples of exported programs
# print what their twins in Python do, which is in TWINS; a program that was trained, saved and loaded
# again goes on where it was; mistakes are errors.
#
# The twins printed it with PyTorch of the pinned release and the environment of this test (see
# CMakeLists.txt): examples/twins/train_exported.py train small.pt2 >examples/twins/train_exported.txt
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../../support/python_digits.sh"
run_exported=$1 train_exported=$2 ct_data=$3 twins=$4 archives=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

failed=0
check() { # CALLED EXPECTED GOT
  is_as_python "$2" "$3" && return
  printf 'called:   %s\nexpected: %s\ngot:      %s\nrerun:    %s\n\n' "$1" "$2" "$3" "${RERUN:-$0}"
  failed=1
}

# fails PART PROGRAM...: it ends with an error that has the part in it.
fails() {
  local got
  got=$("${@:2}" 2>&1) && got="success: $got"
  [[ $got == *"$1"* ]] || check "${*:2}" "... $1 ..." "$got"
}

cp "$archives"/*.pt2 "$work"
cd "$work"
check "run_exported small.pt2" "$(cat "$twins/run_exported.txt")" "$("$run_exported" small.pt2 2>&1)"
# The last class has no label.
"$ct_data" make -q -n 2 -c 2 -s 1 -o pictures.tar
tar xf pictures.tar
printf 'stripes down\nstripes across\n' >labels.txt
picture=class_00/000000.jpg
check "run_exported small.pt2 $picture labels.txt" "$(cat "$twins/run_exported_picture.txt")" \
  "$("$run_exported" small.pt2 $picture labels.txt 2>&1)"
fails "nothing.txt: No such file" "$run_exported" small.pt2 $picture nothing.txt
check "train_exported small.pt2" "$(cat "$twins/train_exported.txt")" \
  "$("$train_exported" -p loss.svg -o trained.pt2 small.pt2 2>&1)"
check "the learning curve" "<svg" "$(head -c 4 loss.svg)"
check "small.pt2 is unchanged" "" "$(cmp small.pt2 "$archives/small.pt2" 2>&1)"

# The seeds of both runs draw the same pictures, and no step is done in between.
"$train_exported" -n 0 -s 5 -o again.pt2 trained.pt2 >first.txt
check "train_exported -n 0, of what it saved" "$(cat first.txt)" \
  "$("$train_exported" -n 0 -s 5 again.pt2 2>&1)"
check "the accuracy after training" "yes" \
  "$(awk '/^before/ { print ($3 > 90 ? "yes" : $0) }' first.txt)"

fails "nothing.pt2: opening it: No such file" "$train_exported" nothing.pt2
fails "nothing.pt2: opening it: No such file" "$run_exported" nothing.pt2
fails "the input x must be of 2 dimensions, but is of 4" "$train_exported" classifier.pt2
fails "expected MODEL; see train_exported --help" "$train_exported"
fails "not a number of 0 to 1000000000: 'x'" "$train_exported" -n x small.pt2
fails "Usage: run_exported MODEL.pt2 [PICTURE [LABELS]]" "$run_exported"
check "train_exported --help" "Usage: train_exported" \
  "$("$train_exported" --help | head -n 1 | cut -d ' ' -f 1-2)"
exit $failed
