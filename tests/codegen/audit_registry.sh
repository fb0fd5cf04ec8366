#!/usr/bin/env bash
# audit_registry.sh GENERATOR PROJECT [--update]: `audit` with all its inputs, which are made up:
# its output for golden/small.yaml, byte for byte in text and JSON, the page, and what it rejects.
# --update writes the expected texts again, for review in the diff. audit_live.sh tests the library.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
cd "$data" || exit 1
small=(--yaml golden/small.yaml --templates "$project/templates" --headers golden/include)
registry=audit/registry.tsv

# libtorch headers with all schemas except one, and with one that is not in the yaml.
headers=$work/libtorch/include/ATen/ops
mkdir -p "$headers"
printf "__version__ = '2.15.0'\n" >"$work/libtorch/version.py"
"$generator" list --yaml golden/small.yaml --headers golden/include | cut -f2 | sort -u |
  grep -v '^zero(' | sed 's/[\\"]/\\&/g; s/.*/schema_str = "&"/' >"$headers/all_ops.h"
echo 'schema_str = "odd() -> ()"' >"$headers/odd_ops.h"

audit() { gen audit "${small[@]}" --classes golden --libtorch "$work/libtorch" --derivatives audit/derivatives.yaml \
  --results golden/results.tsv --registry "$@"; } # REGISTRY [OPTION...]
# The output, without the name of the folder.
printed() { sed "s|$work|WORK|" "$work/.out" >"$work/printed"; }

if [ "${3:-}" = --update ]; then
  for format in text json; do
    audit $registry --format $format
    printed
    cp "$work/printed" audit/expected.$format
  done
  exit 0
fi

# --- the output -----------------------------------------------------------------------------------
for format in text json; do
  audit $registry --format $format --html "$work/page-$format.html"
  gives "$format: there are differences" 1
  silent "$format: nothing on stderr" err
  printed
  same "$format is what was expected (if it is meant: cmake --build BUILD --target update-golden)" \
    audit/expected.$format "$work/printed"
done
same "the page is the same whatever is printed" "$work/page-text.html" "$work/page-json.html"
if command -v python3 >/dev/null; then
  audit $registry --format json
  cp "$work/.out" "$work/json"
  run python3 "$here/audit_json.py" "$project/docs/audit.schema.json" "$work/json" "$work/page-json.html"
  gives "JSON obeys its schema, and the page contains it" 0 " 0 failures"
else
  skip "whether JSON obeys its schema: python3 is not there"
fi
audit $registry --format markdown
gives "Markdown is the page in generated/" 1 "# Operators of PyTorch 2.15.0 in C"

# A registry without differences: the lines that a dispatcher should print.
registered() { # of $work/records
  {
    echo '# release 2.15.0'
    cat "$work/records"
    printf '# end %s\n' "$(wc -l <"$work/records")"
  } >"$work/registry"
}
cat >"$work/one.yaml" <<'YAML'
# release: 2.15.0
# tags: core
- func: mm(Tensor self, Tensor mat2) -> Tensor
YAML
mkdir -p "$work/no_headers"
printf 'typedef int ct_none;\n' >"$work/no_headers/none.h"
one() { gen audit --yaml "$work/one.yaml" --templates "$project/templates" \
  --headers "$work/no_headers" --registry "$work/registry" "$@"; } # [OPTION...]
mm='operator\taten::mm\taten::mm(Tensor self, Tensor mat2) -> Tensor\tCPU Meta\n'
printf '%b' "${mm}symbol\\tct_mm\\n" >"$work/records"
registered
one
gives "nothing differs" 0 "     1  operators registered" "     1  symbols exported" \
  "     0  differences"
one --format json
gives "as JSON" 0 '"registered": ["CPU", "Meta"]' '"differences": [],' '"others": []' \
  '"name": "aten", "operators": 1, "not_in_yaml": 0'
twice='operator\tmine::twice\tmine::twice(str a="\\\\t") -> ()\t\n'
printf '%b' "${mm}symbol\\tct_mm\\n$twice" >"$work/records"
registered
one --format json
gives "another namespace is not a difference" 0 '"name": "mine", "operators": 1, "not_in_yaml": 1' \
  '{ "name": "mine::twice", "schema": "mine::twice(str a=\"\\t\") -> ()", "registered": [] }'

# Quotes inside a string, as 2.15.0 and 1.13.1 print them.
cat >"$work/quotes.yaml" <<'YAML'
# release: 2.15.0
# tags: core
- func: _test_string_default(Tensor dummy, str a="\"'\\", str b='"\'\\') -> Tensor
YAML
name=aten::_test_string_default
# As they are in the file, where each backslash is doubled.
# shellcheck disable=SC1003 # quotes between quotes
for quotes in '\\"\\'"'"'\\\\' '"'"'"'\\'; do
  printf 'operator\t%s\t%s(Tensor dummy, str a="%s", str b="%s") -> Tensor\tCPU\n' \
    "$name" "$name" "$quotes" "$quotes" >"$work/records"
  printf 'symbol\tct__test_string_default\n' >>"$work/records"
  registered
  one --yaml "$work/quotes.yaml"
  gives "quotes in a default: $quotes" 0 "     0  differences"
  sed -i 's/str b=""*/&x/' "$work/records"
  registered
  one --yaml "$work/quotes.yaml"
  gives "another default than $quotes" 1 "     1  differences" "registered otherwise"
done

# --- text that could end the page's data ----------------------------------------------------------
printf '%s\n' '# release 2.15.0' $'mm\t1\terrors\t-\t-\t-\t</script><!-- & "' >"$work/results"
printf '%b' "${mm}symbol\\tct_mm\\n" >"$work/records"
registered
one --results "$work/results" --html "$work/page.html"
gives "a reason with HTML in it" 0
check "is not HTML in the page" grep -qF '\u003c/script>\u003c!-- & \"' "$work/page.html"
check "nothing of it ends the data" test "$(grep -c '</script>' "$work/page.html")" = 3

# --- input that is rejected -----------------------------------------------------------------------
refused() { # SENTENCE TEXT...: with no data, no page
  local sentence=$1
  shift
  rm -f "$work/page.html"
  one --html "$work/page.html"
  says "$sentence" 2 "$@"
  silent "$sentence: no data" out
  check "$sentence: no page" test ! -e "$work/page.html"
}
rm "$work/registry"
refused "no such file" "$work/registry: error: cannot open: No such file or directory"
broken() { # SENTENCE LINE TEXT...: a file with a broken third line
  local sentence=$1
  printf "%b%s\n" "$mm" "$2" >"$work/records"
  shift 2
  registered
  refused "$sentence" "$work/registry:3: error: $1" "${@:2}" "write the file again: ct_registry"
}
tab=$'\t'
broken "an unknown word" "kernel${tab}x" "expected a line that begins with operator, symbol or #, found 'kernel'"
broken "an empty line" "" "expected a line that begins with operator, symbol or #, found ''"
broken "too few fields" "operator${tab}aten::x" "expected 4 fields separated by tabs ("
broken "too many fields" "symbol${tab}a${tab}b" "expected 2 fields separated by tabs ("
broken "a name without a namespace" "operator${tab}x${tab}x()${tab}" "not an operator name: 'x'"
broken "another operator's schema" "operator${tab}a::x${tab}a::xy() -> ()${tab}" \
  "expected the schema of 'a::x', found: a::xy() -> ()"
broken "an operator twice" "operator${tab}aten::mm${tab}aten::mm()${tab}" \
  "the operator 'aten::mm' appears twice, first in $work/registry:2"
broken "a symbol without a name" "symbol${tab}" "expected a symbol name, found ''"
broken "an unknown escape" "symbol${tab}a\\x" "expected t, n or"
broken "another release's name" "# release two" "not a release number: 'two' (expected a form like 2.15.0)"
printf "symbol\\tct_mm\nsymbol\\tct_mm\n" >"$work/records"
registered
refused "a symbol twice" "$work/registry:3: error: the symbol 'ct_mm' appears twice"
printf '%b' "$mm" >"$work/records"
registered
sed -i '$d' "$work/registry"
refused "half a file" "$work/registry: error: expected '# end N' as the last line: the file is incomplete"
registered
sed -i '2d' "$work/registry"
refused "a line that is missing" \
  "$work/registry:2: error: expected '# end 0', the number of lines above; found '1'"
registered
echo >>"$work/registry"
echo more >>"$work/registry"
refused "text after the end" "$work/registry:4: error: the file continues after its '# end' line" \
  "$work/registry:5: error:"
registered
sed -i 1d "$work/registry"
refused "no release" "$work/registry: error: expected a line '# release X.Y.Z'"
registered
sed -i 's/2.15.0/2.14.1/' "$work/registry"
refused "another release" \
  "$work/registry is from libtorch 2.14.1, but the operator list is PyTorch 2.15.0" \
  "with the ct_registry of a build for that release"
printf 'a\0b' >"$work/registry"
refused "not text" "$work/registry:1:2: error: not a text file"
registered
one --html "$work/one.yaml/page.html"
says "a page that cannot be written" 2 "one.yaml/page.html"
silent "and then nothing is printed" out
echo "what was there" >"$work/page.html"
printf 'kernel\n' >"$work/records"
registered
one --html "$work/page.html"
says "an error" 2 "$work/registry:2: error"
check "leaves the page that was there" grep -qx "what was there" "$work/page.html"

derived() { # SENTENCE YAML TEXT...
  local sentence=$1
  printf '%s\n' "$2" >"$work/derivatives"
  shift 2
  printf '%b' "$mm" >"$work/records"
  registered
  one --derivatives "$work/derivatives"
  says "$sentence" 2 "$@"
  silent "$sentence: no data" out
}
at="$work/derivatives"
derived "derivatives of another release" '- name: mn(Tensor self) -> Tensor' \
  "$at:1:9: error: no operator has this schema" "pass the derivatives.yaml of the same release"
derived "an entry without a name" $'# derivatives\n- self: grad' "$at:2:3: error: an entry without a 'name'"
derived "an entry that is a word" '- mm' "$at:1:3: error: an entry without a 'name'"
derived "a map" 'name: mm' "$at: error: not a derivatives.yaml (expected a list of entries"
derived "nothing" '' "$at: error: not a derivatives.yaml (expected a list of entries"
derived "not yaml" $'- a\n- "b' "$at:" "error: bad yaml: "
one --derivatives "$work/none.yaml"
says "no file of derivatives" 2 "none.yaml: error: cannot open"
finish
