#!/usr/bin/env bash
# try-release.sh X.Y.Z: tries a release of PyTorch without changing the tree.
#
#   scripts/try-release.sh 2.6.0               generate, audit, what changes, build, tests
#   scripts/try-release.sh 2.6.0 --no-tests    without the tests
#   scripts/try-release.sh 2.6.0 --no-build    also without the library: seconds
#
# Fetches its libtorch, generates from its own operator list into build/try-X.Y.Z, compares every
# schema with its headers, prints the changes for a program that moves from the pinned release to it
# (kept in build/try-X.Y.Z/changes.txt), builds library and tests there and runs those that are for
# every release. It skips a test that does not compile with the release, and prints the compiler's
# reason. LIBTORCH=DIR uses the libtorch in DIR, which must be X.Y.Z. scripts/move-release.sh moves
# the pinned release.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=scripts/release.sh
. "$CT_ROOT/scripts/release.sh"

begin_with_release 7 "$@"
name=try-$release
folder=$CT_ROOT/build/$name
nothing_changed="nothing was built"
unfit=()
cd "$CT_ROOT"

step "Packages"
get_packages "$no_build"

step "libtorch $release"
get_libtorch
use_libraries

step "Build ctorch-gen"
build_generator
step_done

step "Generate for $release, and compare with its headers"
# KEEP THE SAME: cmake/CtorchGenerate.cmake repeats this with the same file names.
mkdir -p "$folder"
import_operators "$folder/native_functions.yaml"
generate_operators "$CT_ROOT" --yaml "$folder/native_functions.yaml" --out "$folder/generated"
audit_operators "$folder/native_functions.yaml"
step_done

step "What changes from $(pinned_release) to $release"
note_changes "$CT_ROOT/native_functions.yaml" "$folder/native_functions.yaml" "$folder/changes.txt"
cat "$folder/changes.txt"
step_done

if [ -z "$no_build" ]; then
  step "Build libctorch for $release"
  build_for_trial "$name"
fi
if [ -z "$no_build$no_tests" ]; then
  step "Tests"
  run_library_tests "$name" ${unfit[@]+"${unfit[@]}"} || fail \
    "some tests failed with $release (above)" \
    "only those again:  ctest --test-dir build/$name --rerun-failed --output-on-failure" \
    "everything again:  $CT_AGAIN"
  step_done
fi

say ""
[ ${#unfit[@]} -eq 0 ] || say "left out, since they cannot be built: ${unfit[*]}"
say "tried $release in $((SECONDS - CT_STARTED)) s; what was made is in $folder"
say "to move the pinned release: scripts/move-release.sh $release"
