#!/usr/bin/env bash
# tch.sh BUILD: an add of one element with its release, by the shim for tch-rs and by libctorch, in turns of
# one run.
set -eu -o pipefail
build=$(realpath "${1:?is the build folder}")
project=$(realpath "$(dirname "$0")/..")
cmake --build "$build" --target bindings-tch >/dev/null
cd "$build/bindings/tch"
cc -std=c11 -D_GNU_SOURCE -O1 -I. -I"$project/runtime/include" -I"$project/generated" \
  examples/addcost.c shim.c ops_a.c -L"$build/lib" -Wl,-rpath,"$build/lib" -lctorch -o addcost
OMP_NUM_THREADS=1 ./addcost
