#!/usr/bin/env bash
# golden.sh check|update: what ctorch-compile writes for a few programs, and what each of its passes
# makes of one, compared with golden/ or written there.
# Needs COMPILER in the environment.
set -eu -o pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# NAME FIXTURE OPTION...
write() {
  local name=$1 fixture=$2
  shift 2
  "$COMPILER" "../fixtures/exported/$fixture.pt2" -o "$work/$name" --name "$name" --level 0 -q "$@" \
    --root ../..
  # The archive's path depends on the checkout, and the weights are bytes.
  rm "$work/$name/Makefile" "$work/$name/$name.safetensors"
}

write mlp mlp.training
write branches cond.training
write loop while_count.training
write rows scan.core
write numbers symbolic_operators.training
write shared small/aliases --embed
write fused_mlp mlp.training --level 1
write fused_gpt gpt_tiny.training --level 1
write fused_cnn cnn_eval.training --level 1
write trained cnn_train.training --train

# The program as it is after each pass.
print_after() {
  local pass=$1 fixture=$2
  shift 2
  mkdir -p "$work/passes"
  "$COMPILER" "../fixtures/exported/$fixture.pt2" -o "$work/unused" --name program -q "$@" \
    --print-after "$pass" --root ../.. >"$work/passes/$pass.txt"
  rm -r "$work/unused"
}

print_after functions cond.training --level 0
print_after bind effects.core --level 0
print_after weights small/aliases --level 0
print_after interface structures.training --level 0
print_after symbols symbolic_operators.training --level 0
print_after lives while_count.training --level 0
print_after arrays gpt_tiny.training
print_after functional counter.training
print_after convolve cnn_eval.training
print_after lower mlp.training
print_after fuse mlp.training
print_after place gpt_tiny.training

if [ "$1" = update ]; then
  rm -rf golden
  mkdir golden
  cp -r "$work"/. golden/
elif ! diff -ru golden "$work"; then
  printf 'expected: the files of golden/; what to do if the new ones are right:\n'
  printf '          cmake --build BUILD --target update-golden-compile\nrerun:    %s\n' "$RERUN"
  exit 1
fi
