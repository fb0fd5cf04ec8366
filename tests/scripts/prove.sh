#!/usr/bin/env bash
# prove.sh ROOT CTORCH-GEN: scripts/prove-releases.sh, in the checkout of two_releases.sh, and that
# docs/releases.md shows the results recorded in ROOT. ctorch-gen is the real one; stubs stand in
# for cmake, ctest and test_ops.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1 generator=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
# shellcheck source=tests/scripts/two_releases.sh
. "$(dirname "$0")/two_releases.sh"

mkdir -p "$project/docs"
cp "$root/docs/releases.md" "$project/docs"
printf 'cmake_minimum_required(VERSION 3.25)\n' >"$project/CMakeLists.txt"
rm -f "$project/scripts/releases/proven.tsv"
printf '# those\n2.98.0\n' >"$project/scripts/releases/prove.txt" # 2.98.0 is also the pinned one
find "$project/scripts/releases" -name '[0-9]*' ! -name '2.9[89].0-*' -exec rm {} +
git add -A
git commit -qm "what is proven"

cat >"$work/test_ops" <<'STUB'
#!/bin/sh
echo "test_ops $*" >>"$CALLS"
cat <<'TOTALS'
      2  operators
      2  called
      1  method forms called, of 1
      2  value-compared
      2  value-compared of 2 with a kernel for CPUs: 100.0 %
      1  gradient-compared
      0  compared by their errors only:
     40  lists of arguments, 30 of them accepted
      3  samples for 2.98.0 or others that do not fit:
TOTALS
case "test_ops" in
*"$FAILING"*) echo "mm: the function: element [0]" && echo "1 findings in 2 s" && exit 1 ;;
esac
echo "0 findings in 2 s"
STUB
cat >"$work/LastTest.log" <<'LOG'
100%: Checks: 12, Failures: 0, Errors: 0
left out, with libtorch 2.99.0: x: y
100%: Checks: 3, Failures: 0, Errors: 0
LOG
# CALLS lists what was configured, built and tested; FAILING is the step that fails.
stub cmake 'echo "cmake $*" >>"$CALLS"
case "$*" in *"$FAILING"*) exit 1 ;; *--build*generator*)
  mkdir -p build/generator/bin && cp "$GENERATOR" build/generator/bin/ctorch-gen ;;
*--preset*-B*)
  while [ "$1" != -B ]; do shift; done
  mkdir -p "$2/tests" "$2/Testing/Temporary" && cp "$TEST_OPS" "$2/tests/test_ops"
  printf "[\n{ \"command\": \"c++ -std=c++17 -c x.cpp\" } ]\n" >"$2/compile_commands.json"
  chmod +x "$2/tests/test_ops" ;;
esac'
stub ctest 'echo "ctest $*" >>"$CALLS"
cp "$LAST_TEST" "$2/Testing/Temporary/LastTest.log"
case "ctest $*" in *"$FAILING"*) exit 1 ;; esac'

called() { # FAILING ARGUMENT...
  local status=0
  : >"$work/calls"
  (cd "$project" && env PATH="$work/bin:$PATH" CALLS="$work/calls" GENERATOR="$generator" \
    TEST_OPS="$work/test_ops" LAST_TEST="$work/LastTest.log" FAILING="$1" \
    scripts/prove-releases.sh "${@:2}") || status=$?
  return $status
}
prove() { called none "$@"; }
calls() { sed "s|$work|.|g; s| -j [0-9]*||" "$work/calls"; }
noted() { cut -f 1,4-7,9-21 "$project/scripts/releases/proven.tsv" | tr '\t' ' '; }

expect "--list shows what is proven" 0 "2.98.0  not proven
      0 of 1 with these sources" prove --list
expect "which does nothing" 0 "" calls
expect "a release is proven" 0 "2.99.0 is proven" prove 2.99.0
expect "its library first" 0 "--target ctorch
cmake --build ./project/build/prove/2.99.0
" calls
expect "then all of the tests" 0 "ctest --test-dir ./project/build/prove/2.99.0 -L ^library\$" calls
expect "then every operator" 0 "test_ops" calls
expect "the figures are recorded" 0 "2.99.0 2 2 0 17 15 2 1 2 2 1 2 2 2 1 40 3 0" noted
expect "and shown" 0 "| 2.99.0 | 15 in 2 programs | 1 | 2 of 2 | 2 | 2 of 2 | 1 | 40 | 3 |" \
  cat "$project/docs/releases.md"
expect "the rest of the page stays unchanged" 0 "The columns mean:" \
  cat "$project/docs/releases.md"
expect "the build is gone" 1 "" test -e "$project/build/prove/2.99.0"
expect "it is not repeated" 0 "2.99.0 is proven with these sources" prove 2.99.0
expect "at all" 0 "" calls
expect "except on request" 0 "2.99.0 is proven; noted" prove --again 2.99.0
expect "--check fails unless those of prove.txt are proven" 1 \
  "1 of 1 releases are not proven with these sources" prove --check
expect "without a release, those of prove.txt are" 0 "2.98.0 is proven; noted" prove
expect "then --check agrees" 0 "1 of 1 with these sources" prove --check
printf '2.99.0\n' >"$project/scripts/releases/prove.txt"
expect "the pinned release is one of them without a line" 0 "2 of 2 with these sources" prove --check
expect "with one line for each, in their order" 0 "2.98.0 2
2.99.0 2" cut -d ' ' -f 1,2 <(noted | sed 1d)
expect "the page counts those that are proven with the same sources" 0 ": 2 of 2." \
  cat "$project/docs/releases.md"
printf '# another\n' >>"$project/CMakeLists.txt"
expect "other sources must be proven" 0 "2.99.0  proven with other sources" prove --list
expect "also through ccache, which has no build time" 0 "2.99.0 is proven; noted" \
  prove --ccache 2.99.0
expect "and says so" 0 "-DCTORCH_CCACHE=ON" calls
expect "in the table" 0 "| 2.99.0 | 2 | 2 | 0 | 17 | - |" cat "$project/docs/releases.md"
expect "what is proven with other sources does not count" 0 ": 1 of 2." \
  cat "$project/docs/releases.md"
expect "and is listed apart, with their key" 0 \
  "| 2.98.0 | $(date -u +%Y-%m-%d) | \`$(cut -f 1,3 "$project/scripts/releases/proven.tsv" |
    sed -n 's/^2.98.0\t//p')\` | 15 | 2 of 2 |" cat "$project/docs/releases.md"

printf '# a third\n' >>"$project/CMakeLists.txt"
expect "the failure of one release is reported at the end" 1 \
  "2.99.0: Tests of the library" called 2.99.0\ -L
expect "and the other one had its turn" 0 "2.98.0  proven with these sources" prove --list
expect "the build that failed is there" 0 "" test -e "$project/build/prove/2.99.0"
expect "findings are failures, too" 1 "2.99.0: Every operator, in C and in C++" \
  called test_ops 2.99.0
expect "with the first of them" 1 "mm: the function: element [0]" called test_ops 2.99.0
expect "a build that fails is named" 1 "2.99.0: Build the library and its tests" \
  called "prove/2.99.0 -j" 2.99.0
ops=$CTORCH_CACHE/libtorch-2.99.0-$machine/torch/include/ATen/ops
sed -i 's/other/another/' "$ops/mul_ops.h"
expect "so is a schema that differs in the headers" 1 \
  "2.99.0: Generate, and compare with the headers" prove 2.99.0
sed -i 's/another/other/' "$ops/mul_ops.h"
expect "a build can be in another folder, and be kept" 0 "2.99.0 is proven; noted" \
  prove --keep --builds "$work/elsewhere" 2.99.0
expect "there it is" 0 "" test -x "$work/elsewhere/2.99.0/tests/test_ops"

expect "an invalid release is refused" 1 "'newest' is not a release such as 2.98.0" \
  prove newest
expect "one that is not pinned, too" 1 "What to do: scripts/pin-release.sh 2.97.0" \
  prove 2.99.0 2.97.0
expect "before anything is done" 0 "" calls
expect "an unknown option" 1 "unknown argument '--frob'" prove --frob
expect "an option without its value" 1 "--builds needs a value" prove --builds
expect "LIBTORCH" 1 "unset LIBTORCH" env LIBTORCH=/x "$project/scripts/prove-releases.sh"
expect "help" 0 "prove-releases.sh [X.Y.Z]...: proves" prove --help

# The page of the project itself.
cp "$root/docs/releases.md" "$project/docs"
rm -f "$project/scripts/releases/proven.tsv"
[ ! -e "$root/scripts/releases/proven.tsv" ] ||
  cp "$root/scripts/releases/proven.tsv" "$project/scripts/releases"
prove --table
expect "docs/releases.md shows what proven.tsv has; scripts/prove-releases.sh --table writes it" 0 \
  "" cmp "$root/docs/releases.md" "$project/docs/releases.md"
sed -i '/^<!-- tables:/d' "$project/docs/releases.md"
expect "a page without the marks of its tables" 1 "lacks its marks: <!-- tables:" \
  "$project/scripts/prove-releases.sh" --table
[ $failed -eq 0 ]
