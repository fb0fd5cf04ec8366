#!/usr/bin/env bash
# node.sh FOLDER PROJECT TWIN -- WRITE...: writes the binding for Node.js with WRITE, compiles it, runs
# its tests, calls every function with empty arguments, and trains beside TWIN, examples/fashion_mnist.c;
# both print the same losses. Skipped without Node.js or its headers.
set -eu -o pipefail
folder=$1 project=$2 twin=$3
shift 4
# shellcheck source=tests/bindings/common.sh
. "$(dirname "$0")/common.sh"
command -v node >/dev/null || { echo "skipped: no Node.js (apt-get install nodejs)"; exit 77; }
version=$(node -p process.versions.node)
if [ "${version%%.*}" -lt 18 ]; then
  echo "skipped: Node.js $version is older than the 18 that the binding needs"
  exit 77
fi
if [ ! -e "$NODE_INCLUDE/node_api.h" ]; then
  echo "skipped: no node_api.h (apt-get install libnode-dev)"
  exit 77
fi

"$@"
sh "$folder/build.sh"
cd "$folder"
CTORCH_FIXTURES=$project/tests/fixtures node --expose-gc --test test/*.test.js >test.log 2>&1 ||
  { grep -v '^\[W' test.log; exit 1; }
grep -E '^(#|ℹ) (tests|pass)' test.log
node test/every.js "$project/tests/proof/operators/data/dies.txt" 2>every.log ||
  { echo "the last function in $folder/every.log:"; tail -n 15 every.log; exit 1; }

if command -v tsc >/dev/null; then
  tsc --noEmit --strict --module commonjs --target es2020 --lib es2022 test/types.ts
else
  echo "the types are not checked: no tsc (apt-get install node-typescript)"
fi

# The program that the page begins with.
first_program js "$project/bindings/node/README.md" | sed "s|require('ctorch')|require('.')|" >page.js
node page.js >page.out || { echo "the program in README.md fails"; exit 1; }
grep -q '^tensor(\[\[' page.out || { echo "the program in README.md prints:"; cat page.out; exit 1; }

images=$project/tests/fixtures/fashion-mnist
same_losses "$twin" "$images" node examples/mnist.js "$images" 2
