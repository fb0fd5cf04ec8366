#!/usr/bin/env bash
# unchanged.sh ROOT: when scripts/test.sh runs the tests again, what it says of durations, and when
# warnings are errors. In a separate project, whose builds and tests are stubs.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project

mkdir -p "$project/docs" "$work/libtorch/lib"
cp -r "$root/scripts" "$project"
cp "$root/docs/figures.md" "$project/docs"
sed '/^$/q' "$root/native_functions.yaml" >"$project/native_functions.yaml"
echo 'a source' >"$project/source.c"
: >"$work/libtorch/lib/libtorch_cpu.so"

stub dpkg-query '. "${0%/*}/../settings"
case ${2:-} in -f=*) echo "install ok installed" ;; *) echo "$PACKAGES" ;; esac'
stub apt-get 'exit 1'
stub clang 'exit 1'
# The program is the source and what COMPILER adds.
stub cmake '. "${0%/*}/../settings"
if [ "$1" = --build ]; then
  [ "$COMPILER" != broken ] || { echo "error: unused variable [-Werror]"; exit 1; }
  mkdir -p "$2/bin" && cat source.c >"$2/bin/test_x" && echo "$COMPILER" >>"$2/bin/test_x"
  chmod +x "$2/bin/test_x"
else
  mkdir -p build/release
  echo "CTORCH_LIBTORCH_FOUND:INTERNAL=$LIBTORCH" >build/release/CMakeCache.txt
  for word; do case $word in -DCTORCH_WERROR=*) echo "$word" >>"$CALLS" ;; esac; done
fi'
# The tests fail if FAILING; DURING is a file that someone changes while they run.
stub ctest '. "${0%/*}/../settings"
if [ "$3" = -N ]; then echo "Total Tests: 3"; exit; fi
echo "ran $2" >>"$CALLS"
printf "<testcase name=\"test_%s\" time=\"1\" status=\"run\">\n" 1 2 3 >"$6"
[ -z "$DURING" ] || echo changed >>"$DURING"
[ -z "$FAILING" ]'

# What the stubs read is in a file: test.sh compares the environment.
# Prints what test.sh said and then, in brackets, what it ran.
tests() { # NAME=VALUE... ARGUMENT-OF-test.sh...
  local status=0 settings=()
  printf '%s\n' COMPILER=good DURING= FAILING= PACKAGES=1 >"$work/settings"
  while [[ ${1:-} == *=* ]]; do
    case $1 in
    COMPILER=* | DURING=* | FAILING=* | PACKAGES=*) printf '%s\n' "$1" >>"$work/settings" ;;
    *) settings+=("$1") ;;
    esac
    shift
  done
  : >"$work/calls"
  (cd "$project" && env PATH="$work/bin:$PATH" CALLS="$work/calls" LIBTORCH="$work/libtorch" \
    ${settings[@]+"${settings[@]}"} \
    scripts/test.sh "$@") 2>&1 || status=$?
  printf '(%s)\n' "$(paste -s -d , "$work/calls")"
  return $status
}

expect "before the first run it announces what docs/figures.md says" 0 "      about $(
  sed -n 's/^| running the tests | \(.*\) |/\1/p' "$root/docs/figures.md") on two cores
      the slowest" tests
unchanged='3 suites unchanged since 2'
expect "nothing has changed, nothing runs" 0 "()" tests
expect "which it says" 0 "$unchanged" tests
expect "with how to run them" 0 "; --rerun runs all" tests
expect "so it does" 0 "(ran release)" tests --rerun
expect "it announces the time of the last run" 0 " s (as last time)" tests --rerun
expect "a test that is named always runs" 0 "(ran release)" tests -R x
expect "which does not count as a run of all" 0 "$unchanged" tests
expect "--all always runs" 0 "(-DCTORCH_WERROR=ON,ran release" tests --all

echo 'a comment' >>"$project/source.c"
expect "a source has changed" 0 "(ran release)" tests
expect "only once" 0 "$unchanged" tests
expect "a file comes during a run" 0 "(ran release)" tests "DURING=$project/new" --rerun
expect "so the tests run with it" 0 "(ran release)" tests
expect "then nothing changes" 0 "$unchanged" tests
expect "another program from the same sources" 0 "(ran release)" tests COMPILER=other
expect "other packages" 0 "(ran release)" tests COMPILER=other PACKAGES=2
expect "an environment that tests read" 0 "(ran release)" \
  tests COMPILER=other PACKAGES=2 OMP_NUM_THREADS=7
expect "any other" 0 "(ran release)" tests TZ=Asia/Tokyo
expect "whose terminal does not count" 0 "$unchanged" tests TZ=Asia/Tokyo TERM=other
ln -s source.c "$project/link"
expect "a new link" 0 "(ran release)" tests
ln -sfn docs "$project/link"
expect "a link to something else" 0 "(ran release)" tests
echo x >>"$work/libtorch/lib/libtorch_cpu.so"
expect "another libtorch" 0 "(ran release)" tests
expect "after all of this nothing" 0 "$unchanged" tests
expect "tests that fail" 1 "some tests failed" tests FAILING=1 --rerun
expect "must run again" 0 "(ran release)" tests
expect "until they pass" 0 "$unchanged" tests
expect "a named test that fails" 1 "some tests failed" tests FAILING=1 -R x
expect "lets all run again" 0 "(ran release)" tests
expect "one of --all, too" 1 "some tests failed" tests FAILING=1 --all -R x
expect "after which all run again" 0 "(ran release)" tests
mv "$work/libtorch/lib/libtorch_cpu.so" "$work/away"
expect "where something cannot be read" 0 "(ran release)" tests
expect "nothing counts as unchanged" 0 "(ran release)" tests
mv "$work/away" "$work/libtorch/lib/libtorch_cpu.so"
expect "until it can" 0 "(ran release)" tests
expect "then it does" 0 "$unchanged" tests

expect "warnings are not errors" 0 "()" tests
expect "except in continuous integration" 0 "(-DCTORCH_WERROR=ON" tests CI=true
expect "which can be refused" 0 "(-DCTORCH_WERROR=OFF" tests CI=true CTORCH_WERROR=OFF
expect "a failure by a warning says how" 1 "CTORCH_WERROR=OFF scripts/test.sh --all" \
  tests COMPILER=broken --all

# Each step whose duration the scripts announce is in docs/figures.md.
sed -n "s/.*CT_FIGURE='\([^']*\)'.*/\1/p" "$root"/scripts/{try,test}.sh >"$work/steps"
expect "there are steps with a duration" 0 "building the library" cat "$work/steps"
while read -r step; do
  expect "docs/figures.md has the step '$step'" 0 "| $step | " \
    grep -E "^\| $step \| [0-9]+ (seconds|minutes?) \|\$" "$root/docs/figures.md"
done <"$work/steps"
[ $failed -eq 0 ]
