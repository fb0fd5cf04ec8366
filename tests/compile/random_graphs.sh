#!/usr/bin/env bash
# random_graphs.sh [COUNT [FIRST]]: random programs (random_graphs.c) at level 1, beside the
# interpreter: --exact bit for bit, otherwise closely. With LEVEL0=1 also level 0. With PYTHON=FILE, a
# Python that has torch, it is compared with the interpreter, too.
# Needs in the environment: COMPILER, PROGRAM, CC, INCLUDES, LIBRARY.
set -eu -o pipefail
count=${1:-30} first=${2:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# SEED NAME exact|close OPTION...
check() {
  local seed=$1 name=$2 how=$3 flags folder=$work/$1.$2
  shift 3
  if ! "$COMPILER" "$work/$seed.pt2" -o "$folder" --name program -q --root ../.. "$@" \
    >"$work/log" 2>&1; then
    fail "$seed $name" "$(cat "$work/log")"
    return
  fi
  flags=$(sed -n 's/.*\$(CFLAGS)\(.*\) \$(CTORCH_CFLAGS) -c.*/\1/p' "$folder/Makefile")
  # shellcheck disable=SC2086
  "$CC" -std=c11 -Wall -Wextra -Werror $flags -O1 $INCLUDES -shared -fPIC -o "$folder.so" \
    "$folder/program.c" "$LIBRARY" -Wl,-rpath,"$(dirname "$LIBRARY")" -lm 2>"$work/log" &&
    "$PROGRAM" compare "$work/$seed.pt2" "$folder/program.safetensors" "$folder.so" "$how" \
      >"$work/log" 2>&1 || fail "$seed $name" "$(cat "$work/log")"
  rm -rf "$folder" "$folder.so"
}

fail() {
  printf 'called:   random graph %s\nexpected: the values of the interpreter\ngot:      %s\n' "$1" "$2"
  status=1
}

"$PROGRAM" record "$first" "$count" "$work"
for ((seed = first; seed < first + count; seed++)); do
  [ -z "${LEVEL0:-}" ] || check "$seed" level0 exact --level 0
  check "$seed" exact exact --level 1 --exact
  check "$seed" close close --level 1
done
[ -z "${PYTHON:-}" ] || PROGRAM=$PROGRAM "$PYTHON" -W ignore random_graphs.py "$work" || status=1

printf '%d graphs\n' "$count"
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-random_graphs.sh COUNT FIRST}"
exit $status
