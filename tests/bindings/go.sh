#!/usr/bin/env bash
# go.sh FOLDER IMAGES PAGE TWIN -- WRITE...: writes the binding for Go with WRITE, compiles it, runs its
# tests, and trains on IMAGES beside TWIN, examples/fashion_mnist.c; both print the same losses.
# Skipped without Go.
set -eu -o pipefail
folder=$1 images=$2 page=$3 twin=$4
shift 5
command -v go >/dev/null || { echo "skipped: no Go (apt-get install golang-go)"; exit 77; }
version=$(go env GOVERSION)
if [ "$(printf '%s\n' go1.19 "$version" | sort -V | head -n 1)" != go1.19 ]; then
  echo "skipped: $version is older than the Go 1.19 that the binding needs"
  exit 77
fi

"$@"
cd "$folder"
rm -rf page # of an earlier run
if command -v gofmt >/dev/null; then
  unformatted=$(gofmt -l .)
  [ -z "$unformatted" ] || { printf 'gofmt would change:\n%s\n' "$unformatted"; exit 1; }
else
  echo "the format of the files is not checked: no gofmt (apt-get install golang-go)"
fi
go vet ./...
status=0
go test -vet=off ./... >test.log 2>&1 || status=$?
grep -v '^\[W\|no test files' test.log || true
[ $status -eq 0 ]
if [ -z "$twin" ]; then
  echo "not compared with examples/fashion_mnist.c, which needs libpng: it is not built"
  exit 0
fi
go build -o mnist ./examples/mnist
expected=$("$twin" train --epochs 2 "$images" 2>/dev/null | sed -n 's/^\(epoch .* %\), .* s$/\1/p')
got=$(./mnist -epochs 2 "$images")
if [ "$expected" != "$got" ] || [ -z "$got" ]; then
  printf 'called:   mnist -epochs 2 %s\nexpected: (examples/fashion_mnist.c prints)\n%s\ngot:\n%s\n' \
    "$images" "$expected" "$got"
  exit 1
fi
# The program that the page begins with.
mkdir -p page
awk '/^```go$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$page" >page/main.go
go run ./page >page/out || { echo "the program in $page fails"; exit 1; }
grep -q '^tensor(\[\[' page/out || { echo "the program in $page prints:"; cat page/out; exit 1; }
printf 'prints the losses of its twin in C:\n%s\n' "$got"
