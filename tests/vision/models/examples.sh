#!/usr/bin/env bash
# examples.sh TRANSFER_LEARNING PRIOR_FUNCTIONS TWINS: these examples print what their twins in Python do,
# which is in TWINS; a run that goes on from a checkpoint ends as one without a break, with the same
# curves; mistakes in options are errors.
#
# The twins printed it with PyTorch of the pinned release and the environment of this test (see
# CMakeLists.txt): examples/twins/prior_functions.py >examples/twins/prior_functions.txt
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../../support/python_digits.sh"
transfer_learning=$1 prior_functions=$2 twins=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/whole" "$work/parts"

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

same() { # FILE...: of both runs
  for file; do
    check "cmp: $file of the resumed run" "" "$(cmp "$work/whole/$file" "$work/parts/$file" 2>&1)"
  done
}

cd "$work/whole"
check "prior_functions" "$(cat "$twins/prior_functions.txt")" \
  "$("$prior_functions" -S prior.pt -p mean.svg -l losses.svg 2>&1)"
check "transfer_learning" "$(cat "$twins/transfer_learning.txt")" \
  "$("$transfer_learning" -S transfer.pt -p loss.svg -o net.pt 2>&1)"
check "the learning curve" "<svg" "$(head -c 4 losses.svg)"

cd "$work/parts"
"$prior_functions" -n 3 -S prior.pt >/dev/null
check "prior_functions -r" "$(cat "$twins/prior_functions.txt")" \
  "$("$prior_functions" -S prior.pt -r -p mean.svg -l losses.svg 2>&1)"
"$transfer_learning" -n 25 -S transfer.pt >/dev/null
check "transfer_learning -r" "$(sed 1,2d "$twins/transfer_learning.txt")" \
  "$("$transfer_learning" -S transfer.pt -r -p loss.svg -o net.pt 2>&1)"
same prior.pt mean.svg losses.svg transfer.pt loss.svg net.pt

fails "prior.pt has 16 networks with --epochs 200 --seed 1" "$prior_functions" -S prior.pt -r -e 30
fails "prior.pt has 16 networks with --epochs 200 --seed 1" "$prior_functions" -S prior.pt -r -n 4
fails "nothing.pt: opening it: No such file" "$prior_functions" -S nothing.pt -r
fails "nothing.pt: opening it: No such file" "$transfer_learning" -S nothing.pt -r
fails "--resume needs the file of --save" "$prior_functions" -r
fails "--resume needs the file of --save" "$transfer_learning" -r
for program in "$prior_functions" "$transfer_learning"; do
  check "${program##*/} --help" "Usage: ${program##*/}" "$("$program" --help | head -n 1 | cut -d ' ' -f 1-2)"
done
exit $failed
