#!/usr/bin/env bash
# check.sh: programs that PyTorch exported, as C: the test that ctorch-compile writes beside each
# compares it with the interpreter, bit for bit or within the bound that it states. The first ones
# are built by their Makefile. Gradients and bfloat16 are also compared with Python's.
# Needs in the environment: COMPILER, ROOT, RUN_CHECKS, CC, INCLUDES, LIBRARY; PYTHONS: references are
# of this release; SAME_PROCESSOR: the program that says if they are of this processor.
set -eu -o pipefail
fixtures=$(realpath ../fixtures/exported)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$PWD status=0 checked=0 folders=()
# Python's values are those of one processor.
how=exactly
[ -z "${SAME_PROCESSOR:-}" ] || "$SAME_PROCESSOR" || how=closely
# shellcheck source=tests/compile/build.sh
. ./build.sh

fail() {
  printf 'called:   %s\nexpected: the values of the interpreter\ngot:      %s\n' "$1" "$2"
  status=1
}

# FILE OPTION...: by its Makefile, in a process of its own.
check_by_make() {
  local file=$1 folder=$work/made.$((++checked))
  shift
  if ! { "$COMPILER" "$fixtures/$file.pt2" -o "$folder" --name program -q --root "$ROOT" "$@" &&
    make -s -C "$folder" check CC="$CC" CFLAGS=-O1 CTORCH_CFLAGS="$INCLUDES" \
      CTORCH_LIBS="$LIBRARY -Wl,-rpath,$(dirname "$LIBRARY")"; } >"$work/log" 2>&1; then
    fail "$file $*" "$(tail -n 20 "$work/log")"
  elif ! grep -q ', 0 differ; 0 runs refused$' "$work/log"; then
    fail "$file $*" "$(cat "$work/log")"
  fi
}

# FILE OPTION...: written and built in the background; run_all runs it. DEFINES is for its code.
check() {
  local file=$1 folder=$work/$((++checked)).${1//\//.}
  shift
  folders+=("$folder")
  build "$fixtures/$file.pt2" "$folder" "$@" >"$folder.log" 2>&1 &
  [ $((checked % 2)) -eq 0 ] || wait # two at a time
}

build() {
  local archive=$1 folder=$2 files=(program.c program_test.c)
  shift 2
  "$COMPILER" "$archive" -o "$folder" --name program -q --root "$ROOT" "$@"
  ln -s "$archive" "$folder/archive"
  [[ " $* " != *' --embed '* ]] || add_weights "$folder"
  [[ " $* " != *' --train '* && $archive != *_bf16.* ]] || add_python "$folder" "${archive%.pt2}.ref.pt" "$@"
  # shellcheck disable=SC2086 # none or several
  build_library "$folder/program.so" "$folder" ${DEFINES:-} "${files[@]}"
}

# FOLDER: adds the weights as an object.
add_weights() {
  (cd "$1" && "$CC" -c program_weights.S)
  files+=(program_weights.o)
}

# FOLDER REFERENCE OPTION...: adds the test of what Python computed, where it is for this release; with
# --train that of gradients, too.
add_python() {
  local folder=$1 reference=$2
  shift 2
  [ -n "${PYTHONS:-}" ] || return 0
  : >"$folder/parameters.h"
  [[ " $* " != *' --train '* ]] || sed -n \
    's/^\tct_tensor \*\(.*\); \/\* parameter \("[^"]*"\).*/\t{ "\/grads\/parameters\/" \2, offsetof(struct program, \1) },/p' \
    "$folder/program.h" >"$folder/parameters.h"
  ln -s "$reference" "$folder/reference"
  files+=("-I$folder" "$here/as_python.c")
}

run_all() {
  local folder
  wait
  for folder in "${folders[@]}"; do
    [ -f "$folder/program.so" ] || fail "$folder" "$(cat "$folder.log")"
  done
  "$RUN_CHECKS" "$how" "${folders[@]}" >"$work/log" 2>&1 || fail 'all programs' "$(cat "$work/log")"
  [ "$(grep -c ', 0 differ; 0 runs refused$' "$work/log")" -eq ${#folders[@]} ] ||
    fail 'all programs' "$(grep -v ', 0 differ; 0 runs refused$' "$work/log")"
}

# A processor without the instructions that the loops were compiled for: NAME_load() says so.
check_processor() {
  local folder=$work/old got
  build "$fixtures/mlp.training.pt2" "$folder" --level 1 --march x86-64-v3
  got=$("$RUN_CHECKS" exactly "$folder" 2>&1 || true)
  [[ $got == *'a processor with sse3, which this one does not have; write it again'* ]] ||
    fail 'program_load() without instructions' "$got"
}

# Weights of another shape or dtype, which the code would read past: NAME_load() says so.
check_weights() {
  local folder=$work/weights got
  build "$fixtures/mlp.training.pt2" "$folder" --level 1
  sed -i 's/\[32,16\]/[16,32]/' "$folder/program.safetensors"
  got=$("$RUN_CHECKS" exactly "$folder" 2>&1 || true)
  [[ $got == *"the weight '0.weight' must have size 32 in dimension 0, but has 16"* ]] ||
    fail 'program_load() of a transposed weight' "$got"
  build "$fixtures/mlp_bf16.training.pt2" "$work/bf16" --level 1
  cp "$work/bf16/program.safetensors" "$folder"
  got=$("$RUN_CHECKS" exactly "$folder" 2>&1 || true)
  [[ $got == *"the weight '0.weight' must be of the dtype float32, but is bfloat16"* ]] ||
    fail 'program_load() of weights of bfloat16' "$got"
}

check_by_make mlp.training --level 0
check_by_make gpt_tiny.training --level 1
# shellcheck disable=SC2046 # several flags
parse_headers $(flags_of "$work/made.2")

for program in custom_operators.core mlp.core cnn_eval.training gpt_tiny.training cond.training while_count.training scan.core \
  map_over.training associative_scan.training symbolic_operators.training \
  autocast_no_grad.training effects.core structures.training counter.decomposed; do
  check "$program" --level 0
done
# Weights that share memory, all dtypes, inputs without samples; the weights in the program.
check small/aliases --level 0 --embed
check weights_of_all_dtypes.training --level 0
check mlp.training --level 0 --input-shape input=5x16
# Gradients of parameters, with running statistics, and of a branch that is not taken.
check mlp.training --train
check cnn_train.training --train
check gpt_tiny.training --train
check cond.training --train

# Loops: exactly, for several threads and other processors, without libtorch's BLAS.
for program in mlp.training cnn_eval.training small/training small/complex \
  structures.training counter.decomposed cond.training; do
  check "$program" --level 1
done
check gpt_tiny.training --level 1 --exact
check gpt_tiny.training --level 1 --threads --march x86-64
DEFINES=-DCTORCH_NO_GEMM check gpt_tiny.training --level 1
# bfloat16, by libtorch's BLAS and by its operators, also beside Python.
for program in mlp_bf16.training gpt_bf16.training; do
  check $program --level 1
  check $program --level 1 --exact
  DEFINES=-DCTORCH_NO_GEMM check $program --level 1
done
run_all
check_weights
[ "$(uname -m)" != x86_64 ] || DEFINES='-D__builtin_cpu_supports(x)=0' check_processor

printf '%d programs\n' "$checked"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "$RERUN"
exit $status
