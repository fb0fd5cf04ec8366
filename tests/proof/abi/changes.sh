#!/usr/bin/env bash
# changes.sh ROOT GENERATED PYTHON COMPILER: what abi.sh says about a changed version, in a checkout
# that has a tag and a few of the headers.
set -eu -o pipefail
root=$1 generated=$2 python=$3 compiler=$4
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/scripts/expect.sh
. "$here/../../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project=$work/project
git=(git -C "$project" -c user.name=x -c user.email=x@x -c commit.gpgsign=false)

mkdir -p "$project/runtime" "$project/generated"
cp -r "$root/runtime/include" "$project/runtime"
cp -r "$generated/ctorch" "$project/generated"
# Without the operators, but for a few.
"$python" - "$generated/ctorch_api.json" "$project/generated/ctorch_api.json" <<'PY'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    api = json.load(file)
api["functions"] = [f for f in api["functions"] if f["symbol"].startswith("ct_where")]
for part in ("modules", "optimizers", "lr_schedulers", "transforms", "type_docs"):
    api[part] = api[part][:0] if isinstance(api[part], list) else {}
with open(sys.argv[2], "w", encoding="utf-8") as file:
    json.dump(api, file, indent=1)
PY

# The descriptions alone are compared, unless ABIDIFF names the program.
abi() {
  env ABIDIFF="${ABIDIFF:-no-such-program}" \
    bash "$here/abi.sh" "$project" "$project/generated" "$python" "$compiler"
}
expect "outside a checkout there is nothing to compare" 0 "nothing to compare" abi
"${git[@]}" init -q
"${git[@]}" add -A
"${git[@]}" commit -qm all
expect "without a released version there is nothing to compare" 0 "no version is released yet" abi
"${git[@]}" tag v0.1.0
expect "the same is accepted" 0 "things compared: nothing changes." abi

# Changes one of the project's files.
change() { # WHAT STATUS TEXT FILE PYTHON: a program that changes `api`, or with a header `text`
  local what=$1 status=$2 text=$3 file=$4 program=$5
  git -C "$project" checkout -q .
  "$python" - "$project/$file" "$program" <<'PY'
import json
import sys

path, program = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = file.read()
names = {"api": json.loads(text)} if path.endswith(".json") else {"text": text}
exec(program, names)
after = json.dumps(names["api"], indent=1) if "api" in names else names["text"]
assert after != text, "no change"
with open(path, "w", encoding="utf-8") as file:
    file.write(after)
PY
  expect "$what" "$status" "$text" abi
}
api=generated/ctorch_api.json
where='f = next(f for f in api["functions"] if f["symbol"] == "ct_where_self")'
scope='f = next(f for f in api["runtime"] if f["symbol"] == "ct_scope_move_up")'
raise='next(c for c in api["constants"] if c["name"] == "CT_ABI_VERSION")["value"] += '

change "a removed function" 1 "removed:
  function ct_scope_move_up
" $api "$scope; api['runtime'].remove(f)"
change "what to do is said" 1 "raise CT_ABI_VERSION" $api "$scope; api['runtime'].remove(f)"
change "another name" 1 "added:
  function ct_where_tensors" $api "$where; f['symbol'] = 'ct_where_tensors'"
change "another type of a parameter" 1 "    was: ct_error (ct_tensor *, ct_tensor *, ct_tensor *" \
  $api "$where; f['params'][0]['c_type'] = 'int32_t'"
change "a new parameter" 1 "    is:  ct_error (ct_tensor *, ct_tensor *, ct_tensor *, bool, ct" \
  $api "$where; f['params'].append({'c_type': 'bool'})"
change "another type returned" 1 "function ct_scope_move_up" $api "$scope; f['returns'] = 'bool'"
change "another type behind a name" 1 "type ct_error" $api "api['types']['ct_error'] = 'int32_t'"
change "a struct that grows" 1 "struct ct_scalar" $api \
  "api['structs']['ct_scalar'].append({'c_type': 'double', 'name': 'more'})"
change "a member elsewhere" 1 "struct ct_scalar" $api "api['structs']['ct_scalar'].reverse()"
change "another value of an enumerator" 1 "    was: 8
    is:  80" $api "api['enums']['ct_dtype']['CT_FLOAT64'] = 80"
change "a removed enumerator" 1 "enumerator CT_FLOAT64" $api \
  "del api['enums']['ct_dtype']['CT_FLOAT64']"
change "another type of a callback" 1 "callback ct_node_visitor" $api \
  "next(f for f in api['callbacks'] if f['name'] == 'ct_node_visitor')['returns'] = 'bool'"
change "another number of a macro" 1 "constant CT_SUMMARY_SIZE" $api \
  "next(c for c in api['constants'] if c['name'] == 'CT_SUMMARY_SIZE')['value'] = 1024"
change "a macro with another argument" 1 "macro CT_FINISH" $api \
  "next(m for m in api['macros'] if m['name'] == 'CT_FINISH')['params'] += ['more']"
change "a raised CT_ABI_VERSION permits that" 0 "must be adapted; CT_ABI_VERSION is 2, and was 1" \
  $api "$scope; api['runtime'].remove(f); ${raise}1"
change "but not raised twice" 1 "it goes up by one at most" $api "${raise}2"
change "a new function" 0 "nothing but additions" $api \
  "$scope; f = dict(f, symbol='ct_scope_more'); api['runtime'].append(f)"
change "a new enumerator" 0 "added:
  enumerator CT_MORE" $api "api['enums']['ct_dtype']['CT_MORE'] = 90"
change "names of parameters and comments" 0 "nothing changes" $api \
  "$where; f['params'][0]['name'] = 'c'; api['runtime'][0]['doc'] = 'Other words.'"
change "const" 0 "nothing changes" $api "$where; f['params'][0]['c_type'] = 'ct_tensor *'"
change "operators of another release of libtorch are left to ctorch-gen diff" 0 \
  "operators are not compared" $api "$where; api['pytorch'] = '9.9.9'; api['functions'].remove(f)"

git -C "$project" checkout -q .
expect "what is not compared without abidiff is said" 0 "abigail-tools" abi
if command -v abidiff >/dev/null; then
  ABIDIFF=abidiff
  git -C "$project" checkout -q .
  expect "abidiff finds nothing else" 0 "the same types and functions" abi
  change "a layout that the description does not show" 1 "'struct ct_scalar' changed" \
    runtime/include/ctorch/core/types.h \
    "text = text.replace('\tint64_t i;', '\tint64_t i __attribute__((aligned(64)));', 1)"
  git -C "$project" checkout -q .
  ABIDIFF=false
  expect "an abidiff that fails" 1 "false did not compare" abi
fi
git -C "$project" checkout -q .
unset ABIDIFF
CTORCH_LAST_VERSION=$project expect "a version may be a folder" 0 "nothing changes" abi
CTORCH_LAST_VERSION=$work expect "without a description it is refused" 1 \
  "has no generated/ctorch_api.json" abi
[ $failed -eq 0 ]
