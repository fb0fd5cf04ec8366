#!/usr/bin/env bash
# go.sh FOLDER IMAGES PAGE TWIN -- WRITE...: writes the binding for Go with WRITE, compiles it, runs its
# tests, and trains on IMAGES beside TWIN, examples/fashion_mnist.c; both print the same losses.
# Skipped without Go.
set -eu -o pipefail
folder=$1 images=$2 page=$3 twin=$4
shift 5
# shellcheck source=tests/bindings/common.sh
. "$(dirname "$0")/common.sh"
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
go build -o mnist ./examples/mnist
same_losses "$twin" "$images" ./mnist -epochs 2 "$images"
# The program that the page begins with.
mkdir -p page
first_program go "$page" >page/main.go
go run ./page >page/out || { echo "the program in $page fails"; exit 1; }
grep -q '^tensor(\[\[' page/out || { echo "the program in $page prints:"; cat page/out; exit 1; }
