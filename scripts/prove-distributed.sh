#!/usr/bin/env bash
# prove-distributed.sh [BUILD]: what the tests of libctorch_distributed have no time for.
#
#   PYTHON=FILE    a Python with torch of the pinned release; default: python3
#   --calls N      collectives in a row, whose memory is measured; default: 10,000
#
# Every collective with every dtype and operation, in groups of 1 to 8 ranks, against libtorch's
# operators; of 1 to 4 ranks also against torch.distributed, byte by byte; many calls in a row; two
# hosts, which are network namespaces with a cable between them, and the cable pulled out; the
# launchers torchrun and mpirun; data races, if build/tsan has the programs. What a machine lacks (such
# a Python, root and iproute2, mpirun, that build) is skipped and named. Five minutes on two cores.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

run_again_with "$@"
read_options calls= ... -- "$@"
build=$(realpath -m "${words[0]:-$CT_ROOT/build/release}")
python=${PYTHON:-python3}
launch=$build/bin/ct_launch
tests=$build/tests
for program in "$launch" "$tests/dist_collectives" "$tests/dist_many"; do
  [ -x "$program" ] || fail "$program does not exist" \
    "What to do: cmake --build $build --target $(basename "$program")"
done
export OMP_NUM_THREADS=1
work=$(mktemp -d)
spaces=()
clean_up() {
  local space
  for space in ${spaces[@]+"${spaces[@]}"}; do ip netns del "$space" 2>/dev/null || true; done
  rm -rf "$work"
}
trap clean_up EXIT
# shellcheck disable=SC2034 # step() reads it
CT_STEPS=6

start() { # RANKS PROGRAM...
  timeout 300 "$launch" -n "$@"
}

# --- every call -----------------------------------------------------------------------------------

step "every collective, dtype and operation"
for ranks in 1 2 3 4 5 6 7 8; do
  start $ranks "$tests/dist_collectives" >"$work/lines" 2>&1 ||
    fail "with $ranks ranks:" "$(tail -n 5 "$work/lines")"
  say "$ranks ranks: $(awk '/ compared / { n += $3 } END { print n }' "$work/lines") tensors as libtorch's operators say"
done
step_done

step "the same, beside torch.distributed"
release=$("$python" -c 'import torch; print(torch.__version__.split("+")[0])' 2>/dev/null || true)
if [ "$release" = "$(pinned_release)" ]; then
  for ranks in 1 2 3 4; do
    start $ranks "$tests/dist_collectives" --print >"$work/c"
    start $ranks "$python" -W ignore "$CT_ROOT/tests/distributed/every.py" >"$work/python"
    for side in c python; do
      # The lines of a rank are in order, those of different ranks are not.
      grep -v ' compared ' "$work/$side" | sort -s -k 1,1 >"$work/$side.sorted"
    done
    cmp "$work/c.sorted" "$work/python.sorted" || fail "with $ranks ranks, Python has other bytes"
    say "$ranks ranks: $(wc -l <"$work/c.sorted") tensors equal, byte by byte"
  done
  step_done
else
  step_done "skipped: $python has PyTorch ${release:-none}, not $(pinned_release)"
fi

step "many calls"
start 2 "$tests/dist_many" "${calls:-10000}" 2>"$work/lines" | sed 's/^\[0\]/     /' ||
  fail "many calls:" "$(tail -n 5 "$work/lines")"
step_done

# --- hosts ----------------------------------------------------------------------------------------

# Two hosts, 10.77.0.1 and 10.77.0.2.
make_hosts() {
  spaces=("ctorch$$a" "ctorch$$b")
  ip netns add "${spaces[0]}" && ip netns add "${spaces[1]}" &&
    ip link add "ct$$a" type veth peer name "ct$$b" &&
    ip link set "ct$$a" netns "${spaces[0]}" && ip link set "ct$$b" netns "${spaces[1]}" &&
    ip -n "${spaces[0]}" addr add 10.77.0.1/24 dev "ct$$a" &&
    ip -n "${spaces[1]}" addr add 10.77.0.2/24 dev "ct$$b" &&
    ip -n "${spaces[0]}" link set "ct$$a" up && ip -n "${spaces[1]}" link set "ct$$b" up &&
    ip -n "${spaces[0]}" link set lo up && ip -n "${spaces[1]}" link set lo up
}

inside() { # NUMBER PROGRAM...: on that host
  local device=ct$$a
  [ "$1" = 0 ] || device=ct$$b
  timeout 300 ip netns exec "${spaces[$1]}" env GLOO_SOCKET_IFNAME="$device" "${@:2}"
}

on_host() { # NUMBER PROGRAM...: two ranks
  inside "$1" "$launch" --nnodes 2 --node-rank "$1" --master-addr 10.77.0.1 --master-port 29577 -n 2 \
    "${@:2}"
}

on_both() { # PROGRAM...: 0 if both hosts succeed; the output is in $work/host0, $work/host1
  local first second status=0
  on_host 0 "$@" >"$work/host0" 2>&1 &
  first=$!
  on_host 1 "$@" >"$work/host1" 2>&1 &
  second=$!
  wait $first || status=$?
  wait $second || status=$?
  return $status
}

wait_for() { # WORD FILE
  local i
  for ((i = 0; i < 600; i++)); do
    ! grep -qs "$1" "$2" || return 0
    sleep 0.1
  done
  fail "a rank did not begin:" "$(tail -n 5 "$2")"
}

# Without the launcher, which would end the other rank of a host.
pull_cable() {
  local rank pulled pids=()
  for rank in 0 1 2 3; do
    inside $((rank / 2)) env RANK=$rank WORLD_SIZE=4 MASTER_ADDR=10.77.0.1 MASTER_PORT=29578 \
      "$tests/dist_many" 100000000 5 >"$work/rank$rank" 2>&1 &
    pids+=($!)
  done
  for rank in 0 1 2 3; do
    wait_for joined "$work/rank$rank"
  done
  sleep 1
  pulled=$SECONDS
  ip -n "${spaces[1]}" link set "ct$$b" down
  for rank in 0 1 2 3; do
    ! wait "${pids[$rank]}" || fail "rank $rank went on without a network"
    [ "$(grep -c 'Error: ' "$work/rank$rank")" -eq 1 ] ||
      fail "rank $rank did not end with one error:" "$(tail -n 5 "$work/rank$rank")"
    say "$(grep 'Error: ' "$work/rank$rank" | sed 's/.*\(Dist[A-Za-z]*Error: \)/\1/')"
  done
  # Five seconds of timeout, three to end.
  [ $((SECONDS - pulled)) -le 8 ] || fail "the ranks ended only after $((SECONDS - pulled)) s"
  say "the last one $((SECONDS - pulled)) s after the cable was pulled, with a timeout of 5 s"
}

step "two hosts"
if [ "$(id -u)" -ne 0 ] || ! command -v ip >/dev/null; then
  step_done "skipped: network namespaces need root and iproute2"
elif ! make_hosts 2>"$work/why"; then
  step_done "skipped: no network namespaces here: $(tail -n 1 "$work/why")"
else
  on_both "$tests/dist_collectives" ||
    fail "the ranks on two hosts:" "$(tail -n 5 "$work/host0" "$work/host1")"
  say "2 ranks on each: $(cat "$work/host0" "$work/host1" | awk '/ compared / { n += $3 } END { print n }') tensors right"
  pull_cable
  step_done "without the cable, all ranks end with an error"
fi

# --- launchers ------------------------------------------------------------------------------------

step "other launchers"
if [ "$release" = "$(pinned_release)" ]; then
  "$python" -m torch.distributed.run --no-python --nproc-per-node 3 "$tests/dist_collectives" \
    >"$work/lines" 2>&1 || fail "torchrun:" "$(tail -n 5 "$work/lines")"
  say "torchrun: $(grep -c compared "$work/lines") ranks"
else
  say "torchrun: skipped, as above"
fi
if command -v mpirun >/dev/null; then
  mpirun --allow-run-as-root --oversubscribe -np 3 -x OMP_NUM_THREADS -x MASTER_ADDR=127.0.0.1 \
    -x MASTER_PORT=29579 "$tests/dist_collectives" >"$work/lines" 2>&1 || fail "mpirun:" "$(tail -n 5 "$work/lines")"
  say "mpirun: $(grep -c compared "$work/lines") ranks"
else
  say "mpirun: skipped: it is not installed (Debian: openmpi-bin)"
fi
step_done

# --- data races -----------------------------------------------------------------------------------

# libtorch is not instrumented, so what it does is left out: races of this library's code are found.
find_races() { # RANKS PROGRAM
  TSAN_OPTIONS=ignore_noninstrumented_modules=1 start "$1" "$races/tests/$2" >"$work/lines" 2>&1 ||
    fail "$2 under ThreadSanitizer:" "$(tail -n 40 "$work/lines")"
  say "$2: none"
}

step "data races"
races=$CT_ROOT/build/tsan
if [ -x "$races/tests/dist_parallel" ]; then
  find_races 2 dist_collectives
  find_races 2 dist_parallel
  find_races 3 dist_groups
  find_races 3 dist_objects
  step_done
else
  step_done "skipped: $races has no such programs: cmake --preset tsan, and
      cmake --build $races --target dist_collectives dist_parallel dist_groups dist_objects"
fi
