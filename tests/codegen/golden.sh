#!/usr/bin/env bash
# golden.sh GENERATOR PROJECT [--update]: the files generated from golden/small.yaml are, byte for
# byte, those in golden/expected. --update writes them there instead, for review in the diff:
#
#     cmake --build build/dev --target update-golden && git diff tests/fixtures/codegen
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

generate() { # OUT OPTION...
  local out=$1
  shift
  gen generate --yaml "$data/golden/small.yaml" --templates "$project/templates" \
    --headers "$data/golden/include" --classes "$data/golden" \
    --results "$data/golden/results.tsv" --out "$out" "$@"
}

# A binding for each language that has templates.
bind() { # LANGUAGE OUT
  gen bind "$1" --yaml "$data/golden/small.yaml" --templates "$project/templates" \
    --headers "$data/golden/include" --classes "$data/golden" --out "$2"
}
languages=()
for tables in "$project"/templates/bind/*/language.tsv; do
  languages+=("$(basename "$(dirname "$tables")")")
done

if [ "${3:-}" = --update ]; then
  generate "$data/golden/expected"
  cat "$work/.err"
  for language in "${languages[@]}"; do
    bind "$language" "$data/golden/bind/$language"
    cat "$work/.err"
  done
  exit "$status"
fi

generate "$work/out"
says "the small yaml is accepted" 0 "94 functions, 35 methods"
silent "and nothing is printed on stdout" out
diff -r "$data/golden/expected" "$work/out" >"$work/.out"
if [ -s "$work/.out" ]; then
  wrong "the generated files are as expected" "no difference (diff of expected and generated \
below; if it is meant: cmake --build BUILD --target update-golden)"
else
  fine "the generated files are as expected"
fi
generate "$data/golden/expected" --check
gives "--check finds the expected files up to date" 0
silent "and lists nothing" out

for language in "${languages[@]}"; do
  bind "$language" "$work/bind"
  says "the binding for $language of the small yaml" 0 "functions"
  diff -r "$data/golden/bind/$language" "$work/bind" >"$work/.out" 2>&1
  if [ -s "$work/.out" ]; then
    wrong "the binding for $language is as expected" "no difference (diff of expected and generated \
below; if it is meant: cmake --build BUILD --target update-golden)"
  else
    fine "the binding for $language is as expected"
  fi
  rm -rf "$work/bind"
done
bind klingon "$work/bind"
gives "a language without templates is refused" 2
says "and those with templates are listed" 2 "write one of: go"

# The comparison above must be able to fail.
cp -r "$data/golden/expected" "$work/changed"
printf ' ' >>"$work/changed/ops/a.cpp"
generate "$work/changed" --check
gives "one additional byte is found" 1 "$work/changed/ops/a.cpp: differs"
finish
