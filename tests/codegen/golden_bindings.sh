#!/usr/bin/env bash
# golden_bindings.sh GENERATOR PROJECT [--update]: what `ctorch-gen bind` writes from golden/small.yaml is,
# byte for byte, in bindings/LANGUAGE, for each language that has a folder there. --update writes it
# there instead, for review in the diff.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

bind() { # LANGUAGE OUT
  gen bind "$1" --yaml "$data/golden/small.yaml" --templates "$project/templates" \
    --headers "$data/golden/include" --classes "$data/golden" --out "$2"
}

for folder in "$data"/bindings/*/; do
  language=$(basename "$folder")
  if [ "${3:-}" = --update ]; then
    rm -r "$folder"
    bind "$language" "$folder"
    cat "$work/.err"
    continue
  fi
  bind "$language" "$work/$language"
  says "the small yaml is bound in $language" 0 "ctorch-gen: $language: "
  diff -r "$folder" "$work/$language" >"$work/.out"
  if [ -s "$work/.out" ]; then
    wrong "the files of $language are as expected" "no difference (diff of expected and written \
below; if it is meant: cmake --build BUILD --target update-golden)"
  else
    fine "the files of $language are as expected"
  fi
done
[ "${3:-}" != --update ] || exit "$status"

gen bind cobol --root "$project" --out "$work/cobol"
says "an unknown language is refused with those that there are" 2 "no templates for the language 'cobol'"
finish
