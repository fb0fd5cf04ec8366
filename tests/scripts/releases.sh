#!/usr/bin/env bash
# releases.sh ROOT CTORCH-GEN: scripts/try-release.sh and scripts/move-release.sh, in a separate
# checkout whose pinned release is 2.98.0, with two operators, and with a libtorch 2.99.0 of headers
# only, which has another one. ctorch-gen is the real one; stubs stand in for cmake and ctest.
# shellcheck disable=SC2016 # the stubs are to expand what is in single quotes
set -eu -o pipefail
root=$1 generator=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
# shellcheck source=tests/scripts/two_releases.sh
. "$(dirname "$0")/two_releases.sh"

# CALLS lists what was configured, built and tested; FAILING is the step that fails. Two of the four
# tests have no program, and one names an existing folder of the build.
stub cmake 'echo "cmake $*" >>"$CALLS"
case "$*" in *"$FAILING"*)
  echo "In file included from x.cpp:1:"
  echo "$PWD/tests/proof/operators/guard.cpp:3:4: error: no allocate() to override"
  echo "$PWD/tests/proof/operators/guard.cpp:5:6: error: the same file"
  exit 1 ;;
*--build*generator*)
  mkdir -p build/generator/bin && cp "$GENERATOR" build/generator/bin/ctorch-gen ;;
esac'
stub ctest 'case "$*" in *-N*)
  printf "%s\n" "1: Test command: /bin/true \"$2\"" "  Test  #1: fits" \
    "Could not find executable $2/tests/test_ops" "  Test  #2: ops" \
    "3: Test command: /bin/bash \"x.sh\" \"$2/tests/test_ops\"" "  Test  #3: ops_gradients" \
    "4: Test command: /bin/true" "  Test #4: fits_too"
  exit ;;
esac
echo "ctest $*" >>"$CALLS"
case "ctest $*" in *"$FAILING"*) exit 1 ;; esac'

called() { # FAILING SCRIPT ARGUMENT...
  local status=0
  : >"$work/calls"
  (cd "$project" && env PATH="$work/bin:$PATH" CALLS="$work/calls" GENERATOR="$generator" \
    FAILING="$1" "scripts/$2" "${@:3}") || status=$?
  return $status
}
called_with() { # NAME=VALUE SCRIPT ARGUMENT...
  (export "${1?}" && called none "${@:2}")
}
try() { called none try-release.sh "$@"; }
move() { called none move-release.sh "$@"; }
untouched() {
  [ -z "$(git status --porcelain --untracked-files=all)" ] ||
    { failed=$((failed + 1)) && printf 'not ok: the tree was changed by the last one\n'; }
}
again_from() { # LINK: to the project, with a change in it
  ln -sfn "$project" "$1"
  printf 'x\n' >>"$project/NOTICE"
  local status=0
  "$1/scripts/move-release.sh" 2.99.0 --no-build || status=$?
  git checkout -q NOTICE
  return $status
}
from_elsewhere() { # CACHE ARGUMENT...
  mkdir -p "$work/elsewhere"
  cd "$work/elsewhere" && env PATH="$work/bin:$PATH" CALLS="$work/calls" GENERATOR="$generator" \
    FAILING=none CTORCH_CACHE="$1" "$project/scripts/try-release.sh" "${@:2}"
}
calls() { # without folders that differ from run to run
  sed "s|$work|.|g; s| -j [0-9]*||" "$work/calls"
  printf 'end\n'
}

# --- trying a release -----------------------------------------------------------------------------
expect "a release is tried" 0 "tried 2.99.0 in" try 2.99.0
expect "its library and tests are built in a separate folder" 0 \
  "cmake --preset release -B build/try-2.99.0 -DLIBTORCH=./cache/libtorch-2.99.0-$machine/torch" \
  calls
expect "its tests are run there" 0 "ctest --test-dir ./project/build/try-2.99.0 " calls
untouched
expect "its operators are generated there" 0 ct_mul_Tensor \
  cat "$project/build/try-2.99.0/generated/ctorch/ops/m.h"
expect "what changes is kept" 0 "PyTorch 2.98.0 -> 2.99.0" \
  cat "$project/build/try-2.99.0/changes.txt"
expect "and reported: what a program loses" 0 "removed
  ct_mm" try 2.99.0 --no-build
expect "without a build only the generator is made" 0 "--target ctorch-gen
end" calls
expect "no tests are run if none are requested" 0 "tried 2.99.0" try 2.99.0 --no-tests
expect "but they are built, as far as possible, after the library" 0 \
  "cmake --build ./project/build/try-2.99.0 --target ctorch
cmake --build ./project/build/try-2.99.0 -- -k
end" calls
expect "and no benchmarks" 0 "-DCTORCH_BENCHMARKS=OFF" calls
without_ops() { called "-- -k" try-release.sh 2.99.0; }
expect "a test that cannot be built does not stop the trial" 0 "tried 2.99.0 in" without_ops
expect "its tests are not run" 0 " -E ^(ops|ops_gradients)\$" calls
expect "and named" 0 "left out, since they cannot be built: ops ops_gradients" without_ops
expect "with the reason, one for each file" 0 "log):
        tests/proof/operators/guard.cpp:3:4: error: no allocate() to override
      so these tests are left out: ops ops_gradients" without_ops
expect "a library that cannot be built does" 1 "fix the cause, then run: " \
  called "try-2.99.0 -j" try-release.sh 2.99.0 --no-tests
expect "a test that fails is a failure" 1 "some tests failed with 2.99.0" \
  called ctest try-release.sh 2.99.0
ops=$CTORCH_CACHE/libtorch-2.99.0-$machine/torch/include/ATen/ops
sed -i 's/other/another/' "$ops/mul_ops.h"
expect "a schema that differs in the headers is a failure" 1 \
  "only in libtorch: mul.Tensor(Tensor self, Tensor another)" try 2.99.0
expect "before anything is built" 0 "--target ctorch-gen
end" calls
expect "and nothing is moved to such a release" 1 "nothing was moved" move 2.99.0
untouched
sed -i 's/another/other/' "$ops/mul_ops.h"
expect "the user's own libtorch is accepted" 0 "tried 2.99.0" \
  called_with LIBTORCH="$CTORCH_CACHE/libtorch-2.99.0-$machine/torch" try-release.sh 2.99.0 \
  --no-build
expect "if it is of the release" 1 "is 2.98.0, not 2.99.0" \
  called_with LIBTORCH="$CTORCH_CACHE/libtorch-2.98.0-$machine" try-release.sh 2.99.0 --no-build

# --- moving to a release --------------------------------------------------------------------------
expect "a release that is not pinned is refused" 1 "What to do: scripts/pin-release.sh 2.97.0" \
  move 2.97.0
expect "LIBTORCH is" 1 "unset LIBTORCH" env LIBTORCH=/x "$project/scripts/move-release.sh" 2.99.0
printf 'x\n' >>"$project/NOTICE"
expect "so is a tree with changes, which are named" 1 "  M NOTICE" move 2.99.0 --no-build
expect "with what to do" 1 "commit or stash them" move 2.99.0 --no-build
git checkout -q NOTICE
: >"$project/generated/ctorch/mine.h"
expect "also one with a new file among the generated ones" 1 "?? generated/ctorch/mine.h" \
  move 2.99.0 --no-build
rm "$project/generated/ctorch/mine.h"

yaml=$CTORCH_CACHE/libtorch-2.99.0-$machine/torchgen/packaged/ATen/native/native_functions.yaml
cp "$yaml" "$work/good.yaml"
sed -i 's/Tensor other/Sensor other/' "$yaml"
expect "an unknown type is named" 1 "unknown type 'Sensor'" move 2.99.0
untouched
cp "$work/good.yaml" "$yaml"
sed -i 's/of the official wheel of/of the wheel/' "$project/NOTICE"
git commit -qam "another NOTICE"
expect "a text whose place is not found is named" 1 \
  "NOTICE has no place for the text 'wheel of torch 2.99.0 '" move 2.99.0
untouched
git reset -q --hard HEAD^
printf '# a pin\n' >>"$project/scripts/releases/2.99.0-$machine.txt"
sed -i "s/Tensor mat2/Sensor mat2/" "$project/native_functions.yaml"
git commit -qm "a list that cannot be read" native_functions.yaml
expect "an old list that cannot be compared stops it, too" 1 "could not be compared" \
  move 2.99.0
git checkout -q HEAD^ -- native_functions.yaml
git commit -qm "the old one"

# The build fails, the tests fail, and then they do not.
expect "a build that fails is reported" 1 "fix the cause, then run: " \
  called "--build $project/build/release" move-release.sh 2.99.0
expect "the tree has been moved: the operators" 0 "ct_mul_Tensor" \
  cat "$project/generated/ctorch/ops/m.h"
expect "and nothing is stale" 0 "" gen generate --check
expect "again, which is not a new move" 1 "0 files were written or removed" \
  called ctest move-release.sh 2.99.0
expect "tests that fail are reported at the end" 1 "the tree is at 2.99.0, but some tests failed" \
  called ctest move-release.sh 2.99.0
expect "after the changes for programs" 1 "What changes from 2.98.0 to 2.99.0" \
  called ctest move-release.sh 2.99.0
expect "and again, with what a program loses" 0 "removed
  ct_mm" move 2.99.0
expect "library and tests are built" 0 "cmake --preset release -B build/release -DLIBTORCH= " calls
expect "and run" 0 "ctest --test-dir ./project/build/release " calls
expect "the commit is proposed" 0 "git commit -m 'generated: 2.98.0 to 2.99.0'" \
  move 2.99.0 --no-tests
expect "a header without functions is removed, or the same in both" 0 "" \
  gen generate --check
sum=$(sha256sum "$yaml" | cut -d' ' -f1)
for text in "NOTICE:operators of PyTorch 2.99.0:" "NOTICE:official wheel of torch 2.99.0 " \
  "NOTICE:    $sum" "CHANGELOG.md:Pinned to libtorch 2.99.0." \
  "docs/testing.md:pip install torch==2.99.0 " "native_functions.yaml:# release: 2.99.0" \
  "operator_history.tsv:# releases: 2.98.0 2.99.0"; do
  expect "${text%%:*} has the release: ${text#*:}" 0 "" grep -F -- "${text#*:}" \
    "$project/${text%%:*}"
done
touched() { # what else differs from the last commit
  git status --porcelain --untracked-files=all -- . ':!generated' ':!scripts/releases' ':!*.md' \
    ':!NOTICE' ':!native_functions.yaml' ':!operator_history.tsv'
  printf 'end\n'
}
[ "$(touched)" = end ] || { failed=$((failed + 1)) && printf 'not ok: %s\n' "$(touched)"; }
expect "another release is refused until that is committed" 1 "the tree has changes" \
  move 2.98.0
echo mine >"$project/generated/notes.txt"
{ cat "$project/generated/ctorch/ops/m.h" && printf '/* left over */\n'; } \
  >"$project/generated/ctorch/ops/z.h"
expect "files left by another run are removed" 0 "1 files were written or removed" \
  move 2.99.0 --no-build
expect "files of others are not" 0 mine cat "$project/generated/notes.txt"
rm "$project/generated/notes.txt"
expect "recording the results of the operators is left to a person" 0 \
  "--target update-operators" move 2.99.0 --no-build
told_of_license() {
  move 2.99.0 --no-build >"$work/said" || return
  printf '%s times\n' "$(grep -c "NOTICE: PyTorch" "$work/said")"
}
expect "the license is the one in NOTICE" 0 "0 times" told_of_license
echo x >>"$CTORCH_CACHE/libtorch-2.99.0-$machine/torch-2.99.0.dist-info/licenses/LICENSE"
expect "a different one is left to a person" 0 \
  "NOTICE: PyTorch's license differs from" \
  move 2.99.0 --no-build

# Killed while putting files into place; the first one is already there.
git reset -q --hard
stub mv 'case "$*" in *"$KILLED_AT") kill -KILL $PPID ;; *) exec /bin/mv "$@" ;; esac'
expect "a run may be killed at any moment" 137 "Put it into the tree" \
  called_with KILLED_AT=NOTICE move-release.sh 2.99.0 --no-build
rm "$work/bin/mv"
expect "with some files moved and others not" 0 "operators of PyTorch 2.98.0:" \
  cat "$project/NOTICE"
expect "another run completes an interrupted one" 0 "moved to 2.99.0" \
  move 2.99.0 --no-build
expect "so that nothing is stale" 0 "" gen generate --check
expect "and the texts are there" 0 "" grep -F "operators of PyTorch 2.99.0:" "$project/NOTICE"
git commit -qam "generated: 2.98.0 to 2.99.0"
expect "after a commit there is nothing to do" 0 "the last commit is of 2.99.0 already" \
  move 2.99.0 --no-build
sed -i '0,/^## .* - unreleased$/s//## 0.1.0 - 2030-01-01/' "$project/CHANGELOG.md"
git commit -qam "a version"
expect "back to the old one, a version later" 0 "CHANGELOG.md: a new version" move 2.98.0 --no-build
expect "which leaves the version's entry alone" 0 "" grep -F "Pinned to libtorch 2.99.0." \
  "$project/CHANGELOG.md"
expect "then nothing is stale either" 0 "" gen generate --check

for script in try-release.sh move-release.sh; do
  expect "$script requires a release" 1 "expected one release" "$project/scripts/$script"
  expect "$script requires one" 1 "expected one release" "$project/scripts/$script" 2.98.0 2.99.0
  expect "$script names an invalid one" 1 "'newest' is not a release such as 2.98.0" \
    "$project/scripts/$script" newest
  expect "$script knows its options" 1 "unknown argument '--frob'" \
    "$project/scripts/$script" 2.99.0 --frob
done
expect "the command to run again can be typed, also in a folder with blanks" 1 \
  "run again: $work/a\\ link/scripts/move-release.sh 2.99.0 --no-build" \
  again_from "$work/a link"
expect "a folder for the logs that cannot be made is named" 1 "cannot write the log: $work/calls/x" \
  called_with CT_LOGS="$work/calls/x" try-release.sh 2.99.0 --no-build
expect "a cache is named from where the script is called" 0 "tried 2.99.0" \
  from_elsewhere ../cache 2.99.0 --no-build
mv "$project/.git" "$work/git"
expect "a tree without git is not moved" 1 "not a git checkout" \
  env GIT_CEILING_DIRECTORIES="$work" "$project/scripts/move-release.sh" 2.99.0
[ $failed -eq 0 ]
