#!/usr/bin/env bash
# write.sh GENERATOR PROJECT YAML OUT: writes the crate ctorch to OUT: what the generator writes, and what
# is here.
set -eu
generator=$1 project=$2 yaml=$3 out=$4

"$generator" bind rust --root "$project" --yaml "$yaml" --out "$out"
cd "$project/bindings/rust"
cp -r src tests examples Cargo.toml rustfmt.toml "$out"
