#!/usr/bin/env bash
# rename_api.sh ROOT GENERATED: scripts/rename-api.sh on the examples as they were before the names of
# 0.1.0 (tests/fixtures/rename/): they compile afterwards. Expects CC in the environment.
set -eu -o pipefail
root=$1 generated=$2
# shellcheck source=tests/scripts/expect.sh
. "$(dirname "$0")/expect.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rename() { "$root/scripts/rename-api.sh" "$@"; }
compile() {
  "$CC" -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -I"$root/runtime/include" -I"$generated" "$1"
}
unchanged() { cmp "$1" "$1.before"; }

cp "$root"/tests/fixtures/rename/*.c "$work"
for file in "$work"/*.c; do
  name=$(basename "$file")
  expect "$name does not compile before" fails "error" compile "$file"
  expect "$name has old names" 1 "$file:" rename --check "$file"
  expect "$name is renamed" 0 "" rename --rows "$file"
  expect "$name has no old name" 0 "" rename --check "$file"
  expect "$name compiles" 0 "" compile "$file"
  cp "$file" "$file.before"
  rename "$file" >"$work/log" || true
  expect "$name is not changed again" 0 "" unchanged "$file"
done

cat >"$work/notes.txt" <<'END'
ct_tensor_keeper is no name of ours, ct_tensor_keep() is, and ct_tensor_zeros(CT_SHAPE(2), NULL, &x).
ct_tensor_from_rows(CT_ROWS(CT_INTS(1, 2), CT_ROWS(CT_FLOATS(3))), NULL, &x)
ct_tensor_from_rows( CT_BOOLS(true), NULL, &x), and CT_INTS(1, 2) of which nothing is known
ct_autograd_grad(ys, n, &f(a, b)[1], m, NULL, ct_autograd_grad(NULL, 0, xs, 2, NULL, "), ("))
ct_autograd_grad(ys, n) of other arguments stays
<ctorch/nn.h>, ctorch/ops__.h, ctorch/ctorch.h and my/ctorch/nn.hpp
END
cat >"$work/wanted.txt" <<'END'
ct_tensor_keeper is no name of ours, ct_tensor_retain() is, and ct_tensor_zeros(CT_L(2), NULL, &x).
ct_tensor_from_rows(CT_ROWS(CT_INT_ROW(1, 2), CT_ROWS(CT_FLOAT_ROW(3))), NULL, &x)
ct_tensor_from_rows( CT_BOOL_ROW(true), NULL, &x), and CT_INTS(1, 2) of which nothing is known
ct_autograd_grad(CT_TENSORS_OF(ys, n), CT_TENSORS_OF(&f(a, b)[1], m), NULL, ct_autograd_grad(CT_NO_TENSORS, CT_TENSORS_OF(xs, 2), NULL, "), ("))
ct_autograd_grad(ys, n) of other arguments stays
<ctorch/nn/nn.h>, ctorch/ops/all.h, ctorch/ctorch.h and my/ctorch/nn.hpp
END
expect "what it cannot decide is printed" 1 \
  "$work/notes.txt:3: CT_INTS: a list; if it is the row of a tensor, write CT_INT_ROW" \
  rename "$work/notes.txt"
expect "whole names, rows and lists" 0 "" diff "$work/wanted.txt" "$work/notes.txt"
cat >"$work/parts.c" <<'END'
#include <ctorch/error.h>
#include <ctorch/scope.h>
#include <ctorch/ops_m.h>

ct_error twice(const ct_tensor *x, ct_tensor **result);
ct_error twice(const ct_tensor *x, ct_tensor **result)
{
	CT_SCOPE;
	CT_TRY(ct_mul_Tensor(x, x, result));
	ct_scope_keep(*result);
	return NULL;
}
END
expect "headers whose macros have moved" 0 "" rename "$work/parts.c"
expect "with them it compiles" 0 "" compile "$work/parts.c"
cp "$work/parts.c" "$work/parts.c.before"
expect "renaming again" 0 "" rename "$work/parts.c"
expect "changes nothing" 0 "" unchanged "$work/parts.c"
expect "no file" 2 "which files?" rename
expect "a file that is not there" 2 "$work/none.c: No such file" rename "$work/none.c"
expect "an unknown option" 2 "unknown option: --row (see --help)" rename --row "$work/notes.txt"
expect "help" 0 "rename-api.sh [--check|--rows] FILE...:" rename --help
exit $failed
