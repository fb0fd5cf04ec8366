#!/usr/bin/env bash
# write.sh GENERATOR PROJECT YAML OUT: writes the binding for LuaJIT to OUT: what the generator writes,
# and what is here.
set -eu
generator=$1 project=$2 yaml=$3 out=$4

"$generator" bind luajit --root "$project" --yaml "$yaml" --out "$out"
cp -r "$project"/bindings/luajit/*.lua "$project/bindings/luajit/examples" "$out"
