#!/usr/bin/env bash
# go.sh BUILD: an add of one element with its release, in Go and in C, in turns of one run.
set -eu -o pipefail
build=$(realpath "${1:?is the build folder}")
command -v go >/dev/null || { echo "no Go (apt-get install golang-go)" >&2; exit 1; }
[ -d "$build/bindings/go" ] || cmake --build "$build" --target bindings-go
cd "$build/bindings/go"
export PKG_CONFIG_PATH=$PWD/pkgconfig GOCACHE=$build/bindings/go-cache CGO_CFLAGS=-O1 GOPROXY=off GOFLAGS=-mod=mod
go build -o addcost ./internal/addcost
OMP_NUM_THREADS=1 ./addcost
