#!/usr/bin/env bash
# rust.sh FOLDER IMAGES PAGE TWIN CC INCLUDES LIBRARIES -- WRITE...: writes the crate with WRITE, compiles it
# without warnings, runs its tests and the program in PAGE, and trains on IMAGES beside TWIN,
# examples/fashion_mnist.c; both print the same losses. CC compares the sizes of structs with those in the
# headers, in INCLUDES (with : between two). Skipped without Rust.
set -eu -o pipefail
folder=$1 images=$2 page=$3 twin=$4 cc=$5 includes=$6 libraries=$7
shift 8
# shellcheck source=tests/bindings/common.sh
. "$(dirname "$0")/common.sh"
command -v rustc >/dev/null || { echo "skipped: no Rust (apt-get install rustc)"; exit 77; }
version=$(rustc --version | cut -d ' ' -f 2)
if [ "$(printf '%s\n' 1.63 "$version" | sort -V | head -n 1)" != 1.63 ]; then
  echo "skipped: rustc $version is older than the 1.63 that the crate needs"
  exit 77
fi
compile() { # OUTPUT-OPTION... SOURCE
  rustc --edition 2021 -D warnings -L "$libraries" -C link-arg="-Wl,-rpath,$libraries" "$@"
}

"$@"
cd "$folder"
mkdir -p out
if command -v rustfmt >/dev/null; then
  rustfmt --check src/lib.rs examples/*.rs
else
  echo "the format of the files is not checked: no rustfmt (apt-get install rustfmt)"
fi
IFS=: read -ra folders <<<"$includes"
"$cc" -std=c11 -fsyntax-only "${folders[@]/#/-I}" tests/layout.c
compile --crate-type rlib --crate-name ctorch --out-dir out src/lib.rs
compile --extern ctorch=out/libctorch.rlib -o out/tests tests/main.rs
out/tests >tests.log 2>&1 || { cat tests.log; exit 1; }
grep 'operators,\|skipped\|passed' tests.log
first_program rust "$page" >out/page.rs
compile --extern ctorch=out/libctorch.rlib -o out/page out/page.rs
out/page >out/page.log || { echo "the program in $page fails"; exit 1; }
grep -q '^tensor(\[\[' out/page.log || { echo "the program in $page prints:"; cat out/page.log; exit 1; }
for wrong in tests/wrong/*.rs; do
  expected=$(sed -n 's,^// error: ,,p' "$wrong")
  if compile --extern ctorch=out/libctorch.rlib --emit metadata -o out/wrong.rmeta "$wrong" 2>out/wrong.log ||
    ! grep -qF "$expected" out/wrong.log; then
    printf '%s: expected the error: %s\ngot:\n' "$wrong" "$expected"
    cat out/wrong.log
    exit 1
  fi
done
compile --extern ctorch=out/libctorch.rlib --emit metadata -o out/addcost.rmeta examples/addcost.rs
compile --extern ctorch=out/libctorch.rlib -o out/mnist examples/mnist.rs
same_losses "$twin" "$images" out/mnist 2 "$images"
