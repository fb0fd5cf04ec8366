#!/usr/bin/env bash
# examples.sh PYTHON EXAMPLES TWINS IMAGES: the program of Python's binding prints what its twins in C and
# with Python's torch print (tests/nn/examples.sh has those in C).
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../../support/python_digits.sh"
python=$1 examples=$2 twins=$3 images=$4
got=$("$python" "$examples/mnist.py" "$images")
if ! is_as_python "$(cat "$twins/nn_mnist.txt")" "$got"; then
  printf 'expected: (twins/nn_mnist.py printed)\n%s\ngot:\n%s\nrerun:    %s\n' \
    "$(cat "$twins/nn_mnist.txt")" "$got" "${RERUN:-$0}"
  exit 1
fi
printf 'mnist.py prints what its twins print\n'
