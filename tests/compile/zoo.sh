#!/usr/bin/env bash
# zoo.sh OPTION... -- ARCHIVE...: archives as C with these options of ctorch-compile, each compared with
# the interpreter by the test that is written beside it. Prints a line for each; returns 1 if a test
# fails, or if a program is refused for another reason than those of docs/compile.md.
# scripts/prove-compile.sh runs it.
# Needs in the environment: COMPILER, RUN_CHECKS, CC, INCLUDES; ROOT, with the templates.
set -eu -o pipefail
options=()
while [ "$1" != -- ]; do
  options+=("$1")
  shift
done
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0 batch=()
# shellcheck source=tests/compile/build.sh
. "$(dirname "${BASH_SOURCE[0]}")/build.sh"
at_once=16 # programs in one process

# STATUS LOG: it said why, and docs/compile.md says so, too.
is_refused() {
  [ "$1" -eq 2 ] && grep -qE 'custom object|does not have the operator|not supported|are pickles|is a pickle' "$2"
}

build() {
  local archive=$1 folder=$2
  "$COMPILER" "$archive" -o "$folder" --name program -q --root "$ROOT" "${options[@]}" ||
    { is_refused $? "$folder.log" && touch "$folder.refused"; return 0; }
  ln -s "$archive" "$folder/archive"
  build_library "$folder/program.so" "$folder" program.c program_test.c && touch "$folder/built"
}

# FOLDER: the line of its test, from one process for all or, if that ended early, from its own.
report() {
  local folder=$1 name=${1##*/} line
  line=$(sed -n "s|^$name: program: ||p" "$work/log")
  [ -n "$line" ] || line=$({ "$RUN_CHECKS" exactly "$folder" 2>&1 || true; } | sed "s|^$name: program: ||")
  if [[ $line == *', 0 differ; '* ]]; then
    printf 'ok       %s: %s\n' "$name" "${line%%$'\n'*}"
  else
    printf 'FAILED   %s: %s\n' "$name" "$line"
    status=1
  fi
}

run_batch() {
  local folder built=()
  wait
  for folder in "${batch[@]}"; do
    [ ! -f "$folder/built" ] || built+=("$folder")
  done
  [ ${#built[@]} -eq 0 ] || "$RUN_CHECKS" exactly "${built[@]}" >"$work/log" 2>&1 || true
  for folder in "${batch[@]}"; do
    if [ -f "$folder/built" ]; then
      report "$folder"
    elif [ -f "$folder.refused" ]; then
      printf 'refused  %s: %s\n' "${folder##*/}" "$(head -n 1 "$folder.log")"
    else
      printf 'FAILED   %s: %s\n' "${folder##*/}" "$(head -n 5 "$folder.log")"
      status=1
    fi
    rm -rf "$folder" "$folder.refused"
  done
  batch=()
}

for archive; do
  archive=$(realpath -e "$archive")
  folder=$work/$(basename "$archive" .pt2)
  if [ -z "$flags" ] && "$COMPILER" "$archive" -o "$work/first" --name program -q --root "$ROOT" \
    --level 1 2>/dev/null && [ -n "$(flags_of "$work/first")" ]; then
    # shellcheck disable=SC2046 # several flags
    parse_headers $(flags_of "$work/first")
  fi
  build "$archive" "$folder" >"$folder.log" 2>&1 &
  batch+=("$folder")
  [ $((${#batch[@]} % 2)) -eq 0 ] || wait # two at a time
  [ ${#batch[@]} -lt $at_once ] || run_batch
done
[ ${#batch[@]} -eq 0 ] || run_batch
exit $status
