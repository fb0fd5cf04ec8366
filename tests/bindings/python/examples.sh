#!/usr/bin/env bash
# examples.sh PYTHON EXAMPLES TWINS IMAGES: the program of Python's binding prints what its twins in C and
# with Python's torch print (tests/nn/examples.sh has those in C), and so does a twin whose torch is the
# binding.
set -eu -o pipefail
# shellcheck source=tests/support/python_digits.sh
. "$(dirname "$0")/../../support/python_digits.sh"
python=$1 examples=$2 twins=$3 images=$4

prints() { # TWIN COMMAND...
  local got twin=$1
  shift
  got=$("$@")
  is_as_python "$(cat "$twins/$twin.txt")" "$got" && return
  printf 'called:   %s\nexpected: (twins/%s.py printed)\n%s\ngot:\n%s\nrerun:    %s\n' \
    "$*" "$twin" "$(cat "$twins/$twin.txt")" "$got" "${RERUN:-$0}"
  exit 1
}

prints nn_mnist "$python" "$examples/mnist.py" "$images"
# A program for Python's torch, with the binding in its place.
prints nn_mlp "$python" -c 'import runpy, sys
import ctorch
sys.modules["torch"], sys.modules["torch.nn"] = ctorch, ctorch.nn
runpy.run_path(sys.argv[1], run_name="__main__")' "$twins/nn_mlp.py"
printf 'mnist.py and nn_mlp.py print what their twins print\n'
