#!/usr/bin/env bash
# luajit.sh BUILD: an add of one element with its release, by LuaJIT's binding and by a call of C from
# LuaJIT, in turns of one run.
set -eu -o pipefail
build=$(realpath "${1:?is the build folder}")
command -v luajit >/dev/null || { echo "no LuaJIT (apt-get install luajit)" >&2; exit 1; }
cmake --build "$build" --target bindings-luajit >/dev/null
cd "$build/bindings/luajit"
LD_LIBRARY_PATH=$build/lib OMP_NUM_THREADS=1 luajit examples/addcost.lua
