#!/usr/bin/env bash
# mistakes.sh GENERATED INCLUDE: the compiler's errors for a wrong CT().
set -eu -o pipefail
generated=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# The message must contain these words. No option asks for it.
refuses() { # CALL WORDS
  {
    printf '#include <ctorch/ctorch.h>\n#include <ctorch/call.h>\n'
    printf 'ct_error f(ct_tensor *x, ct_tensor **y);\n'
    printf 'ct_error f(ct_tensor *x, ct_tensor **y)\n{\n\treturn %s;\n}\n' "$1"
  } >"$work/wrong.c"
  if "${CC:-cc}" -std=c11 -fsyntax-only -I "$include" -I "$generated" \
    "$work/wrong.c" 2>"$work/said" || ! grep -qE "error.*($2)" "$work/said"; then
    status=1
    printf '%s\n' "called:   $1" "expected: an error of the compiler's with $2" "got:"
    head -n 20 "$work/said"
  fi
}

refuses 'CT(add, y, x, x, .alpha = 2)' 'put_the_number_into_CT_S'
refuses 'CT(leaky_relu, y, x, 0.2)' 'put_the_number_into_CT_S'
refuses 'CT(add, y, x, x, .alpa = CT_S(2))' 'alpa'
refuses 'CT(max_pool2d, y, x)' 'expected expression'
refuses 'CT(dequantize, y, x)' 'name the overload: dequantize_self, dequantize_tensors'
refuses 'CT(no_such_operator, y, x)' 'CT_OP_no_such_operator|CT_DO_'
refuses 'CT(add, y, 1, x)' 'ct_tensor \*'
refuses 'CT(max_pool2d, y, x, 2)' 'int64_t \*'
refuses 'CT(view, y, x, 3, 2)' 'int64_t \*'
refuses 'CT(amax, y, x, 0)' 'braces'
refuses 'CT(clamp, y, x, 0, 1)' 'braces'
refuses 'CT(sum, y, x, 1)' 'too_many_arguments_without_a_name'
refuses 'CT(sum, y, x, 0)' 'braces'
refuses 'CT(sum, y, x, CT_FLOAT64)' 'too_many_arguments_without_a_name'
refuses 'CT(all, y, x, 1)' 'too_many_arguments_without_a_name'
refuses 'CT(zeros, y, CT_L(2), CT_INT64)' 'too_many_arguments_without_a_name'
refuses 'CT(sum, y, x, .dim = CT_L(0))' 'dim'
refuses '(ct_error)(void *)CT_E(max_dim, x, 1)' 'CT_EXPR_max_dim'
[ $status -eq 0 ] || printf 'rerun:    %s\n' "${RERUN:-$0 $*}"
exit $status
