#!/bin/bash
# faults.sh LAUNCH FAULTS: each fault, in a run of two or three ranks. Those that mostly wait run
# beside the others.
set -eu
launch=$1 faults=$2
failures=0

try() { # RANKS STATUS HOW [NAME=VALUE]: returns 1 if it failed
  local status=0
  timeout 60 env "${@:4}" "$launch" -n "$1" "$faults" "$3" >"log.$3" 2>&1 || status=$?
  if [ $status -eq "$2" ]; then
    echo "ok: $3 with $1 ranks"
    grep "error: " "log.$3" | head -n 2 || true
  else
    echo "FAILED: $3 with $1 ranks: status $status, expected $2"
    cat "log.$3"
    return 1
  fi
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Without the launcher, which would end the others.
try_killed() { # RANKS HOW
  local rank status failed=0 pids=()
  for ((rank = 0; rank < $1; rank++)); do
    env RANK=$rank WORLD_SIZE="$1" DIST_METHOD="file://$work/store.$2.$1" OMP_NUM_THREADS=1 \
      timeout 60 "$faults" "$2" >"$2.$rank" 2>&1 &
    pids+=($!)
  done
  for ((rank = 0; rank < $1; rank++)); do
    status=0
    wait "${pids[$rank]}" || status=$?
    [ $status -eq $((rank == 1 ? 137 : 0)) ] || failed=1
  done
  if [ $failed -eq 0 ]; then
    echo "ok: $2 with $1 ranks"
    cat "$2.0"
  else
    echo "FAILED: $2 with $1 ranks"
    cat "$2".*
    return 1
  fi
}

beside=() pids=()
beside() { # HOW COMMAND...
  beside+=("$1")
  "${@:2}" >"beside.$1" &
  pids+=($!)
}

now() { # COMMAND...
  "$@" || failures=$((failures + 1))
}

beside hung try 3 0 hung
beside never try 2 0 never
beside never_served try 2 0 never_served
beside missing_at_barrier try 3 0 missing_at_barrier
beside killed_at_init try_killed 3 killed_at_init
beside busy_port try 2 0 busy_port
now try_killed 2 killed
now try_killed 3 killed
now try_killed 2 killed_at_group_new
now try_killed 2 killed_at_ddp_new
now try 2 0 late
now try 2 0 other_shape TORCH_DISTRIBUTED_DEBUG=DETAIL
now try 2 0 other_dtype TORCH_DISTRIBUTED_DEBUG=DETAIL
now try 2 0 other_call TORCH_DISTRIBUTED_DEBUG=DETAIL
now try 2 0 other_model
now try 2 0 lost_in_backward
for i in "${!pids[@]}"; do
  now wait "${pids[$i]}"
  cat "beside.${beside[$i]}"
done
[ $failures -eq 0 ]
