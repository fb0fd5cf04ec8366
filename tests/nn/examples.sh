#!/usr/bin/env bash
# examples.sh PROGRAMS TWINS IMAGES: the examples of modules and models print what their twins in Python
# printed.
#
# PROGRAMS is the folder of the built programs, TWINS has NAME.py and NAME.txt, IMAGES is given to
# those that train on images; `vae` also writes pictures. To write a text again, with PyTorch of the
# pinned release and the environment of this test (see CMakeLists.txt):
# python3 examples/twins/NAME.py [tests/fixtures/fashion-mnist] >examples/twins/NAME.txt
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../support/python_digits.sh"
programs=$1 twins=$2 images=$3
failed=0 count=0
written=$(mktemp -d)
trap 'rm -rf "$written"' EXIT
cd "$written"

for twin in "$twins"/*.txt; do
  name=$(basename "$twin" .txt)
  [[ $name != *_exported* ]] || continue # tests/vision/models/exported_examples.sh
  count=$((count + 1))
  call=("$programs/$name")
  [[ $name != nn_cnn && $name != nn_mnist && $name != vae ]] || call+=("$images")
  [[ $name != vae ]] || call+=(vae)
  if [[ $name == vae && ! -x $programs/vae ]]; then
    echo "vae is left out: it was not built, for want of libpng"
    continue
  fi
  if ! got=$("${call[@]}" 2>&1) || ! is_as_python "$(cat "$twin")" "$got"; then
    printf 'called:   %s\nexpected: (twins/%s.py printed)\n%s\ngot:\n%s\nrerun:    %s\n\n' \
      "${call[*]}" "$name" "$(cat "$twin")" "$got" "${RERUN:-$0}"
    failed=$((failed + 1))
  fi
done
for file in vae-samples.png vae-copies.png vae-loss.svg; do
  if [[ -x $programs/vae && ! -s $file ]]; then
    printf 'vae wrote no %s\nrerun:    %s\n' "$file" "${RERUN:-$0}"
    failed=$((failed + 1))
  fi
done
[ "$count" -gt 0 ] || { printf 'no twins in %s\n' "$twins"; exit 1; }
printf '%d programs print what their twins print, %d do not\n' $((count - failed)) "$failed"
[ "$failed" -eq 0 ]
