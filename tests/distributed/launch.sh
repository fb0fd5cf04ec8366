#!/bin/bash
# launch.sh LAUNCH: what ct_launch itself does, with programs of the shell.
set -eu
launch=$1
failures=0

check() { # WHAT EXPECTED GOT
  if [ "$2" = "$3" ]; then
    echo "ok: $1"
  else
    printf 'FAILED: %s\nexpected: %s\ngot: %s\n' "$1" "$2" "$3"
    failures=$((failures + 1))
  fi
}

run() { # ARGUMENT...: output and status
  local status=0
  timeout 60 "$launch" "$@" 2>&1 || status=$?
  echo "status $status"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

check "ranks in the environment" \
  "$(printf '[0] 0 0 of 3, 1\n[1] 1 1 of 3, 1\n[2] 2 2 of 3, 1\nstatus 0')" \
  "$(run -n 3 sh -c 'echo $RANK $LOCAL_RANK of $WORLD_SIZE, $OMP_NUM_THREADS' | sort)"
check "the second of two machines" \
  "$(printf '[2] h 2 0 of 4\n[3] h 2 1 of 4\nstatus 0')" \
  "$(run -n 2 --nnodes 2 --node-rank 1 --master-addr h --master-port 5 \
    sh -c 'echo $MASTER_ADDR $GROUP_WORLD_SIZE $LOCAL_RANK of $WORLD_SIZE' | sort)"
check "lines as they are, also the last without an end" "$(printf 'a b\nstatus 0')" \
  "$(run --no-prefix printf 'a b')"
check "the first failure, its text, and the end of the others" \
  "$(printf '%s\n' '[1] oh no' 'ct_launch: rank 1 failed with status 7' \
    'ct_launch: the end of what it wrote to stderr:' 'oh no' 'status 7')" \
  "$(run -n 3 sh -c 'if [ $RANK = 1 ]; then echo oh no >&2; exit 7; fi; exec sleep 50')"
check "a signal" \
  "$(printf '%s\n' 'ct_launch: rank 0 was ended by signal 9 (Killed)' 'status 137')" \
  "$(run sh -c 'kill -9 $$')"
check "restarts" \
  "$(printf '%s\n' 'ct_launch: rank 0 failed with status 3' \
    'ct_launch: rank 0 failed with status 3' \
    'ct_launch: starting all processes again (1 of 4)' \
    'ct_launch: starting all processes again (2 of 4)' '[0] at last' 'status 0' | sort)" \
  "$(run --max-restarts 4 \
    sh -c '[ $TORCHELASTIC_RESTART_COUNT = 2 ] || exit 3; echo at last' | sort)"
check "no such program" "$(printf '%s\n' "[0] cannot run './none': No such file or directory" \
  'ct_launch: rank 0 failed with status 127' 'ct_launch: the end of what it wrote to stderr:' \
  "cannot run './none': No such file or directory" 'status 127')" "$(run ./none)"
check "no program" "$(printf '%s\n' 'ct_launch: no program' 'see: ct_launch --help' 'status 2')" "$(run)"
check "not a number" \
  "$(printf '%s\n' 'ct_launch: not a number in range: x' 'see: ct_launch --help' 'status 2')" \
  "$(run -n x true)"

# A launcher that is interrupted, or killed, ends its ranks.
for signal in INT KILL; do
  "$launch" -n 2 sh -c 'echo $$ >rank.$RANK; exec sleep 50' &
  pid=$!
  for _ in $(seq 100); do [ -s rank.0 ] && [ -s rank.1 ] && break || sleep 0.1; done
  kill -$signal $pid
  wait $pid 2>/dev/null || true
  left=2
  for _ in $(seq 100); do
    left=0
    for rank in rank.*; do
      ! kill -0 "$(cat $rank)" 2>/dev/null || left=$((left + 1))
    done
    [ $left -ne 0 ] || break
    sleep 0.1
  done
  check "ranks after SIG$signal" 0 $left
  rm -f rank.*
done
[ $failures -eq 0 ]
