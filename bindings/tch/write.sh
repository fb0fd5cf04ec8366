#!/usr/bin/env bash
# write.sh GENERATOR PROJECT YAML OUT: writes the sources of the shim to OUT: what the generator writes,
# and what is here.
set -eu
generator=$1 project=$2 yaml=$3 out=$4

"$generator" bind tch --root "$project" --yaml "$yaml" --out "$out"
cd "$project/bindings/tch"
cp -r ./*.c ./*.h tests examples "$out"
