#!/usr/bin/env bash
# examples.sh PYTHON EXAMPLES TWINS IMAGES: the program of Python's binding prints what its twins in C and
# with Python's torch print (tests/nn/examples.sh has those in C), and so do twins whose torch is the
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
# Programs for Python's torch, with the binding in its place.
in_its_place='import importlib, runpy, sys
import ctorch
sys.modules["torch"] = ctorch
for part in "nn", "nn.functional", "utils.data":
    sys.modules["torch." + part] = importlib.import_module("ctorch." + part)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")'
for twin in nn_mlp nn_lstm_tagger nn_mnist; do
  prints $twin "$python" -c "$in_its_place" "$twins/$twin.py" "$images"
done
printf 'mnist.py and programs for torch print what their twins print\n'
