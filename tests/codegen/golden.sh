#!/usr/bin/env bash
# golden.sh GENERATOR PROJECT [--update]: what is generated from golden/small.yaml is, byte for
# byte, what lies in golden/expected. With --update it is put there instead, to be read in the diff:
#
#     cmake --build build/dev --target update-golden && git diff tests/data/codegen
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

generate() { # OUT OPTION...
  local out=$1
  shift
  gen generate --yaml "$data/golden/small.yaml" --templates "$project/templates" \
    --headers "$data/golden/include" --results "$data/golden/results.tsv" --out "$out" "$@"
}

if [ "${3:-}" = --update ]; then
  generate "$data/golden/expected"
  cat "$work/.err"
  exit "$status"
fi

generate "$work/out"
says "the small yaml is accepted" 0 "90 functions, 32 methods"
silent "and nothing is said on stdout" out
diff -r "$data/golden/expected" "$work/out" >"$work/.out"
if [ -s "$work/.out" ]; then
  wrong "what is generated is what was expected" "no difference (diff of expected and generated \
below; if it is meant: cmake --build BUILD --target update-golden)"
else
  fine "what is generated is what was expected"
fi
generate "$data/golden/expected" --check
gives "--check finds the expected files up to date" 0
silent "and lists nothing" out

# The comparison above must be able to fail.
cp -r "$data/golden/expected" "$work/changed"
printf ' ' >>"$work/changed/ops_a.cpp"
generate "$work/changed" --check
gives "a byte more is seen" 1 "$work/changed/ops_a.cpp: differs"
finish
