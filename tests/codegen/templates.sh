#!/usr/bin/env bash
# templates.sh GENERATOR PROJECT: each template is needed, and a mistake in any of them is reported
# with its place by every command that uses it.
# shellcheck disable=SC2016 # marks of templates
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

results=(--results "$data/golden/results.tsv")
with() { # COMMAND...: for the golden list, with the templates in $work/templates
  gen "$@" --yaml "$data/golden/small.yaml" --templates "$work/templates" \
    --headers "$data/golden/include"
}
refuses() { # TEMPLATES COMMAND...: the command that fills them, separated by blanks
  local names=$1 name lines
  shift
  rm -rf "$work/templates"
  cp -r "$project/templates" "$work/templates"
  for name in $names; do
    sed -i '$a\' "$work/templates/$name" # ends the last line
    printf '${nobody}\n' >>"$work/templates/$name"
  done
  with "$@"
  for name in $names; do
    lines=$(wc -l <"$work/templates/$name")
    says "a mark in $name that no code fills" 2 \
      "$work/templates/$name:$lines:1: error: unknown mark 'nobody'" "  \${nobody}" "  ^" \
      "$(wc -w <<<"$names") error"
  done
  silent "and nothing is printed on stdout" out
  check "or written to a file" test ! -e "$work/out"
  for name in $names; do
    rm "$work/templates/$name"
  done
  with "$@"
  for name in $names; do
    says "without $name" 2 "$work/templates/$name: error: cannot open: No such file or directory"
  done
  check "nothing is written either" test ! -e "$work/out"
}

names=$(cd "$project/templates" && find . -type f | sed 's|^\./||' | sort)
check "there are templates" test "$(wc -w <<<"$names")" -ge 20
# Errors in all templates are found by the same code: with sanitizers, which are slow, every eighth.
[ -z "${SANITIZED:-}" ] || names=$(awk 'NR % 8 == 1' <<<"$names")
for name in $names; do
  case $name in
  # For `ctorch-gen diff`.
  DIFF.md | diff_*) ;;
  # For `ctorch-gen audit --program`.
  PROGRAM.md | program_*) ;;
  # For `ctorch-gen bind`; its tables are below.
  bind/*) ;;
  # For ctorch-compile.
  compile/*) ;;
  # For the page that `ctorch-gen audit` writes.
  audit.* | audit_search.js) refuses "$name" audit --html "$work/out" "${results[@]}" ;;
  *) refuses "$name" generate --out "$work/out" --classes "$data/golden" "${results[@]}" ;;
  esac
done
# A binding of a few operators, but of all handwritten headers and classes.
with() {
  gen "$@" --yaml "$data/golden/small.yaml" --templates "$work/templates" \
    --headers "$project/runtime/include/ctorch"
}
for folder in "$project"/templates/bind/*/; do
  language=$(basename "$folder")
  filled=$(grep "^bind/$language/" <<<"$names" | grep -v '\.tsv$' | tr '\n' ' ') || true
  [ -z "$filled" ] ||
    refuses "$filled" bind "$language" --out "$work/out" --classes "$project/runtime"
done
# What two languages share.
rm -rf "$work/templates"
cp -r "$project/templates" "$work/templates"
printf '${nobody}\n' >>"$work/templates/bind/slot.h"
for language in node python; do
  with bind "$language" --out "$work/out" --classes "$project/runtime"
  says "a mark in slot.h" 2 "bind/$language/../slot.h:$(wc -l <"$work/templates/bind/slot.h"):1: error" "'nobody'"
done
# Tables of a language: a mistake in each, with its place.
spoils() { # TABLE LINE MESSAGE
  rm -rf "$work/templates"
  cp -r "$project/templates" "$work/templates"
  printf "$2\n" >>"$work/templates/bind/go/$1"
  with bind go --out "$work/out" --classes "$project/runtime"
  says "a mistake in $1" 2 "$work/templates/bind/go/$1:$(wc -l <"$work/templates/bind/go/$1"): error: $3"
  check "writes nothing" test ! -e "$work/out"
}
spoils language.tsv 'style' 'expected 2 fields separated by tabs (name, value), found 1'
spoils marks.tsv 'x\tnothing\thost\t,\t%%s\t%%s' "unknown list 'nothing'"
spoils marks.tsv 'x\targs\tnothing\t,\t%%s\t%%s' "types.tsv has no column 'nothing'"
spoils files.tsv 'all\tx.go' 'expected 4 fields'
spoils names.tsv 'ct_abs' 'expected 2 fields separated by tabs (symbol, name), found 1'
spoils left_out.tsv 'ct_abs' 'expected 2 fields separated by tabs (symbol, reason), found 1'
spoils types.tsv "x$(printf '\\t%.0s' {1..40})x" 'expected at most'
with() {
  gen "$@" --yaml "$data/golden/small.yaml" --templates "$work/templates" \
    --headers "$data/golden/include"
}
refuses prototype.h show max
for name in AUDIT.md audit_errors.md audit_table.md; do
  refuses "$name" audit --format markdown "${results[@]}"
done
# Two releases with each kind of change.
with() {
  gen "$@" --templates "$work/templates" --headers "$data/golden/include" \
    "$data/diff/old.yaml" "$data/diff/new.yaml"
}
for name in DIFF.md diff_section.md diff_table.md; do
  refuses "$name" diff --format markdown
done
# A program that needs each of these templates.
with() {
  gen "$@" --templates "$work/templates" --headers "$data/golden/include" \
    --yaml "$data/diff/old.yaml" --against "$data/diff/new.yaml" \
    --program "$data/program/program.c"
}
for name in PROGRAM.md program_unknown.md program_changes.md diff_section.md diff_table.md; do
  refuses "$name" audit --format markdown
done
finish
