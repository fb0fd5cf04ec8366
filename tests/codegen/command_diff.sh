#!/usr/bin/env bash
# command_diff.sh GENERATOR PROJECT [--update]: the output of `ctorch-gen diff` for diff/old.yaml
# and diff/new.yaml, byte for byte; its exit codes, what it can read, what it rejects. --update
# writes the three expected texts again, for review in the diff.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
old=$data/diff/old.yaml new=$data/diff/new.yaml

compare() { # OLD NEW [OPTION...]
  gen diff --root "$project" --headers "$data/golden/include" "$@"
}

if [ "${3:-}" = --update ]; then
  for format in text markdown json; do
    compare "$old" "$new" --format $format
    cp "$work/.out" "$data/diff/expected.$format"
  done
  exit 0
fi

# --- the three formats ----------------------------------------------------------------------------
for format in text markdown json; do
  compare "$old" "$new" --format $format
  gives "$format: programs no longer compile" 1
  silent "$format: nothing on stderr" err
  same "$format is what was expected (if it is meant: cmake --build BUILD --target update-golden)" \
    "$data/diff/expected.$format" "$work/.out"
done
compare "$old" "$new"
same "text is the default" "$data/diff/expected.text" "$work/.out"
expand -t8 "$data/diff/expected.text" | grep -v '^      [a-z_.]*(' >"$work/lines"
check "no line but a schema is longer than 100 columns" awk 'length > 100 { exit 1 }' "$work/lines"

# --- the exit code --------------------------------------------------------------------------------
for format in text markdown json; do
  compare "$old" "$old" --format $format
  gives "a list and itself: status 0 ($format)" 0 2.98.0
done
gives "and no change" 0 '"compiles": true' '"changes": [] }'
one() { # FILE ENTRY...
  local file=$work/$1.yaml
  shift
  { printf '# release: 2.99.0\n# tags: core\n'; printf -- '- func: %s\n' "$@"; } >"$file"
}
one before 'a(Tensor self, int n=1) -> Tensor'
one invisible 'a(Tensor self, SymInt n=2) -> Tensor' 'b(Tensor self) -> Tensor'
one signature 'a(Tensor self, float n=1) -> Tensor'
one removed 'b(Tensor self) -> Tensor'
compare "$work/before.yaml" "$work/invisible.yaml"
gives "what C does not see, and what is added: status 0" 0 \
  "Every program that compiled with the old release compiles with the new one."
compare "$work/before.yaml" "$work/signature.yaml"
gives "another C type: status 1" 1 "Programs that use a removed function or a changed"
compare "$work/before.yaml" "$work/removed.yaml"
gives "a removed function: status 1" 1 "Programs that use a removed function or a changed"

# The exit code agrees with the compiler, for a program that takes the function's address.
if command -v cc >/dev/null; then
  for name in before invisible signature removed; do
    compare "$work/before.yaml" "$work/$name.yaml"
    said=$status
    gen generate --yaml "$work/$name.yaml" --templates "$project/templates" \
      --headers "$data/golden/include" --out "$work/made" --quiet
    cat >"$work/program.c" <<'C'
#include <stdbool.h>
#include <stdint.h>
#include <ctorch/ops/all.h>
ct_error (*f)(const ct_tensor *, int64_t, ct_tensor **) = ct_a;
C
    run cc -std=c11 -Werror -fsyntax-only -I"$work/made" -I"$project/runtime/include" \
      "$work/program.c"
    if [ $((status != 0)) = "$said" ]; then
      fine "the compiler agrees on $name"
    else
      wrong "the compiler agrees on $name" "status $said, as diff's"
    fi
    rm -r "$work/made"
  done
else
  skip "what a compiler says: cc is not there"
fi

# --- what it can read -----------------------------------------------------------------------------
list=$work/tree/torchgen/packaged/ATen/native/native_functions.yaml
mkdir -p "${list%/*}" "$work/tree/torch"
sed '/^# release/d; /^# tags/d' "$new" >"$list"
echo "__version__ = '2.99.0+cpu'" >"$work/tree/torch/version.py"
for source in "$work/tree" "$work/tree/torch"; do
  compare "$old" "$source"
  same "the folder ${source##*/} of an installed PyTorch" "$data/diff/expected.text" "$work/.out"
done
mkdir "$work/cache"
cp -r "$work/tree" "$work/cache/operators-2.99.0"
export CTORCH_CACHE=$work/cache
compare "$old" 2.99.0
same "a release that was fetched, by its number" "$data/diff/expected.text" "$work/.out"
own=$(pinned_release "$project")
gen diff --root "$project" "$own" "$own"
gives "the project's own release, by its number" 0 "PyTorch $own -> $own"
cp "$list" "$work/plain.yaml"
compare "$work/plain.yaml" "$work/plain.yaml"
gives "a file that does not state its release is identified by its path" 0 \
  "PyTorch $work/plain.yaml -> $work/plain.yaml"
compare "$work/plain.yaml" "$old" --format json
gives "and has null in JSON" 1 '"old": { "pytorch": null, "functions": 16'
if command -v python3 >/dev/null; then
  (cd "$work/tree" && python3 -m zipfile -c "$work/torch.whl" torchgen torch) &&
    compare "$old" "$work/torch.whl"
  same "a wheel" "$data/diff/expected.text" "$work/.out"
  run python3 "$here/diff_schema.py" "$project/docs/diff.schema.json" "$data/diff/expected.json"
  gives "the JSON obeys its schema" 0
else
  skip "wheels and the JSON: python3 is not there"
fi

# --- what it rejects ------------------------------------------------------------------------------
refused() { # SENTENCE TEXT ARGUMENT...
  local sentence=$1 text=$2
  shift 2
  compare "$@"
  says "$sentence" 2 "$text"
  silent "$sentence: nothing on stdout" out
}
refused "one release" "diff takes two arguments, OLD and NEW; found 1" "$old"
refused "three releases" "diff takes two arguments, OLD and NEW; found 3" "$old" "$new" "$new"
refused "an unknown format" "unknown format 'xml'" "$old" "$new" --format xml
refused "a release that was not fetched" "scripts/fetch-operators.sh 2.97.0" 2.97.0 "$new"
refused "two of them" "the operator list of PyTorch 2.97.0 is not in $work/cache" 2.97.0 2.96.0
says "are both reported" 2 "scripts/fetch-operators.sh 2.96.0" "2 errors"
mkdir "$work/empty-a" "$work/empty-b"
refused "folders without a list" "no native_functions.yaml in $work/empty-a" "$work/empty-a" \
  "$work/empty-b"
says "are both reported, too" 2 "no native_functions.yaml in $work/empty-b" "2 errors"
refused "a file that does not exist" "cannot open $work/nowhere" "$old" "$work/nowhere"
refused "a folder without a list" "no native_functions.yaml in $work" "$work" "$new"
printf 'not a zip' >"$work/bad.whl"
refused "an invalid wheel" "cannot open $work/bad.whl" "$work/bad.whl" "$new"
sed 's/Tensor mat2/Foo mat2/' "$old" >"$work/foo.yaml"
refused "an unknown type" "foo.yaml:$(grep -n Foo "$work/foo.yaml" | cut -d: -f1):" \
  "$work/foo.yaml" "$new"
sed 's/^# release: .*/# release: next/' "$new" >"$work/next.yaml"
refused "an invalid release" "not a release number: 'next'" "$old" "$work/next.yaml"
refused "errors in both" "$work/nowhere/a" "$work/nowhere/a" "$work/nowhere/b"
says "are reported for both" 2 "$work/nowhere/b" "2 errors"
printf -- '\n- func: %s(Tensor self) -> Tensor\n' image_read image.read | cat "$new" - >"$work/two.yaml"
refused "two operators, one C name" "the name 'ct_image_read' of the operator 'image.read' is" \
  "$old" "$work/two.yaml"
finish
