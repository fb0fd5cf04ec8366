#!/usr/bin/env bash
# check.sh: programs that PyTorch exported, as C: the test that ctorch-compile writes beside each
# compares it with the interpreter, bit for bit. Needs in the environment: COMPILER, CC, INCLUDES,
# LIBRARY.
set -eu -o pipefail
fixtures=../fixtures/exported
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0 checked=0 cflags=

fail() {
  printf 'called:   %s\nexpected: the values of the interpreter\ngot:      %s\n' "$1" "$2"
  status=1
}

# FILE OPTION...: writes, compiles and runs a program.
check() {
  local file=$1 folder=$work/program
  shift
  rm -rf "$folder"
  if ! { "$COMPILER" "$fixtures/$file.pt2" -o "$folder" --name program --level 0 -q "$@" &&
    make -s -C "$folder" check CC="$CC" CFLAGS="-O1 $cflags" CTORCH_CFLAGS="$INCLUDES" \
      CTORCH_LIBS="$LIBRARY -Wl,-rpath,$(dirname "$LIBRARY")"; } >"$work/log" 2>&1; then
    fail "$file $*" "$(tail -n 20 "$work/log")"
  elif ! grep -q ', 0 differ; 0 runs refused$' "$work/log"; then
    fail "$file $*" "$(cat "$work/log")"
  fi
  checked=$((checked + 1))
}

for program in mlp.training mlp.core gpt_tiny.training cond.training while_count.training scan.core \
  map_over.training associative_scan.training symbolic_operators.training \
  autocast_no_grad.training effects.core structures.training counter.decomposed; do
  check "$program"
done
# Weights that share memory, all dtypes, inputs without samples; the weights in the program.
check small/aliases --embed
check weights_of_all_dtypes.training
check mlp.training --input-shape input=5x16
# Gradients of parameters, with running statistics.
check mlp.training --train
check cnn_train.training --train
check gpt_tiny.training --train

# Loops: with libtorch's BLAS, without it, exactly, for several threads and other processors.
for program in mlp.training gpt_tiny.training small/training structures.training \
  counter.decomposed cond.training; do
  check "$program" --level 1
done
check gpt_tiny.training --level 1 --exact
check gpt_tiny.training --level 1 --threads --march x86-64
cflags=-DCTORCH_NO_GEMM check gpt_tiny.training --level 1

printf '%d programs\n' "$checked"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "$RERUN"
exit $status
