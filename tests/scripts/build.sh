#!/usr/bin/env bash
# build.sh ROOT CTORCH-GEN: scripts/build-releases.sh, in the checkout of two_releases.sh. Stubs
# stand in for cmake and for the programs that it would build.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1
# shellcheck disable=SC2034 # two_releases.sh reads it
generator=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
# shellcheck source=tests/scripts/two_releases.sh
. "$(dirname "$0")/two_releases.sh"

cp "$root/docs/releases.md" "$project/docs"
rm -f "$project/scripts/releases/built.tsv"
printf 'cmake_minimum_required(VERSION 3.25)\n' >"$project/CMakeLists.txt"
find "$project/scripts/releases" -name '[0-9]*' ! -name '2.9[89].0-*' -exec rm {} +
git add -A
git commit -qm "what is built"

# CALLS lists what was configured and built; FAILING is the step that fails. The programs print the
# release of their folder, or ANSWER.
stub cmake 'echo "cmake $*" >>"$CALLS"
case "$*" in *"$FAILING"*) exit 1 ;; *--build*)
  mkdir -p "$2/bin"
  printf "#!/bin/sh\necho \"  built for   ${2##*/}\"\necho \"  running   ${ANSWER:-${2##*/}}\"\n" \
    >"$2/bin/ct_info"
  printf "#!/bin/sh\n[ \"\$LD_BIND_NOW\" = 1 ] && echo \"tensor([${TENSOR:-2., 4., 6.}])\"\n" \
    >"$2/bin/hello"
  chmod +x "$2/bin/ct_info" "$2/bin/hello" ;;
esac'

called() { # FAILING ARGUMENT...
  local status=0
  : >"$work/calls"
  (cd "$project" && env PATH="$work/bin:$PATH" CALLS="$work/calls" FAILING="$1" \
    scripts/build-releases.sh "${@:2}") || status=$?
  return $status
}
build() { called none "$@"; }
with() { # NAME=VALUE ARGUMENT...
  (export "${1?}" && build "${@:2}")
}
calls() { sed "s|$work|.|g; s| -j [0-9]*||" "$work/calls"; }
builds=$project/build/releases

expect "--list shows what is built" 0 "2.98.0   not built
      2.99.0   not built" build --list
expect "which does nothing" 0 "" test ! -s "$work/calls"
expect "a release is built" 0 "2.99.0   good, built in" build 2.99.0
expect "which the page shows, with the key of the sources" 0 \
  "| 2.99.0 | $(date -u +%Y-%m-%d) | \`$(sed -n 's/^2.99.0\t.*\t//p' \
    "$project/scripts/releases/built.tsv")\` |" cat "$project/docs/releases.md"
expect "without tests and benchmarks" 0 "-DCTORCH_TESTS=OFF -DCTORCH_BENCHMARKS=OFF" calls
expect "with its own libtorch" 0 "-DLIBTORCH=./cache/libtorch-2.99.0-$machine/torch" calls
expect "the library, and two programs that call it" 0 \
  "cmake --build ./project/build/releases/2.99.0 --target ctorch ct_info hello" calls
expect "a good build is removed" 1 "" test -e "$builds/2.99.0"
expect "and not repeated" 0 "2.99.0 is built with these sources" build 2.99.0
expect "at all" 0 "" test ! -s "$work/calls"
expect "except on request" 0 "[3/3] 2.99.0: Load it" build --again 2.99.0
expect "without a release, all that are not built are" 0 "all 2 are good" build
expect "with one line for each, in their order" 0 "2.98.0   good, built in" build --list
printf '# another\n' >>"$project/CMakeLists.txt"
expect "other sources must be built" 0 "2.99.0   built with other sources" build --list
expect "a build can be kept" 0 "all 1 are good" build --keep 2.99.0
expect "there it is" 0 "" test -x "$builds/2.99.0/bin/hello"

expect "what fails with one release is in the table" 1 "2.98.0   failed: Build the library
      2.99.0   good" called releases/2.98.0\ -j --again
expect "and how many did" 1 "1 of 2 releases could not be built" called releases/2.98.0\ -j
expect "its build stays" 0 "" test -e "$builds/2.98.0"
expect "the table has it later, too" 0 "2.98.0   failed: Build the library" build --list
expect "a library that runs with another libtorch is not good" 1 "2.98.0   failed: Load it" \
  with ANSWER=2.97.0 2.98.0
expect "a patch release may report the first release of its series" 0 "2.98.0   good" \
  with ANSWER=2.98.4 2.98.0
expect "nor is one that computes something else" 1 "printed no line 'tensor" \
  with "TENSOR=2., 4., 7." 2.98.0 --again
expect "a build can be in another folder" 0 "2.99.0   good" \
  build --keep --builds "$work/elsewhere" 2.99.0
expect "it is there" 0 "" test -x "$work/elsewhere/2.99.0/bin/hello"

locked() { # by another run
  exec 9>"$builds/2.98.0.lock"
  flock 9
  build --again "$@"
}
expect "two runs do not build one release at a time" 1 "another run builds 2.98.0" locked 2.98.0
expect "an invalid release is refused" 1 "'newest' is not a release such as 2.98.0" build newest
expect "one that is not pinned, too" 1 "What to do: scripts/pin-release.sh 2.97.0" \
  build 2.99.0 2.97.0
expect "before anything is done" 0 "" test ! -s "$work/calls"
expect "an unknown option" 1 "unknown argument '--frob'" build --frob
expect "LIBTORCH" 1 "unset LIBTORCH" env LIBTORCH=/x "$project/scripts/build-releases.sh"
expect "help" 0 "build-releases.sh [X.Y.Z]...: builds the library alone" build --help

# The page of the project itself.
cp "$root/docs/releases.md" "$project/docs"
rm -f "$project/scripts/releases/built.tsv"
[ ! -e "$root/scripts/releases/built.tsv" ] ||
  cp "$root/scripts/releases/built.tsv" "$project/scripts/releases"
build --table
expect "docs/releases.md shows what built.tsv has; scripts/build-releases.sh --table writes it" 0 \
  "" cmp "$root/docs/releases.md" "$project/docs/releases.md"
[ $failed -eq 0 ]
