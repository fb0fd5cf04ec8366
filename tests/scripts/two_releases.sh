# shellcheck shell=bash disable=SC2154 # the sourcing script sets root and generator
# A checkout whose pinned release is 2.98.0, with two operators, in $project; its libtorch and that
# of 2.99.0, which has another operator, of headers only, in $CTORCH_CACHE; stubs of the package
# manager in $work/bin. Sourced by the tests of the scripts that move to another release.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project
machine=$(uname -m)
pinned=$(sed -n 's/^# release: //p;/^$/q' "$root/native_functions.yaml")
export CTORCH_CACHE=$work/cache GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# --- two releases ---------------------------------------------------------------------------------
neg='neg(Tensor self) -> Tensor'
mm='mm(Tensor self, Tensor mat2) -> Tensor'
mul='mul.Tensor(Tensor self, Tensor other) -> Tensor'
libtorch() { # RELEASE SCHEMA...: as fetch-libtorch.sh leaves one
  local folder=$CTORCH_CACHE/libtorch-$1-$machine native=torchgen/packaged/ATen/native schema name
  mkdir -p "$folder/torch/lib" "$folder/torch/include/ATen/ops" "$folder/$native"
  mkdir -p "$folder/torch-$1.dist-info/licenses"
  : >"$folder/torch/lib/libtorch_cpu.so"
  printf "__version__ = '%s'\n" "$1" >"$folder/torch/version.py"
  for schema in "${@:2}"; do
    name=${schema%%[.(]*}
    printf -- '- func: %s\n  variants: function\n\n' "$schema"
    printf 'schema_str = "%s"\n' "$schema" >"$folder/torch/include/ATen/ops/${name}_ops.h"
  done >"$folder/$native/native_functions.yaml"
  printf -- '- tag: core\n  desc: |\n    x\n' >"$folder/$native/tags.yaml"
  awk '/^-----/ { part++; next } part == 1' "$root/NOTICE" | sed '1d;$d' \
    >"$folder/torch-$1.dist-info/licenses/LICENSE"
}
libtorch 2.98.0 "$neg" "$mm"
libtorch 2.99.0 "$neg" "$mul"

# --- a checkout -----------------------------------------------------------------------------------
mkdir -p "$project/runtime/include" "$project/tests/proof/operators" "$project/docs"
cp -r "$root/scripts" "$root/templates" "$project"
cp -r "$root/runtime/include/ctorch" "$project/runtime/include"
printf '/build/\n' >"$project/.gitignore"
for file in NOTICE CHANGELOG.md docs/testing.md; do
  sed "s/\<$pinned\>/2.98.0/g" "$root/$file" >"$project/$file"
done
for release in 2.98.0 2.99.0; do
  : >"$project/scripts/releases/$release-$machine.txt"
  printf 'torch==%s --hash=sha256:%064d\n' $release 0 \
    >"$project/scripts/releases/$release-$machine.txt"
  printf '%s\t3.11\t%064d\n' $release 0 >>"$project/scripts/releases/operators.txt"
done
gen() { "$generator" "$1" --root "$project" "${@:2}"; }
gen import "$CTORCH_CACHE/libtorch-2.98.0-$machine" \
  -o "$project/native_functions.yaml" 2>/dev/null
gen history "$project/native_functions.yaml" 2>/dev/null
gen generate --quiet
git() { command git -C "$project" -c user.name=x -c user.email=x "$@"; }
git init -q
git add -A
git commit -qm "the old release"

# --- stubs ----------------------------------------------------------------------------------------
stub dpkg-query 'echo "install ok installed"'
stub apt-get 'exit 1'
stub ninja 'exit 1'
