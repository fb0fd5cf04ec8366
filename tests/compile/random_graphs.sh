#!/usr/bin/env bash
# random_graphs.sh [COUNT [FIRST]]: random programs (random_graphs.c) beside the interpreter: level 0
# and --exact bit for bit, level 1 closely. With PYTHON=FILE, a Python that has torch, it is compared
# with the interpreter, too.
# Needs in the environment: COMPILER, ROOT, PROGRAM, CC, INCLUDES, LIBRARY.
set -eu -o pipefail
count=${1:-30} first=${2:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0 built=0 compared=()
# shellcheck source=tests/compile/build.sh
. ./build.sh

fail() {
  printf 'called:   random graph %s\nexpected: the values of the interpreter\ngot:      %s\n' "$1" "$2"
  status=1
}

# SEED exact|close OPTION...: writes the program, and builds it in the background.
check() {
  local seed=$1 how=$2 folder=$work/$1.$((++built))
  shift 2
  if ! "$COMPILER" "$work/$seed.pt2" -o "$folder" --name program -q --root "$ROOT" "$@" \
    >"$work/log" 2>&1; then
    fail "$seed $*" "$(cat "$work/log")"
    return
  fi
  [ -n "$flags" ] || [ "$1 $2" != '--level 1' ] || prepare "$folder"
  build_library "$folder.so" "$folder" program.c >"$folder.log" 2>&1 &
  [ $((built % 2)) -eq 0 ] || wait # two at a time
  compared+=("$work/$seed.pt2" "$folder/program.safetensors" "$folder.so" "$how")
}

prepare() {
  # shellcheck disable=SC2046 # several flags
  parse_headers $(flags_of "$1")
}

"$PROGRAM" record "$first" "$count" "$work"
for ((seed = first; seed < first + count; seed++)); do
  if ((seed % 10 == 5)); then # of large tensors
    check "$seed" close --level 1 --threads
  else
    check "$seed" close --level 1
  fi
  check "$seed" exact --level 1 --exact
  check "$seed" exact --level 0
done
wait
for log in "$work"/*.log; do
  [ ! -s "$log" ] || fail "$(basename "$log")" "$(cat "$log")"
done
"$PROGRAM" compare "${compared[@]}" >"$work/log" 2>&1 || fail "$first to $((seed - 1))" "$(cat "$work/log")"
[ -z "${PYTHON:-}" ] || PROGRAM=$PROGRAM "$PYTHON" -W ignore random_graphs.py "$work" || status=1

printf '%d graphs, %d programs\n' "$count" "$built"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-random_graphs.sh COUNT FIRST}"
exit $status
