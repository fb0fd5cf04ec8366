#!/usr/bin/env bash
# rust.sh BUILD: an add of one element with its release, in Rust and in C, in turns of one run, and the
# ratio of the medians.
set -eu -o pipefail
build=$(realpath "${1:?is the build folder}")
rustc=$(sed -n 's/^CTORCH_RUSTC:FILEPATH=//p' "$build/CMakeCache.txt")
[ -x "$rustc" ] || { echo "no Rust (apt-get install rustc)" >&2; exit 1; }
cmake --build "$build" --target bindings-rust >/dev/null
cd "$build/bindings/rust"
"$rustc" --edition 2021 -O --extern ctorch=libctorch.rlib -L "$build/lib" \
  -C link-arg="-Wl,-rpath,$build/lib" -o addcost examples/addcost.rs
OMP_NUM_THREADS=1 ./addcost
