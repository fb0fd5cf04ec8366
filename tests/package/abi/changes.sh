#!/usr/bin/env bash
# changes.sh COMPILER RUNTIME-FOLDER GENERATED-FOLDER: what abi.sh says about altered copies of the
# headers and about altered libraries. Only some of the headers are copied, for speed; a library has
# the functions of its headers by name only, without types.
set -eu -o pipefail
compiler=$1 runtime=$2 generated=$3
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/scripts/expect.sh
. "$here/../../scripts/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! command -v "${ABIDIFF:-abidiff}" >/dev/null; then
  printf 'skipped: abidiff is not there (apt-get install abigail-tools)\n'
  exit 77
fi

sample=$work/sample/ctorch
mkdir -p "$sample"
cp "$runtime"/ctorch/{annotations,types,error,scope,graph,print,dlpack,version}.h \
  "$generated"/ctorch/{release,ops_w}.h "$sample"

# The library of a folder's headers, in a file. More C for it is on stdin.
build() { # FOLDER OUT SONAME
  {
    bash "$here/describe.sh" ctorch "$3" "$compiler" "$1" | sed '1,/^\/\* Functions/d' |
      sed -nE 's/^[^\t].*[ *](ct_[A-Za-z0-9_]+)\(.*/void \1(void) {}/p'
    cat
  } >"$2.c"
  "$compiler" -w -shared -fPIC -nostdlib -Wl,-soname,"$3" -o "$2" "$2.c"
}

abi() { # check|update: of the altered copy
  bash "$here/abi.sh" "$1" "$work/libctorch.h" "$work/libctorch.so" ctorch "$compiler" \
    "$work/altered"
}

described=libctorch-2.15.so.0.1
build "$work/sample" "$work/libctorch.so" $described </dev/null
cp -r "$work/sample" "$work/altered"
expect "a missing description is reported" 1 "--target update-abi" abi check
expect "update-abi writes it" 0 "written: " abi update
expect "then it matches the library" 0 "functions and their types" abi check
cp "$work/libctorch.h" "$work/before.h"

# Runs abi.sh on a copy in which SED changes HEADER, and on the library of that copy. Its output
# must contain each TEXT.
change() { # WHAT HEADER SED VERDICT TEXT...
  local what=$1 header=$2 script=$3 verdict=$4 text
  shift 4
  restore
  sed -E "$script" "$sample/$header" >"$work/altered/ctorch/$header"
  if cmp -s "$sample/$header" "$work/altered/ctorch/$header"; then
    failed=$((failed + 1))
    printf 'not ok: %s\n  expected: a change of %s by %s\n  got:      none\n' \
      "$what" "$header" "$script"
    return
  fi
  build "$work/altered" "$work/libctorch.so" $described </dev/null
  look "$what" "$verdict" "$@"
}

restore() {
  rm -rf "$work/altered"
  cp -r "$work/sample" "$work/altered"
  cp "$work/before.h" "$work/libctorch.h"
}

look() { # WHAT VERDICT TEXT...
  local what=$1 wanted=1 status=0 text
  local -A verdicts=(
    [breaks]="already BREAK" [adds]="nothing but additions" [text]="abidiff sees no difference"
    [same]="functions and their types, as libctorch.h has them")
  [ "$2" != same ] || wanted=0
  abi check >"$work/said" 2>&1 || status=$?
  expect "$what" 0 "${verdicts[$2]}" cat "$work/said"
  expect "$what: exit code $wanted" 0 "$wanted" echo $status
  for text in "${@:3}"; do
    expect "$what: ${text//$'\n'/ }" 0 "$text" cat "$work/said"
  done
  [ "$2" = same ] || expect "$what: update-abi" 0 "--target update-abi" cat "$work/said"
}

change "a removed function" scope.h '/^CT_API void ct_scope_keep\(/d' \
  breaks "1 Removed function" "[D] 'function void ct_scope_keep(ct_tensor*)'" \
  "raise CT_ABI_VERSION" CHANGELOG.md
change "one with another name" ops_w.h 's/ ct_where_self\(/ ct_where_tensors(/' \
  breaks "[D] 'function ct_error ct_where_self(" "[A] 'function ct_error ct_where_tensors("
change "another type of a parameter" ops_w.h 's/int64_t \*result_len/int32_t *result_len/' \
  breaks "function ct_error ct_where(" "type size changed from 64 to 32"
change "a new parameter" ops_w.h 's/ ct_where_self\(/ ct_where_self(double eps, /' \
  breaks "function ct_error ct_where_self(" "parameter 5 of type 'ct_tensor**' was added"
change "another type returned" scope.h 's/^CT_API void (ct_scope_move_up)/CT_API bool \1/' \
  breaks "return type changed" "type size changed from 0 to 8"
change "another type of a typedef" types.h \
  's/^typedef const char \*ct_error;/typedef int32_t ct_error;/' \
  breaks "return type changed" "entity changed from 'const char*' to 'typedef int32_t'"
change "a struct that grows" types.h 's/^\tdouble re; .*/\tdouble re;\n\tdouble more;/' \
  breaks "'double more', at offset 192" "type size changed from 256 to 320"
change "a member elsewhere in a struct" print.h 's/^(\tint64_t) precision;/\1 threshold;/; t
s/^(\tint64_t) threshold;/\1 precision;/' breaks "ct_printoptions"
change "a struct that no function has" dlpack.h \
  's/^\tct_dlpack_tensor dl_tensor;/\tuint64_t more;\n&/' \
  breaks "'struct ct_dlpack_managed' changed"
change "another value of an enumerator" types.h 's/CT_FLOAT64 = 8/CT_FLOAT64 = 80/' \
  breaks "CT_FLOAT64' from value '8' to '80'"
change "a removed enumerator" types.h '/CT_BITS8 = 22/d' \
  breaks "1 enumerator deletion" CT_BITS8
change "another type of a callback" graph.h \
  's/(ct_node_visitor\)\()const ct_node \*node/\1int64_t depth/' breaks "ct_graph_visit"
change "another number of a macro" print.h 's/(define CT_SUMMARY_SIZE) 512/\1 1024/' \
  breaks "CT_SUMMARY_SIZE' from value '512' to '1024'"

change "a new function" ops_w.h 's/^CT_API ct_error ct_where\(/CT_API int32_t ct_more(void);\n&/' \
  adds "1 Added function" "ct_more()" "in the same commit" CHANGELOG.md
change "a new type" types.h \
  's/^typedef int32_t ct_dtype;/&\nenum ct_more_value { CT_MORE = 1 };/' \
  adds "[A] 'enum ct_more_value'"
change "a new enumerator" types.h 's/CT_BCOMPLEX32 = 47/&, CT_MORE = 48/' \
  text "+	CT_MORE = 48,"
change "another name of a parameter" ops_w.h 's/(ct_where\(const ct_tensor \*)condition/\1where/' \
  text "+ct_error ct_where(const ct_tensor *where,"
change "a removed const" ops_w.h 's/(ct_where\()const /\1/' \
  text "+ct_error ct_where(ct_tensor *condition,"
sed -i 's/define CT_GENERATED_ABI .*/define CT_GENERATED_ABI 1000/' "$sample/release.h"
change "CT_ABI_VERSION" types.h 's/(define CT_ABI_VERSION) .*/\1 1000/' \
  text "CT_ABI_VERSION is 1000"
cp "$generated/ctorch/release.h" "$sample"

change "comments and inline functions" scope.h 's/^static inline .*/\/* Other words. *\/\n&/' same
change "annotations" scope.h 's/ CT_(TAKEN|KEPT|NULLABLE)//g' same
restore
sed '/^CT_API void ct_scope_keep(/d' "$sample/scope.h" >"$work/altered/ctorch/scope.h"
declaration=$(grep '^CT_API void ct_scope_keep(' "$sample/scope.h")
sed "0,/^#endif\$/ s/^#endif\$/&\n$declaration/" "$sample/graph.h" >"$work/altered/ctorch/graph.h"
look "a function in another header" same

# The library does not match its headers.
restore
build "$work/sample" "$work/libctorch.so" libctorch-2.15.so.0.2 </dev/null
look "another soname" breaks \
  "SONAME changed from 'libctorch-2.15.so.0.1' to 'libctorch-2.15.so.0.2'"
build "$work/sample" "$work/libctorch.so" libctorch-2.16.so.0.1 </dev/null
look "another release of libtorch in the soname" breaks \
  "SONAME changed from 'libctorch-2.15.so.0.1' to 'libctorch-2.16.so.0.1'"
build "$work/sample" "$work/libctorch.so" $described \
  <<<'void ct_stray(void) {} int ct_stray_number = 1;'
look "symbols that are exported by accident" adds "[A] ct_stray" "[A] ct_stray_number" \
  "exported, but in no header: ct_stray ct_stray_number" "hide the symbol"
expect "update-abi does not write them down" 1 "not written: " abi update
expect "and keeps the old description" 0 "" cmp "$work/before.h" "$work/libctorch.h"
restore
sed -i '/^CT_API void ct_scope_keep(/d' "$work/altered/ctorch/scope.h"
build "$work/sample" "$work/libctorch.so" $described </dev/null
look "a function that no header declares any more" text "exported, but in no header: ct_scope_keep"
restore
sed 's/^void ct_where_self(/static &/' "$work/libctorch.so.c" >"$work/less.c"
"$compiler" -w -shared -fPIC -nostdlib -Wl,-soname,$described -o "$work/libctorch.so" "$work/less.c"
look "a symbol that is not exported" breaks \
  "declared in a header, but not exported: ct_where_self" \
  "1 Removed function" "function ct_error ct_where_self("
expect "update-abi does not leave it out" 1 "not written: " abi update

change "a function that is removed on purpose" scope.h '/^CT_API void ct_scope_keep\(/d' breaks
expect "update-abi says what it does" 0 "already BREAK" abi update
expect "and the new description matches the library" 0 "functions and their types" abi check
restore
build "$work/sample" "$work/libctorch.so" $described </dev/null
printf 'no C\n' >>"$work/libctorch.h"
expect "a description that is not C" fails "error" abi check
cp "$work/before.h" "$work/libctorch.h"
ABIDIFF=false expect "an abidiff that fails" 1 "false did not compare" abi check
ABIDIFF=no-such-program expect "a missing abidiff is reported" 77 "abigail-tools" abi check
[ $failed -eq 0 ]
