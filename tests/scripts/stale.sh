#!/usr/bin/env bash
# stale.sh ROOT CTORCH-GEN CMAKE: the build's check of generated/, on a copy that is made stale in
# several ways.
set -eu -o pipefail
root=$1 generator=$2 cmake=$3
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/runtime/include" "$work/runtime/nn" "$work/runtime/optim" \
  "$work/runtime/vision" "$work/runtime/distributions" "$work/tests/proof/operators"
cp -r "$root/native_functions.yaml" "$root/templates" "$root/generated" "$work"
cp -r "$root/runtime/include/ctorch" "$work/runtime/include"
cp "$root/runtime/nn"/*.yaml "$root/runtime/nn"/*.tsv "$work/runtime/nn"
cp "$root/runtime/optim"/*.yaml "$work/runtime/optim"
cp "$root/runtime/vision"/*.yaml "$work/runtime/vision"
cp "$root/runtime/distributions"/*.yaml "$work/runtime/distributions"
cp "$root/tests/proof/operators/results.tsv" "$work/tests/proof/operators"
check() {
  "$cmake" -DGENERATOR="$generator" -DROOT="$work" -DSTAMP="$work/stamp" \
    -P "$root/cmake/CheckGenerated.cmake"
}

expect "an unchanged copy is not stale" 0 "" check
expect "and leaves a stamp" 0 "" ls "$work/stamp"

printf '/* by hand */\n' >>"$work/generated/ctorch/ops/a.h"
expect "a file edited by hand is named" fails "ctorch/ops/a.h" check
expect "with the reason" fails "was edited by hand" check
expect "and the command" fails "generate --root $work" check
expect "the stamp is gone" fails "No such file" ls "$work/stamp"
"$generator" generate --quiet --root "$work"
expect "regenerating fixes it" 0 "" check

rm "$work/generated/ctorch/ops/b.h"
expect "a missing file is named" fails "ctorch/ops/b.h" check
"$generator" generate --quiet --root "$work"
expect "regenerating fixes that, too" 0 "" diff -r "$root/generated" "$work/generated"

printf -- '- func: ct_made_up(Tensor self) -> Tensor\n' >>"$work/native_functions.yaml"
sed -i '/^# entries:/d' "$work/native_functions.yaml"
expect "a new operator makes its header stale" fails "ctorch/ops/c.h" check
printf -- '- func: ct_made_up.two(Sensor self) -> Tensor\n' >>"$work/native_functions.yaml"
expect "a list that cannot be read is a separate error" fails "unknown type 'Sensor'" check
[ $failed -eq 0 ]
