#!/usr/bin/env bash
# fuzz.sh [TARGET] [SECONDS]: the long run of the fuzz targets (tests/proof/fuzz/). clang's
# libFuzzer generates inputs for SECONDS (default: 300), for every target or the given one.
#
#     scripts/fuzz.sh              every target, 5 minutes each
#     scripts/fuzz.sh 60           every target, a minute each
#     scripts/fuzz.sh yaml 3600    one of them, an hour
#
# Builds what it needs. New inputs are kept in build/fuzz/finds/, where the next run begins; a crash
# is printed with the command that reproduces it, and the exit status is 1.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
CT_STEPS=4
run_again_with "$@"
usage="usage: $0 [TARGET] [SECONDS]; more: $0 --help"
cd "$CT_ROOT"

wanted='' seconds=300
case ${1:-} in
-*) fail "unknown option '$1'" "$usage" ;;
'' | *[!0-9]*)
  wanted=${1:-}
  seconds=${2-$seconds}
  [ $# -le 2 ] || fail "unexpected argument '$3'" "$usage"
  ;;
*)
  seconds=$1
  [ $# -le 1 ] || fail "unexpected argument '$2': the target comes first" "$usage"
  ;;
esac
# libFuzzer takes 0 as no limit.
[[ $seconds =~ ^0*[1-9][0-9]{0,8}$ ]] ||
  fail "'$seconds' is not a number of seconds (1 or more)" "$usage"

targets=()
for file in tests/proof/fuzz/*_target.c; do
  name=$(basename "$file" _target.c)
  if [ -z "$wanted" ] || [ "$wanted" = "$name" ]; then targets+=("$name"); fi
done
[ ${#targets[@]} -gt 0 ] || fail "unknown fuzz target '$wanted'" \
  "known: $(basename -s _target.c tests/proof/fuzz/*_target.c | paste -s -d ' ')"

step "Packages"
need_packages "${CT_BUILD_PACKAGES[@]}" "${CT_FETCH_PACKAGES[@]}" "${CT_FUZZ_PACKAGES[@]}"

step "libtorch"
fetch_libtorch

step "Build the fuzz targets"
build fuzz

# "3,000,000 inputs, 612 edges, 40 kept" from a log of libFuzzer.
summary() { # LOG FINDS
  local inputs edges
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$1" | tail -n 1)
  edges=$(sed -n 's/^#[0-9].* cov: \([0-9]*\) .*/\1/p' "$1" | tail -n 1)
  printf "%'d inputs, %'d edges, %'d kept\n" "${inputs:-0}" "${edges:-0}" \
    "$(find "$2" -type f | wc -l)"
}

step "Fuzz ${#targets[@]} of them, $seconds s each"
failed=() ran=0
for name in "${targets[@]}"; do
  finds=$CT_ROOT/build/fuzz/finds/$name log=$CT_LOGS/fuzz-$name.log
  [ -x "build/fuzz/fuzz/fuzz_$name" ] || {
    say "$name: not built here: CMake did not find what it needs"
    continue
  }
  ran=$((ran + 1))
  if run_quietly "fuzz-$name" nice bash tests/proof/fuzz/run.sh "$CT_ROOT/build/fuzz" "$name" \
    "$finds" -max_total_time="$seconds"; then
    say "$name: $(summary "$log" "$finds")"
  else
    failed+=("$name")
    sed -n '/ERROR: \|runtime error: \|^  expected: /,$p' "$log" | grep -v '^0x\|^stat::' || true
    say "$name: a find (above); the whole output: $log"
  fi
done
step_done
[ $ran -gt 0 ] || fail "nothing was fuzzed" \
  "what CMake found, and what it left out: $CT_LOGS/configure-fuzz.log"
[ ${#failed[@]} -eq 0 ] || fail "fuzzing found errors: ${failed[*]}" "docs/testing.md says what to do with them"
