#!/usr/bin/env bash
# luajit.sh FOLDER IMAGES PAGE TWIN -- WRITE...: writes the binding for LuaJIT with WRITE, runs its
# tests, the program in PAGE, and trains on IMAGES beside TWIN, examples/fashion_mnist.c; both print the
# same losses. Skipped without LuaJIT.
set -eu -o pipefail
folder=$1 images=$2 page=$3 twin=$4
shift 5
# shellcheck source=tests/bindings/common.sh
. "$(dirname "$0")/common.sh"
command -v luajit >/dev/null || { echo "skipped: no LuaJIT (apt-get install luajit)"; exit 77; }

"$@"
cd "$folder"
luajit test.lua 2>warnings || { cat warnings; exit 1; }
first_program lua "$page" >page.lua
luajit page.lua >page.out || { echo "the program in $page fails"; exit 1; }
grep -q '^tensor(\[\[' page.out || { echo "the program in $page prints:"; cat page.out; exit 1; }
same_losses "$twin" "$images" luajit examples/mnist.lua 2 "$images"
