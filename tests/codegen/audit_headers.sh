#!/usr/bin/env bash
# audit_headers.sh GENERATOR: `audit --libtorch` with made-up headers: both forms of a schema in
# releases, schemas that only one side has, unreadable headers. audit.sh uses a real libtorch.
generator=$1
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"

cat >"$work/list.yaml" <<'YAML'
# release: 2.15.0
# tags: core
- func: mm(Tensor self, Tensor mat2) -> Tensor
- func: quote(str a="\"") -> ()
YAML
headers=$work/include/ATen/ops
mkdir -p "$headers"
audit() { gen audit --yaml "$work/list.yaml" --libtorch "$work" "$@"; } # [OPTION...]
mm='mm(Tensor self, Tensor mat2) -> Tensor'

# --- equal schemas --------------------------------------------------------------------------------
cat >"$headers/mm_ops.h" <<EOF
struct mm {
  static constexpr const char* schema_str = "$mm";
};
EOF
cat >"$headers/quote_ops.h" <<'EOF'
// its schema_str is in the form of before 2.6
STATIC_CONSTEXPR_STR_INL_EXCEPT_WIN_CUDA(schema_str, "quote(str a=\"\\\"\") -> ()")
EOF
printf 'schema_str = "other() -> ()"\n' >"$headers/other.h"
audit
gives "both forms of a schema are read, only in headers of operators" 0 \
  "     2  schemas declared by $work" "     0  differences"
silent "nothing is printed on stderr" err
audit --format json
gives "as JSON" 0 '"libtorch_schemas": 2' '"differences": [],'

# --- different schemas ----------------------------------------------------------------------------
sed -i 's/mat2/mat3/' "$headers/mm_ops.h"
printf "__version__ = '2.14.1+cpu'\n" >"$work/version.py"
audit
says "headers of another release are reported" 1 \
  "note: $work is PyTorch 2.14.1, but the operator list is PyTorch 2.15.0"
printf "__version__ = '2.15.0'\n" >"$work/version.py"
audit
silent "but not those of the same release" err
printf '%s\n' "     2  schemas declared by $work" "     2  differences" \
  "$work/list.yaml:3: not in libtorch: $mm" \
  "mm_ops.h: only in libtorch: mm(Tensor self, Tensor mat3) -> Tensor" >"$work/expected"
gives "what only one side has is reported" 1 "$mm"
grep -v '^torch\.nn\.' "$work/.out" | tail -n 4 >"$work/got" # of which the list has no operator
same "each with its place" "$work/expected" "$work/got"
audit --format json
gives "as JSON, too" 1 \
  "{ \"what\": \"not in libtorch\", \"where\": \"$work/list.yaml:3\", \"schema\": \"$mm\" }," \
  '{ "what": "only in libtorch", "where": "mm_ops.h", "schema": "mm(Tensor self, Tensor mat3) ->' \
  '"libtorch": "2.15.0"'
audit --format markdown --root "$(dirname "$0")/../.."
gives "the page of markdown has no place for them" 1 "# "

# --- unreadable headers ---------------------------------------------------------------------------
{
  printf 'schema_str = "odd(\\\n'
  head -c 400000 /dev/zero | tr '\0' 'x'
  printf '"\nschema_str = "bytes(\377\302) -> ()"\n'
} >"$headers/odd_ops.h"
audit
gives "a text ends with its line" 1 "odd_ops.h: only in libtorch: odd("
audit --format json
gives "and JSON has U+FFFD for bytes that are not text" 1 '"schema": "bytes(\ufffd\ufffd) -> ()"'
printf 'a\0b' >"$headers/nul_ops.h"
audit
says "a header that is not text" 2 "nul_ops.h:1:2: error: not a text file: it contains a NUL character"
silent "and then nothing is printed" out
rm -r "$headers"
audit
says "a folder without a libtorch" 2 "no operator headers of libtorch in $work" "include/ATen/ops"
gen audit --yaml "$work/list.yaml" --libtorch "$work/nowhere"
says "a folder that does not exist" 2 "no operator headers of libtorch in $work/nowhere"
finish
