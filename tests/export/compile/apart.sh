#!/usr/bin/env bash
# apart.sh PROGRAM: two processes compile the same network at once (apart.c), a third one finds what
# they have left, and a killed one leaves nothing that is taken for code. Needs in the environment
# CTORCH_COMPILE, CTORCH_CC and CTORCH_CFLAGS.
set -eu -o pipefail
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CTORCH_CACHE=$work/cache TMPDIR=$work/tmp
mkdir -m 700 "$TMPDIR"
status=0

fail() { # CALLED EXPECTED GOT
  printf 'called:   %s\nexpected: %s\ngot:      %s\n' "$@"
  status=1
}

pids=()
for i in 1 2; do
  "$program" >"$work/out$i" 2>"$work/log$i" &
  pids+=($!)
done
for pid in "${pids[@]}"; do
  wait "$pid" || fail "$program, twice at once" 'status 0' "$(cat "$work"/log?)"
done
diff "$work/out1" "$work/out2" || fail "$program, twice at once" 'the same numbers' 'others'
[ -s "$work/out1" ] || fail "$program" 'a tensor' 'nothing'

"$program" >"$work/out3" 2>"$work/log3" || fail "$program, again" 'status 0' "$(cat "$work/log3")"
diff "$work/out1" "$work/out3" || fail "$program, again" 'the same numbers' 'others'
grep -q '^loaded ' "$work/log3" || fail "$program, again" 'code of the cache' "$(cat "$work/log3")"

# One file, with its SHA-256 after it, and no other one anywhere.
files=("$CTORCH_CACHE"/compiled/*)
left=$(find "$work/cache" "$TMPDIR" -type f | wc -l)
[ "$left" -eq 1 ] || fail "ls $work" '1 file' "$(find "$work" -type f)"
wanted=$(head -c -64 "${files[0]}" | sha256sum | cut -d' ' -f1)
[ "$wanted" = "$(tail -c 64 "${files[0]}")" ] || fail "sha256sum ${files[0]}" "$wanted" 'another'

# Killed while it compiles.
rm "${files[0]}"
CTORCH_CC="$work/slow" "$program" >/dev/null 2>&1 &&
  fail "$program, with a compiler that is not there" 'an error' 'none'
# shellcheck disable=SC2016 # the shell of the other script expands it
printf '#!/bin/sh\n[ "$1" = --version ] && exec echo slow\n: >"%s/started"\nexec sleep 60\n' "$work" \
  >"$work/slow"
chmod +x "$work/slow"
CTORCH_CC="$work/slow" "$program" >/dev/null 2>&1 &
killed=$!
for _ in $(seq 600); do
  [ -e "$work/started" ] && break
  sleep 0.1
done
pkill -P "$killed" || true
kill -9 "$killed" || true
wait "$killed" 2>/dev/null || true
"$program" >"$work/out4" 2>"$work/log4" ||
  fail "$program, after a killed one" 'status 0' "$(cat "$work/log4")"
diff "$work/out1" "$work/out4" || fail "$program, after a killed one" 'the same numbers' 'others'

[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-apart.sh PROGRAM}"
exit $status
