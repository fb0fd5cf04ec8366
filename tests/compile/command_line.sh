#!/usr/bin/env bash
# command_line.sh: options of ctorch-compile, what it says about wrong ones, and what a second run
# does. Needs COMPILER, ROOT, CC, CXX and INCLUDES in the environment.
set -eu -o pipefail
mlp=../fixtures/exported/mlp.training.pt2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

fail() {
  printf 'called:   %s\nexpected: %s\ngot:      %s\n' "$1" "$2" "$3"
  status=1
}

# STATUS PATTERN OPTION...
expect() {
  local wanted=$1 pattern=$2 got=0
  shift 2
  "$COMPILER" "$@" >"$work/out" 2>&1 || got=$?
  if [ $got -ne "$wanted" ] || ! grep -qE -- "$pattern" "$work/out"; then
    fail "ctorch-compile $*" "status $wanted and: $pattern" "status $got and: $(cat "$work/out")"
  fi
}

expect 0 '^usage: ctorch-compile MODEL.pt2' --help
expect 0 '^ctorch-compile [0-9.]+$' --version
expect 2 'expected the file of a program'
expect 2 'expected one file' a.pt2 b.pt2
expect 2 "level is 0 or 1, not '2'" $mlp --level 2
expect 2 'needs --level 0' $mlp --level 1 --train
expect 2 "march is native, x86-64-v3 or x86-64" $mlp --march z80
expect 2 'No such file' "$work/missing.pt2"
expect 2 'not an archive of torch.export.save' ../fixtures/exported/mlp.training.ref.pt
expect 2 'choose one with --model' ../fixtures/exported/small/models.pt2 -o "$work/m"
expect 0 '^' ../fixtures/exported/small/models.pt2 --model c --level 0 -o "$work/m"
expect 2 'there is no' $mlp --input-shape 5x16
expect 2 'no such input' $mlp --input-shape y=5x16
expect 2 'another number of dimensions' $mlp --input-shape input=5
expect 2 'not one that the program was exported for' $mlp --input-shape input=9x16
expect 2 'exported for the size 16, not 17' $mlp --input-shape 'input=?x17'
expect 0 'aten::relu.default +call' $mlp --level 0 --explain -o "$work/e"
expect 2 'custom object' ../fixtures/exported/small/object.pt2

# The second run changes nothing.
"$COMPILER" $mlp -o "$work/twice" --name twice --level 0 -q --root "$ROOT"
touch -d '2001-01-01' "$work"/twice/*
"$COMPILER" $mlp -o "$work/twice" --name twice --level 0 -q --root "$ROOT"
changed=$(find "$work/twice" -newermt '2002-01-01' -type f)
[ -z "$changed" ] || fail 'ctorch-compile, twice' 'no changed file' "$changed"

# What ct_export_compile() compiles, without weights.
expect 2 'shared has no weights' $mlp --shared --embed
"$COMPILER" $mlp -o "$work/shared" --name shared --shared -q --root "$ROOT"
files=$(cd "$work/shared" && echo *)
[ "$files" = 'shared.c shared.flags shared.h' ] ||
  fail 'ctorch-compile --shared' 'shared.c shared.flags shared.h' "$files"
# shellcheck disable=SC2086 # several flags
"$CC" -std=c11 -Wall -Wextra -Werror -fsyntax-only $INCLUDES @"$work/shared/shared.flags" \
  "$work/shared/shared.c" >"$work/out" 2>&1 ||
  fail 'cc -fsyntax-only' 'no error' "$(cat "$work/out")"

# C++ may include the headers of both levels.
# shellcheck disable=SC2086 # several flags
printf '#include "%s.h"\n' twice shared |
  "$CXX" -Wall -Wextra -Werror -x c++ -fsyntax-only -I"$work/twice" -I"$work/shared" $INCLUDES - \
    >"$work/out" 2>&1 ||
  fail 'c++ -fsyntax-only' 'no error' "$(cat "$work/out")"

# clang compiles loops and calls, too.
if command -v clang >/dev/null; then
  "$COMPILER" ../fixtures/exported/gpt_tiny.training.pt2 -o "$work/loops" --name loops -q --root "$ROOT"
  for program in twice loops; do
    # shellcheck disable=SC2086 # several flags
    (cd "$work/$program" && clang -std=c11 -Wall -Wextra -Werror -O2 -fopenmp-simd $INCLUDES \
      -c "$program.c" && clang -std=c11 -Wall -Wextra -Werror -fsyntax-only $INCLUDES \
      "${program}_test.c") >"$work/out" 2>&1 || fail "clang, $program" 'no error' "$(cat "$work/out")"
  done
else
  echo 'clang is not installed: what it compiles was left out'
fi

[ $status -eq 0 ] || printf 'rerun:    %s\n' "$RERUN"
exit $status
