#!/usr/bin/env bash
# loops.sh: what loops.tsv says of the loops of operators that compute each element by itself: those
# that are exact are libtorch's bit for bit, the others within their bound (loops.c).
# Needs in the environment: COMPILER, ROOT, PROGRAM, CC, INCLUDES, LIBRARY.
set -eu -o pipefail
table=../../templates/compile/level1/loops.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# exact|close OPTION...: the program is the same for all elements.
check() {
  local how=$1 flags elements
  shift
  "$COMPILER" "$work/special/loops.pt2" -o "$work/program" --name program -q --root "$ROOT" --level 1 "$@"
  flags=$(sed -n 's/.*\$(CFLAGS)\(.*\) \$(CTORCH_CFLAGS) -c.*/\1/p' "$work/program/Makefile")
  # shellcheck disable=SC2086
  "$CC" -std=c11 -Wall -Wextra -Werror $flags $INCLUDES -shared -fPIC -o "$work/$dtype.$how.so" \
    "$work/program/program.c" "$LIBRARY" -Wl,-rpath,"$(dirname "$LIBRARY")" -lm
  for elements in ordinary special; do
    if ! "$PROGRAM" compare "$table" "$dtype" "$work/$elements/loops.pt2" \
      "$work/program/program.safetensors" "$work/$dtype.$how.so" "$how" >"$work/log" 2>&1; then
      printf 'called:   operators of %s elements of %s, %s\nexpected: the bounds of %s\ngot:\n%s\n' \
        "$elements" "$dtype" "$how" "$table" "$(cat "$work/log")"
      status=1
    fi
  done
}

mkdir "$work/ordinary" "$work/special"
for dtype in float32 float64 bfloat16; do
  for elements in ordinary special; do
    "$PROGRAM" record "$table" "$elements" $dtype "$work/$elements"
  done
  check exact --exact
  check close
done
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-loops.sh}"
exit $status
