#!/usr/bin/env bash
# node.sh BUILD: an add of one element with its release, in JavaScript and in C, in turns of one run.
set -eu -o pipefail
build=$(realpath "${1:?is the build folder}")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
command -v node >/dev/null || { echo "no Node.js (apt-get install nodejs)" >&2; exit 1; }
cmake --build "$build" --target bindings-node # what has changed
cd "$build/bindings/node"
export PKG_CONFIG_PATH=$PWD/pkgconfig
include=${NODE_INCLUDE:-$(node -p 'process.execPath.replace(/\/bin\/[^/]*$/, "")')/include/node}
# shellcheck disable=SC2046
"${CC:-cc}" -O1 -fPIC -shared -I"$include" -o node_add.node "$here/node_add.c" \
  $(pkg-config --cflags --libs ctorch)
OMP_NUM_THREADS=1 node "$here/node.js" .
