#!/usr/bin/env bash
# run_test.sh: run.sh with programs that crash, hang or print nothing. Each of these must be in the
# table, and in the exit status.
set -eu -o pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pack=$(mktemp -d)
trap 'rm -rf "$pack"' EXIT
status=0
cp "$here"/{run.sh,run_sections.sh,report.sh,checks.awk} "$pack"
mkdir -p "$pack/bin" "$pack/lib" "$pack/torch/lib"
touch "$pack/torch/lib/libtorch_cuda.so"
echo 0.0.0 >"$pack/release"
echo none >"$pack/commit"

# A program of the pack, which does this.
stub() { # NAME <SCRIPT
  { echo '#!/bin/bash' && cat; } >"$pack/bin/$1"
  chmod +x "$pack/bin/$1"
}

# Runs a section, which must end with this status and print this line.
expect() { # STATUS TEXT ARGUMENT...
  local wanted=$1 text=$2 got=0
  shift 2
  PYTHON=/bin/false bash "$pack/run.sh" --libtorch "$pack/torch" --results "$pack/results" "$@" \
    >"$pack/output" 2>&1 || got=$?
  [ $got = "$wanted" ] && grep -qF "$text" "$pack/output" && return
  printf 'called:   run.sh %s\nexpected: status %s, and: %s\ngot:      %s, and %s\nrerun:    %s\n\n' \
    "$*" "$wanted" "$text" "$got" "$(cat "$pack/output")" "${RERUN:-$0}"
  status=1
}

json_has() { # TEXT
  grep -qF "$1" "$pack/results/results.json" && return
  printf 'expected: %s\ngot:      %s\n\n' "$1" "$(cat "$pack/results/results.json")"
  status=1
}

stub gpu <<<'printf "one\tok\tfine\n"'
expect 0 'ok       one: fine' oom
json_has '"complete": true'
expect 3 'incomplete: there was no time for what is missed; run by name, with --seconds: oom fork' \
  --seconds 4 oom fork
json_has '"complete": false'

stub gpu <<<'printf "one\tok\tfine\n"; kill -SEGV $$'
expect 1 'failed   oom: it ended with signal 11 (SEGV)' oom
expect 1 'failed   counts: it ended with signal 11 (SEGV)' counts
stub gpu <<<'printf "one\tok\tfine\n"; exit 1'
expect 1 'failed   oom: it ended with status 1' oom
stub gpu <<<'exit 0'
expect 1 'failed   oom: it printed nothing' oom
rm "$pack/bin/gpu" # as with a library that is missing
expect 1 'failed   fork: it printed nothing, and ended with status 127' fork

stub gpu <<<'printf "one\tok\tfine\n"'
stub ct_info <<<'echo "no such library" >&2; exit 3'
expect 1 'failed   ct_info: status 3: no such library' info

# What it has found until its time ends counts, and nothing of it keeps the pipe open.
stub gpu <<<'printf "one\tok\tfine\n"; sleep 100'
started=$SECONDS
expect 1 'failed   oom: its time ended after 5 s' --seconds 5 oom
json_has '"name": "one", "status": "ok"'
if [ $((SECONDS - started)) -gt 20 ]; then
  echo "the section was not ended: $((SECONDS - started)) s"
  status=1
fi
stub gpu <<<'printf "one\tok\tfine\n"'
started=$SECONDS
bash "$pack/run.sh" --libtorch "$pack/torch" --results "$pack/results" oom | cat >/dev/null
if [ $((SECONDS - started)) -gt 15 ]; then
  echo "something kept the pipe open for $((SECONDS - started)) s"
  status=1
fi

# The lines of a suite come when it has ended, whatever another one does.
stub gpu_devices <<'END'
[ "$CK_RUN_SUITE" = copies ] || sleep 100
printf 'ok 1 - ../a.c:copies:one: Passed\n1..1\n' >"$CK_TAP_LOG_FILE_NAME"
END
expect 1 'ok       one: Passed' --seconds 5 devices

# Lines of Check: a crash stays a failure where nothing computes, and so does a program that ends
# early.
check_lines() { # WANTED REHEARSAL <TAP
  local got
  got=$(awk -v suite=copies -v rehearsal="$2" -f "$here/checks.awk" \
    <(printf 'two_fn\tskipped\tneeds sim\n') - | cut -f 1,2 | tr '\t\n' ' ,')
  [ "$got" = "$1" ] && return
  printf 'expected: %s\ngot:      %s\n\n' "$1" "$got"
  status=1
}

tap='ok 1 - ../a.c:copies:one: Passed
ok 2 - ../a.c:copies:two: Passed
not ok 3 - ../a.c:copies:three: x: other values
not ok 4 - ../a.c:copies:four: (after this point) Received signal 11 (Segmentation fault)
not ok 5 - ../a.c:copies:five: (after this point) Test timeout expired
not ok 6 - ../a.c:copies:six: ct_call(): RuntimeError: no'
check_lines 'one ok,two skipped,three failed,four failed,five failed,six failed,' '' <<<"$tap"$'\n1..6'
check_lines 'one ok,two skipped,three skipped,four failed,five failed,six failed,' 1 <<<"$tap"$'\n1..6'
check_lines 'one ok,copies failed,' 1 <<<"ok 1 - ../a.c:copies:one: Passed"$'\n1..2'
check_lines 'copies failed,' 1 <<<''
exit $status
