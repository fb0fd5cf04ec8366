#!/usr/bin/env bash
# hangs.sh PROGRAM SECONDS CTEST: a test that waits for a hung device fails after its time limit, and the
# tests after it run.
set -eu -o pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/CTestTestfile.cmake" <<END
add_test(hangs "$1")
set_tests_properties(hangs PROPERTIES TIMEOUT $2)
add_test(next true)
END
cd "$folder"
output=$("$3" 2>&1) && { printf '%s\n' "$output" 'The test that hangs has passed.' && exit 1; }
fail() { printf '%s\n' "$output" && cat Testing/Temporary/LastTest.log && exit 1; }
grep -q ' hangs \.*\*\*\*Timeout' <<<"$output" || fail
grep -q ' next \.* *Passed' <<<"$output" || fail
grep -qx waiting Testing/Temporary/LastTest.log || fail
