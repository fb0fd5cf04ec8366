#!/usr/bin/env bash
# prove-go.sh [TIMES]: runs the tests of the binding for Go that use threads, collector and scopes
# twenty times, each in a process of its own, and all tests with Go's race detector.
#
# Takes some minutes. Needs a build in build/release with tests, and Go.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"
times=${1:-20}
CT_STEPS=3
cd "$CT_ROOT"
command -v go >/dev/null || fail "no Go" "apt-get install golang-go"

step "Write and compile the binding"
run bindings-go cmake --build build/release --target bindings-go
cd build/release/bindings/go
export PKG_CONFIG_PATH=$PWD/pkgconfig GOCACHE=$CT_ROOT/build/release/bindings/go-cache
export CGO_CFLAGS=-O1 GOPROXY=off GOFLAGS=-mod=mod OMP_NUM_THREADS=1
go test -c -o gotorch.test .

step "Threads, $times times"
for ((i = 1; i <= times; i++)); do
  ./gotorch.test -test.run 'Goroutines|Collector|PileUp|Scope|GradMode|Hooks' >run.log 2>&1 ||
    fail "run $i of $times failed" "$(tail -n 20 run.log)"
done
step_done "$times of $times runs passed"

step "With the race detector"
GORACE=halt_on_error=1 go test -race ./... >race.log 2>&1 || fail "$(tail -n 30 race.log)"
step_done
